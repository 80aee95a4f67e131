-- Lessons where nobody can answer: the seven of the program, their numbers, and lesson.new. tests/repl/lesson.exp
-- answers.
local t = dofile "tests/lua/harness/tap.lua"
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
t.raises(function() of {text = "x", vary = {1}} end,
    "lesson.new: step 1: option 'vary': expected a list of strings")
t.raises(function() of {text = "x", explain = 3} end,
    "lesson.new: step 1: option 'explain': expected a string or a function, got 3")
t.raises(function() of {text = "x", run = "f"} end,
    "lesson.new: step 1: option 'run': expected a function, got 'f'")
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
t.raises(function() D.lesson.list() end, "lesson: no field 'list'")

-- What run gives.
local function with(...)
    local values = table.pack(...)
    return function()
        return table.unpack(values, 1, values.n)
    end
end
t.raises(function() D.lesson(of {text = "x", ask = "y", run = with()}) end,
    "lesson: step 1: expected a number as the first result of run, got nil")
t.raises(function() D.lesson(of {text = "x", ask = "y", choices = {"a", "b"}, run = with "c"}) end,
    "lesson: step 1: expected one of the choices as the first result of run, got 'c'")
t.raises(function() D.lesson(of {text = "x", run = with(1, 2)}) end,
    "lesson: step 1: expected a figure as the second result of run, got 2")
t.raises(function() D.lesson(of {text = "x", explain = with()}) end,
    "lesson: step 1: expected a string from explain, got nil")
t.equal(select("#", D.lesson(of {text = "x"})), 0, "without a question nothing is returned")
local seen
local r = D.lesson(of {text = "x", ask = "y", choices = {"a", "b"}, run = function(made, guess, quick)
    made.list, seen = {1}, {guess = guess, quick = quick}
    return "b"
end}, {quick = true})
t.equal(seen, {quick = true}, "run gets no guess, and quick")
t.equal(r:rows(), {{step = 1, result = "b"}}, "the result, without a column of guesses")
t.equal(r.made, {list = {1}}, "what the steps made")
t.equal(tostring(of {text = "x"}), "lesson: one (1 step)")
t.equal(tostring(load(D.lesson.source(2))()), "lesson: two half-samples cancel 1/m (4 steps)", "a source is a script")

-- How answers are read.
local question = debug.getregistry()["debias.core"].use "guide/question"
local numbers = {["1"] = 1, ["-2.5"] = -2.5, ["1e-3"] = 1e-3, ["1/4"] = 0.25, ["-1 / 8"] = -0.125, ["0x10"] = 16}
for answer, want in pairs(numbers) do
    t.equal(question.number(answer), want, "a number: " .. answer)
end
for _, answer in ipairs {"x", "1/0", "0/0", "inf", "nan", "1e999", "1/2/3", "/2", "1/", "1 2", "0,5"} do
    local value, why = question.number(answer)
    t.equal(value, nil, "no number: " .. answer)
    t.equal(why, ("'%s' is not a number; write it like 0.5, -2, 1e-3 or 1/4"):format(answer))
end
local read = question.one_of {"2", "1", "order 1", "orange", "Red"}
for answer, want in pairs {["1"] = "1", ["2"] = "2", ["3"] = "order 1", ["ord"] = "order 1", red = "Red", R = "Red"} do
    t.equal(read(answer), want, "a choice: " .. answer)
end
for answer, hint in pairs {["or"] = "", ["0"] = "", ["6"] = "", ["1.5"] = "", ornage = ", did you mean 'orange'?"} do
    local value, why = read(answer)
    t.equal(value, nil, "no choice: " .. answer)
    t.equal(why, ("'%s' is not one of these: 2, 1, order 1, orange, Red%s"):format(answer, hint))
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
    t.near(made.fourth, order(4):bias(fourth, die, {m = 1}), 1e-12, "order 4 is exact")
    for k = 1, 4 do
        local bias = order(k):bias(math.exp, die, {m = 8 // order(k).draws})
        t.near(made.bias[k], math.abs(bias), 1e-9, "the bias of order " .. k)
    end
    t.equal({rows[3].result, rows[4].result}, {"order 2", "order 3"}, "the orders that pay")
end

checks[4] = function(rows)
    local p = D.problem.instrumental {n = 10000}
    local e = D.estimator(p, {method = "bsgd", m = 2})
    t.near(rows[1].result, e:expected(p:minimizer())[1], 1e-12, "the mean estimate at the best w")
    t.near(e:expected({rows[2].result})[1], 0, 0.4, "the walk ends where estimates average 0")
    t.equal(rows[3].result, "half-samples", "what mends the walk")
end

checks[5] = function(rows, made)
    t.equal(rows[1].result, made.fresh / made.same, "a ratio of differences")
    t.ok(rows[1].result > 100, "the same draws cancel")
    t.equal({rows[2].result, rows[3].result}, {"nestedvr", "helps"}, "the winner, the verdict")
end

checks[6] = function(rows, made)
    local plan = made.levels.plan[5]
    t.near(rows[1].result, 4, 0.6, "variances fall like 4^-l")
    t.equal(rows[2].result, plan.plain / plan.cost, "a ratio of costs")
    t.ok(plan.eps == 0.001 and rows[2].result > 2, "levels pay in the end")
    t.equal(rows[3].result, "e-bsgd", "the winner")
end

checks[7] = function(rows, made)
    t.near(made.p:gradient({rows[1].result}):norm(), 0, 1e-9, "the derivative is 0 at the best x")
    t.ok(made.check.ok and not made.wrong.ok and rows[2].result == "yes", "the check notices")
    t.equal(rows[3].result, "helps", "the verdict")
end

local results = {}
for n = 1, count do
    results[n] = D.lesson(n, {quick = true})
    checks[n](results[n]:rows(), results[n].made)
end

-- Their text, in a program of its own.
local pipe = io.popen(([["%s" --quiet -e 'for n = 1, %d do lesson(n, {quick=true}) end' 2>&1 </dev/null]]):format(
    os.getenv "DEBIAS", count))
local lines = {}
for line in pipe:lines() do
    lines[#lines + 1] = line
end
t.ok(pipe:close(), "the lessons run where nobody answers")

-- The lines to paste work, in their order and right after their lesson.
local function try(n, line)
    local f = load("return " .. line, "=line") or load(line, "=line")
    _G._ = results[n]
    local done, why = pcall(os.getenv "QUICK" and type or f, f)
    t.ok(done, ("lesson %d: %s: %s"):format(n, line, tostring(why)))
    t.ok(#line <= 78, "not too long: " .. line)
end

local n, ends, paste = 0, 0, false
for _, line in ipairs(lines) do
    n = tonumber(line:match "^lesson (%d)") or n
    ends = ends + (line:find(("^end of lesson %d of %d"):format(n, count)) and 1 or 0)
    if line == "to vary, type or paste:" then
        paste = true
    elseif paste and line:find "^  " then
        try(n, line:sub(3))
    else
        paste = false
        t.ok(utf8.len(line) <= 80, ("lesson %d: at most 80 columns: %s"):format(n, line))
    end
end
t.equal(ends, count, "every lesson says that it ends")
t.done()
