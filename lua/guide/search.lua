-- search.find(words): the pages, demos, figures and lessons about all of the words, best first, as a list of {name =,
-- summary =}, and a note where a word was taken for another. A word finds the words that begin with it; where they
-- stand says how much they count. src/tools/docs/search.js does the same on search.data().
local core = ...
local search = {}
local pages, script, lesson = core.use "guide/pages", core.use "guide/script", core.use "guide/lesson"
local others = core.use "guide/others"
local sorted_keys, system = core.use "sorted", core.system

-- Made at the first call, whole or not at all: a signal or want of memory may break it off.
local index -- {[name] = {[word] = weight}}
local summaries -- {[name] = text}
local vocabulary -- the words that a misspelled one may mean, in order

local function add(words, text, weight)
    for word in (text or ""):lower():gmatch "[%w_@][%w_@-]*" do
        words[word] = math.max(words[word] or 0, weight)
        for part in word:gmatch "%w+" do
            words[part] = math.max(words[part] or 0, weight)
        end
    end
end

local function joined(value)
    return type(value) == "table" and table.concat(value, " ") or value
end

-- The words of a page; those that a misspelled one may mean go to `known`.
local function words_of(name, page, known)
    local words = {}
    add(words, name, 10)
    add(words, joined(page.words), 8)
    add(words, page.summary, 5)
    for word in pairs(words) do
        known[word] = true
    end
    for _, param in ipairs(pages.params(page)) do
        add(words, param.name, 3)
        add(words, param.meaning, 1)
    end
    for _, field in ipairs {"text", "usage", "returns", "source"} do
        add(words, joined(page[field]), 1)
    end
    return words
end

-- Adds scripts that come with the program, called as `form` says, to an index and to summaries: their comments count
-- where there is a path.
local function add_scripts(all, said, form, list, path)
    for _, each in ipairs(list) do
        local name, words = form:format(each.name), {}
        add(words, each.name, 6)
        add(words, each.summary, 4)
        add(words, each.words, 4)
        for comment in (path and system.source(path:format(each.name)) or ""):gmatch "%-%- ([^\n]*)" do
            add(words, comment, 1)
        end
        all[name], said[name] = words, each.summary
    end
end

local function read()
    if index then
        return
    end
    local all, said, known = {}, {}, {}
    for name, page in pairs(pages.all()) do
        all[name], said[name] = words_of(name, page, known), page.summary
    end
    add_scripts(all, said, 'demo"%s"', script.list "demos/", "demos/%s.lua")
    add_scripts(all, said, 'demo.source"%s"', others.list())
    add_scripts(all, said, 'figure"%s"', script.list "plots/", "plots/%s.lua")
    add_scripts(all, said, "lesson(%s)", lesson.list())
    index, summaries, vocabulary = all, said, sorted_keys(known)
end

-- How much a page is about a word; whole words count more than beginnings.
local function weight(words, term)
    local most = words[term] and words[term] * 1.5 or 0
    for word, each in pairs(words) do
        if each > most and word:sub(1, #term) == term then
            most = each
        end
    end
    return most
end

-- The word as it is, if a page has it; else the nearest one.
local function known(term)
    if core.use "list".any(index, function(words) return weight(words, term) > 0 end) then
        return term
    end
    return system.hint(term, vocabulary):match "'(.*)'"
end

-- {name = weight} of the pages that have the most of the terms.
local function matches(terms)
    local found, most = {}, 1
    for name, words in pairs(index) do
        local count, sum = 0, 0
        for _, term in ipairs(terms) do
            local each = weight(words, term)
            count, sum = count + (each > 0 and 1 or 0), sum + each
        end
        if count > most then
            found, most = {}, count
        end
        found[name] = count == most and sum or nil
    end
    return found
end

local empty = [[a an and are can do does for from how i in is it me my of on or that the this to
what when where which who why with you]]
local is_empty = core.use "list".set(empty)

-- The words of a text as words that pages have, and notes about words that no page has; `all`: also words without a
-- subject.
local function terms_of(text, all)
    local terms, notes = {}, {}
    for word in text:lower():gmatch "[%w_@][%w_@-]*" do
        if all or not is_empty[word] then
            local term = known(word)
            terms[#terms + 1] = term
            notes[#notes + 1] = term ~= word and ("no page has '%s'"):format(word)
                .. (term and (", '%s' is near"):format(term) or "") or nil
        end
    end
    return terms, notes
end

function search.find(text)
    read()
    local terms, notes = terms_of(text)
    if not terms[1] and not notes[1] then
        terms, notes = terms_of(text, true)
    end
    local found, named = matches(terms), pages.find(text)
    if found[named] then
        found[named] = math.huge
    end
    local names = sorted_keys(found)
    table.sort(names, function(a, b)
        return found[a] > found[b] or (found[a] == found[b] and a < b)
    end)
    return core.use "list".map(names, function(name) return {name = name, summary = summaries[name]} end),
        notes[1] and table.concat(notes, "; ")
end

-- What a search reads: {index = {[name] = {[word] = weight}}, summaries = {[name] = text}, vocabulary = list of words,
-- empty = words without a subject}.
function search.data()
    read()
    return {index = index, summaries = summaries, vocabulary = vocabulary, empty = empty}
end

return search
