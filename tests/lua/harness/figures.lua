-- A figure for each thing that a figure can have: a list of {name =, figure =, partly = true: points lie outside the
-- axes, or are not drawn}.
local t = dofile "tests/lua/harness/tap.lua"
local x = vec.linspace(1, 10, 10)
local m = pow2(1, 32)
local list = {}

local function add(name, figure, partly)
    list[#list + 1] = {name = name, figure = figure, partly = partly}
end

-- Two series, the second one with these options.
local function series(name, options, axes, partly)
    options.x, options.y = options.x or m, options.y or 0.2 / m
    add(name, plot(t.over(axes or {}, {series = {{label = "a", x = m, y = 0.3 / m}, options}})), partly)
end

for _, scale in ipairs {"linear", "log", "log2"} do
    local axis = {label = scale .. " F(x_t) - F^*", scale = scale}
    series("scale " .. scale, {label = "b"}, {x = axis, y = axis})
    local inner = t.over(axis, {min = 0.01, max = 1})
    series("limits " .. scale, {label = "b"}, {x = t.over(axis, {min = 1.5, max = 9}), y = inner}, true)
    series("band " .. scale, {label = "b", lo = 0.1 / m, hi = 0.4 / m}, {y = axis})
    series("open band " .. scale, {label = "b", lo = -0.1 / m, hi = 0.4 / m}, {y = axis})
    series("bars " .. scale, {label = "b", lo = 0.1 / m, hi = 0.4 / m, line = false}, {y = axis})
    series("open bars " .. scale, {label = "b", lo = -0.1 / m, hi = 0.4 / m, line = false}, {y = axis})
    series("noise " .. scale, {label = "b", floor = 0.05}, {y = axis})
    series("far " .. scale, {label = "b", x = {1, 2, 3}, y = {1e-200, 0.1, 1e200}}, {y = inner}, true)
end
for _, dash in ipairs {"solid", "dash", "dashdot", "dot", "long"} do
    series("dash " .. dash, {label = "b", dash = dash})
end
for _, marker in ipairs {"circle", "square", "triangle", "diamond", "down", "cross", "plus", "none"} do
    series("marker " .. marker, {label = "b", marker = marker})
    series("hollow " .. marker, {label = "b", marker = marker, hollow = true})
end
for _, legend in ipairs {"auto", "direct", "none", "below", "top left", "top right", "bottom left", "bottom right"} do
    series("legend " .. legend, {label = "b"}, {legend = legend})
end
for _, color in ipairs {"red", "#123456", 3} do
    series("color " .. color, {label = "b", color = color})
end
series("gap", {label = "b", y = {1, 2, 0 / 0, 3, 4, 5}})
series("sign", {label = "b", sign = {1, -1, 1, -1, 1, 1}}, {y = {scale = "log"}})
series("two floors", {label = "b", floor = 0.05, y = 0.1 / m}, {y = {scale = "log"}})
series("hidden", {label = "b", hide = true}, {}, true)
series("slope", {label = "b", fit = {slope = -1, lo = -1.1, hi = -0.9}}, {x = {scale = "log"}, y = {scale = "log"}})
series("back and forth", {label = "b", x = {1, 3, 2, 4, 3, 5}, lo = 0.1 / m, hi = 0.3 / m})
series("a point", {label = "b", x = {2}, y = {0.5}, lo = {0.4}, hi = {0.6}})
series("no points", {label = "b", x = {}, y = {}})
series("short axis far from zero", {label = "b", y = 1e9 + 1e-3 * m}, {style = {a = {hide = true}}}, true)
series("tiny numbers", {label = "b", y = 1e-300 * m}, {style = {a = {hide = true}}}, true)
series("huge numbers", {label = "b", y = 1e300 * m}, {style = {a = {hide = true}}}, true)
series("words", {label = "b"}, {title = "A title", notes = "A note.\nA second line."})
series("names", {label = "b", x = {1, 2, 3}, y = {1, 2, 3}}, {x = {names = {"one_two", "two", "50% of #3"}}})
series("whole", {label = "b"}, {x = {whole = true}})
series("font", {label = "b"}, {font_pt = 11})
add("bars", plot{series = {
    {label = "h", edges = {0, 1, 2, 4}, y = {1, 3, 2}},
    {label = "base", edges = {0, 2, 4}, y = {1, 2}, base = 1, unit = 2},
}})
add("marks", plot(x, x, {label = "a"}):hline(2, {label = "half", color = "red"}):vline(4, {label = "m = 4"})
    :slope(2, {x = 2, y = 2}):slope(-1):text(5, 5, "a text", {anchor = "center"}):window(6, 8, {label = "window"}))
add("long", plot(vec.linspace(0, 1, 20000), vec.linspace(0, 1, 20000) ^ 2, {label = "many"}), true)
add("panels", panels{
    plot(x, x, {label = "a"}), plot(x, x ^ 2, {label = "b", title = "two"}), plot(x, -x, {notes = "n"});
    title = "Three", notes = "Under all."})
add("shared legend", panels{plot(x, x, {label = "a", lo = x - 1, hi = x + 1}), plot(x, x ^ 2, {label = "b"});
    legend = "shared", columns = 1})
add("empty", plot{series = {}})
return list
