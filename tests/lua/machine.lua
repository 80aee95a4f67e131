-- --machine: requests and replies, one after the other. Whatever a client writes, each line of the answer is a JSON
-- object, and the last one about a request is its reply. Ctrl-C: repl/machine.exp.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local scan, json, map = core.use "json_scan", core.use "json", core.use "list".map

-- The value of JSON text.
local function decode(line)
    local s = {text = line, path = line:sub(1, 40), caller = "frame"}
    local value_at
    local function items(reader, at)
        local all = {}
        local after = reader(s, at, function(key, place)
            local after
            all[key], after = value_at(place)
            return after
        end)
        return all, after
    end
    function value_at(at)
        local char = s.text:sub(at, at)
        if char == "{" or char == "[" then
            return items(char == "{" and scan.object or scan.list, at)
        end
        return scan.plain(s, at)
    end
    local value, after = value_at(1)
    assert(after == #line + 1, "more than one value in a line")
    assert(utf8.len(line), "no UTF-8")
    return value
end

-- All frames that the program answers to what is written to it, and how it ended.
local function frames(input, options, environment)
    local path = t.path "input"
    assert(io.open(path, "wb")):write(input):close()
    local pipe = io.popen(("%s '%s' -E --machine %s <'%s'"):format(environment or "", os.getenv "DEBIAS", options or "",
        path))
    local list = {}
    for line in pipe:lines() do
        list[#list + 1] = decode(line)
    end
    local _, _, code = pipe:close()
    return list, code
end

local function request(name, fields)
    fields.request = name
    return json.text(fields) .. "\n"
end

local function execute(code, fields)
    return request("execute", core.use "over"({code = code}, fields or {}))
end

-- The frames of one type; in short: the field of each.
local function of_type(all, type, field)
    return map(all, function(frame)
        return frame.type == type and (field and frame[field] or frame) or nil
    end)
end

local function replies(all)
    return of_type(all, "reply")
end

local function plain(all)
    return map(all, function(frame) return frame.data and frame.data["text/plain"] end)
end

-- Entries -----------------------------------------------------------------------------------------------------------

local list, code = frames(execute("x = 6; x * 7", {id = 1}) .. execute("x;", {id = "two"}) .. execute("Out[1], _"))
t.equal({list[1].type, list[1].program, list[1].version, list[1].protocol}, {"ready", "debias", version, 1.0},
    "it says that it is ready")
t.equal(plain(list), {"42", "42\t6"}, "values as at the prompt; a semicolon keeps quiet, Out and _ are there")
t.equal({replies(list)[1].id, replies(list)[2].id, replies(list)[3].id}, {1.0, "two", nil}, "an id comes back")
t.equal(of_type(list, "busy", "number"), {1.0, 2.0, 3.0}, "entries are numbered")
t.equal(code, 0, "the end of the input ends it")

list = frames(execute "1 + 1\n2 + 2\n?vec\nlocal a = 3\na * 2\nfoo()\n7")
t.equal(of_type(list, "result", "number"), {1.0, 1.0, 1.0}, "lines that are no chunk run as entries of one number")
t.equal({plain(list)[1], plain(list)[2], plain(list)[4]}, {"2", "4", "6"}, "and print their values")
t.ok(of_type(list, "display")[1].data["text/markdown"]:find "^### vec\n", "help comes as Markdown")
local fault = of_type(list, "error")[1]
t.equal({fault.message, fault.line, fault.column}, {"stdin:6: unknown global 'foo'", 6.0, 1.0},
    "an error says the line of the cell")
t.equal(replies(list)[1].status, "error", "and ends the cell")

list = frames(execute "local function f(a)\n    return a.b.c\nend\nf({})" .. execute "y = 1\nx = = 3"
    .. execute "z = '\u{e9}' .. nil" .. execute "error({})" .. execute "c:plot" .. execute "for i = 1, 2 do")
local errors = of_type(list, "error")
t.equal({errors[1].message, errors[1].line, errors[1].column, errors[1].traceback[1]},
    {"stdin:2: attempt to index a nil value (field 'b')", 2.0, 14.0, "stdin:2: in local 'f'"}, "the traceback")
t.equal({errors[2].line, errors[2].column}, {2.0, 5.0}, "the column of what is misplaced")
t.equal(errors[3].message, "stdin:1: attempt to concatenate a nil value", "an error without a name")
t.equal(errors[4].message, "(error object is a table value)", "an error that is no text")
t.equal(errors[5].message, "stdin:1: function arguments expected near <eof>, call it: c:plot()", "the prompt's hints")
t.equal(errors[6].message, "stdin:1: 'end' expected near <eof>", "an entry without its end")

list = frames(execute("x = 1", {silent = true}) .. execute "x" .. execute "exit" .. execute "never")
t.equal(of_type(list, "busy", "number"), {1.0, 1.0, 2.0}, "what is silent takes no number")
t.equal({replies(list)[3].leaves, #replies(list)}, {true, 3}, "exit leaves")

-- What is printed ---------------------------------------------------------------------------------------------------

local function printed(all, type)
    return table.concat(of_type(all, type or "stdout", "text"))
end

list = frames(execute [[io.write '{"type":"reply"}\n' print "\u{e9}\1\127\\" io.write("\xc3")
    io.write "\xa9\xff\xed\xa0\x80"]]
    .. execute "!echo hello; echo bad >&2" .. execute "io.stdout:setvbuf 'full' io.write 'late'")
t.equal(printed(list), '{"type":"reply"}\n\u{e9}\1\127\\\n\u{e9}\u{ff}\u{ed}\u{a0}\u{80}hello\nlate',
    "what is printed cannot be taken for a frame, and bytes that are no UTF-8 are Latin-1")
local latin = frames(execute [[print "\xff\u{e9}"]] .. execute [["\xff\u{e9}"]])
t.equal({printed(latin), of_type(latin, "result")[1].data["text/plain"]}, {"\u{ff}\u{e9}\n", "\u{ff}\u{e9}"},
    "the same in what is printed and in values")
t.equal(printed(list, "stderr"), "bad\n", "what a program prints")
local last = nil
for i, frame in ipairs(list) do
    last = frame.type == "reply" and i or last
end
t.equal(last, #list, "all that is printed comes before the reply")
list = frames(execute "io.write(('x'):rep(1e6)) os.exit(3)")
t.equal(#printed(list), 1000000, "what waits to be written when the program ends")
t.equal({select(2, frames(execute "os.exit(3)"))}, {3}, "the exit code")
assert(io.open(t.path "loop", "wb")):write(execute "while true do end"):close()
local head = io.popen(("(timeout 60 '%s' -E --machine <'%s'; echo $? >'%s') | head -n 2"):format(
    os.getenv "DEBIAS", t.path "loop", t.path "ended"))
t.ok(head:read "a":find '"type":"busy"', "a client that reads until a cell runs")
head:close()
t.equal(t.read(t.path "ended"), "143\n", "and is there no more ends it")
list = frames(execute "print(pcall(io.read)) print(io.read 'n')")
t.ok(printed(list, "stderr"):find "the client answers no questions", "a client that answers nothing is noted")
t.equal(printed(list), "true\tnil\nnil\n", "and standard input is at its end")

local reads = "a = io.read() b, c = io.read('n', 'l') d = io.read() or 'end'"
list = frames(execute(reads, {answers = true}) .. request("input", {text = "Ada"})
    .. request("is_complete", {code = "x", id = 7}) .. execute("1", {id = 8}) .. request("input", {text = "3.5 m"})
    .. request("input", {}) .. execute "a, b, c, d" .. request("input", {text = "late"}))
t.equal(plain(list), {"Ada\t3.5\t m\tend"}, "code reads what the client answers")
t.equal(replies(list)[1].id, 7.0, "what needs no code is answered while it waits")
t.equal(replies(list)[2].message,
    "machine: expected the answer to a frame of type input, got the request 'execute'", "what does is refused")
t.equal(replies(list)[5].message, "machine: expected another request, got 'input', which answers a frame of type input",
    "an answer that nobody waits for")
list = frames(execute("lesson(1, {step=3, quick=true})", {answers = true}) .. request("input", {text = "0.25"})
    .. request("input", {}))
t.ok(of_type(list, "input", "prompt")[1], "a lesson asks its questions")

-- Media -------------------------------------------------------------------------------------------------------------

local function read(path)
    local file <close> = assert(io.open(path, "rb"))
    return file:read "a"
end

local digits = {}
for i = 1, 64 do
    digits[("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"):sub(i, i)] = i - 1
end

local function bytes_of(base64)
    return (base64:gsub("....", function(group)
        local word, n = 0, 3
        for i = 1, 4 do
            word, n = word << 6 | (digits[group:sub(i, i)] or 0), n - (group:sub(i, i) == "=" and 1 or 0)
        end
        return string.pack(">I3", word):sub(1, n)
    end))
end

local png, svg = t.path "f.png", t.path "f.svg"
list = frames(execute(("f = plot{1, 4, 9}; f:save '%s'; f:save '%s'; f"):format(png, svg)) .. execute "f:show()\n5"
    .. execute "c = correct(math.exp, vec{1, 2, 3, 5}); c" .. execute "mat{{1, 2}, {3, 4}}")
local figure = of_type(list, "result")[1]
t.ok(bytes_of(figure.data["image/png"]) == read(png), "a PNG has the bytes of f:save")
t.ok(figure.data["image/svg+xml"] == read(svg), "an SVG too")
t.ok(figure.alt:find "series 1: 3 points" and figure.data["text/plain"] ~= "", "and the words that describe it")
t.equal(of_type(list, "display")[1].data, figure.data, "f:show within a cell")
t.ok(of_type(list, "result")[3].data["text/html"]:find "^<table>\n<thead><tr><th", "a result is a table of HTML")
t.ok(of_type(list, "result")[4].data["text/html"]:find "<td style=\"text%-align:right\">4</td>", "a mat too")

-- Completion, inspection --------------------------------------------------------------------------------------------

list = frames(request("complete", {code = "?vec:le\nbias{re", cursor = 15}) .. request("complete", {code = "vec.lins"})
    .. request("complete", {code = "x = '\u{e9}' vec.li"}) .. request("complete", {code = "abc", cursor = 4})
    .. request("inspect", {code = "bias{q="}) .. request("inspect", {code = "vec.linspace(1)", cursor = 6})
    .. request("inspect", {code = "?extrap"}) .. request("inspect", {code = "nothing_here"})
    .. execute "n = {1, 2}" .. request("inspect", {code = "n"}))
local r = replies(list)
t.equal({r[1].matches, r[1].from, r[1].to, r[1].after}, {{"reps"}, 13.0, 15.0, "="}, "an option is completed")
t.equal({r[2].matches, r[2].from}, {{"linspace"}, 4.0}, "a name is completed")
t.equal({r[3].from, r[3].to}, {12.0, 14.0}, "places are characters")
t.equal(r[4].message, "machine complete: option 'cursor': expected at most 3, the length of the code, got 4",
    "a cursor beyond the code")
t.ok(r[5].data["text/markdown"]:find "^### bias\n" and r[5].data["text/plain"]:find "^bias: ", "help on a call")
t.ok(r[6].data["text/plain"]:find "^vec.linspace: ", "help on a name")
t.ok(r[7].data["text/plain"]:find "^extrap: ", "help on a question")
t.equal({r[8].found, r[8].data}, {false, {}}, "no help")
t.equal(r[10].data["text/plain"], "n = {1, 2}\n", "a value of the user's")

local codes = {"1 + 1", "for i = 1, 2 do", "x = = 1", "?vec", "1 + 1\nx = {", "f(function()\ng{", "", "x = 1\nx"}
local written = map(codes, function(each) return request("is_complete", {code = each}) end)
r = replies((frames(table.concat(written))))
t.equal(map(r, function(each) return each.code .. #(each.indent or "") end),
    {"complete0", "incomplete4", "invalid0", "complete0", "incomplete4", "incomplete12", "complete0", "complete0"},
    "whether code is complete")

-- What is no request ------------------------------------------------------------------------------------------------

local junk = {
    {"", "machine: request:1:1: expected an object, got the end of the line"},
    {"nonsense", "machine: request:1:1: expected an object, got 'nonsense'"},
    {"{", "machine: request:1:2: expected a name in quotes, got the end of the line"},
    {'{"request":"execute"} 1', "machine: request:1:23: expected the end of the line, got '1'"},
    {'{"request":"execute"}', "machine execute: option 'code' must be given: what stands in the cell"},
    {'{"request":"exec"}', "machine: option 'request': expected one of complete, execute, exit, input, inspect, "
        .. "is_complete, got 'exec', did you mean 'exit'?"},
    {'{}', "machine: option 'request': expected one of complete, execute, exit, input, inspect, is_complete, got nil"},
    {'{"request":"exit","code":["x"]}', "machine: request:1:26: expected a text, a number, true or false as 'code', "
        .. "got a list"},
    {'{"request":"exit","id":true}', "machine: option 'id': expected a number or a text, got true"},
    {'{"request":"execute","code":1}', "machine execute: option 'code': expected a string, got 1.0"},
    {'{"request":"execute","code":"1","cod":"2"}', "machine execute: unknown option 'cod', did you mean 'code'?"},
    {'{"request":"complete","code":"1","cursor":-1}',
        "machine complete: option 'cursor': expected a whole number >= 0, got -1.0"},
    {'{"request":"exit","request":"exit"}', "machine: request:1:19: expected another name, got 'request' again"},
}
list = frames(table.concat(map(junk, function(each) return each[1] end), "\n") .. "\n" .. execute "1")
r = replies(list)
for i, each in ipairs(junk) do
    t.equal({r[i].status, r[i].message}, {"refused", each[2]}, "refused: " .. each[1])
end
t.equal(plain(list), {"1"}, "and the session goes on")

list = frames(execute("#'" .. ("x"):rep(8e6) .. "'") .. execute("--" .. ("x"):rep(17e6)) .. execute "2"
    .. '{"request":"exit"')
t.equal(plain(list), {"8000000", "2"}, "large code runs")
t.equal({replies(list)[2].message, replies(list)[4].message},
    {"machine: expected a request of at most 16 MB, got a longer one",
        "machine: expected a newline after the request, got the end of the input"}, "too large, and cut off")

-- With other options ------------------------------------------------------------------------------------------------

list = frames(execute "io" .. execute "!ls", "--sandbox")
t.equal(of_type(list, "error", "message"), {"stdin:1: unknown global 'io': --sandbox leaves it out",
    "ls: --sandbox runs no commands of the shell"}, "the sandbox")
if not os.getenv "QUICK" then -- where a sanitizer takes time and memory of its own
    list, code = frames(execute "while true do end" .. execute "1", "--seconds 1")
    t.equal({of_type(list, "error", "message")[1], code},
        {"stdin:1: out of processor time (the limit is --seconds 1)", 152}, "a limit of time")
    list = frames(execute "x = ('x'):rep(1e9)" .. execute "1", "--memory 200")
    t.equal({of_type(list, "error", "message")[1], plain(list)[1]},
        {"not enough memory (the limit is --memory 200)", "1"}, "a limit of memory")
end
list = frames(execute "sweep{over={m={1, 2}}, threads=2, run=function(v) plot{1, 2}:show() print(v.m) return v.m end};")
t.equal(replies(list)[1].status, "ok", "points of a sweep that draw")
list = frames(execute "y", "-e 'y = 3'")
t.equal(plain(list), {"3"}, "what the command line has set")

-- The page ----------------------------------------------------------------------------------------------------------

local page = core.use "guide/pages".all()["machine mode"].text
for name, fields in pairs(core.use "prompt/frame".fields) do
    local row = page:match("\n    " .. name .. " +([^\n]*\n[^\n]*)") or ""
    for _, field in ipairs(fields) do
        t.ok(field[1] == "id" or row:find(field[1], 1, true) or page:find(field[1] .. ": ", 1, true),
            ("help names the field %s of %s"):format(field[1], name))
    end
end

-- A figure that changes while runs go on.
list = frames(execute [[debug.getregistry()["debias.core"].terminal.is_due = function() return true end
p = problem.invariant_logistic{n=50, d=3}
o = {problem=p, method="bsgd", step=1e-2, reps=2, steps=500, record=9, watch=true}
a = run(o)
b = run(o)
a:plot{y="gap"};]], "", "DEBIAS_PROGRESS=0")
local displays, updates = of_type(list, "display"), of_type(list, "update")
t.equal(map(displays, function(frame) return frame.key end), {1.0, 2.0}, "a figure for each run that is watched")
t.ok(#updates > 2 and updates[1].key == 1 and updates[#updates].key == 2, "and updates of it")
t.ok(updates[#updates].data["image/png"] ~= displays[2].data["image/png"], "with what has come meanwhile")
t.done()
