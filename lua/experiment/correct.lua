-- correct(q, data, {..}): the bias of q of a fixed sample's mean, taken off, with a verdict.
local core, D = ...
local system, result = core.system, core.use "result"
local finite, values = core.use "experiment/finite", core.use "values"
local norm = values.norm
local said, list_of = core.use "experiment/said", core.use "list"

local read_options = core.options.table("correct", {
    {"operator", "object", choices = "extrap", meaning = "what takes the bias off; default extrap.order(2)"},
    {"order", "integer", low = 1, high = core.extrap.most_order,
        meaning = "instead of operator: extrap.order(order)"},
    {"splits", "integer", default = 100, low = 1, high = 1e9, unit = "splits",
        meaning = "random splits that are averaged, where not all are"},
    {"log", "boolean", default = false, meaning = "data are log weights: q gets the log of a block's mean weight"},
    {"seed", "integer", low = 0, high = 0x1p53, meaning = "names the splits; default --seed"},
})

local order = {"operator", "blocks", "value", "removed", "se", "saved", "added", "verdict"}
local heavy = 0.7

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

-- What is known of a number or of a vec, which keeps its places as long as one of them is known.
local function known(x)
    return values.known(x) and x or result.unknown
end

local tiny = 1e-290 -- squares below it lose their digits

-- Whether what is weighed is known, and whether it is beyond the range of numbers.
local function is_weighed(raw, r)
    return r.saved == r.saved and r.added == r.added and raw.plugin_var == raw.plugin_var
end

local function is_beyond(raw, r)
    local fits = finite.is(r.saved) and finite.is(r.added) and finite.is(raw.plugin_var)
    return is_weighed(raw, r) and (not fits or norm(r.removed) ~= 0 and math.abs(r.saved) < tiny)
end

-- x, if it is known and what is weighed is within the range of numbers; else nil.
local function shown_or_nil(raw, r, x)
    return x == x and not is_beyond(raw, r) and x or nil
end

local function make_rows(raw, operators)
    return list_of.map(operators, function(op, i)
        local r = raw.rows[i]
        return {
            operator = op.name, blocks = op.draws, value = type(r.value) == "number" and r.value or nil,
            removed = norm(r.removed), se = r.all_se, saved = shown_or_nil(raw, r, r.saved),
            added = shown_or_nil(raw, r, r.added), verdict = r.verdict,
        }
    end)
end

local function number(x)
    return core.text.number(x, 3)
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
local no_verdict = {
    rounding = "what it takes off is within rounding: nothing to correct",
    small = "no difference: within the uncertainty, or below 1% of the mean square error",
    disagree = "no clear difference: samples like this one disagree, as with few rows or where q bends sharply "
        .. "or jumps within the error of the mean",
    tail = "no clear difference: single rows decide (see the tail)",
}

local nothing = "0 within rounding"

local function number_or_nothing(x)
    return x == 0 and nothing or number(x)
end

-- What is weighed; nil where it is not known.
local function weighing(raw, row)
    if is_beyond(raw, row) then
        return "bias^2 and variances are beyond the range of numbers (the verdict is not)"
    elseif not is_weighed(raw, row) then
        return nil
    end
    local added = (row.added ~= 0 or row.uncertainty ~= 0)
        and ("%s (± %s)"):format(number(row.added), number(row.uncertainty)) or nothing
    return ("bias^2 saved %s, variance added %s, variance of the plug-in %s"):format(number_or_nothing(row.saved),
        added, number_or_nothing(raw.plugin_var))
end

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
    elseif raw.splits == 0 then
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
        list[#list + 1] = no_verdict[row.why] or reasons[row.why]:format("verdict")
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
local tail_warning = "warning: heavy tail (Pareto k %s): single rows decide, se and verdict are not to be trusted"

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
    if raw.tail > heavy then
        list[#list + 1] = tail_warning:format(number(raw.tail))
    end
    return list
end

local function spec_of(o, asked, q, n)
    return {
        experiment = "correct", operator = asked.name, q = tostring(q):gsub(": 0x%x+", ""), rows = n,
        splits = o.splits, log = o.log, seed = o.seed,
    }
end

function D.correct(q, data, options)
    local o = read_options("correct", options)
    o.seed = o.seed or system.seed
    local asked, n = operator_of(o), core.correct.count(data)
    local operators, place = ladder(asked, n)
    local raw = core.correct.run(q, data, operators, o.splits, o.log, o.seed)
    local own = place and raw.rows[place]
        or {value = raw.plugin, removed = 0 * raw.plugin, se = 0 / 0, split_se = 0 * raw.plugin}
    local single = system.kind(data) ~= "mat"
    return result.of_rows("correct", order, make_rows(raw, operators), spec_of(o, asked, q, n), {
        notes = function() return notes_of(raw, asked, place, n, single) end,
        errors = {value = "se", se = "se"},
    }, {
        plugin = raw.plugin, value = known(own.value), removed = known(own.removed), se = known(own.se),
        split_se = known(own.split_se), jackknife = known(raw.jackknife), verdict = own.verdict or result.unknown,
        tail = raw.tail, splits = raw.splits > 0 and raw.splits or "all",
    })
end
