-- annotations/main.lua: writes what lua-language-server reads of the library: every public function, method and option,
-- from the help pages and the tables of options. The program, which runs this, has them.
local D = require "debias"
local core = debug.getregistry()["debias.core"]
local pages, sorted, map = core.use "guide/pages", core.use "sorted", core.use "list".map
local types = loadfile "src/tools/annotations/types.lua"(core)
local forms = dofile "src/tools/annotations/forms.lua"
local all = pages.all()

local function put(format, ...)
    print(select("#", ...) > 0 and format:format(...) or format)
end

local function one_line(text)
    return (text:gsub("%s+", " "):match "^%s*(.-)%s*$")
end

-- Words as lines of a comment.
local function comment(text)
    for line in ((text or "") .. "\n"):gmatch "(.-)\n" do
        put("---%s", line)
    end
end

-- Options -----------------------------------------------------------------------------------------------------

-- What is said of an option behind its type: its meaning, unit, range and default.
local function words_of(param)
    local parts = {one_line(param.meaning or "")}
    for _, each in ipairs {"unit", "range", "default"} do
        if param[each] ~= nil then
            parts[#parts + 1] = ("%s: %s"):format(each, one_line(tostring(param[each])))
        end
    end
    return table.concat(parts, "; ")
end

-- Optional also where a call needs it: a table like this one, as in a list of methods, may be without it.
local function put_field(param)
    for name in param.name:gmatch "[%a_][%w_]*" do
        local required = param.required and "; required" or ""
        put("---@field %s? %s # %s%s%s", name, types.option(param), words_of(param), required, param.more or "")
    end
end

-- The classes whose options a table takes, too: those of the page that this one is like, of every method, of rules.
local function parents_of(page)
    local parents = {page.like and types.options(page.like)}
    for _, param in ipairs(pages.params(page)) do
        if param.choices == "method" then
            parents[#parents + 1] = "debias.options.any_method"
        elseif param.kind == "any" and core[param.choices] and core[param.choices].params then
            parents[#parents + 1] = "debias.options.any_" .. param.choices
        end
    end
    return parents
end

-- Each option once: of two rules that have one of the same name, what both say.
local function merged(params)
    local list, by = {}, {}
    for _, param in ipairs(params) do
        local first = by[param.name]
        if first then
            first.more = first.more .. " | " .. words_of(param)
        else
            by[param.name] = core.use "over"(param, {more = ""})
            list[#list + 1] = by[param.name]
        end
    end
    return list
end

local function put_class(name, parents, params, summary)
    local groups = {}
    params = merged(params)
    comment(summary)
    put("---@class %s%s", name, parents[1] and ": " .. table.concat(parents, ", ") or "")
    for _, param in ipairs(params) do
        local group, field = param.name:match "^([%a_][%w_]*)%.([%w_]+)$"
        if group then
            groups[group] = groups[group] or {}
            table.insert(groups[group], core.use "over"(param, {name = field}))
        else
            put_field(param)
        end
    end
    for _, group in ipairs(sorted(groups)) do
        put("---@field %s? %s.%s", group, name, group)
    end
    put ""
    for _, group in ipairs(sorted(groups)) do
        put_class(name .. "." .. group, {}, groups[group], nil)
    end
end

-- One class of the options of all methods, or of all rules of a family; of an option of several what the first says.
local function put_family(name, module)
    local found = {}
    for _, entry in ipairs(sorted(module.params)) do
        for _, param in ipairs(module.params[entry]) do
            found[param.name] = found[param.name] or core.use "over"(param, {required = false})
        end
    end
    put_class("debias.options.any_" .. name, {}, map(sorted(found), function(key) return found[key] end),
        ("Options of every %s."):format(name))
end

local function put_options()
    for _, family in ipairs {"method", "update", "prox"} do
        put_family(family, core[family])
    end
    for _, name in ipairs(sorted(all)) do
        local params, parents = pages.params(all[name]), parents_of(all[name])
        if params[1] or parents[1] then
            put_class(types.options(name), parents, params, ("Options of %s: %s."):format(name, all[name].summary))
        end
    end
end

-- Functions ---------------------------------------------------------------------------------------------------

local function has_options(name)
    local page = all[name]
    return page and (#pages.params(page) > 0 or page.like) and true or false
end

local function type_of(at, name)
    if at.tables == 0 or at.name:sub(1, 7) ~= "options" then
        return "any"
    end
    local options = has_options(name) and types.options(name) or "table"
    return at.tables < at.forms and options .. "|any" or options
end

local function usage(page)
    return table.concat(type(page.usage) == "table" and page.usage or {page.usage}, "\n    ")
end

-- The comment over a function: what help says of it.
local function put_words(page)
    comment(page.summary .. "\n\n    " .. usage(page))
    for _, part in ipairs {"returns", "errors", "source"} do
        if page[part] then
            comment(("\n%s: %s"):format(part, one_line(page[part])))
        end
    end
end

-- "options: T, name?: any" and the names alone.
local function parameters(name)
    local list, bare = {}, {}
    for i, at in ipairs(forms(all[name], name)) do
        local mark = at.optional and at.name ~= "..." and "?" or ""
        list[i] = {name = at.name .. mark, type = type_of(at, name)}
        bare[i] = at.name
    end
    return list, table.concat(bare, ", ")
end

local function put_function(name, path)
    local list, bare = parameters(name)
    local returned = types.returned(name)
    put_words(all[name])
    for _, parameter in ipairs(list) do
        put("---@param %s %s", parameter.name, parameter.type)
    end
    if returned then
        put("---@return %s", returned)
    end
    put("function %s(%s) end\n", path, bare)
end

-- A public table, which may be called, too.
local function put_table(name)
    local list, returned = parameters(name), types.returned(name)
    local arguments = map(list, function(each) return each.name .. ": " .. each.type end)
    put_words(all[name])
    put("---@class debias.table.%s", name)
    if getmetatable(D[name]) and rawget(getmetatable(D[name]), "__call") then
        put("---@overload fun(%s)%s", table.concat(arguments, ", "), returned and ": " .. returned or "")
    end
    put("debias.%s = {}\n", name)
end

local function put_public()
    for _, name in ipairs(sorted(all)) do
        if type(pages.value(name)) == "table" and name ~= "math" and all[name].usage then
            put_table(name)
        end
    end
    for _, name in ipairs(sorted(D)) do
        if type(D[name]) == "table" and not (all[name] and all[name].usage) and name ~= "math" then
            put("debias.%s = {}\n", name)
        end
    end
    for _, name in ipairs(sorted(all)) do
        if type(pages.value(name)) == "function" and not name:find ":" then
            put_function(name, name:find "^math%." and name or "debias." .. name)
        end
    end
end

-- Types -------------------------------------------------------------------------------------------------------

local operators = {
    __add = "add", __sub = "sub", __mul = "mul", __div = "div", __pow = "pow", __unm = "unm", __mod = "mod",
    __idiv = "idiv",
}

local function put_operators(name, meta)
    for _, key in ipairs(sorted(operators)) do
        if meta[key] then
            local argument = key == "__unm" and "" or "(any)"
            put("---@operator %s%s: debias.%s", operators[key], argument, types.class(name))
        end
    end
    if meta.__len then
        put "---@operator len: integer"
    end
    if meta.__call then
        put "---@operator call(any): any"
    end
end

-- {[type] = {[method] = page's name}} of all methods that have a page, and of the types that calls give.
local function classes()
    local found = {result = {}}
    for name in pairs(core.system.types()) do
        found[name] = {}
    end
    for name in pairs(all) do
        local class, method = name:match "^([%w_]+):([%w_]+)$"
        if class then
            found[class] = found[class] or {}
            found[class][method] = name
        end
        local kind = core.use "prompt/context".returned(name)
        found[kind or "result"] = found[kind or "result"] or {}
    end
    return found
end

-- Fields that are no methods: columns and settings, of which not all have a name that is known here.
local function put_type(name, methods)
    local is_type, local_name = core.system.types()[name], "class_" .. name:gsub("%W", "_")
    put("---@class debias.%s%s", types.class(name), not is_type and name ~= "result" and ": debias.result" or "")
    if is_type then
        put_operators(name, debug.getregistry()["debias." .. name])
    end
    put "---@field [string|integer] any"
    put("local %s = {}\n", local_name)
    for _, method in ipairs(sorted(methods)) do
        put_function(methods[method], local_name .. ":" .. method)
    end
end

local function put_types()
    local found = classes()
    for _, name in ipairs(sorted(found)) do
        put_type(name, found[name])
    end
end

-- Names that scripts of the program have for globals.
local function put_globals()
    for _, name in ipairs(sorted(D)) do
        if name ~= "math" then
            put("%s = debias.%s", name, name)
        end
    end
    put "\nreturn debias"
end

put "---@meta debias\n"
comment(("debias %s. Written from its help pages; help\"editors\" says how editors find it."):format(D.version))
put "---@class debias\n---@field version string\ndebias = {math = math}\n"
put_options()
put_types()
put_public()
put_globals()
