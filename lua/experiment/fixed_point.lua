-- Where the expected estimate is zero: returns find(estimator, problem, x) -> point, gap or nil, why.
-- Each step goes along the estimate v, as far as the last change of x over that of v says (with one coordinate the
-- secant), and is cut while it makes |v| larger.
local core = ...
local finite = core.use "experiment/finite"
local at_most, small = 500, 1e-8

-- The gap F - F* at x, nil where no minimum is known.
local function gap_at(p, x)
    local _, least = p:minimizer()
    return type(least) == "number" and p:objective(x) - least or nil
end

return function(e, p, x)
    local v, why = e:expected(x)
    if not v then
        return nil, why
    end
    local step = 1e-4 * (1 + x:norm()) / v:norm()
    for _ = 1, at_most do
        local size = v:norm()
        if size <= small then
            return x, gap_at(p, x)
        elseif not finite.is(size) then
            return nil, "the expected estimate is not finite at x = " .. tostring(x)
        end
        local to = x - step * v
        local there = finite.is(to:norm()) and e:expected(to)
        if there and there:norm() <= v:norm() then
            local moved, change = to - x, there - v
            x, v, step = to, there, moved:dot(moved) / moved:dot(change)
        else
            step = step / 4
        end
    end
    return nil, ("no point with an expected estimate below %g was found, the last one has %.2g"):format(small, v:norm())
end
