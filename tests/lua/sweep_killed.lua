-- A sweep that is killed again and again, at random, ends with the same bytes as one that was left alone.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"
local KILLS = os.getenv "QUICK" and 4 or 20
local random = rng.new(7)

-- A script that sweeps 40 points into a folder. In a life that is to be killed no more than `most` points begin: the
-- next one waits for the end of the program.
local script = t.write(t.path "script.lua", [[
local folder, most = arg[1], math.tointeger(arg[2])
local pid = io.popen("echo $PPID"):read "l"
local function begun()
    local log <close> = assert(io.open(folder .. "/begun", "a+"))
    log:write "."
    log:flush()
    log:seek "set"
    return #log:read "a"
end
local law = dist.normal{mean = 0, sd = 0.5}
local r = sweep{
    over = {m = {1, 2, 4, 8, 16}, order = {1, 2}, kind = {"exp", "log", "bad", "square"}},
    checkpoint = folder .. "/points",
    run = function(v)
        if begun() > most then
            os.execute(("while kill -0 %s 2>/dev/null; do sleep 0.02; done"):format(pid))
        end
        local q = {exp = math.exp, log = function(s) return math.log(9 + s) end, square = poly{0, 0, 1}}
        assert(q[v.kind], "no such function")
        return extrap.order(v.order):estimate(q[v.kind], law, {m = v.m, reps = 2000})
    end,
}
r:csv(folder .. "/csv")
r:json(folder .. "/json")
]])

local function command(folder, threads, most)
    return ("'%s' --quiet --threads %d '%s' '%s' %d"):format(program, threads, script, folder, most)
end

-- A life that ends at a random moment after so many points have begun.
local function kill(folder, threads, points, spins)
    os.remove(folder .. "/begun")
    os.execute(([[
        %s & pid=$!
        while kill -0 $pid 2>/dev/null && [ $(($(wc -c 2>/dev/null <'%s/begun' || echo 0))) -lt %d ]; do :; done
        i=0; while [ $i -lt %d ]; do i=$((i + 1)); done
        kill -KILL $pid; wait $pid 2>/dev/null
        [ $? -eq 137 ] && echo killed >>'%s/kills'
    ]]):format(command(folder, threads, points + 2), folder, points, spins, folder))
end

local alone, killed = t.path "alone", t.path "killed"
os.execute(("mkdir '%s' '%s'"):format(alone, killed))
os.execute(command(alone, 1, 1000))
for _ = 1, KILLS do
    kill(killed, random:index(3), random:index(3), random:index(3000))
end
local _, kills = t.read(killed .. "/kills"):gsub("killed", "")
t.equal(kills, KILLS, "killed so often")
os.remove(killed .. "/begun")
os.execute(command(killed, 2, 1000))
for _, name in ipairs {"points", "csv", "json"} do
    t.equal(t.read(killed .. "/" .. name), t.read(alone .. "/" .. name), "the same bytes: " .. name)
end
local _, lines = t.read(alone .. "/csv"):gsub("\n", "")
t.equal({lines, select(2, t.read(alone .. "/csv"):gsub("no such function", ""))}, {41, 10}, "all points, some failed")
t.done()
