-- What other plotting programs call options of plot: the error says how it is written here, and that then works.
local t = dofile "tests/lua/harness/tap.lua"
local x, y = vec{1, 2, 3}, vec{1, 4, 9}

local places = "auto|direct|none|below|top left|top right|bottom left|bottom right|shared"

-- An option, its value, and what is to be written in its place.
local cases = {
    {"ylabel", "F(x)", 'y={label="F(x)"}'}, {"xlabel", "m", 'x={label="m"}'}, {"xlab", "m", 'x={label="m"}'},
    {"ylab", 3, 'y={label=".."}'}, {"ylim", {0, 10}, "y={min=0, max=10}"}, {"xlim", {0.5, 3}, "x={min=0.5, max=3}"},
    {"xlim", 3, "x={min=.., max=..}"}, {"log", true, 'x={scale="log"}, y={scale="log"}'},
    {"log", "y", 'y={scale="log"}'}, {"log", "xy", 'x={scale="log"}, y={scale="log"}'},
    {"logy", true, 'y={scale="log"}'}, {"xscale", "log", 'x={scale="log"}'},
    {"semilogx", true, 'x={scale="log"}'}, {"loglog", true, 'x={scale="log"}, y={scale="log"}'},
    {"type", "p", "line=false for points alone"}, {"figsize", {4, 3}, "f:save(path, {width_mm=, height_mm=})"},
}
for _, case in ipairs(cases) do
    local option, value, way = table.unpack(case)
    local want = ("unknown option '%s', write %s"):format(option, way)
    t.raises(function() plot(x, y, {[option] = value}) end, "plot: " .. want, "plot(x, y): " .. option)
    t.raises(function() plot(y, {[option] = value}) end, "plot: " .. want, "plot(y): " .. option)
    t.raises(function() plot{plot(y), plot(x), [option] = value} end, "plot: " .. want, "plot{f, g}: " .. option)
    t.raises(function() plot{series = {{y = y}}, [option] = value} end, "plot: " .. want, "plot{series=}: " .. option)
    t.raises(function() plot(y):set{[option] = value} end, "figure:set: " .. want, "set: " .. option)
    local options = load("return {" .. way:gsub(" for .*", ""):gsub("%.%.,", "0,"):gsub("=%.%.", "=9") .. "}")
    if not way:find "f:save" then
        t.ok(pcall(plot, x, y, options()), "and that works: " .. way)
    end
end
local c = bias{q = math.exp, dist = dist.normal{mean = 0, sd = 1}, reps = 1000}
t.raises(function() c:plot{ylabel = "b"} end, [[plot: unknown option 'ylabel', write y={label="b"}]], "of a bias")

-- Values.
t.raises(function() plot(x, y, {kind = "scatter"}) end,
    "plot: option 'kind': expected one of curves|histogram, got 'scatter', write line=false for points alone",
    "scatter")
t.ok(plot(x, y, {line = false, hollow = true}), "which is a plot")
for name, value in pairs {["got a table"] = {"a", "b"}, ["got true"] = true, ["got 'my curve'"] = "my curve"} do
    t.raises(function() plot(x, y, {legend = value}) end, ("plot: option 'legend': expected one of %s, %s, "
        .. 'write label=".." for the name of a curve'):format(places, name), "legend: " .. name)
end
t.raises(function() plot(x, y, {legend = false}) end,
    ('plot: option \'legend\': expected one of %s, got false, write legend="none"'):format(places), "no legend")
t.raises(function() plot(x, y, {legend = "upper left"}) end,
    ("plot: option 'legend': expected one of %s, got 'upper left', did you mean 'top left'?"):format(places),
    "a place by another name")
t.raises(function() plot(x, y, {colour = "red"}) end, "plot: unknown option 'colour', did you mean 'color'?",
    "a name in British English")

-- What is not meant so.
for _, options in ipairs {{color = "red"}, {title = "t"}, {legend = "below"}, {x = {label = "xlabel"}},
    {label = "log"}} do
    t.ok(pcall(plot, x, y, options), "no hint where all is right")
end
t.raises(function() plot(x, y, {kind = 3}) end, "plot: option 'kind': expected one of curves|histogram, got 3",
    "no hint about a number")
t.raises(function() plot(x, y, {titel = "t"}) end, "plot: unknown option 'titel', did you mean 'title'?",
    "a typing error")
t.done()
