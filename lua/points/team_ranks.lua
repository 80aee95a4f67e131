-- Items made by teams of ranks (core.ranks): team_ranks(x) -> {[item] = what points/item says of it}, the same on all
-- ranks; nil where one team is best. x: as in points/by_teams.
local core = ...
local ranks, pack = core.ranks, core.use "pack"
local item, shares, list = core.use "points/item", core.use "points/shares", core.use "list"

-- The items of each team: the next dearest one goes to the team that has the least to do.
local function assign(costs, n)
    local teams, load = {}, {}
    for i = 1, n do
        teams[i], load[i] = {}, 0
    end
    for _, k in ipairs(shares.by_cost(costs)) do
        local least = 1
        for i = 2, n do
            least = load[i] < load[least] and i or least
        end
        load[least] = load[least] + costs[k]
        table.insert(teams[least], k)
    end
    return teams
end

-- Item k, made here.
local function make(x, k)
    local kept = ranks.keep()
    return item.make(x, k, function()
        if kept then
            return ranks.printed()
        end
        return "", "", "not enough memory"
    end)
end

-- What this rank's team, of n, makes, for all ranks to see: all that has been made.
local function make_all(x, n)
    local made, mine = {}, {}
    local number = ranks.rank() * n // ranks.size()
    local items = assign(x.costs, n)[number + 1]
    ranks.divide(number)
    for i, k in ipairs(items) do
        core.progress.part(x.labels[k], (i - 1) / #items, i / #items)
        local one = not core.system.interrupted() and make(x, k)
        mine[#mine + 1] = one and item.packed(one) or nil
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
    local size = ranks.size()
    local n = ranks.is_divided() and 1 or shares.number(x, size, function(n) return size // n * x.threads end)
    return n > 1 and make_all(x, n) or nil
end
