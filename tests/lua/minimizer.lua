-- The least F of problem.new holds for any start and shape, or is called what it is.
local t = dofile "tests/lua/harness/tap.lua"
local minimized = dofile "tests/lua/harness/minimized.lua"

-- F(x) = f(x) exactly, of a vec.
local function shape(f, x0, l2)
    return problem.new{
        dim = #x0, outer = 1, inner = dist.normal{mean = 0, sd = 1}, x0 = x0, f = f, l2 = l2,
        g = function(x, _, eta) return x + eta end, g_mean = function(x) return x end,
    }
end

local unbounded = "F is unbounded below"
local unreached = "F has no minimum: it falls towards a value that it does not reach"
local bent = "F is not convex: this is the least F that was found"
local found = "this is the least F that was found: a lower one may exist"

local function square(y) return y:dot(y) end

-- {name, f, starts, why there is none} or {name, f, starts, least, what is said of it where it is not proved}
local shapes = {
    {"a hill", function(y) return -square(y) end, {{0}, {3}, {0, 0}, {1, -2, 0.5}}, unbounded},
    {"a slope", function(y) return y:sum() end, {{0}, {5}, {0, 0, 0}}, unbounded},
    {"a gentle slope", function(y) return -math.log(1 + square(y)) end, {{0}, {2, 2}}, unbounded},
    {"a cube", function(y) return y[1] ^ 3 end, {{0}, {1}, {-1}}, unbounded},
    {"a saddle", function(y) return y[1] ^ 2 - y[2] ^ 2 end, {{0, 0}, {1, 0}}, unbounded},
    {"a saddle of ten", function(y) return 2 * square(y) - 3 * y[4] ^ 2 end, {vec.zeros(10):table()}, unbounded},
    {"a pole", function(y) return math.log(y[1]) end, {{1}, {-1}}, "F falls without bound near x = 0"},
    {"a decay", function(y) return math.exp(-y[1]) end, {{0}, {-1}}, unreached},
    {"a kink", function(y) return math.abs(y[1] - 0.3) end, {{0}, {2}}, 0},
    {"a bowl", function(y) return square(y - 1) end, {{0}, {1}, {-7, 9}}, 0},
    {"a valley", function(y) return (y[1] - y[2]) ^ 2 + 1e-6 * (y[1] - 5) ^ 2 end, {{0, 0}, {9, 1}}, 0},
    {"a flat valley", function(y) return (y[1] - y[2]) ^ 2 + 1e-12 * (y[1] - 5) ^ 2 end, {{0, 0}, {9, 1}}, 0},
    {"a flat valley of three", function(y)
        return (y[1] - y[2]) ^ 2 + y[3] ^ 2 + 1e-13 * (y[1] + 7) ^ 2
    end, {{0, 0, 0}}, 0},
    {"a flat bowl", function(y) return (y[1] - 1) ^ 4 end, {{0}, {1}, {-7}}, 0},
    {"a sharp kink", function(y) return math.abs(y[1]) + math.abs(y[1] - y[2] / 3) end, {{0, 0}}, 0},
    {"a constant", function(y) return 0 * y[1] + 4 end, {{0}, {1}}, 4},
    {"a high bowl", function(y) return 1e6 + square(y) end, {{0}, {3, 4}}, 1e6},
    {"log of a sum", function(y) return math.log(math.exp(y[1]) + math.exp(-y[1])) end, {{0}, {2}}, math.log(2)},
    {"two wells", function(y) return y[1] ^ 4 - y[1] ^ 2 end, {{0}, {1}, {-3}}, -0.25, bent},
    {"two wells of ten", function(y) return square(y) + y[3] ^ 4 - 2 * y[3] ^ 2 end, {vec.zeros(10):table()},
        -0.25, bent},
    {"uneven wells", function(y) return y[1] ^ 4 - y[1] ^ 2 + 0.1 * y[1] end, {{0}, {0.5}, {-0.5}},
        -0.3219193, bent},
    {"a wide bump", function(y) return square(y) / 100 - 2 * math.exp(-square(y - 3) / 8) end, {{0}, {0, 0}}, nil,
        bent},
}

for _, one in ipairs(shapes) do
    local name, f, starts, want, unproved = table.unpack(one, 1, 5)
    for _, x0 in ipairs(starts) do
        local p = shape(f, x0)
        local x, least, how = p:minimizer()
        local at = ("%s from %s"):format(name, tostring(vec(x0)))
        if type(want) == "string" then
            t.equal({x, least}, {nil, want}, at)
            t.ok(not tostring(p):find "least", at .. " has no least F")
        else
            t.near(least or math.huge, want or least, 1e-5, at)
            t.equal(how, unproved, at .. ": proved or not")
            t.near(x and p:objective(x) or math.huge, least, 1e-12 * (1 + math.abs(least)), at .. ": F there")
            t.equal(tostring(p):find("least F found", 1, true) ~= nil, unproved ~= nil, at .. " is called what it is")
        end
    end
end

-- No point nearby, whatever the random quadratic, is lower than a minimum that is called one.
local random = rng.new(7)
for trial = 1, 20 do
    local n = 1 + trial % 5
    local scale = random:normal(n)
    local p = shape(function(y) return (scale * y * y):sum() + y:sum() end, vec.zeros(n):table())
    local x, why = p:minimizer()
    t.equal(x == nil, scale:min() <= 0, ("quadratic %d has a minimum where it bends up"):format(trial))
    if not x then
        t.equal(why, unbounded, ("quadratic %d is unbounded"):format(trial))
    end
end

t.ok(tostring(problem.instrumental{n = 50}):find ", least F %d", "what is known to be convex has a least F")

-- Of random problems whose least F is known nothing is said that is not so, and most are found.
local missed = {["bent valley"] = true, ["valley above a value"] = true, ["narrow well"] = true, ["odd pole"] = true}
local count, all = 0, 0
for name, make in minimized.each(rng.new(11)) do
    for _ = 1, os.getenv "QUICK" and 2 or 4 do
        local case = make()
        local wrong, right = minimized.judge(minimized.problem(case[1], case[2]), case)
        t.equal(wrong, nil, name .. ": nothing wrong is said")
        count, all = count + (right and 1 or 0), all + (missed[name] and 0 or 1)
    end
end
t.ok(count > 0.9 * all, ("%d of %d least values are known"):format(count, all))

-- A search begins at 0, too: what is least there is found from any start.
for name, make in minimized.each(rng.new(4)) do
    for k = 1, name == "logistic" and 30 or 0 do
        local case = make()
        local wrong, right = minimized.judge(minimized.problem(case[1], case[2]), case)
        t.equal({wrong or "nothing", right}, {"nothing", true},
            ("%s %d: what is wrong, and that it is known"):format(name, k))
    end
end

-- What a penalty does is seen, too; and convex means of g, of data sets.
local penalized = shape(function(y) return math.exp(y:sum()) end, {0, 0}, 1e-3)
t.equal(select("#", penalized:minimizer()), 2, "a penalty makes a minimum of a slope")
local sets = problem.new{dim = 2, outer = 2, inner = {mat{{1, 2}, {3, 4}}, mat{{-1, 0}, {2, 1}, {0, 5}}},
    g = function(x, _, eta) return eta:dot(x) end, f = function(y) return math.softplus(y) + y ^ 2 end}
t.equal(select("#", sets:minimizer()), 2, "data sets: proved")
local steps = problem.new{dim = 1, outer = 2, inner = {vec{1, 2}, vec{3}},
    g = function(x, _, eta) return x[1] ^ 2 * eta end, f = function(y) return math.sin(y) end}
t.equal(select(3, steps:minimizer()), bent, "data sets: not convex")

-- Plain functions are not proved to be anything.
local plain = shape(function(y) if y[1] > 1 then return y[1] * y[1] end return y[1] ^ 2 end, {1})
t.equal(select(3, plain:minimizer()), found, "plain Lua is not proved")

-- A run says what its gap is measured from.
local function noted(f, x0)
    local p = shape(f, {x0})
    return tostring(run{problem = p, method = "bsgd", step = 1e-6, samples = 20, reps = 2, x0 = {17}})
end
t.ok(noted(function(y) return y[1] ^ 4 - y[1] ^ 2 end, 1):find("F minus the least F found", 1, true),
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

-- The size of F decides what may be left: a point that is not the minimum is not proved to be, however small F is.
for i, f in ipairs{
    function(y) return (y - 1) ^ 4 end, function(y) return (y / 1e20 - 1) ^ 2 end,
    function(y) return math.logcosh(y / 1e20 - 1) end,
} do
    for _, size in ipairs{1, 1e-8, 1e-16, 1e-100} do
        local p = problem.new{dim=1, outer=1, inner=dist.normal{mean=0, sd=1}, x0={3},
            g=function(x, _, eta) return x[1] + eta end, g_mean=function(x) return x[1] end,
            f=function(y) return size * f(y) end}
        local _, least, doubt = p:minimizer()
        t.ok(doubt or least <= 1e-9 * size, ("size %g of %d: %g is proved to be 0"):format(size, i, least or 0))
    end
end

t.done()
