-- Expected value of partial perfect information (EVPPI).
-- Two treatments, the net benefit of the second is theta + eta given theta, both standard normal. Knowing theta is
-- worth E max(0, E(benefit | theta)) - max(0, E benefit) = 1/sqrt(2 pi) = 0.39894. The nested estimate with few inner
-- draws is too large; extrapolation takes that off, as far as the kink of max lets it.
local N = dist.normal{mean = 0, sd = 1}
local p = problem.new{
    dim = 0, outer = N, inner = N,
    g = function(_, theta, eta) return vec{0, theta + eta} end,
    f = function(y) return y:max() end,
}
local exact = 1 / math.sqrt(2 * math.pi)
print(("exact %.5f"):format(exact))
for k = 1, 3 do
    local r = estimator(p, {of = "value", order = k, m = 4}):moments(nil, {reps = 3e5, seed = 1})
    print(("order %d: %.4f +- %.4f from %d samples each, off by %.4f"):format(k, r.mean, r.se, r.cost.samples,
        r.mean - exact))
end
print "the plain estimate with as many samples as order 3"
local r = estimator(p, {of = "value", m = 16}):moments(nil, {reps = 3e5, seed = 1})
print(("order 1: %.4f +- %.4f from %d samples each, off by %.4f"):format(r.mean, r.se, r.cost.samples, r.mean - exact))

--> exact 0.39894
--> order 1: 0.4454 +- 0.0012 from 4 samples each, off by 0.0464
--> order 2: 0.4003 +- 0.0012 from 8 samples each, off by 0.0014
--> order 3: 0.3987 +- 0.0011 from 16 samples each, off by -0.0002
--> the plain estimate with as many samples as order 3
--> order 1: 0.4111 +- 0.0011 from 16 samples each, off by 0.0121
