-- Methods of compare, places of complexity and entries of tune that are made by copies of the process: the bytes of one
-- thread, what an interrupt, an error and a killed process leave, and the user's variables.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS"
local core = debug.getregistry()["debias.core"]
local scale = os.getenv "QUICK" and 0.1 or 1
local p = problem.invariant_logistic{n=50, d=3}

-- How many copies of the process a call of f starts, and what f returns.
local function count(f)
    local start, n = core.workers.start, 0
    core.workers.start = function(...)
        local handle, started = start(...)
        n = n + started
        return handle, started
    end
    local kept = {pcall(f)}
    core.workers.start = start
    return n, table.unpack(kept)
end

-- All that a result has, in bytes.
local function bytes(r, ending)
    local path = t.path("out" .. ending)
    r:csv(path)
    local text = t.read(path) .. tostring(r)
    r:json(path)
    text = text .. t.read(path)
    r:plot():save(path .. ".svg")
    return text .. t.read(path .. ".svg")
end

local state = 12345
local function pick(list)
    state = (1103515245 * state + 12345) % 2147483648
    return list[1 + state // 65536 % #list]
end

-- Generated options of compare: enough work that copies are worth it.
local function options()
    local methods, n = {}, pick{2, 3, 5}
    for i = 1, n do
        methods[i] = {pick{"bsgd", "e-bsgd", "rt-mlmc", "bspiderboost", "sox"}, label="method " .. i}
        methods[i].samples = pick{nil, 2.5e6}
    end
    return {problem=p, methods=methods, step=pick{1e-2, 1e-3}, samples=2e6, reps=pick{1, 1, 2}, record=pick{2, 8},
        clip=pick{nil, 1}, seed=pick{1, 2}}
end

local forked = 0
for i = 1, 6 do
    local o = options()
    o.threads = 1
    local one = compare(o)
    o.threads = pick{2, 3}
    local n, done, several = count(function() return compare(o) end)
    forked = forked + n
    assert(done, several)
    t.equal(bytes(several, ".2"), bytes(one, ".1"), "compare " .. i)
    one:run "method 2":save(t.path "1.run")
    several:run "method 2":save(t.path "2.run")
    t.equal(t.read(t.path "2.run"), t.read(t.path "1.run"), "its saved run " .. i)
    if i == 1 then
        local goes_on = {}
        for k, r in ipairs{one, several} do
            local rows = r:run "method 1":resume{samples=3e6}:rows()
            goes_on[k] = {rows[#rows].gap, #rows, rows[1].seconds ~= nil}
        end
        t.equal(goes_on[2], goes_on[1], "a run of it goes on")
    end
end
t.ok(forked > 0, "copies were made")

local function ladder(n)
    return complexity{problem=problem.invariant_logistic{d=2, noise_var=1, n=40}, eps={0.2, 0.18, 0.17}, reps=1,
        methods={{"bsgd"}, {"e-bsgd"}}, threads=n}
end
local n, _, several = count(function() return ladder(2) end)
t.equal(n, 2, "complexity: copies were made")
t.equal(bytes(several, ".2"), bytes(ladder(1), ".1"), "complexity")

local function grid(threads)
    return tune{problem=p, samples=1e6, grid={step={1e-3, 1e-2}, m={1, 4}}, reps=3, methods={"bsgd"}, threads=threads}
end
n, _, several = count(function() return grid(2) end)
t.equal(n, 2, "tune: copies were made")
t.equal(bytes(several, ".2"), bytes(grid(1), ".1"), "tune")

local function race(more)
    local o = {problem=p, methods={{"bsgd", m=1}, {"bsgd", m=2}, {"bsgd", m=4}, {"bsgd", m=8}}, step=1e-3, samples=3e6,
        reps=1, record=8, threads=2}
    for key, value in pairs(more or {}) do
        o[key] = value
    end
    return o
end

-- Where nothing is won, or something might be lost, no copy is made.
t.equal(count(function() return compare(race{reps=2}) end), 0, "no copy where the replicates take all threads")
t.equal(count(function() return compare(race{threads=1}) end), 0, "none on one thread")
t.equal(count(function() return compare(race{samples=1e4}) end), 0, "none for a few milliseconds")
local seen = 0
t.equal(count(function()
    return compare(race{samples=1e6 * scale, metrics={seen=function()
        seen = seen + 1
        return seen
    end}})
end), 0, "none where a function of the script's is called")
t.ok(seen > 8, "which has changed its variable")

-- Checkpoints, each a file of one method, and a race that goes on from them.
local function files(folder)
    local all = {}
    for _, m in ipairs{1, 2, 4, 8} do
        all[#all + 1] = t.read(("%s/%02d-bsgd_m=%d"):format(t.path(folder), #all + 1, m))
    end
    return all
end
compare(race{checkpoint=t.path "one", threads=1})
compare(race{checkpoint=t.path "two"})
t.equal(files "two", files "one", "checkpoints")
t.equal(bytes(compare(race{checkpoint=t.path "two"}), ".2"), bytes(compare(race()), ".1"), "goes on from them")

-- An error: the first in order is told, what is before it is kept.
n, _, several = count(function()
    return compare(race{methods={{"bsgd", m=1}, {"bsgd", m=2}, {"bsgd", order=3}, {"bsgd", update="none"}}})
end)
local _, one = pcall(compare, race{threads=1,
    methods={{"bsgd", m=1}, {"bsgd", m=2}, {"bsgd", order=3}, {"bsgd", update="none"}}})
t.equal({n, (several:gsub("^%S+ ", ""))}, {2, (one:gsub("^%S+ ", ""))}, "the first error is raised")
t.equal(#unfinished():columns().step > 0 and unfinished():run "bsgd m=2".stop, "budget", "what is before it is kept")

-- A program of its own, which gets a signal when two copies of it have worked for a while.
t.write(t.path "go", [=[
parent=$1 signal=$2 whom=$3 busy=0
while [ $busy -lt 2 ]; do
    busy=0
    sleep 0.01
    copies=$(cat /proc/$parent/task/*/children) || exit
    for copy in $copies; do
        read -ra all </proc/$copy/stat && [ ${all[13]} -ge 5 ] && busy=$((busy + 1))
    done
done
[ "$whom" = copies ] && whom=$copies
kill -$signal -- $whom
]=])
local head = ("tool = %q\n"):format(t.path "go") .. [[
pid = io.open("/proc/self/stat"):read("n")
p = problem.invariant_logistic{n=50, d=3}
methods = {{"bsgd", m=1, label="first"}, {"bsgd", m=2, label="second"}, {"bsgd", m=4, label="third"}}
function go(signal, whom)
    os.execute(("bash '%s' %d %s %s >/dev/null 2>&1 &"):format(tool, pid, signal, whom:format(pid)))
end
]]
local function told(text, flags)
    local path = t.write(t.path "input.lua", head .. text)
    local pipe = io.popen(("'%s' --quiet %s '%s' 2>&1"):format(program, flags or "", path))
    local output = pipe:read "a"
    pipe:close()
    return output
end
local endless = 'compare{problem=p, methods=methods, step=1e-3, samples=1e13, reps=1, record=8, threads=2}'
local output = told('go("KILL", "copies")\n' .. endless) -- either may have begun with the first method
t.ok(output:find "compare: first: its process ended: signal 9", "copies that are killed: " .. output)

for _, whom in ipairs{"%d", "-%d"} do
    local text = ('go("INT", "%s")\nr = %s\nprint("kept", r and #r:columns().step > 0)\nr\n'):format(whom, endless)
    local input = t.write(t.path "typed", head .. text)
    local pipe = io.popen(("setsid -w '%s' --quiet -i <'%s' 2>&1"):format(program, input))
    output = pipe:read "a"
    pipe:close()
    t.ok(output:find "kept\ttrue" and output:find("interrupted: first stopped early, at [^;]+ samples; second stopped "
        .. "early, at [^;]+ samples; third had not begun"), "Ctrl-C to " .. (whom == "%d" and "it" or "all")
        .. " keeps what is under way: " .. output)
end

local folder = t.path "ended"
output = told(('go("TERM", "%%d")\n%s'):format(endless:gsub("reps=1", ("reps=1, checkpoint=%q"):format(folder))))
t.ok(core.file.identity(folder .. "/01-first") and core.file.identity(folder .. "/02-second"),
    "SIGTERM leaves a checkpoint of each: " .. output)
t.done()
