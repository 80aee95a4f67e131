-- Figure 1a: error of the running mean, q = s^2/2.
-- The paper's: delta ~ N(10, 100), m = 1, each estimate from 12 draws: L1(12m), L2(6m), L3(m). Operators of order 2 and
-- more are exactly unbiased for a quadratic; L1 stops at its bias, 100/24.
local options = ... or {}
local words = figure.part "words"
local q, m = poly{0, 0, 1 / 2}, 1
local d = dist.normal{mean = 10, var = 100}
local r = running{
    q = q, dist = d, m = m, reps = options.quick and 1024 or 65536, runs = options.quick and 4 or 20, seed = 1,
}
local rows = r:rows()
local per, numbers = #rows // 3, {}

-- The paper's operators as they were run: their exact biases, and how far off the mean of all estimates is.
for k = 1, 3 do
    local last = rows[k * per]
    numbers[k] = {operator = "L" .. k, draws = last.draws, exact_bias = (extrap.paper(k):bias(q, d, {m = last.block})),
        estimates = last.estimates, error = last.error}
end

local n, bias = numbers[1].estimates, numbers[1].exact_bias
return r:plot{
    series = {{label = "exact bias of L1", x = {16, n}, y = {bias, bias}, marker = "none", color = "black",
        dash = "dot"}},
    rows = numbers, columns = {"operator", "draws", "exact_bias", "estimates", "error"},
    notes = ("At equal cost, %d draws for each estimate, the error of L1 stops at its exact bias, %s. L2 and L3 are "
        .. "exactly unbiased for a quadratic: their errors go on falling, to %s and %s."):format(numbers[1].draws,
        words.number(bias, 3), words.number(numbers[2].error, 3), words.number(numbers[3].error, 3)),
}
