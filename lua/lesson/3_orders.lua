-- Lesson 3: operators of higher order, what they cost, and when they pay.
local die = dist.empirical {1, 2, 3, 4, 5, 6}
local fourth, exp = poly {0, 0, 0, 0, 1}, math.exp
local names = {"order 1", "order 2", "order 3", "order 4"}
local orders = vec {1, 2, 3, 4}

local function rolls(made)
    local draws, sum = {}, {}
    for k = 1, 4 do
        local op = extrap.order(k)
        draws[k], sum[k] = op.draws, op.amplification
    end
    made.op, made.sum = extrap.order(3), sum
    return draws[4], function(guess)
        return lesson.guess(plot {
            x = {label = "order", min = 0, max = 5}, y = {label = "rolls in each try, in units of m"},
            series = {{label = "rolls", x = orders, y = draws}},
        }, 4, guess)
    end
end

-- The exact sizes of the bias of each order, from as many rolls.
local function slopes(made, _, quick)
    local c = bias {
        q = fourth, dist = die, operators = {1, 2, 3}, m = pow2(1, 16), reps = quick and 1e5 or 4e5,
    }
    local series = {}
    for i, row in ipairs(c:rows()) do
        local k = (i - 1) // 5 + 1
        series[k] = series[k] or {label = names[k], x = {}, y = {}}
        table.insert(series[k].x, row.draws)
        table.insert(series[k].y, math.abs(row.exact))
    end
    local x, y = series[3].x, series[3].y
    made.c, made.slope, made.fourth = c, math.log(y[5] / y[1], x[5] / x[1]), extrap.order(4):bias(fourth, die, {m = 1})
    made.slopes = c:slopes():rows()
    return made.slope, function(guess)
        local figure = plot {
            x = {label = "rolls in each try", scale = "log2"}, y = {label = "size of the bias", scale = "log"},
            series = series,
        }
        return lesson.guess(figure, {x[1], x[5]}, guess and {y[1], y[1] * (x[5] / x[1]) ^ guess})
    end
end

-- Bias, scatter and typical error of all orders from 8 rolls a try, with `tries` tries averaged; which order is best.
local function contest(made, tries)
    local bias_size, scatter, typical, best = {}, {}, {}, 1
    for k, row in ipairs(made.race:rows()) do
        bias_size[k], scatter[k] = math.abs(row.exact), row.sd / math.sqrt(tries)
        typical[k] = math.sqrt(bias_size[k] ^ 2 + scatter[k] ^ 2)
        best = typical[k] < typical[best] and k or best
    end
    made.bias, made.scatter, made.typical, made.best = bias_size, scatter, typical, best
    local figure = plot {
        x = {label = "order", min = 0, max = 5}, y = {label = "size", min = 0, max = 1.2 * vec(typical):max()},
        series = {
            {label = "bias", x = orders, y = bias_size},
            {label = "scatter", x = orders, y = scatter},
            {label = "typical error", x = orders, y = typical},
        },
    }
    for k, value in ipairs(typical) do
        figure:text(k, value, ("%.3g"):format(value))
    end
    return names[best], figure
end

local function one_try(made, _, quick)
    made.race = bias {q = exp, dist = die, operators = {1, 2, 3, 4}, m = {1}, reps = quick and 1e5 or 1e6}
    return contest(made, 1)
end

local function many_tries(made)
    return contest(made, 1000)
end

return lesson.new {
    title = "higher orders and their price",
    steps = {
        {
            text = [[
Order 2 took off the term c/m with the full sample and its halves. With quarters as well the next term, c2/m^2, goes
too: that is order 3, and with eighths comes order 4. The smallest parts have m rolls each; so order 1 takes m rolls,
order 2 takes 2 m, and order 3 takes 4 m.]],
            ask = "How many times m rolls does order 4 take?",
            hint = "Halves, quarters, eighths: the smallest parts always have m rolls.",
            run = rolls,
            explain = function(made)
                return ([[
Each order halves the parts once more, so the rolls double. The averages over the parts of each size are added with
weights that sum to 1; those of order 3 are

    %s

where A1 is the average over the smallest parts, of m rolls each, A2 over parts of 2 m rolls and A4 over the full
sample; "4 draws" is what it takes with m = 1. Without their signs the weights of orders 1 to 4 sum to %.1f, %.1f, %.1f
and %.1f. This sum is called the amplification; step 3 shows what it costs.]]):format(made.op, table.unpack(made.sum))
            end,
            vary = {"extrap.order(5)", "extrap.order(4):terms()[4].exact    -- the weight of the full sample"},
        },
        {
            text = [[
Now we want another number, 3.5^4, and all orders get the same number of rolls, 4 m. In lesson 2 the slope of order 1
was near -1 and that of order 2 near -2; here they are much the same.]],
            ask = "What slope does the bias of order 3 have?",
            hint = "Of c/m, c2/m^2, c3/m^3, .. order 3 has taken off the first two.",
            run = slopes,
            explain = function(made)
                return ([[
The bias of order 3 falls with slope %.2f: twice the rolls, an eighth of the bias. Those of orders 1 and 2 have slopes
%.2f and %.2f over this range. Order 4 has the bias %g: it is right for all powers up to four. The figure shows exact
values; estimates from simulated rolls agree, but for order 3 their own noise soon hides so small a bias.]]):format(
                    made.slope, made.slopes[1].exact, made.slopes[2].exact, made.fourth)
            end,
            vary = {
                "die = dist.empirical{1, 2, 3, 4, 5, 6}",
                "op, q = extrap.order(3), poly{0, 0, 0, 0, 0, 1}    -- s^5",
                "op:bias(q, die, {m=1}), op:bias(q, die, {m=2}), op:bias(q, die, {m=4})",
                "q = poly{0, 0, 0, 0, 1}    -- s^4 again, with the estimates from rolls",
                "bias{q=q, dist=die, operators={1, 2, 3}, m=pow2(1, 16)}:plot()",
            },
        },
        {
            text = [[
Now the price. We want e^3.5 from a single try of 8 rolls, for all orders. Bias is how far the average over many
tries is off, scatter is how far one try strays from that average (its standard deviation), and the typical error counts
both: the root of bias^2 + scatter^2, also called the root mean square error.]],
            ask = "Which order has the smallest typical error?",
            hint = "The weights of step 1 act on the scatter as well. What does a single try suffer from most?",
            choices = names,
            run = one_try,
            explain = function(made)
                return ([[
It is order %d: the typical errors of orders 1 to 4 are %.1f, %.1f, %.1f and %.1f. The scatter is far larger than the
bias, and from order 3 on the large weights of both signs make it larger still. In a single try the bias that orders 3
and 4 take off is not worth that price.]]):format(made.best, table.unpack(made.typical))
            end,
            vary = {
                "die = dist.empirical{1, 2, 3, 4, 5, 6}",
                "bias{q=math.exp, dist=die, operators={1, 2, 3, 4}, m={1}}",
                "    -- exact: the bias of each order, sd: its scatter",
            },
        },
        {
            text = [[
The same 8 rolls a try, but now 1000 tries are averaged. That makes the scatter about 32 times smaller (the root of
1000) and leaves the bias as it is.]],
            ask = "Which order has the smallest typical error now?",
            hint = "With less scatter a higher order pays, but the scatter of the highest grows, too.",
            choices = names,
            run = many_tries,
            explain = function(made)
                return ([[
Now it is order %d: the typical errors are %.2f, %.2f, %.2f and %.2f. Averaging removes scatter and never bias, so the
more is averaged, the higher the order that pays. An optimization averages over thousands of steps: that is the next
lesson.]]):format(made.best, table.unpack(made.typical))
            end,
            vary = {
                "d = dist.normal{mean=0, sd=1}",
                "bias{q=math.abs, dist=d, operators={1, 2, 3}}:slopes()",
                "    -- |s| has a kink at the mean: there no order has a steeper slope",
            },
        },
    },
}
