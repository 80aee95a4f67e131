-- estimator(p, {..}), and what the methods of estimators and operators make of the numbers that C computes. The files
-- that they need are loaded when they are called.
local core, D = ...
local types = core.system.types()
local of_estimator, of_operator = types.estimator, types.extrap

function D.estimator(problem, options)
    return core.estimator.make(problem, options)
end

local moments, levels, fixed_point = of_estimator.moments, of_estimator.levels, of_estimator.fixed_point
local estimate = of_operator.estimate

function of_estimator.moments(...)
    return core.use "experiment/moments"(moments(...))
end

function of_estimator.levels(...)
    return core.use "experiment/levels"(levels(...))
end

function of_estimator.fixed_point(...)
    return core.use "experiment/fixed_point"(fixed_point(...))
end

function of_operator.estimate(...)
    return core.use "experiment/moments"(estimate(...))
end
