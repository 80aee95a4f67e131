-- complete(text): what may stand at the end of an unfinished entry: where the word begins that it completes, a list of
-- words, what to put after a single one ("=", a quote or nothing), and whether they are names of files. Nothing of the
-- user's is run.
local core, D = ...
local pages, results, layout = core.use "guide/pages", core.use "result", core.use "text"
local context, lex = core.use "prompt/context", core.use "prompt/lex"
local documented = core.use "prompt/options"
local system, callable = core.system, core.use "callable"
local list_of = core.use "list"
local map, unique, by_name = list_of.map, list_of.unique, list_of.by_name
local sorted = core.use "sorted"
local next, rawget, type, getmetatable = next, rawget, type, getmetatable

-- Adds the keys of a table that are names, and pass `accept`.
local function add_keys(words, t, accept)
    for key, value in next, t do
        if type(key) == "string" and key:find "^[%a_][%w_]*$" and (not accept or accept(value)) then
            words[#words + 1] = key
        end
    end
end

-- Folders, which end with a slash, by their names.
local function by_word(a, b)
    return a:gsub("/$", "") < b:gsub("/$", "")
end

-- The words that begin with `start`, each once, in order.
local function beginning(words, start)
    local list = unique(map(words, function(word) return word:sub(1, #start) == start and word or nil end))
    table.sort(list, by_word)
    return list
end

-- The options of the table that is open in frame k, or {}; second, the page of the tables it is a list of.
local function options_at(tokens, frames, k)
    local frame, parent = frames[k], frames[k - 1]
    local holder = frame.is_call and frame or parent and parent.open == "(" and parent.is_call and parent
    if frame.open ~= "{" then
        return {}
    elseif holder then
        local callee = context.value(tokens, holder.before)
        local number = holder == frame and 1 or holder.place
        return callee.page and documented.of_argument(callee.page, frame.given, number) or {}
    elseif not parent or parent.open ~= "{" then
        return {}
    end
    local outer, element = options_at(tokens, frames, k - 1)
    local param = parent.key and by_name(outer)[parent.key]
    if element then
        return documented.of_page(element, frame.given)
    elseif param and param.kind == "table" and param.choices then
        local name, is_list = param.choices:match "^([^%[]+)(.*)"
        return is_list == "" and documented.of_page(name, frame.given) or {}, is_list ~= "" and name or nil
    end
    return parent.key and documented.group(outer, parent.key) or {}
end

local function option_names(options, frame)
    return map(options, function(param)
        local name = param.name:match "^[^.]+"
        return not frame.keys[name] and name or nil
    end)
end

-- Texts --------------------------------------------------------------------------------------------------------

local function embedded(pattern)
    return map(system.files "", function(path) return path:match(pattern) end)
end

-- The files of the folder that a path names so far.
local function files(path)
    local folder = path:match "^.*/" or ""
    return map(core.file.list(folder == "" and "." or folder), function(name)
        return (name:sub(1, 1) ~= "." or path:match "[^/]*$" ~= "") and folder .. name or nil
    end)
end

local function columns(object)
    return sorted(object.value and object.is_result and results.columns(object.value) or {})
end

local function labels(object)
    return object.value and object.is_result and results.columns(object.value).method or {}
end

-- The texts of each kind that pages and parameter tables name: function(text so far, the method's object) -> words.
local texts = {
    file = files, column = function(_, object) return columns(object) end,
    label = function(_, object) return labels(object) end,
    method = function() return core.method.names end,
    figure = function() return embedded "^plots/([^/]*)%.lua$" end,
    demo = function() return embedded "^demos/([^/]*)%.lua$" end,
    ["demo source"] = function()
        local names = map(core.use "guide/others".list(), function(each) return each.name end)
        return table.move(names, 1, #names, 1 + #embedded "^demos/([^/]*)%.lua$", embedded "^demos/([^/]*)%.lua$")
    end,
    table = function() return embedded "^demos/data/(.*)%.csv$" end,
    page = function(word) -- before anything is typed no fields and methods
        return map(sorted(pages.all()), function(name) return (word ~= "" or not name:find "[.:]") and name or nil end)
    end,
}

-- The kind of text that a call takes first, as its page says.
local function argument_kind(callee)
    local page = callee and pages.all()[callee.page]
    return page and page.takes, callee and callee.object
end

-- The result whose columns x and y of a :plot may name, at the end of a table's item; or nil.
local function plotted(tokens, frame)
    local callee = (frame.key == "x" or frame.key == "y") and context.value(tokens, frame.before)
    return callee and callee.object and callee.object.is_result and callee.object or nil
end

-- The kind of the text at the end of a table's item, the choices of an option, and the result whose columns it names.
local function item_kind(tokens, frames)
    local frame = frames[#frames]
    local options = options_at(tokens, frames, #frames)
    local param = frame.key and by_name(options)[frame.key]
    local object = plotted(tokens, frame)
    if object then
        return "column", nil, object
    elseif param then
        return param.kind == "string" and param.choices,
            (param.kind == "choice" or param.kind == "any") and documented.choices(param)
    end
    if frame.key or not frame.is_call or next(options) ~= nil then
        return frame.place == 1 and by_name(options).method and "method"
    end
    return (argument_kind(context.value(tokens, frame.before))) -- a list of what the call takes
end

-- The keys of a table that can be written in quotes as they are.
local function quotable_keys(object)
    local words = {}
    for key in next, type(object.value) == "table" and object.value or {} do
        words[#words + 1] = type(key) == "string" and not key:find "[%c\"'\\]" and key or nil
    end
    return words
end

-- The words for a text that is open at the end, after the tokens; second: they are files.
local function words_of_text(tokens, word)
    local frames = context.frames(tokens)
    local frame = frames[#frames]
    local callee = context.value(tokens, #tokens)
    local kind, choices, object
    if frame.open == "[" and frame.size == 0 then
        return quotable_keys(context.value(tokens, frame.before) or {}), false
    elseif not callee and frame.open == "(" and frame.is_call and frame.place == 1 and frame.size == 0 then
        callee = context.value(tokens, frame.before)
    end
    if callee then
        kind, object = argument_kind(callee)
    elseif frame.open == "{" then
        kind, choices, object = item_kind(tokens, frames)
    end
    if texts[kind] then
        return texts[kind](word, object), kind == "file"
    end
    return choices or {}, false
end

-- Names --------------------------------------------------------------------------------------------------------

-- The methods that pages name of a type.
local function add_pages(words, class)
    for name in pairs(pages.all()) do
        words[#words + 1] = name:match("^" .. class .. ":([%w_]+)$")
    end
end

local function add_result(words, object, is_method)
    for _, name in ipairs(object.value and results.names(object.value) or {}) do
        words[#words + 1] = (type(object.value[name]) == "function") == is_method and name or nil
    end
    if not object.value and is_method then
        add_pages(words, object.type:gsub("%W", "%%%0"))
        add_pages(words, "result")
    end
end

-- The fields of a table, also those found through an __index that is a table.
local function add_fields(words, value, is_method)
    for _ = 1, 10 do
        if type(value) ~= "table" then
            return
        end
        add_keys(words, value, is_method and callable)
        local meta = getmetatable(value)
        value = type(meta) == "table" and rawget(meta, "__index")
    end
end

-- What may follow "object." or "object:".
local function members(object, is_method)
    local words = {}
    if object.is_result then
        add_result(words, object, is_method)
    elseif object.type == "string" then
        add_keys(words, is_method and string or {})
    elseif object.type then
        add_keys(words, system.types(is_method and "methods" or "fields")[object.type] or {})
    elseif not (is_method and object.page) then -- what the library's own tables hold is called with a dot
        add_fields(words, object.value, is_method)
    end
    return words
end

local function globals()
    local words = {}
    add_keys(words, _G)
    add_keys(words, D)
    return words
end

local keywords = layout.split("break|else|elseif|end|false|function|local|repeat|return|then|true|until|while", "|")

-- Names that may stand where an expression or statement begins: also those that the entry has used before.
local function names(tokens, word)
    local words = globals()
    if word == "" then
        return #tokens == 0 and words or {}
    end
    table.move(keywords, 1, #keywords, #words + 1, words)
    for i, token in ipairs(tokens) do
        local before = tokens[i - 1] and tokens[i - 1].kind
        words[#words + 1] = token.kind == "name" and before ~= "." and before ~= ":" and token.text or nil
    end
    return words
end

local plain = {["true"] = true, ["false"] = true}

local function quoted(words)
    return map(words, function(word) return plain[word] and word or '"' .. word .. '"' end)
end

-- What an option may be: its choices in quotes, true and false, the user's objects of its type, or columns of the
-- result that is drawn.
local function values_of(param, object)
    local words = {}
    if object then
        return quoted(columns(object))
    elseif param.kind == "choice" or param.kind == "any" then
        return quoted(documented.choices(param))
    elseif param.kind == "string" and texts[param.choices] and param.choices ~= "file" then
        return quoted(texts[param.choices]("", {}))
    elseif param.kind == "boolean" then
        words = {"true", "false"}
    elseif param.kind == "object" then
        add_keys(words, _G, function(value) return system.kind(value) == param.choices end)
        words[#words + 1] = rawget(D, param.choices) ~= nil and param.choices or nil
    end
    return words
end

-- The words for what follows the tokens, and what is put after a single one.
local function words_of_name(tokens, word)
    local last, frames = tokens[#tokens], context.frames(tokens)
    local frame = frames[#frames]
    if last and (last.kind == "." or last.kind == ":") then
        return members(context.value(tokens, #tokens - 1) or {}, last.kind == ":"), ""
    end
    local options = options_at(tokens, frames, #frames)
    if frame.size == 0 then
        local keys = option_names(options, frame)
        if beginning(keys, word)[1] then
            return keys, "="
        end
    elseif frame.key and frame.size == 2 then
        local param = by_name(options)[frame.key]
        local values = param and values_of(param, plotted(tokens, frame)) or {}
        if beginning(values, word)[1] then
            return values, ""
        end
    end
    return names(tokens, word), ""
end

-- Pages that help may be asked for, also of methods of the user's own values.
local function words_of_help(word)
    local words = texts.page(word)
    local name, separator = word:match "^([%a_][%w_]*)([.:])"
    local object = name and context.value({{kind = "name", text = name}}, 1)
    for _, member in ipairs(object and members(object, separator == ":") or {}) do
        words[#words + 1] = name .. separator .. member
    end
    return words
end

return function(text)
    local topic = text:match "^%s*%?%s*()[^%s?]" or text:match "^%s*%?%s*()$"
    if topic then
        return topic, beginning(words_of_help(text:sub(topic)), text:sub(topic)), "", false
    end
    local from = text:match "()%f[%w_][%a_][%w_]*$" or #text + 1
    local _, ending = lex(text)
    if type(ending) == "table" then
        local word = text:sub(ending.from)
        local words, are_files = words_of_text(lex(text:sub(1, ending.opens - 1)), word)
        return ending.from, beginning(words, word), ending.quote, are_files
    elseif ending == "comment" or text:find "^%s*%?" then
        return from, {}, "", false
    end
    local tokens, word = lex(text:sub(1, from - 1)), text:sub(from)
    local words, after = words_of_name(tokens, word)
    local list = beginning(words, word)
    if not list[1] and text:find "\n%s*$" then
        list = {"\t"} -- where nothing fits, the key is what it is
    end
    return from, list, after, false
end
