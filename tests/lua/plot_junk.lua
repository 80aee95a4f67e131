-- Junk in every option of figures, lessons and the prompt: each call either works, and the figure is drawn, or raises
-- with the function, the option, what was expected and what came. The options are those that help lists.
local t = dofile "tests/lua/harness/tap.lua"
local each_junk = dofile "tests/lua/harness/junk.lua"
local core = debug.getregistry()["debias.core"]
local over = core.use "over"

-- How a message ends: what was expected and what came, or which options do not go with each other.
local endings = {
    "expected .+", "unknown option '.*'", "needs option '%w+'", "does not go with", "goes with", "go into one",
    "must be given: ", "no series '", "has %d+ values? and y has %d+", "y has %d+ values? and %w+ has %d+",
    "there is no room for", "too small for the labels", "unknown file extension '", "has no file extension",
    "cannot write '", "unexpected value without a name: ", "in a Lua string write", "has panels itself",
    "which draws nothing", "panels have no panels", "more than 32767 pixels", "different .- axes",
    "a histogram needs a finite value",
}

local own_errors = core.use "list".set "read length pairs" -- of the table that fails

-- What is wrong with an error of a call to these functions; nil for a good one.
local function fault(message, functions, option)
    if own_errors[message] then
        return nil
    elseif type(message) ~= "string" then
        return "no text but " .. tostring(message)
    end
    local words = message:gsub("^[^\n:]*%.lua:%d+: ", "")
    local name, rest = words:match "^([%w_.:]+[%w_])(.*)$"
    if not (name and functions[name]) then
        return "it does not begin with the function"
    elseif not utf8.len(words) or words:find "[%z\1-\8\11-\31\127]" then
        return "it has control characters or broken UTF-8"
    elseif #words > 1500 then
        return "it has " .. #words .. " bytes"
    elseif words:find "%f[%w]a [aeio]%w" then
        return "it says 'a' for 'an'"
    elseif option and not rest:find((option:gsub("s$", "")), 1, true) then -- "mark 1" names marks
        return "it does not name the option"
    end
    for _, ending in ipairs(endings) do
        if rest:find(ending) then
            return nil
        end
    end
    return "it does not say what was expected"
end

local calls, faults = 0, {}

-- Draws a figure, in turns as a page and in characters.
local function draw(f)
    return (calls % 2 == 0 and f:layout() or f:text()) .. f:describe() .. tostring(f)
end

-- Calls with the junk; what comes of it is drawn where it is a figure.
local function try(where, functions, option, call, value, name)
    calls = calls + 1
    local worked, got = pcall(call, value)
    local why
    if not worked then
        why = fault(got, functions, option)
    elseif core.system.kind(got) == "figure" then
        local drawn, how = pcall(draw, got)
        why = not drawn and fault(how, {["figure:layout"] = true, ["figure:text"] = true}) or nil
    end
    if why then
        faults[#faults + 1] = ("%s = %s: %s: %s"):format(where, name, why, tostring(got):sub(1, 300))
    end
end

-- Junk in every option of a list of parameters; make(options) calls.
local function fuzz(where, names, params, make)
    local functions = core.use "list".set(names)
    for _, param in ipairs(params) do
        each_junk(function(name, value)
            try(("%s %s"):format(where, param.name), functions, param.name, function(x)
                return make {[param.name] = x}
            end, value, name)
        end)
    end
end

-- Junk in place of an argument.
local function fuzz_argument(where, names, call)
    local functions = core.use "list".set(names)
    each_junk(function(name, value) try(where, functions, nil, call, value, name) end)
end

local tables, listed = core.figure.params, core.options.params
local function curve(more)
    return over({label = "a", x = {1, 2, 3}, y = {3, 1, 2}}, more)
end

fuzz("plot{}", "plot", tables.plot, function(o) return plot(over({series = {curve()}}, o)) end)
fuzz("plot(y)", "plot", tables.plot, function(o) return plot({1, 2, 3}, o) end)
fuzz("plot(y) curve", "plot", tables.series, function(o) return plot({1, 2, 3}, o) end)
fuzz("plot{f}", "plot panels", tables.plot, function(o) return plot(over({plot({1, 2}), plot({2, 3})}, o)) end)
fuzz("axis", "plot", tables.axis, function(o) return plot{x = o, y = o, series = {curve()}} end)
fuzz("axis log", "plot", tables.axis, function(o) return plot{y = over({scale = "log"}, o), series = {curve()}} end)
fuzz("series", "plot", tables.series, function(o) return plot{series = {curve(o), curve()}} end)
fuzz("bars", "plot", tables.series, function(o) return plot{series = {curve(over({edges = {0, 1, 2, 3}}, o))}} end)
fuzz("style", "plot", tables.style, function(o) return plot{series = {curve()}, style = {a = o}} end)
fuzz("fit", "plot", tables.fit, function(o) return plot{series = {curve{fit = over({slope = 1}, o)}}} end)
local marks = { -- in order: draw takes turns
    {kind = "hline", y = 1}, {kind = "vline", x = 1}, {kind = "text", x = 1, y = 1, label = "a"},
    {kind = "slope", slope = 1}, {kind = "window", from = 1, to = 2},
}
for _, mark in ipairs(marks) do
    fuzz("mark " .. mark.kind, "plot", tables.marks, function(o)
        return plot{series = {curve()}, marks = {over(mark, o)}}
    end)
end
fuzz("f:set", "figure:set", tables.plot, function(o)
    return plot{y = {scale = "log"}, series = {curve()}}:set(o)
end)
local f = plot{series = {curve()}}
local function new()
    return plot{series = {curve()}}
end
fuzz("f:hline", "figure:hline", listed.figure_hline, function(o) return new():hline(1, o) end)
fuzz("f:vline", "figure:vline", listed.figure_vline, function(o) return new():vline(1, o) end)
fuzz("f:slope", "figure:slope", listed.figure_slope, function(o) return new():slope(1, o) end)
fuzz("f:window", "figure:window", listed.figure_window, function(o) return new():window(1, 2, o) end)
fuzz("f:text", "figure:text", listed.figure_words, function(o) return new():text(1, 1, "a", o) end)
fuzz("f:text{}", "figure:text", tables.text, function(o) return f:text(o) end)
fuzz("f:layout", "figure:layout", tables.save, function(o) return f:layout(o) end)
local path = t.path "junk.svg"
fuzz("f:save", "figure:save", tables.save, function(o) return f:save(path, o) end)
local of_panels = {{name = "title"}, {name = "notes"}, {name = "columns"}, {name = "legend"}, {name = "marks"}}
fuzz("panels", "panels plot", of_panels, function(o) return panels(over({f, f}, o)) end)
fuzz("panel", "plot", tables.plot, function(o) return plot{panels = {over({series = {curve()}}, o)}} end)

fuzz_argument("plot(junk)", "plot", function(x) return plot(x) end)
fuzz_argument("plot(junk, y)", "plot", function(x) return plot(x, {1, 2, 3}) end)
fuzz_argument("plot(x, junk)", "plot", function(x) return plot({1, 2, 3}, x) end)
fuzz_argument("plot(x, y, junk)", "plot", function(x) return plot({1, 2, 3}, {1, 2, 3}, x) end)
fuzz_argument("plot{f, junk}", "plot", function(x) return plot{f, x} end)
fuzz_argument("panels{f, junk}", "panels plot", function(x) return panels{f, x} end)
fuzz_argument("panels(junk)", "panels plot", function(x) return panels(x) end)
fuzz_argument("f:set(junk)", "figure:set", function(x) return new():set(x) end)
fuzz_argument("f:hline(junk)", "figure:hline", function(x) return new():hline(x) end)
fuzz_argument("f:vline(junk)", "figure:vline", function(x) return new():vline(x) end)
fuzz_argument("f:slope(junk)", "figure:slope", function(x) return new():slope(x) end)
fuzz_argument("f:window(junk)", "figure:window", function(x) return new():window(x, 2) end)
fuzz_argument("f:text(junk)", "figure:text", function(x) return new():text(x, 1, "a") end)
fuzz_argument("f:text(x, y, junk)", "figure:text", function(x) return new():text(1, 1, x) end)
fuzz_argument("f:text(x, y, w, junk)", "figure:text", function(x) return new():text(1, 1, "a", x) end)
fuzz_argument("f:save(junk)", "figure:save", function(x)
    return new():save(type(x) == "string" and t.path "" .. x:sub(1, 100) or x)
end)
fuzz_argument("f:save(path, junk)", "figure:save", function(x) return new():save(path, x) end)

-- Lessons and the prompt.
local step = {text = "t", run = function() return 1 end}
local own = lesson.new{title = "Own", steps = {step}}
fuzz("lesson", "lesson", listed.lesson, function(o) return lesson(own, o) end)
fuzz("lesson.new", "lesson.new", listed["lesson.new"], function(o)
    return lesson.new(over({title = "T", steps = {step}}, o))
end)
fuzz("lesson.step", "lesson.new", listed["lesson.step"], function(o)
    return lesson.new{title = "T", steps = {over(step, o)}}
end)
fuzz_argument("lesson(junk)", "lesson", function(x) return lesson(math.type(x) == nil and x or -1) end)
fuzz_argument("lesson.new(junk)", "lesson.new", function(x) return lesson.new(x) end)
local before = prompt()
fuzz("prompt", "prompt", listed.prompt, function(o) return prompt(o) end)
fuzz_argument("prompt(junk)", "prompt", function(x) return prompt(x) end)
prompt(before)

for _, each in ipairs(faults) do
    t.ok(false, each)
end
t.ok(calls > 9000, calls .. " calls")
t.done()
