-- run{..}: columns, budgets, starts, outputs, divergence, files.
local t = dofile "tests/lua/harness/tap.lua"
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}
local D, REPS = 3, 4

local function go(options)
    local all = {problem=p, method="bsgd", step=0.01, samples=400, reps=REPS, record=20}
    for key, value in pairs(options or {}) do
        all[key] = value
    end
    if all.steps then
        all.samples = nil
    end
    return run(all)
end
local read = t.read

-- Columns.
local r = go()
local columns, rows = r:columns(), r:rows()
local N = #r
t.equal(N, 19, "the start and 20 log-spaced records of whole steps, two of which fall together")
local names = {}
for name in pairs(columns) do
    names[#names + 1] = name
end
table.sort(names)
t.equal(names, {"distance", "distance_hi", "distance_lo", "g", "gap", "gap_hi", "gap_lo", "grad2", "grad2_hi",
    "grad2_lo", "jac", "objective", "objective_hi", "objective_lo", "outer", "samples", "seconds", "step"}, "columns")
local first, last = rows[1], rows[#rows]
t.equal({first.step, first.outer, first.g, first.jac, first.samples}, {0, 0, 0, 0, 0}, "the first record is the start")
t.equal(first.objective, p:objective(), "its objective")
t.equal(first.gap, p:objective() - select(2, p:minimizer()), "its gap")
t.near(first.grad2, p:gradient():dot(p:gradient()), 1e-15, "its gradient")
t.near(first.distance, (p:start() - p:minimizer()):norm(), 1e-15, "its distance")
t.equal({first.gap_lo, first.gap_hi}, {first.gap, first.gap}, "all replicates start at one point")
t.equal({last.step, last.outer, last.g, last.jac, last.samples}, {200, 200, 200, 200, 400}, "the last is the budget")
t.equal(math.type(last.samples), "integer", "counts are whole numbers")
for i = 2, #rows do
    if not (rows[i].samples > rows[i - 1].samples and rows[i].samples == rows[i].g + rows[i].jac
        and rows[i].gap_lo < rows[i].gap and rows[i].gap < rows[i].gap_hi) then
        t.ok(false, "row " .. i .. " rises, adds up and lies in its band")
    end
end

-- Replicates.
local by_rep = r:rows{by_rep=true}
t.equal(#by_rep, N * REPS, "a row for every replicate")
t.equal({by_rep[1].rep, by_rep[REPS].rep, by_rep[REPS + 1].rep}, {1, REPS, 1}, "record by record")
t.equal(by_rep[#by_rep].gap_lo, nil, "without limits")
local gaps, final = {}, r:final()
for rep = 1, REPS do
    gaps[rep] = by_rep[#by_rep - REPS + rep].gap
    t.near(p:objective(final.x[rep]) - select(2, p:minimizer()), gaps[rep], 1e-15, "gap of final x, replicate " .. rep)
end
gaps = vec(gaps)
t.near(last.gap, gaps:mean(), 1e-15, "a row is the mean over replicates")
-- 3.18244630528370844 = Student's t with 3 degrees of freedom
t.near(last.gap_hi - last.gap, 3.18244630528370844 * gaps:sd() / 2, 1e-13, "its limits are Student's")
t.near(last.gap - last.gap_lo, last.gap_hi - last.gap, 1e-15, "on both sides")
t.equal({final.gap, final.samples, final.x.rows, final.x.cols}, {last.gap, 400, REPS, D}, "final")
final.x[1][1] = 77
t.ok(r:final().x[1][1] ~= 77, "final x is a copy")
local one = go{reps=1}
t.equal({one:columns().gap_lo, one:columns().gap_hi}, {nil, nil}, "one replicate has no limits")
t.equal(one:rows()[N].gap, gaps[1], "and is the first of several")
t.equal(go{reps=2}:final().x[2], r:final().x[2], "the second too")
t.equal(go{reps=40}:final().x[REPS], r:final().x[REPS], "and the fourth of forty")

-- Budgets are never exceeded; costs by hand: K m for g, m_jac for the Jacobian, times B.
for _, case in ipairs {
    {{m=2}, 4}, {{m=3, m_jac=1}, 4}, {{method="e-bsgd", m=2}, 6}, {{order=3, m=1}, 5}, {{B=7}, 14},
    {{method="e-bsgd", m=3, B=2, share=true}, 24}, {{operator=extrap.paper(3)}, 13},
} do
    local options, cost = case[1], case[2]
    for _, samples in ipairs {cost, cost + 1, 10 * cost - 1, 400} do
        options.samples = samples
        local row = go(options):final()
        local steps = samples // cost
        if row.samples ~= steps * cost or row.step ~= steps or row.samples > samples
            or row.outer ~= steps * (options.B or 1) then
            t.ok(false, ("%d samples in steps of %d"):format(samples, cost))
        end
    end
    options.samples, options.steps = nil, 9
    t.equal({go(options):final().samples, go(options):final().step}, {9 * cost, 9}, "9 steps of " .. cost)
end
t.raises(function() go{samples=5, m=3} end,
    "run: option 'samples': expected at least 6, what one step takes, got 5")

-- Records: few, all, more than there are steps.
local function counts(record, steps)
    return go{record=record, steps=steps}:columns().step
end
t.equal(counts(1, 50), {0, 50}, "one record is the end")
t.equal(counts(4, 1000), {0, 1, 10, 100, 1000}, "log-spaced")
t.equal(counts(200, 5), {0, 1, 2, 3, 4, 5}, "no more than the steps")
t.equal(#go{samples=1e6, record=200} > 100, true, "200 by default")

-- Steps are plain arithmetic on the estimates: one step from x is x - step (estimate + l2 x).
local x = vec{1, -0.5, 0.25}
local moved = go{steps=1, x0=x, reps=1, step=0.5}:final().x[1]
local direction = (x - moved) / 0.5
local estimate = estimator(p):sample(x)
t.near(direction, estimate, 1e-15, "a step follows the estimate of the same seed, penalty included")
local many = go{steps=1, x0=x, reps=20000, step=0.5, record=1}:final().x
local mean, spread = vec.zeros(D), vec.zeros(D)
for i = 1, many.rows do
    local g = (x - many[i]) / 0.5
    mean, spread = mean + g / many.rows, spread + g^2 / many.rows
end
local se = math.sqrt((spread - mean^2) / many.rows)
t.ok(math.abs((mean - estimator(p):expected(x)) / se):max() < 5, "the mean step is the expected gradient")

-- Without noise on one row BSGD is gradient descent.
local quiet = problem.invariant_logistic{data={a=mat{{1, 2, -0.5}}, b={-1}}, noise_var=0}
for _, method in ipairs {"bsgd", "e-bsgd"} do
    local at = x
    for _ = 1, 30 do
        at = at - 0.3 * quiet:gradient(at)
    end
    local run_at = run{problem=quiet, method=method, step=0.3, steps=30, reps=2, x0=x, m=2}:final().x
    t.near(run_at[1], at, 1e-14, method .. " without noise is gradient descent")
    t.equal(run_at[2], run_at[1], method .. " without noise has no spread")
end

-- Starts.
t.equal(go{x0={1, 2, 3}}:final().x, go{x0=vec{1, 2, 3}}:final().x, "x0 as a list")
local starts = mat{{1, 2, 3}, {0, 0, 0}, {1, 2, 3}, {-1, -1, -1}}
local spread_out = go{x0=starts}
t.equal(spread_out:final().x[1], go{x0={1, 2, 3}}:final().x[1], "a row of x0 per replicate")
t.equal(spread_out:final().x[4], go{x0={-1, -1, -1}}:final().x[4], "the last")
t.ok(spread_out:rows()[1].gap_hi > spread_out:rows()[1].gap, "starts with a spread")
t.equal(go{x0=p:start()}:final().x, r:final().x, "the problem's start by default")

-- Output: the mean of the iterates from half of the budget on; before it the last.
for _, options in ipairs {{steps=10}, {steps=7}, {steps=1}, {samples=20}} do
    local budget = options.steps or 10
    local sum, number = vec.zeros(D), 0
    for k = 1, budget do
        if 2 * k >= budget then
            sum, number = sum + go{steps=k, reps=1}:final().x[1], number + 1
        end
    end
    options.output, options.reps = "average", 1
    t.near(go(options):final().x[1], sum / number, 1e-15, ("the average over the second half of %d"):format(budget))
end
local averaged, plain = go{output="average", steps=20}, go{steps=20}
for i = 1, #plain do
    if plain:rows()[i].step < 10 and averaged:rows()[i].gap ~= plain:rows()[i].gap then
        t.ok(false, "before the second half the output is the last iterate")
    end
end
t.ok(averaged:rows()[#averaged].gap ~= plain:rows()[#plain].gap, "at the end it is another point")

-- Reductions.
t.equal(go{method="e-bsgd", order=1}:final().x, r:final().x, "e-bsgd of order 1 is bsgd")
t.equal(go{method="bsgd", order=2, m=3}:final().x, go{method="e-bsgd", m=3}:final().x, "bsgd of order 2 is e-bsgd")
t.equal(go{method="e-bsgd", operator=extrap.order(2)}:final().x, go{method="e-bsgd"}:final().x, "order is an operator")

-- What stops a run.
t.equal({r.stop, r.diverged, r.label}, {"budget", 0, "bsgd"}, "the budget is spent")
local wild = go{step=1e300}
t.equal({wild.stop, wild.diverged}, {"diverged", REPS}, "a huge step")
local wild_x = wild:final().x
for i = 1, REPS do
    t.ok(wild_x[i]:max() < math.huge and wild_x[i]:min() > -math.huge, "keeps its last finite point")
end
t.ok(wild:final().samples <= 400 and wild:final().step < 5, "and stops there")
t.equal(#wild, #r, "with all its records")
local half = go{x0=mat{{0, 0, 0}, {1e308, -1e308, 1e308}, {0, 0, 0}, {0, 0, 1}}, step=30}
t.equal({half.stop, half.diverged}, {"budget", 1}, "one replicate of four")
t.equal(half:final().x[3], go{x0={0, 0, 0}, step=30}:final().x[3], "disturbs no other")

-- Files.
local path = t.path "run.csv"
t.equal(r:csv(path), path, "csv returns the path")
local text = read(path)
t.equal(text:match "[^\n]*", "step,outer,g,jac,samples,objective,objective_lo,objective_hi,gap,gap_lo,gap_hi,"
    .. "grad2,grad2_lo,grad2_hi,distance,distance_lo,distance_hi", "the header, without seconds")
local back, order = csv.read(path)
t.equal({#order, back.gap}, {17, vec(columns.gap)}, "read back bit for bit")
r:csv(path, {seconds=true})
t.ok(read(path):find "samples,seconds,objective", "seconds on request")
r:csv(path, {by_rep=true})
t.equal({#csv.read(path).gap, read(path):match "[^\n]*"},
    {N * REPS, "rep,step,outer,g,jac,samples,objective,gap,grad2,distance"}, "a row per replicate")
r:json(path)
t.ok(read(path):find('"kind":"run"', 1, true) and not read(path):find "seconds", "json, without seconds")
for _, extension in ipairs {"csv", "json"} do
    local function bytes(options)
        local result = go(options)
        result[extension](result, path)
        return read(path)
    end
    local want = bytes{}
    t.equal(bytes{}, want, extension .. ": two runs, the same bytes")
    for threads = 1, 3 do
        t.equal(bytes{threads=threads}, want, extension .. ": the same bytes on " .. threads .. " threads")
    end
    t.ok(bytes{seed=2} ~= want, extension .. ": another seed, other bytes")
end
for _, extension in ipairs {"pdf", "svg", "png"} do
    local function bytes(threads)
        go{threads=threads}:plot():save(t.path("run." .. extension))
        return read(t.path("run." .. extension))
    end
    t.equal(bytes(1), bytes(2), extension .. ": the same bytes on 2 threads")
end

-- The specification: everything that makes the run, nothing that does not.
local spec = go{method="e-bsgd", m=2, seed=5, threads=2}:spec()
t.equal(spec, {method="e-bsgd", m=2, seed=5, step=0.01, samples=400, reps=4, record=20, output="last", B=1, share=false,
    operator="order 2", problem=spec.problem}, "spec")
local of = spec.problem
t.equal({of.name, of.n, of.d, of.noise_var, of.l2, of.data_seed},
    {"invariant_logistic", 50, 3, 4.0, 0.1, 1}, "spec of the problem")
spec.problem.n = 7
t.equal(go():spec().problem.n, 50, "a copy")

-- Printing and figures.
t.ok(tostring(r):find "^step  samples +gap +gap_lo +gap_hi +distance\n", "prints as a table")
t.ok(tostring(r):find "\nstop: budget$", "and says why it stopped")
t.ok(r:plot{y="distance", x="step"}:describe():find("|x − x^*|", 1, true), "a figure of other columns")

t.done()
