-- Multilevel Monte Carlo, and corrected samples.
-- What every level adds and costs, where multilevel pays, and the bias of a fixed sample taken off with a verdict.
local function estimates(noise_var, L)
    local p = problem.invariant_logistic{n = 1000, noise_var = noise_var}
    return estimator(p, {method = "v-mlmc", L = L})
end

print "levels with little noise: means fall like 2^-l, variances like 4^-l"
local r = estimates(1, 10):levels(nil, {reps = 1e4, eps = {0.1, 0.01, 0.001}, seed = 1})
for _, row in ipairs(r:rows()) do
    if row.level % 2 == 0 then
        print(("level %2d  mean %.1e  variance %.1e  cost %d"):format(row.level, row.mean, row.var, row.cost))
    end
end
print(("alpha %.1f, beta %.1f, gamma %.1f over levels %d to %d"):format(r.alpha, r.beta, r.gamma, r.rates.from,
    r.rates.to))
for _, plan in ipairs(r.plan) do
    print(("eps %g: levels 0 to %d, %.1e samples; plain Monte Carlo %.1e"):format(plan.eps, plan.L, plan.cost,
        plan.plain))
end

print "with a hundred times the noise they are still flat"
local noisy = estimates(100, 10):levels(nil, {reps = 1e4, eps = 0.01, seed = 1})
print(noisy.flat, noisy.plan[1].why)

print "the same gradient, three ways, with standard errors of one estimate"
local p = problem.invariant_logistic{n = 1000, noise_var = 1}
for _, method in ipairs {"v-mlmc", "rt-mlmc", "ru-mlmc"} do
    local e = estimator(p, {method = method})
    local m, want = e:moments(nil, {reps = 20000, seed = 1}), e:expected()
    local worst = math.abs((m.mean - want) / m.se):max()
    print(("%-7s %6.1f samples, sd %.2f, within 5 standard errors: %s"):format(method, m.cost.samples,
        math.sqrt(m.var:sum()), worst < 5))
end

print "fixed samples: plug-in, corrected, jackknife, verdict"
local c = correct(math.exp, 2 * rng.new(1):normal(20))
print(("exp of a mean of 20: %.3f, %.3f, %.3f: %s"):format(c.plugin, c.value, c.jackknife, c.verdict))
local heavy = correct(function(l) return l end, 3 * rng.new(2):normal(1000), {log = true})
print(("log of a mean weight, Pareto k %.2f: %.3f, %.3f, %.3f: %s"):format(heavy.tail, heavy.plugin, heavy.value,
    heavy.jackknife, heavy.verdict))

local verdicts = {helps = 0, hurts = 0, ["no difference"] = 0}
for i = 1, 100 do
    local verdict = correct(function(s) return math.max(s, 0) end, rng.new(i):normal(40)).verdict
    verdicts[verdict] = verdicts[verdict] + 1
end
print(("a kink at the mean, 100 samples of 40: helps %d, hurts %d, no difference %d"):format(verdicts.helps,
    verdicts.hurts, verdicts["no difference"]))

--> levels with little noise: means fall like 2^-l, variances like 4^-l
--> level  0  mean 1.6e-01  variance 3.7e+00  cost 2
--> level  2  mean 2.2e-02  variance 1.4e-01  cost 8
--> level  4  mean 7.6e-03  variance 1.3e-02  cost 32
--> level  6  mean 2.0e-03  variance 8.8e-04  cost 128
--> level  8  mean 5.3e-04  variance 5.8e-05  cost 512
--> level 10  mean 1.4e-04  variance 3.7e-06  cost 2048
--> alpha 1.0, beta 2.0, gamma 1.0 over levels 5 to 10
--> eps 0.1: levels 0 to 1, 3.3e+03 samples; plain Monte Carlo 1.6e+03
--> eps 0.01: levels 0 to 5, 9.9e+05 samples; plain Monte Carlo 6.8e+05
--> eps 0.001: levels 0 to 8, 1.2e+08 samples; plain Monte Carlo 4.6e+08
--> with a hundred times the noise they are still flat
--> true	the rates have not begun
--> the same gradient, three ways, with standard errors of one estimate
--> v-mlmc  1090.0 samples, sd 0.21, within 5 standard errors: true
--> rt-mlmc    3.9 samples, sd 3.57, within 5 standard errors: true
--> ru-mlmc    4.3 samples, sd 3.93, within 5 standard errors: true
--> fixed samples: plug-in, corrected, jackknife, verdict
--> exp of a mean of 20: 1.880, 1.653, 1.664: no difference
--> log of a mean weight, Pareto k 1.02: 4.251, 4.275, 4.275: no difference
--> a kink at the mean, 100 samples of 40: helps 0, hurts 0, no difference 100
