-- Slopes of part of a result: the options {from =, to =} of c:slopes, which c:plot has as option slopes.
local core = ...
local system, map = core.system, core.use "list".map

local window = {}

-- An end of the window.
local function number(name, given, key, default)
    local value = given[key]
    if value ~= nil and not (math.type(value) and value == value) then
        system.fail(name, "option '%s': expected a number, got %s", key, system.describe(value))
    end
    return value or default
end

-- The rows whose column is in the window, in the name of a method; all without one.
function window.rows(name, rows, column, given)
    if given == nil then
        return rows
    end
    core.use "given"(name, given, {from = true, to = true})
    local from, to = number(name, given, "from", -math.huge), number(name, given, "to", math.huge)
    if from >= to then
        system.fail(name, "expected from < to, got %s and %s", core.text.number(from, 6), core.text.number(to, 6))
    end
    local inside = map(rows, function(row) return row[column] >= from and row[column] <= to and row or nil end)
    if not inside[1] then
        system.fail(name, "there is no %s from %s to %s", column, core.text.number(from, 6), core.text.number(to, 6))
    end
    return inside
end

-- The marks that plot's options ask for, and that of the window.
function window.marks(options)
    local given, marks = options.slopes, options.marks or {}
    if not given or given.from == nil and given.to == nil then
        return options.marks
    end
    local own = {{kind = "window", from = given.from, to = given.to, label = "slopes"}}
    return table.move(marks, 1, #marks, 2, own)
end

return window
