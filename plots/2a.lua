-- Figure 2a of the paper: invariant logistic regression with n = 50000 and noise variance 100, three methods and their
-- extrapolated versions at equal oracle calls. Inner and outer batches and steps are ours (the paper prints none).
local options = ... or {}
local p = problem.invariant_logistic{n = 50000}
local s = compare{
    problem = p, samples = options.quick and 4e5 or 2e7, reps = 10, seed = 1, methods = {
        {"bsgd", m = 100, step = 1e-3}, {"e-bsgd", m = 50, step = 3e-4},
        {"bspiderboost", m = 100, B1 = 100, B2 = 10, period = 10, step = 0.03},
        {"e-bspiderboost", m = 50, B1 = 100, B2 = 10, period = 10, step = 0.01},
        {"nestedvr", S1 = 100, S2 = 10, inner_period = 10, B1 = 10, step = 0.01},
        {"e-nestedvr", S1 = 50, S2 = 5, inner_period = 10, B1 = 10, step = 0.01},
    },
}
local rows, better, words = s:advantage():rows(), 0, {}
for i = 1, 6, 2 do
    better = better + (rows[i + 1].mean < rows[i].mean and 1 or 0)
    words[#words + 1] = ("%s %.2g, extrapolated %.2g"):format(rows[i].method, rows[i].mean, rows[i + 1].mean)
end
return s:plot{
    y = "gap",
    notes = ("n = 50000, l2 = 0.1. Mean gap over the second half of the budget: %s. Extrapolation is better in %d of "
        .. "3."):format(
        table.concat(words, "; "), better),
}
