-- Numbers that are not finite: every method on problems that leave the numbers in their own ways prints, draws, writes,
-- compares and tunes without an internal error, and says how many values were lost, which came first, what may help.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local quick = os.getenv "QUICK"

local REPS, STEPS = 3, 8

local function make(g, f, x0)
    return problem.new{dim = 1, outer = 12, inner = dist.normal{mean = 0, sd = 1}, x0 = {x0},
        g = function(x, xi, eta) return g(x[1], eta) + 0 * xi end, f = f}
end

-- name -> {problem, its options, lost = how many of the replicates diverge, first = the objective's value at x0 where
-- that is no number}
local function plus(x, eta) return x + eta end
local cases = {
    ["log of a negative number"] = {make(plus, math.log, -1e3), lost = 0, first = "nan"},
    ["overflow of exp"] = {make(function(x, eta) return math.exp(x + eta) end, function(y) return y * y end, 800),
        lost = REPS, first = "nan"},
    ["nan from f"] = {make(plus, function(y) return y * (y - y) / (y - y) end, 1), lost = REPS, first = "nan"},
    ["steps that run away"] = {make(plus, function(y) return y * y end, 1), {step = 1e200}, lost = REPS},
}

local function numbers_of(cells)
    local list = {}
    for cell in cells:gmatch "%S+" do
        list[#list + 1] = cell
    end
    return list
end

-- Every row of the printed table has as many cells as the head: none is blank without a reason.
local function check_table(r, name)
    local lines = {}
    for line in (tostring(r) .. "\n"):gmatch "(.-)\n" do
        lines[#lines + 1] = line
    end
    local width = #numbers_of(lines[1])
    for i = 2, #r + 1 do
        if #numbers_of(lines[i] or "") ~= width then
            t.ok(false, ("%s: a blank cell in '%s'"):format(name, lines[i]))
        end
    end
    return tostring(r)
end

local function check_files(r, name)
    t.ok(#t.read(r:csv(t.path "r.csv")) > 0 and #t.read(r:json(t.path "r.json")) > 0, name .. ": files")
    if r.plot then
        local figure = r:plot()
        t.ok(#t.read(figure:save(t.path "r.svg")) > 0 and #t.read(figure:csv(t.path "f.csv")) > 0, name .. ": a figure")
    end
end

local function check_run(r, case, name)
    local text, objective = check_table(r, name), r:columns{by_rep = true}.objective
    local lost = 0
    for i = 1, #objective do
        lost = lost + (objective[i] - objective[i] == 0 and 0 or 1)
    end
    t.equal(r.diverged, case.lost, name .. ": replicates that diverged")
    local diverged = ("\n%d of %d replicates diverged, the first (replicate "):format(case.lost, REPS)
    t.equal(text:find(diverged, 1, true) ~= nil, case.lost > 0, name .. ": are counted")
    t.equal(text:find "; try [^\n]*a smaller step or clip" ~= nil, case.lost > 0, name .. ": with what may help")
    local words = ("%d of %d records of objective are not finite, the first "):format(lost, #objective)
    t.equal(text:find(words, 1, true) ~= nil, lost > 0, name .. ": records are counted")
    if case.first then
        local found = text:match("not finite, the first " .. case.first .. " %(replicate 1, step 0%)[^\n]*; look at x0")
        t.ok(found, name .. ": which came first")
        t.ok(case.lost > 0 or found:find "; called again at x = [^\n]* gives nan", name .. ": its source")
    end
    check_files(r, name)
end

local function check_race(s, name)
    local a = s:advantage()
    for i, row in ipairs(a:rows()) do
        t.equal({row.advantage, row.verdict, row.why ~= nil}, {nil, nil, true}, name .. ": no verdict, but why, " .. i)
    end
    t.ok(a:words():find "no verdict: ", name .. ": in words")
    check_files(s, name .. ", the race")
    a:csv(t.path "a.csv")
    t.ok(tostring(a):find "why", name .. ": the reason is printed")
end

for what, case in pairs(cases) do
    for k, method in ipairs(core.method.names) do
        local name = what .. ", " .. method
        local o = {problem = case[1], method = method, step = 1e-3, steps = STEPS, reps = REPS}
        for key, value in pairs(case[2] or {}) do
            o[key] = value
        end
        check_run(run(o), case, name)
        if not quick or k % 4 == 1 then
            o.method, o.methods = nil, {{"bsgd"}, {method, label = "other"}}
            check_race(compare(o), name)
            o.grid, o.step = {step = {o.step, 2 * o.step}}, nil
            local best = tune(o)
            check_files(best, name .. ", tuned")
            t.equal({#best.best, tostring(best):find "4 of 4 combinations cannot be best" ~= nil}, {0, true},
                name .. ": none is best")
        end
    end
end

-- What a run says is in its file, and it says it of one replicate too.
local steep = problem.new{dim = 1, outer = 12, inner = dist.normal{mean = 0, sd = 1}, x0 = {1},
    g = function(x, xi, eta) return x[1] + eta + 0 * xi end, f = function(y) return y * y end,
    g_mean = function(x, xi) return x[1] + 0 * xi end}
for _, output in ipairs {"last", "average", "random"} do
    local r = run{problem = steep, method = "e-bsgd", step = 1e200, steps = 8, reps = 1, output = output}
    t.ok(tostring(r):find("\n1 of 1 replicates diverged, the first (replicate 1) in step 2: its new point was beyond "
        .. "the largest number; ", 1, true), output .. ": one replicate")
    local loaded = run.load(r:save(t.path "r.run"), {problem = steep})
    t.equal(tostring(loaded), tostring(r), output .. ": a run from a file says the same")
    local more = loaded:resume{steps = 16}
    t.ok(tostring(more):find "\n1 of 1 replicates diverged, the first %(replicate 1%) in step 2: ", output ..
        ": and goes on to say it")
end

-- The ladder of accuracies.
local ladder = tostring(complexity{problem = steep, methods = {{"bsgd", step = 1e200}}, eps = {0.5}, budget = 1e4,
    reps = 3})
t.ok(ladder:find "eps 0.5: 3 of 3 replicates diverged, .* in step 2: .*; try a smaller step or clip", "complexity")

-- An advantage needs two replicates; a metric may be no number; F may not be known at all.
local alone = compare{problem = steep, steps = 8, reps = 1, step = 0.1, methods = {{"bsgd"}, {"e-bsgd"}}}:advantage()
t.equal(alone:rows()[2].why, "one replicate has no interval", "one replicate")
local odd = run{problem = steep, method = "bsgd", steps = 4, reps = 2, step = 0.1, metrics = {odd = function(x)
    return x[1] < 1 and 0 / 0 or 2
end}}
t.ok(tostring(odd):find "\n%d+ of %d+ records of odd are not finite, the first nan %(replicate %d, step %d%)$",
    "metrics")
local count = 0
local function outer() -- which cannot be traced
    count = count + 1
    return count
end
local stream = problem.new{dim = 1, inner = dist.normal{mean = 0, sd = 1}, outer = outer,
    g = function(x, _, eta) return x[1] + eta end, f = function(y) return y * y end}
local function blind(more)
    local o = {problem = stream, steps = 4, reps = 2}
    for key, value in pairs(more) do
        o[key] = value
    end
    return o
end
t.equal(stream:objective(), nil, "its samples may come to an end")
local r = run(blind{method = "bsgd", step = 0.1})
t.ok(tostring(r):find "\nF is not known, there is no column of it; metrics=", "F is not known")
t.raises(function() r:plot() end, 'run:plot: F is not known, name a column of your own: y="..", see metrics of run',
    "nothing to draw")
t.raises(function() compare(blind{step = 0.1, methods = {{"bsgd"}, {"e-bsgd"}}}):advantage() end,
    "compare:advantage: F of this problem is not known, nothing is compared", "nothing to compare")
t.raises(function() tune(blind{methods = {{"bsgd"}}, grid = {step = {0.1}}}) end,
    "tune: F of this problem is not known, nothing is compared", "nothing to tune by")

-- Where a number that is not finite comes from, whichever function gives it and however late: runs, checks and values
-- name it.
local late = {
    inner = {inner = function(rng) return math.log(2 - rng:normal()) end},
    g = {g = function(x, xi, eta) return x[1] + xi + 0.01 * math.log(2 - eta) end},
    outer = {outer = function(rng) return math.log(2 - rng:normal()) end},
    f = {f = function(y) return math.log(y) end},
}
for part, change in pairs(late) do
    local all = {dim = 1, outer = {1, 2}, inner = dist.normal{mean = 0, sd = 1}, x0 = {0.5},
        g = function(x, xi, eta) return x[1] + xi + 0.8 * eta end, f = function(y) return y * y end}
    for name, value in pairs(change) do
        all[name] = value
    end
    local own = problem.new(all)
    local ended = run{problem = own, method = "bsgd", m = 1, step = 1e-6, samples = 1e4, reps = 2}
    local sampler = part == "inner" or part == "outer"
    local named = "called again at x = vec{[%d.]+}, " .. (sampler and "the sampler '" .. part .. "'" or part)
        .. " gives nan [^\n]*in draw %d+"
    local text, check = tostring(ended), own:check()
    if part ~= "f" then -- the gradient of log is finite beyond its domain
        t.ok(text:find(named), part .. ": of a run: " .. text:sub(-300))
        t.equal(text:find "share=true" ~= nil, false, part .. ": no cure that is none")
        t.equal(text:find "no other step" ~= nil, sampler, part .. ": no step mends a sampler")
        t.equal(check.ok, false, part .. ": the check fails")
    end
    t.ok(tostring(check):find(named), part .. ": the check names it")
    local e = estimator(own, {m = 1, of = "value"})
    t.ok(tostring(e:moments(vec{0.5}, {reps = 1e4})):find(named), part .. ": of moments")
    local levels = estimator(own, {method = "rt-mlmc"}):levels(vec{0.5}, {reps = 1e4, L = 1})
    t.equal(tostring(levels):find(named) ~= nil, part ~= "f", part .. ": of levels")
    local value, _, why = own:objective{0.5}
    t.ok(value == nil or value == value or tostring(why):find(named), ("%s: of the objective %s"):format(part, value))
end

-- The source of what has no draws, and of derivatives; nan has no sign.
local function root(more)
    local all = {dim = 1, outer = {1, 2}, inner = dist.bernoulli(0.5), x0 = {0}, f = function(y) return y end,
        g = function(x, xi, eta) return x[1] + xi * eta end}
    for name, value in pairs(more) do
        all[name] = value
    end
    return problem.new(all)
end
for named, own in pairs {
    ["g_mean gives nan in outer sample 2"] = root{g_mean = function(x, xi) return math.log(1.5 + x[1] - xi) end},
    ["f gives nan at y = -1 in outer sample 2"] = root{g_mean = function(x, xi) return x[1] + 3 - 2 * xi end,
        f = math.sqrt},
    ["objective gives nan"] = root{objective = function(x) return math.log(x[1] - 1) end},
} do
    local value, _, why = own:objective()
    t.equal({tostring(value), why}, {"nan", "called again at x = vec{0}, " .. named}, named)
end
local slope = tostring(estimator(root{f = math.sqrt}, {m = 1}):moments(nil, {reps = 100}))
t.ok(slope:find "grad f gives inf at y = 0 in draw %d+$", "the derivative of f: " .. slope)
local bent = root{g = function(x, xi, eta) return math.sqrt(x[1]) + xi * eta end}
slope = tostring(estimator(bent):moments(nil, {reps = 9}))
t.ok(slope:find "the Jacobian of g gives inf in draw 1$", "the Jacobian of g: " .. slope)
t.equal({tostring(0 / 0), tostring(-(0 / 0)), ("%s"):format(0 / 0), tostring(vec{0 / 0, -(0 / 0)})},
    {"nan", "nan", "nan", "vec{nan, nan}"}, "nan has no sign")
t.done()
