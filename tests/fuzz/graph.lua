-- Functions of a user's as graphs: bytes -> f and g, which are traced, differentiated, compiled and run.
local clear, value = dofile "tests/fuzz/harness/clear.lua", dofile "tests/fuzz/harness/value.lua"
local within = debug.getregistry().fuzz.within

local unary = {}
for _, name in ipairs {
    "abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "deg", "exp", "floor", "log", "log1p", "logcosh", "rad",
    "relu", "sigmoid", "sin", "sinh", "softplus", "sqrt", "tan", "tanh",
} do
    unary[#unary + 1] = assert(math[name], name)
end

local compute -- (draw, values, most) -> what a function of these values returns

local ops = {
    function(draw, a) return unary[draw.pick(#unary)](a) end, function(draw, a) return unary[draw.pick(#unary)](a) end,
    function(_, a, b) return a + b end, function(_, a, b) return a - b end, function(_, a, b) return a * b end,
    function(_, a, b) return a / b end, function(_, a, b) return a ^ b end, function(_, a, b) return a % b end,
    function(_, a, b) return a // b end, function(_, a) return -a end, function(draw, a) return a * draw.number() end,
    function(draw, a) return a + draw.number() end, function(draw, a) return a ^ draw.pick(6) end,
    function(_, a, b) return math.max(a, b) end, function(_, a, b) return math.fmod(a, b) end,
    function(_, a, b) return math.atan(a, b) end, function(_, a, b) return where(a, b, a) end,
    function(_, a) return stop_gradient(a) end, function(_, a) return a:sum() end, function(_, a) return a:norm() end,
    function(_, a) return a:max() end, function(_, a, b) return a:dot(b) end, function(_, a, b) return a .. b end,
    function(draw, a) return a[draw.pick(4)] end, function(draw, a) return a:slice(draw.pick(4), draw.pick(4)) end,
    function(_, a, b) return vec{a, b} end, function(_, a, b) return mat{{a, b}, {b, a}} end,
    function(_, a) return a:t() end, function(_, a, b) return a < b and a or b end,
    function(_, a) return tonumber(a) or a end, function(_, a) return #a end,
    function(draw, a) return grad(function(z) return compute(draw, {z, a}, 6) end)(a) end,
}

function compute(draw, values, most)
    for _ = 1, draw.pick(most) do
        local a, b = values[draw.pick(#values)], values[draw.pick(#values)]
        values[#values + 1] = ops[draw.pick(#ops)](draw, a, b)
    end
    return values[#values]
end

-- A function of up to three arguments that computes what the bytes say.
local function function_of(bytes)
    return function(x, y, z)
        return compute(value(bytes), {x, y or 1, z or 2}, 24)
    end
end

local function use_problem(p)
    clear(within, 0.5, p.check, p)
    clear(p.explain, p)
    clear(p.objective, p, p:start())
    clear(p.gradient, p, p:start())
    clear(within, 0.1, run, {problem = p, method = "e-bsgd", m = 2, samples = 60, step = 0.01, reps = 2})
end

return {
    call = function(bytes)
        local half = #bytes // 2
        local f, g = function_of(bytes:sub(1, half)), function_of(bytes:sub(half + 1))
        local done, late, p = clear(within, 0.5, problem.new, {
            dim = bytes:byte(1) == 0 and 1 or 2, outer = {1, 2}, inner = dist.normal{mean = 0, sd = 1}, f = f, g = g,
        })
        if done and not late and p then
            use_problem(p)
        end
        clear(within, 0.2, bias, {q = f, dist = dist.uniform(0.5, 1), m = {1, 2}, reps = 8, operators = {1, 2}})
        clear(within, 0.1, correct, f, {1, 2, 3, 4})
        clear(within, 0.1, grad(g), vec{1, 2})
    end,
    most = 512 * 2 ^ 20,
}
