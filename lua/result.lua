-- result.new(kind, columns, order, spec, methods, fields): what every experiment returns. Read-only.
--   kind     its name in errors: "run", "bias", ..
--   columns  name -> vec, or list of integers or strings; all of one length. NaN or false: not known.
--   order    list of the names, in the order of printing
--   spec     what was asked, as the experiment was called (for :spec and files)
--   methods  name -> function(self, ..), beside or instead of the ones below. These are hooks, not methods:
--            series(self, options) -> the options of plot for :plot
--            replicates(self, options) -> the same for kind "histogram", where there are replicates
--            select(self, options, name) -> columns, order: what method `name` (rows, columns, csv, json, npz) gives
--            notes(self) -> list of sentences, printed under the table
--            why(self) -> why its numbers are not to be relied on, in a sentence; nil where they are
--            shown(self) -> the rows to print, false for a gap; nil for all, or the first and last of many
--            errors = {column = column of its standard errors, ..}, for as many digits as they allow
--            brief = true: only the notes are printed, which say where the rest is
--            request = what was asked (lua/experiment/request.lua), for the recipe in figures
--            nan = true: NaN is a value, printed as such, and only false is not known
--   fields   name -> constant, read as self.name; result.unknown: read as nil, printed as not known; result.absent:
--            read as nil, not printed
local core, D = ...
local system, text, file, json = core.system, core.use "text", core.later "file", core.later "json"

local columns_of, list = core.use "rows".columns, core.use "list"
local over, sorted = core.use "over", core.use "sorted"

local result = {unknown = {}, absent = {}}
local held_of = setmetatable({}, {__mode = "k"})

-- Refuses more arguments than method `name` of a kind takes: set by lua/guide/arity.lua, which reads it of help pages.
function result.check_arguments()
end

local hooks = list.set "series replicates select notes why errors shown brief nan request"

-- The columns that method `name` gives for its options, and their order.
local function view(self, name, options)
    local held = held_of[self]
    if options ~= nil and (type(options) ~= "table" or not held.hooks.select) then
        system.fail(held.kind .. ":" .. name, "expected %s, got %s",
            held.hooks.select and "a table of options" or "no options", system.describe(options))
    elseif held.hooks.select then
        return held.hooks.select(self, options or {}, name)
    end
    return held.columns, held.order
end

local function row_count(columns, order)
    return order[1] and #columns[order[1]] or 0
end

-- What is known of a cell, else nil.
local function known(value)
    return value == value and value or nil
end

local function rows_of(columns, order, unknown)
    local rows = {}
    for i = 1, row_count(columns, order) do
        local row = {}
        for _, name in ipairs(order) do
            row[name] = known(columns[name][i]) or unknown
        end
        rows[i] = row
    end
    return rows
end

-- Vecs, mats and bare tables copied, all else as it is.
function result.copied(value)
    if system.kind(value) == "vec" or system.kind(value) == "mat" then
        return value:copy()
    elseif type(value) ~= "table" or getmetatable(value) then
        return value
    end
    return list.mapped(value, result.copied)
end

local standard = {}

function standard.rows(self, options)
    return rows_of(view(self, "rows", options))
end

function standard.columns(self, options)
    return result.copied((view(self, "columns", options)))
end

function standard.csv(self, path, options)
    local columns, order = view(self, "csv", options)
    local values = list.map(order, function(name) return columns[name] end)
    return file.write(held_of[self].kind .. ":csv", path, core.csv.text(order, values, row_count(columns, order)))
end

-- The columns of numbers; what is not known is NaN.
function standard.npz(self, path, options)
    local columns, order = view(self, "npz", options)
    local arrays = {}
    for _, name in ipairs(order) do
        local values = system.kind(columns[name]) == "vec" and columns[name]
            or list.map(columns[name], function(value) return value or 0 / 0 end)
        if not list.any(values, function(value) return not math.type(value) end) then
            arrays[name] = values
        end
    end
    return core.use "npy".write_npz(held_of[self].kind .. ":npz", path, arrays)
end

-- The fields that are not methods, or nil; of a result its rows.
local function constants(held)
    local all = {}
    for name, value in pairs(held.fields) do
        local inner = held_of[value]
        if type(value) ~= "function" then
            all[name] = inner and rows_of(inner.columns, inner.order, 0 / 0) or value
        end
    end
    return next(all) ~= nil and all or nil
end

function standard.json(self, path, options)
    local held = held_of[self]
    local columns, order = view(self, "json", options)
    local content = {
        kind = held.kind,
        version = D.version,
        constants = constants(held),
        spec = next(held.spec) ~= nil and held.spec or json.object,
        rows = rows_of(columns, order, 0 / 0),
    }
    return file.write(held.kind .. ":json", path, json.text(content, 2) .. "\n")
end

local drawn_by = {curves = "series", histogram = "replicates"}

-- The hook that draws a kind of figure.
local function drawing(held, kind)
    local hook = held.hooks[drawn_by[kind == nil and "curves" or kind]]
    if hook then
        return hook
    elseif kind == "histogram" then
        system.fail(held.kind .. ":plot", "option 'kind': a histogram is of the replicates of run and compare")
    end
    system.wrong_choice(held.kind .. ":plot", "kind", "curves|histogram", kind)
end

local added = {{"series", "table"}, {"marks", "table"}, {"style", "table"}, {"notes", "string"}, {"spec", "string"}}

-- Refuses options of plot of the wrong type, where they are added to more of their kind before plot reads them.
function result.check_added(options)
    for _, each in ipairs(added) do
        local key, kind = each[1], each[2]
        if options[key] ~= nil and (type(options[key]) ~= kind or result.kind(options[key])) then
            system.fail("plot", "option '%s': expected %s, got %s", key, system.article(kind),
                system.describe(options[key]))
        end
    end
end

-- plot's options; its series are added to the result's own. What a file said of the looks goes before what the result
-- says, and after what is given.
function standard.plot(self, options)
    local held = held_of[self]
    local look = held.look or {}
    local given = over(look.plot or {}, core.use "given"(held.kind .. ":plot", options))
    result.check_added(given)
    local own = over(given)
    own.series, own.kind = nil, nil
    local all = over({seed = held.spec.seed, spec = json.text(held.spec)}, drawing(held, given.kind)(self, own))
    for _, series in ipairs(given.series or {}) do
        all.series = all.series or {} -- plot refuses them beside panels
        all.series[#all.series + 1] = series
    end
    local request = held.hooks.request
    all.spec = request and request:recipe(all.spec, held.columns, given) or all.spec
    return result.looking(D.plot(all), look, options)
end

-- The figure with the looks of a file, but for what is given.
function result.looking(figure, look, given)
    local set = over(look.set)
    for key in pairs(given or {}) do
        set[key] = nil
    end
    set.marks = not (given and given.marks) and look.marks or nil
    return next(set) ~= nil and figure:set(set) or figure
end

-- The result, whose figures have the looks of a file.
function result.remember(self, look)
    held_of[self].look = look
    return self
end

function standard.spec(self)
    return result.copied(held_of[self].spec)
end

-- The function, refused when it is not called on a result of its kind.
local function method(kind, name, fn)
    return function(self, ...)
        if not held_of[self] or held_of[self].kind ~= kind then
            system.fail(nil, "%s:%s: call it with a colon", kind, name)
        elseif select("#", ...) > 0 then
            result.check_arguments(kind, name, ...)
        end
        return fn(self, ...)
    end
end

-- The error of a cell: half of its interval (columns _lo and _hi), or its standard error; nil where there is none.
local function error_of(held, name, i)
    local columns, base = held.columns, name:gsub("_[lh][oi]$", "")
    local lo, hi = columns[base .. "_lo"], columns[base .. "_hi"]
    if lo and hi then
        return lo[i] and hi[i] and (hi[i] - lo[i]) / 2
    end
    local errors = held.hooks.errors and columns[held.hooks.errors[name]]
    return errors and errors[i]
end

local function cell(held, name, i, digits)
    local value, error = held.columns[name][i] or nil, not digits and error_of(held, name, i)
    if error and math.type(value) == "float" and value == value then
        return core.text.matched(value, error)
    elseif value ~= value and held.hooks.nan then
        return "nan"
    end
    return text.cell(value, digits)
end

-- How many columns identify a row: those of words, and one of whole numbers after them.
local function count_keys(held)
    local n = 0
    local function is(kind)
        local column = held.columns[held.order[n + 1]]
        return type(column) == "table" and kind(column[1])
    end
    while is(function(value) return type(value) == "string" end) do
        n = n + 1
    end
    return is(function(value) return math.type(value) == "integer" end) and n + 1 or math.max(n, 1)
end

-- The rows to print as lists of cells, the names first; and which columns have words.
local function table_lines(self, held, digits)
    local lines, left = {held.order}, {}
    local places = held.hooks.shown and held.hooks.shown(self)
    for k, i in ipairs(places or text.shown(row_count(held.columns, held.order), 12, 7)) do
        local line = {}
        for j, name in ipairs(held.order) do
            left[j] = left[j] or i and type(held.columns[name][i]) == "string"
            line[j] = i and cell(held, name, i, digits) or "..."
        end
        lines[k + 1] = line
    end
    return held.order[1] and lines, left
end

-- A sentence in lines of the terminal's width; elsewhere it is one line.
local function filled(note)
    local columns, _, terminal = core.terminal.size()
    return terminal and text.fill(note, columns, "") or note
end

-- What stands below a result's table: its fields, and its notes.
local function sentences(self, held, digits)
    local parts = {}
    for _, name in ipairs(held.hooks.brief and {} or result.names(self)) do
        local value = held.fields[name]
        if held.unknown[name] or value ~= value then
            parts[#parts + 1] = name .. ": not known"
        elseif type(value) ~= "function" and type(value) ~= "table" then
            parts[#parts + 1] = name .. ": " .. text.cell(value, digits)
        end
    end
    return parts, held.hooks.notes and held.hooks.notes(self) or {}
end

-- A result with so many significant digits (6) as it is printed: {lines = rows of cells, the names first, or nil;
-- left = column -> whether it has words; keys = how many columns identify a row; fields, notes = sentences}; nil for
-- any other value.
function result.parts(self, digits)
    local held = held_of[self]
    if not held then
        return nil
    end
    local parts = {keys = count_keys(held)}
    if not held.hooks.brief then
        parts.lines, parts.left = table_lines(self, held, digits)
    end
    parts.fields, parts.notes = sentences(self, held, digits)
    return parts
end

-- The text of a result with so many significant digits (6); nil for any other value.
function result.text(self, digits)
    local parts = result.parts(self, digits)
    if not parts then
        return nil
    end
    local words = {parts.lines and text.align(parts.lines, parts.left, parts.keys) or nil}
    table.move(parts.fields, 1, #parts.fields, #words + 1, words)
    table.move(list.map(parts.notes, filled), 1, #parts.notes, #words + 1, words)
    return table.concat(words, "\n")
end

local function read_field(self, key)
    local held = held_of[self]
    if held.fields[key] ~= nil then
        return held.fields[key]
    elseif held.unknown[key] or held.absent[key] then
        return nil
    elseif held.columns[key] then
        system.fail(held.kind, "no field '%s', it is a column: read :columns().%s", key, key)
    end
    local names = result.names(self)
    local near = system.hint(key, names)
    system.fail(held.kind, "no field '%s'%s", tostring(key),
        near == "" and ", it has " .. table.concat(names, ", ") or near)
end

local metatables = {} -- by kind

local function metatable(kind)
    metatables[kind] = metatables[kind] or {
        __name = kind,
        __index = read_field,
        __tostring = function(self)
            return result.text(self)
        end,
        __newindex = function(_, key)
            system.fail(kind, "results are read-only, cannot set '%s'", tostring(key))
        end,
        __len = function(self)
            return row_count(held_of[self].columns, held_of[self].order)
        end,
    }
    return metatables[kind]
end

function result.new(kind, columns, order, spec, methods, fields)
    local held = {kind = kind, columns = columns, order = order, spec = spec or {}}
    held.hooks, held.fields, held.unknown, held.absent = {}, {}, {}, {}
    local self = setmetatable({}, metatable(kind))
    held_of[self] = held
    for _, set in ipairs {standard, methods or {}} do
        for name, fn in pairs(set) do
            if hooks[name] then
                held.hooks[name] = fn
            else
                held.fields[name] = method(kind, name, fn)
            end
        end
    end
    for name, value in pairs(fields or {}) do
        if value == result.unknown then
            held.unknown[name] = true
        elseif value == result.absent then
            held.absent[name] = true
        else
            held.fields[name] = value
        end
    end
    if not held.hooks.series then
        held.fields.plot = nil
    end
    held.names = sorted(over(held.fields, held.unknown))
    return self
end

-- A result whose columns are those of `order` that any of the rows, tables of fields, has.
function result.of_rows(kind, order, rows, ...)
    local columns, kept = columns_of(order, rows)
    return result.new(kind, columns, kept, ...)
end

-- The kind of a result, nil for any other value.
function result.kind(value)
    return held_of[value] and held_of[value].kind
end

-- Whether a value is a result that draws itself.
function result.is_drawn(value)
    return held_of[value] ~= nil and held_of[value].hooks.series ~= nil
end

-- The columns and their order as they are held, not copied.
function result.columns(self)
    return held_of[self].columns, held_of[self].order
end

-- Why its numbers are not to be relied on; nil where they are, or it does not say.
function result.why(self)
    local why = held_of[self].hooks.why
    return why and why(self) or nil
end

-- Whether NaN is a value in its columns, not one that nobody knows.
function result.has_nan(self)
    return held_of[self].hooks.nan or false
end

-- The sorted names of fields and methods.
function result.names(self)
    return held_of[self].names
end

return result
