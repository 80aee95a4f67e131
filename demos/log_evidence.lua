-- Log evidence from importance weights.
-- log E w, estimated by the log of a mean of m weights, is too small (the bias of ELBO, m = 1, and IWAE). Lognormal
-- weights exp(xi + s eta), whose log evidence is xi + s^2/2; the mean over five data sets is wanted.
local s = 0.8
local p = problem.new{
    dim = 0, outer = {-1, 0, 0.5, 2, 3}, inner = dist.normal{mean = 0, sd = 1},
    g = function(_, xi, eta) return math.exp(xi + s * eta) end,
    f = function(y) return math.log(y) end,
}
local exact = 0.9 + s ^ 2 / 2
print(("exact log evidence %.4f"):format(exact))
for k = 1, 4 do
    local r = estimator(p, {of = "value", order = k, m = 4}):moments(nil, {reps = 4e5, seed = 1})
    print(("order %d, %2d weights: bias %+.4f +- %.4f, sd %.2f"):format(k, r.cost.samples, r.mean - exact, r.se,
        math.sqrt(r.var)))
end

print "the same from a fixed sample of log weights"
local c = correct(function(l) return l end, s * rng.new(1):normal(200), {log = true, seed = 1})
print(("plug-in %.4f, corrected %.4f, jackknife %.4f, exact %.4f: %s"):format(c.plugin, c.value, c.jackknife, s ^ 2 / 2,
    c.verdict))

--> exact log evidence 1.2200
--> order 1,  4 weights: bias -0.0988 +- 0.0024, sd 1.49
--> order 2,  8 weights: bias -0.0072 +- 0.0023, sd 1.47
--> order 3, 16 weights: bias -0.0015 +- 0.0023, sd 1.45
--> order 4, 32 weights: bias -0.0009 +- 0.0023, sd 1.44
--> the same from a fixed sample of log weights
--> plug-in 0.2859, corrected 0.2879, jackknife 0.2879, exact 0.3200: no difference
