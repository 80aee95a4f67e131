-- One small value of every type that has methods, by the types' names: objects(path), where path is a file to write.
return function(path)
    local function answers() -- of a student to a lesson
        return csv.write(path, {lesson = {1}, step = {1}, guess = {2}, result = {2}})
    end
    local p = problem.invariant_logistic{n = 20, d = 2}
    local d, op = dist.ramp(0, 2), extrap.paper(2)
    local b = bias{q = poly{0, 0, 1}, dist = d, m = {1, 2, 4}, reps = 10}
    local s = compare{problem = p, samples = 100, step = 0.01, reps = 2, methods = {{"bsgd", m = 1},
        {"e-bsgd", m = 1}}}
    return {
        vec = vec{1, 2}, mat = mat{{1, 2}}, dist = d, extrap = op, combination = op/2,
        poly = poly{0, 1}, problem = p, rng = rng.new(1),
        estimator = estimator(p, {m = 1}), figure = plot{series = {{y = {1, 2}}}}, bias = b, compare = s, set = s,
        groups = groups({1, 2, 1}, {3, 4, 5}), correct = correct(math.exp, {1, 2, 3}, {by = {1, 1, 2}}),
        run = run{problem = p, method = "bsgd", step = 0.01, samples = 100}, result = b, advantage = s:advantage(),
        lesson = lesson(lesson.new{title = "x",
            steps = {{text = "x", ask = "x", run = function() return 1 end}}}),
        class = lesson.class{answers()},
        running = running{q = poly{0, 0, 1}, dist = d, reps = 16, runs = 2},
        sweep = sweep{over = {m = {1, 2}}, run = function(v) return v.m end},
        value = value{problem = p, n = {16}},
        complexity = complexity{problem = p, eps = {0.2}, step = 0.01, reps = 2, budget = 1e3,
            methods = {{"bsgd"}}},
    }
end
