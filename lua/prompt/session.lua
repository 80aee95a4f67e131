-- The session: its variables (who), its entries as a script (save_session) and in an editor (edit), how long a call or
-- the last entry takes (time).
local core, D = ...
local show, text, file = core.use "prompt/show", core.use "text", core.later "file"
local system, result, sorted, map = core.system, core.use "result", core.use "sorted", core.use "list".map
local stdout = io.stdout

local session = {}

-- who() --------------------------------------------------------------------------------------------------------------

local stock = {_ = true, Out = true} -- globals that are not the user's
for name in pairs(_G) do
    stock[name] = true
end

local function own_names()
    return map(sorted(_G), function(name) return type(name) == "string" and not stock[name] and name or nil end)
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
    stdout:write(lines[1] and text.align(lines, {true, true, false, true}) or "no variables of your own", "\n")
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

local entries = {} -- {number =, text =, values = how many, prints =, alike = print shows them as the prompt does}

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

-- A word that stands by itself.
local function has_word(entry, word)
    return entry:find("%f[%w_]" .. word .. "%f[^%w_]") ~= nil
end

-- As an expression that can be an argument.
local function expression(entry)
    local bare = entry:gsub(";$", "")
    if not load("return " .. bare) then
        return ("(function()\n%s\nend)()"):format(entry)
    end
    return bare:find "%-%-" and bare .. "\n" or bare -- a comment ends with its line
end

local function printed(e, keeps)
    local value = expression(e.text)
    if e.values == 1 then
        return keeps and ("_ = %s\nshow(_)"):format(value) or ("show(%s)"):format(value)
    elseif e.alike and not keeps then
        return ("print(%s)"):format(value)
    end
    return ("do\n    local v = table.pack(%s)\n%s    for i = 1, v.n do show(v[i]) end\nend"):format(value,
        keeps and "    _ = v[1]\n" or "")
end

-- A statement whose locals end with it, as they did at the prompt.
local function statement(entry)
    if ("\n" .. entry):find "[\n;]%s*local%f[^%w_]" then
        return "do\n" .. entry .. "\nend"
    end
    return entry
end

-- keeps: a later entry asks for _.
local function as_code(e, keeps)
    if e.values > 0 and e.prints then
        return printed(e, keeps and e.last)
    elseif e.values > 0 and keeps and e.last then
        return "_ = " .. expression(e.text)
    elseif load(e.text) and load(e.text .. "\nlocal _") then
        return statement(e.text)
    end
    return ("do local _ = %s end"):format(expression(e.text))
end

-- As code that keeps what later entries ask for: _, or the results in Out.
local function kept_as_code(e, keeps, numbers)
    local code = as_code(e, keeps or numbers)
    return numbers and e.last and ("%s\nOut[%d] = _"):format(code, e.number) or code
end

local function code_of(list)
    local lines, keeps, numbers = {}, false, false
    for i = #list, 1, -1 do
        lines[i] = kept_as_code(list[i], keeps, numbers)
        keeps = keeps or has_word(list[i].text, "_")
        numbers = numbers or has_word(list[i].text, "Out")
    end
    return (numbers and "Out = {}\n" or "") .. table.concat(lines, "\n")
end

-- Whether the entry says nothing outside of this session.
local function is_of_session(e)
    local entry = e.text
    return has_word(entry, "save_session") or has_word(entry, "edit") or entry:find "%f[%w_]time%s*%(%s*%)"
end

local function command(path)
    local seed = system.seed ~= 1 and ("--seed %d "):format(system.seed) or ""
    return ("debias %s%s"):format(seed, path:match "[^/]*$")
end

-- Writes the entries that ran as a script that prints the same; returns path.
function D.save_session(path)
    file.check("save_session", path)
    local list = map(entries, function(e) return not is_of_session(e) and e or nil end)
    local head = ("-- A session of debias %s. Run it with: %s\n"):format(D.version, command(path))
    return file.write("save_session", path, head .. code_of(list) .. "\n")
end

return session
