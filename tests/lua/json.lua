-- json.read: rows, lines and columns, as pandas and others write them; round trips; faults with their place.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local json, vec = D.json, D.vec

local function read(text, options)
    return {json.read(t.write(t.path "x.json", text), options)}
end

local two = {{a = vec{1, 2.5}, b = vec{-3, 4}}, {"a", "b"}}
t.equal(read '[{"a": 1, "b": -3}, {"a": 2.5, "b": 4e0}]', two, "rows")
t.equal(read '{"a": 1, "b": -3}\n{"a": 2.5, "b": 4}\n', two, "lines")
t.equal(read ' {"a":1,"b":-3}\r\n\r\n{"b":4,"a":2.5}', two, "lines, in another order")
t.equal(read '\xEF\xBB\xBF{"a": [1, 2.5], "b": [-3, 4]}', two, "columns")
t.equal(read '{"a": {"0": 1, "1": 2.5}, "b": {"0": -3, "1": 4}}', two, "columns of pandas")
t.equal(read '{"kind": "bias", "spec": {"m": [1, {"x": []}]}, "rows": [{"a": 1, "b": -3}, {"a": 2.5, "b": 4}]}', two,
    "rows among other things")
t.equal(read('[{"a": 1, "b": -3}, {"a": 2.5, "b": 4}]', {columns={"b"}}), {{b = vec{-3, 4}}, {"b"}}, "columns=")
t.equal(read '[{"a": true, "b": -Infinity}, {"a": false, "b": 1}]', {{a = vec{1, 0}, b = vec{-1 / 0, 1}}, {"a", "b"}},
    "truth values and Infinity")
t.equal(read '[{"s": "a\\"\\\\\\/\\n\\u00e9\\ud83d\\ude00\127"}, {"s": ""}, {"s": null}]',
    {{s = {'a"\\/\n\xC3\xA9\xF0\x9F\x98\x80\127', "", ""}}, {"s"}}, "texts")
t.equal(read '[{"s": "\\ud800"}, {"s": "\\udc00x"}, {"s": "\\ud83dy"}]',
    {{s = {"\u{FFFD}", "\u{FFFD}x", "\u{FFFD}y"}}, {"s"}}, "halves of pairs alone are no characters")
t.equal(read '[]', {{}, {}, {"there are no rows"}}, "no rows")
t.equal(read '{"a": []}', {{a = vec{}}, {"a"}, {"there are no rows"}}, "a column without rows")
t.equal(read('[{"a": 1, "b": 2}, {"a": null, "b": 3}, {"b": 4}, {"a": 5, "b": NaN}, {"a": 6, "b": 7}]', {na="drop"}),
    {{a = vec{1, 6}, b = vec{2, 7}}, {"a", "b"}, {"3 of 5 rows lack a number and are left out"}}, "missing numbers")

-- text
local path = t.path "x.json"
local fault = "column 'a', " .. path .. ":1:24: expected a number, got '\"x\"'"
local got = read '[{"a": 0.1, "b": 1},{"a":"x", "b": 2}]'
t.equal(got, {{a = {"0.1", "x"}, b = vec{1, 2}}, {"a", "b"},
    {"some cells are numbers, some are text: " .. fault:gsub("24", "26")}}, "text among numbers: a note")
t.raises(function() vec(got[1].a) end, (fault:gsub("24", "26")))
t.equal(read('[{"a": 9007199254740993}]')[1].a, {"9007199254740993"}, "a whole number that no double is stays text")
t.equal(read('[{"a": 9007199254740994}, {"a": 100000000000000000000}]')[1].a, vec{2 ^ 53 + 2, 1e20}, "others do not")

-- what others wrote
local want = {name = {"ann", "b, c", 'say "x"'}, k = vec{1, 20, 300}}
for _, name in ipairs{"pandas_records.json", "pandas_lines.jsonl", "pandas_columns.json", "python_lists.json"} do
    local fields, names = json.read("tests/lua/tables/" .. name)
    t.equal({fields.name, fields.k, names}, {want.name, want.k, {"name", "x", "k", "day"}}, name)
    t.near(fields.x, vec{0.1, -2.5, 1 / 3}, 1e-10, name .. ": fractions")
end

-- a result's own
local r = D.bias{q=math.exp, dist=D.dist.normal{mean=0, sd=1}, m={1, 2}, reps=100}
local fields, columns = json.read(r:json(path)), r:columns()
for _, name in ipairs{"m", "bias", "exact"} do
    t.equal(vec(fields[name]), vec(columns[name]), "r:json: every bit of " .. name)
end

-- faults
local function bad(text, message, options)
    t.write(path, text)
    t.raises(function() json.read(path, options) end, "json.read: " .. message:gsub("PATH", (path:gsub("%%", "%%%%"))))
end
bad("", "PATH:1:1: expected a list of rows or an object, got the end of the file")
bad("a,b\n1,2\n", "PATH:1:1: expected a list of rows or an object, got 'a'")
bad("[1, 2]", 'PATH:1:2: expected rows as objects {"name": value, ..}, got \'1\'')
bad('[{"a": [1]}]', "PATH:1:8: expected a number, a text or null in row 1 of column 'a', got a list")
bad('[{"a": 1},\n {"a": {"b": 1}}]',
    "PATH:2:8: expected a number, a text or null in row 2 of column 'a', got an object")
bad('{"a": [1, 2], "b": [1]}', "PATH:1:20: expected 2 values in column 'b' as in 'a', got 1")
bad('{"a": [1, 2], "b": 3}', "PATH:1:20: expected a list as column 'b', got '3'")
bad('{"a": {"0": 1, "1": 2}, "b": {"1": 3, "0": 4}}', "PATH:1:31: expected row '0' as in other columns, got '1'")
bad('[{"a": 1, "a": 2}]', "PATH:1:11: expected another name, got 'a' again")
bad('[{"a": 1}\n{"a": 2}]', "PATH:2:1: expected ',' or ']', got an object")
bad('[{"a": 1}] x', "PATH:1:12: expected the end of the file, got 'x'")
bad('[{"a": 01}]', "PATH:1:8: expected a number, a text, true, false or null, got '01'")
bad('[{"a": 1.}]', "PATH:1:8: expected a number, a text, true, false or null, got '1.'")
bad('[{"a": 1e999}]', "PATH:1:8: expected a number, got '1e999', which is beyond the largest")
bad('[{"a": "x\n"}]', "PATH:1:8: expected a closing quote, got the end of the line")
bad('[{"a": "\\x"}]', "PATH:1:9: expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u, got '\\x'")
bad('[{"a": "\\u12"}]', "PATH:1:11: expected four hexadecimal digits after \\u, got '12'")
bad('[{a: 1}]', "PATH:1:3: expected a name in quotes, got 'a'")
bad('[{"a" 1}]', "PATH:1:7: expected ':', got '1'")
bad('[{"a": 1}, {"a": null}]',
    "PATH:1:18: expected a number in column 'a', got none (na=\"drop\" leaves such rows out)")
bad('[{"a": 1}, {"b": 2}]',
    "PATH:1:12: expected a number in column 'a', got none (na=\"drop\" leaves such rows out)")
bad('{"rows": 1, "x": ' .. ("["):rep(200) .. ("]"):rep(200) .. "}",
    "PATH:1:118: expected lists and objects nested up to 100 deep, got a deeper one")
bad("[]", "option 'columns': PATH has no column 'a'", {columns={"a"}})
bad("[]", "option 'na': expected one of error|drop, got 'skip'", {na="skip"})
bad("[]", "unknown option 'nan', did you mean 'na'?", {nan="drop"})
t.raises(function() json.read "/nonexistent.json" end,
    "json.read: cannot read '/nonexistent.json': No such file or directory")

-- Bytes changed anywhere: read, or refused with a place.
math.randomseed(1)
local sound = t.read "tests/lua/tables/python_lists.json"
local told, rounds = 0, os.getenv "QUICK" and 300 or 3000
for _ = 1, rounds do
    local at = math.random(#sound)
    local change = string.char(math.random(0, 255)):rep(math.random(0, 2))
    t.write(path, sound:sub(1, at - 1) .. change .. sound:sub(at + 1))
    local ok, err = pcall(json.read, path)
    told = told + ((ok or err:find "json.read: .*:%d+:%d+: expected") and 1 or 0)
end
t.equal(told, rounds, "changed bytes")

t.done()
