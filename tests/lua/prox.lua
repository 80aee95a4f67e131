-- Proximal steps against a few lines of Lua each, with every rule; what holds of the points; errors.
local t = dofile "tests/lua/harness/tap.lua"
local apart = dofile "tests/lua/harness/runs.lua".apart
local core = debug.getregistry()["debias.core"]
local p = problem.invariant_logistic{n=30, d=11, noise_var=4, l2=0.1}
local low, high = vec.linspace(-0.06, -0.16, 11), vec.linspace(0.03, 0.4, 11)

local steps = {
    l1 = {{l1=0.3}, function(x, size)
        return x:map(function(z) return math.max(z - 0.3 * size, 0) - math.max(-z - 0.3 * size, 0) end)
    end},
    box = {{low=low, high=high}, function(x)
        local y = x:copy()
        for j = 1, #x do
            y[j] = math.max(low[j], math.min(x[j], high[j]))
        end
        return y
    end},
    ball = {{radius=0.4}, function(x) return x * math.min(1, 0.4 / x:norm()) end},
}

local function points(options)
    return run(t.over({problem=p, method="e-bsgd", reps=3, steps=60, record=5}, options)):final().x
end

for name, case in pairs(steps) do
    local options, step = table.unpack(case)
    options.prox = name
    for what, more in pairs {plain={}, clipped={clip=0.1}, average={output="average"}, sox={method="sox"},
        spiderboost={method="e-bspiderboost"}, schedule={step=schedule.inv_sqrt(0.1)}} do
        local size = more.step or function() return 0.02 end
        local all = t.over(options, t.over({step=0.02}, more))
        more.step = nil
        local want = points(t.over(more, {update=function(x, v, k) return step(x - size(k) * v, size(k)) end}))
        t.near(apart(points(all), want), 0, 1e-12, ("%s, %s"):format(name, what))
    end
    local want = points{update=function(x, v, _, s)
        s.trace = v + 0.9 * (s.trace or 0 * v)
        return step(x - 0.01 * s.trace, 0.01)
    end}
    t.near(apart(points(t.over(options, {update="momentum", step=0.01})), want), 0, 1e-12, name .. " after momentum")
    local x = points(t.over(options, {update="adam", step=0.05, threads=1}))
    t.equal(points(t.over(options, {update="adam", step=0.05, threads=2})), x, name .. ": threads")
    for i = 1, 3 do
        t.near((step(x[i], 0) - x[i]):norm(), 0, 1e-16, name .. ": the points are what it leaves")
    end
end
for _, name in ipairs(core.prox.names) do
    t.ok(steps[name], "there is a reference of " .. name)
end

-- The least of F + l1 |x|_1 and of F on a box, by their conditions: without noise, and all rows at each step.
local quiet = problem.invariant_logistic{n=40, d=6, noise_var=0, l2=0.5}
local function minimized(options)
    return run(t.over({problem=quiet, method="bsgd", B=40, step=0.5, steps=2000, reps=1}, options)):final().x[1]
end
local x, zeros = minimized{prox="l1", l1=0.05}, 0
local slope = quiet:gradient(x)
for j = 1, #x do
    zeros = zeros + (x[j] == 0 and 1 or 0)
    local off = x[j] == 0 and math.max(math.abs(slope[j]) - 0.05, 0) or slope[j] + 0.05 * (x[j] > 0 and 1 or -1)
    t.near(off, 0, 1e-12, "l1: the condition of number " .. j)
end
t.ok(zeros > 0 and zeros < 6, "l1: some are exactly zero: " .. zeros)
t.equal(tostring(x):find("-0,", 1, true), nil, "and none is minus zero")
x = minimized{prox="box", high=0.01, update="momentum", step=0.05}
slope = quiet:gradient(x)
for j = 1, #x do
    t.ok(x[j] <= 0.01 and (x[j] == 0.01 and slope[j] <= 0 or math.abs(slope[j]) < 1e-12), "box: the condition, " .. j)
end

-- Norms of any size.
for _, size in ipairs {1e-170, 1e160} do
    local far = problem.new{dim=2, outer=1, inner=dist.normal{mean=0, sd=1}, x0=vec{3, 4} * size,
        g=function(z, _, eta) return z + 0 * eta end, f=function(y) return 0 * y:sum() end}
    local r = run{problem=far, method="bsgd", step=1, steps=1, reps=1, prox="ball", radius=size}
    t.near((r:final().x[1] / size - vec{0.6, 0.8}):norm(), 0, 1e-15, "ball at " .. size)
end

-- A point that is not finite is not made so.
local steep = problem.new{dim=1, outer=1, inner=dist.normal{mean=0, sd=1}, x0=vec{1},
    g=function(z, _, eta) return z + 0 * eta end, f=function(y) return 1e200 * y[1] * y[1] end}
local wild = run{problem=steep, method="bsgd", step=1e200, steps=3, reps=2, prox="box", low=-1, high=1}
t.equal({wild.stop, wild.diverged, wild:final().x[1][1]}, {"diverged", 2, 1.0}, "an infinite step diverges")

-- In a run that goes on, and in a grid.
local first = run{problem=p, method="bsgd", step=0.01, steps=20, reps=2, prox="ball", radius=0.2}
t.ok(first:resume{steps=40, prox=false}:final().x[1]:norm() > 0.2, "without it from here on")
t.ok(first:resume{steps=40, radius=0.1}:final().x[1]:norm() < 0.1 + 1e-15, "with another radius")
t.equal(first:resume{steps=40, prox="box", low=0}:spec().radius, nil, "another step drops its options")
t.equal(#tune{problem=p, samples=100, reps=2, methods={{"bsgd"}}, grid={prox={"ball"}, radius={0.1, 1}, step={0.01}}},
    2, "tune takes the options with it")

-- Errors.
local function fails(options, message)
    t.raises(function() run(t.over({problem=p, method="bsgd", step=1, steps=1}, options)) end, message)
end
fails({prox="lasso"}, "run: option 'prox': unknown proximal step 'lasso', there are ball, box, l1")
fails({prox="bal"}, "run: option 'prox': unknown proximal step 'bal', did you mean 'ball'?")
fails({prox=math.abs}, "run: option 'prox': expected one of ball, box, l1, got a function")
fails({prox="l1"}, "run: option 'l1' must be given: weight of the sum of |x_j|; a step moves numbers towards 0 by step "
    .. "times it")
fails({prox="l1", l1=-1}, "run: option 'l1': expected a number >= 0, got -1")
fails({l1=1}, "run: option 'l1' goes with prox=\"l1\"")
fails({prox="l1", l1=1, low=0}, "run: option 'low' goes with prox=\"box\"")
fails({prox="ball", radius=0}, "run: option 'radius': expected a number > 0, got 0")
fails({prox="box"}, "run: prox=\"box\" needs option 'low' or 'high'")
fails({prox="box", low={1, 2}}, "run: option 'low': expected a number or a vec of length 11, got one of length 2")
fails({prox="box", low=1, high=0}, "run: option 'high': expected numbers that are not below low")
fails({prox="box", low="x"}, "run: option 'low': expected a vec or a list of numbers, got 'x'")
t.raises(function()
    run{problem=p, method="bsgd", steps=1, update=function(y) return y end, prox="ball", radius=1}
end, "run: prox does not go with a function as update")
t.done()
