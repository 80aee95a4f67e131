-- Every method on every problem, with default options: it descends, its bits depend neither on threads nor on company,
-- it goes on from any point where it was saved, by every update rule too, it keeps its budget; or it refuses, by name
-- and with the reason. New types come by themselves; a problem on which the usual steps do not descend needs a line in
-- `settings`. calls.c counts oracle calls.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local quick = os.getenv "QUICK"
local every = rawget(_G, "whole") and 1 or 9 -- record or step at which a run is cut off; tests/long has all

-- A step with which every method descends in so many steps. options: less noise than by default where plain bsgd is
-- biased beyond the start. small: the problem on which bits are compared, in `cut` steps; by default that of descent.
local usual = {step=1e-3, steps=400}
local settings = {
    invariant_logistic = {options={noise_var=1}, step=0.01, steps=400, small={n=40}},
    instrumental = {step=1e-4, steps=400, small={n=40}},
    average_precision = {step=0.002, steps=400, small={n=40, positive=0.3}},
    maml_sine = {step=0.003, steps=40, small={hidden={3}, batch=2, query=2}, cut=9}, -- F takes long
}

-- The same for problems with other options.
local variants = {
    {name="instrumental", label="instrumental of three instruments", step=5e-5, steps=400,
        options={instruments=3, first_stage="quadratic"}, small={n=40, instruments=3, first_stage="quadratic"}},
    {name="instrumental", label="instrumental of three treatments", step=2e-5, steps=400,
        options={treatments=3, instruments=4}, small={n=40, treatments=3, instruments=4}},
    {name="average_precision", label="average_precision as printed", step=1e-4, steps=400, options={as_printed=true},
        small={n=40, positive=0.3, as_printed=true}},
}

local REPS, CUT = 4, quick and 5 or 13

local function over(options, more)
    local all = {}
    for _, set in ipairs {options, more or {}} do
        for key, value in pairs(set) do
            all[key] = value or nil
        end
    end
    return all
end

local read = t.read

-- Everything that a run gives, but for seconds, as bytes.
local function bits(r)
    local parts, x = {}, r:final().x
    local function add(name, values)
        parts[#parts + 1] = name .. string.pack(("d"):rep(#values), table.unpack(values))
    end
    for name, column in pairs(r:columns{by_rep=true}) do
        if name ~= "seconds" then
            add(name, column)
        end
    end
    for i = 1, x.rows do
        add("x" .. i, x[i]:table())
    end
    table.sort(parts)
    return table.concat(parts)
end

-- The mean objective of a run's last points; what it may be off by.
local function mean_objective(p, x)
    local sum, off = 0, 0
    for i = 1, x.rows do
        local value, se = p:objective(x[i])
        sum, off = sum + value / x.rows, off + 5 * se / x.rows
    end
    return sum, off
end

local function check_descent(p, method, setting, name)
    local r = run{problem=p, method=method, step=setting.step, steps=setting.steps, reps=REPS, record=1}
    local before, off = p:objective(p:start())
    local after, more = mean_objective(p, r:final().x)
    t.equal({r.stop, r.diverged, r:final().step}, {"budget", 0, setting.steps}, name .. ": spends its budget")
    t.ok(after + 5 * off + more < before, ("%s: F falls from %.4f to %.4f"):format(name, before, after))
end

-- Threads, groups, company and seeds.
local function check_bits(o, name)
    local r = run(over(o, {threads=1}))
    for threads = 2, 3 do
        local other = run(over(o, {threads=threads}))
        t.equal(bits(other), bits(r), ("%s: the same bits on %d threads"):format(name, threads))
    end
    t.equal(read(run(over(o, {threads=2})):save(t.path "two.run")), read(r:save(t.path "one.run")),
        name .. ": the same bytes when saved")
    local x = r:final().x
    t.equal(run(over(o, {reps=1})):final().x[1], x[1], name .. ": the same point alone and in company")
    t.equal(run(over(o, {reps=21, record=1})):final().x[REPS], x[REPS], name .. ": and in groups of more")
    t.ok(run(over(o, {seed=2})):final().x ~= x, name .. ": another seed, other points")
end

-- A run that is stopped at any record goes on to its budget, from memory and from a file.
local function check_saving(o, name)
    local whole = run(o)
    local want, broken = bits(whole), nil
    local function check(part, k, how)
        if bits(part:resume{on_record=false, threads=k % 3 + 1}) ~= want then
            broken = broken or ("record %d, %s"):format(k, how)
        end
    end
    for k = #name % every + 1, #whole - 1, every do
        local count = 0
        local part = run(over(o, {on_record=function()
            count = count + 1
            return count == k
        end}))
        check(part, k, "in memory")
        if k // every % 3 == 2 then
            check(run.load(part:save(t.path "part.run"), {problem=o.problem}), k, "from a file")
        end
    end
    t.equal(broken, nil, name .. ": goes on from its records")
    t.ok(#whole >= (quick and 3 or 5), name .. ": of which there are some")
end

-- A run whose budget is spent goes on to a larger one.
local function check_stages(o, name)
    local x, broken = run(o):final().x, nil
    for k = #name % every + 1, o.steps - 1, every do
        if run(over(o, {steps=k})):resume{steps=o.steps}:final().x ~= x then
            broken = broken or k
        end
    end
    t.equal(broken, nil, name .. ": goes on after any number of steps")
end

-- Budgets are kept, and spent where the next step's price is known.
local function check_budget(o, name)
    local row = run(over(o, {reps=1})):final()
    t.equal({row.step, row.samples}, {o.steps, row.g + row.jac}, name .. ": samples are g and Jacobian evaluations")
    for _, budget in ipairs {row.samples, row.samples + 1, 3 * row.samples - 1} do
        for _, each in ipairs(run(over(o, {steps=false, samples=budget})):rows{by_rep=true}) do
            if each.samples > budget then
                t.ok(false, ("%s: %d of %d samples"):format(name, each.samples, budget))
            end
        end
    end
    local exact = run(over(o, {reps=1, steps=false, samples=row.samples})):final()
    t.equal({exact.step, exact.samples}, {o.steps, row.samples},
        name .. (": a budget of %d steps"):format(o.steps))
    return row.samples
end

-- Steps that leave the numbers: the last finite point stays.
local function check_guard(o, name)
    local r, finite = run(over(o, {step=1.7e308, steps=40})), true
    for i = 1, REPS do
        finite = finite and r:final().x[i]:max() < math.huge and r:final().x[i]:min() > -math.huge
    end
    t.ok(finite, name .. ": keeps finite points")
    t.equal({r.stop, r.diverged}, {"diverged", REPS}, name .. ": says that it diverged")
end

local proximal = {l1={l1=0.1}, box={low=-0.1, high=0.2}, ball={radius=0.5}}

-- With every update rule, and proximal steps in turn: threads, and going on in the middle.
local function check_rules(o, name)
    for i, rule in ipairs(core.update.names) do
        local prox = core.prox.names[i % #core.prox.names + 1]
        local ruled = over(over(o, {update=rule, prox=prox}), proximal[prox])
        local x = run(over(ruled, {threads=1})):final().x
        local half = run(over(ruled, {steps=o.steps // 2}))
        t.equal(half:resume{steps=o.steps, threads=2}:final().x, x, name .. ": goes on by " .. rule)
        t.equal(run(over(ruled, {reps=1})):final().x[1], x[1], name .. ": alone by " .. rule)
    end
end

local function check_refusal(p, method, name, problem_name)
    t.raises(function() run{problem=p, method=method, step=1, steps=1} end, ("run: %s keeps a state for each outer "
        .. "sample, and %s draws them without end"):format(method, problem_name), name .. ": refuses")
end

-- The options by which a method tosses no coins, few steps apart: all its periods.
local function periods(method)
    local all = {}
    for i, param in ipairs(core.method.params[method]) do
        if param.name:find "period$" then
            all[param.name] = i % 2 + 3
        end
    end
    return next(all) and all
end

-- Large batches that are hardly larger than small ones, where a method has them.
local function small_batches(method)
    for _, param in ipairs(core.method.params[method]) do
        if param.name == "B1" then
            return {B1=3, B2=2}
        end
    end
end

local names = {}
for name in pairs(core.problem.registry) do
    names[#names + 1] = name
end
table.sort(names)
t.ok(#names > 0 and #core.method.names > 0, "there are problems and methods")
local function check_problem(name, setting)
    local full, small = problem[name](setting.options or {}), problem[name](setting.small or setting.options or {})
    for _, method in ipairs(core.method.names) do
        local label = (setting.label or name) .. ", " .. method
        if core.method.registry[method].indexed and full.n == math.huge then
            check_refusal(full, method, label, name)
        else
            local o = {problem=small, method=method, step=setting.step, steps=setting.cut or CUT, reps=REPS,
                record=1000}
            check_descent(full, method, setting, label)
            check_bits(o, label)
            check_stages(o, label)
            check_guard(o, label)
            check_rules(o, label)
            check_saving(o, label)
            local few = over(o, small_batches(method)) -- records are multiples of the first step's samples
            check_saving(over(few, {steps=false, samples=check_budget(few, label)}), label .. " by samples")
            if periods(method) then
                check_saving(over(o, periods(method)), label .. " with periods")
                check_saving(over(o, over(periods(method), {output="average"})), label .. " with an average")
            end
        end
    end
end

for _, name in ipairs(names) do
    check_problem(name, settings[name] or usual)
end
for _, each in ipairs(variants) do
    check_problem(each.name, each)
end

t.done()
