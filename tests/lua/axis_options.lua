-- Options of an axis are laid over the figure's own: what is not given stays.
local t = dofile "tests/lua/harness/tap.lua"

local unit = dist.normal{mean=1, sd=1}
local p = problem.invariant_logistic{n=50, d=3}
local b = bias{q=math.exp, dist=unit, m={1, 2, 4, 8}, reps=500}
local c = complexity{problem=problem.invariant_logistic{d=2, noise_var=1}, eps={0.2, 0.15}, reps=3, methods={{"bsgd"}}}
local e = running{q=math.exp, dist=unit, operators={1, 2}, m=1, reps=64}
local r = run{problem=p, method="bsgd", m=2, steps=200, reps=3, step=0.01}
local s = compare{problem=p, steps=200, reps=3, step=0.01, methods={{"bsgd", m=2}, {"e-bsgd"}}}

-- A figure by its options, and its own labels of x and y.
local figures = {
    bias = {function(o) return b:plot(o) end, "inner batch m", "|bias|"},
    complexity = {function(o) return c:plot(o) end, "eps", "oracle calls to reach eps"},
    running = {function(o) return e:plot(o) end, "estimates averaged", "rms error of their mean"},
    run = {function(o) return r:plot(o) end, "oracle calls (g + Jacobian)", "F(x) - F^*"},
    compare = {function(o) return s:plot(o) end, "oracle calls (g + Jacobian)", "F(x) - F^*"},
    levels = {function(o) return estimator(p, {method="v-mlmc"}):levels():plot(o) end,
        "level l: 2^l draws", "size"},
    histogram = {function(o) return plot({1, 2, 2, 3, 3, 3}, t.over({kind="histogram"}, o)) end, nil, "count"},
}

for name, each in pairs(figures) do
    local make, label = each[1], {x = each[2], y = each[3]}
    local plain = make{}:text()
    for axis, words in pairs(label) do
        t.equal(make{[axis] = {label = words}}:text(), plain, ("%s: %s={label=..}"):format(name, axis))
        local other = make{[axis] = {label = "mine"}}:text()
        t.ok(other ~= plain and other:find("mine", 1, true), ("%s: another label of %s is drawn"):format(name, axis))
    end
end
t.ok(b:plot{x = {scale = "linear"}}:text() ~= b:plot():text(),
    "a scale that is given counts")

t.done()
