-- What stands under a figure, for pages: captions with raised and lowered parts, numbers in few digits. `escape` makes
-- text harmless in the page's language.
local cells = {}

-- A figure's text: what is raised or lowered there is raised or lowered here.
function cells.marked(text, escape)
    return (escape(text):gsub("%^{(.-)}", "<sup>%1</sup>"):gsub("_{(.-)}", "<sub>%1</sub>")
        :gsub("%^(%d+)", "<sup>%1</sup>"))
end

-- Whether the numbers of a column are short: 0.01, 6, 4.5.
local function is_short(rows, column)
    for _, row in ipairs(rows) do
        local value = row[column]
        if math.type(value) == "float" and tonumber(("%.3g"):format(value)) ~= value then
            return false
        end
    end
    return true
end

-- A number as it is when those of its column are short, else with three digits, or whole when it is large.
local function number(value, short)
    if short or value == 0 then
        return ("%.3g"):format(value)
    elseif math.abs(value) >= 1000 and math.abs(value) < 1e7 then
        return ("%.0f"):format(value)
    end
    return (("%#.3g"):format(value):gsub("%.$", ""):gsub("%.e", "e"))
end

local function cell(value, short, escape)
    if value == nil or value == false then
        return ""
    elseif math.type(value) == "float" then
        local digits, exponent = number(value, short):match "^([^e]*)e?(.*)$"
        local power = exponent ~= "" and ("×10<sup>%d</sup>"):format(tonumber(exponent)) or ""
        return ((digits .. power):gsub("-", "−"))
    end
    return cells.marked(tostring(value), escape)
end

-- The rows as lists of cells in the order of the columns.
function cells.rows(rows, columns, escape)
    local short, lines = {}, {}
    for j, column in ipairs(columns) do
        short[j] = is_short(rows, column)
    end
    for i, row in ipairs(rows) do
        lines[i] = {}
        for j, column in ipairs(columns) do
            lines[i][j] = cell(row[column], short[j], escape)
        end
    end
    return lines
end

return cells
