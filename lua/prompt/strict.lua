-- Globals of the program. The public names are found through the __index of _G, not in it: a user's global of the
-- same name hides ours and nil brings it back. Reading an unknown global raises, but only in what the user
-- runs directly (prompt, -e, standard input, main script): libraries keep Lua's rule.
local core, D = ...
local fail, hint, note = core.system.fail, core.system.hint, core.system.note
local getinfo = debug.getinfo
local user_math = _G.math -- taken here: a user may have math = nil later

local missed = core.use "prompt/missed"

local strict = {entry = nil} -- the text of the entry that runs, at the prompt
local checked = {["=stdin"] = true, ["=(command line)"] = true}
local noted = {}
local leave = "os.exit() or Ctrl-D leaves"
local gone = {quit = leave, exit = leave} -- name -> why there is no such global

if arg[0] then
    checked["@" .. arg[0]] = true
end
for name, f in pairs(D.math or {}) do
    rawset(user_math, name, f)
end
math.randomseed(core.system.seed)
core.use "prompt/example".globals = _G
-- Lua prints the sign of nan, which means nothing.
debug.setmetatable(0, {__metatable = false, __tostring = function(x) return x == x and x .. "" or "nan" end})
rawset(_G, "tonumber", core.traced.tonumber(tonumber))

-- The one public field of this name: "math.exp" for exp; nil where there is none, or several outside of math.
local function field(name)
    local found
    for owner, fields in pairs(D) do
        if type(fields) == "table" and rawget(fields, name) ~= nil then
            found = not found and owner .. "." .. name or ""
        end
    end
    return rawget(user_math, name) ~= nil and "math." .. name or found ~= "" and found or nil
end

-- What is said of a global that nothing has this name.
function strict.unknown(name)
    if gone[name] then
        return ("unknown global '%s': %s"):format(name, gone[name])
    end
    local elsewhere = missed(name, strict.entry)
    if elsewhere then
        return ("unknown global '%s'%s"):format(name, elsewhere)
    end
    local inside, method = field(name), core.system.types().vec[name]
    return ("unknown global '%s'"):format(name) .. (inside and (", did you mean '%s'?"):format(inside)
        or method and (", v:%s(..) is a method of vecs"):format(name) or hint(name, core.use "over"(D, _G)))
end

local function read(_, name)
    local value = rawget(D, name)
    if value ~= nil then
        return value
    elseif name == "debias" then
        return D
    end
    local reader = getinfo(2, "S")
    if type(name) == "string" and reader and checked[reader.source] then
        fail(nil, strict.unknown(name))
    end
end

local function write(globals, name, value)
    if value ~= nil and rawget(D, name) ~= nil and not noted[name] then
        noted[name] = true
        note(("your '%s' hides debias's until %s = nil"):format(name, name))
    end
    rawset(globals, name, value)
end

setmetatable(_G, {__index = read, __newindex = write})

-- Why there is no global of this name, for the message when it is missed.
function strict.explain(name, why)
    gone[name] = why
end

-- Remembers the names that text declares local, for the message when they are missed later.
function strict.remember(text, where)
    for list in text:gmatch "%f[%w_]local%s+([%a_][%w_%s,<>]*)" do
        for part in list:gmatch "[^,]+" do
            local name = part:match "^%s*function%s+([%a_][%w_]*)" or part:match "^%s*([%a_][%w_]*)"
            strict.explain(name or "", "it was local to " .. where)
        end
    end
end

-- The same for a file of the user's, in which unknown globals are errors, too.
function strict.remember_file(path)
    checked["@" .. path] = true
    local handle = io.open(path)
    if handle then
        strict.remember(handle:read "a" or "", path:match "[^/]*$")
        handle:close()
    end
end

return strict
