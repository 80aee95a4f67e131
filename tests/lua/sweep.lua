-- sweep{..}: its rows against plain loops, what run may return, figures, points that fail, and what it refuses.
local t = dofile "tests/lua/harness/tap.lua"
local N = dist.normal{mean = 0, sd = 1}

local function rows(r)
    return r:rows()
end

-- Points ----------------------------------------------------------------------------------------------------------

local r = sweep{over = {b = {1, 10}, a = {3, 2, 1}}, run = function(v) return v.a * v.b + v.point / 100 end}
t.equal(rows(r), {
    {a = 3, b = 1, value = 3.01}, {a = 3, b = 10, value = 30.02}, {a = 2, b = 1, value = 2.03},
    {a = 2, b = 10, value = 20.04}, {a = 1, b = 1, value = 1.05}, {a = 1, b = 10, value = 10.06},
}, "the names in order, the last one fastest; values as given")
t.equal({#r, r.missing}, {6, 0}, "a row for each point, none is missing")
r = sweep{over = {{"b", {1, 10}}, {"a", vec{3, 2}}}, run = function(v) return v.a * v.b end}
t.equal(rows(r)[2], {a = 2, b = 1, value = 2}, "pairs keep their order")
t.equal(select(2, pcall(r.csv, r, t.path "order.csv")), t.path "order.csv", "CSV")
t.equal(t.read(t.path "order.csv"), "b,a,value\n1,3,3\n1,2,2\n10,3,30\n10,2,20\n", "its columns")
r = sweep{points = {{m = 1, step = 0.1}, {m = 2}, {step = 0.5, m = 2}}, run = function(v)
    return v.m + (v.step or 7)
end}
t.equal(rows(r), {{m = 1, step = 0.1, value = 1.1}, {m = 2, value = 9}, {m = 2, step = 0.5, value = 2.5}},
    "a list of points, some without a value")

-- Values of every kind arrive as they are, and are shown as numbers or words.
local seen = {}
local kinds = {
    number = {1.5}, text = {"a b"}, yes = {true, false}, v = {vec{1, 2}}, law = {N}, op = {extrap.order(2)},
    named = {exp = math.exp, table = {1, x = 2}}, step = {schedule.constant(0.5)},
}
r = sweep{over = kinds, run = function(v)
    seen[#seen + 1] = v
    return 1
end}
t.equal({seen[1].number, seen[1].text, seen[1].v, seen[1].law, seen[1].op, seen[1].step},
    {1.5, "a b", vec{1, 2}, N, kinds.op[1], kinds.step[1]}, "values arrive")
t.equal({seen[1].named, seen[2].named, seen[3].named, seen[1].yes, seen[3].yes},
    {math.exp, math.exp, kinds.named.table, true, true}, "named ones in the order of their names")
local row = rows(r)[1]
t.equal({row.number, row.text, row.yes, row.v, row.named, row.op}, {1.5, "a b", "true", "vec{1, 2}", "exp",
    tostring(kinds.op[1])}, "what the table shows")
r = sweep{over = {v = {vec{1, 2}, vec{3, 4}}}, run = function(v)
    v.v[1] = 9
    return v.v[2]
end}
t.equal({kinds.v[1], rows(r)[1].v}, {vec{1, 2}, "vec{1, 2}"}, "what run does with its values reaches nobody")

-- What run returns ------------------------------------------------------------------------------------------------

local p = problem.invariant_logistic{n = 50, d = 2}
local base = {problem = p, method = "bsgd", samples = 1000, reps = 3, threads = 1}
local function of(run, over)
    return sweep{over = over or {step = {1e-3, 1e-2}}, run = run}
end
local function at(v)
    return run(t.over(base, {step = v.step}))
end
for i, each in ipairs(rows(of(at))) do
    local last = run(t.over(base, {step = each.step})):final()
    t.equal({each.gap, each.gap_lo, each.gap_hi, each.samples, each.diverged},
        {last.gap, last.gap_lo, last.gap_hi, last.samples, 0}, "the last means of run " .. i)
    t.equal(each.step, ({1e-3, 1e-2})[i], "the swept step is not the run's number of steps")
end
local methods = {{"bsgd", m = 2}, {"e-bsgd", m = 1}}
local function race(v)
    return compare{problem = p, samples = 1000, reps = 3, step = v.step, methods = methods}
end
for _, each in ipairs(rows(of(race))) do
    local c = race(each)
    t.equal({each["bsgd gap"], each["e-bsgd gap_hi"]},
        {c:run "bsgd":final().gap, c:run "e-bsgd":final().gap_hi}, "the last row of each method")
    local gain = race(each):advantage():rows()[2]
    local own = rows(of(function(v) return race(v):advantage() end, {step = {each.step}}))[1]
    t.equal({own["e-bsgd advantage"], own["e-bsgd verdict"]}, {gain.advantage, gain.verdict}, "an advantage")
end
local data = rng.new(1):normal(40)
local function correction(v) return correct(math.exp, data, {order = v.order}) end
for _, each in ipairs(rows(of(correction, {order = {1, 2, 3}}))) do
    local c = correction(each)
    t.equal({each.value, each.se, each.verdict, each.plugin, each["order 1 value"]},
        {c.value, c.se, c.verdict, c.plugin}, "the fields of a correction")
end
local function law_bias(v) return bias{q = math.exp, dist = N, operators = {v.order}, m = {2, 4}, reps = 500} end
for _, each in ipairs(rows(of(law_bias, {order = {1, 2}}))) do
    local last = law_bias(each):rows()[2]
    t.equal({each.bias, each.se, each.m, each.exact}, {last.bias, last.se, 4, last.exact}, "one operator: its last m")
end
local e = estimator(p, {m = 2})
row = rows(of(function() return e:moments(nil, {reps = 100}) end))[1]
local moments = e:moments(nil, {reps = 100})
t.equal({row.bias_norm, row.mean}, {moments.bias_norm}, "numbers of moments, no vecs")
row = rows(of(function(v) return extrap.order(2):estimate(math.exp, N, {m = v.m, reps = 100}) end, {m = {2}}))[1]
t.equal(row.mean, extrap.order(2):estimate(math.exp, N, {m = 2, reps = 100}).mean, "the mean of estimates")
t.equal(rows(of(function() return "word" end))[1], {step = 1e-3, value = "word"}, "a text")
t.equal(rows(of(function(v) return v.step < 5e-3 end))[2], {step = 1e-2, value = "false"}, "a boolean")
r = of(function(v)
    return {x = 1, gap_hi = 3, y = v.step > 5e-3 and 0 or nil, gap = 2, gap_lo = 1, name = "n", se = 5}
end)
t.equal(rows(r)[1], {step = 1e-3, x = 1, gap = 2, gap_lo = 1, gap_hi = 3, name = "n", se = 5}, "a table")
t.equal(r:columns().y[2], 0, "a column that other points do not have")
r:csv(t.path "table.csv")
t.equal(t.read(t.path "table.csv"):match "^[^\n]*", "step,gap,gap_lo,gap_hi,se,name,x,y", "main numbers first")
t.equal(rows(of(function() return {a = 0 / 0, b = math.huge} end))[1], {step = 1e-3, b = math.huge}, "not finite")

-- Seeds -----------------------------------------------------------------------------------------------------------

local function draw() return rng.new():normal() end
r = of(draw, {m = {1, 2}})
t.equal({rows(r)[1].value, rows(r)[2].value}, {rng.new(1):normal(), rng.new(1):normal()}, "everywhere the same seed")
r = sweep{over = {m = {1, 2}}, seed = 7, run = draw}
t.equal(rows(r)[2].value, rng.new(7):normal(), "the sweep's seed")
r = of(function(v) return rng.new(v.seed + v.point):normal() end, {m = {1, 2}})
t.equal(rows(r)[2].value, rng.new(3):normal(), "v.seed and v.point give others")
r = of(draw, {seed = {4, 5}})
t.equal({rows(r)[1].value, rows(r)[2].value}, {rng.new(4):normal(), rng.new(5):normal()}, "a swept seed")
t.equal(rng.new():normal(), rng.new(1):normal(), "afterwards the seed is the old one")
r = of(function() return math.random() end, {m = {1, 2, 3}})
t.equal({rows(r)[2].value, rows(r)[3].value}, {rows(r)[1].value, rows(r)[1].value}, "math.random, too")

-- Figures ---------------------------------------------------------------------------------------------------------

local function data_of(...)
    return (...):plot(select(2, ...)):data()
end
r = sweep{over = {m = {4, 1, 2}, noise = {1, 10, 100}, kind = {"a", "b"}}, run = function(v)
    return {gap = v.noise / v.m, gap_lo = v.noise / v.m - 0.1, gap_hi = v.noise / v.m + 0.2, cost = v.m}
end}
local curves = data_of(r)
t.equal({#curves, curves[1].label, curves[2].label}, {6, "kind = a, noise = 1", "kind = a, noise = 10"},
    "a curve for each value of the other names")
local one = sweep{over = {m = {4, 1, 2}, noise = {1, 10, 100}}, run = function(v)
    return {gap = v.noise / v.m, gap_lo = v.noise / v.m - 0.1, gap_hi = v.noise / v.m + 0.2, cost = 5 * v.m}
end}
curves = data_of(one, {x = "m", y = "gap", by = "noise"})
t.equal({#curves, curves[2].label}, {3, "noise = 10"}, "by")
t.near(curves[2].x, {1, 2, 4}, 0, "in the order of x")
t.near(curves[2].y, {10, 5, 2.5}, 1e-15, "y")
t.near({curves[2].lo[1], curves[2].hi[3]}, {9.9, 2.7}, 1e-12, "limits")
t.equal({one:plot():describe():match "^[^\n]*", one:plot{x = "noise", by = "m"}:describe():match "^[^\n]*"},
    {"gap (logarithmic) against m (powers of 2).", "gap (logarithmic) against noise (logarithmic)."}, "axes")
t.equal(one:plot{x = {scale = "linear"}, y = "cost"}:describe():match "^[^\n]*", "cost against m.",
    "a scale that is given")
curves = data_of(one, {x = "cost", y = "gap"})
t.equal({#curves, curves[1].label}, {3, "noise = 1"}, "against a column that run returned")
r = of(function(v) return {value = v.m, se = 0.5} end, {m = {1, 2, 3}})
t.near(data_of(r)[1].hi, {1.98, 2.98, 3.98}, 1e-12, "limits from se")
r = of(function(v) return {cost = v.m, cost_se = 0.5, se = 9, other = 1} end, {m = {1, 2, 3}})
t.near(data_of(r)[1].lo, {0.02, 1.02, 2.02}, 1e-12, "from a column's own se")
t.equal(data_of(r, {y = "other"})[1].lo, nil, "se is not everyone's")
t.raises(function() one:plot{x = "q"} end, "sweep:plot: no column 'q'", "no such x")
t.raises(function() one:plot{y = "gab"} end, "sweep:plot: no column 'gab', did you mean 'gap'?", "no such y")
t.raises(function() one:plot{by = "nois"} end, "sweep:plot: option 'by': no column 'nois', did you mean 'noise'?")
t.raises(function() one:plot{by = 3} end, "sweep:plot: option 'by': expected a column's name or a list of them, got 3")
t.raises(function() one:plot{by = {}} end, "sweep:plot: a curve would have several points at one m: 'noise' is swept, "
    .. "too, name it in by={..}")
r = sweep{over = {kind = {"a", "b"}}, run = function() return 1 end}
t.raises(function() r:plot() end, "sweep:plot: nothing that is swept is a column of numbers, there is nothing to draw")
t.raises(function() r:plot{x = "kind"} end, "sweep:plot: option 'x': expected a column of numbers, got 'kind'")

-- Points that fail ------------------------------------------------------------------------------------------------

r = of(function(v)
    if v.m == 1 then
        error "first\n   and more"
    elseif v.m == 2 then
        error({code = 5}, 0)
    elseif v.m == 3 then
        bias{q = 5}
    elseif v.m == 4 then
        return {x = vec{1}}
    elseif v.m == 5 then
        return nil
    elseif v.m == 6 then
        return {m = 6}
    elseif v.m == 7 then
        error(setmetatable({}, {__tostring = function() return "own" end}))
    elseif v.m == 11 then
        error(setmetatable({}, {__tostring = error}))
    elseif v.m == 9 then
        error "\27[2J"
    elseif v.m == 10 then
        return {x = "\27[2J"}
    end
    return v.m
end, {m = {8, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11}})
local why = {}
for i, each in ipairs(rows(r)) do
    why[i] = each.failed or each.value
end
t.equal(why, {8, "first and more", "an error that is a table", why[4],
    "run returned a vec of length 1 as 'x', expected a number, text or boolean",
    "run returned nothing, expected a number, a table of columns or a result",
    "run returned a column 'm', which the sweep has itself: call it otherwise", "own", "?[2J",
    "run returned control characters as 'x', expected a number, text or boolean",
    "an error that is a table"}, "each with its reason")
t.ok(why[4]:find "^bias: ", "an error of the library, without its place: " .. why[4])
t.ok(tostring(r):find("10 of 11 points failed, the first m = 1: first and more", 1, true), "a note")
for code = 0, 1 do
    r = sweep{over = {m = {1, 2, 3}}, threads = 2, run = function(v) return v.m == 2 and os.exit(code) or v.m end}
    t.equal({#r, rows(r)[2].failed, rows(r)[3].value}, {3, "its process ended: exit code " .. code, 3},
        "os.exit in a worker")
end
r = of(function() error "always" end)
t.equal({#r, rows(r)[2].failed}, {2, "always"}, "all fail: still a result")
t.ok(tostring(r):find("all of 2 points failed, the first step = 0.001: always", 1, true), ".. which says so")
t.raises(function() r:plot() end,
    "sweep:plot: nothing that run returned is a column of numbers, there is nothing to draw", "and no figure")
local broken = true
local function fragile(v)
    assert(not broken or v.m ~= 2, "broken")
    return v.m
end
r = of(fragile, {m = {1, 2, 3}})
broken = false
t.equal(rows(r:resume())[2].failed, "broken", "resume leaves points that failed")
t.equal(rows(r:resume{failed = true}), rows(of(fragile, {m = {1, 2, 3}})), "unless it is to run them again")
t.equal(rows(r)[2].failed, "broken", "the old result stays")

-- Files -----------------------------------------------------------------------------------------------------------

local path, calls = t.path "points", 0
local function counted(v)
    calls = calls + 1
    assert(v.m ~= 2, "two")
    return {value = v.m / 3, name = "n"}
end
local asked = {over = {m = {1, 2, 3}, w = {"a", "b"}}, run = counted, checkpoint = path}
local first = sweep(asked)
local bytes = t.read(path)
local second = sweep(asked)
t.equal({calls, rows(second), tostring(second)}, {6, rows(first), tostring(first)}, "from its checkpoint")
t.equal(t.read(path) == bytes, true, "which stays as it is")
local plain = sweep(t.over(asked, {checkpoint = false or nil}))
for _, kind in ipairs {"csv", "json"} do
    t.equal(t.read(first[kind](first, t.path "one." .. kind)), t.read(plain[kind](plain, t.path "two." .. kind)), kind)
end
local function refuses(change, words)
    t.raises(function() sweep(t.over(asked, change)) end,
        ("sweep: checkpoint '%s' is of another sweep: %s"):format(path, words), words)
end
refuses({over = {m = {1, 2, 4}, w = {"a", "b"}}}, "option 'over': 'm' is 1, 2, 3 there, 1, 2, 4 here")
refuses({over = {m = {1, 2, 3}}}, "option 'over' has m, w there, m here")
refuses({seed = 5}, "option 'seed' is 1 there, 5 here")
refuses({run = function(v) return v.m end}, "option 'run' is another function there")
asked.over = nil
refuses({points = {{m = 1}}}, "it has option 'over', not 'points'")
asked.over = {d = {one = N, two = {1}}}
path = t.path "named"
asked.checkpoint, asked.run = path, function() return 1 end
sweep(asked)
refuses({over = {d = {one = dist.uniform(0, 1), two = {1}}}},
    "option 'over': 'd' has other values of the same names there")
t.write(path, bytes:sub(1, -2))
t.raises(function() sweep(asked) end,
    ("sweep: cannot read checkpoint '%s': the file is damaged or cut off"):format(path))
t.write(path, "text")
t.ok(not pcall(sweep, asked), "a file that is none of ours")
local saved = run(t.over(base, {step = 1e-3})):save(t.path "a.run")
t.raises(function() sweep(t.over(asked, {checkpoint = saved})) end,
    ("sweep: cannot read checkpoint '%s': it holds a run, not a sweep"):format(saved))
local nowhere = t.path "none/file"
t.raises(function() sweep(t.over(asked, {checkpoint = nowhere})) end,
    ("sweep: cannot write '%s': No such file or directory"):format(nowhere))

-- A figure is asked again with its function.
local figure = one:plot{by = "noise"}:save(t.path "sweep.pdf")
t.raises(function() reproduce(figure) end,
    "reproduce: option 'run' was a function, which files do not hold: give it again")
local again, same = reproduce(figure, {run = function(v)
    return {gap = v.noise / v.m, gap_lo = v.noise / v.m - 0.1, gap_hi = v.noise / v.m + 0.2, cost = 5 * v.m}
end})
t.equal({tostring(again), same}, {tostring(one), true}, "reproduced")
t.equal(select(2, reproduce(figure, {run = function() return 1 end})), false, "by another function it is another one")

-- Wrong use -------------------------------------------------------------------------------------------------------

local function one_of(v) return v.m end
for _, case in ipairs {
    {{run = one_of}, "expected over={m={1, 2}, ..} or points={{m=1}, ..}"},
    {{over = {m = {1}}, points = {{m = 1}}, run = one_of}, "expected over={m={1, 2}, ..} or points={{m=1}, ..}"},
    {{over = {}, run = one_of}, "option 'over': expected names with lists of values, got none"},
    {{over = {m = {}}, run = one_of}, "option 'over': expected a list of values of 'm', got none"},
    {{over = {m = 3}, run = one_of}, "option 'over': expected a list of values of 'm', got 3"},
    {{over = {m = {1, 1.0}}, run = one_of}, "option 'over': 'm' has the value 1 twice"},
    {{over = {m = {1, x = 2}}, run = one_of},
        "option 'over': expected a list of values of 'm' or a table of named ones, got both"},
    {{over = {q = {math.exp}}, run = one_of}, "option 'over': expected numbers, texts, booleans or vecs as values of "
        .. "'q', got a function; give such values names: q={one=.., two=..}"},
    {{over = {m = {0 / 0}}, run = one_of}, "option 'over': expected numbers, texts, booleans or vecs as values of "
        .. "'m', got nan; give such values names: m={one=.., two=..}"},
    {{over = {m = {"\27[2J"}}, run = one_of}, "option 'over': expected numbers, texts, booleans or vecs as values of "
        .. "'m', got control characters; give such values names: m={one=.., two=..}"},
    {{over = {point = {1}}, run = one_of}, "option 'over': 'point' is the sweep's own name, take another one"},
    {{over = {{"m", {1}}, {"m", {2}}}, run = one_of}, "option 'over': 'm' is swept twice"},
    {{over = {1, 2}, run = one_of},
        "option 'over': expected {m={1, 2}, ..} or {{\"m\", {1, 2}}, ..}, got another list"},
    {{over = {a = vec.linspace(0, 1, 1001), b = vec.linspace(0, 1, 1001)}, run = one_of},
        "option 'over': expected at most 1000000 points, got more"},
    {{over = {seed = {1.5}}, run = one_of},
        "'seed' is swept: expected whole numbers from 0 to 2^53, got 1.5 at element 1"},
    {{points = {}, run = one_of}, "option 'points': expected a list of tables {m=1, ..}, got none"},
    {{points = {{}}, run = one_of}, "option 'points': expected tables {m=1, ..}, got an empty one at element 1"},
    {{points = {{m = 1}, 3}, run = one_of}, "option 'points': expected tables {m=1, ..}, got 3 at element 2"},
    {{over = {m = {1}}, run = 3}, "option 'run': expected a function, got 3"},
    {{over = {m = {1}}, ran = one_of}, "unknown option 'ran', did you mean 'run'?"},
    {{over = {m = {1, 2}}, run = function() end},
        "option 'run': it returned nothing, expected a number, a table of columns or a result"},
    {{over = {m = {1, 2}}, run = function(v) return {m = v.m} end},
        "option 'run': it returned a column 'm', which the sweep has itself: call it otherwise"},
    {{over = {m = {1, 2}}, run = function() return {failed = 1} end},
        "option 'run': it returned a column 'failed', which the sweep has itself: call it otherwise"},
} do
    t.raises(function() sweep(case[1]) end, "sweep: " .. case[2], case[2])
end
t.raises(function() r:resume{faild = true} end, "sweep:resume: unknown option 'faild', did you mean 'failed'?")

-- What an experiment that fails in a point had is not kept, with any number of threads.
for _, threads in ipairs {1, 2} do
    local each = sweep{over = {m = {1, 2}}, threads = threads, run = function(v)
        local _, error_text = pcall(run, {problem = problem.invariant_logistic{n = 20}, method = "bsgd", steps = 20,
            reps = 1, step = function(k) return k < 9 and 1e-3 or error "no step" end})
        return {step = unfinished():final().step, found = error_text:find "no step" and v.m}
    end}
    t.equal(each:rows()[2].step, 8, "a point sees what its own experiment had, threads = " .. threads)
    t.ok(not pcall(unfinished), "which is forgotten after it, threads = " .. threads)
end
t.done()
