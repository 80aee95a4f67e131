-- complexity{..}: oracle calls until the running mean of |grad F|^2 is at most eps^2, for a ladder of eps, on a problem
-- or on one for each eps.
local core, D = ...
local system, result, over = core.system, core.use "result", core.use "over"
local methods_of, saved = core.later "experiment/methods", core.later "experiment/saved"
local window = core.later "experiment/window"
local bounds, look = core.later "experiment/bounds", core.later "experiment/look"
local finite, request = core.later "experiment/finite", core.later "experiment/request"
local crossing, unfinished = core.later "experiment/crossing", core.later "experiment/unfinished"
local failing = core.use "experiment/failing"
local groups, map, callable = core.use "rows".groups, core.use "list".map, core.use "callable"

local read_options = core.options.table("complexity", {
    {"methods", "table", required = true, choices = "methods[]",
        meaning = "list of \"name\" or {\"name\", label =, and options of run for this method}"},
    {"eps", "vector", required = true, low = 1e-150, high = 1e150,
        meaning = "accuracies: reached once the running mean of |grad F|^2 is at most eps^2"},
    {"budget", "integer", default = 1e9, low = 1, high = 0x1p53, unit = "g + Jacobian evaluations",
        meaning = "the most that one replicate takes at one eps"},
    {"radius", "number", low = 0, open_low = true, meaning = "for theory.plan: of the ball that x stays in"},
    {"constants", "table", meaning = "for theory.plan: other constants than the problem's, {C_e =, ..}"},
})

-- These may be functions by nature; any other option that is one gives a value for each eps.
local functions = {update = true, metrics = true, on_record = true}

-- An option that stands in place of another of the plan's.
local instead = {period = "p_out", inner_period = "p_in", update = "step"}

local function fail(words, ...)
    system.fail("complexity", words, ...)
end

local function read(options)
    local o, shared = methods_of.read("complexity", read_options, options)
    o.eps = o.eps:table()
    table.sort(o.eps, function(a, b)
        return a > b
    end)
    if options.samples or options.steps or options.seconds then
        fail "samples, steps and seconds do not go with it: 'budget' is the most samples of one replicate"
    end
    return o, shared
end

-- The problem's exact gradient is what is measured; at the start it must still be larger than eps.
local function check_start(problem, x0, eps)
    local gradient = problem:gradient(system.kind(x0) ~= "mat" and x0 or nil)
    if not gradient then
        fail("problem.%s has no exact gradient to measure", problem.name)
    elseif not finite.is(gradient:norm()) then
        fail("option 'x0': the gradient at the start is not finite, its norm is %s", system.describe(gradient:norm()))
    elseif gradient:norm() <= eps then
        fail("option 'eps': expected numbers below |grad F| at the start, %.4g, got %.4g", gradient:norm(), eps)
    end
end

-- The problem of each eps: one for all, or what a function gives for each, made once. n must not fall with eps.
local function problems_of(problem, x0, eps)
    if not callable(problem) then
        if system.kind(problem) ~= "problem" then
            fail("option 'problem': expected a problem, got %s", system.describe(problem))
        end
        check_start(problem, x0, eps[1])
        return map(eps, function() return problem end)
    end
    local before = 0
    return map(eps, function(each)
        local made = problem(each)
        if system.kind(made) ~= "problem" then
            fail("option 'problem': expected a problem from the function, got %s at eps %g", system.describe(made),
                each)
        elseif made.n < before then
            fail("option 'problem': expected no smaller n at a smaller eps, got %g after %g at eps %g", made.n, before,
                each)
        end
        before = made.n
        check_start(made, x0, each)
        return made
    end)
end

-- The options of one method on a problem at one eps.
local function at_eps(merged, problem, eps)
    local all = {}
    for key, value in pairs(over(merged, {problem = problem})) do
        all[key] = value
        if type(value) == "function" and not functions[key] then
            all[key] = value(eps)
        end
    end
    return all
end

-- Refuses the options that the method has and the one that its plan takes in its place has not.
local function check_taken(all, plan, eps)
    local known = core.use "list".by_name(core.method.params[plan.options.method] or {})
    for _, param in ipairs(core.method.params[all.method]) do
        if all[param.name] ~= nil and not known[param.name] then
            fail("option '%s' is %s's, but at eps %g its plan takes %s (%s)", param.name, all.method, eps,
                plan.options.method, plan.label)
        end
    end
end

-- Adds what the method's plan has and the options do not; returns the plan, or nil when there is none.
local function add_plan(all, o, growth, eps)
    local asked = over({eps = eps, problem = all.problem, radius = o.radius, growth = growth}, o.constants)
    local done, plan = pcall(core.theory.plan, all.method, asked, "complexity")
    if not done then
        if all.step == nil and all.update == nil then
            error(plan, 0)
        end
        return nil
    end
    check_taken(all, plan, eps)
    plan.options.steps = nil
    for key, other in pairs(instead) do
        if all[key] ~= nil and (key ~= "update" or callable(all[key])) then
            plan.options[other] = nil
        end
    end
    for key, value in pairs(plan.options) do
        if all[key] == nil or key == "method" then
            all[key] = value
        end
    end
    return plan
end

-- By replicate: the samples at which the running mean of |grad F|^2 over the iterates first is at most level, or
-- false. Between records |grad F|^2 is taken to be linear in the step, and the running mean likewise.
local function crossings(by_rep, reps, level)
    local list = {}
    for rep = 1, reps do
        local area, before = 0, math.huge
        list[rep] = false
        for i = rep + reps, #by_rep.step, reps do
            local last, step = by_rep.step[i - reps], by_rep.step[i]
            area = area + (step - last) * (by_rep.grad2[i] + by_rep.grad2[i - reps]) / 2
            local mean = area / step
            if mean <= level then
                local from, part = by_rep.samples[i - reps], 1
                if before < math.huge then
                    part = (before - level) / (before - mean)
                end
                list[rep] = from + part * (by_rep.samples[i] - from)
                break
            end
            before = mean
        end
    end
    return list
end

local function count(list)
    return #map(list, function(value) return value or nil end)
end

-- Runs of a method at one eps, each going on from the last with twice its samples, until all replicates have reached
-- eps or the budget is spent: what crossings gives, nil when it was interrupted; and the last run. A first step shows
-- the shortest run that is possible.
local function climb(all, eps, budget, place)
    local raw = core.run.run(over(all, {steps = 1, record = 1}), "complexity", {})
    failing.check(raw)
    local reached = crossings(raw.by_rep, raw.x.rows, eps ^ 2)
    local one = math.max(table.unpack(raw.by_rep.samples))
    if raw.stop ~= "budget" or one > budget then
        return reached, raw
    end
    local samples = 64 * one
    raw = nil
    repeat
        all.samples = math.min(samples, budget)
        all.checkpoint = place(all.samples)
        raw = saved.start("complexity", all, raw, nil, false)
        failing.check(raw)
        if raw.stop == "interrupted" then
            return nil, raw
        end
        reached = crossings(raw.by_rep, raw.x.rows, eps ^ 2)
        samples = 2 * samples
    until count(reached) == #reached or all.samples == budget or raw.stop ~= "budget"
    return reached, raw
end

-- The row of a method at one eps.
local function make_row(x, label, k, reached, plan)
    local n, reps = count(reached), #reached
    local row = {method = label, eps = x.o.eps[k], planned = plan and plan.samples, reached = n < reps and n or nil}
    row.n = x.growth and x.problems[k].n
    if n == reps then
        local mean, half = core.run.paired(D.vec(reached), D.vec.zeros(reps))
        row.samples = mean
        row.samples_lo, row.samples_hi = half == half and mean - half or nil, half == half and mean + half or nil
    end
    return row
end

-- Adds a value, if any, to a list that does not end with it.
local function add_new(list, value)
    if value and list[#list] ~= value then
        list[#list + 1] = value
    end
end

-- What is said of the run that a row is of.
local function notes_of(x, place, reached, raw)
    local list = {}
    if count(reached) < #reached then
        list[1] = ("%s: %d of %d replicates reached it %s"):format(place, count(reached),
            #reached, raw.stop == "budget" and ("within %g samples"):format(x.o.budget)
                or ("before the run ended at %g samples (%s)"):format(raw.means.samples[#raw.means.samples], raw.stop))
    end
    for _, note in ipairs(finite.notes(raw, {"grad2"})) do
        list[#list + 1] = ("%s: %s"):format(place, note)
    end
    return list
end

-- What method i of the experiment comes to at one eps: {row =, theorem = and exponent = of its plan, spec =, notes =},
-- a plain value; nil when it was interrupted.
local function measure(x, i, k)
    local eps, label = x.o.eps[k], x.labels[i]
    local all = at_eps(x.merged[i], x.problems[k], eps)
    local plan = add_plan(all, x.o, x.growth, eps)
    local reached, raw = climb(all, eps, x.o.budget, function(samples)
        local name = ("%s-%g-%d"):format(label, eps, samples)
        return methods_of.checkpoint("complexity", x.options, (i - 1) * #x.o.eps + k, name)
    end)
    if not reached or raw.stop == "interrupted" then
        return nil
    end
    local spec = over(raw.spec, {label = label, eps = eps, reading = plan and plan.reading})
    spec.problem, spec.stages = callable(x.options.problem) and core.problem.spec(all.problem) or nil, nil
    return {
        row = make_row(x, label, k, reached, plan), spec = spec,
        theorem = plan and plan.label, exponent = plan and plan.exponent,
        notes = notes_of(x, ("%s, eps %g"):format(label, eps), reached, raw),
    }
end

local function keep(x, i, one)
    add_new(x.theorems[i], one.theorem)
    add_new(x.exponents[i], one.exponent)
    x.runs[#x.runs + 1] = one.spec
    table.move(one.notes, 1, #one.notes, #x.notes + 1, x.notes)
end

-- What an interrupt left at place k of method i's ladder; begun: in the middle of it, not before it.
local function left_of(x, i, k, begun)
    return unfinished(x.labels, function(method)
        return method < i or method == i and (begun or k > 1) and ("eps %g"):format(x.o.eps[k])
    end)
end

-- The places of all ladders, in order: {i = method, k = of its eps, name =}.
local function all_places(x)
    local list = {}
    for i, label in ipairs(x.labels) do
        for k, eps in ipairs(x.o.eps) do
            list[#list + 1] = {i = i, k = k, name = ("%s, eps %g"):format(label, eps)}
        end
    end
    return list
end

-- A function of a place's number: what its method comes to there, the failure, and whether it was begun.
local function in_turn(x, places)
    return function(n)
        core.progress.part(places[n].name, (n - 1) / #places, n / #places)
        if system.interrupted() then
            return nil, nil, false
        end
        local one, failure = failing.try(measure, x, places[n].i, places[n].k)
        return one, failure, true
    end
end

-- Whether the methods can be measured apart from each other, on all problems.
local function are_apart(x)
    return methods_of.are_apart(x.merged)
        and methods_of.are_apart(map(x.problems, function(problem) return {problem = problem} end))
end

-- The same as in_turn by teams; nil where one team is best. A place is taken to cost eps^-4.
local function by_teams(x, places)
    local least = x.o.eps[#x.o.eps]
    if not are_apart(x) then
        return nil
    end
    local most = map(places, function() return over(x.options, {samples = x.o.budget}) end)
    local values = core.use "points/by_teams"(over(methods_of.shared(most), {
        name = "complexity", items = "places",
        labels = map(places, function(place) return place.name end),
        costs = map(places, function(place) return (least / x.o.eps[place.k]) ^ 4 end),
        compute = function(n)
            local one, failure = failing.try(measure, x, places[n].i, places[n].k)
            return {one = one, failure = failure and tostring(failure[1])}, not one
        end,
    }))
    return values and function(n)
        local value = values[n]
        return value and value.one, value and value.failure and {value.failure}, value ~= nil
    end
end

-- The rows until an interrupt or a failure, which comes second.
local function make_rows(x)
    local _ <close> = core.progress.start "complexity"
    local rows, places = {}, all_places(x)
    local made = by_teams(x, places) or in_turn(x, places)
    for n, place in ipairs(places) do
        local one, failure, begun = made(n)
        if not one then
            x.notes[#x.notes + 1] = left_of(x, place.i, place.k, begun)
            return rows, failure
        end
        rows[n] = one.row
        keep(x, place.i, one)
    end
    return rows
end

local order = {"method", "eps", "n", "samples", "samples_lo", "samples_hi", "planned", "reached"}

-- If some points have no error, all of them count equally, and the interval comes from their scatter.
local ALIKE = 1e-6

-- The exponent of value(row) in 1/eps, with its 95% interval where there is one, nil without two points; why it says
-- nothing.
local function fit(group, value, deviation)
    local x, y, se, from, to = {}, {}, {}, nil, nil
    for _, row in ipairs(group.rows) do
        if value(row) then
            x[#x + 1], y[#y + 1] = -math.log(row.eps), math.log(value(row))
            se[#se + 1] = deviation(row)
            from, to = from or row.eps, row.eps
        end
    end
    if #x < 2 then
        return nil, "fewer than two eps were reached"
    end
    local known = #se == #x
    local slope, half, why = core.stats.line(D.vec(x), D.vec(y), known and D.vec(se) or D.vec.zeros(#x) + ALIKE)
    local fitted = {exponent = slope, from = from, to = to}
    if known or #x > 2 then
        fitted.exponent_lo, fitted.exponent_hi = slope - half, slope + half
    end
    return fitted, why
end

-- The standard error of log(samples), from the limits; nil where they are not known, or all replicates took the same.
local function log_error(row)
    local half = row.samples_hi and row.samples_hi - row.samples or 0
    return half > 0 and half / (1.96 * row.samples) or nil
end

local function measured(group)
    local fitted, why = fit(group, function(row) return row.samples end, log_error)
    return not why and fitted or nil, why
end

local function of_plans(group)
    local planned = fit(group, function(row) return row.planned end, function() return 1 end)
    return planned and planned.exponent
end

-- The theory's exponent for what was run: that of the plans, nil where they have several; without plans that of the
-- method, where n grows the one for finite sums.
local function theory_of(method, exponents, growth)
    local found
    for _, rate in ipairs(exponents[1] and {} or core.theory.exponents{growth = growth}) do
        if rate.method == method and (growth or not found) then
            found = rate.exponent
        end
    end
    return #exponents == 1 and exponents[1] or found
end

-- The exponent of n in 1/eps; nil where it is fixed, or endless.
local function growth_of(problems, eps)
    local first, last = problems[1].n, problems[#problems].n
    if first == last or last == math.huge then
        return nil
    end
    local rows = map(problems, function(problem, k) return {eps = eps[k], n = problem.n} end)
    return fit({rows = rows}, function(row) return row.n end, function() return 1 end).exponent
end

-- The methods whose plans have several exponents, in words, and how n grows.
local function remarks(all, spec)
    local list = map(all, function(group, i)
        local exponents = map(spec.exponents[i], function(each) return ("%.4g"):format(each) end)
        return exponents[2] and ("%s: no one exponent of the theory, that of its plans is %s as eps falls (%s)"):format(
            group.name, table.concat(exponents, ", then "), table.concat(spec.theorems[i], ", then "))
    end)
    list[#list + 1] = spec.growth and ("n grows as eps^-%.4g"):format(spec.growth)
    return list
end

local methods = {}

local slope_order = {"method", "exponent", "exponent_lo", "exponent_hi", "theory", "planned", "from", "to", "why"}

function methods.slopes(self, given)
    local all, spec = groups(window.rows("complexity:slopes", self:rows(), "eps", given), "method"), self:spec()
    local rows = map(all, function(group, i)
        local row, why = measured(group)
        row = row or {why = why}
        row.method, row.planned = group.name, of_plans(group)
        row.theory = theory_of(spec.methods[i], spec.exponents[i], spec.growth)
        return row
    end)
    return result.of_rows("slopes", slope_order, rows, spec, {notes = function() return remarks(all, spec) end})
end

function methods.crossing(self, a, b)
    return crossing(self:rows(), a, b)
end

-- One curve for each method; its label on the plot shows the fitted exponent.
local function curve(group, fitted)
    local series = {label = group.name, x = {}, y = {}, lo = {}, hi = {}}
    for _, row in ipairs(group.rows) do
        if row.samples then
            local k = #series.x + 1
            series.x[k], series.y[k] = row.eps, row.samples
            series.lo[k], series.hi[k] = row.samples_lo or row.samples, row.samples_hi or row.samples
        end
    end
    local line = measured(fitted)
    series.fit = line and {
        slope = -line.exponent, lo = line.exponent_hi and -line.exponent_hi,
        hi = line.exponent_lo and -line.exponent_lo, from = line.to, to = line.from,
    }
    return #series.x > 0 and series or nil
end

local function curves_of(all, fitted, names)
    local found = {}
    local series = map(all, function(group, i)
        local one = curve(group, fitted[i] or {rows = {}})
        found[#found + 1] = one and names[i]
        return one
    end)
    return look.of_methods(series, found)
end

function methods.series(self, options)
    local all = groups(self:rows(), "method")
    local fitted = groups(window.rows("complexity:plot: slopes", self:rows(), "eps", options.slopes), "method")
    local series, notes = curves_of(all, fitted, self:spec().methods), options.notes
    if bounds.wanted("complexity", options) then
        local list = bounds.of_plans(all, self:spec().theorems)
        local words = bounds.words(list, "what theory.plan expects")
        bounds.add("complexity", series, list, "planned")
        notes = notes and notes .. " " .. words or words
    end
    local plotted = core.use "experiment/laid"({
        x = {label = "eps", scale = "log"},
        y = {label = "oracle calls to reach eps", scale = "log"},
        series = series, interval = "95% interval of the mean",
    }, over(options, {notes = notes}))
    plotted.bound, plotted.slopes, plotted.marks = nil, nil, window.marks(options)
    return plotted
end

local function spec_of(x)
    return {
        experiment = "complexity", methods = map(x.merged, function(each) return each.method end),
        theorems = x.theorems, exponents = x.exponents, runs = x.runs,
        eps = D.vec(x.o.eps), budget = x.o.budget, radius = x.o.radius, constants = x.o.constants,
        seed = x.options.seed or system.seed, growth = x.growth,
        problem = not callable(x.options.problem) and core.problem.spec(x.options.problem) or nil,
    }
end

function D.complexity(options)
    local o, shared = read(options)
    local problems = problems_of(options.problem, options.x0, o.eps)
    local x = {
        options = options, o = o, problems = problems, growth = growth_of(problems, o.eps),
        runs = {}, notes = {}, theorems = {}, exponents = {},
    }
    x.merged = methods_of.merge("complexity", shared, o.methods)
    for i, each in ipairs(x.merged) do
        each.checkpoint, x.theorems[i], x.exponents[i] = nil, {}, {}
    end
    local asked = request.new("complexity", options)
    x.labels = methods_of.labels("complexity", x.o.methods, x.merged)
    local rows, failure = make_rows(x)
    if failure and not rows[1] then
        failing.raise(failure)
    end
    local self = result.of_rows("complexity", order, rows, spec_of(x),
        over(methods, {notes = function() return x.notes end, request = asked}))
    return failing.finish(failure, self)
end
