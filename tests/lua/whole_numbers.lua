-- 1e6, 2^3 and 10/2 are floats: wherever a whole number is expected, a float of the same value does the same.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local pages, results, sorted = core.use "guide/pages", core.use "result", core.use "sorted"
local over = core.use "over"

-- What a value shows, without addresses and without whether its numbers are floats.
local function shown(value)
    local path = t.path "shown.csv"
    if math.type(value) then
        return ("%.17g"):format(value)
    elseif results.kind(value) and pcall(value.csv, value, path) then
        return t.read(path)
    end
    return (tostring(value):gsub("0x%x+", "ADDRESS"))
end

-- What a call comes to, in words. Errors print the number as it was given.
local function outcome(done, ...)
    local list = table.pack(done, ...)
    for i = 1, list.n do
        list[i] = shown(list[i]):gsub("(%d)%.0%f[^%w_.]", "%1")
    end
    return (table.concat(list, "; ", 1, list.n):gsub("tests/lua/[%w_/]+%.lua:%d+: ", ""))
end

-- ---- Arguments by place ----

local places = {{2}, {1, 2}, {2, 1}, {2, 2, 1}, {0}, {3, 3, 3, 3}}
local function floats(list)
    return core.use "list".map(list, function(x) return x + 0.0 end)
end

-- name -> function(objects, ..) that calls it; without lessons and pages, which print.
local functions = {}
for name, page in pairs(pages.all()) do
    local class, method = name:match "^([%w_]+):([%w_]+)$"
    local fn = not class and not page.topic and pages.value(name)
    if class then
        functions[name] = function(objects, ...) return objects[class][method](objects[class], ...) end
    elseif type(fn) == "function" or type(fn) == "table" and (getmetatable(fn) or {}).__call then
        functions[name] = function(_, ...) return fn(...) end
    end
end
for name in pairs(functions) do
    if name:find "^lesson" or core.use "list".set "demo help example show"[name] then
        functions[name] = nil
    end
end

local one = dofile "tests/lua/harness/objects.lua"(t.path "answers.csv")
local other = dofile "tests/lua/harness/objects.lua"(t.path "answers.csv")
local called, differ = 0, {}
for _, name in ipairs(sorted(functions)) do
    for _, list in ipairs(places) do
        local want = outcome(pcall(functions[name], one, table.unpack(list)))
        local got = outcome(pcall(functions[name], other, table.unpack(floats(list))))
        called = called + 1
        if got ~= want then
            differ[#differ + 1] = ("%s(%s): %s, not %s"):format(name, table.concat(floats(list), ", "), got:sub(1, 200),
                want:sub(1, 200))
        end
    end
end
t.equal(differ, {}, ("%d calls with floats by place"):format(called))

-- ---- Options ----

local N, p, x = dist.normal{mean=0, sd=1}, one.problem, vec{0.5, 0.5}
local nested = problem.new{dim=0, outer=N, inner=N, g=function(_, a, b) return a + b end, f=math.softplus}
local lab = {q=poly{0, 0, 1}, dist=N, operators={2}, m={2}, reps=10}
local race = {problem=p, step=0.01, samples=100, reps=2, record=5, methods={{"bsgd", m=2}, {"e-bsgd", m=1}}}
local multilevel = estimator(nested, {method="v-mlmc", L=2})

-- How a function is called with options, those that make the call a good one, and the tables that list its options.
local calls = {
    {bias, lab, "options.bias"}, {bias, {problem=p, x=x, m={2}, reps=10}, "options.bias"},
    {running, {q=poly{0, 0, 1}, dist=N, reps=32, runs=2}, "options.running"},
    {compare, race, "options.compare", "run.run"}, {complexity, {problem=p, eps={0.2}, step=0.01, reps=2, budget=1000,
        methods={{"bsgd"}}}, "options.complexity"},
    {tune, {problem=p, samples=100, reps=2, record=5, methods={{"bsgd"}}, grid={step={0.01}}}, "options.tune",
        "run.run"},
    {function(o) return correct(math.exp, {1, 2, 4, 3}, o) end, {}, "options.correct"},
    {function(o) return correct(math.exp, {1, 2, 4, 3}, o) end, {by={1, 1, 2, 2}}, "options.correct"},
    {function(o) return extrap.auto(math.exp, {1, 2, 4, 3}, o) end, {}, "options.extrap.auto"},
    {extrap.fit, {sizes={1, 2}, powers={1}}, "options.extrap.fit"},
    {function(o) return extrap.order(2, o) end, {}, "options.extrap.order"},
    {function(o) return extrap.order(2):estimate(math.exp, N, o) end, {reps=10}, "lab.sample"},
    {function(o) return extrap.order(2):expect(math.exp, N, o) end, {}, "extrap.expect"},
    {function(o) return multilevel:levels(nil, o) end, {reps=10}, "estimator.levels"},
    {function(o) return multilevel:moments(nil, o) end, {reps=10}, "estimator.moments"},
    {function(o) return multilevel:sample(nil, o) end, {}, "estimator.sample"},
}
calls[#calls + 1] = {sweep, {over={m={1, 2}}, threads=1, run=function(v) return v.m + v.seed end}, "options.sweep"}
for _, method in ipairs {"bsgd", "e-bsgd", "v-mlmc", "rt-mlmc", "ru-mlmc"} do
    calls[#calls + 1] = {value, {problem=nested, method=method, samples=5000}, "options.value"}
end
for _, method in ipairs(core.method.names) do
    calls[#calls + 1] = {run, {problem=p, method=method, step=0.01, samples=100, reps=2, record=5}, "run.run",
        "method." .. method}
end
for _, family in ipairs {"dist", "problem"} do
    for name in pairs(core[family].registry) do
        calls[#calls + 1] = {pages.value(family)[name], {}, family .. "." .. name}
    end
end

-- The options that the tables list.
local function options_of(tables)
    local list = {}
    for _, name in ipairs(tables) do
        local module, key = name:match "^([^.]+)%.(.+)$"
        table.move(core[module].params[key] or {}, 1, 99, #list + 1, list)
    end
    return list
end

local numbers = os.getenv "QUICK" and {2} or {2, 3, 0}
local given = {
    integer = function(n) return n end, number = function(n) return n end, any = function(n) return n end,
    vector = function(n) return {1, n} end, table = function(n) return {n, n + 1} end,
}
local function as_floats(value)
    return type(value) == "table" and floats(value) or value + 0.0
end

called, differ = 0, {}
for _, call in ipairs(calls) do
    for _, param in ipairs(options_of {table.unpack(call, 3)}) do
        for _, n in ipairs(given[param.kind] and numbers or {}) do
            local value = given[param.kind](n)
            local want = outcome(pcall(call[1], over(call[2], {[param.name]=value})))
            local got = outcome(pcall(call[1], over(call[2], {[param.name]=as_floats(value)})))
            called = called + 1
            if got ~= want then
                differ[#differ + 1] = ("%s = %s: %s, not %s"):format(param.name, n, got:sub(1, 200), want:sub(1, 200))
            end
        end
    end
end
t.equal(differ, {}, ("%d calls with floats as options"):format(called))
t.done()
