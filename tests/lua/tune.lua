-- tune{..}: every combination under one budget, the best of each method, the grid's edges.
local t = dofile "tests/lua/harness/tap.lua"
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}

local grid = {step={1e-3, 1e-2, 1e-1}, m=vec{1, 5}}
local methods = {{"bsgd"}, {"e-bsgd", m=2, label="extrapolated"}, {"rt-mlmc"}}
local function go(options)
    local all = {problem=p, methods=methods, grid=grid, samples=2000, record=50}
    for key, value in pairs(options or {}) do
        all[key] = value
    end
    return tune(all)
end
local r = go()
local rows = r:rows()

-- The rows.
t.equal(#r, 6 + 3 + 3, "combinations of what a method takes and does not fix")
local seen = {}
for i, row in ipairs(rows) do
    seen[i] = ("%s %s %s"):format(row.method, row.m and math.tointeger(row.m), row.step)
end
t.equal(seen, {"bsgd 1 0.001", "bsgd 1 0.01", "bsgd 1 0.1", "bsgd 5 0.001", "bsgd 5 0.01", "bsgd 5 0.1",
    "extrapolated nil 0.001", "extrapolated nil 0.01", "extrapolated nil 0.1", "rt-mlmc nil 0.001", "rt-mlmc nil 0.01",
    "rt-mlmc nil 0.1"}, "in order")
local best = {}
for _, row in ipairs(rows) do
    t.ok(row.gap_lo <= row.gap and row.gap <= row.gap_hi, "limits")
    if row.best then
        best[#best + 1] = row
    end
end
t.equal(#best, 3, "one best for each method")
for _, row in ipairs(rows) do
    for _, one in ipairs(best) do
        t.ok(row.method ~= one.method or row.gap >= one.gap, "the best of " .. one.method .. " has the least gap")
    end
end

-- The list for compare.
t.equal({r.best[1][1], r.best[1].step, r.best[1].m}, {"bsgd", best[1].step, best[1].m}, "best of the first")
t.equal({r.best[2][1], r.best[2].step, r.best[2].m, r.best[2].label}, {"e-bsgd", best[2].step, 2, "extrapolated"},
    "the entry's own options stay")
t.equal({r.best[3][1], r.best[3].step, r.best[3].m}, {"rt-mlmc", best[3].step, nil}, "no option that it has not")
t.equal(methods[1].step, nil, "the entries given stay as they are")
t.ok(compare{problem=p, samples=2000, methods=r.best, reps=2}:advantage(), "compare takes it")

-- Ranked by the mean over the second half of the budget, not by the end; from streams of its own.
local alone = run{problem=p, method="bsgd", step=1e-2, m=5, samples=2000, reps=3, record=50}
t.ok(alone:final().gap ~= rows[5].gap, "not the final gap, nor compare's draws")
local half = compare{problem=p, samples=2000, reps=3, record=50, seed=1 ~ 0x1d872b41a9c5f, methods={{"bsgd", step=1e-2,
    m=5}, {"e-bsgd", m=2, step=1e-2}}}:advantage():rows()
t.equal({half[1].mean, half[2].mean}, {rows[5].gap, rows[8].gap}, "the mean over the second half")
t.equal(go{threads=1}:rows(), go{threads=3}:rows(), "any number of threads")
t.equal(go():rows(), rows, "the same again")
t.ok(go{seed=2}:rows()[1].gap ~= rows[1].gap, "seed")

-- What diverged is never best, however small its last finite gap.
local wild = tune{problem=p, samples=300, grid={update={function(x) return x end, function(x) return x / 0 end}},
    methods={{"bsgd"}}}
t.equal({wild:rows()[1].best, wild:rows()[2].best, wild:rows()[2].diverged}, {"best", nil, 3}, "diverged ones are not")
t.ok(wild:rows()[1].update:find "function at tests/lua/tune.lua:%d+", "functions are told by their place")
local none = tune{problem=p, samples=300, grid={update={function(x) return x / 0 end}}, methods={{"bsgd"}}}
t.equal(none.notes[2], "bsgd: no combination stays finite, none is best", "a method without a finite run says so")
t.ok(none.notes[1]:find("^1 of 1 combinations cannot be best; the first, bsgd update=function at .*: 3 of 3 replicates "
    .. "diverged, the first %(replicate 1%) in step 1: the new point of update was not finite; .* try .*a smaller "
    .. "update or clip$"), "and why: " .. none.notes[1])
t.equal(#none.best, 0, "and has no best")
t.ok(not tostring(none):find "best\n", "nor a column of it")
local never = tune{problem=p, samples=300, grid={step={0.01, 1e200}}, methods={{"bsgd", clip=1e300}, {"e-bsgd"}}}
for i, row in ipairs(never:rows()) do
    t.equal({row.diverged > 0, row.best}, i % 2 == 0 and {true} or {false, "best"}, "diverged or best, row " .. i)
end

-- Notes on edges.
local quiet = problem.invariant_logistic{n=50, d=3, noise_var=1e-12}
local function notes(steps)
    local list = tune{problem=quiet, samples=2000, grid={step=steps}, methods={{"bsgd"}}}.notes
    return list[1] and list[1]:find "cannot be best" and {table.unpack(list, 2)} or list
end
t.equal(notes{1e-4, 1e-3}, {"bsgd: the best step, 0.001, is the largest of the grid, larger ones may be better"},
    "largest")
t.equal(notes{2, 100}, {"bsgd: the best step, 2, is the smallest of the grid, smaller ones may be better"},
    "smallest")
t.equal(notes{1e-4, 0.5, 100}, {}, "inside")
t.equal(notes{0.5}, {}, "a single value has no edge")
t.equal(tune{problem=quiet, steps=5, step=0.1, grid={m={1, 2}}, methods={{"bsgd"}}}.notes[1] ~=
    "bsgd: the best m, 1, is the smallest of the grid, smaller ones may be better", true, "there is no m below 1")
t.ok(tostring(tune{problem=quiet, samples=2000, grid={step={1e-4, 1e-3}}, methods={{"bsgd"}}}):find
    "larger ones may be better", "notes are printed")

-- Schedules and operators as values; plots and files.
local values = tune{problem=p, samples=600, grid={step={schedule.inv_sqrt(0.1), 0.01}, order={1, 2}},
    methods={{"bsgd"}}}
t.equal(values:rows()[1].step, "schedule.inv_sqrt(0.1)", "a schedule")
t.equal(#values, 4, "orders")
t.equal(r:plot():data() ~= nil, true, "a figure")
t.ok(r:plot{x="m"}, "over m")
t.raises(function() r:plot{x="stp"} end, "tune:plot: no column 'stp', did you mean 'step'?", "over nothing")
r:csv(t.path "t.csv")
r:json(t.path "t.json")
t.equal(r:spec().grid.m, vec{1, 5}, "the spec has the grid")

-- A folder of checkpoints: the same again, from the files.
local folder = t.path "tune"
t.equal(go{checkpoint=folder}:rows(), rows, "with checkpoints")
t.ok(io.open(folder .. "/12-rt-mlmc", "rb"), "a file for each run")
t.equal(go{checkpoint=folder}:rows(), rows, "again from the files")
t.raises(function() go{checkpoint=folder, samples=3000} end, ("tune: checkpoint '%s/01-bsgd' is of another run: "
    .. "option 'samples' is 2000 there, 3000 here"):format(folder), "another budget")

-- Wrong use.
t.raises(function() tune(3) end, "tune: expected a table of options, got 3", "no table")
t.raises(function() tune{problem=p, samples=9, methods=methods} end,
    "tune: option 'grid' must be given: values to try, {step = {..}, m = {..}, ..}: "
    .. "all combinations of what a method takes",
    "no grid")
t.raises(function() go{methods={}} end, "tune: option 'methods': expected at least one method", "no methods")
t.raises(function() go{methods={{"bsdg"}}} end, "tune: option 'method': unknown method 'bsdg', did you mean 'bsgd'?",
    "unknown method")
t.raises(function() go{grid={stpe={1}}} end, "tune: option 'grid': no method has the option 'stpe'", "unknown option")
t.raises(function() go{grid={step=3}} end, "tune: option 'grid': expected a list of values as 'step', got 3", "no list")
t.raises(function() go{grid={step={}}} end, "tune: option 'grid': expected a list of values as 'step', got a table",
    "an empty list")
t.raises(function() go{step=1} end, "tune: option 'grid': 'step' is given beside it, too", "given twice")
t.raises(function() go{samples=2} end, "tune: option 'samples': expected at least 10, what one step takes, got 2",
    "a budget that is too small")
t.raises(function() go{methods={{"bsgd"}, {"bsgd"}}} end,
    "tune: option 'methods': two methods are called 'bsgd', give them labels", "one label twice")
-- One replicate has no interval, but a curve.
local single = tune{problem=problem.invariant_logistic{n=20, d=2}, samples=200, reps=1, methods={"bsgd"},
    grid={step={1e-3, 1e-2}}}
t.ok(single:plot():describe():find "2 points", "a figure of one replicate")
t.done()
