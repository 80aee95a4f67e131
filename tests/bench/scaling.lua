-- scaling.lua: how time and memory grow with the sizes of a run and of a problem. Each point is a process of its own,
-- which prints its seconds and its peak memory (VmHWM); the exponent is the slope of log seconds, and of log bytes
-- beyond those of a program that does nothing, against log size, by least squares.
local defaults = {what="run", n=2000, d=10, m=1, order=2, reps=4, threads=1, steps=20000}

local function peak()
    for line in io.lines "/proc/self/status" do
        local kilobytes = line:match "^VmHWM:%s+(%d+)"
        if kilobytes then
            return tonumber(kilobytes) * 1024
        end
    end
end

-- Seconds of the fastest of some calls.
local function fastest(f, rounds)
    local best = math.huge
    for _ = 1, rounds do
        local start = os.clock()
        f()
        best = math.min(best, os.clock() - start)
    end
    return best
end

local does = {}

function does.nothing() return 0 end

-- A run of no length, with the same records, is taken off.
function does.run(o)
    local p = problem.invariant_logistic{n=o.n, d=o.d}
    local function steps(number)
        return fastest(function()
            run{problem=p, method="e-bsgd", order=o.order, m=o.m, reps=o.reps, steps=number, step=1e-6, record=4,
                threads=o.threads}
        end, 3)
    end
    return steps(o.steps) - steps(1)
end

function does.build(o)
    return fastest(function() problem.invariant_logistic{n=o.n, d=o.d} end, 1)
end

function does.pass(o)
    local p = problem.invariant_logistic{n=o.n, d=o.d}
    local x = p:start()
    return fastest(function() p:gradient(x) end, 5)
end

-- A point on the command line: name=value ..
local function read_point(list)
    local o = {}
    for name, value in pairs(defaults) do
        o[name] = value
    end
    for _, item in ipairs(list) do
        local name, value = item:match "^(%w+)=(.+)$"
        o[name] = tonumber(value) or value
    end
    return o
end

if arg[1] then
    local o = read_point(arg)
    print(("%.9f %d"):format(does[o.what](o), peak()))
    return
end

local program = os.getenv "DEBIAS" or "build/debias"
local function measure(words)
    local pipe = io.popen(("%s --quiet --threads 1 %s %s"):format(program, "tests/bench/scaling.lua", words))
    local seconds, bytes = pipe:read("n", "n")
    pipe:close()
    return seconds, bytes
end

local function slope(x, y)
    local n, sx, sy, sxx, sxy = #x, 0, 0, 0, 0
    for i = 1, n do
        local a, b = math.log(x[i]), math.log(y[i])
        sx, sy, sxx, sxy = sx + a, sy + b, sxx + a * a, sxy + a * b
    end
    return (n * sxy - sx * sy) / (n * sxx - sx * sx)
end

-- {what grows, its sizes, everything else}
local series = {
    {"n", {2000, 8000, 32000, 128000, 512000}, "what=run steps=50000"},
    {"d", {8, 32, 128, 512, 2048}, "what=run steps=2000"},
    {"m", {1, 4, 16, 64, 256}, "what=run steps=4000"},
    {"order", {1, 2, 3, 4, 5}, "what=run steps=10000"},
    {"reps", {1, 4, 16, 64, 256}, "what=run steps=2000"},
    {"steps", {4000, 16000, 64000, 256000, 1024000}, "what=run"},
    {"threads", {1, 2, 4, 8, 16}, "what=run reps=16 steps=20000"},
    {"n", {8000, 32000, 128000, 512000, 2048000}, "what=build d=20"},
    {"d", {8, 32, 128, 512, 1024}, "what=build n=40000"},
    {"n", {8000, 32000, 128000, 512000, 2048000}, "what=pass d=20"},
    {"d", {8, 32, 128, 512, 1024}, "what=pass n=40000"},
}

local _, base = measure "what=nothing"
print "| what | grows | sizes | seconds | exponent | MB beyond a program that does nothing | exponent |"
print "|---|---|---|---|---|---|---|"
for _, s in ipairs(series) do
    local name, sizes, rest = table.unpack(s)
    local times, sizes_of_memory, times_text, memory_text = {}, {}, {}, {}
    for i, size in ipairs(sizes) do
        local seconds, bytes = measure(("%s %s=%d"):format(rest, name, size))
        times[i], sizes_of_memory[i] = math.max(seconds, 1e-6), math.max(bytes - base, 4096)
        times_text[i], memory_text[i] = ("%.3g"):format(seconds), ("%.3g"):format(sizes_of_memory[i] / 1e6)
    end
    print(("| %s | %s | %s | %s | %.2f | %s | %.2f |"):format(rest:match "what=(%w+)", name, table.concat(sizes, ", "),
        table.concat(times_text, ", "), slope(sizes, times), table.concat(memory_text, ", "),
        slope(sizes, sizes_of_memory)))
end
