-- deal(points, todo, compute, keep): makes the points of these numbers: keep(k, compute(k)) for each, in order, until
-- it is interrupted; the point that it then was at is not kept.
local core = ...
local system, progress = core.system, core.progress

return function(points, todo, compute, keep)
    local _ <close> = progress.start "sweep"
    for i, k in ipairs(todo) do
        progress.part(points[k].label, (i - 1) / #todo, i / #todo)
        progress.show()
        local cells, is_misuse = compute(k)
        if system.interrupted() then
            return
        end
        keep(k, cells, is_misuse)
    end
end
