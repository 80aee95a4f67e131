-- Figure 2a: invariant logistic regression, 50000 rows.
-- The paper's, with noise variance 100: three methods and their extrapolated versions at equal oracle calls, and
-- E-NestedVR as the paper's listing has it, with one state per index (chains = false). The paper prints no sizes; ours
-- have the same inner batches throughout, steps are the best of a grid (tune: 1e-4, 3e-4, .. 0.1).
local options = ... or {}
local p = problem.invariant_logistic{n = options.quick and 5000 or 50000, noise_var = 100, l2 = 0.1}
local s = compare{
    problem = p, samples = options.quick and 4e5 or 2e7, reps = 10, seed = 1, methods = {
        {"bsgd", m = 100, step = 1e-3}, {"e-bsgd", m = 50, step = 3e-4},
        {"bspiderboost", m = 100, B1 = 100, B2 = 10, period = 10, step = 0.03},
        {"e-bspiderboost", m = 50, B1 = 100, B2 = 10, period = 10, step = 0.01},
        {"nestedvr", S1 = 100, S2 = 10, inner_period = 10, B1 = 10, step = 0.01},
        {"e-nestedvr", S1 = 50, S2 = 5, inner_period = 10, B1 = 10, step = 0.01},
        {"e-nestedvr", S1 = 50, S2 = 5, inner_period = 10, B1 = 10, step = 0.01, chains = false,
            label = "e-nestedvr (one chain)"},
    },
}
local of, pairs_of = s:spec().problem, s:advantage{pairs = true}

-- For how many of the paper's methods its claim holds.
local function verdict()
    local all, gains = {}, 0
    for _, row in ipairs(pairs_of:rows()) do
        all[#all + 1] = row.against and not row.method:find "one chain" and row.method or nil
        gains = gains + (row.method == all[#all] and row.verdict == "helps" and 1 or 0)
    end
    return ("The paper's claim that it does holds for %d of its %d methods."):format(gains, #all)
end

return s:plot{
    y = "gap", pairs = true,
    notes = ("n = %d, noise variance %g, l2 = %g; inner batches: %s. Mean gap over the second half of the budget%s: "
        .. "%s. %s"):format(
        of.n, of.noise_var, of.l2, s:inner_batches(), options.quick and "" or ", and whether extrapolation helps",
        pairs_of:words{verdicts = not options.quick}, options.quick and "Quick: no verdict." or verdict()),
}
