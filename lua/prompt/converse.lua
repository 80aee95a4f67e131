-- Entries are read line by line, from the user or from a pasted text, and run. converse.line is what the session gives:
-- read(prompt, complete) -> text, false when Ctrl-C cleared it, nil at the end; remember(entry); typed_ahead().
local core = ...
local paste, record, settings = core.use "prompt/paste", core.use "prompt/record", core.use "prompt/settings"
local evaluate, habits = core.use "prompt/evaluate", core.use "prompt/habits"
local question = core.use "course/question"
local compile, uncalled, is_no_lua = evaluate.compile, evaluate.uncalled, evaluate.is_no_lua
local stdout = io.stdout

local converse = {line = nil}

-- What line.read completes a line with, after the earlier lines of its entry.
local function completer(earlier)
    return function(text)
        local from, words, after, files = core.use "prompt/complete"(earlier .. text)
        return from - #earlier, from > #earlier and words or {}, after, files
    end
end

-- The next text from the user, after the earlier lines of its entry; false or nil as line.read. A text of several lines
-- was pasted: it is read line by line, and true comes with it.
local function next_text(prompt, earlier)
    if paste.is_empty() then
        local text = converse.line.read(prompt, completer(earlier))
        paste.drop()
        if not text or not text:find "\n" then
            return text and (paste.typed(text) or text), false
        end
        paste.take(text)
    end
    return paste.next(prompt) or "", true
end

-- The prompt with the number of the next entry before it.
local function numbered(prompt)
    return settings.numbers and prompt == "> " and ("[%d]> "):format(#record.texts + 1) or prompt
end

-- Reads lines until they are a whole entry or wrong; nil at the end of input, false when cleared. Second: whether they
-- were pasted.
function converse.read_entry(prompt)
    local text, pasted = next_text(prompt, "")
    local further = (" "):rep(#prompt - 3) .. ">> "
    while text and not is_no_lua(text) do
        local f, _, unfinished = compile(text)
        unfinished = not f and unfinished and not uncalled(text) and not habits.is_whole(text)
        local more = (unfinished or f and paste.continues(text)) and next_text(further, text .. "\n")
        if more == false and unfinished then
            return false
        elseif not more then
            break
        end
        text = text .. "\n" .. more
    end
    if text and paste.is_fence(text) then
        return "", true
    end
    return text and paste.entry(text), pasted
end

-- Within a lesson q leaves, as at its questions.
function converse.is_leaving(text, within)
    return (question.is_leaving(text) or within and text:find "^%s*q%s*$") and rawget(_G, text:match "%a+") == nil
end

-- What the prompt itself does with an entry may fail, too: where a signal comes late, or memory runs out.
local function take(text)
    converse.line.remember(text)
    evaluate.answer(text, record.add(text))
end

-- Reads entries and runs them until the user leaves. Within something else, as the step of a lesson, an empty line goes
-- on, true then, and ? says `within`, where one is. An empty line with more behind it is part of a paste that the
-- terminal does not mark.
function converse.run(prompt, within)
    while true do
        local text, pasted = converse.read_entry(numbered(prompt))
        if text == nil or text and converse.is_leaving(text, within) then
            return false
        elseif text and within and text:find "^%s*%?%s*$" then
            core.use "text".write(within, "\n")
        elseif text and text:find "%S" then
            local done, why = pcall(take, text)
            if not done then
                evaluate.line.call(error, why, 0)
            end
        elseif text and within and not pasted and not converse.line.typed_ahead() then
            return true
        end
    end
end

-- What reads answers to questions: from a pasted text that is not read to its end, else by read.
function converse.answers(read)
    return function(prompt, complete)
        if paste.is_empty() then
            return read(prompt, complete)
        end
        local row = paste.next("")
        stdout:write(prompt, row, "\n")
        return row
    end
end

return converse
