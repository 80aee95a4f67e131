-- plot{..} -> figure; its methods that need no drawing.
local core, D = ...
local system, module, file = core.system, core.use "module", core.later "file"
local any, fault = core.use "list".any, core.use "columns".fault

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

D.plot = module("plot", {}, function(options)
    return core.figure.new(copied(check_options("plot", options), DEEPEST))
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
    local all = copied(core.figure.options(self), DEEPEST)
    for key, value in next, check_options("figure:set", options) do
        merge(all, {[key] = value}, merged[key] or 0)
    end
    core.figure.replace(self, all)
    return self
end

-- Item i of a column, a number that is that of all, false for nothing.
local function cell(column, i)
    if math.type(column) then
        return column
    end
    return column and column[i] or false
end

-- One row per point: the series' label, its coordinates, and the limits where there are any.
function methods.csv(self, path)
    if system.kind(self) ~= "figure" then
        system.fail(nil, "figure:csv: call it with a colon")
    end
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
    return file.write("figure:csv", path, core.csv.text(names, columns, rows))
end
