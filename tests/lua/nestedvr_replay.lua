-- (e-)nestedvr: its recursion in plain Lua from the draws that a run made, for every reading of the paper. Periods in
-- place of coins; a step makes its fresh visits first, then the moved ones, each kind with its draws of g first.
local t = dofile "tests/lua/harness/tap.lua"
local D = require "debias"

local log = {}

local function plain(x)
    return x > 1e9 and 0 or x
end

local noisy = D.problem.new{
    dim = 2, l2 = 0.1, outer = {0.5, -1, 2, 1, -0.3}, x0 = {1, -0.5},
    inner = function(rng, xi)
        local eta = D.vec{plain(rng:normal()) + xi, rng:uniform()}
        log[#log + 1] = {xi = xi, eta = eta}
        return eta
    end,
    g = function(x, _, eta) return D.vec{plain(x[1]) * eta[1] + x[2]^2 * eta[2], x[1] * x[2] * eta[2]} end,
    g_mean = function(x, xi) return D.vec{plain(x[1]) * xi + x[2]^2 / 2, x[1] * x[2] / 2} end,
    f = function(y) return math.exp(plain(y[1]) / 4) + y[1] * y[2]^2 / 4 end,
}

local function g(x, eta)
    return D.vec{x[1] * eta[1] + x[2]^2 * eta[2], x[1] * x[2] * eta[2]}
end

local function jacobian(x, eta)
    return D.mat{{eta[1], 2 * x[2] * eta[2]}, {x[2] * eta[2], x[1] * eta[2]}}
end

local function grad_f(y)
    return D.vec{math.exp(y[1] / 4) / 4 + y[2]^2 / 4, y[1] * y[2] / 2}
end

local function extrapolated(y)
    if #y == 1 then
        return grad_f(y[1])
    end
    return 2 * grad_f((y[1] + y[2]) / 2) - (grad_f(y[1]) + grad_f(y[2])) / 2
end

local function mean_at(fn, x, draws, from, to)
    local sum = fn(x, draws[from])
    for i = from + 1, to do
        sum = sum + fn(x, draws[i])
    end
    return sum / (to - from + 1)
end

-- y or z at x: from the state there, if any, with the draws from..to.
local function reach(fn, stored, x, state, draws, from, to)
    local mean = mean_at(fn, x, draws, from, to)
    return stored and stored + (mean - mean_at(fn, state.phi, draws, from, to)) or mean
end

-- A replay: options o, points x and last, the estimate G, the states by outer sample, the log's next place `at`.
-- What a visit of a lane with its draws adds to G: of y by set, of z; S draws of each.
local function visit(r, lane, small, S, fresh)
    local o, x, last, time = r.o, r.x, r.last, r.time
    local state, K = r.states[lane.xi] or {visits = 0}, o.order
    local before = o.state == "previous" and state.seen == time - 1 and state.before or state
    local y, z = {}, reach(jacobian, not fresh and state.z, x, state, lane.of_z, 1, S)
    local y2 = {}
    local z2 = small and not o.listing and reach(jacobian, not fresh and before.z, last, before, lane.of_z, 1, S)
    for k = 1, K do
        local from, to = (k - 1) * S + 1, k * S
        local chain = o.chains and k or 1
        y[k] = reach(g, not fresh and state.y[chain], x, state, lane.draws, from, to)
        y2[k] = small and reach(g, not fresh and before.y[chain], last, before, lane.draws, from, to)
    end
    local kept = (o.chains or K == 1) and y or {(y[1] + y[2]) / 2}
    r.states[lane.xi] = {y = kept, z = z, phi = x, visits = state.visits + 1, seen = time, before = state.y and state}
    local sum = z:t():dot(extrapolated(y))
    return small and sum - (z2 or z):t():dot(extrapolated(y2)) or sum
end

-- The next n draws of the log.
local function take(r, n)
    local draws = {}
    for i = 1, n do
        draws[i], r.at = log[r.at].eta, r.at + 1
    end
    return draws
end

-- The lanes of a kind that come next in the log, each with its draws.
local function lanes(r, fresh, most, S)
    local list, known = {}, {}
    while #list < most and log[r.at] and not known[log[r.at].xi] do
        local xi = log[r.at].xi
        if ((r.states[xi] or {visits = 0}).visits % r.o.inner_period == 0) ~= fresh then
            break
        end
        known[xi] = true
        list[#list + 1] = {xi = xi, draws = take(r, r.o.order * S)}
    end
    for _, lane in ipairs(list) do
        assert(log[r.at].xi == lane.xi and log[r.at + S - 1].xi == lane.xi)
        lane.of_z = take(r, S)
    end
    return list
end

local function step(r)
    local o, small = r.o, r.time % r.o.period ~= 0
    local batch, count = small and o.B2 or o.B1, 0
    r.G = small and r.G or D.vec.zeros(2)
    for _, fresh in ipairs {true, false} do
        local S = fresh and o.S1 or o.S2
        for _, lane in ipairs(lanes(r, fresh, batch - count, S)) do
            r.G, count = r.G + visit(r, lane, small, S, fresh) / batch, count + 1
        end
    end
    assert(count == batch)
    r.x, r.last = r.x - o.step * (r.G + 0.1 * r.x), r.x
end

local function replay(o)
    local r = {o = o, x = noisy:start(), G = D.vec.zeros(2), states = {}, at = 1}
    for time = 0, o.steps - 1 do
        r.time = time
        step(r)
    end
    assert(r.at == #log + 1, "every draw is used")
    return r.x
end

local function with(options)
    log = {}
    options.problem, options.method, options.step, options.reps, options.record = noisy, "e-nestedvr", 0.05, 1, 1
    return D.run(options)
end

local ends = {}
for order = 1, 2 do
    for _, chains in ipairs {true, false} do
        for _, listing in ipairs {false, true} do
            for _, state in ipairs {"current", "previous"} do
                local o = {order = order, chains = chains, listing = listing, state = state, S1 = 4, S2 = 2, B1 = 4,
                    B2 = 3, period = 6, inner_period = 3, steps = 29}
                local r = with(o)
                local name = ("order %d, chains %s, listing %s, state %s"):format(order, chains, listing, state)
                t.equal(r:spec().state, state, name .. ": recorded")
                t.near(D.vec(r:final().x:row(1)), replay(o), 1e-12, name .. ": the recursion replayed") -- near 1
                ends[name] = {r:final().x, r:final().samples}
            end
        end
    end
end
local first, second = ends["order 2, chains true, listing false, state current"],
    ends["order 2, chains true, listing false, state previous"]
t.ok(first[1] ~= second[1], "the draw before is another one")
t.equal(first[2], second[2], "it costs the same")
t.equal(with{steps = 29, S1 = 4, S2 = 2, B1 = 4, B2 = 3, period = 6, inner_period = 3}:final().x, first[1],
    "the state after the last step is the default")

-- What a small step needs of the step before is part of a saved run.
local o = {state = "previous", S1 = 4, S2 = 2, B1 = 4, B2 = 3, p_out = 0.2, p_in = 0.3, steps = 30}
local whole = with(o):final().x
o.steps = 14
local path = with(o):save(t.path "half.run")
t.equal(D.run.load(path, {problem = noisy}):resume{steps = 30}:final().x, whole, "a file goes on")
t.done()
