-- The example of a help page as HTML, with pictures of the figures that it makes.
local core = debug.getregistry()["debias.core"]
local html, code, picture = require "docs.html", require "docs.code", require "docs.picture"
local entry, script, examples = core.use "prompt/entry", core.use "guide/script", core.use "prompt/example"
local results = core.use "result"
local system, sorted_keys, text, map = core.system, core.use "sorted", core.use "text", core.use "list".map

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

-- Whether the example must run: it draws, or prints what its page leaves out.
local function must_run(page)
    local source = page.example:gsub("%-%-[^\n>][^\n]*", "")
    return source:find "plot" or source:find "panels" or source:find "figure" or source:find "\n *%-%-> %.%.%.%f[\n\0]"
end

local function quiet()
end

-- Runs the entries as example"name" does; returns the figures, and for each entry the figure or result that it gave.
local function run(entries)
    local own, gave = script.environment {print = quiet}, {}
    noted = {}
    for i, lines in ipairs(entries) do
        local f = assert(entry.compile(table.concat(lines, "\n"), "=example", own))
        local value = f()
        own._ = value
        note(value)
        gave[i] = (system.kind(value) == "figure" or results.kind(value)) and value or nil
    end
    for _, name in ipairs(sorted_keys(own)) do
        note(own[name])
    end
    local figures = noted
    noted = nil
    return figures, gave
end

-- The lines of an entry, each after the prompt that the style sheet gives it.
local function typed(lines, place)
    return table.concat(map(text.split(code(table.concat(lines, "\n"), place), "\n"), function(line, i)
        return ('<span class="typed%s">%s</span>'):format(i > 1 and " more" or "", line)
    end), "\n")
end

-- What an entry prints. For a page that leaves out all of it a figure's picture stands, or the table of a result.
local function output(lines, value)
    local words = table.concat(lines or {}, "\n")
    if words == "..." and value then
        words = system.kind(value) == "figure" and "" or tostring(value)
    end
    return words == "" and "" or "\n<samp>" .. html.escape(words) .. "</samp>"
end

-- page: as in lua/help; place: {root =, own =, folder =, stem =}
return function(page, place)
    local entries = examples.entries(page)
    local figures, gave = {}, {}
    if must_run(page) then
        figures, gave = system.with_seed(1, run, entries)
    end
    local parts = {}
    for i, lines in ipairs(entries) do
        parts[i] = typed(lines, place) .. output(lines.expected, gave[i])
    end
    local all = {html.code_block(table.concat(parts, "\n"), "session")}
    for i, figure in ipairs(figures) do
        figure:set{spec = "{}"} -- a recipe may name scratch files, each time others
        all[#all + 1] = picture(figure, place.folder, ("%s-%d"):format(place.stem, i))
    end
    return table.concat(all, "\n")
end
