-- Text of columns, with each way to read it, and what is read written again.
local clear, file = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/file.lua"

local ways = {{}, {na = "drop"}, {header = true}, {header = false}, {dec = ","}, {sep = ";"}, {sep = " "}, {sep = "\t"}}

return {call = function(bytes)
    local path = file(bytes)
    local done, columns = clear(csv.read, path, ways[#bytes % #ways + 1])
    if done then
        clear(csv.write, "output", columns)
    end
end}
