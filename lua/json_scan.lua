-- JSON text, read value by value from places in it: what is called `at` is the place of a value's first character, and
-- functions return the place after what they have read. A text is {text =, path =, caller =, whole = what it is called
-- (file)}; faults raise "caller: path:line:column: ..".
local core = ...
local system = core.system

local scan = {}

local byte, BLANK = string.byte, 32
local DEEPEST = 100 -- lists and objects in one another

-- "path:line:column" of a place.
function scan.place(s, at)
    local before = s.text:sub(1, at - 1)
    local _, lines = before:gsub("\n", "")
    return ("%s:%d:%d"):format(s.path, lines + 1, #before:match "[^\n]*$" + 1)
end

function scan.fail(s, at, why, ...)
    system.fail(s.caller, "%s: " .. why, scan.place(s, at), ...)
end

-- What is there, in few words.
function scan.shown(s, at)
    local char = s.text:sub(at, at)
    if char == "" then
        return "the end of the " .. (s.whole or "file")
    elseif char == "[" or char == "{" then
        return char == "[" and "a list" or "an object"
    end
    local word = s.text:match('^"[^"%c]*"?', at) or s.text:match("^[%w%.+-]+", at) or s.text:match("^[%z\1-\127]", at)
        or "?"
    return "'" .. (#word > 40 and word:sub(1, 40) .. ".." or word:gsub("%c", "?")) .. "'"
end

-- The place of the next character that is no blank.
function scan.skip(s, at)
    return (byte(s.text, at) or 0) > BLANK and at or s.text:find("[^ \t\r\n]", at) or #s.text + 1
end

local function expected(s, at, what)
    scan.fail(s, at, "expected %s, got %s", what, scan.shown(s, at))
end

local escapes = {['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t"}

local UNKNOWN = 0xFFFD -- the character for what is none

-- The character of \uXXXX at `at`, with the second half of a pair where there is one; a half alone is none.
local function unicode(s, at)
    local high = s.text:match("^u(%x%x%x%x)", at)
    local low = high and s.text:match("^\\u([dD][c-fC-F]%x%x)", at + 5)
    if not high then
        expected(s, at + 1, "four hexadecimal digits after \\u")
    end
    local code = tonumber(high, 16)
    if low and code >= 0xD800 and code < 0xDC00 then
        return utf8.char(0x10000 + (code - 0xD800) * 0x400 + tonumber(low, 16) - 0xDC00), at + 11
    end
    return utf8.char((code < 0xD800 or code > 0xDFFF) and code or UNKNOWN), at + 5
end

-- What the backslash at `at` stands for, and the place after it.
local function escaped(s, at)
    local char = s.text:sub(at + 1, at + 1)
    if char == "u" then
        return unicode(s, at + 1)
    elseif not escapes[char] then
        scan.fail(s, at, "expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u, got '\\%s'", char)
    end
    return escapes[char], at + 2
end

-- The string whose first quote is at `at`.
function scan.string(s, at)
    local plain, after = s.text:match('^"([^"\\\0-\31]*)"()', at)
    if plain then
        return plain, after
    end
    local parts, from = {}, at + 1
    while true do
        local stop = s.text:find('["\\\0-\31]', from)
        local char = stop and s.text:sub(stop, stop)
        if char ~= '"' and char ~= "\\" then
            scan.fail(s, at, "expected a closing quote, got the end of the %s", stop and "line" or s.whole or "file")
        end
        parts[#parts + 1] = s.text:sub(from, stop - 1)
        if char == '"' then
            return table.concat(parts), stop + 1
        end
        parts[#parts + 1], from = escaped(s, stop)
    end
end

-- NaN and Infinity are no JSON, but Python writes them. null and NaN are nil.
local words = {["true"] = 1.0, ["false"] = 0.0, Infinity = math.huge, ["-Infinity"] = -math.huge}
local none = {null = true, NaN = true}

-- The number in so many characters, and whether it is a whole one that no double is.
local function number(s, at, word)
    local digits = word:match "^(.-)[eE][+-]?%d+$" or word
    local is_number = (digits:find "^-?%d+$" or digits:find "^-?%d+%.%d+$") and not digits:find "^-?0%d"
    if not is_number then
        expected(s, at, "a number, a text, true, false or null")
    end
    local x = tonumber(word) + 0.0
    if x == math.huge or x == -math.huge then
        scan.fail(s, at, "expected a number, got '%s', which is beyond the largest", word)
    end
    return x, #word > 15 and word:find "^-?%d+$" and ("%.0f"):format(x) ~= word
end

-- The number, text or nil at `at`, the place after it, and the characters of a whole number that no double is.
function scan.scalar(s, at)
    if s.text:sub(at, at) == '"' then
        return scan.string(s, at)
    end
    local word, after = s.text:match("^([%w%.+-]+)()", at)
    if not word then
        expected(s, at, "a number, a text, true, false or null")
    elseif words[word] or none[word] then
        return words[word], after
    end
    local x, lost = number(s, at, word)
    return x, after, lost and word or nil
end

-- The same, but true and false for what a scalar has as 1 and 0, and without those characters.
function scan.plain(s, at)
    local value, after = scan.scalar(s, at)
    local char = s.text:sub(at, at)
    if char == "t" or char == "f" then
        value = char == "t"
    end
    return value, after
end

-- What follows an item that ends at `at`: the place of the next one, or the one after `close` and true.
local function item_end(s, at, close)
    at = scan.skip(s, at)
    local char = s.text:sub(at, at)
    if char ~= close and char ~= "," then
        expected(s, at, ("',' or '%s'"):format(close))
    end
    return char == close and at + 1 or scan.skip(s, at + 1), char == close
end

-- Calls each(key, at) -> place after the value for the members of the object at `at`; returns the place after it.
function scan.object(s, at, each)
    at = scan.skip(s, at + 1)
    if s.text:sub(at, at) == "}" then
        return at + 1
    end
    while true do
        if s.text:sub(at, at) ~= '"' then
            expected(s, at, "a name in quotes")
        end
        local key, after = scan.string(s, at)
        after = scan.skip(s, after)
        if s.text:sub(after, after) ~= ":" then
            expected(s, after, "':'")
        end
        local is_last
        at, is_last = item_end(s, each(key, scan.skip(s, after + 1), at), "}")
        if is_last then
            return at
        end
    end
end

-- Calls each(i, at) -> place after the item for the items of the list at `at`; returns the place after it.
function scan.list(s, at, each)
    at = scan.skip(s, at + 1)
    if s.text:sub(at, at) == "]" then
        return at + 1
    end
    for i = 1, math.huge do
        local is_last
        at, is_last = item_end(s, each(i, at), "]")
        if is_last then
            return at
        end
    end
end

-- The place after any value.
function scan.value(s, at, depth)
    depth = depth or 1
    local char = s.text:sub(at, at)
    if depth > DEEPEST then
        scan.fail(s, at, "expected lists and objects nested up to %d deep, got a deeper one", DEEPEST)
    elseif char == "[" then
        return scan.list(s, at, function(_, item) return scan.value(s, item, depth + 1) end)
    elseif char == "{" then
        return scan.object(s, at, function(_, item) return scan.value(s, item, depth + 1) end)
    end
    return (select(2, scan.scalar(s, at)))
end

return scan
