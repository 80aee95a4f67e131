-- The recipe in the text of a figure's file: recipe.of(text), and the text with another one, recipe.put(text, content):
-- a value, or bytes that are none.
local pack = debug.getregistry()["debias.core"].use "pack"

local recipe = {}

local byte_of, digits_of = {}, {}
for code = 0, 255 do
    local byte, digits = string.char(code), ("%02x"):format(code)
    byte_of[digits], digits_of[byte] = byte, digits
end

-- Where the digits begin and end.
local function place(text)
    local _, before = text:find('"again":"', 1, true)
    return before + 1, text:find('"', before + 1, true) - 1
end

function recipe.bytes(text)
    return (text:sub(place(text)):gsub("..", byte_of))
end

function recipe.of(text)
    return pack.value(recipe.bytes(text))
end

function recipe.put(text, content)
    local bytes = type(content) == "string" and content or pack.text(content)
    local first, last = place(text)
    return text:sub(1, first - 1) .. bytes:gsub(".", digits_of) .. text:sub(last + 1)
end

return recipe
