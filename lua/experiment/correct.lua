-- correct(q, data, {..}): the bias of q of a fixed sample's mean, taken off, with a verdict.
local core, D = ...
local system, result = core.system, core.use "result"
local finite, said, list_of = core.later "experiment/finite", core.later "experiment/said", core.use "list"
local norm = core.use "values".norm
local correction = core.use "experiment/correction"
local failing = core.use "experiment/failing"
local by_groups = core.later "experiment/correct_by"
local known, number, weighing = correction.known, correction.number, correction.weighing

local read_options = core.options.table("correct", {
    {"operator", "object", choices = "extrap", meaning = "what takes the bias off; default extrap.order(2)"},
    {"order", "integer", low = 1, high = core.extrap.most_order,
        meaning = "instead of operator: extrap.order(order)"},
    {"splits", "integer", low = 1, high = 1e9, unit = "splits",
        meaning = "random splits that are averaged, where not all are; default 100, of each of many groups fewer"},
    {"by", "any", meaning = "an id for each row: rows of one id are a group, and q is of each group's mean"},
    {"log", "boolean", default = false, meaning = "data are log weights: q gets the log of a block's mean weight"},
    {"seed", "integer", low = 0, high = 0x1p53, meaning = "names the splits; default --seed"},
})

local order = {"operator", "blocks", "value", "removed", "se", "saved", "added", "verdict"}

local function operator_of(o)
    if o.operator and o.order then
        system.fail("correct", "order and operator exclude each other")
    end
    return o.operator or D.extrap.order(o.order or 2)
end

-- Orders 1 to 4, as far as n rows go, and the operator that was asked for: the list and its place in it.
local function ladder(asked, n)
    local list, place = {}, nil
    for k = 1, 4 do
        local op = D.extrap.order(k)
        if op.draws <= n then
            list[#list + 1] = op.name == asked.name and asked or op
            place = op.name == asked.name and #list or place
        end
    end
    if not place and asked.draws <= n then
        list[#list + 1] = asked
        place = #list
    end
    return list, place
end

-- Why there is no standard error, and no verdict; or no standard error of a value from which nothing was taken.
local reasons = {
    equal = "no %s: q is the same whichever row is left out, to rounding",
    jump = "no %s: q jumps within the error of the mean, and the jackknife gives more than its values allow",
    ["one split"] = "no %s: the error of a single random split is not known",
    splits = "no %s: other random splits may change it, more of them (splits=) may settle it",
    few = "no %s: without some of its rows the sample has fewer rows than blocks",
    infinite = "no %s: q is not finite at the mean, at some blocks, or without some rows",
    negative = "no %s: the estimate of its square is below zero",
    stopped = "no %s: it was interrupted",
}

local function finite_notes(raw, list, single)
    if raw.not_finite > 0 then
        local place = single and "at " .. number(raw.first_point) or "at a block mean"
        list[#list + 1] = said.odd(raw.not_finite, raw.seen, "values of q at block means", raw.first_value, place)
    end
end

local splits_note = "%d random splits: their error is %s of the %s removed, part of se and verdict"

local function split_note(raw, row)
    local removed, error = norm(row.removed), norm(row.split_se)
    if row.why == "stopped" and removed ~= removed then
        return "interrupted before any split was averaged: no value"
    elseif raw.all then
        return "all splits are averaged"
    elseif removed == 0 then
        return ("%d random splits"):format(raw.splits)
    elseif error == error then
        return splits_note:format(raw.splits, number(error), number(removed))
    end
end

local function why_notes(raw, row, list)
    list[#list + 1] = weighing(raw, row)
    if not row.verdict then
        local what = row.why_se == "clear" and "verdict" or "standard error, no verdict"
        list[#list + 1] = "cannot tell: " .. reasons[row.why]:format(what)
        return
    end
    if reasons[row.why_se] then
        list[#list + 1] = reasons[row.why_se]:format("standard error")
    end
    if row.verdict == "no difference" then
        list[#list + 1] = correction.no_verdict[row.why] or reasons[row.why]:format("verdict")
    end
end

-- Which columns have blank cells, and why.
local function blank_note(raw)
    local names = list_of.map({"saved", "added", "verdict"}, function(name)
        local function is_blank(row)
            return not row[name] or name ~= "verdict" and not finite.is(row[name])
        end
        return list_of.any(raw.rows, is_blank) and not list_of.all(raw.rows, is_blank) and name or nil
    end)
    return names[1] and "blank " .. table.concat(names, ", ")
        .. ": not known, beyond the range of numbers, or in doubt by the splits"
end

local uneven = "%d rows in %d blocks of %d and %d: each split uses every row, means are weighted by rows"
local alone = "cannot tell: %d row%s cannot be dealt to %d blocks, the plug-in is kept"

local function notes_of(raw, asked, place, n, single)
    local list = {}
    if not place then
        list[1] = alone:format(n, n == 1 and "" or "s", asked.draws)
    elseif asked.draws == 1 then
        list[1] = "order 1 is the plug-in: it takes nothing off"
    else
        why_notes(raw, raw.rows[place], list)
        finite_notes(raw, list, single)
        list[#list + 1] = split_note(raw, raw.rows[place])
        list[#list + 1] = blank_note(raw)
    end
    if place and n % asked.draws ~= 0 then
        list[#list + 1] = uneven:format(n, asked.draws, n // asked.draws, n // asked.draws + 1)
    end
    correction.add_tail(list, raw, "rows")
    return list
end

local function spec_of(o, asked, q, n)
    return {
        experiment = "correct", operator = asked.name, q = tostring(q):gsub(": 0x%x+", ""), rows = n,
        splits = o.splits or 100, log = o.log, seed = o.seed,
    }
end

-- The groups of the data: as it is, or by ids; nil where all rows are one sample.
local function groups_of(data, by)
    local is_grouped = system.kind(data) == "groups"
    if is_grouped and by ~= nil then
        system.fail("correct", "option 'by': expected none, the data are groups already")
    elseif is_grouped then
        return data
    end
    core.correct.count(data, "correct") -- raises for data of another kind
    return by ~= nil and core.groups.make("correct", "option 'by': ", by, data) or nil
end

local function of_sample(q, data, o)
    local asked, n = operator_of(o), core.correct.count(data, "correct")
    local operators, place = ladder(asked, n)
    local raw = correction.run(q, data, operators, o.splits or 100, o.log, o.seed, "correct")
    local own = place and raw.rows[place]
        or {value = raw.plugin, removed = 0 * raw.plugin, se = 0 / 0, split_se = 0 * raw.plugin}
    local single = system.kind(data) ~= "mat"
    local self = result.of_rows("correct", order, correction.rows(raw, operators), spec_of(o, asked, q, n), {
        notes = function() return notes_of(raw, asked, place, n, single) end,
        errors = {value = "se", se = "se"}, series = correction.drawing(n),
    }, {
        plugin = raw.plugin, value = known(own.value), removed = known(own.removed), se = known(own.se),
        split_se = known(own.split_se), jackknife = known(raw.jackknife), verdict = own.verdict or result.unknown,
        tail = raw.tail, splits = raw.all and "all" or raw.splits, stop = raw.stop,
    })
    return failing.finish(raw.failure, self)
end

local function of_groups(q, groups, o)
    local asked, facts = operator_of(o), core.groups.facts(groups)
    local operators, place = ladder(asked, facts.largest)
    local splits = o.splits or core.correct.splits(facts.groups)
    local raw = correction.run_by(q, groups, operators, splits, o.log, o.seed)
    local self = by_groups.result(raw, groups, {
        asked = asked, operators = operators, place = place, facts = facts, spec = spec_of(o, asked, q, facts.rows),
        splits = splits,
    })
    return failing.finish(raw.failure, self)
end

function D.correct(q, data, options)
    local o = read_options("correct", options)
    o.seed = o.seed or system.seed
    local groups = groups_of(data, o.by)
    if groups then
        return of_groups(q, groups, o)
    end
    return of_sample(q, data, o)
end
