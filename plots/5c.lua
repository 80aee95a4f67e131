-- Figure 5c: the functions of 5a and 5b.
-- The paper's: each beside the quadratic it is compared with.
local s = vec.linspace(-10, 10, 801)

local function perturbed(x)
    return x * x / 2 + 2 * math.abs(x - 2 * math.floor(x / 2 + 0.5))
end

return plot{
    x = {label = "s"}, y = {label = "q(s)", min = -4},
    series = {
        {label = "relu", x = s, y = math.relu(s)},
        {label = "s^2/2 + triangle wave + 1", x = s, y = s:map(perturbed)},
        {label = "s^2/2", x = s, y = s * s / 2},
        {label = "s^2/2 + 2", x = s, y = s * s / 2 + 2},
    },
    notes = "The triangle wave has a kink at every whole number: it touches s^2/2 at even s and s^2/2 + 2 at odd s. "
        .. "relu has its only kink at 0.",
}
