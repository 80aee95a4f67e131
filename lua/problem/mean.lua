-- For p:check(): the user's g_mean against means of draws of g. Returns remember(problem, o, outer, inner,
-- reasons), mean_error(problem, x), and kept(problem): {o =, outer =, inner =, reasons =}, nil for built-in ones.
local core, D = ...
local system, input = core.system, core.use "problem/input"
local point, vec_of = input.point, input.vec_of

-- A difference within so many standard errors does not count: one of 6 / sqrt(22500) = 0.04 standard deviations of g is
-- on the limit, one of 0.06 is found. Means that hang on one draw, of more than so large a part of the sum, are not
-- judged.
local SAMPLES, DRAWS, BLOCK, LIMIT, PART = 8, 22500, 1500, 6, 0.1

local made = setmetatable({}, {__mode = "k"}) -- problem -> {o =, outer =, inner =, reasons =}

local function number_of(value)
    return type(value) == "number" and value or value[1]
end

-- The columns of BLOCK draws of y(), which gives vecs of n numbers, or a number.
local function draw_columns(n, y)
    local columns = {}
    for j = 1, n do
        columns[j] = D.vec.zeros(BLOCK)
    end
    local rows = n > 1 and D.mat.columns(columns)
    for k = 1, BLOCK do
        if rows then
            rows[k] = y()
        else
            columns[1][k] = number_of(y())
        end
    end
    for j = 1, rows and n or 0 do
        columns[j] = rows:col(j)
    end
    return columns
end

-- The means of draws of y(), how far they may be off, and where they can be judged (> 0); in units, by element, of the
-- first draw, and these units.
local function means(n, y)
    local sum, squares, size, most = D.vec.zeros(n), D.vec.zeros(n), D.vec.zeros(n), D.vec.zeros(n)
    local unit = D.math.abs(vec_of(y()))
    unit = D.where(unit, unit, 1)
    for _ = 1, DRAWS, BLOCK do
        for j, column in ipairs(draw_columns(n, y)) do
            local v = column / unit[j]
            local a = D.math.abs(v)
            sum[j], squares[j], size[j] = sum[j] + v:sum(), squares[j] + v:dot(v), size[j] + a:sum()
            most[j] = math.max(most[j], a:max())
        end
    end
    local mean = sum / DRAWS
    local var = D.math.max(squares / DRAWS - mean * mean, 0)
    return mean, LIMIT * D.math.sqrt(var / DRAWS) + 1e-12 * size / DRAWS, PART * size - most, unit
end

-- What is left of the difference for outer sample i, and the size of the means.
local function difference(kept, x, i, rng)
    local o, outer, inner = kept.o, kept.outer, kept.inner
    local want = vec_of(o.g_mean(point(o, x), outer.value(i)))
    local mean, tolerance, judged, unit = means(o.p, function()
        local xi = outer.value(i)
        local eta = input.settle(rng, inner(rng, xi, i))
        return o.g(point(o, x), outer.value(i), eta)
    end)
    local away = D.math.abs(mean - want / unit)
    local left = D.where(judged, D.math.max(away - tolerance, 0), 0)
    return (left * unit):max(), (D.math.max(D.math.abs(mean), away) * unit):max()
end

local function mean_error(problem, x)
    local kept = made[problem]
    if not kept or not kept.o.g_mean or not kept.outer.n then
        return nil
    end
    local rng, n, most, size = input.seeded(system.seed), kept.outer.n, 0, 0
    for k = 1, math.min(n, SAMPLES) do
        local left, scale = difference(kept, x, n <= SAMPLES and k or 1 + (k - 1) * (n - 1) // (SAMPLES - 1), rng)
        most, size = math.max(most, left), math.max(size, scale)
    end
    return size > 0 and most / size or most
end

return {
    mean_error = mean_error,
    remember = function(problem, o, outer, inner, reasons)
        made[problem] = {o = o, outer = outer, inner = inner, reasons = reasons}
    end,
    kept = function(problem)
        return made[problem]
    end,
}
