-- Figure 7: Table 1 of the paper, measured.
-- Oracle calls until the running mean of |grad F|^2 over the iterates is at most eps^2, on invariant logistic
-- regression with d = 2, noise variance 1, from |x| = 3. Step and batch sizes scale with eps as the theorems say, with
-- their proofs' constants (theory.plan). For RT-MLMC the paper prints none: 2^L as the inner batch of BSGD, step
-- eps^2/(L_F V), V the variance of its estimates at the start.
local options = ... or {}
local quick = options.quick
local p = problem.invariant_logistic{n = 10000, d = 2, noise_var = 1, l2 = 0.1}
local k = theory.constants(p, {radius = 3})
local V = estimator(p, {method = "rt-mlmc", L = 10}):moments(p:start(), {reps = 1e5, seed = 1}).var:sum()

local c = complexity{
    problem = p, radius = 3, reps = quick and 2 or 6, seed = 1, budget = 1e10,
    eps = quick and {0.2, 0.16, 0.12} or vec.geomspace(0.2, 0.05, 7), methods = {
        {"bsgd", label = "BSGD"}, {"e-bsgd", label = "E-BSGD"},
        {"bspiderboost", label = "BSpiderBoost"}, {"e-bspiderboost", label = "E-BSpiderBoost"},
        {"rt-mlmc", label = "RT-MLMC", L = function(eps)
            return math.ceil(math.log(k.sb2 / eps ^ 2, 2))
        end, step = function(eps)
            return eps ^ 2 / (k.L_F * V)
        end},
    },
}

local calls = {} -- by method, in order of falling eps
for _, row in ipairs(c:rows()) do
    calls[row.method] = calls[row.method] or {}
    table.insert(calls[row.method], row.samples and row)
end

-- Where the extrapolated method begins to need fewer calls than the plain one, between two eps of the ladder by a
-- straight line in logarithms.
local function crossing(plain)
    local a, b = calls[plain], calls["E-" .. plain]
    local before, eps
    for i = 1, math.min(#a, #b) do
        local gain = math.log(a[i].samples / b[i].samples)
        if before and before < 0 and gain >= 0 then
            eps = a[i - 1].eps * (a[i].eps / a[i - 1].eps) ^ (before / (before - gain))
        end
        before = gain
    end
    if eps then
        return ("E-%s needs fewer calls than %s below eps = %.3f"):format(plain, plain, eps)
    elseif before and before >= 0 then
        return ("E-%s needs fewer calls than %s at every eps of the ladder"):format(plain, plain)
    end
    return ("This ladder does not reach the eps where E-%s would need fewer calls than %s"):format(plain, plain)
end

-- RT-MLMC against E-BSpiderBoost, whose exponent is the smaller one, at the last eps that both reached.
local function beside_mlmc()
    local a, b = calls["RT-MLMC"], calls["E-BSpiderBoost"]
    local last = math.min(#a, #b)
    local ratio = b[last].samples / a[last].samples
    local words = "RT-MLMC, whose step comes from a measured variance and not from bounds, needs %.2g times %s calls "
        .. "than E-BSpiderBoost at eps = %g"
    return words:format(math.max(ratio, 1 / ratio), ratio > 1 and "fewer" or "more", a[last].eps)
end

local words, inside = {}, 0
for i, row in ipairs(c:slopes():rows()) do
    words[i] = row.exponent and ("%s %.2f (%.2f to %.2f; theory %g)"):format(
        row.method, row.exponent, row.exponent_lo, row.exponent_hi, row.theory)
        or ("%s unknown (theory %g)"):format(row.method, row.theory)
    local holds = row.exponent and row.exponent_lo <= row.theory and row.theory <= row.exponent_hi
    inside = inside + (holds and 1 or 0)
end

local function verdict()
    return ("%d of %d limits hold the theory's exponent. %s; %s. %s."):format(
        inside, #words, crossing "BSGD", crossing "BSpiderBoost", beside_mlmc())
end

local of = c:spec().problem
return c:plot{
    notes = ("d = %d, noise variance %g, l2 = %g. Exponents of 1/eps with 95%% limits: %s. %s"):format(
        of.d, of.noise_var, of.l2, table.concat(words, ", "), quick and "Quick: no verdict." or verdict()),
}
