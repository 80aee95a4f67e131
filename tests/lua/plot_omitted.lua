-- What a figure leaves out, it says: points, series and characters.
local t = dofile "tests/lua/harness/tap.lua"
local nan = 0 / 0

-- What is left out is said, in the drawing and in its description: why, how many points, of which series. Every
-- combination of reasons for 0 to 2 points of two series.
local reasons = {
    {y = 0, text = "with a value ≤ 0 %s not shown on the logarithmic axis"},
    {y = nan, text = "with a value that is not finite %s not shown"},
    {x = nan, text = "with a value that is not finite %s not shown"},
    {y = math.huge, text = "with a value that is not finite %s not shown"},
    {y = 99, text = "beyond the limits of the axes %s not shown"},
    {x = 99, text = "beyond the limits of the axes %s not shown"},
}
local function with(reason, n)
    local x, y = {1, 2, 3}, {1, 2, 3}
    for i = 1, n do
        x[3 + i], y[3 + i] = reason.x or 2, reason.y or 2
    end
    return x, y
end
-- The texts of a drawing without line breaks.
local function words(f)
    local lines = {}
    for text in f:layout():gmatch 'text [^"]*"([^\n]*)" [^"\n]*\n' do
        lines[#lines + 1] = text
    end
    return table.concat(lines, " ")
end
for _, reason in ipairs(reasons) do
    for a = 0, 2 do
        for b = 0, 2 do
            local ax, ay = with(reason, a)
            local bx, by = with(reason, b)
            local f = plot{x = {max = 10}, y = {scale = "log", max = 10},
                series = {{label = "A", x = ax, y = ay}, {label = "B", x = bx, y = by}}}
            local names = {a > 0 and a .. " of A" or nil, b > 0 and b .. " of B" or nil}
            local list = a > 0 and b > 0 and table.concat(names, ", ") or names[1] or names[2]
            local want = list and ("%d point%s %s (%s)."):format(a + b, a + b == 1 and "" or "s",
                reason.text:format(a + b == 1 and "is" or "are"), list)
            t.ok(not want or f:describe():find(want, 1, true), "described: " .. (want or "nothing"))
            t.ok(not want or words(f):find(want, 1, true), "drawn: " .. (want or "nothing"))
            t.ok(want or not (f:describe() .. words(f)):find("not shown", 1, true), "nothing is left out")
        end
    end
end
local empty = plot{series = {{label = "A", y = {1, 2}}, {label = "B", y = {}}, {y = {}}, {y = {}, hide = true}}}
t.ok(words(empty):find("Without points: B, series 3.", 1, true), "series without points")
for _, where in ipairs {"title", "notes", "x", "series"} do
    local option = {series = {{y = {1, 2}, label = where == "series" and "5 ☃ 温" or "a"}}}
    if where ~= "series" then
        option[where] = where == "x" and {label = "5 ☃ 温"} or "5 ☃ 温"
    end
    local f = plot(option)
    t.ok(words(f):find("The font has no U+6E29.", 1, true), "a character that the font lacks, " .. where)
    t.ok(f:text{charset = "ascii"}:find("no U+2603, U+6E29.", 1, true), "two that ASCII lacks, " .. where)
    t.ok(not f:text{charset = "braille"}:find("U+", 1, true), "a terminal has fonts of its own, " .. where)
end

-- Of many points what shows is drawn: files stay small. tests/unit/draw_crowd.c compares the
-- pictures, tests/long/draw_crowd.c has the sizes of all.
local function read(path)
    local file <close> = assert(io.open(path, "rb"))
    return file:read "a"
end
local function part(of, first, last)
    return of and of:slice(first, last)
end
local function cloud(n, scattered)
    local y = rng.new(4):normal(n)
    return {x = scattered and rng.new(3):uniform(n) or vec.linspace(0, 1, n), y = y,
        lo = y - rng.new(5):uniform(n), hi = y + rng.new(6):uniform(n)}
end
local kinds = {
    markers = {line = false},
    bars = {line = false, marker = "none", limits = true},
    line = {marker = "none"},
    dashes = {marker = "none", dash = "dash"},
    band = {marker = "none", limits = true},
}
-- The kind as a plot of several series of one look, `each` points in one.
local function drawn(kind, points, each)
    local series = {}
    for first = 1, #points.x, each do
        local last = math.min(first + each - 1, #points.x)
        series[#series + 1] = {x = part(points.x, first, last), y = part(points.y, first, last), color = "#1f4e79",
            lo = kind.limits and part(points.lo, first, last) or nil,
            hi = kind.limits and part(points.hi, first, last) or nil,
            line = kind.line, marker = kind.marker or "circle", dash = kind.dash or "solid"}
    end
    return plot{series = series}
end
for name, kind in pairs(kinds) do
    for _, scattered in ipairs{false, true} do
        local id = ("%s, %s"):format(name, scattered and "scattered" or "in order")
        local many = not scattered and drawn(kind, cloud(1e5, false), 1e5)
        for _, format in ipairs(many and {"svg", "pdf"} or {}) do
            many:save(t.path("many." .. format))
            t.ok(#read(t.path("many." .. format)) < 2e6, ("1e5 points take less than 2 MB: %s, %s"):format(format, id))
        end
        if kind.line == false then
            local points = cloud(6000, scattered)
            local some, all = drawn(kind, points, 6000), drawn(kind, points, 2000)
            t.equal(some:text{charset = "braille"}, all:text{charset = "braille"}, "the same dots: " .. id)
        end
    end
end
local hundred = {}
for i = 1, 100 do
    hundred[i] = {x = vec.linspace(0, 1, 1000), y = rng.new(i):normal(1000), label = "s" .. i, marker = "none"}
end
plot{series = hundred}:save(t.path "hundred.svg")
t.ok(#read(t.path "hundred.svg") < 2e6, "100 series of 1000 points take less than 2 MB")

-- Markers of points far beyond the limits.
for _, far in ipairs{1e3, 1e9, 1e29, 1e300} do
    local x = {}
    for i = 1, 40 do
        x[i] = i <= 20 and i / 20 or far ^ ((i - 20) / 20) * (i % 2 * 2 - 1)
    end
    plot{series = {{x = x, y = vec.linspace(0, 1, 40)}}, x = {min = 0, max = 1}}:save(t.path "far.svg")
    t.ok(#read(t.path "far.svg") > 0, "points out to " .. far)
end

-- Intervals with one limit; lone ones beside them are bars.
local half = plot({1, 2, 3}, {1, 2, 3}, {lo = {0, 0 / 0, 2}, hi = {2, 3, 4}})
t.ok(half:describe():find("1 interval with a limit that is not a number is not shown.", 1, true), "half an interval")
t.ok(half:layout() ~= plot({1, 2, 3}, {1, 2, 3}):layout() and half:layout():find "\"interval\"", "the others are shown")
local function lines(f)
    return select(2, f:layout():gsub("\n", ""))
end
t.ok(lines(half) > lines(plot({1, 2, 3}, {1, 2, 3}, {lo = {0 / 0, 0 / 0, 2}, hi = {0 / 0, 0 / 0, 4}})), "each of them")
t.equal(plot({1, 2, 3}, {1, 2, 3}, {lo = {0, 0 / 0, 2}, hi = {2, 0 / 0, 4}}):caption(), "", "no interval at a point")

-- The legend does not guess what lo and hi are.
t.ok(not half:layout():find "95%%", "lo and hi of one's own")

-- Captions say what is not shown, those of panels once each.
local gone = "1 point with a value ≤ 0 is not shown on the logarithmic axis."
local logs = plot({1, 2, 3}, {1, -1, 3}, {y = {scale = "log"}})
t.equal(logs:caption(), gone, "a caption")
t.equal(panels{logs, plot({1, 2}, {1, 2}, {notes = "Two."}), logs}:caption(), gone .. " Two.", "of panels")

t.done()
