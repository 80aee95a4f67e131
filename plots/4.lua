-- Figure 4: first-order MAML on sine waves.
-- The paper's: BSGD against E-BSGD. Sets of 10 points and alpha = 0.01 are the paper's; alpha = 0.001 is beside it
-- because there the claim holds. Step and outer batch are ours (the paper prints none). In each of its 10 tasks a step
-- takes 2 draws of g and 1 of the Jacobian, which is taken to be the identity.
local options = ... or {}

local function race(alpha)
    return compare{
        problem = problem.maml_sine{alpha = alpha, hidden = options.quick and {10} or nil},
        samples = options.quick and 2e4 or 2e5, reps = 10, seed = 1, record = 60, step = 0.02, B = 10,
        methods = {
            {"bsgd", m = 2, m_jac = 1, label = ("bsgd, alpha %g"):format(alpha)},
            {"e-bsgd", m = 1, label = ("e-bsgd, alpha %g"):format(alpha)},
        },
    }
end

-- Where the runs of one alpha end.
local function ends(alpha, first, last)
    return ("alpha = %g: at the end F is %.3f (%.3f to %.3f) and %.3f (%.3f to %.3f)"):format(alpha, first.objective,
        first.objective_lo, first.objective_hi, last.objective, last.objective_lo, last.objective_hi)
end

-- The ends, and what the bands of the two curves say.
local function sentence(alpha, s)
    local first = s:run(("bsgd, alpha %g"):format(alpha)):rows()
    local second = s:run(("e-bsgd, alpha %g"):format(alpha)):rows()
    local at_end = ends(alpha, first[#first], second[#second])
    if options.quick then
        return at_end .. "."
    end
    local apart, from = 0, nil
    for i, a in ipairs(first) do
        local b = second[i]
        if a.objective_hi < b.objective_lo or b.objective_hi < a.objective_lo then
            apart, from = apart + 1, from or a.samples
        end
    end
    return ("%s; the bands %s."):format(at_end, apart == 0 and "overlap at every record"
        or ("overlap up to %d calls and are apart at %d of %d records"):format(from, apart, #first))
end

local paper, small = race(0.01), race(0.001)
local of = paper:spec().methods
local series = small:plot{y = "objective"}:data()
return paper:plot{
    y = "objective", series = series,
    notes = ("BSGD with m = %d, E-BSGD with m = %d, %d tasks a step. %s %s%s"):format(
        of[1].m, of[2].m, of[1].B, sentence(0.01, paper), sentence(0.001, small),
        options.quick and " Quick: no verdict." or ""),
}
