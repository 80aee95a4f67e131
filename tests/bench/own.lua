-- own.lua CONTENDER WORKLOAD: W4, which is W1 with the problem written in Lua, on 128 or 8 lanes. Contenders: built-in,
-- compiled, plain Lua. Nanoseconds a lane and step; prints `NAME VALUE UNIT CHECK`.
local contender, name = arg[1], arg[2]
local dim, noise_var, l2, step = 10, 100, 0.01, 1e-4

local built_in = problem.invariant_logistic{n=50000, d=dim, noise_var=noise_var, l2=l2}

local function own(g, f)
    local deviation = math.sqrt(noise_var)
    return problem.new{
        dim=dim, l2=l2, outer=built_in:data(), x0=built_in:start(), g=g, f=f,
        inner=function(rng, xi) return xi.a + deviation * rng:normal(dim) end,
        objective=function(x) return (built_in:objective(x)) - l2 / 2 * x:dot(x) end,
    }
end

local contenders = {}

contenders["built-in"] = {samples=1600000, problem=function()
    return built_in
end}

contenders.compiled = {samples=1600000, problem=function()
    return own(function(x, _, eta) return eta:dot(x) end,
        function(y, xi) return math.softplus(-xi.b * y) end)
end}

-- The same values through branches on them, which keep both functions from being compiled.
contenders["plain Lua"] = {samples=10000, problem=function()
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
end}

local cases = {w4x128={B=8, reps=16}, w4x8={B=1, reps=8}}

local case, chosen = cases[name], contenders[contender]
local p = chosen.problem()

-- Seconds of a run of so many steps, and its mean final objective.
local function time(steps)
    local start = os.clock()
    local r = run{problem=p, method="e-bsgd", m=1, B=case.B, reps=case.reps, step=step, steps=steps, record=1,
        threads=1}
    return os.clock() - start, r:rows()[2].objective
end

-- Reports are no part of it: a run of one step, which has as many, is taken off.
local steps = math.ceil(chosen.samples / (os.getenv "SHORT" and 100 or 1) / (case.B * case.reps))
local short = time(1)
local long, objective = time(steps + 1)
print(("%s %.5g ns %.6g"):format(name, 1e9 * (long - short) / (steps * case.B * case.reps), objective))
