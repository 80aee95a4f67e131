-- markdown(name, page): a help page as Markdown, for programs that show it.
local core = ...
local layout, pages, words = core.use "text", core.use "guide/pages", core.use "guide/words"
local map = core.use "list".map

-- Prose, in which nothing is a mark of Markdown.
local function prose(text)
    return (text:gsub("[\\`*_<>%[%]|$~#]", "\\%0"):gsub("^([-+])", "\\%1"):gsub("^(%d+)([.)])", "%1\\%2"))
end

local function code(lines, language)
    return ("```%s\n%s\n```"):format(language, table.concat(lines, "\n"))
end

local function as_list(value)
    return type(value) == "table" and value or {value}
end

-- Paragraphs; lines that are indented stay lines.
local function paragraphs(text)
    local parts, block, is_code = {}, {}, false
    local function finish()
        if block[1] then
            parts[#parts + 1] = is_code and code(block, "text") or prose(table.concat(block, " "))
        end
        block = {}
    end
    for _, line in ipairs(layout.split(text, "\n")) do
        local indented = line:find "^%s+%S" ~= nil
        if line == "" or indented ~= is_code then
            finish()
            is_code = indented
        end
        block[#block + 1] = line ~= "" and line or nil
    end
    finish()
    return table.concat(parts, "\n\n")
end

local function option_table(params)
    local rows = map(params, function(param)
        local default = param.required and "required" or param.default and tostring(param.default) or ""
        return ("| `%s` | %s | %s |"):format(param.name, prose(default), prose(words(param)))
    end)
    return "| option | default | meaning |\n|---|---|---|\n" .. table.concat(rows, "\n")
end

local function options(page)
    local parts = {page.params and option_table(pages.params(page))}
    parts[#parts + 1] = page.like and prose(page.params and "and those of " or "those of ") .. "`" .. page.like .. "`"
    return table.concat(parts, "\n\n")
end

local function section(parts, title, text)
    if text and text ~= "" then
        parts[#parts + 1] = "**" .. title .. "**\n\n" .. text
    end
end

return function(name, page)
    local parts = {("### %s\n\n%s"):format(prose(name), prose(page.summary))}
    local function filled(text)
        return text and paragraphs(table.concat(as_list(text), "\n\n"))
    end
    parts[#parts + 1] = page.usage and code(as_list(page.usage), "lua")
    parts[#parts + 1] = filled(page.text)
    section(parts, "Options", options(page))
    section(parts, "Returns", filled(page.returns))
    section(parts, "Errors", filled(page.errors))
    section(parts, "Source", filled(page.source))
    section(parts, "Example", page.example and code(layout.dedent(page.example), "lua"))
    section(parts, "See also", page.see and table.concat(map(page.see, function(each)
        return "`" .. each .. "`"
    end), ", "))
    return table.concat(parts, "\n\n") .. "\n"
end
