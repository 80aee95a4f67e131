-- Problems written in Lua, compiled and as plain Lua, in all that runs can do: files, going on, checkpoints, control,
-- tune, complexity; the same bits on any number of threads and on every instruction set.
local t = dofile "tests/lua/harness/tap.lua"
local runs = dofile "tests/lua/harness/runs.lua"
local own_problem = dofile "tests/lua/harness/own_problem.lua"
local program = os.getenv "DEBIAS" or "build/debias"

local over = t.over
local rows_without_seconds = runs.rows
local function points(r)
    return r:final().x:table()
end

-- What is tested, and a run of it that the others are compared with.
local function case(name, branch)
    local p = own_problem(branch)
    local c = {name=name, branch=branch, problem=p}
    c.common = {problem=p, method="e-bsgd", m=2, step=0.05, steps=24, reps=3, record=6}
    function c.go(more)
        return run(over(c.common, more))
    end
    function c.is(got, want, what)
        t.equal(got, want, name .. ": " .. what)
    end
    c.whole = c.go()
    return c
end

local function files(c)
    local go, is, want = c.go, c.is, points(c.whole)
    local half = go{steps=12}
    is(points(half:resume{steps=24}), want, "a run goes on")
    local path = half:save(t.path "half.run")
    is(rows_without_seconds(run.load(path)), rows_without_seconds(half), "the rows of a file")
    is(points(run.load(path, {problem=c.problem}):resume{steps=24}), want, "a file goes on")
    is(points(run.load(path, {problem=own_problem(c.branch)}):resume{steps=24}), want,
        "and with the problem made again")
    local at = t.path "checkpoint"
    is(points(go{checkpoint=at, checkpoint_every=0}), want, "a run with a checkpoint")
    is(points(go{checkpoint=at, threads=2}), want, "which is there again at once")
    os.remove(at)
end

local function threads(c)
    for _, method in ipairs {"bsgd", "e-bsgd", "e-bspiderboost", "e-nestedvr", "v-mlmc", "rt-mlmc", "sox", "msvr"} do
        local options = {problem=c.problem, method=method, step=0.05, steps=4, reps=3, threads=1}
        local want = points(run(options))
        c.is(points(run(over(options, {threads=3}))), want, method .. " on threads")
    end
    local e = estimator(c.problem, {method="e-bsgd", m=2})
    local one = e:moments({1, 0, 0.5}, {reps=500, threads=1})
    for n = 2, 4 do
        local r = e:moments({1, 0, 0.5}, {reps=500, threads=n})
        c.is({r.mean, r.var, r.kurtosis}, {one.mean, one.var, one.kurtosis}, "moments on threads")
    end
end

local function momentum(x, v, k, s)
    s.u = 0.5 * (s.u or 0 * v) + v / k
    return x - 0.05 * s.u
end

local controls = {
    ["step(k)"]={step=function(k) return 0.1 / (1 + k) end}, ["m(k)"]={m=function(k) return 1 + k // 8 end},
    update={update=momentum, step=false}, metrics={metrics={size=function(x) return x:norm() end}},
    clip={clip=0.1, output="average"},
}

local function control(c)
    for what, options in pairs(controls) do
        options = over(c.common, options)
        options.step = options.step or nil -- false: update takes none
        local want = run(over(options, {threads=1}))
        c.is(points(run(over(options, {threads=4}))), points(want), what .. " on threads")
        c.is(points(run(over(options, {steps=10})):resume{steps=24}), points(want), what .. " goes on")
    end
    c.is(points(c.go(controls.metrics)), points(c.whole), "metrics change no result")
end

-- A problem that is used by what a run of it calls.
local function calls_inside(c)
    local p, seen = c.problem, 0
    local ended = c.go{on_record=function(row)
        seen = seen + 1
        return row.step >= 12 and p:objective {0, 0, 0} > 0
    end}
    c.is({ended.stop, seen, ended:final().step < 24}, {"on_record", #ended, true}, "on_record")
    c.is(points(ended:resume{on_record=false}), points(c.whole), "and on from there")
    local inner = c.go{steps=6, record=2, metrics={F=function(x) return (p:objective(x)) end,
        slope=function(x) return estimator(p, {m=1}):sample(x, {seed=1}):norm() end}}
    t.near(inner:rows()[2].F, inner:rows()[2].objective, 1e-13, c.name .. ": metrics that ask the problem")
end

local function studies(c)
    local grid = {problem=c.problem, methods={{"bsgd"}, {"e-bsgd"}}, grid={step={1e-2, 1e-1}, m={1, 2}}, samples=100}
    local tuned, again = tune(over(grid, {threads=1})), tune(over(grid, {threads=4}))
    c.is(#tuned, 8, "tune")
    for i, row in ipairs(tuned:rows()) do
        c.is(again:rows()[i].gap, row.gap, "tune on threads, row " .. i)
    end
    local study = {problem=c.problem, methods={{"bsgd", m=10, B=6, step=0.3}}, eps={0.2, 0.17}, reps=2}
    local first, other = complexity(over(study, {threads=1})):rows(), complexity(over(study, {threads=4})):rows()
    c.is(#first, 2, "complexity")
    for i, row in ipairs(first) do
        t.ok(row.samples > 0, c.name .. ": complexity counts")
        c.is(other[i].samples, row.samples, "complexity on threads")
    end
end

for _, c in ipairs{case("compiled", false), case("plain", true)} do
    for _, row in ipairs(c.problem:explain():rows()) do
        c.is(row.runs, c.branch and "plain Lua" or "compiled", row.part)
    end
    for _, test in ipairs{files, threads, control, calls_inside, studies} do
        test(c)
    end
end

-- Instruction sets.
local script = t.path "own_bits.lua"
local file = assert(io.open(script, "wb"))
file:write [[
for _, branch in ipairs {false, true} do
    local p = dofile "tests/lua/harness/own_problem.lua"(branch)
    for _, method in ipairs {"bsgd", "e-bsgd", "e-nestedvr", "rt-mlmc", "sox", "msvr"} do
        local o = {problem=p, method=method, step=0.05, steps=20, reps=2}
        local x = run(o):final().x
        for i = 1, x.rows do
            print(method, ("%a %a %a"):format(table.unpack(x[i]:table())))
        end
    end
    local r = estimator(p, {method="e-bsgd", m=3}):moments({1, 0, 0.5}, {reps=300})
    print(("%a %a %a"):format(table.unpack(r.mean:table())), ("%a"):format((p:objective{1, 2, 3})))
    local _, least = p:minimizer()
    print(("%a"):format(least or 0))
end
]]
file:close()
-- Errors, too: notes come in one order.
local function printed(settings)
    local pipe = assert(io.popen(("%s '%s' '%s' 2>&1"):format(settings, program, script)))
    local text = pipe:read "a"
    return pipe:close() and text or "failed: " .. text
end
local want = printed "DEBIAS_CPU=plain"
t.ok(#want > 1000 and not want:find "^failed", "plain: " .. want:sub(1, 60))
local cpu = io.open "/proc/cpuinfo"
local flags = cpu and cpu:read "a" or ""
for _, level in ipairs {"avx2", "avx512"} do
    if flags:find(level == "avx2" and "avx2" or "avx512vl", 1, true) then
        t.equal(printed("DEBIAS_CPU=" .. level), want, "the bits of " .. level)
    else
        t.skip(level, "this machine lacks it")
    end
end
t.done()
