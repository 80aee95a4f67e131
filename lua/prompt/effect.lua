-- What an entry that raised an error may have done before: it changed a global, or printed.
local core, D = ...
local system, result = core.system, core.use "result"
local lex, list, sorted = core.use "prompt/lex", core.use "list", core.use "sorted"
local is_own = core.use "prompt/session".is_own

local printing = list.set "print show write help example lesson who doctor"
local effect = {}

-- Equal for a script, too: nan is nan.
local function is_same(a, b)
    return rawequal(a, b) or a ~= a and b ~= b
end

-- Notes the globals; the function it returns gives the sorted names of those that have changed since.
function effect.watch()
    local names, values = {}, setmetatable({}, {__mode = "v"}) -- what the entry drops can be collected while it runs
    for name, value in next, _G do
        names[name], values[name] = true, value
    end
    return function()
        local changed = {}
        for name, value in next, _G do
            changed[name] = not is_same(values[name], value) or nil
        end
        for name in next, names do
            changed[name] = changed[name] or rawget(_G, name) == nil or nil
        end
        return list.map(sorted(changed), tostring)
    end
end

-- Whether the user's own code may run where the value is called or used.
local function is_code(value)
    if type(value) ~= "table" or system.kind(value) or result.kind(value) then
        return type(value) == "function"
    end
    return getmetatable(value) ~= nil or list.any(value, function(field) return type(field) == "function" end)
end

local function may_print(token)
    local name = token.kind == "name" and token.text
    return name and (printing[name] or is_own(name) and is_code(rawget(_G, name)))
end

-- Whether the entry is one expression, or one assignment of some: where that fails, nothing has been assigned.
local function is_single(text)
    local right = text:match "^[%s%w_.,<>]*=(.*)$"
    return load("return " .. text) or right and load("return " .. right)
end

-- Whether the first thing that the entry asks for is a global that is not there.
local function begins_unknown(tokens)
    local first, second = tokens[1], tokens[2]
    local is_target = second and (second.kind == "=" or second.kind == ",")
    return first and first.kind == "name" and not is_target and rawget(_G, first.text) == nil
        and D[first.text] == nil
end

-- Whether an entry that raised may have done something else than changing globals.
function effect.is_possible(text)
    local tokens = lex(text)
    return not begins_unknown(tokens) and (not is_single(text) or list.any(tokens, may_print))
end

return effect
