-- p:check: right derivatives pass and wrong ones fail at every size and offset; an offset that hides errors is noted.
local t = dofile "tests/lua/harness/tap.lua"

local hidden = "cannot be checked"

-- f or g of one number with its derivative off by a part `wrong`, multiplied by size, beside an offset.
local functions = {
    square = {function(y) return y * y end, function(y) return 2 * y end},
    exp = {math.exp, math.exp},
    bend = {function(y) return y / (9 + y * y) end, function(y) return (9 - y * y) / (9 + y * y) ^ 2 end},
}
local inner = dist.normal{mean=0, sd=1}

local function of_f(each, size, offset, wrong)
    return problem.new{dim=1, outer=1, inner=inner, g=function(x, _, eta) return x[1] + 0.1 * eta end,
        f=function(y) return size * (each[1](y) + offset) end,
        grad_f=function(y) return size * (1 + wrong) * each[2](y) end}
end

local function of_g(each, size, offset, wrong)
    local function g(x, _, eta)
        return size * (each[1](x[1]) + offset + 0 * eta)
    end
    return problem.new{dim=1, outer=1, inner=inner, g=g,
        jac_g=function(x) return mat{{size * (1 + wrong) * each[2](x[1])}} end, f=function(y) return y / size end}
end

-- The gradient of F is the engine's own: it is never wrong.
local function of_objective(each, size, offset)
    return problem.new{dim=1, outer={a=vec{1, 2}}, inner=inner, g=function(x, xi) return xi.a * x[1] end,
        g_mean=function(x, xi) return xi.a * x[1] end, f=function(y) return size * (each[1](y) + offset) end,
        grad_f=function(y) return size * each[2](y) end}
end

-- The word of the row of that derivative, and the result.
local function word(p, derivative)
    local c = p:check{0.7}
    for _, row in ipairs(c:rows()) do
        if row.derivative == derivative then
            return row.ok, c
        end
    end
end

local function right(derivative, make, each, size, case)
    for _, offset in ipairs {0, 1e4, 1e6} do
        local ok, c = word(make(each, size, offset, 0), derivative)
        t.equal({ok, c.ok}, {"yes", true}, ("%s, offset %g: right"):format(case, offset))
    end
    t.ok(word(make(each, size, 1e8, 0), derivative) ~= "no", case .. ": right beside 1e8")
    local ok, c = word(make(each, size, 1e12, 0), derivative)
    t.equal({ok, c.ok}, {hidden, hidden}, case .. " beside 1e12")
    t.ok(tostring(c):find(derivative .. " cannot be checked: differences of"), case .. ": and why")
end

local function wrong(derivative, make, each, size, case)
    for _, offset in ipairs {0, 1e6} do
        local ok, c = word(make(each, size, offset, 1e-4), derivative)
        t.equal({ok, c.ok}, {"no", false}, ("%s, offset %g: wrong by 1e-4"):format(case, offset))
    end
    for _, offset in ipairs {1e8, 1e12} do
        t.ok(word(make(each, size, offset, 1e-4), derivative) ~= "yes", ("%s, wrong beside %g"):format(case, offset))
    end
    t.equal((word(make(each, size, 1e8, -2), derivative)), "no", case .. ": another sign")
end

-- Sizes in turns; tests/long has all of every function.
local sizes = {1e-200, 1, 1e200}
local kinds = {{"square", "grad f", of_f}, {"square", "Jacobian of g", of_g}, {"exp", "grad f", of_f},
    {"exp", "Jacobian of g", of_g}, {"bend", "grad f", of_f}, {"bend", "Jacobian of g", of_g}}
for turn, kind in ipairs(kinds) do
    local name, derivative, make = table.unpack(kind)
    for i = 1, rawget(_G, "whole") and #sizes or 1 do
        local size = sizes[(turn + i) % #sizes + 1]
        local case = ("%s of %s, size %g"):format(derivative, name, size)
        right(derivative, make, functions[name], size, case)
        wrong(derivative, make, functions[name], size, case)
    end
end
-- Its g_mean is checked by many draws, so that a check takes long: tests/long has the other functions.
for name, size in pairs(rawget(_G, "whole") and {square=1e-200, exp=1, bend=1e200} or {bend=1e200}) do
    right("gradient of F", of_objective, functions[name], size, ("gradient of F, %s, size %g"):format(name, size))
end

-- What the offset does not hide is still wrong.
local _, c = word(of_f(functions.exp, 1, 1e12, 0.1), "grad f")
t.equal(c.ok, false, "wrong by a tenth beside 1e12")

-- Terms that cancel inside f.
local cancel = problem.new{dim=1, outer=1, inner=inner, g=function(x, _, eta) return x[1] + eta end,
    f=function(y) return (1e8 + y * y) - 1e8 end}
t.equal(cancel:check{0.7}.ok, true, "(1e8 + y^2) - 1e8")

-- Points of any size, and where f ends near by.
for _, at in ipairs {1e-3, 1, 1e6, 1e100} do
    local p = problem.new{dim=1, outer=1, inner=inner, g=function(x, _, eta) return x[1] * (1 + 0 * eta) end,
        f=function(y) return math.log(y) end}
    t.equal(p:check{at}.ok, true, ("log at %g"):format(at))
end

-- A g_mean that is off by a part of g's standard deviation is found, whatever its size; the right one passes.
for _, sd in ipairs {1e-3, 1, 1e3} do
    for part, want in pairs {[0]=true, [0.07]=false, [-0.1]=false} do
        local p = problem.new{dim=1, outer={1, 2}, inner=dist.normal{mean=0, sd=sd}, f=function(y) return y * y end,
            g=function(x, xi, eta) return xi * x[1] + eta end, g_mean=function(x, xi) return xi * x[1] + part * sd end}
        t.equal(p:check{0.7}.ok, want, ("g_mean off by %g of sd %g"):format(part, sd))
    end
end

t.done()
