-- The result of e:levels(..), from the engine's numbers: returns
-- make(estimator, columns, rates, plan, x, options).
local core, D = ...
local system, result, json, option = core.system, core.use "result", core.use "json", core.use "experiment/option"
local choice = core.use "experiment/choice"

local order = {"level", "mean", "se", "var", "kurtosis", "cost", "consistency", "plain", "plain_var", "not_finite"}

local function largest(values)
    local most = 0
    for i = 1, #values do
        most = math.max(most, values[i] == values[i] and values[i] or 0)
    end
    return most
end

local function number(x, digits)
    return core.text.number(x, digits or 3)
end

-- Levels l > 0 whose term is no more than rounding, in words.
local function rounding_levels(columns)
    local list = {}
    for i = 2, #columns.mean do
        if math.abs(columns.mean[i]) <= columns.rounding[i] then
            list[#list + 1] = tostring(i - 1)
        end
    end
    return #list > 0 and (" (no more than rounding: level %s)"):format(table.concat(list, ", ")) or ""
end

local function rates_note(r, columns)
    if r.constant then
        return "no alpha: the terms of all levels above 0 are no more than rounding, h^0 shows no bias"
    elseif r.alpha ~= r.alpha then
        return "no alpha: fewer than two level means stand out of the noise by 3 standard errors, take more reps"
    end
    local left_out = r.left_out > 0 and (" (means left out as noise: %d)"):format(r.left_out) or ""
    return ("mean ~ 2^(-alpha l), variance ~ 2^(-beta l): alpha ± %s, beta ± %s over levels %d to %d%s%s"):format(
        number(r.alpha_half, 2), number(r.beta_half, 2), r.from, r.to, left_out, rounding_levels(columns))
end

local flat_note = [[
the level means are still flat: the rates of a smooth f, 1 and 2, begin when 2^l is well beyond the inner noise
(noise_var |x|^2 in invariant_logistic); a kink in f also slows them. Take a larger L]]

local function plan_line(p)
    if p.why then
        return ("eps %s: no plan, %s"):format(number(p.eps), p.why)
    end
    local counts = {}
    for i = 1, #p.n do
        counts[i] = number(p.n[i], 6)
    end
    return ("eps %s: L %d%s, n_l %s; cost %s, plain Monte Carlo %s"):format(number(p.eps), p.L,
        p.extrapolated and " (beyond the table, by the rates)" or "", table.concat(counts, " "),
        number(p.cost), number(p.plain))
end

-- What no standard error and no variance of a level come from.
local function level_notes(columns)
    local list, equal = {}, {}
    for i = 1, #columns.mean do
        local l, count = i - 1, columns.not_finite and columns.not_finite[i] or 0
        if count > 0 and not list[1] then
            list[1] = ("level %d: %s values of H^l and h^l are not finite, there is no variance"):format(l,
                number(count, 15))
        elseif count == 0 and columns.se[i] ~= columns.se[i] then
            equal[#equal + 1] = tostring(l)
        end
    end
    list[#list + 1] = equal[1] and "no se where all terms are equal: level " .. table.concat(equal, ", ")
    return list
end

local function warnings(columns, r, e)
    local list = level_notes(columns)
    table.insert(list, 1, rates_note(r, columns))
    list[#list + 1] = choice.of_levels(e, r)
    if r.flat then
        list[#list + 1] = flat_note
    end
    if largest(columns.kurtosis) > 100 then
        list[#list + 1] = "warning: a kurtosis above 100, that level's variance is hardly known; take more reps"
    end
    if largest(columns.consistency) > 1 then
        list[#list + 1] = "warning: a consistency above 1, the levels do not add up to the plain estimates"
    end
    return list
end

-- A series of the sizes of a column that are more than the rounding of means, to that power: what else has no height.
local function series_of(columns, label, name, power, dash)
    local series = {label = label, x = {}, y = {}, sign = {}, dash = dash}
    for i = 1, #columns.mean do
        local value = columns[name][i]
        local none = math.abs(value) <= columns.rounding[i] ^ power -- NaN is kept
        if not none then
            local k = #series.x + 1
            series.x[k], series.y[k], series.sign[k] = columns.level[i], math.abs(value), value
        end
    end
    for _, key in ipairs {"x", "y", "sign"} do
        series[key] = #series[key] > 0 and D.vec(series[key]) or D.vec.zeros(0)
    end
    return series
end

-- Means and variances of terms and of plain estimates by level, as plot's series; negative means are marked.
local function all_series(columns)
    return {
        series_of(columns, "mean of H^l", "mean", 1), series_of(columns, "mean of h^l", "plain", 1, "dash"),
        series_of(columns, "variance of H^l", "var", 2), series_of(columns, "variance of h^l", "plain_var", 2, "dash"),
    }
end

local function spec_of(e, x, options)
    local spec = option.over(core.estimator.spec(e), options)
    spec.experiment, spec.x, spec.seed = "levels", x, options.seed or system.seed
    return spec
end

return function(e, columns, rates, plan, x, options)
    local odd = columns.not_finite and largest(columns.not_finite) > 0
    columns.not_finite = odd and columns.not_finite or nil
    columns.level = {}
    for l = 1, #columns.mean do
        columns.level[l] = l - 1
    end
    local spec = spec_of(e, x, options)
    local methods = {}
    function methods.notes()
        local list = warnings(columns, rates, e)
        for _, p in ipairs(plan) do
            list[#list + 1] = plan_line(p)
        end
        return list
    end
    function methods.series(_, more)
        return option.over({
            x = {label = "level l: 2^l draws"}, y = {label = "size", scale = "log"}, series = all_series(columns),
            seed = spec.seed, spec = json.text(spec),
        }, more)
    end
    return result.new("levels", columns, table.move(order, 1, odd and #order or #order - 1, 1, {}), spec, methods, {
        alpha = rates.alpha, beta = rates.beta, gamma = rates.gamma, flat = rates.flat, plan = plan,
        rates = {
            alpha_lo = rates.alpha - rates.alpha_half, alpha_hi = rates.alpha + rates.alpha_half,
            beta_lo = rates.beta - rates.beta_half, beta_hi = rates.beta + rates.beta_half,
            from = rates.from, to = rates.to, left_out = rates.left_out,
        },
    })
end
