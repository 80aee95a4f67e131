-- zip.read(text) and zip.text(entries): archives as bytes; an entry is {name =, bytes =}, one
-- that was read also says in how many bytes it stood: packed. Stored entries are read and written, deflated ones are
-- read. An archive holds a header and the bytes of each entry, then the directory, where
-- each has another header, then the end, which says where the directory is. Sizes and places have 32 bits; where these
-- are all ones, an extra field has 64.
local core = ...
local pack, unpack = string.pack, string.unpack

local zip = {}

local LOCAL, ENTRY, END = "PK\3\4", "PK\1\2", "PK\5\6"
local END_SIZE, LOCAL_SIZE, LONGEST_COMMENT = 22, 30, 65535
local STORED, DEFLATED, ENCRYPTED = 0, 8, 1
local MOST, LONG = 2 ^ 32 - 2, 0xFFFFFFFF
local MOST_DEFLATED = 1040 -- bytes that one stands for
local VERSION, YEAR_1980 = 20, 0x21 -- the date of all entries: the same bytes whenever they are written

-- The three values, those that are all ones from the extra fields.
local function long_values(extra, values)
    local at = 1
    while at < #extra do
        local id, field = unpack("<I2 s2", extra, at)
        local from = 1
        for i = 1, id == 1 and 3 or 0 do
            if values[i] == LONG then
                values[i], from = unpack("<I8", field, from)
            end
        end
        at = at + 4 + #field
    end
    return table.unpack(values)
end

-- The bytes that stand as so many at a place.
local function unpacked(text, first, method, packed, size)
    assert(first + packed - 1 <= #text and packed >= 0 and size >= 0)
    local bytes = text:sub(first, first + packed - 1)
    if method == STORED then
        assert(packed == size)
        return bytes
    end
    assert(method == DEFLATED and packed <= MOST and size <= MOST and size <= MOST_DEFLATED * packed)
    return assert(core.zlib.inflate(bytes, size))
end

-- The entry whose header in the directory is at `at`, and where the next one is.
local function read_entry(text, at)
    local mark, flags, method, sum, packed, size, names, extras, comments, place, name_at =
        unpack("<c4 xxxx I2 I2 xxxx I4 I4 I4 I2 I2 I2 xxxxxxxx I4", text, at)
    assert(mark == ENTRY and flags & ENCRYPTED == 0)
    local extra_at = name_at + names
    size, packed, place = long_values(text:sub(extra_at, extra_at + extras - 1), {size, packed, place})
    local local_mark, _, local_names, local_extras, first = unpack("<c4 c22 I2 I2", text, place + 1)
    local bytes = unpacked(text, first + local_names + local_extras, method, packed, size)
    assert(local_mark == LOCAL and core.zlib.checksum(bytes) == sum)
    return {name = text:sub(name_at, extra_at - 1), bytes = bytes, packed = packed}, extra_at + extras + comments
end

local function read(text)
    local tail = text:sub(-END_SIZE - LONGEST_COMMENT)
    local found = assert(tail:match(".*()" .. END))
    local count, _, at = unpack("<I2 I4 I4", tail, found + 10)
    local entries, left = {}, #text
    assert(count < 0xFFFF)
    at = at + 1
    for i = 1, count do
        entries[i], at = read_entry(text, at)
        left = left - entries[i].packed
        assert(left > 0) -- entries that share their bytes could stand for any number of them
    end
    return entries
end

-- The entries of an archive; nil for bytes that are none, or one that is damaged, encrypted or larger than 4 GiB.
function zip.read(text)
    local ok, entries = pcall(read, text)
    if not ok and core.system.interrupted() then
        error(entries, 0)
    end
    return ok and entries or nil
end

-- The archive of the entries; nil where it would be too large.
function zip.text(entries)
    local parts, directory, place = {}, {}, 0
    for _, entry in ipairs(entries) do
        if place + #entry.bytes > MOST then
            return nil
        end
        local common = pack("<I2 I2 I2 I2 I2 I4 I4 I4 I2 I2", VERSION, 0, STORED, 0, YEAR_1980,
            core.zlib.checksum(entry.bytes), #entry.bytes, #entry.bytes, #entry.name, 0)
        directory[#directory + 1] = ENTRY .. pack("<I2", VERSION) .. common
            .. pack("<I2 I2 I2 I4 I4", 0, 0, 0, 0, place) .. entry.name
        table.move({LOCAL, common, entry.name, entry.bytes}, 1, 4, #parts + 1, parts)
        place = place + LOCAL_SIZE + #entry.name + #entry.bytes
    end
    local list = table.concat(directory)
    parts[#parts + 1] = list .. END .. pack("<I2 I2 I2 I2 I4 I4 I2", 0, 0, #entries, #entries, #list, place, 0)
    return table.concat(parts)
end

return zip
