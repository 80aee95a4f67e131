-- mat: construction, rows as views, products, arithmetic, printing, errors.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local vec, mat, math = D.vec, D.mat, D.math

local m = mat{{1, 2}, {3, 4}, {5, 6}}

t.equal({m.rows, m.cols, #m}, {3, 2, 3}, "shape")
t.equal(math.type(m.rows), "integer", "a number of rows is an integer")
t.equal(m:table(), {{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}}, "a list of lists")
t.equal(mat{vec{1, 2}, vec{3, 4}, {5, 6}}, m, "rows may be vecs")
t.equal(mat.columns{vec{1, 3, 5}, {2, 4, 6}}, m, "columns")
t.equal(mat.new(2, 3), mat{{0, 0, 0}, {0, 0, 0}}, "new is zero")
t.equal({mat{}.rows, mat.columns{}.cols, mat.new(0, 5).cols}, {0, 0, 5}, "empty mats")

local a = m:copy()
local row = a[2]
a[1][2] = 9
row[1] = 7
t.equal(a, mat{{1, 9}, {7, 4}, {5, 6}}, "a row is a view: writing to it writes to the mat")
t.equal(a:row(2), row, "row(i) is the same row")
a[3] = {0, 1}
a[1] = a[2]
t.equal(a, mat{{7, 4}, {7, 4}, {0, 1}}, "a row is assigned whole")
t.equal(mat(m), m, "a copy of a mat")
t.equal({m[0], m[4]}, {}, "nil outside")
local view = mat{{1, 2}}[1]
collectgarbage()
collectgarbage()
t.equal(view, vec{1, 2}, "a row keeps its mat alive")
local count = 0
for _, r in ipairs(m) do count = count + r:sum() end
t.equal(count, 21.0, "ipairs over rows")

t.equal(m:col(2), vec{2, 4, 6}, "col")
t.equal(m:t(), mat{{1, 3, 5}, {2, 4, 6}}, "transposed")
t.equal(m:dot(vec{1, 10}), vec{21, 43, 65}, "mat times column")
t.equal(vec{1, 0, 2}:dot(m), vec{11, 14}, "row times mat")
t.equal(m:t():dot(m), mat{{35, 44}, {44, 56}}, "mat times mat")
t.equal(mat{{1}, {2}}:dot(3), vec{3, 6}, "a number is a vec of length 1")
t.equal(mat{{2}}:dot(mat{{3}}), mat{{6}}, "one by one")

t.equal(m + m, 2 * m, "elementwise sum")
t.equal(m * m, mat{{1, 4}, {9, 16}, {25, 36}}, "* is elementwise")
t.equal(m / vec{2}, m * 0.5, "a vec of length 1 is a number")
t.equal(-m, 0 - m, "unary minus")
t.equal(m:map(function(x) return x + 1 end), m + 1, "map")
t.equal(math.exp(m):col(1), math.exp(vec{1, 3, 5}), "math functions take a mat")
t.ok(m ~= mat{{1, 2}} and m ~= vec{1, 2} and m == m:copy(), "== compares shape and values")

t.equal(tostring(mat{{1, 2.5}, {10, 3}, {100, -0.5}}),
    "mat 3x2\n    1   2.5\n   10     3\n  100  -0.5", "prints aligned")
t.equal(tostring(mat{}), "mat 0x0", "prints an empty mat")
t.equal("m: " .. mat{{1}}, "m: mat 1x1\n  1", "joins with text")
local lines = select(2, tostring(mat.new(1000, 50)):gsub("\n", ""))
t.equal(lines, 20, "prints a long mat short")
t.equal(tostring(mat.new(1, 50)), "mat 1x50\n  0  0  0  0  0  ..  0  0", "prints a wide mat short")

local function raises(fn, message)
    t.raises(fn, message)
end
raises(function() mat{{1}, {1, 2}} end, "mat: expected rows of equal length, got 1 in the first and 2 in row 2")
raises(function() mat{{1, 2}, "a"} end, "mat: expected numbers in row 2, got 'a'")
raises(function() mat{{1, "x"}} end, "mat: expected numbers in row 1, got a table")
raises(function() mat(3) end, "mat: expected a list of rows, got 3")
raises(function() mat.columns{{1, 2}, {1}} end,
    "mat.columns: expected columns of equal length, got 2 in the first and 1 in column 2")
raises(function() mat.new(2) end, "mat.new: expected a whole number >= 0 as columns, got nil")
raises(function() mat.new(1e15, 1e15) end, "mat.new: a 1000000000000000x1000000000000000 mat does not fit in memory")
raises(function() return m + mat{{1}} end, "mat +: expected equal shapes, got a 3x2 mat and a 1x1 mat")
raises(function() return m * vec{1, 2} end, "mat *: expected equal shapes, got a 3x2 mat and a vec of length 2 "
    .. "(M:dot(v) is the product of a mat and a vec)")
raises(function() return m + "a" end, "mat +: expected a number or a mat, got 'a'")
raises(function() return m .. m end, "mat ..: expected text, got a 3x2 mat")
raises(function() m:dot(vec{1}) end, "mat:dot: expected a vec of length 2 or a mat with 2 rows, got a vec of length 1")
raises(function() m:dot(m) end, "mat:dot: expected a vec of length 2 or a mat with 2 rows, got a 3x2 mat")
raises(function() m.dot(vec{1}, m) end, "mat:dot: call it with a colon")
raises(function() m:row(4) end, "mat:row: expected a row from 1 to 3, got 4")
raises(function() m:col(0) end, "mat:col: expected a column from 1 to 2, got 0")
raises(function() m[4] = {1, 2} end, "mat: expected a row from 1 to 3 to write to, got 4")
raises(function() m[1] = {1, 2, 3} end, "mat: expected a vec of length 2, got a vec of length 3")
raises(function() m[1] = "a" end, "mat: expected a vec of length 2, got 'a'")
raises(function() m[1][3] = 1 end, "vec: expected an index from 1 to 2 to write to, got 3")
raises(function() m.rows = 4 end, "mat: expected a row from 1 to 3 to write to, got 'rows'")
raises(function() return m.columns end, "mat: no field 'columns'")
raises(function() return mat.colums end, "mat: no field 'colums', did you mean 'columns'?")

t.done()
