-- Where the expected estimates of instrumental are zero, beside the values for the whole population (integration over
-- its law): n = 100000 rows are off by up to 15 percent, and by up to 36 percent (six data sets) for the smallest gap,
-- where the error of w is no longer small beside the bias of w.
local t = dofile "tests/lua/harness/tap.lua"
local p = problem.instrumental{n=1e5}
local best, least = p:minimizer()

-- By secants.
local function fixed_point(e)
    local a, b = 0.7, 0.8
    local value, next_value = e:expected{a}[1], e:expected{b}[1]
    while math.abs(b - a) > 1e-9 do
        a, b = b, b - next_value * (b - a) / (next_value - value)
        value, next_value = next_value, e:expected{b}[1]
    end
    return b
end

t.near(best[1], 0.711034, 0.02, "the minimizer")
t.near(least, 6.395633, 0.06, "the least F")
t.near((p:objective{0} - least) / 3.0846, 1, 0.15, "the gap at w = 0")
for _, row in ipairs {
    {1, 1, 3.831e-1}, {1, 2, 8.469e-2}, {1, 4, 2.032e-2}, {1, 8, 5.017e-3},
    {2, 1, 5.821e-3}, {2, 2, 7.104e-4}, {2, 4, 6.678e-5},
} do
    local w = fixed_point(estimator(p, {order=row[1], m=row[2]}))
    t.near((p:objective{w} - least) / row[3], 1, row[3] < 1e-4 and 0.4 or 0.15, ("the gap of order %d, m = %d"):format(
        row[1], row[2]))
    if row[1] == 1 and row[2] == 1 then
        t.near(w, 1, 0.02, "order 1, m = 1: w is 1 by symmetry")
    end
end
t.done()
