-- Figure 5a: relu, a function with a kink.
-- The paper's: delta ~ N(10, 100), each operator at its own m = 1 as in the paper (1, 2, 12 draws), and beside it L1
-- and L2 at equal cost (12 draws).
local options = ... or {}
local q = math.relu
local d, paper = dist.normal{mean = 10, var = 100}, extrap.paper
local reps, runs = options.quick and 1024 or 16384, options.quick and 4 or 20
local own = running{q = q, dist = d, equal_cost = false, reps = reps, runs = runs, seed = 1}
local equal = running{q = q, dist = d, operators = {paper(1), paper(2)}, m = 6, reps = reps, runs = runs, seed = 2}

local function bias(k, m)
    return (paper(k):bias(q, d, {m = m}))
end

return own:plot{
    series = equal:curves(),
    notes = ("relu, N(10, 100). Exact biases at m = 1: L1 %.3f, L2 %.3f, L3 %.4f: the paper's ranking. At equal cost, "
        .. "12 draws: L1 %.4f, L2 %.4f, L3 %.4f: L1 is best and L3 worst."):format(
        bias(1, 1), bias(2, 1), bias(3, 1), bias(1, 12), bias(2, 6), bias(3, 1)),
}
