-- What a client of --machine writes: each line it gets is a JSON object in UTF-8, and no request has two replies.
local core = debug.getregistry()["debias.core"]
local within, scan, system = debug.getregistry().fuzz.within, core.use "json_scan", core.system
local find, length = string.find, utf8.len

local restore = dofile "tests/fuzz/harness/session.lua"
system.note = function() end

local lines, asked, replied -- what the client writes; how many of them were read, and how many were answered

local functions = {}

function functions.receive()
    asked = asked + 1
    return lines[asked]
end

function functions.send(json)
    assert(not find(json, "\n", 1, true) and length(json), "a frame that is no line of text")
    assert(scan.value({text = json, path = "frame", caller = "frame"}, 1) == #json + 1, "a frame that is no JSON")
    replied = replied + (find(json, '"type":"reply"', 1, true) and 1 or 0)
    assert(replied <= asked, "more replies than requests")
    return true
end

function functions.call(f, ...)
    local results = table.pack(pcall(within, 0.2, f, ...))
    if results[1] then
        return nil, false, false, table.unpack(results, 2, results.n)
    end
    return tostring(results[2]), true, false
end

function functions.base64()
    return "AAAA"
end

return {
    call = function(bytes)
        lines, asked, replied = core.use "text".split(bytes, "\n"), 0, 0
        core.use "prompt/machine"(functions)()
        restore()
    end,
    most = 128 * 2 ^ 20,
}
