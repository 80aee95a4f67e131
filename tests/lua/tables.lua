-- Tables as R, pandas, NumPy and Excel write them: files that they wrote, in tests/lua/tables; files that they write
-- now, where they are installed; and random tables in every format that a small writer knows.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local csv, vec = D.csv, D.vec

local FOLDER = "tests/lua/tables/"

-- The table that all of them were given.
local names = {"name", "x", "k", "day"}
local want = {
    name = {"ann", "b, c", 'say "x"'}, x = vec{0.1, -2.5, 1 / 3}, k = vec{1, 20, 300},
    day = {"2024-01-05", "2024-02-29", "2025-12-31"},
}

-- R writes 15 digits, pandas writes JSON with 10.
local function check(got, order, index, tolerance, label)
    t.equal(order, index and {"index", table.unpack(names)} or names, label .. ": names")
    t.equal({got.name, got.k, got.day, got.index}, {want.name, want.k, want.day, index}, label .. ": cells")
    t.near(got.x, want.x, tolerance, label .. ": fractions")
end

-- File -> whether it has an index, by who writes it.
local written_by = {
    r = {["r_write_csv.csv"] = true, ["r_no_row_names.csv"] = false, ["r_write_csv2.csv"] = true,
        ["r_write_table.txt"] = true, ["r_write_table_tab.tsv"] = true, ["r_fwrite.csv"] = false},
    pandas = {["pandas_to_csv.csv"] = true, ["pandas_no_index.csv"] = false, ["pandas_semicolon.csv"] = false,
        ["pandas_utf8_sig.csv"] = false},
    polars = {["polars_write_csv.csv"] = false, ["polars_semicolon.csv"] = false},
    excel = {["excel.csv"] = false, ["excel_german.csv"] = false},
}
local first_row = {r = 1, pandas = 0}

local function check_files(folder, by)
    for file, has_index in pairs(written_by[by]) do
        local got, order = csv.read(folder .. file)
        local first = first_row[by]
        check(got, order, has_index and vec{first, first + 1, first + 2} or nil, by == "pandas" and 0 or 1e-15, file)
    end
end

check_files(FOLDER, "r")
check_files(FOLDER, "pandas")
check_files(FOLDER, "excel")
t.equal(csv.read(FOLDER .. "numpy_savetxt.txt"), {x = want.x, k = want.k}, "numpy.savetxt")

-- The scripts that wrote these files write them again, where they can, and read what csv.write wrote.
local function is_there(command)
    return os.execute(command .. " >/dev/null 2>&1") == true
end

local function check_script(name, command)
    local folder = t.path(name) .. "/"
    os.execute(("mkdir -p '%s'"):format(folder))
    csv.write(folder .. "ours.csv", want, names)
    D.npz.write(folder .. "ours.npz", {x = want.x, m = D.mat{{0, 1, 2}, {3, 4, 5}}})
    t.ok(is_there(("%s '%s'"):format(command, folder)), name .. " writes tables and reads ours")
    return folder
end

if is_there "Rscript --version" then
    check_files(check_script("R", "Rscript --vanilla " .. FOLDER .. "write.R"), "r")
else
    t.skip("R", "not installed")
end
local python
for _, command in ipairs{"python3", "/usr/bin/python3"} do
    python = python or is_there(command .. " -c 'import pandas'") and command
end
if python then
    local folder = check_script("pandas", python .. " " .. FOLDER .. "write.py")
    check_files(folder, "pandas")
    if is_there(("ls '%spolars_write_csv.csv'"):format(folder)) then
        check_files(folder, "polars")
        for _, name in ipairs{"polars_write_json.json", "polars_ndjson.jsonl"} do
            local got, order = D.json.read(folder .. name)
            check(got, order, nil, 0, name)
        end
    else
        t.skip("polars", "not installed")
    end
else
    t.skip("pandas and polars", "not installed")
end

-- Random tables -----------------------------------------------------------------------------------------------------

local random = math.random
math.randomseed(1)

local function pick(list)
    return list[random(#list)]
end

local function number(dec)
    local text = pick{
        function() return ("%d"):format(random(-1000, 1000)) end,
        function() return ("%.17g"):format((random() - 0.5) * 10.0 ^ random(-30, 30)) end,
        function() return ("%.3f"):format(random() * 100) end,
        function() return ("%.6e"):format(random()) end,
    }()
    return tonumber(text) + 0.0, (text:gsub("%.", dec))
end

local words = {"a", "b c", "x\"y", "1,5 kg", "p;q", "u|v", "t\tu", "two\nlines", "2024-01-05", "é", "NA", ""}

-- A cell in quotes where it needs them, or always.
local function quoted(text, f)
    local needs = f.quotes or text:find '["\r\n\t |;,]'
    return needs and '"' .. text:gsub('"', '""') .. '"' or text
end

-- A table of columns: the values, and their cells.
local function random_table(f, rows, columns)
    local fields, cells, order = {}, {}, {}
    for j = 1, columns do
        local name = pick{"v", "long name", "w,", "é"} .. j
        local is_text, values = j > 1 and random(4) == 1, {}
        cells[j], order[j] = {}, name
        for i = 1, rows do
            if is_text then
                values[i] = i == 1 and "text" or pick(words)
                cells[j][i] = quoted(values[i], f)
            else
                values[i], cells[j][i] = number(f.dec)
            end
        end
        fields[name] = is_text and values or vec(values)
    end
    return fields, order, cells
end

local function written(f, order, cells, rows)
    local lines = {}
    for i = 0, rows do
        local line = {}
        if f.index then
            line[1] = quoted(i == 0 and "" or tostring(i), f)
        end
        for j, name in ipairs(order) do
            line[#line + 1] = i == 0 and quoted(name, f) or cells[j][i]
        end
        if f.empty then
            line[#line + 1] = ""
        end
        lines[#lines + 1] = table.concat(line, f.sep)
    end
    return (f.bom and "\xEF\xBB\xBF" or "") .. (f.says_sep and "sep=" .. f.sep .. f.ending or "")
        .. table.concat(lines, f.ending) .. (f.last and f.ending or "")
end

local function boolean()
    return random(2) == 1
end

-- Whether the file was read as the table that was written.
local function is_alike(got, got_order, fields, order, rows)
    if #got_order ~= #order then
        return false
    end
    for j, name in ipairs(order) do
        if got_order[j] ~= name or not got[name] or #got[name] ~= rows then
            return false
        end
        for i = 1, rows do
            if got[name][i] ~= fields[name][i] then
                return false
            end
        end
    end
    return true
end

local rounds, found_out, silent = os.getenv "QUICK" and 100 or 1000, 0, 0
for round = 1, rounds do
    local f = {sep = pick{",", ";", "\t", "|"}, ending = pick{"\n", "\r\n", "\r"}, quotes = boolean(),
        index = boolean(), empty = boolean(), bom = boolean(), last = boolean(), says_sep = random(4) == 1}
    f.dec = f.sep ~= "," and boolean() and "," or "."
    local rows = random(6)
    local fields, order, cells = random_table(f, rows, random(2, 5))
    local text = written(f, order, cells, rows)
    local path = t.write(t.path "random.csv", text)
    if f.index then
        fields.index = vec.linspace(1, rows, rows)
        table.insert(order, 1, "index")
    end
    local got, got_order = csv.read(path, {sep = f.sep, dec = f.dec})
    if not is_alike(got, got_order, fields, order, rows) then
        t.equal({got, got_order, text}, {fields, order, text}, "round " .. round)
    end
    -- what is not said is found out, of a few cells not always; but then something is said
    local read, fields_found, order_found, notes = pcall(csv.read, path)
    if read and is_alike(fields_found, order_found, fields, order, rows) then
        found_out = found_out + 1
    elseif read and not notes then
        silent = silent + 1
    end
end
t.ok(found_out > 0.95 * rounds, ("the format is found out: %d of %d"):format(found_out, rounds))
t.equal(silent, 0, "nothing is taken for something else without a word")

t.done()
