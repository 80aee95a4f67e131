-- Checks for Lua tests, printed as TAP: local t = dofile "tests/lua/harness/tap.lua" .. t.done()
local t = {}
local difference = dofile "tests/lua/harness/difference.lua"
local show = difference.show
local count, failed = 0, 0

-- One line of TAP; why is called only for a failure.
local function line(passed, name, why)
    count = count + 1
    if passed then
        print(("ok %d - %s"):format(count, name))
        return
    end
    failed = failed + 1
    local caller = debug.getinfo(3, "Sl")
    print(("not ok %d - %s: %s (%s:%d)"):format(count, name, why(), caller.short_src, caller.currentline))
end

t.over = dofile "lua/over.lua"

-- The bytes of a file.
function t.read(path)
    local file <close> = assert(io.open(path, "rb"))
    return file:read "a"
end

-- Writes them; returns the path.
function t.write(path, text)
    local file <close> = assert(io.open(path, "wb"))
    file:write(text)
    return path
end

function t.ok(condition, name)
    line(condition, name, function()
        return "got " .. show(condition)
    end)
end

function t.equal(got, want, name)
    line(difference.same(got, want), name, function()
        return difference.of(got, want)
    end)
end

local function distance(got, want)
    if type(want) == "number" then
        local d = got == want and 0 or math.abs(got - want)
        return d == d and d or math.huge
    elseif #got ~= #want then
        return math.huge
    end
    local largest = 0
    for i = 1, #want do
        largest = math.max(largest, distance(got[i], want[i]))
    end
    return largest
end

-- |got - want| <= tolerance, for numbers or, element by element, for lists and vecs.
function t.near(got, want, tolerance, name)
    local done, d = pcall(distance, got, want)
    line(done and d <= tolerance, name, function()
        return ("%s within %g"):format(difference.of(got, want), tolerance)
    end)
end

-- Whether err is message, after the position FILE:LINE: of a line of fn.
local function is_error(err, message, fn)
    if err == message then
        return true
    end
    local info = debug.getinfo(fn, "S")
    local prefix = info.short_src .. ":"
    if type(err) ~= "string" or err:sub(1, #prefix) ~= prefix then
        return false
    end
    local at, text = err:match("^(%d+): (.*)$", #prefix + 1)
    at = tonumber(at)
    return text == message and at >= info.linedefined and at <= info.lastlinedefined
end

-- fn() raises exactly message; the position of one of fn's own lines may stand before it.
function t.raises(fn, message, name)
    local done, err = pcall(fn)
    line(not done and is_error(err, message, fn), name or message, function()
        return done and "raised nothing, want an error" or "raised: " .. difference.of(err, message)
    end)
end

function t.skip(name, why)
    count = count + 1
    print(("ok %d - %s # SKIP %s"):format(count, name, why))
end

-- A path for name in this test's own scratch folder.
function t.path(name)
    return (os.getenv "TMPDIR" or "/tmp") .. "/" .. name
end

-- How a part of a problem of one's own runs: "compiled" or "plain Lua".
function t.runs(p, part)
    for _, row in ipairs(p:explain():rows()) do
        if row.part == part then
            return row.runs
        end
    end
end

function t.done()
    print("1.." .. count)
    if failed > 0 then
        os.exit(false, true)
    end
end

return t
