-- Figure 1a: error of the running mean, q = s^2/2.
-- The paper's: delta ~ N(10, 100), m = 1, each estimate from 12 draws: L1(12m), L2(6m), L3(m). Operators of order 2 and
-- more are exactly unbiased for a quadratic; L1 stops at its bias, 100/24.
local options = ... or {}
local q, d = poly{0, 0, 1 / 2}, dist.normal{mean = 10, var = 100}
local r = running{q = q, dist = d, reps = options.quick and 1024 or 65536, runs = options.quick and 4 or 20, seed = 1}
local rows, bias = r:rows(), extrap.paper(1):bias(q, d, {m = 12})
local per = #rows // 3
local n = rows[per].estimates
return r:plot{
    series = {{label = "exact bias of L1", x = {16, n}, y = {bias, bias}, marker = "none"}},
    notes = ("q = s^2/2, N(10, 100), m = 1. After %d estimates L1 is off by %.3g and stays at its bias, %.4g; "
        .. "L2 and L3 are unbiased: off by %.2g and %.2g, and falling."):format(
        n, rows[per].error, bias, rows[2 * per].error, rows[3 * per].error),
}
