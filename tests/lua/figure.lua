-- Every figure of plots/ draws in its quick variant, with a sentence made from its run, and the same twice.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"

for path in io.popen("ls plots/*.lua"):lines() do
    local name = path:match "([^/]+)%.lua$"
    local f = D.figure(name, {quick = true})
    local text = f:text{cols = 100, rows = 40}
    t.ok(#f:data() >= 2, name .. " has curves")
    t.ok(text:find "%.%s*$", name .. " ends with a sentence")
    t.equal(D.figure(name, {quick = true}):layout(), f:layout(), name .. " is the same in another run")
end
t.raises(function() D.figure "1bb" end, "figure: no figure '1bb', did you mean '1b'?")
t.raises(function() D.figure("1b", 3) end, "figure: expected a table of options, got 3")
t.done()
