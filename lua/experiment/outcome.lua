-- What is printed, said and measured of runs, of one or of several methods; raw: as lua/experiment/saved.lua has them.
local core, D = ...
local system, sorted, map = core.system, core.use "sorted", core.use "list".map
local curves, finite = core.use "experiment/curves", core.use "experiment/finite"
local choice = core.use "experiment/choice"

local outcome = {}

local measured = {"objective", "gap", "grad2", "distance"}
local counted = {"step", "outer", "g", "jac", "samples"}

-- The names that are those of columns.
local function known(columns, names)
    return map(names, function(name) return columns[name] and name or nil end)
end

-- The columns of a table of them that exist, in order; `seconds` only where they are asked for, `extra`: the names
-- of the problem's measures and of the metrics.
local function order_of(columns, first, seconds, extra)
    local names = table.move(counted, 1, #counted, 2, {first or false})
    names[#names + 1] = seconds and "seconds" or nil
    for _, list in ipairs {measured, extra} do
        for _, name in ipairs(list) do
            table.move({name, name .. "_lo", name .. "_hi"}, 1, 3, #names + 1, names)
        end
    end
    return known(columns, names)
end

-- Which columns rows, columns, csv and json give: means, or a row per replicate, by_rep(). Files have no seconds unless
-- they are asked for, so that the same run gives the same bytes.
function outcome.selector(kind, means, by_rep, extra, first)
    return function(_, options, name)
        core.use "given"(kind .. ":" .. name, options, {by_rep = true, seconds = true})
        local columns = options.by_rep and by_rep() or means
        local seconds = options.seconds or ((name == "rows" or name == "columns") and options.seconds == nil)
        return columns, order_of(columns, first or (options.by_rep and "rep"), seconds, extra)
    end
end

-- The columns that are printed, of those that there are: F is not known of every problem.
function outcome.printed(columns, spec, first)
    local measure, measures = curves.measure(columns) or "objective", sorted(curves.measures(spec))
    return known(columns, {first or "step", "samples", measure, measure .. "_lo", measure .. "_hi", "distance",
        table.unpack(measures)})
end

-- Where a histogram of replicates needs one: the values of a column at the end of a run.
local function last_of(raw, name)
    local values, reps = raw.by_rep[name], raw.x.rows
    return values and table.move(values, #values - reps + 1, #values, 1, {}) or nil
end

-- Options of plot for the histogram of a column at the end, x or y of the options, of runs {label =, raw =}.
function outcome.replicates(kind, list, spec, options)
    local columns = list[1].raw.by_rep
    local name = type(options.x) == "string" and options.x or type(options.y) == "string" and options.y
        or curves.measure(columns)
    if not name then
        system.fail(kind .. ":plot", "F is not known, name a column of your own: x=\"..\", see metrics of run")
    end
    name = curves.axis(kind, "x", name, nil, columns)
    local all = map(list, function(each)
        local values = last_of(each.raw, name)
        return values and {label = each.label, method = each.raw.spec.method, values = values} or nil
    end)
    if list[1].raw.x.rows < 2 then
        system.fail(kind .. ":plot", "a histogram is of several replicates, there is 1: see option reps")
    end
    return core.use "experiment/histogram".of_replicates(kind .. ":plot", all, curves.label(name, spec), options)
end

-- How far the gap is to be trusted where the least F is not proved, which a run may be the first to see.
local function gap_note(raw)
    local means = raw.means
    if not means.gap then
        return nil
    end
    local lowest = D.vec(means.gap):min()
    if lowest < -1e-9 * (1 + D.math.abs(D.vec(means.objective)):max()) then
        return "gap: F minus the least F found; this run goes below it, by " .. core.text.number(-lowest, 3)
    end
    return raw.spec.least and "gap: F minus the least F found; a lower one may exist" or nil
end

local ESTIMATED = "objective: F is estimated, from fixed draws; p:objective(x) says how far it may be off, "
    .. "limits are those of the replicates alone"

-- Whether a run's levels suit its problem: found out once, when it is to be said.
function outcome.choice(raw)
    if raw.choice == nil then
        raw.choice = choice.of_run(raw) or false
    end
    return raw.choice or nil
end

-- What is to be said of a run: why it has no column of F, how far its gap holds, what is not finite, and whether its
-- levels suit its problem.
function outcome.notes(raw)
    local notes = finite.notes(raw, table.move(raw.metrics or {}, 1, #(raw.metrics or {}), 1,
        outcome.printed(raw.means, raw.spec)))
    if raw.spec.estimated and raw.means.objective then
        table.insert(notes, 1, ESTIMATED)
    end
    if not curves.measure(raw.means) then
        table.insert(notes, 1, "F is not known, there is no column of it; metrics={..} gives columns of your own")
    end
    local gap = gap_note(raw)
    if gap then -- nil in front would hide all others
        table.insert(notes, 1, gap)
    end
    notes[#notes + 1] = outcome.choice(raw)
    return notes
end

-- By replicate: the mean of a column over the second half of the budget (trapezoids in samples), or its last value.
function outcome.summarize(raw, name, by)
    local samples, values, reps = raw.by_rep.samples, raw.by_rep[name], raw.x.rows
    local out = D.vec.zeros(reps)
    for rep = 1, reps do
        local area, width = 0, 0
        local last = #samples - reps + rep
        for i = rep + reps, last, reps do
            local from, to = samples[i - reps], samples[i]
            if from >= samples[last] / 2 then
                area, width = area + (to - from) * (values[i] + values[i - reps]) / 2, width + to - from
            end
        end
        out[rep] = (by == "half" and width > 0) and area / width or values[last]
    end
    return out
end

-- Why a run's last numbers are not to be relied on; nil where they are.
function outcome.why(raw)
    local name = curves.measure(raw.by_rep)
    return finite.reason(raw, name, name and outcome.summarize(raw, name, "final") or {})
end

-- The measure that experiment `name` ranks runs by: the gap, or the objective where there is no gap.
function outcome.measure(raw, name)
    return curves.measure(raw.by_rep) or system.fail(name, "F of this problem is not known, nothing is compared")
end

return outcome
