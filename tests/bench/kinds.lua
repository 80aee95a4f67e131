-- kinds.lua PROGRAM WORKLOAD: problems, methods and estimates of every kind on one thread. PROGRAM product prints what
-- a step (an estimate, a row) takes; PROGRAM counted what its random numbers and floating point operations would cost
-- at the prices that a w1 written by hand pays. Prints `NAME VALUE UNIT CHECK`.
local program, name = arg[1], arg[2]
local scale = os.getenv "SHORT" and 0.01 or 1

-- Nanoseconds of a normal, of a uniform and of an operation: a step of w1 written by hand takes 22 ns for 30 normals
-- and 244 operations, a function (exp, log, tanh, sin, with what is divided by it) counted as 30.
local NORMAL, UNIFORM, FUNCTION = 0.56, 0.175, 30
local OPERATION = (22 - 30 * NORMAL) / 244

local function price(work)
    return NORMAL * (work.normals or 0) + UNIFORM * (work.uniforms or 0)
        + OPERATION * ((work.operations or 0) + FUNCTION * (work.functions or 0))
end

local function logistic(n)
    return problem.invariant_logistic{n=math.max(50, scale * n), d=10, noise_var=100, l2=0.01}
end

local function measured(run_it, units)
    local start = os.clock()
    local check = run_it(units)
    return 1e9 * (os.clock() - start), check
end

-- A workload on a method. work: of a step's calls (outer, g, jac). A run of one step, which has as many reports, is
-- taken off.
local function method(p, steps, options, work)
    options.problem, options.reps, options.record, options.threads, options.seed = p, 16, 1, 1, 1
    options.step = options.step or 1e-6
    steps = math.ceil(scale * steps)
    local last
    local function run_it(count)
        options.steps = count
        last = run(options):final()
        return last.objective
    end
    return {
        time=function()
            local short = math.huge
            for _ = 1, 3 do -- the least: a short run that was slow would make steps look fast
                short = math.min(short, (measured(run_it, 1)))
            end
            local long, check = measured(run_it, steps + 1)
            return (long - short) / (steps * options.reps), check
        end,
        price=function()
            run_it(steps)
            return price(work(last.outer / steps, last.g / steps, last.jac / steps))
        end,
    }
end

local function call(units, work, run_it)
    units = math.ceil(scale * units)
    return {
        time=function()
            local spent, check = measured(run_it, units)
            return spent / units, check
        end,
        price=function()
            return price(work)
        end,
    }
end

-- Logistic rows of 10: `points` that share draws, values of f' for an outer sample.
local function rows(points, slopes)
    return function(outer, g, jac)
        return {
            normals=10 * (g + jac) / points, uniforms=outer, operations=20 * outer + 20 * g + 40 * jac + 40,
            functions=slopes * outer,
        }
    end
end

local function instrumental(points)
    return function(outer, g, jac)
        local draws = (g + jac) / points
        return {
            normals=draws, uniforms=draws + outer, operations=6 * (g + jac) + 20, functions=3 * outer * (1 + points),
        }
    end
end

-- Two rows a draw, each a product with the point and a loss; for the Jacobian also a sum of rows.
local function precision(outer, g, jac)
    return {
        uniforms=2 * (g + jac) + outer, operations=40 * g + 80 * jac + 100 * outer, functions=2 * (g + jac),
    }
end

-- Sets of 10 points: forward 2 and back 4 operations a weight and point, a tanh for each of 80 units, a sine.
local function maml(weights)
    return function(outer, g)
        local passes = 10 * (g + 3 * outer)
        return {uniforms=10 * g + 12 * outer, operations=6 * weights * passes, functions=81 * passes}
    end
end

local function estimates(reps)
    local p = logistic(50000)
    return estimator(p, {method="e-bsgd"}):moments(p:start(), {reps=reps, threads=1, seed=1}).mean[1]
end

local function sampled(m)
    return function(reps)
        local law = dist.normal{mean=0, sd=1}
        return extrap.paper(2):estimate(math.exp, law, {m=m, reps=reps, threads=1, seed=1}).mean
    end
end

local workloads = {
    instrumental=function() return method(problem.instrumental{}, 2e5, {method="e-bsgd"}, instrumental(1)) end,
    instrumental10=function()
        return method(problem.instrumental{}, 5e4, {method="e-bsgd", m=10}, instrumental(1))
    end,
    instrumental3=function()
        return method(problem.instrumental{}, 5e3, {method="e-bspiderboost"}, instrumental(1.8))
    end,
    precision=function() return method(problem.average_precision{}, 3e4, {method="e-bsgd"}, precision) end,
    precision10=function() return method(problem.average_precision{}, 1e4, {method="e-bsgd", m=10}, precision) end,
    maml=function()
        local p = problem.maml_sine{}
        return method(p, 300, {method="e-bsgd"}, maml(#p:start()))
    end,
    ["rt-mlmc"]=function() return method(logistic(50000), 1e5, {method="rt-mlmc"}, rows(1, 2)) end,
    ["ru-mlmc"]=function() return method(logistic(50000), 1e5, {method="ru-mlmc"}, rows(1, 2)) end,
    ["v-mlmc"]=function() return method(logistic(50000), 500, {method="v-mlmc"}, rows(1, 2)) end,
    moments=function()
        return call(1e6, {normals=30, uniforms=1, operations=204 + 30 * 10 + 30, functions=3}, estimates)
    end,
    estimate=function() return call(1e6, {normals=3, operations=60, functions=4}, sampled(1)) end,
    estimate10=function() return call(1e5, {normals=30, operations=90, functions=4}, sampled(10)) end,
    correct=function() -- splits take a word and 3 sums a row; of 20, each 25 sums more
        return call(1e6, {uniforms=100, operations=3 * (100 + 20 * 25)}, function(n)
            return correct(math.exp, rng.new(1):normal(n), {seed=1}).value
        end)
    end,
}
for n, size in pairs{few=50, many=50000} do
    for _, each in ipairs{{"sox", rows(1, 1)}, {"msvr", rows(2, 2), step=1e-9}} do
        workloads[each[1] .. n] = function()
            return method(logistic(size), 1e4, {method=each[1], step=each.step}, each[2])
        end
    end
    workloads["nestedvr" .. n] = function()
        return method(logistic(size), 1000, {method="nestedvr"}, rows(n == "few" and 1.47 or 1, 1))
    end
end

local work = assert(workloads[name], "expected the name of a workload, got " .. tostring(name))()
local value, check = work[program == "counted" and "price" or "time"]()
print(("%s %.5g ns %s"):format(name, value, program == "counted" and "-" or ("%.6g"):format(check)))
