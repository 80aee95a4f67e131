-- A step of a lesson: taken by whoever sits at the terminal, or done silently with a guess of before. Its record:
-- {step =, text =, ask =, choices =, first =, guess =, result =, figure =, explain =, vary =}; guess is the last one,
-- first the one before it.
local core = ...
local system, text, question = core.system, core.use "text", core.use "course/question"
local guess, list_of, noted = core.use "course/guess", core.use "list", core.use "noted"
local stdout = io.stdout

local BELOW = 4 -- lines of the window after what is to be read: an empty one, what Enter does, the prompt

local take = {}

-- The text with blanks at which no line is broken within what belongs together: w = 0.7, 2 m.
local function glued(words)
    return (words:gsub("(%f[%w]%w+) = (%-?[%w.])", "%1\u{a0}=\u{a0}%2"):gsub("(%d) (m%f[%W])", "%1\u{a0}%2"))
end

local function filled(...)
    return (table.concat(list_of.map({...}, function(part)
        return text.fill(glued(part), text.columns(), "") .. "\n"
    end)):gsub("\u{a0}", " "))
end

function take.say(...)
    stdout:write(filled(...))
end
local say = take.say

-- Runs what is typed as the prompt does, until an empty line; false when the user leaves. enter: what that line does.
local function converse(state, enter)
    local words = ("(%s, Ctrl-D leaves; all else runs as at the prompt)"):format(enter)
    say((state.told or #words > text.columns()) and ("(%s)"):format(enter) or words) -- ? says all of it
    state.told = true
    local where = ("%s, step %d of %d: %s, Ctrl-D leaves; help() for more"):format(state.name, state.step,
        #state.steps, enter)
    if question.converse("lesson> ", text.fill(where, text.columns(), "")) then
        return true
    end
    stdout:write "\n"
    return false
end

-- Waits for Enter where somebody is there to read; false when the user leaves.
local function pause(state, enter)
    if state.asks and question.converse then
        return converse(state, enter)
    end
    return not state.asks or question.ask(enter .. ", Ctrl-D leaves: ", function() return false end) ~= nil
end

-- "lesson 2, step 3": where a fault of a lesson is.
local function name_of(state, i)
    return ("%s, step %d"):format(state.name, i)
end

-- Whether a function of step i came to its end, and what it returns; false and "interrupted" where it was broken off.
-- Its errors say where it is.
local function call(state, i, f, ...)
    local at_prompt = noted.at_prompt
    noted.at_prompt = false -- a note within a lesson is not about what the user typed
    local results = table.pack(pcall(f, ...))
    noted.at_prompt = at_prompt
    if results[1] or system.interrupted() then
        return table.unpack(results, 1, results.n)
    end
    local why = results[2]
    error(type(why) == "string" and ("%s: %s"):format(name_of(state, i), why) or why, 0)
end

local function check_answer(state, i, answer, figure)
    local name, step = name_of(state, i), state.steps[i]
    if step.choices and not list_of.any(step.choices, function(item) return item == answer end) then
        system.fail(name, "expected one of the choices as the first result of run, got %s", system.describe(answer))
    elseif step.ask and not step.choices and not math.type(answer) then
        system.fail(name, "expected a number as the first result of run, got " .. system.describe(answer))
    elseif figure ~= nil and type(figure) ~= "function" and system.kind(figure) ~= "figure" then
        system.fail(name, "expected a figure as the second result of run, got " .. system.describe(figure))
    end
end

-- What run gives; false when it was broken off, for what it then has may be too little to go on with.
local function compute(state, i, value)
    local done, answer, figure = call(state, i, state.steps[i].run, state.made, value or nil, state.quick)
    if not done or system.interrupted() then
        return false
    end
    check_answer(state, i, answer, figure)
    return true, answer, figure
end

-- What a function of step i returns.
local function value_of(state, i, f, ...)
    local done, value = call(state, i, f, ...)
    if not done then
        error(value, 0)
    end
    return value
end

local function drawn(state, i, figure, value)
    if type(figure) ~= "function" then
        return figure
    end
    local result = value_of(state, i, figure, value or nil)
    if system.kind(result) ~= "figure" then
        system.fail(name_of(state, i), "expected a figure from what run returned, got " .. system.describe(result))
    end
    return result
end

local function explanation(state, i)
    local explain = state.steps[i].explain
    if type(explain) ~= "function" then
        return explain
    end
    local words = value_of(state, i, explain, state.made)
    if type(words) ~= "string" then
        system.fail(name_of(state, i), "expected a string from explain, got " .. system.describe(words))
    end
    return words
end

local function new_record(state, i)
    local step = state.steps[i]
    return {step = i, text = step.text, ask = step.ask, choices = step.choices, vary = step.vary}
end

-- The guess where it can be an answer of the step, else nil: it may come from a file.
local function fitting(step, value)
    if step.choices then
        return list_of.any(step.choices, function(item) return item == value end) and value or nil
    end
    return math.type(value) and value or nil
end

-- The step without anything printed, with the guesses of an earlier record; false when it was broken off.
function take.redo(state, i, before)
    local step, record = state.steps[i], new_record(state, i)
    if before then
        record.first, record.guess = fitting(step, before.first), fitting(step, before.guess)
    end
    if step.run then
        local done, answer, figure = compute(state, i, record.guess)
        if not done then
            return false
        end
        record.result, record.figure = step.ask and answer or nil, drawn(state, i, figure, record.guess)
    end
    record.explain = explanation(state, i)
    state.records[i] = record
    return true
end

-- Lets the user guess again after a wrong guess; false when the user leaves.
local function ask_again(state, step, answer, record)
    if not (state.asks and step.ask) then
        return true
    end
    local second = guess.second(step, answer, record.guess)
    if second then
        record.first, record.guess = record.guess, second
    end
    return second ~= nil
end

-- Computes the step, asks again after a wrong guess, shows figure and result; false when the user leaves.
local function show_result(state, i, record)
    local step = state.steps[i]
    local done, answer, figure = compute(state, i, record.guess)
    if not done or not ask_again(state, step, answer, record) then
        return false
    end
    record.figure = drawn(state, i, figure, record.guess)
    if record.figure then
        record.figure:show()
    end
    if step.ask then
        record.result = answer
        say(guess.report(record))
    end
    state.records[i] = record
    return not record.figure or pause(state, step.explain and "Enter explains it" or "Enter goes on")
end

local function vary_text(state, lines)
    return (state.asks and question.converse and "\nto vary, type or paste:\n"
        or "\nto vary, type or paste at the prompt:\n")
        .. table.concat(list_of.map(lines, function(line) return text.code(line, "  ") .. "\n" end))
end

-- What follows the result; where that has been read, the lesson goes on with the next step. False when the user leaves.
local function close_step(state, i, record)
    local step = state.steps[i]
    record.explain = explanation(state, i)
    state.records[i], state.at = record, i + 1
    state.show((step.explain and filled("", record.explain) or "")
        .. (step.vary and vary_text(state, step.vary) or "") .. "\n", BELOW)
    return i == #state.steps and not step.vary or pause(state, "Enter goes on")
end

-- The text with the remarks of its code where the window has room for them.
local function told(words)
    return filled((words:gsub("%f[^\n\0](%s+)(%S[^\n]*)", function(indent, line) return text.code(line, indent) end)))
end

local function question_text(step)
    local choices = step.choices and (" (%s)"):format(table.concat(step.choices, ", ")) or ""
    return step.ask and filled("", step.ask .. choices) or ""
end

-- One step; false when the user leaves.
function take.step(state, i)
    local step, record = state.steps[i], new_record(state, i)
    state.at, state.step = i, i
    state.show(("\nstep %d of %d\n"):format(i, #state.steps) .. told(step.text) .. question_text(step), BELOW)
    if step.ask then
        record.guess = state.asks and guess.first(step)
        if state.asks and record.guess == nil then
            return false
        end
    end
    return (not step.run or show_result(state, i, record)) and close_step(state, i, record)
end

return take
