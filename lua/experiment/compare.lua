-- compare{..}: several methods on one problem, replicate by replicate, and what one gains over another.
local core, D = ...
local system, result, over = core.system, core.use "result", core.use "over"
local request, entries = core.later "experiment/request", core.later "experiment/entries"
local watch, run = core.later "experiment/watch", core.use "experiment/run"
local outcome, methods = core.later "experiment/outcome", core.later "experiment/methods"
local curves, finite = core.later "experiment/curves", core.later "experiment/finite"
local said, replicates = core.later "experiment/said", core.later "experiment/replicates"
local look, unfinished = core.later "experiment/look", core.later "experiment/unfinished"
local failing = core.use "experiment/failing"
local raw_of, map = run.raw, core.use "list".map

local read_compare = core.options.table("compare", {
    {"methods", "table", required = true, choices = "methods[]",
        meaning = "list of \"name\" or {\"name\", label =, and options of run for this method}"},
    {"se", "number", low = 0, open_low = true,
        meaning = "add replicates until the standard error of every advantage is at most this; reps: the most, 1024"},
})

local read_advantage = core.options.table("advantage", {
    {"by", "choice", default = "half", choices = "half|final",
        meaning = "compare the mean gap over the second half of the budget, or the final gap"},
    {"pairs", "boolean", default = false, meaning = "compare each extrapolated method with the plain one of its name"},
})

local read_words = core.options.table("words", {
    {"verdicts", "boolean", default = true, meaning = "print each verdict after its mean"},
})

local kept = setmetatable({}, {__mode = "k"}) -- comparison -> its runs
local goals = setmetatable({}, {__mode = "k"}) -- comparison -> what is known of the se that was asked for
local cuts = setmetatable({}, {__mode = "k"}) -- comparison -> what an interrupt left of it, in a sentence

-- All runs' columns one after the other, with the label in front; false where a run does not have one.
local function stack(runs, name)
    local all = {method = {}}
    for _, r in ipairs(runs) do
        for key in pairs(raw_of(r)[name]) do
            all[key] = {}
        end
    end
    for _, r in ipairs(runs) do
        local columns = raw_of(r)[name]
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
    local names = map(kept[self], function(r) return r.label end)
    return system.fail("compare:run", "no method '%s'%s", tostring(label), system.hint(label, names))
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

-- The series with these labels, all without a list. Looks are those that they have among all.
local function only_those(series, labels)
    if labels == nil then
        return series
    elseif type(labels) ~= "table" then
        system.fail("compare:plot", "option 'only': expected a list of labels, got " .. system.describe(labels))
    end
    local known = {}
    for _, one in ipairs(series) do
        known[one.key or one.label] = one
    end
    return map(labels, function(label)
        return known[label] or system.fail("compare:plot", "option 'only': no method '%s'%s", tostring(label),
            system.hint(label, known))
    end)
end

function set_methods.series(self, options)
    local list = map(kept[self], function(r)
        return {label = r.label, method = r:spec().method, columns = raw_of(r).means}
    end)
    local all = curves.options("compare", list, self:spec(), over(options, {only = false}))
    all.series, all.only = only_those(all.series, options.only), nil
    return all
end

function set_methods.replicates(self, options)
    local list = map(kept[self], function(r) return {label = r.label, raw = raw_of(r)} end)
    return outcome.replicates("compare", list, self:spec(), options)
end

-- The inner batch of a run in words, by its spec: "20", "100/10" where it is a large one or a small one, "L = 4" where
-- it is 2^0, .., 2^L.
local function inner_batch(spec)
    if spec.S1 then
        return ("%d/%d"):format(spec.S1, spec.S2)
    end
    return spec.m and tostring(spec.m) or spec.L and "L = " .. spec.L or "any"
end

-- Methods whose inner batch says how biased they are: no average over steps, no levels.
local batched = {bsgd = true, bspiderboost = true, nestedvr = true}

-- The gap that a run's bias alone makes on the problem; nil where its inner batch does not say it.
local function bias_gap(r)
    local spec, options = r:spec(), raw_of(r).request.options
    local plain, m = spec.method:gsub("^e%-", ""), spec.S1 or spec.m
    if not batched[plain] or type(m) ~= "number" then
        return nil
    end
    local e = D.estimator(options.problem, {method = plain == spec.method and "bsgd" or "e-bsgd", m = m,
        order = options.order, operator = options.operator})
    return select(2, e:fixed_point())
end

-- The names of all runs' measures and metrics.
local function extra_of(runs)
    local names = {}
    for _, r in ipairs(runs) do
        table.move(raw_of(r).extra, 1, #raw_of(r).extra, #names + 1, names)
    end
    return core.use "list".unique(names)
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
    local objective = name == "gap" and raw_of(r).by_rep.objective
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

-- "2400 samples": where a run was interrupted; nil where it was not.
local function stopped_at(r)
    local samples = raw_of(r).means.samples
    return raw_of(r).stop == "interrupted" and core.use "text".cell(samples[#samples]) .. " samples" or nil
end

-- Why a run is not compared with others; nil where it is.
local function reason(r, name, own)
    local at = stopped_at(r)
    return finite.reason(raw_of(r), name, own) or at and "stopped early, at " .. at
end

-- The rows of :advantage; `against` is the method compared with.
local function advantages(runs, name, o)
    local own, rows, why = {}, {}, {}
    for i, r in ipairs(runs) do
        own[i] = outcome.summarize(raw_of(r), name, o.by)
        why[i] = reason(r, name, own[i])
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
    local o = read_words("advantage:words", options)
    return table.concat(map(self:rows(), function(row)
        local word = o.verdicts and (row.verdict or row.why and "no verdict: " .. row.why)
        return row.method .. " " .. core.text.number(row.mean or 0 / 0, 2) .. (word and ", " .. word or "")
    end), "; ")
end

local advantage_order = {"method", "mean", "against", "advantage", "advantage_lo", "advantage_hi", "verdict", "why"}

-- What the other methods gain over the first, or over their plain partners, replicate by replicate.
function set_methods.advantage(self, options)
    local o = read_advantage("compare:advantage", options)
    local runs = kept[self]
    local name = outcome.measure(raw_of(runs[1]), "compare:advantage")
    local note = ("mean: %s%s; advantage: %s minus %s, paired by replicate, 95%% limits"):format(
        name, o.by == "half" and " over the second half of the budget" or " at the end",
        o.pairs and "the plain method's" or runs[1].label .. "'s", o.pairs and "its own" or "each other's")
    local notes = {note, name ~= "gap" and "the least F is not known, there is no gap: objectives are compared" or nil}
    notes[#notes + 1] = cuts[self]
    return result.of_rows("advantage", advantage_order, advantages(runs, name, o), self:spec(),
        over(advantage_methods, {notes = function() return notes end, nan = true}))
end

-- "label: why" for each of these, in a sentence; nil for none.
local function whys(list)
    local words = map(list, function(one) return one.why and ("%s: %s"):format(one.label, one.why) or nil end)
    return words[1] and table.concat(words, "; ")
end

local summary_order = {"method", "inner_batch", "gap", "objective", "lowest", "against", "verdict", "bias_gap"}

-- A row for each method, in the order of figures: its inner batch, the mean gap over the second half of the budget, the
-- lowest one on the way, whether extrapolation helps, and the gap that the bias alone makes.
function set_methods.summary(self)
    local runs = kept[self]
    local name = outcome.measure(raw_of(runs[1]), "compare:summary")
    local rows = map(advantages(runs, name, {by = "half", pairs = true}), function(row, i)
        return {label = row.method, inner_batch = inner_batch(runs[i]:spec()), [name] = row.mean,
            lowest = D.vec(raw_of(runs[i]).means[name]):min(),
            against = row.against and look.label(row.against), verdict = row.verdict, why = row.why,
            bias_gap = name == "gap" and bias_gap(runs[i]) or nil}
    end)
    local notes = {whys(rows)}
    notes[#notes + 1] = cuts[self]
    rows = look.of_methods(rows, map(runs, function(r) return r:spec().method end))
    for _, row in ipairs(rows) do
        row.method = row.label
    end
    return result.of_rows("summary", summary_order, rows, self:spec(),
        {notes = function() return notes end})
end

local many = 20 -- rows

-- The last row of each method, where there are many; else nil.
function set_methods.shown(self)
    local place, last = 0, {}
    for i, r in ipairs(kept[self]) do
        place = place + #raw_of(r).means.step
        last[i] = place
    end
    return place > many and last or nil
end

-- The notes of several runs, each with the labels of those that it is about, unless it is about all.
local function notes_of_all(runs)
    local labels, notes = {}, {}
    for _, r in ipairs(runs) do
        for _, note in ipairs(outcome.notes(raw_of(r))) do
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
    notes[#notes + 1] = said.short(goals[self])
    notes[#notes + 1] = cuts[self]
    if set_methods.shown(self) then
        table.insert(notes, 1, "the last record of each method; :rows() has all")
    end
    return notes
end

function set_methods.why(self)
    return whys(map(kept[self], function(r) return {label = r.label, why = outcome.why(raw_of(r))} end))
end

local function spec_of(runs, se)
    local spec = {experiment = "compare", methods = {}, se = se}
    for i, r in ipairs(runs) do
        local own = r:spec()
        spec.problem, spec.seed, own.problem = own.problem, own.seed, nil
        own.label = r.label
        spec.methods[i] = own
    end
    return spec
end

-- What an interrupt left of a round, in a sentence; nil where all methods finished.
local function left_of(all, runs)
    return unfinished(all.labels, function(i) return runs[i] and (stopped_at(runs[i]) or true) end)
end

-- The runs of the last round, what it says of the standard error, what an interrupt or a failure left, and the failure;
-- they leave the runs of the round before.
local function make_rounds(all, se)
    if not se then
        local runs, failure = entries.make(all, nil, 0)
        return runs, {}, left_of(all, runs), failure
    end
    local most = replicates.most(all.options)
    replicates.check(all.merged, most)
    local reps, done, runs, goal = replicates.first(most), 0, nil, nil
    while reps do
        local made, failure = entries.make(all, reps, done)
        if failure or system.interrupted() then
            local cut = runs and ("interrupted: all methods have %d replicates, those with %d are left out"):format(
                goal.reps, reps)
            return runs or made, goal or {}, cut or left_of(all, made), failure
        end
        runs, goal, done = made, replicates.look(map(made, raw_of), se), done + reps
        reps = replicates.next(goal, most)
        if reps and all.live then
            all.live:clear()
        end
    end
    return runs, goal
end

function D.compare(options)
    local o, shared = methods.read("compare", read_compare, options)
    local merged = methods.merge("compare", shared, o.methods)
    local asked, labels_of = request.new("compare", options), methods.labels("compare", o.methods, merged)
    local _ <close> = core.progress.start "compare"
    local live <close> = watch.open(options)
    local all = {options = options, merged = merged, labels = labels_of, live = live}
    local runs, goal, cut, failure = make_rounds(all, o.se)
    if not runs[1] then
        return failure and failing.raise(failure) or system.fail("compare", "interrupted")
    end
    local means, by_rep = stack(runs, "means"), nil
    local function stacked() -- when it is asked for: there may be many replicates
        by_rep = by_rep or stack(runs, "by_rep")
        return by_rep
    end
    local hooks = over(set_methods, {select = outcome.selector("compare", means, stacked, extra_of(runs), "method"),
        nan = true, request = asked})
    local spec = spec_of(runs, o.se)
    local self = result.new("compare", means, outcome.printed(means, spec, "method"), spec, hooks,
        {reps = goal.reps, reached = goal.reached})
    kept[self], goals[self], cuts[self] = runs, goal, cut
    return failing.finish(failure, self)
end
