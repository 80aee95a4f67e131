-- Whether a function changes what others see: changes(f) -> function() that gives the name of a variable that is not as
-- it was, or nil. Looked at are the variables that f uses, those of the functions that it uses, and globals: their
-- values, the fields of tables, the state of generators. What lies deeper in tables is not seen.
local core = ...
local system, state_of = core.system, core.workers.state
local getinfo, getupvalue = debug.getinfo, debug.getupvalue

local DEEPEST = 4 -- functions that use functions
local MOST = 1000 -- fields of a table, of larger ones only their number is looked at

-- What distinguishes a value from itself at another time: a list of keys and values.
local function content_of(value)
    if system.kind(value) == "rng" then
        return {state_of(value)}
    elseif type(value) ~= "table" then
        return {}
    end
    local list = {}
    for key, item in next, value do
        if #list >= 2 * MOST then
            return {rawlen(value)}
        end
        list[#list + 1], list[#list + 2] = key, item
    end
    return list
end

local function is_equal(a, b)
    return rawequal(a, b) or a ~= a and b ~= b
end

local function is_same(a, b)
    for i = 1, math.max(#a, #b) do
        if not is_equal(a[i], b[i]) then
            return false
        end
    end
    return true
end

local function add(all, name, get)
    local value = get()
    all[#all + 1] = {name = name, get = get, value = value, content = content_of(value)}
end

local function is_ours(f)
    return getinfo(f, "S").source:find("=[debias]", 1, true) == 1
end

-- Adds the variables of a function, and of functions in them; of globals, the table of them.
local function add_upvalues(all, f, seen, depth)
    if seen[f] or depth > DEEPEST or getinfo(f, "S").what == "C" or is_ours(f) then
        return
    end
    seen[f] = true
    local i, name, value = 1, getupvalue(f, 1)
    while name do
        local place = i
        if name == "_ENV" then
            all.globals = value
        else
            add(all, name, function() return select(2, getupvalue(f, place)) end)
        end
        if type(value) == "function" then
            add_upvalues(all, value, seen, depth + 1)
        end
        i = i + 1
        name, value = getupvalue(f, i)
    end
end

local function add_globals(all, globals)
    for name in next, globals do
        if type(name) == "string" and name ~= "_G" and name ~= "package" and name ~= "arg" then
            add(all, name, function() return rawget(globals, name) end)
        end
    end
end

-- A global that there was not.
local function new_global(all)
    local known = {}
    for _, variable in ipairs(all) do
        known[variable.name] = true
    end
    for name in next, all.globals or {} do
        if type(name) == "string" and not known[name] and name ~= "_G" and name ~= "package" and name ~= "arg" then
            return name
        end
    end
end

return function(f)
    local all = {}
    if type(f) == "function" then
        add_upvalues(all, f, {}, 1)
    end
    add_globals(all, all.globals or {})
    return function()
        for _, variable in ipairs(all) do
            local value = variable.get()
            if not is_equal(value, variable.value) or not is_same(content_of(value), variable.content) then
                return variable.name
            end
        end
        return new_global(all)
    end
end
