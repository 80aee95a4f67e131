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

-- What is said of all panels stands under all of them.
local noted = panels{titled, bare; notes = "Both fall to 2e-06.", columns = 2}
t.equal(noted:caption(), "A sentence. Both fall to 2×10^{−6}.", "the caption of panels")
t.ok(noted:layout():find 'text #404040ff 7.20 [%d.]+ "Both fall to 2×10" 4.00,', "from the left of the page")
t.ok(noted:text{cols = 72}:find "\nBoth fall to 2.10%S*%.%s*$", "in characters")
t.ok(noted:describe():find "\nBoth fall to 2×10^{−6}.\n$", "in words")
local alone = plot{panels = {{series = {{y = {1, 2}}}}}, notes = "Below."}
t.ok(alone:caption() == "Below." and alone:layout():find '"Below."', "of plot{panels=}")
t.done()
