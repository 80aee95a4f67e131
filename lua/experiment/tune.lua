-- tune{..}: a grid of options for several methods under one budget.
local core, D = ...
local system, result, over = core.system, core.use "result", core.use "over"
local sorted, curves, watch = core.use "sorted", core.later "experiment/curves", core.later "experiment/watch"
local readable, request = core.later "experiment/readable", core.later "experiment/request"
local methods_of, outcome = core.later "experiment/methods", core.later "experiment/outcome"
local list_of = core.use "list"
local saved, finite = core.later "experiment/saved", core.later "experiment/finite"
local look, failing = core.later "experiment/look", core.use "experiment/failing"

local read_options = core.options.table("tune", {
    {"methods", "table", required = true, choices = "methods[]",
        meaning = "list of \"name\" or {\"name\", label =, and options of run that stay as they are}"},
    {"grid", "table", required = true, choices = "run",
        meaning = "values to try, {step = {..}, m = {..}, ..}: all combinations of what a method takes"},
    {"reps", "integer", default = 3, low = 1, high = 1e6, unit = "replicates",
        meaning = "independent runs of every combination"},
    {"seed", "integer", low = 0, high = 0x1p53,
        meaning = "names the streams, which are not those of compare; default --seed"},
})

local function wrong(what, ...)
    system.fail("tune", "option 'grid': " .. what, ...)
end

-- The value is the least that the option can have.
local function is_least(options, name, value)
    local range = (saved.params(options)[name] or {}).range
    return range and value == tonumber(range:match "from (%S+)") or false
end

local deciding = {update = true, prox = true} -- which options a run has besides

-- The options that the grid has values of, in order, after those that decide on others.
local function keys_of(grid)
    local keys = {}
    for _, first in ipairs {true, false} do
        for _, key in ipairs(sorted(grid)) do
            keys[#keys + 1] = (deciding[key] or false) == first and key or nil
        end
    end
    return keys
end

-- The values of an option of the grid, as a list; {} where they are none.
local function values_of(values)
    return type(values) == "table" and values or system.kind(values) == "vec" and values:table() or {}
end

-- Whether a run with these options has the option, or would by one of the names that the grid has.
local function has(options, key, grid)
    return saved.params(options)[key] ~= nil or list_of.any(deciding, function(_, name)
        return list_of.any(values_of(grid[name]), function(value)
            return saved.params(over(options, {[name] = value}))[key] ~= nil
        end)
    end)
end

-- Whether some run of these has it.
local function is_known(key, grid, merged)
    return list_of.any(merged, function(each) -- a method that does not exist is refused by run
        return not core.method.params[each.method] or has(each, key, grid)
    end)
end

-- The grid as {key =, values = list}, after checks.
local function read_grid(grid, options, merged)
    local axes = {}
    for _, key in ipairs(keys_of(grid)) do
        local values = grid[key]
        local known, list = is_known(key, grid, merged), values_of(values)
        if not known then
            wrong("no method has the option '%s'", tostring(key))
        elseif options[key] ~= nil then
            wrong("'%s' is given beside it, too", key)
        elseif #list == 0 then
            wrong("expected a list of values as '%s', got %s", key, system.describe(values))
        end
        axes[#axes + 1] = {key = key, values = list}
    end
    return axes
end

-- All combinations of what this method takes and does not fix itself; a list of tables key -> value.
local function combinations(axes, each, entry)
    local points = {{}}
    for _, axis in ipairs(axes) do
        local more = {}
        for _, point in ipairs(points) do
            local takes = entry[axis.key] == nil and saved.params(over(each, point))[axis.key]
            for _, value in ipairs(takes and axis.values or {}) do
                more[#more + 1] = over(point, {[axis.key] = value})
            end
            more[#more + 1] = not takes and point or nil
        end
        points = more
    end
    return points
end

-- One point's entry: the mean over the second half of the budget of its gap or objective with limits, and why it is
-- never best.
local function entry_of(i, label, point, raw)
    local measure = outcome.measure(raw, "tune")
    local own = outcome.summarize(raw, measure, "half")
    local mean, half = core.run.paired(own, D.vec.zeros(#own))
    local why = finite.losses(raw) or finite.reason(raw, measure, own)
    return {method = i, label = label, point = point, measure = measure, mean = mean, half = #own > 1 and half or nil,
        diverged = raw.diverged, why = why, choice = outcome.choice(raw)}
end

-- The points of all methods, in order: list of {method = index, label =, point =, options = of its run}.
local function all_points(options, merged, labels, points)
    local all = {}
    for i, each in ipairs(merged) do
        for _, point in ipairs(points[i]) do
            local o = over(each, point)
            o.checkpoint = methods_of.checkpoint("tune", options, #all + 1, labels[i])
            all[#all + 1] = {method = i, label = labels[i], point = point, options = o}
        end
    end
    return all
end

-- Runs a point; returns its entry, or nil and the failure, which is none after an interrupt.
local function try(one, live)
    local raw, failure = failing.try(saved.start, "tune", one.options, nil, one.label, live)
    failure = failure or raw.failure
    if failure or system.interrupted() then
        return nil, failure
    end
    return entry_of(one.method, one.label, one.point, raw)
end

-- Makes entries in order until an interrupt or a failure, which it returns; keep(n, entry) for each.
local function make_in_turn(all, live, keep)
    for n, one in ipairs(all) do
        core.progress.part(one.label, (n - 1) / #all, n / #all)
        local entry, failure = try(one, live)
        if not entry then
            return failure
        end
        keep(n, entry)
    end
end

-- The entries as plain values, each made by the rank that is free, or by a team where there are more ranks, or threads
-- alone; nil where one team is best.
local function made_by_others(all)
    local x = over(methods_of.shared(list_of.map(all, function(one) return one.options end)), {
        name = "tune", items = "entries", labels = list_of.map(all, function(one) return one.label end),
        compute = function(n)
            local entry, failure = try(all[n], false)
            return entry and over(entry, {point = false}) or {failure = failure and tostring(failure[1])}, not entry
        end,
    })
    if core.ranks.size() == 1 or #all < core.ranks.size() then
        return core.use "points/by_teams"(x)
    end
    local made = {}
    x.in_order = true
    x.todo = list_of.map(all, function(_, n) return n end)
    x.put, x.save, x.check = function(n, entry) made[n] = entry end, function() end, function() end
    core.use "points/by_ranks"(x, #all)
    return made
end

-- The same as in turn, side by side: the entries up to the first that failed.
local function take_made(all, made, keep)
    for n, one in ipairs(all) do
        local entry = made[n]
        if not entry or entry.measure == nil then
            return entry and entry.failure and {entry.failure}
        end
        entry.point = one.point
        keep(n, entry)
    end
end

local function are_apart(all)
    return methods_of.are_apart(list_of.map(all, function(one) return one.options end))
end

-- Runs every point until an interrupt or a failure: list of entries {method = index, label =, point =, measure =,
-- mean =, half =, diverged =, why =}, the best one of each method, by its index, and the failure.
local function measure(options, merged, labels, points)
    local list, best = {}, {}
    local _ <close> = core.progress.start "tune"
    local live <close> = watch.open(options)
    local all = all_points(options, merged, labels, points)
    local function keep(n, entry)
        local i = entry.method
        list[n] = entry
        local improves = not entry.why and (not best[i] or entry.mean < best[i].mean)
        best[i] = improves and entry or best[i]
        if live then
            live:choose(improves)
        end
    end
    local alone = live or core.ranks.is_divided() or #all == 1
    local made = not alone and are_apart(all) and made_by_others(all)
    if made then
        return list, best, take_made(all, made, keep)
    end
    return list, best, make_in_turn(all, live or false, keep)
end

local function rows_of(list, best)
    local rows = {}
    for i, one in ipairs(list) do
        local row = {method = one.label, diverged = one.diverged, best = best[one.method] == one and "best" or nil}
        for key, value in pairs(one.point) do
            row[key] = math.type(value) and value or readable.word(value)
        end
        local name = one.measure
        row[name] = one.mean
        row[name .. "_lo"], row[name .. "_hi"] = one.half and one.mean - one.half, one.half and one.mean + one.half
        rows[i] = row
    end
    return rows
end

local function order_of(axes)
    local order = {"method"}
    for _, axis in ipairs(axes) do
        order[#order + 1] = axis.key
    end
    for _, name in ipairs {"gap", "objective"} do
        table.move({name, name .. "_lo", name .. "_hi"}, 1, 3, #order + 1, order)
    end
    return table.move({"diverged", "best"}, 1, 2, #order + 1, order)
end

-- Where a best value is the least or greatest of several numbers.
local function edge(one, axis, options)
    local value, low, high = one.point[axis.key], math.huge, -math.huge
    if not math.type(value) or #axis.values < 2 then
        return nil
    end
    for _, other in ipairs(axis.values) do
        if math.type(other) then
            low, high = math.min(low, other), math.max(high, other)
        end
    end
    local words = "%s: the best %s, %s, is the %s of the grid, %s ones may be better"
    if value == low and not is_least(over(options, one.point), axis.key, value) then
        return words:format(one.label, axis.key, core.text.number(value, 6), "smallest", "smaller")
    end
    return value == high and words:format(one.label, axis.key, core.text.number(value, 6), "largest", "larger") or nil
end

-- Which combinations cannot be best, and why the first one cannot.
local function left_out(list)
    local excluded = list_of.map(list, function(one) return one.why and one or nil end)
    local first = excluded[1]
    if not first then
        return nil
    end
    local words = {first.label}
    for _, key in ipairs(sorted(first.point)) do
        words[#words + 1] = ("%s=%s"):format(key, readable.word(first.point[key]))
    end
    return ("%d of %d combinations cannot be best; the first, %s: %s"):format(#excluded, #list,
        table.concat(words, " "), first.why)
end

-- What is said of the levels that combinations draw, each sentence once.
local function choices(list)
    return list_of.unique(list_of.map(list, function(one)
        return one.choice and ("%s: %s"):format(one.label, one.choice)
    end))
end

-- The methods without a best combination, in sentences.
local function without_best(list, best)
    return list_of.unique(list_of.map(list, function(one)
        return not best[one.method] and one.label .. ": no combination stays finite, none is best" or nil
    end))
end

local function notes_of(list, best, axes, merged, count)
    local notes = {}
    if #list < count then
        notes[1] = ("interrupted: %d of %d combinations"):format(#list, count)
    end
    if list[1] and list[1].measure == "objective" then
        notes[#notes + 1] = "the least F is not known, there is no gap: best is the least mean objective"
    end
    notes[#notes + 1] = left_out(list)
    for _, more in ipairs {without_best(list, best), choices(list)} do
        table.move(more, 1, #more, #notes + 1, notes)
    end
    for _, i in ipairs(sorted(best)) do
        for _, axis in ipairs(axes) do
            notes[#notes + 1] = edge(best[i], axis, merged[i])
        end
    end
    return notes
end

local methods = {}

-- What distinguishes the curves of one method: its values but the one on the x axis.
local function curve_label(columns, axes, i, x)
    local parts = {columns.method[i]}
    for _, key in ipairs(axes) do
        if key ~= x and columns[key] and columns[key][i] then
            parts[#parts + 1] = key .. "=" .. tostring(math.tointeger(columns[key][i]) or columns[key][i])
        end
    end
    return table.concat(parts, " ")
end

-- The measure against one of the grid's options, a curve for every combination of the others.
local function curves_of(columns, axes, x, y)
    local series, found = {}, {}
    local lo, hi = columns[y .. "_lo"], columns[y .. "_hi"] -- nil where one replicate has no interval
    for i = 1, #columns.method do
        if math.type(columns[x][i]) then
            local label = curve_label(columns, axes, i, x)
            if not found[label] then
                found[label] = {label = label, x = {}, y = {}, lo = lo and {}, hi = hi and {}}
                series[#series + 1] = found[label]
            end
            local one = found[label]
            local k = #one.x + 1
            one.x[k], one.y[k] = columns[x][i], columns[y][i]
            if lo and hi then
                one.lo[k], one.hi[k] = lo[i], hi[i]
            end
        end
    end
    return series
end

local function is_positive(values)
    return list_of.all(values, function(value) return not value or value > 0 end)
end

function methods.series(self, options)
    local columns, spec = result.columns(self), self:spec()
    local axes = sorted(spec.grid)
    local x, x_axis = curves.axis("tune", "x", options.x, spec.grid.step and "step" or axes[1], spec.grid)
    local y, y_axis = curves.axis("tune", "y", options.y, columns.gap and "gap" or "objective", columns)
    return over(over({interval = "95% interval"}, options), {
        x = over({label = x, scale = "log"}, x_axis),
        y = over({label = "mean " .. y .. " over the second half", scale = is_positive(columns[y]) and "log"
            or "linear"}, y_axis),
        series = look.of_methods(curves_of(columns, axes, x, y)),
    })
end

local function spec_of(options, o, merged)
    local spec = {experiment = "tune", reps = o.reps, seed = o.seed, grid = readable.of(o.grid),
        methods = readable.of(o.methods), problem = core.problem.spec(merged[1].problem)}
    for _, key in ipairs {"samples", "steps", "step", "m", "output", "record", "clip"} do
        spec[key] = readable.of(options[key])
    end
    return spec
end

function D.tune(options)
    local o, shared = methods_of.read("tune", read_options, options)
    o.seed = o.seed or system.seed
    local seed = (math.tointeger(o.seed) ~ 0x1d872b41a9c5f) & 0x1fffffffffffff -- no stream is one of compare's
    local merged = methods_of.merge("tune", over(shared, {reps = o.reps, seed = seed}), o.methods)
    local asked = request.new("tune", options)
    local labels, points, count = methods_of.labels("tune", o.methods, merged), {}, 0
    local axes = read_grid(o.grid, options, merged)
    for i, each in ipairs(merged) do
        points[i] = combinations(axes, each, o.methods[i])
        count = count + #points[i]
    end
    local list, best, failure = measure(options, merged, labels, points)
    if failure and not list[1] then
        failing.raise(failure)
    end
    local entries = list_of.map(sorted(best), function(i) return over(o.methods[i], best[i].point) end)
    local notes = notes_of(list, best, axes, merged, count)
    local why = not next(best) and left_out(list) or nil
    local self = result.of_rows("tune", order_of(axes), rows_of(list, best), spec_of(options, o, merged),
        over(methods, {notes = function() return notes end, why = function() return why end, nan = true,
            request = asked}),
        {best = entries, notes = notes})
    return failing.finish(failure, self)
end
