-- The result of value{..}: the levels as a table, the value and its errors as fields.
local core = ...
local result, over, map = core.use "result", core.use "over", core.use "list".map
local mlmc, rates = core.use "value/mlmc", core.use "value/rates"

local order = {"level", "n", "mean", "se", "var", "kurtosis", "cost", "consistency", "plain", "plain_var"}

local function number(x, digits)
    return core.text.number(x, digits or 3)
end

-- |a - b + c| / (3 (se a + se b + se c)) with a the mean of H^l, b of h^l, c of h^(l-1): above 1 they do not add up.
local function consistency(a, before)
    local off = math.abs(a.mean - a.plain + before.plain)
    local error = math.sqrt(a.var / a.n) + math.sqrt(a.plain_var / a.n) + math.sqrt(before.plain_var / before.n)
    return off == 0 and 0 or off / (3 * error)
end

local function rows_of(now)
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

-- What plain Monte Carlo with 2^L draws takes for the same sampling error.
local function plain_cost(now, error)
    local top = now.list[now.last]
    for l = now.last, 0, -1 do -- h^l of few terms has no variance to speak of
        top = now.list[l]
        if top.n >= 30 then
            break
        end
    end
    return math.ceil(top.plain_var / error ^ 2) * now.cost[now.last]
end

-- What eps would take by the rates: samples; nil where it takes more than 60 levels.
local function to_reach(state, now, eps)
    local error, var, cost, last = eps / math.sqrt(2), over(now.var), over(now.cost), now.last
    local left = now.bias
    while left > error and last < 60 do
        last, left = last + 1, left / 2 ^ now.used.alpha
        var[last], cost[last] = var[last - 1] / 2 ^ now.used.beta, cost[last - 1] * 2 ^ now.used.gamma
    end
    local _, all = rates.counts(var, cost, last, error ^ 2)
    return left <= error and math.max(all, state.spent) or nil
end

local why = {
    samples = "the samples were spent", seconds = "the time was over", interrupted = "it was interrupted",
    levels = "no more levels may be added", ["not finite"] = "some values are not finite",
}

local function ending(state, o)
    if state.reached and o.n then
        return "the terms asked for were drawn"
    elseif state.reached then
        return o.eps and "the error wanted was reached" or "the standard error wanted was reached"
    end
    return why[state.why]
end

local function first_note(now, fields)
    return ("value %s: standard error %s, bias at most about %s (%s)"):format(
        core.text.matched(now.value, fields.rmse), number(now.se, 2), number(now.bias, 2), fields.bias_status)
end

local function notes_of(state, o, now, fields)
    local list = {first_note(now, fields)}
    if not state.reached then
        local all = o.eps and to_reach(state, now, o.eps)
        list[2] = ("ended before that: %s%s"):format(why[state.why],
            all and ("; eps %s takes about %s samples"):format(number(o.eps), number(all)) or "")
    end
    list[#list + 1] = ("cost %s samples; plain nested Monte Carlo of the same error: %s"):format(number(fields.cost, 4),
        number(fields.plain_cost, 4))
    return list
end

return function(state, o, more)
    local now = mlmc.look(state)
    local rows = rows_of(now)
    local fields = {
        value = now.value, se = now.se, bias = now.bias, bias_status = now.fitted.alpha and "measured" or "assumed",
        rmse = math.sqrt(now.variance + now.bias ^ 2), L = now.last, n = map(rows, function(row) return row.n end),
        cost = state.spent, plain_cost = plain_cost(now, now.se), alpha = now.fitted.alpha or 0 / 0,
        beta = now.fitted.beta or 0 / 0, gamma = now.used.gamma, reached = state.reached, why = ending(state, o),
        exact = more.exact, error = more.exact and now.value - more.exact or nil,
    }
    local spec = over(o, {experiment = "value", problem = core.problem.spec(o.problem)})
    spec.threads = nil
    return result.of_rows("value", order, rows, spec, {
        notes = function() return notes_of(state, o, now, fields) end,
        request = more.request, errors = {mean = "se"},
    }, fields)
end
