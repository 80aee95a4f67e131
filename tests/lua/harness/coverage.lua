-- Small problems with a known truth, for how often 95% intervals hold it: those that are printed, and standard errors
-- taken as intervals. ../coverage.lua repeats them. effort: the replicates that a truth is made of.
local effort = ...
local TRUE_SEED = 2 ^ 40

local with = dofile "lua/over.lua"

-- name; truth: a number, a function that gives it, or nil for the mean of all middles, where a standard error is all
-- that is printed; draw(seed): the ends of an interval. least and most percent of the time it is to hold the truth, 93
-- and 97 unless why says something else.
local cases = {}
local function case(name, truth, draw, odd)
    cases[#cases + 1] = with({name = name, truth = truth, draw = draw}, odd or {})
end

-- make(seed), made once for each seed: several intervals are of the same experiments.
local function remembered(make)
    local kept = {}
    return function(seed)
        kept[seed] = kept[seed] or make(seed)
        return kept[seed]
    end
end

local function about(middle, half)
    return middle - half, middle + half
end

local unit = dist.normal{mean = 0, sd = 1}
local logistic = problem.invariant_logistic{n = 50, noise_var = 1}

-- ---- Replicates ----

local race = {problem = logistic, method = "e-bsgd", m = 2, step = 0.05, steps = 40, record = 4}
local function last(options, column)
    return run(with(race, options)):rows()[5][column]
end
for _, each in ipairs {{"gap", 3}, {"gap", 10}, {"grad2", 10}, {"distance", 10}} do
    local column, reps = each[1], each[2]
    case(("run: %s, %d replicates"):format(column, reps), function()
        return last({seed = TRUE_SEED, reps = effort}, column)
    end, function(seed)
        local r = run(with(race, {seed = seed, reps = reps})):rows()[5]
        return r[column .. "_lo"], r[column .. "_hi"]
    end)
end

local square = problem.new{dim = 1, outer = {a = vec{0}}, inner = unit, x0 = vec{0},
    g = function(x, _, eta) return x[1] + eta end, f = function(y) return y * y / 2 end,
    g_mean = function(x) return x[1] end}
local skewed = {problem = square, method = "bsgd", m = 1, step = 0.1, steps = 40, record = 4}
case("run: gap of one coordinate, 10 replicates", function()
    return last(with(skewed, {seed = TRUE_SEED, reps = effort}), "gap")
end, function(seed)
    local r = run(with(skewed, {seed = seed, reps = 10})):rows()[5]
    return r.gap_lo, r.gap_hi
end, {least = 85, why = "the square of a normal number is skewed"})

for _, each in ipairs {{"half", 3}, {"half", 10}, {"final", 10}} do
    local function advantage(options)
        return compare(with({problem = logistic, step = 0.05, steps = 40, record = 8,
            methods = {{"bsgd", m = 2}, {"e-bsgd", m = 1}}}, options)):advantage{by = each[1]}:rows()[2]
    end
    case(("advantage: %s, %d replicates"):format(each[1], each[2]), function()
        return advantage{seed = TRUE_SEED, reps = effort}.advantage
    end, function(seed)
        local r = advantage{seed = seed, reps = each[2]}
        return r.advantage_lo, r.advantage_hi
    end)
end

local function tuned(options)
    return tune(with({problem = logistic, step = 0.05, samples = 200, methods = {{"bsgd"}}, grid = {m = {2}}},
        options)):rows()[1]
end
case("tune: gap, 3 replicates", function() return tuned{seed = TRUE_SEED, reps = effort}.gap end, function(seed)
    local r = tuned{seed = seed}
    return r.gap_lo, r.gap_hi
end)

local counted = remembered(function(seed)
    return complexity{problem = problem.invariant_logistic{d = 2, noise_var = 1, n = 100}, eps = {0.2, 0.15},
        methods = {{"bsgd"}}, seed = seed, reps = seed == TRUE_SEED and effort // 10 or 5}
end)
case("complexity: samples, 5 replicates", function() return counted(TRUE_SEED):rows()[1].samples end, function(seed)
    local r = counted(seed):rows()[1]
    return r.samples_lo, r.samples_hi
end)
case("complexity: exponent, 5 replicates", function()
    return counted(TRUE_SEED):slopes():rows()[1].exponent
end, function(seed)
    local r = counted(seed):slopes():rows()[1]
    return r.exponent_lo, r.exponent_hi
end, {most = 99, why = "each point's limits are Student's, of few replicates"})

-- ---- Bias, slopes, levels ----

local function biased(options)
    return bias(with({q = math.exp, dist = unit, m = {4}, operators = {2}, reps = 1000}, options)):rows()[1]
end
for _, each in ipairs {{"1000 estimates", {}}, {"100 estimates", {reps = 100}},
    {"to se = 0.01", {reps = 1e6, se = 0.01}}, {"1000 estimates, no control variates", {control = false}}} do
    local name, options = each[1], each[2]
    case("bias: " .. name, function() return biased{}.exact end, function(seed)
        local r = biased(with(options, {seed = seed}))
        return about(r.bias, 1.96 * r.se)
    end)
end

local rare = {dist = dist.bernoulli(1e-3), operators = {1}}
for _, each in ipairs {{"a value of probability 0.001"}, {"the same, no control variates", control = false}} do
    case("bias: " .. each[1], function() return biased(rare).exact end, function(seed)
        local r = biased(with(rare, {seed = seed, control = each.control}))
        return about(r.bias, 1.96 * (r.se or 0 / 0)) -- where that value was not drawn there is none
    end, {least = 88, why = "few draws have that value"})
end

local lottery = dist.discrete({0, 1, 10}, {0.5, 0.49995, 5e-5})
local function quarter(s)
    return math.exp(s / 4)
end
for _, each in ipairs {
    {"a kink that few draws reach", {q = function(s) return s * s + math.relu(s - 2) end}},
    {"a value of probability 5e-5", {q = quarter, dist = lottery, m = {1}}},
    {"the same in means of 4", {q = quarter, dist = lottery, m = {4}}},
    {"the same, order 2", {q = quarter, dist = lottery, m = {4}, operators = {2}}},
    {"the same, exp", {q = math.exp, dist = lottery, m = {4}}},
    {"a value of probability 0.005 in means of 4",
        {q = quarter, dist = dist.discrete({0, 1, 10}, {0.5, 0.495, 0.005}), m = {4}}},
    {"s^2 with a value of probability 5e-5", {q = poly{0, 0, 1}, dist = lottery, m = {1}}},
} do
    local options = with({operators = {1}}, each[2])
    case("bias: " .. each[1], function() return biased(options).exact end, function(seed)
        local r = biased(with(options, {seed = seed}))
        return about(r.bias, 1.96 * r.se)
    end)
end

local quartic = poly{0, 0, 0, 0, 1}
local plain, many = {control = false}, {control = false, reps = 1e5}
local curved = {most = 100, why = "the slope is not the same at all m: the interval covers those at both ends"}
local chosen = {least = 85, why = "of points near the noise those are taken that chance has made large"}
local curves = {} -- by name
for _, each in ipairs {{"s^2, order 1", poly{0, 0, 1}, 1, plain}, {"s^4, order 2", quartic, 2, many},
    {"s^4, order 2, up to m = 8", quartic, 2, many, {to = 8}}, {"exp, order 1", math.exp, 1, {}, nil, curved},
    {"exp, order 2", math.exp, 2, {}, nil, curved},
    {"exp, order 2, no control variates", math.exp, 2, plain, nil, chosen}} do
    local name, q, order, more, within, odd = table.unpack(each, 1, 6)
    local curve = name:gsub(", up to .*", "")
    curves[curve] = curves[curve] or remembered(function(seed)
        return bias(with({dist = unit, reps = 10000, q = q, operators = {order}, seed = seed}, more))
    end)
    local function slope(seed)
        return curves[curve](seed):slopes(within):rows()[1]
    end
    case("slopes: " .. name, function() return slope(1).exact end, function(seed)
        local r = slope(seed)
        return r.slope_lo, r.slope_hi
    end, odd)
end

local power = problem.new{dim = 0, outer = vec{1}, inner = unit, g = function(_, _, eta) return eta end,
    f = function(y) return y * y end, g_mean = function(_, xi) return 0 * xi end}
case("slopes: of a problem, s^2", -1, function(seed)
    local r = bias{problem = power, operators = {1}, m = {1, 2, 4, 8, 16}, reps = 4000, seed = seed}:slopes():rows()[1]
    return r.slope_lo, r.slope_hi
end)

local function nested(f)
    return problem.new{dim = 0, outer = unit, inner = unit, g = function(_, xi, eta) return xi + eta end, f = f}
end
local multilevel = estimator(nested(math.softplus), {method = "v-mlmc", L = 6})
local levels = remembered(function(seed)
    return multilevel:levels(nil, {reps = seed == TRUE_SEED and 100 * effort or 4000, seed = seed})
end)
for _, rate in ipairs {"alpha", "beta"} do
    case("levels: " .. rate, function() return levels(TRUE_SEED)[rate] end, function(seed)
        local r = levels(seed).rates
        return r[rate .. "_lo"], r[rate .. "_hi"]
    end, {most = 99.5, why = "rates are not exact laws: an error of the model is added"})
end

-- ---- Standard errors ----

local e = estimator(nested(math.softplus), {order = 2, m = 2})
case("moments: mean, 1000 estimates", function()
    return e:moments(nil, {reps = 200 * effort, seed = TRUE_SEED}).mean
end, function(seed)
    local m = e:moments(nil, {seed = seed, reps = 1000})
    return about(m.mean, 1.96 * m.se)
end)

for _, options in ipairs {{method = "bsgd", m = 4, samples = 4000}, {method = "e-bsgd", m = 4, samples = 4000},
    {method = "v-mlmc", n = {4000, 2000, 1000, 500}}, {method = "rt-mlmc", samples = 10000, L = 4},
    {method = "ru-mlmc", samples = 10000}, {method = "v-mlmc", eps = 0.05}, {method = "e-bsgd", eps = 0.05},
    {method = "auto", eps = 0.05}} do
    local p = nested(math.softplus)
    local of = options.eps and "to eps = 0.05" or options.n and "terms given" or "samples given"
    case(("value: %s, %s"):format(options.method, of), nil, function(seed)
        local v = value(with(options, {problem = p, seed = seed}))
        return about(v.value, 1.96 * v.se)
    end)
end

local students = {[5] = 2.776, [10] = 2.262, [20] = 2.093, [30] = 2.045} -- 97.5%, one degree less
local few = {least = 88, why = "few rows of a skewed q: its jackknife is skewed, too"}
for _, n in ipairs {10, 30} do
    case(("correct: exp, %d rows"):format(n), 1, function(seed)
        local c = correct(math.exp, rng.new(seed):normal(n), {seed = seed})
        return about(c.value, students[n] * c.se)
    end, n < 30 and few or nil)
end
for _, G in ipairs {5, 20} do
    local ids = {}
    for k = 1, 5 * G do
        ids[k] = (k - 1) // 5
    end
    case(("correct: exp, %d groups of 5"):format(G), math.exp(0.125), function(seed)
        local draws, means = rng.new(seed), {}
        local rows, mu = draws:normal(5 * G), draws:normal(G)
        for k = 1, 5 * G do
            means[k] = rows[k] + 0.5 * mu[ids[k] + 1]
        end
        local c = correct(math.exp, means, {by = ids})
        return about(c.value, students[G] * c.se)
    end, {least = 80, why = "few groups, whose exponentials are skewed"})
end

-- What the correction adds to the variance, between the two of 2000 other samples.
local function added()
    local plugin, value = {}, {}
    for k = 1, effort // 10 do
        local c = correct(math.exp, rng.new(1e6 + k):normal(10), {seed = k})
        plugin[k], value[k] = c.plugin, c.value
    end
    local function var(x)
        local off = vec(x) - vec(x):mean()
        return (off * off):mean()
    end
    return var(value) - var(plugin)
end
case("correct: variance added, 10 rows", added, function(seed)
    local words = tostring(correct(math.exp, rng.new(seed):normal(10), {seed = seed}))
    local middle, half = words:match "variance added (%S+) %(± (%S-)%)"
    if half then
        return about(tonumber(middle), tonumber(half))
    end
end, {least = 70, why = "it is small where exp of the few rows is"})

return cases
