-- Every figure that a lesson, an experiment or a script of plots/ draws: a curve whose label names a method or an
-- operator looks as that one looks everywhere.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local look = core.use "experiment/look"

-- Every name: how it looks alone.
local known = {}
for method in pairs(core.method.params) do
    local one = look.of_methods({{label = method}})[1]
    known[method], known[look.name(method)] = one, one
end
for k = 1, 5 do
    for _, name in ipairs {"order " .. k, k < 4 and "paper " .. k or nil} do
        local one = look.of_operator({label = name}, name)
        known[name], known[look.operator_name(name)] = one, one
    end
end

-- The look of the longest name that a label is, or that it begins with before numbers or a comma; and which name.
local function expected(label)
    local found, best
    for name, one in pairs(known) do
        local rest = label:sub(1, #name) == name and label:sub(#name + 1)
        if rest and (rest == "" or rest:find "^,? .*%d" or rest:find "^,") and #name > #(best or "") then
            found, best = one, name
        end
    end
    return found, best
end

local checked, faults, where = {}, {}, ""

local function fault(series, what, own, wanted)
    faults[#faults + 1] = ("%s: '%s' has %s %s, not %s"):format(where, series.label, what, own, wanted)
end

-- A name that comes again keeps its dash; lines without markers and bounds, which are dotted, have the colour alone.
local function check_series(series, again)
    local one, name = expected(series.label or "")
    if not one then
        return
    end
    checked[where] = (checked[where] or 0) + 1
    local is_bound = series.dash == "dot" and one.dash ~= "dot"
    if series.dash ~= one.dash and not is_bound then
        fault(series, "dash", series.dash, one.dash)
    end
    if not again[name] and series.color ~= one.color then
        fault(series, "colour", series.color, one.color)
    end
    if not again[name] and series.marker ~= one.marker and series.marker ~= "none" then
        fault(series, "marker", series.marker, one.marker)
    end
    again[name] = again[name] or not is_bound
end

local function check_panel(panel)
    local again = {}
    for _, series in ipairs(panel.series or {}) do
        check_series(series, again)
    end
    for _, each in ipairs(panel.panels or {}) do
        check_panel(each)
    end
end

local new = core.figure.new
function core.figure.new(options)
    check_panel(options)
    return new(options)
end

-- Each draws its figures; `count`: at least so many curves with names.
local function draws(what, count, draw)
    where = what
    draw()
    local n = checked[what] or 0
    t.ok(n >= count, ("%s: %d curves with names, at least %d"):format(what, n, count))
end

draws("plot", 7, function()
    plot{series = {{label = "bsgd", y = {1, 2}}, {label = "E-BSGD m=2", y = {1, 2}}, {label = "L1", y = {1, 2}},
        {label = "order 3", y = {1, 2}}, {label = "msvr", y = {1, 2}, marker = "none"}}}
    plot({1, 2}, {label = "paper 2"})
    panels{plot({1, 2}, {label = "NestedVR"}), plot({1, 2}, {label = "e-nestedvr"})}
end)
draws("plot, not a name", 0, function()
    local function lines(labels)
        local series, found = {}, {}
        for i, label in ipairs(labels) do
            series[i] = {label = label, y = {1, 2}, color = i == 3 and "red" or nil}
        end
        for line in plot{series = series, legend = "none"}:layout():gmatch "\nline (#%x+ 1.20 %a+)" do
            found[#found + 1] = line
        end
        return found
    end
    t.equal(lines{"storm damage", "Bsgd2", "bsgd", "order 12", "L4", "border 1"}, lines{"a", "b", "c", "d", "e", "f"},
        "what names none, or has a colour, is left alone")
end)
checked, faults = {}, {} -- the red one

local die = dist.empirical{1, 2, 3, 4, 5, 6}
draws("bias", 6, function()
    local c = bias{q = poly{0, 0, 1}, dist = die, m = pow2(1, 4), reps = 1000, operators = {1, 2, 3}}
    c:plot()
    bias{q = poly{0, 0, 1}, dist = die, m = pow2(1, 4), reps = 1000}:plot{bound = true}
end)
draws("running", 3, function()
    running{q = poly{0, 0, 1}, dist = die, m = 1, reps = 64, runs = 2}:plot()
end)

local p = problem.instrumental{n = 20}
local both = {{"bsgd"}, {"e-bsgd"}}
draws("run", 1, function() run{problem = p, method = "sox", samples = 2000, step = 1e-5, reps = 2}:plot() end)
draws("compare", 2, function()
    compare{problem = p, samples = 2000, step = 1e-5, reps = 2, methods = both}:plot()
end)
draws("tune", 2, function()
    tune{problem = p, samples = 2000, reps = 2, methods = both, grid = {step = {1e-6, 1e-5}}}:plot()
end)
draws("sweep", 4, function()
    local function at(v) return {error = v.m * (v.method == "bsgd" and 2 or 1)} end
    local f = sweep{over = {method = {"bsgd", "e-bsgd"}, m = {1, 2, 4}}, run = at}:plot{x = "m"}
    local dashes = {}
    for color, dash in f:layout():gmatch "\nline (#%x+) 1.20 (%a+)" do
        dashes[#dashes + 1] = color .. dash
    end
    t.equal({dashes[1], dashes[2]}, {"#0072b2ffdash", "#0072b2ffsolid"}, "a sweep of methods")
    checked.sweep = 4 -- "method = bsgd": known by the layout
end)

for i = 1, 7 do
    draws("lesson " .. i, ({[2] = 2, [3] = 2, [4] = 3, [5] = 2, [6] = 2, [7] = 2})[i] or 0, function()
        lesson(i, {quick = true})
    end)
end

for path in io.popen("ls plots/*.lua"):lines() do
    local name = path:match "([^/]+)%.lua$"
    draws("figure " .. name, name == "5c" and 0 or 2, function() figure(name, {quick = true}) end)
end
t.equal(faults, {}, "every name has its look")
t.done()
