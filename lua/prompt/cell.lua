-- The code in a cell of a notebook: at its cursor, at its end, and run. Places are counted in characters, from 0 on.
local core, D = ...
local evaluate, converse = core.use "prompt/evaluate", core.use "prompt/converse"
local context, lex, paste = core.use "prompt/context", core.use "prompt/lex", core.use "prompt/paste"
local entry, show, habits = core.use "prompt/entry", core.use "prompt/show", core.use "prompt/habits"
local system, text, json = core.system, core.use "text", core.use "json"

local cell = {}

-- The code up to the cursor, and what follows.
local function parts(caller, code, cursor)
    local length = utf8.len(code) or #code
    if cursor and cursor > length then
        system.fail(caller, "option 'cursor': expected at most %d, the length of the code, got %d", length, cursor)
    end
    local at = not cursor and #code or utf8.len(code) and utf8.offset(code, cursor + 1) - 1 or cursor
    return code:sub(1, at), code:sub(at + 1)
end

-- Without the lines above that are no Lua; the last one alone where it is such a line.
local function as_lua(code)
    local lines = text.split(code, "\n")
    if evaluate.is_no_lua(lines[#lines]) then
        return lines[#lines]
    end
    for i = 1, #lines - 1 do
        lines[i] = evaluate.is_no_lua(lines[i]) and "" or lines[i]
    end
    return table.concat(lines, "\n")
end

-- {from =, to =, matches = words that may stand there, after = what is put after a single one}
function cell.complete(code, cursor)
    local before = parts("machine complete", code, cursor)
    local tail = as_lua(before)
    local from, words, after = core.use "prompt/complete"(tail)
    local word, to = tail:sub(from), utf8.len(before) or #before
    if words[1] == "\t" then
        words = {}
    end
    return {from = to - (utf8.len(word) or #word), to = to, matches = words, after = after}
end

-- What is said of a topic: plain text and Markdown; nil where there is no page.
local function page_of(topic)
    local pager, plain, markdown = core.use "guide/pager", nil, nil
    local before = pager.rich
    pager.rich = function(words, as_markdown)
        plain, markdown = words, as_markdown and as_markdown()
    end
    pcall(D.help, topic)
    pager.rich = before
    return plain, markdown
end

-- The value of a name or of what steps lead to, without running code.
local function value_at(name)
    local found = context.value(lex(name), #lex(name))
    return found and found.value
end

-- What is known of a name: its page; or, of the user's, its type and value in a line.
local function about(name)
    local value = value_at(name)
    local is_object = value ~= nil and (system.kind(value) or core.use "result".kind(value))
    local plain, markdown = page_of(is_object and value or name)
    if value == nil or D[name:match "^[%a_][%w_]*"] ~= nil and rawget(_G, name) == nil then
        return plain, markdown
    end
    local line = ("%s = %s\n"):format(name, show.line(value, 200))
    return line .. (plain and "\n" .. plain or ""), markdown and ("```text\n%s```\n\n"):format(line) .. markdown
end

-- The pages of the calls that are open at the end of the code, from the innermost on.
local function about_call(code)
    local tokens = lex(code)
    local frames = context.frames(tokens)
    for i = #frames, 2, -1 do
        local callee = frames[i].is_call and context.value(tokens, frames[i].before)
        if callee and callee.page then
            return page_of(callee.page)
        end
    end
end

-- What help says of the name at the cursor, or of the call around it: {found =, data = by kind of media}.
function cell.inspect(code, cursor)
    local before, rest = parts("machine inspect", code, cursor)
    before = as_lua(before)
    local topic = before:match "^%s*%?%s*(.*)$"
    local name = (topic or before:match "[%a_][%w_.:]*$" or "") .. rest:match "^[%w_]*"
    local plain, markdown
    if name ~= "" then
        plain, markdown = about(name)
    end
    if not plain and not topic then
        plain, markdown = about_call(before)
    end
    local data = plain and {["text/plain"] = plain, ["text/markdown"] = markdown} or json.object
    return {found = plain ~= nil, data = data}
end

-- The last entry of the code.
local function last_entry(code)
    local list = evaluate.compile(code) and {} or entry.split(text.split(as_lua(code), "\n"))
    return list[1] and table.concat(list[#list], "\n") or code
end

-- {status = "complete", "incomplete" or "invalid", indent = of a further line}
function cell.is_complete(code)
    local last = last_entry(code)
    local f, _, unfinished = evaluate.compile(last)
    if f or evaluate.is_no_lua(last) or not last:find "%S" then
        return {status = "complete"}
    elseif not unfinished or evaluate.uncalled(last) or habits.is_whole(last) then
        return {status = "invalid"}
    end
    return {status = "incomplete", indent = ("    "):rep(#context.frames((lex(last))) - 1)}
end

-- Runs the code as entry n: as one entry where it is one, else as a text that was pasted, up to the first failure.
-- Returns whether the user leaves.
function cell.run(code, n, has_failed)
    local first, piece = 1, code
    if not evaluate.compile(code) then
        paste.take(code)
        piece = converse.read_entry "> "
    end
    while piece do
        if converse.is_leaving(piece) then
            return true
        elseif piece:find "%S" then
            evaluate.answer(piece, n, first)
        end
        first = paste.line()
        piece = not paste.is_empty() and not has_failed() and converse.read_entry "> "
    end
    paste.drop()
    return false
end

return cell
