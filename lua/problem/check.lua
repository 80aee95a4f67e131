-- The result of p:check(x), from the engine's errors of grad f, the Jacobian of g and the gradient of F (which may be
-- missing), and for problem.new g_mean: returns make(problem, x, errors, identity).
local core = ...
local result, mean_error = core.use "result", core.use "problem/mean".mean_error

local TOLERANCE = 1e-6 -- the differences themselves are good to about 1e-10
local names = {"grad f", "Jacobian of g", "gradient of F"}
local against = {"f", "g, same inner draws", "F"}

return function(problem, x, errors, identity)
    local columns, fields = {derivative = {}, of = {}, error = {}, ok = {}}, {ok = true}
    local function add(name, of, err)
        local i, ok = #columns.ok + 1, err <= TOLERANCE
        columns.derivative[i], columns.of[i], columns.error[i], columns.ok[i] = name, of, err, ok and "yes" or "no"
        fields.ok = fields.ok and ok
    end

    for i, err in ipairs(errors) do
        add(names[i], against[i], err)
    end
    local mean = mean_error(problem, x)
    if mean then
        add("g_mean", "means of g", mean)
    end
    local note = identity and {"runs take the Jacobian of g to be the identity; checked is the true one"} or {}
    local spec = {problem = core.problem.spec(problem), x = x}
    return result.new("check", columns, {"derivative", "of", "error", "ok"}, spec,
        {notes = function() return note end}, fields)
end
