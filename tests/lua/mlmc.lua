-- Multilevel estimates: their expectation, cost and options.
local t = dofile "tests/lua/harness/tap.lua"
local reps = os.getenv "QUICK" and 2000 or 20000
local names = {"v-mlmc", "rt-mlmc", "ru-mlmc"}

-- The mean of sampled estimates is within 5 standard errors of the exact value, in every coordinate.
local function agrees(moments, want, name)
    local worst = 0
    for j = 1, #want do
        worst = math.max(worst, math.abs(moments.mean[j] - want[j]) / moments.se[j])
    end
    t.ok(worst < 5, name .. (" (%.1f standard errors)"):format(worst))
end

-- E v-mlmc = E rt-mlmc = E bsgd at m = 2^L; ru-mlmc has no bias.
for _, noise in ipairs {1, 25} do
    local p = problem.invariant_logistic{n=100, d=4, noise_var=noise}
    local x = rng.new(noise):normal(4)
    for L = 0, 4 do
        local plain = estimator(p, {m=2^L}):expected(x)
        for _, name in ipairs {"v-mlmc", "rt-mlmc"} do
            local e = estimator(p, {method=name, L=L})
            t.equal(e:expected(x), plain, ("expectation of %s, L = %d"):format(name, L))
            agrees(e:moments(x, {reps=reps // 2^L + 100}), plain, ("%s, L = %d"):format(name, L))
        end
    end
    t.equal(estimator(p, {method="ru-mlmc"}):expected(x), p:gradient(x), "ru-mlmc has no bias")
    for _, r in ipairs {0.26, 0.35, 0.49} do
        agrees(estimator(p, {method="ru-mlmc", r=r}):moments(x, {reps=reps}), p:gradient(x), "ru-mlmc, r = " .. r)
    end
end

-- The same for values of F.
local p = problem.invariant_logistic{n=100, d=4, noise_var=9}
for _, name in ipairs(names) do
    local e = estimator(p, {method=name, of="value"})
    local want = name == "ru-mlmc" and p:objective() or estimator(p, {of="value", m=32}):expected()
    local m = e:moments(nil, {reps=reps // 2})
    t.equal(e:expected(), want, name .. ", value: expectation")
    t.near(m.mean, want, 5 * m.se, name .. ", value: sampled")
    t.equal(m.cost.jac, 0, name .. ", value: no Jacobian")
end

-- Cost: 2 (181 + 64 2 + 23 4 + 8 8 + 3 16 + 32) for v-mlmc; the random ones pay 2^(l+1) by the law of l.
local v = estimator(p, {method="v-mlmc"}):moments(nil, {reps=10}).cost
t.equal(v, {outer=280, g=545, jac=545, samples=1090}, "cost of v-mlmc")
t.equal(estimator(p, {method="v-mlmc", L=1, n0=10, B=3}):moments(nil, {reps=10}).cost,
    {outer=42, g=54, jac=54, samples=108}, "ten terms, and four of two draws, three times")
local function mean_cost(r, last)
    local sum, all, spread = 0, 0, 0
    for l = 0, last do
        all = all + r^l
        sum, spread = sum + r^l * 2^(l + 1), spread + r^l * 4^(l + 1)
    end
    return sum / all, math.sqrt(spread / all)
end
for name, last in pairs {["rt-mlmc"] = 5, ["ru-mlmc"] = 40} do
    -- beyond level 12 no level is likely to be drawn: the spread of the cost is that of the levels before
    local mean, sd = mean_cost(2^-1.5, math.min(last, 12))
    local got = estimator(p, {method=name}):moments(nil, {reps=reps}).cost
    t.near(got.samples, mean, 5 * sd / math.sqrt(reps), name .. ": mean cost")
    t.equal({got.outer, got.g}, {1, got.jac}, name .. ": one outer sample, g as often as the Jacobian")
end

-- Runs: budgets are never exceeded, the last step is one that the budget allows.
for _, name in ipairs(names) do
    local r = run{problem=p, method=name, samples=20000, step=1e-3, reps=12, threads=2}
    local one = run{problem=p, method=name, samples=20000, step=1e-3, reps=12, threads=1}
    t.equal(r:final().x, one:final().x, name .. ": any number of threads")
    for _, row in ipairs(r:rows{by_rep=true}) do
        if row.samples > 20000 then
            t.ok(false, name .. ": the budget is exceeded")
        end
    end
    local rows = r:rows()
    t.ok(rows[#rows].objective < rows[1].objective, name .. ": the objective falls")
end

-- A saved run goes on with the levels that were tossed for its next step.
for _, name in ipairs(names) do
    local path = t.path("mlmc-" .. name)
    local whole = run{problem=p, method=name, samples=20000, step=1e-3, reps=3}
    for _, first in ipairs {1300, 5000, 12345} do
        run{problem=p, method=name, samples=first, step=1e-3, reps=3}:save(path)
        local rest = run.load(path):resume{samples=20000}
        t.equal(rest:final().x, whole:final().x, ("%s, saved at %d, goes on the same way"):format(name, first))
        t.equal(rest:final().samples, whole:final().samples, ("%s, saved at %d: cost"):format(name, first))
    end
    os.remove(path)
end

-- Without noise every level but the first is exactly nothing.
local quiet = problem.invariant_logistic{n=20, d=3, noise_var=0}
local still = estimator(quiet, {method="v-mlmc", L=3, n0=20}):moments({1, 2, 3}, {reps=2000})
agrees(still, quiet:gradient{1, 2, 3}, "no noise: the gradient")

-- With one row besides, v-mlmc is gradient descent, and so is rt-mlmc where level 0 is the only one; else it takes the
-- gradient over P(0) at level 0 and nothing at others.
local single = problem.invariant_logistic{data={a=mat{{1, 2, -0.5}}, b={-1}}, noise_var=0}
local function descends(options, name)
    local at = single:start()
    for _ = 1, 30 do
        at = at - 0.3 * single:gradient(at)
    end
    options.problem, options.step, options.steps, options.reps = single, 0.3, 30, 2
    t.near(run(options):final().x[2], at, 1e-14, name .. " without noise is gradient descent")
end
descends({method="v-mlmc"}, "v-mlmc")
descends({method="v-mlmc", L=2, n0=7, B=3}, "v-mlmc of other sizes")
descends({method="rt-mlmc", L=0}, "rt-mlmc with L = 0")
local data_gradient, levels_met = single:gradient() - 0.1 * single:start(), {}
for name, first in pairs {["rt-mlmc"] = (1 - 2^-1.5) / (1 - 2^-9), ["ru-mlmc"] = 1 - 2^-1.5} do
    for seed = 1, 20 do
        local got = estimator(single, {method=name}):sample(nil, {seed=seed}) - 0.1 * single:start()
        local weight = got:norm() > 0 and 1 / first or 0
        levels_met[weight] = true
        t.near(got, weight * data_gradient, 1e-14, name .. " without noise")
    end
end
t.ok(levels_met[0] and levels_met[1 / (1 - 2^-1.5)], "level 0 and others are met")

-- Wrong use.
t.raises(function() estimator(p, {method="v-mlmc", order=2}) end, "estimator: order does not go with v-mlmc")
t.raises(function() estimator(p, {method="rt-mlmc", operator=extrap.order(2)}) end,
    "estimator: operator does not go with rt-mlmc")
t.raises(function() run{problem=p, method="ru-mlmc", order=1, samples=100, step=1} end,
    "run: order does not go with ru-mlmc")
t.raises(function() estimator(p, {method="ru-mlmc", r=0.25}) end,
    "estimator: r must be above 1/4: with the probabilities (1-r) r^l the estimate's variance is infinite")
t.raises(function() estimator(p, {method="ru-mlmc", r=0.5}) end,
    "estimator: r must be below 1/2: with the probabilities (1-r) r^l the expected cost is infinite")
t.raises(function() estimator(p, {method="v-mlmc", m=4}) end, "estimator: unknown option 'm'")
t.equal(tostring(estimator(p, {method="rt-mlmc", L=7})),
    "estimator of the gradient, rt-mlmc: levels 0 to 7, batch 1", "as text")
t.equal(tostring(estimator(p, {method="rt-mlmc", of="value", B=3})),
    "estimator of the value, rt-mlmc: levels 0 to 5, batch 3", "of a value")

-- A kink of f makes beta less than the default r needs, and ru-mlmc's variance infinite: said where it is used, with
-- what does. Smooth f are not measured at all.
local WARNING, UNMEASURED = "the variance of ru%-mlmc is infinite", "was not measured"
local normal = dist.normal{mean=0, sd=1}

-- x + xi + eta under f: E g is spread over kinks of f.
local function spread(f, more)
    local options = {dim=1, outer=normal, inner=normal, g=function(x, xi, eta) return x[1] + xi + eta end, f=f, x0={-1}}
    for key, value in pairs(more or {}) do
        options[key] = value
    end
    return problem.new(options)
end
local function said(e)
    local text = tostring(e:moments(nil, {reps=100}))
    return text:find(WARNING) and "infinite" or text:find(UNMEASURED) and "not measured" or "nothing", text
end

local bent = function(y) return math.sqrt(0.1 + y*y) end
local plain = function(y) return y < 0 and -y or y end
for name, case in pairs {
    ["|y|, gradient"]={math.abs, {}, "infinite"}, ["relu, gradient, any r"]={math.relu, {r=0.49}, "infinite"},
    ["|y|, value, r"]={math.abs, {of="value", r=0.26}, "infinite"}, ["|y|, value"]={math.abs, {of="value"}, "nothing"},
    ["a jump, value"]={function(y) return where(y, 1, 0) end, {of="value"}, "infinite"},
    ["a kink of the derivative, value"]={function(y) return where(y, y*y, 0) end, {of="value"}, "nothing"},
    ["a narrow bend"]={bent, {r=0.26}, "nothing"}, ["a line"]={function(y) return 2*y end, {r=0.26}, "nothing"},
    ["plain Lua, gradient"]={plain, {}, "infinite"}, ["plain Lua, smooth"]={function(y)
        return y > 100 and y or math.sqrt(0.1 + y*y)
    end, {r=0.26}, "nothing"},
} do
    local options = {method="ru-mlmc"}
    for key, value in pairs(case[2]) do
        options[key] = value
    end
    t.equal(said(estimator(spread(case[1]), options)), case[3], name)
end
local sharp = spread(math.abs)
for _, name in ipairs {"v-mlmc", "rt-mlmc", "bsgd"} do
    t.equal(said(estimator(sharp, {method=name})), "nothing", name .. " has a finite variance")
end
for _, each in ipairs {problem.invariant_logistic{n=1000}, problem.invariant_logistic{n=1000, noise_var=1},
    problem.maml_sine{hidden={4}}} do
    for _, r in ipairs {0.26, 0.35, 0.49} do
        t.equal(said(estimator(each, {method="ru-mlmc", r=r})), "nothing", "a built-in problem, r = " .. r)
    end
end

-- The cure that is named is one: another r, or an estimate that ends.
local _, text = said(estimator(sharp, {method="ru-mlmc", of="value", r=0.26}))
local low, high, such = text:match "r between ([%d.]+) and ([%d.]+) does, such as ([%d.]+)"
t.ok(low and tonumber(low) > 2^-1.6 and high == "0.5" and low < such and such < high, "an r that does")
t.equal(said(estimator(sharp, {method="ru-mlmc", of="value", r=tonumber(such)})), "nothing", "nothing said of it")
t.ok(select(2, said(estimator(sharp, {method="ru-mlmc"}))):find "no r below 1/2 does: take v%-mlmc or rt%-mlmc",
    "no r where none does")

-- Not measured where that takes longer than what was done.
local slow = spread(plain, {g=function(x, xi, eta) return eta > 100 and eta or x[1] + xi + eta end})
t.equal(said(estimator(slow, {method="ru-mlmc"})), "not measured", "plain Lua called for each draw")

-- Where levels at x0 are nothing but rounding, the run's end counts.
local start = problem.new{dim=1, outer=normal, inner=normal, g=function(x, xi, eta) return x[1]*(eta + xi) end,
    f=function(y) return math.abs(y - 0.1) end}
local function notes(result)
    local found = {}
    for line in tostring(result):gmatch "[^\n]+" do
        found[#found + 1] = line:find(WARNING) and line or line:find(UNMEASURED) and line or nil
    end
    return found
end
local o = {problem=sharp, samples=2000, step=0.01, reps=2}
local function with(more)
    return t.over(o, more)
end
t.equal(#notes(run(with{method="ru-mlmc"})), 1, "a run says it")
t.equal(#notes(run(with{method="ru-mlmc", problem=start})), 1, "a run that begins without noise says it")
t.equal(#notes(run(with{method="rt-mlmc"})), 0, "one by rt-mlmc does not")
t.equal(#notes(run(with{method="ru-mlmc", problem=p})), 0, "nor one on a smooth problem")
local both = notes(compare(with{methods={{"ru-mlmc"}, {"rt-mlmc"}, {"bsgd"}}}))
t.ok(#both == 1 and both[1]:find "^ru%-mlmc: warning", "compare says of which method")
local grid = with{methods={{"ru-mlmc"}, {"bsgd"}}, grid={step={0.1, 0.01}}}
grid.step = nil
local tuned = notes(tune(grid))
t.ok(#tuned == 1 and tuned[1]:find "^ru%-mlmc: warning", "tune says it once")

local path = t.path "kinked"
run(with{method="ru-mlmc"}):save(path)
t.ok(#notes(run.load(path, {problem=sharp})) == 1, "a loaded run says it")
t.ok(notes(run.load(path))[1]:find "the run's problem is not known", "or that its problem is not known")
os.remove(path)

-- Levels judge by their own table.
local function of_levels(f, options)
    return #notes(estimator(spread(f), options):levels(nil, {reps=2000, L=9})) == 1
end
t.ok(of_levels(math.abs, {method="ru-mlmc"}), "levels of |y|")
t.ok(not of_levels(bent, {method="ru-mlmc", r=0.26}), "levels of a narrow bend")

-- Terms of each level as they are listed: L and n0 in other words.
local counted = {n = {181, 64, 23, 8, 3, 1}, method = "v-mlmc"}
t.equal(estimator(p, counted):moments(nil, {reps=10}), estimator(p, {method="v-mlmc"}):moments(nil, {reps=10}),
    "n in place of L and n0")
t.raises(function() estimator(p, {method="v-mlmc", n={4, 2}, L=1}) end,
    "estimator: n excludes L and n0: it lists the terms of each level")
t.raises(function() estimator(p, {method="v-mlmc", n={4, 0}}) end,
    "estimator: option 'n': expected whole numbers from 1 to 1000000000000, got 0 at element 2")
t.done()
