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
t.done()
