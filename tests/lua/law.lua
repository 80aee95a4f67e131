-- Every registered law as inner and outer law of problem.new: a compiled g and one that is called draw the same
-- numbers, in every call that takes inner draws, on any number of threads; laws whose options depend on xi, too.
local t = dofile "tests/lua/harness/tap.lua"
local REPS = os.getenv "QUICK" and 20 or 60

-- A law, and one of an xi that is 1 or 2.
local laws = {
    normal = {dist.normal{mean=1, sd=2}, function(xi) return dist.normal{mean=xi, var=2} end},
    uniform = {dist.uniform(1, 4), function(xi) return dist.uniform(-xi, 3) end},
    exponential = {dist.exponential{mean=2}, function(xi) return dist.exponential{rate=xi} end},
    gamma = {dist.gamma{shape=1.5, scale=2}, function(xi) return dist.gamma{shape=xi / 2, mean=3} end},
    lognormal = {dist.lognormal{meanlog=0.2, sdlog=0.5},
        function(xi) return dist.lognormal{meanlog=0, sdlog=xi / 4} end},
    student_t = {dist.student_t{df=5}, function(xi) return dist.student_t{df=3 * xi, location=xi} end},
    beta = {dist.beta(2, 0.5), function(xi) return dist.beta(xi, 3) end},
    poisson = {dist.poisson{mean=2}, function(xi) return dist.poisson{rate=8 * xi} end},
    ["mean of three"] = {dist.ramp(0, 2):mean_of(3)},
    ramp = {dist.ramp(0, 2), function(xi) return dist.ramp(0, xi) end},
    bernoulli = {dist.bernoulli(0.3), function(xi) return dist.bernoulli(xi / 4) end},
    discrete = {dist.discrete({1, 2, 5}, {0.2, 0.5, 0.3}),
        function(xi) return dist.discrete{values={1, 2, 5}, probs={0.25 * xi, 0.25, 0.75 - 0.25 * xi}} end},
    empirical = {dist.empirical{1, 4, 4, 9}, function(xi) return dist.empirical{xi, 4, 2 * xi} end},
    custom = {dist.custom{draw=function(rng) return rng:normal() + rng:uniform() end, moments={0.5}}},
}
local rows = {
    normal = dist.normal{mean=vec{1, 2, 3}, sd=vec{1, 0.5, 2}},
    empirical = dist.empirical(mat{{1, 2, 3}, {4, 5, 7}, {0, 1, 1}}),
}

-- The same problem twice: compiled, and with a g that branches on its draw.
local function pair(options)
    local g = options.g
    options.dim, options.x0, options.f = 2, {0.5, -1}, function(y) return math.softplus(y) + 0.25 * y * y end
    local compiled = problem.new(options)
    options.g = function(x, xi, eta)
        local y = g(x, xi, eta)
        return y > 1e300 and 0 or y
    end
    return compiled, problem.new(options)
end

-- name -> function(p, threads): numbers that take inner draws.
local ways = {}
for _, share in ipairs {false, true} do
    ways["moments, share=" .. tostring(share)] = function(p, threads)
        local e = estimator(p, {method="e-bsgd", m=2, share=share}):moments(nil, {reps=REPS, threads=threads})
        return {e.mean, e.var}
    end
    ways["a run, share=" .. tostring(share)] = function(p, threads)
        local r = run{problem=p, method="e-bsgd", m=4, share=share, step=0.01, steps=8, reps=3, threads=threads}
        return r:final().x[3]:table()
    end
end
function ways.value(p, threads)
    return estimator(p, {of="value", m=2}):moments(nil, {reps=REPS, threads=threads}).mean
end
function ways.levels(p, threads)
    return estimator(p, {method="v-mlmc", of="value", L=3}):levels(nil, {reps=REPS, threads=threads}):rows()
end
function ways.objective(p)
    return (p:objective{0.25, 2})
end

local function scalar(x, xi, eta)
    return x[1] * xi + x[2] * eta
end

local function vector(x, xi, eta)
    return x[1] * xi + x[2] * eta:sum()
end

local function same(name, options, alike)
    local compiled, plain = pair(options)
    t.equal({t.runs(compiled, "g"), t.runs(plain, "g")}, {"compiled", "plain Lua"}, name .. ": one of each")
    for way, numbers in pairs(ways) do
        local want = numbers(compiled, 1)
        t.equal(numbers(compiled, 3), want, ("%s: %s on three threads"):format(name, way))
        if alike and not way:find "run" and way ~= "objective" then -- these look at F: many calls
            t.equal(numbers(plain, 1), want, ("%s: %s of plain calls"):format(name, way))
        end
    end
end

for name in pairs(dist) do
    t.ok(laws[name], "a law in this test: " .. name)
end
for name, law in pairs(laws) do
    for outer, samples in pairs {finite={1, 2}, endless=law[1]} do
        same(("%s, %s outer"):format(name, outer), {outer=samples, inner=law[1], g=scalar}, name ~= "custom")
    end
    if law[2] then
        -- Streams of plain calls are those of samplers: normals first. Others are compared with numbers by hand below.
        same(name .. " of xi", {outer={1, 2}, inner=function(_, xi) return law[2](xi) end, g=scalar}, name == "normal")
    end
end
for name, law in pairs(rows) do
    same(name .. " in R^3", {outer={1, 2}, inner=law, g=vector}, true)
end

-- A law of xi at an xi is that law: the same numbers.
for name, law in pairs(laws) do
    if law[2] then
        local function at(inner)
            return problem.new{dim=0, outer={2}, inner=inner, g=function(_, _, eta) return eta end,
                f=function(y) return y * y end}
        end
        local want, got = at(law[2](2)), at(function(_, xi) return law[2](xi) end)
        t.equal(t.runs(got, "g"), "compiled", name .. " of xi is compiled")
        for _, m in ipairs {1, 3, 200} do
            local function mean(p) return estimator(p, {of="value", m=m}):moments(nil, {reps=200}).mean end
            t.equal(mean(got), mean(want), ("%s of xi = 2 with m = %d"):format(name, m))
        end
    end
end

-- A saved run goes on with a problem of the same laws only.
local function of(law, called)
    return problem.new{dim=1, outer=2, inner=law, f=function(y) return y * y end, g=function(x, _, eta)
        return called and eta > 1e300 and 0 or x[1] + eta
    end}
end
for _, called in ipairs {false, true} do
    local path = run{problem=of(laws.uniform[1], called), method="bsgd", step=0.1, steps=3}:save(t.path "law.run")
    t.equal(run.load(path, {problem=of(laws.uniform[1], called)}):resume{steps=5}:final().step, 5, "the same law")
    t.ok(not pcall(run.load, path, {problem=of(dist.uniform(1, 4.5), called)}), "another law is another problem")
end

t.done()
