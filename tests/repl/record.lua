-- What a session knows of itself: who, time, save_session, doctor, the rc file, and what was local.
local t = dofile "tests/lua/harness/tap.lua"
local program, folder = os.getenv "DEBIAS", t.path "work"
os.execute(("mkdir '%s'"):format(folder))

local function write(name, text)
    local file = assert(io.open(folder .. "/" .. name, "w"))
    file:write(text)
    file:close()
end

local function read(name)
    local file = assert(io.open(folder .. "/" .. name))
    local text = file:read "a"
    file:close()
    return text
end

local function output_of(command)
    local pipe = io.popen(("cd '%s' && %s 2>&1"):format(folder, command))
    local text = pipe:read "a":gsub("%[%d+%]> ", "> ")
    pipe:close()
    return text
end

-- What the prompt prints for these lines, without prompts and the newline at the end.
local function session(lines, options)
    write("lines", lines)
    local shown = output_of(("'%s' --quiet %s -i <lines"):format(program, options or ""))
    return (("\n" .. shown):gsub("\n[> ]*", "\n"):sub(2):gsub("\n\n$", "\n"))
end

-- who ----------------------------------------------------------------------------------------------------------------

t.equal(session "who()", "no variables of your own\n", "who: nothing")
t.equal(session [[
x = 41
s = "a text"
v, M = vec.linspace(0, 1, 20), mat.new(2, 3)
list = {1, "b", t={3}}
f = print
p = problem.instrumental{n=20}
r = run{problem=p, method="bsgd", steps=3, step=1e-5}
yes = true
long = ("word "):rep(20)
run = 3
odd = setmetatable({}, {__tostring = function() error "no" end})
who()]], [[
M     mat       2x3
f     function
list  table       3  {1, "b", t = {..}}
long  string    100  "word word word word word word word wo..
odd   table       0
p     problem        problem.instrumental: dim 1, n 20, l2 ..
r     run         4
run   number         3
s     string      6  "a text"
v     vec        20  vec{0, 0.0526316, 0.105263, 0.157895, ..
x     number         41
yes   boolean        true
]], "who: a line each")

-- time ---------------------------------------------------------------------------------------------------------------

local tries, calls = 0
local seconds, a, b
repeat -- a busy machine may be elsewhere during the first call, which then is a slow one
    tries, calls = tries + 1, 0
    seconds, a, b = time(function(x, y)
        calls = calls + 1
        return y, x
    end, 1, 2)
until calls > 1000 or tries == 1000
t.ok(seconds > 0, "time: of one call of a quick function")
t.equal({a, b}, {2, 1}, "time: and what it returned")
t.ok(calls > 1000, "time: a quick function is repeated")
tries = 0
repeat
    tries, calls = tries + 1, 0
    local clock = os.clock()
    time(function() -- the first call is a slow one, the others are quick
        calls = calls + 1
        repeat until calls > 1 or os.clock() - clock > 0.002
    end)
until calls > 1000 or tries == 1000
t.ok(calls > 1000, "time: a slow first call makes no short rounds")
calls = 0
seconds = time(function()
    calls = calls + 1
    local start = os.clock()
    repeat until os.clock() - start > 0.06
end)
t.ok(calls == 1 and seconds > 0.05, "time: a slow one is not")
t.equal(#{time(setmetatable({}, {__call = function() return 1, 2 end}))}, 3, "time: what can be called")
t.raises(function() time(3) end, "time: expected a function, got 3")
t.raises(function() time(function() error("no", 0) end) end, "no", "time: an error of the function's")
t.equal(output_of(("'%s' -e 'local s = time(math.sqrt, 2)'"):format(program)):gsub("%d+ calls", "N calls"),
    "debias: note: the best of 5 rounds of N calls\n", "time: a note names the repetitions")

-- save_session -------------------------------------------------------------------------------------------------------

local entries = [=[
x = 41
local y = 2; print(y)
x + 1
_ + 1
x + 2;
_
1, "a", nil
nil
error "no"
bad bad
for i = 1, 2 do
print(i)
end
return 5
x -- why
v = vec{1, 2, 3}
v .. x, v
p = problem.instrumental{n=20}
r = run{problem=p, method="bsgd", steps=3, step=1e-5};
r
math.random(100), rng.new(7):normal()
bias{q=poly{0, 0, 1}, dist=dist.ramp(0, 2), m={1, 2}, reps=100}
function f(...) return ... end f(1)
f(1, 2)
f();
t = {a={1}, 2}
t
[[
text]]
]=]
local printed = session(entries .. 'save_session "first.lua"\nx\nsave_session "saved.lua"', "--seed 3")
t.equal(read "saved.lua":match "^[^\n]*\n",
    ("-- A session of debias %s. Run it with: debias --seed 3 saved.lua\n"):format(require "debias".version),
    "save_session: the first line is the command")
local rest = printed:gsub("debias: [^\n]*\n", ""):gsub("first.lua\n", ""):gsub("saved.lua\n", "")
local again = output_of(("'%s' --seed 3 saved.lua"):format(program)):gsub("\n +", "\n")
t.equal(again, rest, "save_session: the script prints the same")
local text = read "saved.lua"
t.ok(not text:find "error" and not text:find "bad" and not text:find "?", "save_session: what failed is left out")
t.ok(text:find("x = 41\ndo\nlocal y = 2; print(y)\nend\n_ = x + 1\nshow(_)\n_ = _ + 1\nshow(_)\n_ = x + 2\n", 1, true),
    "save_session: locals end with their entry, _ is set where it is asked for")
t.equal(session "1 + 1\n_ = nil\nlocal _, z = 3, 4\nsave_session 'a.lua'", "2\na.lua\n", "save_session: its value")
t.equal(session "save_session 'none.lua'", "none.lua\n", "save_session: nothing to save")
t.equal(output_of(("'%s' none.lua"):format(program)), "", "save_session: is a script that does nothing")
t.equal(session "x = 1\nsave_session(3)", "debias: stdin:1: save_session: expected a file name, got 3\n",
    "save_session: no name")
t.equal(session "x = 1\nsave_session 'no/such.lua'",
    "debias: stdin:1: save_session: cannot write 'no/such.lua': No such file or directory\n", "save_session: no folder")
t.equal(session "?nothing\nx = 1\n_ = 2\nsave_session 'q.lua'":match "[^\n]*\n$", "q.lua\n", "a question")
t.equal(read "q.lua":match "\n(.*)", "x = 1\n_ = 2\n", "save_session: questions are left out")
t.equal(session "{1}, {2}\nsave_session 'b.lua'", "{1}\t{2}\nb.lua\n", "several values with tables among them")
t.equal(output_of(("'%s' b.lua"):format(program)), "{1}\n{2}\n", "are printed in lines of their own")
t.equal(session "1, 'a\\nb', 3\nsave_session 'c.lua'", "1\na\nb\n3\nc.lua\n",
    "several values, one with several lines")
t.equal(output_of(("'%s' c.lua"):format(program)), "1\na\nb\n3\n", "which are saved so")

-- What raised an error after it had done something: the script does it again, prints the error, and goes on.
local raising = [=[
r = "old"
r = "new"; r:nope()
r
print "before"; error "after"
do
print "a block"
a, nothing = 0 / 0, nil
error {}
end
a
t = {n = 1}
t.n = 2; t.m.n = 3
t
function f() s = 7; print "in f"; error "of f" end
f()
f() + 1 -- why
s
local l = 3; print(l); u = l + nil
o = {say = function() print "o"; error "of o" end}
o.say()
print("an argument", nil + 1)
1 + 1
x = _ + 1; y = _ .. {}
x
(function(...) z = select("#", ...); error "z" end)(...)
z
Out[17] + 1
r = nil; error "gone"
rawget(_G, "r"), nan_again
rawget(_G, "r")
]=]
local function without_errors(shown)
    return (shown:gsub("debias: [^\n]*\n", ""):gsub("stack traceback:\n", ""):gsub("\t[^\n]*\n", ""))
end
local function count_errors(shown)
    return select(2, shown:gsub("debias: ", ""))
end
printed = session(raising .. 'save_session "raised.lua"'):gsub("raised.lua\n", "")
again = output_of(("'%s' raised.lua"):format(program))
t.equal(without_errors(again), without_errors(printed), "save_session: raised after it had done something")
t.ok(count_errors(again) >= 12, "save_session: the script prints these errors")
t.ok(again:find("before\ndebias: raised.lua:%d+: after\n"), "save_session: each in its place")
t.ok(not read "raised.lua":find("nan_again", 1, true), "save_session: what raised alone is left out")
session [[
v = 0 / 0
v.x.y
nope(); v = 1
prin 'x'; v = 2
v = v + nil
local w = error()
error 'b' -- c
save_session 'n.lua']]
t.equal(read "n.lua":match "\n(.*)", "v = 0 / 0\n", "save_session: what raised before it did anything is left out")
write("lines", "k = 1\nk = 2; io.popen('kill -INT $PPID'):close() while true do end\nsave_session 'i.lua'")
printed = output_of(("'%s' -i <lines"):format(program))
local noted = "debias: note: save_session: entry 2 is left out: it was interrupted after it had changed k\ni.lua\n"
t.ok(printed:find(noted, 1, true), "save_session: a note of what was interrupted")
t.equal(read "i.lua":match "\n(.*)", "k = 1\n", "save_session: what was interrupted is left out")

-- the rc file --------------------------------------------------------------------------------------------------------

os.execute(("mkdir -p '%s/config/debias'"):format(folder))
local with_rc = ("XDG_CONFIG_HOME='%s/config'"):format(folder)
local function rc_session(rc, lines, options)
    write("config/debias/rc.lua", rc)
    write("lines", lines)
    local shown = output_of(("%s '%s' --quiet %s <lines"):format(with_rc, program, options or "-i"))
    return (("\n" .. shown):gsub("\n[> ]*", "\n"):sub(2):gsub("\n\n$", "\n")
        :gsub("debias: [^\n]*/config/", "debias: W/config/")) -- Lua shows the end of a long path
end
t.equal(rc_session("mine = 3\nprint 'here'", "mine"), "here\n3\n", "rc: it runs first, its globals stay")
t.equal(rc_session("mine = 3\nprnt(1)", "mine"),
    "debias: W/config/debias/rc.lua:2: unknown global 'prnt', did you mean 'print'?\n3\n", "rc: an error is reported")
t.equal(rc_session("mine = = 3", "1"),
    "debias: W/config/debias/rc.lua:1: unexpected symbol near '='\n1\n", "rc: a syntax error is reported")
t.equal(rc_session("local hidden = 3", "hidden"),
    "debias: stdin:1: unknown global 'hidden': it was local to rc.lua\n", "rc: its local variables")
t.equal(rc_session("print 'here'", "print(1)", "-i -E"), "1\n", "rc: -E leaves it out")
t.equal(rc_session("print 'here'", "print(1)", "-i --sandbox"), "1\n", "rc: so does --sandbox")
t.equal(rc_session("print 'here'", "print(1)", "-"), "1\n", "rc: a script does without")
t.equal(rc_session("x = 5", "x", "-i -e 'print(x)'"), "5\n5\n", "rc: it runs before -e")
os.remove(folder .. "/config/debias/rc.lua")
t.equal(output_of(("echo 1 | XDG_CONFIG_HOME=config '%s' --quiet -i"):format(program)), "> 1\n> \n",
    "rc: none is needed")

-- doctor -------------------------------------------------------------------------------------------------------------

local words = output_of(("XDG_CONFIG_HOME=/none XDG_STATE_HOME=/none DEBIAS_CPU=plain '%s' --threads 2 --seed 5 "
    .. "--memory 100 -e 'doctor()'"):format(program))
for _, line in ipairs {
    "version    debias " .. require "debias".version .. ", Lua 5.4", "processor  plain instructions, 2 threads",
    "seed       5", "figures    ascii: standard output is not a terminal", "font       DejaVu Sans",
    "history    /none/debias/history (not there)", "rc file    /none/debias/rc.lua (not there)",
    "modules    " .. package.path, "limits     100 MB",
} do
    t.ok(("\n" .. words):find("\n" .. line .. "\n", 1, true), "doctor: " .. line)
end
t.ok(words:find "\neditor     %S+", "doctor: the editor")
words = output_of(("'%s' --sandbox --seconds 5 -e 'doctor()'"):format(program))
t.ok(words:find("\nlimits     sandbox, 5 s of processor time, 512 MB\n", 1, true), "doctor: the sandbox")
t.ok(words:find("\nrc file    left out\n", 1, true), "doctor: -E")

-- What was local -----------------------------------------------------------------------------------------------------

t.equal(output_of(("'%s' -e 'local u = 2' -e 'print(u)'"):format(program)),
    "debias: (command line):1: unknown global 'u': it was local to an earlier -e\n", "local to -e")
write("s.lua", "local u = 2\nlocal function f() end\n")
write("lines", "u\nf\n")
t.equal(output_of(("'%s' --quiet -i s.lua <lines"):format(program)),
    "> debias: stdin:1: unknown global 'u': it was local to s.lua\n"
    .. "> debias: stdin:1: unknown global 'f': it was local to s.lua\n> \n", "local to the script")
-- What an experiment had that an error ended --------------------------------------------------------------------------

local failing = [[
p = problem.instrumental{n=100}
function careful(x) return x:norm() >= 1 and 1 or error "too near" end
run{problem=p, method="bsgd", step=1e-4, steps=1e5, metrics={care=careful}}
_:final().step
save_session "failing.lua";
]]
local place = "too near (option 'metrics.care' at step 4398 of replicate 7)\n"
t.equal(session(failing), "debias: stdin:1: " .. place .. "4150\n", "_ is what it had")
t.ok(output_of(("'%s' -i <lines"):format(program)):find("note: _ is what was computed before the error\n", 1, true),
    "a note says so")
t.equal(output_of(("'%s' --quiet failing.lua"):format(program)), "debias: failing.lua:7: " .. place .. "4150\n",
    "in the saved session, too")

t.done()
