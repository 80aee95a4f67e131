-- The built-in problems as Lua sees them: defaults, errors, data of one's own, exact values against samples.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"

-- Whether a result of samples agrees with a vec within 5 of its standard errors.
local function agrees(moments, want)
    for j = 1, #want do
        if math.abs(moments.mean[j] - want[j]) > 5 * moments.se[j] then
            return false
        end
    end
    return true
end

-- Whether a run has the same bits for 1 and 2 threads, and its first replicate alone.
local function same_bits(p, options)
    local ends = {}
    for i, o in ipairs {{threads = 1, reps = 3}, {threads = 2, reps = 3}, {threads = 1, reps = 1}} do
        for key, value in pairs(options) do
            o[key] = value
        end
        o.problem, o.record = p, 3
        ends[i] = run(o):final().x
    end
    return ends[1] == ends[2] and ends[1]:row(1) == ends[3]:row(1)
end

-- invariant_logistic -------------------------------------------------------------------------------------------

-- Columns of any scale, as files have them: the gradient at the minimizer is zero but for rounding.
for _, scale in ipairs {{1, 1, 1}, {1, 1000, 1e-3}, {1e4, 1, 1}, {1e6, 1, 1e-6}} do
    local g, a, b = rng.new(5), mat.new(300, 3), vec.zeros(300)
    for i = 1, 300 do
        local z = g:normal(3)
        a[i][1], a[i][2], a[i][3] = z[1] * scale[1], z[2] * scale[2], z[3] * scale[3]
        b[i] = z:sum() + 4 * g:uniform() > 2 and 1 or -1
    end
    local p = problem.invariant_logistic{data={a=a, b=b}}
    local x = p:minimizer()
    local size = vec(scale):max()
    t.ok(x and p:gradient(x):norm() < 1e-10 * size, ("a minimizer with columns up to %g"):format(size))
end
-- Separable rows without a penalty: F falls for ever along a ray.
local ray = problem.invariant_logistic{n=100, d=5, l2=0}
t.equal({ray:minimizer()}, {nil, "the exact objective has no minimum, or its minimization did not converge"},
    "no minimizer")
t.near(ray:start():norm(), 3, 1e-14, "a start all the same")
local ends = run{problem=ray, method="bsgd", step=0.01, steps=20}:final()
t.equal({ends.gap, ends.distance}, {nil, nil}, "no gap and no distance")
t.ok(ends.objective, "but an objective")

-- instrumental ---------------------------------------------------------------------------------------------------

local iv = problem.instrumental{n=500}
t.equal({iv.dim, iv.inner_dim, iv.n, problem.instrumental{}.n}, {1, 1, 500, 10000}, "instrumental: sizes")
t.equal(iv:start(), vec{2}, "instrumental: starts at 2")
local again = problem.instrumental{data=iv:data()}
t.equal({again:minimizer()}, {iv:minimizer()}, "instrumental: its own data give the same problem")
t.ok(problem.instrumental{n=500, data_seed=2}:data().Y ~= iv:data().Y, "instrumental: data_seed changes the data")
t.raises(function() problem.instrumental{data={z1={1, 2}}} end,
    "problem.instrumental: data needs both z1 (vec) and Y (vec)", "instrumental: half of the data")
t.raises(function() problem.instrumental{data={z1={1, 2}, Y={1}}} end,
    "problem.instrumental: data.z1 and data.Y must have the same length", "instrumental: lengths")
t.raises(function() problem.instrumental{n=2, data={z1={1, 2}, Y={1, 2}}} end,
    "problem.instrumental: n, delta_sd and data_seed do not go with data", "instrumental: n with data")
t.raises(function() problem.instrumental{gamma_mean=0} end,
    "problem.instrumental: option 'gamma_mean': expected a number with 0 < value <= 1000, got 0",
    "instrumental: gamma_mean")
for _, o in ipairs {{m = 1}, {m = 3, share = true}, {order = 2, m = 1}, {order = 3, m = 2, share = true}} do
    local e = estimator(iv, o)
    t.ok(agrees(e:moments({1.3}, {reps = quick and 4000 or 100000}), e:expected{1.3}),
        ("instrumental: samples agree with the exact expectation, order %s, m %d"):format(o.order or 1, o.m))
end
local value = estimator(iv, {of = "value", order = 2, m = 2})
local sampled = value:moments({1.3}, {reps = quick and 4000 or 100000})
t.near(sampled.mean, value:expected{1.3}, 5 * sampled.se, "instrumental: values agree with their expectation")
t.ok(same_bits(iv, {method = "e-bsgd", m = 3, B = 5, step = 1e-4, steps = 40}), "instrumental: same bits")

-- Where the expected estimate is zero, by bisection.
local function fixed_point(e)
    local low, high = 0.3, 3
    for _ = 1, 50 do
        local middle = (low + high) / 2
        if e:expected{middle}[1] > 0 then
            high = middle
        else
            low = middle
        end
    end
    return low
end
local mean_only = problem.instrumental{data = {z1 = vec{0}, Y = vec{10}}}
t.near(fixed_point(estimator(mean_only, {m = 1e6})), 1, 1e-4, "instrumental: no bias is left at m = 1e6")

t.done()
