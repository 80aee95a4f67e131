-- The checks themselves, also that they can fail.
local t = dofile "tests/lua/harness/tap.lua"

-- The lines that the calls of use(fresh harness) print.
local function printed(use)
    local lines, keep = {}, print
    print = function(text) -- luacheck: ignore
        lines[#lines + 1] = text
    end
    use(dofile "tests/lua/harness/tap.lua")
    print = keep -- luacheck: ignore
    return table.concat(lines, "\n")
end

-- What the one check of use prints for a failure, without its position.
local function failure(use)
    local text = printed(use)
    return text:match "^not ok 1 %- (.*) %(tests/lua/harness.lua:%d+%)$" or text
end

t.equal({1, {a = "x"}}, {1, {a = "x"}}, "equal compares tables by their items")
t.equal(0 / 0, 0 / 0, "a NaN equals a NaN")
t.equal(failure(function(u) u.equal(1, 2, "n") end), "n: got 1, want 2", "equal can fail")
t.equal(failure(function(u) u.equal({1}, {1, 2}, "n") end), "n: got {1}, want {1, 2}", "a longer table differs")
t.equal(failure(function(u) u.equal("1", 1, "n") end), 'n: got "1", want 1', "a string is no number")

-- What is long is shown where it first differs.
local bytes = ("0123456789"):rep(50)
t.equal(failure(function(u) u.equal("a\n" .. bytes .. "x" .. bytes, "a\n" .. bytes .. "y", "n") end),
    'n: differ at byte 503, line 2: got .."012345678901234567890123456789x012345678901234567890123456789"..,'
    .. ' want .."012345678901234567890123456789y" (1003 and 503 bytes)', "texts: the place and what is around it")
t.equal(failure(function(u) u.equal(bytes, bytes .. "\0", "n") end),
    'n: differ at byte 501, line 1: got .."012345678901234567890123456789",'
    .. ' want .."012345678901234567890123456789\\0" (500 and 501 bytes)', "the end of one")
t.equal(failure(function(u) u.equal({1, {a=bytes, b={2, 3}}}, {1, {a=bytes, b={2, 4}}}, "n") end),
    "n: [2]: [\"b\"]: got {2, 3}, want {2, 4}", "tables: the item")
t.equal(failure(function(u) u.equal({bytes, x=1}, {bytes}, "n") end), 'n: ["x"]: got 1, want nil', "an item too many")
t.equal(failure(function(u) u.equal(vec.zeros(300), bytes:sub(1, 9), "n") end):sub(1, 19), "n: got vec{0, 0, 0,",
    "another kind of value")
t.ok(#failure(function(u) u.equal(vec.zeros(300), vec.zeros(300) + 1, "n") end) < 300, "no message is long")

t.near(1 + 1e-9, 1, 1e-8, "near allows the tolerance")
t.near({1, 2}, {1, 2}, 0, "near compares lists")
t.near(math.huge, math.huge, 0, "infinities are near")
t.equal(failure(function(u) u.near(1.5, 1, 0.25, "n") end), "n: got 1.5, want 1 within 0.25", "near can fail")
t.equal(failure(function(u) u.near(0 / 0, 1, 9, "n") end):sub(1, 7), "n: got ", "a NaN is near nothing")
t.equal(failure(function(u) u.near({1}, {1, 2}, 9, "n") end):sub(1, 7), "n: got ", "lists of other lengths differ")
t.equal(failure(function(u) u.near(nil, 1, 9, "n") end), "n: got nil, want 1 within 9", "nil is near nothing")

t.raises(function() error "f: bad" end, "f: bad", "raises allows the position of fn's line")
t.raises(function() error("f: bad", 0) end, "f: bad", "raises allows no position")
t.equal(failure(function(u) u.raises(function() error("f: other", 0) end, "f: bad", "n") end),
    'n: raised: got "f: other", want "f: bad"', "raises compares the whole text")
t.equal(failure(function(u) u.raises(print, "f: bad", "n") end), "n: raised nothing, want an error",
    "raises wants an error")
t.equal(failure(function(u) u.raises(function() dofile "tests/lua/harness/raise.lua" end, "f: bad", "n") end),
    'n: raised: got "tests/lua/harness/raise.lua:2: f: bad", want "f: bad"', "another file's position is not fn's")

t.equal(printed(function(u) u.ok(true, "a"); u.skip("b", "no printer"); u.done() end),
    "ok 1 - a\nok 2 - b # SKIP no printer\n1..2", "prints the plan")
t.done()
