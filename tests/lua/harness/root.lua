-- root(p, e): where the expected estimate e:expected(x) is zero, to 1e-6 of its size. Along the ray of the minimizer by
-- regula falsi, then in all directions by Broyden's rule, whose inverse matrix is scale I + sum of left[k] right[k]^T.
local function along_ray(e, unit)
    local function size(r)
        return e:expected(r * unit):dot(unit)
    end
    local low, high, middle = 0.01, 4, nil
    local at_low, at_high = size(low), size(high)
    for _ = 1, 6 do
        middle = (low * at_high - high * at_low) / (at_high - at_low)
        local value = size(middle)
        if value > 0 then
            high, at_high, at_low = middle, value, at_low / 2
        else
            low, at_low, at_high = middle, value, at_high / 2
        end
    end
    return middle * unit, 0.01 * middle / (size(1.01 * middle) - size(middle))
end

local function apply(scale, left, right, v)
    local sum = scale * v
    for k = 1, #left do
        sum = sum + right[k]:dot(v) * left[k]
    end
    return sum
end

return function(p, e)
    local best = p:minimizer()
    local x, scale = along_ray(e, best / best:norm())
    local value, left, right = e:expected(x), {}, {}
    for _ = 1, 40 do
        if value:norm() < 1e-6 then
            return x
        end
        local move = -apply(scale, left, right, value)
        local next_value = e:expected(x + move)
        local moved, row = apply(scale, left, right, next_value - value), apply(scale, right, left, move)
        left[#left + 1], right[#right + 1] = (move - moved) / move:dot(moved), row
        x, value = x + move, next_value
    end
    error "no root"
end
