-- problem.new{..}: calls the user's functions once, traces them into graphs where it can, and hands graphs and plain
-- calls to the engine.
local core, D = ...
local system, traced = core.system, core.traced
local input, first_calls, differing = core.later "problem/input", core.later "problem/first", core.later "problem/agree"
local map = core.use "list".map
local mean, plain = core.later "problem/mean", core.later "problem/calls"

local NAME = "problem.new"

local function up(n)
    return (n + 7) // 8 * 8
end

local read_options = core.options.table("problem.new", {
    {"dim", "integer", required = true, low = 0, high = 1e7, meaning = "length of x; 0: no x, a nested expectation"},
    {"outer", "any",
        meaning = "outer samples xi: n, a list, columns, a dist or function(rng); beside groups: default their ids"},
    {"inner", "any", required = true,
        meaning = "inner draws eta: a dist, groups, a list of n data sets or function(rng, xi)"},
    {"g", "function", required = true, meaning = "function(x, xi, eta) -> y, a number or vec"},
    {"f", "function", required = true, meaning = "function(y, xi) -> number"},
    {"l2", "number", default = 0, low = 0, meaning = "penalty factor"},
    {"x0", "vector", meaning = "where runs start; default zeros"},
    {"g_mean", "function", meaning = "function(x, xi) -> E g, if known"},
    {"objective", "function", meaning = "function(x) -> E f(E g), without l2's term: F alone is then exact"},
    {"grad_f", "function", meaning = "function(y, xi) -> gradient of f, instead of a derived one"},
    {"jac_g", "function",
        meaning = "function(x, xi, eta) -> Jacobian of g, a p x dim mat (a vec for a number)"},
})

local ours, stock = D.math, _G.math -- taken here: a user may have math = nil later

-- f() while math.random, which would make draws that no seed names, is refused.
local function without_random(f)
    local our_random, stock_random = rawget(ours, "random"), rawget(stock, "random")
    local function refuse()
        system.fail(NAME, "math.random is refused, take numbers from the sampler's rng")
    end
    rawset(ours, "random", refuse)
    rawset(stock, "random", refuse)
    local ok, value = core.lua_problem.try(f) -- cannot be yielded in: what f calls is the user's
    rawset(ours, "random", our_random)
    rawset(stock, "random", stock_random)
    if not ok then
        error(value, 0)
    end
    return value
end

-- Graphs -------------------------------------------------------------------------------------------------------------

-- "FILE:LINE: " of a function's first line, "" of one that is not in Lua.
local function place(f)
    local info = debug.getinfo(f, "S")
    return info.what == "C" and "" or ("%s:%d: "):format(info.short_src, info.linedefined)
end

-- f(graph, counts, taken) recorded once, with room for as many draws as `counts` says. `of`: the user's function in it.
local function record_once(of, f, counts)
    local graph, taken = traced.graph(), {normals = 0, uniforms = 0}
    local ok, value, unseen = traced.record(graph, f, graph, counts, taken)
    local lifted = ok and traced.lift(graph, value)
    if lifted and unseen then
        return {why = unseen}
    elseif not lifted then
        local gives = ok and ("%sgives %s for traced values"):format(place(of), system.describe(value))
        return {why = gives or first_calls.reason(value)}
    end
    taken.graph, taken.out = graph, lifted
    return taken
end

-- The same, recorded a first time to count the draws.
local function record(of, f)
    local first = record_once(of, f, {normals = 0, uniforms = 0})
    return first.why and first or record_once(of, f, first)
end

local function record_outer(outer)
    return record(outer.sampler, function(graph, counts, taken)
        local rng = input.symbolic_generator(graph, up(counts.uniforms), 0, taken, outer.shape)
        local list = {}
        local xi = input.settle(rng, outer.sampler(rng))
        if not input.flatten(outer.shape, xi, list) then
            system.fail(NAME, "the sampler's value cannot be traced")
        end
        return D.vec(list)
    end)
end

local function x_of(o, graph)
    return o.dim > 0 and traced.input(graph, 0, o.dim) or nil
end

-- x, xi and the column after them.
local function inputs(o, outer, graph)
    return x_of(o, graph), input.symbolic(outer.shape, graph, up(o.dim)), up(o.dim) + up(outer.numbers)
end

local function record_g(o, outer, inner, first_eta)
    local shape = input.shape_of(first_eta, "eta")
    return record(o.g, function(graph, counts, taken)
        local x, xi, first = inputs(o, outer, graph)
        local rng = input.symbolic_generator(graph, first, first + up(counts.normals), taken, shape)
        local i = outer.n and traced.input(graph, up(o.dim) + outer.numbers - 1) or nil
        return o.g(x, xi, input.settle(rng, inner(rng, xi, i)))
    end)
end

-- g of an inner draw of any numbers, for comparisons; nil where g is called, or draws are not numbers. `skip`: columns
-- that are left free before those of the draw.
local function record_at(o, outer, parts, first, skip)
    local shape = input.shape_of(first.eta, "eta")
    return shape and parts.g.out and record_once(o.g, function(graph)
        local x, xi, column = inputs(o, outer, graph)
        return o.g(x, xi, input.symbolic(shape, graph, column + (skip or 0)))
    end) or nil
end

-- g of a row of the outer sample's data set in place of a draw.
local function record_set(o, outer)
    return record(o.g, function(graph)
        local x, xi, column = inputs(o, outer, graph)
        return o.g(x, xi, input.symbolic(o.sets.shape, graph, column))
    end)
end

local function record_f(o, outer)
    return record(o.f, function(graph)
        local y = traced.input(graph, 0, not o.scalar and o.p or nil)
        return o.f(y, input.symbolic(outer.shape, graph, up(o.p)))
    end)
end

local function record_value(o, outer)
    return record(o.g_mean, function(graph)
        local x, xi = inputs(o, outer, graph)
        return o.f(o.g_mean(x, xi), xi)
    end)
end

-- Whether g drops its inner draw: it has two parameters and what it calls eta is xi, or it records the same operations
-- wherever the draw's numbers are.
local function drops(o, outer, parts, first)
    local info = debug.getinfo(o.g, "Su")
    if info.what ~= "C" and not info.isvararg and info.nparams < 3 then
        return true
    end
    local here = record_at(o, outer, parts, first)
    local there = record_at(o, outer, parts, first, 8)
    return here and here.out and there.out and traced.text(here.out) == traced.text(there.out)
end

local function note_dropped(o, ...)
    if drops(o, ...) then
        system.note(("%s: %sg does not use its inner draw, the third argument of g(x, xi, eta)"):format(NAME,
            place(o.g)))
    end
end

-- problem.new --------------------------------------------------------------------------------------------------------

-- Every part by its recording; one that cannot be traced, or is not to be, has a reason in `why`.
local function record_parts(o, outer, inner, first)
    local parts = {g = record_g(o, outer, inner, first.eta), f = record_f(o, outer)}
    parts.outer = outer.sampler and record_outer(outer) or nil
    parts.value = outer.n and o.g_mean and not o.objective and record_value(o, outer) or nil
    parts.set = o.sets and record_set(o, outer) or nil
    parts.objective = o.objective and record(o.objective, function(graph)
        return o.objective(x_of(o, graph))
    end)
    if o.jac_g then
        parts.g = {why = "jac_g is given"}
    end
    if o.grad_f then
        parts.f = {why = "grad_f is given"}
    end
    return parts
end

-- Parts that run as plain Lua have gradients all the same.
local function check_slopes(o, parts, first)
    if o.dim == 0 then
        return
    elseif parts.f.why and not o.grad_f then
        first_calls.check_slope("f", "grad_f", function(y) return o.f(y, input.copy(first.xi)) end, first.y)
    end
    if parts.g.why and not o.jac_g then
        first_calls.check_slope("g", "jac_g", function(x)
            local y = o.g(x, input.copy(first.xi), input.copy(first.eta))
            return o.scalar and y or y:sum()
        end, o.x0)
    end
end

local order = {"outer", "g", "f", "value", "set", "objective"}
local titles = {g = "g", f = "f", outer = "outer", value = "g_mean", objective = "objective", set = "F"}

-- What a law is: its mean and some draws.
local function text_of(law)
    return core.use "json".text{name = law.name, mean = law:mean(), draws = law:draw(64, {seed = 1})}
end

-- What an option is: a law, groups, or the code of a function, where that is Lua's.
local function words_of(value)
    local law = input.law(value)
    if law then
        return text_of(law)
    elseif system.kind(value) == "groups" then
        return core.groups.digest(value)
    end
    local ok, code = pcall(string.dump, value, true)
    return ok and code or ""
end

local function code_of(o)
    local names = {"outer", "inner", "g", "f", "g_mean", "objective", "grad_f", "jac_g"}
    return table.concat(map(names, function(name) return name .. words_of(o[name]) end))
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
    parts.g.law = parts.g.law or input.law(o.inner)
    return core.lua_problem.make{
        code = code_of(o),
        dim = o.dim, p = o.p, n = outer.n or 0, numbers = outer.numbers, rows = outer.rows, l2 = o.l2, x0 = o.x0,
        parts = parts, calls = calls, spec = {name = "new"}, sets = o.sets,
        exact = o.objective and "objective" or outer.n and o.g_mean and "value" or nil,
    }
end

local differ = "compiled values differ from those of plain calls (counters and clocks change them)"

-- A problem of compiled parts that agree with plain calls.
local function agreeing(o, outer, calls, parts, first)
    local compared = setmetatable({at = record_at(o, outer, parts, first)}, {__index = parts})
    for _ = 1, 6 do
        local p = make(o, outer, calls, parts)
        local wrong = core.lua_problem.compare(p) or differing(o, outer, compared, first)
        if not wrong then
            return p
        end
        local of = {outer = outer.sampler, value = o.g_mean, set = o.g}
        parts[wrong] = {why = place(of[wrong] or o[wrong]) .. differ}
        compared.at = wrong ~= "g" and compared.at or nil
    end
    return make(o, outer, calls, parts)
end

-- Whether a function takes one value: a polynomial, a function of math, or a gradient of such.
local function is_unary(f)
    if system.kind(f) == "poly" then
        return true
    elseif type(f) ~= "function" or debug.getinfo(f, "S").what ~= "C" then
        return false
    end
    local _, inner = debug.getupvalue(f, 1) -- of a gradient
    return is_unary(inner) or core.use "list".any(D.math, function(known) return known == f end)
end

-- f, or where it takes one value a function that drops xi.
local function unary(f)
    return f and is_unary(f) and function(value) return f(value) end or f
end

return function(options)
    local o = read_options(NAME, options)
    for _, name in ipairs {"g", "f", "g_mean", "grad_f", "jac_g"} do
        o[name] = unary(o[name])
    end
    o.x0 = o.x0 or D.vec.zeros(o.dim)
    if #o.x0 ~= o.dim then
        system.fail(NAME, "option 'x0': expected a vec of length %d, got length %d", o.dim, #o.x0)
    end
    if o.outer == nil then
        o.outer = input.outer_of(o.inner)
    end
    if o.outer == nil then
        system.fail(NAME, "option 'outer' must be given: outer samples xi: n, a list, columns, a dist or function(rng)")
    end
    local outer = input.read_outer(o.outer)
    local inner, sets = input.read_inner(o.inner, outer)
    return without_random(function()
        local first = first_calls.make(o, outer, inner)
        outer.numbers = outer.shape.size + (outer.n and 1 or 0)
        if outer.n then
            outer.rows = core.lua_problem.join{outer.rows, D.vec.linspace(1, outer.n, outer.n)}
        end
        o.sets = not o.g_mean and not o.objective and sets or nil
        local parts = record_parts(o, outer, inner, first)
        local p = agreeing(o, outer, plain.bound(o, outer, inner), parts, first)
        check_slopes(o, parts, first)
        core.lua_problem.minimize(p)
        mean.remember(p, o, outer, inner, reasons_of(parts))
        note_dropped(o, outer, parts, first)
        for _, name in ipairs(order) do
            local part = parts[name]
            if part and part.why then
                local how = name == "set" and "is estimated" or "runs as plain Lua"
                system.note(("%s: %s %s: %s"):format(NAME, titles[name], how, part.why))
            end
        end
        return p
    end)
end
