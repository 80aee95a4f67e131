-- The user's functions of problem.new as plain Lua: what the engine calls where one is not compiled, and what compiled
-- ones are compared with. Returns bound(o, outer, inner) -> {outer =, g =, jtv =, ..}, the calls by the engine's names,
-- and slope(o, y, xi), product(o, v, x, xi, eta): the gradient of f, and of v.g at x.
-- c: {o = the options, outer =, inner = the samplers, rng = what they draw from}; sample: an index (finite sets) or a
-- vec of numbers.
local core, D = ...
local system, traced = core.system, core.traced
local input, first_calls = core.use "problem/input", core.use "problem/first"

local calls = {}

local function xi_of(c, sample)
    if c.outer.n then
        return c.outer.value(sample), sample
    end
    return input.unflatten(c.outer.shape, sample)
end

local function draw(c, xi, i)
    return input.settle(c.rng, c.inner(c.rng, xi, i))
end

local function at(c, x)
    return c.o.dim > 0 and x or nil
end

local function y_of(c, y)
    return c.o.scalar and y[1] or y
end

-- The outer sample and the draw for call k, which may change them; copies but for the last call n.
local function again(n, k, xi, eta)
    if k == n then
        return xi, eta
    end
    return input.copy(xi), input.copy(eta)
end

function calls.outer(c)
    local xi, list = input.settle(c.rng, c.outer.sampler(c.rng)), {}
    if xi == nil then
        return nil
    elseif not input.flatten(c.outer.shape, xi, list) then
        system.fail("problem.new", "expected outer samples of one shape, got another from 'outer'")
    end
    return D.vec(list)
end

-- g at each x, on one draw.
function calls.g(c, sample, ...)
    local xi, i = xi_of(c, sample)
    local eta, values = draw(c, xi, i), {}
    local points = select("#", ...)
    for q = 1, points do
        values[q] = c.o.g(at(c, (select(q, ...))), again(points, q, xi, eta))
    end
    return table.unpack(values)
end

local function slope(o, y, xi)
    return (o.grad_f or traced.grad(function(point) return o.f(point, xi) end))(y, xi)
end

local function product(o, v, x, xi, eta)
    if o.jac_g then
        return first_calls.vector_jacobian(o, v, o.jac_g(x, xi, eta))
    end
    return traced.grad(function(point)
        local y = o.g(point, xi, eta)
        first_calls.check_numbers("g", y, o.p)
        return o.p == 1 and v[1] * y or v:dot(y)
    end)(x)
end

-- The gradient of v.g at x for each pair v, x, on one draw.
function calls.jtv(c, sample, ...)
    local xi, i = xi_of(c, sample)
    local eta, rows, pairs_of = draw(c, xi, i), {}, table.pack(...)
    for q = 1, pairs_of.n, 2 do
        rows[#rows + 1] = product(c.o, pairs_of[q], pairs_of[q + 1], again(pairs_of.n, q + 1, xi, eta))
    end
    return table.unpack(rows)
end

-- The rows of the Jacobian of g, one after the other.
local function jacobian(c, x, xi, eta)
    local rows
    for j = 1, c.o.p do
        local unit = D.vec.zeros(c.o.p)
        unit[j] = 1
        local row = product(c.o, unit, x, again(0, j, xi, eta))
        rows = rows and rows .. row or D.vec(row)
    end
    return rows
end

-- g and its Jacobian at each x, on one draw.
function calls.joint(c, sample, ...)
    local xi, i = xi_of(c, sample)
    local eta, results, points = draw(c, xi, i), {}, select("#", ...)
    for q = 1, points do
        local x = select(q, ...)
        local rows = jacobian(c, x, xi, eta)
        results[#results + 1] = c.o.g(at(c, x), again(points, q, xi, eta))
        results[#results + 1] = rows
    end
    return table.unpack(results)
end

function calls.objective(c, x)
    return c.o.objective(at(c, x))
end

function calls.f(c, sample, y)
    return c.o.f(y_of(c, y), (xi_of(c, sample)))
end

function calls.grad_f(c, sample, y)
    return slope(c.o, y_of(c, y), (xi_of(c, sample)))
end

-- f of g_mean; each has its own outer sample.
function calls.value(c, sample, x)
    local xi = xi_of(c, sample)
    return c.o.f(c.o.g_mean(at(c, x), (xi_of(c, sample))), xi)
end

function calls.slope(c, sample, x)
    return traced.grad(function(point) return calls.value(c, sample, point) end)(x)
end

local function bound(o, outer, inner)
    local rng = input.generator(core.lua_problem.normals, core.lua_problem.uniforms, core.lua_problem.law)
    local c = {o = o, outer = outer, inner = inner, rng = rng}
    local all = {}
    for name, f in pairs(calls) do
        all[name] = function(...)
            return f(c, ...)
        end
    end
    return all
end

return {bound = bound, slope = slope, product = product}
