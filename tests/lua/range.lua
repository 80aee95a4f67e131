-- Values of any size: with 2^k q in place of q every result is 2^k times what it was, to the last bit, and what has no
-- size is the same. A square, which may leave the range of numbers, is 4^k times what it was, or said to be beyond it.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"
local powers = quick and {-900, 300} or {-900, -300, 600}

-- By field: the power of 2^k; fields that are not named do not change, "log" ones but for the rounding of logarithms.
local degree = {
    mean = 1, se = 1, bias = 1, sd = 1, exact = 1, rounding = 1, error = 1, plain = 1, plain_sd = 1, bias_norm = 1,
    objective = 1, objective_lo = 1, objective_hi = 1, gap = 1, gap_lo = 1, gap_hi = 1, advantage = 1, advantage_lo = 1,
    advantage_hi = 1, value = 1, removed = 1, jackknife = 1, plugin = 1, split_se = 1, eps = 1, finite_mean = 1,
    var = 2, plain_var = 2, mse = 2, saved = 2, added = 2,
}
local of_slopes = {slope = "log", slope_lo = "log", slope_hi = "log", exact = "log"}

local words = "beyond the range of numbers"

-- Whether a field is as it must be, and whether it is to be beyond the range.
local function agrees(got, want, power, c)
    if type(want) ~= "number" or type(got) ~= "number" and power ~= 2 then
        return got == want, false
    elseif power == "log" then
        return math.abs(got - want) <= 1e-10 or got ~= got and want ~= want, false
    end
    for _ = 1, power do
        want = want * c
    end
    local is_square = (math.abs(want) >= 0x1p-1022 or got == 0) and math.abs(want) < math.huge
    if power == 2 and not is_square then
        return got == nil or got ~= got, want == want
    end
    return got == want or got ~= got and want ~= want, false
end

local function list_of(value)
    return type(value) == "userdata" and value:table() or {value}
end

-- Fields or columns of two results; the text of `from` says what is beyond.
local function compare_fields(got, want, c, from, name, degrees)
    local said, wrong = false, nil
    for field, value in pairs(want) do
        local a, b = list_of(got[field]), list_of(value)
        for i = 1, type(value) ~= "table" and type(value) ~= "function" and #b or 0 do
            local fits, beyond = agrees(a[i], b[i], (degrees or degree)[field] or 0, c)
            said = said or beyond
            wrong = wrong or not fits and ("%s, place %d: %s for %s"):format(field, i, a[i], b[i]) or nil
        end
    end
    t.equal(wrong, nil, name)
    t.ok(not said or tostring(from):find(words, 1, true), name .. ": squares that are no numbers are named")
end

local function compare_rows(got, want, c, name, degrees)
    local a, b = got:rows(), want:rows()
    t.equal(#a, #b, name .. ": rows")
    for i, row in ipairs(b) do
        compare_fields(a[i], row, c, got, name .. ", row " .. i, degrees)
    end
end

local function compare_slopes(got, want, c, name)
    compare_rows(got, want, c, name, of_slopes)
end

-- make(c) is compared with make(1).
local function sweep(name, make, compare)
    local want = make(1)
    for _, k in ipairs(powers) do
        local c = 2.0 ^ k
        compare(make(c), want, c, ("%s, 2^%d"):format(name, k))
    end
end

local normal = dist.normal{mean=0.3, sd=1}
local laws = {normal=normal, ramp=dist.ramp(0, 2), coin=dist.bernoulli(0.3),
    discrete=dist.discrete({-1, 0.5, 2}, {0.2, 0.5, 0.3}),
    plane=dist.normal{mean={0.3, 1}, sd=1}}
local functions = {
    ["s^3"]=function(c) return poly{0, 0, 0, c} end,
    cosh=function(c) return function(s) return c * (math.exp(s) + math.exp(-s)) end end,
    kink=function(c) return function(s) return c * math.abs(s - 0.3) end end,
    wave=function(c) return function(s) return c * math.sin(3 * s) end end,
    vector=function(c) return function(s) return c * vec{s[1] * s[1], math.abs(s[1])} end end,
}

local function compare_moments(got, want, c, name)
    compare_fields(got, want, c, got, name)
end

local pairs_of = {vector={"plane"}, cosh={"normal", "coin"}}
for name, q in pairs(functions) do
    for _, law in ipairs(pairs_of[name] or {"normal", "ramp", "discrete"}) do
        local d, title = laws[law], name .. ", " .. law
        sweep("estimate of " .. title, function(c)
            return extrap.order(2):estimate(q(c), d, {reps=500, m=2})
        end, compare_moments)
        sweep("bias of " .. title, function(c)
            return bias{q=q(c), dist=d, operators={1, 2}, m={1, 4}, reps=300}
        end, compare_rows)
        if name ~= "vector" then
            sweep("slopes of " .. title, function(c)
                return bias{q=q(c), dist=d, operators={1}, m=pow2(1, 8), reps=300, control=false}:slopes()
            end, compare_slopes)
        end
        sweep("running of " .. title, function(c)
            return running{q=q(c), dist=d, operators={1, 2}, reps=32, runs=3}
        end, compare_rows)
    end
end

local x = vec{1, 2, 3.5, 2, 0.3, 0.7, -1, 0.25, 4, 1.5}
for name, q in pairs(functions) do
    if name ~= "vector" then
        for _, data in ipairs {x, vec.geomspace(1, 30, 40)} do
            sweep("correct of " .. name .. #data, function(c)
                return correct(q(c), data, {splits=20})
            end, compare_rows)
        end
    end
end

-- Problems.
local function problem_of(f)
    return function(c)
        return problem.new{dim=2, outer=mat{{1, 2}, {-1, 0.5}, {0.5, 1}, {2, 0.3}}, x0={1, 0.5},
            inner=dist.normal{mean=0, sd=0.5}, g=function(p, xi, eta) return xi:dot(p) + eta end,
            f=function(y) return c * f(y) end, g_mean=function(p, xi) return xi:dot(p) end}
    end
end
local problems = {
    ["y^4"]=problem_of(function(y) return y^4 end), softplus=problem_of(math.softplus),
    kink=problem_of(function(y) return math.abs(y - 0.3) end),
}
for name, p in pairs(problems) do
    for _, of in ipairs {"gradient", "value"} do
        for _, method in ipairs {"e-bsgd", "v-mlmc", "ru-mlmc"} do
            sweep(("moments of %s, %s, %s"):format(name, of, method), function(c)
                return estimator(p(c), {method=method, of=of}):moments(nil, {reps=300})
            end, compare_moments)
        end
        sweep(("levels of %s, %s"):format(name, of), function(c)
            return estimator(p(c), {method="rt-mlmc", of=of}):levels(nil, {reps=300, L=5, eps={c / 8}})
        end, function(got, want, c, title)
            compare_fields(got:columns(), want:columns(), c, got, title)
            compare_fields(got.plan[1], want.plan[1], c, "", title .. ", plan")
            t.equal(agrees(got.rates.alpha_lo, want.rates.alpha_lo, "log"), true, title .. ": alpha")
            t.equal(agrees(got.rates.beta_hi, want.rates.beta_hi, "log"), true, title .. ": beta")
            t.equal(got.flat, want.flat, title .. ": whether they have begun")
        end)
    end
end

-- Derivatives against differences, and means of g.
for _, c in ipairs(quick and {2.0^600} or {2.0^-900, 2.0^900}) do
    local function checked(off)
        return problem.new{dim=1, outer=vec{1, 2}, x0={1}, inner=dist.normal{mean=0, sd=1},
            g=function(p, xi, eta) return c * (xi*p[1] + eta) end, f=function(y) return 3 * y end,
            g_mean=function(p, xi) return c * (xi*p[1] + off) end}:check().ok
    end
    t.equal({checked(0), checked(0.07)}, {true, false}, ("check, values of %g"):format(c))
end

local race = problems.softplus
local function options(c, more)
    return t.over({problem=race(c), steps=20, step=0.25 / c, reps=4}, more)
end
for _, method in ipairs {"e-bsgd", "rt-mlmc", "bspiderboost", "sox", "msvr"} do
    sweep("run of " .. method, function(c)
        return run(options(c, {method=method}))
    end, function(got, want, c, name)
        local a, b = got:columns(), want:columns()
        for _, column in ipairs {"objective", "objective_lo", "objective_hi", "gap", "gap_lo", "gap_hi", "samples"} do
            compare_fields({[column]=a[column]}, {[column]=b[column]}, c, "", name .. ", " .. column)
        end
    end)
end
sweep("advantage", function(c)
    return compare(options(c, {methods={{"bsgd", m=4}, {"e-bsgd", m=2}}})):advantage()
end, compare_rows)
sweep("tune", function(c)
    local o = options(c, {methods={{"bsgd", m=4}}, grid={step={0.125 / c, 0.25 / c}}})
    o.step = nil
    return tune(o)
end, function(got, want, c, name)
    local a, b = got:rows(), want:rows()
    for i, row in ipairs(b) do
        t.equal(a[i].best, row.best, name .. ": the best one")
        t.equal(a[i].gap or a[i].objective, (row.gap or row.objective) * c, name .. ": its height")
    end
end)

-- Accuracies whose squares are numbers.
powers = {-400, 400}
sweep("complexity", function(c)
    return complexity{problem=race(c), reps=3, budget=2e5, eps={0.3 * c, 0.25 * c},
        methods={{"bsgd", m=2, step=0.25 / c}}}
end, compare_rows)

-- Numbers alone.
powers = {-1000, -600, 600, 1000}
sweep("a vec", function(c)
    local v = c * vec{1, 2, 4.5, -3}
    return {mean=v:mean(), sd=v:sd(), value=v:norm()}
end, function(got, want, c, name) compare_fields(got, want, c, "", name) end)

t.done()
