-- Multilevel Monte Carlo to a tolerance: core.mlmc says what to draw next and what the levels say (as
-- src/engine/value/mlmc.h has it); lua/value/pool.lua draws it.
--   state  that of lua/value/pool.lua, whose keys are the levels, and {L =, most = the last L, first = the first one,
--            start = terms of those levels, given = rates; goal = the error asked for, step = the one that is gone to
--            now, todo = {[l] = terms to get there}, need = samples in all by that}
local core, D = ...
local pool, over = core.use "value/pool", core.use "over"

local mlmc = {}

function mlmc.new(source, o)
    return over(pool.new(source, o), {
        L = o.L, most = math.max(o.L, o.L_most), first = o.L, start = o.n0,
        given = {alpha = o.alpha, beta = o.beta, gamma = o.problem and 1 or o.gamma, nested = o.problem ~= nil},
    })
end

-- The same, to be gone on with.
function mlmc.copy(state, o)
    return pool.copy(state, {o = o, most = math.max(state.L, o.L_most)})
end

-- Whether it was ended on its way to that error.
function mlmc.is_on_way(state, error)
    return state.goal == error
end

-- What a term of each level costs, and of the one that may be added.
local function costs(state)
    local list = {}
    for l = 0, state.L + 1 do
        list[l + 1] = state.source.cost(state, l)
    end
    return D.vec(list)
end

-- What is known now, as core.mlmc.look gives it.
function mlmc.look(state)
    return core.mlmc.look(state, costs(state))
end

-- The samples that eps takes in all, or nil where it takes too many levels.
function mlmc.need(state, eps)
    return core.mlmc.need(state, costs(state), eps / math.sqrt(2), true)
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

-- Goes on to the sampling error `error`, and to that weak error where `tested`; 0: until the budget ends it. A call
-- that was ended on its way there goes on where it was. true, or false and state.why.
function mlmc.run(state, error, tested)
    state.why = nil
    local l, n = core.mlmc.next(state, costs(state), error, tested)
    while l do
        if not pool.draw(state, l, n) then
            return false
        end
        l, n = core.mlmc.next(state, costs(state), error, tested)
    end
    state.why = n
    return n == nil
end

return mlmc
