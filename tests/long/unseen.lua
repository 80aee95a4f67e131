-- Every form in every way.
_G.whole = true
dofile "tests/lua/unseen.lua"
