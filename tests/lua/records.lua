-- Nothing asked is lost: every option of every experiment, method and problem, as the tables of options have them, with
-- a value that is not the default, goes through record, checkpoint, save, load, resume and reproduce; another value is
-- noticed and named.
local t = dofile "tests/lua/harness/tap.lua"
local runs = dofile "tests/lua/harness/runs.lua"
local core = debug.getregistry()["debias.core"]
local asked = core.use "experiment/asked"
local over, rows = runs.over, runs.rows
local D = require "debias"
local p = problem.instrumental{n=20}

-- Values that the table does not tell.
local special = {
    step = schedule.inv_sqrt(1e-6), x0 = vec{0.1}, operator = extrap.order(3), clip = 0.5, tol = 0.5, seed = 7,
    reps = 3, record = 3, dist = dist.uniform(0, 1), q = math.exp, s = 0.25, operators = {1, extrap.paper(2)}, m = 2,
    budget = 2e4, radius = 2, constants = {C_e = 2}, x = vec{0.2}, runs = 3, r = 0.4, samples = 2000,
}

-- A value of the parameter that is not its default; nil where there is none to try.
local function another(param)
    local low = param.range and tonumber(param.range:match "from (%S+)")
    if param.kind == "boolean" then
        return param.default == "false"
    elseif special[param.name] ~= nil then
        return special[param.name]
    elseif param.kind == "choice" then
        for word in param.choices:gmatch "[^|]+" do
            if word ~= param.default then
                return word
            end
        end
    elseif param.kind == "integer" then
        return math.tointeger(tonumber(param.default) or low or 1) + 1
    elseif param.kind == "number" then
        local default = tonumber(param.default) or 0.5
        return default == 0 and 0.25 or default / 2
    end
end

local function describe(name, value)
    return ("%s = %s"):format(name, type(value) == "table" and "a table" or (tostring(value):gsub("\n.*", "")))
end

-- Runs ----------------------------------------------------------------------------------------------------

local idle = {problem=true, steps=true, samples=true, method=true, metrics=true, update=true}
local fixed = {reps=true, seed=true, x0=true}

local function equal(path)
    local _, same, why = reproduce(path)
    return same, why
end

local function check_run(base, name, value)
    local what, changed = ("%s, %s"):format(base.method, describe(name, value)), over(base, {[name]=value})
    t.equal(tostring(asked.options(asked.record(changed))[name]), tostring(value), what .. ": the record")
    local whole, path = run(changed), t.path "r.run"
    run(over(changed, {steps=3})):save(path)
    t.equal(run.load(path):resume{steps=10}:final().objective, whole:final().objective,
        what .. ": saved, loaded and resumed")
    t.equal(whole:save(path) and {equal(path)}, {true}, what .. ": the run, reproduced")
    t.equal({equal(whole:plot{y="objective"}:save(t.path "r.svg"))}, {true}, what .. ": the figure, reproduced")
    local check = t.path "checkpoint"
    os.remove(check)
    t.equal(rows(run(over(changed, {checkpoint=check}))), rows(run(over(changed, {checkpoint=check}))),
        what .. ": its checkpoint")
    local done, why = pcall(run, over(base, {checkpoint=check}))
    t.ok(not done and why:find(("option '%s' is "):format(name), 1, true), what .. ": no checkpoint of another run")
    if fixed[name] then
        done, why = pcall(function() return run(base):resume{[name]=value} end)
        t.ok(not done and why:find(("option '%s' cannot change"):format(name), 1, true), what .. ": stays")
    elseif name ~= "tol" and name ~= "record" then
        local stage = run(base):resume{steps=20, [name]=value}
        t.ok(stage:spec().stages, what .. ": a stage")
        t.equal(tostring(asked.options(asked.record(changed))[name]), tostring(value), what .. ": of the stage")
        if type(value) == "boolean" then
            t.equal(stage:spec()[name], value, what .. ": in the spec of the stage")
        end
    end
end

for _, method in ipairs(core.method.names) do
    local base, seen = {problem=p, method=method, steps=10, step=1e-6, reps=2, record=5}, {}
    for _, params in ipairs {core.run.params.run, core.method.params[method]} do
        for _, param in ipairs(params) do
            local value = another(param)
            if not idle[param.name] and not asked.apart[param.name] and not seen[param.name] and value ~= nil
                and (method == "bsgd" or params ~= core.run.params.run) then
                seen[param.name] = true
                check_run(base, param.name, value)
            end
        end
    end
    t.ok(next(seen), method .. " has options")
end

-- Experiments ----------------------------------------------------------------------------------------------------

local two = {{"bsgd"}, {"e-bsgd", m=2, share=true}}
local bases = {
    bias = {q=poly{0, 0, 1}, dist=dist.ramp(0, 2), m={1, 2}, reps=200},
    running = {q=poly{0, 0, 1}, dist=dist.ramp(0, 2), reps=64, runs=2},
    compare = {problem=p, steps=5, step=1e-6, reps=2, record=3, methods={{"bsgd"}}},
    tune = {problem=p, steps=5, reps=2, record=3, methods={{"bsgd"}}, grid={step={1e-6, 2e-6}}},
    complexity = {problem=p, eps={7}, step=1e-4, reps=2, seed=1, budget=1e4, methods={{"bsgd"}}},
}
local of_runs = {compare=true, tune=true, complexity=true}
local own_values = {
    methods = two, grid = {m={1, 2}, share={false, true}, step={1e-6}}, eps = {7, 6.9}, s = 0.25,
    samples = false, steps = false, operator = false,
}
for name, base in pairs(bases) do
    local params = table.move(core.lab.params[name], 1, #core.lab.params[name], 1, {})
    if of_runs[name] then
        table.move(core.run.params.run, 1, #core.run.params.run, #params + 1, params)
        params[#params + 1] = {name="share", kind="boolean", default="false"}
        params[#params + 1] = {name="m", kind="integer", default="1"}
    end
    for _, param in ipairs(params) do
        local value = own_values[param.name]
        if name == "running" and param.name == "reps" then
            value = 32
        elseif value == nil then
            value = another(param)
        end
        local skipped = value == nil or value == false and param.kind ~= "boolean" or idle[param.name]
            or asked.apart[param.name] or param.name == "x" or param.name == "of" or param.name == "tol"
            or name == "tune" and param.name == "step"
            or name == "complexity" and (param.name == "x0" or param.name == "record" or param.name == "clip"
                or param.name == "output" or param.name == "constants")
        if not skipped then
            local result = D[name](over(base, {[param.name]=value}))
            local what = ("%s, %s"):format(name, describe(param.name, value))
            t.equal({equal(result:plot():save(t.path "x.svg"))}, {true}, what .. ": reproduced")
        end
    end
end

-- Problems ----------------------------------------------------------------------------------------------------

for name, params in pairs(core.problem.params) do
    local small = {n=80, d=2}
    local base = {}
    for _, param in ipairs(params) do
        base[param.name] = small[param.name]
    end
    for _, param in ipairs(params) do
        local value = another(param)
        if param.name == "hidden" then
            value = {3, 2}
        elseif param.name == "n" or param.name == "d" then
            value = small[param.name] + 1
        end
        if value ~= nil then
            local what = ("problem.%s, %s"):format(name, describe(param.name, value))
            local mine = problem[name](over(base, {[param.name]=value}))
            local o = {problem=mine, method="bsgd", steps=6, step=1e-6, reps=2, record=3}
            local path, check = t.path "p.run", t.path "p.check"
            run(over(o, {steps=3})):save(path)
            t.equal(run.load(path):resume{steps=6}:final().objective, run(o):final().objective,
                what .. ": saved, loaded and resumed")
            t.equal(run(o):save(path) and {equal(path)}, {true}, what .. ": reproduced")
            os.remove(check)
            run(over(o, {checkpoint=check}))
            local done, why = pcall(run, over(o, {checkpoint=check, problem=problem[name](base)}))
            t.ok(not done and why:find "another problem", what .. ": no checkpoint of another problem")
        end
    end
end
t.done()
