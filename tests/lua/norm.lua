-- Steps that are clipped or normalised: gradients of any size, whose squares overflow or vanish.
local t = dofile "tests/lua/harness/tap.lua"

local steps = 10
local names = {"bsgd", "e-bsgd", "sox", "e-bspiderboost", "e-nestedvr", "msvr"}

-- f = size (3 y1 + 4 y2), whose gradient is size (3, 4).
local function problem_of(size)
    return problem.new{dim = 2, outer = 12, inner = dist.normal{mean = vec{0, 0}, sd = 1},
        g = function(x, xi, eta) return x + 0 * xi * eta end, f = function(y) return size * (3 * y[1] + 4 * y[2]) end}
end

local function moved(p, name, options)
    options.problem, options.method, options.steps, options.reps = p, name, steps, 2
    local r = run(options)
    t.equal(r.diverged, 0, ("%s: no replicate diverged"):format(name))
    return r:final().x[2] / steps
end

local function by_rule(v, step)
    return function(x, direction) return x - step * direction / (v or 1) end
end

for _, size in ipairs {1e-300, 1e-170, 1e-150, 1, 1e150, 1e160, 1e200, 1e300} do
    local p = problem_of(size)
    local clip = math.min(1, size)
    for _, name in ipairs(names) do
        local words = ("%s, gradient %g: "):format(name, size)
        t.near(moved(p, name, {step = schedule.normalised(0.1)}), {-0.06, -0.08}, 1e-14, words .. "normalised")
        t.near(moved(p, name, {step = 0.1, clip = clip}) / clip, {-0.06, -0.08}, 1e-14, words .. "clipped")
        t.near(moved(p, name, {update = by_rule(clip, 0.1), clip = clip}), {-0.06, -0.08}, 1e-14,
            words .. "clipped for an update rule")
    end
    t.near(moved(p, "msvr", {step = 0.1, normalised = true}), {-0.06, -0.08}, 1e-14,
        ("msvr's own option, gradient %g"):format(size))
end

-- What is measured at far points: distances are finite where they are numbers.
local far = problem.invariant_logistic{n = 5, d = 3}
local x0 = vec{3e200, 4e200, 0}
local row = run{problem = far, method = "bsgd", step = 1e-9, steps = 1, x0 = x0, reps = 2}:rows()[1]
t.near(row.distance / 5e200, 1, 1e-14, "a distance whose square overflows")

t.done()
