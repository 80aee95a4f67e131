-- help(..): pages (lua/guide/pages.lua), the overview and what a search finds, printed as plain text.
local core, D = ...
local sorted_keys, pages, search = core.use "sorted", core.later "guide/pages", core.later "guide/search"
local groups = core.later "guide/groups"
local words_of, markdown = core.later "guide/words", core.later "guide/markdown"
local layout, list_of, pager = core.use "text", core.use "list", core.later "guide/pager"
local terminal, stdout = core.terminal, io.stdout

local width -- of the page that is being made

-- Text filled to the width of a page, indented.
local function fill(text, indent)
    return layout.fill(text, width, indent)
end

-- Words beside what they are about, or below it where there is little room beside it.
local function beside(name, words)
    local column = #name + 4
    local is_below = width - column < 24
    local indent = (" "):rep(is_below and 6 or column)
    local text = fill(words, indent)
    return is_below and "  " .. name:gsub("%s+$", "") .. "\n" .. text or "  " .. name .. text:sub(column - 1)
end

local function as_list(value)
    return type(value) == "table" and value or {value}
end

-- A table of options: name, default, and what it means and takes.
local function option_table(params)
    local rows, first, second = {{"option", "default", "meaning"}}, 6, 7
    for _, param in ipairs(params) do
        local default = param.required and "required" or param.default and tostring(param.default) or "-"
        rows[#rows + 1] = {param.name, default, words_of(param)}
        first, second = math.max(first, #param.name), math.max(second, #default)
    end
    return table.concat(list_of.map(rows, function(row)
        return beside(("%%-%ds  %%-%ds"):format(first, second):format(row[1], row[2]), row[3])
    end), "\n")
end

-- As headings are shown where the page goes.
local function heading(words)
    return io.output() == stdout and terminal.heading(words) or words
end

local function section(parts, title, text)
    if text and text ~= "" then
        parts[#parts + 1] = heading(title) .. "\n" .. text
    end
end

local function example(page)
    local lines = list_of.map(layout.dedent(page.example), function(line) return layout.code(line, "  ") end)
    return table.concat(lines, "\n")
end

-- The text of a page.
local function render(name, page)
    local parts = {heading(name) .. fill(name .. ": " .. page.summary, ""):sub(#name + 1)}
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
    section(parts, "example", page.example and example(page))
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
                lines[#lines + 1] = beside(("%-24s"):format(name), pages.all()[name].summary)
            end
        end
        section(parts, area, table.concat(lines, "\n"))
    end
    return table.concat(parts, "\n\n") .. "\n"
end

-- Names in short: fields follow the name they belong to, ".." for them when `brief`.
local function short(names, brief)
    local words, before = {}, nil
    for _, name in ipairs(names) do
        local owner, field = name:match "^([^.]+)(%..+)$"
        if not owner or owner ~= before then
            words[#words + 1] = name:find " " and ('"%s"'):format(name) or name
        else
            words[#words + 1] = not brief and field or words[#words] ~= ".." and ".." or nil
        end
        before = owner or name
    end
    return table.concat(words, " ")
end

-- Lines of names after a title; where they take more lines than `most`, their fields are left out.
local function listed(title, names, most)
    local indent, text = (" "):rep(13), short(names)
    text = #text <= most * (width - #indent) and text or short(names, true)
    return heading(title) .. (" "):rep(#indent - #title) .. layout.fill(text, width, indent):sub(#indent + 1)
end

local start = [[
bias{q=poly{0,0,0,0,1}, dist=dist.ramp(0,2)}:plot()   a first figure
lesson()   demo()   example "run"   figure "1b"       more to begin with
?name    a page; ?r:plot a method of your own r     help "all"  a line for each
??words  searches: ??log evidence, ??step size      Tab  completes, options too]]

-- The names of a group that the overview has: no methods, and of a subject with several pages the first.
local function brief(names)
    return list_of.map(names, function(name)
        return not (name:find ":" or pages.all()[name].part) and name or nil
    end)
end

-- How to begin, and all names.
local function overview()
    local lines = {start}
    for _, group in ipairs(groups()) do
        lines[#lines + 1] = listed(group.title, brief(group.names), group.lines or 2)
    end
    return table.concat(lines, "\n") .. "\n"
end

-- What a search for words finds: names and summaries.
local function found(sought)
    local list, note = search.find(sought)
    local lines = {note}
    for i = 1, math.min(#list, 12) do
        lines[#lines + 1] = beside(("%-22s"):format(list[i].name), list[i].summary)
    end
    if #list > 12 then
        lines[#lines + 1] = ("  .. %d more; another word narrows the search"):format(#list - 12)
    end
    return table.concat(lines, "\n") .. "\n"
end

local of_lua = list_of.set [[assert collectgarbage coroutine debug dofile error getmetatable io ipairs load loadfile
next os package pairs pcall print rawequal rawget rawlen rawset require select setmetatable string table tonumber
tostring type utf8 warn xpcall]]

-- The pages of methods and fields of this name: vec:mean.
local function of_owners(name)
    return list_of.map(sorted_keys(pages.all()), function(each)
        return each:match "[:.]([^:.]*)$" == name and each or nil
    end)
end

-- The nearest name, or what a search for it finds first.
local function hint(topic)
    local owned = of_owners(topic)
    if of_lua[topic:match "^%a*"] then
        return ", it is Lua's own: see its manual, lua.org/manual/5.4"
    elseif owned[1] then
        return ", did you mean " .. table.concat(owned, " or "):gsub("%S*[:.]%S+", "'%0'") .. "?"
    elseif rawget(D.math, topic) then
        return (", math.%s is on the page 'math'"):format(topic)
    end
    local near = core.system.hint(topic, pages.all())
    local found_first = near == "" and not topic:find "[:.]" and search.find(topic) or {}
    local names = list_of.map(found_first, function(each, i) return i <= 3 and each.name or nil end)
    return names[1] and (", ??%s finds %s"):format(topic, table.concat(names, ", ")) or near
end

local function write_page(topic)
    local name, page = pages.find(topic)
    if page then
        return pager.write(render(name, page), function() return markdown(name, page) end)
    elseif type(topic) ~= "string" then
        core.system.fail("help", "no page about " .. core.system.describe(topic))
    end
    core.system.fail("help", ("no page '%s'"):format(topic) .. hint(topic))
end

function D.help(...)
    local topic = ...
    local sought = type(topic) == "string" and topic:match "^%s*%?%s*(.*)"
    width = math.max(40, layout.columns()) -- what is narrower breaks lines again
    if select("#", ...) == 0 then
        pager.write(overview())
    elseif sought then
        pager.write(found(sought))
    elseif topic == "all" then
        pager.write(all_pages())
    else
        write_page(topic)
    end
end
