-- What the levels of a multilevel estimate say of those to come, and how many terms they take (Giles, Acta Numerica
-- 2015, section 3). A level is {n =, mean =, var =, kurtosis =, ..}, as core.terms.read gives it, counted from 0.
local core, D = ...

local rates = {}

local LEAST = 0.5        -- the least alpha and beta that are believed, as in Giles' mlmc.m
local MOST_ALPHA = 2
local MODEL_ERROR = 0.1  -- of the logarithm to base 2 of a mean or a variance: rates are not exact laws

-- Minus the slope of log2 y on the level, and half of its interval; nil where fewer than two levels show one. y[l] has
-- the standard error se[l].
local function fall(y, se, from, to)
    local level, logs, errors = {}, {}, {}
    for l = from, to do
        local relative = se[l] / y[l]
        if y[l] > 0 and relative < 0.5 then
            local k = #level + 1
            level[k], logs[k] = l, math.log(y[l], 2)
            errors[k] = math.max(relative / math.log(2), MODEL_ERROR)
        end
    end
    if #level < 2 then
        return nil
    end
    local slope, half = core.stats.line(D.vec(level), D.vec(logs), D.vec(errors))
    return -slope, half
end

-- The first level that rates are fitted to.
local function first_of(last)
    return last < 4 and 1 or last // 2
end

local function clamp(x, low, high)
    return math.max(low, math.min(x, high))
end

-- alpha, beta, gamma of levels, and the halves of their intervals; those that are not seen are missing.
function rates.fit(list, last)
    local mean, mean_se, var, var_se = {}, {}, {}, {}
    for l = 1, last do
        local a = list[l]
        local enough = a.n >= 2 and a.var > 0
        mean[l], mean_se[l] = math.abs(a.mean), enough and math.sqrt(a.var / a.n) or math.huge
        var[l], var_se[l] = a.var, enough and a.var * math.sqrt(math.max(a.kurtosis - 1, 0) / a.n) or math.huge
    end
    local from = first_of(last)
    local alpha, alpha_half = fall(mean, mean_se, from, last)
    local beta, beta_half = fall(var, var_se, from, last)
    return {alpha = alpha, alpha_half = alpha_half, beta = beta, beta_half = beta_half, from = from, to = last}
end

-- gamma of the costs of levels from .. last.
function rates.growth(cost, from, last)
    local first = math.min(from, last)
    return last > first and math.log(cost[last] / cost[first], 2) / (last - first) or 1
end

-- The rates that plans are made with: the ones given, else the fitted ones within what is believed.
function rates.used(fitted, given)
    return {
        alpha = given.alpha or clamp(fitted.alpha or 1, LEAST, given.most_alpha or MOST_ALPHA),
        beta = given.beta or math.max(fitted.beta or 1, LEAST),
        gamma = fitted.gamma,
    }
end

-- A kurtosis for level l: its own or that of the level before, whichever is larger; few terms show too little.
local function kurtosis(list, l)
    local most = 3
    for k = math.max(l - 1, 0), l do
        local own = list[k].n >= 2 and list[k].kurtosis or 3
        most = own == own and math.max(most, own) or most
    end
    return most
end

-- Variances that are safe to plan with. A sample of few terms may have missed the rare ones that are not zero, so from
-- level 2 on it is mixed with what the level before lets expect; that counts as many terms as the kurtosis says a
-- variance takes. It is never less than half of what is expected (mlmc.m).
function rates.variances(list, last, beta)
    local var = {}
    for l = 0, last do
        local a, n = list[l], list[l].n
        var[l] = n >= 2 and a.var or 0
        if l >= 2 or n < 2 then
            local expected = var[math.max(l - 1, 0)] / 2 ^ beta
            local weight = kurtosis(list, l)
            var[l] = math.max((n * var[l] + weight * expected) / (n + weight), 0.5 * expected)
        end
    end
    return var
end

-- The variances with a standard error on top. Terms with a long tail have a small mean where they have a small
-- variance: to stop where the variance happens to be small would bias the mean.
function rates.cushioned(var, list, last)
    local all = {}
    for l = 0, last do
        all[l] = var[l] * (1 + math.sqrt((kurtosis(list, l) - 1) / math.max(list[l].n, 2)))
    end
    return all
end

-- The weak error that is left beyond the last level: the largest of what the last three levels say of it.
function rates.left(list, last, alpha)
    local mean, most = {}, 0
    for l = 1, last do
        local own = list[l].n > 0 and math.abs(list[l].mean) or 0
        mean[l] = l >= 2 and math.max(own, 0.5 * mean[l - 1] / 2 ^ alpha) or own
    end
    for l = math.max(last - 2, 1), last do
        most = math.max(most, mean[l] / 2 ^ (alpha * (last - l)))
    end
    return most / (2 ^ alpha - 1)
end

-- The terms of each level that make the variance of the sum `wanted` at the least cost, and that cost.
function rates.counts(var, cost, last, wanted)
    local sum, n, all = 0, {}, 0
    for l = 0, last do
        sum = sum + math.sqrt(var[l]) * math.sqrt(cost[l]) -- their product may be beyond the largest number
    end
    for l = 0, last do
        n[l] = var[l] > 0 and math.ceil(math.sqrt(var[l] / cost[l]) * sum / wanted) or 0
        all = all + n[l] * cost[l]
    end
    return n, all
end

return rates
