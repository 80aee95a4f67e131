-- Saved runs: files, going on at any point, stages, checkpoints that survive a kill.
local t = dofile "tests/lua/harness/tap.lua"
local runs = dofile "tests/lua/harness/runs.lua"
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}
local quick = os.getenv "QUICK"

local over = t.over
local common = {problem=p, method="e-bsgd", step=0.01, steps=40, reps=3, record=10}
local function go(more)
    return run(over(common, more))
end
local function points(r)
    local x, list = r:final().x, {}
    for i = 1, x.rows do
        list[i] = x[i]:table()
    end
    return list
end
local read, write = t.read, t.write
local rows_without_seconds = runs.rows

-- A file holds the run.
local r = go()
local path = t.path "r.run"
t.equal(r:save(path), path, "save returns the path")
local loaded = run.load(path)
t.equal(rows_without_seconds(loaded), rows_without_seconds(r), "the rows")
t.equal(points(loaded), points(r), "the points")
t.equal({loaded.stop, loaded.diverged, loaded.label}, {r.stop, r.diverged, r.label}, "why it stopped")
t.equal(loaded:spec(), r:spec(), "the spec")
t.equal(read(loaded:csv(t.path "a.csv")), read(r:csv(t.path "b.csv")), "the same CSV")
t.equal(read(loaded:json(t.path "a.json")), read(r:json(t.path "b.json")), "the same JSON")
t.equal(loaded:columns().seconds, nil, "but the seconds")
t.ok(loaded:plot(), "it plots")
t.equal(read(loaded:save(t.path "again.run")), read(path), "saved again it is the same")
t.equal(read(go{threads=1}:save(t.path "one.run")), read(go{threads=3}:save(t.path "three.run")),
    "equal runs give equal bytes on any number of threads")
t.equal(read(go():save(t.path "two.run")), read(path), "and from run to run")

-- All records are those of a run that was not stopped, when it goes on to the same budget.
for _, output in ipairs {"last", "average", "random"} do
    local whole = go{output=output}
    for k = 1, #whole - 1 do
        local count = 0
        local stopped = go{output=output, on_record=function()
            count = count + 1
            return count == k
        end}
        t.equal(#stopped, k, "stopped at record " .. k)
        t.equal(rows_without_seconds(stopped:resume{on_record=false}), rows_without_seconds(whole),
            ("%s goes on from record %d"):format(output, k))
    end
end
local timed = go{steps=1e7, seconds=0.02, threads=1}
local total = 50
for _, row in ipairs(timed:rows{by_rep=true}) do
    total = math.max(total, row.step + 50)
end
t.equal(points(timed:resume{steps=total, seconds=false}), points(go{steps=total}),
    "a run that the clock stopped goes on")
t.equal(points(go{output="average"}:resume{steps=100}), points(go{output="average", steps=100}),
    "an average that begins later")
t.equal(rows_without_seconds(r:resume()), rows_without_seconds(r), "what is over stays")
t.ok(r:resume{steps=80}:columns().seconds[1] == r:columns().seconds[1], "seconds go on")
t.equal(points(r:resume{steps=80}), points(r:resume{steps=80}), "resume leaves the run as it is")
t.equal(points(r:resume{steps=60}:resume{steps=80}), points(go{steps=80}), "in several parts")

-- Control goes on, too.
local function momentum(x, v, _, s)
    s.u = 0.9 * (s.u or 0 * v) + v
    s.count = (s.count or 0) + 1
    s.list = {s.count, "text", true}
    return x - 1e-3 * s.u
end
local function norm(x)
    return x:norm()
end
local own = {update=momentum, metrics={norm=norm}, step=false}
local function go_own(more)
    local all = over(common, over(own, more))
    all.step = nil
    return run(all)
end
local half = go_own{steps=20}
t.equal(points(half:resume{steps=40}), points(go_own()), "momentum goes on")
local half_path = half:save(t.path "half.run")
t.equal(points(run.load(half_path):resume{steps=40, update=momentum, metrics={norm=norm}}), points(go_own()),
    "from a file, with its functions given again")
t.equal(rows_without_seconds(run.load(half_path)), rows_without_seconds(half), "its metrics are in the file")
t.raises(function() run.load(half_path):resume{steps=40} end,
    "run:resume: option 'metrics' held functions, which files do not hold: give it again", "functions are missing")
t.raises(function() half:resume{metrics={other=norm}} end,
    "run:resume: option 'metrics': expected functions of the names norm", "other metrics")
t.raises(function() r:resume{metrics={norm=norm}} end,
    "run:resume: option 'metrics': expected none, the run had none", "metrics from now on")
t.raises(function()
    go_own{steps=3, update=function(x, _, _, s) s.f = print return x end}:save(t.path "f.run")
end, "run:save: expected numbers, vecs and tables of them in the table that update gets, got a function as s.f",
    "a function in the replicate's table")
for name, options in pairs {
    ["a schedule"] = {step=schedule.step(0.1, {every=7, factor=0.5})},
    ["a cosine"] = {step=schedule.cosine(1/3, {steps=30})},
    ["steps of one length"] = {step=schedule.normalised(1e-3)},
    ["an operator"] = {operator=extrap.order(3, {sizes={1, 3, 5}})},
    ["a printed operator"] = {operator=extrap.paper(3, {blocks="disjoint"})},
    ["an operator of one's own"] = {operator=extrap.new{{size=1, weight=-1}, {size=2, weight=2}}},
    ["a start"] = {x0=vec{1, 2, 3}},
    ["starts"] = {x0=mat{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}},
    ["clipping"] = {clip=0.1, output="random"},
} do
    local file = go(over(options, {steps=13})):save(t.path "options.run")
    t.equal(points(run.load(file):resume{steps=40}), points(go(options)), name .. " comes back from a file")
end
local growing = {m=function(k) return k end}
t.equal(points(go(over(growing, {steps=13})):resume{steps=40}), points(go(growing)), "inner batches go on")

-- Stages.
local stage = go():resume{steps=80, m=5, step=1e-3, order=3}
t.equal({stage:spec().m, stage:spec().operator, stage:spec().stages[1].m, stage:spec().stages[1].operator},
    {5, "order 3", 1, "order 2"}, "a stage and the one before in the spec")
t.equal(#stage:spec().stages, 1, "one earlier stage")
t.equal(stage:final().samples, 40 * 3 + 40 * 25, "samples add up")
t.equal(stage:rows()[#r].gap, r:final().gap, "the rows of the first stage stay")
t.equal(#stage:resume{steps=90, m=6}:spec().stages, 2, "two earlier stages")
t.equal(points(run.load(go():save(t.path "s.run")):resume{steps=80, m=5, step=1e-3, order=3}), points(stage),
    "the same from a file")
local nested = run{problem=p, method="nestedvr", steps=10, step=1e-3, reps=2}
t.ok(nested:resume{steps=20, order=2}.diverged == 0, "a state of another size starts again")
local another = problem.invariant_logistic{n=9, d=3}
for name, value in pairs {method="bsgd", reps=4, seed=2, x0=vec{1, 2, 3}, problem=another} do
    t.raises(function() r:resume{[name]=value} end, ("run:resume: option '%s' cannot change"):format(name), name)
end
t.raises(function() r:resume{samples=1e4} end, "run:resume: option 'samples': the run's budget is in steps", "samples")
t.raises(function() r:resume(3) end, "run:resume: expected a table of options, got 3", "no table")
t.raises(function() r:resume{strp=9} end, "run:resume: unknown option 'strp', did you mean 'step'?", "unknown option")
t.raises(function() r.resume() end, "run:resume: call it with a colon", "a dot")

-- Problems that a file cannot make.
local data = problem.invariant_logistic{data={a=mat{{1, 0}, {0, 1}, {1, 1}}, b=vec{1, -1, 1}}, noise_var=1}
local given = run{problem=data, method="bsgd", steps=10, step=0.01, reps=2}
local data_path = given:save(t.path "data.run")
t.equal(points(run.load(data_path)), points(given), "a run on data of one's own can be looked at")
t.raises(function() run.load(data_path):resume{steps=20} end, "run:resume: the run's problem is not known, "
    .. "it was made from data of your own: run.load(path, {problem=})", "and goes on with the problem only")
t.equal(points(run.load(data_path, {problem=data}):resume{steps=20}), points(given:resume{steps=20}), "which is given")
local same_data = problem.invariant_logistic{data=data:data(), noise_var=1}
t.equal(points(run.load(data_path, {problem=same_data}):resume{steps=20}), points(given:resume{steps=20}),
    "or made again from the same data")
t.raises(function() run.load(data_path, {problem=p}) end,
    "run.load: option 'problem': it is not the one that the run was made on", "another one is noticed")
local other_noise = problem.invariant_logistic{data=data:data(), noise_var=2}
t.raises(function() run.load(data_path, {problem=other_noise}) end,
    "run.load: option 'problem': it is not the one that the run was made on", "the same data with other options, too")
t.raises(function() run.load(data_path, {problem=3}) end, "run.load: option 'problem': expected a problem, got 3",
    "no problem")
t.raises(function() run.load(data_path, {problme=p}) end,
    "run.load: unknown option 'problme', did you mean 'problem'?", "unknown option of load")

-- Files that are none, or damaged: an error, never a crash, never a run.
local whole = read(path)
local broken = t.path "broken.run"
local function loads(text)
    return pcall(run.load, write(broken, text))
end
t.raises(function() run.load(t.path "none.run") end,
    ("run.load: cannot read '%s': No such file or directory"):format(t.path "none.run"), "no file")
t.raises(function() run.load(write(broken, "step,gap\n")) end,
    ("run.load: cannot read '%s': this is not a saved run"):format(broken), "a text")
t.raises(function() run.load(write(broken, whole:sub(1, -2))) end,
    ("run.load: cannot read '%s': the file is damaged or cut off"):format(broken), "cut off")
t.raises(function() run.load(write(broken, whole:sub(1, 12) .. "\2" .. whole:sub(14))) end,
    ("run.load: cannot read '%s': saved by another version"):format(broken), "another version")
t.raises(function() run.load(write(broken, whole:sub(1, 8) .. whole:sub(9, 12):reverse() .. whole:sub(13))) end,
    ("run.load: cannot read '%s': saved on a machine of another byte order"):format(broken), "another byte order")
t.raises(function() run.load(3) end, "run.load: expected a file name, got 3", "no name")
math.randomseed(1)
local refused, tries = 0, quick and 50 or 300
for _ = 1, tries do
    local at, kind = math.random(#whole), math.random(3)
    if kind == 1 then -- a bit
        local byte = string.char(whole:byte(at) ~ (1 << math.random(0, 7)))
        refused = refused + (loads(whole:sub(1, at - 1) .. byte .. whole:sub(at + 1)) and 0 or 1)
    elseif kind == 2 then -- a piece left out
        refused = refused + (loads(whole:sub(1, at - 1) .. whole:sub(at + math.random(9))) and 0 or 1)
    else -- noise after a true beginning
        local noise = {}
        for i = 1, 200 do
            noise[i] = string.char(math.random(0, 255))
        end
        refused = refused + (loads(whole:sub(1, math.min(at, 60)) .. table.concat(noise)) and 0 or 1)
    end
end
t.equal(refused, tries, "changed files are refused")
-- Checkpoints.
local at = t.path "checkpoint"
local function with_checkpoint(more)
    local all = over(common, over({samples=300, checkpoint=at}, more))
    all.steps = nil
    return run(all)
end
common.steps = nil
local plain = go{samples=300}
t.equal(rows_without_seconds(with_checkpoint()), rows_without_seconds(plain), "a run with a checkpoint")
t.equal(read(at), read(plain:save(t.path "plain.run")), "leaves what save writes")
t.equal(rows_without_seconds(with_checkpoint()), rows_without_seconds(plain), "and is there again at once")
t.equal(points(with_checkpoint{threads=2, checkpoint_every=0}), points(plain), "other threads, other seconds")
t.raises(function() with_checkpoint{samples=400} end,
    ("run: checkpoint '%s' is of another run: option 'samples' is 300 there, 400 here"):format(at), "another budget")
t.raises(function() with_checkpoint{step=schedule.inv_sqrt(1)} end,
    ("run: checkpoint '%s' is of another run: option 'step' is 0.01 there, schedule.inv_sqrt(1) here"):format(at),
    "another schedule")
t.raises(function() with_checkpoint{clip=1} end,
    ("run: checkpoint '%s' is of another run: option 'clip' is not given there, 1 here"):format(at), "one option more")
t.raises(function() with_checkpoint{problem=problem.invariant_logistic{n=51, d=3, noise_var=4}} end,
    ("run: checkpoint '%s' is of another run: it was made on another problem"):format(at), "another problem")
t.raises(function() with_checkpoint{problem=problem.invariant_logistic{n=50, d=3, noise_var=5}} end,
    ("run: checkpoint '%s' is of another run: it was made on another problem"):format(at), "other noise, same data")
t.raises(function() with_checkpoint{checkpoint=path .. "/none"} end,
    ("run: cannot write '%s/none': Not a directory"):format(path), "a place that is none is noticed before the run")
t.raises(function() with_checkpoint{checkpoint=write(t.path "text", "abc")} end,
    ("run: cannot read '%s': this is not a saved run"):format(t.path "text"), "a file of something else is kept")
t.equal(read(t.path "text"), "abc", "as it is")
local race = {problem=p, samples=300, step=0.01, reps=2, methods={{"bsgd"}, {"e-bsgd", label="a/b c"}}}
local set = compare(race)
for _ = 1, 2 do
    local again = compare(over(race, {checkpoint=t.path "race"}))
    t.equal(again:csv(t.path "race.csv") and read(t.path "race.csv"), read(set:csv(t.path "set.csv")),
        "compare with a folder of checkpoints")
end
t.equal(run.load(t.path "race" .. "/02-a_b_c").label, "a/b c", "a file for each method")
t.equal(points(run.load(t.path "race" .. "/01-bsgd")), points(set:run "bsgd"), "which is its run")

-- Killed at random times and started again: the bytes of a run that was never stopped.
local script = write(t.path "job.lua", [[
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}
local r = run{problem=p, method=arg[1], step=1e-3, samples=tonumber(arg[3]), reps=3, record=50,
    output=arg[2], checkpoint=arg[4], checkpoint_every=0.01}
r:csv(arg[4] .. ".csv", {by_rep=true})
os.exit(r.stop == "budget")
]])
local program = os.getenv "DEBIAS" or "build/debias"
-- Kills the job, its arguments from $3 on, $2 seconds after its checkpoint $1 was rewritten; 0 if it ended before.
local killer = write(t.path "killer.sh", [[
checkpoint=$1 delay=$2
shift 2
state() { stat -c '%i %y' "$checkpoint" 2>/dev/null; }
before=$(state)
"$@" >/dev/null 2>&1 &
until [ "$(state)" != "$before" ] || ! kill -0 $!; do sleep 0.01; done 2>/dev/null
sleep "$delay"
kill -KILL $! 2>/dev/null
wait $! 2>/dev/null
]])
local function job(...)
    return os.execute(table.concat({program, script, ...}, " ") .. " >/dev/null 2>&1")
end
local function killed(after, ...)
    local words = {"sh", killer, select(4, ...), ("%.4f"):format(after), program, script, ...}
    return not os.execute(table.concat(words, " "))
end
local seconds = debug.getregistry()["debias.core"].system.seconds
for method, how in pairs {["e-bspiderboost"]={"average", 1e6}, nestedvr={"last", 1e7}, bsgd={"random", 1e6}} do
    local output, samples = how[1], math.tointeger(quick and how[2] / 10 or how[2])
    local unbroken, restarted, kills = t.path(method .. ".whole"), t.path(method .. ".parts"), 0
    local began = seconds()
    t.ok(job(method, output, samples, unbroken), "an unbroken job")
    local took = seconds() - began
    while kills < (quick and 2 or 5) do
        if killed(took * math.random(50) / 100, method, output, samples, restarted) then
            kills = kills + 1
        else -- it came to its end: once more from the beginning, and killed sooner
            os.remove(restarted)
            took = took / 2
        end
    end
    t.ok(job(method, output, samples, restarted), method .. " comes to its end")
    t.equal(read(restarted .. ".csv"), read(unbroken .. ".csv"), method .. " killed and restarted: the same CSV")
    t.equal(read(restarted), read(unbroken), "the same state")
end
t.done()
