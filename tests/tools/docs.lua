-- The web pages: all of them are there, well formed and linked; pictures have words; the same bytes come twice.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local pages, script, lessons = core.use "guide/pages", core.use "guide/script", core.use "guide/lesson"
local sorted, examples = core.use "sorted", core.use "prompt/example"

-- Runs the program's maker of pages, with fewer draws.
local function make(...)
    local command = ("'%s' --quiet -E src/tools/docs/main.lua -q %s >/dev/null"):format(os.getenv "DEBIAS",
        table.concat({...}, " "))
    assert(os.execute(command), command)
end

local function files_of(folder)
    local files = {}
    for path in io.popen(("cd '%s' && find . -type f"):format(folder)):lines() do
        files[path:sub(3)] = t.read(folder .. "/" .. path)
    end
    return files
end

local drawn, folder = t.path "drawn", t.path "site"
local names = {}
for i, each in ipairs(script.list "plots/") do
    names[i] = each.name
end

-- Draws some figures; 5c stands for the others, which take long.
local function draw()
    os.execute(("mkdir -p '%s'"):format(drawn))
    make("-f", drawn, "1a 1b 2b_tuned 5c")
    local parts = files_of(drawn)
    for _, name in ipairs(names) do
        for _, ending in ipairs {".html", ".svg", "-dark.svg"} do
            local text = parts[name .. ending] or parts["5c" .. ending]:gsub("5c(%-?%l*%.svg)", name .. "%1")
            t.write(drawn .. "/" .. name .. ending, text)
        end
    end
end

draw()
make(folder, drawn)
local files = files_of(folder)

local faults = {} -- of all pages, {[what] = list of places}

-- Notes a fault of a page where the condition does not hold.
local function need(condition, what, path, where)
    faults[what] = faults[what] or {}
    if not condition then
        table.insert(faults[what], path .. (where and ": " .. where or ""))
    end
end

local function unescaped(text)
    return (text:gsub("&lt;", "<"):gsub("&gt;", ">"):gsub("&quot;", '"'):gsub("&amp;", "&"))
end

-- What is checked as a page is read, tag by tag --------------------------------------------------------------------

local void = {meta = true, link = true, img = true, source = true, input = true, ["!DOCTYPE"] = true}

local function attributes(tag)
    local found = {}
    for name, value in tag:gmatch '%s([%w-]+)="([^"]*)"' do
        found[name] = unescaped(value)
    end
    return found
end

-- A page: {ids =, levels = of its headings in order, links =, images =, count = {[tag] = how often}}
local function read(path, text)
    local page, open = {ids = {}, levels = {}, links = {}, images = {}, count = {}}, {}
    for closing, name, rest in text:gmatch "<(/?)(!?%w+)([^>]*)>" do
        if closing == "/" then
            need(table.remove(open) == name, "tags are closed in their order", path, name)
        else
            open[#open + 1] = not void[name] and name or nil
            local has = attributes(rest)
            page.count[name] = (page.count[name] or 0) + 1
            page.levels[#page.levels + 1] = tonumber(name:match "^h(%d)$")
            need(not (has.id and page.ids[has.id]), "ids are unique", path, has.id)
            page.ids[has.id or ""] = true
            page.links[#page.links + 1] = has.href or has.action
            has.in_link = open[#open - 1] == "a"
            page.images[#page.images + 1] = (name == "img" or name == "source" or name == "script") and has or nil
            need(name ~= "input" or text:find('<label for="' .. (has.id or "?")), "inputs have labels", path)
        end
    end
    need(#open == 0, "all tags are closed", path, open[1])
    return page
end

local read_pages = {}
for _, path in ipairs(sorted(files)) do
    read_pages[path] = path:find "%.html$" and read(path, files[path]) or nil
end

-- Frames -----------------------------------------------------------------------------------------------------------

local titles = {}
for path, page in pairs(read_pages) do
    local text = files[path]
    local title = text:match "<title>([^<]+)</title>"
    need(text:find '^<!DOCTYPE html>\n<html lang="en">', "pages name their language", path)
    need(title and not titles[title], "titles are unique", path, title)
    titles[title or ""] = true
    for _, name in ipairs {"main", "header", "footer", "h1"} do
        need(page.count[name] == 1, "one main, header, footer and h1", path, name)
    end
    for i, level in ipairs(page.levels) do
        need(level <= (page.levels[i - 1] or 0) + 1, "headings go down one level at a time", path)
    end
    need(text:find('<a class="skip" href="#content">', 1, true), "a first link skips to the content", path)
    need(text:find('role="search"', 1, true), "every page has the search", path)
    need(not text:find '%s(s?rc[set]*)="%a+:' and not text:find "url%(", "nothing comes from elsewhere", path)
    need(path == "search.html" or not text:find "<script", "only the search needs a script", path)
    need(not text:find "@%u%u", "the frame is filled", path)
end

-- Links and pictures -----------------------------------------------------------------------------------------------

-- The path in the site of an address on a page.
local function resolved(path, address)
    local whole = path:match "^(.*/)[^/]*$" or ""
    whole = address == "" and path or whole .. address
    return (whole:gsub("[^/]+/%.%./", ""))
end

-- The pages that a page leads to.
local function targets(path, page)
    local found = {}
    for _, link in ipairs(page.links) do
        local address, anchor = link:match "^([^#?]*)[^#]*#?(.*)$"
        local target = resolved(path, address)
        need(files[target], "no broken link", path, link)
        need(anchor == "" or read_pages[target] and read_pages[target].ids[anchor], "no broken anchor", path, link)
        found[target] = true
    end
    return found
end

local function check_picture(path, has)
    local source = has.src or has.srcset
    need(files[resolved(path, source)], "pictures and scripts are there", path, source)
    if has.alt then
        need(has.in_link or #has.alt > 30, "pictures are described in words", path, source)
        need(has.in_link or has.width and has.height, "pictures have a size", path, source)
    end
end

local seen = {}
local function visit(path)
    if not seen[path] then
        seen[path] = true
        for target in pairs(read_pages[path] and targets(path, read_pages[path]) or {}) do
            visit(target)
        end
    end
end
visit "index.html"
for path, page in pairs(read_pages) do
    need(seen[path], "every page can be reached from the first", path)
    for _, has in ipairs(page.images) do
        check_picture(path, has)
    end
end

for what, places in pairs(faults) do
    t.equal(places, {}, what)
end
t.ok(next(faults), "pages were looked at")

-- What must be there -----------------------------------------------------------------------------------------------

-- The addresses and names of a list of pages: of the links in its entries.
local function listed(path)
    local found = {}
    for address, name in files[path]:gmatch '<dt><a href="([^"]*)">([^<]*)</a></dt>' do
        found[unescaped(name)] = resolved(path, address)
    end
    return found
end

local function keys_of(list)
    local keys = {}
    for _, each in ipairs(list) do
        keys[each.name] = true
    end
    return sorted(keys)
end

local help = listed "index.html"
t.equal(sorted(help), sorted(pages.all()), "the first page lists every help page")
t.equal(sorted(listed "lessons/index.html"), keys_of(lessons.list()), "every lesson is listed")
local demos, others = script.list "demos/", core.use "guide/others".list()
local both = table.move(others, 1, #others, #demos + 1, {table.unpack(demos)})
t.equal(sorted(listed "demos/index.html"), keys_of(both), "every demo is listed, also of other languages")
local is_listed = {}
for _, each in ipairs(others) do
    is_listed["demos/" .. each.name] = true
end
for path in io.popen "find demos -type f ! -name '*.lua' ! -path '*/data/*' ! -path '*/__pycache__/*'":lines() do
    t.ok(is_listed[path], "the program has " .. path)
end
for _, name in ipairs(names) do
    t.ok(files["figures/index.html"]:find('href="' .. name .. '.html"', 1, true), "the figure is listed: " .. name)
    t.ok(files["figures/" .. name .. ".html"]:find("<img ", 1, true), "the figure is on its page: " .. name)
end

local function has(path, words)
    local text = unescaped((files[path]:gsub("</?%a[^>]*>", "")))
    local found = text:find(words, 1, true) or text:find((words:gsub("`([^`]+)`", "%1")), 1, true)
    if not found then
        t.ok(false, ("%s has %q"):format(path, words))
    end
    return found
end

-- What a help page says in parts that the prompt shows, too.
local function check_help(name, page)
    local path, whole = help[name], true
    for _, param in ipairs(pages.params(page)) do
        whole = whole and files[path]:find('<th scope="row"><code>' .. param.name .. "</code></th>", 1, true)
        whole = whole and has(path, param.meaning) and (not param.unit or has(path, param.unit))
            and has(path, pages.takes(param) or "")
    end
    for _, entry in ipairs(page.example and examples.entries(page) or {}) do
        for _, line in ipairs(entry) do
            whole = whole and has(path, line)
        end
        for _, line in ipairs(entry.expected or {}) do
            whole = whole and (line == "..." or has(path, line))
        end
    end
    for _, other in ipairs(page.see or {}) do
        whole = whole and files[path]:find('href="../' .. help[other]:gsub("%p", "%%%0") .. '"')
    end
    return whole
end

local incomplete = {}
for _, name in ipairs(sorted(pages.all())) do
    incomplete[#incomplete + 1] = not check_help(name, pages.all()[name]) and name or nil
end
t.equal(incomplete, {}, "help pages have their options, examples and links")

for _, each in ipairs(script.list "demos/") do
    local path, whole = "demos/" .. each.name .. ".html", true
    for line in core.system.source("demos/" .. each.name .. ".lua"):gmatch "%-%-> ([^\n]+)\n" do
        whole = whole and has(path, line)
    end
    t.ok(whole, "a demo has the lines it prints: " .. each.name)
end
for _, each in ipairs(others) do
    local path = listed "demos/index.html"[each.name]
    local is_notebook, whole = each.name:find "%.ipynb$", true
    for line in core.system.source("demos/" .. each.name):gmatch "[^\n]+" do
        line = not is_notebook and line or line:match '^ +"([^"\\]+)\\n",?$' or line:match '^"([^"\\]+)\\n",?$' or ""
        line = is_notebook and line:find "[*`$#]" and "" or line:gsub("%s+$", "")
        whole = whole and has(path, line)
    end
    t.ok(whole, "a page has the text of " .. each.name)
    t.ok(is_notebook and files[path]:find "<img[^>]* alt=" or files[path]:find '<h2 id="output">Output</h2>\n<%l',
        "its pictures, or what it prints: " .. each.name)
end
-- Where a language is missing the reason is there.
local function without(path, environment)
    local pipe = io.popen(("%s src/tools/docs/run_example demos/%s %s 2>&1"):format(environment, path,
        os.getenv "DEBIAS":match "^(.*)/"))
    local words = pipe:read "a"
    return {words, select(3, pipe:close())}
end
local bare = t.path "bare"
os.execute(("mkdir '%s' && for f in sh dirname basename; do ln -s \"$(command -v $f)\" '%s'; done"):format(bare, bare))
t.equal(without("python/example.py", "PYTHONS='none of_these'"),
    {"It was not run for this page: there was no Python with NumPy.\n", 3}, "no Python")
t.equal(without("r/example.R", ("PATH='%s'"):format(bare)),
    {"It was not run for this page: there was no R.\n", 3}, "no R")
t.ok(files["demos/race.ipynb.html"]:find("helps\nmean: gap over", 1, true), "a notebook's page has what cells print")
for _, name in ipairs {"plot", "panels", "bias:plot", "figure:describe", "running"} do
    t.ok(files[help[name]]:find("<figure", 1, true), "an example that plots has its picture: " .. name)
end
local alt = files["help/figure-describe.html"]:match 'alt="([^"]*)"'
t.equal(alt, "y against x. a: 3 points, x from 1 to 3, rises from 3 to 6.", "the words are those of f:describe()")
t.ok(files["help/bias.html"]:find('href="../help/extrap.html"', 1, true), "pages that a text names are linked")
t.ok(files["demos/quickstart.html"]:find('href="../help/dist.ramp.html"', 1, true), "names in code are linked")

-- Again ------------------------------------------------------------------------------------------------------------

local folder2 = t.path "again"
make(folder2, drawn, "help", "figures", "search")
local differing = {}
local again = files_of(folder2)
for path, text in pairs(again) do
    differing[#differing + 1] = text ~= files[path] and path or nil
end
t.equal(differing, {}, "the same bytes come again")
t.ok(again["help/bias.html"] and again["search-data.js"], "all parts that compute little were made again")
t.done()
