-- Experiments without an end; arg: NAME READY KEPT: a file that is made once it is well under way, and the checkpoint.
-- Without arguments: the names.
local name, ready, kept = table.unpack(arg)
local begun = 0
local function begin()
    begun = begun + 1
    if begun == 50 then
        io.open(ready, "w"):close()
    end
end

local p, N = problem.invariant_logistic{n = 50, d = 3}, dist.normal{mean = 0, sd = 1}
local function step(t)
    begin()
    return 1 / (t + 99)
end
local function q(s) -- cannot be traced
    begin()
    return s > 0 and s or 2 * s
end
local function slow(s)
    local sum = 0
    for i = 1, 10000 do
        sum = sum + i
    end
    return q(s) + 0 * sum
end
local function nested()
    local made = problem.new{dim = 0, outer = N, inner = N, g = function(_, theta, eta) return theta + eta end, f = q}
    begun = 0
    return made
end
local two = {{"bsgd"}, {"e-bsgd"}}

local experiments = {
    run = function()
        run{problem = p, method = "bsgd", step = 1e-3, samples = 1e12, reps = 3, checkpoint = kept,
            checkpoint_every = 1e6, on_record = function(row)
                begun = row.step > 99 and math.max(49, begun) or 0
                begin()
            end}
    end,
    compare = function()
        compare{problem = p, step = step, samples = 1e12, reps = 1, methods = two, checkpoint = kept}
    end,
    compare_together = function()
        compare{problem = p, step = step, samples = 1e12, reps = 3, methods = two, checkpoint = kept,
            on_record = function() end}
    end,
    tune = function()
        tune{problem = p, step = step, samples = 1e12, grid = {m = {1, 2, 4}}, methods = {{"bsgd"}}, checkpoint = kept}
    end,
    complexity = function()
        complexity{problem = p, eps = {0.2, 1e-9}, reps = 2, methods = two, step = 1e-3, budget = 1e15,
            checkpoint = kept, metrics = {own = function()
                begin()
                return 1
            end}}
    end,
    sweep = function()
        sweep{over = {k = {1, 2, 3, 4, 5, 6}}, checkpoint = kept, run = function(v)
            return run{problem = p, method = "bsgd", m = v.k, step = v.k > 1 and step or 1e-3,
                samples = v.k > 1 and 1e12 or 100}:final().gap
        end}
    end,
    bias = function() bias{q = q, dist = N, m = {1, 2}, reps = 1e9} end,
    moments = function() estimator(nested(), {of = "value", order = 2}):moments(nil, {reps = 1e9}) end,
    levels = function() estimator(nested(), {method = "v-mlmc"}):levels(nil, {L = 8, reps = 1e8}) end,
    value = function() value{problem = nested(), eps = 1e-6} end,
    correct = function()
        local ids = {}
        for i = 1, 20000 do
            ids[i] = i % 2000
        end
        correct(slow, rng.new(1):normal(#ids), {by = ids})
    end,
}

if not name then
    local names = {}
    for each in pairs(experiments) do
        names[#names + 1] = each
    end
    table.sort(names)
    print(table.concat(names, " "))
    return
end
experiments[name]()
print "not interrupted"
