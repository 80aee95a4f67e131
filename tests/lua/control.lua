-- Control of runs: schedules, functions of the step's number, step rules, measures, ends, outputs.
local t = dofile "tests/lua/harness/tap.lua"
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}
local REPS = 3

local function go(options)
    local all = {problem=p, method="e-bsgd", step=0.01, samples=300, reps=REPS, record=20}
    for key, value in pairs(options or {}) do
        all[key] = value or nil
    end
    if all.steps then
        all.samples = nil
    end
    if all.update then
        all.step = nil
    end
    return run(all)
end
local function x_of(r)
    local x, list = r:final().x, {}
    for i = 1, x.rows do
        list[i] = x[i]:table()
    end
    return list
end
local function descend(x, v)
    return x - 0.01 * v
end
local function fails(options, message, name)
    t.raises(function()
        go(options)
    end, message, name)
end

-- Schedules.
t.equal(schedule.constant(0.5)(7), 0.5, "constant")
t.near(schedule.inv_sqrt(0.5)(4), 0.25, 0, "inv_sqrt")
local halves = schedule.step(0.1, {every=10, factor=0.5})
t.near({halves(1), halves(10), halves(11), halves(31)}, {0.1, 0.1, 0.05, 0.0125}, 0, "step")
local cosine = schedule.cosine(0.2, {steps=100})
for step = 1, 100, 11 do
    t.near(cosine(step), 0.1 * (1 + math.cos(math.pi * (step - 1) / 100)), 1e-16, "cosine at " .. step)
end
t.equal({cosine(101), cosine(1e6)}, {0.0, 0.0}, "cosine ends at zero")
t.equal(tostring(halves), "schedule.step(0.1, {every=10, factor=0.5})", "a schedule prints as it was made")
t.equal(tostring(schedule.cosine(1/3, {steps=1e6})), "schedule.cosine(0.3333333333333333, {steps=1000000})",
    "every digit")
t.equal(tostring(schedule.normalised(2)), "schedule.normalised(2)", "normalised")
t.raises(function() schedule.step(0.1, {every=3}) end,
    "schedule.step: option 'factor' must be given: what the step size is multiplied by", "step without factor")
t.raises(function() schedule.inv_sqrt(0) end, "schedule.inv_sqrt: expected a > 0, got 0", "a of zero")
t.raises(function() schedule.inv_sqrt(1, {every=2}) end,
    "schedule.inv_sqrt: expected schedule.inv_sqrt(a), got 2 arguments", "no options")
t.raises(function() schedule.cosin(1) end, "schedule: no field 'cosin', did you mean 'cosine'?", "unknown schedule")

-- A schedule, and a function of the same values.
for _, s in ipairs {schedule.constant(0.02), schedule.inv_sqrt(0.1), halves, schedule.cosine(0.1, {steps=80})} do
    local asked = {}
    local by_function = go{step=function(k)
        asked[#asked + 1] = k
        return s(k)
    end}
    t.equal(x_of(by_function), x_of(go{step=s}), "a function of the values of " .. tostring(s))
    t.equal({#asked, asked[1], asked[#asked]}, {100, 1, 100}, "is asked once per step")
    t.equal(go{step=s}:spec().step, tostring(s), "the spec says " .. tostring(s))
end
t.equal(x_of(go{step=schedule.constant(0.01)}), x_of(go()), "a constant schedule is the number")
local one = run{problem=p, method="bsgd", step=schedule.normalised(0.125), steps=1, reps=1, m=100}
t.near((one:final().x[1] - p:start()):norm(), 0.125, 1e-15, "a normalised step has its length")
local many = 0
go{reps=20, steps=30, step=function()
    many = many + 1
    return 0.01
end}
t.equal(many, 30, "two groups of replicates ask once, too")
fails({step=function() return "x" end}, "run: option 'step': expected a number >= 0 at step 1, got 'x'",
    "step of a wrong type")
fails({step=function() return -1 end}, "run: option 'step': expected a number >= 0 at step 1, got -1", "negative step")
fails({step={}}, "run: option 'step': expected a number > 0, a schedule or a function, got a table", "step a table")
fails({step=0}, "run: option 'step': expected a number > 0, a schedule or a function, got 0", "step zero")
fails({step=false}, "run: option 'step' must be given: step size", "no step")
t.ok(go{step=function() return 0 end}:final().gap == go():rows()[1].gap, "steps of size 0 stay")

-- Inner batches.
local batches = go{m=function(k) return k <= 10 and 1 or 4 end, steps=20}
t.equal(batches:final().samples, 10 * 3 + 10 * 12, "m of the step's number counts")
t.equal(go{m=function() return 3 end}:rows()[5].gap, go{m=3}:rows()[5].gap, "a constant function is the number")
t.equal(go{m=function() return 3 end, m_jac=1, steps=10}:final().samples, 10 * 7, "m_jac stays as given")
t.ok(go{m=function(k) return k end, samples=1000}:final().samples <= 1000, "the budget holds")
fails({m=function() return 1.5 end},
    "run: option 'm': expected a whole number from 1 to 1000000000 at step 1, got 1.5", "half a draw")

-- A later step that cannot be made ends the run there, for all replicates, with what it has.
local function until_step(last, good, value)
    return function(k)
        if k > last then
            return value
        end
        return good
    end
end
local refused = {
    step = {expected = "a number >= 0", good = 0.01, 0 / 0, math.huge, -1, "much", {}},
    m = {expected = "a whole number from 1 to 1000000000", good = 2, 0 / 0, math.huge, -1, 0, 1.5, "much"},
}
local got = {["nan"] = "nan", ["inf"] = "inf", much = "'much'"}
for name, case in pairs(refused) do
    case[#case + 1] = false -- for nil
    for _, value in ipairs(case) do
        for _, reps in ipairs {1, 40} do -- 40: several groups
            local what = ("%s %s, %d replicates: "):format(name, tostring(value), reps)
            local asked = until_step(4, case.good, value or nil)
            local r = go{[name]=asked, steps=10, reps=reps}
            local same = go{[name]=case.good, steps=4, reps=reps}
            t.equal({r.stop, r.diverged, r:final().step}, {"schedule", 0, 4}, what .. "it ends")
            t.equal(x_of(r), x_of(same), what .. "where it was")
            local words = type(value) == "table" and "a table" or value and (got[tostring(value)] or tostring(value))
                or "nil"
            t.ok(tostring(r):find(("\nall replicates stopped: option '%s': expected %s at step 5, got %s"):format(name,
                case.expected, words), 1, true), what .. "says why: " .. tostring(r):sub(-200))
            local more = r:resume{[name]=case.good}
            t.equal(x_of(more), x_of(go{[name]=case.good, steps=10, reps=reps}), what .. "and goes on with another")
        end
    end
end
for threads = 1, 3 do
    local r = go{step=schedule.step(0.01, {every=1, factor=1e100}), clip=1e-300, steps=10, reps=40, threads=threads}
    t.equal({r.stop, r:final().step}, {"schedule", 4}, "a schedule that overflows, on any number of threads")
    t.ok(tostring(r):find "option 'step': expected a finite number at step 5, got inf$", "says so")
end
local bad = until_step(4, 0.01, 0 / 0)
local kept = run.load(go{step=bad, steps=10}:save(t.path "refused.run"))
t.equal({kept.stop, tostring(kept)}, {"schedule", tostring(go{step=bad, steps=10})}, "a file says it too")
local ended_early = go{step=bad, steps=10, checkpoint=t.path "refused.check"}
t.equal(x_of(go{step=bad, steps=10, checkpoint=t.path "refused.check"}), x_of(ended_early), "and a checkpoint")

for _, method in ipairs(debug.getregistry()["debias.core"].method.names) do
    local done, plain = pcall(go, {method=method, m=3, steps=12})
    local _, asked = pcall(go, {method=method, m=function() return 3 end, steps=12})
    local function told(r)
        return done and x_of(r) or r:gsub(":%d+:", "")
    end
    t.equal(told(asked), told(plain), "m of " .. method .. " as a function")
    local halves_of = done and go{method=method, m=function(k) return k <= 6 and 3 or 1 end, steps=12}
    t.ok(not done or halves_of:final().samples < plain:final().samples, "that changes what a step takes")
    local own = x_of(go{method=method, update=descend, steps=12})
    t.ok(own[1][1] ~= p:start()[1], method .. " takes step rules")
    local direction = p:start() - go{method=method, steps=1, step=1, reps=1}:final().x[1]
    local clipped = go{method=method, steps=1, step=1, clip=1e-3, reps=1}
    t.near(p:start() - clipped:final().x[1], 1e-3 / direction:norm() * direction, 1e-15, method .. " clips")
    t.equal(x_of(go{method=method, steps=3, clip=1e6}), x_of(go{method=method, steps=3}), method .. ": not below clip")
end

-- Step rules.
local function momentum(x, v, _, s)
    s.u = 0.9 * (s.u or 0 * v) + v
    return x - 1e-3 * s.u
end
t.near(x_of(go{update=descend})[1], x_of(go())[1], 1e-13, "a rule that is a step")
local points, momenta = {}, {}
local seen = go{update=function(x, v, k, s)
    local rep = s.rep or #points + 1
    s.rep = rep
    points[rep], momenta[rep] = points[rep] or p:start(), momenta[rep] or 0 * v
    t.ok(k > 1 or x == p:start() or (x - p:start()):norm() == 0, "the first point is the start")
    momenta[rep] = 0.9 * momenta[rep] + v
    points[rep] = points[rep] - 1e-3 * momenta[rep]
    return x - 1e-3 * momenta[rep]
end, steps=40}
for rep = 1, REPS do
    t.equal(seen:final().x[rep]:table(), points[rep]:table(), "momentum by update is the loop by hand, " .. rep)
end
t.equal(x_of(go{update=momentum, steps=40}), x_of(seen), "and with the replicate's table")
t.equal(x_of(go{update=momentum, threads=1}), x_of(go{update=momentum, threads=4}), "on any number of threads")
t.equal(x_of(go{update=momentum, reps=20})[3], x_of(go{update=momentum, reps=3})[3], "and in any group")
local norms = {}
go{update=function(x, v)
    norms[#norms + 1] = v:norm()
    return x
end, clip=0.5, steps=20}
t.ok(math.max(table.unpack(norms)) <= 0.5 + 1e-15, "v is clipped")
local box = go{update=function(x, v)
    return (x - v):map(function(z) return math.max(-0.5, math.min(z, 0.5)) end)
end}
for rep = 1, REPS do
    local x = box:final().x[rep]
    t.ok(x:max() <= 0.5 and x:min() >= -0.5, "a projection holds, replicate " .. rep)
end
t.equal(go{update=function(x) return x:table() end, steps=3}:final().gap, go():rows()[1].gap, "a list is a point")
fails({update=function() end}, "run: option 'update': expected a vec of length 3 at step 1 of replicate 1, got nil",
    "no point")
fails({update=function(x, _, k) return k < 4 and x or vec{1, 2} end},
    "run: option 'update': expected a vec of length 3 at step 4 of replicate 1, got a vec of length 2", "a short point")
t.raises(function() run{problem=p, method="bsgd", steps=3, step=1, update=descend} end,
    "run: step does not go with a function as update, which makes the step itself", "both")
fails({update=3}, "run: option 'update': expected a function or one of adagrad, adam, momentum, sgd, got 3",
    "update a number")
local function broken(x)
    return x.nothing.at_all
end
t.ok(not pcall(go, {update=broken}), "a failing rule ends the run")
t.ok(tostring(select(2, pcall(go, {update=broken}))):find("control.lua:%d+: vec: no field 'nothing'"), "with its error")

-- Non-finite points: the last finite one stays.
local escaped = go{update=function(x, _, k) return k < 6 and x + 1 or x / 0 end, steps=10}
t.equal({escaped.stop, escaped.diverged}, {"diverged", REPS}, "a rule that leaves the numbers diverges")
t.equal(escaped:final().step, 5, "and keeps its last finite point")
t.near(escaped:final().x[1]:table(), (p:start() + 5):table(), 1e-14, "which is reported")
local part = go{update=function(x, v, k, s)
    s.first = s.first or k
    return (k == 3 and v[1] > 0) and x * math.huge or x - 0.01 * v
end, steps=10, reps=8}
t.ok(part.stop == "budget" and part.diverged > 0 and part.diverged < 8, "some replicates diverge, the others go on")

-- Measures.
local measured = go{metrics={norm=function(x) return x:norm() end, one=function() return vec{1} end}}
local columns = measured:columns()
t.equal(#columns.norm, #measured, "a metric is a column")
t.near({columns.norm[1], columns.one[1]}, {p:start():norm(), 1}, 1e-15, "of its values")
local by_rep, mean = measured:rows{by_rep=true}, 0
for rep = 1, REPS do
    t.equal(by_rep[#by_rep - REPS + rep].norm, measured:final().x[rep]:norm(), "of replicate " .. rep)
    mean = mean + by_rep[#by_rep - REPS + rep].norm / REPS
end
t.near(measured:final().norm, mean, 1e-15, "its mean")
t.ok(measured:final().norm_lo < mean and mean < measured:final().norm_hi, "in its limits")
t.equal(measured:final().gap, go():final().gap, "metrics change no result")
local csv = measured:csv(t.path "metrics.csv")
local header = io.open(csv):read "l"
t.ok(header:find "distance_hi,norm,norm_lo,norm_hi,one,one_lo,one_hi$", "files have the columns, in order of names")
t.equal(measured:spec().metrics.norm:match "control.lua:%d+$" ~= nil, true, "the spec says where they are")
t.ok(measured:plot{y="norm"}, "plot takes them")
local both = compare{problem=p, steps=10, step=0.01, reps=2, methods={{"bsgd", metrics={a=function() return 1 end}},
    {"e-bsgd", metrics={b=function() return 2 end}}}}
t.equal({both:rows()[1].a, both:rows()[1].b, both:rows()[#both].a, both:rows()[#both].b}, {1.0, nil, nil, 2.0},
    "methods with metrics of their own")
fails({metrics={gap=math.abs}}, "run: option 'metrics': 'gap' is a column already", "a name that is taken")
fails({metrics={gap_lo=math.abs}}, "run: option 'metrics': 'gap_lo' is a column already", "and its limits")
fails({metrics={math.abs}}, "run: option 'metrics': expected names, got 1 as one", "no name")
fails({metrics={a=1}}, "run: option 'metrics.a': expected a function, got 1", "no function")
fails({metrics={a=function() return "much" end}}, "run: option 'metrics.a': expected a number, got 'much'", "no number")

-- Ends.
local whole = go()
local rows = {}
local ended = go{on_record=function(row)
    rows[#rows + 1] = row
    return row.step >= 10
end}
t.equal(ended.stop, "on_record", "on_record stops")
t.equal(#ended, #rows, "at the record it was asked about")
t.ok(rows[#rows].step >= 10 and rows[#rows - 1].step < 10, "and no later")
for i, row in ipairs(ended:rows()) do
    row.seconds, rows[i].seconds = nil, nil
    t.equal(rows[i], row, "row " .. i .. " is the table's")
    t.equal(row.gap, whole:rows()[i].gap, "and the whole run's")
end
t.equal(x_of(go{on_record=function(row) return row.step >= 10 end, threads=3}), x_of(ended), "on any number of threads")
fails({on_record=function() return 1 end}, "run: option 'on_record': expected true to stop or nothing, got 1",
    "on_record of a number")
local down = run{problem=p, method="bsgd", m=50, step=0.1, samples=1e6, reps=4, tol=0.1}
local gap = down:columns().gap
t.equal(down.stop, "tol", "tol stops")
t.ok(gap[#gap] <= 0.1 * gap[1] and gap[#gap - 1] > 0.1 * gap[1], "at the first record below its part of the gap")
t.equal(run{problem=p, method="bsgd", m=50, step=0.1, samples=1e6, reps=4, tol=0.1, threads=4}:final().gap, gap[#gap],
    "on any number of threads")
fails({tol=1}, "run: option 'tol': expected a number with 0 < value < 1, got 1", "tol of one")
local seconds, timed = 0.05
repeat -- on a busy machine a short time may be over before the first step
    timed = go{samples=false, seconds=seconds}
    seconds = 2 * seconds
until timed:final().step > 0 or seconds > 100
t.ok(timed.stop == "budget" and timed:final().step > 0, "seconds are a budget")
t.ok(timed:final().seconds > 0, "and recorded")
t.equal(go{seconds=100}.stop, "budget", "or bound another budget")
t.equal(x_of(go{seconds=100}), x_of(go()), "without a trace when it is spent first")
local late = go{samples=1e9, seconds=0.05}
t.ok(late.stop == "budget" and late:final().samples < 1e9, "seconds end it early")
t.ok(go{samples=false, seconds=0.05, output="average"}:final().gap, "an average of half of the time")
t.raises(function() run{problem=p, method="bsgd", step=1} end,
    "run: give a budget: one of the options 'samples', 'steps' and 'seconds'", "no budget")

-- A random output is uniform over the points that steps start from: 0 .. STEPS - 1.
local STEPS, DRAWS = 10, 4000
local drawn = run{problem=problem.invariant_logistic{n=2, d=1}, method="bsgd", steps=STEPS, reps=DRAWS, record=1,
    output="random", x0=0, update=function(x) return x + 1 end}
local counts = vec.zeros(STEPS)
for rep = 1, DRAWS do
    local at = drawn:final().x[rep][1]
    counts[at + 1] = counts[at + 1] + 1
end
local expected, sigma = DRAWS / STEPS, math.sqrt(DRAWS / STEPS * (1 - 1 / STEPS))
for k = 1, STEPS do
    t.near(counts[k], expected, 5 * sigma, "iterate " .. k - 1 .. " is drawn as often as any other")
end
t.equal(x_of(go{output="random", threads=1}), x_of(go{output="random", threads=3}), "on any number of threads")
t.equal(go{output="random"}:final().samples, go():final().samples, "the draws are no samples")

-- All of it in files: the same bytes again.
local function bytes(options, path)
    local r = go(options)
    r:csv(path .. ".csv", {by_rep=true})
    r:json(path .. ".json")
    return io.open(path .. ".csv"):read "a", io.open(path .. ".json"):read "a"
end
local all = {update=momentum, metrics={norm=function(x) return x:norm() end}, m=function(k) return k end, clip=3,
    on_record=function() end, tol=1e-9, output="random"}
local csv1, json1 = bytes(all, t.path "one")
local csv2, json2 = bytes(all, t.path "two")
t.equal(csv1, csv2, "csv is the same from run to run")
t.equal(json1, json2, "json is the same from run to run")
t.ok(json1:find('"m":"function at tests/lua/control.lua:%d+"'), "json says where functions are")
t.done()
