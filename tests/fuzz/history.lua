-- The history of the prompt: it is read, an entry is added, and it is read again.
local open, read_history = io.open, debug.getregistry().fuzz.history
local is_made

return {call = function(bytes)
    is_made = is_made or read_history() == 0 -- with its folder
    local handle = assert(open("debias/history", "wb"))
    handle:write(bytes)
    handle:close()
    for _ = 1, 2 do
        local why = read_history()
        assert(why == 0, "error " .. why)
    end
end}
