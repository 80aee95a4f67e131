-- Every figure of plots/ draws in its quick variant, with a sentence made from its run, every name's look, and
-- the same twice.
local t = dofile "tests/lua/harness/tap.lua"
local look_labels = assert(loadfile "tests/lua/harness/look_labels.lua")(t)
local D = require "debias"

-- What only a whole budget can tell.
local verdicts = {"helps", "hurts", "no difference", "beats", "holds", "hold the", "better", "worse", "as good",
    "(higher)", "(lower)", "within a factor", "fewer calls", "more calls", "overlap"}

-- The figure's caption: no verdict where only few draws were made; a script that has verdicts says that there are none.
local function check_caption(name, path, caption)
    for _, word in ipairs(verdicts) do
        t.ok(not caption:find(word, 1, true), ("%s, quick: no '%s'"):format(name, word))
    end
    local file = assert(io.open(path))
    local judges = file:read "a":find("verdict", 1, true) ~= nil
    file:close()
    t.equal(caption:find("Quick: no verdict.", 1, true) ~= nil, judges, name .. ", quick, says whether it judges")
end

-- reproduce.lua makes some a second time, tests/long all.
local dear = {["2a"]=true, ["3a"]=true, ["4"]=true, ["7"]=true}
local again = {["1b"]=true, ["5b"]=true, ["5c"]=true, ["8"]=true}
local function is_made_again(name)
    return rawget(_G, "whole") or not (again[name] or dear[name])
end

for path in io.popen("ls plots/*.lua"):lines() do
    local name = path:match "([^/]+)%.lua$"
    local f = look_labels.draws("figure " .. name, name == "5c" and 0 or 2, function()
        return D.figure(name, {quick = true})
    end)
    local text = f:text{cols = 100, rows = 40}
    t.ok(#f:data() >= 2, name .. " has curves")
    t.ok(text:find "%.%s*$", name .. " ends with a sentence")
    check_caption(name, path, (text:gsub("%s+", " ")))
    if is_made_again(name) then
        t.equal(D.figure(name, {quick = true}):layout(), f:layout(), name .. " is the same in another run")
    end
end
look_labels.done()
t.raises(function() D.figure "1bb" end, "figure: no figure '1bb', did you mean '1b'?")
t.raises(function() D.figure("1b", {quik = true}) end, "figure: unknown option 'quik', did you mean 'quick'?")
t.raises(function() D.figure("1b", {quick = 1}) end, "figure: option 'quick': expected a boolean, got 1")
t.raises(function() D.figure("1b", 3) end, "figure: expected a table of options, got 3")
t.done()
