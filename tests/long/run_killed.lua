-- Runs, compares and sweeps, killed 200 times.
_G.whole = true
dofile "tests/lua/run_killed.lua"
