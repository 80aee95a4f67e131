-- Compiled values are compared with plain ones where a function may be special: here whole numbers overflow in Lua, but
-- traced ones are doubles, at a value that draws do not meet. It is an atom or an end of the inner law, or 0, 1, -1.
local t = dofile "tests/lua/harness/tap.lua"

-- 0 everywhere but at `at`, where plain calls give another number than compiled ones.
local function special(at)
    return function(s)
        return (math.max(math.floor(-math.abs(s - at)), -1) + 1) * 2 * math.maxinteger * 2.0 ^ -62
    end
end

local rare = dist.discrete{values={0.5, 3.5, 6}, probs={1 - 2e-12, 1e-12, 1e-12}}
local cases = {
    {"an atom", rare, 3.5}, {"a mean of two atoms", rare, 2}, {"an end", dist.uniform(2.5, 7), 7},
    {"the other end", dist.uniform(2.5, 7), 2.5}, {"0", dist.uniform(2.5, 7), 0},
    {"1", dist.normal{mean=9, sd=0.1}, 1}, {"-1", dist.normal{mean=9, sd=0.1}, -1},
    {"an atom of two", dist.bernoulli(1e-12), 1},
}
local outers = {
    ["a count"] = 4, ["a list"] = {1, 2, 5}, columns = {a=vec{1, 2, 3}}, ["a dist"] = dist.uniform(3, 4),
    ["a sampler"] = function(rng) return {b=rng:uniform(), c=rng:normal(2)} end,
}

for _, case in ipairs(cases) do
    local name, law, at = table.unpack(case)
    local q = special(at)
    for outer, samples in pairs(outers) do
        local options = {dim=1, outer=samples, inner=law, x0={20}}
        options.g, options.f = function(_, _, eta) return q(eta) end, function(y) return y * y end
        t.equal(t.runs(problem.new(options), "g"), "plain Lua", ("g at %s, outer %s"):format(name, outer))
        options.g, options.f = function(_, _, eta) return eta end, q
        t.equal(t.runs(problem.new(options), "f"), "plain Lua", ("f at %s, outer %s"):format(name, outer))
        options.f = special(77)
        t.equal(t.runs(problem.new(options), "f"), "compiled", ("f elsewhere, outer %s"):format(outer))
    end
end

-- Elements of vecs, and x.
for _, at in ipairs {0, 1, -1} do
    local q = special(at)
    local p = problem.new{dim=2, outer=3, inner=function(rng) return rng:normal(2) end, x0={9, 9},
        g=function(x, _, eta) return vec{q(x[1]), q(eta[2])} end, f=function(y) return y:sum() end}
    t.equal(t.runs(p, "g"), "plain Lua", "elements at " .. at)
end

-- One tolerance: small functions are not all alike, and rounding is no difference.
local tiny = function(s) return 1e-12 * special(3.5)(s) end
t.equal(extrap.order(1):expect(tiny, rare, {m=1}), extrap.order(1):expect(function(s)
    return s > 1e300 and 0 or tiny(s)
end, rare, {m=1}), "a q of size 1e-12")
local p = problem.new{dim=1, outer=3, inner=dist.normal{mean=0, sd=1}, g=function(x, _, eta) return x[1] + eta end,
    f=function(y) return math.exp(y) - math.exp(y + 1e-9) + math.sin(3.14159265358979 * y) end}
t.equal(t.runs(p, "f"), "compiled", "differences that cancel")

t.done()
