-- Figure 2b with inner batches tuned as well.
-- At ten times the budget; then all methods but V-MLMC are close to each other. Best of a grid (tune): inner batch 30,
-- 100, 300 or 1000, twice that for the plain methods, step 3e-4, 1e-3, .. 0.3, L 4 to 10 for V-MLMC. SOX and MSVR,
-- which also keep a state for each of the n indices, beside them.
local options = ... or {}
local words = figure.part "words"
local p = problem.invariant_logistic{n = 50, noise_var = 100, l2 = 0.1}
local s = compare{
    problem = p, samples = options.quick and 4e5 or 2e7, reps = 10, seed = 1, methods = {
        {"bsgd", m = 600, step = 3e-3}, {"e-bsgd", m = 100, step = 1e-3},
        {"bspiderboost", m = 2000, B1 = 50, B2 = 7, period = 7, step = 0.3},
        {"e-bspiderboost", m = 1000, B1 = 50, B2 = 7, period = 7, step = 0.1},
        {"nestedvr", S1 = 2000, S2 = 200, inner_period = 10, B1 = 50, step = 0.1},
        {"e-nestedvr", S1 = 1000, S2 = 100, inner_period = 10, B1 = 50, step = 0.1},
        {"v-mlmc", L = 10, step = 0.3},
        {"sox", m = 1000, B = 50, step = 0.3}, {"msvr", m = 300, B = 50, step = 0.1},
    },
}
local numbers = s:summary()

-- How far the methods are from each other, V-MLMC apart.
local function verdict()
    local least, most, mlmc = math.huge, 0, nil
    for _, row in ipairs(numbers:rows()) do
        if row.method == "V-MLMC" then
            mlmc = row.gap
        else
            least, most = math.min(least, row.gap), math.max(most, row.gap)
        end
    end
    return ("With inner batches tuned, too, all methods but V-MLMC end within a factor of %s of each other; V-MLMC has "
        .. "%s times the gap of the worst of them."):format(words.number(most / least, 2), words.number(mlmc / most, 2))
end

local axis = {scale = "log", min = 5e-5, max = 0.3}
local function panel(title, only)
    return s:plot{y = axis, title = title, only = only}
end

return plot{
    across = 2, rows = numbers, legend = "shared", panels = {
        panel("BSGD", {"bsgd", "e-bsgd"}),
        panel("BSpiderBoost", {"bspiderboost", "e-bspiderboost"}),
        panel("NestedVR", {"nestedvr", "e-nestedvr"}),
        panel("Other methods", {"e-nestedvr", "v-mlmc", "sox", "msvr"}),
    },
    notes = options.quick and "Inner batches tuned. Quick: no verdict." or verdict(),
}
