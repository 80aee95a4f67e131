-- The session at the prompt. `line` has read(prompt, complete) -> text, false when Ctrl-C cleared it, nil at the end;
-- call(f, ..) -> true and results, or false after an error, which it has reported; and remember(entry).
local core, D = ...
local strict, show = core.use "prompt/strict", core.use "prompt/show"
local entry, keep = core.use "prompt/entry", core.use "prompt/session"
local paste, record, settings = core.use "prompt/paste", core.use "prompt/record", core.use "prompt/settings"
local command, question = core.use "prompt/command", core.use "course/question"
local foreign, effect = core.use "prompt/foreign", core.use "prompt/effect"
local habits, can_call = core.use "prompt/habits", core.use "prompt/can_call"
local fields, failing = core.later "prompt/fields", core.use "experiment/failing"
local unpack = table.unpack
local stdout, stderr = io.stdout, io.stderr

local line
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
        local text = line.read(prompt, completer(earlier))
        paste.drop()
        if not text or not text:find "\n" then
            return text and (paste.typed(text) or text), false
        end
        paste.take(text)
    end
    return paste.next(prompt) or "", true
end

local function compile(text)
    return entry.compile(text, "=stdin", _G)
end

-- The call that was meant by "c:plot", which Lua takes for the begin of one; else nil.
local function uncalled(text)
    local call = text:match "([%a_][%w_.]*:[%a_][%w_]*)%s*$"
    return call and compile(text .. "()") and call .. "()" or nil
end

-- Whether the text is a question or a command of the shell, which one line holds.
local function is_no_lua(text)
    return text:find "^%s*%?" or command.of(text, compile)
end

-- The prompt with the number of the next entry before it.
local function numbered(prompt)
    return settings.numbers and prompt == "> " and ("[%d]> "):format(#record.texts + 1) or prompt
end

-- Reads lines until they are a whole entry or wrong; nil at the end of input, false when cleared. Second: whether they
-- were pasted.
local function read_entry(prompt)
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

-- ?name; ?x for an object of the user's explains its type.
local function ask(name)
    local value = rawget(_G, name)
    local meta = type(value) == "table" and getmetatable(value)
    local is_object = core.system.kind(value) or meta and meta.__name
    if name == "" then
        line.call(D.help)
    else
        line.call(D.help, is_object and value or name)
    end
end

-- What is no Lua: how "c:plot", `lesson 1` and `help bias` are written; or nothing.
local function as_call(text)
    local call = uncalled(text)
    if call then
        return ", call it: " .. call
    end
    if text:find "^%s*[@%%]+time" then
        return ", time() after an entry says how long it took"
    end
    local name, word = text:match "^%s*([%a_]+)[ \t]+([%w_.@]+)%s*;?%s*$"
    if not name or D[name] == nil or not can_call(name) then
        return ""
    end
    local is_value = tonumber(word) or rawget(_G, word) ~= nil
    return (is_value and ", write %s(%s)" or ', write %s"%s"'):format(name, word)
end

local function note(sentence)
    if sentence then
        core.system.note(sentence)
    end
end

-- The values of an entry that has run: the first one is _ and in Out.
local function keep_values(n, text, prints, ...)
    keep.remember(n, text, prints, ...)
    if ... ~= nil then
        rawset(_G, "_", (...))
        record.keep(n, (...))
    end
    if prints and select("#", ...) > 0 then
        line.call(show.values, nil, ...)
        note(fields.note(text, ...))
    end
end

-- What an experiment had that an error ended becomes _, as after Ctrl-C; whether there was one since `before`.
local function keep_unfinished(n, before)
    local count, unfinished = failing.last()
    local is_left = count > before and unfinished ~= nil
    if is_left then
        rawset(_G, "_", unfinished)
        record.keep(n, unfinished)
        note "_ is what was computed before the error"
    end
    return is_left
end

-- An entry that raised an error, or was interrupted. before: how many experiments had failed before it.
local function keep_failed(n, text, changed, interrupted, before)
    if interrupted then
        paste.drop()
    end
    local is_last = not interrupted and keep_unfinished(n, before)
    if changed[1] or is_last or not interrupted and effect.is_possible(text) then
        keep.remember_failed(n, text, changed, interrupted, is_last)
    end
end

local function say_time()
    local words = record.words()
    if words then
        stderr:write(core.terminal.wrap(words, true), "\n")
    end
end

local function evaluate(text, n)
    local f, verdict = compile(text)
    if not f then
        local field = fields.written(text)
        local hint = field and ", write " .. field or as_call(text) .. foreign(text, verdict)
        line.call(error, verdict .. (hint ~= "" and hint or habits.hint(text, compile)), 0)
        return
    end
    strict.entry = text
    local changed, before = effect.watch(), failing.last()
    local results = record.timed(text, line.call, f)
    strict.remember(text, "an earlier entry")
    if results[1] then
        keep_values(n, text, verdict, unpack(results, 2, results.n))
    else
        keep_failed(n, text, changed(), results[2], before)
        local field = not results[2] and fields.written(text)
        note(field and ("the column is %s"):format(field))
    end
    say_time()
end

-- Within a lesson q leaves, as at its questions.
local function is_leaving(text, within)
    return (question.is_leaving(text) or within and text:find "^%s*q%s*$") and rawget(_G, text:match "%a+") == nil
end

-- ?name, a command of the shell, or an entry of Lua.
local function answer(text)
    local n = record.add(text)
    local name, program = text:match "^%s*%?%s*(.-)%s*$", command.of(text, compile)
    if name then
        ask(name)
    elseif program then
        record.timed(text, line.call, command.run, program)
        say_time()
    else
        evaluate(text, n)
    end
end

-- What the prompt itself does with an entry may fail, too: where a signal comes late, or memory runs out.
local function take(text)
    line.remember(text)
    answer(text)
end

-- What reads the keys of a pager; nil where something was typed ahead, which is for the prompt.
local function keys()
    return paste.is_empty() and not line.typed_ahead() and line.key or nil
end

-- Reads entries and runs them until the user leaves. Within something else, as the step of a lesson, an empty line goes
-- on, true then, and ? says `within`, where one is. An empty line with more behind it is part of a paste that the
-- terminal does not mark.
local function converse(prompt, within)
    while true do
        local text, pasted = read_entry(numbered(prompt))
        if text == nil or text and is_leaving(text, within) then
            return false
        elseif text and within and text:find "^%s*%?%s*$" then
            core.use "text".write(within, "\n")
        elseif text and text:find "%S" then
            local done, why = pcall(take, text)
            if not done then
                line.call(error, why, 0)
            end
        elseif text and within and not pasted and not line.typed_ahead() then
            return true
        end
    end
end

-- What reads answers to questions: from a pasted text that is not read to its end, else by read.
local function answers(read)
    return function(prompt, complete)
        if paste.is_empty() then
            return read(prompt, complete)
        end
        local row = paste.next("")
        stdout:write(prompt, row, "\n")
        return row
    end
end

local function session(functions)
    line = functions
    core.use "noted".at_prompt = true
    local facts, pager = core.use "prompt/doctor".facts, core.use "guide/pager"
    question.read, question.converse, question.history = answers(question.read), converse, facts.history
    pager.keys, pager.read, pager.own = keys, functions.read, facts.sandbox
    if rawget(_G, "Out") == nil then
        rawset(_G, "Out", record.results)
    end
    converse "> "
    stdout:write "\n"
end

return session
