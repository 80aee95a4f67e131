-- A figure of the gallery: its drawings, its caption and the numbers behind it.
local debias, html, picture = require "debias", require "docs.html", require "docs.picture"
local cells = require "cells"

local function caption(f)
    return ("<p>%s</p>"):format(cells.marked(f:caption(), html.escape))
end

-- The rows under a figure; none where these are all points, which are many.
local function numbers(f, name)
    local rows, columns = f:rows()
    if columns[1] == "series" then
        return nil
    end
    local lines = cells.rows(rows, columns, html.escape)
    table.insert(lines, 1, columns)
    return html.scrolling("numbers of figure " .. name, html.grid(lines, "numbers"))
end

-- Writes folder/name.html and the drawings beside it. quick: fewer draws.
return function(name, quick, folder)
    local f = debias.figure(name, {quick = quick})
    local words = caption(f)
    f:set{notes = ""} -- which the caption has
    local file = assert(io.open(("%s/%s.html"):format(folder, name), "w"))
    file:write(table.concat({picture(f, folder, name), words, numbers(f, name)}, "\n"))
    assert(file:close())
end
