-- running{..}: the error of the running mean of an operator's estimates against their number.
local core, D = ...
local system, result, over, list_of = core.system, core.use "result", core.use "over", core.use "rows"
local said, request = core.use "experiment/said", core.use "experiment/request"
local of_all, norm = core.use "experiment/operators", core.use "values".norm
local map = core.use "list".map

local read_options = core.options.table("running", {
    {"q", "any", required = true, meaning = "function of a number: poly{..}, math.exp or any Lua function"},
    {"dist", "object", required = true, choices = "dist", meaning = "law of delta, with a known mean"},
    {"s", "vector", meaning = "shift; default 0"},
    {"operators", "table", meaning = "as in bias; default extrap.paper 1, 2, 3"},
    {"m", "integer", default = 1, low = 1, high = 1e6, unit = "draws", meaning = "inner batch"},
    {"equal_cost", "boolean", default = true,
        meaning = "every operator takes m times the least common multiple of all their draws"},
    {"reps", "integer", default = 65536, low = 16, high = 1e9, unit = "estimates",
        meaning = "the most estimates averaged"},
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

-- The root mean square over runs of the error of the mean of n estimates, and what rounding alone may make of it; a
-- run's first n estimates are the same for every n. `work`: q, what all estimates of the experiment are, what is done,
-- and the operator's name. Third, the moments of the first run that has no mean.
local function error_of(op, o, block, n, work)
    local errors, rounding, odd = D.vec.zeros(o.runs), 0, nil
    for run = 1, o.runs do
        core.progress.part(work.name, work.done / work.all, (work.done + n) / work.all)
        work.done = work.done + n
        local e = op:estimate(work.q, o.dist, {m = block, s = o.s, reps = n, seed = o.seed + 1000003 * (run - 1)})
        if e.bias_unknown then
            system.fail("running", "option 'q': expected a finite value at the law's mean")
        end
        errors[run] = norm(e.bias or 0 / 0)
        rounding = math.max(rounding, norm(e.rounding or 0))
        odd = odd or (e.not_finite or e.mean_exists == false) and e or nil
    end
    return core.stats.rms(errors), rounding, odd
end

local methods = {}

-- One curve for each operator, as plot's series, of the errors that are more than rounding.
function methods.curves(self)
    return map(list_of.groups(self:rows(), "operator"), function(group)
        local draws, x, y = group.rows[1].draws, {}, {}
        for _, row in ipairs(group.rows) do
            local shown = row.error and not row.zero
            x[#x + 1], y[#y + 1] = shown and row.estimates or nil, shown and row.error or nil
        end
        return {label = ("%s, %d draw%s"):format(group.name, draws, draws > 1 and "s" or ""), x = x, y = y}
    end)
end

-- What is said of operators that make no error, and of those that have no mean: why, at the first row of each.
local function notes(rows)
    local groups = list_of.groups(rows, "operator")
    local list = {list_of.sentence(groups, function(row) return row.zero end, "no error beyond rounding")}
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
    return over({
        x = {label = "estimates averaged", scale = "log"}, y = {label = "rms error of their mean", scale = "log"},
        series = self:curves(),
    }, options)
end

function D.running(options)
    local o = read_options("running", options)
    o.seed = o.seed or system.seed
    local asked = request.new("running", options)
    local operators = of_all.read("running", o.operators)
    local names, factors, rows = of_all.names(operators), of_all.blocks(operators, o.equal_cost), {}
    of_all.check_blocks("running", factors, {o.m})
    if not o.dist:mean() then
        system.fail("running", "option 'dist': expected a law whose mean is known, got " .. tostring(o.dist))
    end
    local counts = counts_to(o.reps)
    local work = {
        q = of_all.q("running", o, operators, factors, {o.m}), done = 0,
        all = #operators * o.runs * D.vec(counts):sum(),
    }
    local _ <close> = core.progress.start "running"
    for i, op in ipairs(operators) do
        work.name = names[i]
        for _, n in ipairs(counts) do
            if not system.interrupted() then
                local block = o.m * factors[i]
                local error, rounding, odd = error_of(op, o, block, n, work)
                rows[#rows + 1] = {
                    operator = names[i], block = block, draws = op.draws * block, estimates = n, error = error,
                    zero = said.is_rounding(error, rounding) and "rounding" or nil, odd = odd,
                }
            end
        end
    end
    local spec = of_all.spec(o, operators, "running")
    spec.m, spec.runs = o.m, o.runs
    return result.of_rows("running", {"operator", "block", "draws", "estimates", "error", "zero"}, rows, spec,
        over(methods, {notes = function() return notes(rows) end, request = asked}))
end
