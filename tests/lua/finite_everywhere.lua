-- Numbers that are not finite, wherever they come from, in every experiment: it stops and says why, or refuses in words
-- that name the function. No NaN is printed without a reason, and no error is one of the library's own.
local t = dofile "tests/lua/harness/tap.lua"
local sound = loadfile "tests/lua/harness/sound.lua"(t)

local nan, law = 0 / 0, dist.normal{mean = 0, sd = 1}
local quick = os.getenv "QUICK"

local function make(change)
    local all = {dim = 1, outer = {1, 2, 3, 4}, inner = law, x0 = {0.5},
        g = function(x, xi, eta) return x[1] + xi + 0.5 * eta end, f = function(y) return y * y end}
    return problem.new(t.over(all, change))
end

-- After so many calls a sampler, g or a schedule is spoilt.
local function late(good, bad, after)
    local n = 0
    return function(...)
        n = n + 1
        return n > after and bad or good(...)
    end
end

-- name -> a problem, and options of run where the number comes from there.
local sources = {
    ["data"] = {{outer = {1, 2, 3, 1e200}}},
    ["a sampler that gives nan"] = {{inner = function(rng) return math.log(2.5 - rng:normal()) end}},
    ["a sampler that gives inf"] = {{outer = function(rng) return 1 / math.max(rng:uniform() - 0.1, 0) end}},
    ["a sampler that turns bad"] = {{inner = late(function(rng) return rng:normal() end, nan, 500)}},
    ["g beyond its domain"] = {{g = function(x, xi, eta) return x[1] + xi + 0.01 * math.log(2.5 - eta) end}},
    ["g that overflows"] = {{g = function(x, xi, eta) return x[1] + xi + math.exp(400 * eta) end}},
    ["f beyond its domain"] = {{f = math.log, x0 = {-3}}},
    ["f that overflows"] = {{f = function(y) return math.exp(200 * y * y) end}},
    ["the derivative of f"] = {{f = math.sqrt, outer = {0, 1}, x0 = {0}, inner = dist.bernoulli(0.5)}},
    ["the Jacobian of g"] = {{g = function(x, xi, eta) return math.sqrt(x[1]) + xi * eta end, x0 = {0}}},
    ["steps that run away"] = {{}, step = 1e200},
    ["a step"] = {{}, step = function(k) return k < 4 and 0.01 or nan end},
    ["a batch"] = {{}, m = function(k) return k < 4 and 2 or nan end},
    ["a schedule that overflows"] = {{}, step = schedule.step(0.01, {every = 2, factor = 1e200}), clip = 1e-300},
}

-- name -> function(p, with): what it gives for a problem; with(options) are those of run for it
local experiments = {
    run = function(_, with) return run(with{method = "e-bsgd"}) end,
    compare = function(_, with) return compare(with{methods = {{"bsgd"}, {"e-bsgd"}}}) end,
    advantage = function(_, with) return compare(with{methods = {{"bsgd"}, {"e-bsgd"}}}):advantage() end,
    summary = function(_, with) return compare(with{methods = {{"bsgd"}, {"e-bsgd"}}}):summary() end,
    ["compare to a se"] = function(_, with)
        return compare(with{methods = {{"bsgd"}, {"e-bsgd"}}, se = 0.5, reps = 8})
    end,
    sweep = function(_, with)
        return sweep{over = {seed = {1, 2}}, threads = 1, run = function(v)
            return run(with{method = "bsgd", seed = v.seed})
        end}
    end,
    ["sweep of moments"] = function(p)
        return sweep{over = {m = {1, 2}}, threads = 1, run = function(v)
            return estimator(p, {m = v.m}):moments(nil, {reps = 100})
        end}
    end,
    ["sweep of bias"] = function(p)
        return sweep{over = {m = {1, 2}}, threads = 1, run = function(v)
            return bias{problem = p, m = {v.m}, reps = 100}
        end}
    end,
    ["sweep of levels"] = function(p)
        return sweep{over = {L = {2, 3}}, threads = 1, run = function(v)
            return estimator(p, {method = "rt-mlmc"}):levels(nil, {reps = 100, L = v.L})
        end}
    end,
    ["sweep of races"] = function(_, with)
        return sweep{over = {seed = {1, 2}}, threads = 1, run = function(v)
            return compare(with{methods = {{"bsgd"}, {"e-bsgd"}}, seed = v.seed})
        end}
    end,
    tune = function(_, with)
        local o = with{methods = {{"bsgd"}}}
        o.grid, o.step = {step = {o.step, o.step}}, nil
        return tune(o)
    end,
    complexity = function(p, with)
        local o = with{}
        local step = o.step
        return complexity{problem = p, methods = {{"bsgd", m = 1, step = type(step) == "function"
            and function() return step end or step}}, eps = {0.5}, budget = 500, reps = 2}
    end,
    bias = function(p) return bias{problem = p, m = {1, 2}, reps = 100} end,
    moments = function(p) return estimator(p, {m = 2}):moments(nil, {reps = 200}) end,
    ["moments of the value"] = function(p) return estimator(p, {m = 2, of = "value"}):moments(nil, {reps = 200}) end,
    levels = function(p) return estimator(p, {method = "rt-mlmc"}):levels(nil, {reps = 100, L = 2}) end,
    value = function(p) return value{problem = p, method = "v-mlmc", eps = 0.5, samples = 2e4} end,
    ["value by order"] = function(p) return value{problem = p, order = 2, eps = 0.5, samples = 2e4} end,
    check = function(p) return p:check() end,
}

local function options_of(p, case)
    local given = t.over(case, {problem = p, steps = 12, reps = 3, record = 6})
    given[1], given.step = nil, case.step or 1e-3
    return function(more) return t.over(given, more) end
end

local place = 0
for what, case in pairs(sources) do
    local built, p = pcall(make, case[1])
    sound("a problem with " .. what, function() return built and p or error(p, 0) end)
    for name, experiment in pairs(built and experiments or {}) do
        place = place + 1
        if not quick or place % 4 == 1 then
            sound(("%s: %s"):format(what, name), function() return experiment(p, options_of(p, case)) end)
        end
    end
end

for _, o in ipairs {{method = "v-mlmc"}, {order = 2}, {}} do
    local v = value(t.over(o, {problem = make(sources["g beyond its domain"][1]), eps = 0.01, samples = 1e5}))
    t.ok(tostring(v):find "some values are not finite[^\n]*\ncalled again at x = vec{0.5}, g gives nan in draw %d+\n",
        "value names the function: " .. tostring(v))
end

-- A fixed sample: its numbers are refused, those of q are said.
for what, q in pairs {
    ["log of some"] = function(y) return math.log(y - 2) end, ["inf"] = function(y) return 1 / (y - y) end,
    ["overflow"] = function(y) return math.exp(400 * y) end, ["a root"] = math.sqrt,
} do
    for _, rows in ipairs {{1, 2, 3, 4}, {-1, 0, 1, 2, 3, 4, 5, 6}, {0, 0, 0, 1e300, 1e300}, {1, nan, 3}} do
        local name = ("correct, %s, %d rows"):format(what, #rows)
        sound(name, function() return correct(q, vec(rows)) end)
        sound(name .. ", bias", function() return bias{q = q, dist = dist.empirical(rows), m = {1, 2}, reps = 100} end)
        sound(name .. ", by groups", function()
            local ids, values = {}, {}
            for i = 1, 3 * #rows do
                ids[i], values[i] = (i - 1) % 3 + 1, rows[(i - 1) % #rows + 1]
            end
            return correct(q, values, {by = ids})
        end)
    end
end

-- What a sweep and a summary say of runs that stopped.
local away = make{}
local function steep(seed)
    return {problem = away, steps = 12, reps = 3, step = 1e200, seed = seed}
end
local swept = sweep{over = {seed = {1, 2}}, threads = 1, run = function(v)
    return run(t.over(steep(v.seed), {method = "bsgd"}))
end}
t.equal(swept:rows()[1].why, "3 of 3 replicates diverged", "a sweep says why")
local both = t.over(steep(1), {methods = {{"bsgd"}, {"e-bsgd"}}})
t.ok(tostring(compare(both):summary()):find "\nbsgd: 3 of 3 replicates diverged; e%-bsgd: 3 of 3", "so does a summary")
t.done()
