-- help(..): pages (lua/pages.lua), the overview and what a search finds, printed as plain text.
local core, D = ...
local sorted_keys, pages, search = core.use "sorted", core.use "pages", core.use "search"
local layout = core.use "text"

local width = 80
local split, wrap = layout.split, layout.wrap

-- Text filled to the width of a page behind an indent.
local function fill(text, indent)
    return layout.fill(text, width, indent)
end

local function as_list(value)
    return type(value) == "table" and value or {value}
end

-- What an option takes, in words.
local function takes(param)
    if param.range then
        return param.range
    elseif param.kind == "choice" then
        return table.concat(split(param.choices, "|"), " | ")
    elseif param.kind == "boolean" then
        return "true | false"
    elseif param.kind == "object" then
        return (param.choices:find "^[aeiou]" and "an " or "a ") .. param.choices
    end
    return param.kind and param.kind ~= "any" and "a " .. param.kind or nil
end

local function option_words(param)
    local parts = {param.meaning}
    parts[#parts + 1] = takes(param)
    parts[#parts + 1] = param.unit and "in " .. param.unit
    return table.concat(parts, "; ")
end

-- A table of options: name, default, and what it means and takes.
local function option_table(params)
    local rows, first, second = {{"option", "default", "meaning"}}, 6, 7
    for _, param in ipairs(params) do
        local default = param.required and "required" or param.default and tostring(param.default) or "-"
        rows[#rows + 1] = {param.name, default, option_words(param)}
        first, second = math.max(first, #param.name), math.max(second, #default)
    end
    local lines, form = {}, ("  %%-%ds  %%-%ds  %%s"):format(first, second)
    for _, row in ipairs(rows) do
        for i, text in ipairs(wrap(row[3], width - first - second - 6)) do
            lines[#lines + 1] = form:format(i == 1 and row[1] or "", i == 1 and row[2] or "", text)
        end
    end
    return table.concat(lines, "\n")
end

local function section(parts, title, text)
    if text and text ~= "" then
        parts[#parts + 1] = title .. "\n" .. text
    end
end

-- The text of a page.
local function render(name, page)
    local parts = {fill(name .. ": " .. page.summary, "")}
    local function filled(text)
        return text and fill(table.concat(as_list(text), "\n\n"), "  ")
    end
    if page.usage then
        parts[#parts + 1] = "  " .. table.concat(as_list(page.usage), "\n  ")
    end
    parts[#parts + 1] = page.text and fill(page.text, "")
    local options = {page.params and option_table(pages.params(page))}
    options[#options + 1] = page.like and ('  %s of %s, see help"%s"'):format(
        page.params and "and those" or "those", page.like, page.like)
    section(parts, "options", table.concat(options, "\n"))
    section(parts, "returns", filled(page.returns))
    section(parts, "errors", filled(page.errors))
    section(parts, "source", filled(page.source))
    section(parts, "example", page.example and "  " .. table.concat(layout.dedent(page.example), "\n  "))
    section(parts, "see also", page.see and fill(table.concat(page.see, ", "), "  "))
    return table.concat(parts, "\n\n") .. "\n"
end

-- Every page but those of methods, by area: name and summary.
local function all_pages()
    local parts = {}
    for _, area in ipairs(sorted_keys(pages.areas())) do
        local lines = {}
        for _, name in ipairs(sorted_keys(pages.areas()[area])) do
            if not name:find ":" then
                local summary = wrap(pages.all()[name].summary, width - 28)
                lines[#lines + 1] = ("  %-24s  %s"):format(name, table.concat(summary, "\n" .. (" "):rep(28)))
            end
        end
        section(parts, area, table.concat(lines, "\n"))
    end
    return table.concat(parts, "\n\n") .. "\n"
end

-- The names of an area in short: fields stand behind the name they belong to, ".." for them when `brief`.
local function short_names(area, brief)
    local names, before = {}, nil
    for _, name in ipairs(sorted_keys(area)) do
        local owner, field = name:match "^([^.]+)(%..+)$"
        if owner and owner == before then
            names[#names + 1] = brief and names[#names] ~= ".." and ".." or not brief and field or nil
        elseif not name:find ":" and (area[name].usage or not area[name].topic) then
            names[#names + 1] = name
        end
        before = owner or name:match "^[^:]+"
    end
    return table.concat(names, " ")
end

-- The names of all subjects; those of several words stand in quotes.
local function subjects()
    local names = {}
    for _, name in ipairs(sorted_keys(pages.all())) do
        local page = pages.all()[name]
        names[#names + 1] = page.topic and not page.usage and (name:find " " and ('"%s"'):format(name) or name) or nil
    end
    return table.concat(names, "  ")
end

local start = [[
bias{q=poly{0,0,0,0,1}, dist=dist.ramp(0,2)}:plot()    a first figure
example "run"   figure("1b", {quick=true})             more of them

?name    explains a name; ?r:plot a method of your own r
??words  searches: ??log evidence, ??step size         help "all"  a line for each name
Tab      completes names, options and their values     example "name"  runs a page's example]]

-- A line or more of names behind a title.
local function listed(title, names)
    local indent = (" "):rep(11)
    return ("%-11s"):format(title) .. layout.fill(names, width, indent):sub(#indent + 1)
end

-- How to begin, and all names by area.
local function overview()
    local lines = {start}
    for _, area in ipairs(sorted_keys(pages.areas())) do
        local names = short_names(pages.areas()[area])
        names = #names <= 2 * (width - 11) and names or short_names(pages.areas()[area], true)
        lines[#lines + 1] = names ~= "" and listed(area, names) or nil
    end
    lines[#lines + 1] = listed("subjects", subjects())
    return table.concat(lines, "\n") .. "\n"
end

-- What a search for words finds: names and summaries.
local function found(words)
    local names, note = search(words)
    local lines = {note}
    for i = 1, math.min(#names, 12) do
        local summary = wrap(pages.all()[names[i]].summary, width - 26)
        lines[#lines + 1] = ("  %-22s  %s"):format(names[i], table.concat(summary, "\n" .. (" "):rep(26)))
    end
    if #names > 12 then
        lines[#lines + 1] = ("  .. %d more; another word narrows the search"):format(#names - 12)
    end
    return table.concat(lines, "\n") .. "\n"
end

-- The nearest name, or what a search for it finds first.
local function hint(topic)
    local near = core.system.hint(topic, pages.all())
    local names = near == "" and not topic:find "[:.]" and search(topic) or {}
    return names[1] and (", ??%s finds %s"):format(topic, table.concat(names, ", ", 1, math.min(#names, 3))) or near
end

local function page_text(topic)
    local name, page = pages.find(topic)
    if page then
        return render(name, page)
    elseif type(topic) ~= "string" then
        core.system.fail("help", "no page about " .. core.system.describe(topic))
    end
    core.system.fail("help", ("no page '%s'"):format(topic) .. hint(topic))
end

function D.help(...)
    local topic = ...
    local words = type(topic) == "string" and topic:match "^%s*%?%s*(.*)"
    if select("#", ...) == 0 then
        io.write(overview())
    elseif words then
        io.write(found(words))
    else
        io.write(topic == "all" and all_pages() or page_text(topic))
    end
end
