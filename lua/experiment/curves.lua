-- Convergence curves: the figure of one run's records, or of several.
local core = ...
local system, over = core.system, core.use "over"
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

-- The own measures of a problem with this specification: name -> meaning.
function curves.measures(spec)
    local entry = core.problem.registry[spec.problem.name]
    return entry and entry.measures or {}
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
        known = over(known, each.columns)
    end
    return known
end

-- The columns that x and y of :plot name, and the axes: {x = "samples"} or {x = {scale = "log"}}.
function curves.axis(name, value, column, known)
    if type(value) == "string" then
        if not known[value] then
            system.fail(name .. ":plot", ("no column '%s'%s"):format(value,
                value == "gap" and known.objective and ": the least F is not known, take 'objective'"
                    or system.hint(value, known)))
        end
        return value, {}
    end
    return column, value or {}
end

-- plot's options for curves {label =, columns =} of one specification.
function curves.options(kind, list, spec, options)
    local known, measures = known_of(list), curves.measures(spec)
    local x, x_axis = curves.axis(kind, options.x, "samples", known)
    local y, y_axis = curves.axis(kind, options.y, curves.measure(known), known)
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
    return over({series = series, interval = "95% band of the mean"},
        over(options, {
            x = over({label = labels[x] or x}, x_axis),
            y = over({label = labels[y] or measures[y] or y, scale = log and "log" or "linear"}, y_axis),
        }))
end

return curves
