-- Lines, texts, slopes and windows in figures; symbols in their labels.
local t = dofile "tests/lua/harness/tap.lua"
local nan, inf = 0 / 0, math.huge
local m = pow2(1, 32)

local function make()
    return plot{x = {label = "m", scale = "log2"}, y = {label = "bias", scale = "log"},
        series = {{label = "L1", x = m, y = 0.2 / m}}}
end

-- The sentences about marks.
local function said(f)
    return f:describe():match "0.00625%.\n(.*)$"
end

-- Each kind, as a method and as an option, is the same figure and is said in words.
local kinds = {
    {function(f) return f:hline(0.01) end, {kind = "hline", y = 0.01}, "Line at bias = 0.01.\n"},
    {function(f) return f:hline(0.01, {label = "goal", color = "red", dash = "solid"}) end,
        {kind = "hline", y = 0.01, label = "goal", color = "red", dash = "solid"}, "Line at bias = 0.01: goal.\n"},
    {function(f) return f:vline(4, {label = "here"}) end, {kind = "vline", x = 4, label = "here"},
        "Line at m = 4: here.\n"},
    {function(f) return f:text(4, 0.1, "words") end, {kind = "text", x = 4, y = 0.1, label = "words"},
        "Text at m = 4, bias = 0.1: words.\n"},
    {function(f) return f:text(4, 0.1, "words", {anchor = "right"}) end,
        {kind = "text", x = 4, y = 0.1, label = "words", anchor = "right"}, "Text at m = 4, bias = 0.1: words.\n"},
    {function(f) return f:slope(-2) end, {kind = "slope", slope = -2, label = "slope −2"},
        "Line of slope -2: slope −2.\n"},
    {function(f) return f:slope(-2, {x = 2, y = 0.1, from = 2, label = ""}) end,
        {kind = "slope", slope = -2, x = 2, y = 0.1, from = 2},
        "Line of slope -2 through m = 2, bias = 0.1 for m from 2.\n"},
    {function(f) return f:window(4, 16, {label = "fitted"}) end,
        {kind = "window", from = 4, to = 16, label = "fitted"}, "Window for m from 4 to 16: fitted.\n"},
}
for i, kind in ipairs(kinds) do
    local f = make()
    t.ok(kind[1](f) == f, "the method returns the figure, " .. i)
    t.equal(said(f), kind[3], "in words, " .. i)
    local other = make():set{marks = {kind[2]}}
    t.equal(f:layout(), other:layout(), "as an option, " .. i)
    t.ok(f:layout() ~= make():layout(), "it is drawn, " .. i)
    for _, charset in ipairs {"ascii", "braille"} do
        t.ok(f:text{charset = charset} ~= make():text{charset = charset}, "in characters, " .. i)
    end
    t.equal(f:set{marks = {}}:layout(), make():layout(), "and taken away, " .. i)
end
t.equal(said(make():hline(1):vline(2)), "Line at bias = 1.\nLine at m = 2.\n", "one after the other")
t.equal(said(make():hline(1):set{title = "x"}), "Line at bias = 1.\n", "set keeps them")

-- The ends of the line that is drawn thin and dashed.
local function line_of(f)
    local x0, y0, x1, y1 = f:layout():match "line #404040ff [%d.]+ dash ([%d.]+),([%d.]+) ([%d.]+),([%d.]+)"
    return {tonumber(x0), tonumber(y0), tonumber(x1), tonumber(y1)}
end

-- Where the curve is, a line of its slope is, on all scales.
for _, scales in ipairs {{"log2", "log"}, {"log", "log2"}, {"log", "log"}, {"linear", "linear"}, {"linear", "log"}} do
    local x, log_x, log_y = vec{1, 2, 4, 8}, scales[1] ~= "linear", scales[2] ~= "linear"
    local y = log_x and 0.5 * x ^ -1.5 or log_y and 10 ^ (-1.5 * x) or 20 - 1.5 * x
    local axes = {x = {scale = scales[1], min = 1, max = 8}, y = {scale = scales[2]}}
    local f = plot{x = axes.x, y = axes.y, legend = "none",
        series = {{x = x, y = y, marker = "none", dash = "solid", color = "red"}}}
    local list = {}
    for value in f:layout():match "line #d62728ff [%d.]+ solid ([^\n]*)":gmatch "[%d.]+" do
        list[#list + 1] = tonumber(value)
    end
    local ends = {list[1], list[2], list[#list - 1], list[#list]}
    t.near(line_of(f:slope(-1.5, {label = ""})), ends, 0.02, table.concat(scales, " "))
end

-- Axes reach as far as lines and texts, unless limits say otherwise.
t.ok(make():hline(1e-5):text():find("10⁻⁵", 1, true) or make():hline(1e-5):text():find("10^-5", 1, true),
    "the axis reaches the line")
local limited = make():set{y = {min = 1e-3}}:hline(1e-5):text(1, 1e-4, "lost")
t.equal(limited:describe():match "[^\n]*\n$",
    "2 marks beyond the limits of the axes are not shown.\n", "beyond the limits")
t.ok(not limited:layout():find("lost", 1, true), "they are not drawn")
t.equal(make():set{x = {max = 8}}:vline(32):describe():match "[^.\n]*%.\n$",
    " 1 mark beyond the limits of the axes is not shown.\n", "one beyond the limits")

-- A label stays inside the axes and covers no curve where there is room.
local long = plot{series = {{y = {1, 2}}}}:text(2, 2, ("many words "):rep(8)):layout{width_mm = 84}
t.ok(select(2, long:gsub("many words", "")) == 8, "a long text is wrapped")

-- Panels: in all of them, or in one.
local panel = {series = {{y = {1, 2}}}}
local function panels()
    return plot{panels = {panel, panel}}
end
t.equal(select(2, panels():hline(1.5):describe():gsub("Line", "")), 2, "in both panels")
t.equal(panels():hline(1.5, {panel = 2}):describe():match "Panel 2.*Line at y = 1.5", panels():hline(1.5, {panel = 2})
    :describe():match "Panel 2.*Line at y = 1.5", "in the second")
t.equal(select(2, panels():hline(1.5, {panel = 2}):describe():gsub("Line", "")), 1, "in one panel")
t.equal(plot{panels = {panel, panel}, marks = {{kind = "hline", y = 1.5, panel = 2}}}:layout(),
    panels():hline(1.5, {panel = 2}):layout(), "as an option of panels")
t.equal(panels():hline(1.5):set{marks = {}}:layout(), panels():layout(), "taken away from panels")

-- Wrong ones: nothing changes.
local f = make()
local function fails(change, message)
    t.raises(change, message)
    t.equal(f:layout(), make():layout(), "unchanged: " .. message)
end
fails(function() f:hline "1" end, "figure:hline: expected a number y, got '1'")
fails(function() f:hline() end, "figure:hline: expected a number y, got nil")
fails(function() f:hline(nan) end, "figure:hline: mark 1: option 'y': expected a number, got nan")
fails(function() f:vline(inf) end, "figure:vline: mark 1: option 'x': expected a number, got inf")
fails(function() f:hline(0) end, "figure:hline: mark 1: expected y > 0 on a logarithmic axis, got 0")
fails(function() f:vline(-1) end, "figure:vline: mark 1: expected x > 0 on a logarithmic axis, got -1")
fails(function() f:vline(1, 2) end, "figure:vline: expected a table of options, got 2")
fails(function() f:vline(1, {lable = "a"}) end, "figure:vline: unknown option 'lable', did you mean 'label'?")
fails(function() f:vline(1, {panel = 1}) end,
    "figure:vline: mark 1: option 'panel' goes with a figure that has panels")
fails(function() f:text(1, 2) end, "figure:text: expected a text after x and y, got nil")
fails(function() f:text(1, "a") end, "figure:text: expected a number y, got 'a'")
fails(function() f:text(1, 1, "") end, "figure:text: mark 1: kind 'text' needs option 'label'")
fails(function() f:text(1, 1, "a", {anchor = "middle"}) end,
    "figure:text: mark 1: option 'anchor': expected one of left|center|right, got 'middle', did you mean 'center'?")
fails(function() f:slope "-2" end, "figure:slope: expected a number slope, got '-2'")
fails(function() f:slope(-2, {x = 1}) end, "figure:slope: mark 1: expected both x and y, got only x")
fails(function() f:slope(inf) end, "figure:slope: mark 1: option 'slope': expected a number, got inf")
fails(function() f:slope(-2, {from = 3, to = 2}) end, "figure:slope: mark 1: expected from < to, got 3 and 2")
fails(function() f:slope(-2, {from = 0}) end, "figure:slope: mark 1: expected from > 0 on a logarithmic axis, got 0")
fails(function() f:window(3, 2) end, "figure:window: mark 1: expected from < to, got 3 and 2")
fails(function() f:window(3) end, "figure:window: expected a number to, got nil")
fails(function() f:set{marks = {{kind = "window"}}} end, "figure:set: mark 1: expected from, to or both")
fails(function() f:set{marks = {{kind = "line"}}} end,
    "figure:set: mark 1: option 'kind': expected one of hline|vline|text|slope|window, got 'line', did you mean "
        .. "'hline'?")
fails(function() f:set{marks = {{kind = "hline", y = 1, x = 1}}} end,
    "figure:set: mark 1: option 'x' does not go with kind 'hline'")
fails(function() f:set{marks = {{kind = "vline"}}} end, "figure:set: mark 1: kind 'vline' needs option 'x'")
fails(function() f:set{marks = {1}} end, "figure:set: mark 1: expected a table of options, got 1")
fails(function() f:set{marks = {kind = "hline", y = 1}} end,
    "figure:set: option 'marks': expected a list of tables, {{kind=, ..}, ..}")
fails(function() f:hline(1, {color = "reed"}) end, "figure:hline: mark 1: option 'color': expected '#rrggbb', 1 to 8 "
    .. "or one of blue|vermillion|green|purple|orange|sky|black|yellow|red|darkred|gray|grey|lightgray|lightgrey"
    .. "|darkgray|darkgrey|brown|pink|magenta|violet|cyan|teal|navy|olive|gold|white, got 'reed', did you mean 'red'?")
t.raises(function() panels():hline(1, {panel = 3}) end,
    "figure:hline: mark 1: option 'panel': expected a whole number from 1 to 2, got 3")
t.raises(function() make().hline(0.1) end, "figure:hline: call it with a colon")
t.raises(function() make():hline(-1):set{y = {scale = "linear"}} end,
    "figure:hline: mark 1: expected y > 0 on a logarithmic axis, got -1")

-- Symbols: names are replaced in every text, all else is as it stands.
local function label(text)
    return plot{series = {{label = text, y = {1}}}}:data()[1].label
end
for text, want in pairs {
    ["\\alpha"] = "α", ["\\alpha \\beta"] = "α β", ["a\\nabla{}F"] = "a∇F", ["\\sqrt{n}"] = "√n",
    ["\\sqrt{n+1}"] = "√(n+1)",
    ["\\sqrt{\\eta}"] = "√η", ["\\sqrt n"] = "√ n", ["\\foo"] = "\\foo", ["\\alphabet"] = "\\alphabet",
    ["C:\\"] = "C:\\",
    ["\\sqrt{n"] = "√{n", ["\\sqrt{}"] = "√", ["\\epsilon^{2}"] = "ε^{2}", ["\\xi_{0}"] = "ξ_{0}",
    ["x \\le 1"] = "x ≤ 1",
    ["\\\\alpha"] = "\\α", ["ε"] = "ε", ["\\varepsilon"] = "ε", ["\\Omega\\to\\infty"] = "Ω→∞",
} do
    t.equal(label(text), want, text)
end
local greek = plot{title = "\\sigma", notes = "\\mu", x = {label = "\\xi"}, y = {label = "\\eta"}, interval = "\\pi",
    noise = "\\tau", series = {{label = "\\rho", y = {1, 2}, lo = {0, 1}, hi = {2, 3}, floor = 1.5}},
    marks = {{kind = "hline", y = 1, label = "\\phi"}}, style = {["\\rho"] = {label = "\\chi"}}}
for _, symbol in ipairs {"σ", "μ", "ξ", "η", "π", "τ", "χ", "φ"} do
    t.ok(greek:layout():find('"' .. symbol .. '"', 1, true), symbol .. " is drawn")
end
local ascii = greek:text{charset = "ascii"}
for _, word in ipairs {"sigma", "mu", "xi", "eta", "pi", "tau", "chi", "phi"} do
    t.ok(ascii:find(word, 1, true), word .. " in ASCII")
end
t.ok(not ascii:find "[\128-\255]", "nothing but ASCII")
t.ok(plot{x = {label = "F^* x_0 n_t x_{12}"}, series = {{y = {1}}}}:text{charset = "braille"}:find "F%^%* x₀ n_t x₁₂",
    "indices in characters")
t.raises(function() plot{title = "\nabla F", series = {{y = {1}}}} end,
    "plot: option 'title': in a Lua string write \\\\nabla, or [[\\nabla]]")
t.raises(function() plot{x = {label = "\theta"}, series = {{y = {1}}}} end,
    "plot: x: option 'label': in a Lua string write \\\\theta, or [[\\theta]]")
t.raises(function() plot{series = {{label = "\beta", y = {1}}}} end,
    "plot: series 1: option 'label': in a Lua string write \\\\beta, or [[\\beta]]")
t.equal(label "two\nlines", "two\nlines", "lines in a label")

-- Bars.
local bars = plot{series = {{label = "a", edges = {0, 1, 2, 4}, y = {1, 3, 2}}}}
t.equal(bars:data()[1].x, vec{0.5, 1.5, 3}, "x is the middles of the edges")
t.equal(bars:data()[1].edges, vec{0, 1, 2, 4}, "edges in the data")
t.equal(select(2, bars:layout():gsub("polygon #0072b233", "")), 4, "a box for each bar, and one in the legend")
t.ok(bars:text{charset = "ascii"}:find "`````", "bars in characters")
local function fails_bars(series, message)
    t.raises(function() plot{series = {series}} end, "plot: series 1: option 'edges': " .. message)
end
fails_bars({edges = {0, 1}, y = {1, 2}}, "expected 3 numbers, one more than y has, got 2")
fails_bars({edges = {0, 1, 1}, y = {1, 2}}, "expected rising numbers, got 1 at element 3")
fails_bars({edges = {0, nan, 1}, y = {1, 2}}, "expected rising numbers, got nan at element 2")
fails_bars({edges = "a", y = {1, 2}}, "expected a vec or a list of numbers, got 'a'")

-- Panels share a legend, in which a label looks as in all of them.
local shared = plot{title = "Both", legend = "shared", panels = {
    {series = {{label = "a", y = {1, 2}}, {label = "b", y = {2, 1}, lo = {1, 0}, hi = {3, 2}}}},
    {series = {{label = "b", y = {2, 1}}, {label = "c", y = {3, 3}}}},
}}
local list = shared:layout()
for _, word in ipairs {"a", "b", "c", "interval", "Both"} do
    t.equal(select(2, list:gsub('"' .. word:gsub("%%", "%%%%") .. '"', "")), 1, word .. " once")
end
t.equal(select(2, list:gsub("line #d55e00ff %S+ dash", "")), 3, "b looks the same in both, and in the legend")
t.equal(select(2, list:gsub("line #009e73ff", "")), 2, "c is the third")
t.equal(tostring(shared), "figure 'Both': 2 panels", "tostring of panels")
t.equal(shared:describe():match "^[^\n]*", "Both.", "the title in words")
local characters = shared:text{cols = 60, rows = 10, charset = "ascii"}
t.ok(characters:find "^Both\n" and characters:find "%-%-o%-%- a .*b .*c .* interval", "shared in characters")

-- Its edges lie on the grid, not under it.
local edged = plot({1, 2, 3}, {y = {label = "y"}}):window(1, 2):layout()
local last_grid = 0
for at in edged:gmatch "()\nline #e4e4e4ff" do
    last_grid = at
end
t.ok(last_grid > 0 and edged:find "\nline #404040a0" > last_grid, "edges over the grid")

-- The name of a window keeps away from lines in its middle.
local crossed = plot({1, 16}, {1, 1}, {x = {scale = "log"}}):window(2, 8, {label = "in here"}):vline(4)
    :layout{width_mm = 150}
local x, middle = crossed:match '"in here" ([%d.]+)', crossed:match "\nline #404040ff %S+ dash ([%d.]+)"
local width = crossed:match '([%d.]+) "in here"'
t.ok(x + width < middle + 0 or x + 0 > middle + 0, "a window's name is beside a line")
t.done()
