-- Histograms: how many values lie between edges, as series of plot.
local core, D = ...
local system, map, over = core.system, core.use "list".map, core.use "over"

local histogram = {}

local MOST = 1000 -- bins

-- The number of bins: the option's, or Sturges' rule for n values.
local function bins_of(name, bins, n)
    if bins == nil then
        return math.ceil(math.log(n, 2)) + 1
    elseif not math.type(bins) or not math.tointeger(bins) or bins < 1 or bins > MOST then
        system.fail(name, "option 'bins': expected a whole number from 1 to %d, got %s", MOST, system.describe(bins))
    end
    return math.tointeger(bins)
end

local function are_rising(edges)
    for i = 2, #edges do
        if edges[i] <= edges[i - 1] then
            return false
        end
    end
    return true
end

-- bins + 1 numbers from least to most, at equal distances on the axis.
local function spaced(least, most, bins, is_log)
    if not is_log then
        return D.vec.linspace(least, most, bins + 1)
    end
    local edges = D.math.exp(D.vec.linspace(math.log(least), math.log(most), bins + 1))
    edges[1], edges[bins + 1] = least, most
    return edges
end

-- Edges of bins of equal width over all values; one bin where they are equal to rounding.
local function edges_of(least, most, bins, is_log)
    local edges = spaced(least, most, bins, is_log)
    if least < most and are_rising(edges) then
        return edges
    end
    local half = math.max(math.abs(least), math.abs(most)) / 2
    half = half > 0 and half or 0.5
    if is_log then
        return D.vec{least / 2, most * 2}
    end
    return D.vec{least - half, most + half}
end

-- How many values lie in each bin; the last one has its upper edge, too.
local function counts_of(values, edges)
    local bins, counts = #edges - 1, D.vec.zeros(#edges - 1)
    for _, value in ipairs(values) do
        local i = math.floor((value - edges[1]) / (edges[bins + 1] - edges[1]) * bins) + 1
        i = math.max(1, math.min(i, bins))
        while i > 1 and value < edges[i] do
            i = i - 1
        end
        while i < bins and value >= edges[i + 1] do
            i = i + 1
        end
        counts[i] = counts[i] + 1
    end
    return counts
end

local function is_finite(value)
    return value - value == 0
end

-- How many were left out, in sentences.
local function left_out(list, what, is_log)
    local infinite, negative, words = 0, 0, {}
    for _, each in ipairs(list) do
        for _, value in ipairs(each.values) do
            infinite = infinite + (is_finite(value) and 0 or 1)
            negative = negative + (is_log and is_finite(value) and value <= 0 and 1 or 0)
        end
    end
    words[1] = infinite > 0 and ("%d %s not finite and not shown."):format(infinite, what(infinite)) or nil
    words[#words + 1] = negative > 0 and ("%d %s \u{2264} 0 and not shown on the logarithmic axis."):format(negative,
        what(negative)) or nil
    return words[1] and table.concat(words, " ")
end

-- Options of plot for lists {label =, values =}: bars over edges that all have in common. `what(n)`: "value is" or
-- "values are"; x: the options of the axis.
function histogram.options(name, list, bins, what, x)
    local is_log = type(x) == "table" and (x.scale == "log" or x.scale == "log2")
    local kept, least, most, n = {}, math.huge, -math.huge, 0
    for i, each in ipairs(list) do
        kept[i] = map(each.values, function(value)
            return is_finite(value) and (value > 0 or not is_log) and value or nil
        end)
        for _, value in ipairs(kept[i]) do
            least, most = math.min(least, value), math.max(most, value)
        end
        n = math.max(n, #kept[i])
    end
    if n == 0 then
        system.fail(name, "a histogram needs a finite value%s, got none", is_log and " > 0 on a logarithmic axis" or "")
    end
    local edges = edges_of(least, most, bins_of(name, bins, n), is_log)
    return {
        notes = left_out(list, what, is_log),
        series = map(list, function(each, i)
            return {label = each.label, edges = edges, y = counts_of(kept[i], edges)}
        end),
    }
end

local GAP = 0.2 -- between rows, of a row

-- Puts the bars of each series into a row of its own, named on the y axis, all on one scale. The largest count.
local function set_rows(series)
    local names, most = {}, 0
    for _, one in ipairs(series) do
        most = math.max(most, one.y:max())
    end
    for i, one in ipairs(series) do
        local place = #series + 1 - i -- the first one is on top
        names[place], one.base, one.unit = one.label, place - (1 - GAP) / 2, (1 - GAP) / most
    end
    return names, most
end

-- The y axis, the legend and the words of several histograms: rows, since bars on each other cannot be told apart.
local function rows_of(series)
    local names, most = set_rows(series)
    return {
        y = {label = "replicates", names = names, min = 0.5, max = #series + 0.5}, legend = "none",
        words = ("All rows have one scale: the highest bar is %d replicate%s."):format(most, most == 1 and "" or "s"),
    }
end

-- Of replicates {label =, method =, values =}: of the column of that label.
function histogram.of_replicates(name, list, label, options)
    local own = histogram.options(name, list, options.bins, function(n)
        return n == 1 and "replicate is" or "replicates are"
    end, options.x)
    own.series = core.use "experiment/look".of_methods(own.series, map(list, function(each)
        return each.method or false
    end))
    local shape = #list > 1 and rows_of(own.series) or {y = {label = "replicates", whole = true}}
    local notes = map({options.notes or false, shape.words or false, own.notes or false}, function(words)
        return words or nil
    end)
    own.legend = shape.legend
    local all = over(own, over(options, {notes = notes[1] and table.concat(notes, " ")}))
    all.x = over({label = label}, type(options.x) == "table" and options.x or nil)
    all.y = over(shape.y, type(options.y) == "table" and options.y or nil)
    all.bins = nil
    return all
end

return histogram
