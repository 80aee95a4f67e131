-- Random functions as users give them to problem.new, against plain calls and differences:
-- local fuzz = dofile "tests/lua/harness/trace_fuzz.lua" .. local counts = fuzz(t, first_seed, last_seed)
local random_function = dofile "tests/lua/harness/random_function.lua"

local POINTS, STEPS, FAR = 2, 5, 8

-- What the hooks of a function do: nothing in a trace; in a plain call they note where its kinks are, and stopped
-- values; in later ones stopped values are the noted ones.
local noting, kinks, stopped, replayed

-- How many whole numbers up to FAR are below a, by comparisons alone: a may be a value of grad's. None is NaN.
local function whole(a)
    local count = 0
    for i = -FAR, FAR do
        count = a > i and count + 1 or count
    end
    return count > 0 and count <= 2 * FAR and count or 0 / 0
end

local function kink(a)
    if not noting then
        return
    elseif pcall(function() return #a end) then
        for i = 1, #a do
            kink(a[i])
        end
    else
        kinks[#kinks + 1] = whole(a)
    end
end

local function stop(a)
    if not noting then
        return stop_gradient(a)
    elseif replayed then
        replayed = replayed + 1
        return stopped[replayed]
    end
    stopped[#stopped + 1] = a
    return a
end

-- f(x), and what its kinks were.
local function noted(f, x, again)
    noting, kinks, replayed = true, {}, again and 0
    stopped = again and stopped or {}
    local y = f(x)
    noting = false
    return y, kinks
end

local function equal(a, b)
    for i = 1, #a do
        if a[i] ~= b[i] then
            return false
        end
    end
    return #a == #b
end

-- The slope along coordinate j by central differences extrapolated to step 0 (STEPS halvings of 2^-6), and a bound of
-- its error: what the last extrapolation changed, which is far more than what it left, and 1e-10 for rounding, 2^11
-- times some ulp. Nil at a kink.
local function difference(f, x, j)
    local _, at_centre = noted(f, x)
    local estimates = {}
    for k = 1, STEPS do
        local h, ends = 2.0^(-5 - k), {}
        for side = 1, 2 do
            local point = x:copy()
            point[j] = point[j] + (side == 1 and -h or h)
            local y, here = noted(f, point, true)
            if not equal(here, at_centre) then
                return nil
            end
            ends[side] = y
        end
        estimates[k] = (ends[2] - ends[1]) / (2 * h)
    end
    local before
    for order = 1, STEPS - 1 do
        before = estimates[STEPS]
        for k = STEPS, order + 1, -1 do
            estimates[k] = estimates[k] + (estimates[k] - estimates[k - 1]) / (4.0^order - 1)
        end
    end
    local slope = estimates[STEPS]
    return slope, math.abs(slope - before) + 1e-10 * (1 + math.abs(slope))
end

-- As a user has it: a problem whose F is the function, by g_mean and by means of draws of g.
local function problem_of(f, n)
    return problem.new{
        dim=n, outer={1}, inner={{0}}, g_mean=f, f=function(y) return y end,
        g=function(x, _, eta) return f(x) + eta end,
    }
end

-- What is wrong where two numbers or vecs are more than `tolerance` apart, relative to 1 + |b|, or NaN.
local function apart(what, a, b, tolerance)
    local d = math.abs(a - b) / (1 + math.abs(b))
    local close = (type(d) == "number" and d or d:max()) <= tolerance
    return not close and ("%s: %s against %s"):format(what, a, b) or nil
end

local function all_compiled(p)
    for _, row in ipairs(p:explain():rows()) do
        if row.runs ~= "compiled" then
            return ("%s is %s: %s"):format(row.part, row.runs, row.why)
        end
    end
end

local function number(y)
    return type(y) == "number" and y or y[1]
end

-- The first thing wrong with function f of n numbers at x, or nil.
local function wrong_at(p, f, x, counts)
    local value, slopes = number(f(x)), grad(f)(x)
    local why = apart("objective and plain call", p:objective(x), value, 1e-12)
        or apart("estimate and plain call", estimator(p, {of="value", m=2}):sample(x), value, 1e-12)
        or apart("gradient and grad", p:gradient(x), slopes, 1e-11)
        or apart("estimated gradient and grad", estimator(p, {m=2}):sample(x), slopes, 1e-11)
    for j = 1, why and 0 or #x do
        local slope, bound = difference(function(point) return number(f(point)) end, x, j)
        if slope and bound < 1e-6 * (1 + math.abs(slope)) then
            counts.slopes = counts.slopes + 1
            local close = math.abs(slopes[j] - slope) <= bound
            if not close then
                return ("slope %d: %.17g, difference %.17g within %g"):format(j, slopes[j], slope, bound)
            end
        else
            counts.kinks = counts.kinks + 1
        end
    end
    return why
end

local function wrong(seed, counts)
    local text, n = random_function(seed)
    local f = load(text, "=function " .. seed)(kink, stop)
    local made, p = pcall(problem_of, f, n)
    if not made then
        return p .. "\n" .. text
    end
    local why = all_compiled(p)
    for k = 1, why and 0 or POINTS do
        local x = rng.new(100 * seed + k):normal(n) * (k / 2)
        why = why or wrong_at(p, f, x, counts)
    end
    return why and why .. "\n" .. text
end

return function(t, first, last)
    local counts = {functions=0, slopes=0, kinks=0}
    for seed = first, last do
        t.equal(wrong(seed, counts), nil, "random function " .. seed)
        counts.functions = counts.functions + 1
    end
    return counts
end
