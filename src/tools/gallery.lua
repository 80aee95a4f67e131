-- The gallery: draws figure NAME into plots/ and prints its part of plots/README.md; without a name prints the top.
local name = ...

-- A figure's text in Markdown: what is raised or lowered there is raised or lowered here.
local function marked(text)
    return (text:gsub("[|*<]", "\\%0"):gsub("%^{(.-)}", "<sup>%1</sup>"):gsub("_{(.-)}", "<sub>%1</sub>")
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

local function cell(value, short)
    if value == nil or value == false then
        return ""
    elseif math.type(value) == "float" then
        local digits, exponent = number(value, short):match "^([^e]*)e?(.*)$"
        local power = exponent ~= "" and ("×10<sup>%d</sup>"):format(tonumber(exponent)) or ""
        return ((digits .. power):gsub("-", "−"))
    end
    return marked(tostring(value))
end

local function print_table(rows, columns)
    print("| " .. table.concat(columns, " | ") .. " |")
    print("|" .. ("---|"):rep(#columns))
    local short = {}
    for j, column in ipairs(columns) do
        short[j] = is_short(rows, column)
    end
    for _, row in ipairs(rows) do
        local cells = {}
        for j, column in ipairs(columns) do
            cells[j] = cell(row[column], short[j])
        end
        print("| " .. table.concat(cells, " | ") .. " |")
    end
end

if not name then
    print("# Gallery\n\nWritten by `make gallery`: every figure from a fresh run, what to see in it, and the numbers "
        .. "behind it (`figure\"1a\":rows()`).")
    return
end

local f = figure(name)
f:save(("plots/%s.pdf"):format(name))
f:save(("plots/%s.png"):format(name))
local title = io.open(("plots/%s.lua"):format(name)):read "l":gsub("^%-%- ", ""):gsub("%.$", "")
print(("\n## %s\n\n![%s](%s.png)\n\n%s ([PDF](%s.pdf))\n"):format(marked(title), title, name,
    marked(f:caption()), name))
local rows, columns = f:rows()
if columns[1] ~= "series" then -- points are in f:csv()
    print_table(rows, columns)
end
