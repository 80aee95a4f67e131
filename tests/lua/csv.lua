-- csv.read, csv.write, mat.csv: files as people have them, exact round trips, errors that name the place.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local csv, mat, vec = D.csv, D.mat, D.vec

local function file(name, text)
    local path = t.path(name)
    local handle <close> = assert(io.open(path, "wb"))
    handle:write(text)
    return path
end

local function content(path)
    local handle <close> = assert(io.open(path, "rb"))
    return handle:read "a"
end

local columns, names = csv.read(file("plain.csv", "a,b\n1,2.5\n-3e2,4\n"))
t.equal(names, {"a", "b"}, "names in order")
t.equal({columns.a, columns.b}, {vec{1, -300}, vec{2.5, 4}}, "columns by name")
columns, names = csv.read(file("excel.csv", '\xEF\xBB\xBF"first name";"say ""x"""\r\n1,5;-2\r\n;3\r\n\r\n'),
    {dec = ",", na = "drop"})
t.equal(names, {"first name", 'say "x"'}, "names in quotes, after a byte order mark")
t.equal(columns, {["first name"] = vec{1.5}, ['say "x"'] = vec{-2}}, "decimal comma; a row is dropped")
t.equal(csv.read(file("tab.csv", "a\tb\n1\t2\n"), {sep = "\t"}).b, vec{2}, "tabs")
t.equal(#csv.read(file("names.csv", "a,b\n")).a, 0, "names only")
columns, names = csv.read(file("bare.csv", "1,2\n3,4\n"), {header = false})
t.equal({names, columns.c2}, {{"c1", "c2"}, vec{2, 4}}, "no names")
columns, names = csv.read(file("years.csv", "2001,2002\n3,4\n"), {header = true})
t.equal({names, columns["2002"]}, {{"2001", "2002"}, vec{4}}, "names that are numbers")

local m
m, names = mat.csv(t.path "plain.csv")
t.equal({m, names}, {mat{{1, 2.5}, {-300, 4}}, {"a", "b"}}, "mat.csv")
t.equal(mat.csv(t.path "bare.csv", {header = false}), mat{{1, 2}, {3, 4}}, "mat.csv without names")

-- round trips
local hard = vec{0.1, 1 / 3, -0.0, 5e-324, 1.7976931348623157e308, 2 ^ 53 + 2, 1 / 0, -1 / 0}
local path = t.path "round.csv"
t.equal(csv.write(path, {x = hard, ['a "b", c'] = -hard}), path, "write returns the path")
columns, names = csv.read(path)
t.equal(names, {'a "b", c', "x"}, "without names, in alphabetical order")
t.equal(columns, {x = hard, ['a "b", c'] = -hard}, "every bit comes back")
t.equal(math.type(1 / columns.x[3]) and 1 / columns.x[3], -1 / 0, "the sign of zero too")
csv.write(path, {a = {1, 2}, b = vec{0.5, 0 / 0}, c = {"x", 'y "z", w'}}, {"c", "b", "a"})
t.equal(content(path), 'c,b,a\nx,0.5,1\n"y ""z"", w",,2\n', "names give the order; NaN is an empty cell")
csv.write(path, {x = vec{}}, {"x"})
t.equal(content(path), "x\n", "no rows")

for _, locale in ipairs{"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"} do
    if os.setlocale(locale, "numeric") then
        csv.write(path, {x = hard})
        t.equal({csv.read(path).x, tostring(vec{0.5})}, {hard, "vec{0.5}"}, "the locale changes nothing: " .. locale)
        os.setlocale("C", "numeric")
    end
end

-- errors
local function raises(fn, message)
    t.raises(fn, message)
end
local function bad(text, options, message)
    path = file("bad.csv", text)
    raises(function() csv.read(path, options) end, message:gsub("PATH", (path:gsub("%%", "%%%%"))))
end
bad("a,b\n1,2\n3,abc\n", nil, "csv.read: PATH:3:2: expected a number, got 'abc'")
bad("a,b\n1,2\n3\n", nil, "csv.read: PATH:3: expected 2 cells as in the first line, got 1")
bad("a,b\n1,\n", nil, 'csv.read: PATH:2:2: expected a number, got an empty cell (na="drop" leaves such rows out)')
bad('a,b\n1,"2\n', nil, "csv.read: PATH:2:2: expected a closing quote, got the end of the file")
bad("a,b,a\n1,2,3\n", nil, "csv.read: PATH:1:3: expected another name, got 'a' again")
bad("\na,,b\n1,2,3\n", nil, "csv.read: PATH:2:2: expected a name, got an empty cell")
bad("", nil, "csv.read: PATH: expected a line of names, got an empty file")
bad("1,2\n3,4\n", nil,
    "csv.read: PATH:1: expected names, got numbers (header=false: there are no names, header=true: " ..
    "these are the names)")
bad("a;b\n1,5;2\n", nil, "csv.read: PATH:2: expected 1 cell as in the first line, got 2")
bad("a\n1\n", {spe = ";"}, "csv.read: unknown option 'spe', did you mean 'sep'?")
bad("a\n1\n", {sep = ";;"}, "csv.read: option 'sep': expected one character, got ';;'")
bad("a\n1\n", {sep = ",", dec = ","}, "csv.read: option 'sep': expected another character than the decimal point")
bad("a\n1\n", {na = "skip"}, "csv.read: option 'na': expected one of error|drop, got 'skip'")
bad("a\n1\n", ";", "csv.read: expected a table of options, got ';'")
path = t.path "bad.csv"
raises(function() mat.csv(file("bad.csv", "a\nx\n")) end, "mat.csv: " .. path .. ":2:1: expected a number, got 'x'")
raises(function() csv.read "/nonexistent.csv" end,
    "csv.read: cannot read '/nonexistent.csv': No such file or directory")
raises(function() csv.read "/" end, "csv.read: cannot read '/': Is a directory")
raises(function() csv.read(nil) end, "csv.read: expected a file name, got nil")
raises(function() csv.write("/nonexistent/x.csv", {x = hard}) end,
    "csv.write: cannot write '/nonexistent/x.csv': No such file or directory")
raises(function() csv.write(path, hard) end, "csv.write: expected a table of columns, got a vec of length 8")
raises(function() csv.write(path, {}) end, "csv.write: expected at least one column, got none")
raises(function() csv.write(path, {x = hard}, "x") end, "csv.write: expected a list of names, got 'x'")
raises(function() csv.write(path, {x = hard}, {"y"}) end,
    "csv.write: expected a vec or a list as column 'y', got nil")
raises(function() csv.write(path, {hard}, {1}) end, "csv.write: expected names of columns, got 1")
raises(function() csv.write(path, {x = hard, y = {1, 2}}, {"x", "y"}) end,
    "csv.write: expected 8 values in column 'y', got 2")
raises(function() csv.write(path, {x = {1, {}}}) end,
    "csv.write: expected numbers or strings in column 'x', got a table")
raises(function() return csv.raed end, "csv: no field 'raed', did you mean 'read'?")
t.equal(content(path), "a\nx\n", "a failed write leaves the file as it was")

t.done()
