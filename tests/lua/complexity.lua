-- complexity{..}: against plain gradient descent, whose cost for an accuracy is known, and what it says and refuses.
local t = dofile "tests/lua/harness/tap.lua"

-- Without noise and with every outer sample in each step it is gradient descent: 2 n calls a step.
local p = problem.invariant_logistic{n = 20, d = 2, noise_var = 0, l2 = 0.1}
local function steps_of_descent(step, eps)
    local x, sum, count = p:start(), 0, 0
    repeat
        local gradient = p:gradient(x)
        sum, count = sum + gradient:dot(gradient), count + 1
        x = x - step * gradient
    until sum / count <= eps ^ 2
    return count
end

local descent = {"bsgd", B = 20, m = 1, step = 0.05}
local c = complexity{problem = p, methods = {descent}, eps = {0.01, 0.1, 0.05, 0.02}, reps = 2, threads = 1}
local rows = c:rows()
t.equal({#rows, rows[1].eps, rows[4].eps}, {4, 0.1, 0.01}, "a row for each eps, falling")
t.equal(rows[1].method, "bsgd", "the method's name")
for _, row in ipairs(rows) do
    local want = 40 * steps_of_descent(0.05, row.eps)
    t.near(row.samples, want, 0.02 * want + 40, ("eps = %g: the calls of gradient descent"):format(row.eps))
    t.near({row.samples_lo, row.samples_hi}, {row.samples, row.samples}, 1e-9, "replicates without noise are equal")
    t.equal(row.reached, nil, "no column reached where all are")
end

-- The sum of |grad F|^2 over all iterates is finite: T = sum/eps^2.
local s = c:slopes():rows()[1]
t.near(s.exponent, 2, 0.05, "the exponent of gradient descent")
t.ok(s.exponent_lo <= s.exponent and s.exponent <= s.exponent_hi, "its limits")
t.equal({s.method, s.theory, s.from, s.to}, {"bsgd", 6.0, 0.1, 0.01}, "beside the theory's exponent of the method")

-- Options that are functions of eps: a batch of eps^-2 costs two powers more, a step of eps^2 two more.
local function exponent(entry)
    return complexity{problem = p, methods = {entry}, eps = {0.05, 0.025}, reps = 1}:slopes():rows()[1].exponent
end
local plain = exponent(descent)
t.near(exponent{"bsgd", B = 20, step = 0.05, m = function(eps) return math.floor(eps ^ -2 + 0.5) end}, plain + 2, 0.05,
    "m = eps^-2")
t.near(exponent{"bsgd", B = 20, m = 1, step = function(eps) return 20 * eps ^ 2 end}, plain + 2, 0.05,
    "step = 20 eps^2")
t.near(exponent{"bspiderboost", B1 = 20, B2 = 20, period = 1, m = 1, step = 0.05}, plain, 0.01,
    "period replaces the plan's p_out")

-- Options left out are the plan's.
local noisy = problem.invariant_logistic{n = 2000, d = 2, noise_var = 1, l2 = 0.1}
local ladder = {
    problem = noisy, eps = {0.2, 0.15}, reps = 3, seed = 4, methods = {{"bsgd"}, {"e-bspiderboost", label = "E"}},
}
c = complexity(ladder)
rows = c:rows()
for i, method in ipairs {"bsgd", "e-bspiderboost"} do
    for k, eps in ipairs(ladder.eps) do
        local plan = theory.plan(method, {eps = eps, problem = noisy})
        local row, spec = rows[2 * i - 2 + k], c:spec().runs[2 * i - 2 + k]
        t.equal(row.planned, plan.samples, method .. ": the plan's samples")
        t.equal({spec.m, spec.step, spec.B1, spec.p_out}, {plan.m, plan.step, plan.B1, plan.p_out},
            method .. ": the plan's options")
        t.equal(spec.reading, plan.reading, method .. ": the plan's reading")
        t.ok(row.samples < plan.samples, method .. ": fewer than the theorem's are needed")
    end
end
t.equal({rows[3].method, c:spec().theorems[2]}, {"E", {"thm:ebspiderboost"}}, "a label, and the theorem")
s = c:slopes():rows()
t.equal({s[1].theory, s[2].theory}, {6.0, 3.5}, "the theorems' exponents")
local planned = math.log(rows[2].planned / rows[1].planned) / math.log(0.2 / 0.15)
t.near(s[1].planned, planned, 1e-9, "the plans' own exponent on this ladder")
local given = complexity{problem = noisy, eps = {0.2}, reps = 1, methods = {{"bsgd"}}, constants = {D = 1}, radius = 2}
t.equal(given:rows()[1].planned, theory.plan("bsgd", {eps = 0.2, problem = noisy, radius = 2, D = 1}).samples,
    "other constants")
t.equal(given:rows()[1].samples_lo, nil, "no limits for one replicate")
-- A finite sum with n <= eps^-2 is planned as such.
local small = problem.invariant_logistic{n = 4, d = 2, noise_var = 1, l2 = 0.1}
c = complexity{problem = small, eps = {0.1, 0.08}, reps = 2, methods = {{"e-bspiderboost"}}}
t.equal({c:spec().theorems[1], c:slopes():rows()[1].theory}, {{"thm:ebsb:fcco"}, 4.0}, "FCCO: its theorem and exponent")

-- Every method with a plan, n on every side of where plans change: the exponent is that of the plans that were run.
for _, method in ipairs {"bsgd", "e-bsgd", "bspiderboost", "e-bspiderboost", "nestedvr", "e-nestedvr"} do
    for _, n in ipairs {2, 4, 5, 60, 100, 150, 300} do
        local p_n = problem.invariant_logistic{n = n, d = 2, noise_var = 1, l2 = 0.1}
        local want, seen = {}, {}
        for _, eps in ipairs {0.12, 0.1} do
            local of_plan = theory.plan(method, {eps = eps, problem = p_n}).exponent
            want[#want + 1] = not seen[of_plan] and of_plan or nil
            seen[of_plan] = true
        end
        local slopes = complexity{problem = p_n, eps = {0.12, 0.1}, reps = 1, budget = 10,
            methods = {{method}}}:slopes()
        t.equal(slopes:rows()[1].theory, #want == 1 and want[1] or nil, ("%s, n = %d: the exponent"):format(method, n))
        t.equal(tostring(slopes):find("no one exponent", 1, true) ~= nil, #want > 1, "one, or it says that it is none")
    end
end

-- A function of eps gives a problem for each, once; where n is the same for all the rows are those of one problem.
local asked = {}
local function twenty(eps)
    asked[#asked + 1] = eps
    return problem.invariant_logistic{n = 20, d = 2, noise_var = 0, l2 = 0.1}
end
local by_eps = complexity{problem = twenty, methods = {descent, {"bsgd", B = 20, m = 1, step = 0.1}}, eps = {0.05, 0.1},
    reps = 2}
t.equal(asked, {0.1, 0.05}, "the function of eps is called once for each")
t.equal(by_eps:rows(), complexity{problem = p, methods = {descent, {"bsgd", B = 20, m = 1, step = 0.1}},
    eps = {0.05, 0.1}, reps = 2}:rows(), "a problem for each eps, all alike: the rows of one problem")
t.equal({by_eps:spec().problem, by_eps:spec().growth, by_eps:spec().runs[1].problem.n}, {nil, nil, 20},
    "each run says its problem")

-- n = eps^-growth: a column of n, and the exponents for it, by hand. E-NestedVR has n eps^-3 up to n = eps^(-2/3), then
-- max(sqrt(n) eps^-2.5, eps^-4/sqrt(n)); MSVR-V2 has n eps^-3.
local function growing(growth)
    return function(eps)
        return problem.invariant_logistic{n = math.floor(eps ^ -growth + 0.5), d = 2, noise_var = 1, l2 = 0.1}
    end
end
local function grown(growth, eps, budget)
    return complexity{problem = growing(growth), eps = eps, reps = 2, seed = 1, budget = budget, methods = {
        {"e-nestedvr"}, {"nestedvr"}, {"msvr", B = 2, step = 1e-3}, {"e-bsgd"}, {"e-bspiderboost", step = 0.01}}}
end
for growth, want in pairs {[0.5] = {3.5, 3.5, 3.5, 4.5, 3.75}, [1.5] = {3.25, 4.5, 4.5, 4.5, 3.25},
    [2] = {3.5, 5.0, 5.0, 4.5, 3.5}} do
    c = grown(growth, {1 / 16, 1 / 25}, 10)
    local theories = {}
    for i, each in ipairs(c:slopes():rows()) do
        theories[i] = each.theory
    end
    t.near(theories, want, 1e-9, ("n = eps^-%g: the theory's exponents"):format(growth))
    t.equal({c:rows()[1].n, c:rows()[2].n}, {math.tointeger(16 ^ growth), math.tointeger(25 ^ growth)},
        ".. a column of n")
    t.near(c:spec().growth, growth, 1e-9, ".. how it grows")
    t.ok(tostring(c:slopes()):find(("n grows as eps^-%g"):format(growth), 1, true), ".. is said")
end
-- n = 4 > 0.15^(-2/3), 26 <= 0.0045^(-2/3).
local function two_regimes(eps)
    return problem.invariant_logistic{n = eps > 0.1 and 4 or 26, d = 2, noise_var = 1, l2 = 0.1}
end
c = complexity{problem = two_regimes, eps = {0.15, 0.0045}, reps = 1, budget = 10, methods = {{"e-nestedvr"}}}
t.ok(tostring(c:slopes()):find("e-nestedvr: no one exponent of the theory, that of its plans is 3.", 1, true),
    "regimes of several exponents")
-- A file does not hold the function: it is given again.
local half = growing(0.5)
local small_ladder = {problem = half, eps = {1 / 4, 1 / 9}, reps = 2, seed = 1, methods = {{"e-nestedvr"}},
    budget = 1e5}
local path = complexity(small_ladder):plot():save(t.path "grown.svg")
local _, same, other = reproduce(path, {problem = half})
t.equal({same, other}, {true}, "a figure of a problem for each eps: reproduced")
t.raises(function() reproduce(path) end,
    "reproduce: option 'problem' was a function, which files do not hold: give it again")
_, same = reproduce(path, {problem = growing(1)})
t.equal(same, false, "another function: other numbers")
t.raises(function() complexity{eps = {0.1}, problem = function() return 3 end, methods = {{"bsgd"}}} end,
    "complexity: option 'problem': expected a problem from the function, got 3 at eps 0.1")
local function falling(eps)
    return problem.invariant_logistic{n = math.floor(100 * eps + 0.5), d = 2, noise_var = 1}
end
t.raises(function() complexity{eps = {0.1, 0.05}, problem = falling, methods = {{"bsgd"}}} end, "complexity: option "
    .. "'problem': expected no smaller n at a smaller eps, got 5 after 10 at eps 0.05")
local steep = falling(0.2)
t.raises(function() complexity{eps = {0.2, 0.5}, problem = falling, methods = {{"bsgd"}}, x0 = steep:minimizer()} end,
    ("complexity: option 'eps': expected numbers below |grad F| at the start, %.4g, got 0.5"):format(
        falling(0.5):gradient(steep:minimizer()):norm()))

-- The same rows on any number of threads, and with a folder of checkpoints, twice.
ladder.threads = 1
local one = complexity(ladder):rows()
t.equal(one, rows, "one thread, the same rows")
ladder.threads, ladder.checkpoint = 2, t.path "complexity"
t.equal(complexity(ladder):rows(), rows, "with checkpoints, the same rows")
t.equal(complexity(ladder):rows(), rows, "from checkpoints, the same rows")

-- A budget that is too small says so.
c = complexity{problem = noisy, eps = {0.2, 0.1}, reps = 2, methods = {{"bsgd"}}, budget = 1e5}
rows = c:rows()
t.equal({rows[1].reached, rows[2].reached, rows[2].samples}, {nil, 0, nil}, "a row that was not reached")
t.ok(tostring(c):find("bsgd, eps 0.1: 0 of 2 replicates reached it within 100000 samples", 1, true), ".. says so")
local ended = complexity{problem = noisy, eps = {0.05}, reps = 2, methods = {{"bsgd"}}, step = 1e-3, tol = 0.999}
t.ok(tostring(ended):find("replicates reached it before the run ended at %d+ samples %(tol%)"), "tol ended it")
t.equal(c:slopes():rows()[1].why, "fewer than two eps were reached", "no exponent from one point")
local wide = complexity{problem = noisy, eps = {0.2, 0.19, 0.18}, reps = 2, seed = 1, methods = {{"bspiderboost"}}}
local row = wide:slopes():rows()[1]
t.equal({row.exponent, row.why, row.theory}, {nil,
    "the interval of the slope is too wide", 5.0}, "no exponent from noise")
t.ok(row.planned > 4 and row.planned < 6, "but that of the plans")
t.ok(not wide:plot():describe():find "slope", "and none in the figure")
c = complexity{problem = noisy, eps = {0.2}, reps = 2, methods = {{"bspiderboost"}}, budget = 10}
t.equal(c:rows()[1].reached, 0, "a budget below one step")
c = complexity{problem = noisy, eps = {0.2}, reps = 2, methods = {{"bsgd", step = 1e3}}, budget = 1e5}
t.ok(c:rows()[1].reached < 2, "a run that diverges")

-- The figure.
local description = complexity(ladder):plot{title = "ladder"}:describe()
t.ok(description:find("oracle calls to reach eps (logarithmic) against eps (logarithmic)", 1, true), "its axes")
t.ok(description:find("E: 2 points, eps from 0.15 to 0.2", 1, true), "its curves")

-- What the plans expect beside it: a dotted line for each method that has a plan, in its colour.
c = complexity(ladder)
local figure = c:plot{bound = true, notes = "Own."}
local found = {}
for _, series in ipairs(figure:data()) do
    found[series.label] = series.y
end
for i, name in ipairs {"bsgd", "E"} do
    local expected = vec{c:rows()[2 * i - 1].planned, c:rows()[2 * i].planned}
    t.equal(found[name:upper() .. ", planned"], expected, name .. ": planned")
end
t.ok(figure:describe():find("Own. Dotted: what theory.plan expects; BSGD thm:bsgd; E thm:ebspiderboost.", 1, true),
    "the sentence names the theorems")
local some = complexity{problem = p, methods = {{"bsgd"}, {"rt-mlmc", step = 0.05}}, eps = {0.2}, reps = 2,
    budget = 100}
t.ok(some:plot{bound = true}:describe():find("RT-MLMC none, no plan is known for it", 1, true), "one without a plan")
t.raises(function() complexity{problem = p, methods = {{"rt-mlmc", step = 0.05}}, eps = {0.2}, reps = 2,
    budget = 100}:plot{bound = true} end,
    "complexity:plot: option 'bound': there is none, RT-MLMC: no plan is known for it")

-- Errors.
local pair = complexity{problem = noisy, eps = {0.2, 0.1}, reps = 2, methods = {{"bsgd", label = "a"},
    {"bsgd", label = "b", m = 1, step = 1e-3}}}
local function gain(i)
    local both = pair:rows()
    return math.log(both[2 + i].samples / both[i].samples)
end
local eps = pair:crossing("b", "a")
t.ok(gain(1) > 0 and gain(2) > 0 and eps == 0.2 or gain(2) <= 0 and eps == nil
    or math.abs(math.log(eps / 0.2) / math.log(1/2) - gain(1) / (gain(1) - gain(2))) < 1e-12, "where they cross")
t.ok(not (pair:crossing("a", "b") and eps), "one of two needs fewer at the end")
t.raises(function() pair:crossing("a", "c") end, "complexity:crossing: expected two of the methods a, b, got 'c'")
t.raises(function() pair:crossing("a") end, "complexity:crossing: expected two of the methods a, b, got nil")
t.raises(function() complexity(3) end, "complexity: expected a table of options, got 3")
t.raises(function() complexity{eps = {0.1}, problem = noisy} end,
    "complexity: option 'methods' must be given: list of "
        .. '"name" or {"name", label =, and options of run for this method}')
t.raises(function() complexity{problem = noisy, methods = {{"bsgd"}}} end, "complexity: option 'eps' must be given: "
    .. "accuracies: reached once the running mean of |grad F|^2 is at most eps^2")
t.raises(function() complexity{eps = {0.1}, methods = {{"bsgd"}}} end,
    "complexity: option 'problem': expected a problem, got nil")
t.raises(function() complexity{eps = {0.1}, problem = noisy, methods = {}} end,
    "complexity: option 'methods': expected at least one method")
t.raises(function() complexity{eps = {0.1}, problem = noisy, methods = {{"bsgd"}}, samples = 1e6} end,
    "complexity: samples, steps and seconds do not go with it: 'budget' is the most samples of one replicate")
t.raises(function() complexity{eps = {0.1}, problem = noisy, methods = {3}} end,
    "complexity: option 'methods': expected \"name\" or a table {\"name\", ..}, got 3 at element 1")
t.raises(function() complexity{eps = {0.1}, problem = noisy, methods = {{"bsgd", stpe = 1}}} end,
    "complexity: unknown option 'stpe', did you mean 'step'?")
t.raises(function() complexity{eps = {0.1}, problem = noisy, methods = {{"rt-mlmc"}}} end,
    "complexity: no plan for 'rt-mlmc', there are plans for bsgd, e-bsgd, bspiderboost, e-bspiderboost, nestedvr, "
    .. "e-nestedvr")
t.raises(function() complexity{eps = {0.1}, problem = noisy, methods = {{"bsgd"}}, constants = {C_h = 1}} end,
    "complexity: unknown option 'C_h', did you mean 'C_F'?")
t.raises(function() complexity{eps = {0.1, 9}, problem = noisy, methods = {{"bsgd"}}} end,
    ("complexity: option 'eps': expected numbers below |grad F| at the start, %.4g, got 9"):format(
        noisy:gradient(noisy:start()):norm()))
for _, key in ipairs {"chains", "inner_period", "S1"} do
    local made, why = pcall(complexity, {eps = {0.2}, problem = problem.invariant_logistic{}, radius = 1,
        methods = {{"e-nestedvr", [key] = key ~= "chains" and 3}}})
    t.ok(not made and why:find(("complexity: option '%s' is e-nestedvr's, but at eps 0.2 its plan takes "
        .. "e-bspiderboost (thm:ebspiderboost)"):format(key), 1, true), tostring(why))
end
t.done()
