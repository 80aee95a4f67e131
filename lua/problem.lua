-- problem.<name>{..} for every problem record, and estimator(p, {..}).
local core, D = ...
local module = core.use "module"

local makers = {}
for _, record in ipairs(core.problem.records) do
    makers[record.name] = function(options)
        return core.problem.make(record.name, options)
    end
end
D.problem = module("problem", makers)

function D.estimator(problem, options)
    return core.estimator.make(problem, options)
end
