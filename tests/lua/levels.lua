-- e:levels: the table against exact expectations, its rates, plans and warnings.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"
local reps = quick and 1000 or 10000

-- Values: the means of H^l are differences of exact expectations, known to their own standard errors.
local p = problem.invariant_logistic{n=100, d=4, noise_var=4}
local function exact(l)
    return l < 0 and 0 or estimator(p, {of="value", m=2^l}):expected()
end
local r = estimator(p, {method="v-mlmc", of="value", L=6}):levels(nil, {reps=reps})
for _, row in ipairs(r:rows()) do
    local l = row.level
    t.near(row.mean, exact(l) - exact(l - 1), 5 * row.se, "mean of H^" .. l)
    t.near(row.plain, exact(l), 5 * math.sqrt(row.plain_var / reps), "mean of h^" .. l)
    t.near(row.se, math.sqrt(row.var / reps), 1e-15, "standard error of H^" .. l)
    t.equal(row.cost, 2.0^l, "cost of H^" .. l)
    t.ok(l == 0 and row.consistency == nil or row.consistency < 1, "consistency at level " .. l)
end

-- Gradients: norms of means, variances summed over coordinates, the largest kurtosis.
local e = estimator(p, {method="rt-mlmc", L=3})
local g = e:levels(nil, {reps=reps}):rows()
for l = 0, 3 do
    local moments = estimator(p, {m=2^l}):moments(nil, {reps=reps, seed=1 + 1000003 * l})
    t.near(g[l + 1].plain, moments.mean:norm(), 1e-14, "norm of the mean of h^" .. l)
    t.near(g[l + 1].plain_var, moments.var:sum(), 1e-10, "variance of h^" .. l)
    t.equal(g[l + 1].cost, 2.0^(l + 1), "cost of a gradient's H^" .. l)
end
local first = estimator(p):moments(nil, {reps=reps})
t.near(g[1].kurtosis, first.kurtosis:max(), 1e-9, "the largest kurtosis")
t.near({g[1].mean, g[1].var}, {first.mean:norm(), first.var:sum()}, 1e-10, "H^0 is h^0")

-- Rates: a smooth f, little noise.
local clear = problem.invariant_logistic{n=1000, noise_var=1}
local table10 = estimator(clear, {method="v-mlmc", L=10}):levels(nil, {reps=reps, eps={0.1, 0.01, 0.001}})
if not quick then
    t.near(table10.alpha, 1, 0.15, "alpha")
    t.near(table10.beta, 2, 0.2, "beta")
end
t.equal(table10.gamma, 1.0, "gamma")
t.equal({table10.flat, table10.rates.from, table10.rates.to}, {false, 5, 10}, "fitted over the upper half")
for _, row in ipairs(table10:rows()) do
    t.ok(row.level == 0 or row.consistency < 1, "consistent at level " .. row.level)
end

-- Plans: n_l = ceil(2/eps^2 sqrt(V_l/C_l) sum sqrt(V C)), the least L whose bias is below eps/sqrt(2).
local rows = table10:rows()
if quick then
    table10 = estimator(clear, {method="v-mlmc", L=10}):levels(nil, {reps=5000, eps={0.1, 0.01, 0.001}})
    rows = table10:rows()
end
local function bias_left(L)
    local sum = rows[11].mean / (2^table10.alpha - 1)
    for l = L + 1, 10 do
        sum = sum + rows[l + 1].mean
    end
    return sum
end
for i, eps in ipairs {0.1, 0.01, 0.001} do
    local plan, sum, cost = table10.plan[i], 0, 0
    t.equal(plan.eps, eps, "plan for " .. eps)
    t.ok(bias_left(plan.L) <= eps / math.sqrt(2) and bias_left(plan.L - 1) > eps / math.sqrt(2), "its L")
    for l = 0, plan.L do
        sum = sum + math.sqrt(rows[l + 1].var * rows[l + 1].cost)
    end
    for l = 0, plan.L do
        local want = math.max(1, math.ceil(2 / eps^2 * math.sqrt(rows[l + 1].var / rows[l + 1].cost) * sum))
        t.near(plan.n[l + 1], want, 1, ("n_%d for %g"):format(l, eps))
        cost = cost + plan.n[l + 1] * rows[l + 1].cost
    end
    t.near(plan.cost, cost, 1e-9 * cost, "its cost")
    local last = rows[plan.L + 1]
    t.near(plan.plain, math.ceil(2 * last.plain_var / eps^2) * last.cost, 1e-9 * plan.plain, "plain Monte Carlo")
end
t.ok(table10.plan[3].cost < table10.plan[3].plain / 2, "levels are cheaper at small eps")
local far = estimator(clear, {method="v-mlmc", L=6}):levels(nil, {reps=reps, eps=1e-4}).plan[1]
t.ok(far.why or far.extrapolated and far.L > 6 and #far.n == far.L + 1, "beyond the table, by the rates")

-- Much noise: the table says that the levels are still flat, and plans nothing.
local noisy = estimator(problem.invariant_logistic{n=1000}, {method="v-mlmc", L=10}):levels(nil, {reps=reps, eps=0.1})
t.equal(noisy.flat, true, "flat")
t.equal(noisy.plan[1].why, "the rates have not begun", "no plan on flat levels")
local text = tostring(noisy)
t.ok(text:find("the level means are still flat", 1, true), "said in print")
t.ok(text:find("eps 0.1: no plan, the rates have not begun", 1, true), "with the plan")
t.ok(text:find("noise_var", 1, true), "with the option that sets the noise")
t.ok(not tostring(table10):find("still flat", 1, true), "not said elsewhere")
local own = estimator(problem.new{dim=1, outer={1, 2}, inner=dist.normal{mean=0, sd=100}, f=math.logcosh, x0={0},
    g=function(x, xi, eta) return x[1] * eta + eta + xi end}, {method="v-mlmc", L=6}):levels(nil, {reps=reps})
text = tostring(own)
t.ok(own.flat and text:find("still flat", 1, true) and not text:find("noise_var", 1, true), "no option of others")

-- Few estimates: no rates are made up.
local few = estimator(problem.invariant_logistic{n=1000}, {method="v-mlmc", L=4}):levels(nil, {reps=20, eps=0.1})
t.ok(few.alpha ~= few.alpha and tostring(few):find("no alpha", 1, true), "no alpha from noise")

-- Without noise nothing is left beyond level 0.
local quiet = estimator(problem.invariant_logistic{n=20, d=3, noise_var=0}, {method="v-mlmc", L=3}):levels({1, 2, 3})
for l = 1, 3 do
    t.equal(quiet:rows()[l + 1].var, 0.0, "no noise: level " .. l .. " is nothing")
end

-- Kurtosis: one row in 500 weighs more than all others.
local rare = {a=mat.new(500, 1), b=vec.zeros(500) + 1}
rare.a[500][1] = 30
local heavy = estimator(problem.invariant_logistic{data=rare, noise_var=0.01}, {method="v-mlmc", L=2}):levels({0.05})
t.ok(heavy:columns().kurtosis:max() > 100 and tostring(heavy):find("warning: a kurtosis above 100", 1, true),
    "a warning for a kurtosis above 100")

-- Levels that do not add up to the plain estimates.
local core = debug.getregistry()["debias.core"]
local function made_up(consistency)
    local columns = {}
    for _, name in ipairs {"mean", "se", "var", "kurtosis", "cost", "plain", "plain_var"} do
        columns[name] = vec{1, 1}
    end
    columns.consistency, columns.rounding = vec{0 / 0, consistency}, vec{0, 0}
    local rates = {alpha=1, alpha_half=0, beta=2, beta_half=0, gamma=1, from=0, to=1, left_out=0, flat=false}
    return tostring(core.use "experiment/levels"(e, columns, rates, {}, p:start(), {}, {}))
end
t.ok(made_up(1.01):find("warning: a consistency above 1", 1, true), "a warning for a consistency above 1")
t.ok(not made_up(0.99):find("warning", 1, true), "none below")

-- Options.
t.equal(#estimator(p, {method="ru-mlmc"}):levels(nil, {reps=10}), 9, "ru-mlmc has levels 0 to 8 by default")
t.equal(#estimator(p, {method="ru-mlmc"}):levels(nil, {reps=10, L=2}), 3, "or as many as asked for")
local one, two = e:levels(nil, {reps=3000, threads=1}), e:levels(nil, {reps=3000, threads=2})
t.equal(one:columns().mean, two:columns().mean, "any number of threads")
t.ok(e:levels(nil, {reps=100, seed=2}):columns().mean ~= e:levels(nil, {reps=100}):columns().mean, "another seed")
local spec = one:spec()
t.equal({spec.experiment, spec.method, spec.L, spec.seed}, {"levels", "rt-mlmc", 3, 1}, "what was asked")
t.ok(e:levels(nil, {reps=100}):plot(), "a figure")
t.raises(function() estimator(p):levels() end,
    "estimator:levels: expected an estimate by v-mlmc, rt-mlmc or ru-mlmc, got one that has no levels")
t.raises(function() e:levels(nil, {rep=10}) end, "estimator:levels: unknown option 'rep', did you mean 'reps'?")
t.raises(function() e.levels(1) end, "estimator:levels: call it with a colon")
t.raises(function() e:levels({1, 2}) end,
    "estimator:levels: expected x of length 4, got length 2")

-- Laws of one value and linear f: terms that are rounding make no rates, no inconsistency and no heights.
local point, unit = dist.discrete({0.3}, {1}), dist.normal{mean=0.1, sd=1}
for name, case in pairs {
    ["exp at a point"]={math.exp, point}, ["large values at a point"]={function(y) return 1e8 + math.exp(y) end, point},
    ["a linear f"]={function(y) return 3 - 0.1 * y end, unit}, ["a constant f"]={function() return 0.1 end, unit},
} do
    local flat = estimator(problem.new{dim=0, outer=1, inner=case[2], g=function(_, _, eta) return eta end, f=case[1]},
        {method="v-mlmc", of="value", L=5}):levels(nil, {reps=500, eps={0.1}})
    for l = 1, 5 do
        t.ok(flat:columns().consistency[l + 1] < 1, name .. ": consistent at level " .. l)
    end
    t.ok(flat.alpha ~= flat.alpha, name .. ": no alpha")
    t.equal(flat.plan[1].why, "no level above 0 has more than rounding", name .. ": no plan, and why")
    t.ok(tostring(flat):find "no more than rounding, h%^0 shows no bias", name .. ": said")
    t.equal(#flat:plot():data()[1].y, 1, name .. ": no heights but that of level 0")
end

-- Levels without a mean or a variance: no numbers in their place, no rates over them, no plan, and why.
local function centred(f, options)
    local normal = dist.normal{mean=0, sd=1}
    local all = {dim=1, outer=1, inner=normal, g=function(x, _, eta) return x[1] + eta end, f=f, x0={0}}
    for key, value in pairs(options or {}) do
        all[key] = value
    end
    return problem.new(all)
end
local function levels_of(each, of)
    return estimator(each, {method="v-mlmc", of=of, L=5}):levels(nil, {reps=200, eps={0.1}})
end
local function known(table_of, name)
    local list = {}
    for _, row in ipairs(table_of:rows()) do
        list[#list + 1] = row[name] and row.level
    end
    return list
end
local all = {0, 1, 2, 3, 4, 5}
for name, case in pairs {
    ["1/y"]={function(y) return 1 / y end, value={}, gradient={}},
    ["log y"]={math.log, value={}, gradient={}},
    ["exp(y^2/2)"]={function(y) return math.exp(y*y / 2) end, value={2, 3, 4, 5}},
    ["y^3"]={function(y) return y^3 end, value=all, gradient=all},
} do
    for _, of in ipairs {"value", "gradient"} do
        if case[of] then
            local got, title, whole = levels_of(centred(case[1]), of), name .. ", " .. of .. ": ", #case[of] == 6
            t.equal(known(got, "mean"), case[of], title .. "levels with a mean")
            t.equal((got.plan[1].why or ""):find "^level 0 has no mean" ~= nil, not whole, title .. "the plan")
            t.equal(got.rates.beta_lo == got.rates.beta_lo, #case[of] >= 4, title .. "rates")
            t.equal(tostring(got):find "warning: no mean at level" ~= nil, not whole, title .. "said")
            t.ok(whole or not tostring(got):find "left out as noise", title .. "nothing called noise")
        end
    end
end
local bump = levels_of(centred(function(y) return math.exp(y*y / 2) end), "value")
t.equal(known(bump, "var"), {3, 4, 5}, "levels with a variance")
t.equal(known(bump, "plain"), {1, 2, 3, 4, 5}, "means of h^l")
t.ok(bump.rates.beta_lo == bump.rates.beta_lo, "rates over levels that have one")
t.ok(tostring(bump):find "warning: no variance at level 2: the variance is infinite", "the reason")

-- A law, a g or an f of which nothing is known: what is sampled is shown, and what is not finite is called that.
for name, options in pairs {
    ["g is no line"]={g=function(x, _, eta) return x[1] + eta*eta - 1 end}, ["a sampler"]={inner=function(rng)
        return rng:normal()
    end}, ["outer draws"]={outer=dist.normal{mean=0, sd=1}},
    ["a g that ends"]={g=function(x, _, eta) return x[1] + math.max(math.min(eta, 2), -2) end},
} do
    local words = tostring(levels_of(centred(math.log, options), "value"))
    t.ok(not words:find "warning: no mean", name .. ": nothing known")
    t.ok(words:find "are not finite, and so no mean, .*: %d+ at level 0, %d+ at level 1", name .. ": not finite")
    t.ok(words:find "no alpha: .*%(values that are not finite: levels 3, 4", name .. ": named by level")
end

t.done()
