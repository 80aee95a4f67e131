-- How items of known cost are dealt to makers: teams of ranks, or workers, each of several hands that share the
-- replicates of an item. x: as in points/by_teams.
local shares = {}

-- How long n makers take at least, in costs of a replicate.
local function time_of(x, n, total, most, hands)
    return math.max(most, total / n) * math.ceil(x.reps / hands)
end

-- The number of makers, up to `limit`, that takes the least time; the smallest of several. hands(n): of each of n.
function shares.number(x, limit, hands)
    local total, most, best = 0, 0, 1
    for _, cost in ipairs(x.costs) do
        total, most = total + cost, math.max(most, cost)
    end
    for n = 2, math.min(limit, #x.costs) do
        if time_of(x, n, total, most, hands(n)) < time_of(x, best, total, most, hands(best)) then
            best = n
        end
    end
    return best
end

-- The items by cost, the dearest first; of equals the first or, with `is_last`, the last.
function shares.by_cost(costs, is_last)
    local order = {}
    for k in ipairs(costs) do
        order[k] = k
    end
    table.sort(order, function(a, b)
        if costs[a] == costs[b] then
            return a ~= b and (a > b) == (is_last or false)
        end
        return costs[a] > costs[b]
    end)
    return order
end

return shares
