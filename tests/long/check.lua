-- Every function at every size.
_G.whole = true
dofile "tests/lua/check.lua"
