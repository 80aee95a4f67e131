-- How two values differ, for the message of a failed check: both whole where they are short, else the place of their
-- first difference and what stands there.
local SHORT, AROUND = 120, 30 -- characters

local difference = {}

local function is_plain(value)
    return type(value) == "table" and not getmetatable(value)
end

-- The order of keys in messages: numbers first.
local function before(x, y)
    if math.type(x) and math.type(y) then
        return x < y
    elseif math.type(x) or math.type(y) then
        return math.type(x) ~= nil
    end
    return tostring(x) < tostring(y)
end

-- The keys of both tables, each once, in order.
local function keys_of(a, b)
    local list, seen = {}, {}
    for _, each in ipairs {a, b} do
        for key in pairs(each) do
            list[#list + 1] = not seen[key] and key or nil
            seen[key] = true
        end
    end
    table.sort(list, before)
    return list
end

function difference.show(value)
    if type(value) == "string" then
        return string.format("%q", value)
    elseif math.type(value) == "float" then
        return string.format("%.17g", value)
    elseif not is_plain(value) then
        return tostring(value)
    end
    local parts = {}
    for i, key in ipairs(keys_of(value, {})) do
        parts[i] = (math.type(key) and "" or tostring(key) .. "=") .. difference.show(value[key])
    end
    return "{" .. table.concat(parts, ", ") .. "}"
end
local show = difference.show

-- Plain tables are compared item by item, anything else with ==; a NaN equals a NaN.
function difference.same(a, b)
    if a == b or (a ~= a and b ~= b) then
        return true
    elseif type(a) ~= "table" or type(b) ~= "table" then
        return false
    end
    for key, item in pairs(a) do
        if not difference.same(item, b[key]) then
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

-- What stands around a byte of a text.
local function excerpt(text, at)
    local from, to = math.max(1, at - AROUND), math.min(#text, at + AROUND)
    return (from > 1 and ".." or "") .. show(text:sub(from, to)) .. (to < #text and ".." or "")
end

local function of_texts(got, want)
    local at = 1
    while got:byte(at) == want:byte(at) do
        at = at + 1
    end
    local _, lines = got:sub(1, at - 1):gsub("\n", "")
    return ("differ at byte %d, line %d: got %s, want %s (%d and %d bytes)"):format(at, lines + 1, excerpt(got, at),
        excerpt(want, at), #got, #want)
end

local function cut(value)
    local text = show(value)
    return #text > SHORT and text:sub(1, SHORT) .. ".." or text
end

-- What a failed check says of two values that are not the same.
function difference.of(got, want)
    local a, b = show(got), show(want)
    if #a <= SHORT and #b <= SHORT then
        return ("got %s, want %s"):format(a, b)
    elseif type(got) == "string" and type(want) == "string" then
        return of_texts(got, want)
    elseif not (is_plain(got) and is_plain(want)) then
        return ("got %s, want %s"):format(cut(got), cut(want))
    end
    for _, key in ipairs(keys_of(got, want)) do
        if not difference.same(got[key], want[key]) then
            return ("[%s]: %s"):format(show(key), difference.of(got[key], want[key]))
        end
    end
end

return difference
