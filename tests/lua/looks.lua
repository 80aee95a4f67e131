-- How figures look: places of legends, small pages, markers that take turns, one look for each method; what holds for
-- any figure is in looks_random.lua.
local t = dofile "tests/lua/harness/tap.lua"
local display = dofile "tests/lua/harness/display.lua"
local core = debug.getregistry()["debias.core"]
local look, typeset = core.use "experiment/look", core.use "typeset"

-- A free place is found, whichever corner is asked for; without one the legend stands outside.
local x = vec.linspace(0, 5, 40)
for _, place in ipairs {"auto", "top left", "top right", "bottom left", "bottom right"} do
    local f = plot{legend = place, series = {{label = "a", x = x, y = math.exp(-2 * x)},
        {label = "b", x = x, y = math.exp(-3 * x)}}}
    t.ok(display.box_of(display.items_of(f:layout())), "a free place for the legend: " .. place)
    local full = {}
    for i = 1, 30 do
        full[i] = {label = i < 3 and "l" .. i or nil, x = {0, 1}, y = {i, i}}
    end
    local outside = display.items_of(plot{legend = place, series = full}:layout())
    t.equal(display.box_of(outside), nil, "no place: outside, " .. place)
end

-- A label at the end of a curve stands at its line, not at the points that were sampled of it.
local at_end = plot{legend = "direct", series = {{label = "a", y = {1, 5}, line = false}, {label = "a", y = {2, 2}},
    {label = "b", y = {1, 4}}}}:layout()
local a, b = at_end:match '"a" [%d.]+,([%d.]+)', at_end:match '"b" [%d.]+,([%d.]+)'
t.ok(tonumber(a) > tonumber(b), "the label of a line with points")

-- The last entry of a legend may be wider than its column where it has a row of its own.
local wide = plot{legend = "below", series = {{label = "a", y = {1, 2}}, {label = "b", y = {2, 3}},
    {label = ("long "):rep(9), y = {3, 4}}}}:layout()
t.equal(wide:match '"a" [%d.]+,([%d.]+)', wide:match '"b" [%d.]+,([%d.]+)', "two columns above a long entry")

-- A dash that is longer than half of the legend's sample shows a gap on each side of the marker.
local dashed = plot{legend = "below", series = {{label = "a", y = {1, 2}, dash = "long"}}}:layout()
local solid, long = dashed:match "\nline (#0072b2ff 1.20 solid [^\n]+)\nline (#0072b2ff 1.20 long [^\n]+)\nmarker"
t.ok(solid and long, "a long dash is drawn with its middle under the marker")
local left, first = solid:match "([%d.]+),[%d.]+$", long:match "long ([%d.]+)"
local marker = tonumber((dashed:match "long [^\n]+\nmarker circle #%x+ #%x+ [%d.]+ ([%d.]+),[^\n]+\ntext"))
t.near({first - left, marker - first}, {2.5 * 1.2, 4 * 1.2}, 0.011, "a gap, and then half a dash to the marker")

-- A sample looks as its curve does: with downward markers where all values are negative.
local function sample_of(signs)
    return plot{legend = "below", y = {scale = "log"}, series = {{label = "a", y = {1, 2}, sign = signs}}}:layout()
        :match 'marker (%S+) [^\n]+\ntext [^\n]+"a"'
end
t.equal({sample_of{-1, -1}, sample_of{-1, 1}, sample_of{1, 1}}, {"down", "circle", "circle"}, "samples of signs")

-- A logarithmic axis whose numbers do not show it says so.
local function title_of(y, label, options)
    return plot(y, {y = {scale = "log", label = label}}):layout(options):match 'up [%d.]+ "([^"]*)"'
end
t.equal({title_of({1.7, 1.9, 2.4}, "F"), title_of({1.7e7, 1.9e7, 2.4e7}, "F"), title_of({1.7, 1.9, 2.4})},
    {"F (log scale)", "F (×10", "log scale"}, "marks at even steps")
t.equal({title_of({1, 2, 3}, "F"), title_of({1, 50}, "F"), title_of({1, 1e9}, "F")}, {"F", "F", "F"}, "other marks")
t.ok(plot({1, 2}, {1.7, 2.4}, {y = {scale = "log", label = "F"}}):text():find "^F %(log scale%)", "in characters")

-- Very small pages leave out grid and legend, and then title and notes, but nothing of a curve.
local tiny = plot{title = "Title", notes = "Some notes.", x = {label = "x"}, y = {label = "y"}, series = {
    {label = "a", y = {1, 3, 2, 4}}, {label = "b", y = {2, 1, 4, 3}}}}
for _, size in ipairs {{20, 20}, {24, 20}, {30, 24}, {35, 60}, {84, 22}} do
    local text = tiny:layout{width_mm = size[1], height_mm = size[2]}
    local what = ("%d x %d mm: "):format(size[1], size[2])
    t.ok(not text:find "e4e4e4ff" and not text:find '"a"', what .. "no grid, no legend")
    local curves = 0
    for _, item in ipairs(display.items_of(text)) do
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
