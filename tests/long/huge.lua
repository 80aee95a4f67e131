-- Those options, too, that cost time alone.
_G.whole = true
dofile "tests/lua/huge.lua"
