-- Questions to whoever sits at the terminal. The program puts its own reader of lines in the place of read, and its
-- prompt in converse, with the path of its history in history; both are nil elsewhere. See lua/prompt/prompt.lua.
local core = ...
local system, text, map = core.system, core.use "text", core.use "list".map
local stdin, stdout = io.stdin, io.stdout

local question = {}

-- A line that the user types at the prompt; nil at the end of input. The program's own reader also takes
-- a function for the Tab key, see lua/prompt/complete.lua.
function question.read(prompt)
    stdout:write(prompt)
    stdout:flush()
    return stdin:read "l"
end

local function begins(name, start)
    return name:lower():sub(1, #start) == start:lower()
end

-- Whether a word of the name begins like this.
local function has_word(name, start)
    local at = 0
    repeat
        at = name:lower():find(start:lower(), at + 1, true)
    until not at or at == 1 or name:find("^[^%w][%w]", at - 1)
    return at ~= nil
end

-- The only name for which is(name, answer) holds, or nil.
local function only_one(names, answer, is)
    local found = map(names, function(name) return is(name, answer) and name or nil end)
    return #found == 1 and found[1] or nil
end

local function is_nearly(name, answer)
    return name:lower() == answer:lower()
end

-- The name that the answer is, else the only one that begins with it, else the one with this number, else the only one
-- of which a word begins with it; or nil.
local function choose(names, answer)
    return only_one(names, answer, rawequal) or only_one(names, answer, is_nearly) or only_one(names, answer, begins)
        or names[tonumber(answer)] or only_one(names, answer, has_word)
end

-- The names that hold the answer, else the one that is spelled nearly like it, as a question; or "".
local function hint(names, answer)
    local holding = map(names, function(name)
        return name:lower():find(answer:lower(), 1, true) and ("'%s'"):format(name) or nil
    end)
    return holding[1] and (", did you mean %s?"):format(table.concat(holding, " or ")) or system.hint(answer, names)
end

-- A function that reads one of the names, also by its beginning or its number in the list; or nil, what is wrong.
function question.one_of(names)
    return function(answer)
        local found = choose(names, answer)
        if found then
            return found
        end
        return nil, ("'%s' is not one of these: %s%s"):format(answer, table.concat(names, ", "), hint(names, answer))
    end
end

-- What the Tab key makes of an answer.
local function completer(names)
    return function(start)
        return 1, map(names, function(name) return begins(name, start) and name or nil end)
    end
end

-- Whether the text asks to leave, as a word or a call, also in the way of R.
function question.is_leaving(words)
    local word = words:match "^%s*(%a+)%s*%(?%s*%)?%s*;?%s*$"
    return word == "exit" or word == "quit" or word == "q" and words:find("(", 1, true) ~= nil
end

-- Whether an answer that cannot be read was meant for the prompt.
local function is_entry(answer)
    return question.converse and answer:find "[=({%[:]"
        and (load(answer, "=answer", "t") or load("return " .. answer, "=answer", "t")) ~= nil
end

local function explain(answer, why)
    return is_entry(answer) and "answer first, or press Enter to skip the question: Lua is run after the result" or why
end

-- What read_answer makes of the user's answer, who is asked again until it can be read; false for an empty one, nil
-- when the user wants to leave. names: for the Tab key.
function question.ask(prompt, read_answer, names)
    while true do
        local above, last = core.terminal.wrap(prompt):match "^(.*\n)(.*)$" -- lines above the one to type in
        stdout:write(above or "")
        local answer = question.read(last or prompt, names and completer(names))
        if not answer and not system.interrupted() then
            stdout:write "\n" -- the terminal echoes no end of input
        end
        answer = answer and answer:gsub("%s+", " "):match "^ ?(.-) ?$"
        if not answer or answer == "" then
            return answer and false
        end
        local value, why = read_answer(answer)
        if not value and (question.is_leaving(answer) or answer == "q") then
            return nil
        elseif not value and answer:lower() == "skip" then
            return false
        elseif value ~= nil then
            return value
        end
        stdout:write(text.fill(explain(answer, why), text.columns(), ""), "\n")
    end
end

return question
