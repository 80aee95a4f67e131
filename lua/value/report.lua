-- The result of value{..}: the levels as a table, the value and its errors as fields, and a row for each eps.
local core = ...
local result, over, map = core.use "result", core.use "over", core.use "list".map
local mlmc, rates, panels = core.use "value/mlmc", core.use "value/rates", core.use "value/panels"

local report = {}

local order = {"level", "n", "mean", "se", "var", "kurtosis", "cost", "consistency", "plain", "plain_var"}
local report_order = {
    "eps", "value", "se", "bias", "rmse", "L", "cost", "plain_cost", "ratio", "reached", "exact", "error",
}

local function number(x, digits)
    return core.text.number(x, digits or 3)
end

-- |a - b + c| / (3 (se a + se b + se c)) with a the mean of H^l, b of h^l, c of h^(l-1): above 1 they do not add up.
local function consistency(a, before)
    local off = math.abs(a.mean - a.plain + before.plain)
    local error = math.sqrt(a.var / a.n) + math.sqrt(a.plain_var / a.n) + math.sqrt(before.plain_var / before.n)
    return off == 0 and 0 or off / (3 * error)
end

local function level_rows(now)
    local rows = {}
    for l = 0, now.last do
        local a = now.list[l]
        rows[l + 1] = {
            level = l, n = math.tointeger(a.n), mean = a.mean, se = math.sqrt(a.var / a.n), var = a.var,
            kurtosis = a.kurtosis, cost = a.cost, plain = a.plain, plain_var = a.plain_var,
            consistency = l > 0 and consistency(a, now.list[l - 1]) or nil,
        }
    end
    return rows
end

local KNOWN = 30 -- terms: with fewer a variance is not known

-- What plain Monte Carlo with 2^L draws takes for such a sampling error; nil where there is none.
local function plain_cost(now)
    local top = now.last
    while top > 0 and now.list[top].n < KNOWN do
        top = top - 1
    end
    local n = math.ceil(now.list[top].plain_var / now.variance)
    return n > 0 and n < math.huge and n * now.cost[now.last] or nil
end

-- What is known now, as a row of the report.
function report.row(state, eps)
    local now = mlmc.look(state)
    local plain = plain_cost(now)
    local n = {}
    for l = 0, now.last do
        n[l + 1] = math.tointeger(now.list[l].n)
    end
    return {
        eps = eps, value = now.value, se = now.se, bias = now.bias, rmse = math.sqrt(now.variance + now.bias ^ 2),
        L = now.last, n = n, cost = state.spent, plain_cost = plain, ratio = plain and plain / state.spent,
        reached = state.reached,
    }
end

local MOST_LEVELS = 60

-- What eps would take by the rates: samples; nil where it takes more levels than that.
local function to_reach(state, now, eps)
    local error, var, cost, last = eps / math.sqrt(2), over(now.var), over(now.cost), now.last
    local left = now.bias
    while left > error and last < MOST_LEVELS do
        last, left = last + 1, left / 2 ^ now.used.alpha
        var[last], cost[last] = var[last - 1] / 2 ^ now.used.beta, cost[last - 1] * 2 ^ now.used.gamma
    end
    local _, all = rates.counts(var, cost, last, error ^ 2)
    return left <= error and math.max(all, state.spent) or nil
end

local why = {
    samples = "the samples were spent", seconds = "the time was over", interrupted = "it was interrupted",
    levels = "no more levels may be added",
    bias = "the bias is larger than that", ["not finite"] = "some values are not finite",
    ["too large"] = "the variance is beyond the largest number",
}

local function ending(state, o)
    if not state.reached then
        return why[state.why]
    elseif o.n then
        return "the terms asked for were drawn"
    end
    local goal = o.eps and "error" or o.se and "standard error"
    return goal and ("the %s wanted was reached"):format(goal) or "no error is left to see"
end

-- Samples, whole numbers like others.
local function samples(x)
    return number(x + 0.0, 4)
end

local function bias_words(bias, status)
    if bias ~= bias then
        return "bias not known"
    elseif bias == 0 and status == "proved" then
        return "no bias (proved)"
    end
    return ("bias about %s at most (%s)"):format(number(bias, 2), status)
end

-- The value with the digits that its error allows.
local function matched(row)
    return core.text.matched(row.value, row.rmse == row.rmse and row.rmse or row.se)
end

local function headline(row, status)
    return ("value %s: standard error %s, %s"):format(matched(row), number(row.se, 2), bias_words(row.bias, status))
end

-- A warning for n terms or estimates whose standard error is 0; else nothing.
local function equal_words(n, se, what)
    return se == 0 and ("warning: %s %s show no variance: what is rarer than that would not show"):format(
        samples(n), what) or nil
end

local function eps_note(row)
    local plain = row.plain_cost and (", plain nested Monte Carlo %s, ratio %s"):format(samples(row.plain_cost),
        number(row.ratio)) or ""
    return ("%s: value %s, levels 0 to %d, n_l %s; cost %s%s"):format(row.eps and "eps " .. number(row.eps) or "in all",
        matched(row), row.L, table.concat(map(row.n, tostring), " "), samples(row.cost), plain)
end

local FEW_OF = 0.2 -- a kurtosis above so much of the number of terms: about five of them decide the variance

-- Adds which levels are not what a multilevel estimate takes them for, as mlmc_test warns of it.
local function add_warnings(list, now)
    for l = 1, now.last do
        local own = consistency(now.list[l], now.list[l - 1])
        if own > 1 then
            list[#list + 1] = ("warning: level %d does not add up (consistency %s, more than 1): its coarse values are "
                .. "not those of level %d in law"):format(l, number(own), l - 1)
        end
    end
    for l = 0, now.last do
        local kurtosis, n = now.list[l].kurtosis, now.list[l].n
        if kurtosis > FEW_OF * n and now.var[l] / n > now.variance / 2 then
            list[#list + 1] = ("warning: few of the %s terms of level %d decide the standard error (kurtosis %s): the "
                .. "variance may not exist"):format(samples(n), l, number(kurtosis))
        end
    end
end

local function notes_of(state, now, rows, status)
    local list, last = {headline(rows[#rows], status)}, rows[#rows]
    if not state.reached then
        local all = last.eps and not now.odd and to_reach(state, now, last.eps)
        list[2] = ("ended before that: %s%s"):format(why[state.why],
            all and ("; eps %s takes about %s samples"):format(number(last.eps), samples(all)) or "")
    end
    for _, row in ipairs(rows) do
        list[#list + 1] = eps_note(row)
    end
    list[#list + 1] = equal_words(now.list[0].n, now.se, "terms of level 0")
    add_warnings(list, now)
    return list
end

-- The note that says why the method was taken.
local function chosen_note(o)
    return o.chosen and o.method .. ", " .. o.chosen or nil
end

local function spec_of(o)
    local spec = over(o, {experiment = "value", problem = o.problem and core.problem.spec(o.problem)})
    spec.threads, spec.levels = nil, o.levels and tostring(o.levels):gsub(": 0x%x+", "") or nil
    return spec
end

-- rows: what was known at each eps, the last one now; more: {exact =, resume = a method, request =}.
function report.make(state, o, rows, more)
    local now, last = mlmc.look(state), rows[#rows]
    local status = now.fitted.alpha and "measured" or "assumed"
    rows = map(rows, function(row)
        return over(row, more.exact and {exact = more.exact, error = row.value - more.exact} or {})
    end)
    local spec = spec_of(o)
    local fields = over(last, {
        bias_status = status, chosen = o.chosen, alpha = now.fitted.alpha or 0 / 0, beta = now.fitted.beta or 0 / 0,
        gamma = now.used.gamma, why = ending(state, o), exact = more.exact,
        plain_cost = last.plain_cost or 0 / 0, ratio = last.ratio or 0 / 0,
        error = more.exact and last.value - more.exact,
        report = result.of_rows("report", report_order, rows, spec, {errors = {value = "rmse"}}),
    })
    fields.eps = nil
    return result.of_rows("value", order, level_rows(now), spec, {
        notes = function()
            local list = notes_of(state, now, rows, status)
            list[#list + 1] = chosen_note(o)
            return list
        end,
        series = function(self, options) return over({panels = panels(result.columns(self), rows)}, options) end,
        errors = {mean = "se"}, resume = more.resume, request = more.request,
    }, fields)
end

local single_fields = {
    "value", "se", "bias", "bias_status", "m", "operator", "L", "reps", "cost", "reached",
}

-- The result of one kind of estimate (lua/value/single.lua); more: {exact =, request =}.
function report.single(found, o, more)
    local fields = {chosen = o.chosen, rmse = math.sqrt(found.se ^ 2 + found.bias ^ 2), exact = more.exact}
    for _, name in ipairs(single_fields) do
        fields[name] = found[name]
    end
    fields.error = more.exact and found.value - more.exact
    fields.why = ending({reached = found.reached, why = found.why}, o)
    return result.of_rows("value", found.order, found.rows, spec_of(o), {
        notes = function()
            local row = {value = found.value, rmse = fields.rmse, se = found.se, bias = found.bias}
            local list = {headline(row, found.bias_status)}
            list[2] = found.reached and "cost " .. samples(found.cost) .. " samples"
                or "ended before that: " .. why[found.why]
            list[#list + 1] = chosen_note(o)
            list[#list + 1] = equal_words(found.reps, found.se, "estimates")
            list[#list + 1] = found.warning
            return list
        end,
        request = more.request, errors = {mean = "se", change = "se"},
    }, fields)
end

return report
