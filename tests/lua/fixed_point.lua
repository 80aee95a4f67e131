-- e:fixed_point: where the exact expectation of the estimates is zero.
local t = dofile "tests/lua/harness/tap.lua"

local p = problem.invariant_logistic{n = 200, d = 3, noise_var = 100}
local best, least = p:minimizer()
for _, o in ipairs {{m = 1}, {m = 100}, {m = 1, share = true}, {order = 2, m = 1, share = true}, {order = 3, m = 10}} do
    local e = estimator(p, o)
    local x, gap = e:fixed_point()
    local name = ("order %d, m %d%s"):format(o.order or 1, o.m, o.share and ", shared" or "")
    t.ok(e:expected(x):norm() < 1e-9, name .. ": the expectation is zero")
    t.near(gap, p:objective(x) - least, 1e-12, name .. ": its gap")
    t.near(x, e:fixed_point(best), 1e-8, name .. ": from another start")
end
local x, gap = estimator(p, {method = "ru-mlmc"}):fixed_point()
t.near(x, best, 1e-8, "without bias it is the minimizer")
t.near(gap, 0, 1e-12, "without bias there is no gap")

-- A run with small steps ends there.
local iv = problem.instrumental{n = 50}
local w = estimator(iv, {m = 2}):fixed_point()
local race = run{problem = iv, method = "bsgd", m = 2, step = 1e-5, samples = 1e6, reps = 10, output = "average"}
local ends = race:final().x
local sum, square = 0, 0
for i = 1, ends.rows do
    sum, square = sum + ends[i][1], square + ends[i][1] ^ 2
end
local mean = sum / ends.rows
t.near(mean, w[1], 5 * math.sqrt((square / ends.rows - mean ^ 2) / (ends.rows - 1)), "a run ends there")

t.equal({estimator(problem.maml_sine{}):fixed_point()}, {nil, "the law of this problem's block means is not known"},
    "without an exact expectation")
t.raises(function() estimator(p, {of = "value"}):fixed_point() end,
    "estimator:fixed_point: expected an estimate of the gradient, got one of the value")
t.raises(function() estimator(p):fixed_point{1} end, "estimator:fixed_point: expected x of length 3, got length 1")
t.raises(function() estimator(p).fixed_point() end, "estimator:fixed_point: call it with a colon")
t.done()
