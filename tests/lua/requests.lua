-- Nothing asked is lost: every option of every experiment, method, estimator and problem, as the tables of options
-- have them, with values that are not the default, goes through a stored request, checkpoint, save, load, resume and
-- reproduce; another value is noticed and named. What is not tried so stands in `apart`, with the reason, which is
-- tried instead.
local t = dofile "tests/lua/harness/tap.lua"
local runs = dofile "tests/lua/harness/runs.lua"
local core = debug.getregistry()["debias.core"]
local request, mark = core.use "experiment/request", core.use "experiment/mark"
local never_stored = core.use "experiment/permitted".apart
local over, rows = t.over, runs.rows
local D = require "debias"
local p = problem.instrumental{n=20}

-- Functions that are no functions of the library: files do not hold them.
local function decay(at) return 1e-6 / at end
local function first(x) return x[1] end
local function move(x, v, _, s)
    s.moves = (s.moves or 0) + 1
    return x - 1e-6 / s.moves * v
end
local function batch(at) return 1 + at % 2 end

-- Values that the table does not give: lists of some that are not the default.
local special = {
    step = {schedule.inv_sqrt(1e-6), decay, 2e-6, poly{1e-6, 1e-8}, math.exp},
    x0 = {vec{0.1}, {0.1}, mat{{0.1}, {0.2}}},
    operator = {extrap.order(3), extrap.order(2, {sizes={1, 3}}), extrap.paper(2, {blocks="disjoint"}),
        extrap.new{{size=1, weight="-1/2"}, {size=3, weight="3/2"}}},
    clip = {0.5}, tol = {0.5}, seed = {7, 0}, reps = {3}, record = {3}, update = {move, "adam"},
    metrics = {{first=first}, {call=first}, {exp=poly{1, 2}, made=first}}, constants = {{C_e=2}, {C_e=2, S=3}},
    dist = {dist.uniform(0, 1), dist.normal{mean=1, sd=0.5}, dist.bernoulli(0.3), dist.empirical(vec{1, 2, 4}),
        dist.discrete({1, 2}, {0.25, 0.75}), dist.exponential{rate=3}, dist.gamma{shape=2, scale=0.5},
        dist.beta(2, 3), dist.poisson{mean=2}, dist.ramp(0, 1):mean_of(3)},
    problem = {p}, m = {2, batch}, s = {0.25}, operators = {{1, extrap.paper(2)}, {3}},
    q = {math.exp, poly{1, 0, 2}, function(s) return s ^ 3 end},
    budget = {2e4}, radius = {2}, x = {vec{0.2}, 0.3}, runs = {3}, r = {0.4},
    order = {3}, samples = {2000}, steps = {7},
    eps = {7, {7, 6.9}, vec{6.9, 7}}, n = {{7, 2, 1}, vec{5, 2}},
    methods = {{{"bsgd"}, {"e-bsgd", m=2, share=true}},
        {{method="bsgd", label="one"}, {"bsgd", step=2e-6, m=2}},
        {{"e-bsgd", operator=extrap.order(3), step=schedule.inv_sqrt(1e-6)}}, {{"e-nestedvr", chains=false}},
        {{"bsgd", m=batch}}},
    grid = {{m={1, 2}, share={false, true}, step={1e-6}}, {step={schedule.inv_sqrt(1e-6), decay}},
        {step={1e-6}, m=vec{1, 2}}},
}

-- Values for options whose name means another thing there, of experiments and rules.
local of_experiment = {
    ["adam.eps"] = {1e-4}, ["adagrad.eps"] = {1e-4}, ["l1.l1"] = {0.2}, ["ball.radius"] = {1},
    ["box.low"] = {-2, vec{-4}}, ["box.high"] = {{5}, vec{4}},
    ["bias.m"] = {{2, 4}, vec{1, 3}}, ["running.m"] = {2}, ["running.reps"] = {32}, ["compare.m"] = {2, batch},
    ["complexity.methods"] = {{{"bsgd"}, {"e-bsgd", m=2, share=true}}, {{"bsgd", m=batch}},
        {{"e-bsgd", operator=extrap.order(3), label="three"}}},
    ["tune.methods"] = {{{"bsgd"}, {"e-bsgd", m=2, share=true}}, {{"e-bsgd", operator=extrap.order(3)}}},
}
local of_problem = {hidden = {{3, 2}, vec{4}}, n = {81}, d = {3}}

-- Values of the parameter that are not its default, false first; none where there is none to try.
local function others(param)
    local low = param.range and tonumber(param.range:match "from (%S+)")
    if param.kind == "boolean" then
        return param.default == nil and {false, true} or {param.default == "false"}
    elseif special[param.name] ~= nil then
        return special[param.name]
    elseif param.kind == "choice" then
        local words = {}
        for word in param.choices:gmatch "[^|]+" do
            words[#words + 1] = word ~= param.default and word or nil
        end
        return words
    elseif param.kind == "integer" then
        return {math.tointeger(tonumber(param.default) or low or 1) + 1}
    elseif param.kind == "number" then
        local default = tonumber(param.default) or 0.5
        return {default == 0 and 0.25 or default / 2}
    end
    return {}
end

local function describe(name, i, value)
    local word = type(value) == "table" and "table " .. i or type(value) == "function" and "function " .. i
    return ("%s = %s"):format(name, word or (tostring(value):gsub("\n.*", "")))
end

-- Whether a value is, or holds, a function that files do not hold.
local function has_function(value)
    local missing = {}
    mark.value(mark.of(value), "value", missing)
    return missing.value == true
end

-- Whether what the file holds is computed again to the same bits, with the option given where it is a function; without
-- it the message names it.
local function check_again(what, path, name, value)
    local given = has_function(value) and {[name]=value} or nil
    local _, same, why = reproduce(path, given)
    t.equal({same, why}, {true}, what .. ": reproduced")
    if given then
        local done, words = pcall(reproduce, path)
        t.ok(not done and words:find(("option '%s' %s, which files do not hold: give it again"):format(name,
            type(value) == "function" and "was a function" or "held functions"), 1, true), what .. ": to be given")
    end
end

-- Whether two values are one thing after they are stored: equal, or functions both.
local function check_stored(what, name, value)
    local asked = request.new("run", {problem=p, [name]=value})
    local back = request.of("run", asked.stored)
    t.equal(back.missing[name], has_function(value) or nil, what .. ": what is stored says what is missing")
    if not back.missing[name] then
        local again = request.new("run", over(back.options, {problem=p}))
        t.ok(back.options[name] ~= nil and not asked:difference(again), what .. ": what is stored")
    end
end

-- Options that are not tried as the others are, and why; each is tried below.
local apart = {
    problem = "it is known by its identity", method = "all methods are gone through", samples = "the budget",
    steps = "the budget", seconds = "ends a run, and changes no step", on_record = "ends a run, and changes no step",
    prox = "it needs options of its own",
}
for name, is_idle in pairs(never_stored) do
    apart[name] = apart[name] or is_idle and "changes no number"
end

-- f(value, what) for all values to try of an option of `owner`.
local function each(owner, param, f)
    local values = of_experiment[owner .. "." .. param.name] or others(param)
    t.ok(#values > 0 or apart[param.name], ("%s.%s has values to try"):format(owner, param.name))
    for i, value in ipairs(apart[param.name] and {} or values) do
        f(value, ("%s, %s"):format(owner, describe(param.name, i, value)))
    end
end

-- Runs ----------------------------------------------------------------------------------------------------

local fixed = {reps=true, seed=true, x0=true} -- of stages
local instead = {step="update", update="step", order="operator", operator="order", samples="steps", steps="samples"}

-- The options of a base without those that another one takes the place of.
local function changed(base, name, value)
    local all = over(base, {[name]=value})
    if instead[name] and not (name == "update" and type(value) == "string") then -- a rule needs a step
        all[instead[name]] = nil
    end
    return all
end

local function check_saved(what, name, value, options)
    local whole, path = run(options), t.path "r.run"
    run(over(options, {steps=3})):save(path)
    local given = has_function(value) and {steps=10, [name]=value} or {steps=10}
    t.equal(run.load(path):resume(given):final().objective, whole:final().objective, what .. ": saved, loaded, resumed")
    check_again(what .. ": the run", whole:save(path), name, value)
    check_again(what .. ": the figure", whole:plot{y="objective"}:save(t.path "r.svg"), name, value)
end

-- What distinguishes the runs in words: another value than that of the checkpoint is refused by the option's name.
local function check_checkpoint(what, name, options, base)
    local check = t.path "checkpoint"
    os.remove(check)
    options = over(options, {checkpoint=check})
    t.equal(rows(run(options)), rows(run(options)), what .. ": its checkpoint")
    local done, why = pcall(run, over(base, {checkpoint=check}))
    t.ok(not done and (why:find(("option '%s' is "):format(name), 1, true)
        or instead[name] and why:find(("option '%s' is "):format(instead[name]), 1, true)),
        what .. ": no checkpoint of another run")
end

local function check_stage(what, name, value, base)
    if fixed[name] then
        local done, why = pcall(function() return run(base):resume{[name]=value} end)
        t.ok(not done and why:find(("option '%s' cannot change"):format(name), 1, true), what .. ": stays")
    elseif name ~= "metrics" then
        local stage = run(base):resume{steps=20, [name]=value}
        t.equal(#stage:spec().stages, 1, what .. ": a stage")
        if type(value) == "boolean" then
            t.equal(stage:spec()[name], value, what .. ": in the spec of the stage")
        end
        check_again(what .. ": a stage", stage:save(t.path "stage.run"), name, value)
    end
end

local function check_run(what, base, name, value)
    local options = changed(base, name, value)
    check_stored(what, name, value)
    check_saved(what, name, value, options)
    check_checkpoint(what, name, options, base)
    check_stage(what, name, value, base)
end

for _, method in ipairs(core.method.names) do
    local base = {problem=p, method=method, steps=10, step=1e-6, reps=2, record=5}
    local shared = method == "bsgd" and core.run.params.run or {}
    for owner, params in pairs {run=shared, [method]=core.method.params[method]} do
        for _, param in ipairs(params) do
            each(owner, param, function(value, what)
                check_run(what, base, param.name, value)
            end)
        end
    end
end

local needed = {l1={l1=0.1}, box={low=-3}, ball={radius=5}}
for _, family in ipairs {"update", "prox"} do
    for _, name in ipairs(core[family].names) do
        local base = over({problem=p, method="bsgd", steps=10, step=1e-6, reps=2, record=5}, needed[name])
        base[family] = name
        for _, param in ipairs(core[family].params[name]) do
            each(name, param, function(value, what)
                check_run(what, base, param.name, value)
            end)
        end
    end
end

-- A name that the method does not know is refused with any value, false too: it takes no option away then.
for _, value in ipairs {false, true, 1, "x"} do
    for method, name in pairs {bsgd="chains", ["e-nestedvr"]="no_such"} do
        local r = run{problem=p, method=method, steps=10, step=1e-6, reps=2}
        t.raises(function() r:resume{steps=20, [name]=value} end,
            ("run:resume: unknown option '%s'"):format(name), ("%s, resumed with %s=%s"):format(method, name, value))
    end
end

-- What is apart: options that make no other run.
local timed = {problem=p, method="bsgd", steps=10, step=1e-6, reps=2, record=5}
local idle = {seconds=1e3, on_record=function() end, threads=2, progress=false, watch=false, checkpoint_every=0.5,
    checkpoint=t.path "idle"}
for name in pairs(apart) do
    if idle[name] ~= nil then
        local other = over(timed, {[name]=idle[name]})
        t.equal(request.new("run", other):difference(request.new("run", timed)), nil, name .. ": no other run")
        t.equal(rows(run(other)), rows(run(timed)), name .. ": no other rows")
    else
        t.ok(({problem=1, method=1, prox=1, samples=1, steps=1})[name], name .. ": is tried")
    end
end
for name, value in pairs {steps=15, samples=60} do
    local options, check = {problem=p, method="bsgd", step=1e-6, reps=2, [name]=value}, t.path("budget " .. name)
    check_again(name, run(over(options, {checkpoint=check})):save(t.path "budget.run"), name, value)
    local done, why = pcall(run, over(options, {[name]=value + 1, checkpoint=check}))
    t.ok(not done and why:find(("option '%s' is %d there, %d here"):format(name, value, value + 1), 1, true), name)
end

-- Experiments ----------------------------------------------------------------------------------------------------

local bases = {
    bias = {q=poly{0, 0, 1}, dist=dist.ramp(0, 2), m={1, 2}, reps=200},
    ["bias of a problem"] = {problem=p, x=vec{0.5}, m={1, 2}, reps=200},
    running = {q=poly{0, 0, 1}, dist=dist.ramp(0, 2), reps=64, runs=2},
    compare = {problem=p, steps=5, step=1e-6, reps=2, record=3, methods={{"bsgd"}, {"bsgd", label="again"}}},
    tune = {problem=p, steps=5, reps=2, record=3, methods={{"bsgd"}}, grid={step={1e-6, 2e-6}}},
    complexity = {problem=p, eps={7}, step=1e-4, reps=2, seed=1, budget=1e4, methods={{"bsgd"}}},
}

-- The tables of options of each: its own, and for experiments of runs those.
local function params_of(name)
    local all = table.move(core.options.params[name], 1, #core.options.params[name], 1, {})
    local runs_too = name == "compare" or name == "tune" or name == "complexity"
    for _, params in ipairs(runs_too and {core.run.params.run, core.method.params.bsgd} or {}) do
        table.move(params, 1, #params, #all + 1, all)
    end
    return all
end

-- Options, or functions as them, that do not go with a base, and are refused by their names.
local refused = {
    bias = {problem=true, x=true, of=true}, ["bias of a problem"] = {q=true, dist=true, s=true},
    tune = {step=true, update="function"}, complexity = {samples=true, steps=true},
}

for name, base in pairs(bases) do
    local call = name:match "^%a+"
    for _, param in ipairs(params_of(call)) do
        local values = of_experiment[call .. "." .. param.name] or others(param)
        local is_budget = param.name == "samples" or param.name == "steps"
        local what = name .. "." .. param.name
        t.ok(#values > 0 or apart[param.name], what .. " has values to try")
        for i, value in ipairs(apart[param.name] and not is_budget and {} or values) do
            local options = changed(base, param.name, value)
            what = ("%s, %s"):format(name, describe(param.name, i, value))
            local refusal = refused[name] and refused[name][param.name]
            if refusal == true or refusal == type(value) then
                local done, why = pcall(D[call], over(base, {[param.name]=value}))
                t.ok(not done and why:find(param.name, 1, true), what .. ": refused")
            else
                check_again(what, D[call](options):plot():save(t.path "x.svg"), param.name, value)
            end
        end
    end
end

-- Problems ----------------------------------------------------------------------------------------------------

local small = {n=80, d=2, hidden={3}}
local data = {
    ["data.a"] = mat{{3, 1}, {2, 0.5}, {1, -1}, {-1, 2}}, ["data.b"] = vec{1, 1, -1, -1},
    ["data.z1"] = vec{0.5, 1, -1}, ["data.Y"] = vec{1, 2, 0.5}, ["data.Z"] = mat{{0.5, 1}, {1, 0}, {-1, 2}},
}

-- The base of a problem with other data of one's own, of which `name` differs.
local function with_data(make, name)
    local own = {}
    for _, param in ipairs(core.problem.params[make]) do
        local field = param.name:match "^data%.(.*)"
        if field then
            own[field] = data[param.name]:copy()
        end
    end
    local field = name:match "^data%.(.*)"
    own[field == "Z" and "z1" or "Z"] = nil -- one or the other
    local other = over(own)
    other[field] = own[field] * (field == "b" and -1 or 2)
    return problem[make]{data=own}, problem[make]{data=other}
end

local function check_problem(what, base, mine, given)
    local o = {problem=mine, method="bsgd", steps=6, step=1e-6, reps=2, record=3}
    local path, check = t.path "p.run", t.path "p.check"
    run(over(o, {steps=3})):save(path)
    t.equal(run.load(path, given):resume{steps=6}:final().objective, run(o):final().objective,
        what .. ": saved, loaded and resumed")
    for _, file in ipairs {run(o):save(path), run(o):plot{y="objective"}:save(t.path "p.svg")} do
        local _, same, why = reproduce(file, given)
        t.equal({same, why}, {true}, what .. ": reproduced")
        local done, words = pcall(reproduce, file, {problem=base})
        t.ok(not done and words:find("it is not the one that was asked about", 1, true), what .. ": no other")
    end
    os.remove(check)
    run(over(o, {checkpoint=check}))
    local done, why = pcall(run, over(o, {checkpoint=check, problem=base}))
    t.ok(not done and why:find "another problem", what .. ": no checkpoint of another problem")
end

for make, params in pairs(core.problem.params) do
    local base = {}
    for _, param in ipairs(params) do
        base[param.name] = small[param.name]
    end
    for _, param in ipairs(params) do
        local values = of_problem[param.name] or others(param)
        t.ok(#values > 0 or data[param.name], ("problem.%s.%s has values to try"):format(make, param.name))
        for i, value in ipairs(values) do
            check_problem(("problem.%s, %s"):format(make, describe(param.name, i, value)), problem[make](base),
                problem[make](over(base, {[param.name]=value})))
        end
        if data[param.name] then
            local mine, other = with_data(make, param.name)
            check_problem(("problem.%s, %s"):format(make, param.name), other, mine, {problem=mine})
        end
    end
end
t.done()
