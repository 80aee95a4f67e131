-- The session at the prompt. `line` has read(prompt, complete) -> text, false when Ctrl-C cleared it, nil at the end;
-- call(f, ..) -> true and results, or false after an error, which it has reported; and remember(entry).
local core = ...
local paste, record, question = core.use "prompt/paste", core.use "prompt/record", core.use "course/question"
local evaluate, converse = core.use "prompt/evaluate", core.use "prompt/converse"

local line

-- What reads the keys of a pager; nil where something was typed ahead, which is for the prompt.
local function keys()
    return paste.is_empty() and not line.typed_ahead() and line.key or nil
end

local function session(functions)
    line, evaluate.line, converse.line = functions, functions, functions
    core.use "noted".at_prompt = true
    local facts, pager = core.use "prompt/doctor".facts, core.use "guide/pager"
    question.read, question.converse = converse.answers(question.read), converse.run
    question.history = facts.history
    pager.keys, pager.read, pager.own = keys, functions.read, facts.sandbox
    if rawget(_G, "Out") == nil then
        rawset(_G, "Out", record.results)
    end
    converse.run "> "
    io.stdout:write "\n"
end

return session
