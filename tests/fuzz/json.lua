-- JSON, as a table of columns.
local clear, file = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/file.lua"

return {call = function(bytes)
    clear(json.read, file(bytes))
end}
