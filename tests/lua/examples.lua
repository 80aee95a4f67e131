-- The example of every help page prints what the page states. Numbers are compared to the digits printed, empty lines
-- do not count. UPDATE=1 writes what they print now into lua/help.
local t = dofile "tests/lua/harness/tap.lua"
local use = debug.getregistry()["debias.core"].use
local pages, example = use "guide/pages", use "prompt/example"

local names = {}
for name, page in pairs(pages.all()) do
    names[#names + 1] = page.example and name or nil
end
table.sort(names)

-- What examples print, by name: one program runs all of them.
local function run_all()
    local script, mark = t.path "script.lua", "\1"
    local file = assert(io.open(script, "w"))
    file:write "local function run_one(name) local ok, why = pcall(example, name) if not ok then print(why) end end\n"
    for _, name in ipairs(names) do
        file:write(("io.stdout:write(%q) run_one(%q)\n"):format(
            mark .. name .. "\n", name))
    end
    file:close()
    local pipe = assert(io.popen(("'%s' --quiet --seed 5 '%s' 2>&1 </dev/null"):format(os.getenv "DEBIAS", script)))
    local printed = {}
    for name, text in pipe:read("a"):gmatch(mark .. "([^\n]*)\n([^" .. mark .. "]*)") do
        printed[name] = text
    end
    pipe:close()
    return printed
end

-- A line without its numbers and spaces, and the numbers.
local function parts(line)
    local numbers = {}
    local rest = line:gsub("%-?%d+%.?%d*e?[-+]?%d*", function(number)
        numbers[#numbers + 1] = number
        return "#"
    end)
    return rest:gsub("%s+", " "):gsub("[- ]+#", " #"), numbers
end

-- One unit of the last digit of a number as printed.
local function unit(number)
    local digits, exponent = number:match "^%-?([%d.]+)e?(.*)$"
    local decimals = digits:match "%.(%d*)$" or ""
    return 10.0 ^ ((tonumber(exponent) or 0) - #decimals)
end

local function same_line(got, want)
    local text, numbers = parts(got)
    local stated_text, stated = parts(want)
    for i, number in ipairs(stated) do
        local a, b = tonumber(numbers[i]), tonumber(number)
        if not a or math.type(a) ~= math.type(b) or math.abs(a - b) > 1.01 * unit(number) then
            return got == want
        end
    end
    return text == stated_text
end

-- Whether lines from i on are the stated ones from k on, of which "..." stands for any number of lines.
local function same_lines(got, want, i, k)
    if want[k] == nil then
        return got[i] == nil
    elseif want[k] == "..." then
        for next = i, #got + 1 do
            if same_lines(got, want, next, k + 1) then
                return true
            end
        end
        return false
    end
    return got[i] ~= nil and same_line(got[i], want[k]) and same_lines(got, want, i + 1, k + 1)
end

local function lines_of(text)
    local lines = {}
    for line in text:gmatch "([^\n]+)\n" do
        lines[#lines + 1] = line
    end
    return lines
end

-- The lines that the page states, and those that the entries are, which are printed as well.
local function stated(page)
    local lines = {}
    for _, entry in ipairs(example.entries(page)) do
        for i, line in ipairs(entry) do
            lines[#lines + 1] = (i == 1 and "> " or ">> ") .. line
        end
        for _, line in ipairs(entry.expected or {}) do
            lines[#lines + 1] = line ~= "" and line or nil
        end
    end
    return lines
end

-- What was printed as the text of a page's example: lines too wide for the page become "...".
local function as_example(page, got)
    local lines, k, code = {}, 1, stated(page)
    for _, line in ipairs(got) do
        while code[k] and not code[k]:find "^>>? " do
            k = k + 1
        end
        if line == code[k] then
            lines[#lines + 1], k = line:match "^>>? (.*)", k + 1
        else
            line = utf8.len(line) <= 74 and ("--> " .. line):gsub("%s+$", "") or "--> ..."
            lines[#lines + 1] = lines[#lines] ~= "--> ..." and line or nil
        end
    end
    return "            " .. table.concat(lines, "\n            ")
end

local function update(page, got)
    for path in io.popen("ls lua/help/*.lua"):lines() do
        local file = assert(io.open(path))
        local text = file:read "a"
        file:close()
        local from, to = text:find(page.example, 1, true)
        if from then
            file = assert(io.open(path, "w"))
            file:write(text:sub(1, from - 1), as_example(page, got), text:sub(to + 1))
            file:close()
        end
    end
end

local printed = run_all()
assert(next(printed), "the examples did not run")
for _, name in ipairs(names) do
    local page = pages.all()[name]
    local got, want = lines_of(printed[name] or ""), stated(page)
    local same = same_lines(got, want, 1, 1)
    if not same and os.getenv "UPDATE" then
        update(page, got)
    else
        t.ok(same, "example of " .. name)
        if not same then
            print("stated:\n" .. table.concat(want, "\n") .. "\nprinted:\n" .. table.concat(got, "\n"))
        end
    end
end
t.ok(same_line("a  0.123 -4", "a 0.122 -4"), "the last digit may differ")
t.ok(not same_line("a 0.125", "a 0.122"), "but not by more than one")
t.ok(not same_line("a 12", "b 12"), "words may not")
t.ok(same_lines({"x", "y", "z"}, {"...", "z"}, 1, 1), "dots stand for any lines")
t.done()
