-- Figure 1b: |bias| against m, q = s^4.
-- The paper's: density t/2 on [0, 2], at equal cost: L1(12m), L2(6m), L3(m). The paper's text says that all three are
-- biased; with L3 as printed its bias is exactly zero for every polynomial of degree up to 4, so what is drawn of it is
-- sampling noise.
local options = ... or {}
local q, d = poly{0, 0, 0, 0, 1}, dist.ramp(0, 2)
local c = bias{q = q, dist = d, m = pow2(1, 32), reps = options.quick and 2e4 or 1e6, seed = 1}
local s = c:slopes():rows()

-- "-0.999 (exact -0.998)", or no more than the exact one where no line was fitted.
local function slope(row)
    return row.slope and ("%.3f (exact %.3f)"):format(row.slope, row.exact) or ("exact %.3f"):format(row.exact)
end

return c:plot{
    style = {["paper 1"] = {label = "L1(12m)"}, ["paper 2"] = {label = "L2(6m)"}, ["paper 3"] = {label = "L3(m)"}},
    notes = ("q = %s on density t/2. Slopes: L1 %s, L2 %s. The paper's text claims that all three are biased here; L3 "
        .. "as printed is exactly unbiased (bias %g at every m, as for all polynomials of degree up to 4): its points "
        .. "are sampling noise."):format(q, slope(s[1]), slope(s[2]), c:rows()[#c].exact),
}
