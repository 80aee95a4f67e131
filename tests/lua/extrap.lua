-- Operators and their exact expectations.
local t = dofile "tests/lua/harness/tap.lua"

local L1, L2, L3 = extrap.paper(1), extrap.paper(2), extrap.paper(3)

-- What they are.
t.equal({L1.name, L1.order, L1.draws, L1.amplification}, {"paper 1", 1, 1, 1.0}, "L1")
t.equal({L2.name, L2.order, L2.draws, L2.amplification}, {"paper 2", 2, 2, 3.0}, "L2")
t.equal({L3.name, L3.order, L3.draws, L3.amplification}, {"paper 3", 4, 12, 55/3}, "L3 as printed has order 4")
t.equal({math.type(L3.order), math.type(L3.draws)}, {"integer", "integer"}, "order and draws are integers")
t.equal(extrap.order(3).amplification, 5.0, "order 3")

local function exact(op)
    local list = {}
    for i, term in ipairs(op:terms()) do
        list[i] = term.size .. ":" .. term.exact
    end
    return table.concat(list, " ")
end
t.equal(exact(L2), "1:-1 2:2", "weights of L2")
t.equal(exact(L3), "1:1/36 2:-11/18 3:3/4 4:26/9 6:-9/2 8:-32/9 12:6", "printed weights of L3")
t.equal(exact(extrap.order(3)), "1:1/3 2:-2 4:8/3", "weights of order 3")
t.equal(exact(extrap.order(4)), "1:-1/21 2:2/3 4:-8/3 8:64/21", "weights of order 4")
t.equal(extrap.order(4).amplification, 45/7, "amplification of order 4")
local odd = extrap.order(3, {sizes={1, 3, 5}})
t.equal({odd.draws, odd.amplification, odd:terms()[2].exact}, {5, 5.5, "-9/4"}, "other sizes")
t.equal(odd:terms()[2], {size=3, weight=-2.25, exact="-9/4"}, "a term")
for k = 1, 8 do
    local op = extrap.order(k)
    t.equal({op.order, op.draws, op.name}, {k, 2^(k - 1), "order " .. k}, "order " .. k)
end
t.equal(extrap.order(2, {blocks="disjoint"}).blocks, "disjoint", "disjoint blocks")
local own = extrap.new{{size=4, weight="8/3"}, {size=1, weight="1/3"}, {size=2, weight=-2}}
t.equal({exact(own), own.name, own.order}, {exact(extrap.order(3)), "custom", 3}, "an operator of one's own")
t.equal(exact(extrap.new{{1, 0.5}, {2, "0.5"}}), "1:1/2 2:1/2", "weights that are numbers, terms by place")
t.equal(exact(extrap.new{{1, 0.1}, {2, 0.9}}), "1:1/10 2:9/10", "numbers are the simplest fractions that round to them")

-- Printing.
t.equal(tostring(L1), "paper 1: A1 (order 1, 1 draw, amplification 1)", "L1 prints")
t.equal(tostring(extrap.order(3)), "order 3: 1/3 A1 - 2 A2 + 8/3 A4 (order 3, 4 draws, amplification 5)",
    "order 3 prints")
t.equal(tostring(L2), "paper 2: -A1 + 2 A2 (order 2, 2 draws, amplification 3)", "L2 prints")
t.equal(extrap.order(3, {sizes={1, 3, 5}, blocks="disjoint"}).name, "order 3 (1, 3, 5), disjoint", "a long name")

-- Polynomials.
local p = poly{1, 0, -2.5, 1}
t.equal({p(2), p.degree, tostring(p)}, {-1.0, 3, "1 - 2.5 s^2 + s^3"}, "a polynomial")
t.equal(p(vec{0, 1, 2}), vec{1, -0.5, -1}, "of a vec")
t.equal(p:coefficients(), vec{1, 0, -2.5, 1}, "its coefficients")
t.equal({tostring(poly{0, -1}), tostring(poly{0}), tostring(poly{0, 0, -1}), tostring(poly{2, 0})},
    {"-s", "0", "-s^2", "2"}, "signs and zeros")
t.equal(poly{1, 2, 0, 0}.degree, 1, "zeros at the end do not count")

-- Exact biases: the reference values.
local function near(got, want, digits, name)
    t.near(got, want, math.abs(want) * digits, name)
end
local ramp, normal = dist.ramp(0, 2), dist.normal{mean=10, var=100}
local s4, s5 = poly{0, 0, 0, 0, 1}, poly{0, 0, 0, 0, 0, 1}
near(L2:bias(s4, ramp, {m=8}), 0.0013551311728395062, 1e-15, "s^4 on the ramp, L2 at m = 8")
near(L1:bias(s4, ramp, {m=12}), 0.1963477366255144, 1e-15, "equal cost at m = 1, L1")
near(L2:bias(s4, ramp, {m=6}), 0.0024348422496570645, 1e-15, "equal cost at m = 1, L2")
near(L1:bias(s4, ramp, {m=96}), 0.024673106084962277, 1e-15, "equal cost at m = 8, L1")
near(L2:bias(s4, ramp, {m=48}), 3.663783864883402e-05, 1e-15, "equal cost at m = 8, L2")
for i, want in ipairs{0.10617283950617284, 0.023765432098765433, 0.0055941358024691355} do
    near(L2:bias(s4, ramp, {m=2^(i - 1)}), want, 1e-15, "s^4 on the ramp, L2 at m = " .. 2^(i - 1))
end
for _, m in ipairs{1, 2, 8, 32, 1e6} do
    t.equal(L3:bias(s4, ramp, {m=m}), 0.0, "s^4 on the ramp, L3 is unbiased at m = " .. m)
end
local fifth = {}
for i, want in ipairs{3.429355281207133e-4, 2.143347050754458e-5, 1.3395919067215363e-6} do
    fifth[i] = L3:bias(s5, ramp, {m=2^(i - 1)})
    near(fifth[i], want, 1e-14, "s^5 on the ramp, L3 at m = " .. 2^(i - 1))
end
near(fifth[1] / fifth[2], 16, 1e-13, "slope -4")
near(fifth[2] / fifth[3], 16, 1e-13, "slope -4 again")
near(L1:bias(poly{0, 0, 0.5}, normal, {m=12}), 100/24, 1e-15, "s^2/2 under a normal")
local unit = dist.normal{mean=0, sd=1}
for i, want in ipairs{6.4872e-1, -8.0670e-2, 1.9920e-5} do
    near(extrap.paper(i):bias(math.exp, unit), want, 2e-5, "exp under N(0, 1), L" .. i)
end

local function relu(s)
    return math.max(s, 0)
end
-- s^2/2, a triangle wave of period 2 and range [-1, 1] that is -1 at even integers, and 1
local function waved(s)
    local r = math.abs(s) % 2
    return s^2/2 + (r < 1 and 2*r - 1 or 3 - 2*r) + 1
end
for i, op in ipairs{L1, L2, L3} do
    local m = 12 // op.draws
    t.near(op:bias(relu, normal), ({0.833155, -0.330609, 0.014905})[i], 5e-7, "relu, L" .. i .. " at m = 1")
    t.near(op:bias(relu, normal, {m=m}), ({0.000195, -0.009168, 0.014905})[i], 5e-7, "relu at equal cost, L" .. i)
    near(op:bias(waved, normal), ({51, 1, 1})[i], 1e-11, "the wave, L" .. i .. " at m = 1")
    near(op:bias(waved, normal, {m=m}), ({5 + 1/6, 1, 1})[i], 1e-11, "the wave at equal cost, L" .. i)
end

-- Expectations, s, other laws.
near(L1:expect(s4, ramp), 2^5 / 6, 1e-15, "E s^4")
near(L2:expect(math.exp, unit, {s=1}), math.exp(1) * (1 - 8.0670437324645e-2), 1e-12, "at s = 1")
near(L1:bias(math.exp, dist.bernoulli(0.25)), 0.75 + 0.25 * math.exp(1) - math.exp(0.25), 1e-14, "exp of a coin")
near(L2:bias(function(s) return math.exp(s) end, dist.empirical{0, 0, 1}, {m=2}),
    L2:bias(math.exp, dist.empirical{0, 0, 1}, {m=2}), 1e-12, "values of a discrete mean, one by one")
near(L1:bias(poly{0, 0, 1}, dist.custom{draw=math.random, moments={1/2, 1/3}}), 1/12, 1e-15, "a custom law's moments")

-- No exact value: nil, why.
local function why(op, ...)
    local value, reason = op:bias(...)
    return value == nil and reason
end
t.equal(why(L1, math.exp, dist.exponential{mean=2}), "the expectation does not exist: exp grows as fast as the density "
    .. "of a block mean falls", "exp under an exponential of mean 2")
near(L1:expect(math.exp, dist.exponential{mean=2}, {m=3}), 27, 1e-14, "with blocks of 3 it exists")
t.equal(why(L1, function(s) return 1/s end, dist.normal{mean=10, sd=0.1}),
    "the expectation does not exist: q has a pole under the density", "1/s under a normal")
t.equal(why(L1, function(s) return 1/(s - 1)^2 end, unit),
    "the expectation does not exist: q has a pole under the density", "a pole elsewhere")
for name, q in pairs {
    ["exp of a cube"] = function(s) return math.exp(s^3 / 1e5) end,
    ["exp of a fourth power"] = function(s) return math.exp(s^4 / 1e5) end,
    ["exp of an exp"] = function(s) return math.exp(math.exp(-s / 10)) end,
} do
    t.equal(why(L1, q, unit), "the expectation does not exist: q grows faster than the density falls", name)
end
near(L1:expect(function(s) return math.exp(0.1 * s^2 - 3 * s) end, unit), math.exp(9 / 1.6) / math.sqrt(0.8), 1e-10,
    "exp of a square exists below 1/2")
near(L1:expect(function(s) return s^4 * math.exp(s^2 / 4) end, unit), 12 * math.sqrt(2), 1e-10, "with a power too")
t.equal(why(L1, math.sqrt, dist.normal{mean=10, sd=1}), "q is not a number everywhere under the density", "sqrt")
t.equal(why(L2, relu, ramp), "the law of a block mean has no closed form here: exact values need a polynomial, "
    .. "math.exp, or a normal, gamma, poisson or discrete distribution", "a function on the ramp")
t.equal(why(L1, poly{0, 0, 0, 1}, dist.custom{draw=math.random, moments={1/2, 1/3}}),
    "the moments of the distribution are not known up to the degree of the polynomial", "unknown moments")
t.equal(why(L1, math.exp, dist.custom{draw=math.random, moments={1/2, 1/3}}),
    "the moment generating function of the distribution is not known", "exp under a custom law")
t.equal(why(L1, function(v) return v:dot(v) end, dist.normal{mean={1, 2}, sd=1}),
    "exact values are known for functions of one number only", "in the plane")
t.equal(L2:bias(function(s) return s^2 end, unit), 0, "a bias lost in rounding")
near(L2:expect(function(s) return s^2 + 1 end, unit), 1, 1e-10, "the expectation itself is known")

-- Given samples.
t.equal(L2:apply(poly{0, 0, 1}, {1, 3}), 2 * 4 - 5.0, "one draw per block")
t.equal(L2:apply(poly{0, 0, 1}, vec{0, 2, 3, 3}), 2 * 4 - 5.0, "blocks are consecutive")
t.equal(L2:apply(poly{0, 0, 1}, {1, 3}, {s=-2}), 0 - 1.0, "at s")
t.equal(L2:apply(function(v) return v[1] * v[2] end, mat{{1, 2}, {3, 4}, {5, 6}, {7, 8}}),
    2 * 4 * 5 - (2 * 3 + 6 * 7) / 2, "in the plane")
t.equal(L2:apply(function(v) return v .. 1 end, mat{{1, 2}, {3, 4}}), vec{2, 3, 1}, "a function with three values")
near(L3:apply(function(s) return s end, vec.linspace(1, 12, 12)), 6.5, 1e-14, "every draw counts the same")

-- Errors of the user's own function.
t.raises(function() L1:bias(function(s) return s > 2 and {} or 1 end, unit) end,
    "extrap:bias: expected a number from q, got a table")
t.raises(function() L2:apply(function(v) return v[1] > 2 and 1 or v end, mat{{1, 2}, {3, 4}}) end,
    "extrap:apply: expected a vec of length 2 from q, got 1")
t.raises(function() L1:bias(function(s) if s > 2 then error "too large" end return s end, unit) end, "too large")
local function fail(s)
    error("at " .. (s > 2 and "last" or "once"))
end
local _, message = pcall(L1.bias, L1, function(s)
    if s > 2 then
        fail(s)
    end
    return s
end, unit)
t.ok(message:find "^[^:]+:%d+: at last\nstack traceback:\n\t[^\n]+ in function 'fail'\n\t[^\n]+$",
    "a traceback of the user's own lines")

-- Wrong use.
t.raises(function() L1:bias(7, unit) end, "extrap:bias: expected q as poly{..}, math.exp or a function, got 7")
t.raises(function() L1:bias(math.exp, 3) end, "extrap:bias: expected a dist, got 3")
t.raises(function() L1:bias(math.exp, unit, {mm=3}) end, "extrap:bias: unknown option 'mm', did you mean 'm'?")
t.raises(function() L1:bias(math.exp, unit, {m=0}) end,
    "extrap:bias: option 'm': expected a whole number from 1 to 1e+15, got 0")
t.raises(function() L1:bias(math.exp, unit, {s={1, 2}}) end,
    "extrap:bias: option 's': expected a number or a vec of length 1, got length 2")
t.raises(function() L1:estimate(math.exp, unit, {reps=1}) end,
    "extrap:estimate: option 'reps': expected a whole number from 2 to 1e+15, got 1")
t.raises(function() L1:estimate(math.exp, 3) end, "extrap:estimate: expected a dist, got 3")
t.raises(function() L1:estimate(function(s) return s > 2 and "x" or s end, unit) end,
    "extrap:estimate: expected a number from q, got 'x'")
t.raises(function() L1:estimate(relu, dist.custom{draw=function() error "dry" end}) end, "dry", "an error of draw")
t.raises(function() L1.bias(math.exp, unit) end, "extrap:bias: call it with a colon")
t.raises(function() return L1.odrer end, "extrap: no field 'odrer', did you mean 'order'?")
t.raises(function() return extrap.papr end, "extrap: no field 'papr', did you mean 'paper'?")
t.raises(function() extrap.paper(4) end,
    "extrap.paper: expected k as 1, 2 or 3, the orders the paper prints, got 4")
t.raises(function() extrap.order(12) end, "extrap.order: expected k from 1 to 11, got 12")
t.raises(function() extrap.order(2.5) end, "extrap.order: expected a whole number as k, got 2.5")
t.raises(function() extrap.order(3, {sizes={1, 2}}) end,
    "extrap.order: expected k sizes, k from 1 to 16, got k = 3 and 2 sizes")
t.raises(function() extrap.order(3, {sizes={1, 3, 2}}) end,
    "extrap.order: option 'sizes': expected rising whole numbers")
t.raises(function() extrap.order(2, {blocks="all"}) end,
    "extrap.order: option 'blocks': expected one of windows|disjoint, got 'all'")
t.raises(function() extrap.order(10, {sizes={983, 991, 997, 1009, 1013, 1019, 1021, 1022, 1023, 1024}}) end,
    "extrap.order: a fraction does not fit in 64 bits")
t.raises(function() extrap.new{} end, "extrap.new: expected at least one term {size=, weight=}")
t.raises(function() extrap.new(3) end, "extrap.new: expected a list of terms {size=, weight=}, got 3")
t.raises(function() extrap.new{{size=1, weight="1/2"}, {size=2, weight=0.4}} end,
    "extrap.new: expected weights that sum to exactly 1, got 9/10")
t.raises(function() extrap.new{{size=1, weight=0.1 + 0.2}, {size=2, weight=0.7}} end,
    "extrap.new: expected weights that sum to exactly 1, got 22517998136852481/22517998136852480")
t.raises(function() extrap.new{{size=1, weight="1/2"}, {size=1, weight="1/2"}} end,
    "extrap.new: expected different sizes, got 1 twice")
t.raises(function() extrap.new{{size=1, weight="one"}} end,
    "extrap.new: option 'weight': expected a fraction such as \"8/3\", not 0, got 'one'")
t.raises(function() extrap.new{{size=0, weight=1}} end,
    "extrap.new: option 'size': expected a whole number from 1 to 1024, got 0")
t.raises(function() L2:apply(math.exp, {0, 1, 3}) end, "extrap:apply: expected a multiple of 2 draws, got 3")
t.raises(function() L2:apply(math.exp, "x") end, "extrap:apply: expected a vec or a mat as sample, got 'x'")
t.raises(function() poly{} end, "poly: expected a list of coefficients, got a table")
t.raises(function() poly{1, 1/0} end, "poly: expected finite coefficients, got inf")
t.raises(function() poly{1}({}) end, "poly: expected a number or a vec, got a table")

-- Sampled estimates.
local sampled = L2:estimate(s4, ramp, {m=2, reps=20000})
t.equal({sampled.draws, sampled.reps, sampled.controlled}, {4, 20000, false}, "draws of an estimate")
t.near(sampled.bias, L2:bias(s4, ramp, {m=2}), 5 * sampled.se, "its bias")
t.near(sampled.mean, L2:expect(s4, ramp, {m=2}), 5 * sampled.se, "its mean")
near(sampled.se, sampled.sd / math.sqrt(20000), 1e-14, "its standard error")
t.equal(L2:estimate(s4, ramp, {m=2, reps=20000, threads=2}).mean, sampled.mean, "threads change nothing")
t.ok(L2:estimate(s4, ramp, {m=2, reps=20000, seed=2}).mean ~= sampled.mean, "another seed")
local as_lua = L2:estimate(function(s) return s4(s) end, ramp, {m=2, reps=20000})
t.equal(as_lua.mean, sampled.mean, "the same q as a Lua function")
local plane = dist.normal{mean={1, 2}, sd=1}
local both = L2:estimate(function(v) return vec{v[1] * v[2], v[1]^2} end, plane, {reps=5000, s={1, 0}})
t.near(both.bias, vec{0, 0}, 5 * both.se:max(), "vector q: L2 is unbiased for products")
t.near(both.mean, vec{4, 4}, 5 * both.se:max(), "and its mean")
local unknown = dist.custom{draw=function(rng) return rng:uniform() end}
local free = L1:estimate(poly{0, 0, 1}, unknown, {reps=2000})
t.equal(free.bias, nil, "no bias without a known mean")
t.near(free.mean, 1/3, 5 * free.se, "a law written in Lua")

-- Variance with windows that use every draw equally, and with disjoint blocks: q = exp, N(0, 1), m = 1.
local function sample_variance(op, reps)
    local z, list = unit:draw(12 * reps, {seed=11}), {}
    for i = 1, reps do
        list[i] = op:apply(math.exp, z:slice(12 * i - 11, 12 * i))
    end
    local v = vec(list)
    local squares = (v - v:mean())^2
    return v:var(), squares:sd() / math.sqrt(reps)
end
for blocks, want in pairs{windows=0.16192, disjoint=0.82821} do
    local variance, se = sample_variance(extrap.paper(3, {blocks=blocks}), 40000)
    t.near(variance, want, 5 * se, "variance of L3 with " .. blocks)
end

t.done()
