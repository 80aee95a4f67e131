-- What the prompt itself does may fail, where a signal comes late or memory runs out: the session goes on.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"
local entries = t.write(t.path "entries.txt", [[
late = false
e = debug.getregistry()["debias.core"].use "prompt/effect"
watch = e.watch
e.watch = function() if late then late = false error("late", 0) end return watch() end
late = true
x = 6
x = 7
x * 6
]])
local pipe = io.popen(("'%s' --quiet -i <'%s' 2>&1"):format(program, entries))
local out = pipe:read "a"
local how = select(3, pipe:close())
t.equal(out:gsub("%[%d+%]> ", ""), "debias: late\n42\n\n",
    "an entry that the prompt could not run is said, and the next one runs")
t.equal(how, 0, "and the session ends as it should")
t.done()
