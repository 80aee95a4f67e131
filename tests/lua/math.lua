-- math: unchanged for numbers, elementwise for vecs, accurate where |x| is large or small.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local vec, where, math = D.vec, D.where, D.math

t.equal({math.floor(2.5), math.ceil(-0.5), math.abs(-3)}, {2, 0, 3}, "whole numbers")
t.equal(math.type(math.floor(2.5)), "integer", "floor of a number is an integer")
t.equal(math.type(math.max(1, 2)), "integer", "max of integers is an integer")
t.equal({math.log(8, 2), math.log(100, 10), math.log(math.exp(1))}, {3.0, 2.0, 1.0}, "log with and without a base")
t.equal(math.log(9, 3), 2.0, "log to another base")
t.equal({math.fmod(-7, 3), math.fmod(7, -3.5)}, {-1, 0.0}, "fmod")
t.equal({math.atan(1, -1), math.atan(1)}, {3 * math.pi / 4, math.pi / 4}, "atan")
t.equal({math.min(3, 1, 2), math.max(3, 1, 2.5)}, {1, 3}, "min, max")
t.equal(math.sqrt "16", 4.0, "text that is a number, as in Lua")
t.equal({math.pi, math.huge, math.maxinteger}, {3.141592653589793, 1 / 0, 0x7fffffffffffffff}, "constants")
t.equal(math.tointeger(3.0), 3, "Lua's other functions are there")

local v = vec{-1.5, 0.25, 2}
for _, name in ipairs{"exp", "sin", "cos", "tan", "abs", "floor", "ceil", "deg", "rad", "log1p", "tanh", "sinh",
    "cosh", "sigmoid", "logcosh", "softplus", "relu", "sqrt", "log", "asin", "acos", "atan"} do
    local same = true
    for i = 1, #v do
        local x, y = math[name](v)[i], math[name](v[i])
        same = same and (x == y or (x ~= x and y ~= y))
    end
    t.ok(same, name .. " of a vec is that of its elements")
end
t.equal(math.log(vec{1, 8}, 2), vec{0, 3}, "log of a vec to a base")
t.equal(math.log(vec{1}, nil), vec{0}, "a base of nil is left out")
t.equal(math.max(v, 0), vec{0, 0.25, 2}, "max of a vec and a number")
t.equal(math.min(0, v, vec{-2, -2, -2}), vec{-2, -2, -2}, "min of several")
t.equal(math.atan(vec{1, -1}, -1), vec{3 * math.pi / 4, -3 * math.pi / 4}, "atan of two")
t.equal(math.fmod(vec{5, -5}, 3), vec{2, -2}, "fmod of a vec")
t.equal(math.floor(vec{1.5}), vec{1}, "a vec of length 1 gives one")

t.equal({math.softplus(1000), math.softplus(-1000), math.softplus(0)}, {1000.0, 0.0, math.log(2)}, "softplus")
t.near(math.softplus(-40) / math.exp(-40), 1, 1e-15, "softplus keeps small values")
t.equal({math.softplus(-1 / 0), math.softplus(1 / 0)}, {0.0, 1 / 0}, "softplus at the ends")
t.equal({math.sigmoid(1000), math.sigmoid(-1000), math.sigmoid(0)}, {1.0, 0.0, 0.5}, "sigmoid")
t.near(math.sigmoid(-700) / math.exp(-700), 1, 1e-15, "sigmoid keeps small values")
t.equal(math.logcosh(1000), 1000 - math.log(2), "logcosh does not overflow")
t.near(math.logcosh(1e-9) / 5e-19, 1, 1e-15, "logcosh keeps small values")
t.near(math.logcosh(1), math.log(math.cosh(1)), 1e-16, "logcosh in the middle")
t.near(math.logcosh(1 - 1e-16), math.logcosh(1), 1e-15, "logcosh does not jump")
t.equal({math.relu(-2), math.relu(3), math.relu(0 / 0)}, {0.0, 3.0, 0 / 0}, "relu")
t.equal(math.log1p(1e-20), 1e-20, "log1p keeps small values")

t.equal({where(1, 2, 3), where(0, 2, 3), where(0 / 0, 2, 3)}, {2, 3, 3}, "where of numbers")
t.equal(math.type(where(1, 2, 3)), "integer", "where gives a number as it is")
t.equal(where(v, v, 0), vec{0, 0.25, 2}, "where of vecs")
t.equal(where(1, 2, v), vec{2, 2, 2}, "where has the common length")

local stock = _G.math
t.ok(stock ~= D.math, "Lua's own table is left alone")

local function raises(fn, message)
    t.raises(fn, message)
end
raises(function() math.floor() end, "bad argument #1 to 'floor' (number expected, got no value)")
raises(function() math.floor {} end, "bad argument #1 to 'floor' (number expected, got table)")
raises(function() math.exp "a" end, "bad argument #1 to 'exp' (number expected, got string)")
raises(function() math.max() end, "bad argument #1 to 'max' (number expected, got no value)")
raises(function() math.fmod(1) end, "bad argument #2 to 'fmod' (number expected, got no value)")
raises(function() math.fmod(1, 0) end, "bad argument #2 to 'fmod' (zero)")
raises(function() math.max(v) end, "math.max: expected at least two values, got a vec of length 3 "
    .. "(v:max() and v:min() look at its elements)")
raises(function() where(2 > 1, 1, 2) end,
    "where: expected a number, a vec or a mat, got true (where(a - b, u, v) is u where a > b)")
raises(function() math.max(v, "a") end, "math.max: expected a number, a vec or a mat, got 'a'")
raises(function() math.max(v, vec{1, 2}) end, "math.max: expected equal lengths, got 3 and 2")
raises(function() where(1, 2) end, "where: expected a number, a vec or a mat, got nil")
raises(function() where(v, vec{1, 2}, 0) end, "where: expected equal lengths, got 3 and 2")

t.done()
