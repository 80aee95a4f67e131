-- Convergence curves: the figure of one run's records, or of several.
local core = ...
local system, over = core.system, core.use "over"
local finite, list_of = core.use "experiment/finite", core.use "list"
local look = core.later "experiment/look"

local curves = {}

local labels = {
    samples = "oracle calls (g + Jacobian)", step = "step", outer = "outer samples", g = "evaluations of g",
    jac = "evaluations of the Jacobian", seconds = "seconds", objective = "F(x)", gap = "F(x) − F^*",
    grad2 = "|grad F(x)|^2", distance = "|x − x^*|",
}

local counts = list_of.set "samples step outer g jac"

-- The measures that a problem with this specification adds: name -> meaning.
function curves.measures(spec)
    local entry = core.problem.registry[spec.problem.name]
    return entry and entry.measures or {}
end

-- The measure that is shown where none is named: the gap, or the objective; nil where F is not known.
function curves.measure(columns)
    return columns.gap and "gap" or columns.objective and "objective" or nil
end

-- What an axis says of a column.
function curves.label(name, spec)
    return labels[name] or curves.measures(spec)[name] or name
end

-- Every finite number of a column is positive, and there is one.
local function is_positive(values)
    local known = list_of.map(values, function(value) return finite.is(value) and value or nil end)
    return #known > 0 and list_of.all(known, function(value) return value > 0 end)
end

-- The column that option x or y (`key`) of :plot names, and the axis: {x = "samples"} or {x = {scale = "log"}}.
function curves.axis(name, key, value, column, known)
    if type(value) == "string" then
        if not known[value] then
            system.fail(name .. ":plot", "no column '%s'%s", value,
                value == "gap" and known.objective and ": the least F is not known, take 'objective'"
                    or system.hint(value, known))
        end
        return value, {}
    elseif value ~= nil and type(value) ~= "table" then
        system.fail(name .. ":plot", "option '%s': expected a table or the name of a column, got %s", key,
            system.describe(value))
    end
    return column, value or {}
end

-- The columns but for a start at x = 0, which has no place on a logarithmic axis.
local function without_start(columns, x, axis)
    local values = columns[x]
    if axis.scale ~= "log" or #values < 2 or values[1] ~= 0 then
        return columns
    end
    return list_of.mapped(columns, function(column)
        local rest = {}
        for i = 2, #column do
            rest[i - 1] = column[i]
        end
        return rest
    end)
end

-- plot's options for curves {label =, method =, columns =} of one specification; without a method the label tells it.
function curves.options(kind, list, spec, options)
    local known, measures = {}, curves.measures(spec)
    for _, each in ipairs(list) do
        known = over(known, each.columns)
    end
    local x, x_axis = curves.axis(kind, "x", options.x, "samples", known)
    local y, y_axis = curves.axis(kind, "y", options.y, curves.measure(known), known)
    if not y then
        system.fail(kind .. ":plot", "F is not known, name a column of your own: y=\"..\", see metrics of run")
    end
    local series, names, log = {}, {}, not measures[y]
    for _, each in ipairs(list) do
        local columns = without_start(each.columns, x, x_axis)
        if columns[y] then
            series[#series + 1] = {label = each.label, x = columns[x], y = columns[y], lo = columns[y .. "_lo"],
                hi = columns[y .. "_hi"]}
            names[#series] = each.method or false
            log = log and is_positive(columns[y])
        end
    end
    return over({series = look.of_methods(series, names), interval = "95% band of the mean"},
        over(options, {
            x = over({label = curves.label(x, spec), whole = counts[x]}, x_axis),
            y = over({label = curves.label(y, spec), scale = log and "log" or "linear"}, y_axis),
        }))
end

return curves
