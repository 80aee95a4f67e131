-- Every experiment, with small numbers; its files are compared.
local files = 0
local function keep(r)
    print(r)
    files = files + 1
    r:csv(files .. ".csv")
    r:json(files .. ".json")
    return r
end

local p = problem.invariant_logistic{n = 300, d = 5}
local N = dist.normal{mean = 0, sd = 1}
local nested = problem.new{dim = 0, outer = N, inner = N, g = function(_, theta, eta) return vec{0, theta + eta} end,
    f = function(y) return y:max() end}

keep(bias{q = math.exp, dist = N, m = {1, 2}, reps = 2e4})
keep(bias{q = math.exp, dist = N, m = {1, 2}, reps = 2e5, se = 2e-3}):plot():save "bias.pdf"
print(estimator(p, {method = "e-bsgd", m = 4}):moments(p:start(), {reps = 2e4}))
print(estimator(p, {method = "rt-mlmc"}):moments(p:start(), {reps = 5000}))
print(estimator(nested, {method = "v-mlmc"}):levels(nil, {L = 3, reps = 500}))

local r = keep(run{problem = p, method = "e-bsgd", m = 4, steps = 400, step = 1e-2, reps = 7, checkpoint = "run.ck"})
r:save "run.saved"
keep(r:resume{steps = 600}):save "resumed.saved"
r = keep(run{problem = p, method = "bspiderboost", samples = 2e4, step = 1e-3, reps = 3, output = "random"})
r:save "spider.saved"
keep(run{problem = p, method = "bsgd", steps = 300, step = function(t) return 1 / (t + 99) end, reps = 3, tol = 0.5,
    on_record = function(row) return row.step < 200 end})
keep(run{problem = p, method = "bsgd", steps = 300, step = 50, reps = 3, update = "adam"}) -- some are lost
keep(compare{problem = p, samples = 2e4, step = 1e-2, reps = 5, methods = {{"bsgd", m = 8}, {"e-bsgd", m = 4}}}):plot()
    :save "compare.pdf"
keep(compare{problem = p, samples = 5e3, reps = 1, methods = {{"bsgd", m = 8}, {"e-bsgd"}, {"bspiderboost"}},
    step = function(t) -- methods by different ranks
        if t % 400 == 1 then
            print("step", t)
        end
        return 1e-2
    end}):run"e-bsgd":save "of_compare.saved"
keep(tune{problem = p, samples = 5e3, grid = {step = {1e-3, 1e-2}, m = {2, 4}}, methods = {{"bsgd"}, {"e-bsgd"}}})
keep(tune{problem = p, samples = 5e3, reps = 4, grid = {step = {1e-3, 1e-2}}, methods = {{"bsgd"}}})
local two = problem.invariant_logistic{d = 2, noise_var = 1}
keep(complexity{problem = two, eps = {0.2, 0.16}, reps = 3, methods = {{"bsgd"}}})
keep(complexity{problem = two, eps = {0.2, 0.17}, reps = 1, methods = {{"bsgd"}, {"e-bsgd"}}})
keep(value{problem = nested, eps = 0.05})
local x, ids = rng.new(1):normal(600), {}
for i = 1, 600 do
    ids[i] = i % 60
end
keep(correct(math.exp, x))
keep(correct(math.exp, x, {by = ids}))
keep(sweep{over = {order = {1, 2}, m = {1, 2, 4}}, checkpoint = "sweep.ck", run = function(v)
    print("point", v.order, v.m)
    local b = bias{q = math.exp, dist = N, m = {v.m}, reps = 5000}
    local exact = extrap.order(v.order):bias(poly{0, 0, 0, 1}, dist.ramp(0, 2), {m = v.m})
    return {bias = math.abs(exact), se = b:rows()[1].se}
end}):plot{x = "m", y = "bias", by = "order"}:save "sweep.pdf"
local count = 0
keep(sweep{over = {m = {1, 2, 3}}, run = function(v) -- changes a variable
    count = count + v.m
    return count
end})
