-- The Markdown of notebooks as HTML: headings, paragraphs, **strong**, *stressed* and `code`, and $formulas$ of few
-- signs: powers, indices, Greek letters.
local html, cells = require "docs.html", require "cells"

local signs = {eta = "η", xi = "ξ", alpha = "α", mid = " | ", [","] = " "}

local function formula(tex)
    local words = tex:gsub("%s*\\mid%s*", " | "):gsub("\\(%a+)", signs):gsub("\\(,)", signs)
    assert(not words:find "\\", tex)
    return "<i>" .. cells.marked(words, html.escape) .. "</i>"
end

local function inline(words)
    local kept = {}
    local function keep(element)
        kept[#kept + 1] = element
        return "\1" .. #kept .. "\1"
    end
    words = words:gsub("`([^`]+)`", function(code) return keep("<code>" .. html.escape(code) .. "</code>") end)
    words = words:gsub("%$([^$]+)%$", function(tex) return keep(formula(tex)) end)
    words = html.escape(words):gsub("%*%*(.-)%*%*", "<strong>%1</strong>"):gsub("%*(.-)%*", "<em>%1</em>")
    return (words:gsub("\1(%d+)\1", function(i) return kept[tonumber(i)] end))
end

local function block(words)
    local marks, title = words:match "^(#+) (.*)$"
    local tag = marks and "h" .. #marks or "p"
    return ("<%s>%s</%s>"):format(tag, inline(title or words:gsub("\n", " ")), tag)
end

return function(text)
    local blocks = {}
    for words in (text .. "\n\n"):gmatch "%s*(.-)\n\n" do
        blocks[#blocks + 1] = words ~= "" and block(words) or nil
    end
    return table.concat(blocks, "\n")
end
