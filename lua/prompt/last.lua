-- The last statement of an entry where it is an expression, which Lua takes for none: "x = 6; x * 7".
-- (text) -> what stands before it, the expression; or nil. Third, whether the expression goes on in a further line.
local core = ...
local lex, set = core.use "prompt/lex", core.use "list".set
local load = load

local opens = set "function do if repeat ( { ["
local closes = set "end until ) } ]"
local begins = set "name number # ... nil true false not function" -- what never goes on with an expression before

-- What the sets name a token by.
local function word(token)
    return token.kind == "keyword" and token.text or token.kind
end

-- Whether a statement may begin at a token after another one.
local function may_begin(text, before, token)
    if before.kind == ";" then
        return token.kind ~= ";"
    end
    local is_apart = word(before) == "end" or text:sub(before.from, token.from):find "\n"
    return begins[word(token)] and is_apart
end

-- The tokens, outside of all blocks and brackets, at which a statement may begin; the first one is left out.
local function boundaries(text)
    local list, depth, before = {}, 0, nil
    for _, token in ipairs((lex(text))) do
        if depth == 0 and before and may_begin(text, before, token) then
            list[#list + 1] = token.from
        end
        depth = depth + (opens[word(token)] and 1 or closes[word(token)] and -1 or 0)
        before = (before or token.kind ~= ";") and token or nil -- ";ls" is a command of the shell
    end
    return list
end

return function(text)
    local list = boundaries(text)
    for i = #list, 1, -1 do
        local before, rest = text:sub(1, list[i] - 1), text:sub(list[i])
        if load(before, "=entry", "t") then
            local found, why = load("return " .. rest, "=entry", "t")
            return found and before, found and rest, not found and why:find "<eof>$" ~= nil
        end
    end
end
