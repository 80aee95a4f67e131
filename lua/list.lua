-- Lists and tables: what a function gives for their items, which items they have, and whether a test holds for them.
local list = {}

-- What f(item, place) gives for each item of a list, in order, without nils.
function list.map(items, f)
    local all = {}
    for i, item in ipairs(items) do
        all[#all + 1] = f(item, i)
    end
    return all
end

-- f(item) for every item of a table, under the same keys.
function list.mapped(items, f)
    local all = {}
    for key, item in pairs(items) do
        all[key] = f(item)
    end
    return all
end

-- Whether is(item, key) holds for every item of a table.
function list.all(items, is)
    for key, item in pairs(items) do
        if not is(item, key) then
            return false
        end
    end
    return true
end

-- Whether it holds for one of them.
function list.any(items, is)
    return not list.all(items, function(item, key) return not is(item, key) end)
end

-- The items of a list, each once.
function list.unique(items)
    local seen = {}
    return list.map(items, function(item)
        local is_new = not seen[item]
        seen[item] = true
        return is_new and item or nil
    end)
end

-- {[word] = true} for the words of a text.
function list.set(words)
    local all = {}
    for word in words:gmatch "%S+" do
        all[word] = true
    end
    return all
end

-- {[item.name] = item}: the parameters of a table of options by their names.
function list.by_name(items)
    local all = {}
    for _, item in ipairs(items) do
        all[item.name] = item
    end
    return all
end

return list
