-- Values by single terms of random levels, over the probabilities of these: up to L (rt-mlmc), which a pilot raises
-- until the bias is small enough, or without end (ru-mlmc), which has no bias. Rungs are L, or one.
local core = ...
local pool, single, mlmc = core.use "value/pool", core.use "value/single", core.use "value/mlmc"
local source, choice, over = core.use "value/source", core.later "experiment/choice", core.use "over"
local panels = core.use "value/panels"

local random = {}

local function row_of(t)
    return {
        estimates = math.tointeger(t.n), mean = t.mean, se = math.sqrt(t.var / t.n), sd = math.sqrt(t.var),
        cost = t.samples / t.n,
    }
end

-- The samples that estimates like these take for a sampling error.
local function averaging(t, error)
    return t.n >= 2 and math.max(t.var / error ^ 2, 1024) * t.samples / t.n or nil
end

-- Whether such a choice of levels suits the problem, where f may have a kink.
local function warning(key)
    return function(state, now)
        local o = state.o
        return choice.of_estimates(state.source.estimator(key(now.rung)), {o.x or o.problem:start()}, now.t.samples)
    end
end

-- Without end -------------------------------------------------------------------------------------------------------

local endless = {}

function endless.first()
    return 0
end

function endless.next()
    return nil
end

function endless.key()
    return "unbiased"
end

function endless.measure()
    return true
end

function endless.bias(state)
    local t = pool.read(state, "unbiased")
    return t.n >= 2 and over(row_of(t), {bias = 0.0, status = "proved"}) or nil
end

function endless.need(_, list, eps)
    return list[1] and averaging(list[1].t, eps) or nil
end

endless.warning, endless.panels = warning(endless.key), panels.of_costs

-- Up to L -----------------------------------------------------------------------------------------------------------

local truncated = {}

function truncated.first(state)
    return state.o.L
end

function truncated.next(state, L)
    return not state.fixed and L < state.most and L + 1 or nil
end

function truncated.key(L)
    return "random " .. L
end

-- What the pilot says of levels 0 to L.
local function look(state, L)
    state.L = L
    return mlmc.look(state)
end

function truncated.measure(state, L)
    local counts = {}
    for l = 0, L do
        counts[l + 1] = state.start
    end
    if not mlmc.draw(state, counts) then
        return false
    end
    state.why = look(state, L).odd
    return not state.why
end

function truncated.bias(state, L)
    local t = pool.read(state, truncated.key(L))
    if t.n < 2 or pool.read(state, L).n == 0 then
        return nil
    end
    local now = look(state, L)
    return over(row_of(t), {bias = now.bias, status = now.status})
end

function truncated.need(_, list, eps)
    local last, error = list[#list], eps / math.sqrt(2)
    local is_enough = last and last.row and last.row.bias <= error
    return is_enough and averaging(last.t, error) or nil
end

truncated.warning, truncated.panels = warning(truncated.key), panels.of_costs

local order = {"estimates", "mean", "se", "sd", "cost"}
local kinds = {
    ["ru-mlmc"] = {endless, single.kind(endless, order)},
    ["rt-mlmc"] = {truncated, single.kind(truncated, {"L", "estimates", "mean", "se", "sd", "bias", "cost"}, "L")},
}

-- fixed: whether L stays what it is.
function random.new(o, fixed)
    local state = mlmc.new(source.of_problem(o), o)
    local rungs, kind = table.unpack(kinds[o.method])
    return over(state, {kind = kind, rungs = rungs, drawn = {}, fixed = fixed or not o.eps and o.se ~= nil})
end

return random
