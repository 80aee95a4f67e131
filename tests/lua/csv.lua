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

local path
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

-- columns of text
columns, names = csv.read(file("text.csv", 'name,day,v,code\nann,2024-01-05,3,7\n"b ""c""",,4,x\n'))
t.equal(names, {"name", "day", "v", "code"}, "text among numbers")
t.equal(columns, {name = {"ann", 'b "c"'}, day = {"2024-01-05", ""}, v = vec{3, 4}, code = {"7", "x"}},
    "a column with a cell that is no number is a list of strings")
path = t.path "text.csv"
for name, use in pairs{
    vec = function(c) return vec(c) end,
    ["vec of"] = function(c) return mat.columns{columns.v, c} end,
    ["+"] = function(c) return c + 1 end,
    mean = function(c) return c:mean() end,
    law = D.dist.empirical,
    data = function(c) return D.correct(math.exp, c) end,
    option = function(c) return D.plot{series={{x=columns.v, y=c}}} end,
} do
    local _, err = pcall(use, columns.code)
    t.equal(err:match "column .*", "column 'code', " .. path .. ":3:4: expected a number, got 'x'",
        "text used as numbers: " .. name)
end
local p = D.problem.new{dim=1, outer=columns, inner=D.dist.normal{mean=0, sd=1},
    g=function(x, xi, eta) return x*xi.v + eta end, g_mean=function(x, xi) return x*xi.v end,
    f=function(y) return y*y end}
t.equal(p:objective(vec{1}), 12.5, "text that a problem does not use does no harm")
local _, err = pcall(function()
    D.problem.new{dim=1, outer=columns, inner=D.dist.normal{mean=0, sd=1},
        g=function(x, xi, eta) return x*xi.code + eta end, f=function(y) return y*y end}
end)
t.ok(err:find("xi: column 'code', " .. path .. ":3:4: expected a number, got 'x'", 1, true), err)
t.equal(select(3, csv.read(path)),
    {"column 'code' is text, " .. path .. ":3:4: expected a number, got 'x'"}, "nearly numbers: a note")
t.equal(select("#", csv.read(t.path "plain.csv")), 2, "nothing to note")
columns, names = csv.read(path, {columns={"v", "name"}})
t.equal({columns, names}, {{v = vec{3, 4}, name = {"ann", 'b "c"'}}, {"v", "name"}}, "columns=")
t.equal(mat.csv(path, {columns={"v"}}), mat{{3}, {4}}, "mat.csv of some columns")
t.equal({csv.read(file("gaps.csv", "a,b,name\n1,,x\n2,3,NA\n,4,\n5,6,z\n"), {na="drop"})},
    {{a = vec{2, 5}, b = vec{3, 6}, name = {"NA", "z"}}, {"a", "b", "name"},
        {"2 of 4 rows lack a number and are left out"}}, "a missing number drops the row of text too")
t.equal(csv.read(t.path "gaps.csv", {columns={"name"}}).name, {"x", "NA", "", "z"}, "where it is read")

-- shapes that other programs write
local function shape(text, options)
    return {csv.read(file("shape.csv", text), options)}
end
t.equal(shape '"","a","b"\n"1",2,3\n',
    {{index = vec{1}, a = vec{2}, b = vec{3}}, {"index", "a", "b"},
        {"the first column has no name and is called 'index'"}},
    "R's row names")
t.equal(shape "index a\n1 2 3\n", {{index_ = vec{1}, index = vec{2}, a = vec{3}}, {"index_", "index", "a"},
    {"cells are separated by blanks", "the first column has no name and is called 'index_'"}}, "a name that is taken")
t.equal(mat.csv(t.path "shape.csv"), mat{{2, 3}}, "mat.csv leaves it out")
t.equal(mat.csv(t.path "shape.csv", {columns={"index_"}}), mat{{1}}, "or reads it")
t.equal(shape "a,b,\n1,2,\n",
    {{a = vec{1}, b = vec{2}}, {"a", "b"}, {"column 3 has no name and no cells, and is left out"}},
    "Excel's empty column")
t.equal(shape("a,b\n1,2,\n3,4,\n")[1], {a = vec{1, 3}, b = vec{2, 4}}, "of the data alone")
t.equal(shape(",a\n,1\n"),
    {{a = vec{1}}, {"a"}, {"column 1 has no name and no cells, and is left out"}}, "at the front")
t.equal(shape "name,v\nann,3\n", {{name = {"ann"}, v = vec{3}}, {"name", "v"}}, "a column of text")
t.equal(shape "a;b\n1;2\n", {{a = vec{1}, b = vec{2}}, {"a", "b"}, {"cells are separated by ';'"}}, "semicolons")
t.equal(shape "sep=;\r\na;b\r\n1,5;2\r\n", {{a = vec{1.5}, b = vec{2}}, {"a", "b"},
    {"cells are separated by ';'", "numbers have decimal commas"}}, "Excel's first line")
t.equal(shape "a,b\nTRUE,true\nFALSE,False\n", {{a = vec{1, 0}, b = vec{1, 0}}, {"a", "b"}}, "truth values")
t.equal(shape "a,b\n", {{a = vec{}, b = vec{}}, {"a", "b"}, {"there are no rows"}}, "names only: a note")

-- Notes are said at the prompt, not in a script.
local program = ("'%s' -E"):format(os.getenv "DEBIAS")
t.write(t.path "n.csv", "a;b\n1;2\n")
local line = ("t = csv.read '%s'"):format(t.path "n.csv")
local function said(command)
    local pipe <close> = assert(io.popen(command))
    return pipe:read "a":match "debias: note: [^\n]*"
end
t.equal(said(('echo "%s" | %s -i 2>&1'):format(line, program)),
    "debias: note: csv.read: " .. t.path "n.csv" .. ": cells are separated by ';'", "a note at the prompt")
t.equal(said(('echo "%s" | %s -i --quiet 2>&1'):format(line, program)), nil, "no note with --quiet")
t.equal(said(('%s -e "%s" 2>&1'):format(program, line)), nil, "no note in a script")

-- round trips
local hard = vec{0.1, 1 / 3, -0.0, 5e-324, 1.7976931348623157e308, 2 ^ 53 + 2, 1 / 0, -1 / 0}
path = t.path "round.csv"
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

-- a file of more than a mebibyte is read another way
local long = vec.linspace(-1, 1, 60000)
csv.write(path, {x = long, y = -long})
t.ok(#content(path) > 1 << 20, "a large file")
t.equal(csv.read(path), {x = long, y = -long}, "every bit of a large file")
csv.write(path, {x = long, name = long:map(function() return 0 end):table()})
t.equal(mat.csv(path, {columns={"x"}}):col(1), long, "mat.csv of one")

-- errors
local function raises(fn, message)
    t.raises(fn, message)
end
local function bad(text, options, message)
    path = file("bad.csv", text)
    raises(function() csv.read(path, options) end, message:gsub("PATH", (path:gsub("%%", "%%%%"))))
end
local function unnamed(lines)
    return (" (skip=%d, header=false calls the columns c1, c2, ..)"):format(lines)
end
bad("a,b\n1,2\n3\n", nil, "csv.read: PATH:3: expected 2 cells as in line 1, got 1")
bad("a,b\n1,\n", nil, 'csv.read: PATH:2:2: expected a number, got an empty cell (na="drop" leaves such rows out)')
bad('a,b\n1,"2\n', nil, "csv.read: PATH:2:2: expected a closing quote, got the end of the file")
bad("a,b,a\n1,2,3\n", nil, "csv.read: PATH:1:3: expected another name, got 'a' again" .. unnamed(1))
bad("\na,,b\n1,2,3\n", nil, "csv.read: PATH:2:2: expected a name, got an empty cell" .. unnamed(2))
t.equal(csv.read(file("twice.csv", "\na,a\n1,2\n"), {skip = 2, header = false}).c2, vec{2}, "which reads them")
t.equal(csv.read(file("a.csv", 'n\n"1,234"\n'), {thousands = ","}).n, vec{1234}, "thousands")
t.equal(csv.read(file("a.csv", "n\n1 234\n5 678\n"), {thousands = " "}), {n = vec{1234, 5678}}, "with blanks")
bad("a,b\n1,234,2\n5,678,3\n", {thousands = ","}, "csv.read: PATH:2: expected 2 cells as in line 1, got 3")
t.equal({csv.read(file("a.csv", "# x\na,b\n1,2\n"), {comment = "#"})}, {{a = vec{1}, b = vec{2}}, {"a", "b"}},
    "a comment at the top")
t.equal(select(3, csv.read(file("a.csv", "# a,b\n1,2\n"))),
    {"the first name begins with '#'; comment=\"#\" passes over lines at the top that do"}, "a name like a comment")
t.equal(mat.csv(file("a.csv", "by ann\na;b\n1;2\n"), {skip = 1}), mat{{1, 2}}, "mat.csv takes the same options")
bad("a\n1\n", {thousands = ";"}, "csv.read: option 'thousands': expected one of ,|.| |', got ';'")
bad("a\n1\n", {thousands = ",", dec = ","},
    "csv.read: option 'thousands': expected another character than the decimal point")
bad("a\n1\n", {thousands = " ", sep = " "}, "csv.read: option 'thousands': expected another character than sep")
bad("a\n1\n", {comment = "//"}, "csv.read: option 'comment': expected one character, got '//'")
bad("a\n1\n", {skip = -1}, "csv.read: option 'skip': expected a whole number from 0 to 1000000000, got -1")
bad("", nil, "csv.read: PATH: expected a line of names, got an empty file")
bad("1,2\n3,4\n", nil,
    "csv.read: PATH:1: expected names, got numbers (header=false: there are no names, header=true: " ..
    "these are the names)")
bad("a\n1,5\n", nil,
    "csv.read: PATH:2: expected 1 cell as in line 1, got 2 " ..
        "(option 'sep' says what is between cells, 'skip' how many lines stand above the table)")
bad("a,b;c\nd,e;f\n", nil, "csv.read: PATH: expected one separator, got several that fit (option 'sep' says which)")
bad("a,b,\n1,2,3\n", nil, "csv.read: PATH:1:3: expected a name, got an empty cell" .. unnamed(1))
bad("a,b\n1,2\n", {columns={"a", "bb"}}, "csv.read: option 'columns': PATH has no column 'bb', did you mean 'b'?")
bad("a,b\n1,2\n", {columns={1}}, "csv.read: option 'columns': expected a list of names, got 1 at 1")
bad("a,b\n1,2\n", {columns={a="number"}}, "csv.read: option 'columns': expected a list of names, got 'number' at 'a'")
bad("a,b\n1,2\n", {columns={}}, "csv.read: option 'columns': expected at least one name, got none")
bad("a,b\n1,2\n", {columns="a"}, "csv.read: option 'columns': expected a table, got 'a'")
bad("\x1F\x8B\b", nil,
    "csv.read: PATH: expected text in UTF-8, got a gzip file (gunzip it first; an .rds file of R: write.csv it)")
bad("\xFF\xFEa\0", nil, "csv.read: PATH: expected text in UTF-8, got UTF-16 " ..
    "(iconv -f UTF-16 -t UTF-8 converts it; in Excel save it as CSV UTF-8)")
bad("\x93NUMPY\1\0", nil, "csv.read: PATH: expected text in UTF-8, got a NumPy file (npy.read reads it)")
bad("PK\3\4", nil, "csv.read: PATH: expected text in UTF-8, got a zip file " ..
    "(of .xlsx and .ods save a sheet as CSV; npz.read reads .npz)")
bad("a\n1\n", {spe = ";"}, "csv.read: unknown option 'spe', did you mean 'sep'?")
bad("a\n1\n", {sep = ";;"}, "csv.read: option 'sep': expected one character, got ';;'")
bad("sep=1\na\n", nil,
    "csv.read: PATH: expected a separator that is neither a letter, a digit, a sign nor a quote, got '1'")
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

-- Any character between numbers: they are read as they stand, or it is refused, by the option and by the first line.
for byte = 0, 255 do
    local sep = string.char(byte)
    local text = ("a%sb\n1%s-2e1\n\n%s\ninf%s\n1\n"):format(sep, sep, sep, sep)
    for way, open in pairs {
        option = function() return csv.read(file("byte.csv", text), {sep = sep, header = true}) end,
        line = function() return csv.read(file("byte.csv", "sep=" .. sep .. "\n" .. text), {header = true}) end,
    } do
        local done, why = pcall(open)
        local is_refused = not done and why:find("csv.read: ", 1, true)
        t.ok(is_refused or done and not sep:find "[%w+-]", ("byte %d between cells, by %s"):format(byte, way))
    end
end
t.done()
