-- seldom(write): a function(is_last, ..) that calls write(..), unless it did so a moment ago and is_last is false.
local core = ...
local system = core.system

local RARE = 20 -- times as long as one write takes is computed between two,
local MOST = 60 -- seconds at most; a clock that jumps must not end all writing

return function(write)
    local next_time = 0
    return function(is_last, ...)
        local began = system.seconds()
        local waits = began < next_time and next_time - began <= MOST and not is_last
        if core.ranks.same(waits and "waits" or "") ~= "" then
            return
        end
        write(...)
        local now = system.seconds()
        next_time = now + math.min(RARE * (now - began), MOST)
    end
end
