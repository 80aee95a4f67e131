-- Convergence curves: the figure of one run's records, or of several.
local core = ...
local system, json, option = core.system, core.use "json", core.use "experiment/option"
local finite = core.use "experiment/finite"

local curves = {}

local labels = {
    samples = "oracle calls (g + Jacobian)", step = "step", outer = "outer samples", g = "evaluations of g",
    jac = "evaluations of the Jacobian", seconds = "seconds", objective = "F(x)", gap = "F(x) - F*",
    grad2 = "|grad F(x)|^2", distance = "|x - x*|",
}

-- One curve of a run: the columns x and y of its means.
local function curve(columns, label, x, y)
    local low, high = columns[y .. "_lo"], columns[y .. "_hi"]
    return {label = label, x = columns[x], y = columns[y], lo = low, hi = high, marker = "none"}
end

-- The measures of its own that a problem of this specification has: name -> meaning.
function curves.measures(spec)
    local record = core.problem.records[spec.problem.name]
    return record and record.measures or {}
end

-- The measure that is shown where none is named: the gap, or the objective; nil where F is not known.
function curves.measure(columns)
    return columns.gap and "gap" or columns.objective and "objective" or nil
end

-- Every finite number of a column is positive, and there is one.
local function is_positive(values)
    local least = math.huge
    for i = 1, #values do
        local value = values[i]
        least = finite.is(value) and math.min(least, value) or least
    end
    return least > 0 and least < math.huge
end

-- The columns that any of the curves has.
local function known_of(list)
    local known = {}
    for _, each in ipairs(list) do
        known = option.over(known, each.columns)
    end
    return known
end

-- plot's options for curves {label =, columns =} of one specification.
function curves.options(kind, list, spec, options)
    local known, measures = known_of(list), curves.measures(spec)
    local x, x_axis = option.axis(kind, options.x, "samples", known)
    local y, y_axis = option.axis(kind, options.y, curves.measure(known), known)
    if not y then
        system.fail(kind .. ":plot", "F is not known, name a column of your own: y=\"..\", see metrics of run")
    end
    local series, log = {}, not measures[y]
    for _, each in ipairs(list) do
        if each.columns[y] then
            series[#series + 1] = curve(each.columns, each.label, x, y)
            log = log and is_positive(each.columns[y])
        end
    end
    return option.over({seed = spec.seed, spec = json.text(spec), series = series, interval = "95% band of the mean"},
        option.over(options, {
            x = option.over({label = labels[x] or x}, x_axis),
            y = option.over({label = labels[y] or measures[y] or y, scale = log and "log" or "linear"}, y_axis),
        }))
end

return curves
