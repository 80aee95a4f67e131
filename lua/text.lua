-- Text for a terminal: aligned columns, long lists with their middle left out, paragraphs filled.
local core = ...
local stdout = io.stdout

local text = {width = 80} -- of paragraphs

-- The columns that filled paragraphs take, fewer than width on a narrow terminal.
function text.columns()
    return math.min(text.width, (core.terminal.size()))
end

-- Writes to standard output, on a terminal in lines of its window.
function text.write(...)
    stdout:write(core.terminal.wrap(table.concat {...}))
end

-- Whether it is a string without control characters, of ASCII and of Latin-1: those could make a terminal do what
-- nobody asked for. Tabs and newlines are allowed.
function text.is_plain(value)
    if type(value) ~= "string" then
        return false
    end
    local more = utf8.len(value) and "\194[\128-\159]" or "[\128-\159]"
    return not value:find "[%z\1-\8\11-\31\127]" and not value:find(more)
end

-- The places 1..n to show: all of them up to head + tail, else the first, a false for the gap, and the last.
function text.shown(n, head, tail)
    local places = {}
    for i = 1, n do
        if n <= head + tail or i <= head or i > n - tail then
            places[#places + 1] = i
        elseif places[#places] then
            places[#places + 1] = false
        end
    end
    return places
end

-- A value as a cell: numbers with so many significant digits (6), nothing for what is unknown.
function text.cell(value, digits)
    if value == nil or value ~= value then
        return ""
    elseif math.type(value) then
        return core.text.number(value, digits or 6)
    end
    return tostring(value)
end

local function width(cell)
    return utf8.len(cell) or #cell
end

local function padded(cell, size, left)
    local space = (" "):rep(size - width(cell))
    return left and cell .. space or space .. cell
end

local function widths(lines)
    local sizes = {}
    for _, line in ipairs(lines) do
        for j, cell in ipairs(line) do
            sizes[j] = math.max(sizes[j] or 0, width(cell))
        end
    end
    return sizes
end

-- The first columns, which identify the rows, and their width.
local function key_columns(sizes, keys)
    local list, used = {}, 0
    for j = 1, keys do
        list[j], used = j, used + sizes[j] + 2
    end
    return list, used
end

-- The columns cut into lists that fit the screen, each beginning with the first `keys` columns.
local function split_columns(sizes, keys)
    local screen = core.terminal.size()
    local lists, list, used = {}, {}, 0
    for j, size in ipairs(sizes) do
        if #list > keys and used + size > screen then
            lists[#lists + 1] = list
            list, used = key_columns(sizes, keys)
        end
        list[#list + 1] = j
        used = used + size + 2
    end
    lists[#lists + 1] = list
    return lists
end

-- Lines of cells (text), column by column on the right edge, or the left one where left[j] is true; what is too
-- wide goes on below, after an empty line, where the first `keys` columns (1) stand again.
function text.align(lines, left, keys)
    local sizes, out = widths(lines), {}
    for _, columns in ipairs(split_columns(sizes, keys or 1)) do
        out[#out + 1] = out[1] and ""
        for _, line in ipairs(lines) do
            local cells = {}
            for k, j in ipairs(columns) do
                cells[k] = padded(line[j], sizes[j], left and left[j])
            end
            out[#out + 1] = table.concat(cells, "  "):gsub("%s+$", "")
        end
    end
    return table.concat(out, "\n")
end

-- The parts of a text between separators, a pattern.
function text.split(words, separator)
    local parts = {}
    for part in (words .. separator):gmatch("(.-)" .. separator) do
        parts[#parts + 1] = part
    end
    return parts
end

-- The words of a text in lines of at most `columns`.
function text.wrap(words, columns)
    local lines, line = {}, nil
    for word in words:gmatch "%S+" do
        if line and width(line) + 1 + width(word) <= columns then
            line = line .. " " .. word
        else
            lines[#lines + 1] = line
            line = word
        end
    end
    lines[#lines + 1] = line
    return lines
end

-- Text in indented lines of at most `columns`: paragraphs are filled, lines that are indented themselves stay.
function text.fill(words, columns, indent)
    local out, paragraph = {}, {}
    local function flush()
        for _, line in ipairs(text.wrap(table.concat(paragraph, " "), columns - #indent)) do
            out[#out + 1] = indent .. line
        end
        paragraph = {}
    end
    for _, line in ipairs(text.split(words, "\n")) do
        if line:find "^%s" or line == "" then
            flush()
            out[#out + 1] = line == "" and "" or indent .. line
        else
            paragraph[#paragraph + 1] = line
        end
    end
    flush()
    return (table.concat(out, "\n"):gsub("^\n+", ""):gsub("\n+$", ""))
end

-- A line of code, indented; where a window has not the room for its remark as well, that stands above it.
function text.code(line, indent)
    local columns, _, terminal = core.terminal.size()
    local code, remark = line:match "^(.-%S)%s+%-%- (.*)$"
    local _, why = load(code or "")
    if not terminal or not code or width(line) + #indent <= columns or why and why:find "unfinished string" then
        return indent .. line
    end
    local start = indent .. "-- "
    local above = text.wrap(remark, columns - #start)
    return start .. table.concat(above, "\n" .. start) .. "\n" .. indent .. code
end

-- "1 - 2 s + s^4" of terms, some of which begin with a minus sign.
function text.sum(terms)
    return (table.concat(terms, " + "):gsub("%+ %-", "- "))
end

-- The lines of text without the indent that they share.
function text.dedent(words)
    local lines, least = text.split(words:gsub("^[ ]*\n", ""):gsub("%s+$", ""), "\n"), math.huge
    for _, line in ipairs(lines) do
        least = line:find "%S" and math.min(least, #line:match "^ *") or least
    end
    for i, line in ipairs(lines) do
        lines[i] = line:sub(least + 1)
    end
    return lines
end

return text
