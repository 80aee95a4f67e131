-- What extrap.auto gives on fresh samples beside every fixed order: of a q and a law, ratios of mean square errors.

local cases = {
    {"exp", short=true, q=math.exp, law=dist.normal{mean=0, sd=1}, truth=1},
    {"log", q=math.log, law=dist.exponential{mean=1}, truth=0},
    {"1/(1 + s^2)", q=function(s) return 1/(1 + s^2) end, law=dist.normal{mean=0.5, sd=1}, truth=0.8},
    {"relu, its kink 0.3 sd away", short=true, q=math.relu, law=dist.normal{mean=0.3, sd=1}, truth=0.3},
    {"relu at its kink", q=math.relu, law=dist.normal{mean=0, sd=1}, truth=0},
    {"abs at its kink", q=math.abs, law=dist.normal{mean=0, sd=1}, truth=0},
    {"s^2 at its minimum", q=poly{0, 0, 1}, law=dist.normal{mean=0, sd=1}, truth=0},
    {"a constant", short=true, q=function(s) return 0*s + 7 end, law=dist.normal{mean=0, sd=1}, truth=7},
}

-- The errors squared of auto and of orders 1 to 4 on sample `seed`, and which order auto took.
local function squares(case, n, seed)
    local x = case.law:draw(n, {seed=1000*n + seed})
    local r = extrap.auto(case.q, x, {seed=seed})
    local list = {}
    for i, value in ipairs(r:columns().value) do
        list[i] = (value - case.truth)^2
    end
    return (r.value - case.truth)^2, list, r.order
end

-- {auto =, orders = {.., ..}, best =, excess(bound) = mean and standard error of auto's minus bound times the best's,
-- taken = how often which order}
local function measure(case, n, seeds)
    local auto, orders, taken = vec.zeros(seeds), {}, {0, 0, 0, 0}
    for k = 1, 4 do
        orders[k] = vec.zeros(seeds)
    end
    for seed = 1, seeds do
        local own, list, order = squares(case, n, seed)
        auto[seed], taken[order] = own, taken[order] + 1
        for k = 1, 4 do
            orders[k][seed] = list[k]
        end
    end
    local best = 1
    for k = 2, 4 do
        best = orders[k]:mean() < orders[best]:mean() and k or best
    end
    local function ratio(v)
        local least = orders[best]:mean()
        return least > 0 and v:mean() / least or 1
    end
    local function excess(bound)
        local v = auto - bound*orders[best]
        return v:mean(), v:sd() / math.sqrt(seeds)
    end
    return {ratio=ratio(auto), plain=ratio(orders[1]), best=best, taken=taken, excess=excess}
end

return {cases=cases, measure=measure}
