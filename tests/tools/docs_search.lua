-- The search of the web pages finds what ??words finds at the prompt, in the same order, for the words of the pages,
-- parts of them, misspelled ones, and several together. duktape runs it. Global whole: many more queries.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local search, json = core.use "guide/search", core.use "json"
local D, sorted = require "debias", core.use "sorted"

if not os.execute "command -v duk >/dev/null" then
    t.skip("the search of the web pages", "no duktape")
    return t.done()
end

local rng = D.rng.new(1)
local function any(list)
    return list[rng:index(#list)]
end

-- All words of the index, and the names of pages.
local names, words = sorted(search.data().index), {}
for _, of_page in pairs(search.data().index) do
    for word in pairs(of_page) do
        words[word] = true
    end
end
words = sorted(words)

-- A word with a letter left out, doubled, replaced or swapped with the next one.
local function misspelled(word)
    local i = rng:index(#word)
    local before, letter, after = word:sub(1, i - 1), word:sub(i, i), word:sub(i + 1)
    return any{before .. after, before .. letter .. letter .. after, before .. any{"q", "e", "_", "0"} .. after,
        before .. after:sub(1, 1) .. letter .. after:sub(2)}
end

local odd = {"how do I", "the", "a", "what is", "Ärger", "é", "x\"y", "", "  ", "@", "-", "toString", "__proto__"}
local makers = {
    function() return any(words) end,
    function() return any(names) end,
    function() return any(words):sub(1, rng:index(5)) end,
    function() return misspelled(any(words)) end,
    function() return misspelled("x" .. misspelled(any(words))) end,
    function() return any(words):upper() end,
    function() return any(names):match "^%w*" .. any{":", "."} .. any(names):match "%w*$" end,
    function() return any(core.system.synonyms())[1] end,
    function() return any(odd) end,
}

local queries = {"", "the", "how do I save a figure", "step size", "pass@k", "jacknife", "sgd", "constructor"}
while #queries < (rawget(_G, "whole") and 5000 or 60) do
    local parts = {}
    for i = 1, rng:index(3) do
        parts[i] = any(makers)()
    end
    queries[#queries + 1] = table.concat(parts, " ")
end

local function at_prompt(query)
    local list, note = search.find(query)
    local found = {}
    for i, each in ipairs(list) do
        found[i] = each.name
    end
    return table.concat(found, "|") .. "#" .. (note or "")
end

local folder = t.path "site"
os.execute(("mkdir -p '%s'"):format(folder))
assert(os.execute(("'%s' -E src/tools/docs/main.lua '%s' - search"):format(os.getenv "DEBIAS", folder)))
t.write(folder .. "/queries.js", "var queries = " .. json.text(queries, 1) .. [[;
queries.forEach(function (query) {
    var result = search(searchData, query);
    print(result.found.map(function (page) { return page.name; }).join("|") + "#" + result.note);
});]])
local pipe = io.popen(("cd '%s' && cat search-data.js search.js queries.js >all.js && duk all.js 2>&1"):format(folder))
local differing, count = {}, 0
for line in pipe:lines() do
    count = count + 1
    local query = queries[count]
    if query and line ~= at_prompt(query) and #differing < 5 then
        differing[#differing + 1] = ("%q: %s, at the prompt %s"):format(query, line, at_prompt(query))
    end
end
pipe:close()
t.equal(count, #queries, "every query has its answer")
t.equal(differing, {}, "what is found")
t.done()
