-- extrap.auto beside the best fixed order, from 10 to 10000 rows: its mean square error is within 10 % of it, but for a
-- kink at the mean and a q without slope there, on few rows. The names of the tests are the table.
local t = dofile "tests/lua/harness/tap.lua"
local of = dofile "tests/lua/harness/auto.lua"

local sizes = {{10, 200}, {20, 200}, {100, 200}, {1000, 100}, {10000, 40}}
local bounds = {["abs at its kink"] = 1.2, ["s^2 at its minimum"] = 1.4}

for _, case in ipairs(of.cases) do
    for _, size in ipairs(sizes) do
        local m = of.measure(case, table.unpack(size))
        local bound = bounds[case[1]] or 1.1
        local excess, se = m.excess(bound)
        local words = "%s, n = %d: %.3f times order %d's (the plug-in %.3f), at most %g; orders taken %s"
        t.ok(excess <= 5*se, words:format(case[1], size[1], m.ratio, m.best, m.plain, bound,
            table.concat(m.taken, " ")))
    end
end

t.done()
