-- Columns whose names are no names of Lua, or are spelt otherwise, in an entry that found nothing: t.p.resp, t.Age.
local core = ...
local sorted, system = core.use "sorted", core.system

local fields = {}

-- The plain table that the user's global of this name is; or nil.
local function table_of(name)
    local value = name and rawget(_G, name)
    return type(value) == "table" and not getmetatable(value) and value or nil
end

-- The longest key of the table that the text begins with and that Lua would not read as a name; or nil.
local function key_at(columns, text)
    local longest
    for _, key in ipairs(sorted(columns)) do
        local is_odd = type(key) == "string" and key:find "[^%w_]" and text:sub(1, #key) == key
        longest = is_odd and #key > #(longest or "") and key or longest
    end
    return longest
end

-- t.age, t["p.resp"].
local function written(name, key)
    return (key:find "^[%a_][%w_]*$" and "%s.%s" or "%s[%q]"):format(name, key)
end

-- How t.Net Benefit and t.p.resp are written where t has such a column, 't["p.resp"]'; or nil.
function fields.written(text)
    for name, at in text:gmatch "%f[%w_]([%a_][%w_]*)[.$]()" do
        local columns = table_of(name)
        local key = columns and key_at(columns, text:sub(at))
        if key then
            return written(name, key)
        end
    end
end

local notes = {}

-- a[0] where a is a list.
function notes.zero(list, name)
    return list[1] ~= nil and ("the first element is %s[1]"):format(name) or nil
end

-- t.Age where t has age.
function notes.missing(columns, name, field)
    local near = system.hint(field, columns):match "'(.*)'"
    return near and ("%s has no '%s', did you mean %s?"):format(name, field, written(name, near)) or nil
end

-- #t where t has columns.
function notes.count(columns, name)
    local first = sorted(columns)[1]
    local is_column = first and (system.kind(columns[first]) == "vec" or type(columns[first]) == "table")
    return is_column and ("%s counts rows, #%s only %s[1], %s[2] and so on"):format(
        "#" .. written(name, first), name, name, name) or nil
end

local forms = {
    {"^%s*([%a_][%w_]*)%[0%]%s*$", nil, notes.zero}, {"^%s*([%a_][%w_]*)%.([%a_][%w_]*)%s*$", nil, notes.missing},
    {"^%s*#%s*([%a_][%w_]*)%s*$", 0, notes.count},
}

-- What to say of an entry that gave this value, where another was meant; or nil.
function fields.note(text, value)
    for _, form in ipairs(forms) do
        local name, field = text:match(form[1])
        local columns = value == form[2] and table_of(name)
        if columns then
            return form[3](columns, name, field)
        end
    end
end

return fields
