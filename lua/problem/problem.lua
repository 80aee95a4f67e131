-- problem.<name>{..} for every type of problems, its methods in Lua, and what traces functions.
local core, D = ...
local module = core.use "module"

local makers = {}
for name in pairs(core.problem.registry) do
    makers[name] = function(options)
        return core.problem.make(name, options)
    end
end
makers.new = core.use "problem/new"
D.problem = module("problem", makers)
-- The argument that n describes: a number for nil, else a vec of n numbers; by column of the graph.
local function inputs(graph, sizes)
    local list, column = {}, 0
    for i = 1, math.max(1, sizes.n) do
        local n = sizes[i] ~= nil and core.system.count("expr.show", "n", sizes[i], 1) or nil
        list[i] = core.traced.input(graph, column, n)
        column = column + (n or 1)
    end
    return list
end

-- show(fn [, n, ..]): prints what fn records for vecs of n numbers (a number without n).
local function show(fn, ...)
    if type(fn) ~= "function" then
        core.system.fail("expr.show", "expected a function, got " .. core.system.describe(fn))
    end
    local graph = core.traced.graph()
    local ok, value = core.traced.record(graph, fn, table.unpack(inputs(graph, table.pack(...))))
    local traced = ok and core.traced.lift(graph, value)
    if not ok or not traced then
        core.system.fail("expr.show", ok and "expected a function that returns numbers, got "
            .. core.system.describe(value) or "cannot be traced: " .. tostring(value))
    end
    io.write(core.traced.text(traced), "\n")
end
D.expr = module("expr", {show = show})
D.grad, D.stop_gradient = core.traced.grad, core.traced.stop_gradient

local methods = core.system.types().problem
local objective = methods.objective

-- What gives a value that is not finite, where it is known, comes with it.
local function with_source(problem, x, value, se, ...)
    if value ~= nil and value - value ~= 0 then
        local point = core.system.kind(x) == "vec" and x or x and D.vec(x) or problem:start()
        local source = core.use "problem/culprit"(problem, point, "objective")
        return value, se, source and source.words
    end
    return value, se, ...
end

function methods.objective(problem, x, ...)
    return with_source(problem, x, objective(problem, x, ...))
end

core.use "completed"(methods, {check = "problem/check", explain = "problem/explain"})
