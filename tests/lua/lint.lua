-- --lint: nothing is wrong in what comes with the program; a misspelled option, word, method or global of it is named
-- with its line and column; nothing is run.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local pages, system = core.use "guide/pages", core.system
if not pcall(core.use("lint/tree"), "") then
    t.skip("--lint", "the parser of luacheck is not there (lua-check)")
    t.done()
    os.exit()
end
local lint = core.use "lint/lint"

-- What is wrong, in one text.
local function complaints(text)
    local lines = {}
    for i, each in ipairs((lint.text(text))) do
        lines[i] = ("%d:%d: %s"):format(each.line, each.column, each.message)
    end
    return table.concat(lines, "\n")
end

-- What comes with the program --------------------------------------------------------------------------------

for _, path in ipairs(system.files "") do
    local shown = path:match "^demos/.*%.lua$" or path:match "^plots/.*%.lua$"
    if shown then
        t.equal(complaints(t.read(path)), "", path)
    end
end

-- The entries that are Lua, as one script.
local function script(entries)
    local text = {}
    for _, lines in ipairs(entries) do
        local entry = table.concat(lines, "\n")
        text[#text + 1] = load(entry) and entry or load("return " .. entry) and "local _ = " .. entry or nil
    end
    return table.concat(text, "\n")
end

for name, page in pairs(pages.all()) do
    if page.example then
        t.equal(complaints(script(core.use("prompt/example").entries(page))), "", "the example of " .. name)
    end
end

for _, path in ipairs(system.files "lua/lesson/") do
    for _, step in ipairs(system.import(path)().steps or {}) do
        local code = type(step) == "table" and (step.run or step.code or step.entry)
        if type(code) == "string" then
            t.equal(complaints(script {{code}}), "", path)
        end
    end
end

-- Mistakes made everywhere ------------------------------------------------------------------------------------

local lex = core.use "prompt/lex"

-- The page of the public function of which a call begins at this token, "bias" or "dist.normal"; nil for what has a dot
-- or a colon before it, as a method of what is not known.
local function called(tokens, i)
    local name, first = tokens[i].text, i
    if tokens[i].kind ~= "name" then
        return nil
    elseif tokens[i - 1] and tokens[i - 1].kind == "." and tokens[i - 2].kind == "name" then
        name, first = tokens[i - 2].text .. "." .. name, i - 2
    end
    local before = tokens[first - 1] and tokens[first - 1].kind
    return before ~= "." and before ~= ":" and pages.all()[name] and name or nil
end

-- Where the options stand that calls of public functions get in braces: a list of {from =, name =, page =}.
local function options_in(text)
    local found, open, tokens = {}, {}, lex(text)
    for i, token in ipairs(tokens) do
        local before, after = tokens[i - 1] and tokens[i - 1].kind, tokens[i + 1] and tokens[i + 1].kind
        if token.kind == "{" then
            local page = i > 1 and called(tokens, i - 1)
            open[#open + 1] = page and #pages.params(pages.all()[page]) > 0 and page or false
        elseif token.kind == "keyword" and ("function do if repeat"):find(token.text, 1, true) then
            open[#open + 1] = false
        elseif token.kind == "}" or token.text == "end" or token.text == "until" then
            open[#open] = nil
        elseif token.kind == "name" and after == "=" and (before == "{" or before == "," or before == ";")
            and open[#open] then
            found[#found + 1] = {from = token.from, name = token.text, page = open[#open]}
        end
    end
    return found
end

local count = 0
for _, path in ipairs(system.files "demos/") do
    local text = path:find "%.lua$" and t.read(path) or ""
    for _, at in ipairs(options_in(text)) do
        local before, after = text:sub(1, at.from - 1), text:sub(at.from + #at.name)
        local line, column = select(2, before:gsub("\n", "")) + 1, utf8.len(before:match "[^\n]*$") + 1
        local want = ("%d:%d: %s: unknown option '%szq'"):format(line, column, at.page, at.name)
        local got = complaints(before .. at.name .. "zq" .. after)
        t.ok(got:find(want, 1, true), ("%s: %s in: %s"):format(path, want, got))
        count = count + 1
    end
end
t.ok(count > 100, count .. " options of demos")

-- Every word that an option may be: another one is refused, in a call of each public function that has it.
for name, page in pairs(pages.all()) do
    local takes = type(pages.value(name)) == "function" and not name:find ":"
    for _, param in ipairs(takes and pages.params(page) or {}) do
        if param.kind == "choice" and (tostring(page.usage):find(name .. "{", 1, true)) then
            local text = ("%s{%s = 'zq'}"):format(name, param.name)
            t.ok(complaints(text):find(("%s: option '%s': expected one of "):format(name, param.name), 1, true),
                name .. ": a word for " .. param.name)
            text = ("%s{%s = '%s'}"):format(name, param.name, param.choices:match "[^|]+")
            t.equal(complaints(text), "", name .. ": " .. text)
        end
    end
end

-- Values that an option cannot have: what is said of them is said in a run, in the same words.
local values = {["-1.5"] = -1.5, ["0"] = 0, ["1e300"] = 1e300, ["'zq'"] = "zq", ["true"] = true, ["{}"] = {},
    ["{1, 'zq'}"] = {1, "zq"}, ["function() end"] = function() end}
local refused, same, differing = 0, 0, {}
for name, page in pairs(pages.all()) do
    local f = pages.value(name)
    local takes = type(f) == "function" and not name:find ":" and tostring(page.usage):find(name .. "{", 1, true)
    for _, param in ipairs(takes and pages.params(page) or {}) do
        for text, value in pairs(values) do
            local word = complaints(("%s{%s = %s}"):format(name, param.name, text)):match ": (option '.*)$"
            local fine, why = pcall(f, {[param.name] = value})
            refused, same = refused + (word and 1 or 0), same + (word and tostring(why):find(word, 1, true) and 1 or 0)
            differing[#differing + 1] = word and fine and ("%s{%s = %s}"):format(name, param.name, text) or nil
        end
    end
end
t.equal(differing, {}, "no run takes what --lint refuses")
t.ok(refused > 200 and same > 0.8*refused, ("%d values, %d of them refused in the same words"):format(refused, same))

-- Each kind of mistake, and what is none ----------------------------------------------------------------------

for text, want in pairs {
    ["x = = 3"] = "1:5: unexpected symbol near '='",
    ["local x = 1\nfor i = 1 do end"] = "2:11: ',' expected near 'do'",
    ["print(fo)"] = "1:7: unknown global 'fo', did you mean 'io'?",
    ["print(biass{})"] = "1:7: unknown global 'biass', did you mean 'bias'?",
    ["local function f() return y end y = f()"] = "",
    ["local x = x"] = "1:11: unknown global 'x'",
    ["local function f() return f end"] = "",
    ["for i, v in ipairs{} do print(i, v) end print(v)"] = "1:47: unknown global 'v'",
    ["repeat local done = true until done"] = "",
    ["goto e ::e::"] = "",
    ["math.cso(1)"] = "1:6: math: no field 'cso', did you mean 'cos'?",
    ["math.mine = 1 print(math.mine)"] = "",
    ["dist.nromal(0, 1)"] = "1:6: dist: no field 'nromal', did you mean 'normal'?",
    ["local bias = print bias{anything = 1}"] = "",
    ["local d = dist.normal(0, 1) d:maen()"] = "1:31: dist: no method 'maen', did you mean 'mean'?",
    ["local d = dist.normal(0, 1) d = {} d:maen()"] = "",
    ["bias{}:plto()"] = "1:8: bias: no method 'plto', did you mean 'plot'?",
    ["(function(x) x:anything() end)(1)"] = "",
    ["local r = run{method = 'bsg'}"] = "1:24: run: option 'method': no method 'bsg', did you mean 'bsgd'?",
    ["local m = 'bsgd' run{method = m, beta = 0.5, inner = 1}"] =
        "1:46: run: unknown option 'inner', did you mean 'm'?",
    ["compare{methods = {{'bsgd', mm = 1}}}"] = "1:29: compare: unknown option 'mm', did you mean 'm'?",
    ["run{m = 0}"] = "1:9: run: option 'm': expected a whole number from 1 to 1000000000, got 0",
    ["run{step = 0.1, clip = -2}"] = "1:24: run: option 'clip': expected a number > 0, got -2",
    ["run{reps = 2.5}"] = "1:12: run: option 'reps': expected a whole number from 1 to 1000000, got 2.5",
    ["run{reps = {1}, seed = n}"] = "1:12: run: option 'reps': expected a whole number from 1 to 1000000, got a table\n"
        .. "1:24: unknown global 'n'",
    ["run{problem = 'a'}"] = "1:15: run: option 'problem': expected a problem, got 'a'",
    ["run{on_record = 3}"] = "1:17: run: option 'on_record': expected a function, got 3",
    ["run{prox = 'l3'}"] = "1:12: run: option 'prox': no prox 'l3', did you mean 'l1'?",
    ["bias{m = {4, 0}}"] = "1:10: bias: option 'm': expected numbers from 1 to 1000000000, got 0 at element 2",
    ["tune{grid = {step = {1e-3, 1e-2}, m = {1, 2}}, methods = {{'bsgd', m = 0}}}"] =
        "1:72: tune: option 'm': expected a whole number from 1 to 1000000000, got 0",
    ["demo 'rase' demo('race')"] = "1:6: demo: no demo 'rase', did you mean 'race'?",
    ["figure('1c'):save 'a.pdf'"] = "1:8: figure: no figure '1c', did you mean '1a'?",
    ["csv.example 'breast_cancre'"] = "1:13: csv.example: no table 'breast_cancre', did you mean 'breast_cancer'?",
    ["bias{m = {4, #{}}, reps = 2*3}"] = "",
    ["compare{methods = {{'bsg', m = 1}}}"] = "1:21: compare: no method 'bsg', did you mean 'bsgd'?",
    ["plot{series = {{y = {1}, line = 'no'}}}"] = "1:33: plot: option 'line': expected a boolean, got 'no'",
    ["plot{x = {scal = 'log'}}"] = "1:11: plot: unknown option 'scal', did you mean 'scale'?",
    ["local o = {repz = 1} bias(o)"] = "1:12: bias: unknown option 'repz', did you mean 'reps'?",
    ["local D = require 'debias' D.run{stpe = 1}"] = "1:34: run: unknown option 'stpe', did you mean 'step'?",
    ["local d = require('debias').dist.normal(0, 1) d:maen()"] = "1:49: dist: no method 'maen', did you mean 'mean'?",
    ["local D = require 'debias' D.rum{}"] = "1:30: debias: no field 'rum', did you mean 'run'?",
    ["local D = require 'debias' local math = D.math print(D.version, math.exp(1), D:anything())"] = "",
    ["local D = require 'other' D.rnu{}"] = "",
    ["local function require() end require 'debias'.rnu()"] = "",
    ["s = ('x'):rpe(3)"] = "1:11: string: no method 'rpe', did you mean 'rep'?",
    ["#!/usr/bin/env debias\nprint(1)"] = "",
    ["x = 'α' .. fo"] = "1:12: unknown global 'fo', did you mean 'io'?",
} do
    t.equal(complaints(text), want, text)
end

-- Nothing is run: neither the script, nor LUA_INIT, nor the rc file.
local path = t.path "script.lua"
t.write(path, "io.open('" .. t.path "ran" .. "', 'w')\nprint(fo)\nprint(bar)\nbias{repz = 1}\n")
local function shell(line)
    local pipe = io.popen(line)
    local text = pipe:read "a"
    local _, _, code = pipe:close()
    return text, code
end
local program = os.getenv "DEBIAS"
local said, code = shell(("LUA_INIT='print(1)' '%s' --lint '%s' 2>&1"):format(program, path))
t.equal(said:gsub(path:gsub("%W", "%%%0"), "FILE"), [[
FILE:2:7: unknown global 'fo', did you mean 'io'?
FILE:3:7: unknown global 'bar'
FILE:4:6: bias: unknown option 'repz', did you mean 'reps'?
FILE: uses bias
]], "lines that editors read")
t.equal(code, 1, "its exit code")
local editors = pages.all().editors.text
local pattern = editors:match '"regexp": "(.-)",':gsub("%.%*%?", ".-"):gsub("\\\\d", "%%d")
t.equal({("a b.lua:4:6: bias: no"):match(pattern)}, {"a b.lua", "4", "6", "bias: no"}, "the pattern for VS Code")
t.ok(editors:find("makeprg=debias\\ --lint\\ %", 1, true), "and the words for Vim")
t.ok(not io.open(t.path "ran"), "the script is not run")
local before = {said, code}
for _, words in ipairs {"-l '%s'", "'-l%s'", "--quiet -l '%s' -e 'os.exit(3)'"} do
    said, code = shell(("LUA_INIT='print(1)' '%s' %s 2>&1"):format(program, words:format(path)))
    local want = words:find "quiet" and before[1]:gsub("[^\n]*uses bias\n", "") or before[1]
    t.equal({said, code}, {want, before[2]}, words .. " is --lint")
end
local fine = t.path "fine.lua"
t.write(fine, "bias{}")
said = shell(("'%s' -l '%s' -l '%s' '%s' 2>/dev/null"):format(program, path, fine, fine))
t.equal(select(2, said:gsub(": uses bias\n", "")), 3, "each file of several is looked at")
said, code = shell(("echo 'print(1)' | '%s' --lint 2>&1"):format(program))
t.equal({said, code}, {"", 0}, "standard input, in which nothing is wrong")
said, code = shell(("'%s' --lint /none/here.lua 2>&1"):format(program))
t.equal({said, code}, {"debias: --lint: cannot read '/none/here.lua': No such file or directory\n", 1},
    "a file that is not there")
said, code = shell(("'%s' -l /none/here.lua 2>&1"):format(program))
t.equal({said, code}, {"debias: --lint: cannot read '/none/here.lua': No such file or directory\n", 1}, "nor for -l")
t.done()
