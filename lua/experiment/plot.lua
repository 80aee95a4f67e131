-- plot{..} -> figure; its methods that need no drawing.
local core, D = ...
local system, module, file = core.system, core.use "module", core.later "file"
local any, set, fault = core.use "list".any, core.use "list".set, core.use "columns".fault
local result, typeset = core.use "result", core.use "typeset"

local marks = core.use "experiment/marks"

local DEEPEST = 6 -- plot{panels={{series={{x={..}}}}}}: levels of tables in options

-- A copy: of tables with all they hold, of vecs; columns of text stay what they are.
local function copied(value, depth)
    if type(value) == "table" and depth > 0 and not fault(value) then
        local copy = {}
        for key, item in next, value do
            copy[key] = copied(item, depth - 1)
        end
        return copy
    end
    return type(value) == "userdata" and system.kind(value) == "vec" and value:copy() or value
end

local function check_options(name, options)
    if type(options) ~= "table" then
        system.fail(name, "expected a table of options, got " .. system.describe(options))
    end
    return options
end

-- Options as figures keep them: a result in `rows` as its rows with their columns, numbers in notes typeset.
local function prepared(options)
    if result.kind(options.rows) then
        options.columns = options.columns or select(2, result.columns(options.rows))
        options.rows = options.rows:rows()
    end
    options.notes = type(options.notes) == "string" and typeset(options.notes) or options.notes
    for i, panel in ipairs(type(options.panels) == "table" and options.panels or {}) do
        if system.kind(panel) == "figure" then
            options.panels[i] = copied(core.figure.options(panel, "set"), DEEPEST)
        elseif type(panel) == "table" then
            prepared(panel)
        end
    end
    return options
end

D.plot = module("plot", {}, function(options)
    local rows = check_options("plot", options).rows
    local own = copied(options, DEEPEST)
    own.rows = result.kind(rows) and rows or own.rows
    return core.figure.new(marks.dealt("plot", prepared(own)))
end)

local methods = system.types().figure

-- Sets the entries of `from` in `into`; tables in both are merged for `depth` more levels.
local function merge(into, from, depth)
    for key, value in next, from do
        if depth > 0 and type(value) == "table" and type(into[key]) == "table" then
            merge(into[key], value, depth - 1)
        else
            into[key] = copied(value, DEEPEST)
        end
    end
end

local merged = {x = 2, y = 2, style = 2} -- levels of those that keep what is not given

-- Options given once more replace the old ones; nothing changes when one is wrong.
function methods.set(self, options)
    local all = copied(core.figure.options(self, "set"), DEEPEST)
    if check_options("figure:set", options).marks then
        all = marks.without(all)
    end
    for key, value in next, options do
        merge(all, {[key] = value}, merged[key] or 0)
    end
    all.rows = result.kind(options.rows) and options.rows or all.rows
    core.figure.replace(self, marks.dealt("figure:set", prepared(all)), "set")
    return self
end

-- Adds a mark; `options` may give what `known` lists, and the panel.
local function add_mark(self, method, mark, options, known)
    local name = "figure:" .. method
    local all = copied(core.figure.options(self, method), DEEPEST)
    options = core.use "given"(name, options, known)
    all.marks = all.marks or {}
    table.insert(all.marks, core.use "over"(mark, options))
    core.figure.replace(self, marks.dealt(name, all), method)
    return self
end

local function check_number(self, method, name, value)
    core.figure.options(self, method) -- which refuses what is no figure
    if not math.type(value) then
        system.fail("figure:" .. method, "expected a number %s, got %s", name, system.describe(value))
    end
    return value
end

local of_line = set "label color dash panel"

function methods.hline(self, y, options)
    return add_mark(self, "hline", {kind = "hline", y = check_number(self, "hline", "y", y)}, options, of_line)
end

function methods.vline(self, x, options)
    return add_mark(self, "vline", {kind = "vline", x = check_number(self, "vline", "x", x)}, options, of_line)
end

-- The label of a slope says which one it is.
function methods.slope(self, slope, options)
    local label = "slope " .. core.text.number(check_number(self, "slope", "slope", slope), 6):gsub("^-", "\u{2212}")
    return add_mark(self, "slope", {kind = "slope", slope = slope, label = label}, options,
        set "x y from to label color dash panel")
end

function methods.window(self, from, to, options)
    check_number(self, "window", "from", from)
    check_number(self, "window", "to", to)
    return add_mark(self, "window", {kind = "window", from = from, to = to}, options, of_line)
end

local drawn_as_text = methods.text

-- f:text(x, y, words) adds words, f:text{..} gives the figure in characters.
function methods.text(self, x, y, words, options)
    if not math.type(x) then
        return drawn_as_text(self, x)
    end
    check_number(self, "text", "y", y)
    if type(words) ~= "string" then
        system.fail("figure:text", "expected a text after x and y, got %s", system.describe(words))
    end
    local mark = {kind = "text", x = x, y = y, label = words}
    return add_mark(self, "text", mark, options, set "color anchor panel")
end

-- Item i of a column, a number that is that of all, false for nothing.
local function cell(column, i)
    if math.type(column) then
        return column
    end
    return column and column[i] or false
end

local function check_self(self, name)
    if system.kind(self) ~= "figure" then
        system.fail(nil, "figure:%s: call it with a colon", name)
    end
end

-- One row per point: the series' label, its coordinates, and the limits where there are any. Their names, the columns
-- in the same order, and how many rows there are.
local function points(self)
    local data = self:data()
    local names, columns, rows = {"series", "x", "y"}, {{}, {}, {}}, 0
    for _, name in ipairs {"lo", "hi", "floor", "sign", "panel"} do
        if any(data, function(series) return series[name] end) then
            names[#names + 1] = name
            columns[#columns + 1] = {}
        end
    end
    for _, series in ipairs(data) do
        for i = 1, #series.y do
            rows = rows + 1
            columns[1][rows] = series.label
            for j = 2, #names do
                columns[j][rows] = cell(series[names[j]], i)
            end
        end
    end
    return names, columns, rows
end

function methods.csv(self, path)
    check_self(self, "csv")
    return file.write("figure:csv", path, core.csv.text(points(self)))
end

-- The table that belongs under the figure, else its points; and the names of its columns.
function methods.rows(self)
    check_self(self, "rows")
    local own = core.figure.options(self, "rows")
    if own.rows then
        return copied(own.rows, DEEPEST), copied(own.columns, 1)
    end
    local names, columns, n = points(self)
    local rows = {}
    for i = 1, n do
        rows[i] = {}
        for j, name in ipairs(names) do
            rows[i][name] = columns[j][i] or nil
        end
    end
    return rows, names
end

-- The words under the figure: under the last panel where it has panels.
function methods.caption(self)
    check_self(self, "caption")
    local own = core.figure.options(self, "caption")
    local last = own.panels and own.panels[#own.panels] or own
    return own.notes or last.notes or ""
end
