-- The least F of problem.new holds for any start and shape, or is called what it is.
local t = dofile "tests/lua/harness/tap.lua"

-- F(x) = f(x) exactly: g is x itself, and its mean is known.
local function shape(f, x0)
    return problem.new{
        dim = #x0, outer = 1, inner = dist.normal{mean = 0, sd = 1}, x0 = x0, f = f,
        g = function(x, _, eta) return x + eta end, g_mean = function(x) return x end,
    }
end

local unbounded = "F is unbounded below"
local falling = "F has no minimum: it keeps falling away from 0"
local found = "F is not convex: this is the least of the minima that were found"

local function square(y) return y:dot(y) end

-- {name, f, starts, why there is none} or {name, f, starts, least, is not convex}
local shapes = {
    {"a hill", function(y) return -square(y) end, {{0}, {3}, {0, 0}, {1, -2, 0.5}}, unbounded},
    {"a slope", function(y) return y:sum() end, {{0}, {5}, {0, 0, 0}}, unbounded},
    {"a gentle slope", function(y) return -math.log(1 + square(y)) end, {{0}, {2, 2}}, falling},
    {"a cube", function(y) return y[1] ^ 3 end, {{0}, {1}, {-1}}, unbounded},
    {"a saddle", function(y) return y[1] ^ 2 - y[2] ^ 2 end, {{0, 0}, {1, 0}}, unbounded},
    {"a saddle of ten", function(y) return 2 * square(y) - 3 * y[4] ^ 2 end, {vec.zeros(10):table()}, unbounded},
    {"a pole", function(y) return math.log(y[1]) end, {{1}, {-1}}, unbounded},
    {"a decay", function(y) return math.exp(-y[1]) end, {{0}, {-1}}, falling},
    {"a kink", function(y) return math.abs(y[1] - 0.3) end, {{0}, {2}}, 0, false},
    {"a bowl", function(y) return square(y - 1) end, {{0}, {1}, {-7, 9}}, 0, false},
    {"a flat bowl", function(y) return (y[1] - 1) ^ 4 end, {{0}, {1}, {-7}}, 0, false},
    {"a sharp kink", function(y) return math.abs(y[1]) + math.abs(y[1] - y[2] / 3) end, {{0, 0}}, 0, false},
    {"a constant", function(y) return 0 * y[1] + 4 end, {{0}, {1}}, 4, false},
    {"a high bowl", function(y) return 1e6 + square(y) end, {{0}, {3, 4}}, 1e6, false},
    {"log of a sum", function(y) return math.log(math.exp(y[1]) + math.exp(-y[1])) end, {{0}, {2}}, math.log(2), false},
    {"two wells", function(y) return y[1] ^ 4 - y[1] ^ 2 end, {{0}, {1}, {-3}}, -0.25, true},
    {"two wells of ten", function(y) return square(y) + y[3] ^ 4 - 2 * y[3] ^ 2 end, {vec.zeros(10):table()},
        -0.25, true},
    {"uneven wells", function(y) return y[1] ^ 4 - y[1] ^ 2 + 0.1 * y[1] end, {{0}, {0.5}, {-0.5}},
        -0.3219193, true},
    {"a wide bump", function(y) return square(y) / 100 - 2 * math.exp(-square(y - 3) / 8) end, {{0}, {0, 0}}, nil,
        true},
}

for _, one in ipairs(shapes) do
    local name, f, starts, want, not_convex = table.unpack(one, 1, 5)
    for _, x0 in ipairs(starts) do
        local p = shape(f, x0)
        local x, least, how = p:minimizer()
        local at = ("%s from %s"):format(name, tostring(vec(x0)))
        if type(want) == "string" then
            t.equal({x, least}, {nil, want}, at)
            t.ok(not tostring(p):find "least", at .. " has no least F")
        else
            t.near(least or math.huge, want or least, 1e-5, at)
            t.equal(how, not_convex and found or nil, at .. ": convex or not")
            t.near(x and p:objective(x) or math.huge, least, 1e-12 * (1 + math.abs(least)), at .. ": F there")
            t.ok(tostring(p):find("least F found", 1, true), at .. " is called found")
        end
    end
end

-- No point nearby, whatever the random quadratic, is lower than a minimum that is called one.
local rng = rng.new(7)
for trial = 1, 20 do
    local n = 1 + trial % 5
    local scale = rng:normal(n)
    local p = shape(function(y) return (scale * y * y):sum() + y:sum() end, vec.zeros(n):table())
    local x, why = p:minimizer()
    t.equal(x == nil, scale:min() <= 0, ("quadratic %d has a minimum where it bends up"):format(trial))
    if not x then
        t.equal(why, unbounded, ("quadratic %d is unbounded"):format(trial))
    end
end

t.ok(tostring(problem.instrumental{n = 50}):find ", least F %d", "what is known to be convex has a least F")

-- A run says what its gap is measured from.
local function noted(f, x0)
    local p = shape(f, {x0})
    return tostring(run{problem = p, method = "bsgd", step = 1e-6, samples = 20, reps = 2, x0 = {17}})
end
t.ok(noted(function(y) return y[1] ^ 4 - y[1] ^ 2 end, 1):find("F less the least F found", 1, true),
    "a gap is of what was found")
t.ok(not noted(function(y) return y[1] ^ 4 end, 1):find("found", 1, true), "a gap of a convex F needs no word")
local below = noted(function(y) return y[1] ^ 2 / 100 - 50 * math.exp(-1000 * (y[1] - 17) ^ 2) end, 0)
t.ok(below:find("this run goes below it", 1, true), "a run that finds less says so")

-- An objective that is estimated is called so, in runs and comparisons, from files too; an exact one is not.
local words = "objective: F is estimated"
local function estimated(g_mean)
    return problem.new{dim = 1, outer = 1, inner = dist.normal{mean = 0, sd = 1},
        f = function(y) return -math.exp(y) end, g = function(x, _, eta) return x + eta end, g_mean = g_mean}
end
for name, case in pairs{estimated = {estimated(), true}, exact = {estimated(function(x) return x end), false}} do
    local o = {problem = case[1], step = 1e-3, samples = 20, reps = 2}
    local set = compare{problem = o.problem, step = o.step, samples = o.samples, reps = o.reps,
        methods = {{"bsgd"}, {"bsgd", label = "b"}}}
    local r = run{problem = o.problem, step = o.step, samples = o.samples, reps = o.reps, method = "bsgd"}
    r:save(t.path "run")
    for where, result in pairs{run = r, comparison = set, file = run.load(t.path "run")} do
        t.equal(tostring(result):find(words, 1, true) ~= nil, case[2], ("%s F, said by the %s"):format(name, where))
    end
end

t.done()
