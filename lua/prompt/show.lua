-- show(v), and how the prompt prints values: a figure is drawn, a bare table is written three levels deep.
local core, D = ...
local kind, fail, describe = core.system.kind, core.system.fail, core.system.describe
local values, result, pages = core.use "values", core.use "result", core.later "guide/pages"
local layout = core.use "text"
local getinfo, callable = debug.getinfo, core.use "callable"
local items_shown = {30, 12, 6} -- of a table, of a table within it, ..
local string_shown = 60

local show = {}

local function number(v, digits)
    return digits and ("%." .. digits .. "g"):format(v) or tostring(v)
end

local function is_bare(v)
    local meta = type(v) == "table" and getmetatable(v)
    return type(v) == "table" and not (meta and (meta.__tostring or meta.__name))
end

local nested -- text of a table, made of items

-- A value inside a table at some depth.
local function item(v, digits, depth)
    if type(v) == "string" then
        return #v <= string_shown and ("%q"):format(v) or ("%q.."):format(v:sub(1, string_shown))
    elseif type(v) == "number" then
        return number(v, digits)
    elseif callable(v) then
        return "function"
    elseif is_bare(v) then
        return next(v) == nil and "{}" or items_shown[depth + 1] and nested(v, digits, depth + 1) or "{..}"
    end
    local text = tostring(v)
    return not text:find "\n" and #text <= string_shown and text or describe(v)
end

local function key(k, digits)
    return type(k) == "string" and k:find "^[%a_][%w_]*$" and k or "[" .. item(k, digits, #items_shown) .. "]"
end

local function by_type_and_value(a, b)
    if type(a) == type(b) and (type(a) == "number" or type(a) == "string") then
        return a < b
    end
    return type(a) < type(b)
end

-- The first items of the list part and then of the rest in the order of the keys; how many there are in all.
local function items(t, digits, depth)
    local list, keys, length, most = {}, {}, 0, items_shown[depth]
    while rawget(t, length + 1) ~= nil do
        length = length + 1
        list[#list + 1] = length <= most and item(t[length], digits, depth) or nil
    end
    for k in next, t do
        if not (math.type(k) == "integer" and 1 <= k and k <= length) then
            keys[#keys + 1] = k
        end
    end
    table.sort(keys, by_type_and_value)
    for i = 1, math.min(#keys, most - #list) do
        list[#list + 1] = key(keys[i], digits) .. " = " .. item(rawget(t, keys[i]), digits, depth)
    end
    return list, length + #keys
end

-- Short items side by side, in lines of the width.
local function filled(list, indent)
    local lines, line = {}, indent
    for i, one in ipairs(list) do
        local word = one .. (i < #list and "," or "")
        if #line + 1 + #word > layout.columns() and line ~= indent then
            lines[#lines + 1], line = line, indent
        end
        line = line == indent and indent .. word or line .. " " .. word
    end
    lines[#lines + 1] = line
    return table.concat(lines, "\n")
end

function nested(t, digits, depth)
    local list, count = items(t, digits, depth)
    if count > #list then
        list[#list + 1] = (".. %d more"):format(count - #list)
    end
    local line, indent = table.concat(list, ", "), ("  "):rep(depth)
    if #line + 2 + 2 * depth <= layout.columns() and not line:find "\n" then
        return "{" .. line .. "}"
    end
    local body = not line:find "[{\n]" and filled(list, indent)
        or indent .. table.concat(list, ",\n" .. indent)
    return "{\n" .. body .. "\n" .. indent:sub(3) .. "}"
end

-- A function or table of the library, by its page; a function of the user's, by its place; nil for anything else.
local function named(v)
    local name, page = pages.find(v)
    if page then
        return ("%s: %s (help\"%s\")"):format(name, page.summary, name)
    elseif type(v) == "function" then
        local info = getinfo(v, "S")
        return info.what == "C" and "function" or ("function, %s:%d"):format(info.short_src, info.linedefined)
    end
end

local function text(v, digits)
    if type(v) == "number" then
        return number(v, digits)
    end
    local name = (type(v) == "function" or type(v) == "table" and not result.kind(v)) and named(v)
    if name then
        return name
    end
    if is_bare(v) then
        return nested(v, digits, 1)
    end
    return digits and (values.text(v, digits) or result.text(v, digits)) or tostring(v)
end

-- A value in one line of at most so many characters.
function show.line(v, most)
    local line = is_bare(v) and nested(v, nil, #items_shown) or kind(v) and tostring(v) or item(v, nil, #items_shown)
    line = line:gsub("%s+", " ")
    return #line <= most and line or line:sub(1, (utf8.offset(line, 0, most - 1) or most - 1) - 1) .. ".."
end

-- Whether a value is shown in several lines.
function show.has_lines(v)
    return type(v) ~= "function" and kind(v) ~= "figure" and text(v):find "\n" ~= nil
end

-- The text of the values, on one line with tabs between, as print does, or one below the other where one has several
-- lines; nil for none. Second: a list of the figures among them.
function show.parts(digits, ...)
    local texts, figures = {}, {}
    for i = 1, select("#", ...) do
        local v = select(i, ...)
        local list = kind(v) == "figure" and figures or texts
        list[#list + 1] = list == figures and v or text(v, digits)
    end
    local list = table.concat(texts, "\t")
    return texts[1] and (list:find "\n" and table.concat(texts, "\n") or list), figures
end

-- Prints the values and draws the figures among them.
function show.values(digits, ...)
    local words, figures = show.parts(digits, ...)
    if words then
        layout.write(words, "\n")
    end
    for _, figure in ipairs(figures) do
        figure:show()
    end
end

-- Prints the values of an entry, with all digits.
function show.result(...)
    show.values(nil, ...)
end

function D.show(v, options)
    local digits = core.use "given"("show", options, {digits = true}).digits
    local whole = digits and math.type(digits) and math.tointeger(digits)
    if digits ~= nil and not (whole and whole >= 1 and whole <= 17) then
        fail("show", "digits: expected a whole number from 1 to 17, got " .. describe(digits))
    end
    show.values(whole, v)
end

return show
