-- Rows, tables of fields, in lists: as columns, and by a column.
local core, D = ...
local list_of = core.use "list"

local rows = {}

-- A column as a vec; nil unless so many rows (all) have it, NaN for the others.
function rows.vec(all, name, least)
    local list, known = {}, 0
    for i, row in ipairs(all) do
        known = known + (row[name] == nil and 0 or 1)
        list[i] = row[name] == nil and 0 / 0 or row[name]
    end
    return #all > 0 and known >= (least or #all) and D.vec(list) or nil
end

-- The rows by a column of names, in order: list of {name =, rows =}.
function rows.groups(all, column)
    local list, found = {}, {}
    for _, row in ipairs(all) do
        local name = row[column]
        if not found[name] then
            found[name] = {name = name, rows = {}}
            list[#list + 1] = found[name]
        end
        table.insert(found[name].rows, row)
    end
    return list
end

-- A sentence about the groups of which is(row) holds for every row, "a, b: what"; nil where there are none.
function rows.sentence(groups, is, what)
    local names = list_of.map(groups, function(group) return list_of.all(group.rows, is) and group.name or nil end)
    return names[1] and table.concat(names, ", ") .. ": " .. what
end

-- The columns of `order` that any row has, {name -> list, false where a row has none}, and their order.
function rows.columns(order, all)
    local columns, known = {}, {}
    for _, name in ipairs(order) do
        local list, any = {}, false
        for i, row in ipairs(all) do
            list[i] = row[name] or false
            any = any or list[i]
        end
        if any then
            columns[name], known[#known + 1] = list, name
        end
    end
    return columns, known
end

return rows
