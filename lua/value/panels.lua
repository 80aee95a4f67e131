-- What a value's figure shows, as options of plot, by method: each function takes the columns of the table, and the
-- rows of the report.
local core = ...
local map = core.use "list".map

local panels = {}

-- The points with a positive size, as a series; `sign`: what tells negative ones.
local function series_of(label, x, y, sign, dash)
    local series = {label = label, x = {}, y = {}, sign = sign and {} or nil, dash = dash}
    for i = 1, #y do
        local size = math.abs(y[i])
        if size > 0 and size < math.huge then
            local k = #series.x + 1
            series.x[k], series.y[k] = x[i], size
            if sign then
                series.sign[k] = y[i]
            end
        end
    end
    return series
end

local function by_level(label, y, list)
    return {
        x = {label = "level l", whole = true}, y = {label = label, scale = y},
        series = map(list, function(series) return series.x[1] and series or nil end),
    }
end

-- Terms of each level, a series for each eps.
local function counts(rows)
    return map(rows, function(row)
        local level = map(row.n, function(_, i) return i - 1 end)
        return series_of(row.eps and "eps " .. core.text.number(row.eps, 3) or "all", level, row.n)
    end)
end

-- eps^2 cost by eps, beside that of plain nested Monte Carlo where it is known.
local function costs(label, rows)
    local known = map(rows, function(row) return row.eps and row or nil end)
    local plain = map(known, function(row) return row.plain_cost and row or nil end)
    local function of(list, name)
        return map(list, function(row) return row.eps end), map(list, function(row) return row.eps ^ 2 * row[name] end)
    end
    local series = {}
    if known[1] then
        local x, y = of(known, "cost")
        series[1] = series_of(label, x, y)
    end
    if plain[1] then
        local x, y = of(plain, "plain_cost")
        series[2] = series_of("plain", x, y, nil, "dash")
    end
    return {
        x = {label = "eps", scale = "log"}, y = {label = "eps^2 cost", scale = "log"}, series = series,
    }
end

-- The value, with two standard errors on each side, by what it cost.
local function values(rows)
    local function of(f)
        return map(rows, f)
    end
    local series = {{
        label = "value", x = of(function(row) return row.cost end), y = of(function(row) return row.value end),
        lo = of(function(row) return row.value - 2 * row.se end),
        hi = of(function(row) return row.value + 2 * row.se end),
    }}
    return {x = {label = "cost", scale = "log"}, y = {label = "value"}, series = series, interval = "95% interval"}
end

-- The four panels that users of mlmc_test know: variances and means by level, terms by level for each eps, and eps^2
-- cost.
function panels.of_levels(columns, rows)
    local level = columns.level
    return {
        by_level("variance", "log", {
            series_of("H^l", level, columns.var), series_of("h^l", level, columns.plain_var, nil, "dash"),
        }),
        by_level("mean", "log", {
            series_of("H^l", level, columns.mean, true), series_of("h^l", level, columns.plain, true, "dash"),
        }),
        by_level("terms n_{l}", "log", counts(rows)),
        costs("multilevel", rows),
    }
end

-- Numbers of a column that may be missing or not known.
local function numbers(column)
    return map(column, function(x) return x or 0 / 0 end)
end

-- A line for the bias that each eps allows.
local function allowed(rows)
    return map(rows, function(row)
        return row.eps and {
            kind = "hline", y = row.eps / math.sqrt(2), label = "eps " .. core.text.number(row.eps, 3),
        } or nil
    end)
end

-- The bias by m: where it is known, also at the smaller m up to the largest drawn one and at twice that.
local function bias_by_m(columns, bias_at)
    local m, bias = columns.m or {}, columns.bias and numbers(columns.bias) or {}
    local last, known = m[#m], bias_at and {m = {}, bias = {}}
    if not last or not known then
        return m, bias
    end
    for k = 0, 6 do
        local each = 2 * last >> k
        local value = each >= 1 and bias_at(each)
        if value then
            table.insert(known.m, 1, each)
            table.insert(known.bias, 1, value)
        end
    end
    return known.m, known.bias
end

-- What doubling m changes and the bias by m, with the bias that each eps allows; the value, and eps^2 cost. bias_at(m):
-- the bias where it is known.
function panels.of_operator(columns, rows, bias_at)
    local x, bias = bias_by_m(columns, bias_at)
    local shown = {
        columns.change and series_of("change", columns.m, numbers(columns.change), true) or false,
        series_of("bias", x, bias, nil, "dash"),
    }
    return {
        {
            x = {label = "inner batch m", scale = "log2", whole = true}, y = {label = "bias", scale = "log"},
            series = map(shown, function(one) return one and one.x[1] and one or nil end), marks = allowed(rows),
        },
        values(rows), costs("operator", rows),
    }
end

-- The value, and eps^2 cost.
function panels.of_costs(_, rows)
    return {values(rows), costs("random levels", rows)}
end

return panels
