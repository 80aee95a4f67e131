-- Figure 5b: a quadratic with a triangle wave on it.
-- The paper's: delta ~ N(10, 100), each operator at its own m = 1 as in the paper (1, 2, 12 draws), and beside it all
-- at equal cost (12 draws).
local options = ... or {}

-- s^2/2 + a triangle wave of period 2 in [-1, 1], -1 at even integers, + 1
local function q(s)
    return s * s / 2 + 2 * math.abs(s - 2 * math.floor(s / 2 + 0.5))
end

local d, paper = dist.normal{mean = 10, var = 100}, extrap.paper
local reps, runs = options.quick and 1024 or 16384, options.quick and 4 or 20
local own = running{q = q, dist = d, equal_cost = false, reps = reps, runs = runs, seed = 1}
local equal = running{q = q, dist = d, operators = {paper(1), paper(2)}, m = 6, reps = reps, runs = runs, seed = 2}

local numbers = {}
for cost, m in pairs {["m = 1"] = {1, 1, 1}, equal = {12, 6, 1}} do
    for k = 1, 3 do
        numbers[cost == "equal" and k + 3 or k] = {cost = cost, operator = "L" .. k, draws = m[k] * paper(k).draws,
            exact_bias = (paper(k):bias(q, d, {m = m[k]}))}
    end
end

local third = own:curves()[3]
third.label = "L3"
return plot{
    across = 1, rows = numbers, columns = {"cost", "operator", "draws", "exact_bias"}, panels = {
        own:plot{title = "m = 1 each, as in the paper"},
        equal:plot{title = "equal cost: 12 draws", series = {third},
            notes = ("L2 and L3 take away the bias of the quadratic (L1: %.2g at m = 1, %.2g at equal cost), but not "
                .. "the %.2g that the triangle wave leaves: its mean is 0, its value at 10 is %.2g."):format(
                numbers[1].exact_bias, numbers[4].exact_bias, numbers[3].exact_bias, q(10) - 51)},
    },
}
