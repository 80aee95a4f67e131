-- Sampled estimates say how heavy their tail is, and warn above 0.7.
local t = dofile "tests/lua/harness/tap.lua"
local L1, L2 = extrap.paper(1), extrap.paper(2)
local reps = 20000

-- exp of an exponential with mean k has the tail index 1/k: its Pareto k is k. 424 values are fitted: the fit's
-- standard error is (1 + k)/sqrt(424).
for _, k in ipairs {0.3, 0.5, 0.9, 1.5} do
    local e = L1:estimate(math.exp, dist.exponential{mean=k}, {reps=reps})
    t.near(e.tail, k, 5 * (1 + k) / math.sqrt(424), "Pareto k of exp, mean " .. k)
end
local variance = "heavy tail (Pareto k > 0.7): the variance may not exist"
local mean = "heavy tail (Pareto k > 1): the mean may not exist"
local function warning(q, law, options)
    options = options or {}
    return (options.op or L1):estimate(q, law, {reps=reps, m=options.m}).warning
end
-- A law of the user's says nothing of its moments: the sample alone warns.
local function sampled(k)
    return dist.custom{draw=function(rng) return rng:exponential(k) end, mean=vec{k}}
end
t.equal(warning(math.exp, sampled(0.9)), variance, "no variance")
t.equal(warning(math.exp, sampled(1.5)), mean, "no mean")
local infinite = "the variance is infinite: the square of q grows as fast as the density of a block mean falls"
t.equal(warning(math.exp, dist.exponential{mean=0.6}), infinite, "a law that knows says so at any k")
t.equal(warning(math.exp, dist.exponential{mean=0.45}, {op=L2}), nil, "or that there is nothing to warn of")
t.equal(warning(math.exp, dist.normal{mean=0, sd=1}), nil, "exp of a normal is fine")
t.equal(warning(poly{0, 0, 0, 0, 1}, dist.ramp(0, 2)), nil, "s^4 on the ramp is fine")
local function inverse(s)
    return 1 / s
end
-- Their k is 1: either sentence may come.
t.ok(warning(inverse, dist.exponential{mean=1}), "1/s of an exponential has no mean")
t.ok(warning(inverse, dist.exponential{mean=1}, {op=L2}), "nor has L2 of it")
t.equal(warning(inverse, dist.exponential{mean=1}, {m=20}), nil, "of a mean of 20 it has many moments")
t.ok(warning(inverse, dist.normal{mean=0, sd=1}), "1/s of a normal at its pole")
local pole = L1:estimate(inverse, dist.normal{mean=0, sd=1}, {reps=reps})
t.equal(pole.bias, nil, "no bias against an infinite target")
t.ok(pole.mean ~= pole.mean and pole.finite_mean == pole.finite_mean, "a mean of what was made, not of the law")

-- Vectors: the tail of the norm.
local law = dist.custom{draw=function(rng) return vec{rng:exponential(1.5), rng:normal()} end, dim=2}
local two = L1:estimate(function(v) return vec{math.exp(v[1]), v[2]} end, law, {reps=2000})
t.equal(two.warning, mean, "a heavy tail in one of two numbers")

-- Few estimates have no tail.
local few = L1:estimate(math.exp, sampled(2), {reps=24})
t.equal({few.tail, few.warning}, {}, "fewer than 25 estimates")

-- bias: a column and a sentence.
local c = bias{q=math.exp, dist=dist.exponential{mean=0.9}, m={1, 16}, operators={1}, equal_cost=false, reps=reps}
local rows = c:rows()
t.ok(rows[1].tail > 0.7 and rows[2].tail < 0.3, "the tail by m")
t.ok(tostring(c):find("warning: order 1 at m = 1: " .. infinite, 1, true), "said under the table")
local fine = bias{q=math.exp, dist=dist.normal{mean=0, sd=1}, m={1, 2}, reps=1000}
t.ok(not tostring(fine):find("warning", 1, true), "nothing is said without need")

-- e:moments: the tail of the gradient's norm; r near 1/4 has hardly a variance.
local p = problem.invariant_logistic{n=1000}
local calm = estimator(p):moments(nil, {reps=reps})
t.ok(calm.tail < 0.3 and calm.warning == nil, "bsgd")
local wild = estimator(p, {method="ru-mlmc", r=0.26}):moments(nil, {reps=reps})
t.equal(wild.warning, variance, "ru-mlmc, r = 0.26, levels still flat")
for threads = 2, 3 do
    local again = estimator(p, {method="ru-mlmc", r=0.26}):moments(nil, {reps=reps, threads=threads})
    t.equal(again.tail, wild.tail, threads .. " threads")
    t.equal(L1:estimate(math.exp, dist.exponential{mean=0.9}, {reps=reps, threads=threads}).tail, rows[1].tail,
        threads .. " threads, op:estimate")
end

-- exp(a s) of a normal has all moments, and its mean, exp(a^2/2), is met by no sample where a is large: what is said
-- follows from the exact value alone, in a bias's table, too.
for _, a in ipairs {0.1, 1, 2, 6, 10, 20} do
    local q, normal = function(s) return math.exp(a * s) end, dist.normal{mean=0, sd=1}
    local e = L1:estimate(q, normal, {reps=1000, seed=1})
    local far = math.abs(e.mean - math.exp(a * a / 2)) > 6 * e.se
    local words = "warning: rare draws decide the mean, and the sample missed them: the exact expectation is "
    t.equal(far, a >= 6, "exp(" .. a .. " s): whether the sample is far from the exact mean")
    t.equal(tostring(e):find(words .. ("%.4g"):format(math.exp(a * a / 2)), 1, true) ~= nil, far, "and it is said")
    local b = bias{q=q, dist=normal, m={1}, operators={L1}, reps=1000, seed=1}
    t.equal(tostring(b):find("the sample missed them", 1, true) ~= nil, far, "of a bias, too")
end

-- Where the mean exists and is beyond what can be integrated.
for _, a in ipairs {60, 300} do
    local b = bias{q=function(s) return math.exp(a * s) end, dist=dist.normal{mean=0, sd=1}, m={1, 4}, operators={1},
        reps=200, seed=1}
    t.equal(b:columns().exact, nil, "exp(" .. a .. " s): no exact bias")
    t.ok(tostring(b):find("warning: order 1 at m = 1 (and 1 other row): rare draws decide the mean, more than such "
        .. "a sample shows: Pareto k of its tail is ", 1, true), "exp(" .. a .. " s): the tail is said")
end

-- How moments print: digits as far as the standard error allows.
local numbers = L1:estimate(poly{0, 1}, dist.normal{mean=2, sd=1}, {reps=10000})
local decimals = 1 - math.floor(math.log(numbers.se, 10))
local text = tostring(numbers)
t.ok(text:find(("%." .. decimals .. "f"):format(numbers.mean), 1, true), "a mean to the digits of its standard error")
t.ok(not text:find(("%." .. decimals + 1 .. "f"):format(numbers.mean), 1, true), "and no more")
t.ok(text:find("10000 estimates; one takes 1 draw; their tail is light", 1, true), "what it took")
local heavier = L1:estimate(math.exp, dist.exponential{mean=0.3}, {reps=10000})
t.ok(tostring(heavier):find("draw; Pareto k of their tail 0.", 1, true), "and its tail")
local bounded = L1:estimate(poly{0, 1}, dist.uniform(0, 1), {reps=10000})
t.ok(bounded.tail < 0 and tostring(bounded):find("draw; their tail is light (mean and variance exist)", 1, true),
    "no k of a light tail")
text = tostring(calm)
t.ok(text:find("coordinate", 1, true), "a gradient by coordinate")
t.ok(text:find("one takes 2 samples (1 outer, 1 g, 1 Jacobian)", 1, true), "and its cost")
t.ok(tostring(wild):find("\nwarning: " .. variance, 1, true), "a warning below")
local none = L1:estimate(function() return 0 / 0 end, dist.normal{mean=0, sd=1})
t.ok(tostring(none):find("nan", 1, true), "NaN is said")

t.done()
