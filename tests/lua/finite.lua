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
    local words = ("objective is not finite in %d of %d records, the first (replicate "):format(lost, #objective)
    t.equal(text:find(words, 1, true) ~= nil, lost > 0, name .. ": records are counted")
    if case.first then
        t.ok(text:find("at step 0: " .. case.first .. "; look at x0", 1, true), name .. ": which came first")
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

t.done()
