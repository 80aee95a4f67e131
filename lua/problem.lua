-- problem.<name>{..} for every problem record, and estimator(p, {..}).
local core, D = ...
local module = core.use "module"

local makers = {}
for name in pairs(core.problem.records) do
    makers[name] = function(options)
        return core.problem.make(name, options)
    end
end
makers.new = core.use "oracle"
D.problem = module("problem", makers)
D.grad, D.stop_gradient = core.traced.grad, core.traced.stop_gradient

function D.estimator(problem, options)
    return core.estimator.make(problem, options)
end
