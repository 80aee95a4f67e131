-- json.read: tables in JSON, as a list of rows, rows one after the other, or columns by name.
local core, D = ...
local module, file, scan = core.use "module", core.later "file", core.later "json_scan"
local columns, noted = core.later "columns", core.use "noted"

local read_options = core.options.table("json.read", {
    {"na", "choice", choices = "error|drop", default = "error",
        meaning = "at a missing number (null, NaN, or a row without it): raise, or leave out its row"},
    {"columns", "table", meaning = "list of the names of the columns to read, in this order; else all"},
})

-- A table being read is {s = the text, names = in order, by = name -> column, n = rows, called = what rows are called
-- in columns that are objects}. A column is {name =, values = row -> number or text, missing = place of its first
-- missing cell, text = that of its first cell that is no number, numbers, texts = how many there are, row = the last
-- that has it}.

local function column_of(t, name)
    if not t.by[name] then
        t.by[name] = {name = name, values = {}, numbers = 0, texts = 0}
        t.names[#t.names + 1] = name
    end
    return t.by[name]
end

-- Reads the value at `at` as the cell of row i; returns the place after it.
local function read_cell(t, column, i, at)
    local char = t.s.text:sub(at, at)
    if char == "[" or char == "{" then
        scan.fail(t.s, at, "expected a number, a text or null in row %d of column '%s', got %s", i, column.name,
            scan.shown(t.s, at))
    end
    local value, after, lost = scan.scalar(t.s, at)
    if value == nil then
        column.missing = column.missing or at
    elseif type(value) == "string" or lost then
        column.texts = column.texts + 1
        column.text = column.text or at
    else
        column.numbers = column.numbers + 1
    end
    column.values[i] = lost or value
    return after
end

-- Reads the object at `at` as the next row.
local function read_row(t, at)
    if t.s.text:sub(at, at) ~= "{" then
        scan.fail(t.s, at, "expected rows as objects {\"name\": value, ..}, got %s", scan.shown(t.s, at))
    end
    t.n = t.n + 1
    t.rows[t.n] = at
    return scan.object(t.s, at, function(name, value, key)
        local column = column_of(t, name)
        if column.row == t.n then
            scan.fail(t.s, key, "expected another name, got '%s' again", name)
        end
        column.row = t.n
        return read_cell(t, column, t.n, value)
    end)
end

-- Rows one after the other, with blanks or line ends between them.
local function read_lines(t, at)
    while at <= #t.s.text do
        at = scan.skip(t.s, read_row(t, at))
    end
    return at
end

local function read_rows(t, at)
    return scan.list(t.s, at, function(_, row) return read_row(t, row) end)
end

-- The list at `at` as a column; pandas has an object there, whose names are those of the rows.
local function read_column(t, name, at)
    local column, n = column_of(t, name), 0
    local function next_cell(_, value)
        n = n + 1
        return read_cell(t, column, n, value)
    end
    local function next_named(row, value, place)
        t.called[n + 1] = t.called[n + 1] or row
        if t.called[n + 1] ~= row then
            scan.fail(t.s, place, "expected row '%s' as in other columns, got '%s'", t.called[n + 1], row)
        end
        return next_cell(row, value)
    end
    local is_list = t.s.text:sub(at, at) == "["
    local after = (is_list and scan.list or scan.object)(t.s, at, is_list and next_cell or next_named)
    t.n = t.names[2] and t.n or n
    if n ~= t.n then
        scan.fail(t.s, at, "expected %d values in column '%s' as in '%s', got %d", t.n, name, t.names[1], n)
    end
    return after
end

-- What the members of the object at `at` are: name -> first character of the value, and where the object ends.
local function members(t, at)
    local first, places, nested, all = {}, {}, 0, 0
    local after = scan.object(t.s, at, function(name, value, key)
        if first[name] then
            scan.fail(t.s, key, "expected another name, got '%s' again", name)
        end
        first[name], places[name], all = t.s.text:sub(value, value), value, all + 1
        nested = nested + (first[name]:find "[%[{]" and 1 or 0)
        return scan.value(t.s, value)
    end)
    return {first = first, places = places, nested = nested, all = all}, after
end

-- An object: a row, followed by others; what r:json writes, with the rows in it; or columns.
local function read_object(t, at)
    local m, after = members(t, at)
    if m.nested == 0 and m.all > 0 then
        return read_lines(t, at)
    elseif m.first.rows == "[" and t.s.text:find("^%[%s*[{%]]", m.places.rows) then
        read_rows(t, m.places.rows)
        return after
    end
    return scan.object(t.s, at, function(name, value)
        if not m.first[name]:find "[%[{]" then
            scan.fail(t.s, value, "expected a list as column '%s', got %s", name, scan.shown(t.s, value))
        end
        return read_column(t, name, value)
    end)
end

local function read_all(t)
    local at = scan.skip(t.s, t.s.text:sub(1, 3) == "\xEF\xBB\xBF" and 4 or 1)
    local char = t.s.text:sub(at, at)
    if char ~= "[" and char ~= "{" then
        scan.fail(t.s, at, "expected a list of rows or an object, got %s", scan.shown(t.s, at))
    end
    at = scan.skip(t.s, (char == "[" and read_rows or read_object)(t, at))
    if at <= #t.s.text then
        scan.fail(t.s, at, "expected the end of the file, got %s", scan.shown(t.s, at))
    end
end

-- The first row that lacks a number of the column: place in the text of its cell, or of the row; nil where none does.
local function first_missing(t, column)
    for i = 1, t.n do
        if column.values[i] == nil then
            return column.missing or t.rows[i]
        end
    end
end

-- Row -> whether it is kept, and how many are.
local function kept_rows(t, names, drop)
    local kept, n = {}, t.n
    for _, name in ipairs(names) do
        local column = t.by[name]
        local missing = column.texts == 0 and first_missing(t, column)
        if missing and not drop then
            scan.fail(t.s, missing, "expected a number in column '%s', got none (na=\"drop\" leaves such rows out)",
                name)
        end
        for i = 1, missing and t.n or 0 do
            if column.values[i] == nil and kept[i] ~= false then
                kept[i], n = false, n - 1
            end
        end
    end
    return kept, n
end

-- The column's rows that are kept, as a vec or a list of texts.
local function finished(t, column, kept)
    local list, is_text = {}, column.texts > 0
    for i = 1, t.n do
        if kept[i] ~= false then
            local value = column.values[i]
            list[#list + 1] = is_text and math.type(value) and core.text.number(value) or value or is_text and ""
        end
    end
    if not is_text then
        return D.vec(list)
    end
    return columns.text(list, ("column '%s', %s: expected a number, got %s"):format(column.name,
        scan.place(t.s, column.text), scan.shown(t.s, column.text)))
end

local function note(t, text, ...)
    t.notes[#t.notes + 1] = text:format(...)
end

local function notes_of(t, fields, names, n)
    for _, name in ipairs(names) do
        if t.by[name].texts > 0 and t.by[name].numbers > 0 then
            note(t, "some cells are numbers, some are text: %s", columns.fault(fields[name]))
        end
    end
    if t.n == 0 then
        note(t, "there are no rows")
    elseif n < t.n then
        note(t, "%d of %d rows lack a number and are left out", t.n - n, t.n)
    end
    for _, sentence in ipairs(t.notes) do
        noted.say("json.read", t.s.path .. ": " .. sentence)
    end
end

local function read(path, options)
    local o = read_options("json.read", options or {})
    local s = {text = file.read("json.read", path), path = path, caller = "json.read"}
    local t = {s = s, names = {}, by = {}, n = 0, rows = {}, called = {}, notes = {}}
    read_all(t)
    local names = o.columns and columns.chosen("json.read", path, o.columns, t.by) or t.names
    local kept, n = kept_rows(t, names, o.na == "drop")
    local fields = {}
    for _, name in ipairs(names) do
        fields[name] = finished(t, t.by[name], kept)
    end
    notes_of(t, fields, names, n)
    if t.notes[1] then
        return fields, names, t.notes
    end
    return fields, names
end

D.json = module("json", {read = read})

return {}
