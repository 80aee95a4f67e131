-- help: pages about every public name, printed as plain text.
--
-- A page stands in a file of lua/help, which is an area of the overview and returns {[name] = page, ..}; all
-- of its fields but summary may be left out:
--   summary  one line                           usage    how it is called; a string or a list of them
--   text     paragraphs; indented lines stay    params   "lab.bias" = core.lab.params.bias, or a list of
--   returns, errors, source (in the paper)               such names and of {name=, meaning=, default=, ..}
--   example  Lua text                           see      names of other pages
--   topic    true: the name is a subject, nothing that can be called
-- A module of the core with `records` = {[name] = {summary=, source=}, ..} (distributions, problems, ..) gets a
-- page for each, with the record's parameters; a page of the same name adds to it. A record may name its page (the
-- methods: "e-bsgd") and its usage.
-- A page that names "result" under see is about what returns one: help"run:csv" is then result:csv.
local core, D = ...
local sorted_keys = core.use "sorted"
local results, layout = core.use "result", core.use "text"

local width = 80
local areas, pages -- read at the first call

local split, wrap = layout.split, layout.wrap

-- Text filled to the width of a page behind an indent.
local function fill(text, indent)
    return layout.fill(text, width, indent)
end

-- The lines of text without the indent that they share.
local function dedent(text)
    local lines, least = split(text:gsub("^[ ]*\n", ""):gsub("%s+$", ""), "\n"), math.huge
    for _, line in ipairs(lines) do
        least = line:find "%S" and math.min(least, #line:match "^ *") or least
    end
    for i, line in ipairs(lines) do
        lines[i] = line:sub(least + 1)
    end
    return lines
end

local function as_list(value)
    return type(value) == "table" and value or {value}
end

local function add_records()
    for module, functions in pairs(core) do
        for name, record in pairs(type(functions) == "table" and functions.records or {}) do
            local full = record.page or module .. "." .. name
            local page = pages[full] or {}
            pages[full] = page
            areas[module] = areas[module] or {}
            areas[module][full] = page
            page.summary = page.summary or record.summary
            page.source = page.source or record.source
            page.usage = page.usage or record.usage or full .. "{..}"
            page.params = page.params or module .. "." .. name
        end
    end
end

local function read_pages()
    if pages then
        return
    end
    areas, pages = {}, {}
    for _, path in ipairs(core.system.files "lua/help/") do
        local area = core.system.import(path)()
        areas[path:match "([^/]+)%.lua$"] = area
        for name, page in pairs(area) do
            assert(not pages[name], "two pages have the name " .. name)
            pages[name] = page
        end
    end
    add_records()
end

-- The value that a public name stands for ("dist.normal", "vec:dot", ..), or nil.
local function value_of(name)
    local class, method = name:match "^([%w_]+):([%w_]+)$"
    if class then
        local methods = core.system.types()[class]
        return methods and methods[method]
    end
    local value = D
    for part in name:gmatch "[^.]+" do
        value = type(value) == "table" and rawget(value, part) or nil
    end
    return value
end

-- The name of the page about a value (not nil): a public name for it, or the name of its type; or nil.
local function name_of(value)
    for name in pairs(pages) do
        if rawequal(value_of(name), value) then
            return name
        end
    end
    return core.system.kind(value) or results.kind(value)
end

-- Whether the page names `result` as related: what it describes returns one, with the methods of every result.
local function returns_result(page)
    for _, other in ipairs(page and page.see or {}) do
        if other == "result" then
            return true
        end
    end
end

-- What "r:csv" of a user's global r and "run:csv" are called where all results have the method; or nil.
local function name_of_method(name)
    local class, field = name:match "^([%a_][%w_]*)([:.][%w_]+)$"
    local value = class and rawget(_G, class)
    class = value ~= nil and name_of(value) or class
    if not class or pages[class .. field] then
        return class and class .. field
    elseif (results.kind(value) or returns_result(pages[class])) and pages["result" .. field] then
        return "result" .. field
    end
end

local function find_page(topic)
    local name = topic
    if type(topic) ~= "string" then
        name = topic ~= nil and name_of(topic)
        if not pages[name] then
            core.system.fail("help", "no page about " .. core.system.describe(topic))
        end
    elseif not pages[name] then
        name = name_of_method(topic)
    end
    if name then
        return name, pages[name]
    end
    core.system.fail("help", ("no page '%s'"):format(topic) .. core.system.hint(topic, pages))
end

-- What an option takes, in words.
local function takes(param)
    if param.range then
        return param.range
    elseif param.kind == "choice" then
        return table.concat(split(param.choices, "|"), " | ")
    elseif param.kind == "boolean" then
        return "true | false"
    elseif param.kind == "object" then
        return "a " .. param.choices
    end
    return param.kind and param.kind ~= "any" and "a " .. param.kind or nil
end

local function option_words(param)
    local parts = {param.meaning}
    parts[#parts + 1] = takes(param)
    parts[#parts + 1] = param.unit and "in " .. param.unit
    return table.concat(parts, "; ")
end

-- The parameter tables that a page's params name, joined.
local function params_of(page)
    local list = {}
    for _, item in ipairs(as_list(page.params)) do
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

-- A table of options: name, default, and what it means and takes.
local function option_table(params)
    local rows, first, second = {{"option", "default", "meaning"}}, 6, 7
    for _, param in ipairs(params) do
        local default = param.required and "required" or param.default and tostring(param.default) or "-"
        rows[#rows + 1] = {param.name, default, option_words(param)}
        first, second = math.max(first, #param.name), math.max(second, #default)
    end
    local lines, form = {}, ("  %%-%ds  %%-%ds  %%s"):format(first, second)
    for _, row in ipairs(rows) do
        for i, text in ipairs(wrap(row[3], width - first - second - 6)) do
            lines[#lines + 1] = form:format(i == 1 and row[1] or "", i == 1 and row[2] or "", text)
        end
    end
    return table.concat(lines, "\n")
end

local function section(parts, title, text)
    if text and text ~= "" then
        parts[#parts + 1] = title .. "\n" .. text
    end
end

-- The text of a page.
local function render(name, page)
    local parts = {fill(name .. ": " .. page.summary, "")}
    local function filled(text)
        return text and fill(table.concat(as_list(text), "\n\n"), "  ")
    end
    if page.usage then
        parts[#parts + 1] = "  " .. table.concat(as_list(page.usage), "\n  ")
    end
    parts[#parts + 1] = page.text and fill(page.text, "")
    section(parts, "options", page.params and option_table(params_of(page)))
    section(parts, "returns", filled(page.returns))
    section(parts, "errors", filled(page.errors))
    section(parts, "source", filled(page.source))
    section(parts, "example", page.example and "  " .. table.concat(dedent(page.example), "\n  "))
    section(parts, "see also", page.see and fill(table.concat(page.see, ", "), "  "))
    return table.concat(parts, "\n\n") .. "\n"
end

-- Every page but those of methods, by area: name and summary.
local function overview()
    local parts = {'help"name" explains a name; pages with a colon (help"vec:dot") explain methods.'}
    for _, area in ipairs(sorted_keys(areas)) do
        local lines = {}
        for _, name in ipairs(sorted_keys(areas[area])) do
            if not name:find ":" then
                local summary = wrap(areas[area][name].summary, width - 28)
                lines[#lines + 1] = ("  %-24s  %s"):format(name, table.concat(summary, "\n" .. (" "):rep(28)))
            end
        end
        section(parts, area, table.concat(lines, "\n"))
    end
    return table.concat(parts, "\n\n") .. "\n"
end

function D.help(...)
    read_pages()
    if select("#", ...) == 0 then
        io.write(overview())
    else
        io.write(render(find_page((...))))
    end
end

return {
    -- pages() -> {[name] = page, ..}
    pages = function()
        read_pages()
        return pages
    end,
    params = params_of,
    value = value_of,
}
