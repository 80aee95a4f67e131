-- How the moments of sampled estimates print: {mean=, se=, ..} stays a plain table, its text shows means to the digits
-- that their standard errors allow. Returns mark(t, e, x), which gives t that text, and raises the error that ended
-- the estimates; e and x: the estimator and where, of moments that are of one.
local core = ...
local text, said, values = core.use "text", core.use "experiment/said", core.use "values"
local map = core.use "list".map
local choice, existing = core.use "experiment/choice", core.use "experiment/existing"
local failing = core.use "experiment/failing"

local made = setmetatable({}, {__mode = "k"}) -- t -> {e =, x =, choice =}

local function at(value, i)
    if type(value) == "number" or value == nil then
        return value
    end
    return value[i]
end

local shown = {"mean", "se", "bias", "exact", "sd", "var", "kurtosis"}

-- Whether there is anything to show: of a vec's mean always.
local function known(name, value)
    return value ~= nil and (type(value) == "number" or name == "mean" or values.known(value))
end

-- Beside a variance its root is shown where the variance is beyond the range of numbers.
local function columns_of(t)
    return map(shown, function(name)
        local hidden = name == "sd" and t.var and not t.var_unknown
        return known(name, t[name]) and not hidden and name or nil
    end)
end

local matched = {mean = true, bias = true, se = true}

-- A mean that is NaN is said to be, an error that is not known leaves its place empty.
local function cell(name, value, se)
    if value ~= value then
        return name == "mean" and "nan" or ""
    elseif matched[name] and se == se then
        return core.text.matched(value, se or 0)
    end
    return text.cell(value, matched[name] and 6 or 4)
end

local function line(t, names, i, vector)
    local cells = {vector and tostring(i) or nil}
    for _, name in ipairs(names) do
        cells[#cells + 1] = cell(name, at(t[name], i), at(t.se, i))
    end
    return cells
end

local function body(t)
    local names, vector = columns_of(t), type(t.mean) ~= "number"
    local lines = {vector and {"coordinate", table.unpack(names)} or names}
    local gap = map(lines[1], function() return "..." end)
    for _, i in ipairs(text.shown(vector and #t.mean or 1, 12, 7)) do
        lines[#lines + 1] = i and line(t, names, i, vector) or gap
    end
    return text.align(lines)
end

local function footer(t)
    local parts = {("%s estimates%s"):format(text.cell(t.reps), t.stop and (" (%s)"):format(t.stop) or "")}
    if t.bias_norm then
        parts[#parts + 1] = "norm of the bias " .. text.cell(t.bias_norm, 3)
    end
    if t.bias and t.rounding and not t.se_unknown
        and said.is_rounding(values.norm(t.bias), values.norm(t.rounding)) then
        parts[#parts + 1] = "no bias beyond rounding"
    end
    if t.cost then
        parts[#parts + 1] = ("one takes %s samples (%s outer, %s g, %s Jacobian)"):format(text.cell(t.cost.samples),
            text.cell(t.cost.outer), text.cell(t.cost.g), text.cell(t.cost.jac))
    elseif t.draws then
        parts[#parts + 1] = ("one takes %s draw%s"):format(text.cell(t.draws), t.draws == 1 and "" or "s")
    end
    if t.tail then
        parts[#parts + 1] = (t.tail > 0 and "Pareto k of their tail " .. text.cell(t.tail, 2) or "their tail is light")
            .. (t.variance_exists and " (mean and variance exist)" or "")
    end
    return table.concat(parts, "; ")
end

local meta = {__name = "moments"}

-- Whether the levels that were drawn suit the problem: found out once, when it is to be printed.
local function choice_note(t)
    local of = made[t]
    if of and of.choice == nil then
        of.choice = choice.of_estimates(of.e, {of.x}, t.reps * t.cost.samples) or false
    end
    return of and of.choice or nil
end

function meta.__tostring(t)
    local lines = table.move(said.notes(t), 1, 10, 3, {body(t), footer(t)})
    lines[#lines + 1] = t.not_finite and made[t] and said.source(made[t].e, made[t].x) or nil
    lines[#lines + 1] = choice_note(t)
    return table.concat(lines, "\n")
end

return function(t, e, x)
    local failure = t.failure
    made[t], t.failure = e and {e = e, x = x}, nil
    local lacks = e and not failure and existing.estimate(e, x)
    if lacks then
        existing.correct_moments(t, lacks)
    end
    return failing.finish(failure, setmetatable(t, meta))
end
