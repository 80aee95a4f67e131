-- Axes: whole numbers, words in place of numbers, powers of two; texts as they are typeset; words of other programs.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local nan = 0 / 0

-- The texts of a figure from the left to the right, each once, of those that a pattern matches.
local function texts(f, pattern)
    local list, seen = {}, {}
    for text in f:layout():gmatch 'text [^\n]-"([^"]*)" %-?[%d.]+,' do
        list[#list + 1] = text:find(pattern) and not seen[text] and text or nil
        seen[text] = true
    end
    return list
end

local function is_whole(text)
    local number = tonumber((text:gsub("\u{2212}", "-")))
    return number == nil or number % 1 == 0
end

-- No number on the axes has a fraction.
local function has_whole(f, name)
    local list = texts(f, "^[%d.\u{2212}]+$")
    t.ok(#list > 0, name .. ": there are numbers")
    for _, text in ipairs(list) do
        t.ok(is_whole(text), name .. ": " .. text)
    end
end

-- Whole numbers.
for n = 1, 12 do
    local y = vec.linspace(0, n, n + 1)
    has_whole(plot(y, y, {x = {whole = true}, y = {whole = true}}), n .. " whole numbers")
    has_whole(plot(y, {y = {whole = true}}), "the numbers of " .. n .. " values")
    for _, theme in ipairs {"paper", "slides"} do
        local page = plot({1, n + 1}, {0, 0}, {y = {whole = true}, x = {whole = true, scale = "log"}})
        t.ok(page:layout{theme = theme}, "also on a logarithmic axis")
    end
end
t.equal(texts(plot({1, 2}, {0, 1}, {x = {scale = "log2"}, y = {whole = true}}), "%d"), {"1", "2", "0"},
    "powers of two on a short axis")
local p = problem.invariant_logistic{n = 20, d = 2, noise_var = 1}
local pair = compare{problem = p, samples = 300, step = 1e-3, reps = 3, seed = 1,
    methods = {{"bsgd", m = 2}, {"e-bsgd", m = 1}, {"bsgd", m = 4}}}
has_whole(run{problem = p, method = "bsgd", m = 1, step = 1e-3, steps = 3, reps = 2, seed = 1}:plot{x = "step",
    y = {min = 1, max = 3, whole = true}}, "steps")
has_whole(plot({1, 2, 2}, {kind = "histogram", x = {label = "x", min = 0, max = 2, whole = true}}), "counts")
has_whole(bias{q = math.exp, dist = dist.uniform(0, 1), m = {1, 2}, reps = 100, seed = 1}:plot{y = {whole = true,
    min = 1e-3, max = 10}}, "two inner batches")

-- Words.
local words = plot({1, 2, 3}, {y = {names = {"low", "middle\tand\nmore", "\\alpha"}, label = "guess"}})
t.equal(texts(words, "%a"), {"low", "middle and more", "guess"}, "words on the axis")
t.ok(words:layout():find "α", "symbols in words")
t.ok(words:text{charset = "ascii"}:find "middle and more %+", "in characters")
local long = plot({1, 2, 3}, {x = {names = {"a", ("long "):rep(20), "c"}}})
t.equal(#texts(long, "^long.*…$"), 1, "what is too long is cut")
local function fails(options, message)
    t.raises(function() plot({1, 2}, {y = options}) end, "plot: y: " .. message)
end
fails({names = {}}, "option 'names': expected a list of texts, {\"up\", \"down\"}")
fails({names = {"a", 2}}, "option 'names': expected texts, got 2 at element 2")
fails({names = {"a", "b\1"}}, "option 'names': expected UTF-8 text without control characters")
fails({names = {"a"}, scale = "log"}, "option 'names' goes with scale 'linear'")
fails({names = "a"}, "option 'names': expected a table, got 'a'")
fails({whole = 1}, "option 'whole': expected a boolean, got 1")

-- Histograms of several methods: rows, which do not lie on each other.
local rows = pair:plot{kind = "histogram", bins = 3}
local heights = {}
for polygon in rows:layout():gmatch "polygon #%x+33 ([^\n]+)" do
    local top, bottom = math.huge, -math.huge
    for y in polygon:gmatch ",(%-?[%d.]+)" do
        top, bottom = math.min(top, tonumber(y)), math.max(bottom, tonumber(y))
    end
    heights[#heights + 1] = {top, bottom}
end
t.ok(#heights > 2, "there are bars of each method")
table.sort(heights, function(a, b) return a[2] < b[2] end)
for i = 2, #heights do
    t.ok(heights[i][2] == heights[i - 1][2] or heights[i][1] > heights[i - 1][2], "bar " .. i .. " is in a row")
end
t.equal(texts(rows, "BSGD"), {"BSGD m=4", "E-BSGD", "BSGD m=2"}, "named on the axis, from below")
t.ok(rows:caption():find "All rows have one scale: the highest bar is %d replicates?%.", "their scale in the caption")
t.equal(vec(rows:data()[1].y):sum(), 3.0, "the data are counts")
t.ok(rows:text():find "E%-BSGD %+", "in characters")
t.raises(function() plot{rows, pair:plot{kind = "histogram", bins = 2}:set{y = {names = {"a"}}}} end,
    "plot: elements 1 and 2 have different words on their y axes: take panels{..}")
t.raises(function() plot({1}, {base = 1}) end, "plot: series 1: option 'base' goes with edges")
t.raises(function() plot{series = {{y = {1}, unit = 2}}} end, "plot: series 1: option 'unit' goes with edges")

-- A method that comes many times has another colour or marker each time.
local many = {}
for m = 1, 20 do
    many[m] = {label = "bsgd m=" .. m, x = {1}, y = {m}}
end
local seen = {}
for _, one in ipairs(core.use "experiment/look".of_methods(many, {})) do
    local look = one.color .. one.marker .. one.dash
    t.ok(not seen[look], one.label .. " has a look of its own: " .. look)
    seen[look] = true
end

-- Texts.
t.equal(texts(plot({1}, {title = "a\tb"}), "a"), {"a b"}, "a tab is a space")
local raised = plot({1}, {notes = "sup |q^(6)|, f^(k)(x) and (a)^(2 b)"}):layout()
t.ok(raised:find '"%(6%)"' and raised:find '"%(k%)"' and not raised:find '"%(2', "derivatives are raised")
t.ok(bias{q = poly{0, 0, 0, 0, 1}, dist = dist.ramp(0, 2), reps = 100, m = {1, 2}}:plot():caption()
    :find "^L3: exactly unbiased%.", "operators without a bias are named")
t.ok(not figure("1b", {quick = true}):caption():find "L3: exactly", "once")

-- Words of other programs.
for given, meant in pairs {dashed = "dash", dotted = "dot", ["-."] = "dashdot", ["--"] = "dash", [":"] = "dot",
    longdash = "long", ["-"] = "solid"} do
    local _, why = pcall(plot, {1}, {dash = given})
    t.ok(why:find(("got '%s', did you mean '%s'?"):format(given, meant), 1, true), "dash " .. given)
end
for given, meant in pairs {o = "circle", s = "square", ["^"] = "triangle", v = "down", x = "cross", ["+"] = "plus"} do
    local _, why = pcall(plot, {1}, {marker = given})
    t.ok(why:find(("got '%s', did you mean '%s'?"):format(given, meant), 1, true), "marker " .. given)
end
for option, near in pairs {linestyle = "dash", pch = "marker", colour = "color", main = "title"} do
    local _, why = pcall(plot, {1}, {[option] = 1})
    t.ok(why:find(("unknown option '%s', did you mean '%s'?"):format(option, near), 1, true), "option " .. option)
end
for option, near in pairs {lr = "step", learning_rate = "step", batch_size = "B", inner_batch = "m",
    iterations = "steps", epochs = "steps", optimizer = "update", random_state = "seed", repeats = "reps"} do
    local _, why = pcall(run, {problem = problem.invariant_logistic{n = 20}, method = "e-bsgd", [option] = 1})
    t.ok(why:find(("unknown option '%s', did you mean '%s'?"):format(option, near), 1, true), "option " .. option)
end
for option, near in pairs {sigma = "sd", std = "sd", mu = "mean", variance = "var"} do
    local _, why = pcall(dist.normal, {[option] = 1})
    t.ok(why:find(("unknown option '%s', did you mean '%s'?"):format(option, near), 1, true), "of a law " .. option)
end
for law, near in pairs {gaussian = "normal", Normal = "normal", lognorm = "lognormal", studentt = "student_t",
    expon = "exponential"} do
    local _, why = pcall(function() return dist[law] end)
    t.ok(why:find(("no field '%s', did you mean '%s'?"):format(law, near), 1, true), "a law " .. law)
end
for method, near in pairs {ebsgd = "e-bsgd", EBSGD = "e-bsgd", ["E-BSGD"] = "e-bsgd",
    e_storm = "e-storm", RTMLMC = "rt-mlmc", SGD = "bsgd"} do
    local _, why = pcall(run, {problem = problem.invariant_logistic{n = 20}, method = method, step = 1, steps = 1})
    t.ok(why:find(("unknown method '%s', did you mean '%s'?"):format(method, near), 1, true), "a method " .. method)
end

-- Numbers in files have the fewest digits that keep every bit.
local shortest = {[1.1 * 2] = "2.2", [0.1 + 0.2] = "0.30000000000000004", [5e-324] = "5e-324",
    [1 / 3] = "0.3333333333333333", [1e22] = "1e+22", [-0.5] = "-0.5", [2.0 ^ 53] = "9007199254740992",
    [1.7976931348623157e308] = "1.7976931348623157e+308"}
for x, text in pairs(shortest) do
    t.equal(core.text.number(x), text, "a number in a file: " .. text)
end
t.equal({core.text.number(-0.0), core.text.number(0.0), core.text.number(nan)}, {"-0", "0", "nan"}, "zero and nan")
local random = rng.new(3)
for _ = 1, 2000 do
    local x = random:normal() * 10.0 ^ (600 * random:uniform() - 320)
    local text = core.text.number(x)
    if tonumber(text) ~= x then
        t.ok(false, "reads back: " .. text)
    end
end
local csv = plot({2.2, 0.1}):csv(t.path "x.csv")
t.ok(t.read(csv):find ",2.2\n", "in CSV")
t.equal(core.use "json".text {1.1 * 2}, "[2.2]", "in JSON")

-- "a" and "an" in what options take.
local pages = t.path "pages.txt"
io.output(pages)
for name in pairs(core.use "guide/pages".all()) do
    help(name)
end
io.output():close()
io.output(io.stdout)
local text = t.read(pages)
t.ok(text:find "; a function\n" and text:find "; an extrap\n" and not text:find "; a [aeio]", "a and an in help")
t.equal({core.system.article "extrap", core.system.article "rng", core.system.article "vec"}, {"an extrap", "an rng",
    "a vec"}, "and in errors")
t.done()
