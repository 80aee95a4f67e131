-- Every piece of junk in each place.
_G.whole = true
dofile "tests/lua/hostile_content.lua"
