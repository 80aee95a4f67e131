-- Runs, compares and sweeps that are killed at random, again and again: each ends with the bytes of one that was left
-- alone, has repeated at most what lies between two checkpoints, and leaves no other file. tests/long kills 200 times.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"
local core = debug.getregistry()["debias.core"]
local whole = rawget(_G, "whole")
local JOBS = whole and 50 or os.getenv "QUICK" and 2 or 4 -- of each kind
local random = rng.new(11)

-- Steps between two checkpoints that are to follow each other at once: the clock is looked at so rarely.
local INTERVAL = 16

-- The steps of a run, by kind of job, and the points of a sweep; of how many of them a life that is killed begins at
-- least, 1 .. FIRST, and how many more at most: two such lives never come to the end.
local LAST, POINTS = {run = 150, compare = 60}, 24
local FIRST, MORE = {run = 40, compare = 40, sweep = 8}, {run = 20, compare = 20, sweep = 3}

-- A script that does a job in a folder, and writes a line for each step or point that it takes. In a life that is to be
-- killed no more than `most` begin: the next one waits for the end of the program.
local script = t.write(t.path "script.lua", [[
local kind, folder, most = arg[1], arg[2], math.tointeger(arg[3])
local pid = io.popen("echo $PPID"):read "l"
local log, begun = assert(io.open(folder .. "/begun", "a")), 0
local function begin(what)
    log:write(what, "\n")
    log:flush()
    begun = begun + 1
    if begun > most then
        os.execute(("while kill -0 %s 2>/dev/null; do sleep 0.02; done"):format(pid))
    end
end
local common = {problem = problem.invariant_logistic{n = 20, d = 3, noise_var = 4}, m = 2, steps = 150, reps = 5,
    record = 20, checkpoint = folder .. "/kept", checkpoint_every = 0, step = function(step)
        begin(step)
        return 0.1 / math.sqrt(step)
    end}
local over = dofile "lua/over.lua"
local jobs = {}
function jobs.run()
    return run(over(common, {method = "e-storm", output = "average"}))
end
function jobs.compare()
    local methods = {{"bsgd"}, {"e-bsgd", update = "adam"}, {"e-bspiderboost", B1 = 4, B2 = 2}}
    return compare(over(common, {steps = 60, methods = methods}))
end
function jobs.sweep()
    local law = dist.normal{mean = 0, sd = 0.5}
    return sweep{over = {m = {1, 2, 4, 8}, order = {1, 2, 3}, sd = {1, 2}}, checkpoint = folder .. "/kept", threads = 1,
        run = function(v)
            begin("point")
            return extrap.order(v.order):estimate(math.exp, law, {m = v.m, reps = 1000 * v.sd})
        end}
end
local r = jobs[kind]()
r:csv(folder .. "/csv", kind ~= "sweep" and {by_rep = true} or nil)
r:json(folder .. "/json")
if kind == "run" then
    r:save(folder .. "/saved")
end
]])

local function command(kind, folder, most)
    return ("'%s' --quiet '%s' %s '%s' %d"):format(program, script, kind, folder, most)
end

-- A life that ends at a random moment after so many steps or points have begun; whether it was killed.
local function kill(kind, folder, begun, spins)
    return select(3, os.execute(([[
        %s & pid=$!
        while kill -0 $pid 2>/dev/null && [ $(wc -l <'%s/begun') -lt %d ]; do :; done
        i=0; while [ $i -lt %d ]; do i=$((i + 1)); done
        kill -KILL $pid 2>/dev/null; wait $pid 2>/dev/null
        exit $?
    ]]):format(command(kind, folder, begun + MORE[kind]), folder, begun, spins))) == 137
end

-- The steps that a life began, in order.
local function lines(folder)
    local list = {}
    for line in io.lines(folder .. "/begun") do
        list[#list + 1] = tonumber(line) or line
    end
    return list
end

-- Whether a life that began with these steps repeats at most one interval of one that ended with those; after the last
-- step of a method comes the first of the next one.
local function goes_on(kind, before, after)
    local last, first = before[#before] or 0, after[1]
    return first <= last + 1 and last - first < INTERVAL or first == 1 and last == LAST[kind]
end

-- How many points a sweep's checkpoint holds.
local function held(folder)
    local file = io.open(folder .. "/kept", "rb")
    if not file then
        return 0
    end
    file:close()
    local body = assert(core.run.unseal(t.read(folder .. "/kept")))
    local n = 0
    for _ in pairs(core.use "pack".value(body).rows) do
        n = n + 1
    end
    return n
end

local function files(folder)
    local list = core.file.list(folder)
    table.sort(list)
    return list
end

local function begin_life(folder)
    t.write(folder .. "/begun", "")
end

-- A job that is killed `lives` times and then left alone: whether every life went on where it should.
local function end_job(kind, folder, lives)
    local before = {}
    for _ = 1, lives do
        begin_life(folder)
        if not kill(kind, folder, random:index(FIRST[kind]), random:index(3000)) then
            return false
        end
        local after = lines(folder)
        if kind ~= "sweep" and not goes_on(kind, before, after) then
            return false
        end
        before = after
    end
    local points = kind == "sweep" and held(folder)
    begin_life(folder)
    os.execute(command(kind, folder, 10000))
    local after = lines(folder)
    return points and #after == POINTS - points or not points and goes_on(kind, before, after)
end

-- What a job wrote, and the names of its files.
local function results(kind, folder)
    local text = t.read(folder .. "/csv") .. t.read(folder .. "/json")
    return kind == "run" and text .. t.read(folder .. "/saved") or text, table.concat(files(folder), " ")
end

local kills = 0
for _, kind in ipairs {"run", "compare", "sweep"} do
    local alone = t.path(kind .. ".alone")
    os.execute(("mkdir '%s'"):format(alone))
    begin_life(alone)
    os.execute(command(kind, alone, 10000))
    local want, names = results(kind, alone)
    local same, good, tidy = 0, 0, 0
    for job = 1, JOBS do
        local folder, lives = ("%s.%d"):format(t.path(kind), job), random:index(2)
        os.execute(("mkdir '%s'"):format(folder))
        good = good + (end_job(kind, folder, lives) and 1 or 0)
        kills = kills + lives
        local text, left = results(kind, folder)
        same = same + (text == want and 1 or 0)
        tidy = tidy + (left == names and 1 or 0)
    end
    t.equal(same, JOBS, kind .. ": the same bytes")
    t.equal(good, JOBS, kind .. ": killed, and at most one interval repeated")
    t.equal(tidy, JOBS, kind .. ": no other file is left")
end
if whole then
    t.ok(kills >= 200, ("%d kills"):format(kills))
end
t.done()
