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

local budget, few, many = options.quick and 5e4 or 4e6, 20, 80

local function entry(name, label, m)
    return {name, m = m, label = ("%s, m = %d"):format(label, m)}
end

local s = compare{
    problem = p, samples = budget, step = 0.03, clip = 1, reps = 10, seed = 1, methods = {
        entry("bsgd", "BSGD", 2 * few), entry("e-bsgd", "E-BSGD", few),
        entry("bsgd", "BSGD", 2 * many), entry("e-bsgd", "E-BSGD", many),
        entry("sox", "SOX", many),
    },
}

-- The rows of each method at a tenth of the budget, and at its end.
local early, last = {}, {}
for _, row in ipairs(s:rows()) do
    early[row.method] = row.samples <= budget / 10 and row or early[row.method]
    last[row.method] = row
end

local function verdict(a, b)
    if a.ap_hi < b.ap_lo then
        return "higher"
    end
    return b.ap_hi < a.ap_lo and "lower" or "no difference"
end

-- The rows of E-BSGD with m and of BSGD with twice that.
local function pair(at, m)
    return at["BSGD, m = " .. 2 * m], at["E-BSGD, m = " .. m]
end

-- "0.969 against 0.960 (higher)": the extrapolated method's AP beside its partner's, by their 95% limits.
local function beside(at, m)
    local a, b = pair(at, m)
    local words = ("%.3f against %.3f"):format(b.ap, a.ap)
    return options.quick and words or ("%s (%s)"):format(words, verdict(a, b))
end

-- "-0.97 against -0.96": their F at the end.
local function objectives(m)
    local a, b = pair(last, m)
    return ("%.2f against %.2f"):format(b.objective, a.objective)
end

local of, one = s:spec().problem, s:spec().methods[1]
return s:plot{
    y = "ap", x = {min = 1e3, scale = "log"},
    series = {{label = "logistic fit", x = {1e3, budget}, y = {fit, fit}, marker = "none"}},
    notes = ("%d rows, %d positives, all trained on; l2 = %g, step %g, clip = %g. E-BSGD against BSGD, m = %d | %d and "
        .. "%d | %d: AP %s and %s at a tenth of the calls, %s and %s at the end. The logistic fit has %.3f. F, which "
        .. "also counts how far apart the scores lie, ends at %s and %s.%s"):format(
        #labels, p.n, of.l2, one.step, one.clip, few, 2 * few, many, 2 * many, beside(early, few), beside(early, many),
        beside(last, few), beside(last, many), fit, objectives(few), objectives(many),
        options.quick and " Quick: no verdict." or ""),
}
