-- Whether ru-mlmc's variance is judged rightly from levels: of smooth and kinked f, several laws and r, with 2000 terms
-- on levels 0 to 10. At most 1 in 20 false warnings where the variance is finite; at least 90 % where -log2 r is above
-- beta by 0.5. That the graph tells smooth f apart is left out here: all are judged by their levels.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local unbounded = core.use "experiment/choice".unbounded
local SEEDS = 20

local laws = {normal=dist.normal{mean=0, sd=1}, exponential=dist.exponential{mean=1}, coin=dist.bernoulli(0.5)}

-- beta: of values and gradients where E g is one number, 0, and where it is spread; 2: smooth there. nil: not tried.
local functions = {
    softplus={function(y) return math.softplus(4*y) end, one={2, 2}, spread={2, 2}},
    ["narrow bend"]={function(y) return math.sqrt(0.1 + y*y) end, one={2, 2}, spread={2, 2}},
    ["kink at the mean"]={math.abs, one={1, 0}, spread={1.5, 0.5}},
    ["kink at 1/2"]={function(y) return math.abs(y - 0.5) end, one={2, 2}, spread={1.5, 0.5}},
    jump={function(y) return where(y, 1, 0) end, one={0}, spread={0.5}},
    ["kink of the derivative"]={function(y) return where(y, y*y, 0) end, one={2, 1}, spread={2, 1.5}},
}
local ratios = {0.26, 0.3, 2^-1.5, 0.4, 0.45, 0.49}

local function make(f, law, place)
    local mean, noise = law:mean(), place == "spread" and dist.normal{mean=0, sd=1} or 1
    return problem.new{dim=1, outer=noise, inner=law, f=f, g=function(x, xi, eta)
        return x[1] + eta - mean + (place == "spread" and xi or 0)
    end}
end

-- How many of the seeds warn, by r.
local function warnings(e)
    local counts = {}
    for seed = 1, SEEDS do
        local rates = core.estimator.rates(e, nil, {reps=2000, L=10, seed=seed})
        for i, r in ipairs(ratios) do
            counts[i] = (counts[i] or 0) + (unbounded(r, rates) and 1 or 0)
        end
    end
    return counts
end

local function check(counts, beta, name)
    local false_ones, missed = 0, 0
    for i, r in ipairs(ratios) do
        local needed = -math.log(r, 2)
        if beta >= needed then
            false_ones = math.max(false_ones, counts[i])
        elseif needed >= beta + 0.5 then
            missed = math.max(missed, SEEDS - counts[i])
        end
    end
    t.ok(false_ones <= SEEDS / 20, ("%s: false warnings %d of %d"):format(name, false_ones, SEEDS))
    t.ok(missed <= SEEDS / 10, ("%s: missed %d of %d"):format(name, missed, SEEDS))
end

for name, case in pairs(functions) do
    for law_name, law in pairs(laws) do
        for _, place in ipairs {"one", "spread"} do
            for i, of in ipairs {"value", "gradient"} do
                local beta = case[place][i]
                if beta then
                    local e = estimator(make(case[1], law, place), {method="ru-mlmc", of=of})
                    check(warnings(e), beta, ("%s, %s, %s, %s"):format(name, law_name, place, of))
                end
            end
        end
    end
end

t.done()
