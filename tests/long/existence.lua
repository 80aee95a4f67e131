-- The functions of tests/lua/families.lua, fifty times as many.
local run = assert(io.popen(("CASES=20000 %s tests/lua/families.lua"):format(os.getenv "DEBIAS")))
io.write(run:read "a")
assert(run:close())
