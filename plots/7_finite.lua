-- Figure 7_finite: Table 1 of the paper for finite sums, measured.
-- Oracle calls until the running mean of |grad F|^2 over the iterates is at most eps^2, on invariant logistic
-- regression with n = eps^-a rows, noise variance 0.3, from |x| = 2.2. Half the rows are of one kind, half of another,
-- so that F is the same for every n. E-NestedVR: the sizes of its theorem (theory.plan), and for both regimes the step
-- 1/(13 L_F) that the proof has for the larger n; for the smaller ones it has O(1/L_F). MSVR-V2: the paper prints no
-- constants; a step is one draw of one outer sample, of size 2 eps/(n L_F), with weights 4 eps^2 over the variances of
-- a gradient (alpha) and of what its bias comes from (beta).
local options = ... or {}
local words = figure.part "words"
local quick = options.quick

local function size(a)
    return function(eps) return math.floor(eps ^ -a + 0.5) end
end

-- The problem with n rows, an even number.
local function of_rows(n)
    local a, b = {}, {}
    for i = 1, n, 2 do
        a[i], a[i + 1] = {1, 0.5}, {-0.5, 1}
        b[i], b[i + 1] = 1, -1
    end
    return problem.invariant_logistic{data = {a = mat(a), b = vec(b)}, noise_var = 0.3, l2 = 0.1}
end

local RADIUS = 3
local k = theory.constants(of_rows(2), {radius = RADIUS})

-- Both methods with n = eps^-a, at the eps of these n.
local function ladder(a, sizes)
    local n, eps = size(a), {}
    for i, each in ipairs(sizes) do
        eps[i] = each ^ (-1 / a)
    end
    return complexity{
        problem = function(e) return of_rows(n(e)) end, eps = eps, x0 = vec{-2, 1}, radius = RADIUS, seed = 1,
        reps = quick and 2 or 4, budget = 1e9, methods = {
            {"msvr", label = "MSVR-V2", B = 1, m = 1,
                step = function(e) return 2 * e / (n(e) * k.L_F) end,
                alpha = function(e) return 4 * e ^ 2 / (k.si2 + k.C_F ^ 2) end,
                beta = function(e) return 4 * e ^ 2 / k.sb2 end},
            {"e-nestedvr", label = "E-NestedVR", step = 1 / (13 * k.L_F)},
        },
    }
end

local function where(c, a)
    local eps = c:crossing("MSVR-V2", "E-NestedVR")
    return eps and ("with n = eps^{−%g} it needs fewer calls than MSVR-V2 below eps = %.2g"):format(a, eps)
        or ("with n = eps^{−%g} it needs more at every eps"):format(a)
end

local few = ladder(0.6, quick and {4, 6} or {4, 6, 8, 10})
local many = ladder(1.5, quick and {16, 32} or {16, 32, 64, 128, 256})

local numbers, inside = {}, 0
for i, c in ipairs {few, many} do
    for _, row in ipairs(c:slopes():rows()) do
        local holds = row.exponent_lo and row.exponent_lo <= row.theory and row.theory <= row.exponent_hi
        inside, row.a = inside + (holds and 1 or 0), i == 1 and 0.6 or 1.5
        numbers[#numbers + 1] = row
    end
end

local function verdict()
    return ("%s agree%s with the theory's. E-NestedVR gains with many rows: %s, %s."):format(
        words.sentence(words.share(inside, #numbers, "measured exponent")), inside == 1 and "s" or "",
        where(many, 1.5), where(few, 0.6))
end

return plot{
    across = 1, rows = numbers, columns = {"a", "method", "exponent", "exponent_lo", "exponent_hi", "theory"},
    panels = {
        few:plot{title = "n = eps^{−0.6} rows"},
        many:plot{title = "n = eps^{−1.5} rows", notes = quick and "Slopes with 95% limits. Quick: no verdict."
            or verdict()},
    },
}
