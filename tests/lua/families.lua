-- Of random functions whose truth is known (harness/families.lua) none is said to have a mean or a variance that it has
-- not, or the other way round; of few nothing is said. Exact values of random kinks and narrow bumps are right.
local t = dofile "tests/lua/harness/tap.lua"
local families = dofile "tests/lua/harness/families.lua"
local quick = os.getenv "QUICK"

local function count(seed, n)
    local make, wrong, unknown = families(rng.new(seed)), {}, 0
    for _ = 1, n do
        local case = make()
        local e = extrap.order(1):estimate(case.q, case.law, {m=case.m, reps=16})
        for _, what in ipairs {"mean", "variance"} do
            local got = e[what .. "_exists"]
            unknown = unknown + (got == nil and 1 or 0)
            if got == not case[what] then
                wrong[#wrong + 1] = ("%s said to be %s: %s"):format(what, got, case.text)
            end
        end
        t.ok(e.mean_exists ~= false or e.mean - e.mean ~= 0, "a number only of what exists: " .. case.text)
    end
    return wrong, unknown
end

local cases = tonumber(os.getenv "CASES") or (quick and 40 or 400)
local wrong, unknown = count(1, cases)
t.equal(table.concat(wrong, "\n"), "", "nothing false is said of means and variances")
t.ok(unknown <= 0.05 * 2 * cases, ("of at most one in 20 nothing is said: %d of %d"):format(unknown, 2 * cases))

-- E exp(-((s - c)/w)^2) and P(|s - c| < w) under a normal law.
local function gauss(c, w, mean, var)
    local v = w * w + 2 * var
    return w / math.sqrt(v) * math.exp(-(c - mean) ^ 2 / v)
end

local function density(x, var)
    return math.exp(-x * x / (2 * var)) / math.sqrt(2 * math.pi * var)
end

local function interval(c, w, mean, var)
    local n, sum = 4000, 0
    for i = 0, n do
        local weight = (i == 0 or i == n) and 1 or 2 + i % 2 * 2
        sum = sum + weight * density(c - w + 2 * w * i / n - mean, var)
    end
    return sum * 2 * w / n / 3
end

-- E |s - c| - |mean - c| is no closed form without erf: E relu(s - c) by parts is var density - (c - mean) P(s > c), of
-- which P is the interval from c to 12 standard deviations on.
local function hinge(c, _, mean, var)
    local half = (mean + 12 * math.sqrt(var) - c) / 2
    return var * density(c - mean, var) - (c - mean) * interval(c + half, half, mean, var)
end

local narrow = {
    {"exp(-u^2)", gauss, function(c, w) return function(s) return math.exp(-((s - c) / w) ^ 2) end end},
    {"s^2 + exp(-u^2)", function(c, w, mean, var) return mean ^ 2 + var + gauss(c, w, mean, var) end,
        function(c, w) return function(s) return s * s + math.exp(-((s - c) / w) ^ 2) end end},
    {"exp(-u^2), as a polynomial", gauss, function(c, w)
        return function(s) return math.exp((2 * c * s - s * s - c * c) / (w * w)) end
    end, least = 0.05},
    {"a step up and down", interval, function(c, w) return function(s) return where(math.abs(s - c) - w, 0, 1) end end},
    {"plain Lua", gauss, function(c, w)
        return function(s) return s > 1e9 and 0 or math.exp(-((s - c) / w) ^ 2) end
    end, least = 1e-4},
    {"relu", hinge, function(c) return function(s) return math.relu(s - c) end end},
}
local random = rng.new(2)
for i = 1, quick and 12 or 120 do
    local name, exact, make = table.unpack(narrow[i % #narrow + 1])
    local mean, sd, m = 2 * random:uniform() - 1, 0.2 + 2 * random:uniform(), random:index(8)
    local w = math.max(10 ^ -(5 * random:uniform()), narrow[i % #narrow + 1].least or 0)
    local c = mean + sd / math.sqrt(m) * (6 * random:uniform() - 3)
    local want = exact(c, w, mean, sd * sd / m)
    local got, why = extrap.order(1):expect(make(c, w), dist.normal{mean=mean, sd=sd}, {m=m})
    local what = ("%s at %.17g, width %g, m = %d"):format(name, c, w, m)
    t.near((got or 0 / 0) / want, 1, 1e-9, why and what .. ": " .. why or what)
end

-- Kinks and steps farther out than any block mean are no poles.
for name, q in pairs {
    relu = function(s) return math.relu(s) end, abs = function(s) return math.abs(s) + math.relu(s - 30) end,
    step = function(s) return where(s - 20, 1, 2) + s end, wave = function(s) return where(s % 10 - 9, 5, 0) + s end,
} do
    local e = extrap.order(1):expect(q, dist.normal{mean=5, sd=1}, {m=65536})
    t.near(e or 0 / 0, q(5), 1e-12, name .. ", 256 standard deviations and more away")
end

-- An exact value that the sample contradicts is not shown; one that only a heavy tail contradicts is.
local judge = debug.getregistry()["debias.core"].lab.judge
for _, case in ipairs {
    {{se = 0.1, exact = 1.5}, false}, {{se = 0.1, exact = 1.7}, true}, {{se = 0.1, exact = 0.3}, true},
    {{exact = 9}, false}, {{se = 0.1, tail = 0.9, exact = 9}, false}, {{se = 0.1, rounding = 1, exact = 1.7}, false},
} do
    local seen, want = table.unpack(case)
    seen.bias, seen.number = 1, true
    local judged = judge(seen)
    t.equal({judged.contradicted ~= nil, judged.exact}, {want, not want and seen.exact or nil},
        ("exact %g beside 1"):format(seen.exact))
end

-- The exact value of a law with a list of values is a sum over them. Where a sample missed the rare ones, control
-- variates would leave no scatter at all: without them the standard error tells how far off it may be.
local rare = dist.discrete{values = {0, 1, 5}, probs = {.4995, .4995, .001}}
for seed = 1, 20 do
    local b = bias{q = math.tanh, dist = rare, reps = 100, m = {1}, operators = {1, 2}, seed = seed}
    for _, row in ipairs(b:rows()) do
        local exact = extrap.order(row.operator == "order 1" and 1 or 2):bias(math.tanh, rare, {m = row.block})
        t.near(row.exact or 0 / 0, exact, 1e-15, ("seed %d, %s: exact beside a sample"):format(seed, row.operator))
        t.near(row.bias, exact, 5 * row.se, ("seed %d, %s: within its standard error"):format(seed, row.operator))
    end
end

t.done()
