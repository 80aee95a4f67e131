-- Settings of the line editor, where that is readline.
local file, read = dofile "tests/fuzz/harness/file.lua", debug.getregistry().fuzz.inputrc

return {call = function(bytes)
    if read and not bytes:find "$include" then -- a file that includes itself is readline's matter
        read(file(bytes))
    end
end}
