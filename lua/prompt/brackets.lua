-- Entries whose brackets are those of other languages, as Lua would have them; nil where there are none. A list of
-- functions of the text.
local core = ...
local lex, set, map, any = core.use "prompt/lex", core.use "list".set, core.use "list".map, core.use "list".any
local can_call = core.use "prompt/can_call"

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

-- Whether the bracket stands after what is called, as in vec[1, 2].
local function follows_callable(tokens, i)
    local name, before = tokens[i - 1], tokens[i - 2]
    return name.kind == "name" and not (before and before.kind == ".") and can_call(name.text)
end

-- [1, 2, 3], also where it is an argument, or stands after a name: vec[1, 2]; or M[1, 2].
rewrites[#rewrites + 1] = function(text)
    local tokens, places = lex(text), {}
    for _, each in ipairs(brackets(tokens)) do
        local first, last, before = tokens[each.first], tokens[each.last], tokens[each.first - 1]
        local commas = map(each, function(i) return tokens[i].kind == "," and tokens[i].from or nil end)
        local is_list = not (before and ends_value[before.kind]) or commas[1] and follows_callable(tokens, each.first)
        local has_rows = any(each, function(i) return tokens[i].kind == ";" end) -- [1, 2; 3, 4] is a matrix
        if first.kind == "[" and last and is_list and not has_rows then
            places[first.from], places[last.from] = "{", "}"
        elseif first.kind == "[" and last then
            for _, from in ipairs(commas) do
                places[from] = "]["
            end
        end
    end
    return next(places) and replaced(text, places):gsub("%]%[ +", "][") or nil
end

-- Whether name : value stands at token i, not p:check.
local function is_pair(text, tokens, i)
    local mark, value = tokens[i + 1], tokens[i + 2]
    return mark and mark.kind == ":" and value and (value.kind ~= "name" or text:find("^%s", mark.from + 1))
end

-- {name: value}, {"name": value}
rewrites[#rewrites + 1] = function(text)
    local tokens, places = lex(text), {}
    for _, each in ipairs(brackets(tokens)) do
        for k, i in ipairs(tokens[each.first].kind == "{" and each or {}) do
            local key, mark = tokens[i], tokens[i + 1]
            local is_key = (k == 1 or tokens[i - 1].kind == ",") and is_pair(text, tokens, i)
            if is_key and key.kind == "name" then
                places[mark.from] = " ="
            elseif is_key and key.kind == "string" then
                places[key.from], places[mark.from] = "[" .. text:sub(key.from, key.from), "] ="
            end
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
