-- The result of p:check(x), from the engine's errors of grad f, the Jacobian of g and the gradient of F (which may be
-- missing): returns make(problem, x, errors, identity).
local core = ...
local result = core.use "result"

local TOLERANCE = 1e-6 -- the differences themselves are good to about 1e-10
local names = {"grad f", "Jacobian of g", "gradient of F"}
local against = {"f", "g, same inner draws", "F"}

return function(problem, x, errors, identity)
    local columns, fields = {derivative = {}, of = {}, error = {}, ok = {}}, {ok = true}
    for i, err in ipairs(errors) do
        local ok = err <= TOLERANCE
        columns.derivative[i], columns.of[i], columns.error[i] = names[i], against[i], err
        columns.ok[i] = ok and "yes" or "no"
        fields.ok = fields.ok and ok
    end
    local note = identity and {"runs take the Jacobian of g to be the identity; checked is the true one"} or {}
    local spec = {problem = core.problem.spec(problem), x = x}
    return result.new("check", columns, {"derivative", "of", "error", "ok"}, spec,
        {notes = function() return note end}, fields)
end
