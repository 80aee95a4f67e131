-- Progress on standard error: when, how often, and that no result depends on it.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"

local function lines_of(options, script)
    local path, list = t.path "script.lua", {}
    local file = assert(io.open(path, "w"))
    file:write(script)
    file:close()
    for line in io.popen(("%s %s %s 2>&1 >/dev/null"):format(program, options, path)):lines() do
        list[#list + 1] = line
    end
    return list
end

local start = "local p = problem.invariant_logistic{n=100, d=3} "
local long = start .. "run{problem=p, method='e-bsgd', step=1e-4, reps=2, seconds=2.5}"

-- A line for every tenth that is passed once a second is over.
local function check_lines(list, pattern, name)
    local before, good = 0, #list > 0 and #list <= 10
    for _, line in ipairs(list) do
        local share = tonumber(line:match(pattern))
        good = good and share ~= nil and share // 10 > before // 10 and share <= 100
        before = share or before
    end
    t.ok(good, name .. ": " .. table.concat(list, "; "))
end

check_lines(lines_of("", long), "^debias: run, (%d+) %%, %d+ s left, gap [%d.]+ %+%- [%d.]+$", "a run of some seconds")
t.equal(lines_of("--quiet", long), {}, "silent with --quiet")
t.equal(lines_of("", long:gsub("reps=2", "reps=2, progress=false")), {}, "silent with progress=false")
t.equal(lines_of("", long:gsub("2.5", "0.2")), {}, "nothing about what is done in no time")

local half = start .. [[
local function slow(row) local stop = os.clock() + 0.4 repeat until os.clock() > stop end
compare{problem=p, step=1e-4, reps=2, steps=100, record=4, on_record=slow, methods={{"bsgd"}, {"e-bsgd"}}}]]
check_lines(lines_of("", half),
    "^debias: compare: e?%-?bsgd, (%d+) %%,[%d.e+ /,stp]* %d+ s left, gap [%d.]+[%d.+ -]*$",
    "parts of an experiment")

-- An experiment within a point of a sweep is a part of it: the share goes on from where it was.
local nested = start .. [[
local function slow(row) local stop = os.clock() + 0.2 repeat until os.clock() > stop end
sweep{over={m={1, 2}}, run=function(v)
    return compare{problem=p, step=1e-4, m=v.m, reps=2, steps=100, record=4, on_record=slow,
        methods={{"bsgd"}, {"e-bsgd"}}}
end}]]
check_lines(lines_of("--threads 1", nested),
    "^debias: sweep: m = %d, (%d+) %%,[%d.e+ /,stp]* %d+ s left[%a%d., +-]*$", "experiments of an experiment")

local p = problem.invariant_logistic{n=100, d=3}
local function final(progress)
    local function wait(row)
        local stop = os.clock() + (row.step == 10 and 1.3 or 0)
        repeat until os.clock() > stop
    end
    return run{problem=p, method="e-bsgd", step=1e-2, reps=3, steps=1000, record=9, on_record=wait, progress=progress}
        :final().x
end
t.equal({final(true):row(2):table()}, {final(false):row(2):table()}, "no bit depends on it")
t.raises(function() run{problem=p, method="bsgd", step=1, steps=1, progress=1} end,
    "run: option 'progress': expected a boolean, got 1", "a wrong option")
t.done()
