-- Every way to go on without end.
_G.whole = true
dofile "tests/repl/sandbox.lua"
