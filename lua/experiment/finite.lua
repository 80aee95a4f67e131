-- Sentences about what is not finite in a run: replicates that diverged, and records with values that are not finite.
local core, D = ...
local said, culprit = core.use "experiment/said", core.use "problem/culprit"

local finite = {}

local FAR = 1e50 -- no function's domain ends there: such points ran away

local of_problem = {objective = "objective", gap = "objective", grad2 = "gradient"} -- what of it they are

function finite.is(x)
    return x - x == 0
end

-- How many of the numbers are not finite, and the place of the first.
local function count(values)
    local places = core.use "list".map(values, function(value, i) return not finite.is(value) and i or nil end)
    return #places, places[1]
end

-- The replicate that diverged in the earliest step; nil for a run from a file that does not say.
local function earliest(raw)
    local found
    for _, loss in ipairs(raw.losses or {}) do
        found = found and found.step <= loss.step and found or loss
    end
    return found
end

-- What became of a replicate in the step in which it diverged.
local function event(raw, loss)
    if loss.element then
        return ("its estimate of the gradient was %s at element %d"):format(said.number(loss.value), loss.element)
    elseif raw.spec.update then
        return "the new point of update was not finite"
    end
    return "its new point was beyond the largest number"
end

-- The function of the user's that gives such numbers at x; nil where none is found, and where the point ran away.
local function source_at(raw, x, of)
    local problem = raw.request and raw.request.options.problem
    return problem and x:norm() < FAR and culprit(problem, x, of) or nil
end

-- What may help: other steps where points ran away, other draws where f left its domain nearby; no step where a sampler
-- is wrong.
local function cure(raw, loss)
    local list, source = {}, loss and loss.element and source_at(raw, raw.x[loss.rep], "gradient")
    local words, in_g = source and source.words .. "; " or "", source and source.part == "g"
    if source and source.sampled then
        return words .. "no other step or estimate mends that"
    elseif loss and raw.x[loss.rep]:norm() < FAR and raw.spec.share == false and not in_g then
        list[1] = "share=true (one set of draws for g and its Jacobian)"
    end
    local own = raw.spec.update and not core.update.registry[raw.spec.update]
    list[#list + 1] = own and "a smaller update" or "a smaller step"
    list[#list + 1] = not raw.spec.clip and "clip" or nil
    return words .. "try " .. table.concat(list, ", "):gsub(", ([^,]*)$", " or %1")
end

-- Of which replicates the means are.
local function means_of(raw)
    local reps = raw.x.rows
    return raw.diverged < reps and ("means are of those that go on, at the end %d"):format(reps - raw.diverged)
        or "means are of those that went on, and end with the last"
end

-- The replicates that diverged, in a sentence; nil when there are none.
function finite.losses(raw)
    local loss, reps = earliest(raw), raw.x.rows
    if raw.diverged == 0 then
        return nil
    end
    local place = loss and (", the first (replicate %d) in step %d: %s"):format(loss.rep, loss.step, event(raw, loss))
    return ("%d of %d replicates diverged%s; %s; %s"):format(
        raw.diverged, reps, place or "", means_of(raw), cure(raw, loss))
end

-- Where a replicate was in its first step, or where it is now.
local function point_of(raw, rep, step)
    local options = raw.request.options
    if step > 0 or not (options.x0 or options.problem) then
        return raw.x[rep]
    elseif core.system.kind(options.x0) == "mat" then
        return options.x0[rep]
    end
    return options.x0 and D.vec(options.x0) or options.problem:start()
end

-- What made a record not finite, where its replicate did not diverge, which says more.
local function cause(raw, name, rep, step)
    local of = of_problem[name]
    local source = of and raw.diverged == 0 and source_at(raw, point_of(raw, rep, step), of)
    return (source and "; " .. source.words or "") .. (step == 0 and of and "; look at x0" or "")
end

-- The records of a column that are not finite, in a sentence; nil when there are none.
local function records(raw, name)
    local values, steps, reps = raw.by_rep[name], raw.by_rep.step, raw.x.rows
    local n, first = count(values)
    if n == 0 then
        return nil
    end
    local rep, step = (first - 1) % reps + 1, steps[first]
    local place = ("replicate %d, step %d"):format(rep, step)
    return said.odd(n, #steps, "records of " .. name, values[first], place) .. cause(raw, name, rep, step)
end

-- How a schedule ended a run, in a sentence; nil where none did.
local function refused(raw)
    return raw.refused and ("all replicates stopped: %s"):format(raw.refused)
end

-- The sentences for a run of which the columns `names` are shown.
function finite.notes(raw, names)
    local notes = {refused(raw)}
    notes[#notes + 1] = finite.losses(raw)
    for _, name in ipairs(names) do
        if raw.by_rep[name] then
            notes[#notes + 1] = records(raw, name)
        end
    end
    return notes
end

-- Why no number can be made of a run's replicates, of which `values` are what each gives; nil when there is one.
function finite.reason(raw, name, values)
    local reps = raw.x.rows
    local n = count(values)
    if raw.diverged > 0 then
        return ("%d of %d replicates diverged"):format(raw.diverged, reps)
    elseif raw.refused then
        return refused(raw)
    end
    return n > 0 and ("%s is not finite in %d of %d replicates"):format(name, n, reps) or nil
end

return finite
