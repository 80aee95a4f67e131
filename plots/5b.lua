-- Figure 5b: a quadratic with a triangle wave on it.
-- The paper's: delta ~ N(10, 100), each operator at its own m = 1 as in the paper (1, 2, 12 draws), and beside it all
-- at equal cost (12 draws).
local options = ... or {}
local words = figure.part "words"

-- s^2/2 + a triangle wave of period 2 in [-1, 1], -1 at even integers, + 1
local function q(s)
    return s * s / 2 + 2 * math.abs(s - 2 * math.floor(s / 2 + 0.5))
end

return figure.part "kink"(q, function(rows)
    return ("L2 and L3 take away the bias of the quadratic (of L1: %s at m = 1, %s at equal cost), but not the %.2g "
        .. "that the triangle wave leaves: its mean is 0, its value at 10 is %.2g."):format(
        words.number(rows[1].exact_bias, 3), words.number(rows[4].exact_bias, 3), rows[3].exact_bias, q(10) - 51)
end, options.quick)
