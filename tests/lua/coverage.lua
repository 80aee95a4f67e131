-- How often the 95% intervals hold the truth (harness/coverage.lua). tests/long/coverage.lua repeats each 1000 times
-- and compares with tests/long/coverage.md, which UPDATE=1 rewrites; here it is a sample, whose bound chance passes in
-- one of 1e6.
local t = dofile "tests/lua/harness/tap.lua"
local whole = rawget(_G, "whole")
local times, page = whole and 1000 or os.getenv "QUICK" and 12 or 40, "tests/long/coverage.md"
local cases = assert(loadfile "tests/lua/harness/coverage.lua")(whole and 20000 or 1000)

-- How many intervals lie below the truth and above it, and how many there are.
local function count(case)
    local all, sum, below, above = {}, 0, 0, 0
    for seed = 1, times do
        local low, high = case.draw(seed)
        if low and high and low == low and high == high then
            all[#all + 1] = {low, high}
            sum = sum + (low + high) / 2
        end
    end
    local truth = type(case.truth) == "function" and case.truth() or case.truth or sum / #all
    for _, ends in ipairs(all) do
        below, above = below + (ends[2] < truth and 1 or 0), above + (ends[1] > truth and 1 or 0)
    end
    return below, above, #all
end

-- P(N >= k) of n tries with a chance of p each.
local function chance_of(k, n, p)
    local sum, term = 0, (1 - p) ^ n
    for i = 0, n do
        sum = sum + (i >= k and term or 0)
        term = term * (n - i) / (i + 1) * p / (1 - p)
    end
    return sum
end
t.near(chance_of(0, 60, 0.05), 1, 1e-12, "chances sum to 1")
t.ok(chance_of(14, 60, 0.05) < 1e-5 and chance_of(6, 60, 0.05) > 0.05, "many misses are rare, some are not")

local lines = {"# How often 95% intervals hold the truth", "",
    "`UPDATE=1 tests/run tests/long/coverage.lua` makes this table again: 1000 repetitions of small problems, with",
    "seeds 1, 2, .. (`tests/lua/harness/coverage.lua`). Standard errors (bias, moments, value) are taken 1.96 times,",
    "those of correct Student's t times; of value the truth is its own mean. Outside 93 to 97 % the reason is given.",
    "",
    "| interval | % that hold it | below | above | of | why not 93 to 97 % |", "|---|---|---|---|---|---|"}
for _, case in ipairs(cases) do
    local below, above, n = count(case)
    local share = 100 * (n - below - above) / n
    local least, most = case.least or 93, case.most or 97
    if whole then
        t.ok(share >= least and share <= most, ("%s: %.1f %%, between %g and %g"):format(case.name, share, least, most))
    else
        local p = 1 - math.min(least + 2, 95) / 100
        t.ok(n > 0 and chance_of(below + above, n, p) > 1e-6, ("%s: %d of %d miss"):format(case.name, below + above, n))
    end
    lines[#lines + 1] = ("| %s | %.1f | %d | %d | %d | %s |"):format(case.name, share, below, above, n, case.why or "")
end
if whole then
    local text = table.concat(lines, "\n") .. "\n"
    if os.getenv "UPDATE" then
        t.write(page, text)
    end
    t.equal(t.read(page), text, "the table is that of before")
end
t.done()
