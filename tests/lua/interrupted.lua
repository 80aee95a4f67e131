-- Ctrl-C in a function that an experiment calls: the experiment returns what it has, and the line that asked for it
-- goes on with its assignments, however many instructions the library took for that.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS"
local TRIES = os.getenv "QUICK" and 8 or 24

local head = [[
pid = io.open("/proc/self/stat"):read("n")
function stop() io.popen("kill -INT " .. pid):close() while true do end end
function list(n) local l = {} for k = 1, n do l[k] = k end return l end
function step(n) return function(k) return k < n and 1e-3 or stop() end end
p = problem.invariant_logistic{n = 20, d = 2}
]]
local experiments = {
    sweep = "sweep{over = {k = list(%d)}, threads = 1, run = stop}",
    run = "run{problem = p, method = 'bsgd', steps = 100, reps = 1, step = step(%d + 2)}",
    compare = "compare{problem = p, methods = {'bsgd', 'e-bsgd'}, steps = 100, reps = 1, step = step(%d + 2)}",
    on_record = "run{problem = p, method = 'bsgd', step = 0.1, steps = 100, reps = 1, record = 50,"
        .. " on_record = function(r) return r.step >= 2 * %d and stop() end}",
}
local assignments = (" a = r"):rep(300)

for name, text in pairs(experiments) do
    local lines = {head}
    for i = 1, TRIES do
        lines[#lines + 1] = ("r, b = nil\nr = %s%s b = %d\nprint('kept', r and b == %d)\n"):format(text:format(i),
            assignments, i, i)
    end
    local input = t.write(t.path(name), table.concat(lines))
    local pipe = io.popen(("'%s' --quiet -i <'%s' 2>&1"):format(program, input))
    local output = pipe:read "a"
    pipe:close()
    local _, kept = output:gsub("kept\ttrue", "")
    local _, interrupted = output:gsub("debias: interrupted", "")
    t.equal({kept, interrupted}, {TRIES, TRIES}, name .. (kept < TRIES and ": " .. output or ""))
end
t.done()
