-- The largest samples with every function and all options.
_G.whole = true
dofile "tests/lua/correct_invariants.lua"
