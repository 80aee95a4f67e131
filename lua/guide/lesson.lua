-- lesson(), lesson(n), lesson(l), lesson.new{..}, lesson.source(n): guided experiments in steps. A step says what it is
-- about, asks for a guess, runs, draws the guess against the result, explains, and suggests what to vary. The lessons
-- of lua/lesson are made by lesson.new as any teacher's are.
local core, D = ...
local system, text, module, list_of = core.system, core.use "text", core.use "module", core.use "list"
local question, script, result = core.later "guide/question", core.later "guide/script", core.use "result"
local stdout = io.stdout
local folder = "lua/lesson/"

local read_options = core.options.table("lesson", {
    {"quick", "boolean", default = false, meaning = "fewer draws, for a look at the lesson itself"},
})

local read_lesson = core.options.table("lesson.new", {
    {"title", "string", required = true, meaning = "one line"},
    {"steps", "table", required = true, meaning = "list of steps, see lesson.step"},
})

local read_step_options = core.options.table("lesson.step", {
    {"text", "string", required = true, meaning = "what the step is about"},
    {"ask", "string", meaning = "the question; the answer is a number or one of choices"},
    {"choices", "table", meaning = "list of strings to choose from"},
    {"run", "function",
        meaning = "function(made, guess, quick) -> the right answer, a figure; both may be left out without ask"},
    {"explain", "any", meaning = "text after the result, or function(made) that returns it"},
    {"vary", "table", meaning = "list of lines to paste at the prompt"},
})

local lessons = setmetatable({}, {__mode = "k"}) -- lesson -> {title =, steps =}
local built_in -- the lessons that come with the program, read at the first call

-- A new lesson ---------------------------------------------------------------------------------------------------

local function check_texts(name, key, list)
    if list and not (#list > 0 and list_of.all(list, function(item) return type(item) == "string" end)) then
        system.fail(name, "option '%s': expected a list of strings", key)
    end
end

local function read_step(i, options)
    local name = ("lesson.new: step %d"):format(i)
    local step = read_step_options(name, options)
    check_texts(name, "choices", step.choices)
    check_texts(name, "vary", step.vary)
    if step.ask and not step.run then
        system.fail(name, "option 'ask' goes with run, which returns the answer")
    elseif step.choices and not step.ask then
        system.fail(name, "option 'choices' goes with ask, the question")
    elseif step.explain ~= nil and type(step.explain) ~= "string" and type(step.explain) ~= "function" then
        system.fail(name, "option 'explain': expected a string or a function, got " .. system.describe(step.explain))
    end
    return step
end

local function new(options)
    local o = read_lesson("lesson.new", options)
    local steps = list_of.map(o.steps, function(step, i) return read_step(i, step) end)
    if #steps == 0 then
        system.fail("lesson.new", "option 'steps': expected at least one step")
    end
    local self = setmetatable({}, {
        __tostring = function()
            return ("lesson: %s (%d step%s)"):format(o.title, #steps, #steps > 1 and "s" or "")
        end,
    })
    lessons[self] = {title = o.title, steps = steps}
    return self
end

-- The lessons that come with the program -------------------------------------------------------------------------

local function all()
    if not built_in then
        built_in = {}
        for i, each in ipairs(script.list(folder)) do
            local self = script.load(folder .. each.name .. ".lua")()
            built_in[i] = {name = each.name, lesson = self, title = lessons[self].title}
        end
    end
    return built_in
end

local function find(caller, n)
    local found = math.type(n) and all()[n]
    if not found then
        system.fail(caller, "expected a number from 1 to %d%s, got %s", #all(),
            caller == "lesson" and " or a lesson" or "", system.describe(n))
    end
    return found
end

-- {{name = 1, summary =}, ..}
local function list()
    return list_of.map(all(), function(each, i) return {name = tostring(i), summary = each.title} end)
end

local function print_list()
    stdout:write(script.lines(list()),
        "lesson(1) runs one, lesson.source(1) is its text, lesson.new{..} makes your own\n")
end

-- Running one ----------------------------------------------------------------------------------------------------

local function say(...)
    for _, part in ipairs {...} do
        stdout:write(text.fill(part, text.columns(), ""), "\n")
    end
end

local function number(x)
    return core.text.number(x, 4)
end

-- Runs what is typed as the prompt does, until an empty line; false when the user leaves.
local function converse(state)
    say(state.told and "(Enter goes on)" or "(Enter goes on, Ctrl-D leaves; all else runs as at the prompt)")
    state.told = true
    if question.converse("lesson> ", true) then
        return true
    end
    stdout:write "\n"
    return false
end

-- Waits for Enter where somebody is there to read; false when the user leaves.
local function pause(state)
    if state.asks and question.converse then
        return converse(state)
    end
    return not state.asks or question.ask("Enter goes on, Ctrl-D leaves: ", function() return false end) ~= nil
end

local function guess_of(state, step)
    if not state.asks then
        return false
    elseif step.choices then
        return question.ask("your guess (Enter skips): ", question.one_of(step.choices), step.choices)
    end
    return question.ask("your guess, a number (Enter skips): ", question.number)
end

local function check_answer(i, step, answer, figure)
    local name = ("lesson: step %d"):format(i)
    if step.choices and not list_of.any(step.choices, function(item) return item == answer end) then
        system.fail(name, "expected one of the choices as the first result of run, got %s", system.describe(answer))
    elseif step.ask and not step.choices and not math.type(answer) then
        system.fail(name, "expected a number as the first result of run, got " .. system.describe(answer))
    elseif figure ~= nil and system.kind(figure) ~= "figure" then
        system.fail(name, "expected a figure as the second result of run, got " .. system.describe(figure))
    end
end

-- How far a guess is off, in words.
local function verdict(answer, guess)
    if type(answer) ~= "number" then
        return guess == answer and "right" or "not this time"
    end
    local off = math.abs(guess - answer)
    if off <= math.abs(answer) / 1000 then
        return "right"
    end
    return ("%s%s too %s"):format(off <= math.abs(answer) / 20 and "close, " or "", number(off),
        guess > answer and "high" or "low")
end

local function report(answer, guess)
    local words = "result: " .. (type(answer) == "number" and number(answer) or answer)
    if guess then
        words = ("%s; your guess: %s, %s"):format(words, type(guess) == "number" and number(guess) or guess,
            verdict(answer, guess))
    end
    say(words)
end

-- What the step computes, drawn and printed; false when it was broken off.
local function show_result(state, i, step, guess)
    local done, answer, figure = pcall(step.run, state.made, guess or nil, state.quick)
    if system.interrupted() then -- what it then has may be too little to go on with
        return false
    elseif not done then
        error(answer, 0)
    end
    check_answer(i, step, answer, figure)
    if figure then
        figure:show()
    end
    if step.ask then
        report(answer, guess)
        table.insert(state.rows, {step = i, guess = guess, result = answer})
    end
    return not figure or pause(state)
end

local function show_vary(lines)
    stdout:write "\nto vary, type or paste:\n"
    for _, line in ipairs(lines) do
        stdout:write("  ", line, "\n")
    end
end

local function explanation(i, step, made)
    if type(step.explain) == "string" then
        return step.explain
    end
    local words = step.explain(made)
    if type(words) ~= "string" then
        system.fail(("lesson: step %d"):format(i), "expected a string from explain, got " .. system.describe(words))
    end
    return words
end

-- One step; false when the user leaves.
local function take_step(state, i, step)
    local guess
    stdout:write(("\nstep %d of %d\n"):format(i, state.count))
    say(step.text)
    if step.ask then
        say("", step.ask .. (step.choices and (" (%s)"):format(table.concat(step.choices, ", ")) or ""))
        guess = guess_of(state, step)
    end
    if guess == nil and step.ask or step.run and not show_result(state, i, step, guess) then
        return false
    end
    if step.explain then
        say("", explanation(i, step, state.made))
    end
    if step.vary then
        show_vary(step.vary)
    end
    stdout:write "\n"
    return i == state.count and not step.vary or pause(state)
end

-- The guesses and results so far, with what the steps made; nothing when there are none.
local function outcome(state, title)
    if #state.rows == 0 then
        return
    end
    return result.of_rows("lesson", {"step", "guess", "result"}, state.rows, {lesson = title}, {}, {made = state.made})
end

local function run_lesson(one, heading, farewell, quick)
    local state = {count = #one.steps, made = {}, rows = {}, quick = quick, asks = system.can_ask()}
    say(heading)
    for i, step in ipairs(one.steps) do
        if not take_step(state, i, step) then
            say(("left at step %d of %d"):format(i, #one.steps))
            return outcome(state, one.title)
        end
    end
    say(farewell)
    return outcome(state, one.title)
end

local function farewell_of(n)
    local following = all()[n + 1]
    return ("end of lesson %d of %d%s"):format(n, #all(),
        following and ("; next: lesson(%d), %s"):format(n + 1, following.title) or "")
end

local function run(which, options)
    local quick = read_options("lesson", options).quick
    local own = lessons[which]
    if own then
        return run_lesson(own, "lesson: " .. own.title, "end of the lesson", quick)
    end
    local found = find("lesson", which)
    return run_lesson(lessons[found.lesson], ("lesson %d: %s"):format(which, found.title),
        farewell_of(math.tointeger(which)), quick)
end

D.lesson = module("lesson", {
    new = new,
    source = function(n)
        return system.source(folder .. find("lesson.source", n).name .. ".lua")
    end,
}, function(...)
    return (select("#", ...) == 0 and print_list or run)(...)
end)

return {list = list}
