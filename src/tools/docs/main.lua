-- main.lua [-q] SITE DRAWN [PART..]: writes the web pages into the folder SITE, or those parts of it: help, lessons,
-- demos, figures, search. Figures come from DRAWN, where main.lua [-q] -f DRAWN NAME.. draws them. -q: with fewer
-- draws and rows of data, to look at the pages themselves.
local core = debug.getregistry()["debias.core"]
local here = arg[0]:match "^(.*/)[^/]*$"
package.path = here .. "../?.lua"

local options, words = {}, {}
for _, word in ipairs(arg) do
    local letter = word:match "^%-(%a)$"
    options[letter or ""] = true
    words[#words + 1] = not letter and word or nil
end

if options.f then
    local draw = require "docs.figure_part"
    for i = 2, #words do
        draw(words[i], options.q, words[1])
    end
    return
end

local site, drawn = table.unpack(words)
local program = 0
while arg[program - 1] do
    program = program - 1
end
local build = arg[program]:match "^(.*)/" or "." -- where the C library is, too
local html, places, index = require "docs.html", require "docs.places", require "docs.index"
local help_page, lesson_page = require "docs.help_page", require "docs.lesson_page"
local demo_page, figure_page = require "docs.demo_page", require "docs.figure_page"
local notebook_page, other_page = require "docs.notebook_page", require "docs.other_page"
local pages, script, groups = core.use "guide/pages", core.use "guide/script", core.use "guide/groups"()
local lessons, others = core.use "guide/lesson", core.use "guide/others"

local function write(path, text)
    local file = assert(io.open(site .. "/" .. path, "wb"))
    file:write(text)
    assert(file:close())
end

local function write_page(path, title, body, more)
    local page = {title = title, body = body, root = path:find "/" and "../" or "", version = core.system.version,
        part = path:match "^(%l+)/"}
    for key, value in pairs(more or {}) do
        page[key] = value
    end
    write(path, html.page(page))
end

-- What a page at an address must know of its place.
local function place_of(address)
    local folder, stem = address:match "^(.*)/(.*)%.html$"
    return {root = "../", own = address, folder = site .. "/" .. folder, stem = stem, drawn = drawn, tools = here,
        build = build, quick = options.q}
end

local function copy(name)
    local file = assert(io.open(here .. name, "rb"))
    write(name, file:read "a")
    file:close()
end

local write_part = {}

-- The first page lists the pages of help.
function write_part.help()
    local figure = figure_page.picture("1b", drawn, "figures/")
    write_page("index.html", "debias", index.first(groups, figure), {part = "help"})
    for _, group in ipairs(groups) do
        for _, name in ipairs(group.names) do
            local address, shown = places.of("help", name), {title = group.title, id = index.id(group.title)}
            write_page(address, name .. " – debias", help_page(name, pages.all()[name], shown, place_of(address)))
        end
    end
end

-- The pages of a list {{name =, summary =}, ..}, each with the body that make(each, place) gives.
local function write_list(kind, list, make)
    for _, each in ipairs(list) do
        local address = places.of(kind, each.name)
        write_page(address, each.summary .. " – debias", make(each, place_of(address)))
    end
end

function write_part.lessons()
    local list = lessons.list()
    write_list("lesson", list, function(each, place)
        return lesson_page(math.tointeger(tonumber(each.name)), options.q, place)
    end)
    write_page("lessons/index.html", "Lessons – debias", index.list("lesson", "Lessons",
        "Guided experiments in steps. At the prompt, lesson(1) asks for a guess before each run.", list))
end

function write_part.demos()
    local list = script.list "demos/"
    write_list("demo", list, function(each, place) return demo_page(each.name, each.summary, place) end)
    local more = others.list()
    write_list("demo", more, function(each, place)
        local make = each.name:find "%.ipynb$" and notebook_page or other_page
        return make(each.name, place, each.summary)
    end)
    write_page("demos/index.html", "Demos – debias", index.list("demo", "Demos",
        "Short scripts with the lines that they print.", list) .. "\n" .. index.more("demo",
        "Notebooks, other languages, clusters", more))
end

function write_part.figures()
    local list = script.list "plots/"
    write_list("figure", list, function(each, place) return figure_page.body(each.name, each.summary, place) end)
    write_page("figures/index.html", "Figures – debias", index.gallery(list))
end

local search_body = [[
<h1>Search</h1>
<form role="search" action="search.html" method="get">
<label for="words">Words</label> <input id="words" name="q" type="search" autocomplete="off" spellcheck="false">
</form>
<noscript><p>The search needs JavaScript; <a href="index.html">the first page</a> lists all pages.</p></noscript>
<p id="status" role="status"></p>
<dl id="found" class="entries"></dl>
<script src="search-data.js"></script>
<script src="search.js"></script>
<script src="search_page.js"></script>]]

function write_part.search()
    write_page("search.html", "Search – debias", search_body, {has_form = true})
    write("search-data.js", require "docs.search_data"())
    copy "search.js"
    copy "search_page.js"
end

for _, folder in ipairs {"help", "lessons", "demos", "figures"} do
    os.execute(("mkdir -p '%s/%s'"):format(site, folder))
end
copy "style.css"
for _, part in ipairs(words[3] and {table.unpack(words, 3)} or {"help", "lessons", "demos", "figures", "search"}) do
    write_part[part]()
end
