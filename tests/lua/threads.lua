-- Every experiment on 1, 2 and 3 threads: the same numbers. Under ThreadSanitizer also that no two threads meet.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"

local unit = dist.normal{mean=0, sd=1}
local logistic = problem.invariant_logistic{n=40, d=3}
local nested = problem.new{dim=0, outer=unit, inner=unit, g=function(_, xi, eta) return xi + eta end,
    f=math.softplus}
local many = quick and 10000 or 40000 -- more than a chunk, so that there is work for three

-- Each gets a number of threads and returns a result, or a table of numbers and vecs.
local experiments = {
    ["bias"] = function(n) return bias{q=math.exp, dist=unit, m={1, 4}, reps=many, threads=n} end,
    ["bias of a problem"] = function(n) return bias{problem=logistic, m={1, 2}, reps=many, threads=n} end,
    ["bias to a standard error"] = function(n)
        return bias{q=math.exp, dist=unit, m={1, 4}, se=0.02, reps=1e6, threads=n}
    end,
    ["estimate"] = function(n) return extrap.order(2):estimate(math.exp, unit, {reps=many, threads=n}) end,
    ["moments"] = function(n) return estimator(logistic, {order=2, m=2}):moments(nil, {reps=many, threads=n}) end,
    ["levels"] = function(n) return estimator(nested, {method="v-mlmc", L=4}):levels(nil, {reps=many, threads=n}) end,
    ["run"] = function(n) return run{problem=logistic, method="bsgd", step=0.01, steps=60, reps=7, threads=n} end,
    ["compare"] = function(n)
        return compare{problem=logistic, step=0.01, steps=60, reps=7, methods={{"bsgd"}, {"sox"}}, threads=n}
    end,
    ["tune"] = function(n)
        return tune{problem=logistic, samples=600, grid={step={0.01, 0.1}, m={1, 2}}, methods={{"bsgd"}}, threads=n}
    end,
    ["complexity"] = function(n)
        return complexity{problem=problem.invariant_logistic{d=2, noise_var=1, n=40}, eps={0.2, 0.17}, reps=5,
            methods={{"bsgd"}}, threads=n}
    end,
}
for _, method in ipairs {"v-mlmc", "rt-mlmc", "ru-mlmc", "bsgd", "e-bsgd", "auto"} do
    experiments["value by " .. method] = function(n)
        return value{problem=nested, method=method, eps=0.05, threads=n}
    end
end

-- All its numbers, to the last bit.
local function words(x)
    if type(x) == "table" then
        local names, parts = {}, {}
        for name in pairs(x) do
            names[#names + 1] = tostring(name)
        end
        table.sort(names)
        for i, name in ipairs(names) do
            parts[i] = name .. "=" .. words(x[name] == nil and x[tonumber(name)] or x[name])
        end
        return "{" .. table.concat(parts, ",") .. "}"
    end
    return math.type(x) == "float" and ("%a"):format(x) or tostring(x)
end

local function text(r)
    if type(r) == "table" then
        return words(r)
    end
    r:csv(t.path "out.csv")
    return t.read(t.path "out.csv")
end

for name, experiment in pairs(experiments) do
    local one = text(experiment(1))
    for n = 2, 3 do
        t.equal(text(experiment(n)), one, ("%s: the same on %d threads"):format(name, n))
    end
end
t.done()
