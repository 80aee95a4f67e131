-- Tables in Markdown: markdown.table(rows) of lists of strings, the first one the head; markdown.results(results) of
-- what was measured, a row per workload, in a table that has columns for its programs.
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

-- {name=, programs=, cells=} by workload, cells by program.
local function by_workload(results)
    local list, seen = {}, {}
    for _, row in ipairs(results) do
        local w = seen[row.workload]
        if not w then
            w = {name=row.workload, programs={}, cells={}}
            seen[row.workload] = w
            list[#list + 1] = w
        end
        w.cells[row.program] = cell(row, #w.programs == 0)
        w.programs[#w.programs + 1] = row.program
    end
    return list
end

local function has_columns(head, programs)
    local there = {}
    for _, program in ipairs(head) do
        there[program] = true
    end
    for _, program in ipairs(programs) do
        if not there[program] then
            return false
        end
    end
    return true
end

-- The first of the tables with columns for all these programs, or a new one.
local function table_for(tables, programs)
    for _, rows in ipairs(tables) do
        if has_columns(rows[1], programs) then
            return rows
        end
    end
    tables[#tables + 1] = {{"workload", table.unpack(programs)}}
    return tables[#tables]
end

function markdown.results(results)
    local tables = {}
    for _, w in ipairs(by_workload(results)) do
        local rows = table_for(tables, w.programs)
        local row = {w.name}
        for i = 2, #rows[1] do
            row[i] = w.cells[rows[1][i]] or ""
        end
        rows[#rows + 1] = row
    end
    for i, rows in ipairs(tables) do
        tables[i] = markdown.table(rows)
    end
    return table.concat(tables, "\n\n")
end

return markdown
