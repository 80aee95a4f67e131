-- Source of pgfplots and gnuplot, given to these programs: some figures as part of one paper, by pdfTeX, and alone,
-- without an error or a warning; hostile labels as well. tests/long/source.lua takes every figure, and LuaTeX, too.
local t = dofile "tests/lua/harness/tap.lua"
local whole = rawget(_G, "whole")
local figures = {}
for i, each in ipairs(dofile "tests/lua/harness/figures.lua") do
    figures[#figures + 1] = (whole or i % 8 == 1) and each or nil
end

local hostile = [[\input{/etc/passwd} \write18{touch HACKED} %x #1 $y$ & {a} ~ ^ _ "q" 'r' `touch HACKED` <>| @{b}]]
    .. " '.system(\"touch HACKED\").' \\end{axis} ð é ß 中 √(n+1) α_β ^^5c"
figures[#figures + 1] = {name = "hostile", figure = plot{title = hostile, notes = hostile, x = {label = hostile},
    y = {label = "y"}, series = {{label = hostile, y = {1, 2}}, {label = "b", y = {2, 1}}}}:text(1.5, 1.5, hostile)}

local here = (t.path "."):gsub("%.$", "")

local function has(program)
    return (os.execute(("command -v %s >/dev/null"):format(program)))
end

-- What the program says in that folder, with its exit code.
local function run(command)
    local line = "cd '%s' && TEXMFVAR='%s' timeout 600 %s 2>&1 </dev/null; echo rc $?"
    local pipe = io.popen(line:format(here, here, command))
    local text = pipe:read "a"
    pipe:close()
    return text
end

-- Errors and warnings of TeX, each with the figure that it is about.
local function complaints(log)
    local found, name = {}, "head"
    for line in log:gmatch "[^\n]+" do
        name = line:match "^FIGURE (.*)" or name
        local lacks = line:find "no 中" -- no font of TeX is for all of Unicode
        local wrong = line:find "^!" or line:find "full \\[hv]box" or line:find "Warning"
        if wrong or line:find "Missing character" and not lacks then
            found[#found + 1] = name .. ": " .. line
        end
    end
    return table.concat(found, "\n")
end

local paper = {[[\documentclass{article}\usepackage[T1]{fontenc}\usepackage{lmodern}
\usepackage[margin=1cm]{geometry}\usepackage{pgfplots}\pgfplotsset{compat=1.16}
\begin{document}\hbadness=10000 \vbadness=10000 \raggedbottom]]}
for i, each in ipairs(figures) do
    each.figure:save(here .. i .. ".tex")
    each.figure:save(here .. i .. ".gp")
    paper[#paper + 1] = ("\\typeout{FIGURE %s}\\noindent\\input{%d}\\par\\clearpage"):format(each.name, i)
end
paper[#paper + 1] = "\\end{document}\n"
t.write(here .. "paper.tex", table.concat(paper, "\n"))

for _, program in ipairs {"pdflatex", whole and "lualatex"} do
    if has(program) and has "kpsewhich" and run "kpsewhich pgfplots.sty lmodern.sty":find "lmodern" then
        local command = program .. " -shell-escape -interaction=nonstopmode -halt-on-error "
        local said = run(command .. "paper.tex")
        t.ok(said:find "rc 0\n$", program .. " makes a paper of the figures")
        t.equal(complaints(t.read(here .. "paper.log")), "", program .. " warns of nothing")
        t.ok(run(command .. "1.tex"):find "rc 0\n$", program .. " makes a page of one figure")
        t.equal(complaints(t.read(here .. "1.log")), "", program .. " warns of nothing")
    else
        t.skip(program, "it is not there, with pgfplots (texlive-pictures) and lmodern")
    end
end

for i, each in ipairs(figures) do
    if has "gnuplot" then
        t.equal(run(("gnuplot %d.gp"):format(i)), "rc 0\n", "gnuplot: " .. each.name)
        t.ok(t.read(here .. i .. ".pdf"):find "^%%PDF", "gnuplot: a file: " .. each.name)
    end
end
if not has "gnuplot" then
    t.skip("gnuplot", "it is not there (gnuplot-nox)")
end
t.ok(not io.open(here .. "HACKED"), "no label runs a command")
t.done()
