-- Multilevel Monte Carlo to a tolerance, as Giles does it (Acta Numerica 2015, section 3; mlmc.m): a few terms of the
-- first levels, then as many of each as their variances and costs ask for, and another level as long as the last ones
-- leave too much bias. It goes to eps by halves: what the last step needs is known from a sample a quarter of its size.
--   state  that of lua/value/pool.lua, whose keys are the levels, and {L =, most = the last L, first = the first one,
--            start = terms of those levels, given = rates; goal = the error asked for, step = the one that is gone to
--            now, todo = {[l] = terms to get there}}
local core = ...
local pool, rates, over = core.use "value/pool", core.use "value/rates", core.use "over"
local terms = core.terms

local mlmc = {}

local SMALL = 1.01 -- shortages of terms below this are none

function mlmc.new(source, o)
    local state = over(pool.new(source, o), {
        L = o.L, most = math.max(o.L, o.L_most), first = o.L, start = o.n0, given = {
            alpha = o.alpha, beta = o.beta, gamma = source.gamma, most_alpha = source.most_alpha,
        },
    })
    for l = 0, o.L do
        state.drawn[l] = terms.new()
    end
    return state
end

-- The same, to be gone on with.
function mlmc.copy(state, o)
    return pool.copy(state, {o = o, most = math.max(state.L, o.L_most)})
end

-- Whether it was ended on its way to that error.
function mlmc.is_on_way(state, error)
    return state.goal == error
end

-- One level more.
function mlmc.add(state)
    state.L = state.L + 1
    state.drawn[state.L] = state.drawn[state.L] or terms.new()
end

-- What is known now: list of levels, rates, variances, what they make of the whole.
function mlmc.look(state)
    local list, cost, last = {}, {}, state.L
    for l = 0, last do
        list[l] = pool.read(state, l)
        cost[l] = state.source.cost(state, l)
        list[l].cost = cost[l]
    end
    while last > 0 and list[last].n == 0 do -- a budget may end before a new level has terms
        last = last - 1
    end
    local now = {list = list, cost = cost, last = last, fitted = rates.fit(list, last)}
    now.fitted.gamma = state.given.gamma or rates.growth(cost, now.fitted.from, last)
    now.used = rates.used(now.fitted, state.given)
    now.var = rates.variances(list, state.L, now.used.beta)
    now.bias = rates.left(list, last, now.used.alpha)
    now.value, now.variance, now.odd = 0, 0, nil
    for l = 0, last do
        now.value = now.value + list[l].mean
        now.variance = now.variance + now.var[l] / list[l].n
        now.odd = now.odd or pool.odd(list[l])
    end
    if now.odd or last == 0 then
        now.bias = 0 / 0 -- one level says nothing of it
    end
    now.se, now.status = math.sqrt(now.variance), now.fitted.alpha and "measured" or "assumed"
    return now
end

-- The terms that every level shall have for a sampling error of `wanted`, or nil where none lacks any; a level without
-- terms always does.
local function plan(state, now, wanted)
    local safe = rates.cushioned(now.var, now.list, state.L)
    local n, complete, sum = rates.counts(safe, now.cost, state.L, wanted ^ 2), true, 0
    for l = 0, state.L do
        local own = now.list[l].n
        if n[l] <= SMALL * own then
            n[l] = own
        end
        complete, sum = complete and own > 0 and n[l] <= own, sum + (n[l] - own) * now.cost[l]
    end
    state.need = state.spent + sum
    return not complete and n or nil
end

-- Draws what is missing to the terms in state.todo, which an earlier call may have left; false where it was ended.
local function fill(state)
    for l = 0, state.L do
        local missing = math.max(state.todo[l], 1) - pool.read(state, l).n
        if missing > 0 and not pool.draw(state, l, missing) then
            return false
        end
    end
    state.todo = nil
    return true
end

-- Goes on until the sampling error is `error` and the weak error `bias` (nil: whatever it is). true, or false and
-- state.why.
local function reach(state, error, bias)
    while true do
        if state.todo and not fill(state) then
            return false
        end
        local now = mlmc.look(state)
        state.todo = not now.odd and plan(state, now, error) or nil
        if now.odd then
            state.why = now.odd
            return false
        elseif not state.todo and (not bias or now.bias <= bias) then
            return true
        elseif not state.todo and state.L == state.most then
            state.why = "levels"
            return false
        elseif not state.todo then
            mlmc.add(state)
        end
    end
end

-- Draws what is missing to counts[l + 1] terms of each level; false where it was ended.
function mlmc.draw(state, counts)
    state.why = nil
    for l = 0, #counts - 1 do
        local n = counts[l + 1] - pool.read(state, l).n
        if n > 0 and not pool.draw(state, l, n) then
            return false
        end
    end
    return true
end

-- Goes on to the sampling error `error`, and to that weak error where `tested`; by halves. 0: until the budget ends it.
-- A call that was ended on its way there goes on where it was.
function mlmc.run(state, error, tested)
    local first = {}
    for l = 0, state.first do
        first[l + 1] = state.start
    end
    if state.goal ~= error then
        state.goal, state.step, state.todo = error, nil, nil
    end
    if not mlmc.draw(state, first) then
        return false
    end
    repeat
        if not state.step then
            local step = math.max(error, mlmc.look(state).se / 2)
            state.step = step < 1.5 * error and error or step
        end
        local step = state.step
        if not reach(state, step, tested and step or nil) then
            return false
        end
        state.step = nil
    until step == error
    return true
end

return mlmc
