-- correct(q, data, {by=}): the result for groups of rows, and what is said of it. Returns
-- result(raw, groups, about).
local core = ...
local system, result, list_of = core.system, core.use "result", core.use "list"
local correction = core.use "experiment/correction"
local known = correction.known
local count, plural, words_of = core.text.number, core.use "groups".plural, core.use "groups".words

local by = {}

local order = {"operator", "blocks", "kept", "value", "removed", "se", "saved", "added", "verdict"}

local reasons = {
    equal = "no %s: all groups give the same, to rounding",
    few = "no %s: one group says nothing of how groups scatter",
    infinite = "no %s: q is not finite at some groups' means or blocks",
    stopped = "no %s: it was interrupted",
}

local no_verdict = {
    rounding = correction.no_verdict.rounding, small = correction.no_verdict.small,
    disagree = "no clear difference: groups drawn from the rows of these disagree, as with few rows or where q bends "
        .. "sharply or jumps within the error of a group's mean",
    tail = "no clear difference: single groups decide (see the tail)",
}

local kept_one = "%s of %s has fewer than %s: it keeps its plug-in, and its share of the bias stays in value"
local kept_some = "%s of %s have fewer than %s: they keep their plug-in, and their share of its bias stays in value"

-- How many groups keep their plug-in, and what that leaves.
local function kept_note(raw, about)
    local draws = about.asked.draws
    local kept = about.place and raw.rows[about.place].kept or raw.groups
    if kept == 0 then
        return nil
    elseif kept == raw.groups then
        return ("no group has %s for %s: all keep their plug-in"):format(plural(draws, "row"), about.asked.name)
    end
    local words = kept == 1 and kept_one or kept_some
    return words:format(count(kept, 15), plural(raw.groups, "group"), plural(draws, "row"))
end

local function split_note(raw, about)
    if raw.random == 0 then
        return "all splits of every group are averaged"
    end
    return ("%s of each of %s: their error is part of se"):format(plural(about.splits, "random split"),
        plural(raw.random, "group"))
end

local function verdict_notes(raw, row, list)
    list[#list + 1] = correction.weighing(raw, row)
    if not row.verdict then
        local what = row.why == "stopped" and "verdict" or "standard error, no verdict"
        list[#list + 1] = "cannot tell: " .. reasons[row.why]:format(what)
    elseif row.verdict == "no difference" then
        list[#list + 1] = no_verdict[row.why]
    end
end

local stopped = "interrupted after %s of %s, in the order of their ids: means are over these alone"

local function notes_of(raw, about)
    local list = {words_of(about.facts)}
    if raw.groups < about.facts.groups then
        list[#list + 1] = stopped:format(count(raw.groups, 15), plural(about.facts.groups, "group"))
    end
    list[#list + 1] = kept_note(raw, about)
    if about.asked.draws == 1 then
        list[#list + 1] = "order 1 is the plug-in: it takes nothing off"
    elseif about.place then
        verdict_notes(raw, raw.rows[about.place], list)
        list[#list + 1] = split_note(raw, about)
    end
    correction.add_tail(list, raw, "groups")
    return list
end

-- The operators' rows; a column of groups that keep their plug-in where there are any.
local function rows_of(raw, operators)
    local rows = correction.rows(raw, operators)
    local some = list_of.any(raw.rows, function(row) return row.kept > 0 end)
    for i, row in ipairs(rows) do
        row.kept = some and raw.rows[i].kept or nil
    end
    return rows
end

-- Sets the columns of a number of each group: by its name, or numbered where q has several.
local function add_column(columns, names, name, list)
    for l, column in ipairs(list) do
        names[#names + 1] = #list > 1 and ("%s_%d"):format(name, l) or name
        columns[names[#names]] = column
    end
end

-- The first n of the ids.
local function first_ids(ids, n)
    if system.kind(ids) == "vec" then
        return ids:slice(1, n)
    end
    return table.move(ids, 1, n, 1, {})
end

-- What became of every group: its id, how many rows it has, and its values.
local function each_of(raw, groups, about)
    local columns = {id = first_ids(groups.ids, raw.groups), n = groups:count():slice(1, raw.groups)}
    local names, plugin = {"id", "n"}, raw.of.plugin
    local removed = about.place and raw.of.removed[about.place]
        or list_of.map(plugin, function(column) return 0 * column end)
    local value = list_of.map(plugin, function(column, l) return column - removed[l] end)
    add_column(columns, names, "plugin", plugin)
    add_column(columns, names, "value", value)
    add_column(columns, names, "removed", removed)
    return result.new("correct:groups", columns, names, about.spec)
end

function by.result(raw, groups, about)
    local own = about.place and raw.rows[about.place]
        or {value = raw.plugin, removed = 0 * raw.plugin, se = 0 / 0}
    return result.of_rows("correct", order, rows_of(raw, about.operators), about.spec, {
        notes = function() return notes_of(raw, about) end,
        errors = {value = "se", se = "se"}, series = correction.drawing(raw.groups),
        groups = function() return each_of(raw, groups, about) end,
    }, {
        plugin = raw.plugin, value = known(own.value), removed = known(own.removed), se = known(own.se),
        verdict = own.verdict or result.unknown, tail = raw.tail, group_count = raw.groups,
        smallest = about.facts.smallest, largest = about.facts.largest,
        splits = raw.random > 0 and about.splits or "all", stop = raw.stop,
    })
end

return by
