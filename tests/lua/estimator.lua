-- Gradient and value estimates: sampled moments against exact expectations, and those against integration by
-- other means.
local t = dofile "tests/lua/harness/tap.lua"
local reps = os.getenv "QUICK" and 4000 or 15000
local NOISE, L2 = 4, 0.1

-- The integral of f from a to b by Simpson's rule, halved until two levels agree.
local function simpson(f, a, fa, b, fb, tolerance)
    local function refine(left, fl, middle, fm, right, fr, whole, limit, depth)
        local x, y = (left + middle) / 2, (middle + right) / 2
        local fx, fy = f(x), f(y)
        local first, second = (middle - left) / 6 * (fl + 4 * fx + fm), (right - middle) / 6 * (fm + 4 * fy + fr)
        local off = first + second - whole
        if depth > 40 or math.abs(off) < 15 * limit then
            return first + second + off / 15
        end
        return refine(left, fl, x, fx, middle, fm, first, limit / 2, depth + 1)
            + refine(middle, fm, y, fy, right, fr, second, limit / 2, depth + 1)
    end
    local c = (a + b) / 2
    local fc = f(c)
    return refine(a, fa, c, fc, b, fb, (b - a) / 6 * (fa + 4 * fc + fb), tolerance, 0)
end

-- E h(N(mean, sd^2)), piece by piece over +-8 standard deviations (the rest is below 1e-15).
local function normal_mean(h, mean, sd)
    local function f(z)
        return h(mean + sd * z) * math.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    end
    local sum = 0
    for k = -8, 7 do
        sum = sum + simpson(f, k, f(k), k + 1, f(k + 1), 1e-12)
    end
    return sum
end

-- f, f' and f'' of the logistic loss of a label 1; for -1: f(-y), -f'(-y), f''(-y).
local function value(y)
    return y > 0 and math.log(1 + math.exp(-y)) or math.log(1 + math.exp(y)) - y
end
local function slope(y)
    return -1 / (1 + math.exp(y))
end
local function curvature(y)
    return 1 / (2 + math.exp(y) + math.exp(-y))
end

local function rows_of(p)
    local data = p:data()
    return data.a, data.b, p.n
end

-- The mean over the rows of b E h at blocks of n m draws, by row.
local function by_row(p, x, h, draws)
    local a, b, n = rows_of(p)
    local sd, list = math.sqrt(NOISE / draws) * x:norm(), {}
    for i = 1, n do
        list[i] = normal_mean(h, b[i] * a[i]:dot(x), sd)
    end
    return list
end

local cache = {}
local function cached(p, x, h, draws)
    cache[h] = cache[h] or {}
    cache[h][p] = cache[h][p] or {}
    cache[h][p][draws] = cache[h][p][draws] or by_row(p, x, h, draws)
    return cache[h][p][draws]
end

local function expected_gradient(p, x, op, m, share)
    local a, b, n = rows_of(p)
    local sum = L2 * x
    for _, term in ipairs(op:terms()) do
        local slopes = cached(p, x, slope, term.size * m)
        for i = 1, n do
            sum = sum + term.weight * b[i] * slopes[i] / n * a[i]
        end
        if share then
            local bends = cached(p, x, curvature, term.size * m)
            sum = sum + term.weight * NOISE / (term.size * m) * vec(bends):mean() * x
        end
    end
    return sum
end

local function expected_value(p, x, op, m)
    local sum = L2 / 2 * x:dot(x)
    for _, term in ipairs(op:terms()) do
        sum = sum + term.weight * vec(cached(p, x, value, term.size * m)):mean()
    end
    return sum
end

-- Every coordinate of the sampled mean within 5 of its own standard errors.
local function agrees(moments, want, name)
    local worst = 0
    for j = 1, #want do
        worst = math.max(worst, math.abs(moments.mean[j] - want[j]) / moments.se[j])
    end
    t.ok(worst < 5, name .. (" (%.1f standard errors)"):format(worst))
end

local problems = {}
for _, d in ipairs {7, 10} do
    local p = problem.invariant_logistic{n=200, d=d, noise_var=NOISE, l2=L2}
    problems[d] = {p = p, x = rng.new(d):normal(d)}
    local x = problems[d].x
    for order = 1, 4 do
        for _, m in ipairs {1, 3, 10} do
            local e = estimator(p, {method="e-bsgd", order=order, m=m})
            local name = ("d = %d, order %d, m = %d"):format(d, order, m)
            t.near(e:expected(x), expected_gradient(p, x, extrap.order(order), m), 1e-9, name .. ": by quadrature")
            agrees(e:moments(x, {reps=reps}), e:expected(x), name .. ": sampled")
        end
    end
end

local p, x = problems[7].p, problems[7].x

-- One set for g and the Jacobian.
for order = 1, 3 do
    for _, m in ipairs {1, 3} do
        local op, name = extrap.order(order), ("shared, order %d, m = %d"):format(order, m)
        local e = estimator(p, {order=order, m=m, share=true})
        t.near(e:expected(x), expected_gradient(p, x, op, m, true), 1e-9, name .. ": by quadrature")
        agrees(e:moments(x, {reps=reps}), e:expected(x), name .. ": sampled")
        local apart = estimator(p, {order=order, m=m}):expected(x)
        t.ok((e:expected(x) - apart):norm() > 1e-3, name .. ": differs from independent sets")
    end
end

-- The operator as printed, with sizes of its own, with disjoint blocks: the same expectation.
for name, op in pairs{
    ["paper 3"] = extrap.paper(3), ["sizes 1, 3, 5"] = extrap.order(3, {sizes={1, 3, 5}}),
    ["sizes 2, 3"] = extrap.order(2, {sizes={2, 3}}), ["disjoint"] = extrap.paper(3, {blocks="disjoint"}),
} do
    local e = estimator(p, {operator=op, m=2})
    t.near(e:expected(x), expected_gradient(p, x, op, 2), 1e-9, name .. ": by quadrature")
    agrees(e:moments(x, {reps=reps}), e:expected(x), name .. ": sampled")
    local shared = estimator(p, {operator=op, m=2, share=true})
    agrees(shared:moments(x, {reps=reps}), shared:expected(x), name .. ", shared: sampled")
end

-- Values of F.
for order = 1, 3 do
    for _, m in ipairs {1, 10} do
        local e, name = estimator(p, {of="value", order=order, m=m}), ("value, order %d, m = %d"):format(order, m)
        t.near(e:expected(x), expected_value(p, x, extrap.order(order), m), 1e-9, name .. ": by quadrature")
        local sampled = e:moments(x, {reps=reps})
        t.near(sampled.mean, e:expected(x), 5 * sampled.se, name .. ": sampled")
        t.near(sampled.bias, sampled.mean - p:objective(x), 0, name .. ": bias")
        t.equal(sampled.cost.jac, 0, name .. ": no Jacobian")
    end
end

-- Batches and Jacobian draws of their own change the variance, not the mean.
local base = estimator(p, {m=3}):moments(x, {reps=reps})
local batch = estimator(p, {m=3, B=4}):moments(x, {reps=reps})
local jac = estimator(p, {m=3, m_jac=30}):moments(x, {reps=reps})
agrees(batch, estimator(p, {m=3}):expected(x), "batches of 4")
agrees(jac, estimator(p, {m=3}):expected(x), "30 draws for the Jacobian")
-- a variance is known to sqrt((kurtosis - 1) / reps) of itself; the kurtosis is below 10 here
t.near(batch.var:sum() / base.var:sum(), 1 / 4, 5 * (1 / 4) * math.sqrt(2 * 9 / reps), "a quarter of the variance")
t.ok(base.kurtosis:max() < 10, "the kurtosis is below 10")
t.ok(jac.var:sum() < base.var:sum(), "more draws for the Jacobian, less variance")
t.equal(base.cost, {outer=1, g=3, jac=3, samples=6}, "cost of bsgd")
t.equal(batch.cost, {outer=4, g=12, jac=12, samples=24}, "cost of a batch")
t.equal(jac.cost, {outer=1, g=3, jac=30, samples=33}, "cost of more Jacobian draws")
t.equal(estimator(p, {operator=extrap.paper(3), m=2}):moments(x, {reps=10}).cost,
    {outer=1, g=24, jac=2, samples=26}, "cost of the printed L3")
t.equal(estimator(p, {order=2, m=5, share=true}):moments(x, {reps=10}).cost,
    {outer=1, g=10, jac=10, samples=20}, "cost of a shared set")

-- Biases are what is left to the exact gradient.
t.near(base.bias, base.mean - p:gradient(x), 0, "bias")
t.near(base.bias_norm, base.bias:norm(), 1e-16, "norm of the bias")
t.near(base.se, math.sqrt(base.var / reps), 1e-17, "standard errors")
t.equal(base.reps, reps, "how many")

-- Known moments. At x = 0: g = 0, G = -b/2 (a + noise): normal on one row.
local one = problem.invariant_logistic{data={a=mat{{0.7}}, b={-1}}, noise_var=9, l2=0.5}
for m = 1, 3 do
    local g = estimator(one, {m=m}):moments({0}, {reps=reps})
    t.near(g.mean[1], 0.35, 5 * g.se[1], "mean of a normal estimate, m = " .. m)
    t.near(g.var[1], 9 / 4 / m, 5 * 9 / 4 / m * math.sqrt(2 / reps), "its variance")
    t.near(g.kurtosis[1], 3, 5 * math.sqrt(24 / reps), "its kurtosis")
end
-- Two rows without noise: G = 1/2 or -1 at x = 0, so that the share of the first row fixes all moments.
local two = problem.invariant_logistic{data={a=mat{{1}, {2}}, b={-1, 1}}, noise_var=0, l2=0}
local g = estimator(two):moments({0}, {reps=1000})
local share = (g.mean[1] + 1) / 1.5
t.near(g.var[1], 2.25 * share * (1 - share) * 1000 / 999, 1e-12, "variance of two values")
t.near(g.kurtosis[1], 1 / (share * (1 - share)) - 3, 1e-10, "kurtosis of two values")
t.near(share, 1 / 2, 5 * math.sqrt(1 / 4 / 1000), "rows are drawn equally often")

-- Single estimates.
local e = estimator(p, {order=2, m=2})
t.equal(e:sample(x), e:sample(x), "the same seed, the same estimate")
t.ok(e:sample(x, {seed=2}) ~= e:sample(x), "another seed")
t.equal(e:sample(x, {seed=1}), e:sample(x), "the seed is 1 by default")
t.equal(#e:sample(), 7, "at the start by default")
local sum, squares, count = vec.zeros(7), vec.zeros(7), 2000
for i = 1, count do
    local s = e:sample(x, {seed=i})
    sum, squares = sum + s, squares + s^2
end
local mean = sum / count
agrees({mean = mean, se = math.sqrt((squares / count - mean^2) / count)}, e:expected(x), "means of single estimates")
t.equal(math.type(estimator(p, {of="value"}):sample(x)), "float", "a value is a number")

-- Nothing depends on threads or on where reps are cut.
for _, n in ipairs {2, 1023, 1024, 1025, 9000, 40000} do
    local a = e:moments(x, {reps=n, threads=1})
    for threads = 2, 5 do
        local b = e:moments(x, {reps=n, threads=threads})
        t.equal({a.mean, a.var, a.kurtosis, a.cost, a.tail}, {b.mean, b.var, b.kurtosis, b.cost, b.tail},
            ("%d estimates on %d threads"):format(n, threads))
    end
    t.equal(a.reps, n, "all of them")
end

-- Reductions.
local function same(a, b, name)
    local first, second = estimator(p, a):moments(x, {reps=3000}), estimator(p, b):moments(x, {reps=3000})
    t.equal({first.mean, first.var, first.cost}, {second.mean, second.var, second.cost}, name)
end
same({method="e-bsgd", order=1, m=3}, {method="bsgd", m=3}, "order 1 is the plain method")
same({method="bsgd", order=2, m=3}, {method="e-bsgd", m=3}, "order 2 is e-bsgd")
same({method="bsgd", operator=extrap.paper(2)}, {method="e-bsgd"}, "the printed L2 is order 2")
same({method="e-bsgd", operator=extrap.paper(1)}, {}, "bsgd by default, and the printed L1")
same({m=3, m_jac=3}, {m=3}, "as many draws for the Jacobian by default")
-- Without noise every order is the plain estimate, but for the rounding of weights of up to 64/21.
local quiet = problem.invariant_logistic{n=20, d=3, noise_var=0}
local plain = estimator(quiet):moments({1, 2, 3}, {reps=3000})
for order = 2, 4 do
    t.near(estimator(quiet, {order=order, m=2}):moments({1, 2, 3}, {reps=3000}).mean, plain.mean, 1e-14,
        "no noise, order " .. order)
end

-- Text.
t.equal(tostring(e), "estimator of the gradient, order 2: m 2, m_jac 2, batch 1", "an estimator as text")


for _, method in ipairs{"moments", "sample", "expected", "levels"} do
    local est = estimator(problem.invariant_logistic{d = 2, noise_var = 1}, {method = "bsgd", m = 2})
    t.raises(function() est[method](est, {reps = 10}) end,
        ("estimator:%s: expected x of length 2, got options, {reps=..}"):format(method))
end

t.done()
