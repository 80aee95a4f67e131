-- Problems whose least F is known, from random numbers, and whether what is said of it is so:
-- each(rng) goes over name, function() -> {f, x0, kind, least, bends}; judge(p, case) -> wrong or nil, found.
-- kind: "minimum", "unbounded" or "unreached"; least: the infimum of F; bends: F is not convex.
local minimized = {}

-- F(x) = f(x) exactly: g is x itself, and its mean is known.
function minimized.problem(f, x0, l2)
    local number = #x0 == 1
    return problem.new{
        dim = #x0, outer = 1, inner = dist.normal{mean = 0, sd = 1}, x0 = x0, f = f, l2 = l2,
        g = number and function(x, _, eta) return x[1] + eta end or function(x, _, eta) return x + eta end,
        g_mean = number and function(x) return x[1] end or function(x) return x end,
    }
end

-- The least of f on a fine grid of a line, refined: for functions of a number with few wells.
local function least_near(f, points)
    local least = math.huge
    for _, y in ipairs(points) do
        local width = 0.5 * (1e-3 + math.abs(y))
        for _ = 1, 80 do
            local best, at = f(y), y
            for k = -10, 10 do
                local v = f(y + k * width / 10)
                if v < best then
                    best, at = v, y + k * width / 10
                end
            end
            y, width = at, width / 2
            least = math.min(least, best)
        end
    end
    return least
end

-- f of a vec of n numbers, for a problem whose y is a number where n is 1.
local function of(n, f)
    return n > 1 and f or function(y) return f(vec{y}) end
end

-- What families draw their numbers with.
local function drawing(rng)
    local draw = {rng = rng}
    function draw.number(lo, hi) return lo + (hi - lo) * rng:uniform() end
    function draw.size(lo, hi) return 10 ^ draw.number(lo, hi) end
    function draw.sign() return rng:uniform() < 0.5 and -1 or 1 end
    function draw.vector(n, scale) return scale * rng:normal(n) end
    function draw.start(n) return draw.vector(n, draw.size(-1, 1)):table() end
    return draw
end

local function wells(list, draw)
    local number, size, sign, start = draw.number, draw.size, draw.sign, draw.start
    -- Two wells at distance d, one of them lower by a slope.
    list["two wells"] = function()
        local d, a, s = size(-2, 4), number(-3, 3), sign()
        local slope = s * size(-2, 0) * d ^ 3 / 50
        local f = function(y) return (y - a) ^ 2 * (y - a - d) ^ 2 + slope * y end
        return {f, start(1), "minimum", least_near(f, {a, a + d}), true}
    end
    list["two wells near 0"] = function()
        local d = sign() * size(-1, 4)
        local f = function(y) return y * y * (y - d) ^ 2 - y end
        return {f, {1}, "minimum", least_near(f, {0.5, d, 0, 0.1, 1}), true}
    end
    list["wave in a bowl"] = function()
        local a, w, c = size(-2, 0), size(-1, 1), number(-3, 3)
        local f = function(y) return a * (y - c) ^ 2 + math.sin(w * y) end
        local points = {}
        for i = 0, 400 do points[i + 1] = c + (i - 200) / 200 * math.sqrt(2 / a) * 1.1 end
        return {f, start(1), "minimum", least_near(f, points), a * 2 < w * w}
    end
    list["narrow well"] = function()
        local at, s = number(-20, 20), size(1, 4)
        local f = function(y) return y * y / 100 - 50 * math.exp(-s * (y - at) ^ 2) end
        return {f, start(1), "minimum", least_near(f, {at, 0}), true}
    end
    list["smooth dip"] = function()
        local at, e = number(-3, 3), size(-6, 0)
        return {function(y) return math.log((y - at) ^ 2 + e * e) end, {at + 1}, "minimum", 2 * math.log(e), true}
    end
end

local function bowls(list, draw)
    local number, size, vector, start, rng = draw.number, draw.size, draw.vector, draw.start, draw.rng
    list["bowl"] = function()
        local n, c = rng:index(8), size(-6, 6)
        local a, w = vector(n, size(-3, 3)), math.exp(vector(n, 2))
        local f = function(y) return (w * (y - a) * (y - a)):sum() + c end
        return {of(n, f), start(n), "minimum", c, false}
    end
    list["quadratic form"] = function()
        local n = 1 + rng:index(5)
        local rows, a = {}, vector(n, 3)
        for i = 1, n + 1 do rows[i] = vector(n, 1) end
        return {function(y)
            local s = 0
            for i = 1, n + 1 do s = s + rows[i]:dot(y - a) ^ 2 end
            return s
        end, start(n), "minimum", 0, false}
    end
    list["even power"] = function()
        local a, k, c = number(-5, 5), 2 * rng:index(4), number(-1, 1)
        return {function(y) return (y - a) ^ k + c end, start(1), "minimum", c, false}
    end
    list["kinks"] = function()
        local a, b, w = number(-9, 9), size(-2, 2), size(-2, 2)
        return {function(y) return w * math.abs(y - a) + math.max(y - a - b, 0) end, start(1), "minimum", 0, false}
    end
end

local function curves(list, draw)
    local number, size, vector, start, rng = draw.number, draw.size, draw.vector, draw.start, draw.rng
    list["log of sums"] = function()
        local a, b, c = size(-1, 1), size(-1, 1), number(-5, 5)
        -- log(e^(a(y - c)) + e^(-b(y - c))): where a e^(a z) = b e^(-b z)
        local z = math.log(b / a) / (a + b)
        return {function(y) return math.log(math.exp(a * (y - c)) + math.exp(-b * (y - c))) end, start(1), "minimum",
            math.log(math.exp(a * z) + math.exp(-b * z)), false}
    end
    list["exponential and slope"] = function()
        local b = number(-30, 60)
        return {function(y) return math.exp(b - y) + y end, start(1), "minimum", b + 1, false}
    end
    list["logistic"] = function()
        local n = 1 + rng:index(4)
        local a, c = vector(n, 1), vector(n, 2)
        return {function(y) return math.softplus(a:dot(y)) + math.softplus(-a:dot(y)) + (y - c):dot(y - c) * 0 end,
            start(n), "minimum", 2 * math.log(2), false}
    end
    list["barrier"] = function()
        local c, a = size(-2, 2), number(-2, 2)
        return {function(y) return c * y - math.log(y - a) end, {a + 1}, "minimum", c * a + 1 + math.log(c), false}
    end
end

local function hills(list, draw)
    local number, size, sign, vector, start, rng = draw.number, draw.size, draw.sign, draw.vector, draw.start, draw.rng
    list["hill"] = function()
        local n, c = rng:index(4), size(-6, 3)
        return {of(n, function(y) return -c * y:dot(y) + 5 end), start(n), "unbounded", -math.huge, true}
    end
    list["saddle"] = function()
        local n = 1 + rng:index(6)
        local k, w = rng:index(n), math.exp(vector(n, 1))
        w[k] = -w[k]
        return {function(y) return (w * y * y):sum() + y:sum() end, start(n), "unbounded", -math.huge, true}
    end
    list["odd power"] = function()
        local k, c, b = 2 * rng:index(3) + 1, sign() * size(-3, 3), number(-3, 3)
        return {function(y) return c * (y - b) ^ k + y * y end, start(1), "unbounded", -math.huge, true}
    end
    list["slope"] = function()
        local n = rng:index(5)
        local a = vector(n, size(-4, 4))
        return {of(n, function(y) return a:dot(y) end), start(n), "unbounded", -math.huge, false}
    end
    list["slow logarithm"] = function()
        local c = size(-2, 2)
        return {function(y) return -c * math.log(1 + y * y) end, start(1), "unbounded", -math.huge, true}
    end
end

local function turns_far_away(list, draw)
    local size, start = draw.size, draw.start
    list["falls, then rises far away"] = function()
        local c = size(-12, -2)
        return {function(y) return c * y * y - y end, start(1), "minimum", -1 / (4 * c), false}
    end
    list["rises, then falls far away"] = function()
        local c = size(-12, -2)
        return {function(y) return y * y - c * y ^ 4 end, start(1), "unbounded", -math.huge, true}
    end
end

local function poles(list, draw)
    local number, size, sign, rng = draw.number, draw.size, draw.sign, draw.rng
    list["odd pole"] = function()
        local at, c, l = sign() * size(-3, 3), sign() * size(-2, 2), number(0, 1)
        return {function(y) return c / (y - at) + l * y * y end, {at + number(0.5, 2)}, "unbounded", -math.huge, true}
    end
    list["pole at 0"] = function()
        local k, c = rng:index(3), sign() * size(-2, 2)
        if k % 2 == 0 then c = -math.abs(c) end
        return {function(y) return c / y ^ k + y * y end, {number(0.5, 2)}, "unbounded", -math.huge, true}
    end
    list["logarithm"] = function()
        local at = number(-3, 3)
        return {function(y) return math.log(math.abs(y - at)) + y * y end, {at + 1}, "unbounded", -math.huge, true}
    end
end

local function tails(list, draw)
    local number, size, sign, start, rng = draw.number, draw.size, draw.sign, draw.start, draw.rng
    for name, f in pairs{exp = math.exp, softplus = math.softplus, sigmoid = math.sigmoid, tanh = math.tanh,
        atan = math.atan} do
        list[name] = function()
            local a, b, c, w = sign() * size(-2, 2), number(-5, 5), number(-2, 2), size(-1, 1)
            local low = name == "tanh" and -1 or name == "atan" and -math.pi / 2 or 0
            return {function(y) return c + w * f(a * y + b) end, start(1), "unreached", c + w * low,
                name ~= "exp" and name ~= "softplus"}
        end
    end
    list["decay of a power"] = function()
        local c, k = size(-2, 2), rng:index(2)
        return {function(y) return c / (1 + y * y) ^ k end, start(1), "unreached", 0, true}
    end
    list["rises to a value"] = function()
        local c, k = size(-2, 2), rng:index(2)
        return {function(y) return -c / (1 + y * y) ^ k end, start(1), "minimum", -c, true}
    end
    list["least beyond a tail"] = function()
        local c = number(2, 20)
        return {function(y) return y * y * math.exp(-c * y) end, start(1), "minimum", 0, true}
    end
end

local function valleys(list, draw)
    local number, size, vector, start, rng = draw.number, draw.size, draw.vector, draw.start, draw.rng
    list["valley"] = function()
        local n = 1 + rng:index(2)
        local u, c = vector(n, 1), size(-1, 1)
        u = u / u:norm()
        local v = vector(n, 1)
        v = v - v:dot(u) * u
        local w = n == 3 and vec{u[2] * v[3] - u[3] * v[2], u[3] * v[1] - u[1] * v[3], u[1] * v[2] - u[2] * v[1]}
        return {function(y)
            local s = math.exp(c * u:dot(y)) + (v:dot(y) - 2) ^ 2
            return w and s + w:dot(y) ^ 2 or s
        end, start(n), "unreached", 0, false}
    end
    list["valley above a value"] = function()
        local a, b = number(-2, 2), number(0.5, 2)
        return {function(y) return math.softplus(a * y[1] + b * y[2]) + 0.5 * (y[1] - y[2] - 2) ^ 2
            + math.cosh(y[1] - y[2]) end, start(2), "unreached", nil, false}
    end
    list["bent valley"] = function()
        local a, b = size(-1, 1), size(-1, 1)
        return {function(y) return (a * y[1] * y[2] - 1) ^ 2 + b * y[1] ^ 2 end, {1, 1}, "unreached", 0, true}
    end
    list["bananas"] = function()
        local a, b = size(0, 3), number(-2, 2)
        return {function(y) return a * (y[2] - y[1] ^ 2) ^ 2 + (b - y[1]) ^ 2 end, start(2), "minimum", 0, true}
    end
end

-- All of them in one order, so that the numbers of a seed are the same: for name, make in minimized.each(rng).
function minimized.each(rng)
    local list, draw, names, i = {}, drawing(rng), {}, 0
    for _, add in ipairs{wells, bowls, curves, hills, turns_far_away, poles, tails, valleys} do
        add(list, draw)
    end
    for name in pairs(list) do
        names[#names + 1] = name
    end
    table.sort(names)
    return function()
        i = i + 1
        return names[i], list[names[i]]
    end
end

local near = function(a, b) return math.abs(a - b) <= 1e-6 * (1 + math.abs(b)) end

-- What is said of the least F of p, if it is not so; and whether it is the whole truth.
function minimized.judge(p, case)
    local _, _, kind, truth, bends = table.unpack(case, 1, 5)
    local x, least, how = p:minimizer()
    local named = tostring(p):match "least F[^%d-]*"
    if not x then
        local has_none, falls = least:find "^F has no minimum", least:find "^F is unbounded" or least:find "^F falls"
        local wrong = (has_none and kind ~= "unreached") or (falls and kind ~= "unbounded") or named
        return wrong and least or nil, has_none ~= nil or falls ~= nil
    end
    if (how == nil) ~= (named == "least F ") then
        return "named " .. tostring(named), false
    elseif how == nil and (kind ~= "minimum" or not near(least, truth)) then
        return ("the minimum %.17g, truth %s %s"):format(least, kind, truth), false
    elseif how and how:find "not convex" and not bends then
        return how, false
    elseif math.abs(p:objective(x) - least) > 1e-9 * (1 + math.abs(least)) then
        return "F is not so at the minimizer", false
    end
    return nil, kind == "minimum" and near(least, truth)
end

return minimized
