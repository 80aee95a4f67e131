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
t.equal({ray:minimizer()}, {nil, "F has no minimum: it keeps falling away from 0"},
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
    "problem.instrumental: data needs z1 (vec) or Z (mat), and Y (vec)", "instrumental: half of the data")
t.raises(function() problem.instrumental{data={z1={1, 2}, Y={1}}} end,
    "problem.instrumental: data.z1 and data.Y must have the same length", "instrumental: lengths")
t.raises(function() problem.instrumental{n=2, data={z1={1, 2}, Y={1, 2}}} end,
    "problem.instrumental: n, instruments, delta_sd and data_seed do not go with data", "instrumental: n with data")
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

-- first stages: nonlinear ones, of several instruments
local stages = {
    linear = function(z) return z / 2 end, quadratic = function(z) return z ^ 2 / 4 end,
    exponential = function(z) return math.exp(z / 2) / 2 end,
}
for form, h in pairs(stages) do
    for _, k in ipairs {1, 3} do
        local name = ("instrumental, %s, %d: "):format(form, k)
        local p = problem.instrumental{n = 60, instruments = k, first_stage = form, l2 = 0.1}
        local data, sum = p:data(), 0
        local Z = k == 1 and mat.columns{data.z1} or data.Z
        t.equal({Z.rows, Z.cols, #data.Y}, {60, k, 60}, name .. "sizes")
        for i = 1, 60 do
            local mean = 10
            for j = 1, k do
                mean = mean + h(Z[i][j])
            end
            sum = sum + math.logcosh(data.Y[i] - 0.7 * mean) / 60
        end
        t.near(p:objective{0.7}, sum + 0.05 * 0.49, 1e-13, name .. "the objective by hand")
        t.ok(p:check().ok, name .. "derivatives agree with differences")
        t.near(p:gradient(p:minimizer())[1], 0, 1e-10, name .. "no gradient at the minimizer")
        local same = problem.instrumental{data = {Z = Z, Y = data.Y}, first_stage = form, l2 = 0.1}
        t.equal({same:minimizer()}, {p:minimizer()}, name .. "its own data give the same problem")
        local e = estimator(p, {method = "e-bsgd", m = 2})
        local moments = e:moments({1}, {reps = quick and 2000 or 20000})
        t.near(moments.mean[1], e:expected{1}[1], 5 * moments.se[1], name .. "samples agree with the expectation")
        t.ok(same_bits(p, {method = "e-nestedvr", S1 = 3, S2 = 2, step = 1e-4, steps = 30}), name .. "same bits")
    end
end
t.equal(problem.instrumental{n = 50, instruments = 1, first_stage = "linear"}:data(),
    problem.instrumental{n = 50}:data(), "instrumental: the defaults")

-- vector treatments: instruments dealt to them in turn
for form, h in pairs(stages) do
    for k, instruments in pairs {[2] = 2, [3] = 7, [10] = 10} do
        local name = ("instrumental, %s, %d treatments: "):format(form, k)
        local p = problem.instrumental{n = 60, treatments = k, instruments = instruments, first_stage = form, l2 = 0.1}
        local data, sum, w = p:data(), 0, {}
        for j = 1, k do
            w[j] = 0.7 / j
        end
        for i = 1, 60 do
            local product = 0
            for j = 1, instruments do
                product = product + w[(j - 1) % k + 1] * h(data.Z[i][j])
            end
            sum = sum + math.logcosh(data.Y[i] - product - 10 * vec(w):sum()) / 60
        end
        t.equal({p.dim, p.inner_dim, p:start():sum(), data.Z.cols}, {k, 1, 2.0 * k, instruments}, name .. "sizes")
        t.near(p:objective(w), sum + 0.05 * vec(w):dot(vec(w)), 1e-12, name .. "the objective by hand")
        t.ok(p:check().ok, name .. "derivatives agree with differences")
        local least, F = p:minimizer() -- F is strongly convex with l2: F(x) - F* <= |gradient|^2/(2 l2)
        t.ok(p:gradient(least):norm()^2 / 0.2 < 1e-15 * F, name .. "F at the minimizer is the least to rounding")
        local same = problem.instrumental{data = data, treatments = k, first_stage = form, l2 = 0.1}
        t.equal({same:minimizer()}, {p:minimizer()}, name .. "its own data give the same problem")
        for _, o in ipairs {{m = 1}, {order = 2, m = 2, share = true}, {order = 2, m = 1, of = "value"}} do
            local e = estimator(p, o)
            local moments, want = e:moments(w, {reps = quick and 2000 or 20000}), e:expected(w)
            local agree = not o.of and agrees(moments, want)
                or o.of and math.abs(moments.mean - want) <= 5 * moments.se
            t.ok(agree, ("%ssamples agree with the expectation, order %s"):format(name, o.of or o.order or 1))
        end
        t.ok(same_bits(p, {method = "e-nestedvr", S1 = 3, S2 = 2, step = 1e-5, steps = 30}), name .. "same bits")
    end
end
t.equal(problem.instrumental{n = 50, treatments = 1}:data(), problem.instrumental{n = 50}:data(),
    "instrumental: a single treatment is the default")
t.equal(problem.instrumental{n = 5, treatments = 4}:data().Z.cols, 4, "instrumental: an instrument for each treatment")

for message, o in pairs {
    ["instruments must be at least treatments: each treatment needs one of its own"] =
        {treatments = 3, instruments = 2},
    ["data.Z must have a column for each treatment or more"] = {treatments = 2, data = {z1 = {1}, Y = {1}}},
    ["option 'treatments': expected a whole number from 1 to 64, got 65"] = {treatments = 65},
    ["data takes z1 or Z, not both"] = {data = {z1 = {1}, Z = mat{{1}}, Y = {1}}},
    ["data.Z must have a row for each number of data.Y"] = {data = {Z = mat{{1, 2}}, Y = {1, 2}}},
    ["the first stage of data is beyond the range of numbers"] = {data = {Z = mat{{1, 2000}}, Y = {1}},
        first_stage = "exponential"},
    ["option 'instruments': expected a whole number from 1 to 64, got 0"] = {instruments = 0},
    ["option 'first_stage': expected one of linear|quadratic|exponential, got 'cubic'"] = {first_stage = "cubic"},
} do
    t.raises(function() problem.instrumental(o) end, "problem.instrumental: " .. message, message)
end

local mean_only = problem.instrumental{data = {z1 = vec{0}, Y = vec{10}}}
t.near(estimator(mean_only, {m = 1e6}):fixed_point()[1], 1, 1e-4, "instrumental: no bias is left at m = 1e6")

-- maml_sine ------------------------------------------------------------------------------------------------------

-- Samples against the quadrature: with many inner draws neither the value nor, with the true Jacobian, the gradient has
-- a bias that shows.
local net = problem.maml_sine{hidden={6}, first_order=false, alpha=0.1, batch=20}
t.equal({net.dim, net.inner_dim, net.n}, {19, 19, math.huge}, "maml_sine: sizes")
t.equal(problem.maml_sine{}.dim, 1761, "maml_sine: weights of the default network")
t.equal(problem.maml_sine{hidden={}}.dim, 2, "maml_sine: a straight line")
local reps = {reps = quick and 1000 or 5000}
local from_values = estimator(net, {of="value", m=100}):moments(nil, reps)
t.near(from_values.mean, net:objective(net:start()), 5 * from_values.se, "maml_sine: values agree with the quadrature")
t.ok(agrees(estimator(net, {m=100}):moments(nil, reps), net:gradient(net:start())),
    "maml_sine: gradients agree with the quadrature")
local flat = problem.maml_sine{hidden={6}, alpha=0.1, batch=20}
t.ok(not agrees(estimator(flat, {m=100}):moments(nil, {reps=5000}), flat:gradient(flat:start())),
    "maml_sine: the identity in place of the Jacobian shows")
t.equal({net:minimizer()}, {nil, "the objective of maml_sine is not convex"}, "maml_sine: no minimizer")
t.ok(same_bits(net, {method="e-bspiderboost", m=2, B1=5, B2=2, step=1e-2, steps=30}), "maml_sine: same bits")
t.raises(function() problem.maml_sine{hidden={3, 1.5}} end,
    "problem.maml_sine: option 'hidden': expected whole numbers from 1 to 512, got 1.5 at element 2")
t.raises(function() problem.maml_sine{hidden={300, 300}} end,
    "problem.maml_sine: option 'hidden': expected a network of at most 512 units and 16384 weights")
t.raises(function() problem.maml_sine{hidden={1, 1, 1, 1, 1, 1, 1, 1}} end,
    "problem.maml_sine: option 'hidden': expected at most 7 layers")
t.raises(function() estimator(net, {share=true}) end,
    "estimator: share = true needs the whole Jacobian of g, which is too large for this problem")
for _, method in ipairs {"nestedvr", "e-nestedvr", "sox", "msvr"} do
    t.raises(function() run{problem=net, method=method, step=0.1, steps=2} end, ("run: %s keeps a state for each "
        .. "outer sample, and maml_sine draws them without end"):format(method))
end

-- check ----------------------------------------------------------------------------------------------------------

for _, p in ipairs {problem.invariant_logistic{n=50}, problem.instrumental{n=50}, net, flat, problem.maml_sine{}} do
    local r = p:check()
    t.equal({r.ok, #r:rows()}, {true, 3}, p.name .. ": check")
end
t.ok(tostring(flat:check()):find "identity" and not tostring(net:check()):find "identity", "check: notes the identity")
t.raises(function() net:check{1, 2} end, "problem:check: expected x of length 19, got length 2")
t.equal(#net:check(net:start() * 2):rows(), 3, "check: at a point")

t.done()
