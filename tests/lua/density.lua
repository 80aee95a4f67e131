-- Exact expectations of any q where block means have a density: those of gamma and exponential laws, and single draws.
local t = dofile "tests/lua/harness/tap.lua"
local L1, L2, R3 = extrap.paper(1), extrap.paper(2), extrap.order(3)

local function near(got, want, tolerance, name)
    t.near(got or 0 / 0, want, tolerance * math.abs(want), name)
end
local function inverse(s)
    return 1 / s
end
local function log(s)
    return math.log(s)
end

-- E 1/x of a mean of n gamma draws of shape a and scale 1 is n/(n a - 1); E log x by differences of digamma at whole
-- numbers; E relu(x - c) under a density.
for _, m in ipairs {1, 2, 10, 100} do
    local a = 3
    local function mean(n) return n * m / (n * m * a - 1) end
    local d = dist.gamma{shape=a, scale=1}
    near(L1:expect(inverse, d, {m=m}), mean(1), 1e-12, "1/s, m = " .. m)
    near(L2:expect(inverse, d, {m=m}), 2 * mean(2) - mean(1), 1e-12, "1/s, order 2, m = " .. m)
    near(R3:expect(inverse, d, {m=m}), mean(1) / 3 - 2 * mean(2) + 8 / 3 * mean(4), 1e-12, "1/s, order 3, m = " .. m)
end
local one = dist.exponential{mean=2}
local digamma = -0.57721566490153286061
for n = 1, 12 do
    near(L1:expect(log, one, {m=n}), digamma + math.log(2 / n), 1e-12, "log, m = " .. n)
    near(L1:expect(log, dist.gamma{shape=n, scale=3}), digamma + math.log(3), 1e-12, "log, shape " .. n)
    digamma = digamma + 1 / n
end
for _, c in ipairs {0.1, 2, 30} do
    local function relu(s) return math.relu(s - c) end
    near(L1:expect(relu, one), 2 * math.exp(-c / 2), 1e-11, "relu beyond " .. c)
    near(L1:expect(relu, one, {m=2}), (c + 2) * math.exp(-c), 1e-11, "relu of a mean of two beyond " .. c)
    near(L1:expect(function(s) return math.abs(s - c) end, one), c - 2 + 4 * math.exp(-c / 2), 1e-11,
        "|s - " .. c .. "|")
end
near(L1:expect(function(s) return math.sqrt(s) end, dist.gamma{shape=0.5, scale=2}), math.sqrt(2 / math.pi), 1e-11,
    "the mean size of a normal number, from its square")

-- Single draws of any law with a density.
near(L1:expect(log, dist.lognormal{meanlog=0.3, sdlog=0.5}), 0.3, 1e-12, "log of a lognormal number")
local half = L1:expect(function(s) return s * math.relu(s) end, dist.student_t{df=5, scale=2})
near(half, 10 / 3, 1e-11, "half a variance")
near(L1:expect(function(s) return math.sqrt(s) end, dist.uniform(0, 4)), 4 / 3, 1e-12, "a root")
near(L1:expect(function(s) return math.sqrt(s) end, dist.beta(0.5, 3)), 0.3125, 1e-11, "of beta")

-- The same as sampled.
for name, d in pairs {exponential=one, gamma=dist.gamma{shape=0.6, mean=1}} do
    local function q(s) return math.log(1 + s * s) end
    local e = L2:estimate(q, d, {m=2, reps=20000})
    t.near(e.mean, L2:expect(q, d, {m=2}), 5 * e.se, name .. ": exact and sampled")
end

-- Where there is none.
local function why(...)
    local value, reason = L1:bias(...)
    return value == nil and reason
end
t.equal(why(inverse, one), "the expectation does not exist: q has a pole under the density", "a pole at the end")
t.equal(why(function(s) return math.exp(s) end, one), "the expectation does not exist: q grows faster than the density "
    .. "falls", "exp")
t.equal(why(function(s) return math.relu(s) end, dist.lognormal{meanlog=0, sdlog=1}, {m=2}),
    "the law of a block mean has no closed form here: exact values need a polynomial, math.exp, or a normal, gamma, "
    .. "poisson or discrete distribution", "two lognormal draws")
local function softplus(s) return math.softplus(s) end
t.equal(why(softplus, dist.gamma{shape=0.05, scale=1}), "the density of a block mean is too steep at the lower end of "
    .. "the distribution", "a gamma law of small shape")
t.ok(not why(softplus, dist.gamma{shape=0.05, scale=1}, {m=2}), "two of its draws")
t.equal(why(softplus, dist.beta(0.3, 0.2)), "the density of a block mean is infinite at the upper end of the "
    .. "distribution", "a beta law, upper end")
t.equal(why(softplus, dist.beta(0.05, 2)), "the density of a block mean is too steep at the lower end of the "
    .. "distribution", "a beta law, lower end")
for _, df in ipairs {1.5, 2} do
    t.equal(why(softplus, dist.student_t{df=df}), "the distribution has no variance", "Student's law, df = " .. df)
end

-- Counts: sums over the probabilities of Poisson sums.
for _, mean in ipairs {0.3, 4, 100} do
    local d = dist.poisson{mean=mean}
    near(L1:expect(function(s) return 1 / (1 + s) end, d), (1 - math.exp(-mean)) / mean, 1e-12, "1/(1 + s), " .. mean)
    for _, m in ipairs {1, 3, 50} do
        local function power(n) return math.exp(n * m * mean * (2 ^ (0.1 / (n * m)) - 1)) end
        local function q(s) return 2 ^ (0.1 * s) end
        near(L1:expect(q, d, {m=m}), power(1), 1e-11, ("2^(s/10), %g, m = %d"):format(mean, m))
        near(L2:expect(q, d, {m=m}), 2 * power(2) - power(1), 1e-11, ("its order 2, %g, m = %d"):format(mean, m))
        t.equal(L2:expect(q, d:mean_of(2), {m=m}), L2:expect(q, d, {m=2 * m}), "of means of two")
    end
end
t.equal(why(log, dist.poisson{mean=900}), "q is not finite at a possible value of a block mean", "log at 0")
t.equal(why(function(s) return math.exp(s * math.log(1 + s)) end, dist.poisson{mean=2}),
    "q overflows at a possible value of a block mean", "faster than the probabilities fall")

t.done()
