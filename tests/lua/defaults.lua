-- What is left out is what is given as it is then: for every option of every experiment, method, estimator and problem
-- that has a default, the run is the same one, its checkpoint, its file and its figure.
local t = dofile "tests/lua/harness/tap.lua"
local runs = dofile "tests/lua/harness/runs.lua"
local core = debug.getregistry()["debias.core"]
local over, rows = t.over, runs.rows
local D = require "debias"
local p = problem.instrumental{n=20}

local function check_same(file, what)
    local _, same, why = reproduce(file)
    t.equal({same, why}, {true}, what .. ": reproduced")
end

-- Runs ----------------------------------------------------------------------------------------------------

local stays = {reps=true, seed=true, x0=true} -- in all stages

local function check_run(name, value, base)
    local what = ("%s, %s = %s"):format(base.method, name, tostring(value))
    local given, check = over(base, {[name]=value}), t.path "checkpoint"
    for first, other in pairs {[given]=base, [base]=given} do
        os.remove(check)
        local whole = rows(run(over(first, {checkpoint=check})))
        t.equal(rows(run(over(other, {checkpoint=check}))), whole, what .. ": its checkpoint")
        t.equal(rows(run(other)), whole, what .. ": the same rows")
    end
    local half = run(over(base, {steps=5}))
    local more = half:resume{steps=10, [name]=stays[name] and value or nil}
    t.equal(more:final().objective, run(base):final().objective, what .. ": resumed")
    t.equal(run.load(more:save(t.path "more.run")):resume{steps=12, [name]=value}:final().objective,
        run(over(base, {steps=12})):final().objective, what .. ": loaded and resumed")
    check_same(run(given):save(t.path "given.run"), what)
end

-- Options that have no default, or are there in place of another one.
local without = {
    problem=true, samples=true, steps=true, step=true, update=true, seconds=true, clip=true, tol=true, metrics=true,
    on_record=true, checkpoint=true, checkpoint_every=true, threads=true, progress=true, watch=true, period=true,
    inner_period=true, prox=true, order=true, n=true,
}

for _, method in ipairs(core.method.names) do
    local base = {problem=p, method=method, steps=10, step=1e-6}
    local known = over(core.run.in_force(base, "run"), {x0=p:start(), seed=1})
    for _, params in ipairs {method == "bsgd" and core.run.params.run or {}, core.method.params[method]} do
        for _, param in ipairs(params) do
            local name, value = param.name, known[param.name]
            t.equal(value ~= nil or without[name] == true, true, ("%s.%s: its default is known"):format(method, name))
            if not without[name] then
                check_run(name, value, base)
            end
        end
    end
    if known.operator and known.operator.draws > 1 then
        check_run("order", 2, base)
    end
end

for _, name in ipairs(core.update.names) do
    local base = {problem=p, method="bsgd", steps=10, step=1e-6, update=name}
    local known = core.run.in_force(base, "run")
    for _, param in ipairs(core.update.params[name]) do
        check_run(param.name, known[param.name], base)
    end
end

-- Experiments ----------------------------------------------------------------------------------------------------

local bases = {
    {"bias", {q=poly{0, 0, 1}, dist=dist.ramp(0, 2), m={1, 2}, reps=200},
        {s=0, operators={extrap.paper(1), extrap.paper(2), extrap.paper(3)}, seed=1}},
    {"bias", {q=poly{0, 0, 1}, dist=dist.ramp(0, 2), reps=50}, {m=pow2(1, 32)}},
    {"bias", {problem=p, m={1, 2}, reps=200}, {x=p:start(), of="gradient"}},
    {"running", {q=poly{0, 0, 1}, dist=dist.ramp(0, 2), reps=64, runs=2},
        {s=0, operators={extrap.paper(1), extrap.paper(2), extrap.paper(3)}, seed=1}},
    {"compare", {problem=p, steps=5, step=1e-6, record=3, methods={{"bsgd"}}}, {seed=1, reps=10}},
    {"tune", {problem=p, steps=5, record=3, methods={{"bsgd"}}, grid={step={1e-6, 2e-6}}}, {seed=1}},
    {"complexity", {problem=p, eps={7}, step=1e-4, reps=2, seed=1, budget=1e4, methods={{"bsgd"}}}, {record=200}},
}

-- A default as the table of options has it in words.
local function read(param)
    if param.kind == "boolean" then
        return param.default == "true"
    end
    return tonumber(param.default) or param.default
end

local function columns_of(r)
    local columns = r:columns()
    columns.seconds = nil
    return columns
end

local function check_experiment(call, base, name, value)
    local r = D[call](over(base, {[name]=value}))
    local what = ("%s, %s = %s"):format(call, name, tostring(value))
    t.equal(columns_of(r), columns_of(D[call](base)), what .. ": the same columns")
    check_same(r:plot():save(t.path "x.svg"), what)
end

for _, case in ipairs(bases) do
    local call, base, defaults = table.unpack(case)
    for _, param in ipairs(core.options.params[call]) do
        local value = param.default and read(param)
        if value ~= nil and base[param.name] == nil and not param.idle then
            defaults[param.name] = value
        end
    end
    for name, value in pairs(defaults) do
        check_experiment(call, base, name, value)
    end
end

-- Estimators and problems ----------------------------------------------------------------------------------------

for _, method in ipairs {"bsgd", "e-bsgd", "v-mlmc", "rt-mlmc", "ru-mlmc"} do
    local whole = estimator(p, {method=method}):moments(nil, {reps=50})
    for name, value in pairs(core.run.in_force({problem=p, method=method}, "run")) do
        for _, param in ipairs(core.method.params[method]) do
            if param.name == name then
                local given = estimator(p, {method=method, [name]=value}):moments(nil, {reps=50, seed=1})
                t.equal(given.mean, whole.mean, ("estimator, %s = %s"):format(name, tostring(value)))
            end
        end
    end
end

local hidden = {average_precision={}, maml_sine={40, 40}}
for make, params in pairs(core.problem.params) do
    local all, small = {}, make == "maml_sine" and {} or {n=80}
    for _, param in ipairs(params) do
        all[param.name] = param.default and small[param.name] == nil and read(param) or small[param.name]
    end
    all.hidden = hidden[make]
    local plain, given = problem[make](small), problem[make](all)
    local o, check = {method="bsgd", steps=3, step=1e-6, reps=2}, t.path "problem"
    for first, other in pairs {[plain]=given, [given]=plain} do
        os.remove(check)
        local whole = rows(run(over(o, {problem=first, checkpoint=check})))
        t.equal(rows(run(over(o, {problem=other, checkpoint=check}))), whole, make .. ": its defaults given")
        local file = run(over(o, {problem=first})):save(t.path "problem.run")
        t.equal(select(2, reproduce(file, {problem=other})), true, make .. ": reproduced with the other")
    end
end
t.done()
