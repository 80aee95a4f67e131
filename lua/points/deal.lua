-- deal(x): makes points until it is interrupted; those that are then under way are not kept.
--   x   {labels = of all points, todo = numbers of those to be made, threads =, changed = nil or a function that gives
--       the name of a variable that compute has changed, and these functions:}
--       compute(k) -> cells, is_misuse: what point k comes to; true: no point after it is wanted
--       check(k, cells, is_misuse): raises what is wrong use of the sweep
--       put(k, cells): into the result; save(): all that has been put, into a checkpoint
-- Where there are several points they are made side by side, by ranks or else by workers, each the next one when it is
-- free. What compute prints stands in the order of the points. Where compute changes variables, which nobody would see,
-- all points are made here, in order.
local core = ...
local system, progress = core.system, core.progress
local by_workers, by_ranks = core.use "points/by_workers", core.use "points/by_ranks"
local map = core.use "list".map

-- Makes the first n of x.todo here.
local function in_turn(x, n)
    for i, k in ipairs(table.move(x.todo, 1, n, 1, {})) do
        progress.part(x.labels[k], (i - 1) / n, i / n)
        progress.show()
        local cells, is_misuse = x.compute(k)
        if system.interrupted() then
            return
        end
        x.check(k, cells, is_misuse)
        x.put(k, cells)
        x.save()
        table.remove(x.todo, 1)
    end
end

local function by_others(x, make)
    local all, made, give_up = #x.todo, nil, false
    while #x.todo > 1 and not (give_up or made and next(made) == nil or system.interrupted()) do
        made, give_up = make(x, all)
        x.todo = map(x.todo, function(k) return not made[k] and k or nil end)
    end
end

-- A point that changes a variable has done so on its rank for good: all make the first, to see whether it does.
local function by_all_ranks(x)
    if x.changed then
        in_turn(x, 1)
    end
    if not (x.changed and x.changed()) then
        by_others(x, by_ranks)
    end
end

return function(x)
    local _ <close> = progress.start "sweep"
    if core.ranks.size() > 1 then -- a team makes all points in turn
        if #x.todo > 1 and not core.ranks.is_divided() then
            by_all_ranks(x)
        end
    elseif x.threads > 1 then
        by_others(x, by_workers)
    end
    if not system.interrupted() then
        in_turn(x, #x.todo)
    end
end
