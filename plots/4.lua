-- Figure 4: first-order MAML on sine waves.
-- The paper's: BSGD against E-BSGD. Sets of 10 points and alpha = 0.01 are the paper's; alpha = 0.001 is beside it
-- because there the claim holds. Step and outer batch are ours (the paper prints none). In each of its 10 tasks a step
-- takes 2 draws of g and 1 of the Jacobian, which is taken to be the identity.
local options = ... or {}
local words = figure.part "words"
local numbers = {}

-- Both methods with one alpha; adds their ends to the numbers of the figure.
local function race(alpha)
    local s = compare{
        problem = problem.maml_sine{alpha = alpha, hidden = options.quick and {10} or nil},
        samples = options.quick and 2e4 or 2e5, reps = 10, seed = 1, record = 60, step = 0.02, B = 10,
        methods = {{"bsgd", m = 2, m_jac = 1}, {"e-bsgd", m = 1}},
    }
    for _, name in ipairs {"bsgd", "e-bsgd"} do
        local last = s:run(name):final()
        numbers[#numbers + 1] = {alpha = alpha, method = name == "bsgd" and "BSGD" or "E-BSGD", m = name == "bsgd" and 2
            or 1, F = last.objective, F_lo = last.objective_lo, F_hi = last.objective_hi}
    end
    return s
end

-- Where BSGD ends beside E-BSGD, by their limits: "far below E-BSGD, at F = 0.376 against 1.50".
local function ends(plain, extrapolated)
    local where = "where E-BSGD does"
    if plain.F_hi < extrapolated.F_lo then
        where = (plain.F < extrapolated.F / 2 and "far " or "") .. "below E-BSGD"
    elseif extrapolated.F_hi < plain.F_lo then
        where = (extrapolated.F < plain.F / 2 and "far " or "") .. "above E-BSGD"
    end
    return ("%s, at F = %s against %s"):format(where, words.number(plain.F, 3), words.number(extrapolated.F, 3))
end

local paper, small = race(0.01), race(0.001)

local function verdict()
    return ("With the paper's α = 0.01 BSGD ends %s; the paper says that they are very close. With α = 0.001 it "
        .. "ends %s."):format(ends(numbers[1], numbers[2]), ends(numbers[3], numbers[4]))
end

local axis = {scale = "log", min = 0.25, max = 2.5}
return plot{
    across = 1, legend = "shared", rows = numbers, columns = {"alpha", "method", "m", "F", "F_lo", "F_hi"}, panels = {
        paper:plot{y = options.quick and "objective" or axis, title = "α = 0.01, as in the paper"},
        small:plot{y = options.quick and "objective" or axis, title = "α = 0.001"},
    },
    notes = options.quick and "First order. Quick: no verdict." or verdict(),
}
