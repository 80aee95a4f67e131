-- plot(x, y), plot(y), plot{a, b}, panels{a, b}, histograms, and files of such figures made again.
local t = dofile "tests/lua/harness/tap.lua"
local nan, inf = 0 / 0, math.huge

-- Numbers: the same figure as with a table of series.
local x, y = vec{1, 2, 4}, vec{3, 4, 6}
local full = plot{series = {{x = x, y = y}}}:layout()
for name, f in pairs {
    vecs = plot(x, y), lists = plot({1, 2, 4}, {3, 4, 6}), ["a vec and a list"] = plot(x, {3, 4, 6}),
    ["no options"] = plot(x, y, {}),
} do
    t.equal(f:layout(), full, "x and y, " .. name)
end
t.equal(plot(y):layout(), plot{x = {whole = true}, series = {{y = y}}}:layout(), "y alone")
t.equal(plot({3, 4, 6}, {title = "T"}):layout(), plot{title = "T", x = {whole = true}, series = {{y = y}}}:layout(),
    "y and options")
t.equal(plot(x, y, {title = "T", label = "a", color = "red", lo = y - 1, hi = y + 1, x = {label = "m", scale = "log2"},
    y = {scale = "log"}, legend = "below", marks = {{kind = "hline", y = 5}}}):layout(),
    plot{title = "T", x = {label = "m", scale = "log2"}, y = {scale = "log"}, legend = "below",
        marks = {{kind = "hline", y = 5}},
        series = {{x = x, y = y, label = "a", color = "red", lo = y - 1, hi = y + 1}}}:layout(),
    "options of both kinds")
t.equal(#plot(x, y, {series = {{y = {1, 2}}}}):data(), 2, "further series")
t.equal(plot(x, y):data()[1].y, y, "the numbers")

t.raises(function() plot(x, {1, 2}) end, "plot: x has 3 values and y has 2")
t.raises(function() plot({1}, {1, 2}) end, "plot: x has 1 value and y has 2")
t.raises(function() plot(x, "a") end, "plot: expected numbers y or a table of options after the first list, got 'a'")
t.raises(function() plot(x, {"a", "b"}) end,
    "plot: expected numbers y, got 'a' at element 1")
t.raises(function() plot(x, {1, "b", 3}) end,
    "plot: expected numbers y, got 'b' at element 2")
t.raises(function() plot(x, y, 3) end, "plot: expected a table of options, got 3")
t.raises(function() plot(x, y, {titel = "T"}) end, "plot: unknown option 'titel', did you mean 'title'?")
t.raises(function() plot(x, y, {lo = {1}, hi = {1}}) end, "plot: series 1: y has 3 values and lo has 1")
t.raises(function() plot(x, y, {kind = "bars"}) end,
    "plot: option 'kind': expected one of curves|histogram, got 'bars', did you mean 'histogram'?")
t.raises(function() plot() end, "plot: expected numbers, results, figures or a table of options, got nil")
t.raises(function() plot "a" end, "plot: expected numbers, results, figures or a table of options, got 'a'")
t.raises(function() plot{"a", "b"} end, "plot: expected results or figures, got 'a' at element 1")
t.raises(function() plot(function() end) end,
    "plot: expected numbers, results, figures or a table of options, got a function")

-- Results on the same axes.
local p = problem.instrumental{n = 20}
local function make(method, m)
    return run{problem = p, method = method, m = m, step = 1e-5, samples = 2000, reps = 6, record = 5}
end
local a, b = make("bsgd", 2), make "e-bsgd"
local both = plot{a, b, title = "Two", labels = {"small", "large"}}
local data = both:data()
t.equal({data[1].label, data[2].label}, {"small", "large"}, "labels")
t.equal({data[1].y, data[2].hi}, {a:plot():data()[1].y, b:plot():data()[1].hi}, "their numbers and intervals")
t.equal(both:describe():match "^[^\n]*", "Two: " .. a:plot():describe():match "^[^\n]*", "their axes")
t.equal(plot{a, b, y = "objective"}:data()[1].y, a:plot{y = "objective"}:data()[1].y, "a column by its name")
t.equal(plot(a):layout(), a:plot():layout(), "a single result")
t.equal({plot{a, a}:data()[1].label, plot{a, a}:data()[2].label}, {"BSGD (1)", "BSGD (2)"}, "the same label twice")
t.equal(#plot{a, b, series = {{label = "c", y = {1}}}}:data(), 3, "and a series of one's own")
local notes = plot{plot(x, y, {notes = "One."}), plot(x, y, {notes = "Two."}), plot(x, y, {notes = "One."})}
t.equal(notes:caption(), "1, 3: One. 2: Two.", "notes say whose they are")
local of_exp, of_power = bias{q=math.exp, dist=dist.normal{mean=0, sd=1}, reps=1000},
    bias{q=poly{0, 0, 0, 0, 1}, dist=dist.ramp(0, 2), reps=1000}
local noted, other = of_exp:plot{notes = "Of c."}, of_power:plot{notes = "Of d."}
t.equal(plot{noted, other}:caption(), ("(1): %s (2): %s"):format(noted:caption(), other:caption()),
    "as the legend tells them apart")
t.equal(plot{noted, other, labels = {"exp", "s^4"}}:caption(),
    ("exp: %s s^4: %s"):format(noted:caption(), other:caption()), "by labels of one's own")
t.equal(plot{noted, of_exp}:caption(), "(1): " .. noted:caption(), "also where the others have none")
t.equal(plot{noted, of_exp:plot{notes = "Of c."}}:caption(), noted:caption(), "a note that all have is nobody's")
t.equal(plot{plot(x, y, {label = "a", notes = "Low."}), plot(x, y, {label = "b", notes = "High."})}:caption(),
    "a: Low. b: High.", "by their labels")
t.equal(panels{noted, other}:caption(), noted:caption() .. " " .. other:caption(), "each under its own panel")
local styled = plot{plot(x, y, {label = "a", style = {a = {color = "red"}}}),
    plot(x, y, {label = "a"})}
t.ok(styled:layout():find "#d62728ff", "styles follow their labels")
t.equal(plot{plot(x, y):hline(5), plot(x, y)}:describe():match "Line[^\n]*", "Line at y = 5.", "marks are kept")
t.equal(plot{plot(x, y):hline(5), marks = {{kind = "vline", x = 2}}}:describe():match "Line.*$",
    "Line at y = 5.\nLine at x = 2.\n", "and others added")
t.raises(function() plot{a, style = {c = {hide = true}}} end, "plot: style: no series 'c'")
for name, kind in pairs {series = "table", marks = "table", style = "table", notes = "string", spec = "string"} do
    local why = ("plot: option '%s': expected a %s, got 5"):format(name, kind)
    t.raises(function() plot{series = {}, [name] = 5} end, why)
    t.raises(function() plot{a, b, [name] = 5} end, why)
    t.raises(function() a:plot{[name] = 5} end, why)
end
t.raises(function() plot{a, b, x = 5} end, "plot: option 'x': expected a table, got 5")
for _, axis in ipairs {"x", "y"} do
    t.raises(function() a:plot{[axis] = 5} end,
        ("run:plot: option '%s': expected a table or the name of a column, got 5"):format(axis))
end
t.raises(function() plot(x, y):set{spec = 5} end, "figure:set: option 'spec': expected a string, got 5")
local in_logs = plot(x, y, {title = "T", y = {scale = "log", min = 0.1}})
t.equal(plot{in_logs, plot(x, y)}:layout(), plot{plot(x, y), plot(x, y)}:layout(),
    "what not all figures have is not taken from one of them")
t.equal(plot{in_logs, in_logs}:describe():match "^[^\n]*", "T: y (logarithmic) against x.", "what all have is")
t.equal(#plot(vec{}):data()[1].y, 0, "no numbers")
local s = compare{problem = p, methods = {{"bsgd", m = 2}, {"e-bsgd"}},
    step = 1e-5, samples = 2000, reps = 4, record = 5}
t.equal(plot{s, a, labels = {"set", "run"}}:data()[1].label, "set: BSGD", "several curves of one result")

local c = bias{q = poly{0, 0, 0, 0, 1}, dist = dist.ramp(0, 2), reps = 1e4}
t.raises(function() plot{c, a} end, "plot: elements 1 and 2 have different x axes, 'inner batch m' and "
    .. "'oracle calls (g + Jacobian)': give x={label=..}, or take panels{..}")
t.ok(plot{c, a, x = {label = "x"}, y = {label = "y"}}, "unless they are named")
t.raises(function() plot{a, 1} end, "plot: expected results or figures, got 1 at element 2")
t.raises(function() plot{a, c:slopes()} end,
    "plot: expected results or figures, got a slopes, which draws nothing, at element 2")
t.raises(function() plot{a, b, labels = {"one"}} end,
    "plot: option 'labels': expected a list of 2 texts, one for each element, got 1")
t.raises(function() plot{a, b, labels = "one"} end,
    "plot: option 'labels': expected a list of 2 texts, one for each element, got 'one'")
t.raises(function() plot{a, b, labels = {1, 2}} end,
    "plot: option 'labels': expected a list of 2 texts, one for each element, got a table")
t.raises(function() plot{a, panels{a, b}} end,
    "plot: element 2 has panels itself: panels{..} draws figures side by side")

-- Panels.
local f = panels{c, a:plot{kind = "histogram"}, both; columns = 3, title = "All"}
t.equal(tostring(f), "figure 'All': 3 panels", "panels of several kinds")
t.equal(f:layout():match "^page (%S+)", "714.33", "three in a row")
t.equal(#panels{a, b}:data(), 2, "panels of results")
local function legends(options)
    return select(2, panels(options):layout():gsub('"BSGD"', ""))
end
t.equal({legends{a, a}, legends{a, a; legend = "own"}, legends{a, b; legend = "shared"}, legends{a, b}}, {1, 2, 1, 1},
    "legends")
t.ok(panels{a, b; marks = {{kind = "hline", y = 1, panel = 2}}}:describe():find "Panel 2.*Line", "marks of a panel")
t.raises(function() panels{a, panels{a, b}} end,
    "panels: element 2 has panels itself: give what it is made of, one by one")
t.raises(function() panels{} end, "panels: expected figures or results, panels{f1, f2; columns=2}, got none")
t.raises(function() panels(a:plot()) end,
    "panels: expected figures or results, panels{f1, f2; columns=2}, got a figure")
t.raises(function() panels(1) end, "panels: expected figures or results, panels{f1, f2; columns=2}, got 1")
t.raises(function() panels{a, "b"} end, "panels: expected results or figures, got 'b' at element 2")
t.raises(function() panels{a, b; columns = 0} end,
    "panels: option 'columns': expected a whole number from 1 to 8, got 0")
t.raises(function() panels{a, b; colums = 2} end, "panels: unknown option 'colums', did you mean 'columns'?")
t.raises(function() panels{a, b; legend = "below"} end,
    "panels: option 'legend': expected one of auto|shared|own, got 'below'")
t.raises(function() panels{a, b; title = 1} end, "plot: option 'title': expected a string, got 1")

-- Histograms: every value is in one bar.
local values = rng.new(1):normal(1000)
for _, bins in ipairs {1, 7, 50} do
    local bars = plot(values, {kind = "histogram", bins = bins, label = "v"}):data()[1]
    local edges, inside = bars.edges, 0
    for i = 1, #bars.y do
        local n = 0
        for _, value in ipairs(values:table()) do
            n = n + (value >= edges[i] and (value < edges[i + 1] or i == #bars.y) and 1 or 0)
        end
        t.equal(bars.y[i], n + 0.0, ("bin %d of %d"):format(i, bins))
        inside = inside + n
    end
    t.equal({#bars.y, inside, edges[1], edges[#edges]}, {bins, 1000, values:min(), values:max()}, "all of them")
end
t.equal(#plot(values, {kind = "histogram"}):data()[1].y, 11, "Sturges' rule")
t.equal({plot({2, 2, 2}, {kind = "histogram"}):data()[1].edges, plot({0}, {kind = "histogram"}):data()[1].edges},
    {vec{1, 3}, vec{-0.5, 0.5}}, "equal values")
t.equal(plot({1, nan, 2, inf}, {kind = "histogram"}):describe():match "[^\n]*\n$",
    "2 values are not finite and not shown.\n", "what is not finite")
t.raises(function() plot({nan}, {kind = "histogram"}) end, "plot: a histogram needs a finite value, got none")
t.raises(function() plot(values, {kind = "histogram", bins = 0}) end,
    "plot: option 'bins': expected a whole number from 1 to 1000, got 0")
t.raises(function() plot(x, y, {kind = "histogram"}) end,
    "plot: kind 'histogram' goes with one list of numbers, got two")

-- Of replicates: the last records.
local rows, last = a:rows{by_rep = true}, {}
for i = #rows - 5, #rows do
    last[#last + 1] = rows[i].objective
end
t.equal(a:plot{kind = "histogram", x = "objective", bins = 3}:data()[1].y,
    plot(last, {kind = "histogram", bins = 3}):data()[1].y, "replicates of a run")
t.equal(a:plot{kind = "histogram", y = "objective", bins = 3}:layout(),
    a:plot{kind = "histogram", x = "objective", bins = 3}:layout(), "the column as x or y")
local two = s:plot{kind = "histogram"}:data()
t.equal({#two, two[1].label, two[1].edges, two[1].y:sum(), two[2].y:sum()}, {2, "BSGD", two[2].edges, 4.0, 4.0},
    "replicates of several methods")
t.ok(s:plot{kind = "histogram", title = "T"}:describe():find "^T: replicates against F%(x%)", "its axes")
t.raises(function() a:plot{kind = "bars"} end,
    "run:plot: option 'kind': expected one of curves|histogram, got 'bars', did you mean 'histogram'?")
t.raises(function() c:plot{kind = "histogram"} end,
    "bias:plot: option 'kind': a histogram is of the replicates of run and compare")
t.raises(function() a:plot{kind = "histogram", x = "gapp"} end, "run:plot: no column 'gapp', did you mean 'gap'?")
t.raises(function() a:plot{kind = "histogram", bins = 1.5} end,
    "run:plot: option 'bins': expected a whole number from 1 to 1000, got 1.5")
t.raises(function()
    run{problem = p, method = "bsgd", m = 1, step = 1e-5, samples = 100, reps = 1}:plot{kind = "histogram"}
end, "run:plot: a histogram is of several replicates, there is 1: see option reps")

-- Slopes of a window.
local slopes = c:slopes{from = 4, to = 16}:rows()
t.equal({slopes[1].from, slopes[1].to}, {4.0, 16.0}, "slopes of a window")
t.equal(c:slopes{}:rows()[1].slope, c:slopes():rows()[1].slope, "of all m")
local windowed = c:plot{slopes = {from = 4, to = 16}}
t.equal(windowed:describe():match "Window[^\n]*", "Window for inner batch m from 4 to 16: slopes.",
    "the window is drawn")
t.ok(windowed:describe():find(("slope %.4g"):format(slopes[1].slope), 1, true), "with the slopes of the table")
t.equal(c:plot{slopes = {from = 4}}:describe():match "Window[^\n]*", "Window for inner batch m from 4: slopes.",
    "one end")
t.raises(function() c:slopes{from = 16, to = 4} end, "bias:slopes: expected from < to, got 16 and 4")
t.raises(function() c:slopes{from = "a"} end, "bias:slopes: option 'from': expected a number, got 'a'")
t.raises(function() c:slopes{form = 1} end, "bias:slopes: unknown option 'form', did you mean 'from'?")
t.raises(function() c:slopes{from = 100} end, "bias:slopes: there is no m from 100 to inf")
t.raises(function() c:plot{slopes = {to = 0.5}} end, "bias:plot: slopes: there is no m from -inf to 0.5")
t.raises(function() c:plot{slopes = 4} end, "bias:plot: slopes: expected a table of options, got 4")

local ladder = complexity{problem = problem.invariant_logistic{d = 2, noise_var = 1}, eps = {0.24, 0.2, 0.15}, reps = 3,
    methods = {{"bsgd"}}}
local exponents = ladder:slopes{to = 0.2}:rows()[1]
t.equal({exponents.from, exponents.to}, {0.2, 0.15}, "exponents of a window")
t.ok(ladder:plot{slopes = {to = 0.2}}:describe():find(("slope %.4g"):format(-exponents.exponent), 1, true),
    "drawn with the window")
t.equal(ladder:plot{slopes = {to = 0.2}}:describe():match "Window[^\n]*", "Window for eps to 0.2: slopes.",
    "and its end")
t.raises(function() ladder:slopes{to = 0.1} end, "complexity:slopes: there is no eps from -inf to 0.1")
t.raises(function() ladder:plot{slopes = {from = 2, to = 1}} end,
    "complexity:plot: slopes: expected from < to, got 2 and 1")

-- Files: the figure is made again as it was, with marks and options.
local function check(name, figure, options)
    for _, kind in ipairs {"pdf", "svg", "png"} do
        local new, same, why = reproduce(figure:save(t.path(name .. "." .. kind)), options)
        local again = tostring(new):find "^figure" and new or new:plot()
        t.equal({same, why}, {true}, ("equal: %s, %s"):format(name, kind))
        t.equal(again:layout(), figure:layout(), ("drawn again: %s, %s"):format(name, kind))
    end
end
check("marks", c:plot():hline(1e-3, {label = "goal"}):slope(-2):text(4, 0.1, "words"):window(4, 16))
check("options", a:plot{y = "objective", title = "T"}:set{x = {scale = "log"}, style = {bsgd = {color = "red"}}})
check("window", windowed:hline(1e-3))
check("marks taken away", c:plot{slopes = {from = 4}}:set{marks = {}})
check("a histogram", a:plot{kind = "histogram", bins = 4, x = "objective"})
check("two", plot{a, b, title = "Two"}:slope(-1):set{legend = "below"})
check("two and numbers", plot{a, plot(vec{0, 2000}, {1, 2}, {label = "mine"}); x = {label = "x"}, y = {label = "y"}})
check("panels",
    panels{c:plot():hline(1e-3), a:plot{kind = "histogram"}, plot(x, y); title = "All"}:hline(2, {panel = 3}))
check("panels of two", panels{plot{a, b}, s})
local set_of_two = panels{a, b}
set_of_two:set{title = "New"}
check("panels with a new title", set_of_two)

-- Files may hold anything.
local core = debug.getregistry()["debias.core"]
local request, pack = core.use "experiment/request", core.use "pack"
local function hex(text)
    return (text:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end
local good = request.find(t.read(a:plot():save(t.path "a.svg")))
t.ok(good, "a recipe is found")
local function is_found(changed)
    local content = {}
    for key, value in pairs(good) do
        content[key] = value
    end
    for key, value in pairs(changed) do
        content[key] = value
    end
    return request.find('"again":"' .. hex(pack.text(content)) .. '"') ~= nil
end
t.ok(is_found{} and is_found{marks = {}} and is_found{set = {title = "T"}}, "with its looks")
for name, changed in pairs {
    ["marks that are no table"] = {marks = 1}, ["a title for a terminal"] = {set = {title = "\27[2J"}},
    ["options that are no table"] = {plot = "x"}, ["parts that are no list"] = {parts = {a = 1}},
    ["parts of another call"] = {parts = {}, call = "run"}, ["a part that is nothing"] = {parts = {{}}, call = "plot"},
    ["a part of a part"] = {parts = {{parts = {{call = 1}}, call = "panels"}}, call = "panels"},
    ["only numbers"] = {raw = {series = {}}},
} do
    t.ok(not is_found(changed), "damaged: " .. name)
end
t.raises(function() reproduce(plot(x, y):save(t.path "numbers.pdf")) end,
    ("reproduce: '%s' does not say how it was made"):format(t.path "numbers.pdf"))
local normal = dist.normal{mean = 0, sd = 1}
local own = problem.new{dim = 1, outer = normal, inner = normal, f = function(v) return v ^ 2 end,
    g = function(w, xi, eta) return w + xi + eta end}
local mine = run{problem = own, method = "bsgd", steps = 5, step = 0.1, record = 5}
local path = plot{mine, a, y = "objective"}:save(t.path "mine.pdf")
t.raises(function() reproduce(path) end, "reproduce: the problem is not known, it was made from functions of your own: "
    .. "reproduce(path, {problem=})")
t.ok(select(2, reproduce(path, {problem = own})), "with the problem of one of them")

-- Slips.
t.raises(function() plot({1, 2}, {"a", 2}) end, "plot: expected numbers y, got 'a' at element 1")
t.raises(function() plot({1, "a"}, {1, 2}) end, "plot: expected numbers x, got 'a' at element 2")
for _, options in ipairs{{}, {{}}, {{}, {}}, {{}, {kind = "histogram"}}, {{}, {1}}} do
    t.raises(function() plot(options[1], options[2]) end, #options == 0
        and "plot: expected numbers, results, figures or a table of options, got nil"
        or "plot: expected numbers, results, figures or a table of options, got an empty table")
end
for slip, name in pairs{colour = "color", linestyle = "dash"} do
    t.raises(function() plot({1, 2}, {1, 2}, {[slip] = 1}) end,
        ("plot: unknown option '%s', did you mean '%s'?"):format(slip, name))
end
t.raises(function() panels{a, b; cols = 2} end, "panels: unknown option 'cols', did you mean 'columns'?")
t.raises(function() run{problem = p, method = "bsgd", m = 2, start = {1}} end,
    "run: unknown option 'start', did you mean 'x0'?")
for _, color in ipairs{"Red", "light gray", "LightGray"} do
    t.equal(plot(x, y, {color = color}):layout(), plot(x, y, {color = color:lower():gsub(" ", "")}):layout(), color)
end
t.raises(function() plot(x, y):text "hi" end, "figure:text: expected a place and words, f:text(x, y, words), or a "
    .. "table of options for the figure in characters, got 'hi'")


-- Bins of a logarithmic axis are equal there, and values that have no place on it are counted.
for _, scale in ipairs{"log", "log2"} do
    local logs = plot({0, 1, 12, 100, nan}, {kind = "histogram", bins = 2, x = {scale = scale}})
    t.near(logs:data()[1].edges, {1, 10, 100}, 1e-12, scale .. ": edges")
    t.equal(logs:data()[1].y, vec{1, 2}, scale .. ": counts")
    t.equal(logs:caption(),
        "1 value is not finite and not shown. 1 value is ≤ 0 and not shown on the logarithmic axis.",
        scale .. ": left out")
end
t.raises(function() plot({0}, {kind = "histogram", x = {scale = "log"}}) end,
    "plot: a histogram needs a finite value > 0 on a logarithmic axis, got none")
t.ok(plot({1, 2}, {kind = "histogram"}):describe():find "^count against x", "counts")

t.done()
