-- The figure of a sweep: curves.options(axes, columns, order, options), what r:plot{x=, y=, by=} draws.
local core = ...
local system, over, list = core.system, core.use "over", core.use "list"
local axis_of, word = core.use "experiment/curves".axis, core.use "sweep/grid".word
local map = list.map

local curves = {}

local function fail(words, ...)
    system.fail("sweep:plot", words, ...)
end

local function is_numbers(column)
    return list.all(column, function(cell) return cell == false or math.type(cell) ~= nil end)
        and list.any(column, math.type)
end

local function check_numbers(columns, option, name)
    if not is_numbers(columns[name]) then
        fail("option '%s': expected a column of numbers, got '%s'", option, name)
    end
end

-- The first column of numbers that is swept.
local function first_swept(columns, axes)
    for _, axis in ipairs(axes) do
        if columns[axis.name] and is_numbers(columns[axis.name]) then
            return axis.name
        end
    end
end

-- The first one that run returned, but for an error's.
local function first_returned(columns, order, swept)
    for _, name in ipairs(order) do
        if not swept[name] and name ~= "se" and is_numbers(columns[name]) then
            return name
        end
    end
end

-- The axes whose values differ among the points, but x.
local function others(axes, columns, x)
    return map(axes, function(axis)
        local column = columns[axis.name]
        return axis.name ~= x and column and #list.unique(column) > 1 and axis.name or nil
    end)
end

-- The columns that tell curves apart: those named, or all that are swept beside x (where x is not swept, the first
-- column that is leads along a curve).
local function by_of(options, axes, columns, x, swept)
    local by = options.by
    if by == nil then
        return others(axes, columns, swept[x] and x or first_swept(columns, axes))
    end
    by = type(by) == "string" and {by} or by
    if type(by) ~= "table" then
        fail("option 'by': expected a column's name or a list of them, got %s", system.describe(by))
    end
    for _, name in ipairs(by) do
        if type(name) ~= "string" or not columns[name] then
            fail("option 'by': no column '%s'%s", tostring(name), system.hint(name, columns))
        end
    end
    return by
end

-- A swept name that is neither x nor in by would give a curve several points at one x.
local function check_apart(axes, columns, x, by)
    local known = list.set(table.concat(by, " "))
    for _, name in ipairs(others(axes, columns, x)) do
        if not known[name] then
            fail("a curve would have several points at one %s: '%s' is swept, too, name it in by={..}", x, name)
        end
    end
end

-- Columns of standard errors: y_se, and se, that of value, else of mean and bias, or of the only number beside it.
function curves.errors(axes, columns, order)
    local errors, swept = {}, list.by_name(axes)
    local numbers = map(order, function(name)
        return not swept[name] and name ~= "se" and is_numbers(columns[name]) and name or nil
    end)
    for _, name in ipairs(numbers) do
        local owns = name == "value" or #numbers == 1 or not columns.value and (name == "mean" or name == "bias")
        local own = name .. "_se"
        errors[name] = columns[own] and own or columns.se and owns and "se" or nil
    end
    return errors
end

-- The limits of row i, nil where y has none; the error's column where there are no limits.
local function limits(columns, i, y, error)
    local value, lo, hi = columns[y][i], columns[y .. "_lo"], columns[y .. "_hi"]
    if lo and hi then
        return lo[i] or value, hi[i] or value
    elseif error then
        local half = 1.96 * (columns[error][i] or 0)
        return value - half, value + half
    end
end

local function is_power(value)
    return value == 2.0 ^ math.floor(math.log(value, 2) + 0.5)
end

-- Logarithmic where all numbers are positive and they span a decade, or are powers of two.
local function scale_of(column)
    local known = map(column, function(cell) return math.type(cell) and cell == cell and cell or nil end)
    if #known < 2 or not list.all(known, function(value) return value > 0 and value < math.huge end) then
        return "linear"
    end
    local lowest, highest = math.min(table.unpack(known, 1, 1)), known[1]
    for _, value in ipairs(known) do
        lowest, highest = math.min(lowest, value), math.max(highest, value)
    end
    if highest >= 4 * lowest and list.all(known, is_power) then
        return "log2"
    end
    return highest >= 10 * lowest and "log" or "linear"
end

-- Whether all cells are whole numbers that were given as such: 2, not 2.0.
local function are_whole(column)
    return list.all(column, function(cell) return math.type(cell) == "integer" end)
end

local function label_of(columns, by, i)
    return table.concat(map(by, function(name)
        local cell = columns[name][i]
        return ("%s = %s"):format(name, cell == false and "none" or word(cell))
    end), ", ")
end

-- The places of the rows of each curve, in the order of x where it is swept.
local function groups_of(columns, x, y, by, is_swept)
    local all, found = {}, {}
    for i = 1, #columns[x] do
        local label = by[1] and label_of(columns, by, i) or y
        if math.type(columns[x][i]) and math.type(columns[y][i]) then
            if not found[label] then
                found[label] = {label = label}
                all[#all + 1] = found[label]
            end
            table.insert(found[label], i)
        end
    end
    for _, group in ipairs(is_swept and all or {}) do
        table.sort(group, function(a, b)
            return columns[x][a] < columns[x][b] or columns[x][a] == columns[x][b] and a < b
        end)
    end
    return all
end

local function series_of(columns, x, y, group, error)
    local series, lo, hi = {label = group.label, x = {}, y = {}}, {}, {}
    for k, i in ipairs(group) do
        series.x[k], series.y[k] = columns[x][i], columns[y][i]
        lo[k], hi[k] = limits(columns, i, y, error)
    end
    if lo[1] then
        series.lo, series.hi = lo, hi
    end
    return series
end

function curves.options(axes, columns, order, options)
    local swept = list.by_name(axes)
    local x, x_axis = axis_of("sweep", "x", options.x, first_swept(columns, axes), columns)
    local y, y_axis = axis_of("sweep", "y", options.y, first_returned(columns, order, swept), columns)
    if not x or not y then
        fail("nothing that %s is a column of numbers, there is nothing to draw", x and "run returned" or "is swept")
    end
    check_numbers(columns, "x", x)
    check_numbers(columns, "y", y)
    local by = by_of(options, axes, columns, x, swept)
    if swept[x] then
        check_apart(axes, columns, x, by)
    end
    local error, y_scale = curves.errors(axes, columns, order)[y], scale_of(columns[y])
    local all = over({interval = "95% limits"}, over(options, {
        x = over({label = x, scale = scale_of(columns[x]), whole = are_whole(columns[x])}, x_axis),
        y = over({label = y, scale = y_scale == "log2" and "log" or y_scale}, y_axis),
        series = map(groups_of(columns, x, y, by, swept[x]), function(group)
            return series_of(columns, x, y, group, error)
        end),
    }))
    all.by = nil
    return all
end

return curves
