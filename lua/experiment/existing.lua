-- What the law knows of estimates of a problem of one's own: whether they have a mean and a variance, in the tables
-- of e:moments(x) and of e:levels(..), there of the plain estimate h^l, f at the mean of 2^l draws of g. It is known
-- where g is a + b eta and eta from a dist (the engine's existence.h).
local core, D = ...
local failing = core.use "experiment/failing"
local kept_of, input = core.use "problem/mean".kept, core.use "problem/input"

local existing = {}

-- Outer samples that are looked at: what is missing for one of them is missing for F.
local SAMPLES = 3

local far = {-1e9, -1e3, -1, 0.5, 37, 1e6} -- a g that is bent anywhere is so here

-- a and b of g = a + b s; nil for any other g.
local function line(g)
    local a, b = g(0), g(1) - g(0)
    for _, s in ipairs(far) do
        local off = math.abs(g(s) - a - b * s)
        if off ~= off or off > 1e-9 * (math.abs(a) + math.abs(b * s)) then
            return nil
        end
    end
    return a, b
end

-- f of the mean s of draws, for outer sample i, or its slope; nil where g is not a line.
local function function_at(kept, gradient, x, i)
    local o, xi = kept.o, kept.outer.value(i)
    local a, b = line(function(s) return o.g(input.point(o, x), xi, s) end)
    local function f(y)
        return o.f(y, xi)
    end
    f = gradient and core.traced.grad(f) or f
    return a and function(s) return f(a + b * s) end
end

-- Whether the law may know something of the estimates of e.
function existing.is_known(e)
    local kept = kept_of((core.estimator.about(e)))
    local known = kept and kept.outer.n and kept.o.scalar and core.system.kind(kept.o.inner) == "dist"
    return known and not kept.reasons.f and not kept.reasons.g
end

-- The functions of some outer samples; none where the law knows nothing.
local function functions(e, x)
    local problem, gradient = core.estimator.about(e)
    local kept, list = kept_of(problem), {}
    if not existing.is_known(e) then
        return list
    end
    for k = 0, math.min(kept.outer.n, SAMPLES) - 1 do
        local i = 1 + k * (kept.outer.n - 1) // math.max(SAMPLES - 1, 1)
        local done, q = pcall(function_at, kept, gradient, x, i)
        list[#list + 1] = done and q or nil
    end
    return list
end

-- What is missing at m draws: {mean = false where there is none, why =}; nil where nothing is known to be.
local function missing(list, law, m)
    local plain = D.extrap.order(1)
    for _, q in ipairs(list) do
        local done, found = failing.apart(plain.estimate, plain, q, law, {m = m, reps = 2})
        if done and found.variance_exists == false then
            return {mean = found.mean_exists, why = found.warning}
        end
    end
    return nil
end

-- The levels of e at x, from 0 to `last`, whose h^l lacks a mean or a variance: level -> what missing gives. Shorter
-- means have heavier tails: the levels after one that lacks nothing lack nothing.
function existing.levels(e, x, last)
    local list, found = functions(e, x), {}
    local kept = list[1] and kept_of((core.estimator.about(e)))
    for l = 0, list[1] and last or -1 do
        found[l] = missing(list, kept.o.inner, 2 ^ l)
        if not found[l] then
            break
        end
    end
    return found
end

-- What an estimate of e at x lacks, as its smallest block does: a table as of missing, or nil. A gradient of several
-- elements may have some that exist.
function existing.estimate(e, x)
    local problem, gradient, block = core.estimator.about(e)
    if gradient and #x > 1 then
        return nil
    end
    local list = functions(e, x)
    return list[1] and missing(list, kept_of(problem).o.inner, block)
end

local function nan_like(value)
    return type(value) == "number" and 0 / 0 or value and value * (0 / 0)
end

-- Takes out of a table of moments what does not exist.
function existing.correct_moments(t, lacks)
    t.mean_exists, t.variance_exists, t.warning = lacks.mean ~= false, false, lacks.why
    t.reached = t.se_goal and false
    t.se, t.sd, t.var, t.var_unknown, t.kurtosis = nil, nil, nil, nil, nil
    t.se_unknown = lacks.mean == false and "the mean does not exist" or "the variance is infinite"
    if lacks.mean == false then
        t.finite_mean = t.finite_mean or t.mean
        t.mean, t.bias, t.bias_norm = nan_like(t.mean), nan_like(t.bias), nil
    end
end

-- What H^l = h^l minus means of h^(l-1) lacks.
local function of_term(lacking, l)
    local own, before = lacking[l], lacking[l - 1]
    return own and own.mean == false and own or before or own
end

-- Takes away the numbers of place i that estimate nothing: those of the variance, and without a mean those of the mean.
local function clear(columns, i, lacks, mean, others)
    if not lacks then
        return
    end
    columns[mean][i] = lacks.mean == false and 0 / 0 or columns[mean][i]
    for _, name in ipairs(others) do
        columns[name][i] = 0 / 0
    end
end

local function what_lacks(lacks)
    return lacks.mean == false and "mean" or "variance"
end

local function no_rates(rates, lacks)
    for _, name in ipairs {"alpha", "alpha_half", "beta", "beta_half", "beta_before"} do
        rates[name] = 0 / 0
    end
    rates.flat, rates.missing = false, ("levels from %d on have no %s"):format(rates.from, what_lacks(lacks))
end

-- Takes out of a table of levels, its rates and its plans what does not exist.
function existing.correct(lacking, columns, rates, plan)
    for i = 1, #columns.mean do
        clear(columns, i, lacking[i - 1], "plain", {"plain_var", "plain_sd"})
        clear(columns, i, of_term(lacking, i - 1), "mean", {"se", "var", "sd", "kurtosis", "consistency"})
    end
    local of_rates = of_term(lacking, rates.from)
    if of_rates then
        no_rates(rates, of_rates)
    end
    for k, each in ipairs(lacking[0] and plan or {}) do
        plan[k] = {eps = each.eps, why = "level 0 has no " .. what_lacks(lacking[0])}
    end
end

local with = {mean = "plain, se, var, plain_var and kurtosis", variance = "se, var, plain_var and kurtosis"}

-- The sentences about what levels lack: q is f, or its derivative, of a mean of draws of g.
function existing.notes(lacking, n)
    local list, at = {}, {}
    for l = 0, n - 1 do
        local term = of_term(lacking, l)
        if term then
            local what = what_lacks(term)
            at[what] = at[what] or {why = term.why}
            table.insert(at[what], tostring(l))
        end
    end
    for _, what in ipairs {"mean", "variance"} do
        local of = at[what]
        list[#list + 1] = of and ("warning: no %s at %s %s: %s (q: f, or its derivative, at a mean of draws); there is "
            .. "no %s"):format(what, #of > 1 and "levels" or "level", table.concat(of, ", "), of.why, with[what]) or nil
    end
    return list
end

return existing
