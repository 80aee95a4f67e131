-- Where lessons were left, in this session and, where a history is kept, in a file beside it for the next one:
-- a line "lesson NAME STEP QUICK" for each, the last one left at the end, and below it one "guess STEP FIRST LAST" for
-- each guess, with tabs between. Several prompts may write to the file: each reads it again before.
local core = ...
local text, file = core.use "text", core.later "file"
local question = core.use "course/question"

local place = {}

local known = setmetatable({}, {__mode = "k"}) -- key of a lesson, its name or itself -> where it was left
local last                                     -- the key of the last one that was left
local is_read
local own = {} -- the names of lessons that this session was in; what the file says of them is older
local left -- the key of the last lesson that this session left before its end, or nil

-- The path of the file; nil where nothing is kept.
local function path()
    return question.history and question.history:gsub("[^/]*$", "lessons")
end

local function field(value)
    return value and (type(value) == "number" and core.text.number(value) or value) or ""
end

local function value_of(word)
    return word ~= "" and word and (tonumber(word) or word) or nil
end

-- The number of a step, or nil.
local function step_of(word)
    local step = math.tointeger(tonumber(word) or 0)
    return step and step > 0 and step or nil
end

-- A line of the file; what it says is added to `at`, the lesson of the lines before, or begins another one. A line that
-- is damaged says nothing.
local function read_line(line, at)
    local words = text.split(line, "\t")
    local step = step_of(words[1] == "guess" and words[2] or words[3])
    if words[1] == "lesson" and step then
        local name, found = words[2], {at = step, quick = words[4] == "quick", before = {}}
        if not own[name] then
            known[name], last = found, name
        end
        return found
    elseif words[1] == "guess" and at and step then
        at.before[step] = {first = value_of(words[3]), guess = value_of(words[4])}
    end
    return at
end

-- Reads the file; one that cannot be read counts as empty.
local function read()
    local content = path() and file.text(path())
    is_read = is_read or path() ~= nil
    local at
    for _, line in ipairs(text.split(content or "", "\n")) do
        at = read_line(line, at)
    end
end

local function read_once()
    if not is_read then
        read()
    end
end

local function lines_of(name, at)
    local lines = {table.concat({"lesson", name, ("%d"):format(at.at), at.quick and "quick" or ""}, "\t")}
    for step, record in pairs(at.before) do
        if record.guess then
            lines[#lines + 1] = table.concat({"guess", step, field(record.first), field(record.guess)}, "\t")
        end
    end
    return table.concat(lines, "\n") .. "\n"
end

local function write()
    local parts = {}
    for name, at in pairs(known) do
        if type(name) == "string" and name ~= last then
            parts[#parts + 1] = lines_of(name, at)
        end
    end
    table.sort(parts)
    parts[#parts + 1] = type(last) == "string" and lines_of(last, known[last]) or nil
    file.write("lesson", path(), table.concat(parts))
end

-- Where the lesson of that key was left: {at =, quick =, before = guesses by step, made =, records =}, without the last
-- two when that was in an earlier session; nil when it was not begun.
function place.of(key)
    read_once()
    return known[key]
end

-- The key of the last lesson that was left before its end, or nil.
function place.last()
    read_once()
    return last
end

-- Notes where the lesson is. What this session left is later than what the file says.
function place.keep(state)
    local _ <close> = path() and core.file.lock(path():match "^.*/") or nil
    read()
    own[state.key] = true
    known[state.key] = {at = state.at, quick = state.quick, made = state.made, records = state.records,
        before = state.records}
    left = state.at <= #state.steps and state.key or left ~= state.key and left or nil
    last = left or last ~= state.key and last or nil
    if path() then
        pcall(write) -- a folder that cannot be written was told of by the history
    end
end

return place
