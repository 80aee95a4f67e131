-- The cases at the prompt.
local text = dofile "tests/tools/host/same/text.lua"

-- Numbers to the last bit; nil is nan.
local function shown(...)
    local list = {}
    for i = 1, select("#", ...) do
        local x = select(i, ...) or 0 / 0
        list[i] = x ~= x and "nan" or ("%.13a"):format(x)
    end
    return table.concat(list, " ")
end

-- A number, or those of a vec or list; "none" for nil.
local function each(list)
    if type(list) == "number" then
        return shown(list)
    elseif not list then
        return "none"
    end
    local numbers = {}
    for i = 1, #list do
        numbers[i] = list[i]
    end
    return shown(table.unpack(numbers))
end

local function operator(op)
    return extrap[op[1]](op[2])
end

-- A Lua function of these parameters whose values are the expressions.
local function made(parameters, values)
    local body = #values == 1 and values[1] or "vec{" .. table.concat(values, ", ") .. "}"
    return assert(load(("return function(%s) return %s end"):format(parameters, body)))()
end

local function q_of(q)
    if q[1] == "poly" then
        return poly(q[2])
    elseif q[1] == "exp" then
        return math.exp
    end
    local branch = "s > 1e300 and 0 or " -- of a traced function more is known than of a callback
    return made("s", {branch .. q[2]:gsub("sqrt", "math.sqrt")})
end

local function law(d)
    return dist[d[1]](d[2])
end

-- Outer samples with their numbers as c1, ..; inner draws with theirs as e1, ...
local function samples(o)
    if o.n then
        return o.n
    elseif o.outer_normals then
        return function(rng)
            local xi = {}
            for i = 1, o.cols do
                xi["c" .. i] = i <= o.outer_normals and rng:normal() or rng:uniform()
            end
            return xi
        end
    end
    local columns = {}
    for i = 1, #o.data[1] do
        columns["c" .. i] = {}
        for k, row in ipairs(o.data) do
            columns["c" .. i][k] = row[i]
        end
    end
    return columns
end

local function draws(o)
    local normals = o.normals or 0
    return o.law and law(o.law) or function(rng)
        local eta = {}
        for i = 1, normals + (o.uniforms or 0) do
            eta["e" .. i] = i <= normals and rng:normal() or rng:uniform()
        end
        return eta
    end
end

-- Writes a list of expressions in the names of the functions' parameters.
local function writer(o)
    local function variable(letter, i)
        if letter == "c" then
            return o.n and "(xi - 1)" or "xi.c" .. i
        elseif letter == "e" then
            return o.law and "eta" or "eta.e" .. i
        end
        return letter == "y" and #o.g == 1 and "y" or ("%s[%d]"):format(letter, i)
    end
    return function(list)
        local out = {}
        for i, expression in ipairs(list) do
            out[i] = text.expression(expression, variable, "math.sqrt")
        end
        return out
    end
end

-- A derivative: rows of expressions; nil where there are none.
local function derivative(parameters, lists, all)
    if not lists then
        return nil
    elseif #lists == 1 then
        return made(parameters, all(lists[1]))
    end
    return made(parameters, {"mat{" .. text.joined(lists, function(row)
        return "{" .. table.concat(all(row), ", ") .. "}"
    end) .. "}"})
end

local function own(o)
    local all = writer(o)
    return problem.new{
        dim = o.dim, outer = samples(o), inner = draws(o), l2 = o.l2, x0 = o.x0,
        g = made("x, xi, eta", all(o.g)),
        f = made("y, xi", all{o.f}),
        g_mean = o.g_mean and made("x, xi", all(o.g_mean)),
        jac_g = derivative("x, xi, eta", o.g_jacobian, all),
        grad_f = derivative("y, xi", o.f_gradient and {o.f_gradient}, all),
    }
end

local problems = {}
local show = {}

function show.lab(id, ops, q, d, m, settings)
    local list = {}
    for i, op in ipairs(ops) do
        list[i] = operator(op)
    end
    local c = bias{q = q_of(q), dist = law(d), operators = list, m = m, reps = settings.reps, seed = settings.seed,
        s = settings.s, control = not settings.no_control, equal_cost = not settings.own_cost}
    for _, row in ipairs(c:rows()) do
        print(id, row.operator, shown(row.m, row.bias, row.se, row.sd, row.mse, row.exact, row.tail))
    end
    for _, row in ipairs(c:slopes():rows()) do
        print(id, row.operator, shown(row.slope, row.slope_lo, row.slope_hi))
    end
end

function show.expect(id, op, q, d, m, s)
    local at = {m = m, s = s}
    local mean, bias_of = operator(op):expect(q_of(q), law(d), at), operator(op):bias(q_of(q), law(d), at)
    print(id, mean and shown(mean, bias_of) or "none")
end

function show.correct(id, q, data, settings)
    local c = correct(q_of(q), data, {by = settings.by, seed = settings.seed, splits = settings.splits,
        log = settings.log == 1})
    for _, row in ipairs(c:rows()) do
        print(id, row.operator, shown(row.value, row.removed, row.se), row.verdict or "none")
    end
    print(id, shown(c.plugin), settings.by and each(c:groups():columns().plugin) or "none")
end

function show.moments(id, name, method, options, settings)
    local given = {method = method, of = settings.value and "value" or nil}
    for key, value in pairs(options) do
        given[key] = value
    end
    local t = estimator(problems[name], given):moments(nil, {reps = settings.reps, seed = settings.seed})
    print(id, each(t.mean), each(t.se), each(t.var), each(t.kurtosis), shown(t.tail))
    print(id, "bias", each(t.bias))
end

function show.value(id, name, how)
    local v = value{problem = problems[name], n = how.terms, eps = how.eps, seed = how.seed,
        method = how.eps and "v-mlmc" or nil}
    print(id, shown(v.value, v.se, v.cost))
end

-- Makes functions of what stands for them.
local function hooks(given)
    local function variable(letter, i)
        return ("%s[%d]"):format(letter, i)
    end
    local function of(parameters, list)
        local out = {}
        for i, expression in ipairs(list) do
            out[i] = text.expression(expression, variable, "math.sqrt")
        end
        return made(parameters, out)
    end
    for name, value in pairs(given) do
        local fn = type(value) == "table" and value.fn
        if name == "metrics" then
            given.metrics = {}
            for column, expression in pairs(fn) do
                given.metrics[column] = of("x", {expression})
            end
        elseif fn then
            given[name] = name == "update" and of("x, v, t", fn) or of("t", {fn})
        end
    end
end

function show.run(id, name, method, options)
    local given = {problem = problems[name], method = method}
    for key, value in pairs(options) do
        given[key] = value
    end
    local step, x0 = options.step, options.x0
    hooks(given)
    if type(step) == "table" and step.schedule then
        given.step = schedule[step.schedule](step[1], next(step[2]) and step[2] or nil)
    end
    given.x0 = x0 and type(x0[1]) == "table" and mat(x0) or x0
    local done, r = pcall(run, given)
    if not done then
        print(id, (tostring(r):gsub("^.-:%d+: ", "")))
        return
    end
    local columns, x = r:columns(), r:final().x
    for _, column in ipairs {"step", "samples", "gap", "objective", "grad2", "distance", "first", "product"} do
        print(id, column, columns[column] and each(columns[column]) or "none")
    end
    print(id, r.stop, shown(table.unpack(text.flat(x:table()))))
end

return function(all)
    for name, o in pairs(all.own) do
        problems[name] = o.f_gradient and own(o)
    end
    for name, made_of in pairs(all.built_in) do
        problems[name] = problem[made_of[1]](made_of[2])
    end
    for i, case in ipairs(all.cases) do
        local id = text.label(all, i)
        if not id:find "plain" then
            show[case[1]](id, table.unpack(case, 2))
        end
    end
end
