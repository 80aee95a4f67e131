-- Figure 5a: relu, a function with a kink.
-- The paper's: delta ~ N(10, 100), each operator at its own m = 1 as in the paper (1, 2, 12 draws), and beside it all
-- at equal cost (12 draws).
local options = ... or {}

-- The numbers of the best and of the worst operator of three rows, from that one on.
local function rank(rows, from)
    local best, worst = 1, 1
    local function size(k)
        return math.abs(rows[from + k - 1].exact_bias)
    end
    for k = 2, 3 do
        best, worst = size(k) < size(best) and k or best, size(k) > size(worst) and k or worst
    end
    return best, worst
end

return figure.part "kink"(math.relu, function(rows)
    local first, last = rank(rows, 1)
    local first_equal, last_equal = rank(rows, 4)
    return ("At m = 1 each the exact bias of relu is least for L%d and largest for L%d. At equal cost that of L%d is "
        .. "least and that of L%d largest: at a kink a higher order is worth nothing."):format(first, last, first_equal,
        last_equal)
end, options.quick)
