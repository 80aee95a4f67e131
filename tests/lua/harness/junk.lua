-- Values that no option is meant for, by name: wrong types, numbers at the ends, tables that are empty, lists within
-- lists or that hold themselves, texts that break terminals, patterns and UTF-8, objects of the library.
local junk, order = {}, {}

local function add(name, value)
    junk[name], order[#order + 1] = value, name
end

add("true", true)
add("false", false)
add("zero", 0)
add("minus one", -1)
add("a half", 0.5)
add("a thousand", 1000)
add("huge", 1e308)
add("minus huge", -1e308)
add("tiny", 5e-324)
add("nan", 0 / 0)
add("inf", math.huge)
add("minus inf", -math.huge)
add("the largest integer", math.maxinteger)
add("the smallest integer", math.mininteger)
add("no text", "")
add("a text", "a")
add("a number as text", "1")
add("a format", "%s%n%5$d%")
add("a pattern", "[%")
add("an escape sequence", "\27[31m\27]0;x\7")
add("a zero byte", "a\0b")
add("broken UTF-8", "\xc3(\xff\xfe")
add("a surrogate", "\xed\xa0\x80")
add("Greek and lines", "α_{1}^β\n\\alpha{ \t^{")
add("a long text", ("long "):rep(2e4))
add("an empty table", {})
add("numbers", {1, 2, 3})
add("texts", {"a", "b"})
add("tables", {{}, {}})
add("a table by name", {label = "a", x = 1, color = "red"})
add("holes", {1, nil, 3})
add("odd keys", {[0.5] = 1, [true] = 2, [-1] = 3, [print] = 4})
local cycle = {1}
cycle[2], cycle.x, cycle.label, cycle.series, cycle.panels = cycle, cycle, cycle, cycle, cycle
add("a table in itself", cycle)
local deep = {}
for _ = 1, 300 do
    deep = {deep}
end
add("deep tables", deep)
add("a table that fails", setmetatable({}, {
    __index = function() error("read", 0) end, __len = function() error("length", 0) end,
    __pairs = function() error("pairs", 0) end, __tostring = function() return 7 end, __name = "\27odd",
}))
add("a function", function() error("called", 0) end)
add("a C function", string.rep)
add("a coroutine", coroutine.create(print))
add("a file", io.stdout)
add("no numbers", vec{})
add("a vec", vec{1, 2, 3})
add("a vec of nan", vec{0 / 0, math.huge, -math.huge})
add("a mat", mat{{1, 2}, {3, 4}})
add("a polynomial", poly{0, 1})
add("a distribution", dist.normal{mean = 0, sd = 1})
add("a figure", plot({1, 2}))
add("a result", bias{q = math.exp, dist = dist.uniform(0, 1), reps = 100, m = {1, 2}, seed = 1})

return function(visit)
    for _, name in ipairs(order) do
        visit(name, junk[name])
    end
    return #order
end
