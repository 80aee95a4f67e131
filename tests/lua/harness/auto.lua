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

-- Whether order 2 is estimated to add less than 0.4 times the plug-in's variance.
local function costs_little(rows)
    return rows[1].se and rows[2].change < 0.4 * rows[1].se^2
end

-- The errors squared of auto and of orders 1 to 4 on sample `seed`, which order auto took, and which is taken by who
-- puts up with that much.
local function squares(case, n, seed)
    local x = case.law:draw(n, {seed=1000*n + seed})
    local r = extrap.auto(case.q, x, {seed=seed})
    local list, rows = {}, r:rows()
    for i, value in ipairs(r:columns().value) do
        list[i] = (value - case.truth)^2
    end
    return (r.value - case.truth)^2, list, r.order, costs_little(rows) and 2 or 1
end

-- {ratio = of auto, plain = of the plug-in, loose = of who takes order 2 that easily, best = the order that these are
-- times, excess(bound) = mean and standard error of auto's minus bound times the best's, taken = how often which order}
local function measure(case, n, seeds)
    local auto, loose, orders, taken = vec.zeros(seeds), vec.zeros(seeds), {}, {0, 0, 0, 0}
    for k = 1, 4 do
        orders[k] = vec.zeros(seeds)
    end
    for seed = 1, seeds do
        local own, list, order, easily = squares(case, n, seed)
        auto[seed], loose[seed], taken[order] = own, list[easily], taken[order] + 1
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
    return {ratio=ratio(auto), plain=ratio(orders[1]), loose=ratio(loose), best=best, taken=taken, excess=excess}
end

-- Case i of those drawn at random: q around the mean of a law.
local function random(i)
    local draws = rng.new(i)
    local function between(a, b) return a + (b - a) * draws:uniform() end
    local a, b, c = between(0.3, 2), between(-1.5, 1.5), between(-1, 1)
    local laws = {dist.normal{mean=0, sd=1}, dist.uniform(-1.7, 1.7), dist.exponential{mean=1},
        dist.gamma{shape=between(0.7, 4), scale=1}, dist.student_t{df=7}, dist.bernoulli(between(0.2, 0.8)),
        dist.lognormal{meanlog=0, sdlog=0.5}}
    local list = {
        function(t) return math.exp(a * t) end, function(t) return math.sin(a * t + b) end,
        function(t) return math.tanh(2 * a * t + b) end, function(t) return math.softplus(3 * a * t + b) end,
        function(t) return math.abs(t + 0.3 * c) end, function(t) return math.relu(t + 0.3 * c) end,
        function(t) return (t + c)^3 + b * (t + c)^2 end, function(t) return (t + 0.3 * c)^2 end,
        function(t) return 1 / (1 + (t + b)^2) end, function(t) return math.sqrt(0.05 + (t + c)^2) end,
        function(t) return math.max(a * t + 0.2 * c, -0.3 * t) end, function(t) return (t + c)^4 + b * (t + c)^3 end,
        function(t) return math.logcosh(3 * a * t + c) end, function(t) return math.exp(-(a * t + b)^2) end,
    }
    local law, q = laws[draws:index(#laws)], list[draws:index(#list)]
    local mu = law:mean()
    return {i, q=function(s) return q(s - mu) end, law=law, truth=q(0)}
end

return {cases=cases, random=random, measure=measure}
