-- More seeds.
_G.whole = true
dofile "tests/lua/correct_seeds.lua"
