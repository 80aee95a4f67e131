-- Figure 3a: instrumental variable regression, 10000 rows.
-- The paper's, at its sizes: BSGD m = 2 against E-BSGD m = 1; (E-)BSpiderBoost with cycle 10, outer batches 100 and 10
-- and the same m; (E-)NestedVR with inner batches 100 and 10, inner cycle 10 and outer batch 10/5. These leave NestedVR
-- hardly any bias, so beside them sizes that do: inner batches 8 and 2 against 4 and 1, outer batch 10. Steps: best of
-- a grid (tune: 1e-6, 3e-6, .. 1e-3). 100 runs, since gaps of one coordinate scatter like the square of a normal
-- number.
local options = ... or {}
local p = problem.instrumental{n = options.quick and 1000 or 10000}
local s = compare{
    problem = p, samples = options.quick and 1e5 or 4e6, reps = options.quick and 10 or 100, seed = 1, methods = {
        {"bsgd", m = 2, step = 3e-6}, {"e-bsgd", m = 1, step = 3e-6},
        {"bspiderboost", m = 2, B1 = 100, B2 = 10, period = 10, step = 1e-4},
        {"e-bspiderboost", m = 1, B1 = 100, B2 = 10, period = 10, step = 3e-5},
        {"nestedvr", S1 = 100, S2 = 10, inner_period = 10, B1 = 10, step = 3e-4, label = "nestedvr 100/10"},
        {"e-nestedvr", S1 = 100, S2 = 10, inner_period = 10, B1 = 5, step = 3e-4, label = "e-nestedvr 100/10"},
        {"nestedvr", S1 = 8, S2 = 2, inner_period = 10, B1 = 10, step = 1e-4, label = "nestedvr 8/2"},
        {"e-nestedvr", S1 = 4, S2 = 1, inner_period = 10, B1 = 10, step = 3e-5, label = "e-nestedvr 4/1"},
    },
}
local numbers, nested = s:summary(), {}
for _, each in ipairs(s:spec().methods) do
    nested[#nested + 1] = each.label:find "nested" and each.label or nil
end

local function verdict()
    local all, gains, dips = 0, 0, 0
    for _, row in ipairs(numbers:rows()) do
        all, gains = all + (row.against and 1 or 0), gains + (row.verdict == "helps" and 1 or 0)
        dips = dips + (row.lowest < row.gap / 2 and 1 or 0)
    end
    return ("Extrapolation (solid) helps in %d of %d pairs (100/10: 100 inner draws at every 10th visit of a row, 10 "
        .. "at others).%s"):format(gains, all, dips > 0 and (" %d curves dip: there the iterates pass the minimizer on "
        .. "their way to a biased point."):format(dips) or "")
end

local axis = {scale = "log", min = 1e-4, max = 10}
return plot{
    across = 1, rows = numbers, panels = {
        s:plot{y = axis, title = "BSGD and BSpiderBoost",
            only = {"bsgd", "e-bsgd", "bspiderboost", "e-bspiderboost"}},
        s:plot{y = axis, title = "NestedVR", only = nested,
            notes = options.quick and "Quick: no verdict." or verdict()},
    },
}
