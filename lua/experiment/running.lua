-- running{..}: the error of the running mean of an operator's estimates against their number.
local core, D = ...
local system, result, json, option = core.system, core.use "result", core.use "json", core.use "experiment/option"

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

-- The root mean square over runs of the error of the mean of n estimates; a run's first n estimates are the same
-- for every n. `work`: what all estimates of the experiment are, what is done, and the operator's name.
local function error_of(op, o, block, n, work)
    local sum = 0
    for run = 1, o.runs do
        core.progress.part(work.name, work.done / work.all, (work.done + n) / work.all)
        work.done = work.done + n
        local e = op:estimate(o.q, o.dist, {m = block, s = o.s, reps = n, seed = o.seed + 1000003 * (run - 1)})
        sum = sum + option.norm(e.bias) ^ 2
    end
    return math.sqrt(sum / o.runs)
end

local methods = {}

-- One curve for each operator, as plot's series.
function methods.curves(self)
    local columns, series, found = result.columns(self), {}, {}
    for i, name in ipairs(columns.operator) do
        if not found[name] then
            local draws = columns.draws[i]
            found[name] = {label = ("%s, %d draw%s"):format(name, draws, draws > 1 and "s" or ""), x = {}, y = {}}
            series[#series + 1] = found[name]
        end
        local one = found[name]
        one.x[#one.x + 1], one.y[#one.y + 1] = columns.estimates[i], columns.error[i]
    end
    return series
end

function methods.series(self, options)
    local spec = self:spec()
    return option.over({
        x = {label = "estimates averaged", scale = "log"}, y = {label = "rms error of their mean", scale = "log"},
        series = self:curves(), seed = spec.seed, spec = json.text(spec),
    }, options)
end

function D.running(options)
    local o = core.lab.read("running", "running", options)
    o.seed = o.seed or system.seed
    local operators = option.operators("running", o.operators)
    local names, factors, rows = option.names(operators), option.blocks(operators, o.equal_cost), {}
    if not o.dist:mean() then
        system.fail("running", "option 'dist': expected a law whose mean is known, got " .. tostring(o.dist))
    end
    local counts = counts_to(o.reps)
    local work = {done = 0, all = #operators * o.runs * D.vec(counts):sum()}
    local _ <close> = core.progress.start "running"
    for i, op in ipairs(operators) do
        work.name = names[i]
        for _, n in ipairs(counts) do
            if not system.interrupted() then
                local block = o.m * factors[i]
                rows[#rows + 1] = {
                    operator = names[i], block = block, draws = op.draws * block, estimates = n,
                    error = error_of(op, o, block, n, work),
                }
            end
        end
    end
    local columns, order = option.columns({"operator", "block", "draws", "estimates", "error"}, rows)
    local spec = option.spec(o, operators, "running")
    spec.m, spec.runs = o.m, o.runs
    return core.use "experiment/again".keep(result.new("running", columns, order, spec, methods), "running", options)
end
