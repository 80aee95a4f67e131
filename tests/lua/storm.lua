-- (e-)storm and (e-)sarah: against a few lines of Lua on the same draws, their reductions, counts and refusals.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]

local STEP, STEPS, L2 = 0.05, 60, 0.1
local noisy = problem.invariant_logistic{n=60, d=7, noise_var=4, l2=L2}
local quiet = problem.invariant_logistic{n=6, d=3, noise_var=0, l2=L2}
local data = quiet:data()

local function points(options)
    return run(t.over({problem=noisy, step=STEP, steps=STEPS, reps=3}, options)):final().x
end

-- The gradient of row i at x, without the penalty, and of all rows.
local function slope(i, x)
    local row, label = data.a:row(i), data.b[i]
    return -label / (1 + math.exp(label * row:dot(x))) * row
end
local function all_rows(x)
    local sum = vec.zeros(3)
    for i = 1, 6 do
        sum = sum + slope(i, x) / 6
    end
    return sum
end

-- The rows that a method with B = 1 draws: those whose gradients bsgd is given, at a point that stays.
local function drawn(steps)
    local list, x0 = {}, quiet:start()
    run{problem=quiet, method="bsgd", steps=steps, reps=1, update=function(x, v)
        local best = 1
        for i = 2, 6 do
            local closer = (v - L2 * x - slope(i, x0)):norm() < (v - L2 * x - slope(best, x0)):norm()
            best = closer and i or best
        end
        list[#list + 1] = best
        return x
    end}
    return list
end
local rows = drawn(STEPS)
t.ok(#core.use "list".unique(rows) == 6, "all rows are drawn")

local function storm(a)
    local x, last, d = quiet:start(), nil, nil
    for k = 1, STEPS do
        local new = slope(rows[k], x)
        d = d and new + (1 - a) * (d - slope(rows[k], last)) or new
        last, x = x, x - STEP * (d + L2 * x)
    end
    return x
end

-- Large steps take all rows, and draw none.
local function sarah(period, gamma)
    local x, last, v, first, since, k, larges = quiet:start(), nil, nil, nil, 0, 0, 0
    for _ = 1, STEPS do
        local large = since == 0
        if large then
            v, larges = all_rows(x), larges + 1
        else
            k = k + 1
            v = v + slope(rows[k], x) - slope(rows[k], last)
        end
        local direction = v + L2 * x
        first, since = large and direction:dot(direction) or first, (since + 1) % period
        since = not large and direction:dot(direction) <= gamma * first and 0 or since
        last, x = x, x - STEP * direction
    end
    return x, larges
end

for _, prefix in ipairs {"", "e-"} do -- without noise both are the same
    for _, a in ipairs {0.1, 0.5, 1} do
        t.near(points{problem=quiet, method=prefix .. "storm", a=a}:row(1), storm(a), 1e-12,
            ("%sstorm, a = %g"):format(prefix, a))
    end
    for _, case in ipairs {{7, 0}, {1, 0}, {20, 0.8}, {60, 0.9}} do
        local period, gamma = table.unpack(case)
        local want, larges = sarah(period, gamma)
        local r = run{problem=quiet, method=prefix .. "sarah", B1=6, B2=1, period=period, gamma=gamma, step=STEP,
            steps=STEPS}
        local what = ("%ssarah, period %d, gamma %g"):format(prefix, period, gamma)
        t.near(r:final().x:row(1), want, 1e-12, what)
        t.equal(r:rows{by_rep=true}[#r:rows{by_rep=true} - 9].outer, 6 * larges + STEPS - larges, what .. ": batches")
        t.ok(gamma == 0 or larges > STEPS // period, what .. ": some begin early")
    end
end

-- Reductions, with noise, to the same bits.
for plain, of in pairs {storm="bsgd", ["e-storm"]="e-bsgd"} do
    for what, options in pairs {plain={m=3}, batches={m=2, B=5}, shared={m=2, share=true}, all={B=60}} do
        t.equal(points(t.over({method=plain, a=1}, options)), points(t.over({method=of}, options)),
            ("%s with a = 1 is %s, %s"):format(plain, of, what))
    end
end
for plain, of in pairs {sarah="bsgd", ["e-sarah"]="e-bsgd"} do
    t.equal(points{method=plain, m=3, B1=5, period=1}, points{method=of, m=3, B=5}, plain .. " with period 1 is " .. of)
end
for plain, of in pairs {sarah="bspiderboost", ["e-sarah"]="e-bspiderboost"} do
    t.equal(points{method=plain, m=3, B1=9, B2=2, period=7}, points{method=of, m=3, B1=9, B2=2, period=7},
        plain .. " is " .. of .. " with a period")
end
t.equal(points{method="e-storm", order=1, m=4}, points{method="storm", m=4}, "order 1 is the plain method")
t.equal(points{method="e-sarah", order=1, m=4}, points{method="sarah", m=4}, "of sarah too")

-- storm is linear in its estimates where the point stays: the mean of all, with weights a (1-a)^k.
local direction, sum = nil, nil
run{problem=noisy, method="bsgd", m=3, B=2, steps=20, reps=1, update=function(x, v)
    sum = sum and 0.75 * sum + 0.25 * v or v
    return x
end}
run{problem=noisy, method="storm", m=3, B=2, a=0.25, steps=20, reps=1, update=function(x, v)
    direction = v
    return x
end}
t.near(direction, sum, 1e-13, "at a point that stays storm is a mean that forgets")

-- Counts and budgets.
local r = run{problem=noisy, method="storm", m=2, m_jac=3, B=4, step=1e-3, steps=100}:final()
t.equal({r.samples, r.outer}, {20 + 99 * 2 * 20, 400}, "storm: the first step has one point, others two")
r = run{problem=noisy, method="sarah", m=2, B1=60, B2=4, period=10, step=1e-3, steps=100}:final()
t.equal({r.samples, r.outer}, {10 * 60 * 4 + 90 * 2 * 4 * 4, 10 * 60 + 90 * 4}, "sarah: large and small steps")
for _, method in ipairs {"e-storm", "e-sarah"} do
    local x = points{method=method, m=2, reps=19, threads=1}
    t.equal(points{method=method, m=2, reps=19, threads=2}, x, method .. ": two threads")
    t.equal(points{method=method, m=2, reps=1}:row(1), x:row(1), method .. ": a replicate alone")
end

local function refused(options, message)
    t.raises(function() run(t.over({problem=noisy, step=1, steps=1}, options)) end, message)
end
refused({method="storm", a=0}, "run: option 'a': expected a number with 0 < value <= 1, got 0")
refused({method="storm", B=0}, "run: option 'B': expected a whole number from 1 to 1000000000, got 0")
refused({method="sarah", gamma=1}, "run: option 'gamma': expected a number with 0 <= value < 1, got 1")
refused({method="sarah", period=0}, "run: option 'period': expected a whole number from 1 to 1000000000, got 0")
refused({method="storm", order=2, operator=extrap.order(2)}, "run: order and operator exclude each other")
t.done()
