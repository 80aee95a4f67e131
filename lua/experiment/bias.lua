-- bias{..}: the bias of operators against the inner batch m, sampled and exact.
local core, D = ...
local system, result, over, list_of = core.system, core.use "result", core.use "over", core.use "rows"
local said, request = core.later "experiment/said", core.later "experiment/request"
local look, failing = core.later "experiment/look", core.use "experiment/failing"
local window = core.later "experiment/window"
local of_all, bounds = core.later "experiment/operators", core.later "experiment/bounds"
local size_of = core.use "values".norm
local map, mapped, any, all = core.use "list".map, core.use "list".mapped, core.use "list".any, core.use "list".all

local read_options = core.options.table("bias", {
    {"q", "any", meaning = "function of a number (or vec): poly{..}, math.exp or any Lua function"},
    {"dist", "object", choices = "dist", meaning = "law of delta"},
    {"s", "vector", meaning = "shift; default 0"},
    {"problem", "object", choices = "problem", meaning = "instead of q and dist: the bias of this problem's estimates"},
    {"x", "any", meaning = "with problem: where; default its start"},
    {"of", "choice", choices = "gradient|value",
        meaning = "with problem: what is estimated; default gradient, with dim 0 value"},
    {"operators", "table",
        meaning = "list of operators, where a number k means extrap.order(k); default extrap.paper 1, 2, 3"},
    {"m", "vector", low = 1, high = 1e9, unit = "draws", meaning = "inner batches; default pow2(1, 32)"},
    {"equal_cost", "boolean", default = true,
        meaning = "every operator takes m times the least common multiple of all their draws"},
    {"reps", "integer", default = 1e4, low = 2, high = 1e15, unit = "estimates",
        meaning = "independent estimates per point; with se the most, default 1e9"},
    {"se", "number", low = 0, open_low = true,
        meaning = "draw each point until the standard error of its mean (of every element) is at most this"},
    {"control", "boolean", default = true, meaning = "control variates from the law's first two moments"},
    {"seed", "integer", low = 0, high = 0x1p53, meaning = "names the streams; default --seed"},
    {"threads", "integer", low = 1, high = 1024, idle = true, meaning = "default --threads; changes no result"},
})

local order = {
    "operator", "m", "block", "draws", "reps", "bias", "se", "sd", "mse", "exact", "zero", "tail", "not_finite",
}

local function norm(x)
    return x and size_of(x)
end

-- The signed bias of a number, the norm of a vector's. `moments` is kept for the notes under the table. is_sum: exact
-- is a sum over all values of the law, so that a sample that contradicts it has missed rare ones; exact_rounding: why
-- there is no exact bias, where that is so.
local function row_of_moments(moments, bias, exact, exact_rounding, is_sum)
    local se, sd, rounding = norm(moments.se), norm(moments.sd), norm(moments.rounding)
    local signed, mean = type(bias) == "number", type(moments.mean) == "number" and moments.mean or nil
    bias = bias and norm(bias)
    local judged = core.lab.judge{
        mean = mean, bias = bias, se = se, sd = sd, rounding = rounding, tail = moments.tail, expected = moments.exact,
        exact = exact, exact_rounding = exact and exact_rounding, number = signed, equal = said.are_equal(moments),
        sum = is_sum,
    }
    local contradicted = not is_sum and judged.contradicted and said.contradicted(exact, judged.contradicted) or nil
    moments.exact = judged.expected
    return {
        bias = bias, signed = signed, se = se, sd = sd, mse = judged.mse, exact = judged.exact, rounding = rounding,
        exact_rounding = judged.exact_rounding, exact_unknown = contradicted or not exact and exact_rounding or nil,
        contradicted = contradicted, zero = judged.zero, tail = moments.tail, not_finite = moments.not_finite,
        moments = moments, reps = moments.se_goal and moments.reps or nil,
    }
end

-- What core.lab's functions take of points {op =, block =}; `q` as read for all of them.
local function arguments(o, points, q)
    local function each(key)
        return map(points, function(point) return point[key] end)
    end
    return each "op", each "block", q, o.dist, {
        s = o.s, reps = o.reps, se = o.se, seed = o.seed, control = o.control, threads = o.threads,
    }, "bias"
end

-- Laws with a list of values.
local has_values = {bernoulli = true, discrete = true, empirical = true}

-- A row for each point, and the failure of q, which is then not asked for what is exact.
local function sample_q(o, points, q)
    local list = core.lab.sample(arguments(o, points, q))
    local rows = map(list, function(moments, i)
        local exact, rounding
        if list.failure then
            rounding = "q has failed"
        elseif o.dist.dim == 1 then
            exact, rounding = core.extrap.bias(points[i].op, q, o.dist,
                {m = points[i].block, s = o.s and D.vec(o.s)[1]}, "bias")
        end
        return row_of_moments(moments, moments.bias, exact, rounding, has_values[o.dist.name])
    end)
    rows.failure = list.failure
    return rows
end

-- The exact bias of the estimate of a problem, where it is known.
local function exact_of(e, o)
    local expected = e:expected(o.x)
    local known = o.of == "value" and o.problem.objective or o.problem.gradient
    local target = known(o.problem, o.x)
    return expected and target and norm(expected - target)
end

-- A row, and the failure of a function of the problem's, which is then not asked for what is exact.
local function sample_problem(o, point)
    local e = D.estimator(o.problem, {operator = point.op, m = point.block, of = o.of})
    local options = {reps = o.reps, se = o.se, seed = o.seed, threads = o.threads}
    local moments, failure = failing.left(e.moments, e, o.x, options)
    local exact
    if not failure then
        exact, failure = failing.try(exact_of, e, o)
    end
    return {moments and row_of_moments(moments, moments.bias, exact, norm(moments.rounding)), failure = failure}
end

-- The inner batches as whole numbers.
local function whole(values)
    return map(values, function(value, i)
        return math.tointeger(value) or system.fail("bias",
            "option 'm': expected whole numbers, got %s at element %d", system.describe(value), i)
    end)
end

local function check(o, options)
    if o.problem and (o.q or o.dist) then
        system.fail("bias", "problem and q, dist exclude each other")
    elseif o.problem and o.s then
        system.fail("bias", "option 's' goes with q and dist, not with problem")
    elseif o.problem then
        core.problem.check_x(o.problem, o.x, "bias")
        o.of = o.of or (o.problem.dim > 0 and "gradient" or "value")
    elseif o.q == nil or not o.dist then
        system.fail("bias", "expected the options q and dist, or problem")
    elseif o.x ~= nil or options.of ~= nil then
        system.fail("bias", "option '%s' goes with problem, not with q and dist", o.x ~= nil and "x" or "of")
    end
end

-- Every operator at every m, and the draws of one estimate there.
local function points_of(operators, ms, factors)
    local points, names = {}, of_all.names(operators)
    for i, op in ipairs(operators) do
        for _, m in ipairs(ms) do
            points[#points + 1] = {
                op = op, operator = names[i], m = m, block = m * factors[i], draws = op.draws * m * factors[i],
            }
        end
    end
    return points
end

-- The rows of the first points, sampled together (those of a law have their draws in common), with a failure.
local function sample(o, points, q)
    if o.problem then
        return sample_problem(o, points[1])
    end
    return sample_q(o, points, q)
end

-- The points in lists that are sampled together, with their draws.
local function parts_of(o, points, q)
    local parts, first = {}, 1
    while first <= #points do
        local rest = table.move(points, first, #points, 1, {})
        local n = o.problem and 1 or core.lab.together(arguments(o, rest, q))
        local part = {points = table.move(rest, 1, n, 1, {}), draws = 0}
        for _, point in ipairs(part.points) do
            part.draws = part.draws + point.draws
        end
        parts[#parts + 1], first = part, first + n
    end
    return parts
end

-- The rows until an interrupt or a failure, q as read, and the failure.
local function make_rows(o, operators, ms)
    local rows, done, draws = {}, 0, 0 -- draws of one estimate at every point
    local factors = of_all.blocks(operators, o.equal_cost)
    of_all.check_blocks("bias", factors, ms)
    local q = o.q ~= nil and of_all.q("bias", o, operators, factors, ms) or nil
    local parts = parts_of(o, points_of(operators, ms, factors), q)
    for _, part in ipairs(parts) do
        draws = draws + part.draws
    end
    local _ <close> = core.progress.start "bias"
    for _, part in ipairs(parts) do
        if system.interrupted() then
            break
        end
        local last = part.points[#part.points]
        core.progress.part(("%s, m = %d"):format(last.operator, last.m), done / draws, (done + part.draws) / draws)
        done = done + part.draws
        local more, failure = failing.try(sample, o, part.points, q)
        for i, row in ipairs(more or {}) do
            local point = part.points[i]
            row.operator, row.m, row.block, row.draws = point.operator, point.m, point.block, point.draws
            row.op = point.op
            rows[#rows + 1] = row
        end
        failure = failure or more.failure
        if failure then
            return rows, q, failure
        end
    end
    return rows, q
end

local least = {bias = 1, se = 0} -- how many rows must know it, if not all
local parts = {m = "m", bias = "bias", se = "se", floor = "rounding", exact = "exact", exact_floor = "exact_rounding"}

-- How far each part of the draws moves the bias in every row, one row after the other; nil where that is not known.
local function moved(rows)
    local numbers = {}
    for _, row in ipairs(rows) do
        if not row.moments.moved then
            return nil
        end
        for _, value in ipairs(row.moments.moved:table()) do
            numbers[#numbers + 1] = value
        end
    end
    return D.vec(numbers)
end

-- The rows of each operator, in order: {name =, rows = list, and vecs of what is known at every m}.
local function by_operator(rows)
    local list = list_of.groups(rows, "operator")
    for _, group in ipairs(list) do
        group.signed, group.moved = group.rows[1].signed, moved(group.rows)
        for part, column in pairs(parts) do
            group[part] = list_of.vec(group.rows, column, least[part])
        end
    end
    return list
end

local exact_unknown = "the exact %s is not known; of your own f and g it is with g_mean and a finite outer"

-- Why there is no bias at any m of a group.
local function unknown(group, spec)
    local first = group.rows[1].moments
    return spec.problem and exact_unknown:format(spec.of) or first.bias_unknown or said.why(first)
end

-- The groups of the rows in a window {from =, to =} of m, in the name of a method.
local function within(name, rows, given)
    return by_operator(window.rows(name, rows, "m", given))
end

local function fit(group, spec)
    return group.bias and core.stats.slope(group) or {why = unknown(group, spec)}
end

local signs = {[-1] = "-", [1] = "+"}

local slope_order = {
    "operator", "slope", "slope_lo", "slope_hi", "exact", "from", "to", "left_out", "sign", "why",
}

local function slopes(groups, spec)
    local rows = map(groups, function(group)
        local row = fit(group, spec)
        row.operator, row.sign = group.name, group.signed and signs[row.sign] or nil
        return row
    end)
    return result.of_rows("slopes", slope_order, rows, spec)
end

-- Columns of the rows where the size of column `name` is more than rounding, and known: what else has no height.
local function visible(group, name, floor)
    local columns = {m = {}, bias = {}, se = {}, size = {}}
    for _, row in ipairs(group.rows) do
        local hidden = name == "bias" and said.are_equal(row.moments)
        row.size = math.abs(not hidden and row[name] or 0 / 0)
        for column, list in pairs(columns) do
            list[#list + 1] = row.size > (row[floor] or 0) and (row[column] or 0 / 0) or nil
        end
    end
    return mapped(columns, D.vec)
end

local function fit_of(slope)
    return slope.slope and {
        slope = slope.slope, lo = slope.slope_lo, hi = slope.slope_hi, from = slope.from, to = slope.to,
    } or nil
end

-- Exact values as a line, sampled ones as points with 95% intervals; below 3 standard errors they are noise, which
-- is shaded for operators that reach it. Negative ones are marked.
local function add_series(series, group, fitted)
    local shown = visible(group, "bias", "rounding")
    local size, noise = shown.size, 3 * shown.se
    series[#series + 1] = look.of_operator({
        label = group.name, x = shown.m, y = size, line = false, sign = group.signed and shown.bias or nil,
        lo = size - 1.96 * shown.se, hi = size + 1.96 * shown.se,
        floor = #size > 0 and (size - noise):min() < 0 and noise or nil, fit = fit_of(fitted),
    }, group.name)
    local exact = group.exact and visible(group, "exact", "exact_rounding")
    if exact and #exact.m > 0 then
        series[#series + 1] = look.of_operator({label = group.name, x = exact.m, y = exact.size, marker = "none"},
            group.name)
    end
end

-- What is said of biases that are zero, by rows that count, and of signs that change.
local function remarks(groups, fits, counts)
    local list = {}
    for word, what in pairs {["exactly unbiased"] = "exactly unbiased", rounding = "no bias beyond rounding"} do
        list[#list + 1] = list_of.sentence(groups, function(row) return row.zero == word and counts(row) end, what)
    end
    table.sort(list)
    for i, group in ipairs(groups) do
        local slope = fits[i]
        list[#list + 1] = slope.sign_to and ("%s: %s"):format(group.name, slope.why) or nil
    end
    return list
end

-- The figure's own sentences, and what they do not say themselves of operators without a bias, or with no height.
local function caption(own, groups, fits)
    local words = table.concat(own, " ")
    local list = remarks(groups, fits, function(row)
        return row.zero == "exactly unbiased" or said.is_rounding(row.bias, row.rounding)
    end)
    for _, remark in ipairs(list) do
        local is_said = words:find(remark:match ": (.*)$", 1, true)
        own[#own + 1] = not is_said and remark:gsub("paper (%d)", "L%1") .. "." or nil
    end
    return own[1] and table.concat(own, " ")
end

local function fits_of(groups, spec)
    return map(groups, function(group) return fit(group, spec) end)
end

local function series_of(rows, groups, spec, options, bound)
    local series, notes = {}, {options.notes}
    local fits = fits_of(within("bias:plot: slopes", rows, options.slopes), spec)
    for i, group in ipairs(groups) do
        if not group.bias then
            system.fail("bias:plot", unknown(group, spec) .. ", and so no bias")
        end
        add_series(series, group, fits[i])
    end
    if bounds.wanted("bias", options) then
        local list = bound()
        bounds.add("bias", series, list, "bound")
        notes[#notes + 1] = bounds.words(list, "bounds")
    end
    local plotted = core.use "experiment/laid"({
        x = {label = "inner batch m", scale = "log2", whole = true}, y = {label = "|bias|", scale = "log"},
        series = series, interval = "95% interval", noise = "noise: under 3 s.e., markers hollow",
    }, over(options, {notes = caption(notes, groups, fits)}))
    plotted.bound, plotted.slopes, plotted.marks = nil, nil, window.marks(options)
    return plotted
end

local function spec_of(o, operators, ms)
    local spec = of_all.spec(o, operators, "bias")
    spec.m, spec.control, spec.x = ms, o.control, o.x
    spec.problem, spec.of = o.problem and core.problem.spec(o.problem), o.problem and o.of or nil
    return spec
end

-- By what one row is worse than another, where that is not the first that is said of.
local weight = {
    warning = function(row) return row.tail or 0 end,
    rare = function(row) return -row.moments.rare.expected end,
    short = function(row) return said.needed(row.moments) or 0 end,
}

-- The notes of one kind on all rows as one: that of the worst row, and how many other rows have one.
local function note(rows, kind)
    local worst, words, count = nil, nil, 0
    local of = weight[kind] or function() return 0 end
    for _, row in ipairs(rows) do
        local text = said[kind](row.moments)
        count = count + (text and 1 or 0)
        if text and (not worst or of(row) > of(worst)) then
            worst, words = row, text
        end
    end
    local head, rest = (words or ""):match "^(%l* ?%l*: )(.*)$"
    return worst and ("%s%s at m = %d%s: %s"):format(head or "", worst.operator, worst.m,
        count > 1 and (" (and %d other row%s)"):format(count - 1, count > 2 and "s" or "") or "", rest or words)
end

-- Why a row lacks a column.
local why_no = {
    bias = function(row) return said.why(row.moments) end,
    se = function(row) return row.moments.se_unknown end,
    exact = function(row) return type(row.exact_unknown) == "string" and row.exact_unknown or "no formula gives it" end,
    tail = function() return "too few of its estimates differ" end,
}

-- Which rows lack a column that others have, and why the first of them does; `columns`: how the sentence calls it.
local function gap_note(rows, name, columns)
    local missing = map(rows, function(row) return not row[name] and row or nil end)
    local first = missing[1]
    if not first or #missing == #rows and not first.contradicted then
        return nil
    end
    local words = "%s not known in %d of %d rows, the first %s at m = %d: %s"
    return words:format(columns or name .. " is", #missing, #rows, first.operator, first.m, why_no[name](first))
end

local function mse_note(rows)
    local n = #map(rows, function(row) return row.bias and row.sd and not row.mse or nil end)
    return n > 0 and ("mse is beyond the range of numbers in %d of %d rows"):format(n, #rows) or nil
end

-- The notes under the table: which biases are zero, and which columns have gaps.
local function notes(rows, groups, spec)
    local list = remarks(groups, fits_of(groups, spec), function() return true end)
    if groups[1] and not groups[1].bias and spec.problem then
        table.insert(list, 1, "no bias: " .. unknown(groups[1], spec))
    end
    for _, kind in ipairs {"not_finite", "no_bias", "no_se", "short", "missed", "rare", "warning"} do
        list[#list + 1] = note(rows, kind)
    end
    list[#list + 1] = gap_note(rows, "bias")
    list[#list + 1] = gap_note(rows, "se", "se, sd and mse are")
    list[#list + 1] = mse_note(rows)
    list[#list + 1] = gap_note(rows, "exact")
    list[#list + 1] = gap_note(rows, "tail")
    return list
end

D.bias = failing.single(function(options)
    local o = read_options("bias", options)
    check(o, options)
    o.seed, o.reps = o.seed or system.seed, of_all.most(options, o)
    local asked = request.new("bias", options)
    local operators = of_all.read("bias", o.operators)
    local ms = whole(o.m or D.pow2(1, 32))
    local rows, q, failure = make_rows(o, operators, ms)
    if failure and not rows[1] then
        failing.raise(failure)
    end
    local controlled = any(rows, function(row) return row.moments.controlled end)
    local columns, known = list_of.columns(order, rows)
    columns.rounding = list_of.vec(rows, "rounding")
    local spec, groups = spec_of(o, operators, ms), by_operator(rows)
    local hooks = {
        slopes = function(_, given) return slopes(within("bias:slopes", rows, given), spec) end,
        series = function(_, more)
            return series_of(rows, groups, spec, more, function() return bounds.of_bias(o, q, groups) end)
        end,
        errors = {bias = "se", se = "se"}, notes = function() return notes(rows, groups, spec) end,
        why = function() return note(rows, "not_finite") or note(rows, "warning") end, request = asked,
    }
    local self = result.new("bias", columns, known, spec, hooks, {
        control = controlled and "first two moments, factors from a separate pilot" or "none",
        reached = o.se and all(rows, function(row) return row.moments.reached end),
    })
    return failing.finish(failure, self)
end)
