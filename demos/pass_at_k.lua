-- pass@k, the chance that one of k attempts succeeds.
-- 1 - (1 - p)^k, from the share of n attempts that did. It is a polynomial of degree k: the plug-in is biased, an
-- operator of order k is exactly unbiased, as the usual estimator 1 - C(n - c, k)/C(n, k) is. Here k = 3, p = 0.2.
local q, p = poly{0, 3, -3, 1}, 0.2 -- 1 - (1 - s)^3
local attempts = dist.bernoulli(p)
print(("pass@3 = %.4f"):format(1 - (1 - p) ^ 3))
for order = 1, 3 do
    local op = extrap.order(order)
    local m = 8 // op.draws
    print(("order %d on 8 attempts: exact bias %+.6f"):format(order, op:bias(q, attempts, {m = m})))
end

-- The usual estimator, averaged over all counts c of 8 attempts.
local function choose(n, k)
    local c = 1
    for i = 1, k do
        c = c * (n - k + i) / i
    end
    return c
end
local mean = 0
for c = 0, 8 do
    local chance = choose(8, c) * p ^ c * (1 - p) ^ (8 - c)
    mean = mean + chance * (1 - (8 - c >= 3 and choose(8 - c, 3) / choose(8, 3) or 0))
end
print(("1 - C(8-c, 3)/C(8, 3): bias %+.6f"):format(mean - (1 - (1 - p) ^ 3)))
local e = extrap.order(3):estimate(q, attempts, {m = 2, reps = 1e5, seed = 1})
print(("order 3, sampled: %.4f, within 5 standard errors: %s"):format(e.mean,
    math.abs(e.mean - (1 - (1 - p) ^ 3)) < 5 * e.se))

--> pass@3 = 0.4880
--> order 1 on 8 attempts: exact bias -0.046500
--> order 2 on 8 attempts: exact bias -0.003000
--> order 3 on 8 attempts: exact bias +0.000000
--> 1 - C(8-c, 3)/C(8, 3): bias +0.000000
--> order 3, sampled: 0.4888, within 5 standard errors: true
