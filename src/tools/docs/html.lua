-- Text as HTML, and the frame that all pages share. A page knows by `root`, "" or "../", where the site's top is.
local html = {}

local characters = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;"}

function html.escape(text)
    return (text:gsub('[&<>"]', characters))
end

-- The bytes of a file.
function html.read(path)
    local file <close> = assert(io.open(path, "rb"))
    return file:read "a"
end

function html.link(url, text)
    return ('<a href="%s">%s</a>'):format(html.escape(url), text)
end

-- What may be wider than the page scrolls in a box of its own, which the keyboard reaches.
function html.scrolling(label, content)
    return ('<div class="wide" role="region" aria-label="%s" tabindex="0">%s</div>'):format(html.escape(label), content)
end

function html.code_block(content, class)
    return ('<pre class="%s" tabindex="0"><code>%s</code></pre>'):format(class, content)
end

-- rows: lists of cells, HTML; the first row holds the headings.
function html.grid(rows, class)
    local lines = {}
    for i, row in ipairs(rows) do
        local cells = {}
        for j, cell in ipairs(row) do
            local tag = i == 1 and 'th scope="col"' or j == 1 and 'th scope="row"' or "td"
            cells[j] = ("<%s>%s</%s>"):format(tag, cell, tag:match "^%w+")
        end
        lines[i] = "<tr>" .. table.concat(cells) .. "</tr>"
    end
    return ('<table class="%s"><thead>%s</thead><tbody>\n%s\n</tbody></table>'):format(class, lines[1],
        table.concat(lines, "\n", 2))
end

-- A list of entries {url, name, summary}: names with what they are about; name and summary are HTML.
function html.entries(list)
    local lines = {}
    for i, each in ipairs(list) do
        lines[i] = ("<div><dt>%s</dt><dd>%s</dd></div>"):format(html.link(each[1], each[2]), each[3])
    end
    return '<dl class="entries">\n' .. table.concat(lines, "\n") .. "\n</dl>"
end

local frame = [[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>@TITLE</title>
<link rel="stylesheet" href="@ROOTstyle.css">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="name" href="@ROOTindex.html">debias</a>
<nav aria-label="Parts">@PARTS</nav>
@SEARCH
</header>
<main id="content" tabindex="-1">
@BODY
</main>
<footer><p>debias @VERSION. These pages say what <code>help</code> says at the prompt.</p></footer>
</body>
</html>
]]

local form = [[
<form role="search" action="@ROOTsearch.html" method="get">
<label for="words">Search</label> <input id="words" name="q" type="search" autocomplete="off" spellcheck="false">
</form>]]

local parts = {{"help", "index.html#help", "Help"}, {"lessons", "lessons/index.html", "Lessons"},
    {"demos", "demos/index.html", "Demos"}, {"figures", "figures/index.html", "Figures"}}

-- page: {title =, root =, part = "help" or another of `parts`, version =, body = HTML, has_form = a search of its own}
function html.page(page)
    local links = {}
    for i, part in ipairs(parts) do
        local current = part[1] == page.part and ' aria-current="true"' or ""
        links[i] = ('<a href="%s%s"%s>%s</a>'):format(page.root, part[2], current, part[3])
    end
    local words = {TITLE = html.escape(page.title), ROOT = page.root, PARTS = table.concat(links, "\n"),
        BODY = page.body, VERSION = page.version, SEARCH = page.has_form and "" or form:gsub("@ROOT", page.root)}
    return (frame:gsub("@(%u+)", words))
end

return html
