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

local budget, numbers = options.quick and 5e4 or 4e6, {}

local function verdict(a, b)
    if a.ap_hi < b.ap_lo then
        return "higher"
    end
    return b.ap_hi < a.ap_lo and "lower" or "no different"
end

-- E-BSGD with m against BSGD with 2 m, and others; adds where they are at a tenth of the budget and at its end.
local function race(m, others)
    local methods = {{"bsgd", m = 2 * m}, {"e-bsgd", m = m}, table.unpack(others)}
    local s = compare{problem = p, samples = budget, step = 0.03, clip = 1, reps = 10, seed = 1, methods = methods}
    for _, part in ipairs {0.1, 1} do
        local plain
        for _, row in ipairs(s:summary():rows()) do
            local method, at = row.method, nil
            for _, each in ipairs(s:run(method:lower()):rows()) do
                at = each.samples <= part * budget and each or at
            end
            plain = plain or at
            numbers[#numbers + 1] = {method = method, m = method == "BSGD" and 2 * m or m, calls = at.samples,
                ap = at.ap, ap_lo = at.ap_lo, ap_hi = at.ap_hi, F = at.objective,
                verdict = method == "E-BSGD" and not options.quick and verdict(plain, at) or nil}
        end
    end
    return s
end

local few, many = race(20, {}), race(80, {{"sox", m = 80}})
numbers[#numbers + 1] = {method = "logistic fit", ap = fit}

-- Both panels have the same axes.
local x = {scale = "log", min = 50, max = 1.2 * budget}
local y = options.quick and {} or {min = 0.918, max = 0.981}

-- One panel: average precision with that of the logistic fit beside it.
local function panel(s, title)
    local level = {label = "logistic fit", x = {1e2, budget}, y = {fit, fit}, marker = "none", color = "black",
        dash = "dot"}
    return s:plot{y = "ap", x = x, title = title, series = {level}}:set{y = y}
end

local caption = ("Average precision on the breast cancer table of Wisconsin (%d rows, %d of them malignant, all "
    .. "trained on)."):format(#labels, p.n)

-- What E-BSGD's is beside BSGD's: at a tenth of the calls and at the end, for both m.
local function outcomes()
    local words = {}
    for _, row in ipairs(numbers) do
        words[#words + 1] = row.verdict
    end
    local first = ("%s after a tenth of the calls and %s at the end"):format(words[1], words[2])
    local second = ("%s after a tenth of the calls and %s at the end"):format(words[3], words[4])
    return " Compared with BSGD at twice the m, that of E-BSGD is " .. (first == second and first .. ", for m = 20 and "
        .. "m = 80 alike." or ("%s for m = 20; %s for m = 80."):format(first, second))
end

return plot{
    across = 1, legend = "shared", rows = numbers,
    columns = {"method", "m", "calls", "ap", "ap_lo", "ap_hi", "verdict", "F"}, panels = {
        panel(few, "BSGD m = 40, E-BSGD m = 20"),
        panel(many, "BSGD m = 160, E-BSGD and SOX m = 80"),
    },
    notes = caption .. (options.quick and " Quick: no verdict." or outcomes()),
}
