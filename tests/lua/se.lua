-- The option se: estimates are drawn until their standard error is at most that; what comes is what the same number of
-- estimates gives, to the last bit.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"
local quick = os.getenv "QUICK"
local fine = quick and 4 or 1

local N = dist.normal{mean=0, sd=1}

local function same(a, b)
    if type(a) ~= type(b) or type(a) == "number" or type(a) == "string" or type(a) == "boolean" then
        return a == b or a ~= a and b ~= b
    end
    a, b = type(a) == "table" and a or a:table(), type(b) == "table" and b or b:table()
    for key, value in pairs(b) do
        if not same(a[key], value) then
            return false
        end
    end
    return true
end

-- The names of fields of `other` that are not so in `one`.
local function differences(one, other)
    local list = {}
    for key, value in pairs(other) do
        list[#list + 1] = not same(one[key], value) and key or nil
    end
    return table.concat(list, " ")
end

local function largest(se)
    return type(se) == "number" and se or se:max()
end

-- draw(options) until the se is reached, and the same by number. Returns what was drawn.
local function check(name, draw, se)
    local got = draw{se=se}
    t.ok(got.reached and largest(got.se) <= se, ("%s: se %g is at most %g"):format(name, largest(got.se), se))
    t.equal(differences(got, draw{reps=got.reps}), "", name .. ": as the same number of estimates")
    t.equal(draw{reps=got.reps}.reached, nil, name .. ": nothing is reached where nothing was asked")
    for _, threads in ipairs{1, 2, 5} do
        t.equal(differences(draw{se=se, threads=threads}, got), "", ("%s: %d threads"):format(name, threads))
    end
    return got
end

-- Operators: with numbers below and above one chunk.
local q, law = poly{0, 0, 0, 0, 1}, dist.ramp(0, 2)
for k, se in ipairs{0.2, 0.02, 0.004 * fine} do
    local op = extrap.order(k)
    local got = check(op.name, function(o)
        o.m = 2
        return op:estimate(q, law, o)
    end, se)
    t.near(got.mean, op:expect(q, law, {m=2}), 5 * got.se, op.name .. ": the exact expectation")
end
check("a vector q", function(o)
    local law_of_two = dist.normal{mean=vec{1, 2}, sd=vec{1, 3}}
    return extrap.order(2):estimate(function(v) return vec{v[1] * v[2], v[1]} end, law_of_two, o)
end, 0.02 * fine)

-- Estimators: a value, a gradient, levels.
local nested = problem.new{dim=0, outer=N, inner=N, f=function(y) return y:max() end,
    g=function(_, theta, eta) return vec{0, theta + eta} end}
local logistic = problem.invariant_logistic{n=50, d=3}
for _, case in ipairs{
    {"a value", nested, {of="value", order=2, m=4}, 0.004 * fine}, {"a gradient", logistic, {m=2}, 0.02 * fine},
    {"levels", nested, {of="value", method="rt-mlmc", L=5}, 0.01 * fine}, {"little", nested, {of="value"}, 1},
} do
    local e = estimator(case[2], case[3])
    local got = check(case[1], function(o) return e:moments(nil, o) end, case[4])
    local exact = e:expected(case[2].dim > 0 and case[2]:start() or nil)
    if exact then
        for j = 1, #exact do
            t.near(got.mean[j], exact[j], 5 * got.se[j], case[1] .. ": the exact expectation")
        end
    end
end
t.equal(estimator(nested, {of="value"}):moments(nil, {se=1}).reps, 1024, "no look at fewer than a chunk")
t.equal(estimator(nested, {of="value"}):moments(nil, {se=1, reps=100}).reps, 100, "unless that is the most")
for _, draw in ipairs{
    function(o) return estimator(nested, {of="value"}):moments(nil, o) end,
    function(o) return extrap.order(1):estimate(poly{0, 1}, N, o) end,
} do
    local needed = draw{se=1, reps=1024}.se * 32 / math.sqrt(4500) -- by 1/sqrt(n): about 4600 in whole chunks are 5120
    t.ok(draw{se=needed, reps=5000}.reps <= 5000, "no more than the most, which is no whole number of chunks")
end

-- bias: each row has its own number, with the bits of that number.
local function check_bias(name, options, se)
    local function made(more)
        return bias(t.over(options, more))
    end
    local got, wrong, numbers = made{se=se}, {}, {}
    t.ok(got.reached, name .. ": reached")
    for i, row in ipairs(got:rows()) do
        numbers[row.reps] = numbers[row.reps] or made{reps=row.reps}:rows()
        for key, value in pairs(numbers[row.reps][i]) do
            wrong[#wrong + 1] = row[key] ~= value and ("%s at m = %d: %s"):format(row.operator, row.m, key) or nil
        end
        local off = row.exact and row.se and math.abs(row.bias - row.exact) or 0
        wrong[#wrong + 1] = off > 5 * (row.se or 0) and "off at " .. row.m or nil
    end
    t.equal(table.concat(wrong, "; "), "", name .. ": rows as by number, within 5 se of the exact bias")
    t.ok(next(numbers, next(numbers)) ~= nil, name .. ": rows need different numbers")
end
check_bias("bias", {q=q, dist=law, m={1, 4}}, 0.001)
check_bias("bias without control", {q=math.exp, dist=N, m={4, 16}, control=false, operators={1, 2}}, 0.005)
check_bias("bias of a problem", {problem=nested, m={1, 4}, operators={1, 2}}, 0.005 * fine)

-- The budget ends.
local short = extrap.order(1):estimate(q, law, {se=1e-4, reps=5000})
t.equal({short.reps, short.reached, short.se_goal}, {5000, false, 1e-4}, "the most estimates")
local needed = 5000 * (short.se / 1e-4) ^ 2
local takes = ("not reached: the se is %.3g after 5000 estimates; 0.0001 takes about %.2g (option reps)"):format(
    short.se, needed)
t.ok(tostring(short):find(takes, 1, true), "what it takes: " .. tostring(short))
local table_of = bias{q=q, dist=law, m={1, 32}, operators={1}, se=5e-4, reps=5000}
local rows = table_of:rows()
t.equal({table_of.reached, rows[1].reps, rows[2].reps}, {false, 5000, 4096}, "rows that are short")
t.ok(tostring(table_of):find "not reached: order 1 at m = 1: the se is", "the row that is")
t.ok(tostring(estimator(logistic, {m=2}):moments(nil, {se=1e-3, reps=2000})):find
    "not reached: the se is [%d.]+ after 2000 estimates; 0.001 takes about [%d.e+]+ %(option reps%)", "a gradient")

-- What has no standard error is not drawn to the end.
local function stops(name, got, why)
    t.equal({got.reached, got.se}, {false}, name .. ": not reached")
    t.ok(got.reps <= 4096, name .. ": stops at once")
    why = ("not reached: %d estimates give no se, and more would not: %s"):format(got.reps, why)
    t.ok(tostring(got):find(why, 1, true), name .. ": why: " .. tostring(got))
end
local function pole(s)
    return 1 / s
end
stops("a pole", extrap.order(1):estimate(pole, N, {se=1}), "the mean does not exist")
stops("no variance", extrap.order(1):estimate(function(s) return s ^ -0.75 end, dist.uniform(0, 1), {se=1}),
    "the variance is infinite")
stops("equal ones", extrap.order(1):estimate(function(s) return where(s - 9, 1, 0) end, N, {se=1}),
    "all estimates are equal")
stops("not finite", extrap.order(1):estimate(function(s) return s < 0 and 0 / 0 or s end, N, {se=1e-3}),
    "some estimates are not finite")
stops("a problem without a mean", estimator(problem.new{dim=0, outer=3, inner=N, f=pole,
    g=function(_, _, eta) return eta end}, {of="value", m=2}):moments(nil, {se=1}), "the mean does not exist")
t.equal(extrap.order(1):estimate(q, dist.discrete({2}, {1}), {se=1e-9}).reached, true, "what cannot differ")

-- running: to the number of estimates at which every operator's means are good enough.
local running_of = {q=poly{0, 0, 1/2}, dist=dist.normal{mean=10, var=100}, runs=2}
running_of.se = 2
local run_to = running(running_of)
running_of.se, running_of.reps = nil, run_to.reps
local columns, by_number = run_to:columns(), running(running_of):columns()
t.ok(run_to.reached and run_to.reps >= 1024, "running: reached")
for key, column in pairs(by_number) do
    t.equal(columns[key], column, "running: " .. key .. " as by number")
end
running_of.se = 1e-3
t.ok(tostring(running(running_of)):find "not reached: the se is [%d.]+ after %d+ estimates; 0.001 takes about",
    "running: what it takes")

-- compare: replicates until every advantage is good enough, as reps = their number gives.
local race = {problem=logistic, samples=100, step=0.003, record=9, methods={{"bsgd", m=2}, {"e-bsgd"}, {"bsgd", m=4}}}
local function raced(more)
    return compare(t.over(race, more))
end
local won = raced{se=0.004}
local plain = raced{reps=won.reps}
t.ok(won.reached and won.reps > 32, "compare: more than one round: " .. tostring(won.reps))
for _, options in ipairs{{}, {by_rep=true}} do
    local got = won:columns(options)
    for key, column in pairs(plain:columns(options)) do
        t.ok(key == "seconds" or same(got[key], column), "compare: column " .. key .. " as by number")
    end
end
for i, row in ipairs(won:advantage():rows()) do
    local half = i > 1 and (row.advantage_hi - row.advantage_lo) / 2
    t.ok(not half or half <= 0.004 * 2.04, "compare: the interval of 1.96 to 2.04 standard errors")
end
t.equal(raced{se=1e3}.reps, 32, "compare: no look at fewer replicates")
t.equal(raced{se=0.004, threads=2}:columns().gap, won:columns().gap, "compare: two threads")
local few = raced{se=1e-3, reps=40}
t.equal({few.reps, few.reached}, {40, false}, "compare: the most replicates")
t.ok(tostring(few):find "not reached: the se is [%d.]+ after 40 replicates; 0.001 takes about [%d.e+]+ %(option reps%)",
    "compare: what it takes: " .. tostring(few))
local lost = raced{se=0.004, step=1e300}
t.equal({lost.reps, lost.reached}, {32, false}, "compare: all diverge")
local all_diverged = "not reached: 32 replicates give no se, and more would not: 32 of 32 replicates diverged"
t.ok(tostring(lost):find(all_diverged, 1, true), "compare: why")
t.equal(raced{se=1e-9, methods={{"bsgd"}, {"bsgd", label="again"}}}.reached, true, "compare: a method with itself")

-- A comparison goes on from its folder, whatever is missing of its rounds.
local folder = t.path "race"
raced{se=0.004, checkpoint=folder}
for _, file in ipairs{"01-bsgd_m=2_32_replicates", ("03-bsgd_m=4_%d_replicates"):format(won.reps)} do
    local name = folder .. "/" .. file
    t.ok(os.remove(name) or os.remove((name:gsub("m=(%d)_(%d)", "m=%1__%2"))), "a file of a round: " .. file)
    t.equal(raced{se=0.004, checkpoint=folder}:columns().gap, won:columns().gap, "goes on without it")
end

-- A figure is made again, bit for bit.
local path = t.path "bias.svg"
bias{q=q, dist=law, m={1, 4}, operators={1, 2}, se=0.01}:plot():save(path)
local _, equal, why = reproduce(path)
t.ok(equal, "a figure made again: " .. tostring(why))
running{q=q, dist=law, operators={1}, se=0.5, runs=2}:plot():save(path)
t.ok(select(2, reproduce(path)), "running's figure made again")
won:plot{y="gap"}:save(path)
t.ok(select(2, reproduce(path)), "compare's figure made again")

-- Progress says what is reached and what is asked.
local script = t.write(t.path "script.lua",
    "extrap.order(1):estimate(poly{0, 0, 1}, dist.normal{mean=0, sd=1}, {m=1, se=0.002, reps=1e6})")
local last
for line in io.popen(("DEBIAS_PROGRESS=0 '%s' '%s' 2>&1 >/dev/null"):format(program, script)):lines() do
    last = line
end
t.ok(last:find "^debias: %l+:%l+, %d+ %%, %d+ s left, bias [-%d.]+ %+%- [%d.]+, se [%d.]+, 0.002 asked$",
    "progress: " .. last)

-- Errors.
for value, words in pairs{[0]="0", [-1]="-1", [1 / 0]="inf", x="'x'"} do
    local options = {se=value}
    t.raises(function() extrap.order(1):estimate(q, law, options) end,
        "extrap:estimate: option 'se': expected a number > 0, got " .. words)
    t.raises(function() estimator(logistic):moments(nil, options) end,
        "estimator:moments: option 'se': expected a number > 0, got " .. words)
    options.q, options.dist = q, law
    t.raises(function() bias(options) end, "bias: option 'se': expected a number > 0, got " .. words)
    t.raises(function() running(options) end, "running: option 'se': expected a number > 0, got " .. words)
end
t.raises(function() extrap.order(1):estimate(q, law, {se=0 / 0}) end,
    "extrap:estimate: option 'se': expected a number > 0, got nan")
t.raises(function() bias{q=q, dist=law, se=1, reps=1} end,
    "bias: option 'reps': expected a whole number from 2 to 1e+15, got 1")
for words, options in pairs{
    ["option 'se': expected a number > 0, got 0"] = {se=0},
    ["option 'se': expected a number > 0, got a table"] = {se={}},
    ["option 'se': expected at least two methods, whose difference it is of, got one"] = {se=1, methods={{"bsgd"}}},
    ["option 'se': expected at least 2 replicates, got reps = 1"] = {se=1, reps=1},
    ["option 'reps': expected a whole number from 1 to 1000000, got 2.5"] = {se=1, reps=2.5},
    ["option 'reps': expected a whole number from 1 to 1000000, got 'x'"] = {se=1, reps="x"},
    ["option 'se' goes with samples or steps: in so many seconds more replicates do less"] = {se=1, seconds=1},
    ["option 'se' goes with one start for all replicates, got a mat as x0"] = {se=1, x0=mat{{1, 2, 3}, {1, 2, 3}}},
} do
    t.raises(function() raced(options) end, "compare: " .. words)
end
t.raises(function() estimator(nested, {of="value"}):moments(nil, {se=1, reps="many"}) end,
    "estimator:moments: option 'reps': expected a whole number from 2 to 1e+15, got 'many'")
t.done()
