-- reproduce: saved figures and runs, asked again.
local t = dofile "tests/lua/harness/tap.lua"
local p = problem.instrumental{n=20}

local function equal(path, options)
    local _, same, why = reproduce(path, options)
    return same, why
end

-- Whether a figure of the result says how to get it again, and that gives the same.
local function check(result, name, ending)
    local path = result:plot():save(t.path(name .. (ending or ".svg")))
    local again, same, why = reproduce(path)
    t.equal(tostring(again), tostring(result), name .. ": the result")
    t.equal({same, why}, {true}, name .. ": equal")
end

local law = dist.ramp(0, 2)
local small = {q=poly{0, 0, 1/3}, dist=law, m={1, 2, 4}, reps=1000}
check(bias(small), "bias")
check(bias(small), "bias as PDF", ".pdf")
check(bias(small), "bias as PNG", ".png")
small.operators = {
    extrap.paper(2), 3, extrap.order(2, {sizes={1, 3}}), extrap.new{{size=1, weight="-1/2"}, {size=3, weight="3/2"}},
}
check(bias(small), "operators", ".pdf")
small.operators = {
    0.5*(extrap.order(2) + extrap.order(4)), extrap.order(2):of(2/3*extrap.paper(1) + "1/3"*extrap.paper(1):scaled(5)),
    extrap.paper(3, {blocks="disjoint"}):scaled(2),
}
check(bias(small), "operators that were computed", ".pdf")
local function spoil(all)
    for key, value in pairs(all) do
        if type(value) == "number" then
            all[key] = 99
        else
            spoil(value)
        end
    end
end
for i, made in ipairs {
    {"uniform", {a=0.1, b=1/3}}, {"uniform", 0.1, 1/3}, {"normal", {mean=0.1, sd=1/3}}, {"normal", {mean=0.1, var=1/3}},
    {"exponential", {rate=3}}, {"exponential", {mean=1/3}}, {"ramp", {a=0, b=2}}, {"bernoulli", {p=0.3}},
    {"discrete", {1, 2}, {1/3, 2/3}}, {"discrete", {values=vec{1, 2}, probs=vec{1/3, 2/3}}}, {"empirical", {1, 2, 4}},
    {"empirical", vec{1, 2, 4}}, {"gamma", {shape=1.5, rate=3}}, {"gamma", {shape=0.3, mean=1/3}},
    {"lognormal", {meanlog=-1/3, sdlog=0.2}}, {"student_t", {df=1/0.3, location=0.1}}, {"beta", 1/3, 2},
    {"poisson", {rate=1/3}},
} do
    local d = dist[made[1]](table.unpack(made, 2))
    spoil{table.unpack(made, 2)} -- a law stays what it was made from
    check(bias{q=math.exp, dist=d, m={1, 2}, reps=500, seed=4}, made[1] .. " " .. i)
end
for i, d in ipairs {dist.uniform(0.1, 1/3):mean_of(3), dist.lognormal{meanlog=0, sdlog=0.5}:mean_of(2):mean_of(2),
    dist.empirical{1, 2, 4}:mean_of(3), dist.exponential{rate=3}:mean_of(5), dist.normal{mean=0, var=1/3}:mean_of(7)} do
    check(bias{q=poly{0, 0, 1}, dist=d, m={1, 2}, reps=500, seed=4}, "mean_of " .. i)
end
check(bias{problem=p, x=vec{0.5}, of="value", m={1, 2}, reps=500}, "bias of a problem")
check(running{q=poly{0, 0, 1}, dist=law, reps=64, runs=2}, "running")
check(run{problem=p, method="e-bsgd", step=schedule.inv_sqrt(1e-5), samples=1e3, x0=vec{0.1}}, "run")
check(compare{problem=p, samples=1e3, step=1e-5, methods={{"bsgd", m=2, label="one"}, {"e-bsgd"}}}, "compare", ".png")
check(tune{problem=p, samples=1e3, methods={{"bsgd"}}, grid={step={1e-5, 2e-5}}}, "tune")
for _, name in ipairs {"1b", "5b", "5c", "8"} do -- of laws, a function, none, a table of data
    local made = figure(name, {quick=true})
    local again, same, why = reproduce(made:save(t.path(name .. ".png")))
    t.equal({again:layout(), same, why}, {made:layout(), true}, "figure " .. name)
end

-- Functions and problems of one's own ------------------------------------------------------------------------------

local own = problem.new{dim=1, outer=dist.uniform(0, 1), inner=dist.uniform(0, 1), f=function(y) return y^2 end,
    g=function(x, _, eta) return x - eta end}
local function step(t_) return 0.1/t_ end
local r = run{problem=own, method="bsgd", steps=10, step=step}
local files = {figure=r:plot{y="objective"}:save(t.path "own.svg"), run=r:save(t.path "own.run")}
for name, path in pairs(files) do
    t.raises(function() reproduce(path) end,
        "reproduce: option 'step' was a function, which files do not hold: give it again", name .. ": a function")
    t.raises(function() reproduce(path, {step=step}) end,
        "reproduce: the problem is not known, it was made from functions of your own: reproduce(path, {problem=})",
        name .. ": a problem")
    t.raises(function() reproduce(path, {step=step, problem=p}) end,
        "reproduce: option 'problem': it is not the one that was asked about", name .. ": another problem")
    t.raises(function() reproduce(path, {step=step, problem=3}) end,
        "reproduce: option 'problem': expected a problem, got 3", name .. ": no problem")
    t.raises(function() reproduce(path, {step=step, problm=own}) end,
        "reproduce: unknown option 'problm', did you mean 'problem'?", name .. ": an option")
    t.equal({equal(path, {step=step, problem=own})}, {true}, name .. ": both given")
    t.equal((equal(path, {step=function() return 0.2 end, problem=own})), false, name .. ": another function")
end
local other = {step=function() return 0.2 end, problem=own}
t.equal({equal(files.figure, other)}, {false, "the figure's numbers were others"}, "what differs: a figure")
t.ok(select(2, equal(files.run, other)):find "^objective%[2%] is %S+ there, %S+ here$", "what differs: a run")
local data = problem.instrumental{data=p:data()}
local path = run{problem=data, method="bsgd", steps=10, step=1e-5}:save(t.path "data.run")
t.raises(function() reproduce(path) end,
    "reproduce: the problem is not known, it was made from data of your own: reproduce(path, {problem=})")
t.equal({equal(path, {problem=data})}, {true}, "data of one's own")
path = bias{q=function(s) return s^2 end, dist=law, m={1, 2}, reps=500}:plot():save(t.path "q.pdf")
t.raises(function() reproduce(path) end,
    "reproduce: option 'q' was a function, which files do not hold: give it again")
t.equal({equal(path, {q=function(s) return s^2 end})}, {true}, "q given")

-- What cannot be asked again ---------------------------------------------------------------------------------------

path = run{problem=p, method="bsgd", seconds=0.05, step=1e-5}:save(t.path "seconds.run")
t.raises(function() reproduce(path) end,
    ("reproduce: '%s' was stopped by a time limit, so it cannot be repeated"):format(path))
path = run{problem=p, method="bsgd", seconds=0.05, step=1e-5}:plot():save(t.path "seconds.svg")
t.raises(function() reproduce(path) end,
    ("reproduce: '%s' was stopped by a time limit, so it cannot be repeated"):format(path))
path = run{problem=p, method="bsgd", steps=10, seconds=100, step=1e-5}:plot():save(t.path "seconds.svg")
t.raises(function() reproduce(path) end,
    ("reproduce: '%s' was made with option 'seconds', which may end another run elsewhere"):format(path))
local function stop() return true end
path = run{problem=p, method="bsgd", steps=100, step=1e-5, on_record=stop}:save(t.path "record.run")
t.raises(function() reproduce(path) end,
    ("reproduce: '%s' was stopped by on_record, so it cannot be repeated"):format(path))
path = plot{series={{x={1, 2}, y={3, 4}}}}:save(t.path "series.png")
t.raises(function() reproduce(path) end, ("reproduce: '%s' does not say how it was made"):format(path))
t.raises(function() reproduce "tests/README.md" end,
    "reproduce: cannot read 'tests/README.md': this is not a saved run")
t.raises(function() reproduce "none" end, "reproduce: cannot read 'none': No such file or directory")
t.raises(function() reproduce(3) end, "reproduce: expected a file name, got 3")
t.raises(function() reproduce(path, 3) end, "reproduce: expected a table of options, got 3")

-- A recipe that is damaged is none.
path = bias(small):plot():save(t.path "damaged.svg")
local text = io.open(path, "rb"):read "a"
io.open(path, "wb"):write((text:gsub('"again":"%x%x', '"again":"ff'))):close()
t.raises(function() reproduce(path) end, ("reproduce: '%s' does not say how it was made"):format(path))

-- So is one whose options are none that an experiment could have had.
local pack = debug.getregistry()["debias.core"].use "pack"
local function with_option(name, value)
    return (text:gsub('"again":"(%x+)"', function(digits)
        local content = pack.value((digits:gsub("%x%x", function(byte) return string.char(tonumber(byte, 16)) end)))
        content.asked.options[name] = value
        return '"again":"' .. pack.text(content):gsub(".", function(c) return ("%02x"):format(c:byte()) end) .. '"'
    end))
end
for _, value in ipairs {{operator="none"}, {made="none"}, {schedule="none"}} do
    io.open(path, "wb"):write(with_option("dist", value)):close()
    t.raises(function() reproduce(path) end, ("reproduce: cannot read '%s': its recipe is damaged"):format(path))
end
for _, value in ipairs {{operator=3}, {schedule=3}, 3} do
    io.open(path, "wb"):write(with_option("dist", value)):close()
    local words = "bias: option 'dist': expected a dist, got " .. (type(value) == "table" and "a table" or "3")
    t.raises(function() reproduce(path) end, words)
end

-- The limit of time covers the making of the problem, which is made here until the limit ends it.
local problems = debug.getregistry()["debias.core"].problem
local make, made = problems.make, false
local timed = run{problem = problem.instrumental{n = 2e4}, method = "bsgd", steps = 1, step = 1e-6, reps = 1}
timed:save(t.path "timed.run")
function problems.make(...)
    for _ = 1, 1e4 do
        make(...)
    end
    made = true
    return make(...)
end
t.raises(function() reproduce(t.path "timed.run", {seconds = 0.05}) end,
    ("reproduce: '%s' takes more than 0.05 seconds, the limit is option 'seconds'"):format(t.path "timed.run"))
t.equal(made, false, "it was ended while the problem was made")
problems.make = make

-- Runs that went on ------------------------------------------------------------------------------------------------

-- The run, its file, the run of the file and figures of both, all asked again.
local function check_stages(name, went, options)
    local saved_at = went:save(t.path(name .. ".run"))
    local loaded = run.load(saved_at, {problem=options and options.problem})
    for what, file in pairs {
        file=saved_at, again=loaded:save(t.path "again.run"), figure=went:plot{y="objective"}:save(t.path "a.svg"),
        ["figure of the file"]=loaded:plot{y="objective"}:save(t.path "b.svg"),
    } do
        t.equal({equal(file, options)}, {true}, ("%s, %s"):format(name, what))
    end
    return saved_at
end

local first = run{problem=p, method="e-bsgd", steps=10, step=1e-5, reps=2, record=5}
check_stages("a larger budget", first:resume{steps=20})
check_stages("three stages",
    first:resume{steps=20, step=2e-5}:resume{steps=30, m=2}:resume{steps=40, output="average"})
check_stages("with tol", run{problem=p, method="bsgd", steps=1000, step=1e-4, tol=0.5}:resume{steps=2000, tol=false})
path = first:save(t.path "first.run")
path = run.load(path):resume{steps=20, order=3}:save(t.path "second.run")
check_stages("through files", run.load(path):resume{steps=30, clip=1})
local function count_steps(x, v, _, s)
    s.n = (s.n or 0) + 1
    return x - 1e-5 / s.n * v
end
local mine = run{problem=own, method="bsgd", steps=10, step=step, metrics={x=function(x) return x[1] end}}
path = mine:resume{steps=20, update=count_steps}:save(t.path "mine.run")
t.raises(function() reproduce(path, {problem=own, step=step, update=count_steps}) end,
    "reproduce: option 'metrics' held functions, which files do not hold: give it again")
check_stages("functions", mine:resume{steps=20, update=count_steps},
    {problem=own, step=step, update=count_steps, metrics={x=function(x) return x[1] end}})
path = run{problem=p, method="bsgd", seconds=0.01, step=1e-5}:resume{seconds=0.02, step=2e-5}:save(t.path "timed.run")
t.raises(function() reproduce(path) end,
    ("reproduce: '%s' was stopped by a time limit, so it cannot be repeated"):format(path), "a timed stage")

-- A checkpoint of a run that went on from elsewhere is another one's.
local kept = t.path "stages.check"
local at = run{problem=p, method="bsgd", steps=10, step=1e-5}
at:resume{steps=20, step=2e-5, checkpoint=kept}
t.equal(at:resume{steps=20, step=2e-5, checkpoint=kept}:final().step, 20, "its own checkpoint")
t.raises(function()
    run{problem=p, method="bsgd", steps=10, step=3e-5}:resume{steps=20, step=2e-5, checkpoint=kept}
end, "run:resume: checkpoint '" .. kept .. "' is of another run: option 'step' is 1e-05 there, 3e-05 here, in stage 1")
t.raises(function() run{problem=p, method="bsgd", steps=20, step=2e-5, checkpoint=kept} end,
    ("run: checkpoint '%s' is of another run: it has 1 earlier stages there, 0 here"):format(kept))

-- Where nothing is left to do the run is as it was.
for _, options in ipairs {{}, {steps=5}, {steps=10}, {steps=3, step=2e-5}} do
    local same = at:resume(options)
    t.equal(tostring(same), tostring(at), "nothing to do: the rows")
    t.equal(same:spec().steps, 10, "nothing to do: the spec")
    t.equal(same:spec().stages, nil, "nothing to do: no stage")
end

-- Figures made before: shipped ones that take little time, to the last bit.
for _, figure in ipairs(os.getenv "QUICK" and {"5c"} or {"1a", "5a", "5c"}) do
    t.ok(reproduce("plots/" .. figure .. ".pdf"), "figure " .. figure .. " is made again")
end
t.done()
