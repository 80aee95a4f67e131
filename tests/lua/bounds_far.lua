-- Bounds of derivatives over the whole line, of functions written with exp: random compositions, whose bounds are found
-- and are never below what is sampled; and those that have none, which is said.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"
local unit = dist.normal{mean=0, sd=1}
local exp, log, sqrt = math.exp, math.log, math.sqrt

-- sup |q''| as the bound of L1 has it, under a variance of 1; or nil and why.
local function second(q, s)
    local bound, why = extrap.order(1):bound(q, unit, {s=s})
    return bound and 2 * bound, why
end

-- The largest |second difference| of h = 0.01 around points of [-40, 40], dense near 0: a mean of |q''|, no more than
-- its supremum but for rounding, which is returned, too.
local function sampled(q)
    local most, size, h = 0, 0, 0.01
    for i = -4000, 4000 do
        local s = 40 * (i / 4000) ^ 3
        local a, b, c = q(s - h), q(s), q(s + h)
        most, size = math.max(most, math.abs(a - 2 * b + c) / h ^ 2), math.max(size, math.abs(b))
    end
    return most, 1e-15 * size / h ^ 2
end

-- Bounded ones, and ones that go on like lines.
local bounded = {
    {"logistic", function(s) return 1 / (1 + exp(-s)) end}, {"share", function(s) return exp(s) / (1 + exp(s)) end},
    {"odds", function(s) return 1 - 1 / (1 + exp(s)) end}, {"tanh", function(s)
        return (exp(s) - exp(-s)) / (exp(s) + exp(-s)) end}, {"tanh of 2s", function(s)
        return (exp(2 * s) - 1) / (exp(2 * s) + 1) end}, {"bell", function(s) return exp(-s * s) end},
    {"s bell", function(s) return s * exp(-s * s / 2) end}, {"sech", function(s) return 2 / (exp(s) + exp(-s)) end},
    {"s sech", function(s) return s / math.cosh(s) end}, {"Gompertz", function(s) return exp(-exp(-s)) end},
    {"tail", function(s) return exp(-log(1 + exp(s))) end}, {"fourth power", function(s) return exp(-s ^ 4) end},
    {"slope of logistic", function(s) return exp(s) / (1 + exp(s)) ^ 2 end},
    {"rational", function(s) return 1 / (1 + s * s) end}, {"softmax of three", function(s)
        return exp(s) / (exp(s) + exp(-s) + 1) end},
}
local lines = {
    {"softplus", function(s) return log(1 + exp(s)) end}, {"log1p", function(s) return math.log1p(exp(s)) end},
    {"log cosh", function(s) return log((exp(s) + exp(-s)) / 2) end}, {"swish", function(s)
        return s / (1 + exp(-s)) end}, {"s/(1 + exp)", function(s) return s / (1 + exp(s)) end},
    {"root", function(s) return sqrt(1 + s * s) end}, {"log sum", function(s)
        return log(exp(s) + exp(-2 * s) + 3) end}, {"mish", function(s) return s * math.tanh(log(1 + exp(s))) end},
}
local all = {}
for _, list in ipairs {bounded, lines} do
    for _, each in ipairs(list) do
        all[#all + 1] = each
    end
end

-- `loose`: what the bound may be of the largest that was sampled.
local function check(name, q, loose)
    local bound, why = second(q)
    local most, rounding = sampled(q)
    t.ok(bound, ("%s: a bound is found: %s"):format(name, why))
    bound = bound or 0
    t.ok(bound >= most * (1 - 1e-9) - 4 * rounding, ("%s: %.9g is not below %.9g"):format(name, bound, most))
    t.ok(bound <= loose * most + 4 * rounding, ("%s: %.6g is near %.6g"):format(name, bound, most))
end

for _, each in ipairs(all) do
    check(each[1], each[2], 1.01)
end

local rng = rng.new(11)
local function between(a, b) return a + (b - a) * rng:uniform() end
local function one_of(list) return list[rng:index(#list)] end
local kinds = {
    {"%s(%.2f s + %.2f) + %.2f %s", function(f, g, a, b, c) return function(s) return f(a * s + b) + c * g(s) end end,
        all, all, 1.01},
    {"%s(%.2f s + %.2f) times %.2f %s", function(f, g, a, b, c) return function(s) return f(a * s + b) * c * g(s) end
        end, bounded, bounded, 1.01},
    {"%s(%.2f inner + %.2f) + %.2f s, inner %s", function(f, g, a, b, c)
        return function(s) return f(a * g(s) + b) + c * s end end, all, bounded, 2},
}
for _ = 1, quick and 10 or 150 do
    local kind = one_of(kinds)
    local f, g = one_of(kind[3]), one_of(kind[4])
    local a, b, c = between(-3, 3), between(-2, 2), between(-1, 1)
    check(kind[1]:format(f[1], a, b, c, g[1]), kind[2](f[2], g[2], a, b, c), kind[5])
end

-- Far away, where exp overflows on the way.
local steep = second(function(s) return 1 / (1 + exp(-20 * (s - 300))) end)
t.near(steep / (400 / (6 * sqrt(3))), 1, 2e-3, "a steep logistic function at 300")
t.near(second(bounded[1][2], 5000), 1 / (6 * sqrt(3)), 1e-4, "the range is the whole line wherever s is")

-- No bound, and why.
local half = dist.exponential{mean=1}
local function none(q, d, name, to)
    local bound, why = extrap.order(1):bound(q, d)
    t.equal({bound, why}, {nil, "the proposition does not apply: |q''| grows without bound as s -> " .. to},
        name .. " has none")
end
none(exp, unit, "exp", "inf")
none(function(s) return exp(-s) end, unit, "exp(-s)", "-inf")
none(poly{0, 0, 0, 1}, unit, "s^3", "inf")
none(function(s) return s * exp(s) end, unit, "s exp", "inf")
none(math.cosh, unit, "cosh", "inf")
none(function(s) return exp(s * s) end, unit, "exp(s^2)", "inf")
none(log, half, "log", "0")
none(sqrt, half, "sqrt", "0")
none(function(s) return s ^ 1.5 end, half, "s^1.5", "0")
none(function(s) return 1 / s end, half, "1/s", "0")
t.equal({extrap.order(1):bound(function(s) return 1 / (s - 2) end, half)},
    {nil, "|q''| has no known bound on [0, inf)"}, "what is not proved is said to be not known")
t.equal(second(function(s) return exp(s) * exp(-s) * s ^ 2 end), 2.0, "factors that overflow and vanish together")

t.done()
