-- --sandbox: what a student's script finds, what it is refused, and that no limit can be dodged.
local t = dofile "tests/lua/harness/tap.lua"
local program, folder = os.getenv "DEBIAS", t.path "work"
local quick = os.getenv "QUICK"

local function shell(command)
    local pipe = io.popen(("cd '%s' && %s"):format(folder, command))
    local text = pipe:read "a"
    pipe:close()
    return text
end

local write = t.write

local scripts = 0

-- Starts the program in the working folder, with a script of this text; a function that waits for what it prints.
local function start(text, options)
    scripts = scripts + 1
    local name = ("s%d.lua"):format(scripts)
    write(folder .. "/" .. name, text)
    local command = "cd '%s' && '%s' --quiet --sandbox %s %s 2>&1; echo exit $?"
    local pipe = io.popen(command:format(folder, program, options or "", name))
    return function()
        local output = pipe:read "a"
        pipe:close()
        return (output:gsub(name .. ":", "s.lua:"):gsub("\nexit 0\n$", ""):gsub("\n$", ""))
    end
end

local function output_of(text, options)
    return start(text, options)()
end

os.execute(("mkdir '%s' '%s/sub' '%s'"):format(folder, folder, t.path "other"))
write(t.path "other/secret.csv", "a\n1\n")
write(t.path "other/large.csv", "a\n" .. ("1\n"):rep(600000))
write(t.path "other/secret.lua", "return 1\n")
write(folder .. "/data.csv", "a,b\n1,2\n")
write(folder .. "/module.lua", "#!comment\nreturn {name = ...}\n")
write(folder .. "/code.luac", string.dump(function() return 1 end))
shell "ln -s ../other out; ln -s ../other/secret.csv link.csv; ln -s nowhere loose.csv; ln -s data.csv inner.csv"
shell "mkfifo pipe"
run{problem=problem.instrumental{n=20}, method="bsgd", step=1e-5, samples=1e3, reps=1}:save(t.path "other/secret.run")

-- What there is ------------------------------------------------------------------------------------------------------

local works = {
    {"print(1 + 1, ('x'):rep(3), math.exp(0), #vec{1, 2})", "2\txxx\t1.0\t2"},
    {"local names = {} for name in pairs(_G) do names[#names + 1] = name end table.sort(names)\n"
        .. "print(table.concat(names, ' '))",
        "_G _VERSION arg assert collectgarbage coroutine dofile error getmetatable ipairs load loadfile math next os "
        .. "pairs pcall print rawequal rawget rawlen rawset require select setmetatable string table tonumber tostring "
        .. "type utf8 warn xpcall"},
    {"local names = {} for name in pairs(os) do names[#names + 1] = name end table.sort(names)\n"
        .. "print(table.concat(names, ' '))", "clock date difftime exit time"},
    {"print(csv.read('data.csv').b, csv.read('inner.csv').b)", "vec{2}\tvec{2}"},
    {"print(csv.write('sub/new.csv', {a={1}}), csv.read('./sub/../sub/new.csv').a)", "sub/new.csv\tvec{1}"},
    {"print(plot{series={{x={1, 2}, y={3, 4}}}}:save 'a.png')", "a.png"},
    {"print(load('return ...')(3), load('return x', 'c', 't', {x=4})(), loadfile('module.lua')(5).name,\n"
        .. "dofile('module.lua').name)", "3\t4\t5\tnil"},
    {"print(require('module').name, require 'module' == require 'module', require 'debias' == debias)",
        "module\ttrue\ttrue"},
    {"local r = run{problem=problem.instrumental{n=20}, method='bsgd', step=1e-5, samples=1e3, checkpoint='c.run'}\n"
        .. "print(r.stop, run.load('c.run').stop)", "budget\tbudget"},
    {"print(figure('5a', {quick=true}))", "figure: 2 panels"},
    {"setmetatable(_G, nil) table.concat, ipairs, type, rawget = nil\nprint(pcall(require('debias').help, 'zzzz'))",
        "false\ts.lua:2: help: no page 'zzzz'"},
    {"os.exit(3)", "exit 3"},
}
for _, case in ipairs(works) do
    t.equal(output_of(case[1]), case[2], case[1])
end

-- The scripts that come with the program: none reads a name that the user has taken away.
local empty = output_of [[
local D, all, next, rawset = require "debias", _G, next, rawset
setmetatable(_G, nil)
for _, library in next, {table, math, os, utf8, coroutine} do
    for name in next, library do
        library[name] = nil
    end
end
for name in next, all do
    rawset(all, name, nil)
end
D.help "run"
D.example "run"
D.demo "bias_lab"
D.demo "groups"
D.demo "tune"
D.lesson(7, {quick=true})
D.show(D.figure("5a", {quick=true}):text())
D.show "the end"
]]
t.equal(empty:match "[^\n]*$", "the end", "without Lua's own names: " .. empty:sub(-300))

-- What there is not --------------------------------------------------------------------------------------------------

local OUTSIDE = "it is outside the working folder (--sandbox)"
local refused = {
    {"io.open '/etc/passwd'", "unknown global 'io': --sandbox leaves it out"},
    {"debug.getregistry()", "unknown global 'debug': --sandbox leaves it out"},
    {"package.loadlib('./x.so', '*')", "unknown global 'package': --sandbox leaves it out"},
    {"package.cpath = './?.so'", "unknown global 'package': --sandbox leaves it out"},
    {"core.file.write('x', 'y')", "unknown global 'core'"},
    {"os.execute 'ls'", "--sandbox leaves out os.execute"},
    {"os.remove 'data.csv'", "--sandbox leaves out os.remove"},
    {"os.rename('data.csv', 'x')", "--sandbox leaves out os.rename"},
    {"os.tmpname()", "--sandbox leaves out os.tmpname"},
    {"os.getenv 'HOME'", "--sandbox leaves out os.getenv"},
    {"os.setlocale ''", "--sandbox leaves out os.setlocale"},
    {"string.dump(print)", "--sandbox leaves out string.dump"},
    {"('').dump(print)", "--sandbox leaves out string.dump"},
    {"getmetatable('').__index = nil", "attempt to index a boolean value"},
    {"getmetatable(vec{1}).__index = nil", "attempt to index a boolean value"},
    {"getmetatable(dist.ramp(0, 2)).__gc()", "attempt to index a boolean value"},
    {"getmetatable(os).__index = nil", "attempt to index a boolean value"},
    {"vec{1}.methods()", "vec: no field 'methods'"},
    {"assert(load('\\27Lua', 'x', 'b'))", "attempt to load a binary chunk (mode is 't')"},
    {"local n = 0 assert(load(function() n = n + 1 return n == 1 and '\\27Lua' or nil end))",
        "attempt to load a binary chunk (mode is 't')"},
    {"assert(loadfile 'code.luac')", "attempt to load a binary chunk (mode is 't')"},
    {"assert(loadfile('code.luac', 'b'))", "attempt to load a binary chunk (mode is 't')"},
    {"dofile 'code.luac'", "dofile: attempt to load a binary chunk (mode is 't')"},
    {"dofile()", "dofile: expected a file name, got nil"},
    {"dofile '%/other/secret.lua'", "dofile: cannot read '%/other/secret.lua': " .. OUTSIDE},
    {"assert(loadfile '../other/secret.lua')", "cannot read '../other/secret.lua': " .. OUTSIDE},
    {"dofile 'out/secret.lua'", "dofile: cannot read 'out/secret.lua': " .. OUTSIDE},
    {"require '../other/secret'", "require: no module '../other/secret' in the working folder (--sandbox)"},
    {"require 'out.secret'", "require: no module 'out.secret' in the working folder (--sandbox)"},
    {"require 'lfs'", "require: no module 'lfs' in the working folder (--sandbox)"},
    {"require(1)", "require: expected a name, got 1"},
    {"csv.read '/etc/passwd'", "csv.read: cannot read '/etc/passwd': " .. OUTSIDE},
    {"csv.read '../other/large.csv'", "csv.read: cannot read '../other/large.csv': " .. OUTSIDE},
    {"npy.read '../other/secret.csv'", "npy.read: cannot read '../other/secret.csv': " .. OUTSIDE},
    {"json.read '/etc/passwd'", "json.read: cannot read '/etc/passwd': " .. OUTSIDE},
    {"npz.write('../x.npz', {a=vec{1}})", "npz.write: cannot write '../x.npz': " .. OUTSIDE},
    {"csv.read '/none/such'", "csv.read: cannot read '/none/such': " .. OUTSIDE},
    {"csv.read '../other/secret.csv'", "csv.read: cannot read '../other/secret.csv': " .. OUTSIDE},
    {"csv.read 'sub/../../other/secret.csv'", "csv.read: cannot read 'sub/../../other/secret.csv': " .. OUTSIDE},
    {"csv.read 'link.csv'", "csv.read: cannot read 'link.csv': " .. OUTSIDE},
    {"mat.csv 'out/secret.csv'", "mat.csv: cannot read 'out/secret.csv': " .. OUTSIDE},
    {"csv.read '/proc/self/environ'", "csv.read: cannot read '/proc/self/environ': " .. OUTSIDE},
    {"csv.read 'pipe'", "csv.read: cannot read 'pipe': it is not a regular file (--sandbox)"},
    {"csv.read 'sub'", "csv.read: cannot read 'sub': it is not a regular file (--sandbox)"},
    {"csv.read 'none'", "csv.read: cannot read 'none': No such file or directory"},
    {"csv.write('%/x.csv', {a={1}})", "csv.write: cannot write '%/x.csv': " .. OUTSIDE},
    {"csv.write('../x.csv', {a={1}})", "csv.write: cannot write '../x.csv': " .. OUTSIDE},
    {"csv.write('..', {a={1}})", "csv.write: cannot write '..': " .. OUTSIDE},
    {"csv.write('out/x.csv', {a={1}})", "csv.write: cannot write 'out/x.csv': " .. OUTSIDE},
    {"csv.write('link.csv', {a={1}})", "csv.write: cannot write 'link.csv': " .. OUTSIDE},
    {"csv.write('loose.csv', {a={1}})", "csv.write: cannot write 'loose.csv': No such file or directory"},
    {"csv.write('pipe', {a={1}})", "csv.write: cannot write 'pipe': it is not a regular file (--sandbox)"},
    {"csv.write('.profile', {a={1}})", "csv.write: cannot write '.profile': it is a hidden file (--sandbox)"},
    {"plot{series={{x={1, 2}, y={3, 4}}}}:save '../a.svg'", "figure:save: cannot write '../a.svg': " .. OUTSIDE},
    {"plot{series={{x={1, 2}, y={3, 4}}}}:csv '../a.csv'", "figure:csv: cannot write '../a.csv': " .. OUTSIDE},
    {"local r = run.load 'c.run' r:save '../r.run'", "run:save: cannot write '../r.run': " .. OUTSIDE},
    {"local r = run.load 'c.run' r:csv '../r.csv'", "run:csv: cannot write '../r.csv': " .. OUTSIDE},
    {"local r = run.load 'c.run' r:json '../r.json'", "run:json: cannot write '../r.json': " .. OUTSIDE},
    {"run.load 'out/secret.run'", "run.load: cannot read 'out/secret.run': " .. OUTSIDE},
    {"run.load 'code.luac'", "run.load: cannot read 'code.luac': this is not a saved run"},
    {"run{problem=problem.instrumental{n=20}, method='bsgd', step=1e-5, samples=1e3, checkpoint='../r'}",
        "run: cannot write '../r': " .. OUTSIDE},
    {"tune{problem=problem.instrumental{n=20}, methods={{'bsgd'}}, grid={step={1e-5, 2e-5}}, samples=1e3,\n"
        .. "checkpoint='../folder'}", "tune: cannot make the folder '../folder': " .. OUTSIDE},
}
for _, case in ipairs(refused) do
    local text, want = case[1]:gsub("%%", t.path ""), case[2]:gsub("%%", t.path "")
    local got = output_of(text):gsub("\nstack traceback:.*\nexit", "\nexit")
    t.equal(got, ("debias: s.lua:1: %s\nexit 1"):format(want), case[1])
end

-- The command line, and the folder as it was -------------------------------------------------------------------------

local function command(line)
    return shell(("%s '%s' --quiet --sandbox %s 2>&1"):format(line:match "^(.-)|" or "", program, line:match "|(.*)$"))
end
t.equal(command "|code.luac", "debias: attempt to load a binary chunk (mode is 't')\n", "a script of bytecode")
t.equal(command "|- <code.luac", "debias: attempt to load a binary chunk (mode is 't')\n", "bytecode on stdin")
t.equal(command "|-l io -e 'print(1)'",
    "debias: require: no module 'io' in the working folder (--sandbox)\n", "-l of a stock library")
t.equal(command "|-l module -e 'print(module.name)'", "module\n", "-l of a module in the folder")
t.equal(command "LUA_INIT='print(2)' LUA_PATH='../other/?.lua' LUA_CPATH='./?.so'|-e 'require \"secret\"'",
    "debias: (command line):1: require: no module 'secret' in the working folder (--sandbox)\n", "Lua's environment")
t.equal(command "|--resume ../other/secret.run",
    "debias: (command line):1: run.load: cannot read '../other/secret.run': " .. OUTSIDE .. "\n",
    "--resume of a file outside")
t.equal(shell(("echo 'io.write(1)' | '%s' --quiet --sandbox -i 2>&1"):format(program)),
    "[1]> debias: stdin:1: unknown global 'io': --sandbox leaves it out\n[2]> \n",
    "the prompt")
t.equal(shell "ls ../other ..; cat ../other/secret.csv",
    "..:\nother\nwork\n\n../other:\nlarge.csv\n" ..
        "secret.csv\nsecret.lua\nsecret.run\na\n1\n", "nothing was written outside")

-- Limits -------------------------------------------------------------------------------------------------------------

local MEMORY = "debias: not enough memory (the limit is --memory 64)\nexit 1"
local full = {
    "local s = ('x'):rep(1e9)",
    "local t = {} for i = 1, 1e9 do t[i] = i end",
    "local t = {} for i = 1, 1e7 do t[i] = 'some text' end local s = table.concat(t)",
    "local s = 'x' while true do s = s .. s end",
    "local t = {} for i = 1, 1e6 do t[i] = dist.normal{mean=vec.zeros(1e3), sd=1} end",
}
for _, text in ipairs(quick and {} or full) do
    t.equal(output_of(text, "--memory 64"), MEMORY, text)
end
t.equal(output_of("local function f() f() end f()", "--memory 64"):match "stack overflow", "stack overflow",
    "a recursion without end is refused before memory runs out")
for text, words in pairs {
    ["vec.zeros(1e9)"] = "needs 8 GB of memory",
    ["mat.new(1e5, 1e5)"] = "needs 80 GB of memory",
    ["problem.instrumental{n=1e7}"] = "problem.instrumental: needs 320 MB of memory (n = 10000000)",
    ["run{problem=problem.instrumental{}, method='bsgd', step=1e-5, samples=1e12, reps=1e4, threads=2}"] =
        "run: needs 563 MB of memory (reps = 10000)",
} do
    t.equal(output_of(text, "--memory 64"), ("debias: s.lua:1: %s, the limit is --memory 64\nexit 1"):format(words),
        text)
end
t.equal(output_of("print(pcall(string.rep, 'x', 1e9))"), "false\tnot enough memory", "memory in pcall")

local endless = {
    "while true do pcall(string.find, ('a'):rep(1000), ('a*'):rep(30) .. 'b') end",
    "pcall(table.concat, setmetatable({}, {__len = function() return 2^53 // 1 | 0 end, __index = setmetatable({}, "
        .. "{__index = function() return '' end})})) while true do end",
    "run{problem=problem.instrumental{}, method='bsgd', step=1e-5, samples=1e12}",
}
if rawget(_G, "whole") then -- tests/long has these, too: each takes a second of processor time
    local more = {
        "bias{q=function(s) while true do pcall(error) end end, dist=dist.uniform(0, 1)}",
        "local x <close> = setmetatable({}, {__close = function() while true do end end})",
        "local co = coroutine.wrap(function() while true do pcall(coroutine.yield) end end)\n"
            .. "while true do pcall(co) end",
        "table.move({}, 1, 1e17, 2)",
        "setmetatable({}, {__gc = function() while true do end end}) os.exit(true, true)",
        "error(setmetatable({}, {__tostring = function() while true do pcall(error) end end}))",
        "value{problem=problem.instrumental{}, eps=1e-12}",
        "setmetatable({}, {__gc = function() while true do end end}) collectgarbage()",
        "xpcall(error, function() while true do end end)",
        "local n = 0 load(function() return 'x = 1 ' end)",
        "complexity{problem=problem.instrumental{}, eps={0.2, 1e-9}, methods={{'bsgd', m=100, step=1e-5}},\n"
            .. "budget=1e15}",
        "compare{problem=problem.instrumental{}, step=1e-5, samples=1e12, methods={{'bsgd'}, {'e-bsgd'}}}",
        "sweep{over={m={1, 2}}, threads=1, run=function() while true do end end}",
        "sweep{over={m={1, 2}}, threads=2, run=function() while true do pcall(error) end end}",
        "estimator(problem.instrumental{}, {method='bsgd'}):moments(nil, {reps=1e12})",
        "run{problem=problem.instrumental{}, method='bsgd', step=1e-5, m=4e8, samples=1e12}",
        "problem.new{dim=1, outer=2, inner=dist.normal{mean=0, sd=1}, g=function() while true do end end, f=math.exp}",
        "problem.new{dim=1, outer=2, inner=function() while true do pcall(error) end end,\n"
            .. "g=function(x, xi, eta) return x[1] * eta end, f=math.exp}:objective{1}",
    }
    table.move(more, 1, #more, #endless + 1, endless)
end
local running = {}
for i, text in ipairs(quick and {} or endless) do
    running[i] = start("print 'before' " .. text, "--seconds 1")
end
for i, output in ipairs(running) do
    local lines = output():gsub("s.lua:1: ", ""):gsub("; in q of [%d.]+", "")
    lines = lines:gsub("(of processor time.-\n)debias: [^\n]*\n", "%1")
    t.equal(lines, "before\ndebias: out of processor time (the limit is --seconds 1)\nexit 152", endless[i])
end
t.done()
