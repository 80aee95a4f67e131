-- correct: what its random splits leave to the seed. Over seeds, the verdict is one or "cannot tell", and the value
-- scatters by the error that is stated, or by less.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"
local seeds = quick and 5 or 6
if rawget(_G, "whole") then -- in tests/long
    seeds = 12
end

local laws = {
    {"normal", function(g, n) return g:normal(n) end},
    {"exponential", function(g, n) return g:exponential(1, n) end},
    {"uniform", function(g, n) return 2 * g:uniform(n) end},
}
local functions = {
    {"a square", poly{0, 0, 1}}, {"a cubic", poly{0, 1, -1, 1}}, {"exp", math.exp},
    {"a steep exp", function(s) return math.exp(2 * s) end},
    {"a bell", function(s) return 1 / (1 + s * s) end},
    {"a wave", function(s) return math.sin(3 * s) end},
    {"a kink", function(s) return math.abs(s - 0.7) end},
    {"relu", function(s) return math.relu(s - 1.2) end},
}
local quadratics = {
    {"s^2", poly{0, 0, 1}, function(g) return g:normal(40) end},
    {"a parabola far away", poly{5, 3, -2}, function(g) return 1e4 + g:normal(40) end},
    {"a product", function(v) return v[1] * v[2] end, function(g)
        return mat.columns{g:normal(40), g:exponential(1, 40)}
    end},
    {"a square of weights", function(l) return math.exp(2 * l) end, function(g) return g:normal(40) end, {log=true}},
}

local function ask(q, rows, seed, more)
    local o = {seed=seed}
    for name, value in pairs(more or {}) do
        o[name] = value
    end
    return correct(q, rows, o)
end

-- Quadratics: nothing is left to the seed, at any order, whether n is a multiple of the blocks or not.
for i, case in ipairs(quadratics) do
    local rows = case[3](rng.new(i))
    for order = 2, 5 do
        local more = {order=order, log=case[4] and true}
        local first, name = ask(case[2], rows, 1, more), ("%s, order %d"):format(case[1], order)
        for seed = 2, 4 do
            local c = ask(case[2], rows, seed, more)
            t.near(c.removed / first.removed, 1, 1e-6, name .. ": no seed")
            t.equal(c.verdict, first.verdict, name .. ": one verdict")
        end
    end
end

-- Counts the verdicts of each operator over seeds, and adds how far values are from their mean, in stated errors.
local function try(q, rows, order, far)
    local count, value, error = {}, {}, {}
    for seed = 1, seeds do
        local c = ask(q, rows, seed, {order=order})
        value[seed], error[seed] = c.value, c.split_se
        for _, row in ipairs(c:rows()) do
            local of = count[row.operator] or {helps = 0, hurts = 0, ["no difference"] = 0, unknown = 0}
            of[row.verdict or "unknown"] = of[row.verdict or "unknown"] + 1
            count[row.operator] = of
        end
    end
    local mean = vec(value):mean()
    for seed = 1, seeds do
        if error[seed] > 0 then
            far[seed] = far[seed] + ((value[seed] - mean) / error[seed])^2
            far.cases = far.cases + 1 / seeds
        end
    end
    return count
end

-- How often a verdict is another one than the most frequent.
local function changes(of)
    local most = math.max(of.helps, of.hurts, of["no difference"])
    return of.helps + of.hurts + of["no difference"] - most
end

local orders, case, told, all = {}, 0, 0, 0
for order = 2, 5 do
    orders[order] = {cases = 0}
    for seed = 1, seeds do
        orders[order][seed] = 0
    end
end
for _, law in ipairs(laws) do
    for _, q in ipairs(functions) do
        case = case + 1
        local order, n = 2 + case % 4, ({20, 33, 60})[case % 3 + 1]
        for operator, of in pairs(try(q[2], law[2](rng.new(case), n), order, orders[order])) do
            local name = ("%s of %d rows, %s, %s"):format(q[1], n, law[1], operator)
            t.ok(changes(of) <= seeds / 20, name .. ": one verdict over seeds")
            told, all = told + seeds - of.unknown, all + seeds
        end
    end
end
t.ok(told > 0.75 * all, "most verdicts are told")
for order = 2, 5 do
    local far = orders[order]
    local z = vec(far) / far.cases * seeds / (seeds - 1)
    local name = ("order %d: the error of the splits"):format(order)
    t.ok(z:mean() < 1.05^2 + 5 * z:sd() / math.sqrt(seeds), name .. " is not understated")
    t.ok(z:mean() > 0.1, name .. " is not far too large")
    print(("# %s: values scatter by %.2f of it"):format(name, math.sqrt(z:mean())))
end
print(("# told: %.3f"):format(told / all))
t.done()
