-- An error of a function of the user's in the middle of an experiment: it says where it came, what was computed is
-- kept, and the experiment goes on from its checkpoint once the function is put right.
local t = dofile "tests/lua/harness/tap.lua"
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}
local common = {problem=p, method="e-bsgd", step=0.01, samples=3000, reps=3, record=40, checkpoint_every=1e9}

-- A function like f, which raises an error at its call number `at`; and how many calls there were.
local function failing(f, at)
    local n = 0
    return function(...)
        n = n + 1
        if n == at then
            error "gone wrong"
        end
        return f(...)
    end, function() return n end
end

local functions = {
    metrics={make=function(f) return {norm=f} end, f=function(x) return x:norm() end, words="metrics.norm"},
    step={f=function() return 0.01 end},
    m={f=function(k) return 1 + k % 3 end},
    on_record={f=function() end},
    update={f=function(x, v, _, s) s.n = (s.n or 0) + 1 return x - 0.01 / s.n * v end, torn=true},
}

local function options_of(name, f, path)
    local each = functions[name]
    local all = t.over(common, {[name]=each.make and each.make(f) or f, checkpoint=path})
    all.step = name ~= "update" and all.step or nil
    return all
end

local function bytes(r, name)
    return t.read(r:save(t.path(name .. ".saved")))
end

-- Its records are the first ones of the run that did not fail.
local function is_part(r, whole)
    local rows, all = r:rows{by_rep=true, seconds=false}, whole:rows{by_rep=true, seconds=false}
    local same = #rows > common.reps and #rows <= #all
    for i, row in ipairs(rows) do
        for key, value in pairs(row) do
            same = same and all[i][key] == value
        end
    end
    return same
end

for name, each in pairs(functions) do
    local f, count = failing(each.f, math.huge)
    local whole = run(options_of(name, f))
    local want, calls = bytes(whole, name), count()
    for _, part in ipairs {0.4, 0.7, 1} do
        local at, path = math.floor(part * calls), t.path(name .. part)
        local title = ("%s at call %d of %d"):format(name, at, calls)
        local done, why = pcall(run, options_of(name, failing(each.f, at), path))
        local place = tostring(why):match("gone wrong %(option '" .. (each.words or name) .. "' at step (%d+)")
        t.ok(not done and place ~= nil, title .. ": the error says where it came")
        t.equal(tostring(why):find "of replicate %d%)$" ~= nil, name == "metrics" or name == "update",
            title .. ": and in which replicate, where it was asked for one")
        local kept = unfinished()
        t.ok(is_part(kept, whole), title .. ": the records until then are kept")
        t.equal(kept.stop, "interrupted", title .. ": stop")
        t.ok(kept:final().step <= tonumber(place), title .. ": the last one is not after the error")
        t.equal(run.load(path):final().step, each.torn and 0 or kept:final().step,
            title .. ": the checkpoint is of the last state that is whole")
        local again = run(options_of(name, failing(each.f, math.huge), path))
        t.ok(bytes(again, name) == want, title .. ": put right, it goes on to the same bytes")
    end
end

-- The first step and errors that are no text.
local function at_first() error "gone wrong" end
local done, why = pcall(run, t.over(common, {step=at_first}))
t.ok(not done and why:find "gone wrong %(option 'step' at step 1%)$", "at the first step")
t.raises(function() unfinished() end, "unfinished: no experiment has left a result when an error ended it",
    "which leaves nothing")
local object = {}
done, why = pcall(run, t.over(common, {step=function(k) if k > 100 then error(object) end return 0.01 end}))
t.ok(not done and why == object, "an error that is no text stays what it is")
t.ok(unfinished():final().step <= 100, "and what was computed is kept")
done, why = pcall(run, t.over(common, {metrics={a=function() error "gone wrong" end}}))
t.ok(not done and why:find "gone wrong$", "at the start there is no step")

-- Functions of the problem: f is called as plain Lua.
local function problem_of(f)
    local U = dist.uniform(0, 1)
    return problem.new{dim=1, outer=U, inner=U, g=function(x, _, eta) return x - eta end,
        f=function(y) if y > 2 then return y ^ 3 end return f(y) end, grad_f=function(y) return 2 * y end}
end
local armed = false
local own = problem_of(function(y) if armed and math.abs(y) < 0.55 then error "gone wrong" end return y ^ 2 end)
local of_own = {problem=own, method="bsgd", step=0.01, steps=400, reps=2, record=10, x0=vec{1.9}}
local whole = run(of_own)
armed = true
done, why = pcall(run, of_own)
t.ok(not done and why:find "gone wrong.* %(after step %d+%)" ~= nil, "f of a problem: after which step")
t.ok(unfinished():final().step > 0 and unfinished():final().step < whole:final().step, "f: the records until then")
armed = false

-- Experiments of several runs.
local few = {problem=p, step=0.01, samples=600, reps=3, record=20}
local counted = function(at) return {norm=failing(function(x) return x:norm() end, at)} end
local methods = {{"bsgd", m=2}, {"e-bsgd"}, {"sox"}}
local all = compare(t.over(few, {methods=methods}))
done, why = pcall(compare, t.over(few, {methods=methods, metrics=counted(100)}))
local kept = unfinished()
t.ok(not done and why:find "gone wrong %(option 'metrics.norm' at step %d+ of replicate %d%)$", "compare: the error")
t.equal(kept:run "bsgd":final().gap, all:run "bsgd":final().gap, "compare: the method that had finished")
t.equal(kept:run "e-bsgd".stop, "interrupted", "compare: the one that failed")
t.ok(tostring(kept):find "bsgd finished; e%-bsgd stopped early, at %d+ samples; sox had not begun", "compare: a note")
t.raises(function() compare(t.over(few, {methods={{"bsgd", m=2}, {"e-bsgd", m=-1}}})) end,
    "compare: option 'm': expected a whole number from 1 to 1000000000, got -1", "compare: the second is wrong")
t.equal(#unfinished():rows(), #all:run "bsgd":rows(), "which leaves the first")

local grid = {problem=p, samples=600, reps=2, grid={step={0.01, 0.02}}, methods={{"bsgd", m=2}, {"e-bsgd"}}}
local tuned = tune(grid)
done, why = pcall(tune, t.over(grid, {metrics={norm=failing(function(x) return x:norm() end, 700)}}))
t.ok(not done and why:find "gone wrong", "tune: the error")
local tuned_rows = unfinished():rows()
t.ok(#tuned_rows > 0 and #tuned_rows < 4, "tune: the combinations that had finished")
t.equal(tuned_rows[1].gap, tuned:rows()[1].gap, "tune: as they would have been")
t.ok(tostring(unfinished()):find("interrupted: %d of 4 combinations"), "tune: a note")

local ladder = {problem=p, reps=2, budget=1e5, eps={0.24, 0.22, 0.2}, methods={{"bsgd", m=2, step=0.05}}}
local climbed = complexity(ladder)
local ladder_calls = 0
complexity(t.over(ladder, {on_record=function() ladder_calls = ladder_calls + 1 end}))
done, why = pcall(complexity, t.over(ladder, {on_record=failing(function() end, ladder_calls)}))
t.ok(not done and why:find "gone wrong %(option 'on_record' at step %d+%)$", "complexity: the error")
t.equal(#unfinished():rows(), 2, "complexity: the eps that had been reached")
t.equal(unfinished():rows()[2].samples, climbed:rows()[2].samples, "complexity: as they would have been")

-- Estimates: q is called as plain Lua.
local function q_of(at)
    local q, count = failing(function(s) return s end, at)
    return function(s) if s > 3 then return q(s) ^ 2 end return q(s) ^ 3 end, count
end
local lab = {dist=dist.ramp(0, 2), operators={1, 2}, m={1, 2}, reps=20000}
local q, calls = q_of(math.huge)
bias(t.over(lab, {q=q}))
local sampled = calls()
done, why = pcall(bias, t.over(lab, {q=q_of(sampled // 2)}))
t.ok(not done and why:find "gone wrong", "bias: the error")
local rows = unfinished():rows()
t.equal(#rows, 4, "bias: every point")
t.ok(rows[1].se > 0 and rows[1].bias == rows[1].bias, "bias: with the estimates until then")
t.ok(pcall(tostring, unfinished()) and pcall(unfinished().slopes, unfinished()), "bias: which print and have slopes")
t.raises(function() bias(t.over(lab, {q=7})) end, "bias: expected q as poly{..}, math.exp or a function, got 7",
    "bias: a wrong option")

local growth = {dist=dist.ramp(0, 2), operators={1, 2}, reps=4096, runs=4}
done, why = pcall(running, t.over(growth, {q=q_of(30000)}))
t.ok(not done and why:find "gone wrong", "running: the error")
t.ok(#unfinished():rows() > 2, "running: the numbers of estimates until then")

local N = dist.normal{mean=0, sd=1}
local value_calls, value_end = 0, math.huge
local nested = problem.new{dim=0, outer=N, inner=N, g=function(_, a, b) return a + b end, f=function(y)
    value_calls = value_calls + 1
    if value_calls >= value_end then
        error "gone wrong"
    end
    if y > 0 then
        return y
    end
    return 0 * y
end}
for _, method in ipairs {"v-mlmc", "bsgd", "e-bsgd", "rt-mlmc", "auto"} do
    local path, wanted = t.path("value." .. method), {problem=nested, eps=0.05, method=method}
    value_calls, value_end = 0, math.huge
    local undisturbed = value(wanted)
    value_calls, value_end = 0, value_calls * 2 // 3
    done, why = pcall(value, t.over(wanted, {checkpoint=path}))
    t.ok(not done and why:find "gone wrong", method .. ": value: the error")
    value_end = math.huge
    t.ok(unfinished().se > 0 and not unfinished().reached, method .. ": value: the estimates until then")
    t.equal(unfinished():resume{eps=0.05}.value, undisturbed.value, method .. ": value: it goes on to the same value")
    local again = value(t.over(wanted, {checkpoint=path}))
    t.equal(again.value, undisturbed.value, method .. ": value: so does the checkpoint")
end

-- A point of a sweep that fails is a row, and leaves what it had.
local swept = sweep{over={m={1, 2}}, threads=1, run=function(v)
    return run(t.over(common, {m=v.m, metrics=counted(v.m == 2 and 50 or math.huge)}))
end}
t.ok(swept:rows()[2].failed:find "gone wrong %(option 'metrics.norm'", "sweep: the point that failed")
t.done()
