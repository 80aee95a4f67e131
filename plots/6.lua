-- Figure 6: |bias| against m for orders 1 to 5.
-- Richardson's operators at equal cost, 16 m draws each: q = s^6, delta exponential with mean 1. Exact values as lines,
-- independent estimates as points. In the table: the fitted slopes, the exact one from m = 512 to 1024 (far), and the
-- exact |bias| at m = 1 and 8.
local options = ... or {}
local q, d = poly{0, 0, 0, 0, 0, 0, 1}, dist.exponential{mean = 1}
local c = bias{
    q = q, dist = d, operators = {1, 2, 3, 4, 5}, m = pow2(1, 8), reps = options.quick and 2e4 or 2e7, seed = 1,
}

-- The exact slope between m = 512 and 1024.
local function far(k)
    local op, blocks = extrap.order(k), 2 ^ (5 - k)
    local a, b = op:bias(q, d, {m = 512 * blocks}), op:bias(q, d, {m = 1024 * blocks})
    return math.log(b / a) / math.log(2)
end

-- The exact |bias| of order k at one m of the ladder.
local function size(k, m)
    return math.abs((extrap.order(k):bias(q, d, {m = m * 2 ^ (5 - k)})))
end

local numbers = c:slopes():rows()
for k, row in ipairs(numbers) do
    row.far, row.at_1, row.at_8 = far(k), size(k, 1), size(k, 8)
end

return c:plot{
    rows = numbers, columns = {"operator", "slope", "slope_lo", "slope_hi", "from", "to", "far", "at_1", "at_8"},
    legend = "direct",
    notes = ("At equal cost, %d m draws each, the bias of order k falls like m^{−k}, until what is sampled of it is "
        .. "noise (grey)."):format(extrap.order(5).draws),
}
