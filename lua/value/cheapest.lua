-- Which method is the cheapest for an eps: each of them goes to it with a small budget, says what all of it would take,
-- and those that would take much more than the least are left; the others get a larger budget, until one is there, or
-- one is left, or to go on would cost more than it can spare. The one that is taken goes on with what it drew.
local core = ...
local system, over, map = core.system, core.use "over", core.use "list".map
local methods = core.use "value/methods"

-- The first budget, in samples; how it grows; the share of the least need that one may be tried with; how much more
-- than the least another may need to be tried on: more after the first budget, which shows little; the last budget,
-- where none says what it needs.
local FIRST, GROWTH, SHARE, NEAR, FAR, MOST = 4096, 4, 1 / 20, 2, 5, 2 ^ 20

local kinds = {
    {method = "ru-mlmc"}, {method = "bsgd", order = 1}, {method = "e-bsgd", order = 2},
    {method = "e-bsgd", order = 3}, {method = "v-mlmc"},
}

local function words(each)
    return each.order and "order " .. each.order or each.method
end

-- Every method that may be tried. Random levels without end have a finite variance where f is smooth.
local function candidates(o, exact)
    local smooth = core.lua_problem.smooth(o.problem)
    return map(kinds, function(kind)
        if kind.method == "ru-mlmc" and not smooth then
            return nil
        end
        -- multilevel Monte Carlo begins with n0 terms of each level
        local least = kind.method == "v-mlmc" and (2 ^ (o.L + 1) - 1) * o.n0 or 0
        return over(kind, {state = methods.new(over(o, kind), exact), least = least})
    end)
end

-- What all of them drew, in samples.
local function spent(list)
    local sum = 0
    for _, each in ipairs(list) do
        sum = sum + each.state.spent
    end
    return sum
end

local ends = {interrupted = true, seconds = true}

-- Lets one go on until it has spent its budget; true where it is there, or where all are to end.
local function try(each, budget, race)
    local state, o = each.state, race.o
    state.deadline = race.deadline
    local left = (o.samples or math.huge) - spent(race.all)
    local wanted = math.max(budget, 1.5 * each.least)
    race.cut = race.cut or wanted > state.spent + left
    state.samples = math.min(wanted, state.spent + left)
    local reached = state.kind.run(state, race.eps / math.sqrt(2), true)
    local now = state.kind.look(state)
    each.is_odd = state.why == "not finite" or state.why == "too large"
    local known = now and not each.is_odd and state.kind.need(state, now, race.eps)
    each.need = reached and state.spent or known or math.huge
    return reached or ends[state.why] or false
end

-- The least need of those that were tried.
local function least_of(list)
    local best
    for _, each in ipairs(list) do
        best = each.need and (not best or each.need < best.need) and each or best
    end
    return best
end

local function by_name(list, name)
    for _, each in ipairs(list) do
        if each.method == name then
            return each
        end
    end
end

-- Random levels without end take hardly less than half of what multilevel Monte Carlo does: few terms show none of the
-- rare levels.
local function correct_unbiased(race)
    local random, levels = by_name(race.left, "ru-mlmc"), by_name(race.all, "v-mlmc")
    if random and levels.need and levels.need < math.huge then
        random.need = math.max(random.need, levels.need / 2)
    end
end

-- Tries all that are left with that budget; true where it is over.
local function go_round(race, budget)
    for _, each in ipairs(race.left) do
        local best = least_of(race.left)
        local is_worse = each.least > (best and NEAR * best.need or math.huge)
        if is_worse then
            each.need = each.need or each.least
        elseif try(each, budget, race) then
            race.cut, race.failure = race.cut or ends[each.state.why], each.state.failure
            return true
        end
    end
    correct_unbiased(race)
    local best, near = least_of(race.left), budget == FIRST and FAR or NEAR
    race.left = map(race.left, function(each)
        return not each.is_odd and each.need <= near * best.need and each or nil
    end)
    return #race.left <= 1 or GROWTH * budget > math.min(SHARE * best.need, MOST, race.o.samples or MOST)
end

local function why(race, best)
    local tried = map(race.all, function(each) return each.need and each.need < math.huge and each or nil end)
    table.sort(tried, function(a, b) return a.need < b.need end)
    local list = map(tried, function(each)
        return ("%s about %s"):format(words(each), core.text.number(each.need, 2))
    end)
    return ("%s, by a race of %s samples; expected in all: %s"):format(words(best),
        core.text.number(spent(race.all) + 0.0, 2), table.concat(list, ", "))
end

-- The state of the one that is taken. Several eps are gone to one after the other, by one that has drawn nothing.
return function(o, exact, deadline)
    local race = {o = o, deadline = deadline, eps = math.huge}
    for _, eps in ipairs(o.eps) do
        race.eps = math.min(race.eps, eps)
    end
    race.all = candidates(o, exact)
    race.left = race.all
    local plain = race.all[1].order and race.all[1] or race.all[2]
    local budget = FIRST
    while not go_round(race, budget) do
        budget = GROWTH * budget
    end
    local best = least_of(race.all)
    local state, all = best.state, spent(race.all)
    local chosen = why(race, best)
    if #o.eps > 1 then
        state = methods.new(over(o, {method = best.method, order = best.order}), exact)
    end
    state.others, state.chosen, state.order = all - state.spent, chosen, best.order
    state.cut, state.failure = race.cut or system.interrupted(), race.failure
    methods.set_rival(state, plain.state)
    return state
end
