-- Every experiment on hostile values: constants, NaN, infinities, huge and tiny numbers, point masses, linear
-- functions, one row. Whatever comes, errors are those of the caller's line, unknown cells have a reason, and rounding
-- earns no slope and no verdict.
local t = dofile "tests/lua/harness/tap.lua"

local sound = loadfile "tests/lua/harness/sound.lua"(t)
local nan, inf = 0 / 0, math.huge

local functions = {
    {"constant", function() return 3 end, nothing = true},
    {"zero", poly{0}, nothing = true},
    {"linear", poly{1, 2}, nothing = true},
    {"huge linear", poly{1e200, 1e200}, nothing = true},
    {"tiny linear", poly{0, 1e-200}, nothing = true},
    {"square", poly{0, 0, 1}},
    {"quintic", poly{0, 5, -10, 10, -5, 1}},
    {"huge square", poly{0, 0, 1e200}},
    {"tiny square", poly{0, 0, 1e-200}},
    {"offset square", poly{1e12, 0, 1}},
    {"exp", math.exp},
    {"log", math.log},
    {"inverse", function(s) return 1 / s end},
    {"root", math.sqrt},
    {"far relu", function(s) return math.relu(s - 5) end},
    {"kink", math.abs},
    {"step", function(s) return where(s, 1, 0) end},
    {"guard", function(s) if s == 0 or s == 1 then return 0 end return s * math.log(s) end},
    {"nan", function() return nan end},
    {"minus infinity", function() return -inf end},
    {"nan below 0", function(s) return where(s, s, nan) end},
    {"overflow", function(s) return math.exp(1000 * s) end},
}

local laws = {
    {"normal", dist.normal{mean = 0, sd = 1}},
    {"narrow normal", dist.normal{mean = 1e8, sd = 1e-8}},
    {"tiny normal", dist.normal{mean = 0, sd = 1e-200}},
    {"huge normal", dist.normal{mean = 1e150, sd = 1e150}},
    {"point", dist.discrete({2}, {1}), nothing = true},
    {"point at 0", dist.discrete({0}, {1}), nothing = true},
    {"coin", dist.bernoulli(0.5)},
    {"sure coin", dist.bernoulli(1), nothing = true},
    {"rare coin", dist.bernoulli(1e-9)},
    {"exponential", dist.exponential{mean = 1}},
    {"ramp", dist.ramp(0, 2)},
    {"uniform", dist.uniform(-1, 1)},
    {"one row", dist.empirical(vec{0.5}), nothing = true},
    {"equal rows", dist.empirical(vec{0.7, 0.7, 0.7}), nothing = true},
    {"far rows", dist.empirical(vec{-1e200, 1e200})},
    {"custom", dist.custom{draw = function(rng) return rng:uniform() end}},
    {"custom with moments", dist.custom{draw = function(rng) return rng:uniform() end, moments = {1 / 2, 1 / 3}}},
}

local function name_of(...)
    return table.concat({...}, ", ")
end

for _, law in ipairs(laws) do
    local d = law[2]
    for _, f in ipairs(functions) do
        local q, nothing = f[2], f.nothing or law.nothing
        for k = 1, 3 do
            sound(name_of("estimate", f[1], law[1], "order " .. k), function()
                return extrap.order(k):estimate(q, d, {m = 2, reps = 50})
            end)
            sound(name_of("exact", f[1], law[1], "order " .. k), function()
                local value, why = extrap.order(k):bias(q, d, {m = 2})
                assert(value == nil or value == value, "no value is a NaN")
                assert(value ~= nil or type(why) == "string", "an unknown value has a reason")
            end)
        end
        local c = sound(name_of("bias", f[1], law[1]), function()
            return bias{q = q, dist = d, m = {1, 2, 4}, reps = 50, operators = {1, 2}}
        end)
        if c then
            sound(name_of("slopes", f[1], law[1]), function() return c:slopes() end, nothing)
            sound(name_of("bias plot", f[1], law[1]), function() return c:plot():text{cols = 60, rows = 15} end)
        end
        local r = sound(name_of("running", f[1], law[1]), function()
            return running{q = q, dist = d, reps = 32, runs = 2, operators = {1, 2}}
        end)
        if r then
            sound(name_of("running plot", f[1], law[1]), function() return r:plot():text{cols = 60, rows = 15} end)
        end
    end
end

local samples = {
    {"one row", vec{0.5}, nothing = true},
    {"two rows", vec{0.5, 0.25}},
    {"equal rows", vec{0.7, 0.7, 0.7, 0.7, 0.7}, nothing = true},
    {"zeros", vec.zeros(10), nothing = true},
    {"huge", 1e200 * vec.linspace(-1, 1, 20)},
    {"tiny", 1e-200 * vec.linspace(-1, 1, 20)},
    {"far", 1e8 + 1e-8 * vec.linspace(-1, 1, 20)},
    {"mixed", vec{1e-200, 1e200, -1e200, 0, 1, 1, 1, 1, 1, 1}},
    {"thirty flips", vec{1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0}},
}

for _, sample in ipairs(samples) do
    for _, f in ipairs(functions) do
        for k = 1, 3 do
            sound(name_of("correct", f[1], sample[1], "order " .. k), function()
                return correct(f[2], sample[2], {order = k, splits = 20})
            end, f.nothing or sample.nothing)
            sound(name_of("apply", f[1], sample[1], "order " .. k), function()
                extrap.order(k):apply(f[2], sample[2]:slice(1, math.min(#sample[2], 4)))
            end)
        end
    end
    sound(name_of("correct, log weights", sample[1]), function()
        return correct(function(l) return l end, sample[2], {log = true})
    end, sample.nothing)
end
for _, value in ipairs {nan, inf, -inf} do
    sound("correct, " .. value, function() return correct(poly{0, 0, 1}, vec{1, value, 2}) end)
    sound("correct, log weights, " .. value, function()
        return correct(function(l) return l end, vec{1, value, 2, value}, {log = true})
    end)
    sound("empirical, " .. value, function() return dist.empirical(vec{1, value}):mean() end)
end

local outers = {
    {"square", function(y) return y * y end},
    {"log", math.log},
    {"exp", math.exp},
    {"inverse", function(y) return 1 / y end},
    {"linear", function(y) return 2 * y end},
    {"constant", function(y) return 0 * y + 1 end},
    {"nan", function(y) return y * nan end},
    {"huge", function(y) return 1e200 * y * y end},
    {"tiny", function(y) return 1e-200 * y * y end},
    {"downhill", function(y) return -y * y end},
    {"kink", math.abs},
    {"offset", function(y) return 1e12 + y * y end},
}
local inners = {
    {"normal", dist.normal{mean = 0, sd = 1}},
    {"point", dist.discrete({0}, {1})},
    {"far", dist.normal{mean = 1e100, sd = 1e100}},
    {"heavy", dist.custom{draw = function(rng) return 1 / rng:uniform() ^ 2 end}},
}
local starts = {0, 1, -1, 1e150}

-- A problem's experiments, {name, function(problem) -> what it returns, same: methods are alike}.
local pairs_of_runs = {{"bsgd", m = 1, label = "a"}, {"bsgd", m = 1, label = "b"}}
local experiments = {
    {"check", function(p) return p:check() end},
    {"objective", function(p) p:objective(vec{0.5}); p:gradient(vec{0.5}) end},
    {"minimizer", function(p)
        local x, why = p:minimizer()
        assert(x or type(why) == "string", "an unknown minimizer has a reason")
        assert(not x or x:norm() == x:norm(), "no minimizer is a NaN")
    end},
    {"moments", function(p) return estimator(p, {m = 2}):moments(nil, {reps = 20}) end},
    {"moments of e-bsgd", function(p) return estimator(p, {method = "e-bsgd", m = 1}):moments(nil, {reps = 20}) end},
    {"moments of ru-mlmc", function(p) return estimator(p, {method = "ru-mlmc"}):moments(nil, {reps = 20}) end},
    {"values", function(p) return estimator(p, {of = "value", order = 2}):moments(nil, {reps = 20}) end},
    {"levels", function(p) return estimator(p, {method = "v-mlmc", L = 2}):levels(nil, {reps = 20, eps = {0.1}}) end},
    {"bias", function(p) return bias{problem = p, m = {1, 2}, reps = 20, operators = {1, 2}} end},
    {"run", function(p) return run{problem = p, method = "bsgd", step = 0.1, samples = 40, reps = 2, record = 5} end},
    {"plot of run", function(p)
        return run{problem = p, method = "e-bsgd", step = 0.1, samples = 40, reps = 2}:plot():text{cols = 60, rows = 15}
    end},
    {"compare", function(p)
        return compare{problem = p, samples = 60, step = 1, reps = 2, record = 5,
            methods = {{"bsgd"}, {"e-bsgd"}, {"rt-mlmc", L = 1}}}
    end},
    {"advantage", function(p)
        return compare{problem = p, samples = 40, step = 0.01, reps = 3, methods = pairs_of_runs}:advantage()
    end, alike = true},
    {"tune", function(p)
        return tune{problem = p, samples = 40, reps = 2, methods = {{"bsgd"}, {"e-bsgd"}}, grid = {step = {1e-3, 1e3}}}
    end},
}

for _, outer in ipairs(outers) do
    for _, inner in ipairs(inners) do
        for _, start in ipairs(starts) do
            for _, known in ipairs {false, true} do
                local at = name_of(outer[1], inner[1], "x0 " .. start, known and "g_mean" or "no g_mean")
                local p = sound("problem " .. at, function()
                    return problem.new{dim = 1, outer = 1, inner = inner[2], x0 = {start}, f = outer[2],
                        g = function(x, _, eta) return x[1] + eta end,
                        g_mean = known and function(x) return x[1] end or nil}
                end)
                for _, experiment in ipairs(p and experiments or {}) do
                    sound(experiment[1] .. ", " .. at, function()
                        return experiment[2](p)
                    end, experiment.alike)
                end
            end
        end
    end
end

t.done()
