-- More of the random functions of tests/lua/trace_fuzz.lua.
local t = dofile "tests/lua/harness/tap.lua"
dofile "tests/lua/harness/trace_fuzz.lua"(t, 101, 1500)
t.done()
