-- Small pages say what they leave out; the axes of panels are in line.
local t = dofile "tests/lua/harness/tap.lua"

-- What a script prints on standard error.
local function notes_of(script)
    local path = t.path "small.lua"
    t.write(path, script)
    os.execute(("'%s' '%s' >/dev/null 2>'%s'"):format(os.getenv "DEBIAS", path, t.path "stderr"))
    return t.read(t.path "stderr")
end

local made = [[
local f = plot({1, 2, 3}, {title="A title", label="a", notes="A sentence.", x={label="x"}, y={label="y"}})
]]
local saved = made .. ([[f:save(%q, {width_mm=%%d, height_mm=%%d})]]):format(t.path "small.svg")
local room = "debias: note: figure:%s: there is no room for %s\n"
t.equal(notes_of(saved:format(84, 63)), "", "a page with room")
t.equal(notes_of(saved:format(26, 26)), room:format("save", "the legend, the title and the notes"), "a small page")
t.equal(notes_of(saved:format(20, 20)),
    room:format("save", "the legend, the title, the notes and the labels of the axes"), "a very small one")
t.equal(notes_of([[plot({1, 2, 3}, {x={label="x"}}):save(]] .. ("%q"):format(t.path "b.svg")
    .. [[, {width_mm=26, height_mm=26})]]), "", "what a figure has not is not left out")
t.equal(notes_of(made .. "f:text{cols=24, rows=8}"), room:format("text", "the legend, the title and the notes"),
    "few lines")

-- The places of the frames of all panels: {left, right, top, bottom}.
local function frames(f, options)
    local list = {}
    for points in f:layout(options):gmatch "rule #%x+ [%d.]+ solid ([^\n]+)" do
        local x0, y0, x1, y1, x2, y2, rest = points:match "^([%d.]+),([%d.]+) ([%d.]+),([%d.]+) ([%d.]+),([%d.]+)(.*)$"
        if x0 and x0 == x1 and y1 == y2 and x0 ~= x2 and rest == "" then
            list[#list + 1] = {tonumber(x0), tonumber(x2), tonumber(y0), tonumber(y1)}
        end
    end
    return list
end

local titled = plot({1, 2, 3}, {title = "A title", x = {label = "in\ntwo lines"}, label = "a", notes = "A sentence."})
local bare = plot({1e-4, 2, 3e3}, {y = {scale = "log", label = "y"}, label = "b"})
local named = plot({1, 2}, {y = {names = {"a word", "another word"}}, legend = "direct", label = "at the end"})
for _, options in ipairs {{}, {height_mm = 150}, {theme = "slides"}, {width_mm = 300}} do
    local all = frames(panels{titled, bare, named, titled, bare, bare; columns = 2}, options)
    t.equal(#all, 6, "six frames")
    for row = 1, 5, 2 do
        t.near({all[row][3], all[row][4]}, {all[row + 1][3], all[row + 1][4]}, 0.011, "level axes in row " .. row)
    end
    for k = 1, 4 do
        t.near({all[k][1], all[k][2]}, {all[k + 2][1], all[k + 2][2]}, 0.011, "axes below one another, panel " .. k)
    end
end

-- A last row that is not full: the legend of all panels stands in what it leaves, or else the row in the middle.
local function text_at(f, options, word)
    local width, height = f:layout(options):match "^page ([%d.]+) ([%d.]+)"
    local x, y = f:layout(options):match('"' .. word .. '" ([%d.]+),([%d.]+)')
    return tonumber(x) / width, tonumber(y) / height
end
local function row_of(n, one, other)
    local list = {columns = 2}
    for k = 1, n do
        list[k] = k % 2 == 1 and plot({1, 2}, {label = one}) or plot({2, 1}, {label = other})
    end
    return panels(list)
end
for n = 3, 7, 2 do
    local bare_row, f = row_of(n), row_of(n, "first", "second")
    local all = frames(bare_row)
    t.near(all[n][1] - all[1][1], (all[2][1] - all[1][1]) / 2, 0.011, n .. " panels: the last one is in the middle")
    t.near(all[n][2] - all[n][1], all[1][2] - all[1][1], 0.011, n .. " panels: as wide as the others")
    local x, y = text_at(f, nil, "second")
    t.near(frames(f)[n][1], frames(f)[1][1], 0.011, n .. " panels: the last one is below the first")
    t.ok(x > 0.5 and y > 1 - 2 / (n + 1) and y < 1, n .. " panels: the legend is beside it")
    t.equal(f:layout():match "^page [%d.]+ [%d.]+", bare_row:layout():match "^page [%d.]+ [%d.]+", "and adds no height")
end
local crowd = {columns = 2, legend = "shared"}
for k = 1, 3 do
    local series = {}
    for i = 1, 20 do
        series[i] = {label = ("curve %d of %d"):format(i, k), y = {i, k}}
    end
    crowd[k] = plot{series = series}
end
t.ok(select(2, text_at(panels(crowd), nil, "curve 1 of 1")) > 0.5, "a legend that is too high stands below")
t.near(frames(panels(crowd))[3][1], (frames(panels(crowd))[1][1] + frames(panels(crowd))[2][1]) / 2, 0.011,
    "and the row in the middle")

-- All panels have their legends below when one has no room for it inside.
local roomy = {series = {{y = {1, 2}, label = "roomy"}}}
local full = {}
for i = 1, 30 do
    full[i] = {label = i < 3 and "l" .. i or nil, x = {0, 1}, y = {i, i}}
end
for name, pair in pairs{first = {{series = full}, roomy}, last = {roomy, {series = full}}} do
    local f = plot{across = 1, panels = pair}
    local all, k = frames(f), name == "last" and 1 or 2
    local y = tonumber((f:layout():match '"roomy" [%d.]+,([%d.]+)'))
    t.ok(y > all[k][4], "legends below where the " .. name .. " panel has its there")
end
local both = plot{across = 1, panels = {roomy, roomy}}
t.ok(frames(both)[1][4] > tonumber((both:layout():match '"roomy" [%d.]+,([%d.]+)')), "inside where all have room")

-- What is said of all panels stands under all of them.
local noted = panels{titled, bare; notes = "Both fall to 2e-06.", columns = 2}
t.equal(noted:caption(), "A sentence. Both fall to 2×10^{−6}.", "the caption of panels")
t.ok(noted:layout():find 'text #404040ff 7.20 [%d.]+ "Both fall to 2×10" 4.00,', "from the left of the page")
t.ok(noted:text{cols = 72}:find "\nBoth fall to 2.10%S*%.%s*$", "in characters")
t.ok(noted:describe():find "\nBoth fall to 2×10^{−6}.\n$", "in words")
local alone = plot{panels = {{series = {{y = {1, 2}}}}}, notes = "Below."}
t.ok(alone:caption() == "Below." and alone:layout():find '"Below."', "of plot{panels=}")
t.done()
