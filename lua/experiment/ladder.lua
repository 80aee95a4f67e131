-- extrap.auto: the ladder of operators on a fixed sample, climbed as long as it pays. ladder(q, data, options).
local core, D = ...
local system, result, list_of = core.system, core.use "result", core.use "list"
local correction, operators = core.use "experiment/correction", core.use "experiment/operators"
local plural, finish = core.use "groups".plural, core.use "experiment/failing".finish

local columns = {"operator", "blocks", "value", "removed", "se", "saved", "added", "change", "error", "step"}

local function is_nothing(row)
    return row.why == "rounding" or row.why == "equal"
end

-- The first step is taken where the change is below 0, or small: with DOUBT standard errors added, less than a part of
-- the plug-in's variance. What follows has to gain GAIN standard errors, as steps from one correction to the next gain
-- little.
local TOLERATED, DOUBT, GAIN = 0.1, 0.25, 2

local function pays(row, first, least, variance)
    if first then
        return row.change < 0 or row.change + DOUBT * row.error < TOLERATED * variance
    end
    return row.change + GAIN * row.error < least
end

-- Tries one operator after the other, from the plug-in on, and stops at the first that does not pay: the place that it
-- stays at, and a word for each. A change is that of squared bias and variance, less than 0 where it helps; nothing
-- pays where it is not known.
local function climb(rows, raw)
    local at, words = 1, {"start"}
    for k = 2, #rows do
        local row = rows[k]
        local taken = not is_nothing(raw.rows[k]) and pays(row, at == 1, rows[at].change, raw.plugin_var)
        words[k] = not taken and "does not pay" or row.change < 0 and "pays" or "costs little"
        if not taken then
            break
        end
        at = k
    end
    return at, words
end

local function weighed(raw)
    return list_of.map(raw.rows, function(row)
        return {change = row.added - row.saved, error = row.uncertainty / 2}
    end)
end

local function finite(x)
    return x == x and math.abs(x) < math.huge
end

-- Why the change is not known.
local function unknown(raw, row, n)
    if not finite(raw.plugin) or not finite(row.removed) then
        return "q is not finite at some block means"
    elseif not finite(row.removed ^ 2) then
        return "bias^2 is beyond the range of numbers"
    end
    return plural(n, "row") .. " are too few"
end

-- Why the step to the operator at `place` does not pay, from the one at `at`.
local function refusal(raw, about, place)
    local row, step, name = raw.rows[place], about.steps[place], about.operators[place].name
    if is_nothing(row) then
        return ("nothing to correct: what %s takes off is within rounding"):format(name)
    elseif row.why == "stopped" then
        return ("interrupted: it is not known whether %s pays"):format(name)
    elseif step.change ~= step.change then
        return ("it is not known whether %s pays: %s"):format(name, unknown(raw, row, about.n))
    elseif about.at == 1 then
        return ("noise has won: %s does not pay: %s"):format(name, correction.weighing(raw, row))
    end
    return ("noise has won: %s changes them by %s and gains no more than twice its error, %s"):format(name,
        correction.number(step.change), correction.number(step.error))
end

local function split_note(raw)
    if raw.all then
        return "all splits are averaged"
    end
    return ("%d random splits: their error is part of every error here"):format(raw.splits)
end

local function notes_of(raw, about)
    local notes, at, last = {}, about.at, #about.words
    local name = about.operators[at].name
    if last == 1 then
        notes[1] = "the plug-in is kept: no other operator was tried"
    elseif at == 1 then
        notes[1] = "the plug-in is kept"
    else
        notes[1] = ("%s is kept: %s"):format(name, correction.weighing(raw, raw.rows[at]))
    end
    if last > at then
        notes[#notes + 1] = refusal(raw, about, last)
    end
    if about.left[1] then
        notes[#notes + 1] = ("%s cannot be dealt to the blocks of %s"):format(plural(about.n, "row"),
            table.concat(about.left, ", "))
    end
    notes[#notes + 1] = split_note(raw)
    correction.add_tail(notes, raw, "rows")
    return notes
end

-- The plug-in and the operators that n rows can be dealt to, and the names of the others.
local function candidates(asked, n)
    local all, left = {D.extrap.order(1)}, {}
    for _, op in ipairs(operators.read("extrap.auto", asked or {2, 3, 4})) do
        if op.draws > n then
            left[#left + 1] = op.name
        elseif op ~= all[1] then
            all[#all + 1] = op
        end
    end
    if #all > core.correct.most then
        system.fail("extrap.auto", "option 'operators': expected at most %d, got %d", core.correct.most - 1, #all - 1)
    end
    return all, left
end

local function verdict_of(raw, about)
    if about.at > 1 then
        return about.steps[about.at].change < 0 and "helps" or "no difference"
    end
    local row, step = raw.rows[2], about.steps[2]
    if row and is_nothing(row) then
        return "nothing to correct"
    end
    return step and step.change == step.change and "noise has won" or "cannot tell"
end

local function spec_of(q, o, about)
    return {
        experiment = "extrap.auto", q = tostring(q):gsub(": 0x%x+", ""), rows = about.n, splits = o.splits, log = o.log,
        operators = list_of.map(about.operators, function(op) return op.name end), seed = o.seed,
    }
end

return function(q, data, o)
    local name, known = "extrap.auto", correction.known
    local n = core.correct.count(data, name)
    local all, left = candidates(o.operators, n)
    local raw = correction.run(q, data, all, o.splits, o.log, o.seed, name)
    local steps = weighed(raw)
    local at, words = climb(steps, raw)
    local about = {n = n, operators = all, left = left, at = at, words = words, steps = steps}
    local rows = list_of.map(correction.rows(raw, all), function(row, i)
        local step = steps[i]
        row.verdict, row.change, row.error = nil, step.change, step.error
        row.step = words[i]
        return row
    end)
    local own = raw.rows[at]
    return finish(raw.failure, result.of_rows(name, columns, rows, spec_of(q, o, about), {
        notes = function() return notes_of(raw, about) end,
        errors = {value = "se", se = "se"},
    }, {
        plugin = raw.plugin, value = known(own.value), removed = known(own.removed), se = known(own.se),
        operator = all[at], order = all[at].order, change = steps[at].change, verdict = verdict_of(raw, about),
        tail = raw.tail, splits = raw.all and "all" or raw.splits, stop = raw.stop,
    }))
end
