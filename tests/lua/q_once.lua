-- q of an experiment is read, traced and compared once, however many operators and points it has.
local t = dofile "tests/lua/harness/tap.lua"

-- A function and the list of what it was called with; and how many of these were traced values.
local function counted()
    local list = {}
    return function(s)
        list[#list + 1] = s
        return s * s + math.exp(s / 8)
    end, list
end

local function traces(list)
    local n = 0
    for _, s in ipairs(list) do
        n = n + (type(s) == "userdata" and 1 or 0)
    end
    return n
end

local law, sample = dist.uniform(0, 1), vec.linspace(0, 1, 24)
local op = extrap.order(2)

-- name -> function(q).
local ways = {
    bias = function(q) return bias{q=q, dist=law, reps=100} end,
    ["bias, one point"] = function(q) return bias{q=q, dist=law, reps=100, m={1}, operators={1}} end,
    ["bias, many operators"] = function(q)
        return bias{q=q, dist=law, reps=100, m=pow2(1, 64), operators={1, 2, 3, 4}, equal_cost=false}
    end,
    ["bias, shifted"] = function(q) return bias{q=q, dist=law, reps=100, s=0.5} end,
    running = function(q) return running{q=q, dist=law, reps=64, runs=5} end,
    estimate = function(q) return op:estimate(q, law, {reps=100}) end,
    expect = function(q) return op:expect(q, law, {m=4}) end,
    ["extrap:bias"] = function(q) return op:bias(q, law, {m=4}) end,
    apply = function(q) return op:apply(q, sample) end,
    correct = function(q) return correct(q, sample) end,
}
for name, way in pairs(ways) do
    local q, list = counted()
    way(q)
    t.equal(traces(list), 1, name .. ": traced once")
    t.ok(#list < 2500, ("%s: called %d times"):format(name, #list))
end

-- The same numbers as point by point.
local function q(s)
    return s ^ 4 - math.sin(s)
end
for _, kind in ipairs {"compiled", "plain", "poly"} do
    local of = {
        compiled = q, poly = poly{1, 0, 2, 1},
        plain = function(s) return s < 0.5 and q(s) or q(s) + 1 end,
    }
    local rows = bias{q=of[kind], dist=law, m={1, 4}, operators={1, 2}, reps=300, seed=5, equal_cost=false,
        control=false}:rows()
    for i, row in ipairs(rows) do
        local k, m = i < 3 and 1 or 2, i % 2 == 1 and 1 or 4
        local e = extrap.order(k):estimate(of[kind], law, {m=m, reps=300, seed=5})
        t.equal({row.bias, row.se}, {e.bias, e.se}, ("bias of %s q, order %d, m = %d"):format(kind, k, m))
        t.equal(row.exact, extrap.order(k):bias(of[kind], law, {m=m}), ("exact, %s, %d, m = %d"):format(kind, k, m))
    end
end

-- A vector q of a vector law, and a q that calls experiments itself.
local pair = dist.normal{mean={0, 1}, sd={1, 1}}
t.equal(#bias{q=function(v) return vec{v[1] * v[2], v:sum()} end, dist=pair, m={1, 2}, reps=50}:rows(), 6, "vectors")
local function nested(s)
    return s > 1e300 and 0 or extrap.order(2):apply(function(y) return y * y end, vec{1, 2}) * s
end
t.equal(#bias{q=nested, dist=dist.bernoulli(0.5), m={1}, reps=20}:rows(), 3, "experiments within q")

t.done()
