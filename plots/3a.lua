-- Figure 3a of the paper: instrumental variable regression with n = 10000. BSGD m = 2 against E-BSGD m = 1;
-- (E-)BSpiderBoost with cycle 10, outer batches 100 and 10; (E-)NestedVR with S 100/10 and outer batch 10/5: the
-- paper's sizes; S 8/2 against 4/1 beside them, since S1 = 100 leaves no bias to remove. Steps: best of a grid.
local options = ... or {}
local p = problem.instrumental{n = 10000}
local s = compare{
    problem = p, samples = options.quick and 1e5 or 4e6, reps = 10, seed = 1, methods = {
        {"bsgd", m = 2, step = 3e-5}, {"e-bsgd", m = 1, step = 3e-6},
        {"bspiderboost", m = 2, B1 = 100, B2 = 10, period = 10, step = 1e-4},
        {"e-bspiderboost", m = 1, B1 = 100, B2 = 10, period = 10, step = 3e-5},
        {"nestedvr", S1 = 100, S2 = 10, inner_period = 10, B1 = 10, step = 3e-4, label = "nestedvr 100/10"},
        {"e-nestedvr", S1 = 100, S2 = 10, inner_period = 10, B1 = 5, step = 3e-4, label = "e-nestedvr 100/10"},
        {"nestedvr", S1 = 8, S2 = 2, inner_period = 10, B1 = 10, step = 1e-4, label = "nestedvr 8/2"},
        {"e-nestedvr", S1 = 4, S2 = 1, inner_period = 10, B1 = 10, step = 3e-5, label = "e-nestedvr 4/1"},
    },
}
local rows, words = s:advantage():rows(), {}
for i = 1, 8, 2 do
    words[#words + 1] = ("%s %.2g, extrapolated %.2g"):format(rows[i].method, rows[i].mean, rows[i + 1].mean)
end
return s:plot{
    y = "gap",
    notes = ("n = 10000. Mean gap over the second half of the budget: %s."):format(table.concat(words, "; ")),
}
