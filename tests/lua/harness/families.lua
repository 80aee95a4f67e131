-- Random functions q of which it is known whether q of a block mean has a mean and a variance: sums of parts, each with
-- a place and an order of its own. families(rng) returns make() -> {q, law, m, mean, variance, text}.
local exp, log, abs = math.exp, math.log, math.abs

local function pick(rng, list)
    return list[rng:index(#list)]
end

-- Functions with a simple zero at p.
local zeros = {
    {"(s - p)", function(p) return function(s) return s - p end end},
    {"1e3(s - p)", function(p) return function(s) return 1e3 * (s - p) end end},
    {"(s^3 - p^3)", function(p) return function(s) return s ^ 3 - p ^ 3 end end},
    {"(exp(s) - exp(p))", function(p)
        local e = exp(p)
        return function(s) return exp(s) - e end
    end},
    {"(s - p)(s^2 + 1)", function(p) return function(s) return (s - p) * (s * s + 1) end end},
    {"tanh(s - p)", function(p) return function(s) return math.tanh(s - p) end end},
    {"sin((s - p)/100)", function(p) return function(s) return math.sin((s - p) / 100) end end},
    {"(s/p - 1)", function(p) return function(s) return s / p - 1 end end},
    {"log(exp(s)/exp(p))", function(p)
        local e = exp(p)
        return function(s) return log(exp(s) / e) end
    end},
}

local orders = {0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 1, 1.2, 1.5, 2, 3}

-- Each part: function(rng, place) -> function, its text, whether it has a mean, a variance.
local parts = {}

function parts.pole(rng, p)
    local name, zero = table.unpack(pick(rng, zeros))
    local b, c, z = pick(rng, orders), pick(rng, {1, -1, 1e-3, 1e4}), zero(p)
    local text = ("%g |%s|^-%g at %.17g"):format(c, name, b, p)
    if b == math.floor(b) and rng:index(2) == 1 then
        return function(s) return c / z(s) ^ math.tointeger(b) end, text .. ", signed", b < 1, b < 0.5
    end
    return function(s) return c * abs(z(s)) ^ -b end, text, b < 1, b < 0.5
end

-- What a pole is made harmless by.
local tamed = {
    function(y) return math.tanh(y) end, function(y) return 1 / (1 + y * y) end, function(y) return math.atan(y) end,
    function(y) return y / (1 + abs(y)) end, function(y) return math.sigmoid(y) end,
    function(y) return log(2 + y * y) end, function(y) return exp(-y * y) end,
}

function parts.tamed(rng, p)
    local name, zero = table.unpack(pick(rng, zeros))
    local k, z = rng:index(#tamed), zero(p)
    return function(s) return tamed[k](1 / z(s)) end, ("tamed[%d] of 1/%s at %.17g"):format(k, name, p), true, true
end

local smooth = {
    function(s) return math.sin(s) end, function(s) return s * s end, function(s) return 1 / (1 + s * s) end,
    function(s) return math.tanh(3 * s) end, function(s) return log(1 + s * s) end, function(s) return abs(s - 0.3) end,
    function(s) return math.relu(s) end, function() return 7 end, function(s) return math.cos(9 * s) end,
    function(s) return math.sqrt(1 + s * s) end, function(s) return 1 / (2 + math.sin(5 * s)) end,
    function(s) return math.max(s, 0.2) - math.min(s, -0.1) end, function(s) return math.floor(3 * s) end,
    function(s) return s ^ 5 - s end,
}

function parts.smooth(rng)
    local k = rng:index(#smooth)
    return smooth[k], ("smooth[%d]"):format(k), true, true
end

local overflowing = {
    function(s) return log(1 + exp(s)) end, function(s) return exp(s) / (1 + exp(s)) end,
    function(s) return 1 / (1 + exp(-s)) end, function(s) return log(exp(s) + exp(-s) + exp(2 * s)) end,
    function(s) return (exp(s) - exp(-s)) / (exp(s) + exp(-s)) end, function(s) return exp(s) / (1 + exp(s)) ^ 2 end,
    function(s) return log(math.cosh(s)) end, function(s) return math.sqrt(1 + exp(s)) / (1 + exp(s / 2)) end,
    function(s) return exp(s - log(1 + exp(s))) end,
}

function parts.overflowing(rng)
    local k, a = rng:index(#overflowing), pick(rng, {0.1, 1, 10, 120})
    return function(s) return overflowing[k](a * s) end, ("overflowing[%d] of %g s"):format(k, a), true, true
end

local bumps = {
    function(u) return exp(-u * u) end, function(u) return 1 / (1 + u * u) end,
    function(u) return where(abs(u) - 1, 0, 1) end, function(u) return 1 / math.cosh(u) end,
}

function parts.bump(rng, p)
    local k, w, h = rng:index(#bumps), 10 ^ -(5 * rng:uniform()), pick(rng, {1, 1e4})
    return function(s) return h * bumps[k]((s - p) / w) end, ("bump[%d] at %.17g, width %g"):format(k, p, w), true, true
end

-- Not a number on one side of p.
function parts.undefined(rng, p)
    if rng:index(2) == 1 then
        return function(s) return math.sqrt(s - p) end, ("sqrt(s - %.17g)"):format(p), false, false
    end
    return function(s) return log(p - s) end, ("log(%.17g - s)"):format(p), false, false
end

-- exp(a s) (1 + s^2)^-k, under an exponential law; exp(a s^2) (1 + s^4)^-k under a normal one: a in parts of what the
-- density falls by. At a = 1 the powers decide, for variances from a = 1/2 on.
local function growth(rng, law, m)
    local a, k, scale = pick(rng, {0.3, 0.49, 0.51, 0.8, 0.999, 1, 1.0001, 1.5, 2.2}), pick(rng, {0, 0.25, 1.5}), law.sd
    local text = ("growth %g (power %g)"):format(a, k)
    if law.name == "normal" then
        local c, mean = a * m / (2 * scale * scale), law.mean
        local function q(s)
            local d = s - mean
            return exp(c * d * d) * (1 + d ^ 4) ^ -k
        end
        return q, text, a < 1 or a == 1 and 4 * k > 1, a < 0.5
    end
    local c = a * m / scale
    return function(s) return exp(c * s) * (1 + s * s) ^ -k end, text, a < 1 or a == 1 and 2 * k - (m - 1) > 1, a < 0.5
end

local laws = {
    {name = "normal", make = function(rng)
        local mean, sd = pick(rng, {0, 1, -2}), pick(rng, {1, 0.3, 2})
        return dist.normal{mean=mean, sd=sd}, mean, sd
    end},
    {name = "uniform", make = function(rng)
        local low, width = pick(rng, {0, -1, 1}), pick(rng, {1, 2})
        return dist.uniform(low, low + width), low + width / 2, width / 4
    end},
    {name = "ramp", make = function() return dist.ramp(0, 2), 4 / 3, 0.3 end},
    {name = "exponential", make = function(rng)
        local mean = pick(rng, {0.5, 1, 2})
        return dist.exponential{mean=mean}, mean, mean
    end},
}

local kinds = {"pole", "pole", "tamed", "smooth", "overflowing", "bump", "undefined", "growth"}

-- Where a part may be: under the density, not at 0 (of which some zeros above would be triple).
local function place(rng, centre, sd)
    return centre + sd * (rng:uniform() < 0.5 and -1 or 1) * (0.05 + 0.9 * rng:uniform())
end

return function(rng)
    return function()
        local kind = pick(rng, laws)
        local law, centre, sd = kind.make(rng)
        local case = {law = law, m = rng:index(3), mean = true, variance = true}
        local fs, texts = {}, {}
        for i = 1, rng:index(3) do
            local name = pick(rng, kinds)
            local f, text, mean, variance
            if name ~= "growth" then
                f, text, mean, variance = parts[name](rng, place(rng, centre, sd))
            elseif kind.name == "normal" or kind.name == "exponential" then
                f, text, mean, variance = growth(rng, {name = kind.name, mean = centre, sd = sd}, case.m)
            else
                f, text, mean, variance = parts.smooth(rng)
            end
            fs[i], texts[i] = f, text
            case.mean, case.variance = case.mean and mean, case.variance and variance
        end
        local f, g, h = fs[1], fs[2] or smooth[8], fs[3] or smooth[8]
        case.q = function(s) return f(s) + g(s) + h(s) end
        case.text = ("%s, m = %d: %s"):format(law, case.m, table.concat(texts, " + "))
        return case
    end
end
