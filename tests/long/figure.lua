-- Every figure made twice.
_G.whole = true
dofile "tests/lua/figure.lua"
