-- What tests/faults/reasons calls: reads that fail half-way, while finalizers fail at something else whenever memory is
-- taken. The reason that is told is that of the read.
local t = dofile "tests/lua/harness/tap.lua"
local calls = dofile "tests/faults/harness/installed.lua"
if not calls then
    return
end
local EIO, path = 5, t.path "long.lua"
t.write(path, "x = 1 " .. ("-- a comment that is long\n"):rep(2e5))

local function spoil()
    setmetatable({}, {__gc = function()
        io.open "/nowhere"
        spoil()
    end})
end

local ways = {
    ["file:read"] = function()
        local file <close> = assert(io.open(path))
        return file:read "a"
    end,
    ["file:read of bytes"] = function()
        local file <close> = assert(io.open(path))
        return file:read(1e6)
    end,
    ["file:lines"] = function()
        return pcall(function()
            for _ in io.lines(path, 1e6) do
                calls.stop()
            end
        end)
    end,
    loadfile = function() return loadfile(path) end,
    dofile = function() return pcall(dofile, path) end,
}
collectgarbage("incremental", 1, 1000, 30)
spoil()
for name, way in pairs(ways) do
    for k = 2, 6 do
        calls.begin("read", k, EIO, false)
        local _, why = way()
        calls.stop()
        local title = ("%s, read %d: %s"):format(name, k, tostring(why):sub(1, 99))
        t.ok(tostring(why):find "Input/output error" ~= nil, title)
    end
end
t.done()
