-- A lesson: its steps as in a handout, with the results of a run without guesses.
local core = debug.getregistry()["debias.core"]
local debias, html, prose, code = require "debias", require "docs.html", require "docs.prose", require "docs.code"
local picture, handout, text = require "docs.picture", core.use "course/handout", core.use "text"

local parts -- of the lesson that was saved last

-- One more form of a handout, besides html, md and pdf: what it is made of.
function handout.site(_, heading, records)
    parts = handout.parts(heading, records)
end

local function line(form)
    return function(part, place) return form:format(prose.line(part.text, place)) end
end

local function figure(part, place, number)
    return picture(part.figure, place.folder, ("%s-%d"):format(place.stem, number))
end

local function code_block(part, place)
    local source = table.concat(text.dedent(part.text), "\n")
    return html.code_block(part.language and code(source, place) or html.escape(source), "listing")
end

local forms = {
    title = line "<h1>%s</h1>", step = line "<h2>%s</h2>", text = line "<p>%s</p>", figure = figure, code = code_block,
    question = line '<p class="question">%s</p>', answer = line '<p class="answer">%s</p>',
}

-- The body of the page of lesson n; quick: fewer draws. place: {root =, own =, folder =, stem =}
return function(n, quick, place)
    debias.lesson(n, {quick = quick}):save "lesson.site"
    local body = {}
    for i, part in ipairs(parts) do
        body[i] = forms[part.kind](part, place, i)
    end
    return table.concat(body, "\n")
end
