-- How many replicates compare makes where a standard error is asked for. Replicate i is the same in every round: one is
-- what reps = its number gives.
local core = ...
local system, map = core.system, core.use "list".map
local outcome, finite = core.use "experiment/outcome", core.use "experiment/finite"

local replicates = {}

-- Those of the first round; the most where nothing is said; what a round has whole numbers of; how much more than is
-- needed a round makes, and how much more than the one before at most.
local FIRST, MOST, WHOLE, SLACK, GROWTH = 32, 1024, 16, 1.1, 16

-- The most replicates, of compare's options; what reps may not be a run refuses.
function replicates.most(options)
    return options.reps == nil and MOST or options.reps
end

-- Those of the first round.
function replicates.first(most)
    local good = math.type(most) and most % 1 == 0 and most > 0 and most <= 1e6
    return good and math.tointeger(math.min(FIRST, most)) or most
end

-- Refuses what has no replicates to add, by the options of all methods.
function replicates.check(merged, most)
    if #merged < 2 then
        system.fail("compare", "option 'se': expected at least two methods, whose difference it is of, got one")
    elseif most == 1 then
        system.fail("compare", "option 'se': expected at least 2 replicates, got reps = 1")
    end
    for _, each in ipairs(merged) do
        if each.seconds ~= nil then
            system.fail("compare", "option 'se' goes with samples or steps: in so many seconds more replicates do less")
        elseif system.kind(each.x0) == "mat" then
            system.fail("compare", "option 'se' goes with one start for all replicates, got a mat as x0")
        end
    end
end

-- What the runs of a round say of the standard error of each advantage over the first one: {reached =, se_goal =, se =
-- the largest, reps =, se_unknown = why there is none, unit =}.
function replicates.look(raws, se)
    local name = outcome.measure(raws[1], "compare")
    local own = map(raws, function(raw) return outcome.summarize(raw, name, "half") end)
    local goal = {se_goal = se, se = 0, reps = raws[1].x.rows, unit = "replicates"}
    for i, raw in ipairs(raws) do
        goal.se_unknown = goal.se_unknown or finite.reason(raw, name, own[i])
        goal.se = math.max(goal.se, i > 1 and select(4, core.run.paired(own[1], own[i])) or 0)
    end
    goal.reached = not goal.se_unknown and goal.se <= se
    return goal
end

-- How many replicates the next round makes; nil where there is none.
function replicates.next(goal, most)
    if goal.reached or goal.se_unknown or goal.reps >= most then
        return nil
    end
    local need = math.min(SLACK * goal.reps * (goal.se / goal.se_goal) ^ 2, GROWTH * goal.reps)
    return math.tointeger(math.min(most, WHOLE * math.max(need // WHOLE, goal.reps // WHOLE) + WHOLE))
end

return replicates
