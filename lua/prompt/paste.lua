-- Text of several lines that was pasted at the prompt: its entries are run and printed one by one, as if typed.
-- In a session copied from a prompt the lines without one are old output.
local core = ...
local system, entry, list_of = core.system, core.use "prompt/entry", core.use "list"
local concat = table.concat

local paste = {}

local lines, place = {}, 1 -- what was pasted, and the next line to be read
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

-- A line without its prompt; nil where it has none.
local function typed(row)
    return row:match "^>>? (.*)" or row:match "^>>?$" and ""
end

-- Whether the lines were copied from a prompt. A line of Lua begins with > only where it goes on with another.
local function is_session(list, text)
    if typed(text:match "^%s*([^\r\n]*)") then
        return true
    end
    return list_of.any(list, typed) and not list_of.all(entry.split(list), function(own)
        return compile(concat(own, "\n")) ~= nil
    end)
end

function paste.take(text)
    lines, place, noted = lines_of(text), 1, false
    if is_session(lines, text) then
        lines = list_of.map(lines, typed)
    end
end

function paste.is_empty()
    return place > #lines
end

function paste.next()
    place = place + 1
    return lines[place - 1]
end

-- Forgets what was not read yet.
function paste.drop()
    lines = {}
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

-- The entry as it is run: what it declares as local the entries after it would not see, so it becomes global.
function paste.entry(text)
    local own, changed = text:gsub("^(%s*)local%s+(function%s)", "%1%2")
    if changed == 0 then
        own, changed = text:gsub("^(%s*)local%s+([%a_][%w_%s,]*=)", "%1%2")
    end
    if paste.is_empty() or changed == 0 then
        return text
    elseif not noted then
        noted = true
        system.note "local variables of a pasted text are global here"
    end
    return own
end

return paste
