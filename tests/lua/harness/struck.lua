-- What the programs have at hand that tests/lua/interrupted_at.lua breaks off: experiments, and a Ctrl-C at a chosen
-- instruction of them.
-- luacheck: globals begin measure start strike wrong one two points curve grid ladder terms
-- luacheck: globals most n n_struck called called_struck, read globals begin_line call_it
dofile "tests/lua/harness/lines.lua"
local pid = io.open("/proc/self/stat"):read "n"
local killer = io.popen("while read word; do kill -INT " .. pid .. "; done", "w")
local call, k, hook -- the hook comes k instructions after that call of hear
local heard, place, waits

-- The line of the user's that runs, or waits for others, and whether it waits; 0 for a coroutine that has none of it.
local function user_line()
    local level, at = 2
    repeat
        level = level + 1
        at = debug.getinfo(level, "Sl")
    until not at or not at.source:find "^=%[" and not at.source:find "^@tests/"
    local _, is_main = coroutine.running()
    return at and at.currentline or not is_main and 0, level > 3
end

local function is_under_way(f)
    local level, at = 2
    repeat
        level = level + 1
        at = debug.getinfo(level, "f")
    until not at or at.func == f
    return at ~= nil
end

-- The hook for which all this is.
function strike()
    place, waits = user_line()
    n_struck, called_struck = n, called or is_under_way(call_it)
    if place then
        debug.sethook() -- a hook would be counting while the signal sets another
        killer:write "\n"
        repeat
            killer:flush() -- also a call in which ThreadSanitizer looks for signals
        until debug.gethook()
    end
end

-- Before a line: the strike, or another hook, comes so many instructions after that call of hear; 0: after start.
function begin(from, instructions, f)
    call, k, hook, heard, place = from, math.max(instructions, 2), f or strike, 0, nil
    begin_line()
end

-- The same without a strike: `most` becomes the number of instructions.
function measure(from)
    most = 0
    begin(from, 2, function() most = most + 2 end)
end

-- The line begins.
function start()
    if call == 0 then
        debug.sethook(hook, "", k)
    end
end

local function hear()
    heard = heard + 1
    if heard == call then
        debug.sethook(hook, "", k)
    end
end

-- What is wrong with a line that has run, and ends before that one; `holds` is Lua that must hold then.
function wrong(last, holds)
    debug.sethook()
    local globals = setmetatable({}, {__index = function(_, name) return rawget(_G, name) end})
    if not place then
        return "not struck"
    elseif place <= last and (globals.after or globals.next_line and waits) then
        return "went on" -- where it was about to end, the next one may run
    elseif heard > 0 and not load("return " .. holds, "=holds", "t", globals)() then
        return "lost"
    end
    return "good"
end

local function step()
    hear()
    return 0.1
end
local p = problem.invariant_logistic{n = 20, d = 2}
one = {problem = p, method = "bsgd", step = step, steps = 3, reps = 1, record = 1}
two = {problem = p, methods = {"bsgd", "e-bsgd"}, step = step, steps = 3, reps = 1, record = 1}
points = {over = {k = {1, 2, 3}}, threads = 1, run = step}
grid = {problem = p, methods = {{"bsgd"}, {"e-bsgd"}}, grid = {m = {1, 2}}, step = step, samples = 30, reps = 1}

local function update(x, v)
    hear()
    return x - 0.1 * v
end
local moved = {"bsgd", m = 10, update = update}
ladder = {problem = p, eps = {0.24, 0.2}, budget = 1e4, reps = 1, threads = 1, methods = {moved}}

local function q(x)
    hear()
    return x > 0 and x or 0
end
curve = {q = q, dist = dist.ramp(0, 2), operators = {1, 2}, m = {1, 2}, reps = 20, threads = 1}

local function levels(l, rng, draws)
    hear()
    return rng:normal(draws), l > 0 and rng:normal(draws) or nil
end
terms = {levels = levels, eps = 0.5}
