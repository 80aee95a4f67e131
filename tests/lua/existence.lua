-- What the law knows of the moments of estimates, against known truth; what is not finite, against a recount.
local t = dofile "tests/lua/harness/tap.lua"
local log, exp = math.log, math.exp

local function inverse(s)
    return 1 / s
end

local function relu(s)
    return math.relu(s - 1)
end

local normal, exponential = dist.normal{mean=0, sd=1}, dist.exponential{mean=0.6}
local gamma = dist.gamma{shape=0.7, scale=0.6}
local lognormal, beta, counts = dist.lognormal{meanlog=0, sdlog=0.5}, dist.beta(0.7, 0.8), dist.poisson{mean=2}
local student, wide, cauchy = dist.student_t{df=3.5}, dist.student_t{df=1.8}, dist.student_t{df=1}
local function none() return false, false end
local unit, ramp, coin = dist.uniform(0, 1), dist.ramp(0, 1), dist.bernoulli(0.5)
local all = function() return true, true end

-- {name, q, law, function(m) -> whether blocks of m draws have a mean, a variance}; the same for orders 1 to 3, whose
-- heaviest part is a block of m.
local cases = {
    {"a polynomial", poly{1, 0, 2, 0, 3}, normal, all}, {"a polynomial", poly{0, 0, 0, 1}, exponential, all},
    {"a constant", function() return 2 end, exponential, all}, {"relu", relu, normal, all},
    {"relu", relu, exponential, all}, {"relu", relu, coin, all},
    {"exp", exp, normal, all}, {"exp", exp, unit, all}, {"exp", exp, coin, all},
    {"exp", exp, exponential, function(m) return m > 0.6, m > 1.2 end},
    {"exp", exp, dist.exponential{mean=1.5}, function(m) return m > 1.5, m > 3 end},
    {"exp, traced", function(s) return exp(s) end, dist.exponential{mean=1.5}, function(m) return m > 1.5, m > 3 end},
    {"exp(s^2/3)", function(s) return exp(s * s / 3) end, normal, function(m) return m > 2 / 3, m > 4 / 3 end},
    {"exp", exp, gamma, function(m) return m > 0.6, m > 1.2 end}, {"log", log, gamma, all},
    {"1/s", inverse, gamma, function(m) return 0.7 * m > 1, 0.7 * m > 2 end},
    {"exp(s / 2)", function(s) return exp(s / 2) end, gamma, function(m) return m > 0.3, m > 0.6 end},
    {"log", log, lognormal, all}, {"1/s", inverse, lognormal, all}, {"s^3", poly{0, 0, 0, 1}, lognormal, all},
    {"s^3, traced", function(s) return s^3 end, lognormal, all}, {"exp", exp, lognormal, none},
    {"exp, traced", function(s) return exp(s) end, lognormal, none},
    {"s", poly{0, 1}, student, function() return true, true end},
    {"s^2", poly{0, 0, 1}, student, function() return true, false end},
    {"s^4", poly{0, 0, 0, 0, 1}, student, none}, {"relu", relu, student, all}, {"exp", exp, student, none},
    {"relu^2", function(s) return math.relu(s) ^ 2 end, student, function() return true, false end},
    {"relu^4", function(s) return math.relu(s) ^ 4 end, student, none}, {"1/s", inverse, student, none},
    {"relu", relu, wide, function() return true, false end}, {"relu", relu, cauchy, none},
    {"1/(1 + s^2)", function(s) return 1 / (1 + s * s) end, cauchy, all},
    {"|s|^0.3", function(s) return math.abs(s)^0.3 end, cauchy, all},
    {"1/s", inverse, beta, function(m) return 0.7 * m > 1, 0.7 * m > 2 end},
    {"(1 - s)^-1/2", function(s) return (1 - s)^-0.5 end, beta, function(m) return 0.8 * m > 0.5, 0.8 * m > 1 end},
    {"log", log, beta, all}, {"exp", exp, beta, all}, {"exp", exp, counts, all}, {"s^3", poly{0, 0, 0, 1}, counts, all},
    {"1/s", inverse, unit:mean_of(3), function(m) return 3 * m > 1, 3 * m > 2 end},
    {"exp", exp, exponential:mean_of(2), function(m) return m > 0.3, m > 0.6 end},
    {"log", log, counts, none},
    {"log", log, dist.bernoulli(0.5):mean_of(3), none}, {"relu", relu, cauchy:mean_of(3), none},
    {"s^2", poly{0, 0, 1}, student:mean_of(5), function() return true, false end},
    {"log", log, lognormal:mean_of(2), all}, {"log", log, unit, all}, {"log", log, ramp, all},
    {"log", log, exponential, all},
    {"log", log, normal, function() return false, false end}, {"log", log, coin, function() return false, false end},
    {"log(1 + s)", function(s) return log(1 + s) end, coin, all},
    {"1/s", inverse, exponential, function(m) return m > 1, m > 2 end},
    {"1/s", inverse, unit, function(m) return m > 1, m > 2 end},
    {"1/s", inverse, ramp, function(m) return 2 * m > 1, 2 * m > 2 end},
    {"1/s", inverse, normal, function() return false, false end},
    {"1/s", inverse, dist.uniform(1, 2), all},
    {"1/(s - 1)", function(s) return 1 / (s - 1) end, normal, function() return false, false end},
    {"|s - 1|^-0.4", function(s) return math.abs(s - 1)^-0.4 end, normal, all},
    {"|s - 1|^-0.6", function(s) return math.abs(s - 1)^-0.6 end, normal, function() return true, false end},
}
for _, case in ipairs(cases) do
    local name, q, law, truth = table.unpack(case)
    for _, m in ipairs {1, 2, 4} do
        for k = 1, 3 do
            local e = extrap.order(k):estimate(q, law, {m=m, reps=400})
            local mean, variance = truth(m)
            local what = ("%s, %s, m = %d, order %d"):format(name, law, m, k)
            t.equal({e.mean_exists, e.variance_exists}, {mean, variance}, what)
            t.equal(e.warning ~= nil, not variance, what .. ": a warning where something is missing, and nowhere else")
            t.ok((e.se == nil) == (not variance or e.se_unknown ~= nil), what .. ": a standard error or a reason")
            t.equal(math.abs(e.mean) < math.huge, mean, what .. ": a number only for what exists")
        end
    end
end

-- The infinity that an expectation is.
for _, case in ipairs {
    {log, coin, 1, -math.huge}, {inverse, unit, 1, math.huge}, {exp, dist.exponential{mean=1.1}, 1, math.huge},
    {exp, dist.exponential{mean=1.1}, 2, -math.huge},
} do
    local q, law, k, want = table.unpack(case)
    t.equal(extrap.order(k):estimate(q, law, {reps=400}).mean, want, ("%s, order %d"):format(law, k))
end
local far = bias{q=log, dist=coin, m={16, 65536}, operators={1}, equal_cost=false, reps=1000}:rows()
t.equal({far[1].bias, far[2].bias, far[1].se}, {-math.huge, -math.huge}, "however seldom a block of zeros is")

-- Counts are those of a plain recount over the same draws, the first value is the first.
local values, drawn = {0, 1, 2, -1}, {}
local law = dist.custom{draw=function(rng)
    local v = values[rng:index(4)]
    drawn[#drawn + 1] = v
    return v
end, mean=vec{0.5}}
local recount = extrap.order(1):estimate(log, law, {reps=128})
local count, first, nan = 0, nil, false
for i = #drawn - 127, #drawn do
    local v = log(drawn[i])
    if v - v ~= 0 then
        count, first, nan = count + 1, first or {v, i - #drawn + 128}, nan or v ~= v
    end
end
t.equal({recount.not_finite, recount.first_not_finite_at}, {count, first[2]}, "as many, the first at its place")
local got = recount.first_not_finite
t.ok(got == first[1] or got ~= got and first[1] ~= first[1], "and what it was")
t.ok(nan and recount.mean ~= recount.mean and recount.se == nil, "they have no mean and no error")

-- Equal estimates are no certainty, but for what cannot differ.
local rare = extrap.order(1):estimate(function(s) return math.relu(s - 5) end, normal)
t.equal({rare.mean, rare.se, rare.sd, rare.se_unknown}, {0.0, nil, nil, "all estimates are equal"}, "a rare event")
t.near(rare.exact, 5.346166e-8, 1e-13, "the exact mean beside it")
t.ok(tostring(rare):find("at most 0.0003 (95% confidence)", 1, true), "the rule of three")
t.equal(extrap.order(2):estimate(function() return 3 end, normal).se, 0.0, "a constant")
t.equal(extrap.order(2):estimate(exp, dist.discrete({2}, {1})).se, 0.0, "a point")

-- Results that have no number say why.
local run = running{q=log, dist=coin, reps=32, runs=2, operators={1, 2}}
t.ok(tostring(run):find("order 1, from 16 estimates on: warning: the expectation is -inf", 1, true), "running")

-- Estimates of a problem with g = x + b eta are f, or f' times 1, of a block mean: they lack what f, or f', lacks.
local shapes = {
    {f = function(y) return 1 / y end, slope = function(y) return -1 / (y * y) end},
    {f = function(y) return 1 / (y * y + 1) end, slope = function(y) return -2 * y / (y * y + 1) ^ 2 end},
    {f = log, slope = function(y) return 1 / y end},
    {f = function(y) return exp(y * y / 4) end, slope = function(y) return y / 2 * exp(y * y / 4) end},
    {f = exp, slope = exp},
    {f = function(y) return y * y end, slope = function(y) return 2 * y end},
}
local lines = {normal, dist.normal{mean=2, sd=0.5}, exponential, dist.exponential{mean=0.4}, dist.uniform(-1, 2)}
local function same(found, wanted, what)
    t.equal({found.mean_exists ~= false, found.variance_exists ~= false},
        {wanted.mean_exists ~= false, wanted.variance_exists ~= false}, what)
    t.equal(found.se ~= nil, found.variance_exists ~= false and not found.not_finite, what .. ": its se")
end
for i, each in ipairs(shapes) do
    for _, under in ipairs(lines) do
        local p = problem.new{dim=1, outer=1, inner=under, x0={0.5}, f=each.f,
            g=function(x, _, eta) return x[1] + 2 * eta end}
        for of, q in pairs {value=each.f, gradient=each.slope} do
            for _, m in ipairs {1, 3} do
                local function at(s)
                    return q(0.5 + 2 * s)
                end
                local options = of == "value" and {m=m, order=2, of=of} or {m=m, of=of}
                same(estimator(p, options):moments(vec{0.5}, {reps=50}),
                    extrap.order(1):estimate(at, under, {m=m, reps=2}),
                    ("f %d under %s: its %s, m = %d"):format(i, under, of, m))
            end
        end
    end
end

-- ru-mlmc at a kink: no r has a finite variance; at a smooth f the default does.
local function value(f)
    return problem.new{dim=0, outer=1, inner=normal, g=function(_, _, eta) return eta end, f=f}
end
local function said(f, options)
    return tostring(estimator(value(f), options):levels(nil, {reps=4000, L=6}))
end
t.ok(said(math.abs, {method="ru-mlmc"}):find("infinite; no r below 1/2 does: take v-mlmc", 1, true), "a kink")
t.ok(not said(function(y) return y * y end, {method="ru-mlmc"}):find("variance is infinite", 1, true), "a square")
t.ok(said(math.abs, {method="rt-mlmc", L=6}):find("leaves most of the variance to the last ones", 1, true), "rt-mlmc")

-- Where q overflows on its way to a number, at block means that are never met, nothing is missing.
local function sigmoid(s)
    return exp(s) / (1 + exp(s))
end
local function softplus(s)
    return log(1 + exp(s))
end
for name, q in pairs {sigmoid=sigmoid, softplus=softplus} do
    for _, each in ipairs {exponential, dist.exponential{mean=1}, dist.exponential{mean=10}, normal,
        dist.normal{mean=0, sd=50}} do
        for _, m in ipairs {1, 4} do
            local e = extrap.order(2):estimate(q, each, {m=m, reps=400})
            local what = ("%s, %s, m = %d"):format(name, each, m)
            t.ok(e.mean_exists ~= false and e.variance_exists ~= false and e.se > 0, what .. ": nothing is missing")
            t.ok(math.abs(e.mean) < math.huge and not (e.warning or ""):find "expectation", what .. ": a number")
        end
    end
end

t.done()
