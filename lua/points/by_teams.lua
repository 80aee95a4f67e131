-- Items of known cost made by teams: of ranks, or of threads, each in a process of its own. A team makes its items
-- one after the other, and deals the replicates of each to its ranks and threads. by_teams(x) -> list of what the items
-- come to; nil where one team is best.
--   x   {name = of the experiment, labels =, items = what they are called, costs = of all items, reps = replicates of
--       an item, threads = of this process, is_small = whether copies of it are not worth their start,
--       compute = function(k) -> a plain value (lua/pack.lua), whether nothing after it is wanted}
-- What compute prints stands in the order of the items. The list ends after the first item that nothing is wanted
-- after, or before the first that was not made.
local core = ...
local message, list = core.use "points/message", core.use "list"

return function(x)
    local made = core.use(core.ranks.size() > 1 and "points/team_ranks" or "points/team_workers")(x)
    if not made then
        return nil
    end
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
