-- Update rules against a few lines of Lua each: values, bits, states that go on, errors.
local t = dofile "tests/lua/harness/tap.lua"
local apart = dofile "tests/lua/harness/runs.lua".apart
local core = debug.getregistry()["debias.core"]
local quick = os.getenv "QUICK"
local p = problem.invariant_logistic{n=30, d=11, noise_var=4, l2=0.1}
local sqrt = math.sqrt

-- The fields of both tables; false takes one away.
local function over(options, more)
    local all = t.over(options, more)
    for key, value in pairs(all) do
        all[key] = value or nil
    end
    return all
end

local function root(a) return a:map(sqrt) end

-- By name of the rule: u of the direction v at step k, in the replicate's table s, with options o.
local rules = {
    sgd = function(v) return v end,
    momentum = function(v, _, s, o)
        s.trace = v + o.decay * (s.trace or 0 * v)
        return o.nesterov and v + o.decay * s.trace or s.trace
    end,
    adam = function(v, k, s, o)
        s.mu = o.b1 * (s.mu or 0 * v) + (1 - o.b1) * v
        s.nu = o.b2 * (s.nu or 0 * v) + (1 - o.b2) * v * v
        return s.mu / (1 - o.b1 ^ k) / (root(s.nu / (1 - o.b2 ^ k)) + o.eps)
    end,
    adagrad = function(v, _, s, o)
        s.sum = (s.sum or 0 * v + o.initial_accumulator_value) + v * v
        return v / root(s.sum + o.eps)
    end,
}

-- Options of each besides the defaults.
local others = {
    sgd = {{}}, momentum = {{}, {decay=0.5}, {nesterov=true}, {decay=0}},
    adam = {{}, {b1=0.5, b2=0.9}, {eps=0.1}, {b1=0, b2=0}},
    adagrad = {{}, {initial_accumulator_value=2}, {eps=0}, {initial_accumulator_value=0, eps=0.5}},
}

local function defaults(name)
    local all = {}
    for _, param in ipairs(core.update.params[name]) do
        all[param.name] = tonumber(param.default) or param.default == "true"
    end
    return all
end

local function points(options)
    return run(over({problem=p, method="e-bsgd", reps=3, steps=60, record=5}, options)):final().x
end

local function check(name, options, more, what)
    local o, step = over(defaults(name), options), more.step or 0.01
    local size = type(step) == "number" and function() return step end or step
    local want = points(over(more, {step=false, update=function(x, v, k, s)
        return x - size(k) * rules[name](v, k, s, o)
    end}))
    local got = points(over(over(more, options), {step=step, update=name}))
    t.near(apart(got, want), 0, 1e-12, ("%s, %s"):format(name, what))
end

for name in pairs(rules) do
    for i, options in ipairs(others[name]) do
        check(name, options, {}, "options " .. i)
    end
    check(name, {}, {clip=0.05}, "clipped")
    check(name, {}, {output="average"}, "an average")
    check(name, {}, {m=3, share=true, B=4}, "batches")
    check(name, {}, {step=schedule.inv_sqrt(0.1)}, "a schedule")
    for _, method in ipairs(core.method.names) do
        check(name, {}, {method=method, steps=30}, method)
    end
end
for _, name in ipairs(core.update.names) do
    t.ok(rules[name], "there is a reference of " .. name)
end

-- A direction of length one, whose squares then are the rule's.
for name, rule in pairs(rules) do
    local one = run{problem=p, method="bsgd", m=50, steps=1, reps=1, update="sgd", step=schedule.normalised(1)}
    local v = p:start() - one:final().x[1]
    local got = run{problem=p, method="bsgd", m=50, steps=1, reps=1, update=name, step=schedule.normalised(0.1)}
    t.near((p:start() - 0.1 * rule(v, 1, {}, defaults(name)) - got:final().x[1]):norm(), 0, 1e-13,
        name .. ": a direction over its norm")
end
t.equal(points{update="sgd", step=0.01}, points{step=0.01}, "sgd is the step itself")
t.equal(points{update="momentum", decay=0, step=0.01}, points{step=0.01}, "so is momentum that forgets")

-- Threads, company, and any point where a run is stopped.
for _, name in ipairs(core.update.names) do
    for _, method in ipairs {"e-bsgd", "e-bspiderboost", "sox"} do
        local o, what = {update=name, method=method, step=0.01, steps=40}, name .. " with " .. method
        local x = points(over(o, {threads=1}))
        t.equal(points(over(o, {threads=2})), x, what .. ": threads")
        t.equal(points(over(o, {reps=19}))[3], x[3], what .. ": company")
        local all = over(o, {problem=p, reps=3, record=5})
        for k = 3, 39, quick and 18 or 6 do
            local part = run(over(all, {steps=k})):save(t.path "part.run")
            t.equal(run.load(part):resume{steps=40, threads=2}:final().x, x, what .. ": goes on after " .. k)
        end
    end
end

-- Another rule begins its own state; another option of a rule goes on with it.
local first = run{problem=p, method="bsgd", step=0.01, steps=20, reps=2, update="momentum"}
local function resumed(options)
    return first:resume(t.over({steps=40}, options)):final().x
end
for _, name in ipairs {"adagrad", "adam"} do
    local rule, o = rules[name], defaults(name)
    local begun = first:resume{steps=40, update=function(x, v, k, s)
        return x - 0.01 * rule(v, k - 20, s, o)
    end}
    t.near(apart(resumed{update=name}, begun:final().x), 0, 1e-12, name .. " after momentum")
end
t.near(apart(resumed{update=false}, resumed{update="sgd"}), 0, 0, "no rule after momentum")
t.ok(apart(resumed{update=false}, resumed{}) > 1e-3, "which is another run")
t.ok(apart(resumed{decay=0.5}, resumed{decay=0.9}) > 1e-3, "another decay")
t.equal(first:resume{steps=40, update="adam", b1=0.5}:spec().b1, 0.5, "with options of the new rule")
t.equal(first:resume{steps=40, update="adam"}:spec().decay, nil, "without those of the old one")
t.raises(function() first:resume{steps=40, b1=0.5} end, "run:resume: unknown option 'b1'")
t.ok(apart(resumed{step=0.02}, resumed{}) > 1e-3, "another step keeps the rule")
t.equal(first:resume{steps=40, step=0.02}:spec().update, "momentum", "and says so")
local own = first:resume{steps=40, update=function(x) return x + 1 end}
t.near(apart(own:final().x, first:final().x + 20), 0, 1e-12, "a function takes the place of rule and step")
t.equal(own:resume{steps=60, step=0.01}:spec().update, nil, "and a step that of a function")

-- Squares that overflow are no steps of zero.
local steep = problem.new{dim=2, outer=1, inner=dist.normal{mean=0, sd=1}, x0=vec{1, 1},
    g=function(x, _, eta) return x + 0 * eta end, f=function(y) return 1e200 * y:dot(y) end}
for name, diverges in pairs{sgd=false, momentum=false, adam=true, adagrad=true} do
    local r = run{problem=steep, method="bsgd", steps=2, step=1e-201, reps=2, update=name}
    t.equal(r.diverged, diverges and 2 or 0, name .. ": squares that overflow")
    if diverges then
        t.ok(tostring(r):find("the new point of update was not finite", 1, true), "are told")
    end
end

-- In other experiments.
local tuned = tune{problem=p, samples=300, reps=2, methods={{"bsgd"}, {"e-bsgd", update="adam"}},
    grid={update={"sgd", "momentum"}, decay={0.5, 0.9}, b2={0.9}, step={0.01}}}
t.equal(#tuned, 3 + 1, "tune takes a rule's options with it")
t.equal(tuned.best[2].b2, 0.9, "and finds the best")
local race = compare{problem=p, samples=300, reps=2, step=0.01,
    methods={{"bsgd"}, {"bsgd", update="momentum", decay=0.5}}}
t.ok(race:rows()[#race].method:find("update=momentum", 1, true), "compare labels by rules")
local spec = run{problem=p, method="bsgd", step=1, steps=1, update="momentum"}:spec()
t.equal({spec.update, spec.decay}, {"momentum", 0.9}, "the spec has what is in force")

-- Errors.
local function fails(options, message)
    t.raises(function() run(over({problem=p, method="bsgd", step=1, steps=1}, options)) end, message)
end
fails({update="adma"}, "run: option 'update': unknown rule 'adma', did you mean 'adam'?")
fails({update="x"}, "run: option 'update': unknown rule 'x', there are adagrad, adam, momentum, sgd")
fails({update={}}, "run: option 'update': expected a function or one of adagrad, adam, momentum, sgd, got a table")
fails({update="adam", decay=0.5}, "run: option 'decay' goes with update=\"momentum\"")
fails({decay=0.5}, "run: option 'decay' goes with update=\"momentum\"")
fails({update="adam", b3=0.5}, "run: unknown option 'b3', did you mean 'b1'?")
fails({update="adam", b1=1}, "run: option 'b1': expected a number with 0 <= value < 1, got 1")
fails({update="adam", eps=0}, "run: option 'eps': expected a number > 0, got 0")
fails({update="momentum", nesterov=1}, "run: option 'nesterov': expected a boolean, got 1")
fails({update="momentum", step=false}, "run: option 'step' must be given: step size")
t.done()
