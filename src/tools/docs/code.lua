-- Lua as HTML: comments, strings and keywords are marked, and public names lead to their help pages.
local core = debug.getregistry()["debias.core"]
local html, places, prose = require "docs.html", require "docs.places", require "docs.prose"
local lex = core.use "prompt/lex"

-- The last character of a token.
local function last_of(source, token)
    if token.kind ~= "string" then
        return token.from + #token.text - 1
    end
    local opening = source:match("^%[=*%[", token.from) or source:sub(token.from, token.from)
    return token.from + 2 * #opening + #token.text - 1
end

-- Each line has marks of its own, so that lines can be taken apart.
local function marked(class, text)
    return (text:gsub("[^\n]+", function(line)
        return ('<span class="%s">%s</span>'):format(class, html.escape(line))
    end))
end

-- What stands between tokens: blanks and comments, which may name pages.
local function between(text, page)
    return (text:gsub("%S[^\n]*", function(line)
        return '<span class="comment">' .. prose.line(line, page) .. "</span>"
    end))
end

local calls = {["("] = true, ["{"] = true, string = true}
local separators = {["."] = true, [":"] = true}

-- How many tokens from number i on are a public name, "dist", ".", "normal", and its address; nil where it is none.
local function public_name(tokens, i)
    local before = tokens[i - 1] and tokens[i - 1].kind
    if tokens[i].kind ~= "name" or separators[before] or before == "function" then
        return nil
    end
    local name, most, after = tokens[i].text, 1, tokens[i + 1] and tokens[i + 1].kind
    local address = calls[after] and places.of("help", name)
    for j = i + 2, #tokens, 2 do
        if tokens[j - 1].kind ~= "." or tokens[j].kind ~= "name" then
            break
        end
        name = name .. "." .. tokens[j].text
        if places.of("help", name) then
            most, address = j - i + 1, places.of("help", name)
        end
    end
    return address and most, address
end

local classes = {string = "string", keyword = "keyword"}

-- page: {root =, own = the address of the page}
return function(source, page)
    local tokens, parts, at, i = lex(source .. "\n"), {}, 1, 1
    while tokens[i] do
        local count, address = public_name(tokens, i)
        local from, last = tokens[i].from, last_of(source, tokens[i + (count or 1) - 1])
        local words = source:sub(from, last)
        parts[#parts + 1] = between(source:sub(at, from - 1), page)
        if count and address ~= page.own then
            parts[#parts + 1] = html.link(page.root .. address, html.escape(words))
        else
            local class = classes[tokens[i].kind]
            parts[#parts + 1] = class and marked(class, words) or html.escape(words)
        end
        at, i = last + 1, i + (count or 1)
    end
    parts[#parts + 1] = between(source:sub(at), page)
    return table.concat(parts)
end
