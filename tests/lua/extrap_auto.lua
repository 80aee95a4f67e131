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

-- Little is lost: order 2 is kept all the same, and not said to help.
local flattest
for seed = 1, 200 do
    local square = extrap.auto(poly{0, 0, 1}, dist.normal{mean=0, sd=1}:draw(10, {seed=seed}))
    local row = square:rows()[2]
    local little = row.change >= 0 and row.change + row.error / 4 < 0.1 * square:rows()[1].se^2
    flattest = flattest or little and square
    if (square.order > 1) ~= (row.change < 0 or little) then
        t.ok(false, ("order 2 is kept where it helps or costs little: seed %d"):format(seed))
    end
end
t.equal({flattest.order, flattest.verdict, flattest:rows()[2].step}, {2, "no difference", "costs little"},
    "a change above 0 within a tenth of the variance")

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

-- Why not at the kink of abs, in the limit of many rows: in errors of the mean, the mean is z = delta + W and means of
-- halves are z + W, W ~ N(0, 1), so that order 2 is 2 |z| - m(z), m(z) = E |z + W|. m'' = 2 phi.
local h, far = 0.01, 1000
local function phi(z) return math.exp(-z * z / 2) / math.sqrt(2 * math.pi) end
local m, slope = {[0]=math.sqrt(2 / math.pi)}, {[0]=0}
for i = 1, far do
    slope[i] = slope[i - 1] + h * (phi((i - 1) * h) + phi(i * h))
    m[i] = m[i - 1] + h * (slope[i - 1] + slope[i]) / 2
end
-- The mean square error at delta where order 2 is taken for |z| >= from h.
local function risk(delta, from)
    local sum = 0
    for i = -far, far do
        local z, k = math.abs(i) * h, math.abs(i)
        local value = k >= from and 2 * z - m[k] or z
        sum = sum + h * phi(i * h - delta) * (value - delta)^2
    end
    return sum
end
-- What the jackknife estimates that order 2 changes, by the derivatives at z: variance added - (removed^2 - its noise).
local function change(i)
    return (2 - slope[i])^2 - 1 - (m[i] - i * h)^2 + (1 - slope[i])^2
end
local never = far + 1
t.near(risk(0, never) / risk(0, 0), 1.124, 1e-3, "at the kink the plug-in has 1.12 times order 2's mean square error")
t.near(risk(1, 0) / risk(1, never), 1.513, 1e-3, "one error away order 2 has 1.5 times the plug-in's")
local last = 0
while risk(0, last + 1) <= 1.1 * risk(0, 0) do
    last = last + 1
end
t.near({last * h, change(last)}, {1.34, 0.41}, 0.02,
    "within 1.1 at the kink: order 2 has to be taken where it is estimated to add 0.4 times the variance")

-- What is said where no operator could be weighed.
local function said(data, options)
    return tostring(extrap.auto(math.exp, data, options))
end
t.ok(said({1, 2}):find("it is not known whether order 2 pays: 2 rows are too few", 1, true), "two rows")
t.ok(said(x, {operators={1}}):find("the plug-in is kept: no other operator was tried", 1, true), "order 1 alone")
t.ok(said(vec{1, 2, 3, 1500}):find("q is not finite at some block means", 1, true), "exp overflows")
t.ok(said(vec{1, 2, 3, 800}):find("bias^2 is beyond the range of numbers", 1, true), "its square overflows")

-- Wrong use.
t.raises(function() extrap.auto(7, x) end, "extrap.auto: expected q as poly{..}, math.exp or a function, got 7")
t.raises(function() extrap.auto(math.exp, "x") end, "extrap.auto: expected a vec or a mat of rows as data, got 'x'")
t.raises(function() extrap.auto(math.exp, vec{1, 0/0}) end,
    "extrap.auto: expected finite numbers as data, got nan in row 2")
t.raises(function() extrap.auto(math.exp, x, {operators={0}}) end,
    "extrap.auto: option 'operators': expected operators or orders from 1 to 11, got 0 at element 1")
t.raises(function() extrap.auto(math.exp, x, {order=2}) end, "extrap.auto: unknown option 'order'")
t.raises(function() extrap.auto(math.exp, x).slope() end, "extrap.auto: no field 'slope', it has change, columns, csv, "
    .. "json, npz, operator, order, plugin, removed, rows, se, spec, splits, tail, value, verdict")

t.done()
