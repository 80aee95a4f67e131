-- deal(x): makes points: x.compute(k) for each, and x.keep(k, what that gave), until it is interrupted; points that are
-- then under way are not kept.
--   x   {labels = of all points, todo = numbers of those to be made, threads =, compute =, keep =, changed = nil or a
--       function that gives the name of a variable that compute has changed}
-- Where there are several points and threads, workers (copies of this process) compute them, each the next one when it
-- is free; keep is called here, in no order. What compute prints stands in the order of the points. Where compute
-- changes variables, which nobody would see, all is done here, in order.
local core = ...
local system, progress, workers, pack = core.system, core.progress, core.workers, core.use "pack"
local map = core.use "list".map

local function in_turn(x)
    for i, k in ipairs(x.todo) do
        progress.part(x.labels[k], (i - 1) / #x.todo, i / #x.todo)
        progress.show()
        local cells, is_misuse = x.compute(k)
        if system.interrupted() then
            return
        end
        x.keep(k, cells, is_misuse)
    end
end

-- What a worker does: says what became of each point that it takes.
local function worker(x)
    return function(take, send, printed)
        system.threads = 1
        local k = x.todo[take()]
        while k do
            local cells, is_misuse = x.compute(k)
            local out, err, why = printed()
            send(pack.text{
                point = k, cells = cells, is_misuse = is_misuse, out = out, err = err, unread = why,
                changed = x.changed and x.changed() or nil,
            })
            k = x.todo[take()]
        end
    end
end

-- print(message) prints what a point has printed once all points before it are done; print() what is left. labels: of
-- all points.
local function printer(todo, labels)
    local texts, place = {}, 1
    local function put(k)
        io.stdout:write(texts[k].out)
        io.stdout:flush()
        io.stderr:write(texts[k].err)
        if texts[k].unread then
            system.note(("sweep: what %s has printed cannot be read, at most a later point shows it: %s")
                :format(labels[k], texts[k].unread))
        end
        texts[k] = nil
    end
    return function(message)
        if message then
            texts[message.point] = message
        end
        while place <= #todo and (texts[todo[place]] or not message) do
            if texts[todo[place]] then
                put(todo[place])
            end
            place = place + 1
        end
    end
end

-- What workers send, one call of take for each point, until all have ended, it is interrupted, or take returns true. A
-- worker that ends within a point fails it, unless it was asked to end.
local function listen(handle, n, todo, take)
    local ended, enough = 0, false
    while ended < n and not enough and not system.interrupted() do
        local place, text, how = workers.receive(handle, 0.1)
        progress.show()
        if text then
            enough = take(pack.value(text))
        elseif place then
            ended = ended + 1
            if how ~= "asked" and todo[place] then
                enough = take{point = todo[place], cells = {failed = "its process ended: " .. how}, out = "", err = ""}
            end
        end
    end
end

local function note_change(name)
    system.note(("sweep: run changes '%s', which only its own process sees: threads=1 makes all points in this one")
        :format(name))
end

-- Workers make points of x.todo, of `all` in all; returns the set of those made, and whether it is given up since the
-- first of them has changed a variable.
local function in_workers(x, all)
    local made, count, noted, give_up, print_in_order = {}, 0, false, false, printer(x.todo, x.labels)
    local handle <close>, started = workers.start(math.min(x.threads, #x.todo), worker(x))
    listen(handle, started, x.todo, function(message)
        if made[message.point] then -- its process ended later
            return false
        end
        give_up = message.changed and count == 0
        if give_up then
            return true
        end
        if message.changed and not noted then
            noted = true
            note_change(message.changed)
        end
        count, made[message.point] = count + 1, true
        local done = all - #x.todo + count
        progress.part(("%d of %d points"):format(done, all), done / all, done / all)
        x.keep(message.point, message.cells, message.is_misuse)
        print_in_order(message)
    end)
    print_in_order()
    return made, give_up
end

return function(x)
    local _ <close> = progress.start "sweep"
    local all, made, give_up = #x.todo, nil, false
    while #x.todo > 1 and x.threads > 1 and not (give_up or made and next(made) == nil or system.interrupted()) do
        made, give_up = in_workers(x, all)
        x.todo = map(x.todo, function(k) return not made[k] and k or nil end)
    end
    if not system.interrupted() then
        in_turn(x)
    end
end
