-- Figure 2b with inner batches tuned as well.
-- At ten times the budget; then all methods but V-MLMC are close to each other. Best of a grid (tune): inner batch 30,
-- 100, 300 or 1000, twice that for the plain methods, step 3e-4, 1e-3, .. 0.3, L 4 to 10 for V-MLMC. SOX and MSVR,
-- which also keep a state for each of the n indices, beside them.
local options = ... or {}
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
local of = s:spec().problem

-- How far the methods are from each other, V-MLMC apart.
local function verdict()
    local least, most, mlmc = math.huge, 0, nil
    for _, row in ipairs(s:advantage():rows()) do
        if row.method == "v-mlmc" then
            mlmc = row.mean
        else
            least, most = math.min(least, row.mean), math.max(most, row.mean)
        end
    end
    return ("All but V-MLMC are within a factor of %.2g of each other, V-MLMC has %.2g times the gap of the worst of "
        .. "them."):format(most / least, mlmc / most)
end

return s:plot{
    y = "gap", pairs = true,
    notes = ("n = %d, noise variance %g, l2 = %g; inner batches, tuned: %s. Mean gap over the second half of the "
        .. "budget%s: %s. %s"):format(
        of.n, of.noise_var, of.l2, s:inner_batches(), options.quick and "" or ", and whether extrapolation helps",
        s:advantage{pairs = true}:words{verdicts = not options.quick},
        options.quick and "Quick: no verdict." or verdict()),
}
