-- --list: what comes with the program, a line each under headings.
local core = ...
local script, lesson, pages = core.use "guide/script", core.use "guide/lesson", core.use "guide/pages"
local stdout = io.stdout

local function topics()
    local list, all = {}, pages.all()
    for _, name in ipairs(core.use "sorted"(all)) do
        local page = all[name]
        list[#list + 1] = page.topic and not name:find ":" and {name = name, summary = page.summary} or nil
    end
    return list
end

return function()
    for _, part in ipairs {
        {"demos: demo\"name\"", script.list "demos/"},
        {"figures: figure\"name\"", script.list "plots/"},
        {"lessons: lesson(number)", lesson.list()},
        {"topics: help\"name\"", topics()},
    } do
        stdout:write(part[1], "\n", script.lines(part[2]))
    end
end
