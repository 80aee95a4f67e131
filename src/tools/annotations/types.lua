-- types(core): words of the help pages and parameter tables as types of lua-language-server.
local core = ...
local pages = core.use "guide/pages"

local types = {}

-- A name as part of a class's name.
function types.class(name)
    return (name:gsub(":", "."):gsub("[^%w_.]", "_"))
end

function types.options(name)
    return "debias.options." .. types.class(name)
end

local plain = {
    number = "number", integer = "integer", boolean = "boolean", string = "string", ["function"] = "function",
    vector = "debias.vec|number[]|number", matrix = "debias.mat", any = "any",
}

local function words(choices)
    return '"' .. choices:gsub("|", '"|"') .. '"'
end

-- A table whose options a page describes: "axis", "series[]".
local function of_page(choices)
    local name, list = choices:match "^([^%[]+)(.*)"
    local page = pages.all()[name]
    return page and #pages.params(page) > 0 and types.options(name) .. list or "table"
end

-- The type of an option.
function types.option(param)
    if param.kind == "choice" then
        return words(param.choices)
    elseif param.kind == "object" then
        return "debias." .. types.class(param.choices)
    elseif param.kind == "string" and param.choices == "method" then
        return words(table.concat(core.method.names, "|"))
    elseif param.kind == "table" then
        return param.choices and of_page(param.choices) or "table"
    end
    return plain[param.kind] or "any"
end

local nouns = {
    number = "number", string = "string", table = "table", list = "table", ["function"] = "function", path = "string",
    integer = "integer", boolean = "boolean", count = "integer",
}

-- What a call of the page's function gives, or nil for nothing.
function types.returned(name)
    local page = pages.all()[name]
    local kind, is_result = core.use "prompt/context".returned(name)
    local noun = (page.returns or ""):match "^%l+ (%l+)"
    if kind or is_result then
        return "debias." .. types.class(kind)
    elseif not page.returns or page.returns:find "^nothing" then
        return nil
    end
    return nouns[noun] or "any"
end

return types
