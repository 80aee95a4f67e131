-- bias{..}: sampled points against exact values, slopes, costs, and what it refuses.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"
local q, ramp, unit = poly{0, 0, 0, 0, 1}, dist.ramp(0, 2), dist.normal{mean=0, sd=1}

-- Every point within 5 of its standard errors of the exact value.
local function worst_of(c)
    local worst = 0
    for _, row in ipairs(c:rows()) do
        worst = math.max(worst, math.abs(row.bias - row.exact) / row.se)
    end
    return worst
end

-- q = s^4 on [0, 2] with density t/2, at equal cost, with and without control variates.
local reps = quick and 20000 or 1000000
for _, control in ipairs {true, false} do
    local c = bias{q=q, dist=ramp, reps=reps, control=control}
    local name = control and "with control variates" or "without"
    t.equal(#c, 18, name .. ": three operators at six m")
    t.ok(worst_of(c) < 5, name .. (": points near the exact values (%.1f standard errors)"):format(worst_of(c)))
    local slopes = c:slopes():rows()
    t.near(slopes[1].exact, -0.998447, 1e-6, name .. ": exact slope of L1")
    t.near(slopes[2].exact or -2.01120, -2.01120, 1e-5, name .. ": exact slope of L2")
    t.ok(slopes[1].slope_lo < slopes[1].exact and slopes[1].exact < slopes[1].slope_hi, name .. ": slope of L1")
    t.equal({slopes[3].slope, slopes[3].why, slopes[3].left_out},
        {nil, "exactly unbiased", 6}, name .. ": L3 has no slope")
    if control and not quick then
        t.ok(slopes[2].slope_lo < slopes[2].exact and slopes[2].exact < slopes[2].slope_hi, "slope of L2")
        t.ok(slopes[2].slope_hi - slopes[2].slope_lo < 0.2, "the slope of L2 is known to 0.1")
    end
end

-- L2 with 48 draws in a block: a standard error of 10 % of the exact bias.
local c = bias{q=q, dist=ramp, operators={extrap.paper(2)}, m=48, equal_cost=false, reps=quick and 1e4 or 1e6,
    threads=1}
local row = c:rows()[1]
t.equal({row.block, row.draws, row.m}, {48, 96, 48}, "L2 with 48 draws in a block")
t.near(row.exact, 3.663783864883402e-05, 1e-19, "its exact bias")
if not quick then
    t.ok(row.se < 0.1 * row.exact, ("its standard error is %.1f %%"):format(100 * row.se / row.exact))
end

-- Costs and blocks.
local equal = bias{q=q, dist=ramp, m={1, 3}, reps=100}
t.equal(equal:columns().block, {12, 36, 6, 18, 1, 3}, "blocks at equal cost")
t.equal(equal:columns().draws, {12, 36, 12, 36, 12, 36}, "draws at equal cost")
local own = bias{q=q, dist=ramp, m={1, 3}, reps=100, equal_cost=false}
t.equal(own:columns().block, {1, 3, 1, 3, 1, 3}, "each at its own m")
t.equal(own:columns().draws, {1, 3, 2, 6, 12, 36}, "with its own draws")
t.near(own:rows()[3].exact, 0.10617283950617284, 1e-15, "exact bias of L2 at its own m = 1")
local mixed = bias{q=q, dist=ramp, m={2}, reps=100, operators={1, 3, extrap.order(2, {sizes={1, 3}})}}
t.equal(mixed:columns().operator, {"order 1", "order 3", "order 2 (1, 3)"}, "a number stands for an order")
t.equal(mixed:columns().block, {24, 6, 8}, "12 is the least common multiple of 1, 4 and 3")

-- Rows.
row = bias{q=q, dist=ramp, m=2, reps=1000, operators={2}, control=false}:rows()[1]
t.near(row.se, row.sd / math.sqrt(1000), 1e-16, "the standard error is sd / sqrt(reps)")
t.near(row.mse, row.bias^2 + row.sd^2, 1e-15, "mse")
local plain = extrap.order(2):estimate(q, ramp, {m=2, reps=1000})
t.equal({row.bias, row.sd}, {plain.bias, plain.sd}, "the same estimates as op:estimate")
t.equal(bias{q=q, dist=ramp, m=2, reps=1000, seed=2}:rows()[1].bias
    ~= bias{q=q, dist=ramp, m=2, reps=1000}:rows()[1].bias, true, "another seed")
for _, threads in ipairs {1, 2, 3} do
    t.equal(bias{q=q, dist=ramp, reps=20000, threads=threads}:columns(), bias{q=q, dist=ramp, reps=20000}:columns(),
        threads .. " threads change nothing")
end
local controlled = bias{q=q, dist=ramp, m=4, reps=20000, operators={2}}
t.ok(controlled:rows()[1].se < row.sd / math.sqrt(20000) / 20, "control variates take the noise off")
t.equal(controlled.control, "first two moments, factors from a separate pilot", "and the result says so")
t.equal(bias{q=q, dist=ramp, m=4, reps=100, control=false}.control, "none", "or that there are none")

-- A law's rare value: control variates that were fitted without it say nothing of what it does.
local lottery = dist.discrete({0, 1, 10}, {0.5, 0.49995, 5e-5})
local function of_lottery(f, m)
    return bias{q=f, dist=lottery, m=m, operators={1}, reps=1000}
end
local quarter = function(s) return math.exp(s / 4) end
t.equal(of_lottery(quarter, 4).control, "none", "no control variates where a value was hardly drawn")
t.ok(not tostring(of_lottery(quarter, 4)):find "warning", "the se without them shows what it does")
t.equal(of_lottery(poly{0, 0, 1}, 1).control, "none", "nor for s^2, which is a line on the values that were drawn")
t.ok(of_lottery(poly{0, 0, 1}, 4).control ~= "none", "but where means of these show the parabola")
t.ok(tostring(of_lottery(q, 4)):find("warning: order 1 at m = 4: rare draws may do more than the se shows: 1 draw of "
    .. "10 in a block is expected in 0.2 of these estimates", 1, true), "a warning where the se is too small")
t.ok(bias{q=math.exp, dist=dist.bernoulli(0.3), m=4, operators={2}, reps=1000}.control ~= "none", "a common value")

-- Any Lua function is the same as a built-in one.
local as_lua = bias{q=function(s) return s^4 end, dist=ramp, reps=5000}
local built_in = bias{q=function(s) return q(s) end, dist=ramp, reps=5000}
t.near(as_lua:columns().bias, built_in:columns().bias, 1e-13, "s^4 in Lua") -- pow is not Horner's rule
t.equal(bias{q=q, dist=ramp, reps=5000}:columns().bias, built_in:columns().bias, "poly called from Lua")

-- A shift, kinks, a function of exp.
local shifted = bias{q=math.exp, dist=unit, s=0.5, m={1, 2}, reps=20000}
t.ok(worst_of(shifted) < 5, "exp at a shift")
t.near(shifted:rows()[1].exact / bias{q=math.exp, dist=unit, m={1}, reps=100}:rows()[1].exact, math.exp(0.5), 1e-12,
    "the bias at s = 1/2 is exp(1/2) times that at 0")
local relu = bias{q=function(s) return math.max(s, 0) end, dist=dist.normal{mean=10, var=100}, m={1},
    equal_cost=false, reps=quick and 2000 or 200000, control=false}
t.near({relu:rows()[1].exact, relu:rows()[2].exact, relu:rows()[3].exact}, {0.833155, -0.330609, 0.014905}, 1e-6,
    "relu, each at m = 1")
t.ok(worst_of(relu) < 5, "relu sampled")

-- A vector: norms of bias, se and sd.
local plane = dist.normal{mean={1, 2}, sd=1}
local vector = bias{q=function(v) return vec{v[1]^2, v[2]^3} end, dist=plane, m={1, 4}, operators={1, 2}, reps=20000,
    equal_cost=false}
local one = extrap.order(1):estimate(function(v) return vec{v[1]^2, v[2]^3} end, plane, {reps=20000, control=true})
t.equal(vector:rows()[1].bias, one.bias:norm(), "the norm of a vector's bias")
t.near(vector:rows()[1].bias, math.sqrt(1 + 36), 5 * vector:rows()[1].se, "E v1^2 - 1 = 1, E v2^3 - 8 = 3 * 2")
t.near(vector:rows()[2].bias, math.sqrt(1 + 36) / 4, 5 * vector:rows()[2].se, "a quarter of it at m = 4")
t.near(vector:rows()[3].bias, 0, 5 * vector:rows()[3].se, "L2 is unbiased for the square; 2 sizes, 2/m^2 (1 - 2/4) = 0")
t.equal(vector:rows()[1].exact, nil, "no exact value in the plane")

-- A law of one's own: without moments no bias, hence no slope and no figure.
local unknown = bias{q=q, dist=dist.custom{draw=function(rng) return rng:normal() end}, m={1, 2}, reps=200}
t.equal({unknown:rows()[1].bias, unknown:rows()[1].exact}, {nil, nil}, "nothing to compare with")
t.equal(unknown:slopes():rows()[1].why, "the mean of the law is not known", "no slope, and why")
t.raises(function() unknown:plot() end, "bias:plot: the mean of the law is not known, and so no bias")
local known = bias{q=poly{0, 0, 1}, dist=dist.custom{draw=function(rng) return rng:normal() end, moments={0, 1}},
    m={1, 2}, reps=2000, operators={1}, equal_cost=false}
t.near(known:columns().exact, vec{1, 1/2}, 1e-15, "exact values by the moments of a custom law")
t.ok(worst_of(known) < 5, "and sampled ones")

-- Operators that share a name stay apart.
local a = extrap.new{{size=1, weight=-1}, {size=2, weight=2}}
local b = extrap.new{{size=1, weight="-1/2"}, {size=3, weight="3/2"}}
local twins = bias{q=q, dist=ramp, operators={a, b}, m={1, 2}, reps=5000, equal_cost=false}
t.equal(twins:columns().operator, {"custom", "custom", "custom #2", "custom #2"}, "two custom operators")
t.equal(#twins:slopes(), 2, "have a slope each")
t.equal(twins:spec().operators, {"custom", "custom #2"}, "and a place in the specification")

-- An estimator's bias.
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}
local x = vec{1, -1, 0.5}
local g = bias{problem=p, x=x, operators={1, 2}, m={1, 2}, reps=5000, equal_cost=false}
local e = estimator(p, {order=2, m=2}):moments(x, {reps=5000})
t.equal(g:rows()[4].bias, e.bias:norm(), "the norm of the gradient's bias")
t.equal(g:rows()[4].exact, (estimator(p, {order=2, m=2}):expected(x) - p:gradient(x)):norm(), "and the exact one")
t.near(g:rows()[4].se, e.se:norm(), 1e-16, "its standard error")
local v = bias{problem=p, x=x, of="value", operators={1}, m={1, 2, 4}, reps=20000}
t.ok(worst_of(v) < 5, "the value's bias")
t.equal(v:rows()[1].exact, estimator(p, {of="value"}):expected(x) - p:objective(x), "its exact bias")
t.equal(bias{problem=p, m={1}, reps=100}:spec().problem.n, 50, "the specification holds the problem's options")

-- Results.
t.equal(equal:spec().m, {1, 3}, "m in the specification")
t.equal({equal:spec().seed, equal:spec().reps, equal:spec().q}, {1, 100, "s^4"}, "seed, reps and q")
t.ok(equal:plot():describe():find "L3", "a figure")
t.ok(tostring(equal):find "^operator  m  block  draws", "prints as a table")

-- Errors of q.
local function sample(fn)
    return function() bias{q=fn, dist=unit, reps=1000} end
end
local count = 0
t.raises(function()
    bias{dist=unit, q=function(s)
        count = count + (s < math.huge and 1 or 0) -- it branches: each draw is a call
        if count > 5000 then
            error "late"
        end
        return s
    end}
end, "late", "an error of q at its 5000th call")
t.raises(sample(function(s) return s > 2 and "a" or s end), "bias: expected a number from q, got 'a'")
t.raises(sample(function() end), "bias: expected a number from q, got nil")
t.raises(sample(function(s) return s > 2 and vec{1, 2} or s end),
    "bias: expected a number from q, got a vec of length 2")
t.raises(sample(function(s) return s > 2 and {} or s end), "bias: expected a number from q, got a table")
t.raises(sample(7), "bias: expected q as poly{..}, math.exp or a function, got 7")

-- Wrong use.
local function raises(options, message)
    t.raises(function() bias(options) end, message)
end
raises(nil, "bias: expected the options q and dist, or problem")
raises({}, "bias: expected the options q and dist, or problem")
raises(3, "bias: expected a table of options, got 3")
raises({q=q}, "bias: expected the options q and dist, or problem")
raises({q=q, dist=ramp, problem=p}, "bias: problem and q, dist exclude each other")
raises({q=q, dist=7}, "bias: option 'dist': expected a dist, got 7")
raises({q=q, dits=ramp}, "bias: unknown option 'dits', did you mean 'dist'?")
raises({q=q, dist=ramp, m={1, 0}}, "bias: option 'm': expected numbers from 1 to 1000000000, got 0 at element 2")
raises({q=q, dist=ramp, m={1.5}}, "bias: option 'm': expected whole numbers, got 1.5 at element 1")
raises({q=q, dist=ramp, m={4, 1e9}}, "bias: option 'm': expected at most 83333333, since equal costs take blocks "
    .. "of 12 m draws and 1000000000 is the most, got 1000000000; equal_cost=false keeps blocks of m")
raises({q=q, dist=ramp, m={}}, "bias: option 'm': expected at least one number, got none")
raises({q=q, dist=ramp, reps=1}, "bias: option 'reps': expected a whole number from 2 to 1e+15, got 1")
raises({q=q, dist=ramp, operators={}}, "bias: option 'operators': expected at least one operator")
raises({q=q, dist=ramp, operators={2, "L2"}},
    "bias: option 'operators': expected operators or orders from 1 to 11, got 'L2' at element 2")
raises({q=q, dist=ramp, operators={12}},
    "bias: option 'operators': expected operators or orders from 1 to 11, got 12 at element 1")
raises({q=q, dist=ramp, operators=2}, "bias: option 'operators': expected a table, got 2")
raises({q=q, dist=ramp, s={1, 2}}, "bias: option 's': expected a number or a vec of length 1, got length 2")
raises({q=q, dist=ramp, x=x}, "bias: option 'x' goes with problem, not with q and dist")
raises({q=q, dist=ramp, of="value"}, "bias: option 'of' goes with problem, not with q and dist")
raises({q=q, dist=ramp, equal_cost=1}, "bias: option 'equal_cost': expected a boolean, got 1")
raises({problem=p, x={1}}, "bias: option 'x': expected a vec of length 3, got length 1")
raises({problem=p, s=1}, "bias: option 's' goes with q and dist, not with problem")
raises({problem=p, of="values"},
    "bias: option 'of': expected one of gradient|value, got 'values', did you mean 'value'?")
t.raises(function() return equal.slope end, "bias: no field 'slope', did you mean 'slopes'?")
t.raises(function() return equal.m end, "bias: no field 'm', it is a column: read :columns().m")
t.raises(function() equal.slopes() end, "bias:slopes: call it with a colon")
t.raises(function() equal.m = 3 end, "bias: results are read-only, cannot set 'm'")
t.raises(function() equal:plot(3) end, "bias:plot: expected a table of options, got 3")

t.done()
