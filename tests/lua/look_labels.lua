-- Every figure that an experiment draws: a curve whose label names a method or an operator looks as that one looks
-- everywhere. lesson.lua and figure.lua look at those of lessons and of plots/.
local t = dofile "tests/lua/harness/tap.lua"
local look_labels = assert(loadfile "tests/lua/harness/look_labels.lua")(t)
local draws = look_labels.draws

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
look_labels.forget() -- the red one

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
    look_labels.count("sweep", 4) -- "method = bsgd": known by the layout
end)
look_labels.done()
t.done()
