-- How methods and operators look in every figure, and what they are called there: this is the one place that says so.
local core = ...
local map = core.use "list".map

local look = {}

-- In the order of legends: key, name, colour, marker, and the dash of what has no extrapolated version. Of the others
-- the plain method is dashed with hollow markers; "e-" .. key, which extrapolates it, is solid with full ones.
local methods = {
    {"bsgd", "BSGD", "blue", "circle"},
    {"bspiderboost", "BSpiderBoost", "vermillion", "square"},
    {"nestedvr", "NestedVR", "green", "triangle"},
    {"storm", "STORM", "sky", "diamond"},
    {"sarah", "SARAH", "purple", "down"},
    {"v-mlmc", "V-MLMC", "purple", "diamond", "dashdot"},
    {"rt-mlmc", "RT-MLMC", "orange", "down", "long"},
    {"ru-mlmc", "RU-MLMC", "black", "plus", "dot"},
    {"sox", "SOX", "orange", "cross", "dot"},
    {"msvr", "MSVR", "sky", "plus", "long"},
}

-- Operators by their number: the paper's L1, L2, L3 and those of order 1, 2, ..
local operators = {
    {"blue", "circle"}, {"vermillion", "square"}, {"green", "triangle"}, {"purple", "diamond"}, {"orange", "cross"},
    {"sky", "plus"}, {"black", "circle"},
}

local colors = {"blue", "vermillion", "green", "purple", "orange", "sky", "black"}
local markers = {"circle", "square", "triangle", "diamond", "down", "cross", "plus"}

-- The row of a method: {base =, rank =, extrapolated =, name =, color =, marker =, dash =}.
local function make_row(rank, base, name, color, marker, dash, extrapolated)
    return {
        base = base, rank = 2 * rank + (extrapolated and 1 or 0), extrapolated = extrapolated,
        name = (extrapolated and "E-" or "") .. name, color = color, marker = marker,
        dash = dash or extrapolated and "solid" or "dash", hollow = not dash and not extrapolated,
    }
end

local rows = {}
for i, row in ipairs(methods) do
    local key, name, color, marker, dash = table.unpack(row)
    rows[key] = make_row(i, key, name, color, marker, dash, false)
    if not dash then
        rows["e-" .. key] = make_row(i, key, name, color, marker, nil, true)
    end
end

-- What a method is called in figures; its key where it has no other name.
function look.name(method)
    return rows[method] and rows[method].name or method
end

-- The method whose key or name a label begins with, and the rest of the label.
local function begins_with(label)
    local word = label:match "^[%w-]+" or ""
    return rows[word:lower()] and word:lower() or nil, label:sub(#word + 1)
end

-- The label as figures have it: "bsgd m=2" is "BSGD m=2".
function look.label(label)
    local method, rest = begins_with(label)
    return method and look.name(method) .. rest or label
end

local function pair_of(color, marker)
    return color .. " " .. marker
end

-- The first of the list that is not taken, nil with all taken.
local function first_free(list, taken)
    for _, each in ipairs(list) do
        if not taken[each] then
            return each
        end
    end
end

-- The first colour with a marker that no other has with it; with all such pairs taken the first.
local function free_pair(taken)
    for turn = 0, #markers - 1 do
        for i, color in ipairs(colors) do
            local marker = markers[(i + turn) % #markers + 1]
            if not taken[pair_of(color, marker)] then
                return color, marker
            end
        end
    end
    return colors[1], markers[1]
end

-- A colour and a marker as a look: each free for itself where there are such, at least as a pair.
local function free_look(taken)
    local color, marker = first_free(colors, taken), first_free(markers, taken)
    if not (color or marker) then
        color, marker = free_pair(taken)
    end
    color, marker = color or colors[1], marker or markers[1]
    taken[color], taken[marker], taken[pair_of(color, marker)] = true, true, true
    return {color = color, marker = marker}
end

-- The looks of the methods that are there, by their base: a list, one for each time that the base comes again.
local function variants(found)
    local looks, taken = {}, {}
    for _, each in ipairs(found) do
        if each.row and each.turn == 1 then
            looks[each.row.base] = {{color = each.row.color, marker = each.row.marker}}
            taken[each.row.color], taken[each.row.marker] = true, true
            taken[pair_of(each.row.color, each.row.marker)] = true
        end
    end
    for _, each in ipairs(found) do
        local list = each.row and looks[each.row.base]
        if list and not list[each.turn] then
            list[each.turn] = free_look(taken)
        end
    end
    return looks
end

-- The number of an operator by its name, and whether it is one of the paper's.
local function number_of(name)
    local kind, k = name:match "^(%l+) (%d+)$"
    kind, k = kind or name:match "^L[123]$" and "paper", k or name:match "^L(%d)$"
    return (kind == "paper" or kind == "order") and math.tointeger(k) or nil, kind == "paper"
end

-- The row of an operator by its name: order 1, which does not extrapolate, is dashed.
local function row_of_operator(name)
    local k = number_of(name)
    local own = k and operators[k]
    return own and {base = name, color = own[1], marker = own[2], dash = k == 1 and "dash" or "solid"}
end

-- The row of the method or operator that a part of a label names, alone or before numbers: "bsgd", "E-BSGD m=2".
local function row_of(part)
    part = part:gsub("^[%w_]+ = ", "")
    local word = part:match "^[%w-]+" or ""
    local row = rows[word:lower()]
    if row and (word == word:lower() or word == row.name) and (part == word or part:find("%d", #word + 1)) then
        return row
    end
    return row_of_operator(part)
end

-- Counts how often each method comes: the series that is called as the method and nothing more is the first.
local function set_turns(found, series)
    local times = {}
    for _, is_first in ipairs {true, false} do
        for i, each in ipairs(found) do
            local label = series[i].label
            local plain = each.row and (label == each.method or label == each.row.name) or false
            if each.row and plain == is_first then
                times[each.method] = (times[each.method] or 0) + 1
                each.turn = times[each.method]
            end
        end
    end
    return found
end

-- The rows of the series' methods, and which time it is that the method comes.
local function find_rows(series, names)
    return set_turns(map(series, function(one, i)
        local method = rows[names[i]] and names[i] or begins_with(one.label or "")
        return {row = method and rows[method], method = method, turn = 1, place = i}
    end), series)
end

local function dress(one, each, looks)
    local own = looks[each.row.base][each.turn]
    one.key, one.label = one.label, one.label and look.label(one.label)
    one.color, one.marker, one.dash, one.hollow = own.color, own.marker, each.row.dash, each.row.hollow
end

-- Orders by method, the first times before the second ones; what is no known method comes last.
local function before(a, b)
    local last = 2 * #methods + 2
    for _, key in ipairs {
        {a.row and a.row.rank // 2 or last, b.row and b.row.rank // 2 or last}, {a.turn, b.turn},
        {a.row and a.row.rank or last, b.row and b.row.rank or last},
    } do
        if key[1] ~= key[2] then
            return key[1] < key[2]
        end
    end
    return a.place < b.place
end

-- Series of methods with their looks, in the order of legends. names: the method of each, where its label does not
-- begin with it. A method that comes again keeps its dash and gets a colour and marker that are free.
function look.of_methods(series, names)
    local found = find_rows(series, names or {})
    local looks = variants(found)
    for i, one in ipairs(series) do
        if found[i].row then
            dress(one, found[i], looks)
        end
    end
    table.sort(found, before)
    return map(found, function(each) return series[each.place] end)
end

-- The row of what a label names in one of its parts: "bsgd, one state", "m = 2, method = e-bsgd", "L1".
local function named(label)
    for part in label:gmatch "[^,]+" do
        local row = row_of(part:match "^%s*(.-)%s*$")
        if row then
            return row
        end
    end
end

-- Gives a series what it has none of, where its colour is free to choose.
local function complete(one, row, own)
    if not one.color then
        one.color, one.marker, one.dash = own.color, one.marker or own.marker, one.dash or row.dash
        one.hollow = one.hollow or one.hollow == nil and row.hollow or nil
    end
end

-- The rows of what the labels name, and which other label of the same name it is: one label has one look.
local function find_named(series)
    local times, turns = {}, {}
    return map(series, function(one)
        local row = type(one.label) == "string" and named(one.label) or nil
        local key = row and (row.name or row.base)
        if row and not turns[one.label] then
            times[key] = (times[key] or 0) + 1
            turns[one.label] = times[key]
        end
        return {row = row, turn = row and turns[one.label]}
    end)
end

-- Each series whose label names a method or operator and that has no colour gets its colour, dash and marker.
function look.fill(series)
    local found = find_named(series)
    local looks = variants(found)
    for i, each in ipairs(found) do
        if each.row then
            complete(series[i], each.row, looks[each.row.base][each.turn])
        end
    end
end

-- What an operator is called in figures: the paper's are L1, L2, L3.
function look.operator_name(name)
    local k, is_paper = number_of(name)
    return k and is_paper and "L" .. k or name
end

-- A series of an operator with its looks.
function look.of_operator(one, name)
    local row = row_of_operator(name)
    one.key, one.label = one.label, one.label:gsub("^paper (%d)", "L%1")
    if row then
        one.color, one.marker, one.dash = row.color, one.marker or row.marker, row.dash
    end
    return one
end

return look
