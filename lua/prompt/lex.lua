-- lex(text): the tokens of unfinished Lua text up to its end, a list of {kind, text, from}: kind "name", "keyword",
-- "number", "string" (text is what it holds), or the symbol itself. Second, how the text ends: nil, "comment", or
-- {quote =, from =, opens =} within a string that opens there and holds the text from `from` on; it is not a token.
local keywords = (...).use "list".set [[and break do else elseif end false for function goto if in local nil not or
repeat return then true until while]]

-- Where the short string that starts at `from` ends, or nil.
local function closing_quote(text, from)
    local quote, i = text:sub(from, from), from + 1
    while i <= #text do
        local c = text:sub(i, i)
        if c == quote or c == "\n" then
            return i
        end
        i = i + (c == "\\" and 2 or 1)
    end
end

-- At a string: its token, and where the next one begins; or nil, and the open string.
local function read_string(text, from)
    local level = text:match("^%[(=*)%[", from)
    local start = level and from + 2 + #level or from + 1
    local first, last
    if level then
        first, last = text:find("]" .. level .. "]", start, true)
    else
        first = closing_quote(text, from)
        last = first
    end
    if not last then
        return nil, {quote = not level and text:sub(from, from) or "", from = start, opens = from}
    end
    return {kind = "string", text = text:sub(start, first - 1), from = from}, last + 1
end

-- Past the comment at `from`, or nil when the text ends in it.
local function skip_comment(text, from)
    local level = text:match("^%-%-%[(=*)%[", from)
    local _, last = text:find(level and "]" .. level .. "]" or "\n", from, true)
    return last and last + 1
end

local function read_word(text, from)
    local word = text:match("^[%a_][%w_]*", from)
    if word then
        return {kind = keywords[word] and "keyword" or "name", text = word, from = from}, from + #word
    end
    local number = text:match("^%.?%d[%w.]*[eEpP][-+]%d+", from) or text:match("^%.?%d[%w.]*", from)
    if number then
        return {kind = "number", text = number, from = from}, from + #number
    end
    local symbol = text:match("^%.%.%.?", from) or text:match("^[=~<>]=", from) or text:sub(from, from)
    return {kind = symbol, text = symbol, from = from}, from + #symbol
end

return function(text)
    local tokens, i = {}, text:find "%S"
    while i and i <= #text do
        local token, after
        if text:find("^%-%-", i) then
            after = skip_comment(text, i)
            if not after then
                return tokens, "comment"
            end
        elseif text:find("^[\"']", i) or text:find("^%[=*%[", i) then
            token, after = read_string(text, i)
            if not token then
                return tokens, after
            end
        else
            token, after = read_word(text, i)
        end
        tokens[#tokens + 1] = token
        i = text:find("%S", after)
    end
    return tokens
end
