-- Guesses: how they are asked for, with a hint and a second try, and how far they are off, in words.
local core = ...
local question, number = core.use "course/question", core.use "course/number"

local guess = {}

local asks_hint = core.use "list".set "? hint help"
local RIGHT, CLOSE = 1e-3, 0.05 -- of the answer's size

function guess.text(value)
    return type(value) == "number" and core.text.number(value, 4) or tostring(value)
end

-- The value of an answer at the terminal; false when it is skipped, nil when the user leaves.
local function ask(step, prompt)
    local read = step.choices and question.one_of(step.choices) or number
    return question.ask(prompt, function(answer)
        local value, why = read(answer)
        if value == nil and asks_hint[answer:lower()] then
            return nil, step.hint and "hint: " .. step.hint or "there is no hint for this question"
        end
        return value, why
    end, step.choices)
end

function guess.first(step)
    return ask(step, ("your guess%s (Enter skips%s, Ctrl-D leaves): "):format(step.choices and "" or ", a number",
        step.hint and ", ? hint" or ""))
end

local function is_right(answer, value)
    return math.abs(value - answer) <= RIGHT * math.abs(answer)
end

-- Whether a guess is neither right nor close.
function guess.is_off(answer, value)
    if type(answer) ~= "number" then
        return value ~= answer
    end
    return math.abs(value - answer) > CLOSE * math.abs(answer)
end

local function difference(answer, value, tells)
    if answer * value < 0 then
        return "the sign is wrong"
    end
    return (tells and guess.text(math.abs(value - answer)) .. " " or "") .. "too "
        .. (value > answer and "high" or "low")
end

-- How far a guess is off, in words; by how much only where the sign is right.
function guess.verdict(answer, value)
    if type(answer) ~= "number" then
        return value == answer and "right" or "not this time"
    elseif is_right(answer, value) then
        return "right"
    end
    return (guess.is_off(answer, value) and "" or "close, ") .. difference(answer, value, true)
end

-- The second guess after a wrong first one; false when there is none, nil when the user leaves.
function guess.second(step, answer, value)
    local is_certain = step.choices and #step.choices == 2 -- only one is left
    if not value or is_certain or not guess.is_off(answer, value) then
        return false
    end
    local why = step.choices and "not " .. value or difference(answer, value, false)
    return ask(step, why .. "; a second guess (Enter shows the result): ")
end

-- "result: 0.5; your guess: 0.25 (0.25 too low)".
function guess.report(record)
    local words = "result: " .. guess.text(record.result)
    if not record.guess then
        return words
    end
    local own = record.first and ("your guesses: %s, then "):format(guess.text(record.first)) or "your guess: "
    return ("%s; %s%s (%s)"):format(words, own, guess.text(record.guess), guess.verdict(record.result, record.guess))
end

return guess
