-- Every method on every problem, with default options: it descends, its bits depend on no threads, it counts its calls
-- and keeps its budget. New records come by themselves; a new problem needs a line in `settings`.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local REPS = 4

-- Options that keep a problem small and its noise low (with that of the defaults plain bsgd's bias is larger than
-- all there is to gain), and a step with which every method descends.
local settings = {
    invariant_logistic = {options={n=200, noise_var=1}, step=0.01, steps=400},
    instrumental = {options={n=200}, step=0.0003, steps=400},
    maml_sine = {options={hidden={6}, batch=5, query=5}, step=0.03, steps=40},
}

local function same_calls(a, b, what, name)
    t.equal({a.outer, a.g, a.jac, a.samples}, {b.outer, b.g, b.jac, b.samples}, name .. ": " .. what)
end

-- The calls of so many estimates at one point, replicate 1 of the run tossing the same coins.
local function calls_of_estimates(p, method, count)
    local cost = estimator(p, {method=method}):moments(nil, {reps=count}).cost
    for key, value in pairs(cost) do
        cost[key] = math.tointeger(value * count + 0.0) or value * count
    end
    return cost
end

local function check(p, method, setting, name)
    local function go(options)
        local all = {problem=p, method=method, step=setting.step, steps=setting.steps, reps=REPS, record=10}
        for key, value in pairs(options or {}) do
            all[key] = value
        end
        all.steps = not all.samples and all.steps or nil
        return run(all)
    end
    local r = go()
    local before, after = p:objective(p:start()), r:final().objective
    t.equal({r.stop, r.diverged}, {"budget", 0}, name .. ": spends its budget")
    t.ok(after < before, ("%s: F falls from %.4f to %.4f"):format(name, before, after or 0 / 0))
    for threads = 1, 3 do
        t.equal(go{threads=threads}:final().x, r:final().x, name .. ": the same points on " .. threads .. " threads")
    end
    t.equal(go{reps=1}:final().x[1], r:final().x[1], name .. ": the same point alone and in company")
    t.equal(go{reps=21}:final().x[REPS], r:final().x[REPS], name .. ": and in groups of more")
    t.ok(go{seed=2}:final().x ~= r:final().x, name .. ": another seed, other points")

    local row = go{reps=1, steps=10}:final()
    t.equal({row.step, row.samples}, {10, row.g + row.jac}, name .. ": samples are g and Jacobian evaluations")
    if core.method.records[method].rule == "sgd" then
        same_calls(row, calls_of_estimates(p, method, 10), "a step costs what an estimate does", name)
    end
    for _, budget in ipairs {row.samples, row.samples + 1, 3 * row.samples - 1} do
        for _, each in ipairs(go{samples=budget, record=1}:rows{by_rep=true}) do
            if each.samples > budget then
                t.ok(false, ("%s: %d of %d samples"):format(name, each.samples, budget))
            end
        end
    end
    local exact = go{reps=1, samples=row.samples}:final()
    t.equal({exact.step, exact.samples}, {10, row.samples}, name .. ": a budget of 10 steps")
end

local names = {}
for name in pairs(core.problem.records) do
    names[#names + 1] = name
end
table.sort(names)
t.ok(#names > 0 and #core.method.names > 0, "there are problems and methods")
for _, name in ipairs(names) do
    local setting = settings[name]
    t.ok(setting, name .. ": has a step")
    if setting then
        local p = problem[name](setting.options)
        for _, method in ipairs(core.method.names) do
            if core.method.records[method].indexed and p.n == math.huge then
                t.raises(function() estimator(p, {method=method}) end, ("estimator: %s keeps a state for each outer "
                    .. "sample, and %s draws them without end"):format(method, name))
            else
                check(p, method, setting, name .. ", " .. method)
            end
        end
    end
end

t.done()
