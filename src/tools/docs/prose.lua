-- The texts of help pages as HTML: paragraphs, lines that stay as they are, and links to what they name.
local core = debug.getregistry()["debias.core"]
local html, places, text = require "docs.html", require "docs.places", core.use "text"

local prose = {}

local function named(kind)
    return function(name) return places.of(kind, name) end
end

-- A public name is a link where it is called or has a dot or colon; other words are words.
local function public(name, after)
    return (name:find "[.:]" or after:find "^[({\"]") and places.of("help", name)
end

-- Words without a reference; what stands between backquotes is code.
local function plain(words)
    return (html.escape(words):gsub("`([^`]+)`", "<code>%1</code>"))
end

-- What names something: a pattern whose capture is the name, and its address.
local references = {
    {'%f[%w]help ?%(?"([^"]+)"', places.of_topic}, {'%f[%w]demo ?%(?"([^"]+)"', named "demo"},
    {'%f[%w]figure ?%(?"([^"]+)"', named "figure"}, {'%f[%w]lesson%((%d+)%)', named "lesson"},
    {'%f[%w]example ?%(?"([^"]+)"', places.of_topic}, {"%f[%w_.:]([%a_][%w_.:]*[%w_])", public},
}

-- The first reference from a place on: where it begins, ends, and its address; none to the page itself.
local function next_reference(words, at, own)
    local first, last, found
    for _, each in ipairs(references) do
        local from, to, name = words:find(each[1], at)
        while from and from < (first or math.huge) do
            local address = each[2](name, words:sub(to + 1))
            if address and address ~= own then
                first, last, found = from, to, address
            end
            from, to, name = words:find(each[1], to + 1)
        end
    end
    return first, last, found
end

-- One line or paragraph. page: {root =, own = its address}.
function prose.line(words, page)
    local parts, at = {}, 1
    local first, last, address = next_reference(words, at, page.own)
    while first do
        parts[#parts + 1] = plain(words:sub(at, first - 1))
        parts[#parts + 1] = html.link(page.root .. address, html.escape(words:sub(first, last)))
        at = last + 1
        first, last, address = next_reference(words, at, page.own)
    end
    parts[#parts + 1] = plain(words:sub(at))
    return table.concat(parts)
end

-- The paragraphs of a text, and between them what is indented: {{lines =, stays =}, ..}.
local function blocks(words)
    local list = {}
    for _, line in ipairs(text.split(words, "\n")) do
        local stays, last = line:find "^%s+%S" ~= nil, list[#list]
        if line == "" or not last or (last.stays ~= stays and last.lines[1]) then
            last = {lines = {}, stays = stays}
            list[#list + 1] = last
        end
        last.stays = stays
        last.lines[#last.lines + 1] = line ~= "" and line or nil
    end
    return list
end

local function block(each, page)
    local words = table.concat(each.lines, each.stays and "\n" or " ")
    if each.stays then
        return html.code_block(prose.line(table.concat(text.dedent(words), "\n"), page), "as_is")
    end
    return each.lines[1] and "<p>" .. prose.line(words, page) .. "</p>"
end

-- A text, or a list of them.
function prose.paragraphs(words, page)
    words = type(words) == "table" and table.concat(words, "\n\n") or words
    return table.concat(core.use "list".map(blocks(words), function(each) return block(each, page) end), "\n")
end

return prose
