-- Lessons where nobody can answer: the seven of the program, their numbers and their variations, lesson.new, handouts
-- and what a class guessed. tests/repl/lesson.exp answers.
local t = dofile "tests/lua/harness/tap.lua"
local look_labels = assert(loadfile "tests/lua/harness/look_labels.lua")(t)
local D = require "debias"

-- A lesson with one step of these options.
local function of(step)
    return D.lesson.new {title = "one", steps = {step}}
end

-- Wrong use.
t.raises(function() D.lesson.new() end, "lesson.new: option 'title' must be given: one line")
t.raises(function() D.lesson.new {title = "x"} end,
    "lesson.new: option 'steps' must be given: list of steps, see lesson.step")
t.raises(function() D.lesson.new {title = 3, steps = {}} end, "lesson.new: option 'title': expected a string, got 3")
t.raises(function() D.lesson.new {titel = "x", steps = {}} end,
    "lesson.new: unknown option 'titel', did you mean 'title'?")
t.raises(function() D.lesson.new {title = "x", steps = {}} end,
    "lesson.new: option 'steps': expected at least one step")
t.raises(function() of(3) end, "lesson.new: step 1: expected a table of options, got 3")
t.raises(function() of {} end, "lesson.new: step 1: option 'text' must be given: what the step is about")
t.raises(function() of {text = "x", asks = "y"} end,
    "lesson.new: step 1: unknown option 'asks', did you mean 'ask'?")
t.raises(function() of {text = "x", ask = "y"} end,
    "lesson.new: step 1: option 'ask' goes with run, which returns the answer")
t.raises(function() of {text = "x", choices = {"a"}} end,
    "lesson.new: step 1: option 'choices' goes with ask, the question")
t.raises(function() of {text = "x", ask = "y", run = print, choices = {}} end,
    "lesson.new: step 1: option 'choices': expected a list of strings")
t.raises(function() of {text = "x", hint = "a"} end, "lesson.new: step 1: option 'hint' goes with ask, the question")
t.raises(function() of {text = "x", vary = {1}} end,
    "lesson.new: step 1: option 'vary': expected a list of strings")
t.raises(function() of {text = "x", explain = 3} end,
    "lesson.new: step 1: option 'explain': expected a string or a function, got 3")
t.raises(function() of {text = "x", run = "f"} end,
    "lesson.new: step 1: option 'run': expected a function, got 'f'")
for key, value in pairs {text = "a\xff", ask = "\xff", choices = {"a", "\xff"}, hint = "\xff", explain = "\xff",
    vary = {"x = 1", "\xff"}} do
    local bad = type(value) == "table" and value[2] or value
    for _, case in ipairs {{bad, "in UTF-8"}, {"\27[2J", "without control characters"}} do
        local step = {text = "a", ask = "b", run = print}
        step[key] = type(value) == "table" and {value[1], case[1]} or case[1]
        local done, why = pcall(of, step)
        local start = ("lesson.new: step 1: option '%s': expected text %s, got '"):format(key, case[2])
        t.ok(not done and why:find(start, 1, true), ("%s %s"):format(key, case[2]))
    end
end
t.ok(of {text = "two\nlines,\ta tab, \u{3b4}"}, "lines, tabs and letters of any alphabet")
t.ok(not pcall(D.lesson.new, {title = "\27[2J", steps = {{text = "a"}}}), "a title without control characters")
local count = 0
for _ in io.popen("ls lua/lesson/*.lua"):lines() do
    count = count + 1
end
for _, name in ipairs {"lesson", "lesson.source"} do
    local call = name == "lesson" and D.lesson or D.lesson.source
    local wanted = ("%s: expected a number from 1 to %d%s, got "):format(name, count,
        name == "lesson" and " or a lesson" or "")
    t.raises(function() call(count + 1) end, wanted .. count + 1)
    t.raises(function() call(1.5) end, wanted .. "1.5")
    t.raises(function() call(nil) end, wanted .. "nil")
    t.raises(function() call "1" end, wanted .. "'1'")
end
t.raises(function() D.lesson(1, {fast = true}) end, "lesson: unknown option 'fast'")
t.raises(function() D.lesson(1, {step = 4}) end, "lesson: option 'step': expected a number from 1 to 3, got 4")
t.raises(function() D.lesson(1, 2) end, "lesson: expected a table of options, got 2; {step=2} begins there")
t.raises(function() D.lesson.resume() end, "lesson.resume: no lesson was left before its end; lesson(1) begins one")
t.raises(function() D.lesson.resume(2) end, "lesson.resume: lesson 2 was not left before its end; lesson(2) begins it")
t.raises(function() D.lesson.resume(9) end,
    ("lesson.resume: expected a number from 1 to %d or a lesson, got 9"):format(count))
t.raises(function() D.lesson.save "x.html" end,
    "lesson.save: no lesson has run yet that has a question; lesson(1) runs one")
t.raises(function() D.lesson.list() end, "lesson: no field 'list'")

-- What run gives.
local function with(...)
    local values = table.pack(...)
    return function()
        return table.unpack(values, 1, values.n)
    end
end
t.raises(function() D.lesson(of {text = "x", ask = "y", run = with()}) end,
    "lesson 'one', step 1: expected a number as the first result of run, got nil")
t.raises(function() D.lesson(of {text = "x", ask = "y", choices = {"a", "b"}, run = with "c"}) end,
    "lesson 'one', step 1: expected one of the choices as the first result of run, got 'c'")
t.raises(function() D.lesson(of {text = "x", run = with(1, 2)}) end,
    "lesson 'one', step 1: expected a figure as the second result of run, got 2")
t.raises(function() D.lesson(of {text = "x", ask = "y", run = with(1, with(2))}) end,
    "lesson 'one', step 1: expected a figure from what run returned, got 2")
-- An error of a step's own function: the lesson, the step and the line.
local none = {}
local function broken()
    return none.field.field
end
local broken_line = debug.getinfo(broken, "S").linedefined + 1
for _, step in ipairs {
    {text = "x", run = broken}, {text = "x", explain = broken}, {text = "x", run = with(1, broken)},
} do
    local three_steps = D.lesson.new {title = "three", steps = {{text = "a"}, step, {text = "b"}}}
    local calls = {D.lesson, function(l) D.lesson(l, {step = 3}) end} -- in its turn, and on the way to a later step
    for _, call in ipairs(calls) do
        local done, why = pcall(call, three_steps)
        t.equal({done, why}, {false, ("lesson 'three', step 2: tests/lua/lesson.lua:%d: attempt to index a nil value "
            .. "(field 'field')"):format(broken_line)}, "an error says where it is")
    end
end
local object = setmetatable({}, {__tostring = function() return "an object" end})
local _, thrown = pcall(D.lesson, of {text = "x", run = function() error(object) end})
t.ok(rawequal(thrown, object), "an error that is no string stays what it is")
t.raises(function() D.lesson(of {text = "x", explain = with()}) end,
    "lesson 'one', step 1: expected a string from explain, got nil")
t.equal(select("#", D.lesson(of {text = "x"})), 0, "without a question nothing is returned")
local seen
local r = D.lesson(of {text = "x", ask = "y", choices = {"a", "b"}, run = function(made, guess, quick)
    made.list, seen = {1}, {guess = guess, quick = quick}
    return "b"
end}, {quick = true})
t.equal(seen, {quick = true}, "run gets no guess, and quick")
t.equal(r:rows(), {{lesson = "one", step = 1, result = "b"}}, "the result, without a column of guesses")
t.equal(D.lesson.made(), r.made, "lesson.made is what the last lesson made")
t.equal(r.made, {list = {1}}, "what the steps made")
t.equal(D.lesson.save(t.path "last.csv"), t.path "last.csv", "lesson.save saves the last one")
t.equal(D.csv.read(t.path "last.csv").step, D.vec {1}, "what it saves")
t.raises(function() D.lesson.save "x.doc" end,
    "lesson:save: expected a file name that ends with .html, .pdf, .md or .csv, got 'x.doc'")
t.equal(tostring(of {text = "x"}), "lesson: one (1 step)")
t.equal(tostring(load(D.lesson.source(2))()), "lesson: two half-samples cancel 1/m (4 steps)", "a source is a script")

-- How answers are read.
local question = debug.getregistry()["debias.core"].use "course/question"
local number = debug.getregistry()["debias.core"].use "course/number"
local numbers = {
    ["1"] = 1, ["-2.5"] = -2.5, ["+3"] = 3, ["1e-3"] = 1e-3, ["1E2"] = 100, [".5"] = 0.5, ["15."] = 15, ["0x10"] = 16,
    ["1/4"] = 0.25, ["-1 / 8"] = -0.125, ["1/2/2"] = 0.25, ["2*3.5 - 1"] = 6, ["(1+4+9+16+25+36)/6"] = 91 / 6,
    ["3.5^2"] = 12.25, ["3--2"] = 5, ["---3"] = -3, ["3 - -2"] = 5, ["15-12.5"] = 2.5, ["-(1 + 2)"] = -3,
    ["2\u{d7}3"] = 6,
    ["\u{2212}2"] = -2,
    ["\u{2013}2"] = -2, ["about 15"] = 15, ["~ -2"] = -2, ["= 1/4"] = 0.25, ["\u{2248}0.5"] = 0.5, ["ca. 3"] = 3,
}
for answer, want in pairs(numbers) do
    t.equal(number(answer), want, "a number: " .. answer)
end
local form = "write it like 0.5, -2, 1e-3, 1/4 or 2*3.5"
for answer, why in pairs {
    x = "not a number; " .. form, ["no idea"] = "not a number; " .. form, ["/2"] = "not a number; " .. form,
    ["1/"] = "not a number; " .. form, ["1 2"] = "not a number; " .. form, ["2(3)"] = "not a number; " .. form,
    ["((("] = "not a number; " .. form, ["e"] = "not a number; " .. form,
    inf = "not a number; " .. form, nan = "not a number; " .. form, ["about"] = "not a number; " .. form,
    ["1/0"] = "not a finite number; " .. form, ["0/0"] = "not a finite number; " .. form,
    ["1e999"] = "not a finite number; " .. form, ["9^9^9"] = "not a finite number; " .. form,
    ["0,5"] = "not a number; write a decimal point: 0.5", ["-,5"] = "not a number; write a decimal point: -.5",
    ["1,000"] = "not a number; write 1000, or 1.000 with a decimal point",
    ["50%"] = "not a number; write 0.5, or 50 where percent is asked for",
    ["-2.5 %"] = "not a number; write -0.025, or -2.5 where percent is asked for",
    ["8 m"] = "not a number; write the number alone, without 'm': 8",
    ["1e3 rolls or so"] = "not a number; write the number alone, without 'rolls or so': 1e3",
    ["10-15"] = "a range; write one number",
    ["10\u{2013}15"] = "a range; write one number", ["2 - 3.5"] = "a range; write one number",
    ["10..15"] = "a range; write one number", ["10 to 15"] = "a range; write one number",
    ["between 10 and 15"] = "a range; write one number",
} do
    t.equal(table.pack(number(answer)), {n = 2, [2] = ("'%s' is %s"):format(answer, why)}, "no number: " .. answer)
end
for i = 1, 3000 do -- whatever is typed: a finite number, or words
    local answer = {}
    for k = 1, 1 + i % 7 do
        local at = (i * 7919 + k * 104729 + i * k) % 22 + 1
        answer[k] = ("0123.5eE+-*/^() %,x~=\u{2212}"):sub(at, at)
    end
    local value, why = number(table.concat(answer))
    t.ok(value and value - value == 0 or not value and type(why) == "string", "any answer: " .. table.concat(answer))
end
local read = question.one_of {"2", "1", "order 1", "orange", "Red"}
for answer, want in pairs {
    ["1"] = "1", ["2"] = "2", ["3"] = "order 1", ["ord"] = "order 1", red = "Red", R = "Red",
    ["order 1"] = "order 1", ["5"] = "Red",
} do
    t.equal(read(answer), want, "a choice: " .. answer)
end
for answer, hint in pairs {
    ["or"] = ", did you mean 'order 1' or 'orange'?", ["0"] = "",
    ["6"] = "", ["1.5"] = "", ornage = ", did you mean 'orange'?",
} do
    local value, why = read(answer)
    t.equal(value, nil, "no choice: " .. answer)
    t.equal(why, ("'%s' is not one of these: 2, 1, order 1, orange, Red%s"):format(answer, hint))
end

local of_words = question.one_of {"half the step", "half-samples", "too low", "A", "a"}
for answer, want in pairs {low = "too low", samples = "half-samples", STEP = "half the step", A = "A", a = "a"} do
    t.equal(of_words(answer), want, "a word of a choice: " .. answer)
end
for _, answer in ipairs {"half", "ow", "amples", "t"} do
    t.equal(of_words(answer) or "", answer == "t" and "too low" or "", "no choice: " .. answer)
end

-- The numbers of the lessons against exact ones.
local die, square, fourth = D.dist.empirical {1, 2, 3, 4, 5, 6}, D.poly {0, 0, 1}, D.poly {0, 0, 0, 0, 1}
local order = D.extrap.order
local checks = {}

checks[1] = function(rows, made)
    t.near(rows[1].result, 12.25 + order(1):bias(square, die, {m = 1}), 5 * made.se, "the average of the squares")
    t.near(rows[2].result, 2, 1e-12, "twice the rolls, half the error")
    t.near(made.c:slopes():rows()[1].slope, -1, 0.05, "slope -1 from draws")
    t.near(made.c:rows()[7].exact, order(1):bias(square, die, {m = 64}), 1e-12, "the error at m = 64")
    t.ok(order(1):bias(math.log, die, {m = 1}) < 0 and rows[3].result == "too low", "the logarithm is too low")
end

checks[2] = function(rows, made)
    t.near(rows[1].result, 12.25, 0.1, "extrapolated from m = 1 and 2")
    t.near(rows[2].result, 12.25, 5 * made.se, "from two rolls")
    t.near(made.bias, 0, 1e-12, "without bias")
    t.near(rows[3].result, -2, 0.05, "slope -2")
    t.near(made.slopes[1].exact, -1, 0.05, "slope -1")
    t.near(made.slopes[2].slope, -2, 0.2, "slope -2 from draws")
    t.near(made.c:rows()[8].exact, order(2):bias(math.exp, die, {m = 32}), 1e-9, "the bias of order 2")
end

checks[3] = function(rows, made)
    t.equal(rows[1].result, order(4).draws, "draws of order 4")
    t.near(rows[2].result, -3, 1e-9, "slope -3")
    t.near(made.slopes[1].exact, -1, 0.1, "order 1 as in lesson 2")
    t.near(made.slopes[2].exact, -2, 0.2, "order 2 as in lesson 2")
    t.near(made.fourth, order(4):bias(fourth, die, {m = 1}), 1e-12, "order 4 is exact")
    for k = 1, 4 do
        local bias = order(k):bias(math.exp, die, {m = 8 // order(k).draws})
        t.near(made.bias[k], math.abs(bias), 1e-9, "the bias of order " .. k)
    end
    t.equal({rows[3].result, rows[4].result}, {"order 2", "order 3"}, "the orders that pay")
end

checks[4] = function(rows, made)
    local p = D.problem.instrumental {n = 10000}
    local best = p:minimizer()[1]
    local e = D.estimator(p, {method = "bsgd", m = 32})
    t.near(rows[1].result, e:expected {best}[1], 1e-12, "the mean estimate at the best w")
    t.near(rows[2].result, D.estimator(p, {method = "bsgd", m = 2}):fixed_point()[1], 0.02, "where estimates average 0")
    t.near(made.long, D.estimator(p, {method = "bsgd", m = 20}):fixed_point()[1], 0.01, "and with means of 20 draws")
    t.ok(made.long < rows[2].result and made.short > rows[2].result, "means of 20 draws are better, but take longer")
    t.equal(rows[3].result, "half-samples", "what mends the walk")
end

checks[5] = function(rows, made)
    t.ok(made.fresh / made.same > 100, "the same draws cancel")
    t.equal(rows[1].result, "hundreds of times smaller", "which is the answer")
    t.equal({rows[2].result, rows[3].result}, {"NestedVR", "helps"}, "the winner, the verdict")
end

checks[6] = function(rows, made)
    local plan = made.levels.plan[5]
    t.near(rows[1].result, 4, 0.6, "variances fall like 4^-l")
    t.ok(plan.eps == 0.001 and plan.plain / plan.cost > 2, "levels pay in the end")
    t.equal(rows[2].result, "the levels", "which is the answer")
    t.equal(rows[3].result, "E-BSGD", "the winner")
end

checks[7] = function(rows, made)
    t.near(made.p:gradient({rows[1].result}):norm(), 0, 1e-9, "the derivative is 0 at the best x")
    t.ok(made.check.ok and not made.wrong.ok and rows[2].result == "yes", "the check notices")
    t.equal(rows[3].result, "helps", "the verdict")
end

-- The listings of a handout in Markdown: what is to be typed or pasted.
local function listings_of(path)
    local list = {}
    for listing in t.read(path):gmatch "```lua\n(.-)```" do
        list[#list + 1] = listing
    end
    return list
end

-- What the listing prints in a program that knows nothing of the lesson.
local function in_fresh_program(listing, name)
    local path = t.write(t.path "listing", listing)
    local pipe = io.popen(('"%s" --quiet -i < "%s" 2>&1'):format(os.getenv "DEBIAS", path))
    local said = pipe:read "a"
    t.ok(pipe:close() and not said:find "debias: ", ("%s runs on its own:\n%s%s"):format(name, listing, said))
    return said
end

-- What the listings of the lesson print, one after the other.
local function try_all(n, list)
    local said = {}
    for i, listing in ipairs(list) do
        local name = ("lesson %d, listing %d"):format(n, i)
        t.ok(not listing:find "lesson%.made", name .. " does without the lesson")
        for line in listing:gmatch "[^\n]+" do
            t.ok(#line <= 78, "not too long: " .. line)
        end
        said[i] = os.getenv "QUICK" and "" or in_fresh_program(listing, name)
    end
    return table.concat(said)
end

local variations = {}

-- What the variation with means of 20 draws is to show: it ends nearer to the best w than that with 2.
variations[4] = function(said, made)
    local ends, best = said:match "(%d%.%d+)\t(%d%.%d+)\n"
    ends, best = tonumber(ends), tonumber(best)
    t.near(ends, made.long, 0.01, "means of 20 draws")
    t.ok(math.abs(ends - best) < math.abs(made.w - best) / 4, "they end nearer")
end

-- What lessons say, and the figures that they show, while f runs.
local function said_by(f)
    local files, figures, said = debug.getmetatable(io.stdout).__index, debug.getmetatable(D.plot({1}, {1})), {}
    local write, field = files.write, figures.__index
    function files.write(file, ...)
        if file ~= io.stdout then
            return write(file, ...)
        end
        said[#said + 1] = table.concat {...}
        return file
    end
    local function show(figure)
        said[#said + 1] = figure:text{cols=79, rows=21} -- as many as show takes
    end
    function figures.__index(figure, key)
        return key == "show" and show or field(figure, key)
    end
    local result = f()
    files.write, figures.__index = write, field
    return result, table.concat(said)
end

local named, texts = {0, 2, 2, 3, 2, 2, 2}, {} -- curves of each, and what it says
for n = 1, count do
    local one
    one, texts[n] = said_by(function()
        return look_labels.draws("lesson " .. n, named[n], function() return D.lesson(n, {quick = true}) end)
    end)
    checks[n](one:rows(), one.made)
    local path = one:save(t.path(("lesson%d.md"):format(n)))
    local listings = listings_of(path)
    t.ok(#listings > 1, ("lesson %d: listings"):format(n))
    local said = try_all(n, listings)
    if variations[n] and said ~= "" then
        variations[n](said, one.made)
    end
end
look_labels.done()

-- Their text: that of a program of its own, for the first.
local pipe = io.popen(([["%s" --quiet -e 'lesson(1, {quick=true})' 2>&1 </dev/null]]):format(os.getenv "DEBIAS"))
t.equal(pipe:read "a", texts[1], "a lesson in a program of its own")
t.ok(pipe:close(), "lessons run where nobody answers")
local lines = {}
for line in table.concat(texts):gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line
end

local ends, last, steps, hints = 0, 0, 0, 0
for _, line in ipairs(lines) do
    last = tonumber(line:match "^lesson (%d)") or last
    ends = ends + (line:find(("^end of lesson %d of %d"):format(last, count)) and 1 or 0)
    t.ok(utf8.len(line) <= 80, ("lesson %d: at most 80 columns: %s"):format(last, line))
    t.ok(line:find "^ " or not line:find "[%w] =$" and not line:find "^= ", "a formula stays on its line: " .. line)
end
t.equal(ends, count, "every lesson says that it ends")

-- Every question of the program's lessons has a hint.
for n = 1, count do
    for _ in D.lesson.source(n):gmatch "%f[%w]ask = " do
        steps = steps + 1
    end
    for _ in D.lesson.source(n):gmatch "%f[%w]hint = " do
        hints = hints + 1
    end
end
t.equal(hints, steps, "every question has a hint")

-- A lesson from a later step on: what is before it is run, without its questions.
local begun = {}
local function noting(i)
    return function(made)
        begun[#begun + 1] = i
        made[i] = (made[i - 1] or 0) + 1
        return made[i], D.plot {series = {{x = {1, 2}, y = {1, 2}}}}
    end
end
local three = D.lesson.new {title = "three", steps = {
    {text = "One & <two>.", ask = "1?", run = noting(1)},
    {text = "Two.\n\n  code = 1", run = noting(2), vary = {"code = 2"}},
    {text = "Three.", ask = "3?", run = noting(3), explain = function(made) return "It is " .. made[3] .. "." end},
}}
local later = D.lesson(three, {step = 3})
t.equal(begun, {1, 2, 3}, "the steps before are run")
t.equal(later:rows(), {{lesson = "three", step = 1, result = 1}, {lesson = "three", step = 3, result = 3}},
    "all results")

-- Handouts.
local function content(path)
    local handle <close> = io.open(path, "rb")
    return handle:read "a"
end
for _, bad in ipairs {"handout", "handout.doc", 3} do
    t.raises(function() later:save(bad) end,
        "lesson:save: expected a file name that ends with .html, .pdf, .md or .csv, got "
            .. (type(bad) == "number" and "3" or "'" .. bad .. "'"))
end
t.equal(later:save(t.path "h.html"), t.path "h.html", "save returns the path")
local html = content(t.path "h.html")
t.ok(html:find("One &amp; &lt;two&gt;.", 1, true), "HTML: the text, escaped")
t.equal(select(2, html:gsub("<svg", "")), 3, "HTML: the figures are in it")
t.ok(not html:find '<%?xml' and html:find '<pre class="code">code = 2</pre>', "HTML: one document, lines to try")
local ids = {}
for id in html:gmatch '%sid="([^"]*)"' do
    t.ok(not ids[id], "HTML: an id comes once: " .. id)
    ids[id] = true
end
for id in html:gmatch 'href="#([^"]*)"' do
    t.ok(ids[id], "HTML: an id that is meant is there: " .. id)
end
later:save(t.path "h.md")
local markdown = content(t.path "h.md")
local top = [[
# Lesson: three

## Step 1

One & \<two\>.

**1?**

![Figure of step 1](<h-1.svg>)]]
t.equal(markdown:sub(1, #top), top, "Markdown: title, step, text, question, figure")
t.ok(markdown:find "```lua\ncode = 1\n```" and markdown:find "It is 3%.", "Markdown: code, explanation")
t.ok(content(t.path "h-3.svg"):find "<svg", "Markdown: the figures are beside it")
os.execute(("mkdir '%s'"):format(t.path "folder.md"))
t.ok(not pcall(later.save, later, t.path "folder.md"), "Markdown: a folder of that name")
t.ok(not io.open(t.path "folder-1.svg"), "Markdown: then no figure stays")
later:save(t.path "h.PDF")
t.ok(content(t.path "h.PDF"):find "^%%PDF" and #content(t.path "h.PDF") > 5000, "PDF")
t.equal(content(later:save(t.path "h.csv")), "lesson,step,result\nthree,1,1\nthree,3,3\n", "CSV: the results")
t.raises(function() later:save(t.path "none/h.html") end,
    ("lesson:save: cannot write '%s': No such file or directory"):format(t.path "none/h.html"))

-- Where lessons were left, of a file that is damaged: what can be read counts.
local core = debug.getregistry()["debias.core"]
local place, session = core.use "course/place", core.use "course/question"
session.history = t.path "history"
t.write(t.path "lessons", "lesson\t1_bias\t1.5\t\nguess\t1\t\t2\nlesson\t2_halves\t0\t\nlesson\t3_orders\nlesson\n\n"
    .. "lesson\t5_variance\t3\tquick\nguess\tx\t\t1\nguess\t1\t2\t3\n")
t.equal({place.last(), place.of "1_bias", place.of "2_halves", place.of "3_orders"}, {"5_variance"}, "damaged lines")
t.equal(place.of "5_variance", {at = 3, quick = true, before = {{first = 2, guess = 3}}}, "the lines around them")

-- Another prompt was in other lessons in the meantime.
local function left(name, at)
    place.keep {key = name, steps = {{}, {}, {}, {}}, at = at, records = {}}
end
left("1_bias", 2)
t.write(t.path "lessons", "lesson\t1_bias\t1\t\nlesson\t6_levels\t3\t\nguess\t1\t\t7\n")
left("2_halves", 4)
t.equal(content(t.path "lessons"), "lesson\t1_bias\t2\t\nlesson\t5_variance\t3\tquick\nguess\t1\t2\t3\n"
    .. "lesson\t6_levels\t3\t\nguess\t1\t\t7\nlesson\t2_halves\t4\t\n", "what two prompts noted is in the file")
session.history = nil
local guessed = {}
local function answering(answer)
    return function(_, guess)
        guessed[#guessed + 1] = guess or "none"
        return answer
    end
end
local answered = D.lesson.new {title = "x", steps = {
    {text = "a", ask = "b", run = answering(1)},
    {text = "a", ask = "b", choices = {"no", "yes"}, run = answering "no"}, {text = "a"},
}}
for _, guesses in ipairs {{"abc", 2}, {2, "yes"}} do
    local state = {key = answered, steps = {}, at = 3, records = {{guess = guesses[1]}, {guess = guesses[2]}}}
    place.keep(state)
    D.lesson(answered, {step = 3})
end
t.equal(guessed, {"none", "none", 2, "yes"}, "a guess that is no answer of its step is left out")

-- What a class guessed.
local function answers(name, text)
    local path = t.path(name)
    local handle <close> = io.open(path, "w")
    handle:write(text)
    return path
end
local ann = answers("ann.csv", "lesson,step,first,guess,result\n1,1,,12,15\n1,2,3,2,2\n1,3,,too low,too low\n")
local bo = answers("bo.csv", "lesson,step,guess,result\r\n1,1,15.1,15\r\n1,2,,2\r\n1,3,\"too high\",too low\r\n")
local cy = answers("cy.csv", "\xEF\xBB\xBFlesson;step;guess;result\n1;1;1e6;15\n1;2;3/2;2\n")
local class = D.lesson.class {ann, bo, cy}
t.equal(class:rows(), {
    {step = 1, files = 3, guessed = 3, right = 1, lower = 13.55, median = 15.1, upper = 500007.55, result = 15},
    {step = 2, files = 3, guessed = 2, right = 1, lower = 1.625, median = 1.75, upper = 1.875, result = 2},
    {step = 3, files = 2, guessed = 2, right = 1, result = "too low"},
}, "a row for each step")
t.equal(tostring(class:plot()), "figure: 3 panels", "a panel for each step")
local bars = class:plot{step = 3}:data()
t.equal({bars[1].label, bars[3].label}, {"too low: 1, the result", "too high: 1"}, "words are counted")
local many = {}
for i = 1, 20 do
    local guess = i == 20 and 1e6 or 10 + i / 2
    many[i] = answers(("s%d.csv"):format(i), ("lesson,step,guess,result\n1,1,%g,15\n"):format(guess))
end
local dots = D.lesson.class(many):plot{step = 1}:data()
t.equal({dots[1].label, dots[3].label, #dots[1].x}, {"20 guesses", "1 above, as far as 1e+06", 19},
    "a wild guess is an arrow")
local nobody = answers("nobody.csv", "lesson,step,result\n1,1,15\n")
t.equal(D.lesson.class{nobody}:plot():data()[1].label, "nobody guessed, result: 15", "no guesses: the result alone")
for i, guesses in ipairs {{12, 12.5, 1e300}, {11, 12, 13, 5000}} do
    local files = {}
    for k, guess in ipairs(guesses) do
        files[k] = answers(("few%d%d.csv"):format(i, k), ("lesson,step,guess,result\n1,1,%g,15\n"):format(guess))
    end
    local few = D.lesson.class(files):plot():data()
    t.equal({#few[1].x, few[3].label:match "^1 above"}, {#guesses - 1, "1 above"}, "a wild guess in a small class")
end
-- A class of these guesses: its dots, and how many its arrows stand for; no arrow lies on a dot.
local function drawn_class(name, result, guesses)
    local files = {}
    for i, guess in ipairs(guesses) do
        files[i] = answers(("c%d.csv"):format(i), ("lesson,step,guess,result\n1,1,%s,%.17g\n"):format(guess, result))
    end
    local series, shown, beyond = D.lesson.class(files):plot():data(), nil, 0
    for _, each in ipairs(series) do
        shown = each.label:find " guess" and each or shown
        local way = each.label:match " (%l+), as far"
        beyond = beyond + (tonumber(each.label:match "^(%d+) %l+, as far") or 0)
        for i = 1, way and shown and #shown.x or 0 do
            t.ok(way == "above" and shown.x[i] < each.x[1] or way == "below" and shown.x[i] > each.x[1],
                name .. ": the arrow is free of dots")
        end
    end
    t.equal((shown and #shown.x or 0) + beyond, #guesses, name .. ": all guesses are in the figure")
    return beyond
end
local random = D.rng.new(3)
for _, n in ipairs {1, 3, 30, 200} do
    for name, draw in pairs {
        normal = function() return 14 + 3 * random:normal() end,
        skewed = function() return 0.25 * math.exp(random:normal()) end,
        equal = function() return 12.25 end,
        fractions = function() return ("1/%d"):format(1 + random:index(8)) end,
        ["around 0"] = function() return random:index(2) == 1 and 0 or random:normal() end,
    } do
        local guesses = {}
        for i = 1, n do
            guesses[i] = draw()
        end
        local result = name == "around 0" and 0 or (name == "skewed" or name == "fractions") and 0.25 or 15.17
        local title = ("a class of %d, %s"):format(n, name)
        t.equal(drawn_class(title, result, guesses), 0, title .. ": none is wild")
        guesses[n + 1], guesses[n + 2] = 1e6, "-1e300"
        t.equal(drawn_class(title, result, guesses), 2, title .. ": two wild ones")
    end
    local wild = {}
    for i = 1, n do
        wild[i] = ("%de%d"):format(i % 2 * 2 - 1, 3 + i % 9)
    end
    drawn_class(("a class of %d, all wild"):format(n), 15.17, wild)
end
t.equal(drawn_class("a guess by itself", 15, {100}), 1, "one that is far from the result is wild")
t.equal(drawn_class("three", 15.17, {10, 12, 40}), 0, "a high guess of three is not")

local function refused(files, why)
    t.raises(function() D.lesson.class(files) end, "lesson.class: " .. why)
end
refused({}, "expected a list of file names or a folder of .csv files, got a table")
refused(nil, "expected a list of file names or a folder of .csv files, got nil")
refused("ann.csv", "expected a list of file names or a folder of .csv files, got 'ann.csv'")
refused({ann, 3}, "expected a list of file names, got an item 3")
refused({0 / 0}, "expected a list of file names, got an item nan")

-- Odd files are left out, each with its reason.
local function left_out(files)
    local c = D.lesson.class(files)
    return c.left_out, c:rows()[1].files
end
local no_table = "has no column '%s'; expected a file that l:save \"anna.csv\" of a lesson wrote"
for text, why in pairs {
    [""] = "is empty", [";;\n\n"] = "is empty", [("\0\1\255"):rep(100)] = no_table:format "lesson",
    ["lesson,step,guess\n"] = no_table:format "result",
    ["lesson,step,result\n"] = "has no rows", ["lesson;step;result\r\n;;\r\n"] = "has no rows",
    ["lesson,step,result\n1,a,2\n"] = "row 1: expected a lesson, the number of a step and a result",
    ["lesson,step,result\n1,1,15\n1\n"] = "row 2: expected a lesson, the number of a step and a result",
    ["lesson,step,result\n1,1,2\n1,1,2\n"] = "step 1 comes twice",
    ["lesson,step,result\n1,1,2\n2,2,2\n"] = "row 2: is of lesson 2, the first one of lesson 1",
    ["lesson,step,guess,result\n1,1,much,2\n"] = "step 1: the guess 'much' is not a number",
    ["lesson,step,guess,result\n1,1,1e999,2\n"] = "step 1: the guess '1e999' is not a number",
    ["lesson,step,guess,result\n1,3,2,too low\n"] = "step 3: the guess 2 is a number, the result a word",
    ["lesson,step,result\n2,1,2\n"] = "is of lesson 2, not 1",
    ["lesson,step,guess,result\n1,1,yes,no\n"] = ("step 1: the result is 'no', in '%s' it is 15"):format(ann),
} do
    local path = answers("bad.csv", text)
    t.equal({left_out {ann, path}}, {{("'%s' %s"):format(path, why)}, 1}, "left out: " .. why)
    local notes = tostring(D.lesson.class {ann, path})
    t.ok(notes:find(("left out: '%s' %s"):format(path, why), 1, true), "the table says so")
    if not why:find "lesson 2, not 1" and not why:find "in '" then
        refused({path}, ("none of the files can be used: '%s' %s"):format(path, why))
    end
end
t.equal({left_out {ann, ann}}, {{("'%s' is named twice, and counts once"):format(ann)}, 1}, "a file named twice")
os.execute(("ln -s '%s' '%s'; ln '%s' '%s'"):format(ann, t.path "link.csv", ann, t.path "hard.csv"))
for _, path in ipairs {t.path "link.csv", t.path "hard.csv", (ann:gsub("[^/]+$", "./%0"))} do
    t.equal({left_out {ann, path}}, {{("'%s' is the same file as '%s', and counts once"):format(path, ann)}, 1},
        "a file by another path")
end
t.equal({left_out {ann, t.path "no.csv"}},
    {{("'%s' cannot be read: No such file or directory"):format(t.path "no.csv")}, 1}, "a file that is not there")
local two = answers("two.csv", "lesson,step,result\n2,1,15\n")
t.equal({left_out {two, ann, bo}}, {{("'%s' is of lesson 2, not 1"):format(two)}, 2}, "the lesson of most files counts")

-- A folder of thirty: what spreadsheets make of the files, names with blanks and letters of any alphabet.
local spellings = {
    "lesson,step,guess,result\n1,1,%s,15\n", "\xEF\xBB\xBFlesson;step;guess;result\r\n1;1;%s;15,0\r\n;;;\r\n",
    "sep=;\nlesson;step;guess;result\n1;1;%s;15\n", "lesson\tstep\tguess\tresult\r1\t1\t%s\t15\r",
    '"lesson","step","first","guess","result"\n"1","1","","%s","15"\n\n',
}
os.execute(("mkdir '%s'"):format(t.path "class"))
for i = 1, 30 do
    local guess = ("%d"):format(i)
    answers(("class/%s %d.CSV"):format(i % 2 == 0 and "Zo\u{eb}" or "ann", i),
        spellings[i % #spellings + 1]:format(i == 7 and "" or guess))
end
answers("class/read me.txt", "no answers")
local thirty = D.lesson.class(t.path "class")
t.equal({#thirty.left_out, thirty.lesson, thirty:rows()}, {0, 1, {{step = 1, files = 30, guessed = 29, right = 1,
    lower = 9, median = 16, upper = 23, result = 15}}}, "a class of thirty in a folder")
t.equal(thirty:rows(), D.lesson.class(t.path "class/"):rows(), "a folder with a slash")
t.raises(function() class:plot{step = 9} end, "class:plot: option 'step': no step 9 in the files, there are 1, 2, 3")
t.raises(function() class:plot{stpe = 9} end, "class:plot: unknown option 'stpe', did you mean 'step'?")

-- How far a guess is off, in words.
local verdict = debug.getregistry()["debias.core"].use "course/guess".verdict
for _, case in ipairs {
    {-2, -2, "right"}, {-2, 2, "the sign is wrong"}, {8, -5, "the sign is wrong"}, {-2, -2.01, "close, 0.01 too low"},
    {-2, -1, "1 too high"}, {-0.5, -0.56, "0.06 too low"}, {15, 15.01, "right"}, {15, 15.5, "close, 0.5 too high"},
    {15, 12, "3 too low"}, {0, 1, "1 too high"}, {"a", "a", "right"}, {"a", "b", "not this time"},
} do
    t.equal(verdict(case[1], case[2]), case[3], ("%s for %s"):format(case[2], case[1]))
end

-- A guess in a figure: within it, far outside, on a logarithmic axis.
local function figure_of(scale)
    return D.plot {y = {scale = scale}, series = {{label = "data", x = {1, 2, 4}, y = {1, 2, 3}}}}
end
local function drawn(...)
    local list = D.lesson.guess(...):data()
    local y = {}
    for i = 2, #list do
        y[#y + 1] = {list[i].label, #list[i].y, list[i].y[1], list[i].y[2]}
    end
    return y
end
t.equal(#figure_of():data(), 1, "without a guess nothing is added")
do
    local figure = figure_of()
    local first, second = D.lesson.guess(figure, 2, 1), D.lesson.guess(figure, 2, 3)
    t.equal({#figure:data(), #first:data(), #second:data()}, {1, 2, 2}, "the figure itself stays without guesses")
    t.equal({first:data()[2].y[1], second:data()[2].y[1]}, {1, 3}, "each guess is in a copy of its own")
end
t.equal(drawn(figure_of(), {1, 4}, 2.5), {{"your guess", 2, 2.5, 2.5}}, "a line")
t.equal(drawn(figure_of(), 2, 2.5), {{"your guess", 1, 2.5}}, "a point")
t.equal(drawn(figure_of(), {1, 4}, 1000), {{"your guess, 1000 above", 5, 3.1, 3.5}}, "an arrow upward")
t.equal(drawn(figure_of(), 2, -1e300), {{"your guess, -1e+300 below", 5, 0.9, 0.5}}, "an arrow downward")
t.equal(drawn(figure_of(), {1, 4}, {1, 100}), {{"your guess, goes on above", 2, 1, 3.5},
    {"your guess, goes on above", 5, 3.1, 3.5}}, "a line that leaves the figure")
t.equal(drawn(figure_of(), {1, 4}, {-100, 100})[1][1], "your guess, goes on outside", "at both ends")
for _, y in ipairs {0, -1, {1, 0}, {1, math.huge}, 1e300} do
    local list = D.lesson.guess(figure_of "log", {1, 4}, y):data()
    t.ok(list[#list].label:find "above$" or list[#list].label:find "below$", "an arrow on a logarithmic axis")
    for i = 2, #list do
        for k = 1, #list[i].y do
            t.ok(list[i].y[k] > 0.5 and list[i].y[k] < 6, "which stays near the data")
        end
    end
end
t.raises(function() D.lesson.guess(D.panels{figure_of(), figure_of()}, 1, 1) end,
    "lesson.guess: expected a figure without panels, got figure: 2 panels")
t.raises(function() D.lesson.guess(3, 1, 1) end, "lesson.guess: expected a figure, got 3")
t.raises(function() D.lesson.guess(figure_of(), 1, "a") end,
    "lesson.guess: y: expected a number or a list of two, got 'a'")
t.done()
