-- Text of several lines that was pasted at the prompt: its entries are run and printed one by one, as if typed.
-- In a session copied from a prompt the lines without one are old output.
local core = ...
local system, entry, list_of = core.system, core.use "prompt/entry", core.use "list"

local paste = {}

local lines, place = {}, 1 -- what was pasted, and the next line to be read
local unseen = 0           -- the last line that was not typed and is shown when it is read
local given = 0            -- how many lines were given since one was read
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

-- A line without its prompt, "> ", ">> ", "[3]> " or that of a lesson, also where a mail quotes it once more ("> > ");
-- nil where it has none.
local function typed(row)
    local bare = row:gsub("^[ \t]*%[%d+%]>", ">")
    bare = bare:match "^[ \t]*>>?>? (.*)" or bare:match "^[ \t]*>>?>?$" and "" or bare:match "^[ \t]*lesson> ?(.*)"
    return bare and (typed(bare) or bare)
end

-- Whether the line begins or ends a piece of code in Markdown.
function paste.is_fence(row)
    return row:find "^[ \t>]*```[%w_-]*[ \t]*$" ~= nil
end

local function is_code(row)
    return row:find "%S" and not paste.is_fence(row) and row or nil
end

paste.typed = typed

-- It was copied from a prompt where its first line has one.
function paste.take(text)
    lines, place, noted, unseen, given = lines_of(text), 1, false, 0, 0
    if typed(list_of.map(lines, is_code)[1] or "") then
        lines = list_of.map(lines, typed)
    end
end

-- Takes a text without prompts, which nobody has seen, before what is left of a pasted one; the texts that one entry
-- gives stand in their order.
function paste.give(text)
    local new, at = lines_of(text), place + given
    table.move(lines, at, #lines, at + #new)
    table.move(new, 1, #new, at, lines)
    unseen, given, noted = math.max(unseen, place - 1) + #new, given + #new, false
end

function paste.is_empty()
    return place > #lines
end

-- The number of the next line.
function paste.line()
    return place
end

-- The next line; one that nobody has seen is shown after the prompt.
function paste.next(prompt)
    local row = lines[place]
    if place <= unseen then
        io.stdout:write(prompt, row, "\n")
    end
    place, given = place + 1, 0
    return row
end

-- Forgets what was pasted.
function paste.drop()
    lines, place, unseen, given = {}, 1, 0, 0
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
