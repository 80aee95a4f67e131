-- Display lists, text renderings and sources of a few figures, compared with the files beside this one.
-- UPDATE=1 tests/run tests/golden rewrites these files.
local t = dofile "tests/lua/harness/tap.lua"
local update = os.getenv "UPDATE"
local m = pow2(1, 32)
local second = 0.15 / m ^ 2

local bias = plot{
    title = "Bias at equal cost", seed = 1, interval = "95% interval",
    x = {label = "m", scale = "log2"}, y = {label = "|bias|", scale = "log"},
    series = {
        {label = "L1", x = m, y = 0.2 / m, marker = "none"},
        {label = "L1", x = m, y = 0.202 / m, lo = 0.18 / m, hi = 0.22 / m, line = false,
            fit = {slope = -1, lo = -1.02, hi = -0.98}},
        {label = "L2", x = m, y = second, lo = second - 2e-4, hi = second + 2e-4, fit = {slope = -2, to = 16}},
        {label = "L3", x = m, y = {3e-4, 2e-4, -1e-4, 1.2e-4, 4e-4, 1e-4}, floor = 3e-4, line = false},
    },
    notes = "L3 is unbiased here: its points are noise.",
}

local x = vec.linspace(0, 2e6, 41)
local function decay(level, rate)
    return x:map(function(v)
        return level + 0.3 * 2 ^ (-v / rate)
    end)
end
local slow, fast = decay(0.09, 2e5), decay(0.02, 3e5)
local race = plot{
    x = {label = "samples"}, y = {label = "F(x) − F*", scale = "log"}, interval = "95% interval",
    series = {
        {label = "BSGD", x = x, y = slow, lo = 0.9 * slow, hi = 1.1 * slow},
        {label = "E-BSGD", x = x, y = fast, lo = 0.8 * fast, hi = 1.2 * fast},
    },
}

local s = vec.linspace(-3, 3, 61)
local functions = plot{
    x = {label = "s"}, y = {label = "q(s)"}, legend = "direct",
    series = {
        {label = "relu", x = s, y = math.relu(s), marker = "none"},
        {label = "s^2/2 + 0.3 sin 4s", x = s, y = s ^ 2 / 2 + 0.3 * math.sin(4 * s), marker = "none"},
    },
}

local four = plot{panels = {
    {title = "One", x = {label = "m", scale = "log2"}, y = {scale = "log"},
        series = {{label = "L1", x = m, y = 1 / m}}},
    {title = "Two", x = {label = "s"}, legend = "below", series = {{label = "relu", x = s, y = math.relu(s)}}},
    {x = {label = "s"}, notes = "A note.", series = {{x = s, y = s ^ 2}}},
}}

local marks = plot(m, 0.2 / m, {label = "\\xi_0", x = {label = "m", scale = "log2"},
    y = {label = "F(x_t) - F^*", scale = "log"}, fit = {slope = -1}})
marks:hline(0.01, {label = "goal \\epsilon^2", color = "red"}):vline(4, {label = "m = 4"}):slope(-2, {x = 2, y = 0.1})
marks:text(12, 0.15, "a text", {anchor = "center"}):window(8, 16, {label = "window"})

local edges = vec.linspace(0, 5, 6)
local shared = panels{
    plot{series = {
        {label = "a", edges = edges, y = {1, 4, 6, 2, 0}}, {label = "b", edges = edges, y = {0, 1, 3, 5, 1}},
    }},
    plot(m, 1 / m, {label = "d", title = "Curves", lo = 0.8 / m, hi = 1.2 / m, interval = "95% interval",
        series = {{label = "c", y = {1, 0.5}}}});
    title = "Shared", marks = {{kind = "hline", y = 0.5, panel = 2, label = "half"}},
}

local function read(path)
    local file = io.open(path, "rb")
    local text = file and file:read "a"
    return text, file and file:close()
end

local function compare(name, got)
    local path = "tests/golden/" .. name
    if update then
        assert(io.open(path, "wb")):write(got):close()
    end
    t.equal(got, read(path), name)
end

-- Source of other programs, without the version of this one.
local function source(figure, ending)
    local path = figure:save(t.path("a" .. ending))
    return (assert(read(path)):gsub("(debias[\" :]+)%d[%d.]*", "%1"))
end

for name, figure in pairs {
    bias = bias, race = race, functions = functions, panels = four, marks = marks, shared = shared,
} do
    compare(name .. ".paper", figure:layout())
    compare(name .. ".slides", figure:layout{theme = "slides", width_mm = 200})
    compare(name .. ".tex", source(figure, ".tex"))
    compare(name .. ".gp", source(figure, ".gp"))
    compare(name .. ".ascii", figure:text{charset = "ascii"})
    compare(name .. ".braille", figure:text{charset = "braille", cols = 90, rows = 24})
end
t.done()
