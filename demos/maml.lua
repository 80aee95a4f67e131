-- Meta-learning in ten lines, as in problem.maml_sine.
-- g takes a gradient step on a support set, f is the loss on a query set. The same as problem.maml_sine, to the last
-- digits, with the true Jacobian of g (a second derivative) and without.
local H = 5

local function net(w, t)
    local y = w[3 * H + 1]
    for h = 1, H do
        y = y + w[2 * H + h] * math.tanh(w[h] * t + w[H + h])
    end
    return y
end

local function loss(w, task, points)
    local sum = 0
    for i = 1, #points do
        sum = sum + (net(w, points[i]) - task.A * math.sin(points[i] - task.phase)) ^ 2
    end
    return sum / (2 * #points)
end

for _, first_order in ipairs {true, false} do
    local built_in = problem.maml_sine{hidden = {H}, alpha = 0.05, first_order = first_order}
    local mine = problem.new{
        dim = 3 * H + 1, x0 = built_in:start(),
        outer = function(rng)
            local A, phase = 0.1 + 4.9 * rng:uniform(), math.pi * rng:uniform()
            return {A = A, phase = phase, query = 5 * (2 * rng:uniform(10) - 1)}
        end,
        inner = function(rng) return 5 * (2 * rng:uniform(10) - 1) end,
        g = function(w, task, support)
            local gradient = grad(loss)(w, task, support)
            return w - 0.05 * (first_order and stop_gradient(gradient) or gradient)
        end,
        f = function(w, task) return loss(w, task, task.query) end,
    }
    local options = {method = "e-bsgd", m = 2, B = 4, step = 0.02, steps = 500, reps = 4, record = 2, seed = 1}
    local ends = {}
    for i, p in ipairs {mine, built_in} do
        options.problem = p
        ends[i] = run(options):final().x
    end
    local apart = 0
    for i = 1, 4 do
        apart = math.max(apart, (ends[1][i] - ends[2][i]):norm() / ends[2][i]:norm())
    end
    local before, after = built_in:objective(built_in:start()), built_in:objective(ends[1][1])
    local name = first_order and "first order" or "second order"
    print(("%-12s F from %.2f to %.2f, as the built-in problem: %s"):format(name, before, after, apart < 1e-9))
end

--> first order  F from 2.54 to 1.63, as the built-in problem: true
--> second order F from 2.54 to 1.62, as the built-in problem: true
