-- Whether the levels that an estimate draws suit its problem, in words. ru-mlmc draws level l with a probability ~ r^l:
-- its variance is finite where 2^-beta < r, for E |H^l|^2 ~ 2^(-beta l). Smooth f have beta = 2; kinks, jumps and poles
-- of f lower it. Where the graph of f shows that it is smooth (src/expr/convex.h), nothing is measured or said.
local core, D = ...
local system, existing = core.system, core.use "experiment/existing"

local choice = {}

-- The pilot: terms on each of levels 0 to LAST. OPERATIONS take 0.1 to 0.2 s.
local LAST, TERMS, FEWEST, OPERATIONS, SEED = 10, 2000, 200, 4e8, 1

-- What beta may be above its limits and not be seen to be.
local MARGIN = 0.1

local function number(x, digits)
    return core.text.number(x, digits or 3)
end

-- The largest beta that the levels leave possible: one that still rises may rise as much again.
local function greatest_beta(rates)
    return rates.beta + rates.beta_half + math.max(0, rates.beta - rates.beta_before) + MARGIN
end

local function ratio_of(spec)
    return spec.r or 2 ^ -1.5
end

-- What does in place of r, whose powers fall too fast.
local function cure(rates)
    local low, high = 2 ^ -(rates.beta - rates.beta_half), 2 ^ -rates.gamma
    if low > 0.98 * high then
        return "no r below 1/2 does: take v-mlmc or rt-mlmc"
    end
    return ("r between %s and %s does, such as %s"):format(number(low), number(high), number(math.sqrt(low * high)))
end

local function beta_words(rates)
    return ("beta %s ± %s over levels %d to %d, if that goes on"):format(number(rates.beta),
        number(rates.beta_half, 2), rates.from, rates.to)
end

-- The warning for ru-mlmc with the ratio r, where f may have a kink; nil where the levels show a finite variance.
function choice.unbounded(r, rates)
    local known = rates.beta == rates.beta and rates.beta_before == rates.beta_before and not rates.gone
    if not known or greatest_beta(rates) >= -math.log(r, 2) then
        return nil
    end
    return ("warning: %s: with r = %s the variance of ru-mlmc is infinite; %s"):format(beta_words(rates), number(r),
        cure(rates))
end

-- The warning for v-mlmc and rt-mlmc, which end at L, where the last levels take most of the variance.
local function bounded(name, rates)
    if rates.beta ~= rates.beta or rates.beta + rates.beta_half >= 1.5 then
        return nil
    end
    return ("warning: %s: %s's choice of levels, 2^(-1.5 l), leaves most of the variance to the last ones; "
        .. "the plan for an eps has the numbers that do"):format(beta_words(rates), name)
end

-- Whether f may have a kink where e draws levels without end.
local function is_open(e)
    return core.estimator.spec(e).method == "ru-mlmc" and not core.lua_problem.smooth((core.estimator.about(e)))
end

-- The warning for an estimate whose levels have these rates.
function choice.of_levels(e, rates)
    local spec = core.estimator.spec(e)
    if spec.method ~= "ru-mlmc" then
        return bounded(spec.method, rates)
    end
    return is_open(e) and choice.unbounded(ratio_of(spec), rates) or nil
end

-- Pilots -------------------------------------------------------------------------------------------------------------

-- How many terms a pilot may take: as long as what was done with that many samples, or OPERATIONS, whichever is more.
local function terms_for(e, samples)
    local problem, gradient = core.estimator.about(e)
    local g, jacobian, f, slope = core.lua_problem.operations(problem)
    local draw, own = g, samples * g
    if gradient then
        draw, f, own = g + jacobian, slope, samples / 2 * (g + jacobian)
    end
    local term = 2 * (2 ^ (LAST + 1) - 1) * draw + 4 * (LAST + 1) * f -- f of h^l, of all draws and of two halves
    return math.min(TERMS, math.max(own, OPERATIONS) // term)
end

local UNMEASURED = "whether the variance of ru-mlmc is finite was not measured: f may have a kink, and %s; "
    .. "e:levels(x) of such an estimate shows it"

local last = setmetatable({}, {__mode = "k"}) -- problem -> what the last pilot on it was, and its rates

-- The rates of that many terms of e at x, or what levels raise; the same pilot is made once.
local function rates_at(e, x, terms)
    local problem, gradient = core.estimator.about(e)
    local known = last[problem]
    if not (known and known.x == x and known.gradient == gradient and known.terms == terms) then
        local done, rates = pcall(core.estimator.rates, e, x, {reps = terms, L = LAST, seed = SEED})
        known = {x = x, gradient = gradient, terms = terms, rates = done and rates, why = not done and tostring(rates)}
        last[problem] = not system.interrupted() and known or nil
    end
    return known.rates, known.why
end

-- The first of these points at which levels have a beta gives the sentence.
local function pilot(e, points, samples)
    local terms = terms_for(e, samples)
    if terms < FEWEST then
        return UNMEASURED:format "that takes longer than this did"
    end
    for _, x in ipairs(points) do
        local rates, why = rates_at(e, x, terms)
        if system.interrupted() then
            return nil
        elseif why then
            return UNMEASURED:format("levels raise " .. why)
        elseif existing.levels(e, x, 0)[0] then
            return nil -- no choice of levels mends level 0
        elseif rates.beta == rates.beta then
            return choice.unbounded(ratio_of(core.estimator.spec(e)), rates)
        end
    end
    return nil
end

-- The warning for estimates by e that took so many samples, at the first of the points at which levels differ.
function choice.of_estimates(e, points, samples)
    return is_open(e) and not system.interrupted() and pilot(e, points, samples) or nil
end

-- Where a run began, and where it ended if that is a point.
local function points_of(raw, problem)
    local ending = raw.x[1]
    return {raw.request.options.x0 or problem:start(), ending:norm() < math.huge and ending or nil}
end

-- The warning for a run (what lua/experiment/saved.lua calls raw).
function choice.of_run(raw)
    local problem, samples = raw.request.options.problem, raw.by_rep.samples
    if raw.spec.method ~= "ru-mlmc" or raw.spec.problem.name ~= "new" then
        return nil
    elseif not problem then
        return UNMEASURED:format "the run's problem is not known"
    end
    local e = D.estimator(problem, {method = "ru-mlmc", r = raw.spec.r})
    return choice.of_estimates(e, points_of(raw, problem), samples[#samples] * raw.x.rows)
end

return choice
