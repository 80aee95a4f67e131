-- A notebook: its texts, its cells, and what these print and draw when they are run.
local core = debug.getregistry()["debias.core"]
local html, code, picture = require "docs.html", require "docs.code", require "docs.picture"
local markdown = require "docs.markdown"
local entry, script, show = core.use "prompt/entry", core.use "guide/script", core.use "prompt/show"
local scan, system, map = core.use "json_scan", core.system, core.use "list".map

-- The value at a place of JSON, and the place after it.
local function read(s, at)
    local char, value = s.text:sub(at, at), {}
    local function member(key, place)
        value[key], place = read(s, place)
        return place
    end
    if char == "[" or char == "{" then
        return value, scan[char == "[" and "list" or "object"](s, at, member)
    end
    return scan.plain(s, at)
end

-- Runs a cell as the kernel does; returns what it prints, and its figures.
local function run(source, own)
    local printed = {}
    function own.print(...)
        local words = map(table.pack(...), tostring)
        printed[#printed + 1] = table.concat(words, "\t")
    end
    local f, prints = assert(entry.compile(source, "=cell", own))
    local words, figures = show.parts(nil, f())
    printed[#printed + 1] = prints and words or nil
    return table.concat(printed, "\n"), prints and figures or {}
end

local forms = {}

function forms.markdown(source)
    return markdown(source)
end

-- own: the globals of the notebook
function forms.code(source, place, own)
    local words, figures = run(place.quick and source:gsub("n=50000", "n=5000") or source, own)
    local parts = {html.code_block(code(source, place), "listing")}
    parts[2] = words ~= "" and html.code_block("<samp>" .. html.escape(words) .. "</samp>", "session") or nil
    for _, figure in ipairs(figures) do
        place.pictures = (place.pictures or 0) + 1
        parts[#parts + 1] = picture(figure, place.folder, ("%s-%d"):format(place.stem, place.pictures))
    end
    return table.concat(parts, "\n")
end

-- place: {root =, own =, folder =, stem =, quick = with fewer rows of data}
return function(name, place)
    local own = script.environment {}
    local notebook = read({text = system.source("demos/" .. name), path = name, caller = "docs"}, 1)
    local body = system.with_seed(1, map, notebook.cells, function(cell)
        return forms[cell.cell_type](table.concat(cell.source), place, own)
    end)
    local top = body[1]:match "^<h1>.-</h1>"
    body[1] = body[1]:sub(#top + 1)
    return table.concat({top, ('<p class="summary">The notebook <code>%s</code>, for Jupyter with the kernel of debias.'
        .. "</p>"):format(name), table.concat(body, "\n")}, "\n")
end
