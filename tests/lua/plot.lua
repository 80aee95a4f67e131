-- plot and the methods of a figure.
local t = dofile "tests/lua/harness/tap.lua"
local nan, inf = 0 / 0, math.huge

local read = t.read

local function lines(text)
    local list = {}
    for line in text:gmatch "([^\n]*)\n" do
        list[#list + 1] = line
    end
    return list
end

local m = pow2(1, 32)
local function make()
    return plot{
        title = "Bias of q = s^4", seed = 7, spec = '{"kind":"bias","q":"s⁴"}',
        x = {label = "m", scale = "log2"}, y = {label = "|bias|", scale = "log"},
        series = {
            {label = "L1", x = m, y = 0.2 / m, fit = {slope = -1, lo = -1.01, hi = -0.99}},
            {label = "L2", x = m, y = 0.1 / m ^ 2, lo = 0.09 / m ^ 2, hi = 0.11 / m ^ 2},
        },
    }
end

-- What a figure says about itself.
t.equal(tostring(make()), "figure 'Bias of q = s^4': 2 series, 12 points", "tostring")
t.equal(tostring(plot{series = {{y = {1}}}}), "figure: 1 series, 1 point", "tostring without a title")
t.equal(make():describe(), [[
Bias of q = s^4: |bias| (logarithmic) against m (powers of 2).
L1: 6 points, m from 1 to 32, falls from 0.2 to 0.00625; slope -1 (-1.01 to -0.99) for m from 1 to 32.
L2: 6 points, m from 1 to 32, falls from 0.1 to 9.77e-05.
]], "describe")
local trends = {{y = {3, 1, 2}}, {y = {1, 4, 2}}, {y = {2, 2}}, {y = {}}, {y = {1, 2}, hide = true}}
t.equal(plot{series = trends}:describe(), [[
y against x.
series 1: 3 points, x from 1 to 3, falls from 3 to 1 at x = 2, then rises to 2.
series 2: 3 points, x from 1 to 3, rises from 1 to 4 at x = 2, then falls to 2.
series 3: 2 points, x from 1 to 2, is 2.
series 4: nothing to show.
]], "describe trends")

-- Files: the same bytes every time, with their recipe.
local recipe = '{"debias":"' .. version .. '","seed":7,"spec":{"kind":"bias","q":"s\\u2074"}}'
for _, kind in ipairs {"pdf", "svg", "png"} do
    local one, two = t.path("one." .. kind), t.path("two." .. kind)
    t.equal(make():save(one), one, "save returns the path, " .. kind)
    make():save(two)
    t.equal(read(one), read(two), "same bytes, " .. kind)
end

local function run(command)
    local pipe = io.popen(command .. " 2>&1")
    local text = pipe:read "a"
    return pipe:close() and text
end

local pdf, svg, png = read(t.path "one.pdf"), read(t.path "one.svg"), read(t.path "one.png")
t.equal(pdf:sub(1, 8), "%PDF-1.5", "a PDF file")
local info = run("pdfinfo " .. t.path "one.pdf")
if info then
    t.ok(info:find(recipe, 1, true), "PDF carries the recipe")
    t.ok(info:find("Title: +Bias of q = s^4\n"), "PDF has a title")
    t.ok(info:find("Page size: +238.11 x 178.583 pts"), "PDF is as wide as a column")
    local fonts = run("pdffonts " .. t.path "one.pdf")
    t.ok(fonts:find "DejaVuSans" and fonts:find "TrueType" and not fonts:find "Type 3", "PDF embeds TrueType")
else
    t.skip("PDF read by poppler", "no pdfinfo")
end
t.ok(svg:find(recipe, 1, true), "SVG carries the recipe")
t.ok(svg:find("<title>Bias of q = s^4</title>", 1, true), "SVG has a title")
t.ok(svg:find("|bias| (logarithmic) against m", 1, true), "SVG has a description")
t.ok(svg:find 'id="surface1"' and svg:find "</svg>%s*$", "SVG numbers its surfaces from 1")

-- Chunks of a PNG file by type; checksums are checked by the decoders.
local function chunks(bytes)
    local found, at = {}, 9
    while at <= #bytes do
        local size, kind = (">I4c4"):unpack(bytes, at)
        found[kind] = (found[kind] or "") .. bytes:sub(at + 8, at + 7 + size) .. "\n"
        at = at + 12 + size
    end
    return found
end
local found = chunks(png)
t.equal(png:sub(1, 8), "\137PNG\r\n\26\n", "a PNG file")
t.ok(found.tEXt:find("debias\0" .. recipe, 1, true), "PNG carries the recipe")
t.ok(found.tEXt:find("Title\0Bias of q = s^4", 1, true), "PNG has a title")
t.equal({(">I4I4"):unpack(found.IHDR)}, {992, 744, 9}, "PNG has 300 pixels per inch")
t.equal((">I4"):unpack(found.pHYs), 11811, "PNG states its resolution")
local image = run("pngtopnm " .. t.path "one.png" .. " | head -c 15")
if image and image:find "^P6" then
    t.ok(image:find "^P6\n992 744\n", "PNG is decoded")
else
    t.skip("PNG is decoded", "no pngtopnm")
end

local sizes = make()
sizes:save(t.path "size.png", {width_mm = 254, height_mm = 127, dpi = 100, theme = "dark"})
t.equal({(">I4I4"):unpack(chunks(read(t.path "size.png")).IHDR)}, {1000, 500, 9}, "size and resolution")
t.ok(not read(t.path "size.png"):find("Title\0\0", 1, true), "text chunks")
plot{series = {{y = {1}}}}:save(t.path "UPPER.PDF")
t.ok(read(t.path "UPPER.PDF"):find "^%%PDF", "an extension in capitals")
plot{title = "F − F* ≤ ε", series = {{y = {1}}}}:save(t.path "latin.png")
t.ok(chunks(read(t.path "latin.png")).tEXt:find("Title\0F - F* ? ?\n", 1, true), "a PNG title in Latin-1")

-- Pages grow for notes, unless their height is given.
local function page(f, options)
    return f:layout(options):match "^page ([%d.]+ [%d.]+)"
end
t.equal(page(make()), "238.11 178.58", "the page of paper")
t.equal(page(make():set{notes = "A sentence."}), "238.11 190.74", "the page grows for notes")
t.equal(page(make():set{notes = "A sentence."}, {height_mm = 63}), "238.11 178.58", "not when its height is given")
t.equal(page(make(), {theme = "slides"}), "680.31 382.68", "the page of slides")

-- set.
local f = make()
t.ok(f:set{notes = "new"} == f, "set returns the figure")
f:set{style = {L1 = {color = "#ff0000"}}}:set{style = {L1 = {dash = "dot"}, L2 = {hide = true}}}
local list = f:layout()
t.ok(list:find "line #ff0000ff 1.20 dot", "styles are merged")
t.ok(not list:find '"L2"', "a hidden series leaves the legend")
f:set{style = {L2 = {label = "order 2", hide = false}}}
t.ok(f:layout():find '"order 2"', "a style renames")
f:set{x = {label = "batch"}}
t.ok(f:layout():find '"batch"' and f:layout():find '"32"', "axes are merged")
f:set{style = {[2] = {marker = "plus", line = false}}}
t.ok(f:layout():find "marker plus", "a style by number")
local before = f:layout()
t.raises(function() f:set{style = {L3 = {}}} end,
    "figure:set: style: no series 'L3', did you mean 'L1'?", "an unknown style")
t.raises(function() f:set{font_pt = 9, y = {scale = "cubic"}} end,
    "figure:set: y: option 'scale': expected one of linear|log|log2, got 'cubic'", "a wrong scale")
t.ok(f:layout() == before, "a failed set changes nothing")

-- Tables and vecs that were given stay the user's.
local y = vec{1, 2, 3}
local own = plot{series = {{y = y, label = "a"}}}
y[1] = 100
t.equal(own:data()[1].y[1], 1.0, "data are copied")
own:data()[1].y[2] = 50
t.equal(own:data()[1].y[2], 2.0, "data() gives copies")

-- data and csv.
local data = plot{series = {{label = "a, b", y = {1, nan}, floor = 2}, {x = {5}, y = {6}, lo = {5.5}, hi = {7}}}}
t.equal(data:data()[1].label, "a, b", "data: label")
t.equal(data:data()[1].x:table(), {1.0, 2.0}, "data: x counts")
t.equal(data:data()[1].floor:table(), {2.0, 2.0}, "data: one floor for all")
t.equal(data:data()[1].lo, nil, "data: no limits")
t.equal(data:csv(t.path "data.csv"), t.path "data.csv", "csv returns the path")
t.equal(read(t.path "data.csv"), 'series,x,y,lo,hi,floor\n"a, b",1,1,,,2\n"a, b",2,,,,2\n"",5,6,5.5,7,\n', "csv")

-- Text: real labels, the size that was asked for.
local ascii = make():text{cols = 60, rows = 16, charset = "ascii"}
t.equal(#lines(ascii), 16, "rows")
t.ok(not ascii:find "[^ -~\n]", "ASCII only")
for _, word in ipairs {"Bias of q = s^4", "|bias|", "10^-3", "--o-- L1", "--#-- L2", "-1.00 +/- 0.01", " 32\n"} do
    t.ok(ascii:find(word, 1, true), "text has " .. word)
end
local braille = make():text{cols = 60, rows = 16, charset = "braille"}
for _, word in ipairs {"10⁻³", "−1.00 ± 0.01", "●", "■", "┬", "└"} do
    t.ok(braille:find(word, 1, true), "braille has " .. word)
end
for _, line in ipairs(lines(braille)) do
    t.ok(utf8.len(line) <= 60, "no line is too long")
end
t.ok(make():text() == make():text{cols = 72, rows = 20, charset = "ascii"}, "ASCII when there is no terminal")

-- Odd data.
local function shows(options, name)
    for _, kind in ipairs {"a.pdf", "a.svg", "a.png"} do
        plot(options):save(t.path(kind))
    end
    local text = plot(options):text{cols = 60, rows = 14, charset = "ascii"}
    t.ok(#text > 100 and #plot(options):describe() > 0, name)
    return text
end
shows({series = {}}, "no series")
shows({series = {{x = {}, y = {}, label = "none"}}}, "an empty series")
shows({y = {scale = "log"}, series = {{y = {1, 2}, hide = true}}}, "everything hidden")
shows({series = {{x = 3, y = 4, lo = 3, hi = 6}}}, "a single point")
shows({series = {{y = {5, 5, 5}}}}, "a constant")
shows({series = {{y = {1e6, 1e6 + 1e-10}}}}, "a constant but for rounding")
shows({series = {{y = {-1.7e308, 1.7e308}}}}, "the largest range")
shows({series = {{y = {1e-310, 3e-310}}}}, "the smallest numbers")
shows({y = {scale = "log"}, series = {{y = {5e-324, 1.7e308}}}}, "all powers of ten")
shows({y = {scale = "log2"}, x = {scale = "log"}, series = {{x = {1, 1.5}, y = {1, 1.2}}}}, "less than a power")
shows({series = {{y = {nan, nan}}}}, "nothing but gaps")
shows({series = {{y = {1, nan, 3, inf, 5},
    lo = {0, nan, -inf, 1, 4}, hi = {2, 3, 4, nan, inf}}}}, "gaps and infinite limits")
shows({x = {min = 30}, series = {{y = {1, 2}}}}, "an axis beyond the data")
local many = {}
for i = 1, 40 do
    many[i] = {label = "series " .. i, y = {i, i + 1, i * 1.5}}
end
shows({series = many, legend = "none"}, "many series")
t.ok(not plot{series = many}:layout{height_mm = 30}:find "series 1", "a legend without room is left out")
local large = {}
for i = 1, 200000 do
    large[i] = math.sin(i / 7) * i
end
plot{series = {{y = large}}}:save(t.path "large.svg")
t.ok(#read(t.path "large.svg") < 1e6, "a long series is thinned")
local ordered, scattered, heights = vec.linspace(0, 1, 1e5), rng.new(3):uniform(1e5), rng.new(4):normal(1e5)
for _, marker in ipairs {"circle", "square", "triangle", "diamond", "down", "cross", "plus"} do
    for name, x in pairs {ordered = ordered, scattered = scattered} do
        local floor = name == "ordered" and 0 or nil -- half of them are hollow
        local crowd = plot{series = {{x = x, y = heights, floor = floor, line = false, marker = marker}}}
        local file = crowd:save(t.path("crowd." .. (name == "ordered" and "svg" or "pdf")))
        t.ok(#read(file) < 2e6, ("1e5 markers take less than 2 MB: %s, %s"):format(marker, name))
    end
end
local few = plot{series = {{x = ordered:slice(1, 2000), y = heights:slice(1, 2000), line = false}}}
t.equal(select(2, few:layout():gsub("\nmarker ", "")), 2000, "2000 markers are all drawn")

-- A gap breaks the line: one piece of two points, one of three.
t.ok(plot{series = {{y = {1, 2}, marker = "none", color = "#1aF"}}}:layout():find("line #11aaffff", 1, true),
    "a colour of three digits")
local gap = plot{series = {{y = {1, 2, nan, 4, 5, 6}, marker = "none", color = "#010203"}}}:layout()
local pieces = {}
for points in gap:gmatch "line #010203ff 1.20 solid([^\n]*)" do
    pieces[#pieces + 1] = select(2, points:gsub(",", ""))
end
t.equal(pieces, {2, 3}, "a gap breaks the line")

-- Logarithmic axes: what they cannot show is said.
local some = shows({y = {scale = "log"}, series = {{y = {1, 0, -1, 0.1}}}}, "zeros on a logarithmic axis")
t.ok(some:find "2 points with a value <= 0 are not shown", "they are counted")
local open = plot{y = {scale = "log"}, series = {{y = {1, 0.1, 0.01}, lo = {0.5, -0.1, 0}, hi = {2, 0.2, 0.1}}}}
t.ok(open:layout():find '"lower limit ≤ 0"', "open limits are in the legend")
t.equal(select(2, open:layout():gsub("marker down", "")), 3, "and marked: two, and the legend's sample")
t.raises(function() plot{y = {scale = "log"}, series = {{y = {0, -1}}}} end,
    "plot: the y axis is logarithmic, but no y is positive", "nothing positive")
t.raises(function() plot{x = {scale = "log2"}, series = {{x = {0}, y = {1}}}} end,
    "plot: the x axis is logarithmic, but no x is positive", "nothing positive, x")

-- Series of one label share their look and one entry of the legend.
local shared = plot{series = {{label = "a", y = {1, 2}, marker = "none"}, {label = "a", y = {2, 3}, line = false},
    {label = "b", y = {3, 4}}}}:layout()
t.equal(select(2, shared:gsub('"a"', "")), 1, "one entry")
t.ok(not shared:find "#009e73", "two colours for two labels")

-- Legends.
for _, place in ipairs {"auto", "direct", "none", "below", "top left", "top right", "bottom left", "bottom right"} do
    t.equal(make():set{legend = place}:layout():find '"L2"' ~= nil, place ~= "none", "legend " .. place)
end

-- Wrong use.
local ok = {series = {{y = {1}}}}
local function fails(options, message)
    t.raises(function() plot(options) end, "plot: " .. message, message)
end
fails(3, "expected numbers, results, figures or a table of options, got 3")
fails({}, "expected numbers, results, figures or a table of options, got an empty table")
fails({series = {}, tilte = "x"}, "unknown option 'tilte', did you mean 'title'?")
fails({series = {a = {}}}, "option 'series': expected a list of tables, {{x=, y=}, ..}")
fails({series = {3}}, "series 1: expected a table of options, got 3")
fails({series = {{y = {1}, colour = "red"}}}, "series 1: unknown option 'colour', did you mean 'color'?")
fails({series = {{x = {1}}}}, "series 1: option 'y' must be given: a vec or a list of numbers; NaN leaves a gap")
fails({series = {{y = {1, 2}}, {x = {1, 2, 3}, y = {1, 2}}}}, "series 2: y has 2 values and x has 3")
fails({series = {{y = {1, 2}, lo = {1}, hi = {1, 2}}}}, "series 1: y has 2 values and lo has 1")
fails({series = {{y = {1}, lo = {1}}}}, "series 1: expected both lo and hi, got only lo")
fails({series = {{y = {1}}, {y = {1, 2}, lo = {0, 3}, hi = {2, 2}}}},
    "series 2: expected lo <= hi, got 3 and 2 at point 2")
fails({series = {{y = {1}, fit = {slope = 1, lo = 2, hi = 1}}}}, "series 1: fit: expected lo <= hi, got 2 and 1")
fails({series = {{y = {1}, fit = {slope = 1, from = 2, to = 1}}}}, "series 1: fit: expected from <= to, got 2 and 1")
fails({y = {scale = "log", min = 1e10, max = 1e10 + 2e-6}, series = {{y = {1}}}},
    "y: expected min < max, further apart, got 10000000000.0 and 10000000000.0")
fails({series = {{y = {1, "2"}}}}, "series 1: option 'y': expected a vec or a list of numbers, got a table")
fails({series = {{y = "abc"}}}, "series 1: option 'y': expected a vec or a list of numbers, got 'abc'")
local palette = "blue|vermillion|green|purple|orange|sky|black|yellow"
local names = palette .. "|red|darkred|gray|grey|lightgray|lightgrey|darkgray|darkgrey|brown|pink|magenta|violet|cyan"
    .. "|teal|navy|olive|gold|white"
fails({series = {{y = {1}, color = "reed"}}}, "series 1: option 'color': expected '#rrggbb', 1 to 8 or one of "
    .. names .. ", got 'reed', did you mean 'red'?")
for _, color in ipairs {"#", "#12", "#1234", "#12345g", "#1234567"} do
    fails({series = {{y = {1}, color = color}}}, "series 1: option 'color': expected '#rrggbb', 1 to 8 or one of "
        .. names .. ", got '" .. color .. "'")
end
-- The colour of the curve of a figure, as drawn.
local function drawn_color(color, theme)
    return plot{series = {{y = {1, 2}, color = color}}}:layout{theme = theme}:match "marker circle #(%x+)"
end
for name in names:gmatch "%a+" do
    local is_palette = ("|" .. palette .. "|"):find("|" .. name .. "|", 1, true)
    t.equal(#drawn_color(name), 8, "the colour " .. name)
    t.ok(is_palette or drawn_color(name, "dark") == drawn_color(name), name .. " is the same in the dark")
end
t.equal({drawn_color "red", drawn_color "grey", drawn_color "lightgrey"}, {"d62728ff", "7f7f7fff", "c0c0c0ff"},
    "colours by name")
t.equal(drawn_color "grey", drawn_color "gray", "both spellings")
fails({series = {{y = {1}, marker = "star"}}}, "series 1: option 'marker': expected one of "
    .. "circle|square|triangle|diamond|down|cross|plus|none, got 'star'")
fails({series = {{y = {1}, fit = {slop = 1}}}}, "series 1: fit: unknown option 'slop', did you mean 'slope'?")
fails({series = {{y = {1}, fit = {lo = 1}}}}, "series 1: fit: option 'slope' must be given: of y on x, of their "
    .. "logarithms on logarithmic axes")
fails({series = {}, x = {scale = "log", min = 0}},
    "x: option 'min': expected a number > 0 on a logarithmic axis, got 0.0")
fails({series = {}, x = {min = 2, max = 1}}, "x: expected min < max, got 2.0 and 1.0")
fails({series = {}, x = "m"}, "option 'x': expected a table, got 'm'")
fails({series = {}, font_pt = 1}, "option 'font_pt': expected a number from 4 to 72, got 1")
fails({series = {}, title = "a\255"}, "option 'title': expected UTF-8 text without control characters")
fails({series = {}, y = {label = "a\1"}}, "y: option 'label': expected UTF-8 text without control characters")
fails({series = {{y = {1}}}, style = {a = {}}}, "style: no series 'a'")
fails({series = {{y = {1}}}, style = {[2] = {}}}, "style: no series '2'")
fails({series = {{y = {1}, label = "a"}}, style = {a = 3}}, "style 'a': expected a table, got 3")
fails({series = {{y = {1}, label = "a"}}, style = {a = {dsh = "dot"}}},
    "style 'a': unknown option 'dsh', did you mean 'dash'?")

local function save_fails(message, ...)
    local arguments = {...}
    t.raises(function() plot(ok):save(table.unpack(arguments)) end, "figure:save: " .. message, message)
end
save_fails("expected a file name, got nil")
save_fails("unknown file extension '.jpg', expected .pdf, .svg, .png, .tex or .gp", "a.jpg")
save_fails("'dir.pdf/plot' has no file extension, expected .pdf, .svg, .png, .tex or .gp", "dir.pdf/plot")
save_fails("cannot write '/nonexistent/a.pdf': No such file or directory", "/nonexistent/a.pdf")
save_fails("unknown option 'width_m', did you mean 'width_mm'?", t.path "a.pdf", {width_m = 30})
save_fails("option 'theme': expected one of paper|slides|dark, got 'light', did you mean 'paper'?",
    t.path "a.pdf", {theme = "light"})
save_fails("the page is too small for the labels: make it larger or the font smaller", t.path "a.pdf",
    {width_mm = 20, height_mm = 20, theme = "slides"})
save_fails("more than 32767 pixels on a side: make the page or dpi smaller", t.path "a.png",
    {width_mm = 900, dpi = 1000})
t.raises(function() plot(ok).save "a.pdf" end, "figure:save: call it with a colon", "save with a dot")
t.raises(function() plot(ok).csv "a.csv" end, "figure:csv: call it with a colon", "csv with a dot")
t.raises(function() plot(ok):csv "/nonexistent/a.csv" end,
    "figure:csv: cannot write '/nonexistent/a.csv': No such file or directory", "csv that cannot be written")
t.raises(function() plot(ok):text{cols = 5} end,
    "figure:text: option 'cols': expected a whole number from 20 to 1000, got 5", "too few columns")
t.raises(function() return plot(ok).sav end, "figure: no field 'sav', did you mean 'save'?", "an unknown method")
t.raises(function() return plot.foo end, "plot: no field 'foo'", "an unknown field of plot")

-- Without the drawing library: a figure in the terminal all the same, and words for the others.
t.write(t.path "libcairo.so.2", "")
local function without(code)
    return run(("LD_LIBRARY_PATH='%s' '%s' -e '%s' </dev/null"):format(os.getenv "TMPDIR", os.getenv "DEBIAS", code))
end
local draws = "f = plot{series={{x={1, 2}, y={1, 2}}}} "
t.ok(without(draws .. "print(f:text())"), "figures on the terminal need no library")
t.ok(without(draws .. [[print(select(2, pcall(f.save, f, "a.png")))]]):find(
    "figure:save: the drawing library cannot be loaded (install libcairo2)", 1, true), "a file does")
t.ok(without "doctor()":find "font +the drawing library cannot be loaded", "which doctor says")

-- Panels: figures in one, numbered in their data; options of one figure go into a panel.
local panel = {series = {{label = "a", y = {1, 2}}}}
local four = plot{panels = {panel, panel, {series = {{y = {3, 1}}, {y = {2, 2}}}}}}
t.equal(tostring(four), "figure: 3 panels", "panels are counted")
t.equal(#four:data(), 4, "data of all panels")
t.equal({four:data()[1].panel, four:data()[4].panel}, {1, 3}, "and their numbers")
t.ok(t.read(four:csv(t.path "panels.csv")):find("^series,x,y,panel\na,1,1,1\n"), "csv has them, too")
t.ok(four:describe():find "Panel 1%. y against x%.\na: 2 points" and four:describe():find "Panel 3%.", "described")
t.equal(select(2, four:layout():gsub('"a"', "")), 2, "all are laid out")
t.ok(four:set{across = 3}:layout():match "page %S+ %S+" ~= plot{panels = {panel, panel, panel}}:layout():match
    "page %S+ %S+", "across is the number in a row")
t.equal(select(2, four:text{cols = 40, rows = 10}:gsub("\n", "")), 30, "as text they stand below one another")
t.raises(function() plot{panels = {}} end, "plot: option 'panels': expected a list of tables, {{series=}, ..}")
t.raises(function() plot{panels = {panel, 1}} end, "plot: panel 2: expected a table of options, got 1")
t.raises(function() plot{panels = {panel, {}}} end, "plot: panel 2: option 'series' must be given: a list of {x=, y=, "
    .. "lo=, hi=, label=, ..} (help\"series\")")
t.raises(function() plot{panels = {panel, {series = {{x = {1}, y = {1, 2}}}}}} end,
    "plot: panel 2: series 1: y has 2 values and x has 1")
t.raises(function() plot{panels = {panel}, interval = "x"} end,
    "plot: option 'interval' does not go with panels: it goes into one")
t.raises(function() plot{panels = {panel}, legend = "below"} end,
    "plot: option 'legend': with panels only 'shared' goes, all else into one")
t.raises(function() plot{series = {{y = {1}}}, legend = "shared"} end,
    "plot: option 'legend': 'shared' goes with panels")
t.raises(function() plot{panels = {{panels = {panel}}}} end, "plot: panel 1: option 'panels': panels have no panels")
t.ok(debug.getregistry()["debias.drawn"].__gc, "bytes of a drawing that fails are freed")
t.done()
