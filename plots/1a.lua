-- Figure 1a: error of the running mean, q = s^2/2.
-- The paper's: delta ~ N(10, 100), m = 1, each estimate from 12 draws: L1(12m), L2(6m), L3(m). Operators of order 2 and
-- more are exactly unbiased for a quadratic; L1 stops at its bias, 100/24.
local options = ... or {}
local q, mean, var, m = poly{0, 0, 1 / 2}, 10, 100, 1
local d = dist.normal{mean = mean, var = var}
local r = running{
    q = q, dist = d, m = m, reps = options.quick and 1024 or 65536, runs = options.quick and 4 or 20, seed = 1,
}
local rows = r:rows()
local per = #rows // 3

-- Number j of the paper's operators as it was run: its exact bias, and how far off the mean of all estimates is.
local function bias(k)
    return (extrap.paper(k):bias(q, d, {m = rows[k * per].block}))
end
local function off(k)
    return rows[k * per].error
end

local n = rows[per].estimates
return r:plot{
    series = {{label = "exact bias of L1", x = {16, n}, y = {bias(1), bias(1)}, marker = "none"}},
    notes = ("q = %s, N(%g, %g), m = %d, %d draws for each estimate. Exact biases: L1 %.4g, L2 %g, L3 %g. The mean "
        .. "of %d estimates is off by %.3g, %.2g and %.2g."):format(
        q, mean, var, m, rows[1].draws, bias(1), bias(2), bias(3), n, off(1), off(2), off(3)),
}
