-- A recursion without end is refused long before Lua's stack is full: what is on it can be gone through at once.
local t = dofile "tests/lua/harness/tap.lua"

local deepest
local function endless(n)
    deepest = n
    return 1 + endless(n + 1)
end
local function bare() local _ = bare() end -- one value of the stack for each call
local function deep(n) return n == 0 and 0 or 1 + deep(n - 1) end

local done, why = pcall(endless, 1)
t.ok(not done and why:find "depth.lua:%d+: stack overflow$", "the words and the place are Lua's")
t.ok(deepest >= 1e5 and deepest < 2e5, "between 100000 and 200000 calls")
t.equal(pcall(bare), false, "a function without values")
t.equal(deep(99900), 99900, "99900 calls are fine")
local function nested(co)
    coroutine.wrap(function() coroutine.resume(co) end)()
end
for _, resume in ipairs {coroutine.resume, nested} do
    deepest = 0
    resume(coroutine.create(function() endless(1) end))
    t.ok(deepest >= 1e5 and deepest < 2e5, "in a coroutine, too")
end
local seen
t.equal(xpcall(endless, function(said) seen = said return said end, 1), false, "under xpcall")
t.ok(seen:find "stack overflow", "whose handler runs")
t.equal(select("#", table.unpack({}, 1, 9e5)), 900000, "many values are no depth")
local list = {}
for i = 1, 2e5 do
    list[i] = i
end
t.equal(#list, 200000, "nor is a long list")
t.equal(deep(99900), 99900, "nor does that leave anything behind")
t.done()
