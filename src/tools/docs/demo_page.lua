-- A demo: what it says of itself, its source, and the lines that it prints.
local core = debug.getregistry()["debias.core"]
local html, prose, code = require "docs.html", require "docs.prose", require "docs.code"

-- The source without its first line and the lines "--> TEXT" at its end, and the text of these.
local function split(source)
    local body, stated = source:gsub("^[^\n]*\n", ""), {}
    body = body:gsub("%-%->( ?[^\n]*)\n", function(line)
        stated[#stated + 1] = line:sub(2)
        return ""
    end)
    return body:gsub("%s+$", ""), table.concat(stated, "\n")
end

-- place: {root =, own =}
return function(name, summary, place)
    local source, printed = split(core.system.source("demos/" .. name .. ".lua"))
    return table.concat({
        ("<h1>%s</h1>"):format(name),
        ('<p class="summary">%s</p>'):format(prose.line(summary, place)),
        ('<p>At the prompt, <code>demo"%s"</code> runs it.</p>'):format(name),
        '<h2 id="source">Source</h2>', html.code_block(code(source, place), "listing"),
        '<h2 id="output">Output</h2>', html.code_block("<samp>" .. html.escape(printed) .. "</samp>", "session"),
    }, "\n")
end
