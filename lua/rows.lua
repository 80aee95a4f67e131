-- Records, tables of fields, in lists: as columns, and by a column.
local _, D = ...

local rows = {}

-- The column of records as a vec; nil unless so many of them (all) have it, NaN for the others.
function rows.vec(records, name, least)
    local list, known = {}, 0
    for i, row in ipairs(records) do
        known = known + (row[name] == nil and 0 or 1)
        list[i] = row[name] == nil and 0 / 0 or row[name]
    end
    return #records > 0 and known >= (least or #records) and D.vec(list) or nil
end

-- The rows by a column of names, in order: list of {name =, rows =}.
function rows.groups(records, column)
    local list, found = {}, {}
    for _, row in ipairs(records) do
        local name = row[column]
        if not found[name] then
            found[name] = {name = name, rows = {}}
            list[#list + 1] = found[name]
        end
        table.insert(found[name].rows, row)
    end
    return list
end

-- The names of the groups whose every row `is` so, and what they are: "a, b: what"; nil for none.
function rows.sentence(groups, is, what)
    local names = {}
    for _, group in ipairs(groups) do
        local all = true
        for _, row in ipairs(group.rows) do
            all = all and is(row)
        end
        names[#names + 1] = all and group.name or nil
    end
    return names[1] and table.concat(names, ", ") .. ": " .. what
end

-- Lists of `count` values made from columns of records: {name -> list} without the columns that nobody knows.
function rows.columns(order, records)
    local columns, kept = {}, {}
    for _, name in ipairs(order) do
        local list, any = {}, false
        for i, row in ipairs(records) do
            list[i] = row[name]
            if list[i] == nil then
                list[i] = false
            end
            any = any or list[i] ~= false
        end
        if any then
            columns[name] = list
            kept[#kept + 1] = name
        end
    end
    return columns, kept
end

return rows
