-- A compiled function is the function, however it detects a value C that no comparison with plain calls meets: the
-- forms below, through everything that takes a q and through problem.new's f and g, against the same form called as
-- plain Lua without doubt.
local t = dofile "tests/lua/harness/tap.lua"

local C = 0.71875 -- a double; means of two are others

-- A function body of s that gives another value at C, which stands for the number.
local forms = {
    -- comparisons
    "if s == C then return 7 end return s",
    "if C == s then return 7 end return s",
    "if s ~= C then return s end return 7",
    "if not (s == C) then return s end return 7",
    "return s == C and 7 or s",
    "return (s ~= C or nil) and s or 7",
    "local is = s == C if is then return 7 end return s",
    "local c = C if s == c then return 7 end return s",
    "local c <const> = C if c == s then return 7 end return s",
    "local z = s - C if z == 0 then return 7 end return s",
    "local z = s - C if z == 0.0 then return 7 end return s",
    "local z = 2 * (s - C) if 0 == z then return 7 end return s",
    "if s * 1000 == C * 1000 then return 7 end return s",
    "if math.abs(s - C) == 0 then return 7 end return s",
    "if math.floor(s * 32) == 23 then return 7 end return s",
    "if s + 128 == C + 128 then return 7 end return s",
    "if s - C == -0.0 then return 7 end return s",
    "local i = math.floor(s / C) if s == C * i then return 7 end return s",
    "local a, b = s, C while a == b do return 7 end return s",
    "local a = s repeat a = a + 1 until true if a == C + 1 then return 7 end return s",
    "for i = 1, 3 do if s * i == C * i then return 7 end end return s",
    "for _, c in ipairs{5, C, 6} do if s == c then return 7 end end return s",
    "for _, c in pairs{a=5, b=C} do if c == s then return 7 end end return s",
    "if s == 99 or s == 98 or s == C then return 7 end return s",
    "if s == s and s == C then return 7 end return s",
    "goto look ::look:: if s == C then return 7 end return s",
    "local v = vec{s, 1} if v[1] == C then return 7 end return s",
    "local v = vec{s, 1} if v == vec{C, 1} then return 7 end return s",
    "local v = vec{s, 1} if vec{C, 1} == v then return 7 end return s",
    "local v = vec{s, 1} if v ~= vec{C, 1} then return s end return 7",
    "local m = mat{{s, 1}} if m == mat{{C, 1}} then return 7 end return s",
    "local m = mat{{s, 1}} if mat{{C, 1}} == m then return 7 end return s",
    "local m = mat{{s, 1}} if m[1][1] == C then return 7 end return s",
    "if vec{s, 0}:sum() == C then return 7 end return s",
    "if vec{s, 99}:min() == C then return 7 end return s",
    "if math.max(s, -99) == C then return 7 end return s",
    "if where(s, s, s) == C then return 7 end return s",
    "local list = {s} if list[1] == C then return 7 end return s",
    "local list = {at=s} if list.at == C then return 7 end return s",
    "local a, b = table.unpack{s, C} if a == b then return 7 end return s",
    "local a = select(2, C, s) if a == C then return 7 end return s",
    "local a = math.sqrt(s * s) if a == C then return 7 end return s",
    "local x = -s if x == -C then return 7 end return s",
    "local x = tonumber(s) if x == C then return 7 end return s",
    "local a <close> = setmetatable({}, {__close=function() end}) if s == C then return 7 end return s",
    "local r = s if r ~= r or r == C then return 7 end return s",
    "local z = (s - C) / (s - C) if z ~= z then return 7 end return s",
    "local z = (s - C) / (s - C) if not (z == z) then return 7 end return s",
    "local bits = 0 for i = 1, 4 do if i == 2 then bits = bits + s end end return bits == C and 7 or s",
    -- reached in another function
    "local function at(a, b) return a == b end return at(s, C) and 7 or s",
    "local function at(a, b) return a ~= b end return at(s, C) and s or 7",
    "local function at(a) if a == C then return 7 end return a end return at(s)",
    "local function at(...) local a = ... return a == C end return at(s) and 7 or s",
    "local function at(...) return select(1, ...) == C end return at(s) and 7 or s",
    "local function at() return s == C end return at() and 7 or s",
    "local function at(n) if n > 0 then return at(n - 1) end return s == C end return at(9) and 7 or s",
    "local f = load('local s, c = ... return s == c') return f(s, C) and 7 or s",
    "local at = {is=function(self, x) return x == C end} return at:is(s) and 7 or s",
    "local at = setmetatable({}, {__call=function(_, x) return x == C end}) return at(s) and 7 or s",
    "local at = setmetatable({}, {__index=function() return s == C end}) return at.x and 7 or s",
    "local at = setmetatable({}, {__index=function(_, x) return x == C end}) return at[s] and 7 or s",
    "local at, is = setmetatable({}, {__newindex=function(o, k, x) rawset(o, 1, x == C) end}) at.x = s "
        .. "return at[1] and 7 or s",
    "local m = {__add=function(a, b) return b == C and 7 or b end} return setmetatable({}, m) + s",
    "local m = {__mul=function(a, b) return b == C and 7 or b end} return setmetatable({}, m) * s",
    "local m = {__concat=function(a, b) return b == C and 7 or b end} return setmetatable({}, m) .. s",
    "local m = {__lt=function(a, b) return b == C end} return setmetatable({}, m) < s and 7 or s",
    "local m = {__le=function(a, b) return b == C end} return setmetatable({}, m) <= s and 7 or s",
    "local m = {__eq=function() return s == C end} return setmetatable({}, m) == setmetatable({}, m) and 7 or s",
    "local m = {__len=function() return s == C and 7 or s end} return #setmetatable({}, m)",
    "local m = {__unm=function() return s == C and 7 or s end} return -setmetatable({}, m)",
    "local m = {__tostring=function() return s == C and 'a' or 'b' end} "
        .. "return tostring(setmetatable({}, m)) == 'a' and 7 or s",
    "local y = s do local x <close> = setmetatable({}, {__close=function() if s == C then y = 7 end end}) end return y",
    "local y = vec{s, 1}:map(function(x) return x == C and 7 or x end) return y[1]",
    "local list = {1, 2} table.sort(list, function(a, b) return s == C and a > b or s ~= C and a < b end) "
        .. "return list[1] == 2 and 7 or s",
    "local y = ('a'):gsub('a', function() return s == C and 'b' or 'a' end) return y == 'b' and 7 or s",
    "for x in function(_, x) if not x then return s == C and 7 or s end end do return x end",
    "local y for x in coroutine.wrap(function() coroutine.yield(s == C and 7 or s) end) do y = x break end return y",
    "return coroutine.wrap(function() return s == C and 7 or s end)()",
    "local _, y = coroutine.resume(coroutine.create(function() return s == C and 7 or s end)) return y",
    "local _, y = coroutine.resume(coroutine.create(function(x) return x == C and 7 or x end), s) return y",
    "local co = coroutine.wrap(function(x) while true do x = coroutine.yield(x == C and 7 or x) end end) return co(s)",
    "return sorted_at(s) and 7 or s",
    -- keys
    "local list = {[C]=7} return list[s] or s",
    "local list = {[s]=7} return list[C] or s",
    "local list = {} list[s] = 7 return list[C] or s",
    "local list = {[C]=true} if list[s] then return 7 end return s",
    "local list = {[C]=true} if list[s] ~= nil then return 7 end return s",
    "local list = {[23]=7} return list[s * 32] or s",
    "local list = {[0]=7} return list[s - C] or s",
    "local list = {[0.0]=7} return list[math.floor(s) + s - C] or s",
    "local at = setmetatable({}, {__index={[C]=7}}) return at[s] or s",
    "local list = {a={[C]=7}} return list.a[s] or s",
    "return known[s] or s",
    "local y = known[s] if not y then y = s end return y",
    "local list = {} list[s], list[C] = s, 7 return list[s]",
    "local n = 0 for _ in pairs{[s]=1, [C]=1} do n = n + 1 end return n == 1 and 7 or s",
    "local n = 0 for _ in next, {[s]=1, [C]=1} do n = n + 1 end return n == 1 and 7 or s",
    "return rawget({[C]=7}, s) or s",
    "local list = rawset({}, s, 7) return list[C] or s",
    "local ok = next({[C]=1}) == C and s - C local list = {[0]=7} return list[ok] or s",
    "local function look(list, k) return list[k] end return look({[C]=7}, s) or s",
    "local list = table.pack(1, 2) list[s] = 7 return list[C] or s",
    -- functions of Lua's own
    "return rawequal(s, C) and 7 or s",
    "return rawequal(C, s) and 7 or s",
    "return tostring(s) == tostring(C) and 7 or s",
    "return ('%s'):format(s) == tostring(C) and 7 or s",
    "return ('%.17g'):format(s) == ('%.17g'):format(C) and 7 or s",
    "return s .. '' == C .. '' and 7 or s",
    "return '' .. s == '' .. C and 7 or s",
    "return ('a' .. s .. 'b'):find(tostring(C), 1, true) and 7 or s",
    "local text = 'x' .. s if text == 'x' .. C then return 7 end return s",
    "return ({['a' .. C]=7})['a' .. s] or s",
    "return table.concat({s}) == tostring(C) and 7 or s",
    "if type(s) ~= 'number' then return -1 end return s",
    "if type(s) == 'number' then return 7 end return s",
    "local kind = {number=7} return kind[type(s)] or s",
    "local function kind(x) return type(x) end return kind(s) == 'number' and 7 or s",
    "local is = type return is(s) == 'number' and 7 or s",
    "if math.type(s) then return 7 end return s",
    "return math.type(s) == 'float' and 7 or s",
    "return math.type(2 * s) == 'float' and 7 or s",
    "return getmetatable(s) and s or 7",
    "local m = getmetatable(s) if m == nil then return 7 end return s",
    "return math.tointeger(s * 32) == 23 and 7 or s",
    "return math.tointeger(s - C) and 7 or s",
    "local list = {3, 1} return pcall(table.sort, {s, C}) and 7 or s",
    "return pcall(function() return s < 0 end) and 7 or s",
    "local ok, y = pcall(function() return s > 0.7 and s < 0.72 and 7 or s end) return ok and y or s",
    "local ok, y = pcall(function() return s == C and 7 or s end) return y",
    "local ok, y = xpcall(function() return s <= C and 7 or s end, function() end) return ok and y or 3",
    "local _, y = xpcall(function() if s == C then error(0) end return s end, function() return 7 end) return y",
    "return pcall(string.rep, 'a', s * 32) and 7 or s",
    "return pcall(math.ult, s * 32, 5) and 7 or s",
    "return select('#', pcall(select, s * 32, 1)) == 1 and 7 or s",
    "local ok = pcall(next, {}, s) return ok and s or 7",
    "return load(function() return nil end) and (s == C and 7 or s)",
    "local y = ('x'):rep(3, s) return y == 'xxx' and 3 or s",
    "return #tostring(s) == #tostring(C) and 7 or s",
    "return tonumber(tostring(s)) == C and 7 or s",
    "return s // 1 == 0 and s == C and 7 or s",
    "return math.floor(s * 64) & 63 == 46 and 7 or s",
    "return string.len(s) == #tostring(C) and 7 or s",
    "return s < C and s or s > C and s or 7",
    "if s >= C then if s <= C then return 7 end end return s",
    "for i = 1, s * 32 do if i == 23 then return 7 end end return s",
    "return select('#', table.unpack({}, 1, math.floor(math.abs(s) * 64))) == 46 and 7 or s",
    "return debug.getmetatable(s) == debug.getmetatable(1) and 7 or s",
    "local h, m, n = debug.gethook() debug.sethook() local y = s == C and 7 or s debug.sethook(h, m, n) return y",
    "local _, x = debug.getlocal(1, 1) return x == C and 7 or s",
    "return debug.traceback(s) == tostring(C) and 7 or s",
    "return tostring(s):byte() == 48 and 7 or s",
    "return poly{0, 1}(s) == C and 7 or s",
    "return vec.linspace(0, s, 2)[2] == C and 7 or s",
    "return (vec{1, 2} == vec{1, 2} and s == C) and 7 or s",
}

-- What forms may find outside of them.
known = {[C] = 7} -- luacheck: ignore
function sorted_at(x) -- luacheck: ignore
    return x == C
end

local function make(form)
    local source = "local C <const> = " .. C .. " return function(s) " .. form .. " end"
    return assert(load(source, "=form"))()
end

-- The same, which cannot be traced.
local function plain_of(q)
    return function(s)
        return s > 1e300 and 0 or q(s)
    end
end

-- A law of many values, C the last and rarest; a sample whose mean is C and no other row or mean of its beginning, and
-- one that has C once.
local values, probs, sample, rows = {}, {}, {}, {}
for i = 1, 39 do
    values[i], probs[i] = i / 64 + (i > 22 and 1 or 0), 0.996 / 39
    sample[i], sample[39 + i] = C - i / 64, C + i / 64
end
values[40], probs[40] = C, 0.004
sample[79], sample[80] = C, C
for i = 1, 500 do
    rows[i] = i == 377 and C or i / 1024 + 1
end
local law = dist.discrete{values=values, probs=probs}

-- name -> function(q): numbers.
local ways = {
    expect = function(q) return extrap.paper(1):expect(q, law) end,
    bias = function(q) return extrap.order(2):bias(q, law) end,
    estimate = function(q) return extrap.paper(1):estimate(q, law, {reps=1500, seed=3}).mean end,
    apply = function(q) return extrap.paper(2):apply(q, vec(sample)) end,
    correct = function(q) return correct(q, vec(sample), {seed=1, splits=2}).plugin end,
    ["bias{}"] = function(q)
        local row = bias{q=q, dist=law, m={1}, operators={1}, reps=1000, seed=2}:rows()[1]
        return tostring(row.exact) .. tostring(row.bias)
    end,
}
local normal = dist.normal{mean=0, sd=1}
function ways.f(q)
    local p = problem.new{dim=0, outer=vec(rows), inner=normal, g=function(_, xi, eta) return xi + 2 + eta end, f=q,
        g_mean=function(_, xi) return xi end}
    return p:objective(vec{})
end
function ways.g(q)
    local p = problem.new{dim=0, outer=vec(rows), inner=normal, g=function(_, xi, eta) return q(xi) + 0 * eta end,
        f=function(y) return y end}
    return (estimator(p, {of="value", m=1}):moments(nil, {reps=1000, seed=2}).mean)
end

local function is_same(a, b)
    return a == b or (a ~= a and b ~= b)
end

-- tests/long has every form in every way.
local whole = rawget(_G, "whole")
local wrong, step = 0, os.getenv "QUICK" and 9 or 1
local names = {}
for name in pairs(ways) do
    names[#names + 1] = name
end
table.sort(names)
for k = 1, #forms, step do
    local form = forms[k]
    for i = 1, whole and #names or 1 do
        local name = names[(k + i) % #names + 1]
        local way = ways[name]
        local q = make(form)
        local done, got = pcall(way, q)
        local could, want = pcall(way, plain_of(q))
        if done ~= could or done and not is_same(got, want) then
            wrong = wrong + 1
            t.equal(got, want, ("%s: %s"):format(name, form))
        end
    end
end
t.equal(wrong, 0, ("%d forms, in %s: all agree with plain calls"):format(#forms,
    whole and "every way" or "turns of the ways"))

-- A gradient is that of the branch which numbers take, or there is none and an error says why.
local branches = {
    {"s == C", "compares a traced number by == or ~="},
    {"not (s ~= C)", "compares a traced number by == or ~="},
    {"s - C == 0", "compares a traced number by == or ~="},
    {"rawequal(s, C)", "gives a traced value to rawequal"},
    {"known[s]", "has a traced number as a key of a table (vec(list)[k] can be traced)"},
    {"rawget(known, s)", "gives a traced value to rawget"},
}
local function no_gradient(f)
    return select(2, pcall(grad(f), C))
end
for _, branch in ipairs(branches) do
    local f = make("if " .. branch[1] .. " then return 7 end return s * s")
    t.equal(no_gradient(f), "form:1: grad: no derivative at this point: the function " .. branch[2], branch[1])
    t.equal(grad(f)(0.5), 1, "grad elsewhere: " .. branch[1])
    local p = problem.new{dim=1, outer=1, inner=normal, x0={0.5}, g=function(x) return x[1] end, f=f,
        g_mean=function(x) return x[1] end}
    t.equal(p:objective(vec{C}), 7, "plain F: " .. branch[1])
    t.ok(not pcall(p.gradient, p, vec{C}), "no gradient of F: " .. branch[1])
end
t.equal(no_gradient(make "return type(s) == 'number' and s or 2 * s"),
    "form:1: grad: no derivative at this point: the function gives a traced value to type", "grad: type")
local nested = grad(function(x) return grad(function(y) return y == x and y * y or y end)(x) end)
t.equal(select(2, pcall(nested, 3)), 2, "values that are known are compared")

-- What only looks alike is compiled.
local compiled = {
    "local z = 0 local list = {s, s, s, s, s, s} local t = {1, 2} for i = 1, 2 do z = z + t[i] * s end return z",
    "local z = s * s + s for i = 1, 3 do if i == 2 then z = z + s end end return z",
    "local k = 'a' local v = {a=s, b=2} if k == 'a' then return v[k] end return s * s",
    "local list = {} for i = 1, 4 do list[i] = s ^ i end return list[1] + list[2] + list[3] + list[4]",
    "local v = vec{s, s * s} return v[1] + #v",
    "local known = {} if type(known) == 'table' and getmetatable(known) == nil then return s end return s * s",
    "local t = 'none' if t ~= nil and s ~= nil and s ~= 'a' and s ~= true then return s end return 2",
    "print('#', 1 == 2, s) return s",
}
for _, form in ipairs(compiled) do
    local p = problem.new{dim=1, outer=1, inner=normal, f=make(form), g=function(x, _, eta) return x[1] + eta end}
    t.equal(p:explain():rows()[3].runs, "compiled", "compiled: " .. form)
end

t.done()
