-- Every method on every problem, cut off at every record.
_G.whole = true
dofile "tests/matrix/methods.lua"
