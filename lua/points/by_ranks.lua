-- Points made by ranks (core.ranks): each takes the next one when it is free and says to rank 0 what became of it. Rank
-- 0 saves and prints; at the end all ranks know all. by_ranks(x, all) as in points/by_workers; also for tune.
local core = ...
local system, progress, ranks, pack = core.system, core.progress, core.ranks, core.use "pack"
local message = core.use "points/message"

-- Point k, computed by this rank; what it prints goes to rank 0. An error that is not the point's own is one of all.
local function compute(x, k)
    local kept = ranks.keep()
    local function printed()
        if kept then
            return ranks.printed()
        end
        return "", "", "not enough memory"
    end
    local done, text = pcall(message.of, x, k, printed)
    if done then
        return text
    end
    local out, err, why = printed()
    return pack.text{point = k, failure = tostring(text), out = out, err = err, unread = why}
end

-- What points come to at rank 0, {made = list of messages, failure = an error that ends it all}; take(text) to
-- be called with each that comes, and finish() when all have.
local function gatherer(x, all)
    local gathered, print_in_order = {made = {}}, message.printer(x.todo, x.labels)
    return gathered, function(text)
        local one = pack.value(text)
        local made = gathered.made
        made[#made + 1] = one
        local done = all - #x.todo + #made
        progress.part(("%d of %d points"):format(done, all), done / all, done / all)
        progress.show()
        local saved, why = true, one.failure
        if not why then
            x.put(one.point, one.cells)
            saved, why = pcall(x.save)
        end
        gathered.failure = gathered.failure or one.failure or not saved and why or nil
        gathered.stopped = gathered.stopped or one.is_misuse or gathered.failure
        print_in_order(one)
    end, function()
        print_in_order()
        for _, one in ipairs(gathered.made) do
            one.out, one.err, one.unread = nil, nil, nil
        end
    end
end

-- Makes points until there are none to take: after(text) is called with each.
local function make(x, after)
    local order = message.order(x)
    local k = order[ranks.take()]
    while k and not system.interrupted() do
        local text = compute(x, k)
        if system.interrupted() then
            break
        end
        k = not after(text) and order[ranks.take()]
    end
end

-- What rank 0 does: it makes points, too, and between them takes what has come, at the end all that is to come from n
-- others. After an interrupt, or what ends the sweep, nobody finds another point.
local function gather(x, all, n)
    local gathered, take, finish = gatherer(x, all)
    local function look(wait)
        local text = ranks.receive(wait)
        while text ~= nil do
            n = n - (text and 0 or 1)
            if text then
                take(text)
            end
            text = ranks.receive(wait and n > 0)
        end
    end
    make(x, function(text)
        take(text)
        look(false)
        return gathered.stopped
    end)
    while ranks.take() <= #x.todo do end -- luacheck: ignore 542
    while n > 0 do
        look(true)
    end
    finish()
    return gathered
end

return function(x, all)
    local others = ranks.size() - 1
    local gathered
    if ranks.begin(#x.todo) then
        gathered = gather(x, all, others)
    else
        make(x, ranks.send)
        ranks.send()
    end
    local made, note_change = {}, message.noter()
    ranks.finish()
    gathered = pack.value(ranks.same(gathered and pack.text(gathered) or ""))
    if gathered.failure then
        error(gathered.failure, 0)
    end
    table.sort(gathered.made, function(a, b) return a.point < b.point end)
    for _, one in ipairs(gathered.made) do
        x.check(one.point, one.cells, one.is_misuse)
        x.put(one.point, one.cells)
        note_change(one.changed)
        made[one.point] = true
    end
    return made
end
