-- Figure 7: Table 1 of the paper, measured.
-- Oracle calls until the running mean of |grad F|^2 over the iterates is at most eps^2, on invariant logistic
-- regression with d = 2, noise variance 1, from |x| = 3. Step and batch sizes scale with eps as the theorems say, with
-- their proofs' constants (theory.plan). For RT-MLMC the paper prints none: 2^L as the inner batch of BSGD, step
-- eps^2/(L_F V), V the variance of its estimates at the start.
local options = ... or {}
local words = figure.part "words"
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

-- From which eps on the extrapolated method needs fewer calls than the plain one.
local function crossing(plain)
    local eps = c:crossing(plain, "E-" .. plain)
    if not eps then
        return ("E-%s would need fewer calls than %s only at a smaller eps"):format(plain, plain)
    elseif eps == c:spec().eps[1] then
        return ("E-%s needs fewer calls than %s at every eps"):format(plain, plain)
    end
    return ("E-%s needs fewer calls than %s below eps = %.3f"):format(plain, plain, eps)
end

local numbers, inside = c:slopes():rows(), 0
for _, row in ipairs(numbers) do
    local holds = row.exponent and row.exponent_lo <= row.theory and row.theory <= row.exponent_hi
    inside = inside + (holds and 1 or 0)
end

local function verdict()
    return ("%s agree%s with the theory's; %s, and %s. RT-MLMC has its step from a measured variance, not from bounds: "
        .. "its slope compares, not its height."):format(
        words.sentence(words.share(inside, #numbers, "measured exponent")), inside == 1 and "s" or "",
        crossing "BSGD", crossing "BSpiderBoost")
end

return c:plot{
    rows = numbers, columns = {"method", "exponent", "exponent_lo", "exponent_hi", "theory"},
    notes = quick and "Slopes with 95% limits. Quick: no verdict." or verdict(),
}
