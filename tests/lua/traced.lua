-- A compiled function is the user's: at single points, too, where it has a value of its own, through everything that
-- takes a q and through problem.new's f and g.
local t = dofile "tests/lua/harness/tap.lua"

local laws = {
    {name = "bernoulli", dist.bernoulli(0.5), points = {0, 1, 0.5}},
    {name = "signs", dist.discrete{values={-1, 1}, probs={0.5, 0.5}}, points = {-1, 1, 0}},
    {name = "three", dist.discrete{values={0, 0.25, 2}, probs={0.2, 0.3, 0.5}}, points = {0.25, 2, 0.125}},
    {name = "empirical", dist.empirical{1, 2, 4}, points = {1, 4, 3}},
}

-- How a function may detect the point c: source of q, with the same special value there.
local guards = {
    "if s == %s then return 7 end return s * s + 1",
    "if s ~= %s then return s * s + 1 end return 7",
    "local c = %s if s == c then return 7 end return s * s + 1",
    "local c = %s if c ~= s then return s * s + 1 else return 7 end",
    "if s == 99 or s == %s then return 7 end return s * s + 1",
    "local function at(a, b) return a == b end\n return at(s, %s) and 7 or s * s + 1",
    "return rawequal(s, 0.0 + %s) and 7 or s * s + 1",
    "local list = {[%s] = 7}\n return list[s] or s * s + 1",
    "return tostring(s) == tostring(0.0 + %s) and 7 or s * s + 1",
}

local function make(guard, c)
    local source = "return function(s) " .. guard:format(("%.17g"):format(c)) .. " end"
    return assert(load(source, "=guard"))(), source
end

-- The same as plain Lua without doubt: it branches on s.
local function plain_of(c)
    return function(s)
        if s >= c and s <= c then
            return 7
        end
        return s * s + 1
    end
end

local function is_same(a, b)
    return a == b or (a ~= a and b ~= b)
end

-- name -> function(q, law): a number.
local ways = {
    expect = function(q, law) return extrap.paper(2):expect(q, law, {m=2}) end,
    bias = function(q, law) return extrap.order(2):bias(q, law) end,
    estimate = function(q, law) return extrap.paper(1):estimate(q, law, {reps=500, m=2, seed=3}).mean end,
    apply = function(q) return extrap.paper(2):apply(q, vec{0, 1, -1, 1, 0.25, 2, 4, 1}) end,
    correct = function(q) return correct(q, vec{0, 1, -1, 1, 0.25, 2, 4, 1}, {seed=1}).plugin end,
    ["bias{}"] = function(q, law)
        return bias{q=q, dist=law, m={1, 2}, operators={1, 2}, reps=200, seed=2}:rows()[4].exact
    end,
}

local count = 0
for _, law in ipairs(laws) do
    for _, c in ipairs(law.points) do
        for _, guard in ipairs(guards) do
            local q, source = make(guard, c)
            for name, way in pairs(ways) do
                local got, want = way(q, law[1]), way(plain_of(c), law[1])
                count = count + 1
                if not is_same(got, want) then
                    t.equal(got, want, ("%s of %s, %s"):format(name, law.name, source))
                end
            end
        end
    end
end
t.ok(count > 500, "guards at atoms and their means: all ways agree with plain calls")

-- The usual guard.
local function entropy(p)
    if p == 0 or p == 1 then
        return 0
    end
    return -p * math.log(p) - (1 - p) * math.log(1 - p)
end
t.near(extrap.paper(1):expect(entropy, dist.bernoulli(0.5), {m=2}), math.log(2) / 2, 1e-15, "entropy of two draws")
t.equal(extrap.paper(1):expect(function(s) if s==0 then return 7 end return s end, dist.bernoulli(0.5)), 4,
    "a value at an atom")

-- Vectors.
local corner = function(x) if x[1] == 0 and x[2] == 1 then return 5 end return x[1] + 2 * x[2] end
t.equal(extrap.paper(1):apply(corner, mat{{0, 1}}), 5, "a corner of a vec")

-- Comparisons that are with no traced number are compiled as ever: a problem shows it.
local function runs(f, g)
    local p = problem.new{dim=1, outer={i=vec{1, 2, 3}}, inner=dist.normal{mean=0, sd=1}, x0={0.3},
        g=g or function(x, _, eta) return x[1] + eta end, f=f}
    local list = {}
    for _, row in ipairs(p:explain():rows()) do
        list[row.part] = row.runs
    end
    return list, p
end
local mode, n = "a", 2
for name, f in pairs {
    ["a string"] = function(y) if mode == "a" then return y end return y * y end,
    ["a number from outside"] = function(y) local k = n if k == 2 then return y end return y * y end,
    ["nil"] = function(y) if y == nil or mode == nil then return 0 end return y * y end,
    ["a loop"] = function(y)
        local z = 0
        for i = 1, 3 do
            if i == 2 then
                z = z + y
            end
        end
        return z
    end,
    ["a whole vec"] = function(y)
        local v = vec{y, y * y}
        if #v ~= 2 then
            return 0
        end
        return v:sum()
    end,
    ["where"] = function(y) return where(y, y, -y) end,
} do
    t.equal(runs(f).f, "compiled", "compiled: compares " .. name)
end

-- problem.new.
for _, c in ipairs {0, 1, -1} do
    for _, guard in ipairs(guards) do
        local f, source = make(guard, c)
        local parts, p = runs(f)
        t.equal(parts.f, "plain Lua", "f is called: " .. source)
        local g = function(x, _, eta) return f(x[1]) + eta end
        t.equal(runs(function(y) return y end, g).g, "plain Lua", "g is called: " .. source)
        t.ok(p.dim == 1, "f is made: " .. source)
    end
end
t.equal(runs(function(y, xi) if xi.i == 2 then return y end return y * y end).f, "plain Lua", "one row of many")

-- A debug hook of the user's stays, and nothing is taken for granted under it.
if debug then
    local calls = 0
    debug.sethook(function() calls = calls + 1 end, "c")
    local before = debug.gethook()
    t.equal(extrap.paper(1):expect(make(guards[1], 0), dist.bernoulli(0.5)), 4.5, "under a hook of the user's")
    t.ok(debug.gethook() == before, "the hook is the user's still")
    debug.sethook()
    extrap.paper(1):expect(function(s) return s * s end, dist.bernoulli(0.5))
    t.equal(debug.gethook(), nil, "no hook is left")
end

t.done()
