-- Checks for Lua tests, printed as TAP: local t = dofile "tests/lua/harness/tap.lua" .. t.done()
local t = {}
local count, failed = 0, 0

local function show(value)
    if type(value) == "string" then
        return string.format("%q", value)
    elseif math.type(value) == "float" then
        return string.format("%.17g", value)
    elseif type(value) ~= "table" or getmetatable(value) then
        return tostring(value)
    end
    local parts = {}
    for key, item in pairs(value) do
        parts[#parts + 1] = (math.type(key) and "" or tostring(key) .. "=") .. show(item)
    end
    return "{" .. table.concat(parts, ", ") .. "}"
end

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

-- Plain tables are compared item by item, anything else with ==; a NaN equals a NaN.
local function same(a, b)
    if a == b or (a ~= a and b ~= b) then
        return true
    elseif type(a) ~= "table" or type(b) ~= "table" then
        return false
    end
    for key, item in pairs(a) do
        if not same(item, b[key]) then
            return false
        end
    end
    for key in pairs(b) do
        if a[key] == nil then
            return false
        end
    end
    return true
end

-- The fields of both tables in a new one, where both have one that of the second.
function t.over(defaults, options)
    local all = {}
    for _, fields in ipairs {defaults, options} do
        for key, value in pairs(fields) do
            all[key] = value
        end
    end
    return all
end

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
    line(same(got, want), name, function()
        return "got " .. show(got) .. ", want " .. show(want)
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
        return ("got %s, want %s within %g"):format(show(got), show(want), tolerance)
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
        return done and "raised nothing, want an error" or "raised " .. show(err) .. ", want " .. show(message)
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
