-- Lesson 4: a biased estimate at every step of a walk downhill.
local p = problem.instrumental {n = 10000}
local best = p:minimizer()[1]
local batches = pow2(1, 32)

-- What estimates of the derivative at x average, for every m: exact.
local function expected(method, x)
    local values = {}
    for i = 1, #batches do
        values[i] = estimator(p, {method = method, m = batches[i]}):expected(x)[1]
    end
    return vec(values)
end

-- What the estimates of BSGD with means of m draws average at x: exact.
local function average(m, x)
    return estimator(p, {method = "bsgd", m = m}):expected({x})[1]
end

local function at_the_best(made)
    local plain, extrapolated = expected("bsgd", {best}), expected("e-bsgd", {best})
    made.plain, made.extrapolated = plain, extrapolated
    return plain[6], function(guess)
        return lesson.guess(plot {
            x = {label = "draws m of each mean", scale = "log2"},
            y = {label = "average of the estimates at the best w"},
            series = {
                {label = "BSGD", x = batches, y = plain},
                {label = "E-BSGD", x = batches, y = extrapolated},
                {label = "right: 0", x = {1, 32}, y = {0, 0}, marker = "none"},
            },
        }, 32, guess)
    end
end

-- A run whose curve is w itself.
local function walk(options, quick)
    options.problem, options.step, options.reps = p, options.step or 1e-5, quick and 3 or 10
    options.samples = options.samples or 1e6
    options.metrics = {w = function(x) return x[1] end}
    return run(options)
end

local function curve(label, r)
    local columns = r:columns()
    return {label = label, x = columns.samples, y = columns.w, lo = columns.w_lo, hi = columns.w_hi, marker = "none"}
end

local function best_line(r)
    return {label = "best w", x = {0, r:final().samples}, y = {best, best}, marker = "none", dash = "dot"}
end

local function last_w(r)
    return r:final().w
end

local function figure_of(series)
    return plot {x = {label = "draws used"}, y = {label = "w"}, interval = "95% band of the mean", series = series}
end

local function walk_down(made, _, quick)
    made.bsgd = walk({method = "bsgd", m = 2}, quick)
    local final = made.bsgd:final()
    made.w = final.w
    made.short, made.long = last_w(walk({method = "bsgd", m = 20}, quick)),
        last_w(walk({method = "bsgd", m = 20, samples = 1e7}, quick))
    return final.w, function(guess)
        return lesson.guess(figure_of {
            curve("BSGD", made.bsgd),
            best_line(made.bsgd),
        }, {0, final.samples}, guess)
    end
end

local names = {"four times as long", "half the step", "half-samples"}

local function mend(made, _, quick)
    local runs = {
        walk({method = "bsgd", m = 2, samples = 4e6}, quick),
        walk({method = "bsgd", m = 2, step = 5e-6, samples = 2e6}, quick),
        walk({method = "e-bsgd", m = 1}, quick),
    }
    local winner, series = 1, {}
    made.off = {}
    for i, r in ipairs(runs) do
        series[i] = curve(names[i], r)
        made.off[i] = math.abs(last_w(r) - best)
        winner = made.off[i] < made.off[winner] and i or winner
    end
    made.winner, made.runs = names[winner], runs
    series[#series + 1] = best_line(runs[1])
    return names[winner], figure_of(series)
end

return lesson.new {
    title = "from an estimate to a gradient",
    steps = {
        {
            text = ([[
A table has 10000 rows. Each row has a number Y, and a random number X, which can be drawn for this row as often as we
like. We look for one number w such that w times the mean of X is near Y, row by row: being off by u costs log cosh u,
about |u| where u is large. The best w has the least cost, averaged over the rows.

We walk downhill: pick a row, draw X m times, put the mean of these draws in the place of the true mean, estimate how
fast the cost changes with w (the derivative; with many numbers w, the gradient), and take a small step down. At the
best w the true derivative is 0. But the derivative is a function that bends, and so its plug-in estimate is biased, as
in lesson 1: with m = 8 such estimates average %.2f at the best w.]]):format(average(8, best)),
            ask = "With m = 32: what do the estimates average at the best w?",
            hint = "In lesson 1: twice the rolls, half the bias. The sign stays.",
            run = at_the_best,
            explain = function(made)
                return ([[
They average %.3f: four times the draws, about a quarter of the bias. With half-samples of 16 draws, so from 32 draws
as well, they average %.4f. A walk with plug-in estimates is called BSGD, biased stochastic gradient descent; with
half-samples it is E-BSGD, where E is for extrapolated.]]):format(made.plain[6], made.extrapolated[5])
            end,
            vary = {
                "p = problem.instrumental{n=10000}",
                'estimator(p, {method="bsgd", m=100}):expected(p:minimizer())',
                'estimator(p, {method="e-bsgd", order=3, m=2}):expected(p:minimizer())',
            },
        },
        {
            text = ([[
A negative derivative says that a larger w costs less. With means of 2 draws the estimates average %.2f at the best w,
which is %.3f here, and %.2f at w = %.3f. The walk comes down from w = 2 and ends where the estimates average 0; that
is not where the true derivative is 0.]]):format(average(2, best), best, average(2, best + 0.1), best + 0.1),
            ask = "BSGD with means of 2 draws: at which w does it end?",
            hint = "Draw a straight line through these two averages: where does it come to 0?",
            run = walk_down,
            explain = function(made)
                return ([[
It ends at w = %.3f, on average over the runs, and the best w is %.3f. The curve is flat: the walk has arrived, only at
the wrong place. With means of 20 draws there is less bias, and the walk ends nearer, at w = %.3f. But each of its
steps takes ten times the draws: it needs ten times the draws to get there, and after as many draws as above it has only
come to w = %.3f.]]):format(made.w, best, made.long,
                    made.short)
            end,
            vary = {
                "p = problem.instrumental{n=10000}",
                'r = run{problem=p, method="bsgd", m=20, step=1e-5, samples=1e7}',
                "r:final().x:col(1):mean(), p:minimizer()[1]    -- where it ends, the best w",
            },
        },
        {
            text = [[
Three ways that may do better: walk four times as long; halve the step and walk twice as long; or keep length and step
and take half-samples. That is E-BSGD with m = 1: its full sample has 2 draws of X, as many as the mean of BSGD with
m = 2.]],
            ask = "Which one ends nearest to the best w?",
            hint = "The walk of step 2 had arrived. Which of the three changes where it arrives?",
            choices = names,
            run = mend,
            explain = function(made)
                local off = made.off
                return ([[
The distances to the best w are %.3f, %.3f and %.3f, in the order of the list: '%s' is nearest. More steps and smaller
steps only bring the walk closer to where its biased estimates send it. A walk averages very many estimates, so what
counts is their bias.]]):format(off[1], off[2], off[3], made.winner)
            end,
            vary = {
                "p = problem.instrumental{n=10000}",
                'pair = {{"bsgd", m=2}, {"e-bsgd", m=1}}',
                "s = compare{problem=p, samples=1e6, step=1e-5, methods=pair}",
                "s:advantage()    -- whose gap is smaller; gap: cost above the least one",
                's:plot{y="gap"}    -- F(x): the cost, here x is w; F*: the least cost',
            },
        },
    },
}
