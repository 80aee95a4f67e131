-- Where methods end: the roots of expected estimates, against values for the whole population (integration over its
-- law), and long runs that come near them.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"

-- Gaps of invariant_logistic's default: a row is order, m, shared sets, gap. 50000 rows are within 4 percent. Smaller m
-- are in long/fixed_points.lua.
local p = problem.invariant_logistic{n=quick and 2000 or 50000}
local best, least = p:minimizer()
if not quick then
    t.near({best:norm() / 1.41784, least / 0.438471}, {1, 1}, 0.01, "the minimizer")
    t.near((p:objective(0 * best) - least) / 0.2547, 1, 0.04, "the gap at 0")
end
for _, row in ipairs(quick and {} or {
    {1, 10, false, 1.641e-1}, {1, 100, false, 7.683e-3}, {2, 10, false, 4.012e-2}, {2, 100, false, 1.046e-4},
    {1, 10, true, 1.996e-1}, {1, 100, true, 4.160e-2},
}) do
    local order, m, share, gap = table.unpack(row)
    local _, found = estimator(p, {order=order, m=m, share=share}):fixed_point(best)
    t.near(found / gap, 1, 0.04,
        ("the gap of order %d, m = %d%s"):format(order, m, share and ", shared" or ""))
end

-- The mean of the second half of a long run lies where the expected estimate is zero: nearer to it than a tenth of the
-- way from there to the minimizer, with the steps used.
local function arrives(problem_, options, name)
    local e = estimator(problem_, {method=options.method, m=options.m, share=options.share})
    local x, sum = e:fixed_point(problem_:minimizer()), 0 * problem_:start()
    options.problem, options.output, options.reps, options.record = problem_, "average", 10, 1
    local final = run(options):final().x
    for i = 1, 10 do
        sum = sum + final[i] / 10
    end
    local off, bias = (sum - x):norm(), (x - problem_:minimizer()):norm()
    t.ok(off < bias / 10, ("%s ends %.2g from its fixed point, %.2g from the minimizer"):format(name, off, bias))
end
if not quick then
    arrives(p, {method="bsgd", m=10, step=2e-3, samples=3e6}, "bsgd, m = 10")
    arrives(p, {method="e-bsgd", m=10, step=2e-3, samples=6e6}, "e-bsgd, m = 10")
    arrives(p, {method="bsgd", m=10, share=true, step=2e-3, samples=3e6}, "bsgd, m = 10, shared sets")
end
local iv = problem.instrumental{n=quick and 500 or 10000}
arrives(iv, {method="bsgd", m=1, step=1e-4, samples=quick and 2e5 or 2e6}, "bsgd on instrumental, m = 1")
if not quick then
    arrives(iv, {method="e-bsgd", m=1, step=1e-5, samples=3e6}, "e-bsgd on instrumental, m = 1")
end

-- What e:fixed_point promises.
p = problem.invariant_logistic{n = 200, d = 3, noise_var = 100}
best, least = p:minimizer()
for _, o in ipairs {{m = 1}, {m = 100}, {m = 1, share = true}, {order = 2, m = 1, share = true}, {order = 3, m = 10}} do
    local e = estimator(p, o)
    local x, gap = e:fixed_point()
    local name = ("order %d, m %d%s"):format(o.order or 1, o.m, o.share and ", shared" or "")
    t.ok(e:expected(x):norm() < 1e-8, name .. ": the expectation is zero")
    t.near(gap, p:objective(x) - least, 1e-12, name .. ": its gap")
    t.near(x, e:fixed_point(best), 1e-6, name .. ": from another start")
end
local x, gap = estimator(p, {method = "ru-mlmc"}):fixed_point()
t.near(x, best, 1e-6, "without bias it is the minimizer")
t.near(gap, 0, 1e-12, "without bias there is no gap")

t.equal({estimator(problem.maml_sine{}):fixed_point()}, {nil, "the law of this problem's block means is not known"},
    "without an exact expectation")
t.raises(function() estimator(p, {of = "value"}):fixed_point() end,
    "estimator:fixed_point: expected an estimate of the gradient, got one of the value")
t.raises(function() estimator(p):fixed_point{1} end, "estimator:fixed_point: expected x of length 3, got length 1")
t.raises(function() estimator(p).fixed_point() end, "estimator:fixed_point: call it with a colon")

-- Draws that are spread ever more widely, beside a normal law's tail: a logistic number adds the variance pi^2/3.
for _, noise in ipairs {9e7, 1.1e8, 1e10, 1e30, 1e200} do
    local one = problem.invariant_logistic{data = {a = mat{{1, 0}}, b = vec{1}}, noise_var = noise, l2 = 0}
    local sd, at = math.sqrt(noise + math.pi^2 / 3), vec{1, 0}
    local below = 1 / 2 - (1 / sd - 1 / (6 * sd^3)) / math.sqrt(2 * math.pi)
    t.near(estimator(one, {m = 1}):expected(at)[1], -below, 1e-13, ("the gradient at noise %g"):format(noise))
    local value = sd / math.sqrt(2 * math.pi) * math.exp(-1 / (2 * sd^2)) - below
    t.near(estimator(one, {m = 1, of = "value"}):expected(at) / value, 1, 1e-12, ("value at noise %g"):format(noise))
end
t.equal({estimator(problem.instrumental{n = 10}):fixed_point(vec{1e150})},
    {nil, "the expectation at this x is not known"}, "too steep a function is not averaged without end")
local far = estimator(problem.instrumental{data = {z1 = vec{1e170, -1e170}, Y = vec{1, -1}}}, {m = 2})
t.ok(select(2, far:fixed_point()):find "no point with an expected estimate below", "a search that leaves all numbers")
t.done()
