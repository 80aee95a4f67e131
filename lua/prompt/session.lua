-- The session: its variables (who), its entries as a script (save_session) and in an editor (edit), how long a call or
-- the last entry takes (time).
local core, D = ...
local show, text, file = core.use "prompt/show", core.use "text", core.later "file"
local system, result, sorted, map = core.system, core.use "result", core.use "sorted", core.use "list".map
local script = core.use "prompt/script"

local session = {}

-- who() --------------------------------------------------------------------------------------------------------------

local stock = {_ = true, Out = true} -- globals that are not the user's
for name in pairs(_G) do
    stock[name] = true
end

-- Whether a global of this name is the user's.
function session.is_own(name)
    return type(name) == "string" and not stock[name] and rawget(_G, name) ~= nil
end

local function own_names()
    return map(sorted(_G), function(name) return session.is_own(name) and name or nil end)
end

local function count(t)
    local n = 0
    for _ in next, t do
        n = n + 1
    end
    return n
end

local function kind_and_size(value)
    local kind = system.kind(value) or result.kind(value) or type(value)
    if result.kind(value) then
        return kind, tostring(#value:rows())
    elseif kind == "mat" then
        return kind, ("%dx%d"):format(value.rows, value.cols)
    elseif kind == "vec" or kind == "string" then
        return kind, tostring(#value)
    end
    return kind, kind == "table" and tostring(count(value)) or ""
end

-- What says more than kind and size.
local function value_of(value, kind)
    if kind == "mat" or kind == "function" or result.kind(value) then
        return ""
    end
    local done, line = pcall(show.line, value, 40) -- it may be the user's __tostring that fails
    return done and line or ""
end

-- The user's own globals, a line each: name, type, size, value.
function D.who()
    local lines = {}
    for i, name in ipairs(own_names()) do
        local value = rawget(_G, name)
        local kind, size = kind_and_size(value)
        lines[i] = {name, kind, size, value_of(value, kind)}
    end
    text.write(lines[1] and text.align(lines, {true, true, false, true}) or "no variables of your own", "\n")
end

-- time(fn) -----------------------------------------------------------------------------------------------------------

local SHORT, ROUNDS = 0.05, 5 -- seconds of a round of repetitions, rounds

local function seconds_of(n, fn, ...)
    local start = system.seconds()
    for _ = 1, n do
        fn(...)
    end
    return system.seconds() - start
end

-- How many calls take a round, and the seconds of one call then: the first call of a function may be a slow one.
local function round_of(fn, ...)
    local n, took = 1, seconds_of(1, fn, ...)
    while took < SHORT / 2 do
        n = math.ceil(n * math.min(10, SHORT / math.max(took, 1e-7)))
        took = seconds_of(n, fn, ...)
    end
    return n, took / n
end

-- Seconds that one call of a quick function takes: the best of some rounds.
local function repeated(fn, ...)
    local n, best = round_of(fn, ...)
    for _ = 2, ROUNDS do
        best = math.min(best, seconds_of(n, fn, ...) / n)
    end
    system.note(("the best of %d rounds of %d calls"):format(ROUNDS, n))
    return best
end

-- fn(..): seconds, and what it returned; a quick fn is called again and again.
local function time_of(fn, ...)
    if not core.use "callable"(fn) then
        system.fail("time", "expected a function, got " .. system.describe(fn))
    end
    local start = system.seconds()
    local results = table.pack(fn(...))
    local once = system.seconds() - start
    return once < SHORT and repeated(fn, ...) or once, table.unpack(results, 1, results.n)
end

-- Of the last entry at the prompt: seconds, and seconds of processor time.
local function last_time()
    local took = core.use "prompt/record".took
    if not took then
        system.fail("time", "expected a function: no entry has run at a prompt")
    end
    return took.seconds, took.processor
end

function D.time(...)
    return (select("#", ...) == 0 and last_time or time_of)(...)
end

-- edit(..) ------------------------------------------------------------------------------------------------------------

function D.edit(...)
    return core.use "prompt/edit"(...)
end

-- save_session(path) -------------------------------------------------------------------------------------------------

local entries = {} -- as script.lua wants them; or stopped = names of what one had changed when it was interrupted

local function is_shown_alike(...)
    for i = 1, select("#", ...) do
        local value = select(i, ...)
        if type(value) == "table" and not getmetatable(value) or system.kind(value) == "figure"
            or select("#", ...) > 1 and show.has_lines(value) then
            return false
        end
    end
    return true
end

-- Keeps an entry that has run: its number, its text, whether its values were printed, and the values.
function session.remember(number, entry, prints, ...)
    entries[#entries + 1] = {
        number = number, text = entry:gsub("%s+$", ""), values = select("#", ...), prints = prints,
        alike = is_shown_alike(...), last = ... ~= nil,
    }
end

-- Keeps an entry that raised an error, or was interrupted, after it may have done something. is_last: what an
-- experiment in it had became _.
function session.remember_failed(number, entry, changed, interrupted, is_last)
    entries[#entries + 1] = {
        number = number, text = entry:gsub("%s+$", ""), values = 0, raised = not interrupted, last = is_last,
        stopped = interrupted and changed or nil,
    }
end

-- Whether the entry says nothing outside of this session.
local function is_of_session(e)
    return script.has_word(e.text, "save_session") or script.has_word(e.text, "edit")
        or e.text:find "%f[%w_]time%s*%(%s*%)"
end

-- Says of an entry that was interrupted that the script does without what it had changed: it may be one without an end.
local function say_stopped(e)
    system.note(("save_session: entry %d is left out: it was interrupted after it had changed %s"):format(e.number,
        table.concat(e.stopped, ", ")))
end

local function is_saved(e)
    return not e.stopped and not is_of_session(e)
end

local function command(path)
    local seed = system.seed ~= 1 and ("--seed %d "):format(system.seed) or ""
    return ("debias %s%s"):format(seed, path:match "[^/]*$")
end

-- Writes the entries that ran as a script that prints the same; returns path.
function D.save_session(path)
    file.check("save_session", path)
    local list = map(entries, function(e) return is_saved(e) and e or nil end)
    local head = ("-- A session of debias %s. Run it with: %s\n"):format(D.version, command(path))
    file.write("save_session", path, head .. script.code_of(list) .. "\n")
    map(map(entries, function(e) return e.stopped and e or nil end), say_stopped)
    return path
end

return session
