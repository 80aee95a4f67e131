-- groups(ids, values), and problems whose inner draws are rows of the outer sample's group.
local t = dofile "tests/lua/harness/tap.lua"

local g = groups({"b", "a", "b", "c", "a", "b"}, {1, 2, 3, 4, 5, 6})
t.equal(tostring(g), "groups: 3 groups of 1 to 3 rows, 6 rows", "how groups print")
t.equal({#g, g.ids}, {3, {"a", "b", "c"}}, "in the order of their ids")
t.equal(g:count():table(), {2.0, 3.0, 1.0}, "rows of each")
t.near(g:means(), vec{3.5, 10 / 3, 4}, 1e-15, "means of each")
g.ids[1] = "z"
t.equal(g.ids[1], "a", "ids are a copy")
local ordered = groups({"b", "a", "b", "c"}, {1, 2, 3, 4}, {order={"c", "b", "a"}})
t.equal({ordered.ids, ordered:count():table()}, {{"c", "b", "a"}, {1.0, 2.0, 1.0}}, "an order of one's own")
local numbers = groups(vec{3, -1, 3}, mat{{1, 2}, {3, 4}, {5, 6}}, {order=vec{3, -1}})
t.equal(numbers.ids:table(), {3.0, -1.0}, "ids as a vec")
t.equal({numbers:means().rows, numbers:means()[1]:table()}, {2, {3.0, 4.0}}, "means of rows")
t.equal(tostring(groups({1}, {2})), "groups: 1 group of 1 row, 1 row", "one group")
t.equal(tostring(groups({1, 2}, {2, 3})), "groups: 2 groups of 1 row, 2 rows", "of one size")

-- A column of text as csv.read gives it.
local path = t.path "long.csv"
local file = assert(io.open(path, "wb"))
file:write("who,worth\nbob,1\nann,2\nbob,3\n")
file:close()
local long = csv.read(path)
t.equal(groups(long.who, long.worth).ids, {"ann", "bob"}, "ids from a file")
t.equal(correct(poly{0, 0, 1}, long.worth, {by=long.who}):groups():columns().value:table(), {4.0, 3.0},
    "and for correct")
t.equal(correct(poly{0, 0, 1}, groups(long.who, long.worth)).value, 3.5, "correct of groups")

-- Groups in any order are what correct makes of the ids, to the order of the sum.
local s = rng.new(4)
local ids, values = {}, {}
for i = 1, 200 do
    ids[i], values[i] = 1 + i % 20, s:normal()
end
t.near(correct(math.exp, groups(ids, values, {order=vec.linspace(20, 1, 20)})).value,
    correct(math.exp, values, {by=ids}).value, 1e-14, "groups in another order")

-- Problems ----------------------------------------------------------------------------------------------------------

-- f and g of every kind of row against the mean over rows, group by group: objective, gradient, estimates.
local function exact(gr, f, of_row, rows, x)
    local sum, at = 0, {}
    for i = 1, #gr do
        at[i] = {0, 0}
    end
    for _, row in ipairs(rows) do
        at[row.group][1], at[row.group][2] = at[row.group][1] + of_row(x, row), at[row.group][2] + 1
    end
    for i = 1, #gr do
        sum = sum + f(at[i][1] / at[i][2], i) / #gr
    end
    return sum
end

-- The rows' field by group.
local function lists(rows, n, field)
    local all = {}
    for i = 1, n do
        all[i] = {}
    end
    for _, row in ipairs(rows) do
        table.insert(all[row.group], row[field])
    end
    return all
end

local function problems(seed)
    local r = rng.new(seed)
    local count, by, a, b, rows = 1 + r:index(8), {}, {}, {}, {}
    local is_text = seed % 2 == 0
    local function id_of(i)
        return is_text and ("id%d"):format(i) or 10 * i
    end
    local n = count + r:index(30)
    for k = 1, n do
        local i = k <= count and k or r:index(count)
        by[k], a[k], b[k] = id_of(i), r:normal(), r:normal(2)
        rows[k] = {group = i, a = a[k], b = b[k], xi = is_text and i or 10 * i}
    end
    local order = {}
    for i = 1, count do
        order[i] = id_of(i)
    end
    local kinds = {
        {values = a, eta = function(row) return row.a end,
            of = function(x, xi, eta) return math.tanh(x[1] * eta) + 0.01 * xi end,
            sets = function() return lists(rows, count, "a") end},
        {values = mat(b), eta = function(row) return row.b end,
            of = function(x, xi, eta) return eta:dot(x) + eta[1] * eta[2] + 0.01 * xi end,
            sets = function()
                local sets = lists(rows, count, "b")
                for i = 1, count do
                    sets[i] = mat(sets[i])
                end
                return sets
            end},
        {values = {a = a, b = mat(b)}, eta = function(row) return {a = row.a, b = row.b} end,
            of = function(x, xi, eta) return eta.a * x[1] + math.exp(0.3 * eta.b[2] * x[2]) + 0.01 * xi end},
    }
    local kind = kinds[1 + seed % #kinds]
    local gr = groups(by, kind.values, {order=order})
    local f = function(y) return math.logcosh(y) end
    local p = problem.new{dim=2, inner=gr, g=kind.of, f=f}
    local x = r:normal(2)
    local name = ("seed %d: "):format(seed)
    local function of_row(v, row)
        return kind.of(v, row.xi, kind.eta(row))
    end
    t.near((p:objective(x)), exact(gr, f, of_row, rows, x), 1e-13, name .. "the exact objective")
    for _, part in ipairs(p:explain():rows()) do
        t.equal(part.runs, "compiled", name .. part.part .. " is compiled")
    end
    t.ok(p:check().ok, name .. "its gradient")
    local plain = problem.new{dim=2, inner=gr, f=f, g=function(v, xi, eta)
        return v[1] > 1e9 and 0 or kind.of(v, xi, eta) -- cannot be traced
    end}
    if kind.sets then
        local sets = problem.new{dim=2, outer=is_text and count or vec(order), inner=kind.sets(),
            g=kind.of, f=f}
        t.equal(estimator(p, {m=3}):sample(x, {seed=2}), estimator(sets, {m=3}):sample(x, {seed=2}),
            name .. "the draws are those of data sets")
    end
    local drawn = estimator(plain, {of="value", m=100}):moments(x, {reps=400})
    local many = estimator(p, {of="value", m=100}):moments(x, {reps=20000})
    t.near(drawn.mean, many.mean, 5 * (drawn.se + many.se), name .. "draws in plain Lua have the same law")
    local value = estimator(p, {of="value", m=4000}):moments(x, {reps=200})
    t.near(value.mean, (p:objective(x)), 5 * value.se + 1e-3, name .. "draws are rows of the groups")
end
for seed = 1, os.getenv "QUICK" and 3 or 12 do
    problems(seed)
end

-- Linear g: the minimizer by hand, of means alone.
local people = {id = {7, 5, 9}, w = {1, 2, 0.5}}
local tall = groups({5, 7, 9, 5, 7, 9, 9}, {1, 2, 3, 3, 4, 5, 7}, {order=people.id})
local p = problem.new{dim=1, outer=people, inner=tall, g=function(x, xi, eta) return xi.w * (x[1] - eta) end,
    f=function(y) return y * y end}
local top, below = 0, 0
for i, mean in ipairs(tall:means()) do
    top, below = top + people.w[i]^2 * mean, below + people.w[i]^2
end
t.near((p:minimizer()), vec{top / below}, 1e-9, "outer columns in the order of groups: the minimizer by hand")
t.equal(select(2, pcall(function() return p:check().ok end)), true, "and its check")

-- The same bits on any number of threads.
local function trace(threads)
    local r = run{problem=p, method="e-bsgd", m=4, step=0.05, samples=2000, reps=6, threads=threads}
    return r:columns().distance:table()
end
t.equal(trace(1), trace(3), "the same bits on 1 and 3 threads")

-- Wrong use.
local function wrong(fn, words)
    t.raises(fn, words, words)
end
wrong(function() groups({"a", "b"}, {1, 0 / 0}) end, 'groups: expected numbers as data, got nan in row 2 (group "b")')
wrong(function() groups({1, 0 / 0}, {1, 2}) end, "groups: ids: expected numbers or strings, got nan in row 2")
wrong(function() groups({1}, {1, 2}) end, "groups: ids: expected an id for each of the 2 rows of data, got 1")
wrong(function() groups({1, 2}, "x") end, "groups: expected a vec or a mat of rows as data, got 'x'")
wrong(function() groups({1, 2}, {a={1, 2}, b={1}}) end, "groups: expected columns of one length, got 2 and 1 ('b')")
wrong(function() groups({1, 2}, {a={1, 2}, b="x"}) end,
    "groups: expected a vec, a list of numbers or a mat as column 'b', got 'x'")
wrong(function() groups({"a", "b"}, {1, 2}, {order={"a"}}) end, "groups: option 'order': expected all 2 ids, got 1")
wrong(function() groups({"a", "b"}, {1, 2}, {order={"a", "b", "c"}}) end,
    "groups: option 'order': no row has the id 'c'")
wrong(function() groups({"a", "b"}, {1, 2}, {order={"a", "a"}}) end,
    "groups: option 'order': expected each id once, got 'a' twice")
wrong(function() groups({"a", "b"}, {1, 2}, {order=3}) end,
    "groups: option 'order': expected a vec or a list of ids, got 3")
wrong(function() correct(math.exp, g, {by={1}}) end, "correct: option 'by': expected none, the data are groups already")
local function new(outer, inner)
    return problem.new{dim=1, outer=outer, inner=inner, g=function(x) return x[1] end, f=function(y) return y end}
end
wrong(function() new(4, g) end, "problem.new: option 'inner': expected a group for each outer sample (4), got 3 groups")
wrong(function() new(function(rng) return rng:normal() end, g) end,
    "problem.new: option 'inner': expected a group for each outer sample (endless), got 3 groups")
wrong(function() new(nil, dist.normal{mean=0, sd=1}) end,
    "problem.new: option 'outer' must be given: outer samples xi: n, a list, columns, a dist or function(rng)")

t.done()
