-- --list: what comes with the program, a line each under headings.
local core = ...
local script, lesson, pages = core.use "guide/script", core.use "guide/lesson", core.use "guide/pages"
local text = core.use "text"

local function topics()
    local all = pages.all()
    return core.use "list".map(core.use "sorted"(all), function(name)
        return all[name].topic and not name:find ":" and {name = name, summary = all[name].summary} or nil
    end)
end

return function()
    for _, part in ipairs {
        {"demos: demo\"name\"", script.list "demos/"},
        {"figures: figure\"name\"", script.list "plots/"},
        {"lessons: lesson(number)", lesson.list()},
        {"topics: help\"name\"", topics()},
    } do
        text.write(part[1], "\n", script.lines(part[2]))
    end
end
