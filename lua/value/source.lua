-- Where the numbers of a value come from, by key: level l of a multilevel estimate is the number l, others are texts. A
-- source has
--   draw(state, key, n)   n more, or a few more than n; returns how many: fewer after Ctrl-C
--   chunk(key)            only multiples of so many are drawn
--   cost(state, key)      of one of them, in samples, as is expected
--   spent(state, key)     of all that were drawn
-- state.drawn[key] is what core.terms.new gives.
local core, D = ...
local system, terms, map = core.system, core.terms, core.use "list".map

local source = {}

local MOST_LEVEL = 40 -- the last random level

-- The operator that takes the estimates of op from those with twice the inner batch, on the same draws.
local function change_of(op)
    local list = map((op:scaled(2) - op):terms(), function(term) return {size = term.size, weight = term.exact} end)
    return core.extrap.make(list, false, true)
end

-- The expected samples of a term of a random level up to L, which has a probability like 2^(-1.5 l).
local function random_cost(L)
    local cost, sum = 0, 0
    for l = 0, L do
        cost, sum = cost + 2 ^ (-0.5 * l), sum + 2 ^ (-1.5 * l)
    end
    return cost / sum
end

-- What keys stand for: the options of an estimator, which set of streams is its own, and its cost.
local kinds = {
    -- level l averages 2^l inner draws
    level = function(_, l) return {method = "v-mlmc", L = l}, l, 2.0 ^ l end,
    mean = function(op, m) return {operator = op, m = m}, 0, op.draws * m end,
    change = function(op, m) return {operator = change_of(op), m = m}, m, 2 * op.draws * m end,
    random = function(_, L) return {method = "rt-mlmc", L = L}, 0, random_cost(L) end,
    unbiased = function() return {method = "ru-mlmc"}, 0, random_cost(MOST_LEVEL) end,
}

-- {estimator =, set =, cost =} by key, made when they are first asked for.
local function made_of(o, op)
    return setmetatable({}, {__index = function(all, key)
        local kind, number = tostring(key):match "^(%a*) ?(%d*)$"
        local options, set, cost = kinds[kind == "" and "level" or kind](op, math.tointeger(number))
        options.of = "value"
        all[key] = {estimator = D.estimator(o.problem, options), set = set, cost = cost}
        return all[key]
    end})
end

-- The value of a problem at x; op: the operator, where there is one.
function source.of_problem(o, op)
    local made = made_of(o, op)
    return {
        draw = function(state, key, n)
            local own = made[key]
            return terms.draw(state.drawn[key], "value", own.estimator, o.x, n, o.seed, own.set,
                o.threads or system.threads)
        end,
        chunk = function(key) return terms.chunk(made[key].estimator) end,
        cost = function(_, key) return made[key].cost end,
        spent = function(state, key) return terms.read(state.drawn[key]).samples end,
        estimator = function(key) return made[key].estimator end,
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
    local own = {}

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

    function own.spent(state, l)
        return terms.read(state.drawn[l]).n * own.cost(state, l)
    end

    return own
end

return source
