-- Bounds of bias{..}:plot{bound=true}: their constants, that they hold for random q and laws, and why there are none.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"
local unit = dist.normal{mean=0, sd=1}

-- label of the bound -> its values; the figure's sentence.
local function bounds_of(options, plotted)
    local c = bias(options)
    local f, found = c:plot(plotted or {bound=true}), {}
    for _, series in ipairs(f:data()) do
        local name = series.label:match "^(.*), bound$"
        if name then
            found[name] = series.y
        end
    end
    return found, f:describe():match "Dotted: bounds; (.*)" or "", c
end

local function refused(options, message, plotted)
    t.raises(function() bias(options):plot(plotted or {bound=true}) end, message)
end

-- An upper bound that is at most a thousandth too large.
local function near_above(got, want, name)
    t.ok(got and got >= want * (1 - 1e-12) and got <= want * 1.002, ("%s: %s for %s"):format(name, got, want))
end

-- The formulas of the propositions, with suprema known by hand: exp on [0, 1], third and fourth moments of a coin.
local plain = {dist=dist.bernoulli(0.3), m={1, 3}, reps=2, equal_cost=false}
local function with(more)
    return t.over(plain, more)
end
local s2, s3, s4 = 0.21, 0.3 * 0.7 * 0.4, 0.21 * (1 - 3 * 0.21)
local e = math.exp(1)
local exp, words = bounds_of(with {q=math.exp})
for i, m in ipairs {1, 3} do
    near_above(exp["L1"][i], theory.bound{m=m, a2=e, sigma2=s2}, "exp, L1")
    near_above(exp["L2"][i], theory.bound{order=2, m=m, a3=e, a4=e, sigma2=s2, sigma3=s3, sigma4=s4}, "exp, L2")
end
t.ok(words:find("L1 prop:1st_error; L2 prop:2nd_error; L3 as in the proof of prop:2nd_error, up to "
    .. "q^(8).", 1, true), "the sentence says which: " .. words)

-- Suprema over all numbers, by the second and fourth derivative under a normal law: L1 a_2/2, L2 9 a_4/48.
local suprema = {
    tanh = {math.tanh, 4 / 3 ^ 1.5, 4.0858855025},
    sigmoid = {math.sigmoid, 1 / (6 * math.sqrt(3)), 0.1276839219},
    softplus = {math.softplus, 1 / 4, 1 / 8},
    logcosh = {math.logcosh, 1, 2},
    sin = {math.sin, 1, 1},
    cos = {function(s) return math.cos(2*s) end, 4, 16},
    bell = {function(s) return math.exp(-s*s/2) end, 1, 3},
    square = {poly{0, 0, 3}, 6, 0},
}
for name, case in pairs(suprema) do
    local got = bounds_of {q=case[1], dist=unit, operators={1, 2}, m=1, reps=2, equal_cost=false}
    near_above(got["order 1"][1], case[2] / 2, name .. ", a_2")
    if case[3] > 0 then
        near_above(got["order 2"][1], 9 * case[3] / 48, name .. ", a_4")
    else
        t.equal(got["order 2"], nil, name .. ": a bound of 0 is not drawn")
    end
end

-- Suprema at an end or inside of a range: [0, 1], [3, 4].
local ranges = {
    {function(s) return math.sqrt(s) end, 3, 1 / (4 * 3 ^ 1.5)}, {function(s) return math.log(s) end, 3, 1 / 9},
    {function(s) return s ^ 1.5 end, 3, 0.75 / math.sqrt(3)}, {function(s) return 1 / (s - 2) end, 3, 2},
    {math.atan, 0, 9 / (8 * math.sqrt(3))}, {math.sinh, 0, math.sinh(1)}, {math.cosh, 0, math.cosh(1)},
    {function(s) return 2 ^ s end, 0, 2 * math.log(2) ^ 2}, {function(s) return math.abs(s) end, 0, 0},
    {function(s) return math.max(s*s, s - 1) end, 0, 2}, {function(s) return where(s, s*s*s, s) end, 3, 24},
    {function(s) return math.floor(s + 0.5) * s*s end, 3.6, 8}, {function(s) return math.log1p(s) end, 0, 1},
}
for i, case in ipairs(ranges) do
    local width = case[2] == 3.6 and 0.5 or 1
    local got = bounds_of(with {q=case[1], s=case[2], dist=dist.uniform(0, width), operators={1}, m=1})["order 1"]
    local variance = width ^ 2 / 12
    if case[3] == 0 then
        t.equal(got, nil, ("range %d: a bound of 0"):format(i))
    else
        near_above(got and got[1], case[3] * variance / 2, ("range %d, a_2"):format(i))
    end
end

-- Lipschitz functions; functions without any bound.
local function kink(s) return math.max(s, 0) end
local lipschitz, from = bounds_of(with {q=kink, s=-0.5})
near_above(lipschitz["L1"][2], math.sqrt(s2 / 3), "relu, L1")
near_above(lipschitz["L2"][1], math.sqrt(s2) * (1 + 2 / math.sqrt(2)), "relu, L2")
t.ok(from:find("L1 the footnote to L1, for Lipschitz q; L2 as in the footnote", 1, true),
    "and says so: " .. from)
t.equal(bounds_of(with {q=kink, s=-1})["L1"], nil, "a kink at the end of the range is none")
refused({q=math.exp, dist=unit, m=1, reps=2},
    "bias:plot: option 'bound': there is none, L1: the proposition does not apply: |q''| grows without "
        .. "bound as s -> inf")
refused(with {q=function(s) return math.floor(s) end, s=0.5},
    "bias:plot: option 'bound': there is none, L1: |q''| has no known bound on [0.5, 1.5]")
refused({q=function(v) return v[1] + v[2] end, dist=dist.normal{mean={0, 0}, sd=1}, m=1, reps=2},
    "bias:plot: option 'bound': there is none, L1: the propositions are for functions of one number")
local few = dist.custom{draw=function(rng) return rng:normal() end, moments={0, 1}}
refused({q=poly{0, 0, 1}, dist=few, m=1, reps=2, operators={2}},
    "bias:plot: option 'bound': there is none, order 2: the law's central moments are not known up to order 4")
t.equal(bounds_of({q=poly{0, 0, 1}, dist=few, m=1, reps=2, operators={1}, equal_cost=false})["order 1"][1], 1,
    "a law with two moments does for L1")
local _, partly = bounds_of {q=poly{0, 0, 0, 0, 1}, dist=unit, m=1, reps=2}
t.ok(partly:find("L1 none, the proposition does not apply: |q''| grows without bound as s -> inf; "
    .. "L2 prop:2nd_error; L3 0, ", 1, true),
    "where one operator has none: " .. partly)
refused(with {q=math.exp}, "bias:plot: option 'bound': expected a boolean, got 1", {bound=1})
t.equal(next((bounds_of(with {q=math.exp}, {}))), nil, "none where none are asked for")

-- They hold: every exact bias, for random q, laws and operators.
local rng = rng.new(7)
local function between(a, b) return a + (b - a) * rng:uniform() end
local function random_poly()
    local list = {}
    for k = 1, 1 + rng:index(6) do
        list[k] = between(-1, 1)
    end
    return poly(list)
end
local parts = {math.tanh, math.sigmoid, math.softplus, math.logcosh, math.sin, math.cos, math.atan,
    function(s) return math.exp(-s*s) end, function(s) return 1 / (1 + s*s) end, math.abs, kink,
    function(s) return math.log(1.5 + math.tanh(s)) end, function(s) return (2 + math.sin(s)) ^ 0.7 end}
local function random_function()
    local f, g = parts[rng:index(#parts)], parts[rng:index(#parts)]
    local a, b, c = between(-2, 2), between(-1, 1), between(-1, 1)
    local kinds = {function(s) return f(a*s + b) + c*g(s) end, function(s) return f(a*g(s) + b) end,
        function(s) return f(a*s) * g(b*s + c) end}
    return kinds[rng:index(#kinds)]
end
local function few_values()
    local list = {}
    for k = 1, 1 + rng:index(2) do
        list[k] = between(-2, 2)
    end
    return dist.empirical(list)
end
local laws = {
    function() return dist.normal{mean=between(-1, 1), sd=between(0.1, 2)} end, few_values,
    function() return dist.bernoulli(between(0.05, 0.95)) end,
    function() return dist.uniform(between(-2, 0), between(0.1, 2)) end,
    function() return dist.ramp(0, between(0.5, 2)) end,
    function() return dist.exponential{mean=between(0.2, 2)} end,
    function() return dist.gamma{shape=between(0.5, 3), scale=between(0.2, 1)} end,
    function() return dist.beta(between(0.5, 3), between(0.5, 3)) end,
    function() return dist.poisson{mean=between(0.2, 3)} end,
}
local operators = {1, 2, 3, extrap.paper(3), extrap.order(2, {sizes={1, 3}}), extrap.order(3, {sizes={2, 3, 5}}),
    extrap.new{{size=1, weight="1/2"}, {size=2, weight="1/2"}}}
local held, total, worst = 0, 0, 0
for i = 1, quick and 15 or 100 do
    local is_poly = i % 3 == 0
    local options = {q=is_poly and random_poly() or random_function(), dist=laws[is_poly and rng:index(#laws)
        or rng:index(3)](), s=between(-1, 1), m={1, 2, 5}, reps=2, equal_cost=false, operators=operators}
    local done, found, _, c = pcall(bounds_of, options)
    for k, row in ipairs(done and c:rows() or {}) do
        local bound = found[row.operator] and found[row.operator][(k - 1) % 3 + 1] or c and 0
        if row.exact and found[row.operator] then
            total = total + 1
            held = held + (math.abs(row.exact) <= bound * (1 + 1e-9) + 1e-15 and 1 or 0)
            worst = math.max(worst, math.abs(row.exact) / bound)
        end
    end
end
t.equal(held, total, "every exact bias is within its bound")
t.ok(total > (quick and 100 or 900) and worst > 0.9,
    ("%d of them, at most %.3f of the bound"):format(total, worst))

-- One operator's.
local coin = dist.bernoulli(0.3)
local value, where = extrap.paper(2):bound(math.exp, coin, {m=3, s=1})
near_above(value, e * theory.bound{order=2, m=3, a3=e, a4=e, sigma2=s2, sigma3=s3, sigma4=s4}, "op:bound")
t.equal(where, "prop:2nd_error", "and where it is from")
t.equal({extrap.order(1):bound(function(v) return v[1] end, dist.normal{mean={0, 0}, sd=1})},
    {nil, "the propositions are for functions of one number"}, "none for vectors")
t.equal({extrap.order(2):bound(poly{0, 0, 1}, dist.student_t{df=3})},
    {nil, "the law's central moments are not known up to order 4"}, "none without moments")
t.ok(extrap.order(1):bound(math.abs, dist.student_t{df=3}), "a variance does for a Lipschitz q")
t.raises(function() extrap.order(1):bound(math.exp, coin, {n=1}) end,
    "extrap:bound: unknown option 'n'")
t.raises(function() extrap.order(1).bound(1, math.exp, coin) end, "extrap:bound: call it with a colon")
t.raises(function() extrap.order(1):bound(math.exp, 1) end, "extrap:bound: expected a dist, got 1")
t.raises(function() extrap.order(1):bound(1, coin) end,
    "extrap:bound: expected q as poly{..}, math.exp or a function, got 1")

-- A problem's gradient estimate: the lemmas' bounds, with the constants for |x|.
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}
local of_problem, lemmas, c = bounds_of {problem=p, m={1, 4}, reps=200, operators={1, 2}, equal_cost=false}
local radius = p:start():norm()
for i, m in ipairs {1, 4} do
    for k, method in ipairs {"bsgd", "e-bsgd"} do
        local name = "order " .. k
        t.near(of_problem[name][i], theory.bound{method=method, m=m, problem=p, radius=radius}, 1e-12, method)
        t.ok(c:rows()[2 * (k - 1) + i].exact <= of_problem[name][i], method .. ": it holds")
    end
end
t.ok(lemmas:find("order 1 lemma:bsgd:bias_variance; order 2 lemma:ebsgd:bias_variance.", 1, true),
    "the lemmas: " .. lemmas)
t.ok(bounds_of({problem=p, x=vec{1, 0, 0}, m=4, reps=200, operators={1}})["order 1"][1]
    < of_problem["order 1"][2], "a smaller x has a smaller bound")
refused({problem=p, of="value", m=1, reps=200, operators={1}},
    "bias:plot: option 'bound': there is none, order 1: the paper bounds the bias of gradients, not of values")
local _, third = bounds_of {problem=p, m=1, reps=200, operators={1, 3}}
t.ok(third:find("order 3 none, the paper prints no constants beyond L2", 1, true), "none beyond L2")

-- A figure with bounds is reproduced.
local path = t.path "bound.svg"
bias{q=math.tanh, dist=unit, m={1, 2}, reps=100}:plot{bound=true}:save(path)
local _, same = reproduce(path)
t.ok(same, "a saved figure with bounds is reproduced")
t.done()
