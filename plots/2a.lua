-- Figure 2a of the paper, its first two curves: invariant logistic regression with n = 50000, noise variance 100, bsgd
-- and e-bsgd at equal oracle calls. m, steps and l2 are ours (the paper prints none): m = 100 for bsgd, 50 for e-bsgd.
local options = ... or {}
local p = problem.invariant_logistic{n = 50000}
local s = compare{
    problem = p, samples = options.quick and 4e5 or 2e7, reps = 10, seed = 1,
    methods = {{"bsgd", m = 100, step = 1e-3}, {"e-bsgd", m = 50, step = 3e-4}},
}
local gain = s:advantage():rows()
local words = {helps = "E-BSGD is better", hurts = "E-BSGD is worse", ["no difference"] = "no difference is seen"}
return s:plot{
    y = "gap",
    notes = ("n = 50000, l2 = 0.1. Mean gap over the second half: BSGD (m = 100) %.2g, E-BSGD (m = 50) %.2g; %s, "
        .. "by %.2g (95%%: %.2g to %.2g)."):format(
        gain[1].mean, gain[2].mean, words[gain[2].verdict], gain[2].advantage,
        gain[2].advantage_lo, gain[2].advantage_hi),
}
