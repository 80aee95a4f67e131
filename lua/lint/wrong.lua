-- wrong(param, node): what is wrong with the value that stands there for an option, in the words of the check in a run;
-- nil where nothing is, or where that is not known.
local core = ...
local system, check = core.system, core.options.check
local FUNCTION, TABLE = function() end, {} -- for what is known of a value besides its type: nothing

local literal

-- A list of numbers; other tables are tables.
local function list(node)
    local all = {}
    for i, item in ipairs(node) do
        all[i] = literal(item)
        if type(all[i]) ~= "number" then
            return TABLE
        end
    end
    return all
end

local function negative(node)
    local number = node[1] == "unm" and literal(node[2])
    return type(number) == "number" and -number or nil
end

local of_tag = {
    String = function(node) return node[1] end,
    Number = function(node) return tonumber(node[1]) end,
    True = function() return true end,
    False = function() return false end,
    Function = function() return FUNCTION end,
    Table = list, Op = negative,
}

-- The value that stands there, or nil.
function literal(node)
    local read = of_tag[node.tag]
    if read then
        return read(node)
    end
end

-- Whether the check of one kind of option says all: those of tables, say, are looked into by their functions.
local function is_decided(param, value)
    local kind = param.kind
    if kind == "vector" or kind == "matrix" then
        return value ~= TABLE
    elseif kind == "object" or kind == "function" then
        return type(value) ~= "table" and (kind == "function" or type(value) == "string")
    end
    return kind ~= nil and kind ~= "table" and kind ~= "any"
end

-- A word that names none of a family: of methods, rules or proximal steps.
local function no_member(param, value)
    local is_named = param.kind == "string" or param.kind == "any"
    local family = is_named and param.choices and core[param.choices]
    if type(value) == "string" and type(family) == "table" and family.params and not family.params[value] then
        return ("no %s '%s'%s"):format(param.choices, value, system.hint(value, family.names))
    end
end

-- single: a list or a function may stand for one value
return function(param, node, single)
    local value = literal(node)
    if value == nil or single and (type(value) == "table" or value == FUNCTION) then
        return nil
    end
    local what = no_member(param, value)
    if what or not is_decided(param, value) then
        return what
    end
    local fine, message = pcall(check, "lint", param, value)
    return not fine and message:match "option '.-': (.*)$" or nil
end
