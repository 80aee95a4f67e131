-- A demo that is no script of the program, in C, Python, R or for Slurm: its text, and what it prints.
local core = debug.getregistry()["debias.core"]
local html, prose = require "docs.html", require "docs.prose"

-- What the example prints, or why it was not run, as HTML; build: the folder of the C library.
local function output(path, place, build)
    local pipe = io.popen(("'%srun_example' '%s' '%s'"):format(place.tools, path, build))
    local words = pipe:read "a":gsub("%s+$", "")
    local _, _, code = pipe:close()
    if code == 3 then
        return "<p>" .. prose.line(words, place) .. "</p>"
    end
    assert(code == 0, path)
    return html.code_block("<samp>" .. html.escape(words) .. "</samp>", "session")
end

-- place: {root =, own =, tools = the folder of run_example, build =}
return function(name, place, summary)
    local path = "demos/" .. name
    return table.concat({
        ("<h1>%s</h1>"):format(html.escape(name)),
        ('<p class="summary">%s.</p>'):format(prose.line(summary, place)),
        ('<p>It is among the installed examples; at the prompt, <code>demo.source"%s"</code> is its text.</p>')
            :format(name),
        '<h2 id="source">Source</h2>',
        html.code_block(html.escape((core.system.source(path):gsub("%s+$", ""))), "listing"),
        '<h2 id="output">Output</h2>', output(path, place, place.build),
    }, "\n")
end
