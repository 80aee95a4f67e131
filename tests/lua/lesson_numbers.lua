-- Every number that a lesson states, in its texts, questions, hints, choices, explanations, comments and figures, is
-- computed again and compared as it is printed, in the order of reading. A number that is chosen says why.
local t = dofile "tests/lua/harness/tap.lua"
local stated = dofile "tests/lua/harness/stated.lua"
local D = require "debias"
local core = debug.getregistry()["debias.core"]
local quick = os.getenv "QUICK" ~= nil

local die, square, fourth = D.dist.empirical {1, 2, 3, 4, 5, 6}, D.poly {0, 0, 1}, D.poly {0, 0, 0, 0, 1}
local order, exp = D.extrap.order, math.exp
local mean = die:mean()

local function bias(k, q, m)
    return order(k):bias(q, die, {m = m})
end

-- A number that no computation gives, with the reason.
local function chosen(why)
    return {why = why}
end

-- So many of them.
local function times(n, value)
    local list = {}
    for i = 1, n do
        list[i] = value
    end
    return table.unpack(list)
end

local input, name = chosen "what the lesson sets", chosen "the name or number of a thing"
local power, term, open = chosen "a power in a formula", chosen "part of a formula", chosen "an example to think about"

-- numbers[lesson][step](made) -> the values of each field in the order of reading.
local numbers = {}

numbers[1] = {
    function(made, answer)
        local e = order(1):estimate(square, die, {m = 1, reps = made.tries})
        return {
            text = {mean, mean, power, mean ^ 2, mean, 1 ^ 2, 6 ^ 2},
            hint = {1, 4, 9, 16, 25, 36},
            explain = {made.tries, e.mean, 2 * e.se, mean ^ 2, 6, 6 - mean, 6 ^ 2 - mean ^ 2, mean ^ 2, 1,
                mean ^ 2 - 1 ^ 2, mean ^ 2},
            vary = {0, 0, 1}, figure = {mean, power}, answer = answer == e.mean,
        }
    end,
    function(made, answer)
        local rows = made.c:rows()
        return {
            text = {mean, mean ^ 2, rows[1].m, rows[2].m, rows[3].m, rows[4].m},
            hint = {bias(1, square, 1) / bias(1, square, 2)},
            explain = {bias(1, square, 1), rows[1].m, bias(1, square, 64), rows[#rows].m, 2 / 1,
                bias(1, square, 2) / bias(1, square, 1), term, made.c:slopes():rows()[1].exact,
                made.c:slopes():rows()[1].slope, bias(1, square, 100) / bias(1, square, 1),
                bias(1, square, 1) / bias(1, square, 100), name},
            vary = {power, chosen "the slope of c/m"}, figure = {name, name},
            answer = math.abs(answer - bias(1, square, 1) / bias(1, square, 2)) < 1e-12,
        }
    end,
    function()
        return {
            text = {mean}, hint = {open, open}, explain = {1, -100 * bias(1, math.log, 1) / math.log(mean)},
            vary = {term, term}, figure = {},
        }
    end,
}

numbers[2] = {
    function()
        local function average(m)
            return order(1):estimate(square, die, {m = m, reps = quick and 1e5 or 4e6}).mean
        end
        return {text = {name, mean, power, mean ^ 2, mean, input, input}, explain = {1, average(1), 2, average(2)}}
    end,
    function(made)
        local gone = 1 - bias(1, square, 2) / bias(1, square, 1)
        local rest = 1 - bias(1, square, 4) / bias(1, square, 2)
        return {
            text = {1, 2, gone, 2, 4, rest}, ask = {chosen "m = 1 and m = 2"}, hint = {2, 1, 2},
            explain = {1, 2, gone, term, made.two, made.one, 2 * made.two - made.one, term, term, 0},
            figure = {term, 1, 2, 4, 8, 1, 2},
        }
    end,
    function(_, answer)
        local e = order(2):estimate(square, die, {m = 1, reps = quick and 2 ^ 14 or 2 ^ 20})
        local draws = order(2).draws
        return {
            text = {draws, order(2):terms()[2].weight, times(6, term)}, ask = {draws},
            explain = {e.mean, 2 * e.se, bias(2, square, 1), draws, mean, mean, draws, mean, draws},
            vary = {draws}, figure = {order(2):terms()[2].weight}, answer = answer == e.mean,
        }
    end,
    function(made)
        local slopes = D.bias {q = exp, dist = die, operators = {1, 2}, m = D.pow2(4, 32), reps = 1e3}:slopes():rows()
        return {
            text = {power, mean, exp(1), name, slopes[1].exact, name, order(2).draws, 0}, ask = {name},
            hint = {power, 0},
            explain = {slopes[1].exact, made.slopes[2].exact, term, power, 2, 2 ^ slopes[2].exact, term},
            vary = {order(2).draws}, figure = {name, name, name, name},
        }
    end,
}

numbers[3] = {
    function()
        local op, weights, sums = order(3), {}, {}
        for i, each in ipairs(op:terms()) do
            weights[i] = each.exact
        end
        for k = 1, 4 do
            sums[k] = order(k).amplification
        end
        t.equal(weights, {"1/3", "-2", "8/3"}, "the weights of order 3")
        return {
            text = {name, power, name, name, name, name, order(2).draws, name, order(3).draws}, ask = {name},
            explain = {op:terms()[1].weight + op:terms()[2].weight + op:terms()[3].weight, name, name, 1, 3,
                -op:terms()[2].weight, 8, 3, op.order, op.draws, op.amplification, op:terms()[2].size, op.draws, 1,
                name, name, sums[1], sums[2], sums[3], sums[4], name},
            figure = {},
        }
    end,
    function(made)
        local slopes = made.c:slopes():rows()
        local function slope(k, from, to)
            return math.log(math.abs(bias(k, fourth, to) / bias(k, fourth, from)), to / from)
        end
        return {
            text = {mean, 4, order(3).draws, name, name, slopes[1].exact, name, slopes[2].exact}, ask = {name},
            hint = {power, power, name, order(3).order - 1},
            explain = {name, slope(3, 1, 16), 2, bias(3, fourth, 2) / bias(3, fourth, 1), name, name,
                slopes[1].exact, slopes[2].exact, name, bias(4, fourth, 1), 4, name},
            vary = {power, power}, figure = {name, name, name},
        }
    end,
    function(made)
        return {
            text = {mean, made.race:rows()[1].draws, power, power}, hint = {name}, choices = {1, 2, 3, 4},
            explain = {made.best, 1, 4, made.typical[1], made.typical[2], made.typical[3], made.typical[4], name, name,
                name},
            figure = made.typical,
        }
    end,
    function(made)
        local typical = {}
        for k, row in ipairs(made.race:rows()) do
            typical[k] = math.sqrt(bias(k, exp, 8 // order(k).draws) ^ 2 + row.sd ^ 2 / 1000)
        end
        return {
            text = {made.race:rows()[1].draws, input, math.sqrt(1000), input}, choices = {1, 2, 3, 4},
            explain = {made.best, typical[1], typical[2], typical[3], typical[4],
                chosen "the walks of lesson 4 take 5e5 steps and more"}, figure = typical,
        }
    end,
}

numbers[4] = {
    function(_, answer)
        local p = D.problem.instrumental {n = 10000}
        local best = p:minimizer()
        local function average(method, m)
            return D.estimator(p, {method = method, m = m}):expected(best)[1]
        end
        return {
            text = {p.n, p:gradient(best)[1], name, 8, average("bsgd", 8)}, ask = {32},
            hint = {name, 2, bias(1, square, 2) / bias(1, square, 1)},
            explain = {average("bsgd", 32), 32 / 8, average("bsgd", 32) / average("bsgd", 8), 32 / 2, 32,
                average("e-bsgd", 16)},
            figure = {0}, answer = answer == average("bsgd", 32),
        }
    end,
    function(made)
        local p = D.problem.instrumental {n = 10000}
        local best = p:minimizer()[1]
        local function average(x)
            return D.estimator(p, {method = "bsgd", m = 2}):expected({x})[1]
        end
        return {
            text = {2, average(best), best, average(best + 0.1), best + 0.1, p:start()[1], 0, 0}, ask = {2},
            hint = {chosen "at the best w, and at a larger one", 0},
            explain = {made.bsgd:final().w, best, input, made.long, 20 / 2, 20 / 2, made.short}, figure = {},
        }
    end,
    function(made)
        local best, off = D.problem.instrumental {n = 10000}:minimizer()[1], {}
        for i, r in ipairs(made.runs) do
            off[i] = math.abs(r:final().w - best)
        end
        local before, first, second = made.bsgd:final(), made.runs[1]:final(), made.runs[2]:final()
        return {
            text = {first.step / before.step, second.step / before.step, input, order(2).draws, input},
            hint = {name, #made.runs}, choices = {4, 1 / 2}, explain = off, figure = {4, 1 / 2},
        }
    end,
}

numbers[5] = {
    function(made)
        local p = D.problem.invariant_logistic {n = 50, noise_var = 10, l2 = 0.1}
        return {
            text = {p.dim, chosen "the signs of b", chosen "at x and at the shorter one"},
            hint = {chosen "a difference has two", chosen "x is one percent shorter"},
            choices = {chosen "an answer that is wrong", made.fresh / made.same},
            explain = {chosen "a pair", made.fresh, made.same, made.pairs, chosen "a pair", term},
            figure = {math.min(made.pairs, 50)},
        }
    end,
    function(made)
        local methods = made.race:spec().methods
        return {
            text = {input, made.race:spec().problem.n, made.race:spec().problem.n, methods[1].m, methods[3].S2},
            explain = {made.rows[1].mean, made.rows[2].mean, made.rows[3].mean, methods[2].m, input, input},
            figure = {},
        }
    end,
    function(made)
        local plain, half = table.unpack(made.pair:spec().methods)
        local row = made.pair:advantage():rows()[2]
        return {
            text = {order(2).draws, half.S1 / plain.S1, order(2):terms()[2].weight},
            explain = {row.mean, made.gain[1].mean, row.advantage, chosen "the confidence of all limits",
                row.advantage_lo, row.advantage_hi, 0},
            figure = {}, answer = half.S2 / plain.S2 == 1 / 2,
        }
    end,
}

numbers[6] = {
    function(made)
        local r = made.levels
        local rows = r:rows()
        local last = rows[#rows]
        return {
            text = {name, input, 2 ^ 1, order(2).draws, 2 ^ 2, 2 ^ 3, 2, last.level, 2 ^ last.level},
            hint = {2 ^ -r.alpha},
            explain = {2 ^ r.beta, rows[2].var, 1, last.var, last.level, rows[3].cost / rows[2].cost, 2 ^ -r.beta,
                rows[2].plain_var, last.plain_var, 2},
            figure = {2},
        }
    end,
    function(made)
        local plan = made.levels.plan
        local first, last = plan[1], plan[#plan]
        return {
            text = {first.eps, plan[2].eps, last.eps}, ask = {last.eps},
            explain = {last.eps, last.plain, last.cost, first.eps, first.plain, first.cost}, figure = {},
        }
    end,
    function(made)
        local methods = made.race:spec().methods
        return {
            text = {methods[3].m, order(2).draws, methods[4].m, input},
            explain = {made.rows[1].mean, made.rows[2].mean, made.rows[3].mean, made.rows[4].mean,
                order(2):terms()[2].weight},
            figure = {},
        }
    end,
}

numbers[7] = {
    function(made)
        local x, least = made.p:minimizer()
        return {
            text = {power, term, times(14, input)}, explain = {x[1], least}, vary = {chosen "x = 2 and x = 2.5"},
            figure = {},
        }
    end,
    function(made)
        return {explain = {made.check:rows()[1].error, made.wrong:rows()[1].error}}
    end,
    function(made)
        local spec, best = made.race:spec(), made.p:minimizer()[1]
        local final = made.race:run "bsgd":final().x:col(1):mean()
        return {
            text = {made.p:start()[1], spec.methods[1].step, spec.methods[1].m, order(2).draws,
                spec.methods[2].m},
            explain = {made.rows[1].mean, made.rows[2].mean, final, best, chosen "the lines below"}, figure = {},
        }
    end,
}

-- The lesson as its file gives it to lesson.new.
local function steps_of(n)
    local env = setmetatable({lesson = {new = function(o) return o end, guess = D.lesson.guess}}, {
        __index = function(_, key)
            local value = rawget(D, key)
            return value == nil and _G[key] or value
        end,
    })
    return load(D.lesson.source(n), "=lesson", "t", env)().steps
end

-- What a figure says: the labels of its axes and curves, and its texts.
local function words_of(figure)
    local options, words = core.figure.options(figure), {}
    for _, axis in ipairs {options.x or {}, options.y or {}} do
        words[#words + 1] = axis.label
    end
    for _, list in ipairs {options.series or {}, options.marks or {}} do
        for _, each in ipairs(list) do
            words[#words + 1] = each.label
        end
    end
    return table.concat(words, "; ")
end

-- The texts of a step by field, and its answer.
local function texts_of(step, made)
    local answer, figure, comments = nil, nil, {}
    if step.run then
        answer, figure = step.run(made, nil, quick)
    end
    figure = type(figure) == "function" and figure(nil) or figure
    for _, line in ipairs(step.vary or {}) do
        comments[#comments + 1] = line:match "%-%- ?(.*)$"
    end
    return {
        text = step.text, ask = step.ask, hint = step.hint,
        choices = step.choices and table.concat(step.choices, ", "),
        explain = type(step.explain) == "function" and step.explain(made) or step.explain,
        vary = table.concat(comments, "; "), figure = figure and words_of(figure),
    }, answer
end

-- What is a number in a text, and when it is right.
t.equal({stated.masked "A2 takes 2^l - 1, or -1.5e-3; twice\n two half-samples, hundreds of c2/m^2."},
    {"A2 takes #^l - #, or #; # # HALF-SAMPLES, # of c2/m^#.", {"2", "1", "-1.5e-3", "twice", "two", "hundreds", "2"}},
    "numbers in digits and words, no names")
for written, values in pairs {
    ["12.25"] = {12.254, 12.256}, ["-1.00"] = {-1.004, 1}, ["4.6e+08"] = {4.64e8, 4.66e8}, ["8"] = {8.4, 7.4},
    half = {0.51, 0.56}, quarter = {0.2615, 0.28}, hundreds = {519, 99}, ["0"] = {0, 0.6},
} do
    t.equal({stated.is(written, values[1]), stated.is(written, values[2])}, {true, false}, "what is " .. written)
end

-- Compares the numbers of one text.
local function compare(title, text, values)
    local masked, list = stated.masked(text)
    t.equal(#list, #values, ("%s: every number is computed, or chosen: %s"):format(title, masked))
    for i = 1, math.min(#list, #values) do
        local value = values[i]
        if type(value) == "number" then
            t.ok(stated.is(list[i], value),
                ("%s: number %d, %s, is %.17g: %s"):format(title, i, list[i], value, masked))
        else
            t.ok(value.why, ("%s: number %d, %s: %s"):format(title, i, list[i], tostring(value.why)))
        end
    end
end

for n, of_steps in ipairs(numbers) do
    local made, steps = {}, steps_of(n)
    t.equal(#of_steps, #steps, ("lesson %d: all steps"):format(n))
    for i, step in ipairs(steps) do
        local texts, answer = texts_of(step, made)
        local values = of_steps[i](made, answer)
        for field, text in pairs(texts) do
            compare(("lesson %d, step %d, %s"):format(n, i, field), text, values[field] or {})
        end
        t.ok(values.answer ~= false, ("lesson %d, step %d: the answer"):format(n, i))
    end
end
t.equal(#numbers, 7, "all lessons")
t.ok(not pcall(steps_of, #numbers + 1), "and no more")

-- The lines to type of lesson 7 are the problem that it runs.
local made = {}
steps_of(7)[1].run(made)
local typed = {}
load(steps_of(7)[1].text:match "(mine = .*)$", "=typed", "t", setmetatable(typed, {__index = function(_, key)
    return rawget(D, key) or _G[key]
end}))()
t.equal({typed.p:minimizer()}, {made.p:minimizer()}, "the problem of lesson 7 as it is typed")
t.done()
