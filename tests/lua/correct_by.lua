-- correct(q, data, {by=}): known answers, any order of rows, ids of every kind, groups of few rows, wrong use.
local t = dofile "tests/lua/harness/tap.lua"
local g = rng.new(11)
local square = poly{0, 0, 1}

-- Rows of groups of `sizes`, with means that scatter: values, and numbers as ids.
local function long(sizes)
    local ids, values = {}, {}
    for i, n in ipairs(sizes) do
        local mean = g:normal()
        for _ = 1, n do
            ids[#ids + 1], values[#values + 1] = i, mean + g:normal()
        end
    end
    return values, ids
end

-- The rows of each group, by number.
local function parts(values, ids)
    local all = {}
    for i, id in ipairs(ids) do
        all[id] = all[id] or {}
        table.insert(all[id], values[i])
    end
    return all
end

local function mean(list)
    return vec(list):mean()
end

-- One group is the sample itself, where all its splits are had and where they are random.
for _, n in ipairs {2, 3, 7, 16, 40, 200} do
    local x = g:normal(n)
    local one, by = correct(math.exp, x, {order=2}), correct(math.exp, x, {order=2, by=vec.zeros(n)})
    t.near({by.value, by.removed, by.plugin}, {one.value, one.removed, one.plugin}, 1e-14, n .. " rows in one group")
    for i, row in ipairs(by:rows()) do
        t.near(row.value, one:rows()[i].value, 1e-13, ("%d rows in one group: %s"):format(n, row.operator))
    end
    t.equal({by.group_count, by.smallest, by.largest, by.se == nil, by.verdict == nil}, {1, n, n, true, true},
        n .. " rows in one group: no error, no verdict")
end
local function says(value, words, name)
    t.ok(tostring(value):find(words, 1, true), name)
end
says(correct(math.exp, {1, 2, 4}, {by={7, 7, 7}}), "one group says nothing of how groups scatter", "and says why")

-- s^2 without bias: mean^2 - var/n, group by group; a group of one row keeps its plug-in.
local sizes = {1, 2, 3, 5, 8, 13, 30, 100, 1, 4}
local values, ids = long(sizes)
local r = correct(square, values, {by=ids})
local want, removed = {}, {}
for i, rows in ipairs(parts(values, ids)) do
    local x = vec(rows)
    removed[i] = #x > 1 and x:var() / #x or 0
    want[i] = x:mean()^2 - removed[i]
end
t.near(r.value, mean(want), 1e-13, "s^2: the mean of unbiased values")
t.near(r.se, vec(want):sd() / math.sqrt(#want), 1e-13, "s^2: their standard error")
t.near(r:groups():columns().value, vec(want), 1e-13, "s^2: each group's value")
t.near(r:groups():columns().removed, vec(removed), 1e-13, "s^2: what each is rid of")
t.equal({r.group_count, r.smallest, r.largest}, {10, 1, 100}, "how many groups, and how large")
t.equal(r:groups():columns().n:table(), vec(sizes):table(), "rows of each group")
t.equal(r:rows()[2].kept, 2, "groups of one row are counted")
says(r, "2 of 10 groups have fewer than 2 rows: they keep their plug-in, and their share of its bias stays in value",
    "and the print says what that leaves")
says(r, "10 groups of 1 to 100 rows, 167 rows", "the print says how many groups of how many rows")

-- Equal groups by hand: order 2 of two rows is 2 q(mean) - (q(a) + q(b))/2.
local hand = correct(math.exp, {0, 3, 1, 2, 5, 1}, {by={"a", "b", "a", "b", "c", "c"}})
local function two(a, b)
    return 2 * math.exp((a + b) / 2) - (math.exp(a) + math.exp(b)) / 2
end
t.near(hand:groups():columns().value, vec{two(0, 1), two(3, 2), two(5, 1)}, 1e-12, "three groups of two, by hand")
t.equal(hand:groups():columns().id, {"a", "b", "c"}, "ids of text")

-- Polynomials of the order's degree are unbiased: the U-statistic, a mean over distinct rows' products.
local cube, x, u = poly{0, 0, 0, 1}, {0.3, -1, 2, 0.7, 1.1, -0.4, 3, 0.2}, 0
for i = 1, 8 do
    for j = 1, 8 do
        for k = 1, 8 do
            u = u + (i ~= j and j ~= k and i ~= k and x[i] * x[j] * x[k] / (8 * 7 * 6) or 0)
        end
    end
end
local eight = correct(cube, vec(x) .. vec(x), {order=3, by=vec{1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2}})
t.near(eight:groups():columns().value, vec{u, u}, 1e-13, "s^3 by order 3: the U-statistic")

-- pass@k: of n tries c successes, 1 - C(n-c, k)/C(n, k).
local function choose(n, k)
    local ways = 1
    for i = 1, k do
        ways = ways * (n - k + i) / i
    end
    return ways
end
local tries, problem, successes = {}, {}, {0, 3, 8, 1, 5}
for i, c in ipairs(successes) do
    for k = 1, 8 do
        problem[#problem + 1], tries[#tries + 1] = "task" .. i, k <= c and 1 or 0
    end
end
for k = 1, 4 do
    local q = function(p) return 1 - (1 - p)^k end
    local pass = correct(q, tries, {by=problem, operator=extrap.order(k, {sizes=vec.linspace(1, k, k)})})
    local exact = 0
    for _, c in ipairs(successes) do
        exact = exact + (1 - (c <= 8 - k and choose(8 - c, k) / choose(8, k) or 0)) / 5
    end
    if 8 % k == 0 then
        t.near(pass.value, exact, 1e-13, ("pass@%d: without bias"):format(k))
    end
end

-- The order of rows and of groups changes no bit; nor does what ids are called, as long as their order is the same.
local function shuffled(list, seed)
    local all, s = table.move(list, 1, #list, 1, {}), rng.new(seed)
    for i = #all, 2, -1 do
        local k = s:index(i)
        all[i], all[k] = all[k], all[i]
    end
    return all
end
local function numbers_of(c)
    local all = c:groups():columns()
    return {c.plugin, c.value, c.removed, c.se, c.tail, c.verdict or "none", c:rows()[3].value,
        all.value:table(), all.plugin:table()}
end
values, ids = long{1, 4, 40, 2, 90, 17, 5, 5}
local first = numbers_of(correct(math.exp, values, {by=ids}))
local log_first = numbers_of(correct(math.log, vec(values), {by=ids, log=true}))
local names = {}
for i, id in ipairs(ids) do
    names[i] = ("id %02d"):format(id)
end
t.equal(numbers_of(correct(math.exp, values, {by=names})), first, "texts as ids, the same bits")
for seed = 1, 3 do
    local v, by, text = shuffled(values, seed), shuffled(ids, seed), shuffled(names, seed)
    t.equal(numbers_of(correct(math.exp, v, {by=by})), first, "another order of rows, the same bits")
    t.equal(numbers_of(correct(math.exp, vec(v), {by=vec(by)})), first, "vecs, the same bits")
    t.equal(numbers_of(correct(math.exp, v, {by=text})), first, "texts in another order, the same bits")
    t.equal(numbers_of(correct(math.log, v, {by=by, log=true})), log_first,
        "log weights in another order, the same bits")
end
local renamed = {}
for i, id in ipairs(ids) do
    renamed[i] = -id
end
t.near(correct(math.exp, values, {by=renamed}).plugin, first[1], 1e-15, "ids in another order: the same plug-in")
t.equal(correct(math.exp, values, {by=renamed}):groups():columns().id[1], -8, "groups are in the order of their ids")
t.equal(correct(square, {1, 2, 3}, {by={0, -0.0, 1}}).group_count, 2, "0 and -0 are one id")
t.equal(correct(square, {1, 2, 3}, {by={"", "a", ""}}).group_count, 2, "an empty text is an id")
t.equal(correct(square, {1, 2, 3}, {by={"1", "a\0b", "a\0c"}}).group_count, 3, "texts with any bytes")
local long_text = ("x"):rep(100)
local long_texts = {long_text .. "a", long_text .. "b", long_text .. "a"}
t.equal(correct(square, {1, 2, 3}, {by=long_texts}).group_count, 2, "long texts")

-- Rows of several numbers, and a q that gives several: one output for each.
local rows = mat.columns{vec(values), vec(values) * vec(values)}
local var = correct(function(m) return m[2] - m[1] * m[1] end, rows, {by=ids})
local exact = {}
for i, part in ipairs(parts(values, ids)) do
    local v = vec(part)
    exact[i] = #v > 1 and v:var() or 0
end
t.near(var:groups():columns().value, vec(exact), 1e-12, "a variance from two columns")
local both = correct(function(s) return vec{s * s, s} end, values, {by=ids})
t.near({both.value[1], both.value[2]}, {correct(square, values, {by=ids}).value, both.plugin[2]}, 1e-13,
    "a q of two numbers")
t.equal(both:groups():columns().removed_2:norm(), 0.0, "the linear one loses nothing")
t.ok(both:groups():columns().plugin_1, "numbered columns")

-- Log weights: as weights themselves.
local weights = correct(math.log, math.exp(vec(values)), {by=ids})
local logs = correct(function(l) return l end, values, {by=ids, log=true})
t.near({logs.value, logs.se, logs.plugin}, {weights.value, weights.se, weights.plugin}, 1e-11, "log weights")
local high = correct(function(l) return l end, vec(values) + 5000, {by=ids, log=true})
t.near(high.value, logs.value + 5000, 1e-9, "weights beyond the range of exp")

-- Values of any size: the verdict is the same, what is weighed may be beyond the range of numbers.
local many = {}
for i = 1, 200 do
    many[i] = 2 + i % 5
end
values, ids = long(many)
local small, large = correct(square, values, {by=ids}), correct(poly{0, 0, 1e200}, values, {by=ids})
t.equal(small.verdict, "helps", "s^2 of 200 groups of few rows: helps")
t.equal(large.verdict, "helps", "and 1e200 s^2")
t.near(large.value / 1e200, small.value, 1e-14, "of which the value is as large")
t.equal(correct(poly{1, 2}, values, {by=ids}).verdict, "no difference", "a linear q has nothing to correct")
says(correct(poly{1, 2}, values, {by=ids}), "nothing to correct", "and says so")
t.near(correct(poly{1, 2}, values, {by=ids}):rows()[2].removed, 0, 0, "exactly nothing")

-- All groups too small; equal groups; a q without a value.
local single = correct(square, {1, 2, 3}, {by={1, 2, 3}})
t.equal({single.value, single.removed, #single:rows()}, {14 / 3, 0.0, 1}, "groups of one row: the plug-in")
says(single, "no group has 2 rows for order 2: all keep their plug-in", "and says so")
local equal = correct(square, {1, 2, 1, 2}, {by={1, 1, 2, 2}})
t.equal({equal.se == nil, equal.verdict == nil}, {true, true}, "equal groups have no error")
local nan = correct(math.log, {-1, 2, 5, 3}, {by={1, 1, 2, 2}})
t.equal({nan.value == nil, nan.verdict == nil}, {true, true}, "a q that is not finite")
says(nan, "q is not finite at some groups' means or blocks", "and says so")

-- Groups of any number and size, ids of every kind and every order against correct on each group alone.
local kinds = {
    number = function(i) return i * 0.5 - 3 end,
    text = function(i) return ("%c%d"):format(97 + i % 7, i) end,
}
local q = {square, math.exp, function(s) return s * math.abs(s) + 2 end, cube}
for seed = 1, os.getenv "QUICK" and 4 or 16 do
    local s = rng.new(1000 + seed)
    local counts = {}
    for i = 1, s:index(9) do
        counts[i] = s:index(seed % 4 == 0 and 60 or 10)
    end
    local v, by = long(counts)
    local own, order, kind = parts(v, by), s:index(4), seed % 2 == 0 and "text" or "number"
    local all, f, expected = {}, q[1 + seed % #q], {}
    for i, id in ipairs(by) do
        all[i] = kinds[kind](id)
    end
    for i, part in ipairs(own) do
        expected[i] = {id = kinds[kind](i), value = correct(f, part, {order=order, splits=100}).value}
    end
    table.sort(expected, function(a, b) return a.id < b.id end)
    local c = correct(f, shuffled(v, seed), {by=shuffled(all, seed), order=order, splits=100})
    for i, row in ipairs(c:groups():rows()) do
        local few = #expected > 0 and row.n <= 16
        t.equal(row.id, expected[i].id, ("seed %d: group %d"):format(seed, i))
        t.near(row.value, expected[i].value, few and 1e-12 or 0.2 + 0.2 * math.abs(row.removed),
            ("seed %d: its value"):format(seed))
    end
    t.near(c.value, c:groups():columns().value:mean(), 1e-12, ("seed %d: the mean over groups"):format(seed))
end

-- Wrong use.
t.raises(function() correct(square, {1, 2, 0 / 0}, {by={"a", "b", "b"}}) end,
    'correct: expected finite numbers as data, got nan in row 3 (group "b")', "NaN in a group")
t.raises(function() correct(square, {1, math.huge, 0 / 0}, {by={7, 9, 9}}) end,
    "correct: expected finite numbers as data, got inf in row 2 (group 9)", "the first row that is not finite")
t.raises(function() correct(square, {1, 2, 3}, {by={"a", "b"}}) end,
    "correct: option 'by': expected an id for each of the 3 rows of data, got 2", "another number of ids")
t.raises(function() correct(square, {1, 2, 3}, {by={1, 0 / 0, 3}}) end,
    "correct: option 'by': expected numbers or strings, got nan in row 2", "an id that is NaN")
t.raises(function() correct(square, {1, 2, 3}, {by={"a", 2, "b"}}) end,
    "correct: option 'by': expected a string in row 2 as in row 1, got 2", "ids of two kinds")
t.raises(function() correct(square, {1, 2, 3}, {by={true, true, false}}) end,
    "correct: option 'by': expected a vec, a list of numbers or a list of strings, got a table", "ids that are flags")
t.raises(function() correct(square, {1, 2, 3}, {by="id"}) end,
    "correct: option 'by': expected a vec, a list of numbers or a list of strings, got 'id'", "a name")
t.raises(function() correct(square, {}, {by={}}) end,
    "correct: expected at least one row of data, got a table", "no rows")
t.raises(function() correct(square, "x", {by={1}}) end, "correct: expected a vec or a mat of rows as data, got 'x'",
    "data of another kind")
t.raises(function() correct(square, {a={1, 2}}, {by={1, 2}}) end,
    "correct: expected a vec or a mat of rows as data, got a table (mat.columns{..} makes rows of columns)", "columns")
t.raises(function() correct(square, {1, 2}, {by={1, 1}, order=2, operator=extrap.order(2)}) end,
    "correct: order and operator exclude each other", "order and operator")
t.raises(function() correct(square, {1, 2}, {bye={1, 1}}) end, "correct: unknown option 'bye', did you mean 'by'?",
    "a misspelt option")

t.done()
