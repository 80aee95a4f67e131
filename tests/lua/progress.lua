-- Progress on standard error: when, how often, and that no result depends on it.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"

-- The lines on standard error, and the text on standard output. settings: of the environment, before the program.
local function lines_of(settings, options, script)
    local path, list = t.write(t.path "script.lua", script), {}
    local command = ("%s '%s' %s '%s' 2>&1 >'%s'"):format(settings, program, options, path, t.path "output")
    local pipe <close> = io.popen(command)
    for line in pipe:lines() do
        list[#list + 1] = line
    end
    return list, t.read(t.path "output")
end

local at_once = "DEBIAS_PROGRESS=0"
local start = "local p = problem.invariant_logistic{n=100, d=3} "
local steps = start .. "run{problem=p, method='e-bsgd', step=1e-4, reps=2, steps=1000, record=9}"

-- At most a line for every tenth that is passed.
local function check_lines(list, pattern, name)
    local before, good = 0, #list > 0 and #list <= 10
    for _, line in ipairs(list) do
        local share = tonumber(line:match(pattern))
        good = good and share ~= nil and share // 10 > before // 10 and share <= 100
        before = share or before
    end
    t.ok(good, name .. ": " .. table.concat(list, "; "))
end

local of_run = "^debias: run, (%d+) %%,[%d.e+ /,stp]* %d+ s left, gap [%d.]+ %+%- [%d.]+$"
check_lines(lines_of(at_once, "", steps), of_run, "a run of many steps")
t.equal(lines_of(at_once, "--quiet", steps), {}, "silent with --quiet")
t.equal(lines_of(at_once, "", steps:gsub("reps=2", "reps=2, progress=false")), {}, "silent with progress=false")
t.equal(lines_of("DEBIAS_PROGRESS=1000", "", steps), {}, "nothing about what takes less")
t.equal(lines_of("DEBIAS_PROGRESS=inf", "", steps), {}, "never")

-- On a busy machine a short time may be over before anything is said.
local list, seconds = {}, 0.2
while #list == 0 and seconds < 100 do
    seconds = 2 * seconds
    list = lines_of(at_once, "", steps:gsub("steps=1000", "seconds=" .. seconds))
end
-- At the start all replicates are equal: their gap has no limits.
check_lines(list, (of_run:gsub(" %%%+.*", "[%%d.+ -]*$")), "a run of some time")

-- After a second, unless something else is asked for.
local slow = [[
local now, waited = debug.getregistry()["debias.core"].system.seconds, false
local function slow(row)
    local start = now()
    while row.step > 2e4 and not waited and now() < start + 1 do end
    waited = row.step > 2e4
end
]] .. steps:gsub("reps=2, steps=1000", "reps=2, steps=1e5, on_record=slow")
for _, settings in ipairs {"env -u DEBIAS_PROGRESS", "DEBIAS_PROGRESS=soon", "DEBIAS_PROGRESS=-1"} do
    check_lines(lines_of(settings, "", slow), of_run, settings .. ": after a second")
end

local half = start .. [[
compare{problem=p, step=1e-4, reps=2, steps=1000, record=4, methods={{"bsgd"}, {"e-bsgd"}}}]]
check_lines(lines_of(at_once, "", half),
    "^debias: compare: e?%-?bsgd, (%d+) %%,[%d.e+ /,stp]* %d+ s left, gap [%d.]+[%d.+ -]*$",
    "parts of an experiment")

-- An experiment within a point of a sweep is a part of it: the share goes on from where it was.
local nested = start .. [[
sweep{over={m={1, 2}}, run=function(v)
    return compare{problem=p, step=1e-4, m=v.m, reps=2, steps=1000, record=4, methods={{"bsgd"}, {"e-bsgd"}}}
end}]]
check_lines(lines_of(at_once, "--threads 1", nested),
    "^debias: sweep: m = %d, (%d+) %%,[%d.e+ /,stp]* %d+ s left[%a%d., +-]*$", "experiments of an experiment")

local function final(progress)
    local shown, text = lines_of(at_once, "", ([[
    local p = problem.invariant_logistic{n=100, d=3}
    local x = run{problem=p, method="e-bsgd", step=1e-2, reps=3, steps=1000, record=9, progress=%s}:final().x
    for i = 1, 3 do print(("%%a %%a %%a"):format(table.unpack(x[i]:table()))) end]]):format(progress))
    t.equal(#shown > 0, progress, "shown or not")
    return text
end
t.equal(final(true), final(false), "no bit depends on it")

-- Rounds of estimates grow as long as several fit between two reports: not at all where every one is reported.
local moments = start .. [[
local e = estimator(p, {order=2, of=OF})
for _, reps in ipairs {1000, 70000, 400000} do
    local r = e:moments(nil, {reps=reps, threads=THREADS})
    for _, column in ipairs {"mean", "sd", "kurtosis", "tail"} do
        for i, x in ipairs(type(r[column]) == "number" and {r[column]} or r[column]:table()) do
            print(reps, column, i, ("%a"):format(x))
        end
    end
    print(r.cost.samples)
end]]
for _, of in ipairs {"'value'", "'gradient'"} do
    local texts = {}
    for threads = 1, 3 do
        local script = moments:gsub("THREADS", threads):gsub("OF", of)
        local shown, text = lines_of(at_once, "", script)
        check_lines(table.move(shown, math.max(#shown - 3, 1), #shown, 1, {}), "^debias: estimator:moments, (%d+) %%,",
            "moments of a " .. of)
        texts[#texts + 1] = text
        shown, texts[#texts + 1] = lines_of("DEBIAS_PROGRESS=inf", "", script)
        t.equal(shown, {}, "no report")
    end
    for i = 2, #texts do
        t.equal(texts[i], texts[1], ("the same bits in rounds and on threads of every number: %s, %d"):format(of, i))
    end
end
local p = problem.invariant_logistic{n=100, d=3}
t.raises(function() run{problem=p, method="bsgd", step=1, steps=1, progress=1} end,
    "run: option 'progress': expected a boolean, got 1", "a wrong option")
t.done()
