-- Text that is longer than the window, shown by $PAGER or a page at a time; only at the prompt, where somebody reads
-- and nothing was typed ahead.
local core = ...
local terminal, split = core.terminal, core.use "text".split
local stdout = io.stdout

-- What the prompt sets: keys() -> a function that waits for a key and returns its bytes, or nil where nobody is there
-- to press one; read(prompt) -> a line; own: never by $PAGER, as in the sandbox.
-- rich(text, markdown): what shows the text instead, a function that gives it as Markdown where there is one.
local pager = {wanted = true, keys = nil, read = nil, own = false, rich = nil}

local UP, ERASE = "\27[A", "\r\27[J"

-- How many lines of the window a line takes.
local function rows_of(line, columns)
    local shown = line:gsub("\27%[[%d;]*m", "")
    return math.max(1, math.ceil((utf8.len(shown) or #shown) / columns))
end

-- The last of the lines that fit into so many of the window, from the first one on.
local function last_fitting(lines, first, columns, rows)
    local last, used = first, rows_of(lines[first], columns)
    while lines[last + 1] and used + rows_of(lines[last + 1], columns) <= rows do
        last = last + 1
        used = used + rows_of(lines[last], columns)
    end
    return last
end

-- The last line of a page that begins with the first one; one line of the window is for the keys.
local function page_end(lines, first)
    local columns, rows = terminal.size()
    return last_fitting(lines, first, columns, math.max(1, rows - 1))
end

-- Where the page begins that ends before the line.
local function page_before(lines, line)
    local first = line
    while first > 1 and page_end(lines, first - 1) >= math.min(line - 1, #lines) do
        first = first - 1
    end
    return math.min(first, math.max(1, line - 1))
end

-- $PAGER --------------------------------------------------------------------------------------------------------------

-- Runs the program with the file as its input; whether it showed it.
local function show(program, path)
    stdout:flush()
    local quoted = "'" .. path:gsub("'", "'\\''") .. "'"
    local _, how, code = os.execute(('LESS="${LESS-RK}"; export LESS; %s < %s'):format(program, quoted))
    return how == "signal" or code == 0 or code > 128 -- a signal ended it, as Ctrl-C does
end

-- Less shows colours and ends with Ctrl-C where the user's LESS says nothing; other programs may show the codes.
local function by_program(program, text)
    local folder = core.file.scratch()
    if not folder then
        return false
    end
    local path = folder .. "/help"
    local written = core.file.write(path, program:find "less" and text or text:gsub("\27%[[%d;]*m", ""))
    local shown = written and show(program, path)
    os.remove(path)
    os.remove(folder)
    return shown
end

-- Keys ---------------------------------------------------------------------------------------------------------------

-- Prints the lines from the first on, to the end of a page or to the line.
local function print_from(view, first, last)
    view.first, view.last = first, last or page_end(view.lines, first)
    stdout:write(table.concat(view.lines, "\n", view.first, view.last), "\n")
end

-- Prints the next line that has the word, and a page from there on; first what stands below the page.
local function find(view)
    for i = view.last + 1, #view.lines do
        if view.lines[i]:lower():find(view.word, 1, true) then
            return print_from(view, i)
        end
    end
    view.note = "not found: " .. view.typed
end

local actions = {}
function actions.page(view) print_from(view, view.last + 1) end
function actions.line(view) print_from(view, view.first, view.last + 1) end
function actions.rest(view) print_from(view, view.last + 1, #view.lines) end
function actions.top(view) print_from(view, 1) end
function actions.back(view) print_from(view, page_before(view.lines, view.first)) end
function actions.again(view) if view.word then find(view) end end
function actions.leave(view) view.last = #view.lines end

function actions.search(view)
    local word = pager.read "/"
    stdout:write(UP, ERASE)
    if word and word ~= "" then
        view.typed, view.word = word, word:lower()
    end
    if word then
        actions.again(view)
    end
end

local action_of = {
    [" "] = "page", f = "page", ["\6"] = "page", ["\27[6~"] = "page", d = "page", ["\4"] = "page",
    ["\r"] = "line", ["\n"] = "line", j = "line", e = "line", ["\14"] = "line", ["\27[B"] = "line", ["\27OB"] = "line",
    b = "back", u = "back", k = "back", ["\2"] = "back", ["\27[5~"] = "back", ["\16"] = "back", ["\27[A"] = "back",
    ["\27OA"] = "back", g = "top", ["<"] = "top", ["\27[H"] = "top", ["\27OH"] = "top", G = "rest", [">"] = "rest",
    ["\27[F"] = "rest", ["\27OF"] = "rest", ["/"] = "search", n = "again", q = "leave", Q = "leave", ["\27"] = "leave",
}

local keys = {"Space: more, Enter: a line, b: back, /: search, q: leave", "Space: more, q: leave", "q: leave"}

-- The words below a page, the longest that the window holds.
local function words_of(view, columns)
    local place = ("%d of %d lines; "):format(view.last, #view.lines)
    for _, words in ipairs(view.note and {view.note} or keys) do
        if #place + #words < columns then
            return place .. words
        end
    end
    return (view.note or keys[#keys]):sub(1, columns - 1)
end

-- Writes the line below a page, waits for a key and erases the line; the key's action, or nil.
local function ask(view, key)
    local words = words_of(view, (terminal.size()))
    view.note = nil
    stdout:write(terminal.heading(words))
    stdout:flush()
    local name = key()
    local rows = rows_of(words, (terminal.size())) -- of a window that may be narrower now
    stdout:write(UP:rep(rows - 1), ERASE)
    return name == nil and "leave" or action_of[name]
end

local function by_keys(lines, key)
    local view = {lines = lines}
    print_from(view, 1)
    while view.last < #lines do
        local action = actions[ask(view, key)]
        if action then
            action(view)
        end
    end
end

-- What waits for a key; nil where nobody is there to read a page at a time.
local function reader()
    return pager.wanted and pager.keys and io.output() == stdout and terminal.moves() and pager.keys()
end

-- Writes what comes next in a dialogue, with so many lines of the window to follow: a page at a time where the window
-- has not the room, and never by $PAGER, which would take it away again.
function pager.dialogue(text, below)
    text = terminal.wrap(text)
    local lines, key = split(text:gsub("\n$", ""), "\n"), reader()
    local columns, rows = terminal.size()
    if key and last_fitting(lines, 1, columns, math.max(1, rows - below)) < #lines then
        by_keys(lines, key)
    else
        stdout:write(text)
    end
end

-- Writes the text, which ends with a newline. markdown: a function that gives it as Markdown.
function pager.write(text, markdown)
    local key = reader()
    if pager.rich and io.output() == stdout then
        return pager.rich(text, markdown)
    end
    if io.output() == stdout then
        text = terminal.wrap(text)
    end
    local lines = key and split(text:gsub("\n$", ""), "\n")
    if not key or page_end(lines, 1) == #lines then
        io.write(text)
        return
    end
    local program = not pager.own and os.getenv "PAGER" or ""
    if program == "" or not by_program(program, text) then
        by_keys(lines, key)
    end
end

return pager
