-- The points of a sweep: grid.read(over, points) -> axes, list of points.
--   axis    {name =, values =, cells = what a table shows for each value, marks = what a file holds for each}; of a
--           list of points as many as these, where a point has no such value false
--   point   {values = {name = value, ..}, cells = {name = cell, ..}, label = "m = 1, noise_var = 10"}
local core = ...
local system, sorted, readable = core.system, core.use "sorted", core.use "experiment/readable"
local mark, callable, list = core.use "experiment/mark", core.use "callable", core.use "list"
local shape = core.use "experiment/shape"
local map = list.map

local grid = {}

local MOST = 1e6 -- points
local reserved = {point = true, failed = true}

local function fail(words, ...)
    system.fail("sweep", words, ...)
end

-- What a table shows for a value that has no name; nil for what needs one.
local function cell_of(value)
    if type(value) == "string" then
        return shape.is_text(value) and value or nil
    elseif math.type(value) then
        return value == value and value or nil
    elseif type(value) == "boolean" or system.kind(value) == "vec" then
        return tostring(value)
    end
    local has_words = system.kind(value) == "dist" or system.kind(value) == "extrap" or system.kind(value) == "schedule"
    return has_words and readable.word(value) or nil
end

local function word(cell)
    return math.type(cell) and core.text.number(cell, 6) or cell
end

-- In words what a value is that needs a name.
local function words(value)
    return type(value) == "string" and value ~= "" and "control characters" or system.describe(value)
end

local needs_name = "%s: expected numbers, texts, booleans or vecs as values of '%s', got %s; give such values names: "
    .. "%s={one=.., two=..}"

local function read_cell(option, name, value)
    local cell = cell_of(value)
    if cell == nil then
        fail(needs_name, option, name, words(value), name)
    end
    return cell
end

local function check_name(option, name)
    if not shape.is_text(name) or name == "" then
        fail("%s: expected names of what is swept, got %s", option, words(name))
    elseif reserved[name] then
        fail("%s: '%s' is the sweep's own name, take another one", option, name)
    end
end

local function add(axis, value, cell)
    local n = #axis.values + 1
    axis.values[n], axis.cells[n], axis.marks[n] = value, cell, mark.of(value)
end

local function new_axis(name)
    return {name = name, values = {}, cells = {}, marks = {}}
end

local function check_once(axis)
    local seen = {}
    for _, cell in ipairs(axis.cells) do
        if seen[cell] then
            fail("option 'over': '%s' has the value %s twice", axis.name, word(cell))
        end
        seen[cell] = true
    end
end

-- The values of one name: a list, a vec, or a table of names and what they stand for, in the order of the names.
local function read_axis(name, values)
    local option, axis = "option 'over'", new_axis(name)
    check_name(option, name)
    if system.kind(values) == "vec" then
        values = values:table()
    end
    if type(values) ~= "table" or callable(values) or next(values) == nil then
        fail("%s: expected a list of values of '%s', got %s", option, name,
            type(values) == "table" and "none" or system.describe(values))
    end
    for _, key in ipairs(sorted(values)) do
        if #values > 0 then
            if not math.type(key) then
                fail("%s: expected a list of values of '%s' or a table of named ones, got both", option, name)
            end
            add(axis, values[key], read_cell(option, name, values[key]))
        elseif shape.is_text(key) then
            add(axis, values[key], key)
        else
            fail("%s: expected a list of values of '%s', got a table with the key %s", option, name, words(key))
        end
    end
    check_once(axis)
    return axis
end

local function is_pair(entry)
    return type(entry) == "table" and #entry == 2 and type(entry[1]) == "string"
end

local function check_names_once(axes)
    local seen = {}
    for _, axis in ipairs(axes) do
        if seen[axis.name] then
            fail("option 'over': '%s' is swept twice", axis.name)
        end
        seen[axis.name] = true
    end
end

-- {m = {1, 2}, ..} in the order of the names, or {{"m", {1, 2}}, ..} in that order.
local function read_over(over)
    local axes
    if next(over) == nil then
        fail "option 'over': expected names with lists of values, got none"
    elseif over[1] == nil then
        axes = map(sorted(over), function(name) return read_axis(name, over[name]) end)
    elseif list.all(over, is_pair) then
        axes = map(over, function(pair) return read_axis(pair[1], pair[2]) end)
    else
        fail 'option \'over\': expected {m={1, 2}, ..} or {{"m", {1, 2}}, ..}, got another list'
    end
    check_names_once(axes)
    return axes
end

local function new_point()
    return {values = {}, cells = {}}
end

local function set(point, axis, i)
    point.values[axis.name], point.cells[axis.name] = axis.values[i], axis.cells[i]
end

local function label(axes, point)
    return table.concat(map(axes, function(axis)
        local cell = point.cells[axis.name]
        return cell ~= nil and ("%s = %s"):format(axis.name, word(cell)) or nil
    end), ", ")
end

-- Point k of the full grid: the last axis goes fastest.
local function of_grid(axes, k)
    local point, rest = new_point(), k - 1
    for i = #axes, 1, -1 do
        set(point, axes[i], rest % #axes[i].values + 1)
        rest = rest // #axes[i].values
    end
    return point
end

local function count(axes)
    local n = 1
    for _, axis in ipairs(axes) do
        n = n * #axis.values
        if n > MOST then
            fail("option 'over': expected at most %d points, got more", MOST)
        end
    end
    return n
end

local function check_points(points)
    if #points == 0 or not list.all(points, function(_, key) return math.type(key) == "integer" end) then
        fail "option 'points': expected a list of tables {m=1, ..}, got none"
    end
    for i, point in ipairs(points) do
        if type(point) ~= "table" or next(point) == nil then
            fail("option 'points': expected tables {m=1, ..}, got %s at element %d",
                type(point) == "table" and "an empty one" or system.describe(point), i)
        end
        for name in pairs(point) do
            check_name("option 'points'", name)
        end
    end
end

-- An axis for each name that a point has, with a value for each point.
local function axes_of_points(points)
    local names = {}
    for _, point in ipairs(points) do
        for name in pairs(point) do
            names[name] = true
        end
    end
    return map(sorted(names), function(name)
        local axis = new_axis(name)
        for i, point in ipairs(points) do
            local value = point[name]
            axis.values[i], axis.cells[i], axis.marks[i] = value, false, false
            if value ~= nil then
                axis.cells[i], axis.marks[i] = read_cell("option 'points'", name, value), mark.of(value)
            end
        end
        return axis
    end)
end

local function point_of_list(axes, i)
    local point = new_point()
    for _, axis in ipairs(axes) do
        if axis.values[i] ~= nil then
            set(point, axis, i)
        end
    end
    return point
end

function grid.read(over, points)
    local axes, n, make
    if (over == nil) == (points == nil) then
        fail "expected over={m={1, 2}, ..} or points={{m=1}, ..}"
    elseif over then
        axes, make = read_over(over), of_grid
        n = count(axes)
    else
        check_points(points)
        axes, n, make = axes_of_points(points), #points, point_of_list
    end
    local all = {}
    for k = 1, n do
        all[k] = make(axes, k)
        all[k].label = label(axes, all[k])
    end
    return axes, all
end

grid.word = word

return grid
