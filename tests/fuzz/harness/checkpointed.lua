-- Small experiments that keep a checkpoint: a list of functions of its path.
local p = problem.invariant_logistic{n = 6, d = 2}

local list = {}
for _, more in ipairs {
    {method = "e-bsgd", update = "adam"}, {method = "e-nestedvr"}, {method = "rt-mlmc", output = "random"},
    {method = "sox", output = "average"}, {method = "msvr"}, {method = "e-bspiderboost"}, {method = "e-storm"},
    {method = "e-sarah", update = "momentum", prox = "ball", radius = 2},
} do
    list[#list + 1] = function(path)
        local o = {problem = p, samples = 4000, step = 1e-3, reps = 1, record = 3, checkpoint = path,
            checkpoint_every = 0}
        for key, value in pairs(more) do
            o[key] = value
        end
        return run(o)
    end
end

local function root(v)
    return v.m ^ 0.5
end

list[#list + 1] = function(path)
    return sweep{over = {m = {1, 2}, name = {"a", "b"}}, run = root, checkpoint = path}
end
list[#list + 1] = function(path)
    return value{problem = p, n = {16, 32}, checkpoint = path}
end

return list
