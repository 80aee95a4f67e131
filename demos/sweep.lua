-- A grid of experiments: points in one table, figure and file.
-- The bias of a gradient against inner batch, noise and order: every point is an experiment of its own. The result has
-- a row for each, is drawn, saved and resumed as one.
local sizes = {1, 2, 4, 8}
local r = sweep{over = {{"noise_var", {1, 10, 100}}, {"order", {1, 2}}, {"m", sizes}}, run = function(v)
    local p = problem.invariant_logistic{n = 500, noise_var = v.noise_var}
    return estimator(p, {m = v.m, order = v.order}):moments(nil, {reps = 2000})
end}
print(("%d points, %d missing"):format(#r, r.missing))
print(r:plot{x = "m", y = "bias_norm", title = "norm of the bias of a gradient estimate"}:describe())

print "points that fail are rows, too"
local odd = sweep{over = {x = {4, 1, -1}}, run = function(v)
    assert(v.x > 0, "no root of a number below zero")
    return math.sqrt(v.x)
end}
print(odd)

print "killed at any time, it goes on from its file"
local path = os.tmpname()
os.remove(path)
local calls = 0
local options = {over = {m = sizes}, checkpoint = path, run = function(v)
    calls = calls + 1
    return 1 / v.m
end}
sweep(options)
sweep(options)
print(("%d points, computed %d times"):format(#sizes, calls))
os.remove(path)

--> 24 points, 0 missing
--> norm of the bias of a gradient estimate: bias_norm (logarithmic) against m (powers of 2).
--> noise_var = 1, order = 1: 4 points, m from 1 to 8, falls from 0.0975 to 0.0273.
--> noise_var = 1, order = 2: 4 points, m from 1 to 8, falls from 0.0513 to 0.0238.
--> noise_var = 10, order = 1: 4 points, m from 1 to 8, falls from 0.27 to 0.091.
--> noise_var = 10, order = 2: 4 points, m from 1 to 8, falls from 0.204 to 0.0557.
--> noise_var = 100, order = 1: 4 points, m from 1 to 8, goes up and down between 0.202 and 0.608.
--> noise_var = 100, order = 2: 4 points, m from 1 to 8, falls from 0.529 to 0.178.
-->
--> points that fail are rows, too
-->  x  value  failed
-->  4      2
-->  1      1
--> -1         no root of a number below zero
--> missing: 0
--> 1 of 3 points failed, the first x = -1: no root of a number below zero
--> killed at any time, it goes on from its file
--> 4 points, computed 4 times
