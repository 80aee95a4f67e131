-- correct(q, data, {..}): the bias of q of a fixed sample's mean, taken off, with a verdict.
local core, D = ...
local system, result, option = core.system, core.use "result", core.use "experiment/option"

local order = {"operator", "blocks", "value", "removed", "se", "saved", "added", "verdict"}
local heavy = 0.7

local function norm(x)
    return type(x) == "number" and x or x:norm()
end

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

local function make_rows(raw, operators)
    local rows = {}
    for i, op in ipairs(operators) do
        local r = raw.rows[i]
        rows[i] = {
            operator = op.name, blocks = op.draws, value = type(r.value) == "number" and r.value or nil,
            removed = norm(r.removed), se = norm(r.se), saved = r.saved, added = r.added, verdict = r.verdict,
        }
    end
    return rows
end

local function number(x)
    return core.text.number(x, 3)
end

local function why_note(raw, row)
    if row.saved ~= row.saved then
        return row.verdict == "hurts" and "q is not finite at some blocks: no correction"
            or "too few rows for a standard error: no verdict"
    end
    return ("bias^2 saved %s, variance added %s (± %s), variance of the plug-in %s"):format(number(row.saved),
        number(row.added), number(row.uncertainty), number(raw.plugin_var))
end

local uneven = "%d rows in %d blocks of %d and %d: each split uses every row, means are weighted by rows"
local alone = "%d row%s cannot be dealt to %d blocks: the plug-in stands"
local tail_warning = "warning: heavy tail (Pareto k %s): single rows decide, se and verdict are not to be trusted"

local function notes_of(raw, asked, place, n)
    local list = {}
    if not place then
        list[1] = alone:format(n, n == 1 and "" or "s", asked.draws)
    else
        list[1] = why_note(raw, raw.rows[place])
        if n % asked.draws ~= 0 then
            list[2] = uneven:format(n, asked.draws, n // asked.draws, n // asked.draws + 1)
        end
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
    local o = core.lab.read("correct", "correct", options)
    o.seed = o.seed or system.seed
    local asked, n = operator_of(o), core.correct.count(data)
    local operators, place = ladder(asked, n)
    local raw = core.correct.run(q, data, operators, o.splits, o.log, o.seed)
    local own = place and raw.rows[place]
        or {value = raw.plugin, removed = 0 * raw.plugin, se = 0 / 0, verdict = "no difference"}
    local columns, known = option.columns(order, make_rows(raw, operators))
    return result.new("correct", columns, known, spec_of(o, asked, q, n), {
        notes = function() return notes_of(raw, asked, place, n) end,
        errors = {value = "se", se = "se"},
    }, {
        plugin = raw.plugin, value = own.value, removed = own.removed, se = own.se,
        jackknife = raw.jackknife, verdict = own.verdict, tail = raw.tail, splits = raw.splits,
    })
end
