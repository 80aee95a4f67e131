-- EVPPI to 1e-3, 3e-4 and 1e-4: the root mean square error over seeds is at most eps, and cost grows like eps^-2.
-- A value to 1e-4 takes 20 s of one processor, so that there are fewer of these.
local t = dofile "tests/lua/harness/tap.lua"
local N = dist.normal{mean = 0, sd = 1}
local p = problem.new{dim = 0, outer = N, inner = N,
    g = function(_, theta, eta) return vec{0, theta + eta} end,
    f = function(y) return y:max() end}
local exact = 1 / math.sqrt(2 * math.pi)
local seeds = {[1e-3] = 100, [3e-4] = 100, [1e-4] = os.getenv "QUICK" and 0 or 20}

-- Root mean square error, mean cost and mean cost of plain nested Monte Carlo.
local function measure(eps, n)
    local square, cost, plain = 0, 0, 0
    for seed = 1, n do
        local v = value{problem = p, eps = eps, seed = seed, method = "v-mlmc"}
        square, cost, plain = square + (v.value - exact) ^ 2, cost + v.cost, plain + v.plain_cost
    end
    return math.sqrt(square / n), cost / n, plain / n
end

-- A mean square of few errors has itself a standard error, sqrt(2/n) of it.
local function bound(eps, n)
    return n >= 100 and eps or eps * math.sqrt(1 + 5 * math.sqrt(2 / n))
end

local costs, plains = {}, {}
for _, eps in ipairs {1e-3, 3e-4, 1e-4} do
    if seeds[eps] > 0 then
        local rms, cost, plain = measure(eps, seeds[eps])
        local words = "eps %g, %d seeds: rms error %.3g; %.3g samples, plain %.3g, ratio %.0f"
        t.ok(rms <= bound(eps, seeds[eps]), words:format(eps, seeds[eps], rms, cost, plain, plain / cost))
        costs[#costs + 1], plains[#plains + 1] = {eps, cost}, {eps, plain}
    end
end

-- Minus the slope of log cost on log eps between the ends.
local function exponent(list)
    local first, last = list[1], list[#list]
    return math.log(last[2] / first[2]) / math.log(first[1] / last[1])
end
local own = exponent(costs)
t.ok(own > 1.9 and own < 2.2, ("cost ~ eps^-%.2f, plain ~ eps^-%.2f"):format(own, exponent(plains)))
t.done()
