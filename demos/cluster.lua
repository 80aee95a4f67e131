-- A study for many processors: a sweep and a ladder of eps.
-- Which step and inner batch suit a method at a budget, and how the oracle calls for an accuracy grow as it falls.
--     debias cluster.lua 400                       400 times the work: a minute on one processor
--     mpirun -n 64 debias cluster.lua 1e5 study    files study_*, study.sweep; cluster.sbatch is this as a job of Slurm
-- All files have the bytes that one process writes; a job that is killed goes on from study.sweep (help"MPI").
local scale, name = tonumber(arg and arg[1]) or 1, arg and arg[2] or "cluster"
local reps = scale < 100 and 8 or 64 -- of the ladder, whose replicates are dealt to ranks and threads
local methods = {"bsgd", "e-bsgd"}

print "the least gap of each method at a budget, over steps and inner batches"
local p = problem.invariant_logistic{n = 2000, noise_var = 10, l2 = 0.1}
local r = sweep{
    over = {{"method", methods}, {"step", {1e-3, 3e-3, 1e-2}}, {"m", {1, 2, 4, 8, 16, 32}}},
    checkpoint = arg and arg[2] and name .. ".sweep",
    run = function(v)
        local o = run{problem = p, method = v.method, step = v.step, m = v.m, samples = 1e4 * scale, reps = 8, seed = 1}
        local last = o:rows()[#o:rows()]
        return {gap = last.gap, gap_lo = last.gap_lo, gap_hi = last.gap_hi}
    end,
}
for _, method in ipairs(methods) do
    local best
    for _, row in ipairs(r:rows()) do
        best = row.method == method and (not best or row.gap < best.gap) and row or best
    end
    print(("%-6s  step %g, m = %d: gap %.2g (95%%: %.2g to %.2g)"):format(method, best.step, best.m, best.gap,
        best.gap_lo, best.gap_hi))
end
r:csv(name .. "_sweep.csv")
r:plot{x = "m", y = "gap", by = {"method", "step"}, title = "gap at equal oracle calls"}:save(name .. "_sweep.pdf")

print "oracle calls until the running mean of |grad F|^2 is at most eps^2"
local least = 0.16 * scale ^ (-1 / 6) -- calls of bsgd grow like eps^-6
local c = complexity{
    problem = problem.invariant_logistic{n = 2000, d = 2, noise_var = 1, l2 = 0.1},
    eps = vec.geomspace(0.2, least, 4), reps = reps, seed = 1, methods = {{"bsgd"}, {"e-bsgd"}, {"e-bspiderboost"}},
}
for _, s in ipairs(c:slopes():rows()) do
    print(("%-14s  eps^-%.1f (95%%: %.1f to %.1f), theory eps^-%g"):format(s.method, s.exponent, s.exponent_lo,
        s.exponent_hi, s.theory))
end
c:csv(name .. "_ladder.csv")
c:plot{title = "oracle calls for an accuracy"}:save(name .. "_ladder.pdf")

--> the least gap of each method at a budget, over steps and inner batches
--> bsgd    step 0.01, m = 8: gap 0.092 (95%: 0.079 to 0.1)
--> e-bsgd  step 0.01, m = 4: gap 0.07 (95%: 0.052 to 0.089)
--> oracle calls until the running mean of |grad F|^2 is at most eps^2
--> bsgd            eps^-7.5 (95%: 6.6 to 8.4), theory eps^-6
--> e-bsgd          eps^-5.8 (95%: 3.6 to 8.0), theory eps^-4.5
--> e-bspiderboost  eps^-4.4 (95%: 3.5 to 5.4), theory eps^-3.5
