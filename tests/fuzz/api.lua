-- Calls of public functions and methods, those that help has pages of, with arguments from the bytes: options of their
-- tables, values of all types, and what earlier calls returned. Bytes -> up to four calls.
local clear, value = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/value.lua"
local core = debug.getregistry()["debias.core"]
local pages, over, sorted = core.use "guide/pages", core.use "over", core.use "sorted"
local results, within = core.use "result", debug.getregistry().fuzz.within
local objects = dofile "tests/lua/harness/objects.lua"(os.getenv "TMPDIR" .. "/answers.csv")

local functions = {} -- {name =, params =, class = of a method, fn = otherwise}
for _, name in ipairs(sorted(pages.all())) do
    local page = pages.all()[name]
    local class, method = name:match "^([%w_]+):([%w_]+)$"
    local fn = not class and not page.topic and pages.value(name)
    if objects[class] then
        functions[#functions + 1] = {name = name, params = pages.params(page), class = class, method = method}
    elseif type(fn) == "function" or type(fn) == "table" and (getmetatable(fn) or {}).__call then
        functions[#functions + 1] = {name = name, params = pages.params(page), fn = fn}
    end
end
assert(#functions > 150)

-- The arguments after the object of a method.
local function arguments(draw, f)
    local list, n = {}, draw.pick(8) - 1
    n = n > 4 and 1 or n
    for i = 1, n do
        list[i] = #f.params > 0 and draw.pick(3) > 1 and draw.options(f.params) or draw.any()
    end
    return list, n
end

local function call(f, object, list, n)
    if f.class then
        return object[f.method](object, table.unpack(list, 1, n))
    end
    return f.fn(table.unpack(list, 1, n))
end

-- What a call returned is an object for later ones.
local function keep(own, done, _, made)
    local kind = done and (core.system.kind(made) or results.kind(made))
    if kind and own[kind] then
        own[kind] = made
    end
end

local calls = 0

return {
    call = function(bytes)
        local own = over(objects, {})
        local draw = value(bytes, own)
        for _ = 1, draw.pick(4) do
            local f = functions[draw.pick(#functions)]
            local list, n = arguments(draw, f)
            calls = calls + 1
            keep(own, clear(within, 0.05, call, f, own[f.class], list, n))
        end
    end,
    most = 512 * 2 ^ 20, counts = function() return calls, "calls" end,
}
