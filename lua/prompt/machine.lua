-- --machine: the prompt for programs. Each line of input is a request; each line of output is a frame, and the last one
-- about a request is its reply. help"machine mode" says what they hold. The program gives functions: receive, send,
-- call and base64 (src/repl/machine/machine.c).
local core, D = ...
local frame, cell, rich = core.use "prompt/frame", core.use "prompt/cell", core.use "prompt/rich"
local evaluate, converse = core.use "prompt/evaluate", core.use "prompt/converse"
local record, show, json = core.use "prompt/record", core.use "prompt/show", core.use "json"
local system, question, fault = core.system, core.use "course/question", core.use "prompt/fault"
local over, unpack = core.use "over", table.unpack

local functions
local now = {depth = 0} -- what runs: id, code, number, answers, status; depth: of calls of the user's code

-- Sends a frame; whether this process may, which a worker may not.
local function send(type, fields)
    return functions.send(json.text(over(fields, {type = type})))
end

local function reply(id, status, fields)
    send("reply", over(fields or {}, {id = id, status = status}))
end

-- Values ------------------------------------------------------------------------------------------------------------

local plain_values, plain_figure = show.values, system.types().figure.show

local function send_figure(type, figure, key)
    local data, alt = rich.figure(figure, functions.base64)
    return send(type, {data = data, alt = alt, key = key, number = type == "result" and now.number or nil})
end

-- The first of the values' frames is of that type.
local function deliver(type, digits, ...)
    local words, figures = show.parts(digits, ...)
    if words then
        local data = {["text/plain"] = words, ["text/html"] = select("#", ...) == 1 and rich.html(...) or nil}
        if not send(type, {data = data, number = type == "result" and now.number or nil}) then
            return plain_values(digits, ...)
        end
        type = "display"
    end
    for _, figure in ipairs(figures) do
        send_figure(type, figure)
        type = "display"
    end
end

local function show_figure(self, ...)
    if system.kind(self) ~= "figure" or select("#", ...) > 0 or not send_figure("display", self) then
        return plain_figure(self, ...)
    end
end

local function show_page(words, markdown)
    local as_markdown = markdown and markdown() or "```text\n" .. words .. "```\n"
    send("display", {data = {["text/plain"] = words, ["text/markdown"] = as_markdown}})
end

-- Calls ------------------------------------------------------------------------------------------------------------

-- Calls the user's code. The cell's status is that of the outermost calls: a lesson goes on after errors.
local function call(f, ...)
    now.depth = now.depth + 1
    local returned = table.pack(functions.call(f, ...))
    now.depth = now.depth - 1
    local message, failed, interrupted = unpack(returned, 1, 3)
    interrupted = interrupted or message == "interrupted" -- as a command of the shell is
    if message then
        send("error", fault(message, interrupted, now.code or ""))
        now.status = now.depth == 0 and (interrupted and "interrupted" or "error") or now.status
    end
    if failed then
        return false, interrupted
    end
    return true, unpack(returned, 4, returned.n)
end

-- Requests ------------------------------------------------------------------------------------------------------------

local requests = {}

local function refuse(id, why)
    reply(id, "refused", {message = why:gsub("^stdin:%d+: ", "")}) -- not the line that waits for an answer
end

-- Answers the request in a line; only(name) raises for one that cannot be answered now. What it returns: the request's
-- name and fields where it was one.
local function handle(line, only)
    local id
    local function answer()
        local name, r = frame.request(line, function(given) id = given end)
        only(name)
        return requests[name](r, id), name, r
    end
    local done, leaves, name, r = pcall(answer)
    if not done then
        refuse(id, leaves)
    end
    return done and leaves, done and name, r
end

local refusals = {
    long = "machine: expected a request of at most 16 MB, got a longer one",
    cut = "machine: expected a newline after the request, got the end of the input",
}

-- The next request, answered but for the one that is awaited, whose fields are returned; nil at the end.
local function await(name, idle, only)
    while true do
        local line, why = functions.receive(idle)
        if line == nil or why == "interrupted" and not idle then
            return nil
        elseif refusals[why] then
            refuse(nil, refusals[why])
        elseif line then
            local leaves, given, r = handle(line, only)
            if leaves or name and given == name then
                return r
            end
        end
    end
end

local function only_while_waiting(name)
    if name == "execute" or name == "exit" then
        system.fail("machine", "expected the answer to a frame of type input, got the request '%s'", name)
    end
end

-- A line from whoever sits at the client; nil at the end of the input, and after Ctrl-C.
local function ask(prompt)
    if not now.answers then
        system.note "the client answers no questions: what is read of standard input is at its end"
        return nil
    elseif not send("input", {prompt = prompt}) then
        return nil
    end
    now.waits = true
    local r = await("input", false, only_while_waiting)
    now.waits = false
    return r and r.text
end

function requests.execute(r, id)
    now = {depth = 0, id = id, code = r.code, answers = r.answers, status = "ok"}
    now.number = record.add(r.code)
    send("busy", {id = id, number = now.number})
    local leaves = cell.run(r.code, now.number, function() return now.status ~= "ok" end)
    if r.silent then
        record.forget(now.number)
    end
    reply(id, now.status, {number = now.number, leaves = leaves})
    return leaves
end

function requests.complete(r, id)
    reply(id, "ok", cell.complete(r.code, r.cursor))
end

function requests.inspect(r, id)
    reply(id, "ok", cell.inspect(r.code, r.cursor))
end

function requests.is_complete(r, id)
    local found = cell.is_complete(r.code)
    reply(id, "ok", {code = found.status, indent = found.indent})
end

function requests.input()
    if not now.waits then
        system.fail("machine", "expected another request, got 'input', which answers a frame of type input")
    end
end

function requests.exit(_, id)
    reply(id, "ok")
    return true
end

-- The session ---------------------------------------------------------------------------------------------------------

local line = {call = call, remember = function() end, typed_ahead = function() return false end}

-- Where a cell ends nothing follows; within a lesson the client is asked.
function line.read(prompt)
    if now.depth == 0 then
        return nil
    end
    return ask(prompt)
end

local function prepare()
    show.values = function(digits, ...) deliver("display", digits, ...) end
    show.result = function(...) deliver("result", nil, ...) end
    system.types().figure.show = show_figure
    core.use "guide/pager".rich = show_page
    core.use "experiment/watch".screen = core.use "prompt/live"(send_figure)
    core.use "noted".at_prompt = true
    evaluate.line, converse.line = line, line
    question.read, question.converse = converse.answers(ask), converse.run
    question.history = core.use "prompt/doctor".facts.history
    function system.can_ask()
        return now.answers == true
    end
    if rawget(_G, "Out") == nil then
        rawset(_G, "Out", record.results)
    end
end

local function session()
    send("ready", {program = "debias", version = D.version, language = _VERSION, protocol = 1})
    await(nil, true, function() end)
end

-- Returns the session, and what answers those who read standard input.
return function(given)
    functions = given
    prepare()
    return session, function()
        local words = ask ""
        return words and words .. "\n"
    end
end
