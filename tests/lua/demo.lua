-- demo, --list, and how the scripts that come with the program see names. The demos themselves are run by tests/run.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"

-- What a program with these arguments prints, and its exit code.
local function printed(arguments)
    local pipe = io.popen(('"%s" %s 2>&1 </dev/null'):format(os.getenv "DEBIAS", arguments))
    local text = pipe:read "a"
    local _, _, code = pipe:close()
    return text, code
end

local text, code = printed "--list"
t.equal(code, 0, "--list is no error")
local part, listed = nil, {}
for line in text:gmatch "[^\n]+" do
    local heading, name = line:match "^(%w+): ", line:match "^  (%S.-)  +%S"
    part = heading or part
    listed[part] = listed[part] or {}
    t.ok(heading or name, "a heading, or a name and what it is: " .. line)
    listed[part][name or 1] = true
    t.ok(#line <= 80 or part == "topics", "at most 80 columns: " .. line)
end
for folder, kind in pairs {demos = "demos", plots = "figures"} do
    for path in io.popen(("ls %s/*.lua"):format(folder)):lines() do
        t.ok(listed[kind][path:match "([^/]+)%.lua$"], "--list has " .. path)
    end
end
t.ok(listed.lessons["1"] and listed.topics["plug-in bias"], "--list has lessons and topics")
t.equal(printed "--list --quiet", text, "--list goes with other options")
t.equal(printed "--list script.lua", text, "--list runs no script")

local list = printed "-e 'demo()'"
t.ok(list:find("  race  +bsgd against e%-bsgd at the same oracle calls\n"), "demo() lists names and first lines")
t.ok(list:find("  race.ipynb  +A race at equal cost %(notebook%)\n"), "and those that it does not run")
t.equal(printed [[-e 'io.write(demo.source"c/bias.c")']], t.read "demos/c/bias.c", "demo.source has their text, too")
t.ok(list:find "\ndemo\"name\" runs one, demo.source\"name\" is its text, as of these:\n", "and says how to go on")
t.equal(D.demo.source "race", io.open("demos/race.lua"):read "a", "the source of a demo")
t.raises(function() D.demo "rase" end, "demo: no demo 'rase', did you mean 'race'?")
t.raises(function() D.demo.source "rase" end, "demo.source: no demo 'rase', did you mean 'race'?")
t.raises(function() D.demo "race.ipynb" end,
    "demo: 'race.ipynb' is no script of this program; demo.source\"race.ipynb\" is its text")
t.raises(function() D.demo.source "python/examle.py" end,
    "demo.source: no demo 'python/examle.py', did you mean 'python/example.py'?")
t.raises(function() D.demo.source "c/../race.lua" end, "demo.source: no demo 'c/../race.lua', there are c/bias.c, "
    .. "cluster.sbatch, lesson1.ipynb, python/debias.py, python/example.py, r/debias.R, r/debias.c, r/example.R, "
    .. "race.ipynb")
t.raises(function() D.demo.list() end, "demo: no field 'list'")

local out
out, code = printed [[-e 'poly, q = 7, 8; arg = {1}; demo "pass_at_k"; print(poly, q, arg[1])']]
t.equal(code, 0, "a demo runs whatever the user's globals")
local stated = {'demos/pass_at_k.lua (demo.source"pass_at_k" is its text)\n'}
for line in io.lines "demos/pass_at_k.lua" do
    stated[#stated + 1] = line:match "^%-%-> ?(.*)" and line:match "^%-%-> ?(.*)" .. "\n"
end
out = out:gsub("debias: note: [^\n]*\n", "")
t.equal(out, table.concat(stated) .. "7\t8\t1\n", "it prints its path and what it states, and sets no globals")
t.equal(printed [[--quiet -e 'extrap = 7; print(#figure("5c"):data() > 1)']], "true\n",
    "a figure is drawn whatever the user's globals")
t.done()
