-- Lesson 6: multilevel Monte Carlo, half-samples again.
local p = problem.invariant_logistic {n = 1000, noise_var = 1, l2 = 0.1}
local ways = {"the plain way", "the levels", "both take about as many"}
local names = {"V-MLMC", "RT-MLMC", "BSGD", "E-BSGD"}

local function levels(made, _, quick)
    local e = estimator(p, {method = "v-mlmc", L = 8})
    local r = e:levels(nil, {reps = quick and 3000 or 2e4, eps = {0.1, 0.03, 0.01, 0.003, 0.001}})
    local rows = r:rows()
    made.levels, made.first, made.last, made.factor = r, rows[2], rows[#rows], 2 ^ r.beta
    return made.factor, function(guess)
        return lesson.guess(plot {
            x = {label = "level l: 2^l draws"}, y = {label = "variance", scale = "log"},
            series = {
                {label = "corrections", x = r:columns().level, y = r:columns().var},
                {label = "plain estimates", x = r:columns().level, y = r:columns().plain_var, dash = "dash"},
            },
        }, {1, 8}, guess and {made.first.var, made.first.var / math.max(guess, 0) ^ 7})
    end
end

local function bill(made)
    local eps, cost, plain = {}, {}, {}
    for i, plan in ipairs(made.levels.plan) do
        eps[i], cost[i], plain[i] = plan.eps, plan.cost, plan.plain
    end
    local last = #eps
    made.cost, made.plain, made.eps = cost, plain, eps
    local ratio = plain[last] / cost[last]
    return ratio > 1.25 and ways[2] or ratio < 0.8 and ways[1] or ways[3], plot {
        x = {label = "wanted accuracy", scale = "log"}, y = {label = "draws that it takes", scale = "log"},
        series = {{label = "levels", x = eps, y = cost}, {label = "plain", x = eps, y = plain, dash = "dash"}},
    }
end

local function race(made, _, quick)
    local samples, reps = quick and 5e4 or 1e5, quick and 5 or 20
    local t = tune {
        problem = p, samples = samples, grid = {step = {3e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1}},
        methods = {{"v-mlmc"}, {"rt-mlmc"}, {"bsgd", m = 8}, {"e-bsgd", m = 4}},
    }
    local s = compare {problem = p, samples = samples, reps = reps, methods = t.best}
    made.race, made.rows, made.chosen = s, s:advantage():rows(), t.best
    local best = 1
    for i, row in ipairs(made.rows) do
        best = row.mean < made.rows[best].mean and i or best
    end
    made.best = names[best]
    return made.best, s:plot {x = {label = "draws used"}, y = {label = "gap"}}
end

return lesson.new {
    title = "many levels (MLMC)",
    steps = {
        {
            text = [[
The task of lesson 5 with 1000 points, and another way to fight the bias: take an estimate of the gradient from one
draw, and correct it. The first correction is the estimate from 2 draws minus the average of those from its two halves,
the next one the same with 4 draws, then 8: level l has 2^l draws. All corrections up to level 8 add up to an estimate
from 256 draws. The name is multilevel Monte Carlo, MLMC.

Variance is the usual measure of scatter, the average square of the distance from the mean. The corrections of high
levels are small, and their variance is small as well.]],
            ask = "From one level to the next the variance of the correction is divided by which number?",
            hint = "Corrections are about half as large from level to level, and a variance averages squares.",
            run = levels,
            explain = function(made)
                return ([[
By %.2f at the levels where the rule has begun: from %.2g at level 1 to %.2g at level 8. A level costs twice as much as
the one before, but its variance is about a quarter, so high levels are estimated from very few tries. The variance of
the plain estimates falls only from %.2f to %.2f: more draws cannot take off what comes from the choice of the
row. With much noise the rule begins only at higher levels, where the mean of 2^l draws stands out of it: the last line
below shows that.]]):format(made.factor, made.first.var, made.last.var, made.first.plain_var, made.last.plain_var)
            end,
            vary = {
                "p = problem.invariant_logistic{n=1000, noise_var=1}",
                'e = estimator(p, {method="v-mlmc", L=8})',
                "e:levels(nil, {reps=1e4, eps={0.01, 0.001}})",
                "p = problem.invariant_logistic{n=1000, noise_var=100}    -- much noise",
                'estimator(p, {method="v-mlmc", L=8}):levels()',
            },
        },
        {
            text = [[
Now the bill. We want the gradient to an accuracy (the typical error) of 0.1, of 0.03, and so on to 0.001. The plain way
averages estimates that use so many draws each that their bias is small enough. The levels take many tries of the
low corrections and few of the high ones, in the cheapest mix.]],
            ask = "At accuracy 0.001: which way takes fewer draws?",
            hint = "The plain way needs a small bias and a small scatter at once: many estimates of many draws each.",
            choices = ways,
            run = bill,
            explain = function(made)
                local last = #made.eps
                return ([[
At accuracy %g the plain way takes %.2g draws and the levels take %.2g; at accuracy %g it is %.2g against %.2g. Levels
pay where much accuracy is wanted; for a rough answer the plain way is as good or better. This holds for all methods of
this kind: which one pays depends on the accuracy that is wanted.]]):format(made.eps[last], made.plain[last],
                    made.cost[last], made.eps[1], made.plain[1], made.cost[1])
            end,
            vary = {
                "p = problem.invariant_logistic{n=1000, noise_var=1, l2=0.1}",
                'e, eps = estimator(p, {method="v-mlmc", L=8}), {0.1, 0.03, 0.01, 0.003, 0.001}',
                "e:levels(nil, {reps=2e4, eps=eps})",
                "    -- the last lines: tries of each level, draws of the levels, plain draws",
            },
        },
        {
            text = [[
In a walk downhill every step needs an estimate. V-MLMC takes all levels at every step; RT-MLMC picks one level by
chance and multiplies its correction so that the average is right; BSGD has means of 8 draws, and E-BSGD two
half-samples of 4. All have the same number of draws, and each has the best of eight step sizes.]],
            ask = "Which one has the smallest gap over the second half of the walk?",
            hint = "A walk needs many cheap estimates. Which one is cheap and does not scatter much?",
            choices = names,
            run = race,
            explain = function(made)
                local rows = made.rows
                return ([[
It is %s: the gaps are %.2g (%s), %.2g (%s), %.2g (%s) and %.2g (%s). V-MLMC has hardly any bias, but it pays for all
levels, so it makes few steps. RT-MLMC makes many, but scatters so much that they must be small. Half-samples are the
first correction of MLMC, taken twice: here that takes off most of the bias, and it scatters little.]]):format(
                    made.best, rows[1].mean, names[1], rows[2].mean, names[2], rows[3].mean, names[3], rows[4].mean,
                    names[4])
            end,
            vary = {
                "p = problem.invariant_logistic{n=1000, noise_var=1, l2=0.1}",
                'e = estimator(p, {method="v-mlmc"}):moments(nil, {reps=1e4})',
                "e.var:sum(), e.cost.samples    -- scatter and draws of one estimate",
                'e = estimator(p, {method="rt-mlmc"}):moments(nil, {reps=1e4})',
                "e.var:sum(), e.cost.samples",
                'e = estimator(p, {method="e-bsgd", m=4}):moments(nil, {reps=1e4})',
                "e.var:sum(), e.cost.samples",
            },
        },
    },
}
