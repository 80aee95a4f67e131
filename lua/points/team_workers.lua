-- Items made by workers (core.workers), copies of this process that each have a part of the threads: team_workers(x) ->
-- {[item] = what points/item says of it}; nil where one process is best, or where the system starts no other or loses
-- one's work. x: as in points/by_teams.
--
-- The first worker takes the items in their order, the others the dearest of those that are left. So every item begins
-- no later than where they are made one after the other, and an interrupt leaves no less; nor does a dear one that
-- comes last keep all waiting.
local core = ...
local system, progress, workers, pack = core.system, core.progress, core.workers, core.use "pack"
local item, shares, list = core.use "points/item", core.use "points/shares", core.use "list"

-- Items of one cost are taken in their order by all, so that those made are the first ones.
local function order_of(costs, number)
    local is_equal = list.all(costs, function(cost) return cost == costs[1] end)
    if number == 1 or is_equal then
        return list.map(costs, function(_, k) return k end)
    end
    return shares.by_cost(costs, true)
end

-- What a worker does. After an interrupt it sends what it has.
local function worker(x)
    return function(claim, send, printed, number)
        system.threads = system.at_most_threads(system.threads)
        for _, k in ipairs(order_of(x.costs, number)) do
            if not system.interrupted() and claim(k) then
                local one = item.make(x, k, printed)
                system.saving(function()
                    if one then
                        send(item.packed(one))
                    end
                end)
            end
        end
    end
end

-- Says how far all items are; n of them have been made.
local function show(x, handle, made, n)
    local all, done, running = 0, 0, workers.under_way(handle)
    for k, cost in ipairs(x.costs) do
        all, done = all + cost, done + cost * (made[k] and 1 or running[k] or 0)
    end
    progress.part(("%d of %d %s"):format(n, #x.costs, x.items), done / all, done / all)
    progress.show()
end

-- An item whose worker has ended on its way.
local function lost(x, k, how)
    local _, words = pcall(system.fail, x.name, "%s: its process ended: %s", x.labels[k], how)
    return {point = k, failure = words, last = true, out = "", err = ""}
end

-- Whether all items are made, or all up to one that nothing after it is wanted.
local function is_whole(x, made)
    for k in ipairs(x.costs) do
        if not made[k] or made[k].last then
            return made[k] ~= nil
        end
    end
    return true
end

-- What a worker has sent, or how it ended: {point =, ..}, nil where it ended well.
local function read(x, made, place, text, how)
    if text then
        return select(2, system.saving(pack.value, text))
    end
    local is_lost = place > 0 and not made[place] and how ~= "asked" and how ~= "exit code 0"
    return is_lost and lost(x, place, how) or nil
end

-- What n workers make, until it is all that is wanted, or all have ended. After an interrupt they are asked to end.
local function listen(x, handle, n)
    local made, count, ended, asked = {}, 0, 0, false
    while ended < n and not is_whole(x, made) do
        if system.interrupted() and not asked then
            asked = true
            workers.ask(handle)
        end
        local place, text, how = workers.receive(handle, 0.1)
        local one = place and read(x, made, place, text, how)
        ended = ended + (place and not text and 1 or 0)
        if one then
            made[one.point], count = one, count + 1
        end
        show(x, handle, made, count)
    end
    return (is_whole(x, made) or system.interrupted()) and made or nil
end

return function(x)
    local function hands(n)
        return x.threads // n
    end
    local n = (x.is_small or core.ranks.all() > 1) and 1 or shares.number(x, x.threads, hands)
    if n == 1 then
        return nil
    end
    local handle <close>, started = workers.start(worker(x), #x.costs, n, hands(n), true)
    return started > 0 and listen(x, handle, started) or nil
end
