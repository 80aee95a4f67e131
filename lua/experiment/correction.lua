-- What the corrections of a sample and of groups share: rows of their tables, and what is said of them.
local core = ...
local result, finite, list_of = core.use "result", core.later "experiment/finite", core.use "list"
local values = core.use "values"
local look, laid = core.use "experiment/look", core.later "experiment/laid"
local norm = values.norm

local single = core.use "experiment/failing".single

local HEAVY = 0.7 -- a Pareto k above which variances may not exist
local correction = {run = single(core.correct.run), run_by = single(core.correct.run_by)}

-- What is known of a number or of a vec, which keeps its places as long as one of them is known.
function correction.known(x)
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

-- The rows of the table, one for each operator.
function correction.rows(raw, operators)
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

correction.no_verdict = {
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
function correction.weighing(raw, row)
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

correction.number = number

local warning = "warning: heavy tail (Pareto k %s): single %s decide, se and verdict are not to be trusted"

-- Adds a warning where few of the rows or groups decide.
function correction.add_tail(list, raw, what)
    if raw.tail > HEAVY then
        list[#list + 1] = warning:format(number(raw.tail), what)
    end
end

-- plot's series of a row, with its limits, where they are known, `factor` standard errors to either side.
local function point(row, factor)
    local reach = row.se and factor * row.se or 0 / 0
    return look.of_operator({label = row.operator, x = {row.blocks}, y = {row.value}, lo = {row.value - reach},
        hi = {row.value + reach}, line = false}, row.operator)
end

-- plot's options for these series.
local function axes(series, options)
    return laid({
        x = {label = "blocks of an operator", scale = "log2", whole = true}, y = {label = "estimate"}, series = series,
        notes = "Order 1 is the plug-in. Limits: 95%, by Student's t, of each estimate alone.",
    }, options)
end

-- What draws the estimate of every operator, of n rows or groups, against its blocks.
function correction.drawing(n)
    return function(self, options)
        local factor = n > 1 and core.stats.student(n - 1) or 0 / 0
        local series = list_of.map(self:rows(), function(row) return row.value and point(row, factor) or nil end)
        if not series[1] then
            core.system.fail("correct:plot", "expected one number of q that is finite, to draw")
        end
        return axes(series, options)
    end
end

return correction
