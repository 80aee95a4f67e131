-- Figure 6: |bias| against m for orders 1 to 5.
-- Richardson's operators at equal cost, 16 m draws each: q = s^6, delta exponential with mean 1. Exact values as lines,
-- independent estimates as points.
local options = ... or {}
local q, d = poly{0, 0, 0, 0, 0, 0, 1}, dist.exponential{mean = 1}
local c = bias{
    q = q, dist = d, operators = {1, 2, 3, 4, 5}, m = pow2(1, 8), reps = options.quick and 2e4 or 2e7, seed = 1,
}

-- The exact slope between m = 512 and 1024.
local function far(k)
    local op, blocks = extrap.order(k), 2 ^ (5 - k)
    local a, b = op:bias(q, d, {m = 512 * blocks}), op:bias(q, d, {m = 1024 * blocks})
    return math.log(b / a) / math.log(2)
end

local fitted, exact = {}, {}
for k, row in ipairs(c:slopes():rows()) do
    local range = row.slope and (row.from > 1 or row.to < 8) and (", m from %d to %d"):format(row.from, row.to) or ""
    fitted[k] = row.slope and ("%.2f (%.2f to %.2f%s)"):format(row.slope, row.slope_lo, row.slope_hi, range)
        or row.why:find "noise" and "in the noise" or row.why
    exact[k] = ("%.3f"):format(far(k))
end

-- Exact biases of all orders at one m of the ladder.
local function biases(m)
    local list = {}
    for k = 1, 5 do
        list[k] = ("%.2g"):format(math.abs(extrap.order(k):bias(q, d, {m = m * 2 ^ (5 - k)})))
    end
    return table.concat(list, ", ")
end

return c:plot{
    notes = ("q = %s, exponential law of mean %g, %d m draws for every operator. Slopes of orders 1 to 5, fitted "
        .. "(95%%): %s; exact from m = 512 to 1024: %s. Exact |bias| at m = 1: %s; at m = 8: %s."):format(
        q, d:mean(), extrap.order(5).draws, table.concat(fitted, ", "), table.concat(exact, ", "), biases(1),
        biases(8)),
}
