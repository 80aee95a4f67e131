-- Points made by workers: copies of this process (core.workers). by_workers(x, all) makes points of x.todo, of `all` in
-- all; x: as in points/deal. Returns the set of those made, and whether it is given up since the first of them has
-- changed a variable.
local core = ...
local system, progress, workers, pack = core.system, core.progress, core.workers, core.use "pack"
local message = core.use "points/message"

-- What a worker does: says what became of each point that it takes.
local function worker(x, order)
    return function(claim, send, printed)
        system.threads = 1
        for _, k in ipairs(order) do
            if claim(k) then
                send(message.of(x, k, printed))
            end
        end
    end
end

-- What workers send, one call of take for each point, until all have ended, it is interrupted, or take returns true. A
-- worker that ends within a point fails it, unless it was asked to end.
local function listen(handle, n, take)
    local ended, enough = 0, false
    while ended < n and not enough and not system.interrupted() do
        local place, text, how = workers.receive(handle, 0.1)
        progress.show()
        if text then
            enough = take(pack.value(text))
        elseif place then
            ended = ended + 1
            if how ~= "asked" and place > 0 then
                enough = take{point = place, cells = {failed = "its process ended: " .. how}, out = "", err = ""}
            end
        end
    end
end

return function(x, all)
    local made, count, give_up = {}, 0, false
    local order, print_in_order, note_change = message.order(x), message.printer(x.todo, x.labels), message.noter()
    local handle <close>, started = workers.start(worker(x, order), #x.labels, math.min(x.threads, #x.todo), 1, false)
    listen(handle, started, function(one)
        if made[one.point] then -- its process ended later
            return false
        end
        give_up = one.changed and count == 0
        if give_up then
            return true
        end
        note_change(one.changed)
        count, made[one.point] = count + 1, true
        local done = all - #x.todo + count
        progress.part(("%d of %d points"):format(done, all), done / all, done / all)
        print_in_order(one)
        x.check(one.point, one.cells, one.is_misuse)
        x.put(one.point, one.cells)
        x.save()
    end)
    print_in_order()
    return made, give_up
end
