-- Items of known cost made by teams of ranks (core.ranks): a team makes its items one after the other, and deals the
-- replicates of each to its ranks. by_teams(x) -> list of what the items come to; nil where one team is best.
--   x   {labels =, costs = of all items, reps = replicates of an item, threads = of a rank,
--       compute = function(k) -> a plain value (lua/pack.lua), whether nothing after it is wanted}
-- What compute prints stands in the order of the items. The list ends after the first item that nothing is wanted
-- after, or before the first that was not made.
local core = ...
local ranks, pack = core.ranks, core.use "pack"
local message, list = core.use "points/message", core.use "list"

-- How long n teams take at least, in costs of a replicate.
local function time_of(x, n, total, most)
    local hands = ranks.size() // n * x.threads
    return math.max(most, total / n) * math.ceil(x.reps / hands)
end

-- The number of teams that takes the least time; the smallest of several.
local function best_number(x)
    local total, most, best = 0, 0, 1
    for _, cost in ipairs(x.costs) do
        total, most = total + cost, math.max(most, cost)
    end
    for n = 2, math.min(ranks.size(), #x.costs) do
        if time_of(x, n, total, most) < time_of(x, best, total, most) then
            best = n
        end
    end
    return best
end

-- The items of each team: the next dearest one goes to the team that has the least to do.
local function assign(costs, n)
    local order, teams, load = {}, {}, {}
    for k in ipairs(costs) do
        order[k] = k
    end
    table.sort(order, function(a, b) return costs[a] > costs[b] or costs[a] == costs[b] and a < b end)
    for i = 1, n do
        teams[i], load[i] = {}, 0
    end
    for _, k in ipairs(order) do
        local least = 1
        for i = 2, n do
            least = load[i] < load[least] and i or least
        end
        load[least] = load[least] + costs[k]
        table.insert(teams[least], k)
    end
    return teams
end

-- Item k: what it comes to, or the error that it raises, and what it prints; nil where an interrupt left nothing of it.
local function make(x, k)
    local one, kept = {point = k, out = "", err = "", unread = "not enough memory"}, ranks.keep()
    local done, value, last = pcall(x.compute, k)
    if kept then
        one.out, one.err, one.unread = ranks.printed()
    end
    one.last = not done or last
    one[done and "value" or "failure"] = done and value or tostring(value)
    return (done or not core.system.interrupted()) and one or nil
end

-- Its bytes; what has none, so that the other ranks cannot have it, is a failure.
local function packed(one)
    local done, text = pcall(pack.text, one)
    if not done then
        one.value, one.failure, one.last = nil, tostring(text), true
    end
    return done and text or pack.text(one)
end

-- What this rank's team, of n, makes, for all ranks to see: all that has been made, by item.
local function make_all(x, n)
    local made, mine = {}, {}
    local number = ranks.rank() * n // ranks.size()
    local items = assign(x.costs, n)[number + 1]
    ranks.divide(number)
    for i, k in ipairs(items) do
        core.progress.part(x.labels[k], (i - 1) / #items, i / #items)
        local one = not core.system.interrupted() and make(x, k)
        mine[#mine + 1] = one and packed(one) or nil
    end
    local text = ranks.rank() == 0 and pack.text(mine) or ""
    ranks.unite()
    for _, each in ipairs(ranks.exchange(text)) do
        for _, one in ipairs(each ~= "" and list.map(pack.value(each), pack.value) or {}) do
            made[one.point] = one
        end
    end
    return made
end

return function(x)
    local n = ranks.size() > 1 and not ranks.is_divided() and best_number(x) or 1
    if n == 1 then
        return nil
    end
    local made = make_all(x, n)
    local todo = {}
    while made[#todo + 1] and not (todo[1] and made[#todo].last) do
        todo[#todo + 1] = #todo + 1
    end
    local print_in_order = message.printer(todo, x.labels)
    return list.map(todo, function(k)
        print_in_order(made[k])
        if made[k].failure then
            error(made[k].failure, 0)
        end
        return made[k].value
    end)
end
