-- An error of a function of the user's in the middle of every public function that takes one, as help lists them:
-- experiments keep what they had, what computes a single value leaves nothing.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local pages, sorted, set = core.use "guide/pages", core.use "sorted", core.use "list".set

-- Raises an error from its call number `at` on.
local at, calls = math.huge, 0
local function count()
    calls = calls + 1
    if calls >= at then
        error "gone wrong"
    end
end

-- Calls f with errors from that call on; returns what pcall does, and how many calls there were.
local function failing(number, f)
    at, calls = number, 0
    local done, value = pcall(f)
    at = math.huge
    return done, value, calls
end

local law, N = dist.ramp(0, 2), dist.normal{mean=0, sd=1}
local function q(s)
    count()
    return s > 1.5 and s ^ 2 or s ^ 3 -- it cannot be traced
end
local nested = problem.new{dim=0, outer=N, inner=N, g=function(_, a, b) return a + b end, f=function(y)
    count()
    return y > 0 and y or 0 * y
end}
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}
local function norm(x)
    count()
    return x:norm()
end
local e, levels = estimator(nested, {m=2}), estimator(nested, {method="v-mlmc", L=4})
local op, sample, ids = extrap.order(2), rng.new(1):normal(64), {}
for i = 1, #sample do
    ids[i] = i // 8
end
local runs = {problem=p, step=0.01, samples=600, reps=2, record=20, metrics={norm=norm}}
local both = t.over(runs, {methods={{"bsgd", m=2}, {"e-bsgd"}}})

-- name of a page -> function() -> how to call what it is about, and what of its result is there in part
local keeps = {
    run=function() return function() return run(t.over(runs, {method="bsgd"})) end, "rows" end,
    ["run:resume"]=function()
        local r = run(t.over(runs, {method="bsgd"}))
        return function() return r:resume{samples=1800} end, "rows"
    end,
    compare=function() return function() return compare(both) end, "rows" end,
    tune=function()
        local o = t.over(both, {grid={step={0.01, 0.02}}})
        o.step = nil
        return function() return tune(o) end, "rows"
    end,
    complexity=function()
        local o = {problem=p, reps=2, eps={0.24, 0.22, 0.2}, budget=1e5, methods={{"bsgd", m=2, step=0.05}}}
        return function() return complexity(t.over(o, {on_record=count})) end, "rows"
    end,
    bias=function()
        return function() return bias{q=q, dist=law, operators={1, 2}, m={1, 2}, reps=20000} end, "rows"
    end,
    ["bias of a problem"]=function()
        return function() return bias{problem=nested, of="value", operators={1}, m={1}, reps=20000} end, "rows"
    end,
    running=function()
        return function() return running{q=q, dist=law, operators={1, 2}, reps=4096, runs=2} end, "rows"
    end,
    value=function() return function() return value{problem=nested, eps=0.1} end, "cost" end,
    ["value:resume"]=function()
        local v = value{problem=nested, eps=0.2}
        return function() return v:resume{eps=0.02} end, "cost"
    end,
    ["estimator:moments"]=function() return function() return e:moments(nil, {reps=5000}) end, "reps" end,
    ["estimator:levels"]=function() return function() return levels:levels(nil, {reps=500}) end, "rows" end,
    ["extrap:estimate"]=function() return function() return op:estimate(q, law, {reps=20000}) end, "reps" end,
    correct=function() return function() return correct(q, sample) end, "splits" end,
    ["correct by groups"]=function() return function() return correct(q, sample, {by=ids}) end, "group_count" end,
    ["extrap.auto"]=function() return function() return extrap.auto(q, sample) end, "splits" end,
}

-- One value: half of it is none. A point of a sweep that fails is a row. reproduce calls experiments, which keep what
-- they have.
local single = set[[
    estimator:expected estimator:fixed_point estimator:sample extrap:apply extrap:bias extrap:bound extrap:expect
    problem.new problem:check problem:explain problem:gradient problem:measure problem:minimizer problem:objective
    run.load theory.bound theory.plan sweep reproduce]]
-- These call none.
local without = set "extrap extrap:of extrap:scaled extrap:terms problem:data problem:start"

local function amount(r, part)
    return part == "rows" and #r:rows() or r[part]
end

for name, prepare in pairs(keeps) do
    local call, part = prepare()
    local done, whole, all = failing(math.huge, call)
    assert(done, whole)
    for _, share in ipairs {0.6, 0.95} do
        local again = prepare()
        local number = math.floor(share * all)
        local ended, why = failing(number, again)
        local title = ("%s at call %d of %d: "):format(name, number, all)
        t.ok(not ended and tostring(why):find "gone wrong" ~= nil, title .. "the error")
        local left, kept = pcall(unfinished)
        t.ok(left and amount(kept, part) > 0, title .. part .. " are kept")
        t.ok(left and amount(kept, part) <= amount(whole, part), title .. "no more than of all")
        t.ok(left and pcall(tostring, kept), title .. "they can be shown")
    end
    if not name:find ":resume$" then -- which has the run
        failing(1, (prepare()))
        t.raises(function() unfinished() end, "unfinished: no experiment has left a result when an error ended it",
            name .. " at its first call: nothing is left, of this or of an earlier one")
    end
end

-- Whether a function takes functions, by its own options, those of the page it is like, or as the method of what was
-- made with functions.
local function takes(name, page)
    local like = page.like and pages.params(pages.all()[page.like]) or {}
    for _, params in ipairs {pages.params(page), like} do
        for _, param in ipairs(params) do
            if param.name == "problem" or param.name == "q" or (param.meaning or ""):find "function" then
                return true
            end
        end
    end
    local usage = type(page.usage) == "table" and table.concat(page.usage, " ") or page.usage or ""
    return usage:find "%Wq%W" or usage:find "function" or name:find "^estimator:" or name:find "^extrap:"
        or name:find "^problem:" or name:find ":resume$"
end

local words = pages.all().unfinished.text
for _, name in ipairs(sorted(pages.all())) do
    local page = pages.all()[name]
    local callable = not page.topic and not page.is_entry and (name:find ":" or pages.value(name))
    if callable and takes(name, page) and not without[name] then
        t.ok(keeps[name] or single[name], name .. " is tested, or computes a single value")
    end
    if keeps[name] then
        t.ok(words:find(name, 1, true), "help says that " .. name .. " keeps what it had")
    end
end
t.done()
