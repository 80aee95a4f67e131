-- npy and npz: NumPy's files, those that it wrote (tests/lua/tables), round trips, and what is none of them.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local npy, npz, vec, mat = D.npy, D.npz, D.vec, D.mat

local FOLDER = "tests/lua/tables/numpy_"
local three, rows = vec{0.1, -2.5, 1 / 3}, mat{{0, 1, 2}, {3, 4, 5}}

for name, want in pairs{
    f8 = three, big = three, f4 = vec{0.5, -2.5, (string.unpack("<f", string.pack("<f", 0.1)))}, i2 = vec{1, -20, 300},
    u8 = vec{1, 2 ^ 53, 7}, bool = vec{1, 0, 1}, rows = rows, fortran = rows,
} do
    t.equal(npy.read(FOLDER .. name .. ".npy"), want, "NumPy's " .. name)
end
t.equal(npy.read(FOLDER .. "number.npy"), 2.5, "NumPy's array without dimensions")
for _, name in ipairs{"savez", "savez_compressed"} do
    t.equal({npz.read(FOLDER .. name .. ".npz")}, {{x = vec{0.1, -2.5}, m = rows}, {"x", "m"}}, "NumPy's " .. name)
end

-- Round trips, to the last bit.
local hard = vec{0.1, -0.0, 5e-324, 1.7976931348623157e308, 1 / 0, -1 / 0, 2 ^ 53 + 2}
local path = t.path "x.npy"
t.equal(npy.write(path, hard), path, "npy.write returns the path")
t.equal({npy.read(path), 1 / npy.read(path)[2]}, {hard, -1 / 0}, "a vec")
for name, value in pairs{mat = rows, empty = vec{}, ["no rows"] = mat.new(0, 3), ["no columns"] = mat.new(2, 0)} do
    local got = npy.read(npy.write(path, value))
    t.equal({got, tostring(got)}, {value, tostring(value)}, "npy: " .. name)
end
t.equal({npy.read(npy.write(path, {1, 2})), npy.read(npy.write(path, 3))}, {vec{1, 2}, 3.0}, "a list and a number")
local nan = npy.read(npy.write(path, vec{0 / 0}))[1]
t.ok(nan ~= nan, "NaN")
local arrays = {x = hard, m = rows, number = 2.5, ["é b"] = vec{}}
path = t.path "x.npz"
t.equal(npz.write(path, arrays), path, "npz.write returns the path")
t.equal({npz.read(path)}, {arrays, {"m", "number", "x", "é b"}}, "arrays by name")
local bytes = t.read(path)
npz.write(path, arrays)
t.equal(t.read(path), bytes, "equal arrays, equal bytes")
t.equal({npz.read(npz.write(path, {}))}, {{}, {}}, "no array")
local r = D.bias{q=D.poly{0, 0, 1}, dist=D.dist.uniform(0, 1), m={1, 2}, reps=100}
local got, columns = npz.read(r:npz(path)), r:columns()
t.equal({got.m, got.bias, got.operator}, {vec(columns.m), vec(columns.bias), nil}, "the numbers of a result")

-- Every layout of whole numbers: the last one that fits, and beyond what doubles are.
local function file_of(layout, shape, data, order)
    local head = ("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n"):format(layout, order or "False", shape)
    return t.write(t.path "made.npy", "\x93NUMPY\1\0" .. string.pack("<s2", head) .. data)
end
for _, size in ipairs{1, 2, 4, 8} do
    for mark, order in pairs{["<"] = "<", [">"] = ">"} do
        local least, most = -2 ^ (8 * size - 1), size < 8 and 2 ^ (8 * size - 1) - 1 or 2.0 ^ 62
        local data = string.pack(order .. ("i" .. size):rep(3), math.tointeger(least), math.tointeger(most), -1)
        t.equal(npy.read(file_of(mark .. "i" .. size, "(3,)", data)), vec{least, most, -1}, mark .. "i" .. size)
        most = size < 8 and 2 ^ (8 * size) - 1 or 2.0 ^ 62
        data = string.pack(order .. ("I" .. size):rep(2), math.tointeger(most), 7)
        t.equal(npy.read(file_of(mark .. "u" .. size, "(2,)", data)), vec{most, 7}, mark .. "u" .. size)
    end
end
t.equal(npy.read(file_of("<u8", "(1,)", "\0\0\0\0\0\0\0\x80")), vec{2 ^ 63}, "2^63")
t.equal(npy.read(file_of("<f8", "(2, 3)", string.pack("<dddddd", 1, 4, 2, 5, 3, 6), "True")),
    mat{{1, 2, 3}, {4, 5, 6}}, "Fortran order")

-- What is none.
local made = t.path "made.npy"
local function refused(fn, message)
    t.raises(fn, message:gsub("MADE", (made:gsub("%%", "%%%%"))), nil)
end
local function bad(layout, shape, data, message)
    file_of(layout, shape, data)
    refused(function() return npy.read(made), nil end, "npy.read: MADE: " .. message)
end
local EIGHT = "        "
bad("<f8", "(2,)", EIGHT, "expected all numbers of an array (2,), got fewer")
bad("<f8", "(1, 2)", EIGHT, "expected all numbers of an array (1, 2), got fewer")
bad("<f8", "(2147483647, 2147483647)", EIGHT, "expected all numbers of an array (2147483647, 2147483647), got fewer")
for _, shape in ipairs{"(9007199254740993, 9007199254740993)", "(4503599627370496, 0)", "(0, 4503599627370496)",
    "(2147483648,)", "(99999999999999999999,)"} do
    bad("<f8", shape, EIGHT, "expected at most 2^31 - 1 rows and columns, got " .. shape)
end
for _, shape in ipairs{"(-1,)", "(1.0,)", "(0x1,)"} do
    bad("<f8", shape, EIGHT, "expected an array of NumPy's, got one that is cut off or damaged")
end
bad("<f8", "()", EIGHT .. "x", "expected the end of the file after an array (), got 1 bytes")
bad("<f8", "(1, 1)", EIGHT .. EIGHT, "expected the end of the file after an array (1, 1), got 8 bytes")
bad("<f8", "(1, 1, 1)", EIGHT, "expected at most 2 dimensions, got 3: (1, 1, 1)")
bad("<c8", "(1,)", EIGHT, "expected numbers (f4, f8, i1 .. i8, u1 .. u8 or bool), got '<c8'")
bad("|O", "(1,)", EIGHT, "expected numbers (f4, f8, i1 .. i8, u1 .. u8 or bool), got '|O'")
bad("<i8", "(2,)", string.pack("<i8i8", 1, -(1 << 53) - 1), "expected numbers, got -9007199254740993, " ..
    "which no double is (whole numbers are exact up to 2^53), at element 2")
t.write(made, "\x93NUMPY\1\0")
refused(function() npy.read(made) end, "npy.read: MADE: expected an array of NumPy's, got other bytes")
t.write(made, "\x93NUMPY\1\0\255\0{")
refused(function() npy.read(made) end,
    "npy.read: MADE: expected an array of NumPy's, got one that is cut off or damaged")
refused(function() npy.read(FOLDER .. "savez.npz") end,
    "npy.read: " .. FOLDER .. "savez.npz: expected an array of NumPy's, got other bytes")
refused(function() npz.read(made) end,
    "npz.read: MADE: expected a zip file of arrays, got other bytes or a damaged one")
refused(function() npy.write(made, "x") end, "npy.write: expected a vec, a mat or a number, got 'x'")
refused(function() npz.write(made, {a = "x"}) end, "npz.write: expected a vec, a mat or a number as 'a', got 'x'")
refused(function() npz.write(made, {vec{1}}) end, "npz.write: expected names of arrays, got 1")
refused(function() npz.write(made, vec{1}) end, "npz.write: expected a table of arrays, got a vec of length 1")

-- An archive names the same bytes again and again, or the same name twice.
local packed = t.read(FOLDER .. "savez_compressed.npz")
local first, last = packed:find "PK\1\2", packed:find "PK\5\6"
local directory, many = packed:sub(first, last - 1), 500
t.write(made, packed:sub(1, first - 1) .. directory:rep(many) .. packed:sub(last, last + 7)
    .. string.pack("<I2 I2 I4 I4 I2", 2 * many, 2 * many, many * #directory, first - 1, 0))
refused(function() npz.read(made) end,
    "npz.read: MADE: expected a zip file of arrays, got other bytes or a damaged one")
t.write(made, (packed:gsub("x%.npy", "m.npy")))
refused(function() npz.read(made) end, "npz.read: MADE: expected each array once, got 'm' again")

-- Bytes changed or cut off anywhere: read or refused, by a sentence.
math.randomseed(1)
local archives = {t.read(FOLDER .. "savez.npz"), t.read(FOLDER .. "savez_compressed.npz"), t.read(FOLDER .. "rows.npy")}
local told, rounds = 0, os.getenv "QUICK" and 300 or 3000
for round = 1, rounds do
    local text = archives[round % 3 + 1]
    local at = math.random(#text)
    local change = string.char(math.random(0, 255)):rep(math.random(0, 3))
    t.write(made, text:sub(1, at - 1) .. change .. (round % 2 == 0 and text:sub(at + #change) or ""))
    local ok, err = pcall(round % 3 == 2 and npy.read or npz.read, made)
    told = told + ((ok or err:find("np[yz].read: " )) and 1 or 0)
end
t.equal(told, rounds, "changed bytes")

-- NumPy reads what was written.
local python = os.execute "/usr/bin/python3 -c 'import numpy' 2>/dev/null" and "/usr/bin/python3"
    or os.execute "python3 -c 'import numpy' 2>/dev/null" and "python3"
if python then
    npy.write(t.path "a.npy", rows)
    npz.write(t.path "a.npz", {x = hard, m = rows, s = 2.5})
    local script = t.write(t.path "check.py", [[
import sys, numpy as np
a, z = np.load(sys.argv[1]), np.load(sys.argv[2])
assert a.shape == (2, 3) and (a == np.arange(6).reshape(2, 3)).all()
assert sorted(z.files) == ["m", "s", "x"] and z["s"] == 2.5 and (z["m"] == a).all()
assert z["x"].tobytes() == np.array([0.1, -0.0, 5e-324, 1.7976931348623157e308, np.inf, -np.inf, 2**53 + 2]).tobytes()
]])
    t.ok(os.execute(("%s '%s' '%s' '%s'"):format(python, script, t.path "a.npy", t.path "a.npz")), "NumPy reads them")
else
    t.skip("NumPy reads them", "no NumPy")
end

t.done()
