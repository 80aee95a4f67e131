-- Figure 3a: instrumental variable regression, 10000 rows.
-- The paper's, at its sizes: BSGD m = 2 against E-BSGD m = 1; (E-)BSpiderBoost with cycle 10, outer batches 100 and 10
-- and the same m; (E-)NestedVR with inner batches 100 and 10, inner cycle 10 and outer batch 10/5. These leave NestedVR
-- hardly any bias, so beside them sizes that do: inner batches 8 and 2 against 4 and 1, outer batch 10. Steps: best of
-- a grid (tune: 1e-6, 3e-6, .. 1e-3). 100 runs, since gaps of one coordinate scatter like the square of a normal
-- number. The verdict is in plots/part/instrumental.lua.
local options = ... or {}
local part = figure.part "instrumental"
return part.race(options.quick and 1000 or 10000, {
    {"bsgd", m = 2, step = 3e-6}, {"e-bsgd", m = 1, step = 3e-6},
    part.spider("bspiderboost", 2, 1e-4), part.spider("e-bspiderboost", 1, 3e-5),
    part.nested("nestedvr", 100, 10, 10, 3e-4), part.nested("e-nestedvr", 100, 10, 5, 3e-4),
    part.nested("nestedvr", 8, 2, 10, 1e-4), part.nested("e-nestedvr", 4, 1, 10, 3e-5),
}, options.quick)
