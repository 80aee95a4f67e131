-- A built-in problem, rewritten in ten lines of Lua.
-- Invariant logistic regression: the same problem as the built-in one, on the same draws.
local built_in = problem.invariant_logistic{n = 2000, d = 10, noise_var = 100, l2 = 0.1}
local mine = problem.new{
    dim = 10, l2 = 0.1, outer = built_in:data(), x0 = built_in:start(),
    inner = function(rng, xi) return xi.a + 10 * rng:normal(10) end,
    g = function(x, _, eta) return eta:dot(x) end,
    f = function(y, xi) return math.softplus(-xi.b * y) end,
    g_mean = function(x, xi) return xi.a:dot(x) end,
}
print("derivatives agree with differences: " .. tostring(mine:check().ok))
for _, row in ipairs(mine:explain():rows()) do
    print(("%-14s %s, %d operations"):format(row.part, row.runs, row.operations))
end

local x, F = mine:minimizer()
local want, least = built_in:minimizer()
print(("minimum %.6f, built in %.6f, the same point: %s"):format(F, least, (x - want):norm() < 1e-10))
for _, method in ipairs {"e-bsgd", "e-bspiderboost", "e-nestedvr", "msvr"} do
    local ends = {}
    for i, p in ipairs {mine, built_in} do
        ends[i] = run{problem = p, method = method, step = 1e-4, steps = 300, reps = 3, seed = 1}:final().x
    end
    local apart = 0
    for i = 1, 3 do
        apart = math.max(apart, (ends[1][i] - ends[2][i]):norm())
    end
    print(("%-14s ends at the same points: %s"):format(method, apart < 1e-12))
end

local rows = compare{
    problem = mine, samples = 3e5, step = 1e-3, reps = 10, seed = 1, methods = {{"bsgd", m = 20}, {"e-bsgd", m = 10}},
}:advantage():rows()
print(("gap of bsgd %.3f, of e-bsgd %.3f: extrapolation %s"):format(rows[1].mean, rows[2].mean, rows[2].verdict))

--> derivatives agree with differences: true
--> g              compiled, 39 operations
--> Jacobian of g  compiled, 30 operations
--> f              compiled, 3 operations
--> grad f         compiled, 5 operations
--> g_mean         compiled, 44 operations
--> minimum 0.444368, built in 0.444368, the same point: true
--> e-bsgd         ends at the same points: true
--> e-bspiderboost ends at the same points: true
--> e-nestedvr     ends at the same points: true
--> msvr           ends at the same points: true
--> gap of bsgd 0.162, of e-bsgd 0.110: extrapolation helps
