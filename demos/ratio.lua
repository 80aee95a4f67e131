-- A ratio of means, corrected, with its verdict.
-- The ratio of sample means (cost per success, revenue per user) is biased. 400 samples of 12 pairs with a known ratio
-- of 2: plug-in, corrected and jackknife, on average; then one sample with its verdict.
local TRUTH, N = 2, 12
local function sample(seed)
    local g = rng.new(seed)
    local visits = g:exponential(1, N) + 0.2
    return mat.columns{TRUTH * 1.2 + 0.3 * g:normal(N), visits}
end

local function ratio(v)
    return v[1] / v[2]
end

local plugin, value, jackknife = vec.zeros(400), vec.zeros(400), vec.zeros(400)
for i = 1, 400 do
    local c = correct(ratio, sample(i), {splits = 20, seed = 1})
    plugin[i], value[i], jackknife[i] = c.plugin - TRUTH, c.value - TRUTH, c.jackknife - TRUTH
end
for _, row in ipairs {{"plug-in", plugin}, {"corrected", value}, {"jackknife", jackknife}} do
    print(("%-9s bias %+.3f +- %.3f"):format(row[1], row[2]:mean(), row[2]:sd() / 20))
end
local c = correct(ratio, sample(1), {seed = 1})
print(("one sample: plug-in %.3f, removed %.3f, corrected %.3f +- %.3f: %s"):format(c.plugin, c.removed, c.value, c.se,
    c.verdict))

--> plug-in   bias +0.140 +- 0.028
--> corrected bias +0.014 +- 0.028
--> jackknife bias +0.017 +- 0.027
--> one sample: plug-in 1.764, removed 0.089, corrected 1.675 +- 0.353: no difference
