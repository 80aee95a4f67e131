-- The help pages: one about every public name, and about subjects. A page stands in a file of lua/help, which is an
-- area of the overview and returns {[name] = page, ..}; all of its fields but summary may be left out:
--   summary  one line                           usage    how it is called; a string or a list of them
--   text     paragraphs; indented lines stay    params   "options.bias" = core.options.params.bias, or a list of
--   returns, errors, source (in the paper)               such names and of {name=, meaning=, default=, ..}
--   example  entries of the prompt, each with   see      names of other pages
--            what it prints below it, in lines  words    what others call the subject: a list for the search
--            "--> TEXT"                         takes    what a text as first argument names: "file", "page", ..
--   like     the page whose options are taken, too
--   later    the page whose options are taken, too, in a table that is not the first argument
--   topic    true: the name is a subject, nothing that can be called
--   part     the page to whose subject it belongs: the overview names only that one
-- A module of the core with `registry` = {[name] = {summary=, source=}, ..} (distributions, problems, ..) gets a
-- page for each, with the entry's parameters; a page of the same name adds to it. An entry may name its page (the
-- methods: "e-bsgd") and its usage.
-- A page that names "result" under see is about what returns one: help"run:csv" is then result:csv.
local core, D = ...
local results, map, any, sorted = core.use "result", core.use "list".map, core.use "list".any, core.use "sorted"

local pages = {}
-- Read at the first call, whole or not at all: a signal or a limit may break it off.
local areas, all
local named -- {[value] = its public name}, made when the first is asked for

-- "{mean=, sd=}", what an entry is made from; "{..}" where that is much.
local function items(module, name)
    local params = core[module].params and core[module].params[name] or {}
    local names = map(params, function(param) return param.name .. "=" end)
    return "{" .. (#names <= 3 and table.concat(names, ", ") or "..") .. "}"
end

local function add_entries(by_area, by_name)
    for module, functions in pairs(core) do
        for name, entry in pairs(type(functions) == "table" and functions.registry or {}) do
            local full = entry.page or module .. "." .. name
            local page = by_name[full] or {}
            if not by_name[full] then
                by_area[module] = by_area[module] or {}
                by_area[module][full], by_name[full] = page, page
            end
            page.is_entry = true
            page.summary = page.summary or entry.summary
            page.source = page.source or entry.source
            page.usage = page.usage or entry.usage or full .. items(module, name)
            page.params = page.params or module .. "." .. name
        end
    end
end

local function read()
    if all then
        return
    end
    local by_area, by_name = {}, {}
    for _, path in ipairs(core.system.files "lua/help/") do
        local area = core.system.import(path)()
        by_area[path:match "([^/]+)%.lua$"] = area
        for name, page in pairs(area) do
            assert(not by_name[name], "two pages have the name " .. name)
            by_name[name] = page
        end
    end
    add_entries(by_area, by_name)
    areas, all = by_area, by_name
end

-- {[name] = page, ..}
function pages.all()
    read()
    return all
end

-- {[area] = {[name] = page, ..}, ..}
function pages.areas()
    read()
    return areas
end

-- The parameter tables that a page's params name, joined.
function pages.params(page)
    local list = {}
    for _, item in ipairs(type(page.params) == "table" and page.params or {page.params}) do
        if type(item) == "table" then
            list[#list + 1] = item
        else
            local module, name = item:match "^([^.]+)%.(.+)$"
            local params = core[module] and core[module].params and core[module].params[name]
            table.move(assert(params, "no parameters " .. item), 1, #params, #list + 1, list)
        end
    end
    return list
end

-- What an option takes, in words; nil where that is anything.
function pages.takes(param)
    if param.range then
        return param.range
    elseif param.kind == "choice" then
        return (param.choices:gsub("|", " | "))
    elseif param.kind == "boolean" then
        return "true | false"
    elseif param.kind == "object" then
        return core.system.article(param.choices)
    end
    return param.kind and param.kind ~= "any" and core.system.article(param.kind) or nil
end

-- The value of a public name ("dist.normal", "vec:dot", ..), or nil.
function pages.value(name)
    local class, method = name:match "^([%w_]+):([%w_]+)$"
    if class then
        local methods = core.system.types()[class]
        return methods and methods[method]
    end
    local value = D
    for part in name:gmatch "[^.]+" do
        if type(value) ~= "table" then
            return nil
        end
        value = rawget(value, part)
    end
    return value
end

-- The name of the page about a value (not nil): a public name for it, or the name of its type; or nil.
local function name_of(value)
    if not named then
        local by_value = {}
        for name in pairs(all) do
            local public = pages.value(name)
            if public ~= nil then
                by_value[public] = name
            end
        end
        named = by_value
    end
    return named[value] or core.system.kind(value) or results.kind(value)
end

-- Whether the page names `result` as related: what it describes returns one, with the methods of every result.
function pages.returns_result(page)
    return any(page and page.see or {}, function(other) return other == "result" end)
end

-- What "r:csv" of a user's global r and "run:csv" are called where all results have the method; or nil.
local function name_of_method(name)
    local class, field = name:match "^([%a_][%w_]*)([:.][%w_]+)$"
    local value = class and rawget(_G, class)
    class = value ~= nil and name_of(value) or class
    if not class or all[class .. field] then
        return class and class .. field
    elseif (results.kind(value) or pages.returns_result(all[class])) and all["result" .. field] then
        return "result" .. field
    end
end

-- The name of the page that is called so in other letters, else of the first whose subject others call so; or nil.
local function other_name(name)
    local lower, subject = name:lower(), nil
    local function is_it(word) return word:lower() == lower end
    for _, each in ipairs(sorted(all)) do
        if is_it(each) then
            return each
        end
        subject = subject or any(all[each].words or {}, is_it) and each or nil
    end
    return subject
end

-- The name of the page about results of a kind: what makes them, or all results.
local function name_of_kind(kind)
    local names = map(sorted(all), function(name) return name:match("[:.](.*)$") == kind and name or nil end)
    return names[1] or "result"
end

-- The name of the page about a topic (a name, or a value) and the page; nil when there is none.
function pages.find(topic)
    read()
    local name = topic
    if type(topic) ~= "string" then
        name = topic ~= nil and name_of(topic)
        name = all[name] and name or results.kind(topic) and name_of_kind(results.kind(topic)) or name
    elseif not all[name] then
        local method = name_of_method(topic)
        name = all[method] and method or other_name(topic)
    end
    return name, all[name]
end

return pages
