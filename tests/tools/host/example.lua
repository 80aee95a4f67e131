-- What demos/python/example.py and demos/r/example.R print with --hex.
local function shown(...)
    local list = {}
    for i, x in ipairs {...} do
        list[i] = x ~= x and "nan" or ("%.13a"):format(x)
    end
    return table.concat(list, " ")
end

local q, d, nan = poly{0, 0, 0, 0, 1}, dist.ramp(0, 2), 0 / 0
local c = bias{q=q, dist=d, m={1, 2, 4}, reps=2e4, seed=1}
for _, row in ipairs(c:rows()) do
    print("bias", row.operator, row.m, shown(row.bias, row.se, row.exact))
end
for _, row in ipairs(c:slopes():rows()) do
    print("slope", row.operator, shown(row.slope or nan, row.slope_lo or nan, row.slope_hi or nan))
end
print("expect", shown(extrap.paper(1):expect(q, d), extrap.paper(2):bias(q, d, {m=8})))

local data, ids = vec.zeros(40), vec.zeros(40)
for i = 1, 40 do
    data[i], ids[i] = i ^ 2 / 97 % 1 + 0.5, (i - 1) // 8
end
for _, row in ipairs(correct(function(s) return 1 / s end, data, {seed=1}):rows()) do
    print("correct", row.operator, shown(row.value, row.se or nan), row.verdict or "unknown")
end
local by = correct(function(s) return 1 / s end, data, {by=ids, seed=1})
local values = {}
for i, row in ipairs(by:rows()) do
    values[i] = row.value
end
print("by", shown(by.plugin, table.unpack(values)), shown(table.unpack(by:groups():columns().plugin:table())))

local function show(name, p, step, x, eps)
    local e = estimator(p, {method="e-bsgd", m=4}):moments(nil, {reps=2000, seed=3})
    print("moments", name, shown(e.mean[1], e.mean[2], e.se[1], e.se[2]))
    local v = value{problem=p, n={4000, 1000, 500}, seed=4}
    print("value", name, shown(v.value, v.cost))
    v = value{problem=p, eps=eps, method="v-mlmc", x=x, seed=4}
    print("to eps", name, shown(v.value, v.se, v.bias, v.cost), v.bias_status)
    local r = run{problem=p, method="e-bsgd", step=step, samples=6000, m=4, reps=3, seed=2}
    print("run", name, shown(r:final().x[1][1], r:final().x[1][2], r:final().samples), r.stop)
end

show("built-in", problem.invariant_logistic{n=500, noise_var=100, l2=0.1}, 1e-3, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 0.5)

local a1, a2, b = {}, {}, {}
for i = 0, 199 do
    a1[i + 1], a2[i + 1] = i * 37 % 101 / 50 - 1, i * 53 % 97 / 48 - 1
    b[i + 1] = a1[i + 1] - a2[i + 1] / 2
end
local function noisy(xi, eta)
    return vec{xi.a1 + 2 * eta[1], xi.a2 + 2 * eta[2]}
end
show("own", problem.new{dim=2, l2=0.125, outer={a1=a1, a2=a2, b=b}, inner=function(rng) return rng:normal(2) end,
    g=function(x, xi, eta)
        local row = noisy(xi, eta)
        return row[1] * x[1] + row[2] * x[2]
    end,
    f=function(y, xi) return math.sqrt(1 + (xi.b - y) * (xi.b - y)) end,
    grad_f=function(y, xi) return -(xi.b - y) / math.sqrt(1 + (xi.b - y) * (xi.b - y)) end,
    jac_g=function(_, xi, eta) return noisy(xi, eta) end,
    g_mean=function(x, xi) return xi.a1 * x[1] + xi.a2 * x[2] end}, 0.125, {1, 0.5}, 0.05)
