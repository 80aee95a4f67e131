-- What figures 5a and 5b share: the error of the running mean for a q with kinks, each operator at its own m = 1 (1, 2,
-- 12 draws) and all at equal cost (12 draws).
local d, paper = dist.normal{mean = 10, var = 100}, extrap.paper
local costs = {{cost = "m = 1", m = {1, 1, 1}}, {cost = "equal", m = {12, 6, 1}}}

-- The exact biases of the operators at both costs: at m = 1 in the rows 1 to 3, at equal cost in 4 to 6.
local function biases(q)
    local rows = {}
    for _, each in ipairs(costs) do
        for k = 1, 3 do
            rows[#rows + 1] = {cost = each.cost, operator = "L" .. k, draws = each.m[k] * paper(k).draws,
                exact_bias = (paper(k):bias(q, d, {m = each.m[k]}))}
        end
    end
    return rows
end

-- The figure; words(rows): its sentence.
local function compared(q, words, quick)
    local reps, runs, rows = quick and 1024 or 16384, quick and 4 or 20, biases(q)
    local own = running{q = q, dist = d, equal_cost = false, reps = reps, runs = runs, seed = 1}
    local equal = running{q = q, dist = d, operators = {paper(1), paper(2)}, m = 6, reps = reps, runs = runs, seed = 2}
    local third = own:curves()[3]
    third.label = "L3"
    return plot{
        across = 1, legend = "shared", rows = rows, columns = {"cost", "operator", "draws", "exact_bias"}, panels = {
            own:plot{title = "m = 1 each (1, 2, 12 draws), as in the paper", style = {{label = "L1"}, {label = "L2"},
                {label = "L3"}}},
            equal:plot{title = "Equal cost: 12 draws each", series = {third}},
        },
        notes = words(rows),
    }
end

return compared
