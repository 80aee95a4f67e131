-- The plug-in entropy of counts is too small.
-- By about (symbols - 1)/(2 n). Four symbols with probabilities 1/2, 1/4, 1/8, 1/8 (entropy 1.2130 nats), n = 24 draws:
-- orders 1 to 3, and the correction of Miller and Madow.
local rows = {}
for symbol, weight in ipairs {4, 2, 1, 1} do
    for _ = 1, weight do
        local row = vec.zeros(4)
        row[symbol] = 1
        rows[#rows + 1] = row
    end
end
local draws = dist.empirical(mat(rows))

local function entropy(p)
    return -where(p, p * math.log(where(p, p, 1)), 0):sum()
end

local exact = 0.5 * math.log(2) + 0.25 * math.log(4) + 0.25 * math.log(8)
print(("exact %.4f"):format(exact))
local plugin
for _, order in ipairs {1, 2, 3} do
    local op = extrap.order(order)
    local e = op:estimate(entropy, draws, {m = 24 // op.draws, reps = 1e5, seed = 1})
    plugin = plugin or e.mean
    print(("order %d on 24 draws: %.4f +- %.4f, bias %+.4f"):format(order, e.mean, e.se, e.mean - exact))
end
print(("Miller-Madow: bias %+.4f"):format(plugin + 3 / 48 - exact))

--> exact 1.2130
--> order 1 on 24 draws: 1.1458 +- 0.0004, bias -0.0672
--> order 2 on 24 draws: 1.2220 +- 0.0005, bias +0.0090
--> order 3 on 24 draws: 1.2228 +- 0.0005, bias +0.0098
--> Miller-Madow: bias -0.0047
