-- Text that is no chunk of Lua as it stands, from standard input or -e: entries, of which an expression prints its
-- values as at the prompt. (text, name, why it is no chunk) -> a function that runs them in turn; or nil and what is
-- wrong, with the first that is no entry. All are one chunk, so that a local variable lives on and a line keeps its
-- number.
local core = ...
local entry, show = core.use "prompt/entry", core.use "prompt/show"
local load, last = load, core.use "prompt/last"

local head = "return function(__show) return function(...) "
local foot = "end end"

-- The expression without a comment that would hide what follows.
local function bare(text)
    while not load("f(" .. text .. ")") do
        text = text:match "^(.*)%-%-"
    end
    return text
end

-- The entry as statements of the chunk.
local function as_code(text, prints)
    local before, rest = "", text
    if not load("return " .. text) then
        before, rest = last(text)
    end
    if not before then
        return text .. "\n;" -- else a line that begins with ( would go on with this one
    end
    return before .. (prints and "__show(" .. bare(rest) .. ");\n" or "do local _ = " .. rest .. "\nend ")
end

-- The code of an entry that begins in this line; or nil and what is wrong.
local function code_of(lines, first, name)
    local text = table.concat(lines, "\n")
    local f, verdict = entry.compile(("\n"):rep(first - 1) .. text, name, {})
    if not f then
        return nil, verdict
    end
    return as_code(text, verdict)
end

local function show_all(...)
    show.values(nil, ...)
end

return function(text, name, why)
    if entry.is_open(why) then -- it ends too early; an expression before would have been found first
        return nil, why
    end
    local lines, code, first = core.use "text".split(text, "\n"), {}, 1
    for i, own in ipairs(entry.split(lines)) do
        local fault
        code[i], fault = code_of(own, first, name)
        if not code[i] then
            return nil, fault
        end
        first = first + #own
    end
    local chunk = load(head .. table.concat(code) .. foot, name, "t")
    if not chunk then -- each is an entry by itself, as return is
        return nil, why
    end
    return chunk()(show_all)
end
