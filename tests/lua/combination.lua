-- Arithmetic of operators: exact weights, and what becomes of orders.
local t = dofile "tests/lua/harness/tap.lua"

local L2, L3, printed = extrap.order(2), extrap.order(3), extrap.paper(3)
local unit = dist.normal{mean=0, sd=1}

local function exact(op)
    local list = {}
    for i, term in ipairs(op:terms()) do
        list[i] = term.size .. ":" .. term.exact
    end
    return table.concat(list, " ")
end

-- Weights.
local step = -1/3*L2 + 4/3*L2:scaled(2)
t.equal({exact(step), step.name, step == L3}, {"1:1/3 2:-2 4:8/3", "order 3", true}, "Richardson's step")
t.equal({exact(0.5*(L2 + L3)), 0.5*(L2 + L3) == 0.5*L2 + L3/2}, {"1:-1/3 4:4/3", true}, "an average")
t.equal(exact(L2:of(L2)), "1:1 2:-4 4:4", "L2 of L2")
t.equal(exact(2*L3 - L2), "1:5/3 2:-6 4:16/3", "a difference")
t.equal({exact("2/7"*printed - "2/7"*printed), exact(-L2)}, {"", "1:1 2:-2"}, "nothing is left, and a sign")
t.equal(exact(0.1*extrap.paper(1) + 0.9*L3), "1:2/5 2:-9/5 4:12/5", "decimal numbers")
t.equal(exact(3*L3/7), "1:1/7 2:-6/7 4:8/7", "a quotient")

-- Order, draws, amplification: S_k of a product is the product.
for name, want in pairs {
    ["average"] = {0.5*(L2 + L3), 2, 4, 5/3},
    ["step"] = {step, 3, 4, 5.0},
    ["of"] = {L2:of(L2), 2, 4, 9.0},
    ["of another"] = {L3:of(L2), 3, 8, 15.0},
    ["scaled"] = {printed:scaled(3), 4, 36, 55/3},
    ["one block"] = {extrap.paper(1):scaled(5), 1, 5, 1.0},
} do
    local op = want[1]
    t.equal({op.order, op.draws, op.amplification}, {table.unpack(want, 2)}, name .. ": order, draws, amplification")
    local ratio = op:bias(math.exp, unit, {m=1e4}) / op:bias(math.exp, unit, {m=2e4})
    t.near(math.log(ratio, 2), op.order, 1e-3, name .. ": the bias falls like it")
end
t.equal({L2:of(L3) == L3:of(L2), (L2:of(L3)):of(printed) == L2:of(L3:of(printed))}, {true, true}, "of: any order")
for _, op in ipairs {L2, L3, printed, 1/3*L2 + 2/3*printed} do
    t.near(op:scaled(3):bias(math.exp, unit, {m=2}), op:bias(math.exp, unit, {m=6}), 1e-18, op.name .. " scaled")
end
t.near((0.25*L2 + 0.75*printed):expect(math.exp, unit, {m=2}),
    0.25*L2:expect(math.exp, unit, {m=2}) + 0.75*printed:expect(math.exp, unit, {m=2}), 1e-14, "expectations add up")
local nested = 2*L2:expect(math.exp, unit, {m=6}) - L2:expect(math.exp, unit, {m=3})
t.near(L2:of(L2):expect(math.exp, unit, {m=3}), nested, 1e-14, "expectations nest")

-- Which are equal, and what they are called.
t.equal({L2 == extrap.paper(2), L2 == L3, L2 == 2, L2 == L2/2, L2/2 == L2*0.5}, {true, false, false, false, true}, "==")
t.equal(L2 == extrap.order(2, {blocks="disjoint"}), false, "other blocks, another operator")
t.equal({(2*L2 - extrap.paper(2)).name, (3*printed - 2*printed).name, L2:scaled(3).name}, {"order 2", "paper 3",
    "order 2 (3, 6)"}, "known names")
t.equal({L2:of(L2).name, tostring(L2:of(L2))}, {"A1 - 4 A2 + 4 A4",
    "A1 - 4 A2 + 4 A4 (order 2, 4 draws, amplification 9)"}, "named by its terms")
t.equal((0.5*printed + 0.5*extrap.order(5)).name, "custom", "many terms")
t.equal({tostring(L2/3), (L2/3).sum, (L2 - L2).sum, tostring(L2 - L2)}, {
    "-1/3 A1 + 2/3 A2 (weights that sum to 1/3, an operator's sum to 1)", "1/3", "0",
    "0 (weights that sum to 0, an operator's sum to 1)"}, "combinations")
local apart = extrap.order(3, {sizes={1, 3, 5}, blocks="disjoint"})
t.equal({(0.5*(apart + apart)).name, apart:scaled(2).blocks, (apart/2).blocks},
    {"order 3 (1, 3, 5), disjoint", "disjoint", "disjoint"}, "disjoint blocks")

-- They are operators like others.
local draws = {0.3, -1, 2, 0.25, 1.5, -0.125, 0.5, 1}
local blocks = {}
for i = 1, 4 do
    blocks[i] = (draws[2*i - 1] + draws[2*i]) / 2
end
t.near((0.5*(L2 + L3)):apply(math.exp, draws),
    4/3*math.exp(vec(blocks):mean()) - math.exp(vec(blocks)):mean()/3, 1e-14, "given draws")
local p = problem.invariant_logistic{n=20}
local function runs(op)
    local columns = run{problem=p, method="e-bsgd", operator=op, samples=600, step=1e-3}:columns()
    columns.seconds = nil
    return columns
end
t.equal(runs(step), runs(L3), "a run")
t.equal(correct(math.exp, vec(draws), {operator=step}).value, correct(math.exp, vec(draws), {order=3}).value, "correct")
t.equal(estimator(p, {operator=step, method="e-bsgd"}):moments(nil, {reps=20}).mean,
    estimator(p, {order=3, method="e-bsgd"}):moments(nil, {reps=20}).mean, "an estimator")
local nested_value = problem.new{dim=0, outer=dist.uniform(0, 1), inner=unit,
    g=function(_, xi, eta) return xi + eta end, f=function(y) return y^2 end}
t.equal(value{problem=nested_value, operator=step, se=0.05, seed=5}.value,
    value{problem=nested_value, operator=L3, se=0.05, seed=5}.value, "a value")
local swept = sweep{over={operator={0.5*(L2 + L3), L2:of(L2)}}, run=function(o)
    return {bias=o.operator:bias(math.exp, unit, {m=4})}
end}
t.equal(swept:columns().bias, {(0.5*(L2 + L3)):bias(math.exp, unit, {m=4}), L2:of(L2):bias(math.exp, unit, {m=4})},
    "a sweep")
local path = t.path "computed.run"
local half = {problem=p, method="e-bsgd", operator=L2:of(L2), samples=600, step=1e-3}
run(half):save(path)
t.equal((select(2, reproduce(path))), true, "a saved run knows its operator")
local sampled = L2:of(L2):estimate(math.exp, unit, {m=4, reps=20000})
t.near(sampled.bias, L2:of(L2):bias(math.exp, unit, {m=4}), 5 * sampled.se, "bias as sampled")

-- Errors.
t.raises(function() return L2*L3 end,
    "extrap *: expected a number or a fraction such as \"8/3\" (a:of(b) composes), got an extrap")
t.raises(function() return L2*(0/0) end,
    "extrap *: expected a number or a fraction such as \"8/3\" (a:of(b) composes), got nan")
t.raises(function() return L2 + 3 end, "extrap +: expected an operator, got 3")
t.raises(function() return L2/0 end, "extrap /: expected a number that is not 0")
t.raises(function() return L2 + apart end, "extrap +: expected operators of the same blocks, got windows and disjoint")
-- Combinations compose and scale as operators do.
for _, pair in ipairs {{2*L2, L2}, {L2/3, extrap.order(3)}, {L2 - extrap.order(3), 5*L2}} do
    local a, b = table.unpack(pair)
    t.equal(a:of(b):terms(), b:of(a):terms(), "a of b and b of a")
    t.equal((3*a):scaled(2):terms(), (3*a:scaled(2)):terms(), "a multiple, scaled")
end

t.raises(function() L2:of(3) end, "extrap:of: expected an operator, got 3")
t.raises(function() L2:scaled(600) end, "extrap:scaled: expected a result of at most 1024 draws")
t.raises(function() L2:scaled(0) end, "extrap:scaled: expected k from 1, got 0")
t.raises(function() printed:of(extrap.order(4, {sizes={1, 5, 7, 11}})) end,
    "extrap:of: expected a result of at most 16 terms")
t.raises(function() return 1e18*L2*1e18 end, "extrap *: a fraction does not fit in 64 bits")
local third = "-1/3 A1 + 2/3 A2 (weights that sum to 1/3, an operator's sum to 1)"
t.raises(function() bias{q=math.exp, dist=unit, operators={L2/3}} end,
    "bias: option 'operators': expected operators or orders from 1 to 11, got " .. third .. " at element 1")
t.raises(function() correct(math.exp, draws, {operator=L2/3}) end,
    "correct: option 'operator': expected an extrap, got " .. third)
t.raises(function() run{problem=p, method="e-bsgd", operator=L2/3, samples=100} end,
    "run: option 'operator': expected an extrap, got " .. third)
t.raises(function() return (L2/3).name end, "combination: no field 'name', it has blocks, of, scaled, sum, terms")

t.done()
