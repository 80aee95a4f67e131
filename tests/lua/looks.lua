-- How figures look: legends that cover nothing, small pages, markers that take turns, one look for each method.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local look, typeset = core.use "experiment/look", core.use "typeset"

-- The items of a display list: {kind =, words = list, points = list of {x, y}}.
local function items_of(text)
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
local function box_of(items)
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
local function covered(items, box, last)
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

local places = {"auto", "top left", "top right", "bottom left", "bottom right", "direct"}

local function random_series(r, log)
    local n, level = 2 + r:index(50), 4 * r:uniform()
    local one = {label = ("x"):rep(r:index(12)), x = {}, y = {}, line = r:uniform() < 0.8}
    for i = 1, n do
        level = level + r:normal() * r:uniform()
        one.x[i], one.y[i] = i * (log and 1.3 ^ i or 1), log and math.exp(level) or level
    end
    if r:uniform() < 0.4 then
        one.lo, one.hi = vec(one.y) - 0.3 * vec(one.y):map(math.abs), vec(one.y) + 0.2 * vec(one.y):map(math.abs)
    end
    return one
end

local inside, faults = 0, {}
for seed = 1, 150 do
    local r = rng.new(seed)
    local log, series = r:uniform() < 0.5, {}
    for i = 1, r:index(6) do
        series[i] = random_series(r, log)
        series[i].label = series[i].label .. i
    end
    local scale = log and "log" or "linear"
    local f = plot{x = {scale = scale, label = "x"}, y = {scale = scale}, series = series,
        legend = places[r:index(#places)]}
    local items = items_of(f:layout{width_mm = 40 + 80 * r:uniform(), height_mm = 30 + 60 * r:uniform()})
    local box, at = box_of(items)
    local hidden = box and covered(items, box, at)
    inside = inside + (box and 1 or 0)
    faults[#faults + 1] = hidden and ("seed %d: %s"):format(seed, hidden) or nil
end
t.equal(faults[1], nil, "no legend covers data")
t.ok(inside >= 10, "some legends stand inside the axes: " .. inside)

-- A free place is found, whichever corner is asked for; without one the legend stands outside.
local x = vec.linspace(0, 5, 40)
for _, place in ipairs {"auto", "top left", "top right", "bottom left", "bottom right"} do
    local f = plot{legend = place, series = {{label = "a", x = x, y = math.exp(-2 * x)},
        {label = "b", x = x, y = math.exp(-3 * x)}}}
    t.ok(box_of(items_of(f:layout())), "a free place for the legend: " .. place)
    local full = {}
    for i = 1, 30 do
        full[i] = {label = i < 3 and "l" .. i or nil, x = {0, 1}, y = {i, i}}
    end
    t.equal(box_of(items_of(plot{legend = place, series = full}:layout())), nil, "no place: outside, " .. place)
end

-- Very small pages leave out grid and legend, and then title and notes, but nothing of a curve.
local tiny = plot{title = "Title", notes = "Some notes.", x = {label = "x"}, y = {label = "y"}, series = {
    {label = "a", y = {1, 3, 2, 4}}, {label = "b", y = {2, 1, 4, 3}}}}
for _, size in ipairs {{20, 20}, {24, 20}, {30, 24}, {35, 60}, {84, 22}} do
    local text = tiny:layout{width_mm = size[1], height_mm = size[2]}
    local what = ("%d x %d mm: "):format(size[1], size[2])
    t.ok(not text:find "e4e4e4ff" and not text:find '"a"', what .. "no grid, no legend")
    local curves = 0
    for _, item in ipairs(items_of(text)) do
        curves = curves + (item.line:find "^line #%x+ 1.20 " and #item.points == 4 and 1 or 0)
    end
    t.equal(curves, 2, what .. "both curves whole")
end
local whole = tiny:layout()
t.ok(whole:find "e4e4e4ff" and whole:find '"a"' and whole:find "Some notes", "an ordinary page has all")
for rows = 8, 20 do
    local text = tiny:text{cols = 30, rows = rows, charset = "ascii"}
    t.ok(text:find "o" and text:find "#", ("both curves in %d lines"):format(rows))
end

-- Curves on each other: each shows markers. A line's own points never hide each other.
local same = plot{series = {{label = "a", y = {1, 2, 3, 4, 5}}, {label = "b", y = {1, 2, 3, 4, 5}}}, legend = "none"}
local _, circles = same:layout():gsub("\nmarker circle", "")
local _, squares = same:layout():gsub("\nmarker square", "")
t.equal({circles, squares}, {3, 2}, "markers take turns")
local shown = plot{series = {{label = "a", y = {1, 2, 3, 4, 5}}, {label = "b", y = {1.1, 2.1, 3.1, 4.1, 5.1}}},
    legend = "none"}:text{charset = "ascii", rows = 12}
t.equal({select(2, shown:gsub("o", "")), select(2, shown:gsub("#", ""))}, {3, 2}, "in characters, of a cell")
local _, dense = plot{series = {{x = {1, 1.001, 1.002, 9}, y = {1, 1, 1, 1}}}}:layout():gsub("\nmarker", "")
t.equal(dense, 4, "of one line all are there")

-- Slopes in one manner: beside all curves, or all in the legend.
local m, crowd = pow2(1, 32), {}
for i = 1, 20 do
    crowd[i] = {label = "c" .. i, x = m, y = (1 + 0.01 * i) / m, fit = {slope = -1, lo = -1.1, hi = -0.9}}
end
local function slopes(series)
    local text = plot{x = {scale = "log2"}, y = {scale = "log"}, series = series}:layout()
    return select(2, text:gsub('"−1.00 ± 0.10"', "")), select(2, text:gsub("slope −1.00 ± 0.10", ""))
end
t.equal({slopes(crowd)}, {0, 20}, "no room for one: all slopes in the legend")
t.equal({slopes{crowd[1]}}, {1, 0}, "else beside the curve")
local function panel(series)
    return {x = {scale = "log2"}, y = {scale = "log"}, series = series}
end
for name, pair in pairs{first = {crowd, {crowd[1]}}, last = {{crowd[1]}, crowd}} do
    local f = plot{across = 1, panels = {panel(pair[1]), panel(pair[2])}}
    local text = f:layout{height_mm = 300}
    t.equal({select(2, text:gsub('"−1.00 ± 0.10"', "")), (select(2, text:gsub("slope −1.00 ± 0.10", "")))}, {0, 21},
        "panels list their slopes where the " .. name .. " one does")
    t.equal(select(2, f:text{cols = 80, charset = "ascii"}:gsub("slope %-1.00", "")), 21, "in characters: " .. name)
end

-- Several regions of noise are one, grey like its entry; a single one has the colour of its series.
local function noisy(n)
    local series = {}
    for i = 1, n do
        series[i] = {label = "n" .. i, x = m, y = i / m, floor = i * 1e-1, line = false}
    end
    return plot{x = {scale = "log2"}, y = {scale = "log"}, series = series}:layout()
end
t.equal(select(2, noisy(3):gsub("\npolygon #%x+14 ", "")), 2, "one region and its entry")
t.equal(select(2, noisy(3):gsub("\npolygon #40404014 ", "")), 2, "both grey")
t.equal(select(2, noisy(1):gsub("\npolygon #0072b214 ", "")), 2, "a single one in its colour")

-- One look and one name for each method, and no two alike.
local seen, missing = {}, {}
for method in pairs(core.method.params) do
    local one = look.of_methods({{label = method}})[1]
    local words = ("%s %s %s %s"):format(one.color, one.dash, one.marker, one.hollow)
    missing[#missing + 1] = not one.color and method or nil
    t.equal(seen[words], nil, method .. ": a look of its own")
    seen[words] = method
    t.equal(one.dash == "solid", method:find "^e%-" ~= nil, method .. ": solid if it extrapolates")
    t.equal({one.key, one.label}, {method, look.name(method)}, method .. ": its names")
    t.ok(look.name(method):lower() == method and look.name(method) ~= method, method .. ": its name in figures")
end
t.equal(missing, {}, "every method has a look")
local ordered = look.of_methods{{label = "sox"}, {label = "mine"}, {label = "e-bsgd m=2"}, {label = "nestedvr"},
    {label = "BSGD, m = 4"}, {label = "e-bsgd m=1"}}
local labels = {}
for i, one in ipairs(ordered) do
    labels[i] = one.label
end
t.equal(labels, {"BSGD, m = 4", "E-BSGD m=2", "E-BSGD m=1", "NestedVR", "SOX", "mine"}, "in the order of legends")
t.equal({ordered[1].color, ordered[2].color, ordered[3].dash}, {"blue", "blue", "solid"}, "a pair has one colour")
t.ok(ordered[3].color ~= "blue" and ordered[3].marker ~= "circle", "a method that comes again has a free one")
local p = problem.instrumental{n = 20}
local race = compare{problem = p, samples = 2000, step = 1e-5, reps = 2, methods = {{"e-bsgd"}, {"bsgd"}}}
t.equal({race:plot():data()[1].label, race:plot():data()[2].label}, {"BSGD", "E-BSGD"}, "in a figure of compare")
t.ok(race:plot{style = {bsgd = {hide = true}}}:describe():find "\nE%-BSGD", "styles by the name as typed")
t.ok(race:plot{style = {BSGD = {hide = true}}}:describe():find "\nE%-BSGD", "and by the one in the figure")

-- Tables, captions, titles of files.
local f = plot{series = {{label = "a", x = {1, 2}, y = {3, 4}, lo = {2, 3}, hi = {4, 5}}}, notes = "By 1e-3."}
t.equal({f:rows()}, {{{series = "a", x = 1.0, y = 3.0, lo = 2.0, hi = 4.0},
    {series = "a", x = 2.0, y = 4.0, lo = 3.0, hi = 5.0}}, {"series", "x", "y", "lo", "hi"}}, "the points as rows")
f:set{rows = race:summary()}
local rows, columns = f:rows()
t.equal({rows[2].method, columns[1]}, {"E-BSGD", "method"}, "a result as rows")
rows[2].method = "changed"
t.equal(f:set{title = "t"}:rows()[2].method, "E-BSGD", "they are the figure's own")
t.equal(plot{panels = {{series = {{y = {1}}}, notes = "one"}, {series = {{y = {1}}}, notes = "-2"}}}
    :caption(), "one −2", "the captions of all panels")
t.raises(function() f.rows() end, "figure:rows: call it with a colon")
t.raises(function() f.caption() end, "figure:caption: call it with a colon")
local function title(figure)
    return t.read(figure:save(t.path "t.svg")):match "<title>(.-)</title>"
end
t.equal(title(plot{series = {{y = {1, 2}}}, y = {label = "F"}}), "F against x", "a file's title says what is drawn")
t.equal({title(f), title(f:set{name = "Figure 0"})}, {"t", "Figure 0"}, "or its title, or its name")
local lone = plot{legend = "below", series = {{label = "a", y = {1}, lo = {0}, hi = {2}}}}
t.ok(lone:layout():find '"interval"' and not lone:layout():find "polygon", "a lone interval is a bar in the legend")
t.equal(figure("5c", {quick = true}):save(t.path "5c.pdf"), t.path "5c.pdf", "a figure of plots/")

for words, set in pairs {
    ["-0.5 and (-2), -.5"] = "−0.5 and (−2), −.5", ["2e-06, 1e+07, 1.5E3"] = "2×10^{−6}, 10^{7}, 1.5E3",
    ["e-bsgd 2-3 m^{-2} 2023-12-01 x1e5"] = "e-bsgd 2-3 m^{−2} 2023-12-01 x1e5", ["-1"] = "−1", [""] = "",
} do
    t.equal(typeset(words), set, "typeset: " .. words)
end

-- A method without options keeps its look, wherever it stands.
do
    local function look_of(methods, label)
        local set = compare{problem = problem.instrumental{n = 20}, methods = methods, step = 1e-5, samples = 500,
            reps = 2, record = 2}
        return set:plot():layout(), set:plot{style = {[label] = {color = "blue", marker = "circle"}}}:layout()
    end
    local drawn, wanted = look_of({{"bsgd", m = 10, update = "adam"}, {"bsgd", m = 10}}, "BSGD")
    t.equal(drawn, wanted, "plain after another update")
end

t.done()
