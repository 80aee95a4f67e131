-- Where the terms of a multilevel estimate come from. A source has
--   draw(state, l, n)   n terms more of level l, or a few more than n; returns how many: fewer after Ctrl-C
--   chunk(l)            only multiples of so many are drawn
--   cost(state, l)      of one term, in samples
--   gamma               how fast it grows; nil: as measured
-- state.drawn[l] is what core.terms.new gives.
local core, D = ...
local system, terms = core.system, core.terms

local source = {}

-- The terms of the value of a problem at x: level l averages 2^l inner draws.
function source.of_problem(o)
    return {
        draw = function(state, l, n)
            return terms.draw(state.drawn[l], "value", o.problem, o.x, l, n, o.seed, o.threads or system.threads)
        end,
        chunk = terms.chunk,
        cost = function(_, l) return 2.0 ^ l end,
        gamma = 1, most_alpha = 1,
    }
end

local FEWEST = 16 -- terms of one call of a function of the user's

local function wrong(what, l, got)
    system.fail("value", "option 'levels': expected %s at level %d, got %s", what, l, system.describe(got))
end

-- n numbers of the user's as a vec.
local function numbers(value, what, l, n)
    if type(value) == "table" then
        local done, list = pcall(D.vec, value)
        value = done and list or value
    end
    if system.kind(value) ~= "vec" or #value ~= n then
        wrong(("a vec of %d numbers as %s"):format(n, what), l, value)
    end
    return value
end

-- One call: n numbers of P_l and of P_(l-1) from the same draws, and what they cost.
local function call(o, l, n, chunk)
    local fine, coarse, cost = o.levels(l, terms.rng(o.seed, l, chunk), n)
    fine = numbers(fine, "P_" .. l, l, n)
    if l == 0 and coarse ~= nil then
        wrong("nil in place of a coarser level", l, coarse)
    elseif l > 0 then
        coarse = numbers(coarse, "P_" .. l - 1, l, n)
    end
    if cost ~= nil and not (math.type(cost) and cost > 0 and cost <= 1e100) then
        wrong("a number > 0, at most 1e100, as the cost of one sample", l, cost)
    end
    return l == 0 and fine or fine - coarse, fine, cost
end

-- Adds n numbers and their cost.
local function keep(state, l, n, term, fine, cost)
    terms.add(state.drawn[l], term, fine)
    if cost then
        state.costs[l] = (state.costs[l] or 0) + n * cost
    end
end

-- Levels of the user's own: levels(l, rng, n) -> fine, coarse [, cost].
function source.of_levels(o)
    local own = {gamma = o.gamma}

    function own.chunk(l)
        return math.max(FEWEST, 1024 >> l)
    end

    function own.draw(state, l, n)
        local each, made = own.chunk(l), 0
        while made < n and not system.interrupted() do
            local first = terms.read(state.drawn[l]).n // each
            local done, term, fine, cost = pcall(call, o, l, each, first)
            if not done and system.interrupted() then
                break -- Ctrl-C within the function
            elseif not done then
                error(term, 0)
            end
            keep(state, l, each, term, fine, cost)
            made = made + each
            core.progress.show()
        end
        return made
    end

    -- As measured; of a level without terms, or where no costs come, by gamma.
    function own.cost(state, l)
        local n = state.drawn[l] and terms.read(state.drawn[l]).n or 0
        if state.costs[l] and n > 0 then
            return state.costs[l] / n
        elseif l == 0 then
            return 1.0
        end
        return own.cost(state, l - 1) * 2 ^ (o.gamma or 1)
    end

    return own
end

return source
