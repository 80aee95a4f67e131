-- What holds for any figure, on random ones of all sizes, scales and ranges: no text lies on another or leaves the
-- page, the legend hides no data, every curve shows a marker, and what is drawn in characters is no wider than asked.
local t = dofile "tests/lua/harness/tap.lua"
local display = dofile "tests/lua/harness/display.lua"

local places = {"auto", "auto", "auto", "below", "top left", "top right", "bottom left", "bottom right", "direct"}
local words = {"x", "method", "α_t", "β^2", "m=16", "E‖∇F‖^2", "a long name", "of many words", "F^*", "10^{-3}"}

local function pick(r, list)
    return list[r:index(#list)]
end

local function name(r, most)
    local list = {}
    for i = 1, r:index(most) do
        list[i] = pick(r, words)
    end
    return table.concat(list, " ")
end

-- A power of ten of any size, or one of every day.
local function magnitude(r)
    return 10.0 ^ (r:uniform() < 0.3 and 600 * r:uniform() - 300 or 6 * r:uniform() - 3)
end

-- A function of a number between 0 and 1 that makes the values of an axis: over some powers of ten, or around a value.
local function range(r, log)
    local size, powers = magnitude(r), r:uniform() < 0.5 and 6 * r:uniform() or 0.5 * r:uniform()
    local shift = log and 0 or pick(r, {0, 0.5, 1, -10})
    return function(u)
        return size * (log and 10.0 ^ (powers * (u - 0.5)) or u - shift)
    end
end

local function random_series(r, i, along, up)
    local n, level = r:uniform() < 0.1 and 1 or 1 + r:index(60), r:uniform()
    local one = {label = name(r, 4) .. " " .. i, x = {}, y = {}, line = r:uniform() < 0.8}
    for k = 1, n do
        level = level + 0.1 * r:normal()
        one.x[k], one.y[k] = along((k - r:uniform()) / n), r:uniform() < 0.03 and 0 / 0 or up(level)
    end
    if r:uniform() < 0.2 then
        one.fit = {slope = -r:uniform(), lo = -1, hi = -0}
    end
    if r:uniform() < 0.3 then
        local width = vec(one.y):map(math.abs)
        one.lo, one.hi = vec(one.y) - 0.3 * width, vec(one.y) + 0.2 * width
    end
    return one
end

local function random_figure(r)
    local logs = {r:uniform() < 0.5, r:uniform() < 0.5}
    local along, up, series = range(r, logs[1]), range(r, logs[2]), {}
    for i = 1, r:uniform() < 0.2 and r:index(17) or r:index(6) do
        series[i] = random_series(r, i, along, up)
    end
    local function axis(log)
        return {scale = log and "log" or "linear", label = r:uniform() < 0.8 and name(r, 6) or nil}
    end
    return plot{x = axis(logs[1]), y = axis(logs[2]), series = series, legend = pick(r, places),
        title = r:uniform() < 0.4 and name(r, 8) or nil, notes = r:uniform() < 0.4 and name(r, 30) or nil}, series
end

-- Up to seven of them side by side.
local function random_panels(r)
    local list = {columns = r:index(3), legend = r:uniform() < 0.5 and "shared" or nil,
        notes = r:uniform() < 0.4 and name(r, 30) or nil, title = r:uniform() < 0.4 and name(r, 8) or nil}
    for i = 1, r:index(7) do
        list[i] = random_figure(r)
    end
    return panels(list)
end

-- A text that lies on another or leaves the page.
local function misplaced(items)
    local list = display.texts(items)
    local width, height = items[1].line:match "^page ([%d.]+) ([%d.]+)"
    for i, a in ipairs(list) do
        if a[1] < -0.1 or a[2] < -0.1 or a[3] > width + 0.1 or a[4] > height + 0.1 then
            return "leaves the page: " .. a.text
        end
        for k = 1, i - 1 do
            if display.overlap(a, list[k]) then
                return ("%s lies on %s"):format(a.text, list[k].text)
            end
        end
    end
end

-- How many kinds of markers there are, by shape and colour.
local function kinds(items)
    local seen, n = {}, 0
    for _, item in ipairs(items) do
        local look = item.line:match "^marker (%S+ #%x+)"
        if look and #item.points > 0 and not seen[look] then
            seen[look], n = true, n + 1
        end
    end
    return n
end

-- The curves that have a point.
local function curves(series)
    local n = 0
    for _, one in ipairs(series) do
        for _, y in ipairs(one.y) do
            if y == y then
                n = n + 1
                break
            end
        end
    end
    return n
end

-- The first line that is wider than that many columns.
local function too_wide(text, cols)
    for line in text:gmatch "[^\n]+" do
        if utf8.len(line) > cols then
            return line
        end
    end
end

local inside, drawn, faults = 0, 0, {}
local function check(seed, what, fault)
    faults[what] = faults[what] or fault and ("seed %d: %s"):format(seed, fault)
end

local function in_characters(seed, r, f)
    for _, charset in ipairs {"ascii", "braille"} do
        local cols = 20 + r:index(140)
        local has_room, shown = pcall(f.text, f, {cols = cols, rows = 8 + r:index(50), charset = charset})
        check(seed, "in characters", has_room and too_wide(shown, cols))
        check(seed, "an error in characters", not has_room and not shown:find "too small for the labels" and shown)
    end
end

-- The items of a figure on a page, nil where it is too small.
local function items_on(seed, f, page)
    local fine, text = pcall(f.layout, f, page)
    check(seed, "an error", not fine and not text:find "too small for the labels" and text)
    return fine and display.items_of(text) or nil
end

local function one_figure(seed, r)
    local f, series = random_figure(r)
    local page = {width_mm = 40 * 10 ^ r:uniform(), height_mm = 30 * 10 ^ r:uniform()}
    local items = items_on(seed, f, page)
    if items then
        local box, at = display.box_of(items)
        drawn, inside = drawn + 1, inside + (box and 1 or 0)
        check(seed, "the legend hides", box and display.covered(items, box, at))
        check(seed, "a text", misplaced(items))
        local seen, all = kinds(display.items_of(f:set{legend = "none"}:layout(page))), curves(series)
        check(seed, "curves without a marker", seen < all and ("%d of %d show one"):format(seen, all))
    end
    in_characters(seed, r, f)
end

local function several(seed, r)
    local f = random_panels(r)
    local items = items_on(seed, f, {width_mm = 80 * 5 ^ r:uniform()})
    check(seed, "a text of panels", items and misplaced(items))
    in_characters(seed, r, f)
end

for seed = 1, rawget(_G, "whole") and 3000 or 200 do
    one_figure(seed, rng.new(seed))
    if seed % 4 == 0 then
        several(seed, rng.new(seed + 1e6))
    end
end
for what in pairs{["the legend hides"] = 1, ["a text"] = 1, ["curves without a marker"] = 1, ["an error"] = 1,
    ["a text of panels"] = 1, ["in characters"] = 1, ["an error in characters"] = 1} do
    t.equal(faults[what] or nil, nil, "none: " .. what)
end
t.ok(drawn > 150 and inside >= 10, ("%d figures were drawn, %d of them with a legend inside"):format(drawn, inside))
t.done()
