-- --sandbox: what scripts of others find. Of Lua's own names only those listed here; functions that load code take text
-- from the working folder alone. The library keeps to that folder by itself (core.file.place).
local core, D = ...
local strict, file = core.use "prompt/strict", core.use "file"
local system = core.system
local user = _G

local allowed = {
    _G = [[_G _VERSION arg assert collectgarbage coroutine error getmetatable ipairs math next os pairs pcall print
        rawequal rawget rawlen rawset select setmetatable string table tonumber tostring type utf8 warn xpcall]],
    coroutine = "close create isyieldable resume running status wrap yield",
    math = [[abs acos asin atan ceil cos cosh deg exp floor fmod frexp huge ldexp log log10 max maxinteger min
        mininteger modf pi pow rad random randomseed sin sinh sqrt tan tanh tointeger type ult]],
    os = "clock date difftime exit time",
    string = "byte char find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper",
    table = "concat insert move pack remove sort unpack",
    utf8 = "char charpattern codepoint codes len offset",
}

-- Takes away every field that is not among the names or in `more`; returns the set of those.
local function keep(fields, names, more)
    local kept, gone = core.use "list".set(names), {}
    for name in pairs(fields) do
        gone[name] = not kept[name] and more[name] == nil or nil
    end
    for name in pairs(gone) do
        fields[name] = nil
    end
    return gone
end

-- A field that was taken away is missed with a word.
local function keep_library(name)
    local gone = keep(user[name], allowed[name], D[name] or {})
    setmetatable(user[name], {__metatable = false, __index = function(_, field)
        if gone[field] then
            system.fail(nil, "--sandbox leaves out %s.%s", name, field)
        end
    end})
end

for name in pairs(keep(user, allowed._G, {})) do
    strict.explain(name, "--sandbox leaves it out")
end
for name in pairs(allowed) do
    if name ~= "_G" then
        keep_library(name)
    end
end
getmetatable("").__metatable = false

-- load, loadfile, dofile, require ------------------------------------------------------------------------------------

function user.load(chunk, name, _, ...)
    return load(chunk, name, "t", ...)
end

-- The chunk in a file, or nil and why there is none.
local function load_file(caller, path, ...)
    file.check(caller, path)
    local text, why = file.text(path)
    if not text then
        return nil, ("cannot read '%s': %s"):format(path, why)
    end
    return load(text:gsub("^#[^\n]*", ""), "@" .. path, "t", ...)
end

function user.loadfile(path, _, ...)
    return load_file("loadfile", path, ...)
end

function user.dofile(path)
    local chunk, why = load_file("dofile", path)
    if not chunk then
        system.fail("dofile", why)
    end
    return chunk()
end

local loaded = {_G = user, debias = D}
for name in pairs(allowed) do
    loaded[name] = user[name]
end

local function find_module(name)
    local base = name:gsub("%.", "/")
    for _, path in ipairs {base .. ".lua", base .. "/init.lua"} do
        if file.is_there(path) then
            return path
        end
    end
    system.fail("require", "no module '%s' in the working folder (--sandbox)", name)
end

function user.require(name)
    if type(name) ~= "string" then
        system.fail("require", "expected a name, got " .. system.describe(name))
    elseif loaded[name] == nil then
        local path = find_module(name)
        local chunk, why = load_file("require", path)
        if not chunk then
            system.fail("require", why)
        end
        local value = chunk(name, path)
        if value ~= nil then
            loaded[name] = value
        elseif loaded[name] == nil then
            loaded[name] = true
        end
    end
    return loaded[name]
end
