-- csv.read, csv.write, csv.example and mat.csv: tables as comma-separated text.
local core, D = ...
local module, file = core.use "module", core.later "file"
local system, columns, noted = core.system, core.later "columns", core.use "noted"
local map = core.use "list".map

-- Reading -----------------------------------------------------------------------------------------------------------

local separators = {["\t"] = "tabs", [" "] = "blanks"}

-- A reading is {caller =, path =, only = option columns, names = of all columns, "" for none, line = theirs, above =
-- how many lines are above the data, places = name -> place, has_index =, notes =, why = name -> why a column is text}.

local function note(reading, text, ...)
    reading.notes[#reading.notes + 1] = text:format(...)
end

local function fail_name(reading, j, why, ...)
    system.fail(reading.caller, "%s:%d:%d: %s (skip=%d, header=false calls the columns c1, c2, ..)", reading.path,
        reading.line, j, why:format(...), reading.above)
end

-- The first column has a name of its own where the file has none for it.
local function name_columns(reading)
    local names, places = reading.names, {}
    for j, name in ipairs(names) do
        if name ~= "" and places[name] then
            fail_name(reading, j, "expected another name, got '%s' again", name)
        end
        places[name] = name ~= "" and j or nil
    end
    reading.has_index = names[1] == ""
    if reading.has_index then
        names[1] = "index"
        while places[names[1]] do
            names[1] = names[1] .. "_"
        end
        places[names[1]] = 1
    end
    reading.places = places
end

-- The names of the columns to read, in their order.
local function chosen(reading)
    if reading.only then
        return columns.chosen(reading.caller, reading.path, reading.only, reading.places)
    end
    return map(reading.names, function(name) return name ~= "" and name or nil end)
end

local function note_format(reading, format, options)
    if not options.sep and format.sep ~= "," then
        note(reading, "cells are separated by %s", separators[format.sep] or "'" .. format.sep .. "'")
    end
    if not options.dec and format.dec == "," then
        note(reading, "numbers have decimal commas")
    end
    if not options.comment and options.header == nil and (reading.names[1] or ""):find "^#" then
        note(reading, "the first name begins with '#'; comment=\"#\" passes over lines at the top that do")
    end
end

-- The columns that were read by name, and their order; faults as core.csv.take gives them.
local function by_name(reading, order, values, faults)
    local fields, names = {}, {}
    for i, name in ipairs(order) do
        local fault = faults[i] or faults[-i]
        reading.why[name] = fault
        if faults[-i] then
            note(reading, "column '%s' is text, %s", name, fault)
        end
        if values[i] then
            fields[name] = fault and columns.text(values[i], ("column '%s', %s"):format(name, fault)) or values[i]
            names[#names + 1] = name
        end
    end
    return fields, names
end

-- What became of columns without a name; filled: place -> whether there is anything in it.
local function note_unnamed(reading, fields, filled)
    for j, name in ipairs(reading.names) do
        if name == "" and filled[j] then
            fail_name(reading, j, "expected a name, got an empty cell")
        elseif name == "" or j == 1 and reading.has_index and not filled[1] and not fields[name] then
            note(reading, "column %d has no name and no cells, and is left out", j)
        elseif j == 1 and reading.has_index and fields[name] then
            note(reading, "the first column has no name and is called '%s'", name)
        end
    end
end

local function note_rows(reading, rows, all)
    if all == 0 then
        note(reading, "there are no rows")
    elseif rows < all then
        note(reading, "%d of %d rows lack a number and are left out", all - rows, all)
    end
end

-- The columns of a text by name, their order, and the reading.
local function read(caller, path, text, options)
    local raw, names, format = core.csv.open(text, path, caller, options)
    options = options or {}
    local reading = {caller = caller, path = path, only = options.columns, names = names, line = format.line,
        above = format.above, notes = {}, why = {}}
    note_format(reading, format, options)
    name_columns(reading)
    local order = chosen(reading)
    local values, faults, rows, all, filled = core.csv.take(raw,
        map(order, function(name) return reading.places[name] end), reading.has_index)
    local fields, kept = by_name(reading, order, values, faults)
    note_unnamed(reading, fields, filled)
    note_rows(reading, rows, all)
    for _, sentence in ipairs(reading.notes) do
        noted.say(caller, path .. ": " .. sentence)
    end
    return fields, kept, reading
end

local function read_csv(path, options)
    local fields, names, reading = read("csv.read", path, file.load("csv.read", path), options)
    if reading.notes[1] then
        return fields, names, reading.notes
    end
    return fields, names
end

-- An index is no column of numbers, unless it is asked for.
function D.mat.csv(path, options)
    local fields, names, reading = read("mat.csv", path, file.load("mat.csv", path), options)
    if reading.has_index and not reading.only and names[1] == reading.names[1] then
        table.remove(names, 1)
    end
    return core.mat.columns(map(names, function(name)
        return reading.why[name] and system.fail("mat.csv", reading.why[name]) or fields[name]
    end)), names
end

-- Writing -----------------------------------------------------------------------------------------------------------

-- The column as csv.write takes it: a vec, or a list of numbers and strings.
local function check_column(name, column)
    local is_vec = system.kind(column) == "vec"
    if type(name) ~= "string" or name == "" then
        system.fail("csv.write", "expected names of columns, got " .. system.describe(name))
    elseif not is_vec and (type(column) ~= "table" or getmetatable(column) and not columns.fault(column)) then
        system.fail("csv.write", "expected a vec or a list as column '%s', got %s", name, system.describe(column))
    end
    for i = 1, is_vec and 0 or #column do
        if not math.type(column[i]) and type(column[i]) ~= "string" then
            system.fail("csv.write", "expected numbers or strings in column '%s', got %s", name,
                system.describe(column[i]))
        end
    end
    return column
end

local function write_csv(path, fields, names)
    if type(fields) ~= "table" then
        system.fail("csv.write", "expected a table of columns, got " .. system.describe(fields))
    elseif names ~= nil and type(names) ~= "table" then
        system.fail("csv.write", "expected a list of names, got " .. system.describe(names))
    end
    names = names or map(core.use "sorted"(fields), tostring)
    local list = {}
    for j, name in ipairs(names) do
        list[j] = check_column(name, fields[name])
        if #list[j] ~= #list[1] then
            system.fail("csv.write", "expected %d values in column '%s', got %d", #list[1], name, #list[j])
        end
    end
    if #list == 0 then
        system.fail("csv.write", "expected at least one column, got none")
    end
    return file.write("csv.write", path, core.csv.text(names, list, #list[1]))
end

D.csv = module("csv", {
    read = read_csv,
    write = write_csv,
    example = function(name)
        local path = file.embedded("csv.example", "table", "demos/data/", ".csv", name)
        local fields, names = read("csv.example", path, system.source(path))
        return fields, names
    end,
})

return {}
