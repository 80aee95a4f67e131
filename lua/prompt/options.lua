-- What the help pages say of the options of a table that a call gets: also those of the page it is like, and of what
-- texts in the table name, as a method.
local core = ...
local pages, layout = core.use "guide/pages", core.use "text"
local list = core.use "list"
local map, by_name = list.map, list.by_name
local over = core.use "over"

local options = {}

local fallback = "e-bsgd" -- whose options are shown while no method is named

-- The options of what a text names: of a method, of a rule; {} for others.
local function of_named(param, given)
    if param.choices == "method" then
        return core.method.params[given.method or given[1]] or core.method.params[fallback]
    end
    local family = param.kind == "any" and core[param.choices]
    return family and family.params[given[param.name]] or {}
end

-- The options that a page describes, in a table with these texts given.
function options.of_page(name, given)
    local page, found = pages.all()[name] or {}, {}
    table.move(pages.params(page), 1, #pages.params(page), 1, found)
    if page.like then
        local more = options.of_page(page.like, given)
        table.move(more, 1, #more, #found + 1, found)
    end
    for _, param in ipairs(pages.params(page)) do
        local more = of_named(param, given)
        table.move(more, 1, #more, #found + 1, found)
    end
    return found
end

-- The options of the table that a call gets as its argument of this number.
function options.of_argument(name, given, number)
    local found = options.of_page(name, given)
    local known, page = by_name(found), pages.all()[name]
    for _, param in ipairs(number > 1 and page and page.later and options.of_page(page.later, given) or {}) do
        found[#found + 1] = not known[param.name] and param or nil
    end
    return found
end

-- Of options called "group.field": those of the group, by their field's name.
function options.group(found, name)
    return map(found, function(param)
        return param.name:sub(1, #name + 1) == name .. "." and over(param, {name = param.name:sub(#name + 2)}) or nil
    end)
end

-- The words that an option may be: the names of a family of the core, or those that stand there.
function options.choices(param)
    local family = param.choices and core[param.choices]
    return family and family.names or param.choices and layout.split(param.choices, "|") or {}
end

return options
