-- Entries whose brackets are those of other languages, as Lua would have them; nil where there are none. A list of
-- functions of the text.
local core = ...
local lex, set = core.use "prompt/lex", core.use "list".set

local rewrites = {}

-- The text with what stands at some places replaced.
local function replaced(text, places)
    local parts, at = {}, 1
    for i = 1, #text do
        if places[i] then
            parts[#parts + 1] = text:sub(at, i - 1) .. places[i]
            at = i + 1
        end
    end
    return table.concat(parts) .. text:sub(at)
end

local opens, closes = set "( [ {", set ") ] }"
local ends_value = set "name string ) ] }"

-- The brackets of the text, each {first, last, inner}: the numbers of its tokens, and of those right within.
local function brackets(tokens)
    local all, stack = {}, {}
    for i, token in ipairs(tokens) do
        if closes[token.kind] and stack[1] then
            table.remove(stack).last = i
        end
        local inner = stack[#stack]
        if inner then
            inner[#inner + 1] = i
        end
        if opens[token.kind] then
            stack[#stack + 1] = {first = i}
            all[#all + 1] = stack[#stack]
        end
    end
    return all
end

-- [1, 2, 3], also where it is an argument, or stands after a name: vec[1, 2].
rewrites[#rewrites + 1] = function(text)
    local tokens, places = lex(text), {}
    for _, each in ipairs(brackets(tokens)) do
        local before, has_comma = tokens[each.first - 1], false
        for _, i in ipairs(each) do
            has_comma = has_comma or tokens[i].kind == ","
        end
        if tokens[each.first].kind == "[" and each.last and (has_comma or not (before and ends_value[before.kind])) then
            places[tokens[each.first].from], places[tokens[each.last].from] = "{", "}"
        end
    end
    return next(places) and replaced(text, places) or nil
end

-- f(x, name=value): options are in braces.
rewrites[#rewrites + 1] = function(text)
    local tokens, places = lex(text), {}
    for _, each in ipairs(brackets(tokens)) do
        local named
        for k, i in ipairs(each) do
            named = named or tokens[i].kind == "name" and tokens[i + 1].kind == "=" and each[k + 1] == i + 1 and i
        end
        if named and tokens[each.first].kind == "(" and each.last then
            local is_first, last = named == each.first + 1, tokens[each.last].from
            places[is_first and tokens[each.first].from or tokens[named].from] = is_first and "{"
                or "{" .. text:sub(tokens[named].from, tokens[named].from)
            places[last] = is_first and "}" or "})"
        end
    end
    return next(places) and replaced(text, places) or nil
end

return rewrites
