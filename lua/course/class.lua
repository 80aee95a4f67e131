-- lesson.class{"a.csv", ..}: what a class guessed, of the files that l:save "anna.csv" wrote: a row for each step, and
-- a figure of all guesses.
local core = ...
local system, result, list_of = core.system, core.use "result", core.use "list"
local answers, histogram = core.use "course/answers", core.later "course/histogram"
local guess_words = core.later "course/guess"

local NAME = "lesson.class"
local order = {"step", "files", "guessed", "right", "lower", "median", "upper", "result"}

-- The paths of a list, or of all .csv files of a folder.
local function paths_of(files)
    if type(files) ~= "string" then
        return type(files) == "table" and files or {}
    end
    local names = list_of.map(core.file.list(files), function(name)
        return name:lower():find "%.csv$" and name or nil
    end)
    table.sort(names)
    return list_of.map(names, function(name) return files:gsub("/*$", "/") .. name end)
end

-- Reads the files that can be read, in their order, as {path =, rows =, lesson =}; why the others are left out goes
-- into a list.
local function read_files(files, left_out)
    local paths, seen = paths_of(files), {}
    if #paths == 0 then
        system.fail(NAME, "expected a list of file names or a folder of .csv files, got " .. system.describe(files))
    end
    return list_of.map(paths, function(path)
        if type(path) ~= "string" then
            system.fail(NAME, "expected a list of file names, got an item %s", system.describe(path))
        end
        local rows, why = answers(path)
        local identity = core.file.identity(path) or path
        if seen[identity] then
            rows, why = nil, seen[identity] == path and "is named twice, and counts once"
                or ("is the same file as '%s', and counts once"):format(seen[identity])
        end
        seen[identity] = seen[identity] or path
        left_out[#left_out + 1] = why and ("'%s' %s"):format(path, why)
        return rows and {path = path, rows = rows, lesson = rows[1].lesson}
    end)
end

-- The lesson that most files are of.
local function lesson_of(class)
    local counts, most = {}, nil
    for _, each in ipairs(class) do
        counts[each.lesson] = (counts[each.lesson] or 0) + 1
    end
    for _, each in ipairs(class) do
        most = counts[each.lesson] > (counts[most] or 0) and each.lesson or most
    end
    return most
end

-- Why a file does not go with those before it, or nil: another lesson, or a result of another kind.
local function why_other(each, lesson, steps)
    if each.lesson ~= lesson then
        return ("is of lesson %s, not %s"):format(each.lesson, lesson)
    end
    for _, row in ipairs(each.rows) do
        local first = steps[row.step] and steps[row.step][1]
        if first and type(first.result) ~= type(row.result) then
            return ("step %d: the result is %s, in '%s' it is %s"):format(row.step, system.describe(row.result),
                first.path, system.describe(first.result))
        end
    end
end

-- {[step] = list of rows}, the lesson, the paths, and a list that says which files are left out.
local function gather(files)
    local steps, paths, left_out = {}, {}, {}
    local class = read_files(files, left_out)
    local lesson = lesson_of(class)
    for _, each in ipairs(class) do
        local why = why_other(each, lesson, steps)
        left_out[#left_out + 1] = why and ("'%s' %s"):format(each.path, why)
        paths[#paths + 1] = not why and each.path or nil
        for _, row in ipairs(not why and each.rows or {}) do
            row.path, steps[row.step] = each.path, steps[row.step] or {}
            table.insert(steps[row.step], row)
        end
    end
    if #paths == 0 then
        system.fail(NAME, "none of the files can be used: %s", left_out[1])
    end
    return steps, lesson, paths, left_out
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

local function notes_of(left_out)
    local notes = list_of.map(left_out, function(words) return "left out: " .. words end)
    table.insert(notes, 1,
        "right: within a twentieth of the result; lower, upper: a quarter of the guesses is below, above")
    return notes
end

return function(files)
    local steps, name, paths, left_out = gather(files)
    local rows, numbers = {}, {}
    for step in pairs(steps) do
        numbers[#numbers + 1] = step
    end
    table.sort(numbers)
    for i, step in ipairs(numbers) do
        rows[i] = summary(step, steps[step])
    end
    return result.of_rows("class", order, rows, {lesson = name, files = paths}, {
        series = function(_, options) return series(rows, options) end,
        notes = function() return notes_of(left_out) end,
    }, {lesson = name, left_out = left_out})
end
