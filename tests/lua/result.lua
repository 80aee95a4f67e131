-- What every experiment returns, on results made by hand from the library's own files.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local vec = D.vec

-- lua/result.lua of the program that runs this test: an upvalue of core.use, which help keeps.
local function find_core(fn, depth)
    for i = 1, 20 do
        local name, value = debug.getupvalue(fn, i)
        if name == "core" then
            return value
        elseif type(value) == "function" and depth > 0 then
            local core = find_core(value, depth - 1)
            if core then return core end
        end
    end
end
local core = find_core(D.help, 3)
local result, json = core.use "result", core.use "json"
local nan = 0 / 0

local read = t.read

local r = result.new("run", {
    step = {1, 2, 10},
    method = {"bsgd", "e-bsgd, new", 'the "third"'},
    gap = vec{0.1, nan, 1 / 3},
}, {"step", "method", "gap"}, {method = "bsgd", m = {1, 2}, x0 = vec{1, 2}, f = print, seed = 1}, {
    double = function(self, factor) return self.diverged * factor end,
}, {stop = "budget", diverged = 3})

t.equal(tostring(r), [[
step  method            gap
   1  bsgd              0.1
   2  e-bsgd, new
  10  the "third"  0.333333
diverged: 3
stop: budget]], "prints as a table")
t.equal(result.text(r, 2):match "third.*%s(%S+)\nd", "0.33", "with fewer digits")
t.equal(#r, 3, "# is the number of rows")
t.equal(r:rows(), {
    {step = 1, method = "bsgd", gap = 0.1},
    {step = 2, method = "e-bsgd, new"},
    {step = 10, method = 'the "third"', gap = 1 / 3},
}, "rows; what is unknown is absent")
t.equal(math.type(r:rows()[1].step), "integer", "whole numbers stay whole")
local columns = r:columns()
t.equal(columns.step, {1, 2, 10}, "columns")
columns.gap[1], columns.step[1] = 7, 7
t.equal({r:columns().gap[1], r:columns().step[1]}, {0.1, 1}, "columns are copies")
r:spec().m[1] = 7
t.equal(r:spec().m, {1, 2}, "spec is a copy")
t.equal({r.stop, r.diverged, r:double(2)}, {"budget", 3, 6}, "constants and own methods")
t.equal({result.kind(r), result.kind {}, getmetatable(r).__name}, {"run", nil, "run"}, "kind")
t.equal(r.rows, r.rows, "a method is one function")

local path = t.path "result.csv"
t.equal(r:csv(path), path, "csv returns the path")
t.equal(read(path), 'step,method,gap\n1,bsgd,0.1\n2,"e-bsgd, new",\n' ..
    '10,"the ""third""",0.3333333333333333\n', "csv")
path = t.path "result.json"
t.equal(r:json(path), path, "json returns the path")
t.equal(read(path), [[
{
"constants":{
"diverged":3,
"stop":"budget"
},
"kind":"run",
"rows":[
{"gap":0.1,"method":"bsgd","step":1},
{"gap":null,"method":"e-bsgd, new","step":2},
{"gap":0.3333333333333333,"method":"the \"third\"","step":10}
],
"spec":{
"f":"a function",
"m":[1,2],
"method":"bsgd",
"seed":1,
"x0":[1,2]
},
"version":"]] .. D.version .. [["
}
]], "json")

-- long and empty ones
local numbers = {}
for i = 1, 1000 do numbers[i] = i end
local long = result.new("bias", {n = numbers}, {"n"})
local lines = {}
for line in tostring(long):gmatch "[^\n]+" do lines[#lines + 1] = line end
t.equal(#lines, 21, "a long table is cut")
t.equal({lines[2], lines[13], lines[14], lines[15], lines[21]}, {"   1", "  12", " ...", " 994", "1000"},
    "in the middle")
local empty = result.new("bias", {}, {}, {}, nil, {why = "no row", flat = false})
t.equal({tostring(empty), #empty, empty:rows()}, {"flat: false\nwhy: no row", 0, {}}, "no columns")
local text = read(empty:json(path))
t.ok(text:find('"rows":[],\n"spec":{},', 1, true), "json without rows")
t.ok(text:find('"constants":{\n"flat":false,\n"why":"no row"\n}', 1, true), "a constant that is false")

local wide, order = {}, {}
for j = 1, 20 do
    order[j] = "column_" .. j
    wide[order[j]] = vec{j / 3}
end
local blocks = tostring(result.new("run", wide, order))
t.equal({blocks:find("\n\ncolumn_1 ", 1, true) ~= nil, #blocks:match "[^\n]+" <= 80}, {true, true},
    "columns that do not fit go on below, after the first")

-- hooks
local hooked = result.new("set", {a = {1}, b = {2}}, {"a"}, {}, {
    select = function(_, options) return {b = {2}}, options.order end,
    notes = function() return {"control variates were used"} end,
    series = function(_, options) return {title = options.title} end,
})
t.equal(hooked:rows {order = {"b"}}, {{b = 2}}, "select decides what rows gives")
t.equal(read(hooked:csv(path, {order = {"b"}})), "b\n2\n", "and csv")
t.equal(tostring(hooked), "a\n1\ncontrol variates were used", "notes stand under the table")
local plot = D.plot
D.plot = function(options) return options.title end -- luacheck: ignore
t.equal(hooked:plot {title = "T"}, "T", "series makes the options of plot")
D.plot = plot -- luacheck: ignore

-- errors
local function raises(fn, message)
    t.raises(fn, message)
end
raises(function() r.rows() end, "run:rows: call it with a colon")
raises(function() r.csv(path) end, "run:csv: call it with a colon")
raises(function() r.double(2) end, "run:double: call it with a colon")
raises(function() r.rows(long) end, "run:rows: call it with a colon")
raises(function() return r.stpo end, "run: no field 'stpo', did you mean 'stop'?")
local has = ", it has columns, csv, diverged, double, json, npz, rows, spec, stop"
raises(function() return r.nothing end, "run: no field 'nothing'" .. has)
raises(function() return r.gap end, "run: no field 'gap', it is a column: read :columns().gap")
raises(function() return r.plot end, "run: no field 'plot'" .. has)
raises(function() return r[1] end, "run: no field '1'" .. has)
raises(function() r.stop = "tol" end, "run: results are read-only, cannot set 'stop'")
raises(function() r:rows {by_rep = true} end, "run:rows: expected no options, got a table")
raises(function() r:csv() end, "run:csv: expected a file name, got nil")
raises(function() r:csv "/nonexistent/r.csv" end,
    "run:csv: cannot write '/nonexistent/r.csv': No such file or directory")
raises(function() r:json "/" end, "run:json: cannot write '/': Is a directory")

-- files are replaced whole; a device is written to
path = t.path "linked.csv"
os.remove(path)
os.execute("ln -s result.csv '" .. path .. "'")
long:csv(path)
t.equal(read(path), read(t.path "result.csv"), "a link is followed")
t.equal(long:csv "/dev/null", "/dev/null", "a device is no file to replace")
t.equal(io.open("/dev/null"):read(1), nil, "and stays one")
t.equal(io.popen("ls '" .. t.path "" .. "' | grep -c part"):read "l", "0", "nothing half-written stays")

-- JSON
t.equal(json.text {1, "a\n\1\"", true, nan, 1 / 0, 0.1, -0.0},
    [=[[1,"a\n\u0001\"",true,null,null,0.1,-0]]=],
    "values")
t.equal(json.text {b = 1, a = {}, [2] = vec{1}, [10] = D.mat{{1, 2}}}, '{"2":[1],"10":[[1,2]],"a":[],"b":1}',
    "keys in order")
t.equal(json.text "é\xff\xc3", '"é\\u00ff\\u00c3"', "bytes that are no UTF-8")
t.equal(json.text "é", '"é"', "UTF-8 stays")
t.equal({json.text(nil), json.text(1e22), json.text(math.mininteger)},
    {"null", "1e+22", "-9223372036854775808"}, "scalars")
raises(function()
    local loop = {}
    loop[1] = loop
    json.text(loop)
end, "json: expected tables nested up to 100 deep, got a deeper one")

t.done()
