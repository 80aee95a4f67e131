-- The result of e:levels(..), from the engine's numbers: returns
-- make(estimator, columns, rates, plan, x, options, ended), which raises the error that ended them.
local core, D = ...
local system, result, over = core.system, core.use "result", core.use "over"
local map = core.use "list".map
local choice, existing = core.use "experiment/choice", core.use "experiment/existing"
local said, failing = core.use "experiment/said", core.use "experiment/failing"

local order = {"level", "mean", "se", "var", "kurtosis", "cost", "consistency", "plain", "plain_var", "not_finite"}

-- In place of variances where one of them is beyond the range of numbers.
local roots = {var = "sd", plain_var = "plain_sd"}

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

-- The levels from .. to of which `holds(i)` is true, i their place in columns.
local function levels_where(from, to, holds)
    local list = {}
    for l = from, to do
        list[#list + 1] = holds(l + 1) and tostring(l) or nil
    end
    return list
end

local function words(list, text)
    return list[1] and (text):format(#list > 1 and "levels" or "level", table.concat(list, ", ")) or nil
end

-- Which means of the levels of the rates were left out, in words: not finite, rounding, noise.
local function left_out(r, columns)
    local odd = levels_where(r.from, r.to, function(i)
        return columns.not_finite and columns.not_finite[i] > 0
    end)
    local function is_rounding(i)
        return math.abs(columns.mean[i]) <= columns.rounding[i]
    end
    local noise = r.left_out - #odd - #levels_where(math.max(r.from, 1), r.to, is_rounding)
    return (words(odd, " (values that are not finite: %s %s)") or "")
        .. (noise > 0 and (" (means left out as noise: %d)"):format(noise) or "")
        .. (words(levels_where(1, #columns.mean - 1, is_rounding), " (no more than rounding: %s %s)") or ""), odd[1]
end

-- A rate with its interval, or why it is not given.
local function rate(r, name)
    local half = r[name .. "_half"]
    if r[name .. "_known"] then
        return ("%s ± %s"):format(name, number(half, 2))
    elseif half ~= half then
        return "no " .. name
    end
    return ("no %s, its interval is too wide (%s ± %s)"):format(name, number(r[name]), number(half, 2))
end

local function rates_note(r, columns)
    if r.missing then
        return "no alpha and no beta: " .. r.missing
    elseif r.constant then
        return "no alpha: the terms of all levels above 0 are no more than rounding, h^0 shows no bias"
    end
    local out, odd = left_out(r, columns)
    if r.alpha ~= r.alpha then
        return odd and "no alpha: fewer than two level means are finite and stand out of the noise" .. out
            or "no alpha: fewer than two level means stand out of the noise by 3 standard errors, take more reps"
    end
    return ("mean ~ 2^(-alpha l), variance ~ 2^(-beta l): %s, %s over levels %d to %d%s"):format(
        rate(r, "alpha"), rate(r, "beta"), r.from, r.to, out)
end

-- The variance of g that levels average, by the option that sets it.
local function flat_note(problem)
    return ("the level means are still flat: the rates of a smooth f, 1 and 2, begin when 2^l is well beyond the inner "
        .. "noise%s; a kink in f also slows them. Take a larger L"):format(
        core.problem.spec(problem).noise_var and " (noise_var |x|^2)" or "")
end

-- Whether a variance is beyond the range of numbers though its root is not.
local function lacks_var(columns)
    for var, sd in pairs(roots) do
        for i = 1, #columns[var] do
            if columns[var][i] ~= columns[var][i] and columns[sd][i] == columns[sd][i] then
                return true
            end
        end
    end
    return false
end

local function plan_line(p)
    if p.why then
        return ("eps %s: no plan, %s"):format(number(p.eps), p.why)
    end
    local counts = map(p.n, function(n) return number(n, 6) end)
    return ("eps %s: L %d%s, n_l %s; cost %s, plain Monte Carlo %s"):format(number(p.eps), p.L,
        p.extrapolated and " (beyond the table, by the rates)" or "", table.concat(counts, " "),
        number(p.cost), number(p.plain))
end

-- plan:run{seed=, threads=, ..}: the value by as many terms of each level.
local function runner(e, x)
    local problem, gradient = core.estimator.about(e)
    return function(plan, options)
        if type(plan) ~= "table" or not (plan.n or plan.why) then
            system.fail(nil, "plan:run: call it with a colon")
        elseif gradient then
            system.fail("plan:run", "expected the plan of an estimate of the value, got one of the gradient")
        elseif not plan.n then
            system.fail("plan:run", "there is no plan for eps %s: %s", number(plan.eps), plan.why)
        end
        local all = over(core.use "given"("plan:run", options, {seed = 1, threads = 1, samples = 1, seconds = 1}))
        all.problem, all.x, all.n = problem, x, plan.n
        return D.value(all)
    end
end

-- Plans that can be run: their fields are as before.
local function with_run(plan, e, x)
    local meta = {__index = {run = runner(e, x)}}
    return map(plan, function(p) return setmetatable(p, meta) end)
end

-- Where there is no standard error, and why.
local function level_notes(columns, lacking)
    local odd, equal = {}, {}
    for i = 1, #columns.mean do
        local count = columns.not_finite and columns.not_finite[i] or 0
        if count > 0 then
            odd[#odd + 1] = ("%s at level %d"):format(number(count, 15), i - 1)
        elseif columns.se[i] ~= columns.se[i] and not lacking[i - 1] and not lacking[i - 2] then
            equal[#equal + 1] = tostring(i - 1)
        end
    end
    local list = {words(equal, "no se and no kurtosis where all terms are equal: %s %s")}
    list[#list + 1] = odd[1] and "values of H^l and h^l are not finite, and so no mean, plain, se, var, plain_var, "
        .. "kurtosis and consistency: " .. table.concat(odd, ", ")
    return list
end

local function warnings(columns, r, e, lacking)
    local list = existing.notes(lacking, #columns.mean)
    table.insert(list, 1, rates_note(r, columns))
    list[#list + 1] = lacks_var(columns)
        and "variances are beyond the range of numbers: sd and plain_sd are their roots" or nil
    for _, note in ipairs(level_notes(columns, lacking)) do
        list[#list + 1] = note
    end
    list[#list + 1] = choice.of_levels(e, r)
    if r.flat then
        list[#list + 1] = flat_note((core.estimator.about(e)))
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
    return series
end

-- Means and variances of terms and of plain estimates by level, as plot's series; negative means are marked.
local function all_series(columns)
    local what, name, power = "variance", "var", 2
    if lacks_var(columns) then
        what, name, power = "sd", "sd", 1
    end
    return {
        series_of(columns, "mean of H^l", "mean", 1), series_of(columns, "mean of h^l", "plain", 1, "dash"),
        series_of(columns, what .. " of H^l", name, power),
        series_of(columns, what .. " of h^l", "plain_" .. name, power, "dash"),
    }
end

-- The columns that are shown.
local function order_of(columns)
    local lacks, odd = lacks_var(columns), columns.not_finite
    return map(order, function(name)
        return (name ~= "not_finite" or odd) and (lacks and roots[name] or name) or nil
    end)
end

local function spec_of(e, x, options)
    local spec = over(core.estimator.spec(e), options)
    spec.experiment, spec.x, spec.seed = "levels", x, options.seed or system.seed
    return spec
end

local ended_early = "%s: level %d is the last that is complete"

return function(e, columns, rates, plan, x, options, ended)
    local odd = columns.not_finite and largest(columns.not_finite) > 0
    local lacking = ended.failure and {} or existing.levels(e, x, #columns.mean - 1)
    existing.correct(lacking, columns, rates, plan)
    columns.not_finite = odd and columns.not_finite or nil
    columns.level = map(columns.mean, function(_, i) return i - 1 end)
    local spec = spec_of(e, x, options)
    local methods = {}
    function methods.notes()
        local list = warnings(columns, rates, e, lacking)
        list[#list + 1] = ended.stop and ended_early:format(ended.stop, #columns.mean - 1) or nil
        list[#list + 1] = odd and said.source(e, x) or nil
        for _, p in ipairs(plan) do
            list[#list + 1] = plan_line(p)
        end
        return list
    end
    function methods.why()
        return odd and "values at some levels are not finite" or existing.notes(lacking, #columns.mean)[1]
    end
    function methods.series(_, more)
        return core.use "experiment/laid"({
            x = {label = "level l: 2^l draws", whole = true}, y = {label = "size", scale = "log"},
            series = all_series(columns),
        }, more or {})
    end
    return failing.finish(ended.failure, result.new("levels", columns, order_of(columns), spec, methods, {
        stop = ended.stop,
        alpha = rates.alpha_known and rates.alpha or 0 / 0, beta = rates.beta_known and rates.beta or 0 / 0,
        gamma = rates.gamma, flat = rates.flat, plan = with_run(plan, e, x),
        rates = {
            alpha_lo = rates.alpha - rates.alpha_half, alpha_hi = rates.alpha + rates.alpha_half,
            beta_lo = rates.beta - rates.beta_half, beta_hi = rates.beta + rates.beta_half,
            from = rates.from, to = rates.to, left_out = rates.left_out,
        },
    }))
end
