-- Several results or figures in one figure: together.plot, on the same axes; together.panels, side by side.
local core, D = ...
local system, result, over, list = core.system, core.use "result", core.use "over", core.use "list"
local map, unique = list.map, list.unique
local request, whose = core.later "experiment/request", core.use "experiment/whose"

local together = {}

-- What a result's :plot is asked for, of the options of the whole.
local function for_result(options)
    return {
        x = type(options.x) == "string" and options.x or nil, y = type(options.y) == "string" and options.y or nil,
        kind = options.kind,
    }
end

-- The options of the figures of a list, a result's as it draws itself.
local function drawn(name, items, options)
    return map(items, function(item, i)
        local figure = item
        if result.is_drawn(item) then
            figure = item:plot(for_result(options))
        elseif system.kind(item) ~= "figure" then
            local kind = result.kind(item)
            system.fail(name, "expected results or figures, got %s at element %d",
                kind and system.article(kind) .. ", which draws nothing," or system.describe(item), i)
        end
        return core.figure.options(figure, "set")
    end)
end

-- The options beside the list.
local function options_of(given)
    local options = {}
    for key, value in pairs(given) do
        options[key] = math.type(key) == nil and value or nil
    end
    return options
end

local function refuse_panels(name, figures, words)
    for i, each in ipairs(figures) do
        if each.panels then
            system.fail(name, "element %d has panels itself%s", i, words)
        end
    end
end

-- One value of all, or nil.
local function common(figures, key)
    local value = figures[1][key]
    return list.all(figures, function(each) return each[key] == value end) and value or nil
end

-- The texts of all figures, each once.
local function joined(figures, key, separator)
    local texts = unique(map(figures, function(each) return each[key] end))
    return texts[1] and table.concat(texts, separator) or nil
end

-- Raises where not all axes have the same words in place of numbers.
local function check_words(axes, key)
    local first = axes[1].names or {}
    for i, each in ipairs(axes) do
        local names = each.names or {}
        if #names ~= #first or not list.all(names, function(name, k) return name == first[k] end) then
            system.fail("plot", "elements 1 and %d have different words on their %s axes: take panels{..}", i, key)
        end
    end
end

-- The axis of all figures: its label must be the same or be given; it is logarithmic where all are.
local function axis(figures, key, own)
    if own ~= nil and type(own) ~= "string" and (type(own) ~= "table" or result.kind(own)) then
        system.fail("plot", "option '%s': expected a table, got %s", key, system.describe(own))
    end
    own = type(own) == "table" and own or {} -- a column's name is for the results
    local axes = map(figures, function(each) return each[key] or {} end)
    for i, each in ipairs(axes) do
        if own.label == nil and each.label ~= axes[1].label then
            system.fail("plot", "elements 1 and %d have different %s axes, '%s' and '%s': give %s={label=..}, "
                .. "or take panels{..}", i, key, axes[1].label or "", each.label or "", key)
        end
    end
    check_words(axes, key)
    local all = {label = axes[1].label, names = axes[1].names}
    for _, name in ipairs {"scale", "min", "max", "whole"} do
        all[name] = common(axes, name)
    end
    return over(all, own)
end

-- How many figures have a label.
local function counts(figures)
    local count = {}
    for _, each in ipairs(figures) do
        for _, label in ipairs(unique(map(each.series, function(series) return series.label or "" end))) do
            count[label] = (count[label] or 0) + 1
        end
    end
    return count
end

-- What figure i calls the series of that label: its own name where there is one, else the label, with a number where
-- others have it, too.
local function renamed(label, i, names, several, count)
    if names and names[i] then
        return several and label ~= "" and names[i] .. ": " .. label or names[i]
    end
    return count[label] > 1 and (label == "" and tostring(i) or ("%s (%d)"):format(label, i)) or label
end

local function check_names(name, names, n)
    if names == nil then
        return nil
    end
    local texts = type(names) == "table" and map(names, function(text) return type(text) == "string" and text end)
    if not texts or #texts ~= n or not list.all(texts, function(text) return text end) then
        system.fail(name, "option 'labels': expected a list of %d texts, one for each element, got %s", n,
            texts and #texts ~= n and ("%d"):format(#texts) or system.describe(names))
    end
    return names
end

-- A series under its new label; one whose label an earlier figure has, too, leaves colour and marker to be chosen.
local function relabelled(series, label, is_again)
    local own = over(series, {label = label})
    if is_again then
        own.color, own.marker = nil, own.marker == "none" and "none" or nil
    end
    return own
end

-- Adds the series of figure i, its marks, and its styles under the new labels.
local function add_figure(all, figure, i, names, count)
    local several = #unique(map(figure.series, function(series) return series.label or "" end)) > 1
    local first, new = #all.series, {}
    for _, series in ipairs(figure.series) do
        local old = series.label or ""
        local label = renamed(old, i, names, several, count)
        new[old], new[series.key or old] = label, label
        all.series[#all.series + 1] = relabelled(series, label, i > 1 and count[old] > 1)
    end
    for key, style in pairs(figure.style or {}) do
        all.style[math.type(key) and key + first or new[key] or key] = style
    end
    table.move(figure.marks or {}, 1, #(figure.marks or {}), #all.marks + 1, all.marks)
    all.labels[i] = unique(map(figure.series, function(series) return new[series.label or ""] end))
end

-- Options of plot for results and figures on the same axes.
function together.plot(name, given)
    local options = options_of(given)
    result.check_added(options)
    local figures = drawn(name, given, options)
    refuse_panels(name, figures, ": panels{..} draws figures side by side")
    local names, count = check_names(name, options.labels, #figures), counts(figures)
    local all = {
        series = {}, style = {}, marks = {}, labels = {}, title = common(figures, "title"),
        interval = joined(figures, "interval", " or "), noise = joined(figures, "noise", " or "),
        font_pt = common(figures, "font_pt"), seed = common(figures, "seed"), legend = common(figures, "legend"),
        spec = request.together("plot", figures, options),
    }
    for i, figure in ipairs(figures) do
        add_figure(all, figure, i, names, count)
    end
    all.notes = whose(figures, all.labels, names or {})
    for _, key in ipairs {"series", "marks"} do
        local more = options[key] or {}
        table.move(more, 1, #more, #all[key] + 1, all[key])
    end
    local style = over(all.style, options.style)
    all = over(all, over(options, {series = all.series, marks = all.marks, style = style}))
    all.x, all.y = axis(figures, "x", options.x), axis(figures, "y", options.y)
    all.labels, all.kind = nil, nil
    return all
end

-- Whether a label stands in several panels.
local function share(figures)
    return list.any(counts(figures), function(n, label) return n > 1 and label ~= "" end)
end

local legends = {auto = true, shared = true, own = true}

local function legend_of(options, figures)
    local asked = options.legend == nil and "auto" or options.legend
    if not legends[asked] then
        system.wrong_choice("panels", "legend", "auto|shared|own", asked)
    end
    return (asked == "shared" or asked == "auto" and share(figures)) and "shared" or nil
end

local known = list.set "title notes columns legend marks"

local function panel_of(figure)
    local panel = over(figure, {})
    panel.spec, panel.seed, panel.name, panel.rows, panel.columns = nil, nil, nil, nil, nil
    return panel
end

-- panels{f1, f2; columns=, title=, legend=} -> a figure of figures side by side.
function together.panels(given)
    if type(given) ~= "table" or result.kind(given) or rawget(given, 1) == nil then
        system.fail("panels", "expected figures or results, panels{f1, f2; columns=2}, got "
            .. (type(given) == "table" and not result.kind(given) and "none" or system.describe(given)))
    end
    local options = core.use "given"("panels", options_of(given), known)
    local figures = drawn("panels", given, {})
    refuse_panels("panels", figures, ": give what it is made of, one by one")
    local columns = options.columns
    if columns ~= nil and not (math.type(columns) and math.tointeger(columns) and columns >= 1 and columns <= 8) then
        system.fail("panels", "option 'columns': expected a whole number from 1 to 8, got " .. system.describe(columns))
    end
    return D.plot{
        panels = map(figures, panel_of), across = columns, title = options.title, notes = options.notes,
        marks = options.marks,
        legend = legend_of(options, figures), seed = common(figures, "seed"),
        spec = request.together("panels", figures, options),
    }
end

return together
