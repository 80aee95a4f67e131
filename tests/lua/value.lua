-- value{..} by multilevel Monte Carlo: closed forms, what ends it, the same bits for any number of threads, errors.
-- tests/lua/value_methods.lua has the other methods.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"
local N = dist.normal{mean = 0, sd = 1}

-- The value by multilevel Monte Carlo.
local function by_levels(options)
    return value(t.over({method = "v-mlmc"}, options))
end

-- Both errors together: 5 standard errors and the bias that it states.
local function agrees(v, want, name)
    local off = math.abs(v.value - want)
    t.ok(off <= 5 * v.se + 2 * v.bias, ("%s: off by %.2g, se %.2g, bias %.2g"):format(name, off, v.se, v.bias))
end

-- Expected value of partial perfect information: two options, the second is worth theta + eta given theta.
local function two_options()
    return problem.new{dim = 0, outer = N, inner = N,
        g = function(_, theta, eta) return vec{0, theta + eta} end,
        f = function(y) return y:max() end}
end

local eps = quick and 2e-2 or 3e-3
local evppi = two_options()
local v = by_levels{problem = evppi, eps = eps, seed = 1}
agrees(v, 1 / math.sqrt(2 * math.pi), "EVPPI of two options")
t.ok(v.reached and v.rmse <= eps and v.se <= eps / math.sqrt(2) and v.bias <= eps / math.sqrt(2), "within eps")
t.near(v.rmse, math.sqrt(v.se ^ 2 + v.bias ^ 2), 1e-15, "the whole error")
t.equal(v.why, "the error wanted was reached", "why it ended")
t.ok(v.cost < v.plain_cost, "less than plain nested Monte Carlo")

-- The value is the sum of the means, cost the samples of all terms, and levels add up.
local rows, sum, cost = v:rows(), 0, 0
for l, row in ipairs(rows) do
    sum, cost = sum + row.mean, cost + row.n * row.cost
    t.equal(row.cost, 2.0 ^ (l - 1), "samples of a term of level " .. l - 1)
    t.ok(l == 1 or row.consistency < 1, "consistency of level " .. l - 1)
end
t.near(v.value, sum, 1e-15, "the sum of the terms' means")
t.equal(v.cost, cost, "cost")
t.equal(#rows, v.L + 1, "levels 0 to L")

-- Bits do not depend on threads.
local function bits(w)
    return ("%a %a %a %d"):format(w.value, w.se, w.bias, w.cost)
end
t.equal(bits(by_levels{problem = evppi, eps = eps, seed = 1, threads = 3}), bits(v), "three threads")
t.ok(bits(by_levels{problem = evppi, eps = eps, seed = 2}) ~= bits(v), "another seed")

-- The log evidence of a normal model, log E exp(s eta) = s^2/2 given each outer sample.
local s = 0.8
local evidence = problem.new{dim = 0, outer = {-1, 0, 0.5, 2, 3}, inner = N,
    g = function(_, xi, eta) return math.exp(xi + s * eta) end,
    f = function(y) return math.log(y) end}
agrees(by_levels{problem = evidence, eps = 2 * eps, seed = 1}, 0.9 + s ^ 2 / 2, "log evidence")

-- E max of three: max of three independent normals, 3 / (2 sqrt(pi)); the inner noise has the mean 0.
local three = problem.new{dim = 0, outer = dist.normal{mean = {0, 0, 0}, sd = {1, 1, 1}}, inner = N,
    g = function(_, theta, eta) return theta + vec{0, eta, -eta} end,
    f = function(y) return y:max() end}
agrees(by_levels{problem = three, eps = eps, seed = 1}, 3 / (2 * math.sqrt(math.pi)), "E max of three")

-- A jump: P(E[theta + eta | theta] > 1/2). In theory alpha = 1, beta = 1/2.
local jump = problem.new{dim = 0, outer = N, inner = N,
    g = function(_, theta, eta) return theta + eta end,
    f = function(y) return where(y - 0.5, 1, 0) end}
local p = by_levels{problem = jump, eps = quick and 2e-2 or 5e-3, seed = 1}
agrees(p, 0.30853753872598690, "P(E[..] > c)")
t.ok(p.reached, "reached in spite of the jump")
t.near(p.beta, 0.5, 0.3, "beta of a jump")

-- log E exp of one number: a smooth f.
local smooth = problem.new{dim = 0, outer = N, inner = N,
    g = function(_, theta, eta) return math.exp(0.5 * eta) * (1 + theta * theta) end,
    f = function(y) return math.log(y) end,
    g_mean = function(_, theta) return math.exp(0.125) * (1 + theta * theta) end}
local w = by_levels{problem = smooth, eps = 2 * eps, seed = 1}
t.near(w.alpha, 1, 0.4, "alpha of a smooth f")
t.ok(w.beta > 1.5, "beta of a smooth f")

-- A finite set with a known g_mean: the exact value is beside it.
local known = problem.new{dim = 1, outer = {-1, 2}, inner = N, l2 = 0.5,
    g = function(x, xi, eta) return x[1] * xi + eta end, f = function(y) return y * y end,
    g_mean = function(x, xi) return x[1] * xi end}
local k = by_levels{problem = known, x = 2, eps = 0.1, seed = 1}
t.equal(k.exact, 11.0, "exact: (4 + 16) / 2 and the penalty")
t.near(k.error, k.value - 11, 1e-15, "error")
t.ok(tostring(k):find "\nexact 11: the value is off by %-?[%d.]+\n", "in words")
agrees(k, 11, "with a penalty")

-- Ends: samples, seconds, se.
local few = by_levels{problem = evppi, eps = 1e-5, samples = 50000, seed = 1}
t.ok(not few.reached and few.cost <= 50000 and few.cost > 40000, "samples are not exceeded")
t.equal(few.why, "the samples were spent", "and said")
t.ok(tostring(few):find "ended before that: the samples were spent; eps 1e%-05 takes about [%d.e+]+ samples",
    "what it takes")
local timed = by_levels{problem = evppi, eps = 1e-9, seconds = 0.05, seed = 1}
t.equal(timed.why, "the time was over", "seconds")
t.ok(not by_levels{problem = evppi, samples = 2000, seed = 1}.reached, "all samples for the least error")
local of_se = by_levels{problem = evppi, se = 0.01, L = 3, seed = 1}
t.ok(of_se.reached and of_se.se <= 0.01 and of_se.L == 3, "se alone leaves the levels as they are")

-- Terms as they are listed, and plans.
local listed = by_levels{problem = evppi, n = {4096, 512, 256}, seed = 1}
t.equal(listed.n, {4096, 512, 256}, "terms of each level")
local plan = estimator(evppi, {method = "v-mlmc", L = 5}):levels(nil, {reps = 1e4, eps = 0.02, seed = 1}).plan[1]
local planned = plan:run{seed = 1}
for l, n in ipairs(planned.n) do
    t.ok(n >= plan.n[l] and n < plan.n[l] + 1024, "terms of the plan at level " .. l - 1)
end
agrees(planned, 1 / math.sqrt(2 * math.pi), "a plan that is run")

-- Several eps: the report; going on gives the bits of asking for all at once.
local both = by_levels{problem = evppi, eps = {2 * eps, 5 * eps}, seed = 1}
local report = both.report:rows()
t.equal({report[1].eps, report[2].eps, #report}, {5 * eps, 2 * eps, 2}, "a row for each eps, the largest first")
t.equal({report[2].value, report[2].cost}, {both.value, both.cost}, "the last row is the value")
t.near(report[1].ratio, report[1].plain_cost / report[1].cost, 1e-12, "ratio")
local first = by_levels{problem = evppi, eps = 5 * eps, seed = 1, threads = 2}
local gone_on = first:resume{eps = 2 * eps}
t.equal(bits(gone_on), bits(both), "resume: the bits of one call")
t.equal(bits(first:resume{eps = 2 * eps}), bits(both), "once more: the first result is as it was")
t.equal(#gone_on.report, 2, "the report goes on")
t.equal(first:resume{samples = first.cost}.cost, first.cost, "samples: all of them")
t.raises(function() first:resume{} end, "value:resume: expected an end: eps, se, samples or seconds")
t.raises(function() first:resume{eps = 1, seed = 2} end, "value:resume: unknown option 'seed', did you mean 'se'?")

-- What was ended on its way goes on where it was: by resume, and by a checkpoint.
local whole = by_levels{problem = evppi, eps = {4 * eps, 2 * eps}, seed = 1}
local cut = by_levels{problem = evppi, eps = {4 * eps, 2 * eps}, samples = whole.cost // 2, seed = 1}
t.ok(not cut.reached, "ended by the samples")
t.equal(bits(cut:resume{eps = 2 * eps}), bits(whole), "resume goes on where it was")
local path, calls = t.path "value.kept", 0
for part = 1, 60 do -- the first has no time, the last has hours
    calls = part
    local kept = by_levels{problem = evppi, eps = {4 * eps, 2 * eps}, seconds = 1e-9 + 0.004 * (1.3 ^ (part - 1) - 1),
        seed = 1, checkpoint = path, threads = part % 3 + 1}
    if kept.reached then
        t.equal(bits(kept), bits(whole), "a checkpoint gone on with until it was over")
        t.equal(#kept.report, 2, "with a row for each eps")
        break
    end
end
t.ok(calls > 1 and calls < 60, ("in several calls: %d"):format(calls))
t.raises(function() by_levels{problem = evppi, eps = {4 * eps, 2 * eps}, seed = 2, checkpoint = path} end,
    ("value: checkpoint '%s' is of another call: option 'seed' is 1 there, 2 here"):format(path))
t.raises(function() by_levels{problem = evppi, eps = eps, checkpoint = t.write(t.path "none", "x")} end,
    ("value: cannot read checkpoint '%s': this is not a saved run"):format(t.path "none"))

-- Four panels, as they were computed; what gave them can be asked again.
local drawn = gone_on:plot()
t.equal(tostring(drawn), "figure: 4 panels", "four panels")
local seen = {}
for _, series in ipairs(drawn:data()) do
    seen[series.panel] = (seen[series.panel] or 0) + 1
end
t.equal(seen, {2, 2, 2, 2}, "two variances, two means, two eps, two costs")
local _, same = reproduce(drawn:save(t.path "value.svg"), {problem = evppi})
t.ok(same, "a figure of what went on is reproduced")

-- Levels of one's own: Milstein's scheme for a call option with 2^l steps (Giles, 2008).
local rate, sigma, strike = 0.05, 0.2, 100
local function step(price, dw, h)
    return price + rate * h * price + sigma * price * dw + 0.5 * sigma ^ 2 * price * (dw * dw - h)
end
local function call_option(l, g, n)
    local steps, h, before = 2 ^ l, 2.0 ^ -l, nil
    local fine, coarse = vec.zeros(n) + 100, l > 0 and vec.zeros(n) + 100 or nil
    for i = 1, steps do
        local dw = math.sqrt(h) * g:normal(n)
        fine = step(fine, dw, h)
        if l > 0 and i % 2 == 0 then
            coarse = step(coarse, before + dw, 2 * h)
        end
        before = dw
    end
    local function pay(price)
        return math.exp(-rate) * math.relu(price - strike)
    end
    return pay(fine), coarse and pay(coarse), coarse and 1.5 * steps or 1
end
local option = value{levels = call_option, eps = quick and 0.5 or 0.1, seed = 1}
agrees(option, 10.450583572185565, "an option by levels of one's own")
t.ok(option.reached and option:rows()[2].cost == 3, "costs as they are given")
t.near(option.alpha, 1, 0.5, "alpha of Milstein's scheme")
local function own(coarse, one)
    return function(l, g, n)
        local x = g:normal(n)
        return l == 1 and 5 or x, l > 0 and x or coarse, one
    end
end
t.raises(function() value{levels = own(), eps = 0.1} end,
    "value: option 'levels': expected a vec of 512 numbers as P_1 at level 1, got 5")
t.raises(function() value{levels = own(2), eps = 0.1} end,
    "value: option 'levels': expected nil in place of a coarser level at level 0, got 2")
t.raises(function() value{levels = own(nil, -1), eps = 0.1} end,
    "value: option 'levels': expected a number > 0, at most 1e100, as the cost of one sample at level 0, got -1")
t.raises(function() value{levels = own(nil, 1e200), eps = 0.1} end,
    "value: option 'levels': expected a number > 0, at most 1e100, as the cost of one sample at level 0, got 1e+200")
local own_path = t.path "levels.kept"
local kept_option = value{levels = call_option, eps = 0.5, seed = 1, checkpoint = own_path}
t.equal(bits(value{levels = call_option, eps = 0.5, seed = 1, checkpoint = own_path}), bits(kept_option),
    "a checkpoint of levels of one's own")
t.raises(function() value{levels = own(), problem = evppi, eps = 1} end,
    "value: problem and levels exclude each other")
t.raises(function() value{levels = own(), x = 1, eps = 1} end, "value: option 'x' goes with problem, not with levels")
t.raises(function() by_levels{problem = evppi, gamma = 1, eps = 1} end,
    "value: option 'gamma' goes with levels: that of a problem is 1")

-- What does not go.
t.raises(function() value{eps = 1} end, "value: expected option problem, or levels of your own")
t.raises(function() value{problem = evppi} end, "value: expected an end: eps, se, samples or seconds")
t.raises(function() value{problem = evppi, eps = -1} end,
    "value: option 'eps': expected numbers > 0, got -1")
t.raises(function() value{problem = evppi, eps = {1, -1}} end,
    "value: option 'eps': expected numbers > 0, got -1 at element 2")
t.raises(function() value{problem = evppi, eps = 1, L = 5, L_most = 3} end,
    "value: option 'L_most': expected at least L = 5, got 3")
for _, options in ipairs {{eps = 1}, {n = {1e5}}, {eps = 1, method = "rt-mlmc"}} do
    t.raises(function() value(t.over({problem = evppi, samples = 1}, options)) end,
        "value: option 'samples': expected more, 1 is too few for a first estimate")
end
t.raises(function() value{problem = evppi, eps = 1, se = 1} end,
    "value: eps and se exclude each other: eps is for bias and sampling error, se for the latter alone")
t.raises(function() value{problem = evppi, n = {4}, eps = 1} end,
    "value: n excludes eps: it lists the terms of each level")
t.raises(function() value{problem = evppi, n = {4.5}} end,
    "value: option 'n': expected whole numbers, got 4.5 at element 1")
t.raises(function() value{problem = evppi, esp = 1} end, "value: unknown option 'esp', did you mean 'eps'?")
t.raises(function() plan.run{} end, "plan:run: call it with a colon")
t.raises(function() plan:run{reps = 1} end, "plan:run: unknown option 'reps'")

-- Values that are not finite end it, and say so.
local odd = problem.new{dim = 0, outer = N, inner = N, g = function(_, theta, eta) return theta + eta end,
    f = function(y) return math.log(y) end}
local o = by_levels{problem = odd, eps = 0.1, seed = 1}
t.ok(not o.reached and o.value ~= o.value and o.why == "some values are not finite", "values that are not finite")
t.ok(tostring(o):find "bias not known\n" and not tostring(o):find "takes about", "of which nothing else is said")

-- f of a sum of two normal numbers, by every method: what is not finite or has no variance ends it.
local function of(f, options)
    local own_f = problem.new{dim = 0, outer = N, inner = N, f = f, g = function(_, theta, eta) return theta + eta end}
    return value(t.over({problem = own_f, eps = 0.05, seed = 1, samples = 1e6}, options))
end
for _, method in ipairs {"v-mlmc", "rt-mlmc", "ru-mlmc", "bsgd", "e-bsgd", "auto"} do
    local rare = of(function(y) return math.log(y + 4) end, {method = method})
    t.equal({rare.reached, rare.why}, {false, "some values are not finite"}, method .. ": a rare NaN")
    local zero = of(function() return 0 end, {method = method})
    t.equal({zero.reached, zero.value, zero.se, zero.bias}, {true, 0, 0, 0}, method .. ": a constant")
    t.ok(tostring(zero):find "warning: 1[%d.e+]+ [%a%d ]+ show no variance: what is rarer than that would not show",
        method .. ": of which it warns")
    local tiny = of(function(y) return 1e-200 * y end, {method = method, eps = 1e-201})
    t.ok(tiny.reached and math.abs(tiny.value) < 1e-200, method .. ": numbers whose squares are 0")
end
local large = of(function(y) return 1e200 * y * y end, {method = "v-mlmc"})
t.equal({large.reached, large.why}, {false, "the variance is beyond the largest number"}, "no variance")
for _, name in ipairs {"plain_cost", "ratio", "bias"} do
    t.ok(large[name] ~= large[name], "and no " .. name)
end
local still = problem.new{dim = 0, outer = N, inner = N, g = function(_, _, b) return b end,
    f = function() return 3 end}
t.equal(value{problem = still, samples = 1e5, seed = 1}.why, "no error is left to see", "a constant, by samples")

-- A law without a variance: level 0 of a sum with such an inner draw.
local pareto = problem.new{dim = 0, outer = N, inner = function(g) return g:uniform() ^ (-1 / 1.5) end,
    g = function(_, theta, eta) return theta + eta end, f = function(y) return math.abs(y) end}
local heavy = tostring(by_levels{problem = pareto, eps = 0.1, samples = 1e5, seed = 1})
t.ok(heavy:find "warning: few of the [%d.e+]+ terms of level 0 decide the standard error %(kurtosis [%d.e+]+%)",
    "a variance that may not exist")
t.ok(tostring(value{problem = pareto, order = 1, eps = 0.1, samples = 1e5, seed = 1}):find
    "warning: few of the [%d.e+]+ estimates decide the standard error", "by an operator, too")
t.ok(not tostring(v):find "warning", "of what is well nothing is told")

t.equal(tostring(by_levels{problem = still, eps = 1, seed = 1}:plot()), "figure: 4 panels", "a figure without costs")

-- Levels whose terms have no variance: new ones are drawn all the same.
local function shifted(l, g, n)
    local z = g:normal(n)
    return z + 2.0 ^ -l, l > 0 and z + 2.0 ^ (1 - l) or nil
end
local plain = value{levels = shifted, eps = 0.02, seed = 1}
t.ok(plain.reached and plain.L >= 5 and plain.bias < 0.02, "levels without variance are added")
agrees(plain, 0, "and their means count")

-- Levels that do not add up are told.
local odd_levels = value{n = {1024, 1024, 1024}, seed = 1, levels = function(l, g, n)
    return g:normal(n) + l, l > 0 and g:normal(n) or nil
end}
t.ok(tostring(odd_levels):find "warning: level 2 does not add up %(consistency [%d.]+, more than 1%)", "consistency")
t.ok(not tostring(plain):find "add up", "of those that do nothing is told")
t.ok(tostring(value{levels = shifted, n = {1024}}):find "bias not known\n", "one level says nothing of the bias")
t.done()
