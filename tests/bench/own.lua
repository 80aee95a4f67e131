-- own.lua [ROUNDS]: W1 with the problem written in Lua, compiled and as plain Lua calls, against the built-in one.
-- One thread; the problems take turns and the best round of each counts.
local rounds = tonumber(arg[1]) or 7
local dim, noise_var, l2, step = 10, 100, 0.01, 1e-4

local built_in = problem.invariant_logistic{n=50000, d=dim, noise_var=noise_var, l2=l2}

local function own(g, f)
    local deviation = math.sqrt(noise_var)
    return problem.new{
        dim=dim, l2=l2, outer=built_in:data(), x0=built_in:start(), g=g, f=f,
        inner=function(rng, xi) return xi.a + deviation * rng:normal(dim) end,
        objective=function(x) return x:dot(x) end, -- reports in no time
    }
end

local function compiled()
    return own(function(x, _, eta) return eta:dot(x) end,
        function(y, xi) return math.softplus(-xi.b * y) end)
end

-- The same values through branches on them, which keep both functions from being compiled.
local function plain()
    local function g(x, _, eta)
        local y = eta:dot(x)
        if y > 0 then
            return y
        end
        return -(-y)
    end
    return own(g, function(y, xi)
        local z = -xi.b * y
        return z > 0 and z + math.log1p(math.exp(-z)) or math.log1p(math.exp(z))
    end)
end

local function seconds(p, case, steps)
    local start = os.clock()
    run{problem=p, method="e-bsgd", m=1, B=case.B, reps=case.reps, step=step, steps=steps, record=1, threads=1}
    return os.clock() - start
end

local contenders = {
    {name="built-in", problem=built_in, samples=1600000},
    {name="compiled", problem=compiled(), samples=1600000},
    {name="plain", problem=plain(), samples=20000},
}
local cases = {{name="w4, 128 lanes", B=8, reps=16}, {name="w4, 8 lanes", B=1, reps=8}}

-- Nanoseconds a lane and step, by contender. A run of one step, which has as many reports, is taken off; the best of
-- both is found first, for the best difference would be the one with the slowest reports.
local function time(case)
    local long, short, best = {}, {}, {}
    for _ = 1, rounds do
        for _, c in ipairs(contenders) do
            local steps = math.ceil(c.samples / (case.B * case.reps))
            long[c.name] = math.min(long[c.name] or math.huge, seconds(c.problem, case, steps + 1))
            short[c.name] = math.min(short[c.name] or math.huge, seconds(c.problem, case, 1))
            best[c.name] = 1e9 * (long[c.name] - short[c.name]) / (steps * case.B * case.reps)
        end
    end
    return best
end

print(("%-14s %12s %12s %12s %18s %16s"):format("", "built-in", "compiled", "plain Lua", "compiled/built-in",
    "plain/compiled"))
for _, case in ipairs(cases) do
    local best = time(case)
    print(("%-14s %9.1f ns %9.1f ns %9.0f ns %17.2fx %15.1fx"):format(case.name, best["built-in"], best.compiled,
        best.plain, best.compiled / best["built-in"], best.plain / best.compiled))
end
