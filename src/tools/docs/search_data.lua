-- What search.js reads: lua/guide/search.lua's own index, and what of lua/guide/pages.lua names a page.
local core = debug.getregistry()["debias.core"]
local places = require "docs.places"
local search, pages, sorted_keys = core.use "guide/search", core.use "guide/pages", core.use "sorted"
local json, split, map = core.use "json", core.use "text".split, core.use "list".map

-- {word = {number of a page, weight, number, weight, ..}}
local function by_word(names, index)
    local words = {}
    for i, name in ipairs(names) do
        for _, word in ipairs(sorted_keys(index[name])) do
            local list = words[word] or {}
            words[word] = list
            list[#list + 1] = i - 1
            list[#list + 1] = index[name][word]
        end
    end
    return words
end

-- What others call a page, and its name in small letters: the page that help finds.
local function other_names()
    local other = {}
    for name, page in pairs(pages.all()) do
        for _, word in ipairs {name, table.unpack(page.words or {})} do
            other[word:lower()] = pages.find(word:lower())
        end
    end
    return other
end

local function makers_of_results()
    return map(sorted_keys(pages.all()), function(name)
        return pages.returns_result(pages.all()[name]) and name or nil
    end)
end

-- The text of search-data.js.
return function()
    local data = search.data()
    local names = sorted_keys(data.index)
    return "var searchData = " .. json.text({
        names = names, words = by_word(names, data.index), vocabulary = data.vocabulary,
        summaries = map(names, function(name) return data.summaries[name] end),
        addresses = map(names, function(name) return assert(places.of_found(name), name) end),
        empty = split(data.empty:gsub("\n", " "), " "), synonyms = core.system.synonyms(),
        help = sorted_keys(pages.all()), other = other_names(), makers = makers_of_results(),
    }, 2) .. ";\n"
end
