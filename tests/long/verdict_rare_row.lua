-- The verdict of correct where samples often lack a rare row, which it cannot know of: help"correct" states how often
-- it is false. Exact: all tables of zeros, ones and sixes, with all splits.
local t = dofile "tests/lua/harness/tap.lua"
local chances, mean = {0.6, 0.35, 0.05}, 0.65
local stated = 0.24

local function log_factorial(n)
    local sum = 0
    for i = 2, n do
        sum = sum + math.log(i)
    end
    return sum
end

local function chance_of(n, counts)
    local sum = log_factorial(n)
    for i, count in ipairs(counts) do
        sum = sum + count * math.log(chances[i]) - log_factorial(count)
    end
    return math.exp(sum)
end

local function rows_of(n, counts)
    local x = vec.zeros(n)
    for i = 1, n - counts[1] do
        x[i] = i <= counts[2] and 1 or 6
    end
    return x
end

-- Adds a table to the shares of the verdicts and to the gain: the squared error of the plug-in minus the value's.
local function add(n, counts, all)
    local chance = chance_of(n, counts)
    if chance < 1e-6 then
        return
    end
    local c, truth = correct(math.sqrt, rows_of(n, counts)), math.sqrt(mean)
    all[c.verdict] = (all[c.verdict] or 0) + chance
    all.gain = all.gain + chance * ((c.plugin - truth)^2 - (c.value - truth)^2)
    all.chance = all.chance + chance
end

for _, n in ipairs {10, 15, 20, 30} do
    local all = {gain = 0, chance = 0, helps = 0, hurts = 0}
    for ones = 0, n do
        for sixes = 0, n - ones do
            add(n, {n - ones - sixes, ones, sixes}, all)
        end
    end
    print(("# %d rows: gain %.2g, helps %.1f %%, hurts %.1f %%"):format(n, all.gain, 100 * all.helps, 100 * all.hurts))
    t.near(all.chance, 1, 1e-3, n .. " rows: all tables that occur")
    t.ok(all.gain < 0, n .. " rows: the correction hurts")
    t.ok(all.helps <= stated, n .. " rows: falsely said to help no more often than stated")
end
t.done()
