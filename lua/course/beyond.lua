-- lesson.guess(figure, x, y): a copy of the figure with a guess in it, a point or the line between two; what lies far
-- outside of the data is cut off there, and an arrow shows where it goes on, so that a wild guess leaves the rest to be
-- read.
local core = ...
local system, list_of = core.system, core.use "list"

local ROOM, EDGE = 1, 0.25                 -- heights of the data: how far a guess may lie outside, where it is cut
local SHAFT, HEAD, WING = 0.2, 0.07, 0.015 -- of the axes' lengths

local function same(value)
    return value
end

-- An axis as a line of numbers: to(value), from(place), and the least and greatest place of the data.
local function axis_of(options, series, names)
    local is_log = options and options.scale and options.scale ~= "linear"
    local axis = {lo = math.huge, hi = -math.huge}
    axis.to, axis.from = is_log and math.log or same, is_log and math.exp or same
    for _, each in ipairs(series) do
        for _, name in ipairs(names) do
            for i = 1, each[name] and #each[name] or 0 do
                local value = each[name][i]
                local at = value == value and (value > 0 or not is_log) and axis.to(value)
                if at and math.abs(at) < math.huge then
                    axis.lo, axis.hi = math.min(axis.lo, at), math.max(axis.hi, at)
                end
            end
        end
    end
    axis.size = axis.hi > axis.lo and axis.hi - axis.lo or 1
    return axis
end

local function series_of(points, across, up, label)
    return {
        label = label, marker = #points == 1 and "diamond" or "none", dash = "solid",
        x = list_of.map(points, function(p) return across.from(p[1]) end),
        y = list_of.map(points, function(p) return up.from(p[2]) end),
    }
end

-- An arrow whose tip is at a place, upward (1) or downward (-1).
local function arrow(x, y, way, across, up, label)
    local wing, head = WING * across.size, way * HEAD * up.size
    return series_of({{x, y - way * SHAFT * up.size}, {x, y}, {x - wing, y - head}, {x, y}, {x + wing, y - head}},
        across, up, label)
end

-- Where the line between two points has this height.
local function crossing(a, b, height)
    return {a[1] + (b[1] - a[1]) * (height - a[2]) / (b[2] - a[2]), height}
end

local function clamp(value, lo, hi)
    return math.max(lo, math.min(value, hi))
end

-- The points cut where they leave the room, and a list of {x, y, way} where an arrow stands.
local function cut(points, up)
    local lo, hi = up.lo - ROOM * up.size, up.hi + ROOM * up.size
    local function is_far(p) return p[2] < lo or p[2] > hi end
    if not list_of.any(points, is_far) then
        return points, {}
    end
    local bottom, top = up.lo - EDGE * up.size, up.hi + EDGE * up.size
    local a, b = points[1], points[#points]
    if a[2] == b[2] or math.max(a[2], b[2]) < bottom or math.min(a[2], b[2]) > top then
        local edge = clamp(a[2], bottom, top)
        return {}, {{(a[1] + b[1]) / 2, edge, edge == top and 1 or -1}}
    end
    local arrows = {}
    local kept = list_of.map({a, b}, function(p)
        local edge = clamp(p[2], bottom, top)
        local at = edge == p[2] and p or crossing(a, b, edge)
        arrows[#arrows + 1] = edge ~= p[2] and {at[1], edge, edge == top and 1 or -1} or nil
        return at
    end)
    return kept, arrows
end

local function label_of(y, arrows)
    local words = type(y) == "number" and core.text.number(y, 4) or "goes on"
    local where = arrows[1] and (arrows[2] and "outside" or arrows[1][3] > 0 and "above" or "below")
    return "your guess" .. (where and (", %s %s"):format(words, where) or "")
end

local function numbers(x, y, i)
    return type(x) == "table" and x[i] or x, type(y) == "table" and y[i] or y
end

local function is_point(value)
    return math.type(value) or type(value) == "table" and #value == 2 and math.type(value[1]) and math.type(value[2])
end

local function check(figure, x, y)
    if system.kind(figure) ~= "figure" then
        system.fail("lesson.guess", "expected a figure, got " .. system.describe(figure))
    end
    for name, value in pairs {x = x, y = y} do
        if not is_point(value) then
            system.fail("lesson.guess", "%s: expected a number or a list of two, got %s", name, system.describe(value))
        end
    end
    if core.figure.options(figure).panels then
        system.fail("lesson.guess", "expected a figure without panels, got " .. tostring(figure))
    end
end

return function(figure, x, y)
    if y == nil then
        return figure
    end
    check(figure, x, y)
    local options, data, points = core.figure.options(figure), figure:data(), {}
    local across, up = axis_of(options.x, data, {"x"}), axis_of(options.y, data, {"y", "lo", "hi"})
    for i = 1, (type(x) == "table" or type(y) == "table") and 2 or 1 do
        local at_x, at_y = numbers(x, y, i)
        points[i] = {across.to(at_x), up.to(at_y)}
        if points[i][2] ~= points[i][2] or points[i][2] == -math.huge then -- no place on a logarithmic axis
            points[i][2] = up.lo - 2 * ROOM * up.size
        end
    end
    local kept, arrows = cut(points, up)
    local label, series = label_of(y, arrows), table.move(options.series, 1, #options.series, 1, {})
    series[#series + 1] = kept[1] and series_of(kept, across, up, label) or nil
    for _, at in ipairs(arrows) do
        series[#series + 1] = arrow(at[1], at[2], at[3], across, up, label)
    end
    return core.figure.new(options):set {series = series} -- a copy: the figure may be shown without the guess, too
end
