-- json.text(value [, lines]): value as JSON. Keys are sorted, numbers keep every bit, non-finite ones are null,
-- vecs and mats are lists; items of the outermost `lines` levels each take a line.
local core = ...
local sorted_keys, map = core.use "sorted", core.use "list".map
local system = core.system

local json = {}

-- An empty table is a list; this one is an object.
json.object = {}

local quoted = core.text.quoted

local function number(x)
    return (x ~= x or x == math.huge or x == -math.huge) and "null" or core.text.number(x)
end

local function is_list(t)
    local count = 0
    for _ in pairs(t) do
        count = count + 1
    end
    return count == #t and t ~= json.object
end

local encode

local function table_text(t, lines, depth)
    if depth > 100 then
        system.fail("json", "expected tables nested up to 100 deep, got a deeper one")
    end
    local list = system.kind(t) or is_list(t)
    local parts = map(list and t or sorted_keys(t), function(item)
        return list and encode(item, lines - 1, depth + 1)
            or quoted(tostring(item)) .. ":" .. encode(t[item], lines - 1, depth + 1)
    end)
    local open, close = list and "[" or "{", list and "]" or "}"
    if lines > 0 and #parts > 0 then
        return open .. "\n" .. table.concat(parts, ",\n") .. "\n" .. close
    end
    return open .. table.concat(parts, ",") .. close
end

function encode(value, lines, depth)
    local kind = system.kind(value)
    if math.type(value) then
        return number(value)
    elseif type(value) == "string" then
        return quoted(value)
    elseif value == nil then
        return "null"
    elseif type(value) == "boolean" then
        return tostring(value)
    elseif type(value) == "table" or kind == "vec" or kind == "mat" then
        return table_text(value, lines, depth)
    end
    return quoted(system.describe(value)) -- a function, say: nothing that changes from run to run
end

function json.text(value, lines)
    return encode(value, lines or 0, 1)
end

return json
