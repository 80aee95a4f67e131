-- How memory runs out: at request k alone, at request k and all after it, and where the system gives no more than so
-- many bytes. What tests/faults/harness/run.lua wants of a kind of fault: begin(n), last(counts) = the largest n.
local memory = ...
local faults = {}

local function requests(counts)
    return counts.requests
end

faults.kinds = {
    {words = "request %d", last = requests, at_places = true, begin = function(k) memory.begin(k, false) end},
    {words = "request %d and all after it", last = requests, at_places = true, begin = function(k)
        memory.begin(k, true)
    end},
    {words = "limit %d of 48", last = function() return 48 end, begin = function(k)
        memory.begin(0)
        memory.limit(math.floor(2 ^ (14 + k / 4))) -- to 64 MB
    end},
}

-- Calls f(..) and returns what it returns; then, the requests that were the first of their place.
function faults.at_places(f, ...)
    memory.find_places()
    local returned = table.pack(f(...))
    return memory.places(), table.unpack(returned, 1, returned.n)
end

-- Ends the fault; the counts of what might have failed.
function faults.stop()
    local n = memory.stop()
    memory.limit()
    return {requests = n}
end

-- Whether an error says that memory ran out: in our words or in the system's.
function faults.is_expected(why)
    for _, words in ipairs {"not enough memory", "Cannot allocate memory", "cannot start a thread"} do
        if why:find(words, 1, true) then
            return true
        end
    end
end

return faults
