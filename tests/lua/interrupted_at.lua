-- Ctrl-C at any instruction: once an experiment has begun to compute, the line that asks for it gets what the
-- experiment has, whatever the line does with it, and nothing after it runs. In stock Lua: tools/module_interrupted.
local t = dofile "tests/lua/harness/tap.lua"
local program, quick = os.getenv "DEBIAS", os.getenv "QUICK"
local harness = "dofile 'tests/lua/harness/struck.lua'"
local forms = dofile "tests/lua/harness/lines.lua"

-- Strikes come after the call number `from` of the function that the experiment calls, or after the line's begin: at
-- so many of the last instructions, and so many before them.
local experiments = {
    {text = "run(one)", from = 0, last = 0, before = 6},
    {text = "run(one)", from = 3, last = 12, before = 6},
    {text = "run(\n    one\n)", from = 3, last = 4, before = 6},
    {text = "compare(two)", from = 1, last = 3, before = 6},
    {text = "sweep(points)", from = 1, last = 3, before = 6},
}
local others = { -- with the first form alone
    {text = "bias(curve)", from = 300, last = 0, before = 20},
    {text = "tune(grid)", from = 1, last = 0, before = 20},
    {text = "complexity(ladder)", from = 1, last = 0, before = 20},
    {text = "value(terms)", from = 3, last = 0, before = 20},
}

local function entry(lines, after)
    return ("do start()\n%s\n%s\nend"):format(lines, after)
end

-- Entries of the prompt for the form of this number: each prints what is wrong after one strike.
local function add(input, number, x)
    local form = forms[number]
    local lines = form[1]:gsub("X", x.text)
    local _, breaks = lines:gsub("\n", "")
    for _ = 1, 2 do -- what is loaded once is there then
        input[#input + 1] = ("measure(%d)\n%s"):format(x.from, entry(lines, "debug.sethook()"))
    end
    for i = 1, x.last + x.before, quick and 4 or 1 do
        local k = ("most - %d"):format(i - 1)
        if i > x.last then
            k = ("most * %d // %d"):format(i - x.last, x.before + 1)
        end
        input[#input + 1] = ("begin(%d, %s)\n%s\nprint('said', %d, wrong(%d, %q), %q, %q)"):format(x.from, k,
            entry(lines, "next_line = true\nafter = true"), number, breaks + 2, form[2], x.text:gsub("\n *", " "), k)
    end
end

-- What the program prints of this input, or with options of no input.
local function output_of(options, input)
    local path = t.write(t.path "input", table.concat(input or {}, "\n") .. "\n")
    local pipe = io.popen(("'%s' --quiet %s <'%s' 2>&1"):format(program, options, path))
    local output = pipe:read "a"
    pipe:close()
    return output
end

local input, faults, all, struck = {harness}, {}, 0, 0
for number, form in ipairs(forms) do
    faults[number] = {}
    for _, x in ipairs(experiments) do
        if not (form.in_one_line and x.text:find "\n") then
            add(input, number, x)
        end
    end
end
for _, x in ipairs(others) do
    add(input, 1, x)
end
for number, what, where in output_of("-i", input):gmatch "said\t(%d+)\t([^\t]*)\t([^\n]*)" do
    all, struck = all + 1, struck + (what ~= "not struck" and 1 or 0)
    if what ~= "good" and what ~= "not struck" then
        table.insert(faults[tonumber(number)], what .. " " .. where)
    end
end
for number, form in ipairs(forms) do
    t.equal(faults[number], {}, (form[1]:gsub("\n *", " ")))
end
t.ok(all > 0 and struck >= 0.9 * all, ("%d of %d strikes came within a line"):format(struck, all))

-- Scripts and -e end with it: what they assign is printed.
local prints = "debug.getmetatable(io.stdout).__newindex = io.stdout.write"
local line = "start() io.stdout.kept = run(one).stop"
local whole = "measure(3) " .. line .. " debug.sethook()"
for i = 3, 14, quick and 4 or 1 do
    local struck_line = ("begin(3, most - %d) %s\nnext_line = true\nio.stdout.after = 'went on'"):format(i, line)
    local texts = {harness, prints, whole, whole, struck_line}
    local script = t.write(t.path "script.lua", table.concat(texts, "\n"))
    for how, options in pairs {script = script, ["-e"] = '-e "' .. table.concat(texts, '" -e "') .. '"'} do
        local output, kept = output_of(options):gsub("keptbudget", "")
        t.equal({kept, output:match "^debias: .*:%d+: interrupted\n$"}, {3, output}, ("%s at most - %d"):format(how, i))
    end
end
t.done()
