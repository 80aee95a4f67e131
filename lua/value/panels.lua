-- The four panels that users of mlmc_test know, as options of plot: variances and means by level, terms by level for
-- each eps, and eps^2 cost. panels(columns, rows): the columns of the table of levels, and the rows of the report.
local core = ...
local map = core.use "list".map

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
        x = {label = "level l"}, y = {label = label, scale = y},
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

local function costs(rows)
    local known = map(rows, function(row) return row.eps and row.plain_cost and row or nil end)
    local eps = map(known, function(row) return row.eps end)
    local function of(name)
        return map(known, function(row) return row.eps ^ 2 * row[name] end)
    end
    return {
        x = {label = "eps", scale = "log"}, y = {label = "eps^2 cost", scale = "log"}, series = known[1] and {
            series_of("multilevel", eps, of "cost"), series_of("plain", eps, of "plain_cost", nil, "dash"),
        } or {},
    }
end

return function(columns, rows)
    local level = columns.level
    return {
        by_level("variance", "log", {
            series_of("H^l", level, columns.var), series_of("h^l", level, columns.plain_var, nil, "dash"),
        }),
        by_level("mean", "log", {
            series_of("H^l", level, columns.mean, true), series_of("h^l", level, columns.plain, true, "dash"),
        }),
        by_level("terms n_{l}", "log", counts(rows)),
        costs(rows),
    }
end
