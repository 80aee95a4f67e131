-- (e-)nestedvr: reductions, a plain version without noise, calls, readings, refusals.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"

local logistic = D.problem.invariant_logistic{n = 12, d = 5, noise_var = 4, l2 = 0.1}
local instrumental = D.problem.instrumental{n = 12}

local function points(p, options)
    options.problem, options.reps = p, options.reps or 3
    options.step = p == instrumental and 1e-5 or 0.05
    return D.run(options):final().x
end

local function scale(x)
    return math.max(1, D.vec(x:row(1)):norm())
end

for name, p in pairs {logistic = logistic, instrumental = instrumental} do
    for _, pair in ipairs {{"nestedvr", "bspiderboost"}, {"e-nestedvr", "e-bspiderboost"}} do
        for _, B in ipairs {12, 1} do
            local spider = points(p, {method = pair[2], m = 4, B1 = B, B2 = B, p_out = 0.3, steps = 40})
            for _, chains in ipairs {true, false} do
                local nested = points(p, {method = pair[1], S1 = 4, p_in = 1, B1 = B, B2 = B, p_out = 0.3, steps = 40,
                    chains = chains})
                -- the same draws, 40 steps of other roundings
                for r = 1, 3 do
                    t.near(nested:row(r), spider:row(r), 1e-12 * scale(spider),
                        ("%s, p_in = 1, is %s: %s, B = %d"):format(pair[1], pair[2], name, B))
                end
            end
        end
    end
    t.equal(points(p, {method = "e-nestedvr", S1 = 4, p_in = 1, p_out = 0.3, steps = 40, chains = false}),
        points(p, {method = "e-nestedvr", S1 = 4, p_in = 1, p_out = 0.3, steps = 40}),
        name .. ": no chains with p_in = 1")
    t.equal(points(p, {method = "e-nestedvr", order = 1, S1 = 6, S2 = 2, steps = 50}),
        points(p, {method = "nestedvr", S1 = 6, S2 = 2, steps = 50}), name .. ": order 1 is the plain method")
end
-- The Jacobian of the logistic problem does not depend on x, but z_i differs from visit to visit of p_in = 1.
t.ok(points(logistic, {method = "e-nestedvr", S1 = 6, S2 = 2, p_in = 0.3, steps = 60}) ~=
    points(logistic, {method = "e-nestedvr", S1 = 6, S2 = 2, p_in = 0.3, steps = 60, chains = false}),
    "chains = false is another method")

-- Without noise every mean is exact, whatever the coins say: gradient descent.
local quiet = D.problem.invariant_logistic{n = 10, d = 5, noise_var = 0}
local x = quiet:start()
for _ = 1, 25 do
    x = x - 0.05 * quiet:gradient(x)
end
for _, method in ipairs {"nestedvr", "e-nestedvr"} do
    for _, listing in ipairs {true, false} do
        local got = D.run{problem = quiet, method = method, B1 = 10, B2 = 10, p_out = 0.4, p_in = 0.3, S1 = 3, S2 = 2,
            listing = listing, step = 0.05, steps = 25, reps = 2}:final().x
        t.near(got:row(2), x, 1e-12, method .. " without noise is gradient descent") -- 25 steps of rounding
    end
end

-- Calls: with B = n and periods everything is known beforehand.
local row = D.run{problem = logistic, method = "e-nestedvr", S1 = 7, S2 = 2, inner_period = 5, B1 = 12, step = 0.01,
    steps = 20, reps = 1}:final()
t.equal({row.outer, row.samples}, {240, 12 * 3 * (4 * 7 + 16 * 2 * 2)}, "calls of 20 steps with period 5")
local spent = D.run{problem = logistic, method = "nestedvr", S1 = 9, S2 = 2, B1 = 5, B2 = 3, p_out = 0.4, step = 0.01,
    samples = 9000, reps = 6}
for _, each in ipairs(spent:rows{by_rep = true}) do
    t.ok(each.samples <= 9000 and each.samples == each.g + each.jac, "within the budget")
end

local one = points(logistic, {method = "e-nestedvr", S1 = 5, S2 = 2, p_out = 0.5, steps = 40, reps = 18, threads = 1})
t.equal(points(logistic, {method = "e-nestedvr", S1 = 5, S2 = 2, p_out = 0.5, steps = 40, reps = 18, threads = 2}), one,
    "two threads")
t.equal(points(logistic, {method = "e-nestedvr", S1 = 5, S2 = 2, p_out = 0.5, steps = 40, reps = 1}):row(1),
    one:row(1), "a replicate alone")

local function refused(options, message)
    options.problem, options.method, options.step, options.steps = logistic, "nestedvr", 0.05, 1
    t.raises(function() D.run(options) end, message)
end
refused({B1 = 13}, "run: nestedvr takes distinct outer samples: expected a batch of at most 12, got 13")
refused({p_in = 0.5, inner_period = 2}, "run: p_in and inner_period exclude each other")
refused({state = "old"}, "run: option 'state': expected one of current|previous, got 'old'")
refused({m = 3}, "run: m does not go with nestedvr")
-- A Jacobian that is kept as its draws: the same bits on any number of threads and when a run goes on from a file in
-- the middle of what is kept; refused where nothing bounds that.
local maml = D.problem.maml_sine{n = 9, hidden = {4}, batch = 3, query = 4, first_order = false}
local kept = {problem = maml, method = "e-nestedvr", S1 = 6, S2 = 2, inner_period = 5, B1 = 9, B2 = 3, period = 4,
    step = 0.02, reps = 3, steps = 23, record = 2}
local whole = D.run(t.over(kept, {threads = 1})):final().x
t.equal(D.run(t.over(kept, {threads = 2})):final().x, whole, "draws are kept: the same on two threads")
D.run(t.over(kept, {steps = 11})):save(t.path "kept.run")
t.equal(D.run.load(t.path "kept.run"):resume{steps = 23}:final().x, whole, "draws are kept: saved, loaded, resumed")
for name, case in pairs {
    p_in = {{inner_period = false, p_in = 0.5}, "the Jacobian of this problem is too large to be kept, but as its "
        .. "draws since the last large inner batch: give inner_period, which bounds them"},
    state = {{state = "previous"}, "state = 'previous' needs a Jacobian that is small enough to be kept"},
    size = {{inner_period = 1e9}, "the draws that inner_period, S1 and S2 keep take more than 128 GB"},
} do
    local options = t.over(kept, case[1])
    options.inner_period = options.inner_period or nil
    t.raises(function() D.run(options) end, "run: " .. case[2], "draws are kept: " .. name)
end

t.done()
