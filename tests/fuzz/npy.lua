-- Arrays and archives of NumPy.
local clear, file = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/file.lua"

return {call = function(bytes)
    local path = file(bytes)
    clear(bytes:find "^PK" and npz.read or npy.read, path)
end}
