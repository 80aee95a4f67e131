-- correct: known answers, any order of rows, honest verdicts, wrong use.
local t = dofile "tests/lua/harness/tap.lua"
local g = rng.new(7)

-- s^2: the jackknife is the mean^2 - s^2/n, and so is every order in the mean over splits, whether n is a multiple of
-- the blocks or not. One split is off by about s^2/n sqrt(2 blocks).
local square = poly{0, 0, 1}
for _, n in ipairs {16, 37, 101} do
    local x = g:normal(n) * 3 + 1
    local want = x:mean()^2 - x:var() / n
    local c = correct(square, x, {splits=4000})
    t.near(c.plugin, x:mean()^2, 1e-13, n .. " rows: plug-in of s^2")
    t.near(c.jackknife, want, 1e-12, n .. " rows: jackknife of s^2")
    for i, row in ipairs(c:rows()) do
        local noise = x:var() / n * math.sqrt(2 * row.blocks / 4000)
        t.near(row.value, i == 1 and x:mean()^2 or want, i == 1 and 1e-13 or 5 * noise,
            ("%d rows: %s of s^2"):format(n, row.operator))
        t.near(row.removed, c.plugin - row.value, 1e-12, ("%d rows: what %s removes"):format(n, row.operator))
    end
    t.near(c.removed, c.plugin - c.value, 1e-12, n .. " rows: removed")
    t.near(c.value, c:rows()[2].value, 0, n .. " rows: order 2 by default")
end

-- A linear q has nothing to remove: every row counts alike in every split.
for _, n in ipairs {7, 20, 101} do
    local x = g:normal(n)
    for _, row in ipairs(correct(function(s) return 3 * s - 1 end, x, {order=4, splits=3}):rows()) do
        t.near(row.removed, 0, 1e-14, ("%d rows, %s: nothing to remove"):format(n, row.operator))
    end
    local two = correct(poly{1, 2}, x)
    t.equal(two.verdict, "no difference", n .. " rows: no difference")
    t.near(two.se, 2 * math.sqrt(x:var() / n), 1e-12, n .. " rows: the standard error of a mean")
end

-- Two rows: 2 q(mean) - (q(a) + q(b))/2, in every split. Three: blocks of one and two rows, weighted by them.
local two = correct(math.exp, {0, 1})
local want = 2 * math.exp(0.5) - (1 + math.exp(1)) / 2
t.near({two.value, two.jackknife}, {want, want}, 1e-15, "two rows")
t.equal({two.verdict == nil, two.se == nil}, {true, true}, "no verdict from two rows")
t.ok(tostring(two):find("no standard error, no verdict: without some of its rows the sample has fewer rows than blocks",
    1, true), "and says why")
local three, sum = correct(math.exp, {0, 1, 3}), 0
for _, one in ipairs {{0, 2}, {1, 1.5}, {3, 0.5}} do
    sum = sum + (math.exp(one[1]) + 2 * math.exp(one[2])) / 9
end
t.near(three.value, 2 * math.exp(4 / 3) - sum, 1e-14, "three rows: all splits")
t.ok(tostring(three):find("3 rows in 2 blocks of 1 and 2: each split uses every row, means are weighted by rows", 1,
    true), "says how rows are dealt")
t.ok(not tostring(two):find("rows in", 1, true), "nothing to say about even blocks")
local one = correct(math.exp, {0.5})
t.equal({one.plugin, one.value, one.removed, one.verdict == nil, #one},
    {math.exp(0.5), math.exp(0.5), 0.0, true, 1}, "one row: the plug-in is kept")
t.ok(tostring(one):find("cannot tell: 1 row cannot be dealt to 2 blocks, the plug-in is kept", 1, true), "and says so")
t.equal(correct(math.exp, 0.5).value, math.exp(0.5), "a number is a sample of one")

-- A ratio of means: bias (r s_yy - s_xy)/(n my^2) to first order, the jackknife by its definition.
local n = 200
local y = g:normal(n) * 0.5 + 3
local x = g:normal(n) + 6
local rows = mat.columns{x, y}
local function ratio(v)
    return v[1] / v[2]
end
local c = correct(ratio, rows)
local r = x:mean() / y:mean()
local first = (r * y:var() - (x - x:mean()):dot(y - y:mean()) / (n - 1)) / (n * y:mean()^2)
local left = 0
for i = 1, n do
    left = left + (x:sum() - x[i]) / (y:sum() - y[i]) / n
end
t.near(c.plugin, r, 1e-14, "ratio: plug-in")
t.near(c.jackknife, n * r - (n - 1) * left, 1e-10, "ratio: jackknife")
t.near(c.jackknife, r - first, 0.05 * math.abs(first), "ratio: the first-order bias")
-- what one split takes off varies by about sqrt(2) of it
t.near(c.removed, first, 5 * 1.5 * math.abs(first) / math.sqrt(100), "ratio: removed")

-- Log weights: as weights themselves, at any scale.
local w = g:normal(101) * 2
local weights = correct(math.log, math.exp(w))
local logs = correct(function(l) return l end, w, {log=true})
for i, row in ipairs(logs:rows()) do
    t.near({row.value, row.se, row.saved, row.added},
        {weights:rows()[i].value, weights:rows()[i].se, weights:rows()[i].saved, weights:rows()[i].added}, 1e-12,
        row.operator .. " of log weights")
end
t.near({logs.jackknife, logs.tail}, {weights.jackknife, weights.tail}, 1e-9, "jackknife and tail of log weights")
local high = correct(function(l) return l end, w + 5000, {log=true})
t.near({high.plugin, high.value, high.jackknife}, {logs.plugin + 5000, logs.value + 5000, logs.jackknife + 5000}, 1e-9,
    "weights beyond the range of exp")
local zero = correct(math.exp, {0, -math.huge, -math.huge, 0}, {log=true, splits=1})
t.near(zero.plugin, 0.5, 1e-15, "weights of zero")
local far = correct(function(l) return l end, {0, -2000, -1000, -3000}, {log=true, splits=50})
t.near(far.plugin, -math.log(4), 1e-14, "weights that vanish beside others")
t.ok(far.value == far.value and math.abs(far.value) < 1e5, "blocks of them have logs")

-- Entropy of a table of counts: Miller and Madow's (categories - 1)/(2n).
local categories, size = 5, 200
local hot = mat.new(size, categories)
for i = 1, size do
    hot[i][g:index(categories)] = 1
end
local function entropy(p)
    local h = 0
    for i = 1, #p do
        h = h - (p[i] > 0 and p[i] * math.log(p[i]) or 0)
    end
    return h
end
local e = correct(entropy, hot)
t.near(e.removed, -(categories - 1) / (2 * size), 0.3 * (categories - 1) / (2 * size), "entropy")
t.ok(e.value <= math.log(categories) * 1.01, "near its largest value")

-- The order of rows does not matter, the seed does.
local order = {}
for i = 1, n do
    order[i] = (i * 77) % n + 1
end
local shuffled = mat.new(n, 2)
for i = 1, n do
    shuffled[i][1], shuffled[i][2] = x[order[i]], y[order[i]]
end
local again = correct(ratio, shuffled)
t.equal({again.plugin, again.value, again.se, again.jackknife, again.tail},
    {c.plugin, c.value, c.se, c.jackknife, c.tail}, "another order of rows, the same bits")
t.ok(correct(ratio, rows, {seed=2}).value ~= c.value, "another seed, other splits")
t.equal(correct(ratio, rows, {seed=1}).value, c.value, "the seed is 1 by default")

-- Vectors: numbers become vecs, columns norms.
local v = correct(function(p) return vec{p[1] * p[2], p[1]} end, rows)
t.equal({#v.value, #v.se, #v.jackknife, #v.removed}, {2, 2, 2, 2}, "a q with two numbers")
t.near(v.removed[2], 0, 1e-14, "the linear one has nothing to remove")
t.near(v:rows()[2].removed, v.removed:norm(), 1e-15, "a column of norms")
t.equal(v:columns().value, nil, "no column for values that are no numbers")

-- Verdicts. Known: exp of a mean of 20 N(0, 4), the bias is worth removing and the corrected value varies less, which
-- about two samples of three show; a kink and a wiggle are not smooth, what is removed is noise.
local function count(q, sd, center, rows_each)
    local found = {helps = 0, hurts = 0, ["no difference"] = 0, ["cannot tell"] = 0}
    for i = 1, 40 do
        local verdict = correct(q, rng.new(100 + i):normal(rows_each) * sd + center).verdict or "cannot tell"
        found[verdict] = found[verdict] + 1
    end
    return found
end
local exp = count(math.exp, 2, 0, 20)
t.ok(exp.helps > 25 and exp.hurts == 0, "exp: helps")
local kink = count(function(s) return math.max(s, 0) end, 1, 0, 40)
t.ok(kink.helps == 0 and kink.hurts <= 2, "a kink at the mean: no sample can tell") -- 5% of 40
local wiggle = count(function(s) return math.sin(8 * s) end, 1, 0.3, 40)
t.ok(wiggle.hurts > 5 and wiggle.helps <= 2, "a wiggle finer than the noise: its mean square error doubles")
t.ok(count(square, 1, 10, 1000)["no difference"] == 40, "a bias far below the noise: no difference")

-- Heavy tails: a warning, and no verdict that it helps.
local heavy = correct(math.log, (1 - rng.new(3):uniform(2000))^-1.5)
t.ok(heavy.tail > 0.7 and heavy.verdict ~= "helps", "a heavy tail does not help")
t.ok(tostring(heavy):find("warning: heavy tail (Pareto k", 1, true), "and is said")
t.ok(not tostring(c):find("warning", 1, true), "a light one is not")

-- Blocks where q is not finite.
local broken = correct(function(s) return math.log(s) end, {-1, -1, -1, 8, 9, 10})
t.equal(broken.verdict, nil, "q is not finite at some blocks: no verdict")
t.ok(tostring(broken):find("14 of 70 values of q at block means are not finite, the first nan (at -1)\n", 1, true),
    "how many, and where")
t.equal({broken.se == nil, tostring(broken):find("too few", 1, true)}, {true, nil}, "no standard error then")

-- Operators.
t.equal(correct(square, x, {operator=extrap.order(2)}).value, correct(square, x).value, "order 2 is the default")
t.equal(#correct(square, x, {operator=extrap.paper(3)}), 5, "another operator is the ladder's last row")
t.equal(correct(square, x, {operator=extrap.paper(3)}):rows()[5].operator, "paper 3", "by its name")
t.equal(#correct(square, {1, 2, 5}), 2, "the ladder ends where rows do")
t.ok(tostring(correct(square, {1, 2, 5}, {order=3})):find("cannot tell: 3 rows cannot be dealt to 4 blocks", 1, true),
    "an operator with more blocks than rows")
local spec = correct(square, x, {order=3, splits=7}):spec()
t.equal({spec.experiment, spec.operator, spec.rows, spec.splits, spec.seed}, {"correct", "order 3", 200, 7, 1},
    "its spec")

-- Its figure: every row with 95% limits by Student's t, where its standard error is known.
local function limits(drawn, factor, message)
    local points = drawn:plot():data()
    t.equal(#points, #drawn, message .. ": a point for each row")
    for i, row in ipairs(drawn:rows()) do
        local point = points[i]
        t.equal({point.label, point.x[1], point.y[1]}, {row.operator, row.blocks, row.value}, message)
        t.near(point.hi[1] - row.value, factor * row.se, 1e-6 * row.se, message .. ": above")
        t.near(row.value - point.lo[1], factor * row.se, 1e-6 * row.se, message .. ": below")
    end
end
limits(correct(math.exp, x), 1.971956544, "199 degrees of freedom")
limits(correct(square, {3, 5, 1, 2, 4, 7}, {by={1, 2, 1, 2, 3, 3}}), 4.302652730, "three groups")
t.near(correct(math.exp, {1}):plot():data()[1].y[1], math.exp(1), 1e-15, "one row has no limits")
t.raises(function() correct(function(point) return point end, mat{{1, 2}, {2, 3}, {3, 5}}):plot() end,
    "correct:plot: expected one number of q that is finite, to draw")
t.raises(function() correct(square, x):plot{titel="a"} end, "plot: unknown option 'titel', did you mean 'title'?")

-- Wrong use.
t.raises(function() correct(square, {1, 0 / 0, 2}) end, "correct: expected finite numbers as data, got nan in row 2")
t.raises(function() correct(square, {1, 2, math.huge}) end,
    "correct: expected finite numbers as data, got inf in row 3")
t.raises(function() correct(square, {1, math.huge}, {log=true}) end,
    "correct: expected finite numbers as data, got inf in row 2")
t.raises(function() correct(square, {}) end, "correct: expected at least one row of data, got a table")
t.raises(function() correct(square, "x") end, "correct: expected a vec or a mat of rows as data, got 'x'")
for _, data in ipairs {{a=vec{1, 2}}, {vec{1, 2}, vec{3, 4}}} do
    t.raises(function() correct(square, data) end,
        "correct: expected a vec or a mat of rows as data, got a table (mat.columns{..} makes rows of columns)")
end
t.raises(function() correct(square, x, {order=2, operator=extrap.order(2)}) end,
    "correct: order and operator exclude each other")
t.raises(function() correct(square, x, {split=2}) end, "correct: unknown option 'split', did you mean 'splits'?")
t.raises(function() correct(3, x) end,
    "correct: expected q as poly{..}, math.exp or a function, got 3")
t.done()
