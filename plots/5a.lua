-- Figure 5a: relu, a function with a kink.
-- The paper's: delta ~ N(10, 100), each operator at its own m = 1 as in the paper (1, 2, 12 draws), and beside it L1
-- and L2 at equal cost (12 draws).
local options = ... or {}
local q, mean, var = math.relu, 10, 100
local d, paper = dist.normal{mean = mean, var = var}, extrap.paper
local reps, runs = options.quick and 1024 or 16384, options.quick and 4 or 20
local own = running{q = q, dist = d, equal_cost = false, reps = reps, runs = runs, seed = 1}
local equal = running{q = q, dist = d, operators = {paper(1), paper(2)}, m = 6, reps = reps, runs = runs, seed = 2}

local function bias(k, m)
    return (paper(k):bias(q, d, {m = m}))
end

-- The operators by their exact biases: "L1 0.0002, L2 -0.0092, L3 0.0149: best is L1, worst L3".
local function ranking(m)
    local parts, best, worst = {}, 1, 1
    for k = 1, 3 do
        parts[k] = ("L%d %.4f"):format(k, bias(k, m[k]))
        best = math.abs(bias(k, m[k])) < math.abs(bias(best, m[best])) and k or best
        worst = math.abs(bias(k, m[k])) > math.abs(bias(worst, m[worst])) and k or worst
    end
    return ("%s: best is L%d, worst L%d"):format(table.concat(parts, ", "), best, worst)
end

return own:plot{
    series = equal:curves(),
    notes = ("relu, N(%g, %g). Exact biases at m = %d each, as in the paper: %s. At equal cost, %d draws: %s."):format(
        mean, var, own:spec().m, ranking{1, 1, 1}, equal:rows()[1].draws, ranking{12, 6, 1}),
}
