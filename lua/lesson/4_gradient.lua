-- Lesson 4: a biased estimate at every step of a walk downhill.
local p = problem.instrumental {n = 10000}
local best = p:minimizer()[1]
local batches = pow2(1, 16)

-- What estimates of the derivative at x average, for every m: exact.
local function expected(method, x)
    local values = {}
    for i = 1, #batches do
        values[i] = estimator(p, {method = method, m = batches[i]}):expected(x)[1]
    end
    return vec(values)
end

local function at_the_best(made, guess)
    local plain, extrapolated = expected("bsgd", {best}), expected("e-bsgd", {best})
    made.plain, made.extrapolated = plain, extrapolated
    return plain[2], plot {
        x = {label = "draws m of each mean", scale = "log2"}, y = {label = "average of the estimates at the best w"},
        series = {
            {label = "bsgd", x = batches, y = plain},
            {label = "e-bsgd", x = batches, y = extrapolated},
            {label = "right: 0", x = {1, 16}, y = {0, 0}, marker = "none"},
            guess and {label = "your guess", x = {2}, y = {guess}},
        },
    }
end

-- A run whose curve is w itself.
local function walk(options, quick)
    options.problem, options.step, options.reps = p, options.step or 1e-5, quick and 3 or 10
    options.samples = (options.samples or 1e6) / (quick and 4 or 1)
    options.metrics = {w = function(x) return x[1] end}
    return run(options)
end

local function curve(label, r)
    local columns = r:columns()
    return {label = label, x = columns.samples, y = columns.w, lo = columns.w_lo, hi = columns.w_hi, marker = "none"}
end

local function last_w(r)
    return r:final().w
end

local function figure_of(series)
    return plot {x = {label = "draws used"}, y = {label = "w"}, interval = "95% band of the mean", series = series}
end

local function walk_down(made, guess, quick)
    made.bsgd = walk({method = "bsgd", m = 2}, quick)
    local final = made.bsgd:final()
    made.w = final.w
    return final.w, figure_of {
        curve("bsgd", made.bsgd),
        {label = "best w", x = {0, final.samples}, y = {best, best}, marker = "none"},
        guess and {label = "your guess", x = {0, final.samples}, y = {guess, guess}, marker = "none"},
    }
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
    series[#series + 1] = {label = "best w", x = {0, runs[1]:final().samples}, y = {best, best}, marker = "none"}
    return names[winner], figure_of(series)
end

return lesson.new {
    title = "from an estimate to a gradient",
    steps = {
        {
            text = [[
How much more does one earn (Y) for each further year of school (X)? Talent raises both, so a line Y = w X through the
points is too steep. What may be used is, for each row, the mean of X over people in the same circumstances. That
mean is not known, but X can be drawn for a row as often as one likes. The cost of a w is the average over the rows of a
function of Y - w * mean of X, and the best w has the least cost.

One walks downhill: pick a row, draw X a few times, put the mean of these draws in the place of the true one, estimate
by how much the cost changes with w (the derivative; with many numbers w, the gradient), and take a small step down. At
the best w the true derivative is 0.]],
            ask = "Means of 2 draws: what do such estimates of the derivative average at the best w?",
            run = at_the_best,
            explain = function(made)
                return ([[
They average %.2f and not 0: the derivative is a function that bends, and so its plug-in estimate is biased, as in
lesson 1. With half-samples from as many draws again it is %.2f (m = 2). The walk is called BSGD, biased stochastic
gradient descent; with half-samples E-BSGD, where E is for extrapolated.]]):format(made.plain[2], made.extrapolated[2])
            end,
            vary = {
                "p = problem.instrumental{n=10000}",
                'estimator(p, {method="bsgd", m=100}):expected(p:minimizer())',
                'estimator(p, {method="e-bsgd", order=3, m=2}):expected(p:minimizer())',
            },
        },
        {
            text = ([[
At the best w, which is %.3f here, the estimates point to a larger w, since their average is negative. The walk comes
down from w = 2 and stops where the estimates average 0, not the derivative.]]):format(best),
            ask = "BSGD with means of 2 draws: at which w does it end?",
            run = walk_down,
            explain = function(made)
                return ([[
It ends at w = %.3f, on average over the runs, and the best w is %.3f. The curve is flat: the walk has arrived, only at
the wrong place.]]):format(made.w, best)
            end,
            vary = {
                "p = problem.instrumental{n=10000}",
                'run{problem=p, method="bsgd", m=20, step=1e-5, samples=1e6}:final().x',
            },
        },
        {
            text = [[
Three ways to do better. Walk four times as long. Or take half the step, and twice as long. Or keep length and step and
take half-samples: E-BSGD with m = 1, which draws as many X for its means as BSGD with m = 2.]],
            ask = "Which one ends nearest to the best w?",
            choices = names,
            run = mend,
            explain = function(made)
                local off = made.off
                return ([[
The distances to the best w are %.3f, %.3f and %.3f, in the order of the list: '%s' is nearest. More steps and smaller
steps only make the walk stop more exactly where its biased estimates say. A walk is an average over very many
estimates, so what counts is their bias.]]):format(off[1], off[2], off[3], made.winner)
            end,
            vary = {
                "p = problem.instrumental{n=10000}",
                'm = {{"bsgd", m=2}, {"e-bsgd", m=1}}',
                "s = compare{problem=p, samples=1e6, step=1e-5, methods=m}",
                "s:advantage()",
                's:plot{y="gap"}',
            },
        },
    },
}
