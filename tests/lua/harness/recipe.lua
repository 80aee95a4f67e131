-- The recipe in the text of a figure's file: recipe.of(text), and the text with another one, recipe.put(text, content):
-- a value, or bytes that are none.
local pack = debug.getregistry()["debias.core"].use "pack"

local recipe = {}

function recipe.bytes(text)
    return (text:match '"again":"(%x+)"':gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end))
end

function recipe.of(text)
    return pack.value(recipe.bytes(text))
end

function recipe.put(text, content)
    local bytes = type(content) == "string" and content or pack.text(content)
    local digits = bytes:gsub(".", function(c) return ("%02x"):format(c:byte()) end)
    return (text:gsub('"again":"%x+"', '"again":"' .. digits .. '"'))
end

return recipe
