-- Settings of the line editor, where that is readline.
local file, read = dofile "tests/fuzz/harness/file.lua", debug.getregistry().fuzz.inputrc

return {call = function(bytes)
    if read and not bytes:find "$include" then -- the prompt looks at these first
        read(file(bytes))
    end
end}
