-- Figure 5b: a quadratic with a triangle wave on it.
-- The paper's: delta ~ N(10, 100), each operator at its own m = 1 as in the paper (1, 2, 12 draws), and beside it L1
-- and L2 at equal cost (12 draws).
local options = ... or {}

-- s^2/2 + a triangle wave of period 2 in [-1, 1], -1 at even integers, + 1
local function q(s)
    return s * s / 2 + 2 * math.abs(s - 2 * math.floor(s / 2 + 0.5))
end

local mean, var = 10, 100
local d, paper = dist.normal{mean = mean, var = var}, extrap.paper
local reps, runs = options.quick and 1024 or 16384, options.quick and 4 or 20
local own = running{q = q, dist = d, equal_cost = false, reps = reps, runs = runs, seed = 1}
local equal = running{q = q, dist = d, operators = {paper(1), paper(2)}, m = 6, reps = reps, runs = runs, seed = 2}

local function bias(k, m)
    return (paper(k):bias(q, d, {m = m}))
end

return own:plot{
    series = equal:curves(),
    notes = ("s^2/2 + triangle wave + 1, N(%g, %g). Exact biases at m = %d: L1 %.3g, L2 %.3g, L3 %.3g; %d draws each: "
        .. "L1 %.4g, L2 %.3g, L3 %.3g. The 1 that stays is the wave: its mean is 0, its value at %g is %g."):format(
        mean, var, own:spec().m, bias(1, 1), bias(2, 1), bias(3, 1), equal:rows()[1].draws, bias(1, 12), bias(2, 6),
        bias(3, 1), mean, q(mean) - mean ^ 2 / 2 - 1),
}
