-- What a value is computed from: numbers by key, drawn in addition to those before, until a budget ends it.
--   state  {source =, drawn = {[key] = ..}, costs =, spent = samples, others = samples that other methods took before;
--            samples =, deadline = the ends; why = what ended it; failure = {error} of a function of the user's that
--            did; save(is_last), show(more)}
local core = ...
local system, terms, over, sorted = core.system, core.terms, core.use "over", core.use "sorted"
local failing = core.use "experiment/failing"

local pool = {}

local SHORT, LONG = 0.05, 0.2 -- seconds of one call for more of them

function pool.new(source, o)
    return {
        source = source, o = o, drawn = {}, costs = {}, spent = 0, others = 0, samples = math.huge, slice = 1024.0,
        save = function() end, show = function() end,
    }
end

-- The same, to be gone on with.
function pool.copy(state, fields)
    local copy = over(state, over({
        drawn = {}, costs = over(state.costs), save = function() end, show = function() end,
    }, fields))
    for key, drawn in pairs(state.drawn) do
        copy.drawn[key] = drawn:copy()
    end
    return copy
end

local none = terms.read(terms.new())

-- What those of a key come to: {n =, mean =, var =, ..}.
function pool.read(state, key)
    return state.drawn[key] and terms.read(state.drawn[key]) or none
end

-- All that was spent, in samples.
function pool.cost(state)
    local sum = 0
    for _, key in ipairs(sorted(state.drawn)) do
        sum = sum + state.source.spent(state, key)
    end
    return sum
end

-- How many of n the next call draws: as long as a call may take, and no more than the budget has.
local function next_part(state, key, n)
    local cost, chunk = state.source.cost(state, key), state.source.chunk(key)
    local part = math.min(n, math.ceil(state.slice / cost))
    local left = terms.within(state.samples - state.spent, cost, chunk)
    return math.min(part, left)
end

-- Why no more may be drawn, or nil. However little time there is, something is drawn.
local function ended(state)
    if state.failure or system.interrupted() then
        return "interrupted"
    elseif state.deadline and state.spent > 0 and system.seconds() >= state.deadline then
        return "seconds"
    end
end

-- Calls shall be long enough to be worth it, and short enough to look at the clock.
local function adapt(state, made, took)
    if took < SHORT then
        state.slice = math.max(state.slice, 2 * made)
    elseif took > LONG then
        state.slice = state.slice / 2
    end
end

-- n more of a key; false where something ended it, which `why` says.
function pool.draw(state, key, n)
    state.drawn[key] = state.drawn[key] or terms.new()
    while n > 0 do
        local part, began = next_part(state, key, n), system.seconds()
        state.why = part < 1 and "samples" or ended(state)
        if state.why then
            return false
        end
        state.show(part * state.source.cost(state, key))
        local made, failure = failing.try(state.source.draw, state, key, part)
        state.spent, state.failure = pool.cost(state), failure
        if failure then
            state.why = "interrupted"
            return false
        end
        n = n - made
        adapt(state, made * state.source.cost(state, key), system.seconds() - began)
        state.save(false)
    end
    return true
end

return pool
