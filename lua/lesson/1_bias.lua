-- Lesson 1: a die and its square.
local die = dist.empirical {1, 2, 3, 4, 5, 6}
local square, log = poly {0, 0, 1}, math.log
local wanted = die:mean() ^ 2

-- Averages over more and more tries of one roll.
local function more_tries(made, _, quick)
    local tries, mean, se = pow2(16, quick and 2 ^ 14 or 2 ^ 20), {}, {}
    for i = 1, #tries do
        local e = extrap.order(1):estimate(square, die, {m = 1, reps = tries[i]})
        mean[i], se[i] = e.mean, e.se
    end
    mean, se = vec(mean), vec(se)
    made.tries, made.mean, made.se = tries[#tries], mean[#mean], se[#se]
    local ends = {tries[1], tries[#tries]}
    return made.mean, function(guess)
        return lesson.guess(plot {
            x = {label = "tries", scale = "log2"}, y = {label = "average of the squares"}, interval = "95% interval",
            series = {
                {label = "rolled", x = tries, y = mean, lo = mean - 2 * se, hi = mean + 2 * se},
                {label = "wanted: 3.5^2", x = ends, y = {wanted, wanted}, marker = "none"},
            },
        }, ends, guess)
    end
end

-- The bias of the square of a mean of m rolls.
local function more_rolls(made, _, quick)
    local c = bias {
        q = square, dist = die, operators = {1}, m = pow2(1, 64), control = false, reps = quick and 1e5 or 1e6,
    }
    made.c, made.slope = c, c:slopes():rows()[1]
    made.first, made.last = c:rows()[1], c:rows()[#c]
    local first = made.first.exact
    return 2 ^ -made.slope.exact, function(guess)
        local figure = c:plot {
            x = {label = "rolls in each try, m", scale = "log2"}, y = {label = "bias", scale = "log"},
        }
        return lesson.guess(figure, {1, 64}, guess and {first, first / math.max(guess, 0) ^ 6})
    end
end

-- Exact biases of the square and the logarithm, in percent of what is wanted.
local function other_way(made)
    local m, percent = pow2(1, 16), {square = {}, log = {}}
    for i = 1, #m do
        local op = extrap.order(1)
        percent.square[i] = 100 * op:bias(square, die, {m = m[i]}) / wanted
        percent.log[i] = 100 * op:bias(log, die, {m = m[i]}) / math.log(die:mean())
    end
    made.log = percent.log[1]
    return made.log < 0 and "too low" or made.log > 0 and "too high" or "right", plot {
        x = {label = "rolls in each try, m", scale = "log2"}, y = {label = "bias in percent"},
        series = {
            {label = "square", x = m, y = percent.square},
            {label = "logarithm", x = m, y = percent.log},
            {label = "no bias", x = {1, 16}, y = {0, 0}, marker = "none"},
        },
    }
end

return lesson.new {
    title = "why the plug-in estimate is biased",
    steps = {
        {
            text = [[
A die shows 3.5 on average, and we want the square of that, 3.5^2 = 12.25. Suppose that nobody knows the 3.5. So we roll
the die once, take the number that it shows as the average, and square it. One such try may give anything from 1 to 36,
so we make many tries and average their squares.]],
            ask = "After very many tries: what is the average of the squares?",
            hint = "A try gives 1, 4, 9, 16, 25 or 36, each as often as the others.",
            run = more_tries,
            explain = function(made)
                return ([[
After %d tries the average is %.2f, give or take %.2f, so more tries will not bring it to 12.25: they only make the
wrong number more certain. A roll of 6 is 2.5 above the average, and its square is 23.75 above 12.25. A roll of 1 is as
far below the average, but its square is only 11.25 below 12.25. An error that stays, however many tries there are, is
called a bias. To put an estimated mean into a function, here the square, is called a plug-in estimate.]]):format(
                    made.tries, made.mean, 2 * made.se)
            end,
            vary = {
                "die = dist.empirical{1, 2, 3, 4, 5, 6}",
                "extrap.order(1):estimate(poly{0, 0, 1}, die, {m=1, reps=1e6})",
                "    -- poly{0, 0, 1}: the square; sd: scatter of one try; se: of the mean",
            },
        },
        {
            text = [[
Now each try takes the mean of m rolls, and squares that. With more rolls the mean lies closer to 3.5, so the bias (the
average of the squares minus 12.25) gets smaller. Take m = 1, 2, 4, 8 and so on: the number of rolls doubles each
time.]],
            ask = "Each time m doubles, the bias is divided by which number?",
            hint = "The bias of the square is the variance of the mean. What is that with twice as many rolls?",
            run = more_rolls,
            explain = function(made)
                return ([[
The bias falls from %.2f at m = 1 to %.4f at m = 64: twice the rolls, half the bias. It is proportional to 1/m. In the
figure both axes are logarithmic, so this is a straight line. Its steepness is called the slope: it is exactly %.2f
here, and %.3f as estimated from the simulated rolls. A hundredth of the bias takes a hundred times the rolls; the next
lesson shows a cheaper way. The legend calls the plug-in estimate "order 1".]]):format(
                    made.first.exact, made.last.exact, made.slope.exact, made.slope.slope)
            end,
            vary = {
                "die = dist.empirical{1, 2, 3, 4, 5, 6}",
                "bias{q=poly{0, 0, 0, 0, 1}, dist=die, operators={1}}:plot()    -- s^4",
                "    -- not quite -1: further terms; inner batch m: the rolls in each try",
            },
        },
        {
            text = [[
The square bends upward, and its estimates came out too high. The logarithm bends the other way: it rises less and less.
Now we want log 3.5, the natural logarithm, and each try takes the logarithm of a mean of m rolls.]],
            ask = "On average, will the logarithm come out too high, too low, or right?",
            hint = "Take a mean too low by 1, and one too high by 1: which one changes the logarithm more?",
            choices = {"too high", "too low", "right"},
            run = other_way,
            explain = function(made)
                return ([[
At m = 1 the logarithm is %.1f percent too low. A function that bends upward is overestimated, one that bends
downward is underestimated, and a straight line comes out right. Functions of estimated averages are everywhere, and so
is this bias.]]):format(-made.log)
            end,
            vary = {
                "die = dist.empirical{1, 2, 3, 4, 5, 6}",
                "extrap.order(1):bias(math.sqrt, die, {m=1})    -- the root",
                "extrap.order(1):bias(poly{1, 2}, die, {m=1})    -- 2 s + 1, a straight line",
            },
        },
    },
}
