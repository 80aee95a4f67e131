-- problem.new{..}: probes the user's functions, traces them into graphs where it can, and hands graphs and plain calls
-- to the engine.
local core, D = ...
local system, traced = core.system, core.traced
local input = core.use "oracle_input"

local NAME = "problem.new"

local function up(n)
    return (n + 7) // 8 * 8
end

-- math.random would make draws that no seed names.
local function without_random(f, ...)
    local stock, ours = math.random, D.math.random
    local function refuse()
        system.fail(NAME, "math.random is refused, take numbers from the sampler's rng")
    end
    rawset(math, "random", refuse)
    D.math.random = refuse
    local results = table.pack(pcall(f, ...))
    rawset(math, "random", stock)
    D.math.random = ours
    if not results[1] then
        error(results[2], 0)
    end
    return table.unpack(results, 2, results.n)
end

-- v.J of the Jacobian that the user's jac_g gave: a mat, or for one number of g a vec (for dim 1 a number).
local function vector_jacobian(o, v, J)
    local kind = type(J) == "number" and "number" or system.kind(J)
    if kind == "mat" and J.rows == #v and J.cols == o.dim then
        return v:dot(J)
    elseif #v == 1 and (kind == "vec" and #J == o.dim or kind == "number" and o.dim == 1) then
        return v[1] * J
    end
    local size = kind == "mat" and ("a %dx%d mat"):format(J.rows, J.cols) or system.describe(J)
    return system.fail(NAME, ("option 'jac_g': expected a %dx%d mat, got %s"):format(#v, o.dim, size))
end

-- How many numbers a value is: a number or vec, traced or not; nil for anything else.
local function size_of(value)
    if traced.is(value) then
        local rows, cols = traced.shape(value)
        return not cols and (rows or 1) or nil
    end
    return type(value) == "number" and 1 or system.kind(value) == "vec" and #value or nil
end

-- Raises unless the option's function returned n numbers (nil: any but none).
local function check_numbers(option, value, n)
    local got = size_of(value)
    if got and got == (n or math.max(got, 1)) then
        return
    end
    local expected = n == 1 and "a number" or n and ("a vec of length %d"):format(n) or "a number or a vec"
    system.fail(NAME, ("option '%s': expected %s, got %s"):format(option, expected, system.describe(value)))
end

-- Plain calls --------------------------------------------------------------------------------------------------------

-- What the engine calls where a function is not compiled, and what compiled ones are compared with. `sample` is an
-- index (finite sets) or a vec of numbers.
local function plain_calls(o, outer, inner)
    local rng = input.generator(core.oracle.normals, core.oracle.uniforms)
    local calls = {}

    local function xi_of(sample)
        if outer.n then
            return outer.value(sample), sample
        end
        return input.plain(outer.shape, sample)
    end

    local function draw(xi, i)
        return input.settle(rng, inner(rng, xi, i))
    end

    local function at(x)
        return o.dim > 0 and x or nil
    end

    -- The outer sample and the draw for call k, which may change them; copies but for the last call n.
    local function again(n, k, xi, eta)
        if k == n then
            return xi, eta
        end
        return input.copy(xi), input.copy(eta)
    end

    function calls.outer()
        local xi, list = input.settle(rng, outer.sampler(rng)), {}
        if xi == nil then
            return nil
        elseif not input.flatten(outer.shape, xi, list) then
            system.fail(NAME, "expected outer samples of one shape, got another from 'outer'")
        end
        return D.vec(list)
    end

    function calls.g(sample, ...)
        local xi, i = xi_of(sample)
        local eta, values = draw(xi, i), {}
        local points = select("#", ...)
        for q = 1, points do
            values[q] = o.g(at((select(q, ...))), again(points, q, xi, eta))
        end
        return table.unpack(values)
    end

    -- The gradient of v.g at x, for each pair v, x.
    function calls.jtv(sample, ...)
        local xi, i = xi_of(sample)
        local eta, rows, pairs_of = draw(xi, i), {}, table.pack(...)
        for q = 1, pairs_of.n, 2 do
            local v, x = pairs_of[q], pairs_of[q + 1]
            rows[#rows + 1] = calls.product(v, x, again(pairs_of.n, q + 1, xi, eta))
        end
        return table.unpack(rows)
    end

    function calls.product(v, x, xi, eta)
        if o.jac_g then
            return vector_jacobian(o, v, o.jac_g(x, xi, eta))
        end
        return traced.grad(function(point)
            local y = o.g(point, xi, eta)
            check_numbers("g", y, o.p)
            return o.p == 1 and v[1] * y or v:dot(y)
        end)(x)
    end

    -- g and the rows of its Jacobian, behind each other, at each x.
    function calls.joint(sample, ...)
        local xi, i = xi_of(sample)
        local eta, results, points = draw(xi, i), {}, select("#", ...)
        for q = 1, points do
            local x, rows = select(q, ...), nil
            for j = 1, o.p do
                local unit = D.vec.zeros(o.p)
                unit[j] = 1
                local row = calls.product(unit, x, again(0, j, xi, eta))
                rows = rows and rows .. row or D.vec(row)
            end
            results[#results + 1] = o.g(at(x), again(points, q, xi, eta))
            results[#results + 1] = rows
        end
        return table.unpack(results)
    end

    function calls.objective(x)
        return o.objective(x)
    end

    local function y_of(y)
        return o.scalar and y[1] or y
    end

    function calls.f(sample, y)
        return o.f(y_of(y), (xi_of(sample)))
    end

    function calls.grad_f(sample, y)
        local xi = xi_of(sample)
        if o.grad_f then
            return o.grad_f(y_of(y), xi)
        end
        return traced.grad(function(point) return o.f(point, xi) end)(y_of(y))
    end

    -- f of g_mean; each has an outer sample of its own.
    function calls.value(sample, x)
        local xi = xi_of(sample)
        return o.f(o.g_mean(at(x), (xi_of(sample))), xi)
    end

    function calls.slope(sample, x)
        return traced.grad(function(point) return calls.value(sample, point) end)(x)
    end

    return calls
end

-- The samplers' first outer sample and inner draw.
local function first_draws(outer, inner)
    local stream = D.rng.new(1)
    local rng = input.generator(function(n) return stream:normal(n) end, function(n) return stream:uniform(n) end)
    local xi = outer.n and outer.value(1) or input.settle(rng, outer.sampler(rng))
    if not outer.n then
        local shape, why = input.shape_of(xi, "xi")
        if not shape then
            system.fail(NAME, "option 'outer': " .. why)
        end
        outer.shape = shape
    end
    return xi, input.settle(rng, inner(rng, xi, 1))
end

-- One call of everything with numbers of its own: finds shapes, and the user's mistakes.
local function probe(o, outer, inner)
    local xi, eta = first_draws(outer, inner)
    local function x()
        return o.dim > 0 and o.x0:copy() or nil
    end
    local y = o.g(x(), input.copy(xi), input.copy(eta))
    check_numbers("g", y)
    o.scalar, o.p = type(y) == "number", type(y) == "number" and 1 or #y
    check_numbers("f", o.f(input.copy(y), input.copy(xi)), 1)
    if o.g_mean then
        check_numbers("g_mean", o.g_mean(x(), input.copy(xi)), o.p)
    end
    if o.objective then
        check_numbers("objective", o.objective(x()), 1)
    end
    if o.grad_f then
        check_numbers("grad_f", o.grad_f(y, input.copy(xi)), o.p)
    end
    if o.jac_g and o.dim > 0 then
        vector_jacobian(o, D.vec.zeros(o.p), o.jac_g(x(), xi, eta))
    end
end

-- Traces -------------------------------------------------------------------------------------------------------------

-- The first line of an error, which may be any value.
local function reason(err)
    local mt = getmetatable(err)
    if type(err) ~= "string" and not (type(mt) == "table" and mt.__tostring) then
        return ("an error that is no text (%s)"):format(system.describe(err))
    end
    return tostring(err):match "^[^\n]*"
end

-- f(graph, taken) recorded twice, the first time to count the draws that it takes.
local function record(f)
    local counts = {normals = 0, uniforms = 0}
    for _ = 1, 2 do
        local graph, taken = traced.graph(), {normals = 0, uniforms = 0}
        local ok, value = traced.trace(graph, f, graph, counts, taken)
        local lifted = ok and traced.lift(graph, value)
        if not lifted then
            return {why = ok and "expected a number or a vec, got " .. system.describe(value) or reason(value)}
        end
        counts.graph, counts.out = graph, lifted
        counts.normals, counts.uniforms = taken.normals, taken.uniforms
    end
    return counts
end

local function record_outer(outer)
    return record(function(graph, counts, taken)
        local rng = input.symbolic_generator(graph, up(counts.uniforms), 0, taken)
        local list = {}
        local xi = input.settle(rng, outer.sampler(rng))
        if not input.flatten(outer.shape, xi, list) then
            system.fail(NAME, "the sampler's value cannot be traced")
        end
        return D.vec(list)
    end)
end

local function record_g(o, outer, inner)
    return record(function(graph, counts, taken)
        local first = up(o.dim) + up(outer.numbers)
        local rng = input.symbolic_generator(graph, first, first + up(counts.normals), taken)
        local x = o.dim > 0 and traced.input(graph, 0, o.dim) or nil
        local xi = input.symbolic(outer.shape, graph, up(o.dim))
        local i = outer.n and traced.input(graph, up(o.dim) + outer.numbers - 1) or nil
        return o.g(x, xi, input.settle(rng, inner(rng, xi, i)))
    end)
end

-- g of a row of the outer sample's data set in place of a draw.
local function record_set(o, outer)
    return record(function(graph)
        local data = o.sets.data
        local x = o.dim > 0 and traced.input(graph, 0, o.dim) or nil
        local xi = input.symbolic(outer.shape, graph, up(o.dim))
        local cols = system.kind(data) == "mat" and data.cols or nil
        return o.g(x, xi, traced.input(graph, up(o.dim) + up(outer.numbers), cols))
    end)
end

local function record_f(o, outer)
    return record(function(graph)
        local y = traced.input(graph, 0, not o.scalar and o.p or nil)
        return o.f(y, input.symbolic(outer.shape, graph, up(o.p)))
    end)
end

local function record_value(o, outer)
    return record(function(graph)
        local x = o.dim > 0 and traced.input(graph, 0, o.dim) or nil
        local xi = input.symbolic(outer.shape, graph, up(o.dim))
        return o.f(o.g_mean(x, xi), xi)
    end)
end

-- problem.new --------------------------------------------------------------------------------------------------------

-- Every part by its record; one that cannot be traced, or is not to be, has a reason in `why`.
local function record_parts(o, outer, inner)
    local parts = {g = record_g(o, outer, inner), f = record_f(o, outer)}
    parts.outer = outer.sampler and record_outer(outer) or nil
    parts.value = outer.n and o.g_mean and not o.objective and record_value(o, outer) or nil
    parts.set = o.sets and record_set(o, outer) or nil
    parts.objective = o.objective and record(function(graph)
        return o.objective(traced.input(graph, 0, o.dim))
    end)
    if o.jac_g then
        parts.g = {why = "jac_g is given"}
    end
    if o.grad_f then
        parts.f = {why = "grad_f is given"}
    end
    return parts
end

local titles = {g = "g", f = "f", outer = "outer", value = "g_mean", objective = "objective", set = "F"}

-- The code of the user's functions, where they are Lua's.
local function code_of(o)
    local list = {}
    for _, name in ipairs {"outer", "inner", "g", "f", "g_mean", "objective", "grad_f", "jac_g"} do
        local ok, code = pcall(string.dump, o[name], true)
        list[#list + 1] = name .. (ok and code or "")
    end
    return table.concat(list)
end

-- Why parts run as plain Lua, by their title; false for those that are compiled.
local function reasons_of(parts)
    local reasons = {}
    for name, part in pairs(parts) do
        reasons[titles[name]] = part.why or false
    end
    return reasons
end

local function make(o, outer, calls, parts)
    return core.oracle.make{
        code = code_of(o), reasons = reasons_of(parts),
        dim = o.dim, p = o.p, n = outer.n or 0, numbers = outer.numbers, rows = outer.rows, l2 = o.l2, x0 = o.x0,
        parts = parts, calls = calls, spec = {name = "new"}, sets = o.sets,
        exact = o.objective and "objective" or outer.n and o.g_mean and "value" or nil,
    }
end

-- A problem of compiled parts that agree with plain calls.
local function agreeing(o, outer, calls, parts)
    for _ = 1, 3 do
        local p = make(o, outer, calls, parts)
        local wrong = core.oracle.compare(p)
        if not wrong then
            return p
        end
        parts[wrong] = {why = "compiled values differ from those of plain calls"}
    end
    return make(o, outer, calls, parts)
end

return function(options)
    local o = core.oracle.read(NAME, options)
    o.x0 = o.x0 or D.vec.zeros(o.dim)
    if #o.x0 ~= o.dim then
        system.fail(NAME, ("option 'x0': expected a vec of length %d, got length %d"):format(o.dim, #o.x0))
    end
    local outer = input.read_outer(o.outer)
    local inner, sets = input.read_inner(o.inner, outer)
    return without_random(function()
        probe(o, outer, inner)
        outer.numbers = outer.shape.size + (outer.n and 1 or 0)
        if outer.n then
            outer.rows = core.oracle.join{outer.rows, D.vec.linspace(1, outer.n, outer.n)}
        end
        o.sets = not o.g_mean and not o.objective and sets or nil
        local parts = record_parts(o, outer, inner)
        local p = agreeing(o, outer, plain_calls(o, outer, inner), parts)
        core.oracle.minimize(p)
        for name, part in pairs(parts) do
            if part.why then
                system.note(("%s: %s runs as plain Lua: %s"):format(NAME, titles[name], part.why))
            end
        end
        return p
    end)
end
