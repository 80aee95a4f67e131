-- Every interval 1000 times.
_G.whole = true
dofile "tests/lua/coverage.lua"
