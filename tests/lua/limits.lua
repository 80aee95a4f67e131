-- Files from strangers that ask for more than there is: whatever number stands in the recipe of a figure or in the
-- options of its problem, the work ends: by itself, by a refusal that names the option, or by a limit that is named.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local permitted, recipe = core.use "experiment/permitted", dofile "tests/lua/harness/recipe.lua"
local quick = os.getenv "QUICK"
local read, write = t.read, t.write
local p = problem.instrumental{n=20}
local path = t.path "figure.svg"

local function of_run(method, on)
    return run{problem=on or p, method=method, samples=5000, step=1e-5, reps=2, record=5}
end

-- What made each figure, and a result of it.
local made = {
    bias = {"bias", bias{q=poly{0, 0, 1/3}, dist=dist.ramp(0, 2), m={1, 2}, reps=100}},
    ["bias of a problem"] = {"bias", bias{problem=p, x=vec{0.5}, m={1, 2}, reps=100}},
    running = {"running", running{q=math.exp, dist=dist.ramp(0, 2), reps=32, runs=2}},
    compare = {"compare", compare{problem=p, samples=200, step=1e-5, reps=2, record=5, methods={{"bsgd", m=2}}}},
    tune = {"tune", tune{problem=p, samples=200, reps=2, record=5, methods={{"bsgd"}}, grid={step={1e-5, 2e-5}}}},
    complexity = {"complexity",
        complexity{problem=p, reps=2, seed=1, budget=1e4, eps={7}, methods={{"bsgd", step=1e-4}}}},
}
for _, method in ipairs(core.method.names) do
    made[method] = {method, of_run(method)}
end
local on = {
    instrumental = p, invariant_logistic = problem.invariant_logistic{n=20, d=2},
    maml_sine = problem.maml_sine{hidden={2}}, average_precision = problem.average_precision{n=20, d=2},
}
for name, one in pairs(on) do
    made["on " .. name] = {"bsgd", of_run("bsgd", one)}
end
local texts = {}
for name, one in pairs(made) do
    texts[name] = read(one[2]:plot{}:save(path))
end

-- reproduce of the figure with its content changed by change(content).
local function attempt(name, limits, change)
    local content = recipe.of(texts[name])
    change(content)
    write(path, recipe.put(texts[name], content))
    local done, why = pcall(reproduce, path, limits)
    return done, done and "" or tostring(why)
end

local clauses = {"the limit is", "not known, its options make another one", "is damaged", "this machine has"}

-- Whether a refusal names the option or what it ran into.
local function says(words, name)
    for _, clause in ipairs(clauses) do
        if words:find(clause, 1, true) then
            return true
        end
    end
    return words:find(name, 1, true) or words:find "option '" or words:find "expected"
end

local function is_clear(words)
    return #words < 600 and not words:find "attempt to" and not words:find "%[debias%]"
        and not words:find "bad argument"
end

local unclear = {}
local function note(name, key, value, done, words)
    if not done and not (is_clear(words) and says(words, key)) then
        unclear[#unclear + 1] = ("%s, %s = %s: %s"):format(name, key, tostring(value), words)
    end
end

-- Options --------------------------------------------------------------------------------------------------------

local numbers = quick and {1e15, 1e9} or {2^53, 1e15, 1e12, 1e9, 1e6, 0, -1, 0/0, 1/0, 1e300, 5e-324}
local most = {seconds=0.05, memory=100}

-- How an option of that kind is given the number; nil where it takes none.
local given = {
    number = function(x) return x end, integer = function(x) return x end, any = function(x) return x end,
    vector = function(x) return vec{x} end, table = function(x) return {x} end,
}

-- The options of runs are tried with one method: all have them.
local function tables_of(name, call)
    local own = core.lab.params[call]
    return own and {own} or {core.method.params[call], name == "bsgd" and core.run.params.run or nil}
end

local tried = 0
for name, one in pairs(made) do
    for _, params in ipairs(tables_of(name, one[1])) do
        for _, param in ipairs(params) do
            for _, value in ipairs(given[param.kind] and not permitted.apart[param.name] and numbers or {}) do
                note(name, param.name, value, attempt(name, most, function(content)
                    content.asked.options[param.name] = given[param.kind](value)
                end))
                tried = tried + 1
            end
        end
    end
end
for make in pairs(on) do
    for _, param in ipairs(core.problem.params[make]) do
        for _, value in ipairs(given[param.kind] and not param.name:find "^data%." and numbers or {}) do
            note("on " .. make, param.name, value, attempt("on " .. make, most, function(content)
                content.asked.problem[param.name] = given[param.kind](value)
            end))
            tried = tried + 1
        end
    end
end
t.equal(unclear, {}, "every refusal names what it is about")
t.ok(tried > (quick and 100 or 1000), "numbers tried: " .. tried)

-- The two limits -------------------------------------------------------------------------------------------------

local function ends(what, name, limits, key, change)
    local done, why = attempt(name, limits, change)
    t.ok(not done and why:find(("the limit is option '%s'"):format(key), 1, true), what .. ": " .. why)
end

local function option(key, value)
    return function(content) content.asked.options[key] = value end
end

ends("bias, 1e15 estimates", "bias", {seconds=0.01}, "seconds", option("reps", 1e15))
ends("of a problem, too", "bias of a problem", {seconds=0.01}, "seconds", option("reps", 1e15))
ends("running, 1e6 runs", "running", {seconds=0.01}, "seconds", option("runs", 1e6))
ends("running, large blocks", "running", {seconds=0.01}, "seconds", option("m", 1e6))
ends("a run of 2^53 samples", "bsgd", {seconds=0.01}, "seconds", option("samples", 2^53))
ends("a batch of 1e9 levels", "ru-mlmc", {seconds=0.01}, "seconds", function(content)
    content.asked.options.B, content.asked.options.samples = 1e9, 2^53
end)
ends("compare, 2^53 samples", "compare", {seconds=0.01}, "seconds", option("samples", 2^53))

-- Work that is the library's own, in Lua: 300^5 combinations; and the making of a problem.
local grid = {}
for _, key in ipairs {"step", "clip", "m", "B", "m_jac"} do
    grid[key] = {}
    for i = 1, 300 do
        grid[key][i] = i
    end
end
ends("a grid without end, in time", "tune", {seconds=0.01}, "seconds", option("grid", grid))
ends("a grid without end, in memory", "tune", {memory=20}, "memory", option("grid", grid))
ends("the making of a problem", "on invariant_logistic", {seconds=0.001}, "seconds", function(content)
    content.asked.problem.n = 5e5
end)
local done, why = attempt("on invariant_logistic", {memory=100}, function(content) content.asked.problem.n = 4e9 end)
t.ok(not done and why:find "invariant_logistic: needs %d+ GB of memory %(n = 4000000000%), the limit is 100 MB$", why)

-- Garbage from before is no room for a file, and the limits end with the call.
local long = write(t.path "long.run", ("x"):rep(4e6))
for name, call in pairs {reproduce=reproduce, ["run.load"]=run.load} do
    for i = 1, 100 do
        local _ = ("y"):rep(1e5) .. i
    end
    t.raises(function() call(long, {memory=1}) end,
        ("%s: '%s' needs more than 1 MB of memory, the limit is option 'memory'"):format(name, long))
    t.equal(#("z"):rep(4e6), 4e6, name .. ": there is memory again")
    t.raises(function() call(long) end, ("%s: cannot read '%s': this is not a saved run"):format(name, long))
    for _, key in ipairs {"seconds", "memory"} do
        for _, value in ipairs {0, -1, 0/0, "1", false} do
            t.raises(function() call(long, {[key]=value}) end,
                ("%s: option '%s': expected a number > 0, got %s"):format(name, key, core.system.describe(value)))
        end
    end
end
local check = write(t.path "check", ("x"):rep(100))
t.raises(function() run{problem=p, method="bsgd", steps=5, step=1e-5, checkpoint=check} end,
    ("run: cannot read '%s': this is not a saved run"):format(check), "a checkpoint that is none")
t.equal(bias{q=function(s) return s^2 end, dist=dist.ramp(0, 2), m={1}, reps=20}:rows()[1].draws, 12, "all goes on")

-- Stages are recipes, too ----------------------------------------------------------------------------------------

local two = of_run("bsgd"):resume{samples=6000, step=2e-5}
texts.stages = read(two:plot{}:save(path))
t.ok(attempt("stages", {}, function() end), "stages as they were made")
for _, before in ipairs {3, "x", {3}, {{}}, {{options=3}}, {a={options={}}}} do
    done, why = attempt("stages", {}, function(content) content.before = before end)
    t.ok(not done and why:find "does not say how it was made", "stages that are none: " .. why)
end
for _, key in ipairs {"checkpoint", "threads", "watch", "seconds", "nothing"} do
    done, why = attempt("stages", {}, function(content) content.before[1].options[key] = "x" end)
    t.ok(not done and why:find(("a file may not ask for the option '%s'"):format(key), 1, true), "a stage: " .. why)
end
for _, cut in ipairs {"x", "\27[2J", 3, {}} do
    done, why = attempt("stages", {}, function(content) content.cut = cut end)
    t.ok(not done and why:find "does not say how it was made", "an end that is none: " .. why)
end
ends("a stage without end", "stages", {seconds=0.01}, "seconds", function(content)
    content.before[1].options.samples = 2^53
end)
t.done()
