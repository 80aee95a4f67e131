-- What is computed at the prompt and by the library in C, Python and R: problems, and calls that take them. A case is
-- {kind, ..}, an operator {"order", k} or {"paper", k}, q {"poly", coefficients}, {"exp"} or {"own", expression in s},
-- a schedule {schedule = name, a, options}.
local function rows(n, row)
    local all = {}
    for i = 1, n do
        all[i] = row(i)
    end
    return all
end

-- Problems of the caller's own, in expressions of x1, .., y1, .., c1, .. (numbers of xi) and e1, .. (of eta: normals,
-- then uniforms). Those without derivatives, which are then taken by differences, are computed by the library alone.
local data = rows(40, function(i) return {i * 37 % 101 / 64 - 0.75, i * 53 % 97 / 64 - 0.75, i * 29 % 61 / 64} end)
local own = {
    line = {dim = 2, data = data, normals = 2, l2 = 0.125, g = {"(c1 + e1)*x1 + (c2 + e2)*x2"},
        f = "sqrt(1 + (c3 - y1)*(c3 - y1))", f_gradient = {"-(c3 - y1)/sqrt(1 + (c3 - y1)*(c3 - y1))"},
        g_jacobian = {{"c1 + e1", "c2 + e2"}}, g_mean = {"c1*x1 + c2*x2"}, g_mean_jacobian = {{"c1", "c2"}}},
    line_plain = {dim = 2, data = data, normals = 2, l2 = 0.125, g = {"(c1 + e1)*x1 + (c2 + e2)*x2"},
        f = "(c3 - y1)*(c3 - y1)", x0 = {0.5, -0.25}, g_mean = {"c1*x1 + c2*x2"},
        g_mean_jacobian = {{"c1", "c2"}}},
    pair = {dim = 2, data = data, normals = 1, uniforms = 1, g = {"x1*e1 + c1", "x2*(e2 + c2)"},
        f = "y1*y1 + y1*y2 + 2*(y2*y2)", f_gradient = {"2*y1 + y2", "y1 + 4*y2"},
        g_jacobian = {{"e1", "0*e1"}, {"0*e1", "e2 + c2"}}, l2 = 0.25,
        g_mean = {"0*x1 + c1", "x2*(0.5 + c2)"}, g_mean_jacobian = {{"0*x1", "0*x1"}, {"0*x1", "0.5 + c2"}}},
    pair_plain = {dim = 2, data = data, normals = 1, uniforms = 1, g = {"x1*e1 + c1", "x2*(e2 + c2)"},
        f = "y1*y1 + y1*y2 + 2*(y2*y2)", l2 = 0.25, g_mean = {"0*x1 + c1", "x2*(0.5 + c2)"},
        g_mean_jacobian = {{"0*x1", "0*x1"}, {"0*x1", "0.5 + c2"}}},
    drawn = {dim = 1, cols = 2, outer_normals = 1, outer_uniforms = 1, normals = 1, l2 = 0.5,
        g = {"x1*(c1 + e1) + c2"}, f = "y1*y1", f_gradient = {"2*y1"}, g_jacobian = {{"c1 + e1"}}},
    counted = {dim = 1, n = 12, law = {"ramp", {a = 0, b = 2}}, g = {"x1 - 0.125*c1 + e1"}, f = "y1*y1*y1*y1",
        f_gradient = {"4*(y1*y1*y1)"}, g_jacobian = {{"1 + 0*e1"}}, g_mean = {"x1 - 0.125*c1 + 1.25"},
        g_mean_jacobian = {{"1 + 0*x1"}}},
    nested = {dim = 0, data = data, normals = 1, g = {"c1 + e1"}, f = "y1*y1",
        f_gradient = {"2*y1"}},
}

local built_in = {
    logistic = {"invariant_logistic", {n = 60, noise_var = 4, l2 = 0.125}},
    instrumental = {"instrumental", {n = 50, treatments = 2, gamma_mean = 1}},
    maml = {"maml_sine", {n = 4, hidden = {3}, batch = 2, query = 2}},
    precision = {"average_precision", {n = 60, d = 3, positive = 0.25}},
}

local cases = {}
local function add(...)
    cases[#cases + 1] = {...}
end

-- table.unpack for lists of lists: the lists joined.
local function merged(...)
    local all = {}
    for _, list in ipairs {...} do
        for key, value in pairs(list) do
            all[key] = value
        end
    end
    return all
end

local laws = {{"normal", {mean = 0.5, sd = 0.25}}, {"ramp", {a = 0, b = 2}}, {"exponential", {mean = 0.5}}}
local functions = {{"poly", {0, 1, 0, 0.5, 1}}, {"exp"}, {"own", "sqrt(1 + s*s)"}}
local operators = {{"order", 1}, {"order", 3}, {"paper", 2}}
local how = {{}, {s = 0.75}, {no_control = 1}, {own_cost = 1}}
for i, law in ipairs(laws) do
    for j, q in ipairs(functions) do
        add("lab", operators, q, law, {1, 2, 5}, merged({reps = 200, seed = i}, how[(i + j) % #how + 1]))
        add("expect", operators[j], q, law, 2 ^ i, 0.25 * j)
    end
end

local sample = rows(23, function(i) return i * i % 29 / 16 + 0.5 end)
local names = rows(23, function(i) return ("%c"):format(97 + i % 4) end)
local ids = rows(23, function(i) return i // 5 end)
for i, q in ipairs(functions) do
    add("correct", q, sample, {seed = i, splits = 10 * i})
    add("correct", q, sample, {seed = i, by = ids})
    add("correct", q, sample, {seed = i, splits = 7, by = names})
end
add("correct", {"own", "s*s"}, sample, {seed = 3, log = 1})

-- The objective of `drawn` is a mean of many draws, which takes a while where they are called one by one.
local problems = {
    "logistic", "line", "instrumental", "line_plain", "maml", "pair", "precision", "pair_plain", "counted",
}
local methods = {
    {"bsgd", {m = 3}}, {"e-bsgd", {m = 2, order = 3}}, {"sox", {m = 2, B = 2}}, {"storm", {m = 2, a = 0.25}},
    {"e-storm", {m = 2}}, {"msvr", {m = 2, B = 2}}, {"bspiderboost", {}}, {"e-bspiderboost", {}}, {"v-mlmc",
    {n = {4, 2, 1}}},
    {"rt-mlmc", {}}, {"ru-mlmc", {}}, {"nestedvr", {B1 = 3, S1 = 4, S2 = 2}},
    {"e-nestedvr", {B1 = 3, S1 = 4, S2 = 2}}, {"sarah", {}}, {"e-sarah", {}},
}
local steps = {
    0.03125, {schedule = "inv_sqrt", 0.0625, {}}, {schedule = "step", 0.0625, {every = 5, factor = 0.5}},
    {schedule = "cosine", 0.0625, {steps = 25}}, {schedule = "normalised", 0.03125, {}},
}
local others = {
    {}, {clip = 0.5}, {output = "average"}, {update = "momentum", nesterov = true}, {output = "random"},
    {update = "adam", b1 = 0.75}, {tol = 0.5}, {update = "adagrad", clip = 2}, {prox = "l1", l1 = 0.125},
    {prox = "ball", radius = 0.5, update = "adam"}, {prox = "box", low = -0.25, high = 0.5},
}
for i, method in ipairs(methods) do
    for j = 1, 6 do
        local problem = problems[(i * 3 + j * 7) % #problems + 1]
        add("run", problem, method[1], merged({steps = 30, reps = 3, seed = i, record = 6,
            step = steps[(i + j) % #steps + 1]}, method[2], others[(i * 6 + j) % #others + 1]))
    end
    add("moments", problems[i % #problems + 1], method[1], method[2], {reps = 20, seed = i})
end
-- Functions {fn = expression in t}, or of x1, .. and v1, .. (the direction) as update, one for each number of x.
local metrics = {fn = {first = "x1", product = "x1*x2"}}
add("run", "line", "e-bsgd", {steps = 20, reps = 2, seed = 5, m = 2, step = {fn = "0.25/(1 + t)"}})
add("run", "logistic", "bsgd", {samples = 300, reps = 2, seed = 5, step = 0.0625, m = {fn = "1 + t*t"}})
add("run", "pair", "bsgd", {steps = 20, reps = 2, seed = 5, m = {fn = "2*t"}, m_jac = 2, step = {fn = "0.25/(1 + t)"}})
add("run", "line", "storm", {steps = 20, reps = 2, seed = 5,
    update = {fn = {"x1 - 0.0625*v1", "x2 - v2/(16 + t)"}}, metrics = metrics})
add("run", "pair", "e-bsgd", {steps = 20, reps = 3, seed = 5, step = 0.0625, metrics = metrics, output = "average"})
add("run", "line", "bsgd", {steps = 20, reps = 2, seed = 5, step = {fn = "4 - t"}})
add("run", "line", "bsgd", {steps = 20, reps = 2, seed = 5, step = {fn = "0 - t"}})
add("run", "line", "bsgd", {steps = 20, reps = 2, seed = 5, step = 0.25, m = {fn = "1 - t"}})
add("run", "line", "bsgd", {steps = 20, reps = 2, seed = 5, step = 0.25, m = {fn = "4 - t"}})
add("run", "line", "bsgd", {steps = 20, reps = 2, seed = 5, step = 0.25, metrics = {fn = {gap_lo = "x1"}}})
add("run", "line", "bsgd", {steps = 20, step = 0.25, update = {fn = {"x1", "x2"}}})
add("run", "line", "bsgd", {steps = 20, prox = "ball", radius = 1, update = {fn = {"x1", "x2"}}})

local starts = {{0.5, 0.25}, {-1, 2}, {0, 0.125}}
add("run", "line", "bsgd", {samples = 50, reps = 3, seed = 4, step = 0.125, x0 = starts})
add("run", "pair", "e-bsgd", {samples = 200, reps = 3, seed = 4, step = 0.125, x0 = starts[1], record = 3})
add("run", "drawn", "bsgd", {samples = 200, reps = 1, seed = 4, step = 0.125, record = 1})
add("run", "counted", "bsgd", {steps = 20, reps = 2, seed = 4, step = 4, record = 2})
add("moments", "drawn", "e-bsgd", {m = 2}, {reps = 20, seed = 4})
for _, name in ipairs {"nested", "line", "logistic"} do
    add("moments", name, "e-bsgd", {m = 4}, {reps = 30, seed = 2, value = 1})
    add("value", name, {terms = {400, 100, 50}, seed = 3})
    add("value", name, {eps = 0.25, seed = 3})
end

-- What is wrong is said in the same words.
for _, wrong in ipairs {
    {clip = -1}, {tol = 2}, {b1 = 0.5}, {update = "adam", b1 = 2}, {update = "adm"}, {update = "xyzzy"},
    {prox = "boxx"}, {prox = "box", low = {1, 2, 3}}, {prox = "box", low = 2, high = 1}, {reps = 0}, {reps = 2.5},
    {seconds = 0}, {mm = 2}, {m = 0}, {output = "first"}, {samples = 10}, {x0 = {1, 2, 3}}, {x0 = {{1, 2},
    {1, 2}}}, {order = 12}, {record = 0},
} do
    add("run", "line", "bsgd", merged({steps = 3, reps = 3, step = 0.5}, wrong))
end
add("run", "line", "bsgd", {steps = 3})
add("run", "line", "bsgd", {step = 1})
add("run", "line", "bsgd", {step = 1, samples = 1})
add("run", "drawn", "bsgd", {step = 1, samples = 100, tol = 0.5})

return {own = own, built_in = built_in, cases = cases}
