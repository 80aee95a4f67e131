-- pack.text(value): a value as bytes, and pack.value(bytes): back again. Numbers keep every bit, equal values give
-- equal bytes. Values: nil, booleans, numbers, strings, vecs, mats, and tables of them under whole numbers or strings,
-- DEEPEST in one another at most. Bytes may come from anyone: the values take at most a few times their memory.
local core, D = ...
local system, sorted = core.system, core.use "sorted"

local pack = {}

local BATCH = 200 -- numbers that one call of string.pack takes
local DEEPEST = 32

local function add(parts, format, ...)
    parts[#parts + 1] = string.pack(format, ...)
end

-- n numbers of one format, in batches.
local function add_numbers(parts, format, list, n)
    for i = 1, n, BATCH do
        local last = math.min(i + BATCH - 1, n)
        add(parts, "=" .. format:rep(last - i + 1), table.unpack(list, i, last))
    end
end

local function is_key(key)
    return math.type(key) == "integer" or type(key) == "string"
end

local function is_whole_list(t, count)
    for i = 1, count do
        if math.type(t[i]) ~= "integer" then
            return false
        end
    end
    return count > 0
end

local put

local function put_table(parts, t, depth)
    local keys = sorted(t)
    if depth > DEEPEST then
        error("cannot save tables that are nested so deep", 0)
    end
    if is_whole_list(t, #keys) then
        add(parts, "=c1j", "l", #keys)
        return add_numbers(parts, "j", t, #keys)
    end
    add(parts, "=c1j", "t", #keys)
    for _, key in ipairs(keys) do
        if not is_key(key) then
            error("cannot save a table with the key " .. system.describe(key), 0)
        end
        put(parts, key, depth)
        put(parts, t[key], depth + 1)
    end
end

local function put_mat(parts, m)
    add(parts, "=c1jj", "m", m.rows, m.cols)
    for i = 1, m.rows do
        add_numbers(parts, "d", m[i]:table(), m.cols)
    end
end

local writers = {
    ["nil"] = function(parts) add(parts, "c1", "0") end,
    boolean = function(parts, value) add(parts, "c1", value and "+" or "-") end,
    integer = function(parts, value) add(parts, "=c1j", "i", value) end,
    float = function(parts, value) add(parts, "=c1d", "d", value) end,
    string = function(parts, value) add(parts, "=c1s8", "s", value) end,
    table = put_table,
    mat = put_mat,
    vec = function(parts, value)
        add(parts, "=c1j", "v", #value)
        add_numbers(parts, "d", value:table(), #value)
    end,
}

function put(parts, value, depth)
    local kind = math.type(value) or system.kind(value) or type(value)
    local write = not (kind == "table" and getmetatable(value)) and writers[kind]
    if not write then
        error("cannot save " .. system.describe(value), 0)
    end
    write(parts, value, depth)
end

-- The bytes; raises a text without position for what cannot be saved.
function pack.text(value)
    local parts = {}
    put(parts, value, 1)
    return table.concat(parts)
end

-- A reader is {text =, at =, depth = of tables around it}; whatever does not fit raises.
local function take(reader, format)
    local value, at = string.unpack(format, reader.text, reader.at)
    reader.at = at
    return value
end

local function take_count(reader, bytes)
    local n = take(reader, "=j")
    assert(n >= 0 and n <= (#reader.text - reader.at + 1) // bytes)
    return n
end

local function take_numbers(reader, format, n, set)
    for i = 1, n, BATCH do
        local last = math.min(i + BATCH - 1, n)
        local values = {string.unpack("=" .. format:rep(last - i + 1), reader.text, reader.at)}
        reader.at = values[last - i + 2]
        table.move(values, 1, last - i + 1, i, set)
    end
    return set
end

local get

local function get_table(reader)
    local t = {}
    reader.depth = reader.depth + 1
    assert(reader.depth <= DEEPEST)
    for _ = 1, take_count(reader, 2) do
        local key = get(reader)
        assert(is_key(key) and t[key] == nil)
        t[key] = get(reader)
    end
    reader.depth = reader.depth - 1
    return t
end

-- No product of counts is taken before each is known to be small.
local function get_mat(reader)
    local rows, cols = take(reader, "=j"), take(reader, "=j")
    local most = (#reader.text - reader.at + 1) // 8
    assert(rows >= 0 and cols >= 0 and rows <= most and cols <= most and rows * cols <= most)
    local m = D.mat.new(rows, cols)
    for i = 1, rows do
        for j, value in ipairs(take_numbers(reader, "d", cols, {})) do
            m[i][j] = value
        end
    end
    return m
end

local readers = {
    ["0"] = function() return nil end,
    ["+"] = function() return true end,
    ["-"] = function() return false end,
    i = function(reader) return take(reader, "=j") end,
    d = function(reader) return take(reader, "=d") end,
    s = function(reader) return take(reader, "=s8") end,
    t = get_table,
    m = get_mat,
    l = function(reader) return take_numbers(reader, "j", take_count(reader, 8), {}) end,
    v = function(reader) return D.vec(take_numbers(reader, "d", take_count(reader, 8), {})) end,
}

function get(reader)
    return readers[take(reader, "c1")](reader)
end

-- The value, or nil when the bytes are not a whole value.
function pack.value(text)
    local reader = {text = text, at = 1, depth = 0}
    local done, value = pcall(get, reader)
    if done and reader.at == #text + 1 then
        return value
    end
    return nil
end

return pack
