-- lesson.class{"a.csv", ..}: what a class guessed, of the files that l:save "anna.csv" wrote: a row for each step, and
-- a figure of all guesses.
local core = ...
local system, result, list_of = core.system, core.use "result", core.use "list"
local text, file = core.use "text", core.use "file"
local histogram, guess_words = core.later "course/histogram", core.later "course/guess"

local NAME = "lesson.class"
local order = {"step", "files", "guessed", "right", "lower", "median", "upper", "result"}
local needed = {"lesson", "step", "result"}

local function fail(path, ...)
    system.fail(NAME, "'%s': %s", path, string.format(...))
end

-- The cells of a line, quoted or not; a spreadsheet may have put semicolons between them.
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

-- A number where the cell is one, also with a decimal comma where commas separate nothing, else its text; nil where it
-- is empty.
local function value_of(cell, separator)
    local plain = separator == ";" and cell and cell:gsub(",", ".") or cell
    return cell ~= "" and (tonumber(plain) or cell) or nil
end

-- The rows of a file as tables by the names of its first line, which must have the ones that are needed.
local function read_table(path)
    local lines = text.split((file.read(NAME, path):gsub("^\xEF\xBB\xBF", ""):gsub("\r\n", "\n")), "\n")
    local separator = lines[1]:find ";" and ";" or ","
    local names, rows = cells_of(lines[1], separator), {}
    for _, name in ipairs(needed) do
        if not list_of.any(names, function(found) return found == name end) then
            fail(path, "no column '%s'; expected a file that l:save \"anna.csv\" of a lesson wrote", name)
        end
    end
    for i = 2, #lines do
        local row = {}
        for j, cell in ipairs(cells_of(lines[i], separator)) do
            row[names[j] or j] = value_of(cell, separator)
        end
        rows[#rows + 1] = lines[i]:find "%S" and row or nil
    end
    return rows
end

-- A row of a file, checked.
local function check_row(path, row, i)
    row.path, row.step = path, math.tointeger(row.step)
    if not row.lesson or not row.step or row.step < 1 or row.result == nil then
        fail(path, "row %d: expected a lesson, the number of a step and a result", i)
    elseif row.guess and type(row.guess) ~= type(row.result) then
        fail(path, "step %d: the guess %s is %s", row.step, system.describe(row.guess),
            type(row.result) == "number" and "not a number" or "a number, the result a word")
    end
    return row
end

local function read_file(path)
    if type(path) ~= "string" then
        system.fail(NAME, "expected a list of file names, got an item %s", system.describe(path))
    end
    local rows, seen = read_table(path), {}
    for i, row in ipairs(rows) do
        check_row(path, row, i)
        if seen[rows[i].step] then
            fail(path, "step %d comes twice", rows[i].step)
        end
        seen[rows[i].step] = true
    end
    if not rows[1] then
        fail(path, "no rows")
    end
    return rows
end

-- Refuses a row that belongs to another lesson than the first one, or whose result is of another kind than that of its
-- step in the files before.
local function check_same(first, row, step)
    if row.lesson ~= first.lesson then
        fail(row.path, "is of lesson %s, '%s' of lesson %s", row.lesson, first.path, first.lesson)
    elseif step[1] and type(step[1].result) ~= type(row.result) then
        fail(row.path, "step %d: the result is %s, in '%s' it is %s", row.step, system.describe(row.result),
            step[1].path, system.describe(step[1].result))
    end
end

-- {[step] = list of rows}, and the lesson.
local function read_files(paths)
    if type(paths) ~= "table" or #paths == 0 then
        system.fail(NAME, "expected a list of file names, got " .. system.describe(paths))
    end
    local steps, first, seen = {}, nil, {}
    for _, path in ipairs(paths) do
        if seen[path] then
            fail(tostring(path), "is named twice")
        end
        local rows = read_file(path)
        seen[path] = true
        for _, row in ipairs(rows) do
            first = first or row
            steps[row.step] = steps[row.step] or {}
            check_same(first, row, steps[row.step])
            table.insert(steps[row.step], row)
        end
    end
    return steps, first.lesson
end

-- The value below which the fraction p of a sorted list lies.
local function quantile(sorted, p)
    local at = 1 + p * (#sorted - 1)
    local below = math.floor(at)
    local next_one = sorted[below + 1] or sorted[below]
    return sorted[below] + (at - below) * (next_one - sorted[below])
end

local function spread(guesses)
    table.sort(guesses)
    if type(guesses[1]) ~= "number" then
        return nil
    end
    return quantile(guesses, 0.25), quantile(guesses, 0.5), quantile(guesses, 0.75)
end

local function summary(step, rows)
    local guesses = list_of.map(rows, function(row) return row.guess end)
    local right = list_of.map(rows, function(row)
        return row.guess and not guess_words.is_off(row.result, row.guess) and row or nil
    end)
    local lower, median, upper = spread(guesses)
    return {step = step, files = #rows, guessed = #guesses, right = #right, lower = lower, median = median,
        upper = upper, result = rows[1].result, guesses = guesses}
end

-- plot's options for the figure of one step, or of all of them.
local function series(rows, options)
    local step = core.use "given"("class:plot", options, {step = true}).step
    local chosen = list_of.map(rows, function(row) return (step == nil or row.step == step) and row or nil end)
    if #chosen == 0 then
        system.fail("class:plot", "option 'step': no step %s in the files, there are %s", system.describe(step),
            table.concat(list_of.map(rows, function(row) return row.step end), ", "))
    end
    local panels = list_of.map(chosen, histogram)
    return #panels == 1 and panels[1] or {panels = panels, across = math.min(#panels, 2)}
end

return function(paths)
    local steps, name = read_files(paths)
    local rows, numbers = {}, {}
    for step in pairs(steps) do
        numbers[#numbers + 1] = step
    end
    table.sort(numbers)
    for i, step in ipairs(numbers) do
        rows[i] = summary(step, steps[step])
    end
    return result.of_rows("class", order, rows, {lesson = name, files = list_of.map(paths, tostring)}, {
        series = function(_, options) return series(rows, options) end,
        notes = function()
            return {"right: within a twentieth of the result; lower, upper: a quarter of the guesses is below, above"}
        end,
    })
end
