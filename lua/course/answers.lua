-- The guesses in a file that l:save "anna.csv" wrote, also when a spreadsheet has saved it again.
local core = ...
local system, list_of = core.system, core.use "list"
local text, file, number = core.use "text", core.use "file", core.use "course/number"

local needed = {"lesson", "step", "result"}

-- The cells of a line, quoted or not.
local function cells_of(line, separator)
    local cells, at = {}, 1
    while at <= #line + 1 do
        local quoted, after = line:match('^"(.-)"()', at)
        while quoted and line:sub(after, after) == '"' do -- a quote within is written twice
            local more, further = line:match('^(.-)"()', after + 1)
            if not more then
                break
            end
            quoted, after = quoted .. '"' .. more, further
        end
        local cell = quoted or line:match("^[^" .. separator .. "]*", at)
        cells[#cells + 1] = cell
        at = (quoted and after or at + #cell) + 1
    end
    return cells
end

-- A number where the cell is one as the prompt takes it, such as 1/4, also with a decimal comma where commas separate
-- nothing, else its text; nil where it is empty.
local function value_of(cell, separator)
    cell = cell:match "^%s*(.-)%s*$"
    local plain = separator ~= "," and cell:gsub("^([-+]?%d*),(%d[%de+-]*)$", "%1.%2") or cell
    return number(plain) or cell ~= "" and cell or nil
end

-- The lines that are not empty, and what stands between their cells: a spreadsheet takes semicolons or tabs.
local function lines_of(content)
    local plain = content:gsub("^\xEF\xBB\xBF", ""):gsub("\r\n?", "\n"):gsub("^sep=.\n", "")
    local lines = list_of.map(text.split(plain, "\n"), function(line) return line:find "[^%s;,]" and line or nil end)
    return lines, lines[1] and lines[1]:match "[;\t]" or ","
end

-- The rows as tables by the names of the first line, which must have the ones that are needed; or nil, what is wrong.
local function read_table(content)
    local lines, separator = lines_of(content)
    if not lines[1] then
        return nil, "is empty"
    end
    local names, rows = cells_of(lines[1], separator), {}
    for _, name in ipairs(needed) do
        if not list_of.any(names, function(found) return found == name end) then
            return nil, ("has no column '%s'; expected a file that l:save \"anna.csv\" of a lesson wrote"):format(name)
        end
    end
    for i = 2, #lines do
        rows[i - 1] = {}
        for j, cell in ipairs(cells_of(lines[i], separator)) do
            rows[i - 1][names[j] or j] = value_of(cell, separator)
        end
    end
    return rows, #rows == 0 and "has no rows" or nil
end

-- What is wrong with a row, or nil; the step becomes an integer.
local function fault(row, i, seen)
    row.step = math.tointeger(row.step)
    if not row.lesson or not row.step or row.step < 1 or row.result == nil then
        return ("row %d: expected a lesson, the number of a step and a result"):format(i)
    elseif row.guess and type(row.guess) ~= type(row.result) then
        return ("step %d: the guess %s is %s"):format(row.step, system.describe(row.guess),
            type(row.result) == "number" and "not a number" or "a number, the result a word")
    elseif row.lesson ~= seen.lesson then
        return ("row %d: is of lesson %s, the first one of lesson %s"):format(i, row.lesson, seen.lesson)
    end
    return seen[row.step] and ("step %d comes twice"):format(row.step)
end

-- The rows of the file, {lesson =, step =, first =, guess =, result =}; or nil, what is wrong with it.
return function(path)
    local content, why = file.text(path)
    if not content then
        return nil, "cannot be read: " .. why
    end
    local rows, wrong = read_table(content)
    local seen = {lesson = rows and rows[1] and rows[1].lesson}
    for i, row in ipairs(rows or {}) do
        wrong = wrong or fault(row, i, seen)
        seen[row.step or 0] = true
    end
    return not wrong and rows or nil, wrong
end
