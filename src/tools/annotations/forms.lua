-- forms(page, name): how a function is called, from the forms of the page's usage: for each place {name =, optional =,
-- forms = how many have it, tables = how many have a table in braces there}.

-- The parts between commas; those after a bracket that opens may be left out.
local function split(inside)
    local parts, depth, part, optional = {}, 0, "", false
    for c in (inside .. ","):gmatch "." do
        if c == "," and depth == 0 then
            parts[#parts + 1] = {text = part:match "^%s*(.-)%s*$", optional = optional}
            part = ""
        elseif c == "[" and depth == 0 then
            optional = true
        elseif c ~= "]" or depth > 0 then
            depth = depth + (c:find "[{(]" and 1 or c:find "[})]" and -1 or 0)
            part = part .. c
        end
    end
    return parts
end

-- The arguments of one form: "f(a, b [, {c=}])", "f{..}", 'f "a"'; nil for another function's.
local function arguments(form, last)
    local called, rest = form:match "^([%w_.:]+)%s*([({\"].*)$"
    if not called or called:match "[%w_]+$" ~= last then
        return nil
    elseif rest:sub(1, 1) ~= "(" then
        return {{text = rest, optional = false}}
    end
    local inside = rest:match "^%b()":sub(2, -2)
    inside = inside:gsub("%s*%[,", ",[")
    local parts, list = split(inside), {}
    for _, part in ipairs(parts) do
        list[#list + 1] = part.text ~= "" and part or nil
    end
    return list
end

local function name_of(text, place)
    if text == ".." then
        return "..."
    elseif text:find "^{" then
        return "options"
    end
    return text:match "^[%a_][%w_]*$" or (text:find '^"' and "name" or "argument" .. place)
end

local reserved = {["end"] = true, ["function"] = true}

return function(page, name)
    local merged, fewest = {}, math.huge
    for _, form in ipairs(type(page.usage) == "table" and page.usage or {page.usage}) do
        local list = arguments(form, name:match "[%w_]+$")
        fewest = list and math.min(fewest, #list) or fewest
        for place, part in ipairs(list or {}) do
            local at = merged[place] or {name = name_of(part.text, place), forms = 0, tables = 0}
            at.optional = at.optional or part.optional
            at.forms, at.tables = at.forms + 1, at.tables + (part.text:find "^{" and 1 or 0)
            at.name = reserved[at.name] and at.name .. "_" or at.name
            merged[place] = at
        end
    end
    local seen = {}
    for place, at in ipairs(merged) do
        at.optional = at.optional or place > fewest
        at.name = seen[at.name] and at.name .. place or at.name
        seen[at.name] = true
    end
    return merged
end
