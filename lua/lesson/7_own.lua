-- Lesson 7: a problem of one's own, from its functions to a verdict.
local options = {
    dim = 1, outer = {a = vec {1, 2, 3, 4, 5}, b = vec {3, 4, 8, 7, 12}}, x0 = {4},
    inner = function(rng, xi) return rng:exponential(xi.a) end,
    g = function(x, _, eta) return x[1] * eta end,
    g_mean = function(x, xi) return x[1] * xi.a end,
    f = function(y, xi) return math.logcosh(xi.b - y) end,
}

local function write_it(made)
    local p = problem.new(options)
    local x, least = p:minimizer()
    local grid, cost = vec.linspace(1, 4, 61), vec.zeros(61)
    for i = 1, #grid do
        cost[i] = p:objective {grid[i]}
    end
    made.p, made.best, made.least = p, x[1], least
    return made.best, function(guess)
        -- further away F is above the figure, and an arrow stands for the guess
        local shown = guess and math.max(-1, math.min(guess, 5.5))
        return lesson.guess(plot {
            x = {label = "x"}, y = {label = "cost F(x)"},
            series = {
                {label = "cost", x = grid, y = cost, marker = "none"},
                {label = "best x", x = {made.best}, y = {least}},
            },
        }, shown, guess and (p:objective {guess}))
    end
end

local function wrong_sign(made)
    local wrong = {grad_f = function(y, xi) return math.tanh(xi.b - y) end}
    for key, value in pairs(options) do
        wrong[key] = value
    end
    made.check, made.wrong = made.p:check(), problem.new(wrong):check()
    return made.wrong.ok and "no" or "yes"
end

local function race(made, _, quick)
    made.race = compare {
        problem = made.p, samples = quick and 1e5 or 4e5, step = 1e-3, reps = 10, record = 50,
        methods = {{"bsgd", m = 4}, {"e-bsgd", m = 2}},
    }
    made.rows = made.race:advantage():rows()
    made.x = made.race:run "bsgd":final().x:col(1):mean()
    return made.rows[2].verdict, made.race:plot {x = {label = "draws used"}, y = {label = "gap"}}
end

-- The problem in lines to type.
local written = {
    "mine = {dim=1, x0={4},",
    "  outer={a=vec{1, 2, 3, 4, 5}, b=vec{3, 4, 8, 7, 12}},      -- the fields",
    "  inner=function(rng, xi) return rng:exponential(xi.a) end, -- a day's flow",
    "  g=function(x, xi, eta) return x[1]*eta end,               -- its water",
    "  g_mean=function(x, xi) return x[1]*xi.a end,              -- average water",
    "  f=function(y, xi) return math.logcosh(xi.b - y) end}      -- what it costs",
    "p = problem.new(mine)",
}

-- These lines, and others after them.
local function written_and(lines)
    return table.move(lines, 1, #lines, #written + 1, table.move(written, 1, #written, 1, {}))
end

return lesson.new {
    title = "your own problem",
    steps = {
        {
            text = [[
Five fields are watered through one tap, opened by x. The flow to a field differs from day to day and has the mean a.
The water on a day is x times the flow, and on average it should be b. Being off by u costs log cosh(u), which is about
u^2/2 for small u and grows like |u| for large u. In Lua, with a name for each part:

  ]] .. table.concat(written, "\n  "),
            ask = "Which x has the least cost?",
            hint = "Water is x times a. Compare b with a, field by field.",
            run = write_it,
            explain = function(made)
                return ([[
The best x is %.4f, with cost %.4f. That is known exactly because g_mean gives the average water. A real problem has no
such line, and then no gap can be shown. The derivatives were made from f and g: nobody had to write them.]]):format(
                    made.best, made.least)
            end,
            vary = written_and {
                "(p:objective{2}), (p:objective{2.5})    -- the cost at two places",
                "p:minimizer()",
                "p:explain()",
            },
        },
        {
            text = [[
One may write the derivative of f by hand, as grad_f, and get it wrong. The derivative of log cosh(b - y) with respect
to y is -tanh(b - y). Suppose that somebody forgets the minus. p:check() compares all derivatives with differences of
the functions themselves.]],
            ask = "Does p:check() notice the forgotten minus?",
            hint = "With the wrong sign the derivative says up where the function goes down.",
            choices = {"yes", "no"},
            run = wrong_sign,
            explain = function(made)
                local right, wrong = made.check:rows()[1], made.wrong:rows()[1]
                return ([[
With the right derivative the largest relative difference is %.1g, without the minus it is %.1g: the check says ok = %s
and ok = %s. Call it before anything else: it takes only a moment. Better still, leave grad_f out: f is then compiled,
and its derivative is made for you.]]):format(right.error, wrong.error, made.check.ok, made.wrong.ok)
            end,
            vary = written_and {
                "p:check()    -- the derivatives as they should be",
                "mine.grad_f = function(y, xi) return math.tanh(xi.b - y) end    -- no minus",
                "problem.new(mine):check()",
            },
        },
        {
            text = [[
Now the question to ask of any problem of your own: does extrapolation help? Both walks start at x = 4, take steps of
0.001 times the estimate and use the same number of draws: BSGD with means of 4 flows, E-BSGD with two half-samples
of 2.]],
            ask = "What is the verdict on extrapolation?",
            hint = "log cosh bends, so BSGD is biased. Is its bias, or the scatter, what keeps it from the best x?",
            choices = {"helps", "no difference", "hurts"},
            run = race,
            explain = function(made)
                local rows = made.rows
                return ([[
The mean gap over the second half of the walk is %.4f for BSGD and %.4f for E-BSGD: the verdict is '%s'. BSGD ends at
x = %.3f, and the best x is %.3f. A verdict holds for what was run: with means of 16 flows there is little bias left,
and the half-samples' larger scatter decides. Try it below.]]):format(rows[1].mean, rows[2].mean,
                    rows[2].verdict, made.x, made.best)
            end,
            vary = written_and {
                'pair = {{"bsgd", m=4}, {"e-bsgd", m=2}}    -- as in the figure',
                "compare{problem=p, samples=4e5, step=1e-3, methods=pair}:advantage()",
                'pair = {{"bsgd", m=16}, {"e-bsgd", m=8}}    -- larger means',
                "compare{problem=p, samples=4e5, step=1e-3, methods=pair}:advantage()",
                "lesson.source(7)    -- change the functions and make it yours",
            },
        },
    },
}
