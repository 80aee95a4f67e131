-- What becomes of an entry that has been read. evaluate.line is what the session gives: call(f, ..) -> true and
-- results, or false after an error, which it has reported, and whether that was an interrupt.
local core, D = ...
local strict, show = core.use "prompt/strict", core.use "prompt/show"
local entry, keep = core.use "prompt/entry", core.use "prompt/session"
local paste, record = core.use "prompt/paste", core.use "prompt/record"
local command, foreign, effect = core.use "prompt/command", core.use "prompt/foreign", core.use "prompt/effect"
local habits, can_call = core.use "prompt/habits", core.use "prompt/can_call"
local fields, failing = core.later "prompt/fields", core.use "experiment/failing"
local unpack, stderr = table.unpack, io.stderr

local evaluate = {line = nil}

-- first: the line that the text begins in, where it is a part of another one.
local function compile(text, first)
    return entry.compile(("\n"):rep((first or 1) - 1) .. text, "=stdin", _G)
end

-- The call that was meant by "c:plot", which Lua takes for the begin of one; else nil.
local function uncalled(text)
    local call = text:match "([%a_][%w_.]*:[%a_][%w_]*)%s*$"
    return call and compile(text .. "()") and call .. "()" or nil
end

-- Whether the text is a question or a command of the shell, which one line holds.
function evaluate.is_no_lua(text)
    return text:find "^%s*%?" or command.of(text, compile)
end

-- ?name; ?x for an object of the user's explains its type.
local function ask(name)
    local value = rawget(_G, name)
    local meta = type(value) == "table" and getmetatable(value)
    local is_object = core.system.kind(value) or meta and meta.__name
    if name == "" then
        evaluate.line.call(D.help)
    else
        evaluate.line.call(D.help, is_object and value or name)
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
        evaluate.line.call(show.result, ...)
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

local function run(text, n, first)
    local f, verdict = compile(text, first)
    if not f then
        local field = fields.written(text)
        local hint = field and ", write " .. field or as_call(text) .. foreign(text, verdict)
        evaluate.line.call(error, verdict .. (hint ~= "" and hint or habits.hint(text, compile)), 0)
        return
    end
    strict.entry = text
    local changed, before = effect.watch(), failing.last()
    local results = record.timed(text, evaluate.line.call, f)
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

-- ?name, a command of the shell, or an entry of Lua: entry n, which begins in line `first` (1) of what it is a part of.
function evaluate.answer(text, n, first)
    local name, program = text:match "^%s*%?%s*(.-)%s*$", command.of(text, compile)
    if name then
        ask(name)
    elseif program then
        record.timed(text, evaluate.line.call, command.run, program)
        say_time()
    else
        run(text, n, first)
    end
end

evaluate.compile, evaluate.uncalled = compile, uncalled

return evaluate
