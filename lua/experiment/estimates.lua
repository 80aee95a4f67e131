-- estimator(p, {..}), and what the methods of estimators and operators make of the numbers that C computes. The files
-- that they need are loaded when they are called.
local core, D = ...
local types, completed = core.system.types(), core.use "completed"

D.estimator = core.estimator.make

completed(types.estimator, {
    moments = "experiment/moments", levels = "experiment/levels", fixed_point = "experiment/fixed_point",
})
completed(types.extrap, {estimate = "experiment/moments"})
