-- EVPPI to a tolerance.
-- The expected value of partial perfect information of two options, 1/sqrt(2 pi) = 0.39894: the value of a nested
-- expectation, with bias and sampling error together below eps, by the method that is the cheapest for it. Multilevel
-- Monte Carlo takes about eps^-2 samples, plain nested Monte Carlo eps^-3.
local N = dist.normal{mean = 0, sd = 1}
local p = problem.new{
    dim = 0, outer = N, inner = N,
    g = function(_, theta, eta) return vec{0, theta + eta} end,
    f = function(y) return y:max() end,
}
local exact = 1 / math.sqrt(2 * math.pi)
for _, eps in ipairs {0.03, 0.01, 0.003} do
    local v = value{problem = p, eps = eps, seed = 1}
    print(("eps %.3f: %.4f, off by %+.4f; %s, %.1e samples, plain %.1e"):format(eps, v.value, v.value - exact, v.method,
        v.cost, v.plain_cost))
end
local v = value{problem = p, eps = 0.003, method = "v-mlmc", seed = 1}
print(("levels 0 to %d, mean ~ 2^(-%.1f l), variance ~ 2^(-%.1f l)"):format(v.L, v.alpha, v.beta))
print "a tolerance out of reach"
print(value{problem = p, eps = 1e-6, samples = 1e5, seed = 1}.why)

--> eps 0.030: 0.4287, off by +0.0297; v-mlmc, 2.7e+04 samples, plain 3.2e+04
--> eps 0.010: 0.4126, off by +0.0136; v-mlmc, 7.3e+04 samples, plain 2.3e+05
--> eps 0.003: 0.3985, off by -0.0004; v-mlmc, 1.1e+06 samples, plain 2.4e+07
--> levels 0 to 8, mean ~ 2^(-0.9 l), variance ~ 2^(-1.4 l)
--> a tolerance out of reach
--> the samples were spent
