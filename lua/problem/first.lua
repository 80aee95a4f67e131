-- First calls of the user's functions of problem.new, with numbers: they find shapes and the user's mistakes, and say
-- what was given to which function.
local core, D = ...
local system, traced, sorted = core.system, core.traced, core.use "sorted"
local input, map = core.use "problem/input", core.use "list".map

local NAME = "problem.new"
local MOST_KEYS = 6 -- of a table that are listed

local function fail(text, ...)
    system.fail(NAME, text, ...)
end

-- "a vec of length 3", "a table of a, b", ..
local function words(value)
    if type(value) ~= "table" then
        return system.describe(value)
    elseif #value > 0 then
        return ("a list of %d"):format(#value)
    end
    local keys = map(sorted(value), function(key, i)
        return i <= MOST_KEYS and tostring(key) or i == MOST_KEYS + 1 and ".." or nil
    end)
    return "a table of " .. table.concat(keys, ", ")
end

local function given(names, values)
    local list = map(names, function(name, i)
        return name ~= "rng" and ("%s = %s"):format(name, words(values[i])) or nil
    end)
    return list[1] and " with " .. table.concat(list, ", ") or ""
end

-- Words for a wrong value, and what was forgotten.
local function got(value)
    local hints = {["nil"] = " (is a return missing?)", table = " (vec{..} makes a vec)"}
    return system.describe(value) .. (hints[type(value)] or "")
end

-- The one value of f(..), option `name`, whose arguments have names.
local function call(name, names, f, ...)
    local results = table.pack(core.lua_problem.try(f, ...))
    if not results[1] then
        local message = results[2]
        if type(message) == "string" and not system.interrupted() then
            local first, lines = message:match "^([^\n]*)(.*)$"
            message = ("%s; in %s%s%s"):format(first, name, given(names, {...}), lines)
        end
        error(message, 0)
    elseif results.n > 2 then
        fail("option '%s': expected one value, got %d (vec{..} makes one of numbers, {a=, b=} of others)", name,
            results.n - 1)
    end
    return results[2]
end

-- How many numbers a value is: a number or vec, traced or not; nil for anything else.
local function size_of(value)
    if traced.is(value) then
        local rows, cols = traced.shape(value)
        return not cols and (rows or 1) or nil
    end
    return type(value) == "number" and 1 or system.kind(value) == "vec" and #value or nil
end

-- Raises unless the option's function returned n numbers (nil: at least one); the error names the argument, if given.
local function check_numbers(option, value, n, name, argument)
    local size = size_of(value)
    if size and size == (n or math.max(size, 1)) then
        return
    end
    local expected = n == 1 and "a number" or n and ("a vec of length %d"):format(n) or "a number or a vec"
    fail("option '%s': expected %s, got %s%s", option, expected, got(value), name and given({name}, {argument}) or "")
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
    return system.fail(NAME, "option 'jac_g': expected a %dx%d mat, got %s", #v, o.dim, size)
end

-- The place of the first NaN in a draw, nil for none; `within`: the tables that it is in.
local function nan_in(value, place, within)
    local kind = system.kind(value) or type(value)
    if kind == "number" then
        return value ~= value and place or nil
    elseif kind == "vec" or kind == "mat" then
        local row, column = core.lua_problem.first_nan(value)
        return row and (kind == "vec" and "%s[%d]" or "%s[%d][%d]"):format(place, row, column)
    elseif kind ~= "table" or within and within[value] then
        return nil
    end
    within = setmetatable({[value] = true}, {__index = within})
    for _, key in ipairs(sorted(value)) do
        local found = nan_in(value[key], ("%s.%s"):format(place, tostring(key)), within)
        if found then
            return found
        end
    end
    return nil
end

-- The first draw of a sampler, refused where it holds NaN.
local function check_draw(option, value, place)
    local found = nan_in(value, place)
    if found then
        fail("option '%s': expected numbers, got nan in the first draw (%s)", option, found)
    end
    return value
end

-- A first outer sample, as the functions get it.
local function first_xi(outer, rng)
    if outer.n then
        return outer.value(1)
    end
    local xi, numbers = input.settle(rng, call("outer", {"rng"}, outer.sampler, rng)), {}
    local shape, why = input.shape_of(xi, "xi")
    if not shape then
        fail("option 'outer': %s%s", why, xi == nil and " (is a return missing?)" or "")
    end
    check_draw("outer", xi, "xi")
    outer.shape = shape
    input.flatten(shape, xi, numbers)
    return input.unflatten(shape, D.vec(numbers))
end

local known = {number = true, boolean = true, table = true, userdata = true}

-- Whether two draws have the same numbers, as far as they have any.
local function same_draw(a, b)
    local shape, one, two = input.shape_of(a, "eta"), {}, {}
    if not shape or not input.flatten(shape, a, one) or not input.flatten(shape, b, two) then
        return true
    end
    for i = 1, #one do
        if one[i] ~= two[i] and (one[i] == one[i] or two[i] == two[i]) then
            return false
        end
    end
    return true
end

local function first_eta(inner, xi)
    local draws = {}
    for k = 1, 2 do
        local rng = input.seeded(1)
        draws[k] = input.settle(rng, call("inner", {"rng", "xi"}, inner, rng, input.copy(xi), 1))
    end
    if not known[type(draws[1])] then
        fail("option 'inner': expected eta as a number, a vec, a mat or a table of them, got %s", got(draws[1]))
    elseif not same_draw(draws[1], draws[2]) then
        fail("option 'inner': expected the same draw from the same rng, got another: draw from the rng that is given")
    end
    return check_draw("inner", draws[1], "eta")
end

-- One call of everything, which may change what it is given; sets o.scalar (g gives a number) and o.p. Returns
-- {xi =, eta =, y =}.
local function make(o, outer, inner)
    local copy = input.copy
    local xi = first_xi(outer, input.seeded(1))
    local eta = first_eta(inner, xi)
    local function x()
        return input.point(o, o.x0)
    end
    local y = call("g", {"x", "xi", "eta"}, o.g, x(), copy(xi), copy(eta))
    check_numbers("g", y)
    o.scalar, o.p = type(y) == "number", type(y) == "number" and 1 or #y
    check_numbers("f", call("f", {"y", "xi"}, o.f, copy(y), copy(xi)), 1, "y", y)
    if o.g_mean then
        check_numbers("g_mean", call("g_mean", {"x", "xi"}, o.g_mean, x(), copy(xi)), o.p)
    end
    if o.objective then
        check_numbers("objective", call("objective", {"x"}, o.objective, x()), 1)
    end
    if o.grad_f then
        check_numbers("grad_f", call("grad_f", {"y", "xi"}, o.grad_f, copy(y), copy(xi)), o.p)
    end
    if o.jac_g and o.dim > 0 then
        local J = call("jac_g", {"x", "xi", "eta"}, o.jac_g, x(), copy(xi), copy(eta))
        vector_jacobian(o, D.vec.zeros(o.p), J)
    end
    return {xi = xi, eta = eta, y = y}
end

-- The first line of an error, which may be any value.
local function reason(err)
    local meta = getmetatable(err)
    if type(err) ~= "string" and not (type(meta) == "table" and meta.__tostring) then
        return ("an error that is not a string (%s)"):format(system.describe(err))
    end
    return (tostring(err):match "^[^\n]*":gsub("debias%.traced", "traced"))
end

-- The only number of a value, which may be traced; nil for anything else.
local function number_of(value)
    if type(value) == "number" or traced.is(value) then
        return value
    end
    return system.kind(value) == "vec" and value[1] or nil
end

-- Raises where f, which runs as plain Lua, has no gradient at a number or vec: it may branch on its values, but not
-- lose them. `instead`: the option to give then.
local function check_slope(name, instead, f, at)
    local want, same = number_of(f(input.copy(at))), true
    local steady = number_of(f(input.copy(at))) == want -- else a counter or a clock shows in it
    local ok, why = pcall(traced.grad(function(point)
        local value, tolerance = f(point), 1e-9 * (1 + math.abs(want))
        local away = number_of(value) and steady and number_of(value) - want or 0
        same = away <= tolerance and -away <= tolerance
        return value
    end), at)
    if not ok then
        fail("%s has no gradient: %s (%s= gives it)", name, reason(why), instead)
    elseif not same then
        fail("%s gives other values when it is differentiated (the text of traced values is another)", name)
    end
end

return {
    make = make, check_slope = check_slope, check_numbers = check_numbers, vector_jacobian = vector_jacobian,
    reason = reason, nan_in = nan_in,
}
