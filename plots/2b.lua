-- Figure 2b: invariant logistic regression, 50 rows.
-- The paper's, with noise variance 100: the extrapolated methods with the same inner batch, and V-MLMC with levels up
-- to about as many draws. Beside them the plain methods with twice the inner batch, which need about as many calls, and
-- SOX. The paper prints no sizes; steps are the best of a grid (tune: 3e-4, 1e-3, .. 0.3). With m tuned, too, figure
-- 2b_tuned.
local options = ... or {}
local words = figure.part "words"
local p = problem.invariant_logistic{n = 50, noise_var = 100, l2 = 0.1}
local s = compare{
    problem = p, samples = options.quick and 2e5 or 2e6, reps = 10, seed = 1, methods = {
        {"e-nestedvr", S1 = 100, S2 = 10, inner_period = 10, B1 = 50, step = 0.1},
        {"nestedvr", S1 = 200, S2 = 20, inner_period = 10, B1 = 50, step = 0.1},
        {"e-bsgd", m = 10, step = 1e-3}, {"bsgd", m = 20, step = 3e-4},
        {"e-bspiderboost", m = 10, B1 = 50, B2 = 7, period = 7, step = 0.01},
        {"bspiderboost", m = 20, B1 = 50, B2 = 7, period = 7, step = 3e-3},
        {"v-mlmc", L = 4, n0 = 64, step = 1e-3}, {"sox", m = 10, B = 50, step = 0.03},
    },
}
local rivals = {["e-bsgd"] = true, ["e-bspiderboost"] = true, ["v-mlmc"] = true}
local outcomes = {helps = "does better", hurts = "does worse", ["no difference"] =
    "does as well: the two curves lie on each other"}

-- E-NestedVR beside the methods that the paper compares it with, and SOX.
local function verdict()
    local beaten, compared, sox = 0, 0, nil
    for _, row in ipairs(s:advantage():rows()) do
        compared = compared + (rivals[row.method] and 1 or 0)
        beaten = beaten + (rivals[row.method] and row.verdict == "hurts" and 1 or 0)
        sox = row.method == "sox" and outcomes[row.verdict] or sox
    end
    return ("E-NestedVR beats %s that the paper compares it with. SOX, which also keeps a state for each row, %s.")
        :format(words.share(beaten, compared, "method"), sox)
end

return s:plot{
    y = "gap", rows = s:summary(),
    notes = options.quick and "Plain methods are dashed, extrapolated ones solid. Quick: no verdict." or verdict(),
}
