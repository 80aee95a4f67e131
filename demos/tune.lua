-- Steps and inner batches by a grid, then a race.
-- All under one budget; the winners meet on new draws.
local p = problem.instrumental{n = 50}
local t = tune{problem = p, samples = 1e5, seed = 1,
    grid = {step = {1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4}, m = {1, 2, 4, 8}},
    methods = {{"bsgd"}, {"e-bsgd"}, {"e-bspiderboost", B1 = 20, B2 = 5}}}

for i, entry in ipairs(t.best) do
    print(("%d. %-15s step %g, m %d"):format(i, entry[1], entry.step, entry.m))
end
for _, note in ipairs(t.notes) do
    print(note)
end
local s = compare{problem = p, samples = 2e5, seed = 1, methods = t.best}
for _, row in ipairs(s:advantage():rows()) do
    print(("%-15s gap %.2g%s"):format(row.method, row.mean, row.verdict and ", against bsgd: " .. row.verdict or ""))
end

--> 1. bsgd            step 0.0001, m 4
--> 2. e-bsgd          step 3e-05, m 1
--> 3. e-bspiderboost  step 0.0003, m 1
--> e-bspiderboost: the best step, 0.0003, is the largest of the grid, larger ones may be better
--> bsgd            gap 0.0048
--> e-bsgd          gap 0.007, against bsgd: no difference
--> e-bspiderboost  gap 0.02, against bsgd: hurts
