-- Random functions, compiled, against plain calls, and their gradients against differences; more in tests/long.
local t = dofile "tests/lua/harness/tap.lua"
local counts = dofile "tests/lua/harness/trace_fuzz.lua"(t, 1, os.getenv "QUICK" and 10 or 30)
t.ok(counts.slopes > 20 * counts.kinks, "few slopes are left out")
t.done()
