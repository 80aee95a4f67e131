-- Figure 2b of the paper: invariant logistic regression with n = 50 and noise variance 100, the extrapolated methods
-- and V-MLMC with the same inner batch. Batches and steps are ours (the paper prints none), the best of a grid.
local options = ... or {}
local p = problem.invariant_logistic{n = 50}
local s = compare{
    problem = p, samples = options.quick and 2e5 or 2e6, reps = 10, seed = 1, methods = {
        {"e-nestedvr", S1 = 100, S2 = 10, inner_period = 10, B1 = 50, step = 0.1},
        {"e-bsgd", m = 10, step = 1e-3},
        {"e-bspiderboost", m = 10, B1 = 50, B2 = 7, period = 7, step = 0.01},
        {"v-mlmc", L = 4, n0 = 64, step = 1e-3},
    },
}
local words, first = {}, true
for i, row in ipairs(s:advantage():rows()) do
    words[i] = ("%s %.2g"):format(row.method, row.mean)
    first = first and (i == 1 or row.verdict == "hurts")
end
return s:plot{
    y = "gap",
    notes = ("n = 50, l2 = 0.1, inner batch 10. Mean gap over the second half of the budget: %s. "
        .. "E-NestedVR is %s."):format(
        table.concat(words, ", "), first and "the best, beyond 95% limits" or "not clearly the best"),
}
