-- Plans, constants, exponents and bounds of the convergence theorems, against values computed by hand.
local t = dofile "tests/lua/harness/tap.lua"

-- D = 1, C_f = 1, L_f = L_g = 1/2, C_g = 2, sigma_g = zeta_g = 1, C_e = 8 give
-- L_F = 1/2 + 4/2 = 5/2, C_F = 2, Lt = 1 + 1 2 1/2 = 2, si2 = 1 + 4/4 = 2, sb2 = 1, c = 16.
local function plan(method, more)
    local options = {eps = 0.1, D = 1, C_f = 1, L_f = 0.5, C_g = 2, L_g = 0.5, sigma_g = 1, zeta_g = 1, C_e = 8}
    for name, value in pairs(more or {}) do
        options[name] = value
    end
    return theory.plan(method, options)
end

-- Checks every option of a plan and what it says; numbers that are not whole within 1e-12 of their size.
local function check(got, label, options, known, name)
    for _, key in ipairs {"steps", "m", "S1", "S2", "B1", "B2"} do
        t.equal(got[key], options[key], name .. ": " .. key)
    end
    for _, key in ipairs {"step", "p_in", "p_out"} do
        if options[key] then
            t.near(got[key], options[key], 1e-12 * options[key], name .. ": " .. key)
        else
            t.equal(rawget(got, key), nil, name .. ": no " .. key)
        end
    end
    t.equal(got.label, label, name .. ": label")
    t.equal(got.samples, known.samples, name .. ": samples")
    if known.bound then
        t.near(got.bound, known.bound, 1e-12 * known.bound, name .. ": bound")
        t.near(got.multiple, got.bound / got.eps ^ 2, 1e-9, name .. ": multiple")
    else
        t.equal(got.bound, nil, name .. ": no bound")
    end
end

-- m = 1/0.01; V = 2/100 + 4; T = 2 5/2 4.02/1e-4 = 201000; step = eps^2/(L_F V); 3 eps^2
check(plan "bsgd", "thm:bsgd", {m = 100, steps = 201000, step = 0.01 / 10.05},
    {samples = 2 * 100 * 201000, bound = 0.03}, "bsgd")

-- m = sqrt(160) = 12.65; V = 2/13 + 4 = 54/13; T = 112 5/2 54/13 1e4 = 11630769.2
local V, T = 54 / 13, 11630770
local step = math.sqrt(1 / (7 * 2.5 * V * T))
check(plan "e-bsgd", "thm:ebsgd", {m = 13, steps = T, step = step},
    {samples = 3 * 13 * T, bound = 2 / (step * T) + 14 * 2.5 * step * V + 256 / 13 ^ 4}, "e-bsgd")

-- m = 2/0.01; V = 2/200 + 4; B1 = V/0.01 = 401; B2 = sqrt(401) = 20.02; T = 26 5/2/0.01;
-- N = 401 + 6499 (401/21 + 2 20/21 21); R = 1 + 21/6500
check(plan "bspiderboost", "thm:bspiderboost", {m = 200, B1 = 401, B2 = 21, p_out = 1 / 21, steps = 6500,
    step = 1 / 32.5},
    {samples = math.ceil(2 * 200 * (401 + 6499 * (401 / 21 + 40))),
        bound = 0.01 + 0.01 + 6 * (1 + 21 / 6500) * 4.01 / 401}, "bspiderboost")

-- m = 2^(1/4) sqrt(160) = 15.04; V = 2/16 + 4; B1 = 412.5; B2 = sqrt(413) = 20.3
check(plan "e-bspiderboost", "thm:ebspiderboost",
    {m = 16, B1 = 413, B2 = 21, p_out = 1 / 21, steps = 6500, step = 1 / 32.5},
    {samples = math.ceil(3 * 16 * (413 + 6499 * (413 / 21 + 40))),
        bound = 0.01 + 2 * 256 / 16 ^ 4 + 84 * (1 + 21 / 6500) * 4.125 / 413}, "e-bspiderboost")

-- n = 50 <= 100: m = max(15.04, 2/0.5) = 16; B2 = sqrt(50) = 7.07
local fcco = {m = 16, B1 = 50, B2 = 8, p_out = 1 / 8, steps = 6500, step = 1 / 32.5}
check(plan("e-bspiderboost", {n = 50}), "thm:ebsb:fcco", fcco,
    {samples = math.ceil(3 * 16 * (50 + 6499 * (50 / 8 + 2 * 7 / 8 * 8))),
        bound = 0.01 + 2 * 256 / 16 ^ 4 + 84 * (1 + 8 / 6500) * 2 / 16 / 50}, "e-bspiderboost, n = 50")
-- n = 2: m = max(15.04, 2/0.02) = 100
t.equal(plan("e-bspiderboost", {n = 2}).m, 100, "e-bspiderboost, n = 2: m")

-- S1 = 4 4/0.01; S2 = 2/0.1; step = 0.05/8 2/(7 0.1 5/2 sqrt(0.95)) < 1/5; T = 2/(step 0.01);
-- a step: 1/8 50 (0.05 1600 + 0.95 2 20) + 7/8 8 (0.05 2 1600 + 0.95 3 20)
local nested = 0.0125 / (1.75 * math.sqrt(0.95))
local steps = math.ceil(200 / nested)
check(plan("nestedvr", {n = 50}), "thm:nestedvr",
    {S1 = 1600, S2 = 20, p_in = 0.05, B1 = 50, B2 = 8, p_out = 1 / 8, steps = steps, step = nested},
    {samples = math.ceil(2 * (50 * 1600 + (steps - 1) * (6.25 * 118 + 7 * 217)))}, "nestedvr, n = 50")

-- n = 4 <= 0.1^(-2/3) = 4.64: S1 = 2 4/0.01; S2 = max(20, 12.65); T = 2/(0.2 0.01);
-- a step: 4 (0.05 800 + 0.95 2 20)
check(plan("e-nestedvr", {n = 4}), "thm:enestedvr",
    {S1 = 800, S2 = 20, p_in = 0.05, B1 = 4, B2 = 4, p_out = 1, steps = 1000, step = 0.2},
    {samples = 3 * (4 * 800 + 999 * 4 * 78)}, "e-nestedvr, n = 4")
-- C_e = 80: S2 = sqrt(160/0.1) = 40
t.equal(plan("e-nestedvr", {n = 4, C_e = 80}).S2, 40, "e-nestedvr: S2 from the bias")

-- Small constants: S2 = p_in = 1, bound 2 D/(step T) + 4 c^2 + 1/2 96 14 Lt^2/n.
t.near(plan("e-nestedvr", {n = 4, L_F = 2.5, Lt = 0.05, c = 0.05}).bound, 0.02 + 0.5 * 96 * 14 * 0.0025 / 4, 1e-15,
    "e-nestedvr, n = 4: the bound")
-- With p_in < 1 the step is too large for it, whatever Lt is beside L_F.
t.equal(plan("e-nestedvr", {n = 4, L_F = 1000, Lt = 2}).bound, nil, "e-nestedvr, n = 4: no bound")

-- n = 5: S = max(12.65, 2/0.05) = 40; B2 = sqrt(5) = 2.24; 120 (5 + 6499 (5/3 + 2 2/3 3))
check(plan("e-nestedvr", {n = 5}), "thm:enestedvr",
    {S1 = 40, S2 = 40, p_in = 1, B1 = 5, B2 = 3, p_out = 1 / 3, steps = 6500, step = 1 / 32.5},
    {samples = 4419920,
        bound = 0.01 + 2 * 256 / 40 ^ 4 + 84 * (1 + 3 / 6500) * 2 / 40 / 5}, "e-nestedvr, n = 5")

-- n beyond eps^-2: as CSO.
for asked, runs in pairs {["e-bspiderboost"] = "e-bspiderboost", ["e-nestedvr"] = "e-bspiderboost",
    nestedvr = "bspiderboost"} do
    local many, cso = plan(asked, {n = 101}), plan(runs)
    t.equal({many.method, many.label, many.m, many.B1, many.samples}, {runs, cso.label, cso.m, cso.B1, cso.samples},
        asked .. ", n = 101 is planned as CSO")
    t.ok(many.reading:find("n > eps^-2: planned as if outer samples had no end", 1, true), asked .. ", n = 101 says so")
    t.ok(plan(asked, {n = 100}).B1 == 100, asked .. ", n = 100 is planned as a finite sum")
end
t.equal(plan("bsgd", {n = 7}).samples, plan("bsgd").samples, "bsgd takes no notice of n")
t.equal(plan("bsgd", {n = math.huge}).samples, plan("bsgd").samples, "n = math.huge is none")

-- The statements' forms, constant 1.
check(plan("bsgd", {as_printed = true}), "thm:bsgd", {m = 100, steps = 100500, step = math.sqrt(2 / (10.05 * 100500))},
    {samples = 2 * 100 * 100500, bound = 2 * math.sqrt(2 * 10.05 / 100500) + 0.01}, "bsgd as printed")
-- m = 16/sqrt(0.1) = 50.6; V = 4/51 + 4; T = 5/2 V 1e4 = 101960.8
local printed = plan("e-bsgd", {as_printed = true})
t.equal({printed.m, printed.steps}, {51, 101961}, "e-bsgd as printed")
printed = plan("bspiderboost", {as_printed = true})
t.equal({printed.m, printed.B1, printed.B2, printed.steps}, {100, 402, 10, 250}, "bspiderboost as printed")
printed = plan("e-bspiderboost", {as_printed = true})
t.equal({printed.m, printed.B1, printed.B2, printed.steps}, {51, 408, 21, 250}, "e-bspiderboost as printed")
printed = plan("e-bspiderboost", {as_printed = true, n = 50})
t.equal({printed.m, printed.B1, printed.B2, printed.steps, printed.step}, {51, 50, 8, 250, 0.4},
    "e-bspiderboost, n = 50 as printed")
t.equal(printed.bound, nil, "a step of 1/L_F is beyond the proof")
t.ok(printed.reading:find("no bound: the proof needs a factor of at most 1/2, it is 84", 1, true), ".. and it says so")
printed = plan("nestedvr", {as_printed = true, n = 49})
t.equal({printed.S1, printed.S2, printed.p_in, printed.B1, printed.B2, printed.steps, printed.step},
    {400, 20, 0.05, 49, 7, 1750, 1 / 17.5}, "nestedvr as printed")
printed = plan("e-nestedvr", {as_printed = true, n = 4})
t.equal({printed.S1, printed.S2, printed.p_in, printed.p_out, printed.steps, printed.step},
    {400, 20, 0.05, 1, 250, 0.4}, "e-nestedvr, n = 4 as printed")
printed = plan("e-nestedvr", {as_printed = true, n = 5})
t.equal({printed.S1, printed.S2, printed.p_in}, {80, 80, 1.0}, "e-nestedvr, n = 5 as printed: Lt^2/(n eps^2)")

-- Strict plans: the bound is at most eps^2. BSGD: eps^2/3, m = 300, V = 2/300 + 4, T = 5 V 9e4 = 1803000.
local strict = plan("bsgd", {strict = true})
t.equal({strict.m, strict.steps}, {300, 1803000}, "bsgd, strict")
for _, method in ipairs {"bsgd", "e-bsgd", "bspiderboost", "e-bspiderboost"} do
    for _, eps in ipairs {1, 0.3, 0.1, 0.01} do
        strict = plan(method, {strict = true, eps = eps})
        t.ok(strict.bound <= eps ^ 2 * (1 + 1e-9), ("%s, strict, eps = %g: the bound holds"):format(method, eps))
    end
end
t.ok(plan("e-nestedvr", {strict = true, n = 5000, eps = 0.1}).bound <= 0.01, "e-nestedvr, strict, large n")
t.ok(plan("bspiderboost", {strict = true, D = 1e-9}).bound <= 0.01, "strict: T p_out >= 1 even when T could be 1")
-- Without it the bound is at most the multiple.
for method, multiple in pairs {bsgd = 3, ["e-bsgd"] = 2, bspiderboost = 14, ["e-bspiderboost"] = 170} do
    for _, eps in ipairs {1, 0.3, 0.1, 0.01} do
        t.ok(plan(method, {eps = eps}).multiple <= multiple + 1e-9, ("%s, eps = %g: multiple"):format(method, eps))
    end
end

-- Given derived constants replace the inputs.
t.equal(theory.plan("bsgd", {eps = 0.1, D = 1, L_F = 2.5, C_F = 2, si2 = 2, sb2 = 1}).samples, plan("bsgd").samples,
    "derived constants alone")
t.equal(plan("bsgd", {sb2 = 2}).m, 200, "a derived constant instead of its inputs")
t.near(plan("bspiderboost", {l2 = 1}).step, 1 / (13 * 3.5), 1e-15, "the penalty adds to L_F")

-- A plan is what run takes.
local p = problem.invariant_logistic{n = 64, d = 2, noise_var = 1, l2 = 0.1}
local o = theory.plan("e-bsgd", {eps = 1, problem = p})
o.problem, o.reps = p, 2
t.equal(run(o):final().samples, o.samples, "the run of a plan takes the samples it states: e-bsgd")
local keys = {}
for key in pairs(theory.plan("e-bsgd", {eps = 1, problem = p})) do
    keys[#keys + 1] = key
end
table.sort(keys)
t.equal(keys, {"m", "method", "step", "steps"}, "only options of run are fields")
o = theory.plan("bsgd", {eps = 0.9, problem = p})
o.problem, o.reps = p, 2
t.equal(run(o):final().samples, o.samples, "the run of a plan takes the samples it states: bsgd")

-- The expected cost of plans with coins: the mean over 200 runs of 100 steps, within 5 standard errors.
local function cost(name, n, eps)
    local q = problem.invariant_logistic{n = n, d = 2, noise_var = 1, l2 = 0.1}
    local used = theory.plan(name, {eps = eps, problem = q})
    used.problem, used.reps, used.record, used.steps = q, 200, 1, 100
    local columns, samples = run(used):columns({by_rep = true}), vec.zeros(200)
    for i = 1, 200 do
        samples[i] = columns.samples[#columns.samples - 200 + i]
    end
    return samples, used
end
for name, draws in pairs {bspiderboost = 2, ["e-bspiderboost"] = 3} do
    local samples, used = cost(name, 4096, 0.5)
    local points = used.B1 + 99 * (used.p_out * used.B1 + 2 * (1 - used.p_out) * used.B2)
    t.near(samples:mean(), draws * used.m * points, 5 * samples:sd() / math.sqrt(200), "expected cost: " .. name)
end
for name, draws in pairs {nestedvr = 2, ["e-nestedvr"] = 3} do
    local samples, used = cost(name, 3, 0.2)
    local large = used.p_in * used.S1 + (1 - used.p_in) * 2 * used.S2
    local small = used.p_in * 2 * used.S1 + (1 - used.p_in) * 3 * used.S2
    local want = draws * (3 * used.S1 + 99 * (used.p_out * 3 * large + (1 - used.p_out) * used.B2 * small))
    t.near(samples:mean(), want, 5 * samples:sd() / math.sqrt(200), "expected cost: " .. name)
end

-- Constants. invariant_logistic: C_g^2 = mean |a|^2 + d noise_var, sigma_g = sd |x|, C_e = 33 a4 sigma_g^4/96.
local k = theory.constants(p)
local a2 = 0
for i = 1, 64 do
    a2 = a2 + p:data().a[i]:dot(p:data().a[i]) / 64
end
t.near({k.C_g ^ 2, k.sigma_g, k.zeta_g ^ 2, k.radius}, {a2 + 2, 3, 2, 3}, 1e-12, "invariant_logistic: moments")
t.near(k.C_e, 33 * 0.12768392207 * 81 / 96, 1e-9, "invariant_logistic: C_e")
t.near(k.L_F, k.C_g ^ 2 / 4 + 0.1, 1e-12, "invariant_logistic: the penalty is part of L_F")
t.near(k.D, p:objective(p:start()) - select(2, p:minimizer()), 1e-15, "D")
t.equal(k.n, 64, "n")
t.near(theory.constants(p, {radius = 1}).sigma_g, 1, 1e-15, "another radius")
t.ok(k.note:find "do not hold strictly", "it says that the assumptions do not hold strictly")
-- instrumental: X given Z has the moments of N(0, 1/4) + exponential of mean 10.
local iv = problem.instrumental{n = 20}
k = theory.constants(iv, {radius = 1})
local z1, sum = iv:data().z1, 0
for i = 1, 20 do
    sum = sum + (z1[i] / 2 + 10) ^ 2 / 20
end
t.near(k.C_g ^ 2, sum + 100.25, 1e-9, "instrumental: C_g")
t.near(k.sigma_g ^ 2, 100.25, 1e-9, "instrumental: sigma_g")
t.near(k.C_e, (8 * 2 * 2000 + 18 * 4.0858855025 * 100.25 ^ 2 + 5 * 4.0858855025 * (90000 + 150 + 3 / 16)) / 96, 1e-4,
    "instrumental: C_e")
local pair = problem.instrumental{n = 20, treatments = 2} -- |w.X - E w.X|^k where w = (1, 0), or (1, 1)/sqrt(2) for e
k = theory.constants(pair, {radius = 1})
t.near({k.sigma_g ^ 2, k.zeta_g ^ 2}, {100.5, 200.5}, 1e-9, "instrumental of two treatments: sigma_g, zeta_g")
t.near(k.C_e, (8 * 2 * 2000 + 18 * 4.0858855025 * 100.5 ^ 2 + 5 * 4.0858855025 * (90000 + 300 + 3 / 4)) / 96, 1e-4,
    "instrumental of two treatments: C_e")
t.equal(theory.plan("e-bsgd", {eps = 1, problem = iv, radius = 1, C_e = 1}).m, 4, "sqrt(14.3) with a given C_e")

-- Exponents.
local function exponent(method, setting, growth)
    for _, row in ipairs(theory.exponents{growth = growth}:rows()) do
        if row.method == method and row.setting == setting then
            return row.exponent
        end
    end
end
for method, want in pairs {bsgd = 6, ["e-bsgd"] = 4.5, bspiderboost = 5, ["e-bspiderboost"] = 3.5, ["v-mlmc"] = 4,
    ["rt-mlmc"] = 4} do
    t.equal(exponent(method, "CSO"), want + 0.0, "exponent of " .. method)
end
for growth, want in pairs {[0] = 4, [2 / 3] = 11 / 3, [1.5] = 3.25, [2] = 3.5, [5] = 3.5} do
    t.near(exponent("e-bspiderboost", "FCCO", growth), want, 1e-15, ("e-bspiderboost, n = eps^-%.3g"):format(growth))
end
for growth, want in pairs {[0] = 3, [1 / 3] = 10 / 3, [2 / 3] = 11 / 3, [1.5] = 3.25, [2] = 3.5, [5] = 3.5} do
    t.near(exponent("e-nestedvr", "FCCO", growth), want, 1e-15, ("e-nestedvr, n = eps^-%.3g"):format(growth))
end
t.equal({exponent("nestedvr", "FCCO", 1), exponent("nestedvr", "FCCO", 9)}, {4.0, 5.0}, "nestedvr")
t.equal({exponent("sox", "FCCO", 1), exponent("msvr", "FCCO", 1.5)}, {5.0, 4.5}, "sox, msvr")
t.equal(exponent("lower bound", "stochastic", 1), 3.0, "lower bound")

-- The exponents are those of the plans' costs: over eps = 1e-3, 1e-4 (with sizes that rounding up no longer moves).
local function slope(method, growth)
    local function samples(eps)
        local n = growth and math.floor(eps ^ -growth + 0.5) or nil
        return plan(method, {eps = eps, n = n}).samples
    end
    return math.log(samples(1e-6) / samples(1e-4), 100)
end
for _, row in ipairs {{"bsgd", nil, 6}, {"e-bsgd", nil, 4.5}, {"bspiderboost", nil, 5}, {"e-bspiderboost", nil, 3.5},
    {"e-bspiderboost", 0, 4}, {"e-bspiderboost", 1.5, 3.25}, {"e-bspiderboost", 2, 3.5}, {"nestedvr", 1, 4},
    {"e-nestedvr", 0, 3}, {"e-nestedvr", 0.5, 3.5}, {"e-nestedvr", 1.5, 3.25}} do
    t.near(slope(row[1], row[2]), row[3], 0.03, ("the plans of %s cost eps^-%g, growth %s"):format(row[1], row[3],
        row[2]))
    if row[2] == nil or row[2] == 0 then
        t.equal(plan(row[1], {eps = 1e-4, n = row[2] and 1}).exponent, row[3] + 0.0, row[1] .. ": the plan says so")
    end
end
for _, row in ipairs {{"nestedvr", 4, 3}, {"nestedvr", 101, 5}, {"e-nestedvr", 5, 4}, {"e-nestedvr", 101, 3.5},
    {"e-bspiderboost", 100, 4}, {"e-bspiderboost", 101, 3.5}} do
    t.equal(plan(row[1], {n = row[2]}).exponent, row[3] + 0.0, ("exponent of %s's plan for n = %d"):format(row[1],
        row[2]))
end

-- Bounds of section 1 by hand.
t.equal({theory.bound{m = 4, a2 = 3, sigma2 = 2}}, {0.75, "prop:1st_error"}, "first order")
t.equal({theory.bound{m = 8, L_q = 3, sigma2 = 2}}, {1.5, "sec:bias, the footnote to L1"}, "Lipschitz")
t.equal(theory.bound{m = 8, L_q = 3, a2 = 4, sigma2 = 2}, 0.5, "the smaller of two bounds")
-- (4 2 3 + 9 1 4)/(48 4) + 5 (20 - 12)/(96 8)
t.near(theory.bound{order = 2, m = 2, a3 = 2, a4 = 1, sigma2 = 2, sigma3 = 3, sigma4 = 20}, 60 / 192 + 40 / 768, 1e-15,
    "second order")
-- (8 2 3 + 18 4 + 5 20)/96/4
t.near(theory.bound{order = 2, m = 2, a3 = 2, a4 = 1, sigma2 = 2, sigma3 = 3, sigma4 = 20, form = "relaxed"},
    220 / 384, 1e-15,
    "second order, relaxed: C_e/m^2")
t.equal(theory.bound{of = "variance", order = 2, m = 2, V2 = 4, C = 1}, 42.0, "variance of L2")
t.equal(theory.bound{of = "variance", m = 2, V2 = 4, C = 1}, 3.0, "variance of L1")
t.equal(theory.bound{m = 4, method = "bsgd", sb2 = 9}, 1.5, "bias of one estimate")
t.equal(theory.bound{m = 4, method = "e-bsgd", c = 8}, 0.5, "bias of one extrapolated estimate")
t.equal(theory.bound{m = 4, method = "e-bsgd", of = "variance", si2 = 4, C_F = 2}, 70.0, "its variance")

-- Exact biases stay below: q = tanh, sup |q^(l)| = 1, 0.7698004, 2, 4.0858856.
local laws = {dist.normal{mean = 0.3, sd = 1}, dist.normal{mean = 1, sd = 0.2}, dist.exponential{mean = 0.5},
    dist.ramp(0, 2),
    dist.bernoulli(0.2), dist.uniform(-1, 2), dist.discrete({-1, 0, 4}, {0.3, 0.5, 0.2})}
local first, second, relaxed, lipschitz, known = true, true, true, true, 0
for _, d in ipairs(laws) do
    for _, m in ipairs {1, 2, 5} do
        for _, s in ipairs {-1, 0, 0.7} do
            local b1 = extrap.order(1):bias(math.tanh, d, {m = m, s = s})
            local b2 = extrap.order(2):bias(math.tanh, d, {m = m, s = s})
            local b = {m = m, a2 = 0.7698004, a3 = 2, a4 = 4.0858856, dist = d}
            if b1 and b2 then
                known = known + 1
                first = first and math.abs(b1) <= theory.bound(b)
                lipschitz = lipschitz and math.abs(b1) <= theory.bound{m = m, L_q = 1, dist = d}
                b.order = 2
                second = second and math.abs(b2) <= theory.bound(b)
                b.form = "relaxed"
                relaxed = relaxed and math.abs(b2) <= theory.bound(b)
            end
        end
    end
end
t.ok(known >= 20, "exact biases are known in many of these cases")
t.ok(first, "|exact bias of L1| <= a2 sigma2/(2 m)")
t.ok(lipschitz, "|exact bias of L1| <= L_q sqrt(sigma2/m)")
t.ok(second, "|exact bias of L2| <= the second-order bound")
t.ok(relaxed, "|exact bias of L2| <= C_e/m^2")
local relu = extrap.order(1):bias(math.relu, dist.normal{mean = 10, var = 100}, {m = 1})
t.ok(relu <= theory.bound{m = 1, L_q = 1, sigma2 = 100}, "relu, which has no a2")
for _, each in ipairs {{p, "bsgd", 1}, {p, "e-bsgd", 2}, {iv, "bsgd", 1}, {iv, "e-bsgd", 2}} do
    local which, name, order = table.unpack(each)
    for _, m in ipairs {1, 4, 16} do
        local x = which:start()
        local bias = (estimator(which, {order = order, m = m}):expected(x) - which:gradient(x)):norm()
        t.ok(bias <= theory.bound{m = m, method = name, problem = which, radius = x:norm()},
            ("%s, %s, m = %d: |exact bias| stays below the bound"):format(which.name, name, m))
    end
end

-- Errors.
t.raises(function() plan "bsgdd" end, "theory.plan: no plan for 'bsgdd', did you mean 'bsgd'?")
t.raises(function() plan "rt-mlmc" end, "theory.plan: no plan for 'rt-mlmc', there are plans for bsgd, e-bsgd, "
    .. "bspiderboost, e-bspiderboost, nestedvr, e-nestedvr")
t.raises(function() theory.plan(nil, {eps = 1}) end, "theory.plan: option 'method': expected a string, got nil")
t.raises(function() theory.plan "bsgd" end,
    "theory.plan: option 'eps' must be given: accuracy: mean |grad F|^2 <= eps^2, up to the multiple that bound shows")
t.raises(function() plan("bsgd", {eps = 0}) end, "theory.plan: option 'eps': expected a number > 0, got 0")
t.raises(function() theory.plan("bsgd", {eps = 1}) end, "theory.plan: option 'D' must be given: F(x0) - F*")
t.raises(function() theory.plan("bsgd", {eps = 1, D = 1}) end,
    "theory.plan: option 'L_F' must be given, or L_g, C_f, C_g, L_f")
t.raises(function() theory.plan("e-bsgd", {eps = 1, D = 1, L_F = 1, C_F = 1, si2 = 1}) end,
    "theory.plan: option 'c' must be given, or C_g, C_e")
t.raises(function() plan "nestedvr" end, "theory.plan: option 'n' must be given: 'nestedvr' is for finite sums")
t.raises(function() plan("nestedvr", {n = 5, strict = true}) end,
    "theory.plan: no strict plan for 'nestedvr': not all constants of its theorem are printed")
t.raises(function() plan("bsgd", {strict = true, as_printed = true}) end,
    "theory.plan: strict and as_printed exclude each other")
t.raises(function() plan("bsgd", {sigma_h = 1}) end, "theory.plan: unknown option 'sigma_h', did you mean 'sigma_g'?")
t.raises(function() plan("bsgd", {problem = 3}) end, "theory.plan: option 'problem': expected a problem, got 3")
t.raises(function() plan("bsgd", {n = 1.5}) end, "theory.plan: option 'n': expected a whole number >= 1, got 1.5")
t.raises(function() plan("bsgd", {L_f = 0, L_g = 0}) end,
    "theory.plan: expected L_F > 0, got 0 from L_g, C_g, L_f and l2")
t.raises(function() theory.constants(3) end, "theory.constants: expected a problem, got 3")
t.raises(function() return theory.constants(p).sigma_f end,
    "theory.constants: no field 'sigma_f', did you mean 'sigma_g'?")
t.raises(function() theory.exponents{grwth = 1} end, "theory.exponents: unknown option 'grwth', did you mean 'growth'?")
t.raises(function() theory.bound{m = 1} end, "theory.bound: option 'sigma2' must be given for a bias of order 1")
t.raises(function() theory.bound{m = 1, sigma2 = 1} end, "theory.bound: a bias of order 1 needs a2 or L_q")
t.raises(function() theory.bound{m = 1, order = 3} end,
    "theory.bound: option 'order': expected a whole number from 1 to 2, got 3")
t.raises(function() theory.bound{m = 1, order = 2, a3 = 1} end,
    "theory.bound: option 'a4' must be given for a bias of order 2")
t.raises(function() theory.bound{m = 1, method = "e-bsgd"} end, "theory.bound: option 'c' must be given, or C_g, C_e")
t.raises(function() theory.bound{m = 1, method = "e-bsgd", order = 2} end,
    "theory.bound: order and method exclude each other")
t.raises(function() theory.bound{m = 1, dist = laws[1], sigma2 = 1} end,
    "theory.bound: dist and sigma2, sigma3, sigma4 exclude each other")
t.raises(function() theory.plans() end, "theory: no field 'plans', did you mean 'plan'?")

-- n = eps^-growth: what the costs of the theorems say by hand, in each regime of n.
for _, row in ipairs {
    {"bsgd", nil, 6}, {"e-bspiderboost", nil, 3.5}, {"e-bspiderboost", 50, 3.25}, {"e-bspiderboost", 101, 3.5},
    {"nestedvr", 50, 4.5}, {"nestedvr", 101, 5}, {"e-nestedvr", 4, 4.5}, {"e-nestedvr", 50, 3.25},
    {"e-nestedvr", 101, 3.5},
} do
    local method, n, want = table.unpack(row, 1, 3)
    t.near(plan(method, {n = n, growth = 1.5}).exponent, want, 1e-12, ("%s, n = %s: growth 1.5"):format(method, n))
end

-- Printing.
t.equal(tostring(plan "bsgd"), [[
bsgd, thm:bsgd, eps 0.1
steps 201000, step 0.000995025, m 100
samples: 40200000 expected
bound: mean |grad F|^2 <= 0.03 = 3 eps^2
reading: ]] .. plan("bsgd").reading, "a plan prints the reading used")

-- What overflows is refused.
for _, method in ipairs {"bsgd", "e-bspiderboost", "e-nestedvr"} do
    t.raises(function()
        theory.plan(method, {eps = 1e-300, problem = problem.invariant_logistic{n = 20, d = 2}})
    end, "theory.plan: option 'eps': at 1e-300 the sizes are beyond the range of numbers", method .. ": a tiny eps")
end
t.raises(function()
    theory.bound{order = 2, m = 1, a3 = 1, a4 = 1, sigma2 = 1e300, sigma3 = 1, sigma4 = 1}
end, "theory.bound: its terms are beyond the range of numbers", "no bound is a NaN")
t.done()
