-- Tables of text for a terminal: aligned columns, long lists with their middle left out.
local core = ...

local text = {}

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

-- A value as a cell: numbers with 6 significant digits, nothing for what is unknown.
function text.cell(value)
    if value == nil or value ~= value then
        return ""
    elseif math.type(value) then
        return core.text.number(value, 6)
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

-- Lines of cells (text), column by column on the right edge, or the left one where left[j] is true.
function text.align(lines, left)
    local sizes, out = {}, {}
    for _, line in ipairs(lines) do
        for j, cell in ipairs(line) do
            sizes[j] = math.max(sizes[j] or 0, width(cell))
        end
    end
    for i, line in ipairs(lines) do
        local cells = {}
        for j, cell in ipairs(line) do
            cells[j] = padded(cell, sizes[j], left and left[j])
        end
        out[i] = table.concat(cells, "  "):gsub("%s+$", "")
    end
    return table.concat(out, "\n")
end

return text
