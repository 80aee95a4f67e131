-- Figure 5a: relu, a function with a kink.
-- The paper's: delta ~ N(10, 100), each operator at its own m = 1 as in the paper (1, 2, 12 draws), and beside it all
-- at equal cost (12 draws).
local options = ... or {}
local q, d = math.relu, dist.normal{mean = 10, var = 100}
local paper, numbers = extrap.paper, {}
local reps, runs = options.quick and 1024 or 16384, options.quick and 4 or 20
local own = running{q = q, dist = d, equal_cost = false, reps = reps, runs = runs, seed = 1}
local equal = running{q = q, dist = d, operators = {paper(1), paper(2)}, m = 6, reps = reps, runs = runs, seed = 2}

-- The operators with these m: adds their exact biases to the numbers; the numbers of the best and of the worst.
local function rank(cost, m)
    local best, worst = 1, 1
    local size = {}
    for k = 1, 3 do
        local bias = paper(k):bias(q, d, {m = m[k]})
        numbers[#numbers + 1] = {cost = cost, operator = "L" .. k, draws = m[k] * paper(k).draws, exact_bias = bias}
        size[k] = math.abs(bias)
        best, worst = size[k] < size[best] and k or best, size[k] > size[worst] and k or worst
    end
    return best, worst
end

local first, last = rank("m = 1", {1, 1, 1})
local first_equal, last_equal = rank("equal", {12, 6, 1})
local third = own:curves()[3]
third.label = "L3"
return plot{
    across = 1, rows = numbers, columns = {"cost", "operator", "draws", "exact_bias"}, panels = {
        own:plot{title = "m = 1 each, as in the paper"},
        equal:plot{title = "equal cost: 12 draws", series = {third},
            notes = ("At m = 1 each the exact bias of relu is least for L%d and largest for L%d. At equal cost that of "
                .. "L%d is least and that of L%d largest: at a kink a higher order is worth nothing."):format(
                first, last, first_equal, last_equal)},
    },
}
