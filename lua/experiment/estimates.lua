-- estimator(p, {..}), and what the methods of estimators and operators make of the numbers that C computes. The files
-- that they need are loaded when they are called.
local core, D = ...
local types, completed = core.system.types(), core.use "completed"
local single = core.use "experiment/failing".single

D.estimator = core.estimator.make

types.estimator.moments, types.estimator.levels = single(types.estimator.moments), single(types.estimator.levels)
completed(types.estimator, {
    moments = "experiment/moments", levels = "experiment/levels", fixed_point = "experiment/fixed_point",
})
local FEW = 1024
local moments = types.estimator.moments

-- Whether more than a few estimates may be asked for, until their standard error is small.
local function is_open(options)
    local most = type(options) == "table" and math.type(options.reps) and options.reps or math.huge
    return type(options) == "table" and options.se ~= nil and most > FEW
end

-- Where the law may know that estimates have no variance, a few are made first: those without one are not drawn until
-- their standard error is small.
function types.estimator.moments(e, x, options)
    local existing = core.use "experiment/existing"
    if core.system.kind(e) == "estimator" and is_open(options) and existing.is_known(e) then
        local first = moments(e, x, core.use "over"(options, {reps = FEW}))
        if first.variance_exists == false then
            return first
        end
    end
    return moments(e, x, options)
end

types.extrap.estimate = single(types.extrap.estimate)
completed(types.extrap, {estimate = "experiment/moments"})

local read_bound = core.options.table("extrap.bound", {
    {"m", "integer", default = 1, low = 1, high = 1e15, unit = "draws",
        meaning = "draws in a block: D_m is their mean's law"},
    {"s", "number", default = 0, meaning = "where q is taken, q(s + block mean)"},
})

-- By how much E of the operator may differ from q(s + mean), and where that is from; or nil, why.
function types.extrap.bound(op, q, d, options)
    if core.system.kind(op) ~= "extrap" then
        core.system.fail(nil, "extrap:bound: call it with a colon")
    end
    return core.use "experiment/bounds".of_operator(op, q, d, read_bound("extrap:bound", options))
end
