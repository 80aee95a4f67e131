-- example "name": runs the example of a help page as if its entries were typed at the prompt, with the seed 1.
local core, D = ...
local pages, entry = core.later "guide/pages", core.later "prompt/entry"
local show, text = core.use "prompt/show", core.use "text"
local system, sorted_keys, script = core.system, core.use "sorted", core.later "guide/script"

local example = {} -- globals: those of the program; none where the library is a module

-- A page's example as a list of {lines of an entry, expected = lines that it prints, "..." for any}.
function example.entries(page)
    local lines, list = {}, {}
    local function flush()
        table.move(entry.split(lines), 1, #lines, #list + 1, list)
        lines = {}
    end
    for _, line in ipairs(text.dedent(page.example)) do
        local output = line:match "^%-%-> ?(.*)"
        if output then
            flush()
            local expected = list[#list].expected or {}
            list[#list].expected = expected
            expected[#expected + 1] = output
        else
            lines[#lines + 1] = line
        end
    end
    flush()
    return list
end

-- What the prompt does with an entry's values.
local function print_values(own, prints, ...)
    if ... ~= nil then
        own._ = (...)
    end
    if prints and select("#", ...) > 0 then
        show.values(nil, ...)
    end
end

-- Runs the entries, each after the lines that the user would have typed.
local function run(entries, own)
    for _, lines in ipairs(entries) do
        text.write("> ", table.concat(lines, "\n>> "), "\n")
        local f, prints = entry.compile(table.concat(lines, "\n"), "=example", own)
        print_values(own, prints, assert(f, prints)())
    end
end

-- The example's variables become globals of the program, except where a global has the name already.
local function hand_over(own)
    local taken, globals = {}, example.globals
    for _, name in ipairs(globals and sorted_keys(own) or {}) do
        if name == "_" or rawget(globals, name) == nil then
            rawset(globals, name, own[name])
        else
            taken[#taken + 1] = name
        end
    end
    if taken[1] then
        system.note(("your own %s stay%s, the example's are gone"):format(table.concat(taken, ", "),
            taken[2] and "" or "s"))
    end
end

function D.example(topic)
    local name, page = pages.find(topic)
    if not page then
        system.fail("example", ("no page '%s'"):format(tostring(topic)) .. system.hint(topic, pages.all()))
    elseif not page.example then
        system.fail("example", "the page '%s' has no example", name)
    end
    local own = script.environment {}
    system.with_seed(1, run, example.entries(page), own)
    hand_over(own)
end

return example
