-- tree(text) -> the syntax tree of Lua text, or nil, the place and what is wrong there. A place is {line =, column =},
-- counted in characters. The parser is that of luacheck.
local core = ...
local system = core.system

local function modules()
    local path = package.path
    package.path = path .. ";/usr/share/lua/5.4/?.lua;/usr/share/lua/5.1/?.lua"
    local found, parser = pcall(require, "luacheck.parser")
    local decoder = found and require "luacheck.decoder"
    package.path = path
    if not found then
        system.fail("--lint", "the parser of luacheck is not there (apt install lua-check)")
    end
    return parser, decoder
end

-- What an error of Lua's own says: the line and the words.
local function said(message)
    local line, words = message:match ":(%d+): (.*)$"
    return tonumber(line) or 1, words or message
end

-- Where an offset is, by the offsets at which lines begin.
local function place_of(starts, line, offset)
    return {line = line, column = offset - starts[line] + 1}
end

local function set_places(node, starts)
    if node.line then
        node.place = place_of(starts, node.line, node.offset)
    end
    for _, child in ipairs(node) do
        if type(child) == "table" then
            set_places(child, starts)
        end
    end
end

return function(text)
    text = text:gsub("^\239\187\191", ""):gsub("^#[^\n]*", "")
    local parser, decoder = modules()
    local starts = {1}
    local fine, tree = pcall(parser.parse, decoder.decode(text), starts, {})
    local loaded, message = load(text, "=text", "t")
    if not loaded then
        local line, words = said(message)
        local at = not fine and type(tree) == "table" and tree.line == line and starts[line] and tree.offset
        return nil, at and place_of(starts, line, at) or {line = line, column = 1}, words
    elseif not fine then
        error(tree, 0)
    end
    set_places(tree, starts)
    return tree
end
