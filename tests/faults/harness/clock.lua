-- What tests/faults/clock calls: prints results that no clock may change, of runs with checkpoints and progress.
local at = arg[1]
local over = dofile "lua/over.lua"

local function say(r)
    for _, row in ipairs(r:rows{by_rep = true, seconds = false}) do
        print(row.step, row.samples, ("%a"):format(row.gap))
    end
end

local small = problem.invariant_logistic{n = 50, d = 3, noise_var = 4}
local common = {problem = small, method = "e-bsgd", m = 2, step = 0.01, reps = 4}
say(run(over(common, {steps = 3000, checkpoint = at .. ".run", checkpoint_every = 0.01})))
local r = sweep{over = {m = {1, 2, 4, 8}, order = {1, 2}}, checkpoint = at .. ".sweep", run = function(v)
    return extrap.order(v.order):estimate(math.exp, dist.normal{mean = 0, sd = 0.5}, {m = v.m, reps = 500})
end}
for _, row in ipairs(r:rows()) do
    print(row.m, row.order, ("%a"):format(row.mean))
end
local timed = run(over(common, {seconds = 0.3, record = 5}))
print(timed.stop, timed:final().gap < math.huge, #timed > 1)
local s = compare{problem = small, samples = 2e4, step = 0.01, reps = 4, methods = {{"bsgd", m = 2}, {"e-bsgd", m = 2}}}
print(s:advantage())
