-- What shape a value from a file has: shape.is_text, shape.is_list, shape.is_map.
local core = ...
local all = core.use "list".all

local shape = {}

shape.is_text = core.use "text".is_plain

local function is_table(value, is_key, is_item)
    return type(value) == "table" and all(value, function(item, key) return is_key(key) and is_item(item) end)
end

function shape.is_whole(value)
    return math.type(value) == "integer"
end

-- Items under whole numbers.
function shape.is_list(value, is_item)
    return is_table(value, shape.is_whole, is_item)
end

-- Items under texts.
function shape.is_map(value, is_item)
    return is_table(value, shape.is_text, is_item)
end

-- Texts that may be printed, numbers, booleans, vecs, mats, and tables of them under texts and numbers.
function shape.is_readable(value)
    if type(value) ~= "table" then
        return type(value) ~= "string" or shape.is_text(value)
    end
    return is_table(value, function(key)
        return math.type(key) ~= nil or shape.is_text(key)
    end, shape.is_readable)
end

return shape
