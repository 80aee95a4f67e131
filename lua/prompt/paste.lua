-- Text of several lines that was pasted at the prompt: its entries are run and printed one by one, as if typed.
-- In a session copied from a prompt the lines without one are old output.
local core = ...
local system, entry, list_of = core.system, core.use "prompt/entry", core.use "list"

local paste = {}

local lines, place = {}, 1 -- what was pasted, and the next line to be read
local unseen = 0           -- the last line that was not typed and is shown when it is read
local noted                -- whether it was said of this text that its local variables become global

local function compile(text)
    return entry.compile(text, "=stdin", {})
end

local function lines_of(text)
    local list = {}
    for row in (text .. "\n"):gmatch "(.-)\r?\n" do
        list[#list + 1] = row
    end
    return list
end

-- A line without its prompt, "> ", ">> ", "[3]> " or that of a lesson; nil where it has none.
local function typed(row)
    row = row:gsub("^[ \t]*%[%d+%]>", ">")
    return row:match "^[ \t]*>>? (.*)" or row:match "^[ \t]*>>?$" and "" or row:match "^[ \t]*lesson> ?(.*)"
end

paste.typed = typed

-- It was copied from a prompt where its first line has one.
function paste.take(text)
    lines, place, noted, unseen = lines_of(text), 1, false, 0
    if typed(text:match "^%s-([^\r\n]*%S[^\r\n]*)" or "") then
        lines = list_of.map(lines, typed)
    end
end

-- Takes a text without prompts, which nobody has seen, before what is left of a pasted one.
function paste.give(text)
    local given = lines_of(text)
    table.move(lines, place, #lines, #given + 1, given)
    unseen = #given - math.max(0, #lines - place + 1)
    lines, place, noted = given, 1, false
end

function paste.is_empty()
    return place > #lines
end

-- The next line; one that nobody has seen is shown after the prompt.
function paste.next(prompt)
    local row = lines[place]
    if place <= unseen then
        io.stdout:write(prompt, row, "\n")
    end
    place = place + 1
    return row
end

-- Forgets what was pasted.
function paste.drop()
    lines, place, unseen = {}, 1, 0
end

-- Whether the next line goes on with an entry that could end here: it is nothing by itself, as ":plot()".
function paste.continues(text)
    local next_line = lines[place]
    if not next_line or not next_line:find "%S" then
        return false
    end
    local alone, _, begins = compile(next_line)
    local both, _, unfinished = compile(text .. "\n" .. next_line)
    return not alone and not begins and (both ~= nil or unfinished)
end

-- An entry that begins with local, without that.
local function global_of(text)
    local declared = text:match "^%s*local%s+(.*)$"
    local names, rest = (declared or ""):match "^([%a_][%w_%s,<>]*)(.*)$"
    if not names or names:find "^function%s" then
        return declared
    end
    names = names:gsub("%s*<%s*%a+%s*>", "")
    return rest == "" and names .. " = nil" or rest:sub(1, 1) == "=" and names .. rest or nil
end

-- The entry as it is run, of a text that has several: what it declares as local the others would not see, so it becomes
-- global.
function paste.entry(text)
    local own = #lines_of(text) < #lines and global_of(text)
    if not own then
        return text
    elseif not noted then
        noted = true
        system.note "local variables of a pasted text are global here"
    end
    return own
end

return paste
