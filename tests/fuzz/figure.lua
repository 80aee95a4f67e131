-- A figure's file given to reproduce, or what its recipe holds, in a file of its own.
local clear, file = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/file.lua"

local function wrapped(bytes)
    local hex = bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end)
    return ('<?xml version="1.0"?><svg>"again":"%s"</svg>'):format(hex)
end

return {call = function(bytes)
    local is_figure = bytes:find "^%%PDF" or bytes:find "^\137PNG" or bytes:find "^<%?xml"
    clear(reproduce, file(is_figure and bytes or wrapped(bytes)), {seconds = 0.05, memory = 64})
end, most = 256 * 2 ^ 20}
