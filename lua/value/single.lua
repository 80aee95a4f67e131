-- Values by one kind of estimate, whose replicates are averaged: an operator with inner batch m, or one random level.
-- Each function returns {value =, se =, bias =, bias_status =, reps =, cost =, reached =, why =, rows =, order =, ..}.
local core, D = ...
local system, over, sorted = core.system, core.use "over", core.use "sorted"
local mlmc, choice, said = core.use "value/mlmc", core.use "experiment/choice", core.use "experiment/said"

local single = {}

-- The least rate of the bias that is believed; the largest inner batch; the last random level.
local LEAST, MOST_M, MOST_LEVEL = 0.5, 2 ^ 20, 40

function single.fail_few(samples)
    system.fail("value", "option 'samples': expected more, %s is too few for a first estimate",
        core.text.number(samples, 6))
end

-- The operator that takes the estimates of op from those with twice the inner batch, on the same draws.
local function change_of(op)
    local weights, list = {}, {}
    for _, term in ipairs(op:terms()) do
        weights[term.size] = (weights[term.size] or 0) - term.weight
        weights[2 * term.size] = (weights[2 * term.size] or 0) + term.weight
    end
    for _, size in ipairs(sorted(weights)) do
        list[#list + 1] = weights[size] ~= 0 and {size = size, weight = weights[size]} or nil
    end
    return core.extrap.make(list, false, true)
end

-- The penalty, which every estimate of a value has in it.
local function penalty(o)
    local x = o.x and D.vec(o.x) or o.problem:start()
    return 0.5 * (core.problem.spec(o.problem).l2 or 0) * x:dot(x)
end

-- Estimates by e until their standard error is `se` or that share of the samples left is spent; nil where not even two
-- may be made.
local function estimates(state, e, cost, se, seed, share)
    if system.interrupted() then
        system.fail("value", "interrupted before the first estimate of the value")
    end
    local o, most = state.o, math.min(share * (state.samples - state.spent) // cost, 1e15)
    if most < 2 then
        return nil
    end
    local t = e:moments(o.x, {se = se, reps = most, seed = seed, threads = o.threads})
    state.spent = state.spent + t.reps * t.cost.samples
    return t
end

-- Estimates that are all equal have no variance to see, and more would not change that.
local function is_equal(t)
    return t.se_unknown == "all estimates are equal"
end

-- What is left of eps^2 for sampling: at least a half.
local function sampling_error(error, bias)
    return error * math.sqrt(math.max(1, 2 - (bias / error) ^ 2))
end

-- Why not all was reached; found: whether the bias is small enough; why: what else a pilot was ended by, or nil.
local function ending(state, t, found, why)
    if system.interrupted() then
        return "interrupted"
    elseif why or t.not_finite then
        return why or "not finite"
    elseif found or state.spent + 2 * state.cost > state.samples then
        return "samples"
    end
    return "bias"
end

-- The fields of a result that all estimates have, and those given.
local function result_of(state, t, found, fields, why)
    local reached = found and not why and (t.reached == true or is_equal(t))
    return over({
        value = t.mean, se = is_equal(t) and 0.0 or t.se or 0 / 0, reps = t.reps, cost = state.spent, reached = reached,
        why = not reached and ending(state, t, found, why) or nil,
    }, fields)
end

-- Operators ----------------------------------------------------------------------------------------------------------

local function by_operator(o, op, m)
    return D.estimator(o.problem, {of = "value", operator = op, m = math.tointeger(m)})
end

-- The rate of the bias from the change at m and at m/2, where both stand out of their noise.
local function rate_of(op, now, before)
    if not before or not (math.abs(now.change) > 2 * now.se and math.abs(before.change) > 2 * before.se) then
        return nil
    end
    local alpha = math.log(math.abs(before.change / now.change), 2)
    return math.max(LEAST, math.min(alpha, op.order))
end

-- The row of m: what doubling it changes, and the bias that follows; nil where the samples are spent.
local function measured(state, op, change, m, error, before)
    local cost = 2 * op.draws * m
    local t = estimates(state, by_operator(state.o, change, m), cost, error / 4, state.o.seed + 1000003 * m,
        0.5)
    if not t then
        return nil
    end
    local row = {m = m, change = t.mean - penalty(state.o), se = t.se or math.huge, estimates = t.reps, cost = cost}
    row.short = not (t.reached or is_equal(t)) -- the samples do not show the bias as well as is needed
    if is_equal(t) then
        row.se = 0
    end
    row.alpha = rate_of(op, row, before)
    local fall = 2 ^ (row.alpha or 1)
    local size = math.max(math.abs(row.change) + row.se, before and (math.abs(before.change) - before.se) / fall or 0)
    row.bias = size * fall / (fall - 1)
    return row
end

-- The row of m where both the expectation of the estimate and F are known; else nil.
local function proved(state, op, m, exact)
    local expected = exact and by_operator(state.o, op, m):expected(state.o.x)
    return expected and {m = m, change = nil, bias = math.abs(expected - exact), proved = true}
end

-- Why doubling m ended before the bias was small, or nil where m may not be larger.
local function short_of(row)
    if row.bias ~= row.bias then
        return "not finite"
    end
    return row.short and "samples" or nil
end

-- Doubles m until the bias is at most `error` (nil: the first m will do); returns the last row, and why it ended.
local function find_m(state, op, error, exact)
    local rows, change, m = {}, change_of(op), state.o.m or 1
    while true do
        local row = proved(state, op, m, exact)
            or measured(state, op, change, m, error or state.o.se, rows[#rows])
        rows[#rows + 1] = row
        if not row or row.bias ~= row.bias then
            return rows, rows[#rows], false
        elseif not error or row.bias <= error then
            return rows, row, true
        elseif row.short or m >= MOST_M then
            return rows, row, false
        end
        m = 2 * m
    end
end

-- By an operator: half of eps^2 is for the bias, sampling has what it leaves.
function single.operator(state, op, exact)
    local o, error = state.o, state.o.eps and state.o.eps[1] / math.sqrt(2)
    state.cost = op.draws * (o.m or 1)
    local rows, row, found = find_m(state, op, error, exact)
    local t
    if row then
        state.cost = op.draws * row.m
        local goal = o.se or sampling_error(error, row.bias)
        t = estimates(state, by_operator(o, op, row.m), state.cost, goal, o.seed, 1)
    end
    if not t then
        single.fail_few(o.samples)
    end
    return result_of(state, t, found, {
        rows = rows, order = {"m", "change", "se", "alpha", "bias", "estimates", "cost"}, bias = row.bias,
        bias_status = row.proved and "proved" or "measured", m = row.m, operator = op.name, warning = said.warning(t),
    }, not found and short_of(row) or nil)
end

-- Random levels ------------------------------------------------------------------------------------------------------

-- The expected samples of a term of a random level up to L, which has a probability like 2^(-1.5 l).
local function random_cost(L)
    local cost, sum = 0, 0
    for l = 0, L do
        cost, sum = cost + 2 ^ (-0.5 * l), sum + 2 ^ (-1.5 * l)
    end
    return cost / sum
end

local function averaged(state, spec, goal)
    local e = D.estimator(state.o.problem, over({of = "value"}, spec))
    state.cost = random_cost(spec.L or MOST_LEVEL)
    local t = estimates(state, e, state.cost, goal, state.o.seed, 1)
    if not t then
        single.fail_few(state.o.samples)
    end
    local about_levels = choice.of_estimates(e, {state.o.x or state.o.problem:start()}, t.reps * t.cost.samples)
    return t, about_levels or said.warning(t)
end

-- By levels without end: no bias at all, so that all of eps is for sampling.
function single.unbiased(state)
    local o = state.o
    local t, warning = averaged(state, {method = "ru-mlmc"}, o.eps and o.eps[1] or o.se)
    return result_of(state, t, true, {
        rows = {{estimates = t.reps, mean = t.mean, se = t.se, sd = t.sd, cost = t.cost.samples}},
        order = {"estimates", "mean", "se", "sd", "cost"}, bias = 0.0, bias_status = "proved", warning = warning,
    })
end

-- What n0 terms of each of the levels say.
function single.pilot(levels, o)
    levels.samples, levels.show = o.samples or math.huge, function() end
    local counts = {}
    for l = 0, levels.L do
        counts[l + 1] = levels.start
    end
    mlmc.draw(levels, counts)
    return mlmc.look(levels)
end

-- A pilot on levels 0 to L, with more levels until the bias is at most `error`, unless L was given; returns what it
-- says, and why it says nothing of the bias, if so.
local function pilot(state, error, fixed)
    local levels = mlmc.new(state.source, state.o)
    levels.samples, levels.show = state.samples, function() end
    while true do
        local counts = {}
        for l = 0, levels.L do
            counts[l + 1] = levels.start
        end
        local done = mlmc.draw(levels, counts)
        local now = mlmc.look(levels)
        if not done or fixed or now.odd or now.bias <= error or levels.L == levels.most then
            return levels, now, not done and levels.why or now.odd
        end
        mlmc.add(levels)
    end
end

-- By a random level up to L.
function single.truncated(state, fixed)
    local o, error = state.o, state.o.eps and state.o.eps[1] / math.sqrt(2) or state.o.se
    local levels, now, odd = pilot(state, error, fixed or not o.eps)
    state.spent = levels.spent
    local found = not o.eps or now.bias <= error
    local goal = o.se or sampling_error(error, now.bias)
    local t, warning = averaged(state, {method = "rt-mlmc", L = levels.L}, goal)
    return result_of(state, t, found, {
        rows = {{L = levels.L, estimates = t.reps, mean = t.mean, se = t.se, sd = t.sd, cost = t.cost.samples}},
        order = {"L", "estimates", "mean", "se", "sd", "cost"}, bias = now.bias,
        bias_status = now.fitted.alpha and "measured" or "assumed", L = levels.L, warning = warning,
    }, odd)
end

return single
