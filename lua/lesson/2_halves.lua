-- Lesson 2: the full sample twice, minus its halves.
local die = dist.empirical {1, 2, 3, 4, 5, 6}
local square = poly {0, 0, 1}

-- The average of q of a mean of m rolls.
local function average(m, quick)
    return extrap.order(1):estimate(square, die, {m = m, reps = quick and 1e5 or 4e6}).mean
end

local function one_and_two(made, _, quick)
    made.one, made.two = average(1, quick), average(2, quick)
end

-- The averages against 1/m, with the line through the first two.
local function to_the_edge(made, _, quick)
    made.edge = 2 * made.two - made.one
    local four, eight = average(4, quick), average(8, quick)
    return made.edge, function(guess)
        return lesson.guess(plot {
            x = {label = "1/m", min = 0}, y = {label = "average of the squares"},
            series = {
                {label = "rolled: m = 1, 2, 4, 8", x = {1, 1 / 2, 1 / 4, 1 / 8}, line = false,
                    y = {made.one, made.two, four, eight}},
                {label = "line through m = 1 and 2", x = {0, 1}, y = {made.edge, made.one}, marker = "none"},
            },
        }, {0, 1 / 8}, guess)
    end
end

-- Averages over more and more tries of the combination from two rolls.
local function two_rolls(made, _, quick)
    local tries, mean, se = pow2(16, quick and 2 ^ 14 or 2 ^ 20), {}, {}
    for i = 1, #tries do
        local e = extrap.order(2):estimate(square, die, {m = 1, reps = tries[i]})
        mean[i], se[i] = e.mean, e.se
    end
    mean, se = vec(mean), vec(se)
    made.mean, made.se, made.bias = mean[#mean], se[#se], extrap.order(2):bias(square, die, {m = 1})
    local ends = {tries[1], tries[#tries]}
    return made.mean, function(guess)
        return lesson.guess(plot {
            x = {label = "tries", scale = "log2"}, y = {label = "average of 2 full - halves"},
            interval = "95% interval",
            series = {{label = "rolled", x = tries, y = mean, lo = mean - 2 * se, hi = mean + 2 * se}},
        }, ends, guess)
    end
end

local function exponential(made, _, quick)
    local c = bias {q = math.exp, dist = die, operators = {1, 2}, m = pow2(4, 32), reps = quick and 1e5 or 4e5}
    local rows = c:rows()
    local first = math.abs(rows[#rows // 2 + 1].exact)
    made.c, made.slopes = c, c:slopes():rows()
    return made.slopes[2].exact, function(guess)
        local figure = c:plot {x = {label = "rolls in the smallest part, m", scale = "log2"}}
        return lesson.guess(figure, {4, 32}, guess and {first, first * 8 ^ guess})
    end
end

return lesson.new {
    title = "two half-samples cancel 1/m",
    steps = {
        {
            text = [[
The die of lesson 1 again: we want 3.5^2 = 12.25, and nobody knows the 3.5. The square of a mean of m rolls is too
high on average, and this bias halves when m doubles. First we compute the averages over many tries, for m = 1 and for
m = 2.]],
            run = one_and_two,
            explain = function(made)
                return ("With m = 1 the average is %.3f, with m = 2 it is %.3f."):format(made.one, made.two)
            end,
            vary = {
                "die = dist.empirical{1, 2, 3, 4, 5, 6}",
                "extrap.order(1):estimate(poly{0, 0, 1}, die, {m=2, reps=1e6})",
            },
        },
        {
            text = [[
From m = 1 to m = 2 half of the bias went away. From m = 2 to m = 4 half of the rest will go, and so on: the averages
approach a number that no finite m reaches.]],
            ask = "From these two averages alone: which number do they approach?",
            hint = "From m = 2 on, just as much goes away as went from m = 1 to m = 2.",
            run = to_the_edge,
            explain = function(made)
                return ([[
From m = 1 to m = 2 half of the bias went away, so just as much is still left. We take it off once more:
2 * %.3f - %.3f = %.3f. Drawn against 1/m, the averages lie on a straight line, and this is its value at 1/m = 0,
where m is infinite. To follow a line beyond the known points is called extrapolation.]]):format(made.two,
                    made.one, made.edge)
            end,
        },
        {
            text = [[
The same can be done within one try of two rolls a and b. The full sample is the mean of both, the half-samples are a
alone and b alone. Take twice the square of the full sample's mean, minus the average of the squares of the halves:

    2 ((a + b)/2)^2 - (a^2 + b^2)/2]],
            ask = "Only two rolls in each try: what is the average of this over many tries?",
            hint = "Multiply the squares out: little is left.",
            run = two_rolls,
            explain = function(made)
                return ([[
It is %.3f, give or take %.3f, and the exact bias is %g: the biases of the full sample and of its halves cancel. For the
square we can see why: the formula above is just a times b, and the product of two independent rolls averages 3.5 times
3.5. It needs only the two rolls, and nobody has to know the 3.5. With more rolls in each try the halves have m rolls
each, and the full sample has 2 m.]]):format(made.mean,
                    2 * made.se, made.bias)
            end,
            vary = {
                "die = dist.empirical{1, 2, 3, 4, 5, 6}",
                "extrap.order(2)    -- A2: the full sample of 2 m rolls, A1: the halves' mean",
                "extrap.order(2):estimate(math.log, die, {m=4, reps=1e6})",
                "math.log(3.5)",
            },
        },
        {
            text = [[
For other functions the bias is not exactly c/m; there are further terms, c2/m^2 and so on, and half-samples take off
only the first. Now we want e^3.5, where e = 2.718. The figure will show the size of the bias for the plug-in estimate
("order 1", slope near -1) and for the one with half-samples ("order 2"), both from 2 m rolls. A triangle marks a bias
below 0: that estimate is too low.]],
            ask = "What slope does the bias of order 2 have?",
            hint = "The first term that is left is c2/m^2. A bias that falls has a slope below 0.",
            run = exponential,
            explain = function(made)
                return ([[
The exact slopes are %.3f and %.3f; the figure has those measured from draws, with their standard errors. With the term
c/m gone, what is left falls nearly as 1/m^2: twice the rolls, a quarter of the bias. An estimate whose bias falls as
1/m^k is said to be of order k.]]):format(made.slopes[1].exact, made.slopes[2].exact)
            end,
            vary = {
                "die = dist.empirical{1, 2, 3, 4, 5, 6}",
                "c = bias{q=math.log, dist=die, operators={1, 2}, m={1, 2, 4, 8}}",
                "c:slopes()    -- m: rolls in the smallest part; both orders take 2 m",
                "c:plot()",
            },
        },
    },
}
