-- What lua-language-server reads: every line is Lua or an annotation, every type is defined, and of the library every
-- public function, method and option is there, and no other. There is no server in Debian: the grammar of annotations
-- is that of its documentation, as far as the file uses it.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"
local core = debug.getregistry()["debias.core"]
local pages = core.use "guide/pages"
local path = "build/share/library/debias.lua"
assert(os.execute("make -s " .. path))
local text = t.read(path)
t.ok(load(text), "it is Lua")

-- The grammar -------------------------------------------------------------------------------------------------

local builtin = {}
for name in ("any nil boolean number integer string table function"):gmatch "%a+" do
    builtin[name] = true
end
local used, classes, parents, class = {}, {}, {}, nil

local one -- a type without alternatives

-- The rest of the text after a type, or nil.
local function a_type(text_of)
    local rest = one(text_of)
    while rest and rest:find "^|" do
        rest = one(rest:sub(2))
    end
    return rest
end

local function a_function(text_of)
    local arguments, rest = text_of:match "^fun(%b())(.*)$"
    for argument in (arguments or "()"):sub(2, -2):gmatch "[^,]+" do
        local kind = argument:match "^%s*[%a_][%w_]*%??: (.*)$" or argument:match "^%s*%.%.%.: (.*)$"
        if not kind or a_type(kind) ~= "" then
            return nil
        end
    end
    local returned = rest and rest:match "^: (.*)$"
    return returned and a_type(returned) or rest
end

function one(text_of)
    if text_of:find '^"' then
        return text_of:match '^"[^"]*"(.*)$'
    elseif text_of:find "^fun%(" then
        return a_function(text_of)
    end
    local name, rest = text_of:match "^([%a_][%w_.]*)(.*)$"
    used[name or ""] = true
    while rest and rest:find "^%[%]" do
        rest = rest:sub(3)
    end
    return rest
end

local function is_type(text_of)
    return text_of and a_type(text_of) == ""
end

local tags = {}

function tags.meta(rest) return rest == "debias" end

function tags.class(rest)
    local name, all = rest:match "^([%a_][%w_.]*):? ?(.*)$"
    class = {}
    t.ok(name and not classes[name], "one class of the name " .. tostring(name))
    classes[name], parents[name] = class, {}
    for parent in all:gmatch "[^, ]+" do
        used[parent] = true
        table.insert(parents[name], parent)
    end
    return name ~= nil
end

function tags.field(rest)
    local name, kind = rest:match "^([%a_][%w_]*)%?? ([^#]*[^# ])"
    local index = rest:match "^%[[%l|]+%] (.*)$"
    if name then
        class[name] = (class[name] or 0) + 1
    end
    return is_type(kind or index)
end

function tags.param(rest) return is_type(rest:match "^[%a_][%w_]*%?? (.*)$" or rest:match "^%.%.%. (.*)$") end

tags["return"] = is_type
tags.overload = is_type

function tags.operator(rest)
    local kind, argument, result = rest:match "^(%l+)(%(?[%l]*%)?): (.*)$"
    return kind and (argument == "" or argument == "(any)") and is_type(result)
end

for line in text:gmatch "[^\n]*" do
    local tag, rest = line:match "^%-%-%-@(%l+) ?(.*)$"
    if tag then
        t.ok(tags[tag] and tags[tag](rest), "an annotation: " .. line)
    elseif not line:find "^%-%-%-" then
        local is_code = line == "" or line:find "^local class_[%w_]+ = {}$"
            or line:find "^[%a_.]+[%w_.]* = [%w_.{} =]+$"
            or line:find "^function [%w_.:]+%([%w_, .]*%) end$" or line == "return debias"
        t.ok(is_code, "a line of Lua: " .. line)
    end
end
for name in pairs(used) do
    t.ok(builtin[name] or classes[name], "a type that is defined: " .. name)
end

-- What is there -----------------------------------------------------------------------------------------------

local defined = {}
for name in text:gmatch "\nfunction ([%w_.:]+)%(" do
    local plain = name:gsub("^debias%.", ""):gsub("^class_", "")
    t.ok(not defined[plain], "one definition of " .. name)
    defined[plain] = true
end

local expected = {}
for name in pairs(pages.all()) do
    if name:find "^[%w_]+:[%w_]+$" or type(pages.value(name)) == "function" then
        expected[name] = true
        t.ok(defined[name], "a definition of " .. name)
    elseif type(pages.value(name)) == "table" then
        t.ok(text:find(("\ndebias.%s = {}\n"):format(name), 1, true) or name == "math", "the table " .. name)
    end
end
for name in pairs(defined) do
    t.ok(expected[name], "a public function: " .. name)
end
for name in pairs(D) do
    t.ok(name == "math" or text:find(("\n%s = debias.%s\n"):format(name, name), 1, true), "the global " .. name)
end

-- The fields of a class of options, in order.
local function fields(name)
    local list = {}
    for key, times in pairs(classes[name] or {}) do
        t.equal(times, 1, name .. " has the field once: " .. key)
        list[#list + 1] = key
    end
    table.sort(list)
    return list
end

for name, page in pairs(pages.all()) do
    local names, seen = {}, {}
    for _, param in ipairs(pages.params(page)) do
        for word in param.name:match "^[^.]+" :gmatch "[%a_][%w_]*" do
            names[#names + 1] = not seen[word] and word or nil
            seen[word] = true
        end
        if param.name:find ", " then
            for word in param.name:gmatch "[%a_][%w_]*" do
                names[#names + 1] = not seen[word] and word or nil
                seen[word] = true
            end
        end
        local meaning = param.meaning and param.meaning:gsub("%s+", " ")
        t.ok(not meaning or text:find(meaning, 1, true), name .. ": what is said of " .. param.name)
        for _, each in ipairs {"unit", "range"} do
            t.ok(not param[each] or text:find(each .. ": " .. param[each], 1, true), name .. ": " .. each .. " of "
                .. param.name)
        end
    end
    table.sort(names)
    if names[1] then
        local class_name = "debias.options." .. name:gsub(":", "."):gsub("[^%w_.]", "_")
        t.equal(fields(class_name), names, "the options of " .. name)
        local like = page.like and "debias.options." .. page.like
        t.equal(like and parents[class_name][1], like, name .. ": the options that it is like")
    end
end

-- The rockspec ------------------------------------------------------------------------------------------------

local rockspec = {}
t.ok(loadfile("src/tools/debias-scm-1.rockspec", "t", rockspec), "the rockspec is Lua")
if os.execute "command -v luarocks >/dev/null" then
    t.ok(os.execute "luarocks --lua-version 5.4 lint src/tools/debias-scm-1.rockspec", "luarocks finds nothing")
else
    t.skip("luarocks", "it is not there")
end
t.done()
