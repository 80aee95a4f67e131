-- Where unfinished Lua text ends: in which call and table, and the value of an expression in it. Nothing of the
-- user's is run: tables are read raw, calls are known by what the help pages say they return.
local core, D = ...
local pages, results = core.use "guide/pages", core.use "result"
local system = core.system
local rawget, type, getmetatable = rawget, type, getmetatable

local context = {}

local openers = {["{"] = true, ["("] = true, ["["] = true}
local closers = {["}"] = "{", [")"] = "(", ["]"] = "["}
local block_starts = {["function"] = true, ["do"] = true, ["if"] = true, ["repeat"] = true}
local block_ends = {["end"] = true, ["until"] = true}

-- The index of the token that opens what the token at `last` closes, or nil.
local function opener(tokens, last)
    local depth = 0
    for i = last, 1, -1 do
        depth = depth + (closers[tokens[i].kind] and 1 or openers[tokens[i].kind] and -1 or 0)
        if depth == 0 then
            return i
        end
    end
end

local function ends_expression(token)
    return token and (token.kind == "name" or token.kind == ")" or token.kind == "]" or token.kind == "}"
        or token.kind == "string")
end

local expression

-- The steps of what stands in the brackets that end with the token at `last`, or of the text there, with `more`.
local function enclosed(tokens, last, more)
    local steps = tokens[last].kind == "string" and {{text = true}}
        or tokens[last].kind == ")" and expression(tokens, last - 1)
    return steps and table.move(more, 1, #more, #steps + 1, steps) or nil
end

-- The expression that ends with the token at `last`: its steps from the first name on, {name =}, {text = true},
-- {field =}, {method =}, {call = true} or {index = true}; nil when none ends there.
function expression(tokens, last)
    local steps, i = {}, last
    while true do
        local token = tokens[i]
        if not ends_expression(token) then
            return nil
        elseif token.kind == "name" then
            local before = tokens[i - 1] and tokens[i - 1].kind
            table.insert(steps, 1, {[before == "." and "field" or before == ":" and "method" or "name"] = token.text})
            if before ~= "." and before ~= ":" then
                return steps
            end
            i = i - 2
        else
            local first = token.kind == "string" and i or opener(tokens, i)
            if not first or not ends_expression(tokens[first - 1]) then
                return enclosed(tokens, i, steps)
            end
            table.insert(steps, 1, {[token.kind == "]" and "index" or "call"] = true})
            i = first - 1
        end
    end
end

-- What pages say that they return, as the name of a type.
local nouns = {operator = "extrap", generator = "rng", polynomial = "poly"}

-- The type that a call of what the page describes gives, "vec", ..; or for a result its kind, "run" or as the page is
-- called, and true.
function context.returned(name)
    local page = pages.all()[name]
    local noun = page and page.returns and page.returns:match "^an? ([%a]+)"
    if noun == "result" or noun == "run" then
        return noun == "run" and noun or name:match "[^:]+$", true
    end
    noun = nouns[noun] or noun
    return system.types()[noun] and noun
end

-- The value of a name that a library or the user has given it, without running code.
local function global(name)
    local value = rawget(_G, name)
    if value == nil then
        value = rawget(D, name)
    end
    if value == nil and name == "debias" then
        value = D
    end
    return value
end

-- A field of a table, read raw, also through an __index that is a table.
local function field(value, name)
    for _ = 1, 10 do
        if type(value) ~= "table" then
            return nil
        end
        local found, meta = rawget(value, name), getmetatable(value)
        local inherited = type(meta) == "table" and rawget(meta, "__index")
        if found ~= nil or type(inherited) ~= "table" then
            return found
        end
        value = inherited
    end
end

-- What is known of a value: {value =, type =, is_result =, page =}; page is the name of the page about it.
local function known(value)
    local result = results.kind(value)
    local name = (type(value) == "function" or type(value) == "table") and not result and pages.find(value) or nil
    return {value = value, type = type(value) == "string" and "string" or result or system.kind(value),
        is_result = result ~= nil, page = name}
end

local function method(object, name)
    if object.is_result or object.type then
        local all, own = pages.all(), object.type .. ":" .. name
        return {page = all[own] and own or object.is_result and all["result:" .. name] and "result:" .. name or nil,
            object = object}
    end
    return known(field(object.value, name))
end

-- What the steps of an expression lead to, as known() says; nothing known is {}.
function context.resolve(steps)
    local at = {}
    for _, step in ipairs(steps) do
        if step.name then
            at = known(global(step.name))
        elseif step.field then
            at = known(field(at.value, step.field))
        elseif step.method then
            at = method(at, step.method)
        elseif step.text then
            at = {type = "string"}
        elseif step.call and at.page then
            local name, is_result = context.returned(at.page)
            at = {type = name, is_result = is_result}
        else
            at = {}
        end
    end
    return at
end

-- The value of the expression that ends with the token at `last`; nil when none ends there.
function context.value(tokens, last)
    local steps = expression(tokens, last)
    return steps and context.resolve(steps)
end

local function new_frame(tokens, i)
    local frame = {open = tokens[i].kind, keys = {}, given = {}, place = 1, size = 0, before = i - 1}
    frame.is_call = (frame.open == "{" or frame.open == "(") and expression(tokens, i - 1) ~= nil
    return frame
end

-- Notes a token that stands directly in a frame.
local function note(frame, token, before)
    if token.kind == "," or token.kind == ";" then
        frame.key, frame.size, frame.place = nil, 0, frame.place + (frame.key and 0 or 1)
        return
    elseif token.kind == "=" and frame.open == "{" and frame.size == 1 and before.kind == "name" then
        frame.key, frame.keys[before.text] = before.text, true
    elseif token.kind == "string" and frame.open == "{" then
        frame.given[frame.key or frame.place] = token.text
    end
    frame.size = frame.size + 1
end

-- The brackets and blocks that are open at the end, from the outermost on. A frame: open = its bracket or keyword;
-- is_call: it holds what a call gets; before = the index of the token before it; key = that of the item at the end,
-- place = its number among those without a key, size = its tokens so far; keys = those there are, given = texts by key.
function context.frames(tokens)
    local stack = {{open = "", keys = {}, given = {}, place = 1, size = 0, before = 0}}
    for i, token in ipairs(tokens) do
        if openers[token.kind] or block_starts[token.text] and token.kind == "keyword" then
            note(stack[#stack], token, tokens[i - 1])
            stack[#stack + 1] = new_frame(tokens, i)
        elseif (closers[token.kind] or block_ends[token.text] and token.kind == "keyword") and #stack > 1 then
            stack[#stack] = nil
        else
            note(stack[#stack], token, tokens[i - 1])
        end
    end
    return stack
end

return context
