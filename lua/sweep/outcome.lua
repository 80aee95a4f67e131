-- What a point's function returned, as the cells of a row: outcome.cells(value, swept) -> {column = number or text}, or
-- nil and why it has none; outcome.order(columns): in which order they stand. swept: what is swept, by names.
local core = ...
local system, result, sorted = core.system, core.use "result", core.use "sorted"
local shape, map = core.use "experiment/shape", core.use "list".map

local outcome = {}

local function cell_of(value)
    if type(value) == "boolean" then
        return tostring(value)
    end
    return (math.type(value) or shape.is_text(value)) and value or nil
end

-- In words what a value is that no cell holds.
local function words(value)
    return type(value) == "string" and "control characters" or system.describe(value)
end

-- A table of the user's: every field is a column.
local function of_table(t, swept)
    local cells = {}
    for _, name in ipairs(sorted(t)) do
        local cell = cell_of(t[name])
        if not shape.is_text(name) or name == "" then
            return nil, "returned a table with the key " .. words(name) .. ", expected names of columns"
        elseif swept[name] or name == "failed" then
            return nil, ("returned a column '%s', which the sweep has itself: call it otherwise"):format(name)
        elseif cell == nil then
            return nil, ("returned %s as '%s', expected a number, text or boolean"):format(words(t[name]), name)
        end
        cells[name] = cell
    end
    if next(cells) == nil then
        return nil, "returned an empty table, expected columns"
    end
    return cells
end

-- Fields and columns that are kept though they are text.
local kept = {verdict = true, method = true, why = true}

-- Numbers, and some words; what is swept stands in the row already.
local function add(cells, name, value, swept, prefix)
    if not swept[name] and name ~= "failed" and (math.type(value) or kept[name] and type(value) == "string") then
        cells[(prefix and prefix .. " " or "") .. name] = value
    end
end

-- The places of the rows that count, and what they are called: the last one of each name in a first column of names, or
-- the last one.
local function last_rows(columns, order)
    local first = columns[order[1]]
    if type(first) ~= "table" or type(first[1]) ~= "string" then
        return {{row = order[1] and #first or 0}}
    end
    local last, all = {}, {}
    for i, name in ipairs(first) do
        if not last[name] then
            last[name] = {name = name}
            all[#all + 1] = last[name]
        end
        last[name].row = i
    end
    if #all == 1 then
        all[1].name = nil
    end
    return all
end

-- A result: its number fields and, unless one of them is called value, its last rows.
local function of_result(r, swept)
    local cells = {}
    add(cells, "why", result.why(r), swept)
    for _, name in ipairs(result.names(r)) do
        local value = r[name]
        if value == value then -- a field that is NaN is not known
            add(cells, name, value, swept)
        end
    end
    if cells.value then
        return cells
    end
    local columns, order = result.columns(r)
    for _, last in ipairs(last_rows(columns, order)) do
        for i, name in ipairs(order) do
            local value = columns[name][last.row]
            local known = value == value or result.has_nan(r)
            if known and (i > 1 or type(value) ~= "string") then -- a name is no cell beside itself
                add(cells, name, value, swept, last.name)
            end
        end
    end
    return cells
end

local of_moments = {"mean", "se", "bias", "bias_norm", "exact", "sd", "var", "kurtosis", "tail"}

local function of_fields(t, names, swept)
    local cells = {}
    for _, name in ipairs(names) do
        add(cells, name, t[name], swept)
    end
    return cells
end

-- What an error says, in a line, without the place where it was raised and without what terminals obey.
function outcome.failure(err)
    local meta = type(err) == "table" and getmetatable(err)
    local has_text = type(err) == "string" or math.type(err) or type(meta) == "table" and meta.__tostring
    local done, text = pcall(tostring, err)
    text = has_text and done and text or "an error that is " .. system.describe(err)
    text = text:gsub("^[^\n:]+:%d+: ", ""):gsub("%s*\n%s*", " ")
    return shape.is_text(text) and text or text:gsub("[^\32-\126]", "?")
end

function outcome.cells(value, swept)
    local meta = type(value) == "table" and getmetatable(value)
    local cell, cells, why = cell_of(value), nil, nil
    if cell ~= nil then
        cells, why = of_table({value = cell}, swept)
    elseif result.kind(value) then
        cells = of_result(value, swept)
    elseif meta and meta.__name == "moments" then
        cells = of_fields(value, of_moments, swept)
        add(cells, "why", value.not_finite and core.use "experiment/said".count(value), swept)
    elseif type(value) == "table" and not meta then
        cells, why = of_table(value, swept)
    else
        why = value == nil and "returned nothing, expected a number, a table of columns or a result"
            or ("returned %s, expected a number, a table of columns or a result"):format(words(value))
    end
    if cells and next(cells) == nil then
        return nil, "returned a result without numbers, expected one with some"
    end
    return cells, why
end

local main = {value = 1, gap = 2, objective = 3, mean = 4, bias = 5, advantage = 6}
local ends = {lo = 1, hi = 2, se = 3}

-- A column's place: main numbers first, then their error and the others by name, each followed by its limits.
local function place(name)
    local base, last = name:match "^(.+)_(%l%l)$"
    base = ends[last] and base or name
    return {main[base:match "%S+$"] or (name == "se" and 7 or 8), base, ends[last] or 0}
end

function outcome.order(columns)
    local all = map(sorted(columns), function(name) return {name = name, place = place(name)} end)
    table.sort(all, function(a, b)
        for i = 1, 3 do
            if a.place[i] ~= b.place[i] then
                return a.place[i] < b.place[i]
            end
        end
        return a.name < b.name
    end)
    return map(all, function(each) return each.name end)
end

return outcome
