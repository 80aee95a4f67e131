-- A figure as two drawings, for light and dark screens, with its words as alternative text.
local html = require "docs.html"

local DOTS = 96 / 72 -- of a screen, for each point of a page
local WIDE = 1000    -- dots: panels side by side, which on a small screen scroll in a box of their own

local form = [[
<figure%s><picture>
<source srcset="%s" media="screen and (prefers-color-scheme: dark)">
<img src="%s" width="%.0f" height="%.0f" alt="%s">
</picture></figure>]]

-- Draws the figure beside a page: folder/stem.svg and folder/stem-dark.svg. Returns the element that shows it from a
-- page of that folder.
return function(figure, folder, stem)
    local light, dark = stem .. ".svg", stem .. "-dark.svg"
    figure:save(folder .. "/" .. light, {theme = "slides"})
    figure:save(folder .. "/" .. dark, {theme = "dark"})
    local width, height = html.read(folder .. "/" .. light):match '<svg[^>]* width="([%d.]+)[^"]*" height="([%d.]+)'
    local words = figure:describe():gsub("%s+$", ""):gsub("\n", " ")
    width, height = width * DOTS, height * DOTS
    local is_wide = width > WIDE
    local element = form:format(is_wide and ' class="across"' or "", dark, light, width, height, html.escape(words))
    return is_wide and html.scrolling("figure " .. stem, element) or element
end
