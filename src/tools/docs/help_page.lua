-- A help page: its parts in the order of the prompt, options as a table, the example with what it prints and draws.
local core = debug.getregistry()["debias.core"]
local html, places, prose = require "docs.html", require "docs.places", require "docs.prose"
local example = require "docs.example"
local pages, sorted_keys, map = core.use "guide/pages", core.use "sorted", core.use "list".map

local function as_list(value)
    return type(value) == "table" and value or {value}
end

local function section(title, id, content)
    return content and content ~= "" and ('<h2 id="%s">%s</h2>\n%s'):format(id, title, content) or nil
end

local function link(name, place)
    return html.link(place.root .. places.of("help", name), html.escape(name))
end

local function option_row(param, place)
    local default = param.required and "required" or param.default ~= nil and tostring(param.default) or "–"
    return {"<code>" .. html.escape(param.name) .. "</code>", html.escape(default),
        html.escape(pages.takes(param) or "–"), html.escape(param.unit or "–"), prose.line(param.meaning, place)}
end

local function options(page, place)
    local parts = {}
    if page.params then
        local rows = map(pages.params(page), function(param) return option_row(param, place) end)
        table.insert(rows, 1, {"option", "default", "range", "unit", "meaning"})
        parts[1] = html.scrolling("options", html.grid(rows, "options"))
    end
    for _, other in ipairs {page.like or false, page.later or false} do
        parts[#parts + 1] = other and ("<p>%s of %s.</p>"):format(#parts > 0 and "And those" or "Those",
            link(other, place)) or nil
    end
    return table.concat(parts, "\n")
end

-- The pages of methods, fields and parts that belong to a page.
local function belonging(name, place)
    local found = {}
    for _, other in ipairs(sorted_keys(pages.all())) do
        local page = pages.all()[other]
        if other:match "^(.*)[.:][^.:]*$" == name or page.part == name then
            found[#found + 1] = {place.root .. places.of("help", other), html.escape(other),
                prose.line(page.summary, {root = place.root, own = places.of("help", other)})}
        end
    end
    return found[1] and html.entries(found)
end

local function usage(page, place)
    local forms = map(as_list(page.usage), function(form) return prose.line(form, place) end)
    return page.usage and html.code_block(table.concat(forms, "\n"), "usage")
end

local function paragraphs(words, place)
    return words and prose.paragraphs(words, place)
end

local function see_also(page, place)
    local links = map(page.see or {}, function(name) return link(name, place) end)
    return links[1] and "<p>" .. table.concat(links, ", ") .. "</p>"
end

-- The way back to the group of the index.
local function trail(group, place)
    local title = group.title:gsub("^%l", string.upper)
    return ('<p class="trail"><a href="%sindex.html#%s">%s</a></p>'):format(place.root, group.id, html.escape(title))
end

-- The body of the page; group = {title =, id =} of the index.
return function(name, page, group, place)
    local parts = {
        trail(group, place),
        ("<h1>%s</h1>"):format(html.escape(name)),
        ('<p class="summary">%s</p>'):format(prose.line(page.summary, place)),
    }
    local function add(part)
        parts[#parts + 1] = part
    end
    add(usage(page, place))
    add(paragraphs(page.text, place))
    add(section("Options", "options", options(page, place)))
    add(section("Returns", "returns", paragraphs(page.returns, place)))
    add(section("Errors", "errors", paragraphs(page.errors, place)))
    add(section("In the paper", "source", paragraphs(page.source, place)))
    add(section("Example", "example", page.example and example(page, place)))
    add(section("Methods and parts", "parts", belonging(name, place)))
    add(section("See also", "see", see_also(page, place)))
    return table.concat(parts, "\n")
end
