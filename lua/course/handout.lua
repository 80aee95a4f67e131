-- l:save "handout.html", ".pdf" or ".md": the steps of a lesson on paper. A handout is a list of parts in the order of
-- reading, {kind =, text =} or {kind = "figure", figure =}; kind: "title", "step", "text", "code", "question" or
-- "answer".
local core = ...
local text, file, list_of = core.use "text", core.later "file", core.use "list"
local guess = core.use "course/guess"

local handout = {}

-- Lines of code that are Lua, not a formula or what is printed, are marked as such.
local function language_of(code)
    return (load(code, "=code", "t") or load("return " .. code, "=code", "t")) and "lua" or nil
end

-- The paragraphs of a text; lines with an indent are code.
local function add_text(parts, words, kind)
    local lines, last = {}, nil
    local function flush()
        if lines[1] then
            local is_code = last == "code"
            local joined = table.concat(lines, is_code and "\n" or " ")
            parts[#parts + 1] = {kind = last, text = joined, language = is_code and language_of(joined) or nil}
        end
        lines = {}
    end
    for _, line in ipairs(text.split(words or "", "\n")) do
        local is_code = line:find "^%s+%S" and "code" or kind or "text"
        if line == "" or is_code ~= last then
            flush()
        end
        last = is_code
        lines[#lines + 1] = line ~= "" and (is_code == "code" and line or line:match "^%s*(.-)%s*$") or nil
    end
    flush()
end

local function add_vary(parts, vary)
    if vary then
        add_text(parts, "To vary, type or paste at the prompt of debias:")
        parts[#parts + 1] = {kind = "code", language = "lua", text = table.concat(vary, "\n")}
    end
end

local function add_step(parts, record)
    parts[#parts + 1] = {kind = "step", text = ("Step %d"):format(record.step)}
    add_text(parts, record.text)
    if record.ask then
        local choices = record.choices and (" (%s)"):format(table.concat(record.choices, ", ")) or ""
        add_text(parts, record.ask .. choices, "question")
    end
    if record.figure then
        parts[#parts + 1] = {kind = "figure", figure = record.figure, text = ("Figure of step %d"):format(record.step)}
    end
    if record.ask then
        add_text(parts, (guess.report(record):gsub("^r", "R")), "answer")
    end
    add_text(parts, record.explain)
    add_vary(parts, record.vary)
end

function handout.parts(heading, records)
    local parts = {{kind = "title", text = (heading:gsub("^l", "L"))}}
    for _, record in ipairs(records) do
        add_step(parts, record)
    end
    return parts
end

-- HTML -----------------------------------------------------------------------------------------------------------

local style = [[
body {max-width: 42em; margin: 2em auto; padding: 0 1em; font: 1rem/1.5 sans-serif; color: #222}
pre {background: #f4f4f4; padding: 0.6em; overflow-x: auto} .question {font-weight: bold} .answer {font-style: italic}
figure {margin: 1em 0} svg {max-width: 100%; height: auto} @media print {figure, pre {break-inside: avoid}}]]

local tags = {title = "h1", step = "h2", text = "p", code = "pre", question = "p", answer = "p"}

local function escaped(words)
    return (words:gsub("[&<>]", {["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;"}))
end

-- The drawing with ids of its own: a page holds several.
local function inline(figure, i)
    local svg = core.figure.svg(figure)
    svg = svg:gsub('(%sid=")', "%1f" .. i .. "-"):gsub('(href="#)', "%1f" .. i .. "-")
    return (svg:gsub("(url%(#)", "%1f" .. i .. "-"))
end

local function html_part(part, i)
    if part.figure then
        return ("<figure>%s</figure>"):format(inline(part.figure, i))
    end
    local tag = tags[part.kind]
    return ("<%s class=\"%s\">%s</%s>"):format(tag, part.kind, escaped(part.text), tag)
end

function handout.html(path, heading, records)
    local parts = handout.parts(heading, records)
    local body = table.concat(list_of.map(parts, html_part), "\n")
    return file.write("lesson:save", path, ([[
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>
%s
</style>
</head>
<body>
%s
</body>
</html>
]]):format(escaped(parts[1].text), style, body))
end

-- Markdown -------------------------------------------------------------------------------------------------------

local marks = {title = "# %s", step = "## %s", text = "%s", question = "**%s**", answer = "*%s*"}

-- Characters that would mean something.
local function marked_down(words)
    return (words:gsub("[\\`*_<>#%[%]]", "\\%0"))
end

-- Writes the figures and then the text; the paths of the figures go into the list `beside`.
local function write_md(path, parts, beside)
    local lines = {}
    for i, part in ipairs(parts) do
        if part.figure then
            local name = ("%s-%d.svg"):format(path:gsub("%.%a+$", ""), #beside + 1)
            beside[#beside + 1] = part.figure:save(name)
            lines[i] = ("![%s](<%s>)"):format(part.text, name:match "[^/]*$")
        elseif part.kind == "code" then
            lines[i] = "```" .. (part.language or "") .. "\n" .. table.concat(text.dedent(part.text), "\n") .. "\n```"
        else
            lines[i] = marks[part.kind]:format((marked_down(part.text)))
        end
    end
    return file.write("lesson:save", path, table.concat(lines, "\n\n") .. "\n")
end

-- No figures stay where the text could not be written.
function handout.md(path, heading, records)
    local beside = {}
    local done, result = pcall(write_md, path, handout.parts(heading, records), beside)
    if not done then
        list_of.map(beside, os.remove)
        error(result, 0)
    end
    return result
end

-- PDF ------------------------------------------------------------------------------------------------------------

function handout.pdf(path, heading, records)
    return file.write("lesson:save", path, core.figure.document(handout.parts(heading, records)))
end

return handout
