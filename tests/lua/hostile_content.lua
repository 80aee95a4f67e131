-- Files of runs, checkpoints of runs, sweeps and values with one thing changed and sealed again, so that only their
-- content is wrong: each is taken as it is, or refused in words of the function that reads it. The global `whole`: with
-- every piece of junk.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local pack = core.use "pack"
local path = t.path "checkpoint"
local whole = rawget(_G, "whole")
local STEP = 5 -- of the pieces of junk, where not all are taken
local N = dist.normal{mean = 0, sd = 1}
local p = problem.new{dim = 0, outer = N, inner = N, g = function(_, a, b) return a + b end,
    f = function(y) return math.log(1 + y * y) end}

local function filled(x) -- what was drawn of a key, with all its numbers x
    local v = core.terms.new()
    for i = 1, #v do
        v[i] = x
    end
    return v
end

local junk = {0 / 0, math.huge, -1, 0, 1, 3, 2.5, 1 << 40, "", "msvr", "bsgd", "rt-mlmc", "auto", true, {}, {1},
    {[0] = 1}, vec{1, 2}, core.terms.new(), filled(-1), filled(0 / 0), filled(1e300)}

-- Calls change(table, key) for every entry of a table and of those in it.
local function each_leaf(value, change)
    local keys = {}
    for key in pairs(value) do
        keys[#keys + 1] = key
    end
    table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
    for _, key in ipairs(keys) do
        change(value, key)
        if type(value[key]) == "table" then
            each_leaf(value[key], change)
        end
    end
end

local function write(content)
    t.write(path, core.run.seal(pack.text(content)))
end

local function is_clear(text, by)
    return type(text) == "string" and text:find(by, 1, true) and not text:find "attempt to"
        and not text:find "%[debias%]" and not text:find "bad argument"
end

-- Tries use(), which reads the file that make() wrote, with each leaf as each piece of junk, and as nothing. by: how
-- its errors begin.
local function try(name, by, make, use)
    os.remove(path)
    make()
    local content = pack.value(core.run.unseal(t.read(path)))
    local tried, wrong = 0, {}
    each_leaf(content, function(owner, key)
        local was = owner[key]
        for i = whole and 0 or tried % STEP, #junk, whole and 1 or STEP do
            owner[key] = junk[i]
            write(content)
            owner[key] = was
            local done, why = pcall(use)
            tried = tried + 1
            if not done and not is_clear(why, by) then
                wrong[#wrong + 1] = ("%s = %s: %s"):format(tostring(key), tostring(junk[i]), tostring(why))
            end
        end
    end)
    t.equal(table.concat(wrong, "\n"), "", ("%s: %d changed files"):format(name, tried))
end

-- value, whose checkpoint another call goes on from; for a moment, since a file may say that much is left to do.
local function try_value(name, options)
    options = t.over(options, {problem = p, checkpoint = path, seed = 1, threads = 1})
    try(name, "value: ", function() value(options) end, function() value(t.over(options, {seconds = 0.02})) end)
end

for _, method in ipairs {"v-mlmc", "rt-mlmc", "ru-mlmc", "bsgd", "e-bsgd"} do
    try_value(method, {method = method, samples = 3000})
end
try_value("v-mlmc to a goal", {method = "v-mlmc", eps = 0.1, samples = 4000})
try_value("auto", {eps = 0.1, samples = 1e6})

local function root(v)
    return v.m ^ 0.5
end

local function swept()
    return sweep{over = {m = {1, 2}, name = {"a", "b"}}, run = root, checkpoint = path}
end
try("sweep", "sweep: ", swept, swept)

local small = {problem = problem.invariant_logistic{n = 6, d = 2}, step = 1e-3, reps = 2, record = 3, samples = 200}
for _, method in ipairs {"e-bsgd", "sox"} do
    local options = t.over(small, {method = method, checkpoint = path})
    try("checkpoint of " .. method, "run: ", function() run(options) end, function() run(options) end)
    try("run.load of " .. method, "run", function() run(t.over(small, {method = method})):save(path) end, function()
        local r = run.load(path)
        return tostring(r) .. r:csv() .. tostring(r:final().x) .. r:plot():describe()
    end)
end
t.done()
