-- Which estimate is the cheapest for an eps, by the rates of a pilot: multilevel Monte Carlo, single terms of random
-- levels without end where f is smooth (their variance is finite then), or plain nested Monte Carlo.
local core = ...
local rates = core.use "value/rates"

local MOST, RATIO = 40, 2 ^ -1.5 -- levels; P(l+1)/P(l) of ru-mlmc

-- Variances, means and costs of levels 0 to MOST: as they were seen, beyond that by the rates.
local function extended(now)
    local var, mean, cost = {}, {}, {}
    for l = 0, MOST do
        if l <= now.last then
            var[l], mean[l], cost[l] = now.var[l], math.abs(now.list[l].mean), now.cost[l]
        else
            var[l], mean[l] = var[l - 1] / 2 ^ now.used.beta, mean[l - 1] / 2 ^ now.used.alpha
            cost[l] = cost[l - 1] * 2 ^ now.used.gamma
        end
    end
    return var, mean, cost
end

-- The first level whose bias is small enough.
local function last_level(now, error)
    local left, last = now.bias, now.last
    while left > error and last < MOST do
        last, left = last + 1, left / 2 ^ now.used.alpha
    end
    return last
end

-- The variance of a term of a random level over its probability, times its cost.
local function unbiased_cost(now, var, mean, cost)
    local square, samples, sum, p = 0, 0, 0, 1 - RATIO
    for l = 0, MOST do
        local signed = l <= now.last and now.list[l].mean or 0
        square, samples, sum = square + (var[l] + mean[l] ^ 2) / p, samples + cost[l] * p, sum + signed
        p = p * RATIO
    end
    return (square - sum ^ 2) * samples
end

-- The method, and why in words.
return function(now, eps, is_smooth)
    local error, var, mean, cost = eps / math.sqrt(2), extended(now)
    local last = last_level(now, error)
    local _, multilevel = rates.counts(var, cost, last, error ^ 2)
    local found = {{"v-mlmc", multilevel}, {"bsgd", now.list[now.last].plain_var * cost[last] / error ^ 2}}
    if is_smooth then
        found[3] = {"ru-mlmc", unbiased_cost(now, var, mean, cost) / eps ^ 2}
    end
    table.sort(found, function(a, b) return a[2] < b[2] end)
    local words = core.use "list".map(found, function(each)
        return ("%s about %s"):format(each[1], core.text.number(each[2], 2))
    end)
    return found[1][1], "by a pilot's rates, in samples: " .. table.concat(words, ", "), last
end
