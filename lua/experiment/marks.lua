-- The marks of a figure's options: of one with panels, each panel's own.
local core = ...
local system, over, list = core.system, core.use "over", core.use "list"

local marks = {}

-- Gives mark i to its panel, or to all of them.
local function deal(name, panels, mark, i)
    local own = over(mark, {})
    own.panel = nil
    if mark.panel ~= nil and not (math.type(mark.panel) == "integer" and panels[mark.panel]) then
        system.fail(name, "mark %d: option 'panel': expected a whole number from 1 to %d, got %s", i, #panels,
            system.describe(mark.panel))
    end
    for k, panel in ipairs(panels) do
        if k == (mark.panel or k) then
            panel.marks = panel.marks or {}
            table.insert(panel.marks, own)
        end
    end
end

local function are_tables(value)
    return type(value) == "table" and list.all(value, function(item) return type(item) == "table" end)
end

-- The options with the marks in the panels where there are some; the options are the caller's own copy. What is no list
-- of tables stays, and is refused by the figure.
function marks.dealt(name, options)
    if are_tables(options.panels) and are_tables(options.marks) then
        for i, mark in ipairs(options.marks) do
            deal(name, options.panels, mark, i)
        end
        options.marks = nil
    end
    return options
end

-- The options without marks, also in panels.
function marks.without(options)
    local all = over(options, {})
    all.marks = nil
    all.panels = options.panels and list.map(options.panels, marks.without)
    return all
end

-- All marks in one list, those of panels with their number.
function marks.of(options)
    local all = {}
    for _, mark in ipairs(options.marks or {}) do
        all[#all + 1] = over(mark, {})
    end
    for k, panel in ipairs(options.panels or {}) do
        for _, mark in ipairs(panel.marks or {}) do
            all[#all + 1] = over(mark, {panel = k})
        end
    end
    return all
end

return marks
