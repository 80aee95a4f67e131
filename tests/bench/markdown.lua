-- Tables in Markdown: markdown.table(rows) of lists of strings, the first one the head; markdown.results(results) of
-- what was measured, one row per workload, a new table where other programs come.
local markdown = {}

function markdown.table(rows)
    local lines = {}
    for i, row in ipairs(rows) do
        lines[#lines + 1] = "| " .. table.concat(row, " | ") .. " |"
        if i == 1 then
            lines[#lines + 1] = "|" .. ("---|"):rep(#row)
        end
    end
    return table.concat(lines, "\n")
end

-- Three digits.
function markdown.number(x)
    local places = 4
    while places > 0 and math.abs(x) >= 10 ^ (3 - places) do
        places = places - 1
    end
    return ("%%.%df"):format(places):format(x)
end

local function cell(row, is_first)
    local text = markdown.number(row.best) .. " " .. row.unit
    return is_first and text or ("%s (%sx)"):format(text, markdown.number(row.ratio))
end

-- Lists of programs and cells by workload, in order.
local function by_workload(results)
    local list, seen = {}, {}
    for _, row in ipairs(results) do
        local w = seen[row.workload]
        if not w then
            w = {name=row.workload, programs={}, cells={row.workload}}
            seen[row.workload] = w
            list[#list + 1] = w
        end
        w.programs[#w.programs + 1] = row.program
        w.cells[#w.cells + 1] = cell(row, #w.programs == 1)
    end
    return list
end

function markdown.results(results)
    local tables, head = {}, nil
    for _, w in ipairs(by_workload(results)) do
        local its_head = table.concat(w.programs, " | ")
        if its_head ~= head then
            head = its_head
            tables[#tables + 1] = {{"workload", table.unpack(w.programs)}}
        end
        table.insert(tables[#tables], w.cells)
    end
    for i, t in ipairs(tables) do
        tables[i] = markdown.table(t)
    end
    return table.concat(tables, "\n\n")
end

return markdown
