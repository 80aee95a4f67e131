-- problem.new: problems of the user's functions against the built-in ones, traced and as plain Lua.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"

-- The largest difference of the final points of the same run on two problems.
local function apart(p, q, options)
    local ends = {}
    for i, problem in ipairs {p, q} do
        local o = {problem=problem, reps=3, record=4}
        for key, value in pairs(options) do
            o[key] = value
        end
        ends[i] = run(o):final().x
    end
    local most = 0
    for i = 1, ends[1].rows do
        most = math.max(most, (ends[1][i] - ends[2][i]):norm() / (1 + ends[2][i]:norm()))
    end
    return most
end

local logistic = problem.invariant_logistic{n=60, d=10, noise_var=4, l2=0.1}
local own = {
    dim=10, l2=0.1, outer=logistic:data(), x0=logistic:start(),
    inner=function(rng, xi) return xi.a + 2 * rng:normal(10) end,
    g=function(x, _, eta) return eta:dot(x) end,
    g_mean=function(x, xi) return xi.a:dot(x) end,
    f=function(y, xi) return math.softplus(-xi.b * y) end,
}

local function with(options)
    local all = {}
    for key, value in pairs(own) do
        all[key] = value
    end
    for key, value in pairs(options) do
        all[key] = value or nil -- false takes an option out
    end
    return problem.new(all)
end

local mine = problem.new(own)
t.equal({mine.dim, mine.inner_dim, mine.n, mine:start()}, {10, 1, 60, logistic:start()}, "logistic: sizes and start")
t.ok(mine:check().ok, "logistic: derivatives agree with differences")
local x, least = mine:minimizer()
local want, built = logistic:minimizer()
t.ok((x - want):norm() < 1e-12 and math.abs(least - built) < 1e-14, "logistic: the same minimizer")

-- As plain Lua: f branches.
local plain = with{f=function(y, xi)
    local z = -xi.b * y
    if z > 0 then
        return z + math.log1p(math.exp(-z))
    end
    return math.log1p(math.exp(z))
end}
t.ok(plain:check().ok, "plain f: derivatives agree with differences")
for method in ("bsgd e-bsgd e-bspiderboost e-nestedvr v-mlmc rt-mlmc ru-mlmc sox msvr"):gmatch "%S+" do
    local options = {method=method, step=1e-3, steps=quick and 5 or 30}
    t.ok(apart(mine, logistic, options) < 1e-13, "logistic: the same run by " .. method)
    options.steps = 3
    t.ok(apart(plain, logistic, options) < 1e-13, "plain f: the same run by " .. method)
end
for _, options in ipairs {{m=3}, {order=3, m=2}, {share=true, order=2, m=2}, {m=2, m_jac=5, B=4}} do
    options.method, options.step, options.steps = "bsgd", 1e-3, 10
    t.ok(apart(mine, logistic, options) < 1e-13, "logistic: options of the estimate")
end
t.equal(run{problem=mine, method="e-bsgd", step=1e-3, steps=50, reps=4, threads=1}:final().x,
    run{problem=mine, method="e-bsgd", step=1e-3, steps=50, reps=4, threads=3}:final().x, "the same on any threads")

local iv = problem.instrumental{n=40}
local data = iv:data()
local my_iv = problem.new{
    dim=1, x0={2}, outer={z1=data.z1, Y=data.Y},
    inner=function(rng, xi) return 0.5 * xi.z1 + 0.5 * rng:normal() + rng:exponential(10) end,
    g=function(w, _, X) return w * X end,
    g_mean=function(w, xi) return w * (0.5 * xi.z1 + 10) end,
    f=function(y, xi) return math.logcosh(xi.Y - y) end,
}
t.ok(apart(my_iv, iv, {method="e-bsgd", step=1e-3, steps=50}) < 1e-13, "instrumental: the same run")
t.ok((my_iv:minimizer() - iv:minimizer()):norm() < 1e-12, "instrumental: the same minimizer")

-- MAML: a gradient inside g, an endless outer law.
local H = 3
local function net(w, s)
    local sum = w[3 * H + 1]
    for h = 1, H do
        sum = sum + w[2 * H + h] * math.tanh(w[h] * s + w[H + h])
    end
    return sum
end
local function loss(w, task, points)
    local sum = 0
    for i = 1, #points do
        sum = sum + (net(w, points[i]) - task.A * math.sin(points[i] - task.phase))^2
    end
    return sum / (2 * #points)
end
for _, first_order in ipairs {true, false} do
    local maml = problem.maml_sine{hidden={H}, batch=4, query=5, alpha=0.1, first_order=first_order}
    local my_maml = problem.new{
        dim=3 * H + 1, x0=maml:start(),
        outer=function(rng)
            local A, phase = 0.1 + 4.9 * rng:uniform(), math.pi * rng:uniform()
            return {A=A, phase=phase, query=5 * (2 * rng:uniform(5) - 1)}
        end,
        inner=function(rng) return 5 * (2 * rng:uniform(4) - 1) end,
        g=function(w, task, support)
            local step = grad(loss)(w, task, support)
            return w - 0.1 * (first_order and stop_gradient(step) or step)
        end,
        f=function(w, task) return loss(w, task, task.query) end,
    }
    local name = first_order and "first order" or "second order"
    t.ok(apart(my_maml, maml, {method="e-bsgd", m=2, step=1e-2, steps=10}) < 1e-11, "maml_sine: the same run, " .. name)
end

-- The mean over tasks of the loss on the query set after a step by the loss over all points: midpoint sums over N of
-- them, whose error is a series in 1/N^2.
local function mean_loss(maml, N)
    local tasks, w, sum = maml:data(), maml:start(), 0
    local points = vec.linspace(-5 + 5 / N, 5 - 5 / N, N)
    for i = 1, #tasks.A do
        local task = {A=tasks.A[i], phase=tasks.phase[i]}
        sum = sum + loss(w - 0.1 * grad(loss)(w, task, points), task, tasks.query[i]) / #tasks.A
    end
    return sum
end

-- A finite set of tasks: e-nestedvr keeps the draws of z, or knows that it is the identity; of a problem of one's own
-- it keeps the Jacobians themselves. Equal points by both, on the same draws, in every mix of visits.
for _, first_order in ipairs {true, false} do
    local maml = problem.maml_sine{n=7, hidden={H}, batch=4, query=5, alpha=0.1, first_order=first_order, l2=0.01}
    local my_maml = problem.new{
        dim=3 * H + 1, x0=maml:start(), outer=maml:data(), l2=0.01,
        inner=function(rng) return 5 * (2 * rng:uniform(4) - 1) end,
        g=function(w, task, support)
            local step = grad(loss)(w, task, support)
            return w - 0.1 * (first_order and stop_gradient(step) or step)
        end,
        f=function(w, task) return loss(w, task, task.query) end,
    }
    local name = first_order and "first order" or "second order"
    for _, method in ipairs {
        {method="e-bsgd", m=2, B=3}, {method="nestedvr", S1=5, S2=2, inner_period=4, B1=7},
        {method="e-nestedvr", S1=5, S2=2, inner_period=3, B1=7, B2=2, period=5},
        {method="e-nestedvr", S1=5, S2=2, inner_period=4, B1=5, B2=3, period=4, listing=true, chains=false},
        {method="e-nestedvr", S1=4, S2=1, inner_period=1, B1=3},
    } do
        method.step, method.steps = 1e-2, 30
        t.ok(apart(my_maml, maml, method) < 1e-10,
            ("maml_sine, 7 tasks: the same run of %s, %s"):format(method.method, name))
    end
    local r = run{problem=maml, method="e-nestedvr", S1=5, S2=2, inner_period=4, B1=7, step=1e-2, steps=9, reps=1}
    t.equal(r:final().samples, 3 * 7 * (3 * 5 + 6 * 2 * 2), "its calls, " .. name)
end

local tasks_7 = problem.maml_sine{n=7, hidden={H}, query=5, alpha=0.1, l2=0.01}
local begin = tasks_7:start()
t.near(tasks_7:objective(begin), 0.005 * begin:dot(begin)
    + (64 * mean_loss(tasks_7, 400) - 20 * mean_loss(tasks_7, 200) + mean_loss(tasks_7, 100)) / 45, 1e-9,
    "maml_sine, 7 tasks: F by midpoint sums")
t.ok(problem.maml_sine{n=7, data_seed=2}:data().A ~= tasks_7:data().A, "maml_sine: data_seed changes the tasks")
t.equal({problem.maml_sine{}:data()}, {nil, "this problem has no data"}, "maml_sine: no data without n")

-- Nested expectations.
local N = dist.normal{mean=0, sd=1}
local evppi = problem.new{dim=0, outer=N, inner=N, f=function(y) return y:max() end,
    g=function(_, theta, eta) return vec{0, theta + eta} end}
for k, mean in ipairs {0.44603, 0.40025, 0.39898} do
    local r = estimator(evppi, {of="value", order=k, m=4}):moments(nil, {reps=quick and 1e4 or 1e5})
    t.near(r.mean, mean, 5 * r.se + 5e-6, "nested expectation, order " .. k)
    t.equal(r.cost.samples, 4 * 2^(k - 1), "nested expectation, cost of order " .. k)
end
local checked = evppi:check()
t.equal({#checked:rows(), checked:rows()[1].derivative, checked.ok}, {1, "grad f", true}, "dim 0: what is checked")
t.equal({evppi:gradient()}, {nil, "dim is 0: there is no x"}, "dim 0: no gradient")
t.equal({evppi:minimizer()}, {nil, "dim is 0: there is no x"}, "dim 0: no minimizer")
t.equal(estimator(evppi, {m=4}):sample(), estimator(evppi, {m=4, of="value"}):sample(), "dim 0: of is value by default")
t.equal(bias{problem=evppi, m={1}, reps=100}:spec().of, "value", "dim 0: of is value by default in bias")
local told = bias{problem=evppi, m={1, 2}, reps=100}
t.ok(tostring(told):find "\nno bias: the exact value is not known", "bias without a known F says so")
local why = "the exact value is not known; of your own f and g it is with g_mean and a finite outer"
t.equal(told:slopes():rows()[1].why, why, "and why there is no slope")
t.raises(function() told:plot() end, ("bias:plot: %s, and so no bias"):format(why))
t.raises(function() estimator(evppi, {of="gradient"}) end,
    "estimator: option 'of': expected 'value' for a problem of dim 0")

-- Laws of inner draws.
local function law_problem(law)
    return problem.new{dim=0, outer=3, inner=law, g=function(_, _, eta) return eta end, f=function(y) return y end}
end
for name, law in pairs {
    normal=dist.normal{mean=2, sd=3}, uniform=dist.uniform(1, 4), exponential=dist.exponential{mean=2},
    ramp=dist.ramp(0, 2), bernoulli=dist.bernoulli(0.3), discrete=dist.discrete({1, 2, 5}, {0.2, 0.5, 0.3}),
    empirical=dist.empirical{1, 4, 4, 9}, gamma=dist.gamma{shape=3, scale=0.5},
    lognormal=dist.lognormal{meanlog=0, sdlog=0.5}, student_t=dist.student_t{df=5, location=1}, beta=dist.beta(0.5, 1),
    poisson=dist.poisson{mean=20},
} do
    local r = estimator(law_problem(law), {of="value"}):moments(nil, {reps=20000})
    t.near(r.mean, law:mean(), 5 * r.se, "inner draws of dist." .. name)
end
local sets = law_problem{{1, 2}, {3}, {5, 7, 9}}
local r = estimator(sets, {of="value"}):moments(nil, {reps=20000})
t.near(r.mean, (1.5 + 3 + 7) / 3, 5 * r.se, "inner draws of data sets")
-- Data sets make F exact.
local rows_of = {{1, 2}, {3}, {5, 7, 9}}
local fixed = problem.new{dim=1, outer={1, 2, 3}, inner=rows_of, l2=0.1, f=function(y) return math.logcosh(y) end,
    g=function(v, xi, eta) return v[1] * xi - eta end}
local exact = 0
for i, set in ipairs(rows_of) do
    exact = exact + math.logcosh(0.7 * i - vec(set):mean()) / 3
end
t.near((fixed:objective{0.7}), exact + 0.05 * 0.49, 1e-14, "data sets: the exact objective")
t.ok(fixed:check().ok and #fixed:check():rows() == 3 and fixed:minimizer(), "data sets: gradient and minimizer")
local given = problem.new{dim=0, outer={0.5, 2}, g=function(_, _, eta) return eta end, f=function(y) return y end,
    inner=function(_, xi) return dist.normal{mean=xi, sd=0.1} end}
r = estimator(given, {of="value"}):moments(nil, {reps=20000})
t.near(r.mean, 1.25, 5 * r.se, "a law whose parameters depend on xi")

-- A stream that ends.
local left = 7
local ended = problem.new{
    dim=1, inner=N, g=function(w, xi, eta) return w[1] + xi + eta end, f=function(y) return y^2 end,
    outer=function()
        left = left - 1
        return left > 0 and 1 or nil
    end,
}
left = 5
local short = run{problem=ended, method="bsgd", step=0.1, steps=100, reps=1}
t.equal({short.stop, short:final().step}, {"stream ended", 4}, "a stream that ends")

-- Objectives: estimated from fixed draws, given, or unknown.
local unknown = with{g_mean=false}
local F, se = unknown:objective(logistic:start())
t.ok(se > 0, "nested Monte Carlo has a standard error")
t.near(F, (logistic:objective(logistic:start())), 5 * se, "nested Monte Carlo agrees with the exact objective")
t.equal({unknown:objective(logistic:start())}, {F, se}, "nested Monte Carlo gives the same again")
t.equal({unknown:gradient()}, {nil, "no exact gradient is known"}, "no gradient without g_mean")
local rows = run{problem=unknown, method="bsgd", step=1e-3, steps=5, reps=2, record=2}:rows()
t.equal({rows[1].objective, rows[1].gap, rows[1].grad2}, {F, nil, nil}, "runs report the same estimate")
for _, whole in ipairs {
    function(v) return 3 * v:dot(v) end,
    function(v) return v[1] > 1e9 and 0 or 3 * v:dot(v) end, -- runs as plain Lua
} do
    local p = with{g_mean=false, objective=whole}
    t.equal({p:objective(vec.zeros(10) + 1)}, {30.5, 0}, "objective= and the penalty")
    t.equal({p:gradient()}, {nil, "objective gives F alone"}, "objective= has no gradient")
    t.equal({p:minimizer()}, {nil, "objective gives F alone"}, "objective= has no minimizer")
end
t.equal({ended:objective()}, {nil, "the sampler of outer samples runs as plain Lua, and may come to an end"},
    "no draws for reports from a stream that may end")
t.raises(function() run{problem=evppi, method="bsgd", step=1, steps=1} end,
    "run: option 'problem': expected one with an x to optimize, got dim 0")

-- Jacobians of plain g: with its draws shared, and by outer sample.
local branching = with{g=function(v, _, eta)
    local y = eta:dot(v)
    return y > 1e9 and 0 or y
end}
for _, options in ipairs {{method="bsgd", share=true, m=2, order=2}, {method="e-nestedvr"}, {method="msvr"}} do
    options.step, options.steps = 1e-3, 3
    t.ok(apart(branching, logistic, options) < 1e-13, "plain g: the same run by " .. options.method)
end

-- Plain g of several numbers.
local pair = {
    dim=2, x0={0.3, 0.4}, outer=4, inner=function(rng) return rng:normal(2) end, f=function(y) return y:dot(y) end,
}
local function of_pair(options)
    return problem.new(t.over(pair, options))
end
local branch = of_pair{g=function(v, xi, eta) return eta[1] > 1e9 and v or v * eta * xi end}
local traced = of_pair{g=function(v, xi, eta) return v * eta * xi end}
t.ok(branch:check().ok, "plain g of two numbers: derivatives agree with differences")
t.ok(apart(branch, traced, {method="e-bsgd", step=1e-3, steps=5}) < 1e-13, "plain g of two numbers: the same run")
local late = of_pair{g=function(v, _, eta) if v[1] > -50 then return v * eta end end}
t.raises(function() late:check{-60, 0.4} end,
    "problem.new: expected a vec of length 2 from g, got nil", "check: an error of a plain call is raised")

-- Where traced values show that they are none, exact objectives are those of plain calls.
local sevenfold = {
    dim=1, outer=20, inner=N, f=function(y) return y^2 end, g=function(v, xi, eta) return v[1] * xi + eta end,
    g_mean=function(v, xi)
        if xi == 7 then return 0 end
        return v[1] * xi
    end,
}
t.equal((problem.new(sevenfold):objective{1}), (2870 - 49) / 20, "g_mean that compares by ==")
sevenfold.g_mean, sevenfold.objective = nil, function(v) return type(v[1]) == "number" and 3 or 4 end
t.equal((problem.new(sevenfold):objective{1}), 3, "objective that asks for type")
sevenfold.objective, sevenfold.inner, sevenfold.outer = nil, {{1}, {2}, {3}}, 3
sevenfold.g = function(v, xi, eta)
    if xi == 2 then return 0 end
    return v[1] * xi + eta
end
local seven = problem.new(sevenfold)
t.near((seven:objective{1}), (4 + 0 + 36) / 3, 1e-14, "g of data sets that compares by ==")

-- grad.
t.equal(grad(function(v) return v[1]^2 * v[2] end)(vec{3, 5}), vec{30, 9}, "grad of a function of a vec")
t.near(grad(function(a) return a > 0 and a^3 or -a end)(2), 12, 1e-14, "grad of a function that branches")
t.near(grad(grad(math.sin))(1), -math.sin(1), 1e-15, "grad of grad")
t.equal(grad(function(a) return a * stop_gradient(a) end)(3), 3, "stop_gradient")
t.raises(function() grad(3) end, "grad: expected a function, got 3")

-- What is compiled.
local function parts_of(p)
    local list = {}
    for i, row in ipairs(p:explain():rows()) do
        list[i] = row.part .. " " .. row.runs
    end
    return list
end
t.equal(parts_of(mine), {"g compiled", "Jacobian of g compiled", "f compiled", "grad f compiled", "g_mean compiled"},
    "explain: all compiled")
t.equal(parts_of(plain), {"g compiled", "Jacobian of g compiled", "f plain Lua", "g_mean plain Lua"},
    "explain: f in plain Lua")
t.equal(parts_of(iv), {"all built in"}, "explain: a built-in problem")
t.ok(plain:explain():rows()[3].why:find "oracle.lua:%d+: traced values cannot be compared", "explain: why and where")
local calls = 0
local counting = with{g=function(v, _, eta)
    calls = calls + 1
    return eta:dot(v) + 1e-3 * calls
end}
t.ok(tostring(counting:explain()):find "compiled values differ from those of plain calls", "a counter is noticed")

local shown
local stock = io.write
io.write = function(text) shown = text end -- luacheck: ignore
expr.show(function(v) return v:dot(v) end, 2)
io.write = stock -- luacheck: ignore
t.equal(shown, "t2 = mul(x1, x1)\nt3 = mul(x2, x2)\nt4 = add(t2, t3)\nreturn t4", "expr.show")

-- A compiled q gives what plain calls give.
for name, q in pairs {
    square=function(s) return s^2 end, wave=function(s) return math.abs(s % 2 - 1) end,
    both=function(s) return vec{math.log1p(s^2), math.tanh(s)} end,
} do
    local slow = function(s)
        return s < math.huge and q(s) or 0
    end
    local d = dist.normal{mean=1, sd=2}
    local a, b = extrap.order(2):estimate(q, d, {reps=500}), extrap.order(2):estimate(slow, d, {reps=500})
    t.ok(vec(a.mean - b.mean):norm() < 1e-12, "compiled q: " .. name)
end

-- Wrong use.
local function wrong(options, message)
    t.raises(function() with(options) end, "problem.new: " .. message)
end
wrong({stpe=1}, "unknown option 'stpe'")
wrong({outer="x"}, "option 'outer': expected a number n, a list, columns, a dist or a function, got 'x'")
wrong({outer=2.5}, "option 'outer': expected a whole number of outer samples from 1 to 4294967295, got 2.5")
wrong({outer={1, vec{2}}}, "option 'outer': expected outer samples of one shape, got another at element 2")
wrong({outer={a=vec{1, 2}, b=vec{1}}}, "option 'outer': expected columns of one length, got 2 and 1 ('b')")
wrong({inner=3}, "option 'inner': expected a dist, groups, a list of data sets or a function, got 3")
wrong({inner={{1}, {2}}}, "option 'inner': expected a data set for each outer sample (60), got 2")
wrong({g=function() return "y" end}, "option 'g': expected a number or a vec, got 'y'")
wrong({g=function() end}, "option 'g': expected a number or a vec, got nil (is a return missing?)")
wrong({g=function(v, _, eta) return v, eta end},
    "option 'g': expected one value, got 2 (vec{..} makes one of numbers, {a=, b=} of others)")
wrong({g=function() return 2 end, f=function() return {} end},
    "option 'f': expected a number, got a table (vec{..} makes a vec) with y = 2")
wrong({inner=function() end},
    "option 'inner': expected eta as a number, a vec, a mat or a table of them, got nil (is a return missing?)")
wrong({inner=function(rng) return rng:normal(), rng:normal() end},
    "option 'inner': expected one value, got 2 (vec{..} makes one of numbers, {a=, b=} of others)")
wrong({outer=function() end}, "option 'outer': expected xi as a number, a vec or a table of them, got nil "
    .. "(is a return missing?)")
wrong({g_mean=function() return vec{1, 2} end}, "option 'g_mean': expected a number, got a vec of length 2")
wrong({grad_f=function() end}, "option 'grad_f': expected a number, got nil (is a return missing?)")
wrong({objective=function(v) return v end},
    "option 'objective': expected a number, got a vec of length 10")
wrong({x0={1, 2}}, "option 'x0': expected a vec of length 10, got length 2")
wrong({g=function() return 2 end, f=function() return math.random() end},
    "math.random is refused, take numbers from the sampler's rng; in f with y = 2, xi = a table of a, b, i")
local ok, err = pcall(with, {g=function() error("boom") end})
t.ok(not ok and tostring(err):find "oracle.lua:%d+: boom", "a function's own error, with its line")

-- Jacobians given by hand.
local function by_hand(J)
    return problem.new{dim=2, x0={1, 2}, outer=4, inner=N, f=function(y) return y:dot(y) end,
        g=function(v, xi, eta) return v * xi + eta end, jac_g=function(_, xi) return J * xi end}
end
t.ok(by_hand(mat{{1, 0}, {0, 1}}):check().ok, "jac_g: agrees with differences")
for got, J in pairs {["a 1x2 mat"]=mat{{1, 0}}, ["a vec of length 2"]=vec{1, 0}} do
    t.raises(function() estimator(by_hand(J), {method="bsgd"}):sample() end,
        "problem.new: option 'jac_g': expected a 2x2 mat, got " .. got)
end
t.done()
