-- Random functions of a vec, as source text; their values and slopes stay moderate.
--
--   local random_function = dofile "tests/lua/harness/random_function.lua"
--   local text, n = random_function(seed)
--
-- The text is a chunk that is given two hooks and returns a function of a vec of length n: kink(a), a call before
-- every operation that is smooth only while no number of a crosses a whole number; stop(a), a without a derivative.
local SIZES = 5

local state, lines, names, in_grad

-- 0 .. n - 1, by a linear congruence of 64 bits.
local function pick(n)
    state = state * 6364136223846793005 + 1442695040888963407
    return (state >> 33) % n
end

local function one_of(...)
    return (select(1 + pick(select("#", ...)), ...))
end

local function size()
    return 1 + pick(SIZES)
end

-- Text with each @ replaced by the next value.
local function fill(text, ...)
    local values, k = {...}, 0
    return (text:gsub("@", function()
        k = k + 1
        return tostring(values[k])
    end))
end

local function say(...)
    lines[#lines + 1] = fill(...)
end

local function constant()
    return ("%.2f"):format(pick(300) / 100 - 1.5)
end

-- Variables are by kind: their length, 0 for numbers. `scope`: a list of names by kind.
local function define(scope, kind, ...)
    names = names + 1
    local name = "v" .. names
    local value = fill(...)
    say("local @ = @", name, pick(4) == 0 and "math.tanh(" .. value .. ")" or value)
    table.insert(scope[kind], name)
    return name
end

local function any(scope, kind)
    local known = scope[kind]
    if #known > 0 and pick(8) > 0 then
        return known[1 + math.max(pick(#known), pick(#known))] -- rather a late one
    elseif kind == 0 then
        return constant()
    end
    local list = {}
    for i = 1, kind do
        list[i] = any(scope, 0)
    end
    return "vec{" .. table.concat(list, ", ") .. "}"
end

-- For an operand that may be spread.
local function other(scope, kind)
    return any(scope, kind > 0 and one_of(kind, kind, kind, 0, 1) or 0)
end

-- In (low, low + width).
local function between(a, low, width)
    return fill("(@ + @*math.sigmoid(@))", low, width, a)
end

-- Of operands a and b of any kind, of which the first is of the result's.
local elementwise = {
    function(a, b) return "@ + @", a, b end,
    function(a, b) return "@ - @", b, a end,
    function(a, b) return "@ * @", a, b end,
    function(a, b) return "@ / @", a, between(b, 0.5, 1) end,
    function(a, b) return "@ / @", b, between(a, 0.5, 1) end,
    function(a) return "-(@)", a end,
    function(a) return "math.tanh(@)^@", a, pick(5) end,
    function(a) return "@^(@)", between(a, 0.5, 1.5), one_of(0.5, -0.5, -2, 1.7, -0.3) end,
    function(a, b) return "@^@", between(a, 0.5, 1.5), between(b, -1, 2) end,
    function(a, b) return "@^math.tanh(@)", between(b, 0.5, 1.5), a end,
    function(a) return "math.@(@)", one_of("log", "sqrt"), between(a, 0.3, 2) end,
    function(a) return "math.log1p(@)", between(a, -0.7, 2) end,
    function(a) return "math.@(math.tanh(@))", one_of("exp", "sinh", "cosh", "tan"), a end,
    function(a) return "math.@(0.9*math.sin(@))", one_of("asin", "acos"), a end,
    function(a) return "math.@(@)", one_of("tanh", "sigmoid", "logcosh", "softplus", "sin", "cos", "atan"), a end,
    function(a) return "math.@(math.tanh(@)/@)", one_of("deg", "rad"), a, 40 end,
    function(a, b) return "math.log(@, @)", between(a, 0.3, 2), one_of(2, 10, 0.3, between(b, 1.5, 1)) end,
    function(a, b) return "math.atan(@, @)", a, between(b, 0.5, 1) end,
}

-- Off the whole numbers that sums of whole numbers, and tanh where it is all but 1, would hit.
local function off(a)
    return ("(%s + 0.3737)"):format(a)
end

-- The same; these have kinks.
local kinked = {
    function(a) say("kink(@)", a) return "math.@(@)", one_of("abs", "relu"), a end,
    function(a, b) say("kink(@ - @)", a, b) return "math.@(@, @)", one_of("max", "min"), a, b end,
    function(a, b) say("kink(@)", off(b)) return "where(@, @, @)", off(b), a, one_of(a, constant()) end,
    function(a, b)
        a, b = off(a), one_of("", "-") .. between(b, 0.5, 1)
        say("kink(@ / @)", a, b)
        return one_of("@ % @", "@ // @"), a, b
    end,
    function(a, b)
        a, b = off(a), between(b, 0.5, 1)
        say("kink(@) kink(@ / @)", a, a, b)
        return "math.fmod(@, @)", a, b
    end,
    function(a) say("kink(@)", off(a)) return "math.@(@)", one_of("floor", "ceil"), off(a) end,
    function(a, b) return "math.atan(@ + 3, @)", between(a, 0, 1), b end,
    function(a, b) say("kink(@)", off(a)) return "math.atan(@, @ - 2)", off(a), between(b, 0, 1) end,
    function(a) return in_grad and "2*@" or "stop(@)", a end,
}

local body

-- function(.. parameters) .. end in a scope of its own, which returns a value of the kind; `of`: the parameters' kinds.
local function inner_function(scope, kind, steps, of)
    local own, parameters = {}, {}
    for k = 0, 2 * SIZES do
        own[k] = table.move(scope[k], 1, #scope[k], 1, {})
    end
    for i, k in ipairs(of) do
        names = names + 1
        parameters[i] = "v" .. names
        table.insert(own[k], parameters[i])
    end
    local outside = lines
    lines = {}
    body(own, steps, kind)
    local text = ("function(%s) %s end"):format(table.concat(parameters, ", "), table.concat(lines, " "))
    lines = outside
    return text
end

-- The same for grad: values that are stopped there could not be held still in differences.
local function gradient_function(...)
    local before = in_grad
    in_grad = true
    local text = inner_function(...)
    in_grad = before
    return text
end

local function matrix(scope, rows, cols)
    local list = {}
    for i = 1, rows do
        list[i] = any(scope, cols)
    end
    return fill(one_of("mat{@}", "mat.columns{@}:t()", "mat{@}:t():t()"), table.concat(list, ", "))
end

local numbers = {
    function(scope, n) return "@[@]", any(scope, n), 1 + pick(n) end,
    function(scope, n) return "@:@()", any(scope, n), one_of("sum", "mean") end,
    function(scope, n) return "@:dot(@)", any(scope, n), any(scope, n) end,
    function(scope, n) return "(@ .. 1):norm()", any(scope, n) end,
    function(scope, n)
        local v = any(scope, n)
        return "(@ .. @[1] + 1):@()", v, v, one_of("var", "sd")
    end,
    function(scope, n)
        local v = any(scope, n)
        say("for i = 1, @ do for j = 1, i - 1 do kink(@[i] - @[j]) end end", n, v, v)
        return one_of("@:max()", "@:min()", "math.max(table.unpack(@))", "math.min(table.unpack(@))"), v
    end,
    function(scope, n)
        return "(function(s) for i, e in ipairs(@) do s = math.sin(s + e/i) end return s end)(@)", any(scope, n),
            any(scope, 0)
    end,
    function(scope) return "(@)(@)", inner_function(scope, 0, 2, {0}), any(scope, 0) end,
    function(scope) return "grad(@)(@)", gradient_function(scope, 0, 3, {0}), any(scope, 0) end,
    function(scope)
        local a = between(any(scope, 0), 1, 2.9)
        say("kink(@)", a)
        return "@[math.floor(@)]", one_of("vec{0.5, -1, 0.25}", any(scope, 3)), a
    end,
    function(scope, n)
        local a = between(any(scope, 0), 1, 0.9)
        say("kink(@ + 0.5)", a)
        return "@[math.floor(@ + 0.5)]:sum()", matrix(scope, 2, n), a
    end,
    function(scope, n) return "@:row(@)[@]", matrix(scope, 2, n), 1 + pick(2), 1 + pick(n) end,
}

local vecs = {
    function(scope, n) return "@:slice(@, @)", any(scope, n + 2), 2, n + 1 end,
    function(scope, n) return "@:slice(@)", any(scope, n + 1), -n end,
    function(scope, n) return n > 1 and "@ .. @" or "vec{@}", any(scope, n - 1), any(scope, one_of(0, 1)) end,
    function(scope, n) return n > 1 and "@ .. @" or "vec{@}", any(scope, 0), any(scope, n - 1) end,
    function(scope, n) return "@:map(@)", any(scope, n), inner_function(scope, 0, 2, {0}) end,
    function(scope, n) return "@:map(math.@)", any(scope, n), one_of("tanh", "cos", "softplus") end,
    function(scope, n)
        local k = size()
        return "@:dot(@)", matrix(scope, n, k), any(scope, k)
    end,
    function(scope, n)
        local k = size()
        return "@:dot(@)", any(scope, k), matrix(scope, k, n)
    end,
    function(scope, n)
        local k = size()
        return "@:dot(@)[2]", matrix(scope, 2, k), matrix(scope, k, n)
    end,
    function(scope, n) return "@:col(@)", matrix(scope, n, 3), 1 + pick(3) end,
    function(scope, n)
        return "(function(l) for i = 1, @ do l[i] = math.cos(l[i - 1] or @ + i) end return vec(l) end){}", n,
            any(scope, 0)
    end,
    function(scope, n)
        -- into a traced copy: plain vecs hold no traced numbers
        return in_grad and "@ * @"
            or "(function(c, w) for i = 1, #w do w[i] = w[i] * c end return w end)(@, vec(@ * x[1]))",
            any(scope, 0), any(scope, n)
    end,
    function(scope, n)
        return "(function(s) for i = 1, 3 do s = math.sin(s + i * @) end return s end)(@)", any(scope, 0), any(scope, n)
    end,
    function(scope, n) return "grad(@)(@)", gradient_function(scope, 0, 4, {n}), any(scope, n) end,
    function(scope, n)
        return "grad(@)(@, @)", gradient_function(scope, 0, 3, {n, 0}), any(scope, n), any(scope, 0)
    end,
    function(scope, n)
        local k = size()
        return in_grad and "@:map(math.tanh):dot(@)"
            or "(function(m, w) m[1][1] = w[1] m[#m] = w return m:map(math.sin):dot(w) end)(@ * x[1], @)",
            matrix(scope, n, k), any(scope, k)
    end,
    function(scope, n) return "(@ * (@ * @))[2]", matrix(scope, 2, n), any(scope, 0), matrix(scope, 2, n) end,
}

-- A few statements, each a new variable.
local function step(scope)
    local kind = one_of(0, 0, size())
    if pick(2) == 0 then
        local op = pick(3) > 0 and elementwise or kinked
        define(scope, kind, op[1 + pick(#op)](any(scope, kind), other(scope, kind)))
    elseif kind == 0 then
        define(scope, kind, numbers[1 + pick(#numbers)](scope, size()))
    else
        define(scope, kind, vecs[1 + pick(#vecs)](scope, kind))
    end
end

function body(scope, steps, kind)
    for _ = 1, steps do
        step(scope)
    end
    local last = scope[kind][#scope[kind]] or any(scope, kind)
    local parts = {}
    for k = 1, SIZES do
        if #scope[k] > 0 then
            parts[#parts + 1] = fill(" + 0.5*math.tanh(@):sum()", scope[k][#scope[k]])
        end
    end
    say("return @@", last, table.concat(parts))
end

return function(seed)
    local scope = {}
    state, lines, names, in_grad = seed * 2654435769 + 1, {}, 0, false
    for _ = 1, 10 do
        pick(2)
    end
    local n = size()
    for kind = 0, 2 * SIZES do
        scope[kind] = {}
    end
    say("local kink, stop = ...")
    say("return function(x)")
    table.insert(scope[n], "x")
    body(scope, 4 + pick(8), 0)
    say("end")
    return table.concat(lines, "\n"), n
end
