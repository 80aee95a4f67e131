-- plot{..} -> figure; its methods that need no drawing.
local core, D = ...
local system, module, file = core.system, core.use "module", core.later "file"
local request = core.later "experiment/request"
local list, fault = core.use "list", core.use "columns".fault
local any, set, map, by_name = list.any, list.set, list.map, list.by_name
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
    if type(options) ~= "table" or result.kind(options) then
        system.fail(name, "expected a table of options, got " .. system.describe(options))
    end
    core.use "experiment/ways".check(name, options)
    return options
end

-- Options as figures keep them: a result in `rows` as its rows with their columns, numbers in notes typeset.
local function prepared(options, is_panel)
    if result.kind(options.rows) then
        options.columns = options.columns or select(2, result.columns(options.rows))
        options.rows = options.rows:rows()
    end
    core.use "experiment/look".fill(map(type(options.series) == "table" and options.series or {}, function(series)
        return type(series) == "table" and series or nil
    end))
    options.notes = type(options.notes) == "string" and typeset(options.notes) or options.notes
    for i, panel in ipairs(not is_panel and type(options.panels) == "table" and options.panels or {}) do
        if system.kind(panel) == "figure" then
            options.panels[i] = copied(core.figure.options(panel, "set"), DEEPEST)
        elseif type(panel) == "table" then
            prepared(panel, true)
        end
    end
    return options
end

D.plot = module("plot", {}, function(...)
    local options = core.use "experiment/forms".options(...)
    local rows = options.rows
    local own = copied(options, DEEPEST)
    own.rows = result.kind(rows) and rows or own.rows
    return core.figure.new(marks.dealt("plot", prepared(own)))
end)

function D.panels(...)
    return core.use "experiment/together".panels(...)
end

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

-- Makes the figure anew, with what its recipe says of its looks: its marks, and the options that were set.
local function replace(self, method, all, options)
    all = marks.dealt("figure:" .. method, all)
    all.spec = type(all.spec) == "string" and request.looking(all.spec, function(look)
        look.marks = marks.of(all)
        look.set = look.set or {}
        for key, value in next, options or {} do
            merge(look.set, {[key] = request.is_look(key) and value or nil}, merged[key] or 0)
        end
        return look
    end) or all.spec
    core.figure.replace(self, all, method)
    return self
end

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
    return replace(self, "set", prepared(all), options)
end

-- The options of marks that a method takes, listed as those of experiments are.
local function takes(method, names)
    core.options.params["figure_" .. method] = map(core.figure.params.marks, function(param)
        return names[param.name] and param or nil
    end)
end

takes("hline", set "label color dash panel")
takes("vline", set "label color dash panel")
takes("window", set "label color dash panel")
takes("slope", set "x y from to label color dash panel")
takes("words", set "anchor color panel")

-- Adds a mark of the figure's method, whose options are those of that name.
local function add_mark(self, method, mark, options, listed)
    local name, known = "figure:" .. method, by_name(core.options.params["figure_" .. (listed or method)])
    local all = copied(core.figure.options(self, method), DEEPEST)
    options = core.use "given"(name, options, known)
    all.marks = all.marks or {}
    table.insert(all.marks, core.use "over"(mark, options))
    return replace(self, method, all)
end

local function check_number(self, method, name, value)
    core.figure.options(self, method) -- which refuses what is no figure
    if not math.type(value) then
        system.fail("figure:" .. method, "expected a number %s, got %s", name, system.describe(value))
    end
    return value
end

function methods.hline(self, y, options)
    return add_mark(self, "hline", {kind = "hline", y = check_number(self, "hline", "y", y)}, options)
end

function methods.vline(self, x, options)
    return add_mark(self, "vline", {kind = "vline", x = check_number(self, "vline", "x", x)}, options)
end

-- The label of a slope says which one it is.
function methods.slope(self, slope, options)
    local label = "slope " .. core.text.number(check_number(self, "slope", "slope", slope), 6):gsub("^-", "\u{2212}")
    return add_mark(self, "slope", {kind = "slope", slope = slope, label = label}, options)
end

function methods.window(self, from, to, options)
    check_number(self, "window", "from", from)
    check_number(self, "window", "to", to)
    return add_mark(self, "window", {kind = "window", from = from, to = to}, options)
end

local drawn_as_text = methods.text

-- f:text(x, y, words) adds words, f:text{..} gives the figure in characters.
function methods.text(self, x, y, words, options)
    if not math.type(x) then
        if x ~= nil and type(x) ~= "table" then
            core.figure.options(self, "text")
            system.fail("figure:text", "expected a place and words, f:text(x, y, words), or a table of options for the "
                .. "figure in characters, got %s", system.describe(x))
        end
        return drawn_as_text(self, x)
    end
    check_number(self, "text", "y", y)
    if type(words) ~= "string" then
        system.fail("figure:text", "expected a text after x and y, got %s", system.describe(words))
    end
    local mark = {kind = "text", x = x, y = y, label = words}
    return add_mark(self, "text", mark, options, "words")
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

-- The words under the figure and its panels, each once.
function methods.caption(self)
    check_self(self, "caption")
    local said, words = {}, {}
    for _, text in ipairs(core.figure.notes(self)) do
        if text ~= "" and not said[text] then
            said[text] = true
            words[#words + 1] = text
        end
    end
    return table.concat(words, " ")
end
