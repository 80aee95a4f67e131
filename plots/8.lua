-- Figure 8: average precision on a public table.
-- Ours: a linear scorer against oracle calls, on the ten mean features of the breast cancer table in units of their
-- standard deviation, all 357 benign rows and 36 malignant ones. A gradient estimate divides by the mean score of few
-- rows, which is next to nothing where a positive is ranked high: every method clips its steps. Steps and batches are
-- ours.
local options = ... or {}
local cells, names = csv.example "breast_cancer"

-- Row numbers: all benign ones, and 36 of the malignant ones by a fixed seed.
local list, malignant, random = {}, {}, rng.new(1)
for i = 1, #cells.malignant do
    table.insert(cells.malignant[i] == 1 and malignant or list, i)
end
for _ = 1, 36 do
    list[#list + 1] = table.remove(malignant, random:index(#malignant))
end

local function pick(values)
    local out = vec.zeros(#list)
    for k, i in ipairs(list) do
        out[k] = values[i]
    end
    return out
end

local columns, labels = {}, 2 * pick(cells.malignant) - 1
for _, name in ipairs(names) do
    if name:find "_mean$" then
        local values = pick(cells[name])
        columns[#columns + 1] = (values - values:mean()) / values:sd()
    end
end
local p = problem.average_precision{data = {a = mat.columns(columns), b = labels}, l2 = 0.01}

-- A logistic fit with the same penalty; a column of ones, the last, is its intercept.
local with_ones = mat.columns{vec.zeros(#labels) + 1, table.unpack(columns)}
local logistic = problem.invariant_logistic{data = {a = with_ones, b = labels}, noise_var = 0, l2 = 0.01}
local fit = p:measure(logistic:minimizer():slice(2, #columns + 1)).ap

local budget = options.quick and 5e4 or 4e6
local s = compare{
    problem = p, samples = budget, step = 0.03, clip = 1, reps = 10, seed = 1, methods = {
        {"bsgd", m = 40, label = "BSGD, m = 40"}, {"e-bsgd", m = 20, label = "E-BSGD, m = 20"},
        {"bsgd", m = 160, label = "BSGD, m = 160"}, {"e-bsgd", m = 80, label = "E-BSGD, m = 80"},
        {"sox", m = 80, label = "SOX, m = 80"},
    },
}

-- The rows of each method at a tenth of the budget, and at its end.
local early, last = {}, {}
for _, row in ipairs(s:rows()) do
    early[row.method] = row.samples <= budget / 10 and row or early[row.method]
    last[row.method] = row
end

-- "0.969 against 0.960 (higher)": the extrapolated method's AP beside its partner's, by their 95% limits.
local function beside(at, plain, extrapolated)
    local a, b = at["BSGD, m = " .. plain], at["E-BSGD, m = " .. extrapolated]
    return ("%.3f against %.3f (%s)"):format(b.ap, a.ap,
        a.ap_hi < b.ap_lo and "higher" or b.ap_hi < a.ap_lo and "lower" or "no difference")
end

return s:plot{
    y = "ap", x = {min = 1e3, scale = "log"},
    series = {{label = "logistic fit", x = {1e3, budget}, y = {fit, fit}, marker = "none"}},
    notes = ("393 rows, 36 positives, all trained on; l2 = 0.01, step 0.03, clip = 1. E-BSGD against BSGD, m = 20 | 40 "
        .. "and 80 | 160: AP %s and %s at a tenth of the calls, %s and %s at the end. The logistic fit has %.3f. F, "
        .. "which also counts how far apart the scores lie, ends at %.2f against %.2f and %.2f against %.2f."):format(
        beside(early, 40, 20), beside(early, 160, 80), beside(last, 40, 20), beside(last, 160, 80), fit,
        last["E-BSGD, m = 20"].objective, last["BSGD, m = 40"].objective, last["E-BSGD, m = 80"].objective,
        last["BSGD, m = 160"].objective),
}
