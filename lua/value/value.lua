-- value{..}: the value of a nested expectation, to a tolerance.
local core, D = ...
local system = core.system
local mlmc, source = core.use "value/mlmc", core.use "value/source"
local request, report = core.use "experiment/request", core.use "value/report"

local MOST_LEVELS = 21

local read_options = core.options.table("value", {
    {"problem", "object", choices = "problem", required = true, meaning = "whose value F(x) is wanted"},
    {"x", "any", meaning = "where; default the problem's start"},
    {"eps", "number", low = 0, open_low = true,
        meaning = "root mean square error wanted: half of eps^2 is for bias^2"},
    {"se", "number", low = 0, open_low = true, meaning = "in place of eps: standard error wanted, whatever the bias"},
    {"samples", "number", low = 1, unit = "samples", meaning = "the most that may be taken"},
    {"seconds", "number", low = 0, open_low = true, unit = "seconds", meaning = "the longest that it may take"},
    {"n", "vector", low = 1, high = 1e12, unit = "terms",
        meaning = "in place of an end: terms of each level 0, 1, .., L"},
    {"L", "integer", default = 2, low = 1, high = 20, unit = "levels",
        meaning = "the levels to begin with, 0 to L; with se all that there are"},
    {"L_most", "integer", default = 20, low = 1, high = 20, unit = "levels",
        meaning = "the last level that may be added"},
    {"n0", "integer", default = 1000, low = 10, high = 1e9, unit = "terms", meaning = "terms of each first level"},
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

local function check(o, options)
    core.problem.check_x(o.problem, o.x, "value")
    if o.n then
        check_counts(o, options)
    elseif o.eps and o.se then
        system.fail("value", "eps and se exclude each other: eps is for bias and sampling error, se for the latter "
            .. "alone")
    elseif not (o.eps or o.se or o.samples or o.seconds) then
        system.fail("value", "expected an end: eps, se, samples or seconds")
    end
    return o
end

-- The label of the progress line: the error so far.
local function show(state, error)
    return function(more)
        local now = mlmc.look(state)
        local known = now.se == now.se and now.se < math.huge
        local label = known and ("error %s, levels 0 to %d"):format(
            core.text.number(math.sqrt(now.se ^ 2 + now.bias ^ 2), 2), state.L) or "pilot"
        local all = math.max(state.need or 0, state.spent + more)
        if error == 0 and state.samples < math.huge then
            all = state.samples
        end
        core.progress.part(label, state.spent / all, (state.spent + more) / all)
    end
end

local function run(state, o)
    local _ <close> = core.progress.start "value"
    local error = o.eps and o.eps / math.sqrt(2) or o.se or 0
    state.samples = o.samples or math.huge
    state.deadline = o.seconds and system.seconds() + o.seconds
    state.show = show(state, error)
    if o.n then
        state.reached = mlmc.draw(state, o.n)
    else
        state.reached = mlmc.run(state, error, not o.se)
    end
    return state
end

-- The exact value, where the problem knows it.
local function exact_of(o)
    return core.problem.is_exact(o.problem) and (o.problem:objective(o.x)) or nil
end

local function make(state, o, options)
    return report(state, o, {exact = exact_of(o), request = request.new("value", options)})
end

function D.value(options)
    local o = check(read_options("value", options), options)
    o.seed = o.seed or system.seed
    return make(run(mlmc.new(source.of_problem(o), o), o), o, options)
end
