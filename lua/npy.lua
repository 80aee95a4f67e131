-- npy.read, npy.write, npz.read and npz.write: arrays in NumPy's files. An array is MAGIC, two bytes for the version,
-- the length of what follows, a line {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }, and the numbers.
local core, D = ...
local module, file, zip = core.use "module", core.later "file", core.later "zip"
local system, sorted = core.system, core.use "sorted"
local pack, unpack = string.pack, string.unpack

local MAGIC, BLOCK = "\x93NUMPY", 64
local LARGEST = 2 ^ 31 - 1 -- rows, and columns

-- Of an array in `text`: where its numbers begin, how they are held, whether column by column, and its shape.
local function read_head(text, fail)
    if text:sub(1, #MAGIC) ~= MAGIC or #text < #MAGIC + 4 then
        fail "expected an array of NumPy's, got other bytes"
    end
    local ok, head, first = pcall(unpack, text:byte(#MAGIC + 1) == 1 and "<s2" or "<s4", text, #MAGIC + 3)
    local layout = ok and head:match "'descr'%s*:%s*'([^']*)'"
    local order, shape = ok and head:match "'fortran_order'%s*:%s*(%a+)", ok and head:match "'shape'%s*:%s*(%b())"
    local is_whole = ok and head:find "}%s*$" and (order == "True" or order == "False")
    if not is_whole or not shape or shape:find "[^%dL, ()]" then
        fail "expected an array of NumPy's, got one that is cut off or damaged"
    elseif not layout then
        fail "expected numbers, got an array of records (write each field by itself)"
    end
    local sizes = {}
    for size in shape:gmatch "%d+" do
        sizes[#sizes + 1] = math.tointeger(tonumber(size)) or math.maxinteger
    end
    return first, layout, order == "True", sizes, shape
end

local kinds = core.use "list".set "b1 f4 f8 i1 i2 i4 i8 u1 u2 u4 u8"

-- The array in `text` as a number, a vec or a mat.
local function array_of(text, path, caller)
    local function fail(why, ...)
        system.fail(caller, "%s: " .. why, path, ...)
    end
    local first, layout, by_columns, sizes, shape = read_head(text, fail)
    if not layout:find "^[<>|]" or not kinds[layout:sub(2)] then
        fail("expected numbers (f4, f8, i1 .. i8, u1 .. u8 or bool), got '%s'", layout)
    elseif #sizes > 2 then
        fail("expected at most 2 dimensions, got %d: %s", #sizes, shape)
    elseif math.max(sizes[1] or 1, sizes[2] or 1) > LARGEST then
        fail("expected at most 2^31 - 1 rows and columns, got %s", shape)
    end
    local array = core.npy.decode(text, first, layout, sizes[1] or 1, sizes[2], by_columns, path, caller)
    if not array then
        fail("expected all numbers of an array %s, got fewer", shape)
    end
    local more = #text - first + 1 - (sizes[1] or 1) * (sizes[2] or 1) * tonumber(layout:sub(3))
    if more > 0 then
        fail("expected the end of the file after an array %s, got %d bytes", shape, more)
    end
    return #sizes == 0 and array[1] or array
end

-- The bytes of an array, which tostring makes a string of; `what` is what it is in errors.
local function text_of(value, caller, what)
    local kind, shape = system.kind(value), nil
    if type(value) == "number" then
        value, shape = D.vec{value}, "()"
    elseif kind == "mat" then
        shape = ("(%d, %d)"):format(value.rows, value.cols)
    elseif kind == "vec" or type(value) == "table" then
        value = D.vec(value)
        shape = ("(%d,)"):format(#value)
    else
        system.fail(caller, "expected a vec, a mat or a number%s, got %s", what, system.describe(value))
    end
    local head = ("{'descr': '<f8', 'fortran_order': False, 'shape': %s, }"):format(shape)
    local before = #MAGIC + 4 + #head + 1
    head = head .. (" "):rep(-before % BLOCK) .. "\n"
    return core.npy.encode(MAGIC .. "\1\0" .. pack("<s2", head), value)
end

D.npy = module("npy", {
    read = function(path)
        return array_of(file.read("npy.read", path), path, "npy.read")
    end,
    write = function(path, value)
        return file.write("npy.write", path, text_of(value, "npy.write", ""))
    end,
})

local function read_npz(path)
    local entries = zip.read(file.read("npz.read", path))
    if not entries then
        system.fail("npz.read", "%s: expected a zip file of arrays, got other bytes or a damaged one", path)
    end
    local fields, names = {}, {}
    for _, entry in ipairs(entries) do
        local name = entry.name:match "^(.*)%.npy$"
        if not name then
            system.fail("npz.read", "%s: expected arrays, names that end in .npy, got '%s'", path, entry.name)
        end
        if fields[name] then
            system.fail("npz.read", "%s: expected each array once, got '%s' again", path, name)
        end
        fields[name] = array_of(entry.bytes, ("%s, '%s'"):format(path, name), "npz.read")
        names[#names + 1] = name
    end
    return fields, names
end

-- Writes the arrays by name as the public function `caller`.
local function write_npz(caller, path, fields)
    local entries = {}
    for _, name in ipairs(sorted(fields)) do
        if type(name) ~= "string" then
            system.fail(caller, "expected names of arrays, got " .. system.describe(name))
        end
        local bytes = tostring(text_of(fields[name], caller, (" as '%s'"):format(name)))
        entries[#entries + 1] = {name = name .. ".npy", bytes = bytes}
    end
    local text = zip.text(entries)
    if not text then
        system.fail(caller, "expected less than 4 GiB in all, got more (npy.write takes an array of any size)")
    end
    return file.write(caller, path, text)
end

D.npz = module("npz", {
    read = read_npz,
    write = function(path, fields)
        if type(fields) ~= "table" then
            system.fail("npz.write", "expected a table of arrays, got " .. system.describe(fields))
        end
        return write_npz("npz.write", path, fields)
    end,
})

return {write_npz = write_npz}
