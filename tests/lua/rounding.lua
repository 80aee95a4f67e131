-- Rounding is not signal: operators of order k are exact for polynomials of degree k; what is left of their bias has no
-- height, no slope and a word. Power laws keep their slopes.
local t = dofile "tests/lua/harness/tap.lua"

local laws = {
    ramp=dist.ramp(0, 2), normal=dist.normal{mean=0.1, sd=1}, ["far normal"]=dist.normal{mean=1e4, sd=1},
    exponential=dist.exponential{mean=0.7}, gamma=dist.gamma{shape=0.6, scale=2},
    beta=dist.beta(0.5, 2), poisson=dist.poisson{mean=0.7},
    uniform=dist.uniform(-1, 3), bernoulli=dist.bernoulli(0.3),
    discrete=dist.discrete({0.1, 0.2, 0.7}, {0.2, 0.3, 0.5}), point=dist.discrete({0.1}, {1}),
}
local polynomials = {
    poly{2}, poly{1, 2}, poly{0, 0, 1}, poly{1e6, -3, 0.1}, poly{0, 1, -3, 1}, poly{-1, 4, -6, 4, -1},
    poly{0, 5, -10, 10, -5, 1},
}

-- A bias of order k is a sum over 1/m^i, i >= k, of cumulants that a polynomial of degree d has for i < d.
local function exact_zero(order, degree, law)
    return degree <= order or law == "point"
end

-- |bias| and the exact column are judged as none, in the row, the slopes, the notes and the figure.
local function none(c, row, slope, case)
    t.ok(math.abs(row.bias) <= c:columns().rounding[1] + 5 * row.se, case .. ": no bias beyond rounding and noise")
    t.ok(row.zero, case .. ": a word")
    t.equal({slope.slope, slope.exact}, {nil, nil}, case .. ": no slope")
    t.ok(slope.why == "exactly unbiased" or slope.why == "no bias beyond rounding", case .. ": and why: " .. slope.why)
end

local function degree_of(i)
    return ({0, 1, 2, 2, 3, 4, 5})[i]
end

for name, law in pairs(laws) do
    for i, q in ipairs(polynomials) do
        local c = bias{q=q, dist=law, operators={1, 2, 3, 4, 5}, m={1, 3, 8}, reps=64, equal_cost=false}
        local rows, slopes = c:rows(), c:slopes():rows()
        local heights = {}
        for _, series in ipairs(c:plot{y={scale="linear"}}:data()) do
            local first = not heights[series.label]
            heights[series.label] = heights[series.label] or {}
            for k = 1, first and #series.x or 0 do
                heights[series.label][series.x[k]] = series.y[k]
            end
        end
        for order = 1, 5 do
            local case = ("order %d, %s, %s"):format(order, q, name)
            local row = rows[3 * order - 2]
            if exact_zero(order, degree_of(i), name) then
                none(c, row, slopes[order], case)
            else
                t.ok(row.exact == nil or row.exact ~= 0 or row.zero == "exactly unbiased", case .. ": the word is true")
            end
            for k = 0, 2 do
                local each, floor = rows[3 * order - 2 + k], c:columns().rounding[3 * order - 2 + k]
                t.equal(heights["order " .. order][each.m], math.abs(each.bias) > floor and math.abs(each.bias) or nil,
                    case .. ": a height above rounding alone")
            end
        end
    end
end

-- What a function computes is held to the same floor where nothing is known of it.
for name, q in pairs {
    ["cos^2 + sin^2"]=function(s) return math.cos(s) ^ 2 + math.sin(s) ^ 2 end,
    ["3 s + 1e6"]=function(s) return 3 * s + 1e6 end,
} do
    local c = bias{q=q, dist=laws.ramp, reps=1000, m=pow2(1, 16)}
    for _, row in ipairs(c:slopes():rows()) do
        t.equal({row.slope, row.why}, {nil, "no bias beyond rounding"}, name .. ": " .. row.operator)
    end
    t.ok(tostring(c):find "paper 1, paper 2, paper 3: no bias beyond rounding", name .. ": noted")
    t.ok(c:plot():describe():find "L1: nothing to show", name .. ": drawn at no height")
    t.ok(c:plot():text():find "no bias beyond rounding%.", name .. ": and noted there")
end

-- Nothing met is not nothing there: a bias far out in the tail is small, and known, or not known; never none.
for _, far in ipairs {3, 5, 10} do
    local c = bias{q=function(s) return math.relu(s - far) end, dist=laws.normal, m={1, 4}, operators={1, 2}, reps=100}
    for _, row in ipairs(c:rows()) do
        t.ok(row.exact ~= 0 and not row.zero, ("relu beyond %d, %s, m = %d: no zero"):format(far, row.operator, row.m))
    end
end
local hidden = dist.custom{draw=function(rng) return rng:normal() end, moments={0, 1}}
for _, row in ipairs(bias{q=function(s) return math.relu(s - 50) end, dist=hidden, m={1}, reps=100}:rows()) do
    t.equal(row.zero, nil, "equal estimates of an unknown expectation: no word")
end
local equal = bias{q=function(s) return s + s - 2 * s + 0.1 end, dist=laws.ramp, reps=100, m=pow2(1, 4)}
for _, row in ipairs(equal:slopes():rows()) do
    t.equal({row.slope, row.why}, {nil, "the estimates have no standard error"}, "equal estimates: " .. row.operator)
end

-- Small biases are biases: nothing is rounding because it is small.
for _, size in ipairs {1e-200, 1e-100, 1e-12, 1, 1e100, 1e200} do
    local c = bias{q=poly{0, 0, size}, dist=laws.normal, operators={1}, m=pow2(1, 16), reps=1000}
    local slope = c:slopes():rows()[1]
    t.near({slope.slope or slope.exact, slope.exact}, {-1, -1}, 1e-9, ("s^2 times %g: slope"):format(size))
    t.ok(slope.slope or slope.why == "the estimates have no standard error", "or why: squares of 1e200 have no place")
    t.equal(c:rows()[1].zero, nil, "and no word")
end
local fine = bias{q=poly{0, 0, 1}, dist=dist.normal{mean=0, sd=1e-9}, operators={1}, m=pow2(1, 16), reps=1000}
t.near(fine:slopes():rows()[1].slope, -1, 1e-6, "a bias of 1e-18 beside nothing")

-- An exact 0 is known as one, of a q of any size: what the terms lose by rounding is no signal.
local coin, signs = dist.bernoulli(0.5), dist.discrete({-1, 1}, {0.5, 0.5})
local function entropy(s)
    return where(s * (1 - s), -s * math.log(math.max(s, 1e-300)), 0)
end
local none_of = {
    {1, entropy, coin}, {1, poly{0, 1, -1}, coin}, {1, function(s) return s end, signs},
    {1, function(s) return s^3 end, laws.normal, -0.1},
    {1, function(s) return s / (s*s + 1e-30) end, laws.normal, -0.1},
}
for i, case in ipairs(none_of) do
    t.equal(extrap.order(case[1]):expect(case[2], case[3], {s=case[4] or 0}), 0, "an expectation of 0: " .. i)
end
for power = -280, 280, 40 do
    local size = 10.0 ^ power
    local function square(s) return size * s * s end
    for name, law in pairs {normal=laws.normal, coin=coin, signs=signs} do
        t.equal(extrap.order(2):bias(square, law), 0, ("1e%d s^2, %s: exact"):format(power, name))
        for _, row in ipairs(bias{q=square, dist=law, operators={2}, m={1, 3}, reps=64}:rows()) do
            t.equal(row.zero, "rounding", ("1e%d s^2, %s, m = %d: a word"):format(power, name, row.m))
        end
    end
end
local unmet = bias{q=function(s) return s * s end, dist=dist.bernoulli(1e-9), m={1, 2, 4}, reps=1000, operators={1, 2}}
for i, row in ipairs(unmet:rows()) do
    t.equal(row.zero, i > 3 and "rounding" or nil, "a rare event: only order 2 has no bias")
    t.near(row.bias, -1e-18, 1e-30, "and constant control variates change nothing")
end
t.ok(unmet:plot():describe():find "nothing to show", "equal estimates have no height")

-- A pole is infinite at its place; a narrow part is finite there.
for _, place in ipairs {-1, 0, 0.5, 3} do
    for _, width in ipairs {1e-10, 1e-15, place == 0 and 1e-40 or 1e-12} do
        local e = extrap.order(1):estimate(function(s) return (s - place) / ((s - place)^2 + width^2) end, laws.normal,
            {reps=100})
        t.ok(e.mean_exists ~= false, ("a part of width %g at %g has a mean"):format(width, place))
    end
    local e = extrap.order(1):estimate(function(s) return 1 / (s - place) end, laws.normal, {reps=100})
    t.equal(e.mean_exists, false, ("a pole at %g has none"):format(place))
end

-- A slope whose interval says nothing is none.
for seed = 1, 20 do
    local row = bias{q=math.exp, dist=laws.normal, operators={2}, m=pow2(1, 4), reps=300, seed=seed}:slopes():rows()[1]
    t.ok(not row.slope or row.slope_hi - row.slope_lo <= math.max(math.abs(row.slope), 0.5), "a slope says something")
    t.ok(row.slope or row.why and row.exact, "or why there is none, beside the exact one")
end

-- Moments say so too.
t.ok(tostring(extrap.order(2):estimate(poly{1, 2}, laws.point, {reps=100})):find "beyond rounding", "an estimate")
t.ok(not tostring(extrap.order(2):estimate(poly{0, 0, 1}, laws.ramp, {reps=100})):find "rounding", "not of noise")

-- Running means, too.
local still = running{q=poly{1, 2}, dist=laws.point, reps=64, runs=2}
t.equal(still:rows()[1].zero, "rounding", "an error that is rounding")
t.ok(tostring(still):find "paper 1, paper 2, paper 3: no error beyond rounding", "said of running means")
t.equal(#still:curves()[1].y, 0, "and not drawn")
t.equal(running{q=poly{1, 2}, dist=laws.ramp, reps=64, runs=2}:rows()[1].zero, nil, "an error that is noise")

-- Signs: in the rows, the slopes, the notes and the figure.
local down = bias{q=poly{0, 0, -1}, dist=laws.normal, operators={1}, m=pow2(1, 16), reps=1000}
t.equal(down:slopes():rows()[1].sign, "-", "a negative bias")
t.ok(down:plot():describe():find "5 of the values are negative", "said of the figure")
t.ok(down:plot():text{charset="ascii"}:find "V +negative", "and in its legend")
local up = bias{q=poly{0, 0, 1}, dist=laws.normal, operators={1}, m=pow2(1, 16), reps=1000}
t.equal(up:slopes():rows()[1].sign, "+", "a positive one")
t.ok(not up:plot():text{charset="ascii"}:find "negative", "which has no mark")
local q = poly{0, 0, -1, 0, 1} -- E q(mean of m normal draws) = -1/m + 3/m^2: zero at m = 3
local crossing = bias{q=q, dist=dist.normal{mean=0, sd=1}, operators={1}, m=pow2(1, 16), reps=20000}
t.equal(crossing:slopes():rows()[1].why, "the bias changes its sign between m = 2 and 4", "a change of sign is named")
t.ok(tostring(crossing):find "order 1: the bias changes its sign between m = 2 and 4", "under the table too")

-- A bias that bends: five throws of a coin.
local bent = bias{q=polynomials[7], dist=dist.bernoulli(0.2), m=pow2(1, 32), operators={1}, equal_cost=false}
local s = bent:slopes():rows()[1]
t.ok(s.from > 1 and s.to == 32, "a window, which is shown")
t.ok(s.slope_lo < s.exact and s.exact < s.slope_hi, "an interval with the exact slope in it")
local rows = bent:rows()
for k = 3, #rows do -- from m = 2 on
    local between = math.log(rows[k].exact / rows[k - 1].exact) / math.log(2)
    t.ok(s.slope_lo < between and between < s.slope_hi,
        ("and that between m = %d and %d"):format(rows[k - 1].m, rows[k].m))
end

-- Estimates that add up to more than a number can hold have no mean, and a word for it.
local large = extrap.order(1):estimate(function(y) return 1e300 * math.exp(20 * y) end, laws.normal,
    {reps=1000})
t.ok(large.not_finite > 0 and not tostring(large):find("nil", 1, true), "a mean that is no number has a word")
t.ok(not tostring(large):find("rounding", 1, true), "an infinite bias is not rounding")
local both = bias{q=function(y) return 1e300 * math.exp(20 * y) end, dist=laws.normal, operators={1, 3}, m={1, 8},
    reps=1000}
t.ok(not tostring(both):find("rounding", 1, true) and not tostring(both):find("nil", 1, true), "nor is one of many")

t.done()
