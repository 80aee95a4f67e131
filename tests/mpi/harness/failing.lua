-- Errors in functions of the user's, and of the world, on several ranks: what pcall gives, and that all go on.
local p = problem.invariant_logistic{n = 100, d = 2}
local N = dist.normal{mean = 0, sd = 1}
local function of(f, ...)
    local done, why = pcall(f, ...)
    print(done, (tostring(why):gsub("table: 0x%x+", "a table")))
end

of(run, {problem = p, method = "bsgd", steps = 20, reps = 3, step = function(t)
    return t < 9 and 1e-3 or error "no step"
end})
print(unfinished():final().step)
of(tune, {problem = p, steps = 20, grid = {m = {1, 2, 4}}, methods = {{"bsgd"}}, step = function() error "no step" end})
of(tune, {problem = p, steps = 20, reps = 2, grid = {m = {1, 2, 4}}, methods = {
    {"bsgd", step = 1e-3}, {"e-bsgd", step = function(t) -- all entries before the first that fails
        print("a step", t)
        return t < 2 and 1e-3 or error "no other step"
    end}}})
print(unfinished())
for _, one in ipairs {{compare, samples = 500}, {complexity, eps = {0.24, 0.2}, budget = 1e4}} do -- by different ranks
    local options = {problem = p, reps = 1, eps = one.eps, samples = one.samples, budget = one.budget, step = 1e-3}
    options.methods = {
        {"bsgd"}, {"e-bsgd", step = function(t) return t > 0.2 and 1e-3 or error "no step" end},
        {"bsgd", label = "last", step = function() error "no last step" end},
    }
    of(one[1], options)
    print(unfinished())
end
of(sweep, {over = {m = {1, 2, 3}}, run = function(v) return v.m < 3 and v.m or error "no point" end})
of(sweep, {over = {m = {1, 2, 3}}, threads = 2, run = function(v) -- of points, what a failed experiment had is not kept
    return v.m < 3 and v.m or run{problem = p, method = "bsgd", steps = 20, step = function(t)
        return t < 9 and 1e-3 or error "no step in a point"
    end}
end})
print(unfinished())
of(sweep, {over = {m = {1, 2, 3}}, threads = 2, run = function(v)
    print("made", v.m)
    return v.m > 1 and v.m or nil
end})
local ids = {}
for i = 1, 120 do
    ids[i] = i % 40
end
local calls = 0
of(correct, function(y)
    calls = calls + 1
    return y > 1.1 and error "too large" or y * y
end, rng.new(1):normal(120), {by = ids})
local q = problem.new{dim = 1, outer = N, inner = N, f = function(y) return y:dot(y) end, g = function(x, theta, eta)
    return theta > 3.4 and error "too far" or x + theta + eta
end}
of(function() return estimator(q, {method = "bsgd"}):moments(q:start(), {reps = 2e4}) end)
-- Of several that fail the first.
local numbers = {}
for i = 1, 400 do
    numbers[i], ids[i] = i % 40 + 1, i % 40
end
of(correct, function(y) return (y == 12 or y == 16 or y == 18) and error("at " .. y) or y * y end, numbers, {by = ids})
for seed = 1, 4 do
    local hot = false
    local f = function(y) return y:dot(y) end
    local r = problem.new{dim = 1, outer = N, inner = N, f = f, g = function(x, theta, eta)
        return theta > 2.4 and hot and error("too far: " .. theta) or x + theta + eta
    end}
    hot = true
    of(function() return estimator(r, {method = "bsgd"}):moments(r:start(), {reps = 2e4, seed = seed}) end)
    local options = {problem = p, method = "bsgd", m = 2, steps = 2000, record = 5, reps = 9, step = 1e-2, seed = seed}
    options.metrics = {first = function(x)
        return math.abs(x[1] - p:start()[1]) > 0.3 and error("large: " .. x[1]) or 1
    end}
    of(run, options)
end
for _, f in ipairs {function() io.open("file", "no mode") end, function() os.date "%Q" end, os.remove, io.popen} do
    print(pcall(f) and "no error" or "an error")
end
of(function() return sweep{over = {m = {1, 2, 3}}, checkpoint = "no_folder/kept", run = function(v) return v.m end} end)
print "the end"
