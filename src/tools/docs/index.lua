-- The pages that lead to others: the site's first page, and the lists of lessons, demos and figures.
local core = debug.getregistry()["debias.core"]
local html, places, prose, code = require "docs.html", require "docs.places", require "docs.prose", require "docs.code"
local cells, pages, map = require "cells", core.use "guide/pages", core.use "list".map

local index = {}

function index.id(title)
    return (title:gsub("%W+", "-"))
end

local function entry(kind, root)
    return function(each)
        local address = places.of(kind, each.name)
        return {root .. address, html.escape(each.name), prose.line(each.summary, {root = root, own = address})}
    end
end

-- "plots, files" as a heading.
local function heading(title)
    return html.escape((title:gsub("^%l", string.upper)))
end

local function group_part(group)
    local entries = html.entries(map(group.names, function(name)
        return entry("help", "")({name = name, summary = pages.all()[name].summary})
    end))
    return ('<section aria-labelledby="%s"><h3 id="%s">%s</h3>\n%s</section>'):format(index.id(group.title),
        index.id(group.title), heading(group.title), entries)
end

local function jump(group)
    return html.link("#" .. index.id(group.title), heading(group.title))
end

local about = [[
An interactive laboratory for conditional stochastic optimization and its bias. It measures how wrong a plug-in estimate
is, removes the error by extrapolation, and races the methods that do so at equal cost.]]

local start = [[
c = bias{q=poly{0, 0, 0, 0, 1}, dist=dist.ramp(0, 2)}  -- how wrong s^4 of a mean of m draws is
c:plot()                                               -- the figure below, with fewer draws
lesson(1)                                              -- why that is: guess, run, compare
help"bias"                                             -- one of the pages below, at the prompt]]

-- groups: as groups() of lua/guide/groups.lua gives them; figure: the picture of figure 1b
function index.first(groups, figure)
    return table.concat({
        "<h1>debias</h1>",
        '<p class="summary">' .. about .. "</p>",
        html.code_block(code(start, {root = ""}), "listing"),
        figure,
        '<h2 id="help">Help</h2>',
        '<nav aria-label="Groups of pages"><p class="jumps">' .. table.concat(map(groups, jump), "\n") .. "</p></nav>",
        table.concat(map(groups, group_part), "\n"),
    }, "\n")
end

-- A list of lessons or demos, {{name =, summary =}, ..}.
function index.list(kind, title, words, list)
    return ("<h1>%s</h1>\n<p>%s</p>\n%s"):format(title, words, html.entries(map(list, entry(kind, "../"))))
end

-- A further list under a heading of its own.
function index.more(kind, title, list)
    return ("<h2>%s</h2>\n%s"):format(title, html.entries(map(list, entry(kind, "../"))))
end

-- Figures with their drawings, small.
function index.gallery(list)
    local cards = map(list, function(each)
        return ([[
<li><a href="%s.html"><picture>
<source srcset="%s-dark.svg" media="screen and (prefers-color-scheme: dark)">
<img src="%s.svg" alt="" loading="lazy">
</picture>%s</a></li>]]):format(each.name, each.name, each.name, cells.marked(each.summary, html.escape))
    end)
    return '<h1>Figures</h1>\n<p>Every figure is drawn from a fresh run; its page has the numbers and the script.</p>\n'
        .. '<ul class="gallery">\n' .. table.concat(cards, "\n") .. "\n</ul>"
end

return index
