-- What figures 3a and 3b share: a race of methods on instrumental variable regression, as two panels with a verdict.

local words = figure.part "words"

local function verdict(rows)
    local all, gains, dips = 0, 0, 0
    for _, row in ipairs(rows) do
        all, gains = all + (row.against and 1 or 0), gains + (row.verdict == "helps" and 1 or 0)
        dips = dips + (row.lowest < row.gap / 2 and 1 or 0)
    end
    local dip = dips == 1 and " One curve dips" or (" %s dip"):format(words.sentence(words.count(dips, "curve")))
    return ("Extrapolation (solid) helps in %s (100/10: 100 inner draws at every 10th visit of a row, 10 at others).%s")
        :format(words.share(gains, all, "pair"), dips > 0 and dip .. ": there the iterates pass the minimizer on their "
        .. "way to a biased point." or "")
end

-- (E-)NestedVR with inner batches S1 and S2.
local function nested(method, S1, S2, B1, step)
    local label = ("%s %d/%d"):format(method, S1, S2)
    return {method, S1 = S1, S2 = S2, inner_period = 10, B1 = B1, step = step, label = label}
end

-- (E-)BSpiderBoost with the paper's sizes.
local function spider(method, m, step)
    return {method, m = m, B1 = 100, B2 = 10, period = 10, step = step}
end

local function race(n, methods, quick)
    local s = compare{problem = problem.instrumental{n = n}, samples = quick and 1e5 or 4e6, reps = quick and 10 or 100,
        seed = 1, methods = methods}
    local numbers, of_nested, others = s:summary(), {}, {}
    for _, each in ipairs(s:spec().methods) do
        table.insert(each.label:find "nested" and of_nested or others, each.label)
    end
    local axis = {scale = "log", min = 1e-4, max = 10}
    return plot{
        across = 1, rows = numbers, panels = {
            s:plot{y = axis, title = "BSGD and BSpiderBoost", only = others},
            s:plot{y = axis, title = "NestedVR", only = of_nested,
                notes = quick and "Quick: no verdict." or verdict(numbers:rows())},
        },
    }
end

return {nested = nested, spider = spider, race = race}
