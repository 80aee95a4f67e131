-- Values of options as values that a file can hold and that distinguish two of them: mark.of(value), mark.value(marked,
-- key, missing) back again, mark.same(a, b), mark.words(marked). Functions are marks only: they must be given again.
local core, D = ...
local system, over, callable = core.system, core.use "over", core.use "callable"
local list = core.use "list"
local map, mapped = list.map, list.mapped

local mark = {}

local function terms_of(op)
    return map(op:terms(), function(term) return {size = term.size, weight = term.exact} end)
end

-- The functions of math that only compute.
local math_names = {}
for name, f in pairs(D.math) do
    if type(f) == "function" and name ~= "random" and name ~= "randomseed" then
        math_names[f] = name
    end
end

-- What is stored in place of a value that files do not hold: a table with one of these fields, by whose type it
-- differs from a table of the user's with an option of that name.
local function is_mark(value, field)
    return type(value) == "table" and (field == "call" and value.call == true or type(value[field]) == "string")
end

-- Whether it is in place of a function that files do not hold.
function mark.is_function(value)
    return is_mark(value, "call")
end

-- A dist or a function of the library: its name, and what it was made from.
local function mark_made(value)
    local kind = system.kind(value)
    if kind == "dist" then
        return {made = "dist." .. value.name, by = mark.of(core.dist.options(value))}
    elseif kind == "poly" then
        return {made = "poly", by = value:coefficients():table()}
    elseif type(value) == "function" and math_names[value] then
        return {made = "math", by = math_names[value]}
    end
end

-- What is stored for a value.
function mark.of(value)
    local kind, made = system.kind(value), mark_made(value)
    if made then
        return made
    elseif kind == "schedule" then
        return {schedule = tostring(value)}
    elseif kind == "extrap" then
        return {operator = value.name, terms = terms_of(value)}
    elseif callable(value) then
        return {call = true}
    elseif kind == "vec" or kind == "mat" then
        return value:copy()
    elseif type(value) == "table" then
        return mapped(value, mark.of)
    end
    return value
end

local function make_schedule(text)
    local kind, a, rest = text:match "^schedule%.(%l[%l_]*)%(([^,)]+)(.*)%)$"
    assert(rawget(core.schedule, kind) and kind ~= "params")
    local options = {}
    for key, value in (rest or ""):gmatch "(%l+)=([^,}]+)" do
        options[key] = tonumber(value)
    end
    return D.schedule[kind](tonumber(a), next(options) and options)
end

local function make_operator(stored)
    local kind, order = stored.operator:match "^(%l+) (%d+)"
    local options = {blocks = stored.operator:find ", disjoint$" and "disjoint" or "windows"}
    if kind == "paper" then
        return D.extrap.paper(tonumber(order), options)
    elseif kind == "order" then
        local sizes = map(stored.terms, function(term) return term.size end)
        options.sizes = stored.operator:find "%(" and sizes or nil
        return D.extrap.order(tonumber(order), options)
    end
    return core.use "extrap".made(stored.terms, options.blocks, (stored.operator:gsub(", disjoint$", "")))
end

local function make_again(value, key, missing)
    local name = value.made:match "^dist%.(.*)"
    local by = mark.value(value.by, key, missing)
    if missing[key] then
        return nil
    elseif value.made == "math" then
        assert(type(by) == "string" and math_names[rawget(D.math, by)])
        return D.math[by]
    elseif value.made == "poly" then
        return D.poly(by)
    end
    if name == "mean_of" then
        return by[1]:mean_of(by[2])
    end
    assert(core.dist.registry[name] and name ~= "custom" and type(by) == "table")
    if #by > 0 then
        return D.dist[name](table.unpack(by))
    end
    return D.dist[name](by)
end

-- The value of what is stored; missing[key] = true where a function is to be given again.
function mark.value(value, key, missing)
    if type(value) ~= "table" or system.kind(value) then
        return value
    elseif mark.is_function(value) then
        missing[key] = true
        return nil
    elseif is_mark(value, "made") then
        return make_again(value, key, missing)
    elseif is_mark(value, "schedule") then
        return make_schedule(value.schedule)
    elseif is_mark(value, "operator") then
        return make_operator(value)
    end
    return mapped(value, function(item) return mark.value(item, key, missing) end)
end

-- Whether two stored values are equal, with all that they hold.
function mark.same(a, b)
    local kind = system.kind(a)
    if type(a) ~= "table" and not kind then
        return a == b or (a ~= a and b ~= b)
    elseif type(a) ~= type(b) or kind ~= system.kind(b) or #a ~= #b then
        return false
    elseif kind == "vec" or kind == "mat" then
        for i = 1, #a do
            if not mark.same(a[i], b[i]) then
                return false
            end
        end
        return true
    end
    return list.all(over(a, b), function(_, key) return mark.same(a[key], b[key]) end)
end

-- A stored value in an error.
function mark.words(value)
    if value == nil then
        return "not given"
    elseif type(value) ~= "table" then
        return system.describe(math.tointeger(value) or value)
    end
    for _, field in ipairs {"schedule", "operator", "made"} do
        if is_mark(value, field) then
            return value[field]
        end
    end
    return mark.is_function(value) and "a function" or "a table"
end

return mark
