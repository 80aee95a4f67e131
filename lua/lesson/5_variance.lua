-- Lesson 5: old estimates kept up to date by differences on the same draws.
local p = problem.invariant_logistic {n = 50, noise_var = 10, l2 = 0.1}
local sizes = {
    bsgd = {m = 4}, bspiderboost = {m = 4, B1 = 50, B2 = 7}, nestedvr = {B1 = 10, B2 = 10, S1 = 20, S2 = 4},
    ["e-bsgd"] = {m = 2}, ["e-nestedvr"] = {B1 = 10, B2 = 10, S1 = 10, S2 = 2},
}
local times = {"about as large", "some ten times smaller", "hundreds of times smaller"}
local methods = {"bsgd", "bspiderboost", "nestedvr"}
local names = {"BSGD", "BSpiderBoost", "NestedVR"}

-- How much the gradient estimate changes when x gets one percent shorter: on fresh draws, and on the same ones.
local function differences(made, _, quick)
    local e, fresh, same, number = estimator(p, {method = "bsgd", m = 4}), {}, {}, {}
    local x, seeds = p:start(), rng.new()
    for i = 1, quick and 50 or 400 do
        local seed, other = seeds:index(2 ^ 30), seeds:index(2 ^ 30)
        local here = e:sample(x, {seed = seed})
        same[i] = (here - e:sample(0.99 * x, {seed = seed})):norm()
        fresh[i] = (here - e:sample(0.99 * x, {seed = other})):norm()
        number[i] = i
    end
    made.fresh, made.same, made.pairs = vec(fresh):mean(), vec(same):mean(), #fresh
    local few = math.min(#fresh, 50)
    local ratio = made.fresh / made.same
    return ratio < 3 and times[1] or ratio < 100 and times[2] or times[3], plot {
        x = {label = "pair of estimates, the first 50", whole = true},
        y = {label = "size of the difference", scale = "log"},
        series = {
            {label = "fresh draws", x = vec(number):slice(1, few), y = vec(fresh):slice(1, few), line = false},
            {label = "same draws", x = vec(number):slice(1, few), y = vec(same):slice(1, few), line = false},
        },
    }
end

-- The methods at the same cost, each with the best step of a small grid.
local function race(chosen, quick)
    local list = {}
    for i, name in ipairs(chosen) do
        list[i] = {name}
        for key, value in pairs(sizes[name]) do
            list[i][key] = value
        end
    end
    local samples = quick and 1e5 or 2e5
    local t = tune {problem = p, samples = samples, grid = {step = {1e-3, 3e-3, 1e-2, 3e-2, 0.1}}, methods = list}
    return compare {problem = p, samples = samples, reps = 10, methods = t.best}
end

local function figure_of(set)
    return set:plot {x = {label = "draws used"}, y = {label = "gap"}}
end

local function three(made, _, quick)
    made.race = race(methods, quick)
    made.rows = made.race:advantage():rows()
    local best = 1
    for i, row in ipairs(made.rows) do
        best = row.mean < made.rows[best].mean and i or best
    end
    return names[best], figure_of(made.race)
end

local function with_halves(made, _, quick)
    made.pair = race({"nestedvr", "e-nestedvr"}, quick)
    made.gain = made.pair:advantage():rows()
    return made.gain[2].verdict, figure_of(made.pair)
end

return lesson.new {
    title = "variance reduction",
    steps = {
        {
            text = [[
Here ten numbers x have to tell two kinds of points apart, and the points can only be read with noise. From one step of
a walk to the next, x changes very little, and so does the gradient. Still, BSGD throws its estimate away after every
step and draws a new one. We now estimate the gradient at some x and at an x that is one percent shorter, many times,
and see how much the two estimates differ: with fresh draws for each, and with the same draws for both.]],
            ask = "With the same draws, how large is the difference, compared with that of fresh draws?",
            hint = "Fresh draws: the difference is the scatter of two estimates. Same draws: only x changes, "
                .. "by a hundredth, and the estimate by about as much.",
            choices = times,
            run = differences,
            explain = function(made)
                return ([[
With fresh draws the two differ by %.3g, with the same draws by %.2g, on average over %d pairs. Fresh draws show the
noise of two estimates; with the same draws it cancels, and the change itself is left. (Some fresh pairs differ little,
too: where each has a point far on the right side, both gradients are near 0.) So an old estimate can be kept up to
date by adding such differences, which takes few draws: that is variance reduction.]]):format(made.fresh,
                    made.same, made.pairs)
            end,
            vary = {
                "p = problem.invariant_logistic{n=50, noise_var=10, l2=0.1}",
                'e, x = estimator(p, {method="bsgd", m=4}), p:start()',
                "(e:sample(x, {seed=1}) - e:sample(0.9*x, {seed=1})):norm()    -- the same",
                "(e:sample(x, {seed=1}) - e:sample(0.9*x, {seed=2})):norm()    -- fresh",
            },
        },
        {
            text = [[
Three methods, each with the best of five step sizes, at equal cost on 50 points. BSGD starts afresh at every step.
BSpiderBoost keeps its last gradient estimate and adds differences, with a large fresh batch of points now and then.
NestedVR also keeps, for each of the 50 points, its mean of draws up to date in the same way. BSGD and BSpiderBoost use
means of 4 draws; NestedVR adds 4 draws to a mean. The gap is how much the cost is above the least possible one.]],
            ask = "Which one has the smallest gap over the second half of the walk?",
            hint = "Is the trouble here the scatter of the gradient, or its bias? Which method mends the bias?",
            choices = names,
            run = three,
            explain = function(made)
                local rows = made.rows
                return ([[
The gaps are %.3f (%s), %.3f (%s) and %.3f (%s). With means of 4 draws the bias is the trouble, and less noise in the
gradient is of little use. NestedVR works on the means of the draws themselves, where the bias comes from: a mean kept
over many steps is as good as one of many more draws. Larger batches take off bias, too, and cost steps. The lines below
run BSGD with means of 20 and of 40 draws: is NestedVR still ahead?]]):format(rows[1].mean, names[1],
                    rows[2].mean, names[2], rows[3].mean, names[3])
            end,
            vary = {
                "p = problem.invariant_logistic{n=50, noise_var=10, l2=0.1}",
                'm20, m40 = {"bsgd", m=20, step=0.01}, {"bsgd", m=40, step=0.01}',
                'nested = {"nestedvr", S1=20, S2=4, step=0.03}',
                "compare{problem=p, samples=2e5, methods={m20, m40, nested}}:advantage()",
            },
        },
        {
            text = [[
Half-samples go with all of this: E-NestedVR keeps two means of half as many draws for each point, and puts twice the
full sample minus the halves in place of the plug-in estimate. The cost stays the same. Half-samples help or hurt when
the gap gets smaller or larger by more than chance would explain.]],
            ask = "Compared with NestedVR alone: what is the verdict on half-samples?",
            hint = "Differences on the same draws take off noise, half-samples take off bias. Is any bias left?",
            choices = {"helps", "no difference", "hurts"},
            run = with_halves,
            explain = function(made)
                local rows = made.gain
                return ([[
The gap is %.4f with half-samples and %.4f without. The difference is %.4f, with 95%% limits %.4f and %.4f, and 0
%s between them. Variance reduction and extrapolation work on different things, noise and bias, so one can have
both.]]):format(
                    rows[2].mean, rows[1].mean, rows[2].advantage, rows[2].advantage_lo, rows[2].advantage_hi,
                    rows[2].verdict == "no difference" and "lies" or "does not lie")
            end,
            vary = {
                "p = problem.invariant_logistic{n=50, noise_var=100, l2=0.1}",
                'pair = {{"nestedvr", S1=20, S2=4}, {"e-nestedvr", S1=10, S2=2}}',
                "compare{problem=p, samples=2e5, step=0.01, methods=pair}:advantage()",
            },
        },
    },
}
