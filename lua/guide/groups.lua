-- groups(): all help pages by group, in the order of the overview: {{title =, names = sorted, lines = how many the
-- overview gives to fields, or nil}, ..}. Subjects come last, but for those of groups that list their own, with the
-- parts of a subject and what methods have to say among the pages they belong to.
local core = ...
local pages, sorted_keys, map = core.use "guide/pages", core.use "sorted", core.use "list".map

-- Title, areas of lua/help, lines, and whether subjects of these areas stand there.
local areas_of = {
    {"experiments", "experiment control levels theory"}, {"problems", "problem"}, {"methods", "method"},
    {"operators", "extrap"}, {"draws", "dist"}, {"plots, files", "plot files", 1}, {"values", "values"},
    {"prompt", "help lesson prompt session", nil, true},
}

local function is_subject(name, page)
    return page.topic and not page.is_entry and not page.part and not name:find ":"
end

-- The sorted names of pages of areas; with their subjects or without.
local function names_in(list, with_subjects)
    local names = {}
    for area in list:gmatch "%S+" do
        for name, page in pairs(pages.areas()[area] or {}) do
            names[#names + 1] = (with_subjects or not is_subject(name, page)) and name or nil
        end
    end
    table.sort(names)
    return names
end

return function()
    local list, seen = {}, {}
    for i, each in ipairs(areas_of) do
        list[i] = {title = each[1], names = names_in(each[2], each[4]), lines = each[3]}
        for _, name in ipairs(list[i].names) do
            seen[name] = true
        end
    end
    list[#list + 1] = {title = "subjects", names = map(sorted_keys(pages.all()), function(name)
        return not seen[name] and name or nil
    end)}
    return list
end
