-- The display lists of figures, read: what is where on a page.
local display = {}

-- The items of a display list: {kind =, line =, points = list of {x, y}}.
function display.items_of(text)
    local list = {}
    for line in text:gmatch "[^\n]+" do
        local item = {kind = line:match "^%S+", line = line, points = {}}
        for x, y in line:gmatch " (%-?[%d.]+),(%-?[%d.]+)" do
            table.insert(item.points, {tonumber(x), tonumber(y)})
        end
        list[#list + 1] = item
    end
    return list
end

-- The legend's box inside the axes {x0, y0, x1, y1} and its place in the list, nil without one.
function display.box_of(items)
    for i, item in ipairs(items) do
        if item.line:find "^polygon #ffffffd8" then
            local a, c = item.points[1], item.points[3]
            return {math.min(a[1], c[1]), math.min(a[2], c[2]), math.max(a[1], c[1]), math.max(a[2], c[2])}, i
        end
    end
end

-- Whether the way from p to q enters the box.
local function enters(box, p, q)
    local from, to = 0, 1
    for axis = 1, 2 do
        local a, d = p[axis], q[axis] - p[axis]
        local lo, hi = box[axis] - a, box[axis + 2] - a
        if d == 0 then
            if lo > 0 or hi < 0 then
                return false
            end
        else
            lo, hi = lo / d, hi / d
            from, to = math.max(from, math.min(lo, hi)), math.min(to, math.max(lo, hi))
        end
    end
    return from <= to
end

local function holds(points, x, y) -- whether the polygon does
    local inside = false
    for i, a in ipairs(points) do
        local b = points[i % #points + 1]
        if (a[2] > y) ~= (b[2] > y) and x < a[1] + (y - a[2]) / (b[2] - a[2]) * (b[1] - a[1]) then
            inside = not inside
        end
    end
    return inside
end

-- The first item of the data that the box covers.
function display.covered(items, box, last)
    for i = 1, last - 1 do
        local item = items[i]
        local points = item.points
        local data = (item.kind == "line" and not item.line:find "e4e4e4ff") or item.kind == "polygon"
        for k = 1, data and #points - 1 or 0 do
            if enters(box, points[k], points[k + 1]) then
                return item.line
            end
        end
        for _, p in ipairs(item.kind == "marker" and points or {}) do
            if enters(box, p, p) then
                return item.line
            end
        end
        if item.kind == "polygon" and holds(points, (box[1] + box[3]) / 2, (box[2] + box[4]) / 2) then
            return item.line
        end
    end
end

-- Where the text of an item stands, {x0, y0, x1, y1}: from its descenders to its capitals.
local function box_of_text(item)
    local size, kind, width = item.line:match '^text #%x+ ([%d.]+)(.-) ([%d.]+) "'
    local at = item.points[#item.points] -- numbers in the text may look like points
    local x, y, above, below = at[1], at[2], 0.74 * size, 0.2 * size
    return kind:find " up" and {x - above, y - width, x + below, y} or {x, y - above, x + width, y + below}
end

-- The texts of a page: lists of {x0, y0, x1, y1, text =}.
function display.texts(items)
    local list = {}
    for _, item in ipairs(items) do
        if item.kind == "text" then
            local box = box_of_text(item)
            box.text = item.line:match '"(.*)"'
            list[#list + 1] = box
        end
    end
    return list
end

-- Whether two boxes have more than a hair in common.
function display.overlap(a, b)
    local hair = 0.1
    return a[1] + hair < b[3] and b[1] + hair < a[3] and a[2] + hair < b[4] and b[2] + hair < a[4]
end

return display
