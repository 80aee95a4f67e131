-- The runs of compare's methods: one after the other, or side by side by teams of ranks or threads.
local core = ...
local system, over, map = core.system, core.use "over", core.use "list".map
local saved, methods = core.later "experiment/saved", core.later "experiment/methods"
local failing, run = core.use "experiment/failing", core.use "experiment/run"

local entries = {}

-- The run of a method, and the failure that ended it.
local function make(job, live)
    local raw, failure = failing.try(saved.start, "compare", job.options, nil, job.label, live)
    return raw, failure or raw.failure
end

local function make_in_turn(jobs, live, done, whole)
    local runs = {}
    for i, job in ipairs(jobs) do
        core.progress.part(job.named, (done + job.from) / whole, (done + job.to) / whole)
        if not system.interrupted() then
            local raw, failure = make(job, live)
            runs[i] = raw and run.make(raw)
            if failure then
                return runs, failure
            end
        end
    end
    return runs
end

-- A run as a plain value, also after an interrupt.
local function plain(raw)
    local done, value = system.saving(saved.plain, raw)
    return done and value or error(value, 0)
end

-- The same by teams; nil where one team is best.
local function make_by_teams(jobs)
    local values = core.use "points/by_teams"(over(methods.shared(map(jobs, function(job) return job.options end)), {
        name = "compare", items = "methods", labels = map(jobs, function(job) return job.label end),
        compute = function(i)
            local raw, failure = make(jobs[i], false)
            return {run = raw and plain(raw), failure = failure and tostring(failure[1])}, failure ~= nil
        end,
    }))
    local failure
    return values and map(values, function(value, i)
        failure = value.failure and {value.failure}
        return value.run and run.make(saved.of_plain(value.run, jobs[i].options))
    end), failure
end

-- The runs of all methods until an interrupt or a failure, which comes second; reps: how many replicates, nil for as
-- many as the options say; done: how many were made in earlier rounds. `all`: what all rounds have in common.
function entries.make(all, reps, done)
    local n = math.type(reps) and reps or 1
    local jobs = map(all.merged, function(each, i)
        local label = all.labels[i]
        local named = reps and ("%s, %s replicates"):format(label, reps) or label
        local options = over(each, {reps = reps, checkpoint = methods.checkpoint("compare", all.options, i, named)})
        local from = n * (i - 1) / #all.merged
        return {label = label, named = named, options = options, from = from, to = from + n / #all.merged}
    end)
    if not all.live and methods.are_apart(all.merged) then
        local runs, failure = make_by_teams(jobs)
        if runs then
            return runs, failure
        end
    end
    return make_in_turn(jobs, all.live or false, done, done + n)
end

return entries
