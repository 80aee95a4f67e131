-- Every method, problem and file on hostile values, as hostile_values.lua has it of functions and laws: rows that are
-- one, equal, zero or huge, options beyond all sense, figures and runs that hold what is not finite.
local t = dofile "tests/lua/harness/tap.lua"

local sound = loadfile "tests/lua/harness/sound.lua"(t)
local nan, inf = 0 / 0, math.huge

local function name_of(...)
    return table.concat({...}, ", ")
end

local function text_of(figure)
    return figure:text{cols = 60, rows = 15}
end

-- Methods: of their own problem with three rows, so that those with a state for each row run, too.
local methods = {
    "bsgd", "e-bsgd", "bspiderboost", "e-bspiderboost", "nestedvr", "e-nestedvr", "v-mlmc", "rt-mlmc", "ru-mlmc", "sox",
    "msvr",
}
local outers = {
    {"square", function(y) return y * y end},
    {"log", math.log},
    {"huge", function(y) return 1e200 * y * y end},
    {"tiny", function(y) return 1e-200 * y * y end},
    {"constant", function(y) return 0 * y + 1 end, nothing = true},
    {"overflow", function(y) return math.exp(1000 * y) end},
    {"nan", function(y) return y * nan end},
    {"downhill", function(y) return -y * y end},
}
local inners = {
    {"normal", dist.normal{mean = 0, sd = 1}},
    {"point", dist.discrete({0}, {1})},
    {"far", dist.normal{mean = 1e100, sd = 1e100}},
}

-- What is done with one method: {name, function(problem, method, step), nothing: where F is constant}.
local tasks = {
    {"run", function(p, method, step)
        local r = run{problem = p, method = method, step = step, samples = 1200, reps = 2, record = 5}
        r:final()
        r:rows{by_rep = true}
        return r
    end},
    {"plot", function(p, method, step)
        return text_of(run{problem = p, method = method, step = step, samples = 1200, reps = 2}:plot{y = "objective"})
    end},
    {"going on", function(p, method, step)
        local r = run{problem = p, method = method, step = step, samples = 1200, reps = 2, record = 5}
        r:save(t.path "run")
        local again, same = reproduce(t.path "run", {problem = p})
        assert(same == true, "a saved run reproduces")
        return again and r:resume{samples = 2400}
    end},
    {"output", function(p, method, step)
        return run{problem = p, method = method, step = step, samples = 1200, reps = 1, output = "average",
            clip = 1e-200}
    end},
    {"advantage", function(p, method, step)
        return compare{problem = p, samples = 1200, step = step, reps = 3,
            methods = {{method, label = "a"}, {method, label = "b"}}}:advantage()
    end, nothing = true},
    {"tune", function(p, method, step)
        return tune{problem = p, samples = 1200, reps = 2, methods = {{method}}, grid = {step = {step, 1e3 * step}}}
    end},
    {"moments", function(p, method)
        return estimator(p, {method = method}):moments(nil, {reps = 20})
    end},
    {"expected", function(p, method)
        estimator(p, {method = method}):expected()
        estimator(p, {method = method}):fixed_point()
    end},
    {"complexity", function(p, method, step)
        return complexity{problem = p, methods = {{method, step = step}}, eps = {1e-3, 1e-200}, budget = 2e3, reps = 2}
    end},
    {"slopes", function(p, method, step)
        return complexity{problem = p, methods = {{method, step = step}}, eps = {0.5, 0.4}, budget = 2e3,
            reps = 2}:slopes()
    end},
}

local function make(outer, inner)
    return problem.new{dim = 1, outer = {a = vec{1, 2, 3}}, inner = inner, x0 = {1}, f = outer,
        g = function(x, xi, eta) return xi.a * x[1] + eta end, g_mean = function(x, xi) return xi.a * x[1] end}
end

for _, outer in ipairs(outers) do
    for _, inner in ipairs(inners) do
        local p = make(outer[2], inner[2])
        for _, method in ipairs(methods) do
            for _, step in ipairs {1e-200, 0.1, 1e200} do
                for _, task in ipairs(tasks) do
                    sound(name_of(task[1], method, outer[1], inner[1], "step " .. step), function()
                        return task[2](p, method, step)
                    end, task.nothing)
                end
            end
        end
    end
end

-- The problems that are built in, on data.
local one = vec{1}
local tables = {
    {"one row", mat{{1, 2}}, one},
    {"equal rows", mat{{1, 2}, {1, 2}, {1, 2}}, vec{1, 1, 1}},
    {"zeros", mat{{0, 0}, {0, 0}}, vec{1, -1}},
    {"huge", mat{{1e200, 1}, {-1e200, 1}}, vec{1, -1}},
    {"tiny", mat{{1e-200, 0}, {-1e-200, 0}}, vec{1, -1}},
    {"separable", mat{{1, 0}, {-1, 0}}, vec{1, -1}},
    {"nan", mat{{nan, 1}, {1, 1}}, vec{1, -1}},
    {"infinite", mat{{inf, 1}, {1, 1}}, vec{1, -1}},
    {"other labels", mat{{1, 1}, {2, 1}}, vec{0, 7}},
}
local built_in = {
    {"invariant_logistic", function(data, l2, noise)
        return problem.invariant_logistic{data = {a = data[2], b = data[3]}, l2 = l2, noise_var = noise}
    end, noises = {0, 1e200}},
    {"average_precision", function(data, l2)
        return problem.average_precision{data = {a = data[2], b = data[3]}, l2 = l2}
    end},
    {"instrumental", function(data, l2)
        return problem.instrumental{data = {z1 = data[2]:col(1), Y = data[3]}, l2 = l2}
    end},
}

local experiments = {
    {"check", function(p) return p:check() end},
    {"objective", function(p) p:objective() p:gradient() p:measure(p:start()) end},
    {"minimizer", function(p)
        local x, why = p:minimizer()
        assert(x or type(why) == "string", "an unknown minimizer has a reason")
        assert(not x or x:norm() == x:norm(), "no minimizer is a NaN")
    end},
    {"moments", function(p) return estimator(p, {m = 2}):moments(nil, {reps = 20}) end},
    {"fixed point", function(p) estimator(p, {m = 2}):fixed_point() end},
    {"levels", function(p) return estimator(p, {method = "v-mlmc", L = 2}):levels(nil, {reps = 20, eps = {0.1}}) end},
    {"bias", function(p) return bias{problem = p, m = {1, 2}, reps = 20, operators = {1, 2}} end},
    {"constants", function(p) theory.constants(p) end},
    {"plan", function(p) theory.plan("e-bsgd", {eps = 0.1, problem = p}) end},
    {"complexity", function(p)
        return complexity{problem = p, methods = {{"bsgd"}}, eps = {0.5, 0.4}, budget = 2e3, reps = 2}
    end},
    {"compare", function(p)
        return compare{problem = p, samples = 1200, step = 0.1, reps = 3, methods = {{"bsgd"}, {"e-bsgd"}, {"v-mlmc"}}}
    end},
    {"plot of compare", function(p)
        return text_of(compare{problem = p, samples = 1200, step = 0.1, methods = {{"bsgd"}, {"e-bsgd"}}}:plot())
    end},
    {"advantage", function(p)
        return compare{problem = p, samples = 1200, step = 0.1, reps = 3, methods = {{"bsgd"}, {"e-bsgd"}}}:advantage()
    end},
    {"tune", function(p)
        return tune{problem = p, samples = 1200, reps = 2, methods = {{"bsgd"}}, grid = {step = {1e-3, 1e3}}}
    end},
}

for _, data in ipairs(tables) do
    for _, each in ipairs(built_in) do
        for _, l2 in ipairs {0, 0.1, 1e200} do
            for _, noise in ipairs(each.noises or {0}) do
                local at = name_of(each[1], data[1], "l2 " .. l2, "noise " .. noise)
                local p = sound(at, function() return each[2](data, l2, noise) end)
                for _, experiment in ipairs(p and experiments or {}) do
                    sound(name_of(experiment[1], at), function() return experiment[2](p) end)
                end
            end
        end
    end
end

-- Options beyond all sense.
local p = problem.invariant_logistic{n = 20, d = 2}
local options = {
    step = {nan, inf, -1, 0, 1e300, 5e-324, function() return nan end, function() return inf end, function() end,
        schedule.inv_sqrt(1e300), schedule.step(1e-300, {every = 1, factor = 1e-300})},
    x0 = {vec{nan, 0}, vec{inf, 0}, vec{1e200, 1e200}, vec.zeros(1), {}, 7},
    clip = {nan, 0, 1e-300, 1e300},
    tol = {nan, 0, 1e-300, 1},
    samples = {nan, inf, -1, 0.5, 1, 0x1p60},
    update = {function(x) return nan * x end, function() return nan end, function() end},
    metrics = {{a = function() return nan end}, {a = function() return inf end}, {a = function() end}},
    record = {nan, 0, 1e300},
    on_record = {function() return nan end, function() error "mine" end},
}
for name, list in pairs(options) do
    for i, value in ipairs(list) do
        sound(("option %s, value %d"):format(name, i), function()
            local all = {problem = p, method = "bsgd", step = 0.1, samples = 40, reps = 2}
            all.step = name ~= "update" and all.step or nil
            all[name] = value
            return run(all)
        end)
    end
end
for _, eps in ipairs {nan, inf, 0, 1e-300, 1e300} do
    for _, method in ipairs(methods) do
        sound(name_of("theory.plan", method, "eps " .. eps), function()
            local plan = theory.plan(method, {eps = eps, problem = p})
            for key, value in pairs(plan) do
                assert(value == value and value ~= inf, key .. " is a finite number")
            end
        end)
    end
end
for _, value in ipairs {nan, inf, 0, 1e-300, 1e300} do
    for _, key in ipairs {"m", "a2", "a3", "a4", "sigma2", "L_q"} do
        sound(name_of("theory.bound", key .. " " .. value), function()
            local all = {order = 2, m = 1, a2 = 1, a3 = 1, a4 = 1, sigma2 = 1, sigma3 = 1, sigma4 = 1}
            all[key] = value
            assert(theory.bound(all) == theory.bound(all), "no bound is a NaN")
        end)
    end
    sound("extrap.new, weight " .. value, function()
        return extrap.new{{size = 1, weight = value}, {size = 2, weight = 2}}
    end)
end

-- Figures that hold what is not finite, huge or rounding say how they were made, and are made again.
local laws = {
    {"normal", dist.normal{mean = 0, sd = 1}}, {"tiny", dist.normal{mean = 0, sd = 1e-200}},
    {"huge", dist.normal{mean = 1e150, sd = 1e150}}, {"point", dist.discrete({2}, {1})},
    {"coin", dist.bernoulli(0.5)}, {"rare coin", dist.bernoulli(1e-9)}, {"rows", dist.empirical(vec{-1e200, 1e200})},
}
local polys = {poly{0}, poly{1, 2}, poly{0, 0, 1}, poly{0, 0, 1e200}, poly{0, 0, 1e-200}, poly{1e12, 0, 0, 1}}
for _, law in ipairs(laws) do
    for _, q in ipairs(polys) do
        for name, experiment in pairs {bias = bias, running = running} do
            for _, kind in ipairs {"pdf", "svg", "png"} do
                sound(name_of("figure", name, law[1], tostring(q), kind), function()
                    local path = t.path("figure." .. kind)
                    local short = {bias = {m = {1, 2}, reps = 50}, running = {reps = 32, runs = 2}}
                    local all = short[name]
                    all.q, all.dist = q, law[2]
                    experiment(all):plot():save(path)
                    local _, same, why = reproduce(path)
                    assert(same == true, "a figure is made again: " .. tostring(why))
                end)
            end
        end
    end
end

t.done()
