-- Figure 1b: |bias| against m, q = s^4.
-- The paper's: density t/2 on [0, 2], at equal cost: L1(12m), L2(6m), L3(m). The paper's text says that all three are
-- biased; with L3 as printed its bias is exactly zero for every polynomial of degree up to 4, so what is drawn of it is
-- sampling noise.
local options = ... or {}
local q, d = poly{0, 0, 0, 0, 1}, dist.ramp(0, 2)
local c = bias{q = q, dist = d, m = pow2(1, 32), reps = options.quick and 2e4 or 1e6, seed = 1}

local numbers = c:slopes():rows()
for k, row in ipairs(numbers) do
    row.operator, row.exact_slope = "L" .. k, row.exact
end

return c:plot{
    rows = numbers, columns = {"operator", "slope", "slope_lo", "slope_hi", "exact_slope", "from", "to"},
    notes = ("The bias of L1 falls like m^{%.2g}, that of L2 like m^{%.2g}. The paper's text calls all three biased, "
        .. "but L3 as printed is exactly unbiased (%g, as for all polynomials of degree up to 4): its points are "
        .. "sampling noise."):format(numbers[1].exact, numbers[2].exact, c:rows()[#c].exact),
}
