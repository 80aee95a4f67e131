-- Entries of a session as the code of a script that prints the same. Of an entry: number; text; values, how many it
-- gave; prints, whether they were printed; alike, whether print shows them as the prompt does; last, whether _ was
-- set; raised, whether it raised an error.
local core = ...
local load, any, chunk = load, core.use "list".any, core.use "prompt/entry".chunk

local script = {}

-- A word that stands by itself.
function script.has_word(entry, word)
    return entry:find("%f[%w_]" .. word .. "%f[^%w_]") ~= nil
end

-- As an expression that can be an argument.
local function expression(entry)
    local bare = entry:gsub(";$", "")
    if not load("return " .. bare) then
        return ("(function()\n%s\nend)()"):format(chunk(entry))
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

local report = [[
local function __report(why) -- of an entry that raised an error, after which the session went on
    io.stdout:flush()
    io.stderr:write("debias: ", tostring(why), "\n")
end
]]

-- An entry that raised: it does again what it did before the error, and the script goes on.
local function guarded(entry)
    local code = load(entry) and entry or chunk(entry)
    return ("xpcall(function(...) -- this raised an error\n%s\nend, __report)"):format(code)
end

-- keeps: a later entry asks for _.
local function as_code(e, keeps)
    if e.raised then
        return guarded(e.text) .. (keeps and e.last and "\n_ = unfinished()" or "")
    elseif e.values > 0 and e.prints then
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

-- The code of a list of entries.
function script.code_of(list)
    local lines, keeps, numbers = {}, false, false
    for i = #list, 1, -1 do
        lines[i] = kept_as_code(list[i], keeps, numbers)
        keeps = keeps or script.has_word(list[i].text, "_")
        numbers = numbers or script.has_word(list[i].text, "Out")
    end
    local raised = any(list, function(e) return e.raised end)
    return (raised and report or "") .. (numbers and "Out = {}\n" or "") .. table.concat(lines, "\n")
end

return script
