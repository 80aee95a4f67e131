-- d:mean_of(m), the law of the mean of m draws: its moments against sampled means and against the cumulants of d, its
-- density, and exact biases, which are those of blocks of m draws of d.
local t = dofile "tests/lua/harness/tap.lua"
local N = os.getenv "QUICK" and 4000 or 40000

local laws = {
    normal=dist.normal{mean=1, sd=0.5}, uniform=dist.uniform(-1, 2), exponential=dist.exponential{mean=2},
    gamma=dist.gamma{shape=0.4, rate=2}, lognormal=dist.lognormal{meanlog=0, sdlog=0.2}, beta=dist.beta(0.5, 2),
    student_t=dist.student_t{df=30, location=1}, poisson=dist.poisson{mean=1.5}, ramp=dist.ramp(0, 2),
    bernoulli=dist.bernoulli(0.3), discrete=dist.discrete({1, 2, 5}, {0.2, 0.5, 0.3}),
    empirical=dist.empirical{1, 2, 2, 7},
    custom=dist.custom{draw=function(rng) return rng:uniform() end, moments={1/2, 1/3, 1/4, 1/5, 1/6, 1/7, 1/8, 1/9}},
}
laws.mean_of = laws.ramp:mean_of(2)

for name in pairs(dist) do
    t.ok(laws[name], "a law in this test: " .. name)
end

-- What a cumulant is small beside: that of the sums it is computed from.
local function scale(d, k)
    return math.max(math.abs(d:cumulant(k)), d:var() ^ (k / 2), 1e-3 * math.abs(d:mean()) ^ k)
end

local L1, quartic = extrap.paper(1), poly{1, -1, 0, 2, 0.5}
for name, d in pairs(laws) do
    for _, m in ipairs {2, 8, 300} do
        local mean, case = d:mean_of(m), ("%s, m = %d"):format(name, m)
        local x = mean:draw(m == 300 and N / 10 or N, {seed=3})
        t.equal(x:slice(1, 100), mean:draw(100, {seed=3}), case .. ": more draws begin like fewer")
        for k = 1, 4 do
            local want, square = mean:moment(k), mean:moment(2 * k)
            local se = math.sqrt(math.max(square - want * want, 0) / #x)
            t.near((x ^ k):mean(), want, 5 * se, case .. ": moment " .. k)
            local kappa = d:cumulant(k) / m ^ (k - 1)
            t.near(mean:cumulant(k), kappa, 1e-12 * scale(mean, k), case .. ": cumulant " .. k)
        end
        local want = L1:bias(quartic, d, {m=m})
        t.near(L1:bias(quartic, mean), want, 1e-11 * math.abs(want), case .. ": the bias of a polynomial")
        for k = 1, 4 do
            local once = d:mean_of(3 * m):cumulant(k)
            local twice = mean:mean_of(3):cumulant(k)
            t.near(twice, once, 1e-11 * scale(mean, k), case .. ": a mean of means, cumulant " .. k)
        end
    end
    t.ok(d:mean_of(1) == d, name .. ": m = 1")
end

-- The laws that it is.
local normal = laws.normal:mean_of(4)
t.equal({normal.name, normal:mean(), normal:var()}, {"normal", 1.0, 0.0625}, "normal")
t.equal(dist.normal{mean=vec{1, 2}, sd=vec{2, 4}}:mean_of(4):var(), vec{1, 4}, "normal in the plane")
local gamma = laws.exponential:mean_of(4)
t.equal({gamma.name, gamma:mean(), gamma:var()}, {"gamma", 2.0, 1.0}, "gamma of an exponential law")
t.near(laws.gamma:mean_of(5):var(), 0.02, 1e-17, "gamma of a gamma law")
t.near(laws.bernoulli:mean_of(2):moment(2), 0.195, 1e-16, "discrete of a coin")
t.equal({laws.discrete:mean_of(2).name, laws.discrete:mean_of(300).name}, {"discrete", "mean_of"}, "few values or many")

-- On a lattice the law of means is finite at any m that leaves it few points: moments as cumulants have them.
for _, case in ipairs {{dist.empirical{1, 2, 4}, 100}, {dist.empirical{0.1, 0.2, 0.4}, 100}, {dist.bernoulli(0.3), 999},
    {dist.discrete({-1, -0.25, 0.5, 2}, {0.1, 0.2, 0.3, 0.4}), 80}, {dist.empirical{7, 7}, 1e6}} do
    local d, m = table.unpack(case)
    local mean, name = d:mean_of(m), ("%s, means of %d"):format(d, m)
    t.equal(mean.name, "discrete", name)
    t.near(mean:mean(), d:mean(), 1e-13 * math.abs(d:mean()), name .. ": mean")
    t.near(mean:var(), d:var() / m, 1e-11 * d:var() / m, name .. ": variance")
    t.near(mean:cumulant(3), d:cumulant(3) / m ^ 2, 1e-9 * (d:var() / m) ^ 1.5, name .. ": third cumulant")
end
t.equal(laws.empirical:mean_of(400).name, "mean_of", "2401 points are too many")
t.equal(dist.empirical{0, 1, math.sqrt(2)}:mean_of(100).name, "mean_of", "no lattice")

for _, x in ipairs(laws.poisson:mean_of(3):draw(50):table()) do
    t.near(x * 3, math.floor(x * 3 + 0.5), 1e-14, "counts over 3")
end

-- Densities: of one, of two, a triangle; of many, near the normal one.
local two, many = dist.uniform(0, 2):mean_of(2), dist.uniform(0, 1):mean_of(200)
t.near(two:pdf(vec{-0.1, 0, 0.5, 1, 1.5, 2.1}), vec{0, 0, 0.5, 1, 0.5, 0}, 1e-15, "a triangle")
t.near(many:pdf(0.5), math.sqrt(1200 / math.pi) * math.sqrt(1 / 1) * (1 - 3 / 20 / 200), 1e-3, "many")
local sum, cells = 0, 2000
for i = 1, cells do
    sum = sum + dist.uniform(0, 1):mean_of(5):pdf((i - 0.5) / cells) / cells
end
t.near(sum, 1, 1e-6, "a density")
for name, d in pairs(laws) do
    local density = d:pdf(0/0)
    t.ok(density == nil or density ~= density, name .. ": no density at nan")
end
t.equal({laws.ramp:mean_of(3):pdf(1)}, {nil, "no density is known for this distribution"}, "no density")

-- bias: the exact column of m = 8 is that of the law of means at m = 1, for any q whose bias is known.
for _, case in ipairs {
    {math.exp, "uniform"}, {math.exp, "beta"}, {math.exp, "poisson"}, {math.exp, "gamma"},
    {poly{0, 0, 0, 1}, "student_t"},
    {function(s) return math.log(1 + s * s) end, "normal"}, {function(s) return math.log(1 + s) end, "gamma"},
    {function(s) return math.relu(s - 2) end, "exponential"}, {function(s) return 1 / s end, "discrete"},
    {poly{0, 0, 0, 0, 0, 1}, "lognormal"},
} do
    local q, name = table.unpack(case)
    local function exact(d, m)
        return bias{q=q, dist=d, m={m}, operators={1}, reps=100}:rows()[1].exact
    end
    local want = exact(laws[name], 8)
    t.near(exact(laws[name]:mean_of(8), 1), want, 1e-10 * math.abs(want), name .. ": the exact bias")
end

-- In a problem, as inner and as outer law.
local p = problem.new{dim=0, outer=laws.beta:mean_of(4), inner=laws.ramp:mean_of(5),
    g=function(_, xi, eta) return xi + eta end, f=function(y) return y end}
local e = estimator(p, {m=2}):moments(nil, {reps=20000})
t.near(e.mean, laws.beta:mean() + laws.ramp:mean(), 5 * e.se, "in a problem")

-- Wrong use.
t.raises(function() laws.ramp:mean_of(0) end, "dist:mean_of: expected a whole number from 1 to 1e6 as m, got 0")
t.raises(function() laws.ramp:mean_of(2.5) end, "dist:mean_of: expected a whole number from 1 to 1e6 as m, got 2.5")
t.raises(function() laws.ramp:mean_of() end, "dist:mean_of: expected a whole number from 1 to 1e6 as m, got nil")
t.raises(function() laws.ramp:mean_of(1e5):mean_of(20) end, "dist:mean_of: expected at most 10 as m, since this law is "
    .. "of means of 100000 draws and 1e6 is the most, got 20")
t.raises(function() laws.ramp.mean_of(3, 2) end, "dist:mean_of: call it with a colon")
t.raises(function() dist.empirical(mat{{1, 2}, {3, 4}}):mean_of(3) end,
    "dist:mean_of: expected a law of one number, or a normal or custom one, got dist.empirical in R^2")


-- Every law whose numbers are near the ends of their range has a mean of m draws, or an error that names mean_of.
local extremes = {1e-323, 1e-320, 1e-160, 1e155, 1e200, 1e308}
for _, x in ipairs(extremes) do
    for _, make in ipairs{
        function() return dist.normal{mean = 0, sd = x} end,
        function() return dist.normal{mean = 0, var = x} end,
        function() return dist.normal{mean = {0, 1}, sd = {x, 1}} end,
        function() return dist.exponential{mean = x} end,
        function() return dist.exponential{rate = x} end,
        function() return dist.gamma{shape = x, rate = 1} end,
        function() return dist.gamma{shape = 2, mean = x} end,
        function() return dist.gamma{shape = 2, rate = x} end,
        function() return dist.gamma{shape = 2, scale = x} end,
        function() return dist.discrete({-x, x}, {0.5, 0.5}) end,
        function() return dist.empirical{-x, 0, x} end,
        function() return dist.uniform(-x, x) end,
    } do
        local made, d = pcall(make)
        for _, m in ipairs(made and {2, 3, 20, 1000000} or {}) do
            local ok, got = pcall(d.mean_of, d, m)
            t.ok(ok and got.dim == d.dim or not ok and tostring(got):find "dist:mean_of: ",
                ("%s of %g, m = %d: %s"):format(d, x, m, got))
        end
    end
end
t.equal(dist.normal{mean = 1, sd = 1e155}:mean_of(4):draw(3), dist.normal{mean = 1, sd = 5e154}:draw(3),
    "the variance overflows, sd does not")
t.equal(dist.discrete({-1e308, 1e308}, {0.5, 0.5}):mean_of(2):mean(), 0.0, "sums that overflow")

t.done()
