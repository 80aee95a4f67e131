-- running{..}: the error of the running mean of an operator's estimates against their number.
local core, D = ...
local system, result, over, list_of = core.system, core.use "result", core.use "over", core.use "rows"
local said, request = core.later "experiment/said", core.later "experiment/request"
local look, failing = core.later "experiment/look", core.use "experiment/failing"
local of_all, norm = core.later "experiment/operators", core.use "values".norm
local map, all_of = core.use "list".map, core.use "list".all

local read_options = core.options.table("running", {
    {"q", "any", required = true, meaning = "function of a number: poly{..}, math.exp or any Lua function"},
    {"dist", "object", required = true, choices = "dist", meaning = "law of delta, with a known mean"},
    {"s", "vector", meaning = "shift; default 0"},
    {"operators", "table", meaning = "as in bias; default extrap.paper 1, 2, 3"},
    {"m", "integer", default = 1, low = 1, high = 1e6, unit = "draws", meaning = "inner batch"},
    {"equal_cost", "boolean", default = true,
        meaning = "every operator takes m times the least common multiple of all their draws"},
    {"reps", "integer", default = 65536, low = 16, high = 1e9, unit = "estimates",
        meaning = "the most estimates averaged; default 1e9 with se"},
    {"se", "number", low = 0, open_low = true,
        meaning = "go on until the standard error of the mean, in every run and of every operator, is at most this"},
    {"runs", "integer", default = 20, low = 1, high = 1e6,
        meaning = "independent runs, over which errors are averaged"},
    {"seed", "integer", low = 0, high = 0x1p53, meaning = "names the streams; default --seed"},
})

-- 16, 32, .. estimates, up to reps.
local function counts_to(reps)
    local counts = {}
    local n = 16
    while n <= reps do
        counts[#counts + 1] = n
        n = 2 * n
    end
    return counts
end

-- Of the mean of n estimates, over runs: the root mean square of its error, what rounding alone may make of that, the
-- largest standard error (0 where there is none, then why), and the moments of the first run that has no mean. A run's
-- first n estimates are the same for every n. `work`: q, what all estimates of the experiment are, and what is done.
local function error_of(op, o, block, n, work)
    local errors, all = D.vec.zeros(o.runs), {rounding = 0, se = 0}
    for run = 1, o.runs do
        core.progress.part(work.name, work.done / work.all, math.min(1, (work.done + n) / work.all))
        work.done = work.done + n
        local e = op:estimate(work.q, o.dist, {m = block, s = o.s, reps = n, seed = o.seed + 1000003 * (run - 1)})
        if e.bias_unknown then
            system.fail("running", "option 'q': expected a finite value at the law's mean")
        end
        errors[run] = norm(e.bias or 0 / 0)
        all.rounding, all.se = math.max(all.rounding, norm(e.rounding or 0)), math.max(all.se, said.largest(e.se))
        all.why = all.why or e.se_unknown
        all.odd = all.odd or (e.not_finite or e.mean_exists == false) and e or nil
    end
    all.error = core.stats.rms(errors)
    return all
end

local methods = {}

-- One curve for each operator, as plot's series, of the errors that are more than rounding; with the draws of an
-- estimate where operators differ in them.
function methods.curves(self)
    local groups = list_of.groups(self:rows(), "operator")
    local alike = all_of(groups, function(group) return group.rows[1].draws == groups[1].rows[1].draws end)
    return map(groups, function(group)
        local draws, x, y = group.rows[1].draws, {}, {}
        for _, row in ipairs(group.rows) do
            local shown = row.error and not row.zero
            x[#x + 1], y[#y + 1] = shown and row.estimates or nil, shown and row.error or nil
        end
        local words = (", %d draw%s"):format(draws, draws > 1 and "s" or "")
        return look.of_operator({label = group.name .. (alike and "" or words), x = x, y = y}, group.name)
    end)
end

-- What is said of operators that make no error, and of those that have no mean: why, at the first row of each.
local function notes(rows, goal)
    local groups = list_of.groups(rows, "operator")
    local list = {list_of.sentence(groups, function(row) return row.zero end, "no error beyond rounding")}
    list[#list + 1] = said.short(goal)
    for _, group in ipairs(groups) do
        for _, row in ipairs(group.rows) do
            if row.odd then
                list[#list + 1] = ("%s, %sfrom %d estimates on: %s"):format(group.name,
                    row.error ~= row.error and "no error " or "", row.estimates,
                    row.odd.mean_exists == false and said.warning(row.odd) or said.count(row.odd))
                break
            end
        end
    end
    return list
end

function methods.series(self, options)
    return core.use "experiment/laid"({
        x = {label = "estimates averaged", scale = "log", whole = true},
        y = {label = "rms error of their mean", scale = "log"},
        series = self:curves(),
    }, options)
end

local FEW = 1024 -- no standard error of fewer estimates is trusted

-- Whether the se asked for is reached by rows of n estimates, or cannot be: then there is none.
local function is_enough(o, n, rows)
    return o.se and n >= FEW and all_of(rows, function(row) return row.se <= o.se end)
end

-- The estimates of a run that all counts take, as far as is known after n, with the largest standard error of its rows.
local function work_to(o, counts, n, rows)
    local most = counts[#counts]
    for _, row in ipairs(o.se and rows or {}) do
        most = math.min(most, 2 * math.max(FEW, n * (row.se / o.se) ^ 2))
    end
    return 2 * most
end

local function row_of(name, op, o, block, n, work)
    local all = error_of(op, o, block, n, work)
    return over(all, {
        operator = name, block = block, draws = op.draws * block, estimates = n,
        zero = said.is_rounding(all.error, all.rounding) and "rounding" or nil,
    })
end

-- By number of estimates, a row of each operator; until an interrupt or a failure, which comes second.
local function make_rows(o, operators, names, factors)
    local counts, made = counts_to(o.reps), {}
    local work = {q = of_all.q("running", o, operators, factors, {o.m}), done = 0}
    for k, n in ipairs(counts) do
        local rows, failure = {}, nil
        work.all = #operators * o.runs * work_to(o, counts, counts[k - 1], made[k - 1])
        for i, op in ipairs(operators) do
            work.name = names[i]
            if not failure and not system.interrupted() then
                rows[i], failure = failing.try(row_of, names[i], op, o, o.m * factors[i], n, work)
            end
        end
        made[k] = rows[1] and rows
        if failure then
            return made, failure
        elseif system.interrupted() or is_enough(o, n, rows) then
            break
        end
    end
    return made
end

-- The rows in one list, by operator.
local function by_operator(made, operators)
    local list = {}
    for i in ipairs(operators) do
        for _, rows in ipairs(made) do
            list[#list + 1] = rows[i]
        end
    end
    return list
end

-- What the last rows say of the se that was asked for: {reached =, se_goal =, se =, reps =, se_unknown =}.
local function goal_of(o, last)
    local goal = {se_goal = o.se, se = 0, reps = last[1].estimates}
    for _, row in ipairs(last) do
        goal.se, goal.se_unknown = math.max(goal.se, row.se), goal.se_unknown or row.why
    end
    goal.reached = goal.se <= o.se and not goal.se_unknown
    return goal
end

D.running = failing.single(function(options)
    local o = read_options("running", options)
    o.seed, o.reps = o.seed or system.seed, of_all.most(options, o)
    local asked = request.new("running", options)
    local operators = of_all.read("running", o.operators)
    local names, factors = of_all.names(operators), of_all.blocks(operators, o.equal_cost)
    of_all.check_blocks("running", factors, {o.m})
    if not o.dist:mean() then
        system.fail("running", "option 'dist': expected a law whose mean is known, got " .. tostring(o.dist))
    end
    local _ <close> = core.progress.start "running"
    local made, failure = make_rows(o, operators, names, factors)
    if failure and not made[1] then
        failing.raise(failure)
    end
    local rows, goal = by_operator(made, operators), o.se and made[1] and goal_of(o, made[#made]) or {}
    local spec = of_all.spec(o, operators, "running")
    spec.m, spec.runs = o.m, o.runs
    local self = result.of_rows("running", {"operator", "block", "draws", "estimates", "error", "zero"}, rows, spec,
        over(methods, {notes = function() return notes(rows, goal) end, request = asked}),
        {reps = goal.reps, reached = goal.reached})
    return failing.finish(failure, self)
end)
