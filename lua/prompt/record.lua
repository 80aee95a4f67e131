-- What the session keeps of its entries, by their numbers: all texts and the most recent results (Out); also the time
-- that the last entry took.
local core = ...
local system, settings = core.system, core.use "prompt/settings"

local record = {texts = {}, took = nil} -- took: {seconds =, processor =} of the last entry

local kept, gone = {}, {} -- the numbers of results in Out, the oldest first; those that Out held once

-- Why there is no result of this number.
local function missing(_, n)
    if not math.tointeger(n) then
        system.fail(nil, "Out: expected the number of an entry, got " .. system.describe(n))
    elseif not record.texts[n] then
        system.fail(nil, "Out: no entry has the number %d", n)
    elseif gone[n] == "memory" then
        system.fail(nil, "Out: the result of entry %d is gone: it was dropped when memory was short", n)
    elseif gone[n] then
        system.fail(nil, "Out: the result of entry %d is gone; the last %d are kept, see prompt{results=}", n,
            settings.results)
    end
    system.fail(nil, "Out: entry %d gave no value", n)
end

record.results = setmetatable({}, {__index = missing})

-- Notes an entry that is to run; returns its number.
function record.add(text)
    record.texts[#record.texts + 1] = text
    return #record.texts
end

local function drop_oldest(why)
    local oldest = table.remove(kept, 1)
    record.results[oldest], gone[oldest] = nil, why
end

-- Whether Lua values take more than half of what --memory allows.
local function is_short()
    local limit = (core.use "prompt/doctor".facts or {}).memory
    return limit and collectgarbage "count" > limit * 1024 / 2
end

-- Drops results but the last one while memory is short.
local function make_room()
    if is_short() then
        collectgarbage()
    end
    while #kept > 1 and is_short() do
        drop_oldest "memory"
        collectgarbage()
    end
end

-- Keeps the result of an entry, and no more results than wanted; Out itself is none.
function record.keep(n, value)
    local results = record.results
    if rawequal(value, results) then
        return
    end
    kept[#kept + 1] = rawget(results, n) == nil and n or nil -- an entry of a program may have several
    rawset(results, n, value)
    while #kept > settings.results do
        drop_oldest "number"
    end
    make_room()
end

-- Takes back entry n, the last one, with its result.
function record.forget(n)
    record.texts[n], record.results[n] = nil, nil
    kept[#kept] = kept[#kept] ~= n and kept[#kept] or nil
end

-- A table of what call(..) returned for an entry. Its time is that of the last entry, unless it asks for that alone.
function record.timed(text, call, ...)
    local seconds, processor = system.seconds(), system.processor()
    local returned = table.pack(call(...))
    if not text:find "^%s*time%s*%(%s*%)" then
        record.took = {seconds = system.seconds() - seconds, processor = system.processor() - processor}
    end
    return returned
end

local function duration(seconds)
    return seconds < 0.001 and "under 1 ms" or core.text.number(seconds, 3) .. " s"
end

-- How long the last entry took, in words; nil where that is not to be said.
function record.words()
    local bound, took = settings.timing, record.took
    if bound == true or bound and took.seconds >= bound then
        return ("%s, %s of processor time"):format(duration(took.seconds), duration(took.processor))
    end
end

return record
