-- Values as several kinds of media at once: {["text/plain"] =, ["text/html"] =, ["image/png"] = in base64, ..}.
local core = ...
local result, kind, map = core.use "result", core.system.kind, core.use "list".map

local rich = {}

local escapes = {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;"}

local function html(text)
    return (text:gsub('[&<>"]', escapes))
end

local function row(cells, tag, left)
    return "<tr>" .. table.concat(map(cells, function(cell, i)
        return ('<%s style="text-align:%s">%s</%s>'):format(tag, left[i] and "left" or "right", html(cell), tag)
    end)) .. "</tr>"
end

local function html_table(lines, left, has_head)
    local head = has_head and "<thead>" .. row(lines[1], "th", left) .. "</thead>\n" or ""
    local rows = map(lines, function(cells, i) return (i > 1 or not has_head) and row(cells, "td", left) or nil end)
    return "<table>\n" .. head .. "<tbody>\n" .. table.concat(rows, "\n") .. "\n</tbody>\n</table>\n"
end

local function html_result(self)
    local parts = result.parts(self)
    local words = table.move(parts.notes, 1, #parts.notes, #parts.fields + 1, parts.fields)
    local below = table.concat(map(words, html), "<br>\n")
    return (parts.lines and html_table(parts.lines, parts.left, true) or "")
        .. (below ~= "" and "<p>" .. below .. "</p>\n" or "")
end

-- A value with a table, as HTML; nil for any other one.
function rich.html(value)
    if result.kind(value) then
        return html_result(value)
    end
    local lines = kind(value) == "mat" and core.use "values".mat_cells(value)
    return lines and ("<p>mat %dx%d</p>\n"):format(value.rows, value.cols) .. html_table(lines, {}, false) or nil
end

-- A figure: its pictures have the bytes of f:save.
function rich.figure(figure, base64)
    return {
        ["text/plain"] = figure:text {charset = "braille"},
        ["image/png"] = base64(core.figure.png(figure)),
        ["image/svg+xml"] = core.figure.svg(figure),
    }, figure:describe()
end

return rich
