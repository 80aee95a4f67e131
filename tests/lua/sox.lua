-- sox: against a plain version of its rule on the same gradients, its reduction to bsgd, its refusals.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"

local p = D.problem.invariant_logistic{n = 12, d = 4, noise_var = 4, l2 = 0.1}

local function run(options)
    options.problem, options.step, options.reps = options.problem or p, 0.05, options.reps or 2
    return D.run(options)
end

local function points(options)
    return run(options):final().x
end

-- With a = b = 1 nothing is kept.
t.equal(points{method = "sox", a = 1, b = 1, B = 12, m = 3, steps = 30},
    points{method = "bsgd", B = 12, m = 3, steps = 30}, "sox(1, 1) with all indices is bsgd")
t.equal(points{method = "sox", a = 1, b = 1, B = 1, m = 3, steps = 30},
    points{method = "bsgd", B = 1, m = 3, steps = 30}, "sox(1, 1) with one index is bsgd")
for _, B in ipairs {1, 12} do -- the same draws, 30 steps of other roundings near 1
    t.near(points{method = "sox", a = 1, b = 1, B = B, m = 3, share = true, steps = 30}:row(1),
        points{method = "bsgd", B = B, m = 3, share = true, steps = 30}:row(1), 1e-13, "with shared sets too")
end

-- Without noise and with all indices gbar_i = a_i.x: the rule in plain Lua.
local quiet = D.problem.invariant_logistic{n = 6, d = 3, noise_var = 0, l2 = 0.1}
local data = quiet:data()

local descent = quiet:start()
for _ = 1, 30 do
    descent = descent - 0.05 * quiet:gradient(descent)
end
t.near(points{problem = quiet, method = "sox", B = 6, a = 1, b = 1, steps = 30}:row(2), descent, 1e-13,
    "without noise sox(1, 1) is gradient descent")

local function plain(steps, a, b, previous)
    local x, u, v = quiet:start(), {}, nil
    for _ = 1, steps do
        local sum = D.vec.zeros(3)
        for i = 1, 6 do
            local row, label = data.a:row(i), data.b[i]
            local g, old = row:dot(x), u[i]
            u[i] = old and (1 - a) * old + a * g or g
            local y = previous and old or u[i]
            sum = sum - label / (1 + math.exp(label * y)) / 6 * row
        end
        v = v and (1 - b) * v + b * sum or sum
        x = x - 0.05 * (v + 0.1 * x)
    end
    return x
end
for _, u in ipairs {"current", "previous"} do
    local got = points{problem = quiet, method = "sox", B = 6, a = 0.3, b = 0.2, u = u, steps = 40}
    t.near(got:row(1), plain(40, 0.3, 0.2, u == "previous"), 1e-13, "the rule with u = " .. u) -- 40 steps near 1
end

-- Indices of a batch are distinct and equally likely: a batch of all but one leaves each out equally often, so
-- calls are exact and a run is the same on any number of threads.
local rows = run{method = "sox", B = 5, m = 2, m_jac = 3, steps = 100}:rows()
t.equal(rows[#rows].samples, 100 * 5 * 5, "calls of 100 steps")
t.equal(rows[#rows].outer, 500, "outer samples of 100 steps")
local one = points{method = "sox", B = 5, m = 2, steps = 80, reps = 18, threads = 1}
t.equal(points{method = "sox", B = 5, m = 2, steps = 80, reps = 18, threads = 2}, one, "two threads")
t.equal(points{method = "sox", B = 5, m = 2, steps = 80, reps = 1}:row(1), one:row(1), "a replicate alone")

local function refused(options, message)
    options.problem, options.method, options.step, options.steps = p, "sox", 0.05, 1
    t.raises(function() D.run(options) end, message)
end
refused({B = 13}, "run: sox takes distinct outer samples: expected a batch of at most 12, got 13")
refused({order = 2}, "run: order does not go with sox")
refused({share = true, m_jac = 2}, "run: m_jac does not go with share = true")
refused({a = 0}, "run: option 'a': expected a number with 0 < value <= 1, got 0")
t.done()
