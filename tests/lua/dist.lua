-- Distributions: how they are made, what they know, what they draw.
local t = dofile "tests/lua/harness/tap.lua"

local ramp, normal = dist.ramp(0, 2), dist.normal{mean=10, var=100}
t.equal({ramp.dim, ramp.name}, {1, "ramp"}, "fields")
t.equal({ramp:mean(), ramp:var()}, {4/3, 2/9}, "mean and variance")
t.equal({ramp:central(3), ramp:central(4)}, {-8/135, 16/135}, "central moments")
t.equal({ramp:moment(0), ramp:moment(1), ramp:moment(2)}, {1.0, 4/3, 2.0}, "raw moments")
t.equal({normal:cumulant(2), normal:cumulant(3)}, {100.0, 0.0}, "cumulants")
t.equal({ramp:pdf(1), ramp:pdf(3)}, {0.5, 0.0}, "the density of a number")
t.equal(ramp:pdf(vec{0, 1, 2}), vec{0, 0.5, 1}, "the density of a vec")
t.equal({dist.bernoulli(0.25):pdf(0)}, {nil, "no density is known for this distribution"}, "no density")

-- Forms of a call.
t.equal(dist.uniform(1, 2):mean(), dist.uniform{b=2, a=1}:mean(), "options by place and by name")
t.equal(dist.normal{mean=0, sd=2}:var(), 4.0, "sd")
t.equal(dist.exponential{rate=4}:mean(), 0.25, "rate")
t.equal(dist.exponential{mean=4}:var(), 16.0, "mean")
for _, options in ipairs{{shape=4, scale=0.5}, {shape=4, rate=2}, {shape=4, mean=2}} do
    local d = dist.gamma(options)
    t.equal({d:mean(), d:var(), d:moment(2), d:pdf(-1)}, {2.0, 1.0, 5.0, 0.0}, "gamma")
end
t.equal(dist.empirical{1, 2, 6}:mean(), 3.0, "empirical of a list")
t.equal(dist.empirical(vec{1, 2, 6}):mean(), 3.0, "empirical of a vec")
t.equal(dist.discrete({1, 2}, {0.25, 0.75}):mean(), 1.75, "discrete")
t.equal({dist.beta(2, 2):mean(), dist.beta(2, 2):var()}, {0.5, 0.05}, "beta")
t.near(dist.lognormal{meanlog=1, sdlog=2}:mean(), math.exp(3), 1e-14, "lognormal")
t.equal(dist.poisson{rate=3}:pdf(vec{0, 0.5, 1}), vec{math.exp(-3), 0, 3 * math.exp(-3)}, "probabilities")
local heavy, wild = dist.student_t{df=2, location=1}, dist.student_t{df=1}
t.equal({heavy:mean(), heavy:var()}, {1.0, nil, "this distribution has no variance"}, "a law with a mean only")
t.equal({wild:mean()}, {nil, "this distribution has no mean"}, "a law without a mean")
t.equal({heavy:moment(2)}, {nil, "this distribution has moments of lower orders only"}, "a moment that is none")
t.equal({dist.student_t{df=5, scale=3}:var()}, {15.0}, "scale")
t.equal({dist.lognormal{meanlog=0, sdlog=30}:var()}, {nil, "the variance is beyond the range of numbers"}, "a wide law")

-- In space.
local plane = dist.empirical(mat{{1, 10}, {3, 30}})
t.equal({plane.dim, plane:mean(), plane:var()}, {2, vec{2, 20}, vec{1, 100}}, "empirical of rows")
local rows = plane:draw(100)
t.equal({rows.rows, rows.cols, rows:col(1) * 10 == rows:col(2)}, {100, 2, true}, "rows are drawn whole")
local space = dist.normal{mean={1, 2, 3}, sd={1, 2, 3}}
t.equal({space.dim, space:mean(), space:var()}, {3, vec{1, 2, 3}, vec{1, 4, 9}}, "normal in space")
t.equal(dist.normal{mean={1, 2}, var=4}:var(), vec{4, 4}, "one variance for all components")
local moments_of_a_line = "moments are known for distributions of one number only"
t.equal({space:moment(2)}, {nil, moments_of_a_line}, "no moments in space")

-- Draws.
t.equal(#ramp:draw(0), 0, "no draws")
t.equal(ramp:draw(1000), ramp:draw(1000), "the same seed gives the same draws")
t.equal(ramp:draw(1000):slice(1, 300), ramp:draw(300), "more draws begin like fewer")
t.ok(ramp:draw(10) ~= ramp:draw(10, {seed=2}), "another seed gives others")
for name, law in pairs{
    normal=normal, ramp=ramp, uniform=dist.uniform(-1, 4), exponential=dist.exponential{mean=2},
    gamma=dist.gamma{shape=1.5, mean=3}, lognormal=dist.lognormal{meanlog=0, sdlog=0.3},
    student_t=dist.student_t{df=9}, beta=dist.beta(0.5, 2), poisson=dist.poisson{mean=3},
    bernoulli=dist.bernoulli(0.3), discrete=dist.discrete({-1, 0, 5}, {0.5, 0.25, 0.25}),
    empirical=dist.empirical{1, 2, 2, 9},
} do
    local n = 20000
    local x = law:draw(n, {seed=5})
    t.near(x:mean(), law:mean(), 5 * math.sqrt(law:var() / n), name .. ": mean of draws")
    local spread = math.sqrt((law:central(4) - law:var()^2) / n)
    t.near(((x - law:mean())^2):mean(), law:var(), 5 * spread, name .. ": variance of draws")
end

-- Laws written in Lua.
local shifted = dist.custom{draw=function(rng) return rng:normal() + 1 end, moments={1, 2, 4, 10}}
t.equal({shifted:mean(), shifted:var(), shifted:central(4)}, {1.0, 1.0, 3.0}, "moments of a custom law")
t.equal({shifted:moment(5)}, {nil, "the moments of this distribution are not known up to this order"}, "not known")
t.equal(shifted:draw(300):slice(1, 7), shifted:draw(7), "custom draws do not depend on how many are asked for")
local sample = shifted:draw(20000)
t.near(sample:mean(), 1, 5 / math.sqrt(#sample), "mean of custom draws")
t.near(sample:var(), 1, 5 * math.sqrt(2 / #sample), "variance of custom draws")
local pairs_of = dist.custom{mean={0, 1}, draw=function(rng) local z = rng:normal() return vec{z, z + 1} end}
t.equal({pairs_of.dim, pairs_of:mean()}, {2, vec{0, 1}}, "a custom law in the plane")
t.equal({pairs_of:var()}, {nil, "the variance of this distribution is not known"}, "its variance is not known")
rows = pairs_of:draw(5)
t.equal(rows:col(1) + 1, rows:col(2), "its draws are rows")
t.equal({dist.custom{draw=math.random}:mean()}, {nil, "the mean of this distribution is not known"}, "no moments")
t.equal(coroutine.wrap(function() return shifted:draw(3) end)(), shifted:draw(3), "drawn inside a coroutine")
collectgarbage()
t.equal(#shifted:draw(3), 3, "a custom law outlives a collection")

t.raises(function() dist.custom{draw=function() return "x" end}:draw(3) end,
    "dist.custom: expected a number from draw, got 'x'")
t.raises(function() dist.custom{dim=2, draw=function() return vec{1} end}:draw(3) end,
    "dist.custom: expected a vec of length 2 from draw, got a vec of length 1")
t.raises(function() dist.custom{draw=function() error "no luck" end}:draw(3) end, "no luck", "an error of draw")
local _, thrown = pcall(function() dist.custom{draw=function() error {17} end}:draw(3) end)
t.equal(thrown, {17}, "an error of draw that is a table")

-- Printing.
t.equal(tostring(ramp), "dist.ramp, mean 1.33333, variance 0.222222", "a law prints")
t.equal(tostring(space), "dist.normal in R^3", "a law in space prints")
t.equal(tostring(dist.custom{draw=math.random}), "dist.custom", "a custom law prints")

-- Wrong use.
t.raises(function() dist.normal{mean=0, sd=1, var=2} end,
    "dist.normal: expected exactly one of sd and var, got mean = 0.0, sd = 1.0, var = 2.0")
t.raises(function() dist.normal{mean=0} end, "dist.normal: expected exactly one of sd and var, got mean = 0.0")
t.raises(function() dist.normal{sd=1} end,
    "dist.normal: option 'mean' must be given: a number, or a vec for a law in R^p "
    .. "with independent components")
t.raises(function() dist.normal{mean=0, sd=-1} end,
    "dist.normal: option 'sd': expected numbers > 0, got -1")
t.raises(function() dist.normal{mean={1, 2, 3}, sd={1, 2}} end,
    "dist.normal: expected sd or var as a number or with one "
    .. "element per component of mean, got mean of length 3, sd of length 2")
t.raises(function() dist.normal(0, 1) end, "dist.normal: expected dist.normal{mean=0, sd=1}, got 2 arguments")
t.raises(function() dist.normal{mean=0/0, sd=1} end,
    "dist.normal: option 'mean': expected numbers, got nan")
local long = {}
for i = 1, 1e6 do
    long[i] = i
end
long[#long + 1] = "x"
t.raises(function() dist.discrete(long, {1}) end,
    "dist.discrete: option 'values': expected numbers, got 'x' at element 1000001")
t.raises(function() dist.exponential{} end, "dist.exponential: expected exactly one of mean and rate, got none of them")
t.raises(function() dist.uniform(3, 1) end, "dist.uniform: expected a < b, got a = 3.0, b = 1.0")
t.raises(function() dist.uniform(3) end, "dist.uniform: option 'b' must be given: upper end, above a")
t.raises(function() dist.ramp(0, "x") end, "dist.ramp: option 'b': expected a number, got 'x'")
t.raises(function() dist.bernoulli(1.5) end, "dist.bernoulli: option 'p': expected a number from 0 to 1, got 1.5")
t.raises(function() dist.discrete({1, 2}, {0.5, 0.6}) end,
    "dist.discrete: expected probs that sum to 1, got values of length 2, probs of length 2")
t.raises(function() dist.empirical{1, "x"} end,
    "dist.empirical: option 'values': expected a vec or list of numbers, or a "
    .. "mat whose rows are points of R^p, got a table")
t.raises(function() dist.empirical() end, "dist.empirical: option 'values' must be given: a vec or list of numbers, or "
    .. "a mat whose rows are points of R^p")
t.raises(function() dist.empirical{} end, "dist.empirical: expected at least one value, got values of length 0")
t.raises(function() dist.empirical(vec{}) end, "dist.empirical: expected at least one value, got values of length 0")
t.raises(function() dist.empirical{1, 0/0} end, "dist.empirical: option 'values': expected finite numbers, "
    .. "got nan at element 2")
t.raises(function() dist.custom{moments={1}} end,
    "dist.custom: option 'draw' must be given: function(rng) -> one draw: a "
    .. "number, or a vec for a law in R^p")
t.raises(function() dist.custom{draw=math.random, moments={2, 1}} end,
    "dist.custom: expected moments with E d^2 >= (E d)^2, got draw, moments of length 2")
t.raises(function() dist.gamma{shape=2} end,
    "dist.gamma: expected exactly one of scale, rate and mean, got shape = 2.0")
t.raises(function() dist.gamma{shape=0, scale=1} end,
    "dist.gamma: option 'shape': expected a number with 0 < value <= 1e+15, got 0")
t.raises(function() dist.student_t{df=0.01} end,
    "dist.student_t: option 'df': expected a number from 0.1 to 1e+15, got 0.01")
t.raises(function() dist.poisson{mean=1, rate=1} end,
    "dist.poisson: expected exactly one of mean and rate, got mean = 1.0, rate = 1.0")
t.raises(function() return dist.gama end, "dist: no field 'gama', did you mean 'gamma'?")
t.raises(function() return dist.nomal end, "dist: no field 'nomal', did you mean 'normal'?")
t.raises(function() return ramp.din end, "dist: no field 'din', did you mean 'dim'?")
t.raises(function() ramp.mean() end, "dist:mean: call it with a colon")
t.raises(function() ramp:moment(25) end, "dist:moment: expected k from 0 to 24, got 25")
t.raises(function() ramp:moment() end, "dist:moment: expected a whole number >= 0 as k, got nil")
t.raises(function() ramp:draw(-1) end, "dist:draw: expected a whole number >= 0 as n, got -1")
t.raises(function() ramp:draw(3, {sed=1}) end, "dist:draw: unknown option 'sed', did you mean 'seed'?")
t.raises(function() ramp:draw(3, 7) end, "dist:draw: expected a table of options, got 7")
t.raises(function() ramp:pdf "x" end, "dist:pdf: expected a number or a vec, got 'x'")


local wide = dist.uniform(-1e308, 1e308):draw(1000)
t.ok(wide:max() <= 1e308 and wide:max() > 9e307 and wide:min() >= -1e308 and wide:min() < -9e307,
    "a width beyond the range of numbers")

t.done()
