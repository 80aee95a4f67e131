-- The example of a help page as HTML, with pictures of the figures that it makes.
local core = debug.getregistry()["debias.core"]
local html, code, picture = require "docs.html", require "docs.code", require "docs.picture"
local entry, script, examples = core.use "prompt/entry", core.use "guide/script", core.use "prompt/example"
local system, sorted_keys = core.system, core.use "sorted"

local noted -- the figures that the entry which runs has made known, in order, each once

local function note(value)
    if noted and system.kind(value) == "figure" and not noted[value] then
        noted[value] = true
        noted[#noted + 1] = value
    end
end

-- A figure that is described or drawn belongs to the example as well as one that an entry gives.
local methods = system.types().figure
for _, name in ipairs {"describe", "show", "text"} do
    local method = methods[name]
    methods[name] = function(figure, ...)
        note(figure)
        return method(figure, ...)
    end
end

local function draws(page)
    return page.example:find "plot" or page.example:find "panels" or page.example:find "figure"
end

local function quiet()
end

-- Runs the entries as example"name" does; returns the figures, and for each entry whether it gave one.
local function run(entries)
    local own, gave = script.environment {print = quiet}, {}
    noted = {}
    for i, lines in ipairs(entries) do
        local f = assert(entry.compile(table.concat(lines, "\n"), "=example", own))
        local value = f()
        own._ = value
        note(value)
        gave[i] = system.kind(value) == "figure"
    end
    for _, name in ipairs(sorted_keys(own)) do
        note(own[name])
    end
    local figures = noted
    noted = nil
    return figures, gave
end

-- What an entry prints; where that is a figure alone, the picture stands for it.
local function output(lines, is_figure)
    local words = table.concat(lines or {}, "\n")
    if words == "" or is_figure and words == "..." then
        return ""
    end
    return "\n<samp>" .. html.escape(words) .. "</samp>"
end

-- page: as in lua/help; place: {root =, own =, folder =, stem =}
return function(page, place)
    local entries = examples.entries(page)
    local figures, gave = {}, {}
    if draws(page) then
        figures, gave = system.with_seed(1, run, entries)
    end
    local parts = {}
    for i, lines in ipairs(entries) do
        local source = code(table.concat(lines, "\n"), place)
        parts[i] = ('<span class="typed">%s</span>%s'):format(source, output(lines.expected, gave[i]))
    end
    local all = {html.code_block(table.concat(parts, "\n"), "session")}
    for i, figure in ipairs(figures) do
        figure:set{spec = "{}"} -- a recipe may name scratch files, each time others
        all[#all + 1] = "<figure>" .. picture(figure, place.folder, ("%s-%d"):format(place.stem, i)) .. "</figure>"
    end
    return table.concat(all, "\n")
end
