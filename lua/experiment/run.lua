-- run{..} and compare{..}: methods on a problem, their results and their figures.
local core, D = ...
local system, result, option = core.system, core.use "result", core.use "experiment/option"
local saved, asked = core.use "experiment/saved", core.use "experiment/asked"
local curves, watch = core.use "experiment/curves", core.use "experiment/watch"
local finite, again = core.use "experiment/finite", core.use "experiment/again"
local choice = core.use "experiment/choice"

local read_compare = core.options.table("compare", {
    {"methods", "table", required = true, choices = "methods[]",
        meaning = "list of {\"name\", label =, and options of run for this method}"},
})

local read_advantage = core.options.table("advantage", {
    {"by", "choice", default = "half", choices = "half|final",
        meaning = "compare the mean gap over the second half of the budget, or the final gap"},
    {"pairs", "boolean", default = false, meaning = "compare each extrapolated method with the plain one of its name"},
})

local read_words = core.options.table("words", {
    {"verdicts", "boolean", default = true, meaning = "print each verdict after its mean"},
})

local measured = {"objective", "gap", "grad2", "distance"}
local counted = {"step", "outer", "g", "jac", "samples"}

-- The columns of a table of them that exist, in order; `seconds` only where they are asked for, `extra`: the names
-- of the problem's measures and of the metrics.
local function order_of(columns, first, seconds, extra)
    local order = {}
    local function add(name)
        if columns[name] then
            order[#order + 1] = name
        end
    end
    add(first)
    for _, name in ipairs(counted) do
        add(name)
    end
    if seconds then
        add "seconds"
    end
    for _, names in ipairs {measured, extra} do
        for _, name in ipairs(names) do
            add(name)
            add(name .. "_lo")
            add(name .. "_hi")
        end
    end
    return order
end

-- Which columns rows, columns, csv and json give: means, or a row per replicate. Files have no seconds unless
-- they are asked for, so that the same run gives the same bytes.
local function selector(kind, means, by_rep, extra, first)
    return function(_, options, name)
        for key in pairs(options) do
            if key ~= "by_rep" and key ~= "seconds" then
                system.fail(kind .. ":" .. name, ("unknown option '%s'%s"):format(tostring(key),
                    system.hint(key, {"by_rep", "seconds"})))
            end
        end
        local columns = options.by_rep and by_rep or means
        local seconds = options.seconds or ((name == "rows" or name == "columns") and options.seconds == nil)
        return columns, order_of(columns, first or (options.by_rep and "rep"), seconds, extra)
    end
end

-- What the engine gave for each result: means, by_rep, x; and the runs of a set.
local kept = setmetatable({}, {__mode = "k"})

local run_methods = {}

-- The last row, with x: a mat with a row for each replicate.
function run_methods.final(self)
    local rows = self:rows()
    local last = rows[#rows]
    last.x = kept[self].x:copy()
    return last
end

function run_methods.series(self, options)
    return curves.options("run", {{label = self.label, columns = kept[self].means}}, self:spec(), options)
end

-- The columns that are printed, of those that there are: F is not known of every problem.
local function printed(columns, spec, first)
    local order, measure = {}, curves.measure(columns) or "objective"
    local measures = option.keys(curves.measures(spec))
    for _, name in ipairs {first or "step", "samples", measure, measure .. "_lo", measure .. "_hi", "distance",
        table.unpack(measures)} do
        order[#order + 1] = columns[name] and name
    end
    return order
end

-- How far the gap is to be trusted where the least F is not proved, which a run may be the first to see.
local function gap_note(raw)
    local means = raw.means
    if not means.gap then
        return nil
    end
    local lowest = D.vec(means.gap):min()
    if lowest < -1e-9 * (1 + D.math.abs(D.vec(means.objective)):max()) then
        return "gap: F less the least F found; this run goes below it, by " .. core.text.number(-lowest, 3)
    end
    return raw.spec.least and "gap: F less the least F found; that none is lower is not proved" or nil
end

local ESTIMATED = "objective: F is estimated, from fixed draws; p:objective(x) tells how far it may be off, "
    .. "limits are those of the replicates alone"

-- Whether a run's levels suit its problem: found out once, when it is to be said.
local function choice_of(raw)
    if raw.choice == nil then
        raw.choice = choice.of_run(raw) or false
    end
    return raw.choice or nil
end

-- What is to be said of a run: why it has no column of F, how far its gap holds, what is not finite, and whether its
-- levels suit its problem.
local function notes_of(raw)
    local notes = finite.notes(raw, table.move(raw.metrics or {}, 1, #(raw.metrics or {}), 1,
        printed(raw.means, raw.spec)))
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
    notes[#notes + 1] = choice_of(raw)
    return notes
end

function run_methods.notes(self)
    return notes_of(kept[self])
end

local function make_run(raw)
    local fields = {stop = raw.stop, diverged = raw.diverged, label = raw.label}
    local methods = option.over(run_methods, {select = selector("run", raw.means, raw.by_rep, raw.extra),
        nan = true})
    local self = result.new("run", raw.means, printed(raw.means, raw.spec), raw.spec, methods, fields)
    kept[self] = raw
    return self
end

-- Writes the run to a file; returns the path.
function run_methods.save(self, path)
    return saved.write("run:save", path, kept[self])
end

-- The run, with what reproduce needs of it.
local function make_again(raw)
    return again.keep(make_run(raw), "run", raw.options, raw.asked, {
        before = raw.before, cut = raw.cut or saved.cut(raw),
    })
end

-- Goes on from the run's end: the total budget, and other options as a new stage.
function run_methods.resume(self, options)
    return make_again(saved.resume(kept[self], options))
end

D.run = core.use "module"("run", {
    load = function(path, options)
        return make_again(saved.load(path, options))
    end,
}, function(options)
    return make_again(saved.start("run", options))
end)

-- compare ------------------------------------------------------------------------------------------------------

local function wrong(name, what, i)
    system.fail(name, ("option 'methods': %s at element %d"):format(what, i))
end

local several = {} -- what experiments with several methods share

-- The options of one method of experiment `name`: run's options for all with its own over them. Pairs of replicates
-- need the same problem, number and seed.
function several.merge(name, shared, entry, i)
    if type(entry) ~= "table" then
        wrong(name, 'expected a table {"name", ..}, got ' .. system.describe(entry), i)
    end
    for _, key in ipairs {"problem", "reps", "seed"} do
        if entry[key] ~= nil then
            wrong(name, ("'%s' is the same for all methods, give it beside 'methods', got one"):format(key), i)
        end
    end
    local all = option.over(shared, entry)
    all.method = entry[1] or entry.method or shared.method
    all[1], all.methods, all.label = nil, nil, nil
    if type(all.method) ~= "string" then
        wrong(name, "expected a method's name, got " .. system.describe(all.method), i)
    elseif entry.label ~= nil and type(entry.label) ~= "string" then
        wrong(name, "expected a string as label, got " .. system.describe(entry.label), i)
    end
    return all
end

-- What distinguishes method i from the others of its name: " m=2 step=0.1".
local function differences(merged, i)
    local found = {}
    for _, other in ipairs(merged) do
        for key, value in pairs(merged[i]) do
            if other.method == merged[i].method and other[key] ~= value then
                found[#found + 1] = (" %s=%s"):format(key, asked.word(value))
            end
        end
    end
    table.sort(found)
    local parts = {}
    for k, part in ipairs(found) do
        parts[#parts + 1] = part ~= found[k - 1] and part or nil
    end
    return table.concat(parts)
end

-- The label of every entry: as given, or the name, with what differs where a name comes twice.
function several.labels(name, entries, merged)
    local list, used = {}, {}
    for i, entry in ipairs(entries) do
        local label = entry.label or merged[i].method .. differences(merged, i)
        if used[label] then
            system.fail(name, ("option 'methods': two methods are called '%s', give them labels"):format(label))
        end
        used[label] = true
        list[i] = label
    end
    return list
end

-- All runs' columns one after the other, with the label in front; false where a run does not have one.
local function stack(runs, name)
    local all = {method = {}}
    for _, r in ipairs(runs) do
        for key in pairs(kept[r][name]) do
            all[key] = {}
        end
    end
    for _, r in ipairs(runs) do
        local columns = kept[r][name]
        for key, list in pairs(all) do
            for i = 1, #columns.step do
                list[#list + 1] = key == "method" and r.label or columns[key] and columns[key][i] or false
            end
        end
    end
    return all
end

local set_methods = {}

function set_methods.run(self, label)
    for _, r in ipairs(kept[self]) do
        if r.label == label then
            return r
        end
    end
    local names = {}
    for i, r in ipairs(kept[self]) do
        names[i] = r.label
    end
    return system.fail("compare:run", ("no method '%s'%s"):format(tostring(label), system.hint(label, names)))
end

-- The index of the method that method i is compared with, nil for none: the first, or in pairs the nearest one before i
-- whose name is i's without "e-", else the nearest one after.
local function opponent(runs, i, in_pairs)
    if not in_pairs then
        return i > 1 and 1 or nil
    end
    local plain = runs[i]:spec().method:match "^e%-(.*)"
    for _, range in ipairs {{i - 1, 1, -1}, {i + 1, #runs, 1}} do
        for k = range[1], range[2], range[3] do
            if runs[k]:spec().method == plain then
                return k
            end
        end
    end
    return nil
end

-- Gives curves the looks of pairs: a colour for each plain method, dashed, and the same, solid, for the method that
-- extrapolates it (dotted, .. for a second one).
local function look_in_pairs(runs, series)
    local used, followers = 0, {}
    for i, one in ipairs(series) do
        if not opponent(runs, i, true) then
            used, one.dash = used + 1, "solid"
            one.color = (used - 1) % 7 + 1
        end
    end
    for i, one in ipairs(series) do
        local k = opponent(runs, i, true)
        if k then
            followers[k] = (followers[k] or 0) + 1
            series[k].dash, one.dash = "dash", ({"solid", "dot", "dashdot"})[followers[k]] or "long"
            one.color = series[k].color
        end
    end
end

function set_methods.series(self, options)
    local list, runs = {}, kept[self]
    for i, r in ipairs(runs) do
        list[i] = {label = r.label, columns = kept[r].means}
    end
    if options.pairs ~= nil and type(options.pairs) ~= "boolean" then
        system.fail("compare:plot", "option 'pairs': expected a boolean, got " .. system.describe(options.pairs))
    end
    local all = curves.options("compare", list, self:spec(), option.over(options, {}))
    if all.pairs then
        look_in_pairs(runs, all.series)
    end
    all.pairs = nil
    return all
end

-- The inner batch of a run in words, by its spec: "20", "100/10" where it is a large one or a small one, "L = 4" where
-- it is 2^0, .., 2^L.
local function inner_batch(spec)
    if spec.S1 then
        return ("%d/%d"):format(spec.S1, spec.S2)
    end
    return spec.m and tostring(spec.m) or spec.L and "L = " .. spec.L or "any"
end

-- What runs took as inner batches, in words: "bsgd 20; e-nestedvr 100/10; v-mlmc L = 4".
function set_methods.inner_batches(self)
    local parts = {}
    for i, r in ipairs(kept[self]) do
        local batch = inner_batch(r:spec())
        parts[i] = r.label:sub(-#batch - 1) == " " .. batch and r.label or r.label .. " " .. batch
    end
    return table.concat(parts, "; ")
end

-- Methods whose inner batch says how biased they are: no average over steps, no levels.
local batched = {bsgd = true, bspiderboost = true, nestedvr = true}

-- An estimator of a run's bias and what it is in words: "plain, m = 2"; nil for one whose inner batch does not say it.
local function biased(r)
    local spec, options = r:spec(), kept[r].options
    local plain, m = spec.method:gsub("^e%-", ""), spec.S1 or spec.m
    if not batched[plain] or type(m) ~= "number" then
        return nil
    end
    local names = {["order 1"] = "plain", ["order 2"] = "extrapolated"}
    return D.estimator(options.problem, {method = plain == spec.method and "bsgd" or "e-bsgd", m = m,
        order = options.order, operator = options.operator}),
        ("%s, m = %d"):format(names[spec.operator] or spec.operator, m)
end

-- The gap that the bias alone makes on the problem, for each inner batch that runs took.
function set_methods.bias_gaps(self)
    local parts, seen = {}, {}
    for _, r in ipairs(kept[self]) do
        local e, words = biased(r)
        if e and not seen[words] then
            parts[#parts + 1] = ("%.2g (%s)"):format(select(2, e:fixed_point()), words)
            seen[words] = true
        end
    end
    return table.concat(parts, ", ")
end

-- The names of all runs' measures and metrics.
local function extra_of(runs)
    local names, seen = {}, {}
    for _, r in ipairs(runs) do
        for _, name in ipairs(kept[r].extra) do
            names[#names + 1] = not seen[name] and name or nil
            seen[name] = true
        end
    end
    return names
end

-- By replicate: the mean of a column over the second half of the budget (trapezoids in samples), or its last value.
function several.summarize(r, name, by)
    local raw = kept[r]
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

local function verdict(mean, half, rounding)
    if math.abs(mean) <= rounding then
        return "no difference"
    elseif mean - half > 0 then
        return "helps"
    end
    return mean + half < 0 and "hurts" or "no difference"
end

-- The size of the numbers that a column's are differences of: a gap is one of F.
local function terms(r, name)
    local objective = name == "gap" and kept[r].by_rep.objective
    return objective and 2 * math.abs(objective[#objective] or 0) or 0
end

-- What one method gains over another, in the fields of its row, or why that cannot be said.
local function add_advantage(row, theirs, own, size)
    local mean, half, rounding = core.run.paired(theirs, own, size)
    row.advantage = mean
    if half == half then
        row.verdict, row.advantage_lo, row.advantage_hi = verdict(mean, half, rounding), mean - half, mean + half
    else
        row.why = "one replicate has no interval"
    end
end

-- The rows of :advantage; `against` is the method compared with.
local function advantages(runs, name, o)
    local own, rows, why = {}, {}, {}
    for i, r in ipairs(runs) do
        own[i] = several.summarize(r, name, o.by)
        why[i] = several.reason(r, name, own[i])
    end
    for i, r in ipairs(runs) do
        rows[i] = {method = r.label, mean = own[i]:mean(), why = why[i]}
        local k = opponent(runs, i, o.pairs)
        rows[i].against = k and o.pairs and runs[k].label or nil
        if k and why[k] and not why[i] then
            rows[i].why = ("%s: %s"):format(runs[k].label, why[k])
        elseif k and not why[i] then
            add_advantage(rows[i], own[k], own[i], terms(runs[k], name) + terms(r, name))
        end
    end
    return rows
end

local advantage_methods = {}

-- The rows in words: "bsgd 0.009; e-bsgd 0.0016, helps; ..".
function advantage_methods.words(self, options)
    local o, parts = read_words("advantage:words", options), {}
    for i, row in ipairs(self:rows()) do
        local word = o.verdicts and (row.verdict or row.why and "no verdict: " .. row.why)
        parts[i] = row.method .. " " .. core.text.number(row.mean or 0 / 0, 2) .. (word and ", " .. word or "")
    end
    return table.concat(parts, "; ")
end

local advantage_order = {"method", "mean", "against", "advantage", "advantage_lo", "advantage_hi", "verdict", "why"}

-- What the other methods gain over the first, or over their plain partners, replicate by replicate.
function set_methods.advantage(self, options)
    local o = read_advantage("compare:advantage", options)
    local runs = kept[self]
    local name = several.measure(runs[1], "compare:advantage")
    local columns, known = option.columns(advantage_order, advantages(runs, name, o))
    local note = ("mean: %s%s; advantage: %s less %s, paired by replicate, 95%% limits"):format(
        name, o.by == "half" and " over the second half of the budget" or " at the end",
        o.pairs and "the plain method's" or runs[1].label .. "'s", o.pairs and "its own" or "each other's")
    local notes = {note, name ~= "gap" and "the least F is not known, there is no gap: objectives are compared" or nil}
    return result.new("advantage", columns, known, self:spec(),
        option.over(advantage_methods, {notes = function() return notes end, nan = true}))
end

local many = 20 -- rows

-- The last row of each method, where there are many; else nil.
function set_methods.shown(self)
    local place, last = 0, {}
    for i, r in ipairs(kept[self]) do
        place = place + #kept[r].means.step
        last[i] = place
    end
    return place > many and last or nil
end

-- The notes of several runs, each with the labels of those that it is about, unless it is about all.
local function notes_of_all(runs)
    local labels, notes = {}, {}
    for _, r in ipairs(runs) do
        for _, note in ipairs(notes_of(kept[r])) do
            notes[#notes + 1] = not labels[note] and note or nil
            labels[note] = labels[note] or {}
            table.insert(labels[note], r.label)
        end
    end
    for i, note in ipairs(notes) do
        if #labels[note] < #runs then
            notes[i] = table.concat(labels[note], ", ") .. ": " .. note
        end
    end
    return notes
end

function set_methods.notes(self)
    local notes = notes_of_all(kept[self])
    if set_methods.shown(self) then
        table.insert(notes, 1, "the last record of each method; :rows() has all")
    end
    return notes
end

local function spec_of(runs)
    local spec = {experiment = "compare", methods = {}}
    for i, r in ipairs(runs) do
        local own = r:spec()
        spec.problem, spec.seed, own.problem = own.problem, own.seed, nil
        own.label = r.label
        spec.methods[i] = own
    end
    return spec
end

function D.compare(options)
    if type(options) ~= "table" then
        system.fail("compare", "expected a table of options, got " .. system.describe(options))
    end
    local entries = options.methods
    read_compare("compare", {methods = entries})
    if #entries == 0 then
        system.fail("compare", "option 'methods': expected at least one method")
    end
    local merged, runs = {}, {}
    for i, entry in ipairs(entries) do
        merged[i] = several.merge("compare", options, entry, i)
    end
    local labels_of = several.labels("compare", entries, merged)
    local _ <close> = core.progress.start "compare"
    local live <close> = watch.open(options)
    for i, each in ipairs(merged) do
        core.progress.part(labels_of[i], (i - 1) / #merged, i / #merged)
        if not system.interrupted() then
            each.checkpoint = option.checkpoint("compare", options, i, labels_of[i])
            runs[i] = several.run("compare", each, labels_of[i], live)
        end
    end
    local means, by_rep = stack(runs, "means"), stack(runs, "by_rep")
    local methods = option.over(set_methods, {select = selector("compare", means, by_rep, extra_of(runs), "method"),
        nan = true})
    local spec = spec_of(runs)
    local self = result.new("compare", means, printed(means, spec, "method"), spec, methods)
    kept[self] = runs
    return again.keep(self, "compare", options)
end

-- The run that has these options as its stages, one list for each.
function several.replay(stages)
    local raw
    for _, options in ipairs(stages) do
        if not raw or raw.stop ~= "interrupted" then
            raw = saved.start("run", options, raw)
        end
    end
    return make_again(raw)
end

-- The run of merged options, for experiment `name`; live: the figure of all of them
-- (lua/experiment/watch.lua), or nothing.
function several.run(name, options, label, live)
    return make_run(saved.start(name, options, nil, label, live or false))
end

-- The measure that experiment `name` ranks runs by: the gap, or the objective where there is no gap.
function several.measure(r, name)
    return curves.measure(kept[r].by_rep) or system.fail(name, "F of this problem is not known, nothing is compared")
end

-- Why no number can be made of a run's replicates, of which `values` are what each gives of a measure; nil when there
-- is one.
function several.reason(r, measure, values)
    return finite.reason(kept[r], measure, values)
end

-- Why the levels that a run draws do not suit its problem, in a sentence; nil where they do.
function several.choice(r)
    return choice_of(kept[r])
end

-- The replicates of a run that diverged, in a sentence; nil when there are none.
function several.losses(r)
    return finite.losses(kept[r])
end

return several
