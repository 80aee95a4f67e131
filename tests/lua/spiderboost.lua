-- (e-)bspiderboost: its reductions to other methods, its counts, its coins.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"

local p = D.problem.invariant_logistic{n = 60, d = 7, noise_var = 4, l2 = 0.1}

local function points(options)
    options.problem, options.step, options.reps = options.problem or p, 0.05, options.reps or 3
    return D.run(options):final().x
end

for _, pair in ipairs {{"bspiderboost", "bsgd"}, {"e-bspiderboost", "e-bsgd"}} do
    t.equal(points{method = pair[1], m = 3, B1 = 5, B2 = 2, p_out = 1, steps = 40},
        points{method = pair[2], m = 3, B = 5, steps = 40}, pair[1] .. " with p_out = 1 is " .. pair[2])
    t.equal(points{method = pair[1], m = 3, B1 = 5, B2 = 2, period = 1, steps = 40},
        points{method = pair[2], m = 3, B = 5, steps = 40}, pair[1] .. " with period 1 is " .. pair[2])
end
t.equal(points{method = "e-bspiderboost", order = 1, m = 4, steps = 60},
    points{method = "bspiderboost", m = 4, steps = 60}, "order 1 is the plain method")

-- Without noise and with whole batches every step is exact gradient descent.
local quiet = D.problem.invariant_logistic{n = 40, d = 5, noise_var = 0}
local x = quiet:start()
for _ = 1, 25 do
    x = x - 0.05 * quiet:gradient(x)
end
for _, method in ipairs {"bspiderboost", "e-bspiderboost"} do
    local got = points{problem = quiet, method = method, B1 = 40, B2 = 40, p_out = 0.3, steps = 25, reps = 2}
    t.near(got:row(1), x, 1e-13, method .. " without noise is gradient descent") -- 25 steps of rounding near 1
end

-- Calls follow from the number of large steps, which follows from the outer draws.
local function check_calls(options, each)
    options.problem, options.step, options.reps, options.steps = p, 0.01, 6, 300
    local rows = D.run(options):rows{by_rep = true}
    local large_counts = {}
    for i = #rows - 5, #rows do
        local row = rows[i]
        local large = (row.outer - row.step * options.B2) / (options.B1 - options.B2)
        local small = row.step - large
        t.equal(math.tointeger(large) ~= nil, true, "whole large steps")
        t.equal(row.samples, math.tointeger(each * (large * options.B1 + 2 * small * options.B2)), "calls of the coins")
        large_counts[#large_counts + 1] = large
    end
    return large_counts
end
local counts = check_calls({method = "bspiderboost", m = 3, B1 = 12, B2 = 4, p_out = 0.25}, 6)
local sum, differ = 0, false
for _, large in ipairs(counts) do
    sum = sum + large
    differ = differ or large ~= counts[1]
end
t.ok(differ, "replicates toss coins of their own")
local mean, sd = 6 * (1 + 299 * 0.25), math.sqrt(6 * 299 * 0.25 * 0.75)
t.ok(math.abs(sum - mean) < 5 * sd, "coins have the probability p_out")
for _, large in ipairs(check_calls({method = "e-bspiderboost", m = 2, B1 = 9, B2 = 3, period = 7}, 6)) do
    t.equal(large, 43.0, "a large step every 7th of 300")
end

-- A budget in samples is never exceeded, whatever the coins say.
local spent = D.run{problem = p, method = "e-bspiderboost", m = 2, step = 0.01, samples = 20000}
for _, row in ipairs(spent:rows{by_rep = true}) do
    t.ok(row.samples <= 20000, "within the budget")
end

-- Threads and grouping change nothing.
local one = points{method = "e-bspiderboost", m = 2, steps = 50, reps = 20, threads = 1}
for threads = 2, 3 do
    local many = points{method = "e-bspiderboost", m = 2, steps = 50, reps = 20, threads = threads}
    t.equal(many, one, threads .. " threads")
end
t.equal(points{method = "e-bspiderboost", m = 2, steps = 50, reps = 1}:row(1), one:row(1), "a replicate alone")

local base = {problem = p, method = "bspiderboost", step = 0.05, steps = 1}
local function with(options)
    for key, value in pairs(base) do
        options[key] = value
    end
    return options
end
t.raises(function() D.run(with{p_out = 0.5, period = 2}) end,
    "run: p_out and period exclude each other")
t.raises(function() D.run(with{p_out = 0}) end,
    "run: option 'p_out': expected a number with 0 < value <= 1, got 0")
t.done()
