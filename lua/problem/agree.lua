-- Points where the recorded parts of a problem are compared with plain calls, beside the draws that the engine compares
-- g and f at by itself: 0, 1, -1, where functions may have special values, atoms and ends of the inner law, the
-- start and random points around it. Returns differing(o, outer, parts, first): the name of a part that differs;
-- parts.at is g of any inner draw, first = {xi =, eta =} a first draw.
local core, D = ...
local system, input = core.system, core.use "problem/input"
local point, vec_of = input.point, input.vec_of

local RANDOM = {objective = 20, value = 300, set = 300, at = 3}

local function padded(v)
    return v .. D.vec.zeros(-#v % 8)
end

-- The same number everywhere.
local function all(n, number)
    return D.vec.zeros(n) + number
end

-- Adds a point: the input columns of a part, and what plain calls give there, unless these raise an error.
local function add(list, columns, plain)
    local done, want = pcall(function() return vec_of(plain()) end)
    if done then
        list.inputs[#list.inputs + 1], list.wanted[#list.wanted + 1] = columns, want
    end
    return done and want or nil
end

-- An outer sample: its columns, a function that makes it again, and its number in a finite set.
local function sample_of(c)
    if c.outer.n then
        local i = c.stream:index(c.outer.n)
        return c.outer.rows[i], function() return c.outer.value(i) end, i
    end
    local numbers = {}
    input.flatten(c.outer.shape, c.first.xi, numbers)
    return D.vec(numbers), function() return input.copy(c.first.xi) end
end

-- Special numbers everywhere, the start, and random points around it.
local function points_x(c, random)
    local list = {c.o.x0}
    for i, number in ipairs {0, 1, -1} do
        list[i + 1] = all(c.o.dim, number)
    end
    for _ = 1, random do
        list[#list + 1] = c.o.x0 + c.stream:normal(c.o.dim)
    end
    return list
end

local points = {} -- name of a part -> function(c, list), which adds its points

function points.objective(c, list)
    for _, x in ipairs(points_x(c, RANDOM.objective)) do
        add(list, padded(x), function() return c.o.objective(point(c.o, x)) end)
    end
end

function points.value(c, list)
    for _, x in ipairs(points_x(c, RANDOM.value)) do
        local columns, xi = sample_of(c)
        add(list, padded(x) .. columns, function() return c.o.f(c.o.g_mean(point(c.o, x), xi()), xi()) end)
    end
end

-- g of a row of the outer sample's data set.
function points.set(c, list)
    local sets = c.o.sets
    for _, x in ipairs(points_x(c, RANDOM.set)) do
        local columns, xi, i = sample_of(c)
        local from = math.tointeger(sets.first[i])
        local row = sets.data[from + c.stream:index(math.tointeger(sets.first[i + 1]) - from)]
        add(list, padded(x) .. padded(columns) .. vec_of(row), function() return c.o.g(point(c.o, x), xi(), row) end)
    end
end

-- g of draws that are special numbers, each at the start and at one more point in turn; c.y keeps its values.
function points.at(c, list)
    local shape, xs = input.shape_of(c.first.eta, "eta"), points_x(c, RANDOM.at)
    for k, number in ipairs(c.special) do
        local eta = all(shape.size, number)
        for _, x in ipairs {c.o.x0, xs[k % #xs + 1]} do
            local columns, xi = sample_of(c)
            c.y[#c.y + 1] = add(list, padded(x) .. padded(columns) .. eta, function()
                return c.o.g(point(c.o, x), xi(), input.unflatten(shape, eta))
            end)
        end
    end
end

-- f at special numbers, at the values of g there and at means of two of them.
function points.f(c, list)
    local means = {}
    for _, number in ipairs(c.special) do
        means[#means + 1] = all(c.o.p, number)
    end
    for i, y in ipairs(c.y) do
        means[#means + 1], means[#means + 2] = y, i > 1 and (y + c.y[i - 1]) / 2 or nil
    end
    for _, y in ipairs(means) do
        local columns, xi = sample_of(c)
        add(list, padded(y) .. columns, function() return c.o.f(c.o.scalar and y[1] or y:copy(), xi()) end)
    end
end

local order = {"objective", "value", "set", "at", "f"}
local named = {at = "g"} -- which part it speaks of, if another

return function(o, outer, parts, first)
    local c = {o = o, outer = outer, first = first, stream = D.rng.new(1), y = {}}
    c.special = core.q.special(system.kind(o.inner) == "dist" and o.inner or nil)
    for _, name in ipairs(order) do
        local part, list = parts[name], {inputs = {}, wanted = {}}
        if part and part.out then
            points[name](c, list)
            if not core.lua_problem.agrees(part.out, list.inputs, list.wanted) then
                return named[name] or name
            end
        end
    end
    return nil
end
