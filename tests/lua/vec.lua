-- vec: construction, indexing, arithmetic, methods, printing, errors.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local vec, mat, pow2, math = D.vec, D.mat, D.pow2, D.math

local v = vec{1, 2, 3}
local nan = 0 / 0

t.equal(vec{1, 2, 3}:table(), {1.0, 2.0, 3.0}, "a list becomes a vec and back")
t.equal(math.type(v[1]), "float", "elements are floats")
t.equal(math.type(#v), "integer", "a length is an integer")
t.equal(#vec{}, 0, "an empty vec")
t.equal(vec(5), vec{5}, "a number stands for a vec of length 1")
t.equal(vec{vec{1}, 2 + vec{3}}, vec{1, 5}, "vecs of length 1 are numbers among the elements")
local copy = vec(v)
copy[1] = 9
t.equal(v[1], 1.0, "vec of a vec is a copy")

t.equal(vec.zeros(1e1), vec{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "zeros, its length written 1e1")
t.equal(vec.linspace(0, 1, 5), vec{0, 0.25, 0.5, 0.75, 1}, "linspace")
t.equal(vec.linspace(0, 100, 101)[30], 29.0, "linspace hits whole numbers")
t.equal(vec.linspace(3, 4, 1), vec{3}, "linspace of one point")
t.equal(vec.geomspace(1, 1e6, 7), vec{1, 10, 100, 1e3, 1e4, 1e5, 1e6}, "geomspace hits decades")
t.equal(vec.geomspace(-8, -1, 4), vec{-8, -4, -2, -1}, "geomspace of negative numbers")
t.near(vec.geomspace(1, 2, 3)[2], 2 ^ 0.5, 1e-15, "geomspace between")
t.equal(pow2(1, 32), vec{1, 2, 4, 8, 16, 32}, "pow2")
t.equal(pow2(3, 20), vec{3, 6, 12}, "pow2 stops at the last that fits")

t.equal(v[2.0], 2.0, "2.0 counts as 2")
t.equal({v[0], v[4], v[-1]}, {}, "nil outside")
local seen = {}
for i, x in ipairs(v) do seen[i] = x end
t.equal(seen, {1.0, 2.0, 3.0}, "ipairs stops at the end")
seen = {}
for i, x in pairs(v) do seen[i] = x end
t.equal(seen, {1.0, 2.0, 3.0}, "pairs")
t.equal({table.unpack(v)}, {1.0, 2.0, 3.0}, "table.unpack")
local w = vec{3, 1, 2}
table.sort(w)
t.equal(w, v, "table.sort")
w[2.0] = vec{7}
t.equal(w, vec{1, 7, 3}, "writing an element")

t.equal(v + v, vec{2, 4, 6}, "vec + vec")
t.equal(v - 1, vec{0, 1, 2}, "vec - number")
t.equal(6 / v, vec{6, 3, 2}, "number / vec")
t.equal(v * vec{2}, vec{2, 4, 6}, "a vec of length 1 goes with any length")
t.equal(vec{2} * v, vec{2, 4, 6}, "on either side")
t.equal(2 ^ v, vec{2, 4, 8}, "number ^ vec")
t.equal(vec{-5, 5.5} % 3, vec{1, 2.5}, "% has the sign of the divisor")
t.equal(vec{5, -5} % -3, vec{-1, -2}, "% of a negative divisor")
t.equal(vec{7, -7} // 2, vec{3, -4}, "floor division")
t.equal(-v, vec{-1, -2, -3}, "unary minus")
t.equal(#(vec{} + 1), 0, "an empty vec stays empty")
for _, f in ipairs{"+", "-", "*", "/", "%", "^", "//"} do
    local op = load("local a, b = ... return a " .. f .. " b")
    local a, b = vec{-7.3, 0.1, 2, 1e300, 5}, vec{2.1, -3, 2, 1e10, -0.5}
    local same = true
    for i = 1, #a do
        local x, y = op(a, b)[i], op(a[i], b[i])
        same = same and (x == y or (x ~= x and y ~= y))
    end
    t.ok(same, f .. " gives the bits of Lua's own arithmetic")
end

t.equal(v .. 4, vec{1, 2, 3, 4}, "vec .. number joins")
t.equal(0 .. v .. v, vec{0, 1, 2, 3, 1, 2, 3}, "joins several")
t.equal("v = " .. v, "v = vec{1, 2, 3}", "text .. vec is text")
t.equal(v .. "!", "vec{1, 2, 3}!", "vec .. text is text")

t.ok(vec{1, 2} == vec{1, 2} and vec{1, 2} ~= vec{1, 3} and vec{1} ~= vec{1, 1}, "== compares values")
t.ok(vec{0 / 0} ~= vec{0 / 0}, "NaN differs from itself")
t.ok(vec{1} < 2 and vec{3} > vec{2} and vec{3} >= 3, "vecs of length 1 compare as numbers")

t.equal(v:dot(v), 14.0, "dot")
t.equal(vec{2}:dot(3), 6.0, "dot of single numbers")
t.equal(v:dot(mat{{1, 2}, {3, 4}, {5, 6}}), vec{22, 28}, "dot of a row and a mat")
t.equal(vec{3, 4}:norm(), 5.0, "norm")
t.near(vec{3e200, 4e200}:norm() / 5e200, 1, 1e-15, "norm does not overflow")
t.near(vec{3e-200, 4e-200}:norm() / 5e-200, 1, 1e-15, "nor underflow")
t.equal(vec{1, math.huge}:norm(), math.huge, "norm with an infinite element")
t.equal({v:sum(), v:mean(), v:var(), v:sd(), v:min(), v:max()}, {6.0, 2.0, 1.0, 1.0, 1.0, 3.0}, "reductions")
t.equal(vec{1e9 + 1, 1e9 + 2, 1e9 + 3}:var(), 1.0, "var of far numbers")
t.equal({vec{}:sum(), vec{}:norm()}, {0.0, 0.0}, "sums of nothing are 0")
t.equal({vec{}:mean(), vec{5}:var(), vec{5}:sd(), vec{}:max()}, {nan, nan, nan, nan}, "what is undefined is NaN")
t.equal(vec{1, 0 / 0, 3}:max(), 0 / 0, "max of a NaN is NaN")
t.equal(v:map(function(x) return x * x end), vec{1, 4, 9}, "map")
t.equal(v:map(math.exp), math.exp(v), "map passes one argument")
t.equal(v:slice(2), vec{2, 3}, "slice to the end")
t.equal(v:slice(1, 2), vec{1, 2}, "slice")
t.equal(v:slice(-2, -1), vec{2, 3}, "slice counts from the end")
t.equal(v:slice(0, 99), v, "slice stays inside")
t.equal({#v:slice(3, 2), #v:slice(5), #v:slice(1, -9)}, {0, 0, 0}, "empty slices")
t.ok(v:copy() == v and not rawequal(v:copy(), v), "copy")

t.equal(tostring(vec{1, 2.5, -3e-7, 1 / 3}), "vec{1, 2.5, -3e-07, 0.333333}", "prints 6 digits")
t.equal(tostring(vec{}), "vec{}", "prints an empty vec")
t.equal(tostring(vec.linspace(1, 100, 100)),
    "vec{1, 2, 3, 4, 5, 6, .., 99, 100} (100)", "prints a long vec short")
t.equal(tostring(vec{0 / 0, 1 / 0, -1 / 0}), "vec{nan, inf, -inf}", "prints what is not finite")

local function raises(fn, message)
    t.raises(fn, message)
end
raises(function() vec{1, "a"} end, "vec: expected numbers, got 'a' at element 2")
raises(function() vec{1, nil, 3} end, "vec: expected numbers, got nil at element 2")
raises(function() vec(nil) end, "vec: expected a list of numbers, got nil")
raises(function() vec{a = 1} end, "vec: expected a list of numbers, got a table with the key 'a'")
raises(function() return v + vec{1, 2} end, "vec +: expected equal lengths, got 3 and 2")
raises(function() return vec{} * v end, "vec *: expected equal lengths, got 0 and 3")
raises(function() return v ^ "a" end, "vec ^: expected a number or a vec, got 'a'")
raises(function() return nil - v end, "vec -: expected a number or a vec, got nil")
raises(function() return v .. {} end, "vec ..: expected a number, a vec or text, got a table")
raises(function() return v < v end, "vec <: expected a number, got a vec of length 3")
raises(function() v[4] = 1 end, "vec: expected an index from 1 to 3 to write to, got 4")
raises(function() v[0] = 1 end, "vec: expected an index from 1 to 3 to write to, got 0")
raises(function() v.x = 1 end, "vec: expected an index from 1 to 3 to write to, got 'x'")
raises(function() v[1] = "1" end, "vec: expected a number, got '1'")
raises(function() return v.nomr end, "vec: no field 'nomr', did you mean 'norm'?")
raises(function() return v[1.5] end, "vec: no field '1.5'")
raises(function() v.sum() end, "vec:sum: call it with a colon")
raises(function() v.dot(1, v) end, "vec:dot: call it with a colon")
raises(function() v:dot(vec{1}) end, "vec:dot: expected a vec of length 3 or a mat with 3 rows, got a vec of length 1")
raises(function() v:dot() end, "vec:dot: expected a vec or a mat, got nil")
raises(function() v:map() end, "vec:map: expected a function, got nil")
raises(function() v:map(function() end) end, "vec:map: expected the function to return a number, got nil at element 1")
raises(function() v:slice() end, "vec:slice: expected a whole number as i, got nil")
raises(function() v:slice(1.5) end, "vec:slice: expected a whole number as i, got 1.5")
raises(function() vec.zeros(-1) end, "vec.zeros: expected a whole number >= 0 as n, got -1")
raises(function() vec.zeros(2.5) end, "vec.zeros: expected a whole number >= 0 as n, got 2.5")
raises(function() vec.zeros(0 / 0) end, "vec.zeros: expected a whole number >= 0 as n, got nan")
raises(function() vec.linspace(1) end, "vec.linspace: expected a number as b, got nil")
raises(function() vec.linspace(0, 1, 0) end, "vec.linspace: expected a whole number >= 1 as n, got 0")
raises(function() vec.geomspace(0, 1, 3) end, "vec.geomspace: expected two numbers of one sign, got 0.0 and 1.0")
raises(function() pow2(0, 8) end, "pow2: expected 0 < a <= b, got 0.0 and 8.0")
raises(function() pow2(1, math.huge) end, "pow2: expected 0 < a <= b, got 1.0 and inf")
raises(function() return vec.zeroes end, "vec: no field 'zeroes', did you mean 'zeros'?")

t.done()
