-- extrap.auto: the order that it takes, what it refuses, and its mean square error beside the best fixed order's.
local t = dofile "tests/lua/harness/tap.lua"
local of = dofile "tests/lua/harness/auto.lua"

local x = dist.normal{mean=0, sd=1}:draw(60, {seed=3})

-- A curve: order 2 pays.
local r = extrap.auto(math.exp, x, {seed=1})
local by_hand = correct(math.exp, x, {order=2, seed=1})
t.equal({r.value, r.plugin, r.removed, r.se}, {by_hand.value, by_hand.plugin, by_hand.removed, by_hand.se},
    "as correct's")
t.equal({r.order, r.operator.name, r.verdict, r.splits}, {2, "order 2", "helps", 100}, "order 2 is kept")
local rows = r:rows()
t.equal({#rows, rows[1].step, rows[2].step, rows[3].step}, {4, "start", "pays", "does not pay"}, "steps")
t.equal({rows[1].change, rows[2].change}, {0.0, rows[2].added - rows[2].saved}, "changes")
t.ok(rows[2].change < 0 and r.change == rows[2].change, "squared bias and variance fall")
t.ok(tostring(r):find("order 2 is kept: bias^2 saved ", 1, true), "the print says what is weighed")
t.ok(tostring(r):find("noise has won: order 3 changes them by ", 1, true), "and where it stops")
t.equal(tostring(extrap.auto(math.exp, x, {seed=1})), tostring(r), "the same again")

-- Nothing to gain.
local flat = extrap.auto(function(s) return 0*s + 7 end, x)
t.equal({flat.value, flat.order, flat.removed, flat.verdict}, {7.0, 1, 0.0, "nothing to correct"}, "a constant")
local line = extrap.auto(function(s) return 2*s + 1 end, x)
t.equal({line.value, line.order, line.verdict}, {line.plugin, 1, "nothing to correct"}, "a line")
local kink = extrap.auto(math.abs, x - x:mean() + 0.05)
t.equal({kink.value, kink.order, kink.verdict}, {kink.plugin, 1, "noise has won"}, "a kink")
t.ok(tostring(kink):find("the plug-in is kept", 1, true), "which the print says")
local few = extrap.auto(math.exp, vec{0.5, -1, 0.25})
t.equal({#few:rows(), few:rows()[2].operator}, {2, "order 2"}, "three rows have two blocks")
t.ok(tostring(few):find("3 rows cannot be dealt to the blocks of order 3, order 4", 1, true), "as the print says")
t.equal(extrap.auto(math.exp, vec{0.5}).verdict, "cannot tell", "one row")

-- Candidates of one's own; several outputs.
local own = extrap.auto(math.exp, x, {operators={extrap.paper(2), extrap.fit{sizes={1, 2, 4}, powers={1}}}, splits=50})
t.equal({own:rows()[3].operator, own.splits, own:spec().operators}, {"fit 1 (1, 2, 4)", 50,
    {"order 1", "paper 2", "fit 1 (1, 2, 4)"}}, "operators")
local both = extrap.auto(function(v) return vec{v[1]*v[2], math.exp(v[1])} end, mat.columns{x, x + 1})
t.equal({#both.value, #both.se}, {2, 2}, "two outputs")

local logs = extrap.auto(function(l) return l end, 2*x, {log=true, seed=1})
t.equal(logs.value, correct(function(l) return l end, 2*x, {log=true, seed=1, order=logs.order}).value, "log weights")

-- Mean square errors.
local seeds = os.getenv "QUICK" and 6 or 40
for _, case in ipairs(of.cases) do
    if case.short then
        for _, n in ipairs{10, 100} do
            local m = of.measure(case, n, seeds)
            local excess, se = m.excess(1.1)
            t.ok(excess <= 5*se, ("%s, n = %d: at most 1.1 times order %d's, %.3f"):format(case[1], n, m.best, m.ratio))
        end
    end
end

-- Wrong use.
t.raises(function() extrap.auto(7, x) end, "extrap.auto: expected q as poly{..}, math.exp or a function, got 7")
t.raises(function() extrap.auto(math.exp, "x") end, "extrap.auto: expected a vec or a mat of rows as data, got 'x'")
t.raises(function() extrap.auto(math.exp, vec{1, 0/0}) end,
    "extrap.auto: expected finite numbers as data, got nan in row 2")
t.raises(function() extrap.auto(math.exp, x, {operators={0}}) end,
    "extrap.auto: option 'operators': expected operators or orders from 1 to 11, got 0 at element 1")
t.raises(function() extrap.auto(math.exp, x, {order=2}) end, "extrap.auto: unknown option 'order'")
t.raises(function() extrap.auto(math.exp, x).slope() end, "extrap.auto: no field 'slope'")

t.done()
