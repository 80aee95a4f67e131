-- The result of value{..}: a table of what the method drew, the value and its errors as fields, and a row for each eps.
-- state.kind is what the method gives for it:
--   run(state, error, tested), look(state) -> now = {value =, se =, variance =, bias =, status =, odd =, ..}
--   table(state, now) -> the order of columns, rows;  row(state, now), fields(state, now): its own of a row of the
--   report, and of the result;  words(row);  is_row(row): whether it has what words needs
--   equal(now) -> how many, and what, show no variance where se is 0
--   warnings(state, now) -> list;  need(state, now, eps) -> samples in all, or nil;  panels(columns, rows, state)
local core, D = ...
local result, over, map = core.use "result", core.use "over", core.use "list".map

local report = {}

local report_order = {
    "eps", "value", "se", "bias", "rmse", "m", "L", "reps", "cost", "plain_cost", "ratio", "reached", "exact", "error",
}

local function number(x, digits)
    return core.text.number(x, digits or 3)
end

-- What is known now, as a row of the report.
function report.row(state, eps)
    local now = state.kind.look(state)
    local row = over(state.kind.row(state, now), {
        eps = eps, value = now.value, se = now.se, bias = now.bias, rmse = math.sqrt(now.variance + now.bias ^ 2),
        cost = state.spent + state.others, reached = state.reached,
    })
    row.ratio = row.plain_cost and row.plain_cost / row.cost
    return row
end

local why = {
    samples = "the samples were spent", seconds = "the time was over", interrupted = "it was interrupted",
    levels = "no more levels may be added",
    bias = "the bias is larger than that", ["not finite"] = "some values are not finite",
    ["too large"] = "the variance is beyond the largest number",
}

local function ending(state, o)
    if not state.reached then
        return why[state.why]
    elseif o.n then
        return "the terms asked for were drawn"
    end
    local goal = o.eps and "error" or o.se and "standard error"
    return goal and ("the %s wanted was reached"):format(goal) or "no error is left to see"
end

-- Samples, whole numbers like others.
local function samples(x)
    return number(x + 0.0, 4)
end

local function bias_words(bias, status)
    if bias ~= bias then
        return "bias not known"
    elseif bias == 0 and status == "proved" then
        return "no bias (proved)"
    end
    return ("bias about %s at most (%s)"):format(number(bias, 2), status)
end

-- The value with the digits that its error allows.
local function matched(row)
    local error = row.rmse == row.rmse and row.rmse or row.se
    return row.value == row.value and core.text.matched(row.value, error) or "not known"
end

local function headline(row, status, method)
    return ("value %s by %s: standard error %s, %s"):format(matched(row), method, number(row.se, 2),
        bias_words(row.bias, status))
end

local function exact_note(row)
    return row.exact and ("exact %s: the value is off by %s"):format(number(row.exact, 6), number(row.error, 2))
end

local function eps_note(state, row)
    local is_known = row.plain_cost and row.plain_cost == row.plain_cost
    local plain = is_known and (", plain nested Monte Carlo %s, ratio %s"):format(samples(row.plain_cost),
        number(row.ratio)) or ""
    return ("%s: value %s, %s; cost %s%s"):format(row.eps and "eps " .. number(row.eps) or "in all",
        matched(row), state.kind.words(row), samples(row.cost), plain)
end

-- A warning for estimates whose standard error is 0; else nothing.
local function equal_words(state, now)
    local n, what = state.kind.equal(now)
    return now.se == 0 and ("warning: %s %s show no variance: what is rarer than that would not show"):format(
        samples(n), what) or nil
end

local REST = ':rows() has what was drawn, .report a row for each eps, help"value" the fields'

-- Which function of the problem gives values that are not finite; nil where none is found.
local function source_of(o)
    local found = o.problem and core.use "problem/culprit"(o.problem, o.x and D.vec(o.x) or o.problem:start())
    return found and found.words
end

local function notes_of(state, now, rows)
    local last = rows[#rows]
    local list = {headline(last, now.status, state.name)}
    if not state.reached then
        local all = last.eps and not now.odd and state.kind.need(state, now, last.eps) or 0
        list[2] = ("ended before that: %s%s"):format(why[state.why],
            all > state.spent + state.others
                and ("; eps %s takes about %s samples"):format(number(last.eps), samples(all)) or "")
    end
    list[#list + 1] = state.why == "not finite" and source_of(state.o) or nil
    for _, row in ipairs(rows) do
        list[#list + 1] = eps_note(state, row)
    end
    list[#list + 1] = exact_note(last)
    list[#list + 1] = state.chosen and "chosen: " .. state.chosen
    list[#list + 1] = equal_words(state, now)
    for _, words in ipairs(state.kind.warnings(state, now)) do
        list[#list + 1] = words
    end
    list[#list + 1] = REST
    return list
end

local function spec_of(o)
    local spec = over(o, {experiment = "value", problem = o.problem and core.problem.spec(o.problem)})
    spec.threads, spec.levels = nil, o.levels and tostring(o.levels):gsub(": 0x%x+", "") or nil
    return spec
end

local unknown = {plain_cost = 0 / 0, ratio = 0 / 0}

-- rows: what was known at each eps, the last one now; more: {exact =, resume = a method, request =}.
function report.make(state, o, rows, more)
    local kind, now, last = state.kind, state.kind.look(state), rows[#rows]
    rows = map(rows, function(row)
        return over(row, more.exact and {exact = more.exact, error = row.value - more.exact} or {})
    end)
    local spec = spec_of(o)
    local fields = over(over(unknown, last), over(kind.fields(state, now), {
        bias_status = now.status, method = state.name, chosen = state.chosen, why = ending(state, o),
        exact = more.exact, error = more.exact and last.value - more.exact,
        report = result.of_rows("report", report_order, rows, spec, {errors = {value = "rmse"}}),
    }))
    for _, name in ipairs {"L", "alpha", "beta", "chosen", "gamma", "m", "n", "operator", "reps"} do
        fields[name] = fields[name] or result.absent -- of other methods
    end
    fields.eps = nil
    local order, lines = kind.table(state, now)
    return result.of_rows("value", order, lines, spec, {
        notes = function() return notes_of(state, now, rows) end,
        series = function(self, options)
            return over({panels = kind.panels(result.columns(self), rows, state)}, options)
        end,
        brief = true, errors = {mean = "se", change = "se"}, resume = more.resume, request = more.request,
    }, fields)
end

return report
