-- Convergence curves: the figure of one run's records, or of several.
local core, D = ...
local json, option = core.use "json", core.use "experiment/option"

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

-- plot's options for curves {label =, columns =} of one specification.
function curves.options(kind, list, spec, options)
    local known, measures = option.over(list[1].columns, {}), curves.measures(spec)
    local x, x_axis = option.axis(kind, options.x, "samples", known)
    local y, y_axis = option.axis(kind, options.y, known.gap and "gap" or "objective", known)
    local series, log = {}, not measures[y]
    for i, each in ipairs(list) do
        series[i] = curve(each.columns, each.label, x, y)
        log = log and D.vec(each.columns[y]):min() > 0
    end
    return option.over({seed = spec.seed, spec = json.text(spec), series = series, interval = "95% band of the mean"},
        option.over(options, {
            x = option.over({label = labels[x] or x}, x_axis),
            y = option.over({label = labels[y] or measures[y] or y, scale = log and "log" or "linear"}, y_axis),
        }))
end

return curves
