-- msvr: against a plain version of its rule without noise, its calls, its refusals.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"

local quiet = D.problem.invariant_logistic{n = 6, d = 3, noise_var = 0, l2 = 0.1}
local data = quiet:data()

-- All indices in every batch: gamma = 1 - beta, and u'_i is always u_i of one step ago.
local function plain(steps, alpha, beta, normalised)
    local x, u, before, z, last = quiet:start(), {}, {}, nil, nil
    for step = 1, steps do
        local sum = D.vec.zeros(3)
        for i = 1, 6 do
            local row, label = data.a:row(i), data.b[i]
            local function slope(y)
                return -label / (1 + math.exp(label * y))
            end
            local g = row:dot(x)
            local difference, old = g - row:dot(last or x), u[i] or g
            local g_last = g - difference
            local older = before[i] or g_last
            sum = sum + slope(old) / 6 * row
            if step > 1 then
                sum = sum - (1 - alpha) * slope(older) / 6 * row
            end
            before[i] = old
            u[i] = step > 1 and (1 - beta) * old + beta * g + (1 - beta) * difference or g
        end
        z = step > 1 and (1 - alpha) * z + sum or sum
        local direction = z + 0.1 * x
        last, x = x, x - 0.05 / (normalised and direction:norm() or 1) * direction
    end
    return x
end
for _, normalised in ipairs {false, true} do
    local r = D.run{problem = quiet, method = "msvr", B = 6, alpha = 0.3, beta = 0.2, normalised = normalised,
        step = 0.05, steps = 30, reps = 2}
    -- 30 steps of rounding near 1
    t.near(r:final().x:row(2), plain(30, 0.3, 0.2, normalised), 1e-13, "the rule, normalised " .. tostring(normalised))
end

-- g is linear: without noise u_i is exact one step late, and msvr is gradient descent with the gradient of the data at
-- the point before, whatever alpha and beta are.
local function gradient_of_data(x)
    return quiet:gradient(x) - 0.1 * x
end
local x = quiet:start()
local last = x
for _ = 1, 30 do
    x, last = x - 0.05 * (gradient_of_data(last) + 0.1 * x), x
end
local late = D.run{problem = quiet, method = "msvr", B = 6, step = 0.05, steps = 30, reps = 2}:final().x
t.near(late:row(2), x, 1e-13, "without noise msvr is gradient descent, one step late")

local p = D.problem.invariant_logistic{n = 50, noise_var = 1, l2 = 0.1}
local r = D.run{problem = p, method = "msvr", B = 5, m = 2, m_jac = 3, step = 1e-3, steps = 100, reps = 3}
local final = r:final()
t.equal(final.samples, 5 * 5 + 99 * 2 * 5 * 5, "calls of 100 steps, the first at one point")
t.equal(final.outer, 500, "outer samples")
local long = D.run{problem = p, method = "msvr", B = 5, step = 1e-3, steps = 5000}
t.ok(long:final().gap < 0.5 * long:rows()[1].gap, "the gap falls to less than half")

local function points(options)
    options.problem, options.method, options.step, options.steps = p, "msvr", 1e-3, 60
    return D.run(options):final().x
end
local one = points{reps = 18, threads = 1}
t.equal(points{reps = 18, threads = 2}, one, "two threads")
t.equal(points{reps = 1}:row(1), one:row(1), "a replicate alone")

t.raises(function() D.run{problem = p, method = "msvr", B = 51, step = 1, steps = 1} end,
    "run: msvr takes distinct outer samples: expected a batch of at most 50, got 51")
t.raises(function() D.run{problem = p, method = "msvr", beta = 1, step = 1, steps = 1} end,
    "run: option 'beta': expected a number with 0 < value < 1, got 1")
t.done()
