-- Table 1 of the paper, measured at a small scale.
-- What the theorems prescribe for an accuracy, and how the oracle calls that are needed grow as eps falls, on invariant
-- logistic regression with d = 2 and noise variance 1. figure("7") is the whole ladder.
local p = problem.invariant_logistic{n = 10000, d = 2, noise_var = 1, l2 = 0.1}

print "what the theorems prescribe for eps = 0.1"
for _, method in ipairs {"bsgd", "e-bsgd", "bspiderboost", "e-bspiderboost"} do
    local o = theory.plan(method, {eps = 0.1, problem = p})
    print(("%-15s inner batch %3d, %.3g steps of %.2g: %.2g calls, mean |grad F|^2 at most %.2g eps^2"):format(
        method, o.m, o.steps, o.step, o.samples, o.multiple))
end

print "calls until the running mean of |grad F|^2 is at most eps^2, eps from 0.2 to 0.1"
local c = complexity{
    problem = p, reps = 4, seed = 1, eps = vec.geomspace(0.2, 0.1, 5),
    methods = {{"bsgd"}, {"e-bsgd"}, {"bspiderboost"}, {"e-bspiderboost"}},
}
local rows = c:rows()
for i, s in ipairs(c:slopes():rows()) do
    print(("%-15s %.1e calls at 0.2, %.1e at 0.1: eps^-%.1f (95%%: %.1f to %.1f), theory eps^-%g"):format(
        s.method, rows[5 * i - 4].samples, rows[5 * i].samples, s.exponent, s.exponent_lo, s.exponent_hi, s.theory))
end

--> what the theorems prescribe for eps = 0.1
--> bsgd            inner batch 224, 1.82e+04 steps of 0.0023: 8.2e+06 calls, mean |grad F|^2 at most 3 eps^2
--> e-bsgd          inner batch   9, 1.14e+06 steps of 7.4e-05: 3.1e+07 calls, mean |grad F|^2 at most 1.8 eps^2
--> bspiderboost    inner batch 447, 594 steps of 0.07: 3.1e+07 calls, mean |grad F|^2 at most 8.2 eps^2
--> e-bspiderboost  inner batch  11, 594 steps of 0.07: 1.2e+06 calls, mean |grad F|^2 at most 89 eps^2
--> calls until the running mean of |grad F|^2 is at most eps^2, eps from 0.2 to 0.1
--> bsgd            4.2e+04 calls at 0.2, 4.1e+06 at 0.1: eps^-6.2 (95%: 5.8 to 6.7), theory eps^-6
--> e-bsgd          2.2e+05 calls at 0.2, 7.7e+06 at 0.1: eps^-4.7 (95%: 4.0 to 5.4), theory eps^-4.5
--> bspiderboost    3.2e+05 calls at 0.2, 1.6e+07 at 0.1: eps^-5.5 (95%: 4.7 to 6.3), theory eps^-5
--> e-bspiderboost  3.8e+04 calls at 0.2, 6.3e+05 at 0.1: eps^-3.9 (95%: 3.5 to 4.2), theory eps^-3.5
