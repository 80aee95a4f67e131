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

-- What the estimates of BSGD with means of m draws average at x: exact.
local function average(m, x)
    return estimator(p, {method = "bsgd", m = m}):expected({x})[1]
end

local function at_the_best(made)
    local plain, extrapolated = expected("bsgd", {best}), expected("e-bsgd", {best})
    made.plain, made.extrapolated = plain, extrapolated
    return plain[4], function(guess)
        return lesson.guess(plot {
            x = {label = "draws m of each mean", scale = "log2"},
            y = {label = "average of the estimates at the best w"},
            series = {
                {label = "BSGD", x = batches, y = plain},
                {label = "E-BSGD", x = batches, y = extrapolated},
                {label = "right: 0", x = {1, 16}, y = {0, 0}, marker = "none"},
            },
        }, 8, guess)
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
            {label = "best w", x = {0, final.samples}, y = {best, best}, marker = "none"},
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
    series[#series + 1] = {label = "best w", x = {0, runs[1]:final().samples}, y = {best, best}, marker = "none"}
    return names[winner], figure_of(series)
end

return lesson.new {
    title = "from an estimate to a gradient",
    steps = {
        {
            text = ([[
How much more does one earn (Y) for each further year of school (X)? Talent raises both, so a line Y = w X through the
points is too steep. The cure is to use, for each person (a row of the data), the mean of X over people in the same
circumstances. That mean is not known, but X can be drawn for a row as often as we like. The cost of a w is the
average over the rows of a function of Y - w * mean of X, and the best w has the least cost.

We walk downhill: pick a row, draw X a few times, put the mean of these draws in the place of the true one, estimate
by how much the cost changes with w (the derivative; with many numbers w, the gradient), and take a small step down.
At the best w the true derivative is 0. But the derivative is a function that bends, and so its plug-in estimate is
biased, as in lesson 1: with means of 2 draws such estimates average %.2f at the best w.]]):format(average(2, best)),
            ask = "With means of 8 draws: what do they average at the best w?",
            hint = "In lesson 1: twice the rolls, half the error. The sign stays.",
            run = at_the_best,
            explain = function(made)
                return ([[
They average %.2f: with four times the draws about a quarter of the error is left, a little more since further terms
come after c/m. With half-samples of m = 4 from as many draws it is %.3f. The walk is called BSGD, biased
stochastic gradient descent; with half-samples E-BSGD, where E is for extrapolated.]]):format(made.plain[4],
                    made.extrapolated[3])
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
which is %.3f here, and %.2f at w = %.3f. The walk comes down from w = 2 and stops where the estimates average 0, not
the derivative.]]):format(average(2, best), best, average(2, best + 0.1), best + 0.1),
            ask = "BSGD with means of 2 draws: at which w does it end?",
            hint = "Draw a straight line through these two averages: where does it come to 0?",
            run = walk_down,
            explain = function(made)
                return ([[
It ends at w = %.3f, on average over the runs, and the best w is %.3f. The curve is flat: the walk has arrived, only at
the wrong place. Means of 20 draws have less bias and end nearer, at w = %.3f, but a step costs ten times as much: after
ten times the draws they are there, after as many draws as above only at w = %.3f.]]):format(made.w, best, made.long,
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
Three ways to do better. Walk four times as long. Or take half the step, and twice as long. Or keep length and step and
take half-samples: E-BSGD with m = 1, which draws as many X for its means as BSGD with m = 2.]],
            ask = "Which one ends nearest to the best w?",
            hint = "The walk above had arrived. Which of the three changes where it arrives?",
            choices = names,
            run = mend,
            explain = function(made)
                local off = made.off
                return ([[
The distances to the best w are %.3f, %.3f and %.3f, in the order of the list: '%s' is nearest. More steps and smaller
steps only bring the walk closer to where its biased estimates send it. A walk is an average over very many
estimates, so what counts is their bias.]]):format(off[1], off[2], off[3], made.winner)
            end,
            vary = {
                "p = problem.instrumental{n=10000}",
                'm = {{"bsgd", m=2}, {"e-bsgd", m=1}}',
                "s = compare{problem=p, samples=1e6, step=1e-5, methods=m}",
                "s:advantage()    -- whose gap is smaller; gap: cost above the least one",
                's:plot{y="gap"}    -- F(x): the cost, here x is w; F*: the least cost',
            },
        },
    },
}
