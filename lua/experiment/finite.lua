-- What of a run is not finite, in words: replicates that diverged, and records whose measures are no numbers.
local core = ...
local said, culprit = core.use "experiment/said", core.use "problem/culprit"

local finite = {}

local FAR = 1e50 -- no function's domain ends there: such points ran away

local of_problem = {objective = true, gap = true, grad2 = true} -- where x0 may be to blame

function finite.is(x)
    return x - x == 0
end

-- How many of the numbers are not finite, and the place of the first.
local function count(values)
    local n, first = 0, nil
    for i = 1, #values do
        if not finite.is(values[i]) then
            n, first = n + 1, first or i
        end
    end
    return n, first
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

-- The function of the user's that gives such numbers where the replicate was last; nil where none is found, and where
-- the point ran away.
local function source_of(raw, loss)
    local problem = raw.request and raw.request.options.problem
    if loss and loss.element and problem and raw.x[loss.rep]:norm() < FAR then
        return culprit(problem, raw.x[loss.rep])
    end
end

-- What may help: other steps where points ran away, other draws where f left its domain nearby; no step where a sampler
-- is wrong.
local function cure(raw, loss)
    local list, source = {}, source_of(raw, loss)
    local words, in_g = source and source.words .. "; " or "", source and source.part == "g"
    if source and source.sampled then
        return words .. "no other step or estimate mends that"
    elseif loss and raw.x[loss.rep]:norm() < FAR and raw.spec.share == false and not in_g then
        list[1] = "share=true (one set of draws for g and its Jacobian)"
    end
    list[#list + 1] = raw.spec.update and "a smaller update" or "a smaller step"
    list[#list + 1] = not raw.spec.clip and "clip" or nil
    return words .. "try " .. table.concat(list, ", "):gsub(", ([^,]*)$", " or %1")
end

-- The replicates that diverged, in a sentence; nil when there are none.
function finite.losses(raw)
    local loss, reps = earliest(raw), raw.x.rows
    if raw.diverged == 0 then
        return nil
    end
    local place = loss and (", the first (replicate %d) in step %d: %s"):format(loss.rep, loss.step, event(raw, loss))
    return ("%d of %d replicates diverged%s; means include their last finite points; %s"):format(
        raw.diverged, reps, place or "", cure(raw, loss))
end

-- The records of a column that are not finite, in a sentence; nil when there are none.
local function records(raw, name)
    local columns, reps = raw.by_rep, raw.x.rows
    local n, first = count(columns[name])
    if n == 0 then
        return nil
    end
    local step = columns.step[first]
    return ("%s is not finite in %d of %d records, the first (replicate %d) at step %d: %s%s"):format(
        name, n, #columns.step, (first - 1) % reps + 1, step, said.number(columns[name][first]),
        step == 0 and of_problem[name] and "; look at x0" or "")
end

-- The sentences for a run of which the columns `names` are shown.
function finite.notes(raw, names)
    local notes = {finite.losses(raw)}
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
    end
    return n > 0 and ("%s is not finite in %d of %d replicates"):format(name, n, reps) or nil
end

return finite
