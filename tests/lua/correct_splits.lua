-- correct: all splits where they can be had, the error of random ones where not, what is rounding, what is not known,
-- and verdicts that hold at any scale.
local t = dofile "tests/lua/harness/tap.lua"
local g = rng.new(11)

-- By brute force: the operator on every order of the rows, equal rows not told apart.
local function permutations(list, n, visit)
    if n <= 1 then
        return visit(list)
    end
    local been = {}
    for i = 1, n do
        if not been[list[i]] then
            been[list[i]] = true
            list[i], list[n] = list[n], list[i]
            permutations(list, n - 1, visit)
            list[i], list[n] = list[n], list[i]
        end
    end
end

-- The mean of q over the windows of `size` of K blocks, weighted by their rows.
local function term(q, rows, size, blocks, mean)
    local n, sum, all = #rows, 0, 0
    local function first(k)
        return k * n // blocks
    end
    for start = 0, blocks - 1, size == blocks and blocks or size do
        local total, count = {}, 0
        for i = first(start), first(start + size) - 1 do
            total[#total + 1] = rows[i + 1]
            count = count + 1
        end
        sum, all = sum + count * q(mean(total)), all + count
    end
    return sum / all
end

local function mean_of(list)
    local sum = 0
    for _, x in ipairs(list) do
        sum = sum + x
    end
    return sum / #list
end

local function log_mean_of(list)
    local sum = 0
    for _, x in ipairs(list) do
        sum = sum + math.exp(x)
    end
    return math.log(sum / #list)
end

local weights = {[2] = {[1] = -1, [2] = 2}, [3] = {[1] = 1 / 3, [2] = -2, [4] = 8 / 3}}

local function brute(q, data, order, mean)
    local sum, count, blocks = 0, 0, 2^(order - 1) // 1
    permutations({table.unpack(data)}, #data, function(rows)
        for size, weight in pairs(weights[order]) do
            sum = sum + weight * term(q, rows, size, blocks, mean)
        end
        count = count + 1
    end)
    return sum / count
end

local functions = {
    {"s^2", function(s) return s * s end},
    {"exp", math.exp},
    {"a kink", function(s) return math.abs(s - 0.4) end},
    {"a step", function(s) return s > 0.41 and 1 or 0 end},
}
local samples = {
    {1, 1, 0, 0}, {0.5, -1, 2, 0.25, 3}, {1, 0, 0, 0, 2, 2}, {0.1, 0.2, 0.3, 0.3, 0.3, 0.6, 5}, {0, 0, 0, 0, 0, 0, 1},
}
for _, q in ipairs(functions) do
    for i, data in ipairs(samples) do
        for order = 2, #data >= 4 and 3 or 2 do
            local name = ("%s, sample %d, order %d"):format(q[1], i, order)
            local c = correct(q[2], data, {order=order})
            t.near(c.value, brute(q[2], data, order, mean_of), 1e-12, name .. ": the mean over all permutations")
            local other = correct(q[2], data, {order=order, seed=77, splits=3})
            t.equal({other.value, other.se, other.verdict, tostring(other)}, {c.value, c.se, c.verdict, tostring(c)},
                name .. ": no seed")
            t.equal({c.splits, c.split_se}, {"all", 0.0}, name .. ": no error of splits")
        end
    end
end
local logs = {0, -1, 0.5, -math.huge, -3, 1}
t.near(correct(function(l) return l end, logs, {log=true}).value,
    brute(function(l) return l end, logs, 2, log_mean_of), 1e-12, "log weights: the mean over all permutations")

-- What is known in closed form. s^2: the mean^2 - s^2/n. pass@k: order k is exactly unbiased, so it is the U-statistic.
for seed = 1, 3 do
    t.near(correct(poly{0, 0, 1}, vec{1, 1, 0, 0}, {seed=seed}).value, 1 / 6, 1e-15, "s^2 of two ones in four")
end
for _, n in ipairs {4, 9, 16} do
    local x = g:normal(n)
    t.near(correct(poly{0, 0, 1}, x).value, x:mean()^2 - x:var() / n, 1e-14, n .. " rows: s^2")
end
local function table_of(ones, n)
    local x = vec.zeros(n)
    for i = 1, ones do
        x[i] = 1
    end
    return x
end
local function pass(n, c, k)
    local none = 1
    for i = 0, k - 1 do
        none = none * math.max(n - c - i, 0) / (n - i)
    end
    return 1 - none
end
local powers = {[2] = poly{0, 2, -1}, [3] = poly{0, 3, -3, 1}, [5] = poly{0, 5, -10, 10, -5, 1}}
for k, q in pairs(powers) do
    for _, n in ipairs {32, 64, 1024} do -- blocks of equal size, else order k is not exact
        local c = correct(q, table_of(n // 5, n), {order=k})
        t.near(c.value, pass(n, n // 5, k), 1e-12, ("pass@%d of %d attempts"):format(k, n))
        local other = correct(q, table_of(n // 5, n), {order=k, seed=5})
        t.equal({c.splits, other.value, other.verdict}, {"all", c.value, c.verdict}, "no seed")
    end
end

-- Random splits: their error is stated, and right: over seeds the value scatters by it.
local x = g:normal(40)
local values, stated = {}, 0
for seed = 1, 40 do
    local c = correct(math.exp, x, {seed=seed, splits=30})
    values[seed], stated = c.value, stated + c.split_se / 40
end
t.near(vec(values):sd() / stated, 1, 5 / math.sqrt(2 * 39), "the error of random splits")
local c = correct(math.exp, x)
t.ok(c.se > c.split_se and c.split_se > 0, "part of the standard error")
t.ok(tostring(c):find("100 random splits: their error is ", 1, true), "and printed")
local single = correct(math.exp, x, {splits=1})
t.equal({single.se == nil, single.split_se == nil, single.verdict == nil}, {true, true, true},
    "one split tells no error")
t.ok(tostring(single):find("the error of a single random split is not known", 1, true), "and says so")

-- Fair coins and a kink at their mean: it is rarely said to hurt (exactly, the mean square error falls by 7.8%). Their
-- number decides the verdict, and by symmetry that of ones is enough.
local kink, share, chance = function(s) return math.abs(s - 0.5) end, {helps = 0, hurts = 0, none = 0}, 0.5^30
for ones = 0, 15 do
    local verdict = correct(kink, table_of(ones, 30)).verdict or "none"
    share[verdict] = (share[verdict] or 0) + chance * (ones < 15 and 2 or 1)
    chance = chance * (30 - ones) / (ones + 1)
end
t.near(share.helps + share.hurts + share["no difference"] + share.none, 1, 1e-12, "coins: every table has a verdict")
t.ok(share.hurts <= 0.05 and share.helps <= 0.05, "coins and a kink: at most 5% false")
t.ok(tostring(correct(kink, table_of(13, 30))):find("q bends sharply or jumps within the error of the mean", 1, true),
    "a kink within the error of the mean is named")

-- Rounding is nothing: constants, lines, digits that are the last.
local last = {}
for i = 1, 20 do
    last[i] = -1e8 + (i % 7) * 1.5e-8
end
local rounding = {
    {"equal rows, s^2", poly{0, 0, 1}, vec{0.7, 0.7, 0.7}},
    {"equal rows, exp of 700", math.exp, vec{700.1, 700.1, 700.1, 700.1, 700.1, 700.1, 700.1}},
    {"equal rows, log weights", function(l) return l end, vec{-3.3, -3.3, -3.3}, {log=true}},
    {"rows that differ in the last digits", function(s) return s * s end, vec(last)},
    {"a line", poly{1, 3}, g:normal(50) + 1e6},
    {"a line far away", poly{1e9, 3}, g:normal(12)},
    {"a constant", function(s) return 0 * s + 0.1 end, g:normal(30)},
    {"a ratio that is constant", function(v) return v[1] / v[2] end, mat.columns{3 * (x + 10), x + 10}},
}
for _, case in ipairs(rounding) do
    local r = correct(case[2], case[3], case[4])
    t.equal({r.removed, r.verdict}, {0.0, "no difference"}, case[1] .. ": nothing removed")
    for _, row in ipairs(r:rows()) do
        t.equal({row.removed, row.verdict}, {0.0, "no difference"}, case[1] .. ": " .. row.operator)
    end
end
for _, i in ipairs {1, 2, 3, 7} do
    local r = correct(rounding[i][2], rounding[i][3], rounding[i][4])
    t.ok(r.se == nil, rounding[i][1] .. ": equal values give no standard error")
    t.ok(tostring(r):find("se: not known", 1, true)
        and tostring(r):find("q is the same whichever row is left out, to rounding", 1, true),
        rounding[i][1] .. ": and why")
end

-- Scale and place change no verdict.
for i = 1, 4 do
    local rows = rng.new(i):normal(20) * 2
    local plain = correct(math.exp, rows)
    for _, k in ipairs {1e-200, 2^-40, 1e200} do
        local scaled = correct(function(s) return k * math.exp(s) end, rows)
        t.equal(scaled.verdict, plain.verdict, ("sample %d: exp times %g"):format(i, k))
        t.near({scaled.value / k, scaled.se / k}, {plain.value, plain.se}, 1e-11, "and its numbers")
    end
    t.equal(correct(function(s) return math.exp(s - 64) end, rows + 64).verdict, plain.verdict,
        ("sample %d: moved"):format(i))
end

-- What is not finite is counted, and why there is nothing to say is true.
local function says(result, text, name)
    local flat = tostring(result):gsub("%s+", " ")
    t.ok(flat:find(text, 1, true), name)
end
local zero = correct(function(l) return l end, vec{0, 0, -math.huge, -math.huge, -1, -2}, {log=true})
t.equal({zero.se == nil, zero.verdict == nil}, {true, true}, "weights of zero: no standard error")
says(zero, "no standard error, no verdict: q is not finite at the mean, at some blocks, or without some rows",
    "and why")
t.ok(not tostring(zero):find("added nan", 1, true), "nothing is weighed then")
local nan = correct(function(s) return math.log(s) end, {-1, -2, -3, -4})
t.equal({nan.verdict == nil, nan.se == nil}, {true, true}, "q of the mean is not finite")
says(nan, "q is not finite at", "it says so")
local many = correct(math.exp, g:normal(64), {order=7})
says(many, "without some of its rows the sample has fewer rows than blocks", "64 rows in 64 blocks: the true reason")
t.ok(not tostring(many):find("too few", 1, true), "and no other")
for _, data in ipairs {{1}, {1, 2}} do
    t.ok(correct(math.exp, data).verdict == nil, #data .. " rows: no verdict")
end
t.done()
