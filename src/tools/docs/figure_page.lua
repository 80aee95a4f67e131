-- A figure's page around its part, which figure_part.lua has made.
local core = debug.getregistry()["debias.core"]
local html, code, cells = require "docs.html", require "docs.code", require "cells"

local figure_page = {}

local function copy(from, to)
    local file = assert(io.open(to, "wb"))
    file:write(html.read(from))
    assert(file:close())
end

-- The element that shows the figure, for a page from which its drawings are in `folder`.
function figure_page.picture(name, drawn, folder)
    local element = html.read(drawn .. "/" .. name .. ".html"):match "<figure.*</figure>"
    return (element:gsub('(src[set]*=")', "%1" .. folder))
end

-- place: {root =, own =, folder =, drawn = the folder of the parts}
function figure_page.body(name, summary, place)
    for _, ending in ipairs {".svg", "-dark.svg"} do
        copy(place.drawn .. "/" .. name .. ending, place.folder .. "/" .. name .. ending)
    end
    local source = core.system.source("plots/" .. name .. ".lua"):gsub("^[^\n]*\n", ""):gsub("%s+$", "")
    return table.concat({
        ("<h1>%s</h1>"):format(cells.marked(summary, html.escape)), html.read(place.drawn .. "/" .. name .. ".html"),
        '<h2 id="source">Source</h2>',
        ('<p>At the prompt, <code>figure"%s"</code> draws it.</p>'):format(name),
        html.code_block(code(source, place), "listing"),
    }, "\n")
end

return figure_page
