-- value{..}: the value of a nested expectation, to a tolerance.
local core, D = ...
local system = core.system
local mlmc, methods, cheapest = core.later "value/mlmc", core.later "value/methods", core.later "value/cheapest"
local request, checkpoint = core.later "experiment/request", core.later "value/checkpoint"
local report, over, map = core.later "value/report", core.use "over", core.use "list".map
local failing = core.use "experiment/failing"

local MOST_LEVELS = 21

local read_options = core.options.table("value", {
    {"problem", "object", choices = "problem", meaning = "whose value F(x) is wanted"},
    {"levels", "function",
        meaning = "in place of problem, levels of your own: levels(l, rng, n) -> fine, coarse [, cost]"},
    {"x", "any", meaning = "where; default the problem's start"},
    {"method", "choice", choices = "v-mlmc|rt-mlmc|ru-mlmc|bsgd|e-bsgd|auto",
        meaning = "what is averaged, as estimator calls it; auto: the cheapest; default auto for one eps of a problem, "
            .. "with order or operator bsgd or e-bsgd, else v-mlmc"},
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
        local now = state.kind.look(state)
        local known = now and now.bias == now.bias and now.se < math.huge
        local label = known and ("error %s, %s"):format(core.text.number(math.sqrt(now.variance + now.bias ^ 2), 2),
            state.name) or "pilot"
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

-- The first estimate of the value, without which there is nothing to show.
local function check_first(state, o)
    if state.spent > 0 and state.kind.look(state) then
        return
    elseif state.failure then
        failing.raise(state.failure)
    elseif state.why == "samples" or state.why == "seconds" then
        system.fail("value", "option '%s': expected more, %s is too few for a first estimate", state.why,
            core.text.number(o[state.why], 6))
    end
    system.fail("value", "interrupted before the first estimate of the value")
end

-- Draws what is asked for beyond what `list`, the rows of the first goals, has; adds what was known at each eps.
local function run(state, o, list)
    local _ <close> = core.progress.start "value"
    state.samples = o.samples and o.samples - state.others or math.huge
    state.reached = true
    local goals = goals_of(o)
    for i = #list + 1, #goals do
        state.show = show(state, goals[i].error)
        if o.n then
            state.reached = mlmc.draw(state, o.n)
        else
            state.reached = state.kind.run(state, goals[i].error, goals[i].tested)
        end
        check_first(state, o)
        if not state.reached then
            return report.row(state, goals[i].eps)
        end
        list[i] = report.row(state, goals[i].eps)
    end
end

-- When the time is over, or nil.
local function deadline_of(o)
    return o.seconds and system.seconds() + o.seconds
end

-- The exact value, where the problem knows it.
local function exact_of(o)
    return o.problem and core.problem.is_exact(o.problem) and (o.problem:objective(o.x)) or nil
end

local make

-- A choice that was cut short is made again with the new ends, from the first draw on.
local function chosen_again(asked, more)
    local all = over(asked)
    for name in pairs(ends) do
        all[name] = nil
    end
    all.checkpoint = nil
    return D.value(over(all, more))
end

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
        if state.cut then
            return chosen_again(asked, more)
        end
        local copy = state.kind.copy(state, all)
        if state.plain then
            methods.set_rival(copy, state.plain == state and copy or state.plain)
        end
        copy.deadline, copy.failure = deadline_of(all), nil
        -- an eps that was left on the way to it makes another way to the next one
        copy.strayed = state.strayed or not state.reached and not state.kind.is_on_way(state, goals_of(all)[1].error)
        return make(copy, all, rows, over(asked, more), {})
    end
end

-- What gives the same at once: all eps of what went on, one after the other; nothing where other ends were met.
local function request_of(state, asked, rows)
    local eps = map(rows, function(row) return row.eps end)
    local all = over(asked, {eps = eps, method = state.name, order = state.order})
    local again = request.new("value", #eps > 1 and all or asked)
    local cut = state.why == "interrupted" and "interrupted"
        or (state.strayed or #eps < #rows and #rows > 1) and "timed"
    return cut and again:ended(cut) or again
end

-- before: the rows of eps that were reached before; asked: the options of the first call; list: rows of this one.
function make(state, o, before, asked, list)
    local last = run(state, o, list)
    local rows = table.move(list, 1, #list, #before + 1, over(before))
    state.save(true)
    local all = last and over(rows, {[#rows + 1] = last}) or rows
    local self = report.make(state, o, all, {
        exact = state.failure == nil and exact_of(o) or nil, resume = resume(state, o, rows, asked),
        request = request_of(state, asked, all),
    })
    return failing.finish(state.failure, self)
end

-- The method where none is given.
local function default_method(o, options)
    if o.order or o.operator then
        return o.order == 1 and "bsgd" or "e-bsgd"
    end
    local is_open = o.problem and o.eps and #o.eps == 1 and not o.n
    for _, name in ipairs {"samples", "seconds", "L", "L_most", "n0", "alpha", "beta"} do
        is_open = is_open and options[name] == nil
    end
    return is_open and "auto" or "v-mlmc"
end

-- What a method does not take of the options of levels.
local not_taken = {
    bsgd = {"L", "L_most", "n0", "alpha", "beta"}, ["ru-mlmc"] = {"L", "L_most", "n0", "alpha", "beta"},
}
not_taken["e-bsgd"] = not_taken.bsgd

-- Sets the method, and refuses what does not go with it.
local function set_method(o, options)
    o.method = o.method or default_method(o, options)
    local extrapolates = o.method == "bsgd" or o.method == "e-bsgd"
    for _, name in ipairs {"order", "operator", "m"} do
        if o[name] and not extrapolates then
            system.fail("value", "%s does not go with %s", name, o.method)
        end
    end
    for _, name in ipairs {"levels", "n"} do
        if o[name] and o.method ~= "v-mlmc" then
            system.fail("value", "option '%s' goes with method v-mlmc", name)
        end
    end
    for _, name in ipairs(not_taken[o.method] or {}) do
        if options[name] ~= nil then
            system.fail("value", "option '%s' does not go with %s", name, o.method)
        end
    end
    if o.order and o.operator then
        system.fail("value", "order and operator exclude each other")
    elseif o.method == "auto" and not o.eps then
        system.fail("value", "option 'method': auto goes with eps")
    end
end

-- What a method begins with: nothing drawn, or what the checkpoint has; and the rows of the latter.
local function begin(o, options)
    local exact = exact_of(o)
    local kept = o.checkpoint and checkpoint.read(o.checkpoint, request.new("value", options), o)
    local state
    if kept then
        state = methods.again(o, kept, exact, options.L ~= nil)
        checkpoint.check_rows(o.checkpoint, state, kept.rows)
    elseif o.method == "auto" then
        local _ <close> = core.progress.start "value"
        state = cheapest(o, exact, deadline_of(o))
    else
        state = methods.new(o, exact, options.L ~= nil)
    end
    return state, kept and kept.rows or {}
end

function D.value(options)
    local o = check(read_options("value", options), options)
    o.seed = o.seed or system.seed
    set_method(o, options)
    local deadline = deadline_of(o)
    local state, rows = begin(o, options)
    state.deadline = deadline
    if o.checkpoint then
        state.save = checkpoint.saver(o.checkpoint, request.new("value", options), state, rows)
    end
    return make(state, o, {}, options, rows)
end
