-- Random tables written in each dialect of CSV and read back, with what is missing, and with one cell that is wrong.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local random = D.rng.new(11)

local function one_of(list)
    return list[random:index(#list)]
end

-- A dialect: how cells, lines and numbers are written, and the options that it takes where nothing finds that out.
local dialects = {
    {name = "plain", sep = ",", dec = "."},
    {name = "Excel in German", sep = ";", dec = ",", eol = "\r\n", top = "\xEF\xBB\xBF"},
    {name = "Excel's sep=", sep = ";", dec = ",", eol = "\r\n", top = "sep=;\r\n"},
    {name = "tabs, decimal comma", sep = "\t", dec = ","},
    {name = "bars, old Macintosh", sep = "|", dec = ".", eol = "\r"},
    {name = "all in quotes", sep = ",", dec = ".", quote = true, eol = "\r\n"},
    {name = "comments", sep = ",", dec = ".", top = "# made by hand, on Monday\n\n# \"x\n", options = {comment = "#"}},
    {name = "a title", sep = ";", dec = ",", top = "Report; of \"x\n\n", options = {skip = 1}},
    {name = "thousands", sep = ",", dec = ".", thousands = ",", quote = true, options = {thousands = ","}},
    {name = "thousands in German", sep = ";", dec = ",", thousands = ".", eol = "\r\n", top = "\xEF\xBB\xBF",
        options = {thousands = "."}},
    {name = "thousands in French", sep = ";", dec = ",", thousands = "\u{a0}", options = {thousands = " ", dec = ","}},
    {name = "thousands in Swiss", sep = "\t", dec = ".", thousands = "'", options = {thousands = "'"}},
}
local missing = {"", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "None", ".", "-"}
local words = {"ann", "b \"c\"", "two\nlines", "a, b; c", "", "\u{e9}t\u{e9}", "-", "12 ab", "# no"}

-- A number with at most three decimals, some of more than three digits before the point.
local function some_number()
    return (random:index(2) == 1 and -1 or 1) * random:index(10 ^ random:index(8)) / 10 ^ (random:index(4) - 1)
end

local function grouped(digits, mark)
    local done
    repeat
        digits, done = digits:gsub("^(%d+)(%d%d%d)", "%1" .. mark .. "%2")
    until done == 0
    return digits
end

local function spelled(value, dialect)
    local sign, whole, decimals = ("%.15g"):format(value):match "^(-?)(%d+)%.?(%d*)$"
    if dialect.thousands then
        whole = grouped(whole, dialect.thousands)
    end
    return sign .. whole .. (decimals ~= "" and dialect.dec .. decimals or "")
end

local function cell(text, dialect, is_word)
    if dialect.quote or text:find '[,;\t|"\n]' and (is_word or text:find(dialect.sep, 1, true)) then
        return '"' .. text:gsub('"', '""') .. '"'
    end
    return text
end

-- Random columns of numbers and one of words: {names =, numbers = lists by name, words =}.
local function some_table(rows, columns)
    local made = {names = {}, numbers = {}, words = {}}
    for j = 1, columns do
        local name = ("x %d"):format(j)
        made.names[j], made.numbers[name] = name, {}
        for i = 1, rows do
            made.numbers[name][i] = some_number()
        end
    end
    for i = 1, rows do
        made.words[i] = i == 1 and "ann" or one_of(words)
    end
    made.names[columns + 1] = "who"
    return made
end

-- The table as text; odd(i, j), if it returns one, is the cell of row i and column j.
local function written(made, dialect, odd)
    local eol, lines = dialect.eol or "\n", {}
    local function add(cells)
        lines[#lines + 1] = table.concat(cells, dialect.sep)
    end
    local head = {}
    for j, name in ipairs(made.names) do
        head[j] = cell(name, dialect)
    end
    add(head)
    for i = 1, #made.words do
        local cells = {}
        for j = 1, #made.names - 1 do
            cells[j] = cell(odd and odd(i, j) or spelled(made.numbers[made.names[j]][i], dialect), dialect)
        end
        cells[#cells + 1] = cell(made.words[i], dialect, true)
        add(cells)
    end
    return (dialect.top or "") .. table.concat(lines, eol) .. (random:index(2) == 1 and eol or "")
end

local function with(options, more)
    local all = {}
    for _, list in ipairs {options or {}, more or {}} do
        for key, value in pairs(list) do
            all[key] = value
        end
    end
    return all
end

local path = t.path "table.csv"

-- Whether what is read is these rows of the table.
local function check(name, made, rows, options)
    local done, columns, names = pcall(D.csv.read, path, options)
    if not done then
        t.ok(false, name .. ": " .. columns .. "\n" .. t.read(path))
        return
    end
    t.equal(names, made.names, name .. ": names")
    for j, each in ipairs(made.names) do
        local from = made.numbers[each] or made.words
        local want = {}
        for k, i in ipairs(rows) do
            want[k] = from[i]
        end
        t.equal(columns[each], made.numbers[each] and D.vec(want) or want, ("%s: column %d"):format(name, j))
    end
end

local function all_rows(n)
    local rows = {}
    for i = 1, n do
        rows[i] = i
    end
    return rows
end

-- The place of a cell in the text: lines are counted as they stand in the file.
local function line_of(made, dialect, row)
    local _, lines = (dialect.top or ""):gsub("\r?\n", "")
    for i = 1, row - 1 do
        lines = lines + select(2, made.words[i]:gsub("\n", ""))
    end
    return lines + 1 + row
end

for _, dialect in ipairs(dialects) do
    for round = 1, os.getenv "QUICK" and 5 or 40 do
        local rows, columns = 1 + random:index(6), 1 + random:index(4)
        local made, name = some_table(rows, columns), ("%s, table %d"):format(dialect.name, round)
        -- numbers that say how they are written: 1,5 is no thousands, and not all are missing
        made.numbers["x 1"][1] = 0.5
        t.write(path, written(made, dialect))
        check(name, made, all_rows(rows), dialect.options)
        -- some cells are missing
        local row, column = 1 + random:index(rows - 1), random:index(columns)
        local word = one_of(missing)
        t.write(path, written(made, dialect, function(i, j) return i == row and j == column and word end))
        local kept = {}
        for i = 1, rows do
            kept[#kept + 1] = i ~= row and i or nil
        end
        check(name .. ", missing: " .. word, made, kept, with(dialect.options, {na = "drop"}))
        local place = ("%s:%d:%d: "):format(path, line_of(made, dialect, row), column)
        local got = word == "" and "an empty cell" or ("'%s'"):format(word)
        local done, why = pcall(D.csv.read, path, dialect.options)
        t.ok(not done and why:find(("csv.read: %sexpected a number, got %s (na=\"drop\" leaves such rows out)"):format(
            place, got), 1, true), name .. ": a missing cell is an error: " .. tostring(why))
        -- one cell is wrong: used as numbers, the column names it
        t.write(path, written(made, dialect, function(i, j) return i == row and j == column and "12 ab" end))
        done, why = pcall(function() return D.vec(D.csv.read(path, dialect.options)[made.names[column]]) end)
        t.ok(not done and why:find(place .. "expected a number, got '12 ab'", 1, true),
            name .. ": a wrong cell is named: " .. tostring(why))
        -- without their options the numbers are refused, or read the same: never as others
        if dialect.options then
            t.write(path, written(made, dialect))
            local read, plain = pcall(D.csv.read, path)
            for each, list in pairs(made.numbers) do
                local column_read = read and plain[each]
                t.ok(type(column_read) ~= "userdata" or tostring(column_read) == tostring(D.vec(list)),
                    name .. ": without options never other numbers")
            end
        end
    end
end
t.done()
