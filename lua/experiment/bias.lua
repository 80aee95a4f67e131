-- bias{..}: the bias of operators against the inner batch m, sampled and exact.
local core, D = ...
local system, result, json, option = core.system, core.use "result", core.use "json", core.use "experiment/option"
local norm = option.norm

local order = {"operator", "m", "block", "draws", "bias", "se", "sd", "mse", "exact", "tail"}

-- The signed bias of a number, the norm of a vector's.
local function row_of_moments(moments, bias, exact)
    local se, sd = norm(moments.se), norm(moments.sd)
    return {
        bias = bias and norm(bias), se = se, sd = sd, mse = bias and norm(bias) ^ 2 + sd ^ 2, exact = exact,
        tail = moments.tail, warning = moments.warning,
    }
end

local function sample_q(o, op, block)
    local moments = core.lab.sample(op, o.q, o.dist, {
        m = block, s = o.s, reps = o.reps, seed = o.seed, control = o.control, threads = o.threads,
    }, "bias")
    local exact
    if o.dist.dim == 1 then
        exact = core.extrap.bias(op, o.q, o.dist, {m = block, s = o.s and D.vec(o.s)[1]}, "bias")
    end
    return row_of_moments(moments, moments.bias, exact), moments
end

local function sample_problem(o, op, block)
    local e = D.estimator(o.problem, {operator = op, m = block, of = o.of})
    local moments = e:moments(o.x, {reps = o.reps, seed = o.seed, threads = o.threads})
    local expected = e:expected(o.x)
    moments.sd = D.math.sqrt(moments.var)
    local exact = o.of == "value" and o.problem.objective or o.problem.gradient
    local target = exact(o.problem, o.x)
    return row_of_moments(moments, moments.bias, expected and target and norm(expected - target)), moments
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
        system.fail("bias", ("option '%s' goes with problem, not with q and dist"):format(o.x ~= nil and "x" or "of"))
    end
end

-- The draws of one estimate at every point.
local function count_draws(operators, factors, ms)
    local all = 0
    for i, op in ipairs(operators) do
        for _, m in ipairs(ms) do
            all = all + op.draws * m * factors[i]
        end
    end
    return all
end

local function make_rows(o, operators, ms)
    local rows, controlled, done = {}, false, 0
    local names, factors = option.names(operators), option.blocks(operators, o.equal_cost)
    local sample, all = o.problem and sample_problem or sample_q, count_draws(operators, factors, ms)
    local _ <close> = core.progress.start "bias"
    for i, op in ipairs(operators) do
        for _, m in ipairs(ms) do
            if system.interrupted() then
                return rows, controlled
            end
            local draws = op.draws * m * factors[i]
            core.progress.part(("%s, m = %d"):format(names[i], m), done / all, (done + draws) / all)
            done = done + draws
            local row, moments = sample(o, op, m * factors[i])
            controlled = controlled or moments.controlled
            row.operator, row.m, row.block, row.draws = names[i], m, m * factors[i], draws
            rows[#rows + 1] = row
        end
    end
    return rows, controlled
end

-- The rows of each operator, in order: {name =, m =, bias =, se =, exact = vecs}; bias and exact where known.
local function by_operator(columns)
    local list, found = {}, {}
    for i, name in ipairs(columns.operator) do
        if not found[name] then
            found[name] = {name = name, m = {}, bias = columns.bias and {}, se = {}, exact = columns.exact and {}}
            list[#list + 1] = found[name]
        end
        local group = found[name]
        local k = #group.m + 1
        group.m[k], group.se[k] = columns.m[i], columns.se[i]
        if group.bias then
            group.bias[k] = columns.bias[i]
        end
        if group.exact and columns.exact[i] then
            group.exact[k] = columns.exact[i]
        end
    end
    for _, group in ipairs(list) do
        local exact = group.exact and #group.exact == #group.m and D.vec(group.exact) or nil
        group.m, group.se, group.exact = D.vec(group.m), D.vec(group.se), exact
        group.bias = group.bias and D.vec(group.bias)
    end
    return list
end

-- Why there is no bias.
local function unknown(spec)
    return spec.problem and "the exact " .. spec.of .. " is not known" or "the mean of the law is not known"
end

local function fit(group, spec)
    if not group.bias then
        return nil, unknown(spec)
    end
    return core.lab.slope(group.m, group.bias, group.se, group.exact)
end

local methods = {}

local slope_order = {"operator", "slope", "slope_lo", "slope_hi", "exact", "from", "to", "left_out", "why"}

function methods.slopes(self)
    local rows = {}
    for i, group in ipairs(by_operator((result.columns(self)))) do
        local row, why, left_out = fit(group, self:spec())
        row = row or {why = why, left_out = left_out}
        row.operator = group.name
        rows[i] = row
    end
    local columns, kept = option.columns(slope_order, rows)
    return result.new("slopes", columns, kept, self:spec())
end

local function abs(v)
    return D.math.abs(v)
end

-- Exact values as a line, sampled ones as points with 95% intervals; below 3 standard errors they are noise, which
-- is shaded for operators that reach it.
local function add_series(series, group)
    local size, noise = abs(group.bias), 3 * group.se
    local slope = fit(group)
    series[#series + 1] = {
        label = group.name, x = group.m, y = size, line = false,
        lo = size - 1.96 * group.se, hi = size + 1.96 * group.se, floor = (size - noise):min() < 0 and noise or nil,
        fit = slope and {
            slope = slope.slope, lo = slope.slope_lo, hi = slope.slope_hi, from = slope.from, to = slope.to,
        },
    }
    if group.exact and abs(group.exact):max() > 0 then
        series[#series + 1] = {label = group.name, x = group.m, y = abs(group.exact), marker = "none"}
    end
end

function methods.series(self, options)
    local spec, series = self:spec(), {}
    for _, group in ipairs(by_operator((result.columns(self)))) do
        if not group.bias then
            system.fail("bias:plot", unknown(spec) .. ", and so no bias")
        end
        add_series(series, group)
    end
    return option.over({
        x = {label = "inner batch m", scale = "log2"}, y = {label = "|bias|", scale = "log"},
        series = series, seed = spec.seed, spec = json.text(spec),
    }, options)
end

local function spec_of(o, operators, ms)
    local spec = option.spec(o, operators, "bias")
    spec.m, spec.control, spec.x = ms, o.control, o.x
    spec.problem, spec.of = o.problem and core.problem.spec(o.problem), o.problem and o.of or nil
    return spec
end

-- What is said under the table: why there is no bias; of rows with a heavy tail the worst one, and how many there are.
local function notes(rows, spec)
    local list = {rows[1] and not rows[1].bias and "no bias: " .. unknown(spec) or nil}
    local worst, count = nil, 0
    for _, row in ipairs(rows) do
        if row.warning then
            count = count + 1
            worst = (worst and worst.tail > row.tail) and worst or row
        end
    end
    list[#list + 1] = worst and ("warning: %s at m = %d%s: %s"):format(worst.operator, worst.m,
        count > 1 and (" (and %d other rows)"):format(count - 1) or "", worst.warning)
    return list
end

function D.bias(options)
    local o = core.lab.read("bias", "bias", options)
    check(o, options)
    o.seed = o.seed or system.seed
    local operators = option.operators("bias", o.operators)
    local ms = option.whole("bias", "m", o.m or D.pow2(1, 32))
    local rows, controlled = make_rows(o, operators, ms)
    local columns, known = option.columns(order, rows)
    local spec = spec_of(o, operators, ms)
    local hooks = option.over(methods, {
        errors = {bias = "se", se = "se"}, notes = function() return notes(rows, spec) end,
    })
    local self = result.new("bias", columns, known, spec, hooks, {
        control = controlled and "first two moments, factors from a pilot of its own" or "none",
    })
    return core.use "experiment/again".keep(self, "bias", options)
end
