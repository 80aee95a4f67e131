-- value{..}: the value of a nested expectation, to a tolerance.
local core, D = ...
local system = core.system
local mlmc, source, single = core.later "value/mlmc", core.later "value/source", core.later "value/single"
local cheapest = core.later "value/cheapest"
local request, checkpoint = core.later "experiment/request", core.later "value/checkpoint"
local report, over, map = core.later "value/report", core.use "over", core.use "list".map

local MOST_LEVELS, PILOT_LEVELS = 21, 4

local read_options = core.options.table("value", {
    {"problem", "object", choices = "problem", meaning = "whose value F(x) is wanted"},
    {"levels", "function",
        meaning = "in place of problem, levels of your own: levels(l, rng, n) -> fine, coarse [, cost]"},
    {"x", "any", meaning = "where; default the problem's start"},
    {"method", "choice", choices = "v-mlmc|rt-mlmc|ru-mlmc|bsgd|e-bsgd|auto",
        meaning = "what is averaged, as estimator calls it; auto: the cheapest; default v-mlmc, with order or operator "
            .. "e-bsgd"},
    {"order", "integer", low = 1, high = 10, meaning = "with bsgd and e-bsgd: order of extrapolation; default 1 and 2"},
    {"operator", "object", choices = "extrap", meaning = "with them: an operator instead of order"},
    {"m", "integer", low = 1, high = 2 ^ 20, unit = "draws",
        meaning = "with them: the first inner batch, doubled until the bias is small enough; default 1"},
    {"eps", "vector", low = 0, open_low = true,
        meaning = "root mean square error wanted, or several: half of eps^2 is for bias^2"},
    {"se", "number", low = 0, open_low = true, meaning = "in place of eps: standard error wanted, whatever the bias"},
    {"samples", "number", low = 1, unit = "samples",
        meaning = "the most that may be taken; by random levels, what is expected to be taken"},
    {"seconds", "number", low = 0, open_low = true, unit = "seconds", meaning = "the longest that it may take"},
    {"n", "vector", low = 1, high = 1e12, unit = "terms",
        meaning = "in place of an end: terms of each level 0, 1, .., L"},
    {"L", "integer", default = 2, low = 1, high = 20, unit = "levels",
        meaning = "the levels to begin with, 0 to L; with se all that there are"},
    {"L_most", "integer", default = 20, low = 1, high = 20, unit = "levels",
        meaning = "the last level that may be added"},
    {"n0", "integer", default = 1000, low = 10, high = 1e9, unit = "terms", meaning = "terms of each first level"},
    {"alpha", "number", low = 0, open_low = true, meaning = "means fall like 2^(-alpha l); default as measured"},
    {"beta", "number", low = 0, open_low = true, meaning = "variances fall like 2^(-beta l); default as measured"},
    {"gamma", "number", low = 0, open_low = true,
        meaning = "with levels: costs grow like 2^(gamma l); default as measured, 1 where levels give no cost"},
    {"checkpoint", "string", choices = "file", idle = true,
        meaning = "file to keep what was drawn in, and to go on from where it is there"},
    {"seed", "integer", low = 0, high = 0x1p53, meaning = "names the streams; default --seed"},
    {"threads", "integer", low = 1, high = 1024, idle = true, meaning = "default --threads; changes no result"},
})

-- The terms of each level as they are listed.
local function check_counts(o, options)
    for _, name in ipairs {"eps", "se", "L", "L_most", "n0"} do
        if options[name] ~= nil then
            system.fail("value", "n excludes %s: it lists the terms of each level", name)
        end
    end
    for i, count in ipairs(o.n) do
        if count % 1 ~= 0 then
            system.fail("value", "option 'n': expected whole numbers, got %s at element %d", system.describe(count), i)
        end
    end
    if #o.n > MOST_LEVELS then
        system.fail("value", "option 'n': expected the terms of at most %d levels, got %d", MOST_LEVELS, #o.n)
    end
    o.L, o.L_most = #o.n - 1, #o.n - 1
end

local ends = {eps = true, se = true, samples = true, seconds = true, threads = true, L_most = true}

local function check_end(name, o)
    if o.eps and o.se then
        system.fail(name, "eps and se exclude each other: eps is for bias and sampling error, se for the latter alone")
    elseif not (o.eps or o.se or o.samples or o.seconds) then
        system.fail(name, "expected an end: eps, se, samples or seconds")
    end
end

local function check_source(o)
    if o.problem and o.levels then
        system.fail("value", "problem and levels exclude each other")
    elseif not o.problem and not o.levels then
        system.fail("value", "expected option problem, or levels of your own")
    elseif o.problem and o.gamma then
        system.fail("value", "option 'gamma' goes with levels: that of a problem is 1")
    elseif o.problem then
        core.problem.check_x(o.problem, o.x, "value")
    elseif o.x ~= nil then
        system.fail("value", "option 'x' goes with problem, not with levels")
    end
end

local function check(o, options)
    check_source(o)
    if o.n then
        check_counts(o, options)
    elseif o.L_most < o.L then
        system.fail("value", "option 'L_most': expected at least L = %d, got %d", o.L, o.L_most)
    else
        check_end("value", o)
    end
    return o
end

-- The label of the progress line: the error so far.
local function show(state, error)
    return function(more)
        local now = mlmc.look(state)
        local known = now.bias == now.bias and now.se < math.huge
        local label = known and ("error %s, levels 0 to %d"):format(
            core.text.number(math.sqrt(now.se ^ 2 + now.bias ^ 2), 2), state.L) or "pilot"
        local all = math.max(state.need or 0, state.spent + more)
        if error == 0 and state.samples < math.huge then
            all = state.samples
        end
        core.progress.part(label, state.spent / all, (state.spent + more) / all)
    end
end

-- What is gone to, one after the other: {error =, tested =, eps =}.
local function goals_of(o)
    if not o.eps then
        return {{error = o.se or 0, tested = not o.se}}
    end
    local list = map(o.eps, function(eps) return {error = eps / math.sqrt(2), tested = true, eps = eps} end)
    table.sort(list, function(a, b) return a.error > b.error end)
    return list
end

-- Draws what is asked for beyond what `list`, the rows of the first goals, has; adds what was known at each eps.
local function run(state, o, list)
    local _ <close> = core.progress.start "value"
    state.samples = o.samples or math.huge
    state.deadline = o.seconds and system.seconds() + o.seconds
    state.reached = true
    local goals = goals_of(o)
    for i = #list + 1, #goals do
        state.show = show(state, goals[i].error)
        if o.n then
            state.reached = mlmc.draw(state, o.n)
        else
            state.reached = mlmc.run(state, goals[i].error, goals[i].tested)
        end
        if state.reached then
            list[i] = report.row(state, goals[i].eps)
        else
            return report.row(state, goals[i].eps)
        end
    end
end

-- The exact value, where the problem knows it.
local function exact_of(o)
    return o.problem and core.problem.is_exact(o.problem) and (o.problem:objective(o.x)) or nil
end

local make

-- Goes on with what was drawn: the options of the end anew, samples being all of them.
local function resume(state, o, rows, asked)
    return function(_, options)
        local more = core.use "given"("value:resume", options, ends)
        local read = read_options("value:resume", over(more, {problem = o.problem, levels = o.levels}))
        local all = over(o)
        for name in pairs(ends) do
            all[name] = more[name] ~= nil and read[name] or nil
        end
        all.n, all.L_most = nil, all.L_most or o.L_most
        check_end("value:resume", all)
        local copy = mlmc.copy(state, all)
        -- an eps that was left on the way to it makes another way to the next one
        copy.strayed = state.strayed or not state.reached and not mlmc.is_on_way(state, goals_of(all)[1].error)
        return make(copy, all, rows, over(asked, more), {})
    end
end

-- What gives the same at once: all eps of what went on, one after the other; nothing where other ends were met.
local function request_of(state, asked, rows)
    local eps = map(rows, function(row) return row.eps end)
    local again = request.new("value", #eps > 1 and over(asked, {eps = eps}) or asked)
    local cut = state.why == "interrupted" and "interrupted"
        or (state.strayed or #eps < #rows and #rows > 1) and "timed"
    return cut and again:ended(cut) or again
end

-- before: the rows of eps that were reached before; asked: the options of the first call; list: rows of this one.
function make(state, o, before, asked, list)
    local last = run(state, o, list)
    if state.why == "samples" and core.terms.read(state.drawn[0]).n == 0 then
        single.fail_few(o.samples)
    end
    local rows = table.move(list, 1, #list, #before + 1, over(before))
    state.save(true)
    local all = last and over(rows, {[#rows + 1] = last}) or rows
    return report.make(state, o, all, {
        exact = exact_of(o), resume = resume(state, o, rows, asked), request = request_of(state, asked, all),
    })
end

-- The operator of an estimate by one; nil for others.
local function operator_of(o)
    local extrapolates = o.method == "bsgd" or o.method == "e-bsgd" or not o.method and (o.order or o.operator)
    for _, name in ipairs {"order", "operator", "m"} do
        if o[name] and not extrapolates then
            system.fail("value", "%s does not go with %s", name, o.method or "v-mlmc")
        end
    end
    if o.order and o.operator then
        system.fail("value", "order and operator exclude each other")
    end
    return extrapolates and (o.operator or D.extrap.order(o.order or o.method == "bsgd" and 1 or 2)) or nil
end

-- What only v-mlmc takes.
local function check_single(o, options)
    for _, name in ipairs {"levels", "n", "seconds", "checkpoint"} do
        if options[name] ~= nil then
            system.fail("value", "option '%s' goes with method v-mlmc", name)
        end
    end
    if o.eps and #o.eps > 1 then
        system.fail("value", "option 'eps': expected one with this method, got %d", #o.eps)
    elseif not o.eps and not o.se then
        system.fail("value", "expected an end: eps or se")
    end
end

local function found_by(state, op, exact, options)
    if op then
        return single.operator(state, op, exact)
    elseif state.o.method == "ru-mlmc" then
        return single.unbiased(state)
    end
    return single.truncated(state, options.L ~= nil)
end

-- The value by one kind of estimate.
local function by_single(o, op, options)
    check_single(o, options)
    local _ <close> = core.progress.start "value"
    local state = {o = o, spent = 0, samples = o.samples or math.huge, source = source.of_problem(o)}
    local exact = exact_of(o)
    local found = found_by(state, op, exact, options)
    local asked = request.new("value", options)
    return report.single(found, o, {
        exact = exact, request = found.why == "interrupted" and asked:ended "interrupted" or asked,
    })
end

-- The rows that a checkpoint has, which the state then goes on from; it is written from now on.
local function kept_rows(state, o, options)
    if not o.checkpoint then
        return {}
    end
    local asked = request.new("value", options)
    local rows = checkpoint.read(o.checkpoint, asked, state)
    state.spent = mlmc.cost(state)
    state.save = checkpoint.saver(o.checkpoint, asked, state, rows)
    return rows
end

-- Sets the method that a pilot finds to be the cheapest.
local function choose(o, options)
    if o.method ~= "auto" then
        return
    end
    check_single(o, options)
    if not o.eps then
        system.fail("value", "option 'method': auto goes with eps")
    end
    local now = single.pilot(mlmc.new(source.of_problem(o), over(o, {L = PILOT_LEVELS})), o)
    local m
    o.method, o.chosen, m = cheapest(now, o.eps[1], core.lua_problem.smooth(o.problem))
    o.m = o.method == "bsgd" and math.tointeger(2 ^ m) or nil
end

function D.value(options)
    local o = check(read_options("value", options), options)
    o.seed = o.seed or system.seed
    choose(o, options)
    local op = operator_of(o)
    if op or o.method and o.method ~= "v-mlmc" then
        return by_single(o, op, options)
    end
    local state = mlmc.new(o.problem and source.of_problem(o) or source.of_levels(o), o)
    return make(state, o, {}, options, kept_rows(state, o, options))
end
