-- ranks.lua: work that is dealt to the ranks and threads that this was started with, in seconds of the wall without the
-- start. One thread alone also says what each point of the sweep takes, two ranks what the parts of their meetings do,
-- from which ranks_model.lua computes many ranks. Prints `NAME VALUE UNIT CHECK`.
local core = debug.getregistry()["debias.core"]
local seconds = core.system.seconds -- rank 0's, when all ranks are there
local scale = os.getenv "SHORT" and 0.01 or 1
local p = problem.invariant_logistic{n=2000, d=10, noise_var=10, l2=0.1}
local inner, steps = pow2(1, 4096), math.ceil(400 * scale)

-- A point of the sweep: as many steps at any m, so that the last ones take a hundred times as long as the first.
local function point(v)
    local r = run{problem=p, method="bsgd", step=v.step, m=v.m, steps=steps, reps=8, record=2, seed=v.seed}
    return {gap=r:final().gap}
end

local work = {
    -- 104 points, the longest 1/16 of the whole
    {"ranks-sweep", function()
        local r = sweep{over={{"m", inner}, {"step", {1e-4, 3e-4, 1e-3, 3e-3}}, {"seed", {1, 2}}}, run=point}
        return vec(r:columns().gap):mean()
    end},
    {"ranks-run", function()
        local r = run{problem=p, method="e-bsgd", step=1e-3, m=4, steps=math.ceil(4e5 * scale), reps=16, record=2,
            seed=1}
        return r:final().objective
    end},
    {"ranks-compare", function() -- one replicate of each method
        local methods = {}
        for m = 1, 8 do
            methods[m] = {"bsgd", m=m}
        end
        local c = compare{problem=p, methods=methods, step=1e-3, samples=math.ceil(5e6 * scale), reps=1, record=2,
            seed=1}
        return c:run "bsgd m=1":final().objective
    end},
    {"ranks-bias", function()
        return bias{q=math.exp, dist=dist.ramp(0, 2), reps=math.ceil(2e6 * scale), seed=1}:rows()[1].bias
    end},
}
local function time(title, f)
    local start = seconds()
    local check = f()
    print(("%s %.5g ms %.6g"):format(title, 1e3 * (seconds() - start), check))
end

for _, w in ipairs(work) do
    time(w[1], w[2])
end

-- parts[name](n) does a part n times.
local parts = {}

-- All say what they were asked, and rank 0's time goes to all.
function parts.meeting(n)
    for _ = 1, n do
        seconds()
    end
end

function parts.byte(n)
    core.ranks.same(("x"):rep(n))
end

function parts.take(n)
    core.ranks.begin(n)
    while core.ranks.take() <= n do end -- luacheck: ignore 542
    core.ranks.finish()
end

-- Points of no work, but of one that rank 0 makes while the other rank makes all others; what then remains is what rank
-- 0 and the end do for each.
local is_first = core.ranks.rank() == 0
function parts.row(n)
    local count, busy = {{0}}, 1e-4 * n -- deeper than sweep looks for what run changes
    local numbers = vec.linspace(1, n, n)
    sweep{over={{"a", numbers}, {"b", {1}}}, run=function(v)
        count[1][1] = count[1][1] + 1
        local start = os.clock()
        while is_first and count[1][1] == 2 and os.clock() - start < busy do end -- luacheck: ignore 542
        return {gap=v.a, gap_lo=v.a, gap_hi=v.a}
    end}
    return busy
end

-- The end alone: rows as one text, to all, read by all.
parts["end"] = function(n)
    local pack, rows = core.use "pack", {}
    for i = 1, n do
        rows[i] = {point=i, cells={gap=i, gap_lo=i, gap_hi=i}}
    end
    pack.value(core.ranks.same(pack.text(rows)))
end

local function fit(name, n)
    n = math.ceil(n * scale)
    local start = seconds()
    local busy = parts[name](n) or 0
    print(("ranks-%s %.5g ns -"):format(name, 1e9 * (seconds() - start - busy) / n))
end

if core.ranks.size() > 1 then
    fit("meeting", 5000)
    fit("byte", 2e7)
    fit("take", 20000)
    fit("row", 5000)
    fit("end", 5000)
elseif core.system.threads == 1 then
    for _, m in ipairs(inner) do
        time("ranks-point/" .. math.tointeger(m), function() return point{m=m, step=1e-3, seed=1}.gap end)
    end
    for _, m in ipairs(pow2(1, 32)) do -- points of demos/cluster.lua 40
        time("ranks-demo/" .. math.tointeger(m), function()
            return run{problem=p, method="bsgd", step=1e-3, m=m, samples=4e5 * scale, reps=8, seed=1}:final().gap
        end)
    end
end
