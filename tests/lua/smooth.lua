-- Which f of a problem of one's own are known to be smooth: where their kinks, jumps, poles and edges can be met.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local normal = dist.normal{mean=0, sd=1}

local function is_smooth(f, more)
    local options = {dim=0, outer={-1, 1}, inner=normal, g=function(_, xi, eta) return xi + eta end, f=f}
    for key, value in pairs(more or {}) do
        options[key] = value
    end
    return core.lua_problem.smooth(problem.new(options))
end

local smooth, kinked = {}, {}

-- Each operation with a kink, a jump, a pole or an edge, of an argument that meets it and of some that do not.
local operations = {
    abs={math.abs, "y", "2 + math.sin(y)", "-y*y"}, relu={math.relu, "y", "y*y", "-1 - math.exp(y)"},
    sqrt={math.sqrt, "y*y", "0.1 + y*y", "math.exp(-y)"},
    log={math.log, "y", "1 + math.abs(xi) + y*y", "math.softplus(y)"},
    log1p={math.log1p, "y", "y*y", "math.sigmoid(y) + math.cosh(y)"}, reciprocal={function(u) return 1 / u end, "y",
        "1 + math.exp(y)", "-0.5 - y*y"}, floor={math.floor, "y", "xi", "3 * xi"},
    modulo={function(u) return u % 2 end, "y", "xi", "2 * xi"},
    max={function(u) return math.max(u, 0.5) end, "y", "math.cosh(y)", "-math.exp(y)"},
    min={function(u) return math.min(u, 0.5) end, "y", "math.cosh(y)", "-math.exp(y)"},
    where={function(u) return where(u, 1, -1) end, "y", "math.exp(y)", "xi"},
    power={function(u) return u ^ 0.3 end, "y", "math.exp(y)", "1 + y*y"},
}
for name, case in pairs(operations) do
    for i = 2, 4 do
        local inner = load("return function(y, xi) return " .. case[i] .. " end")()
        local list = i == 2 and kinked or smooth
        list[name .. " of " .. case[i]] = function(y, xi) return case[1](inner(y, xi)) + y end
    end
end

for name, f in pairs {
    ["a polynomial"]=function(y) return 3*y^5 - y end, ["a quotient"]=function(y) return y / (1 + y*y) end,
    exp=math.exp, tanh=math.tanh, sin=math.sin, softplus=math.softplus, logcosh=math.logcosh, atan=math.atan,
    ["a kink of xi alone"]=function(y, xi) return where(xi, y*y, y) + math.abs(xi) end,
    ["a kink that no result has"]=function(y) local _ = math.abs(y); return y*y end,
    ["logs of sums of exp"]=function(y) return math.log(math.exp(y) + math.exp(-y)) end,
} do
    smooth[name] = f
end
kinked["plain Lua"] = function(y) return y < 0 and y or 2*y end

for name, f in pairs(smooth) do
    t.ok(is_smooth(f), "smooth: " .. name)
end
for name, f in pairs(kinked) do
    t.ok(not is_smooth(f), "not known to be smooth: " .. name)
end

-- What g can be counts, and whether the gradient is f's own.
t.ok(is_smooth(math.log, {g=function(_, _, eta) return math.exp(eta) end}), "log of positive means")
t.ok(not is_smooth(math.log, {g=function(_, _, eta) return eta*eta end}), "log of means that may be 0")
local function draw(_, _, eta)
    return eta
end
t.ok(is_smooth(math.log, {inner=dist.uniform(1, 2), g=draw}), "log of uniform draws above 0")
t.ok(not is_smooth(math.log, {inner=dist.uniform(-1, 2), g=draw}), "and about 0")
t.ok(is_smooth(function(y) return math.sqrt(1 + y:dot(y)) end,
    {g=function(_, xi, eta) return vec{eta, xi} end}), "a function of a vec")
t.ok(not is_smooth(function(y) return y*y end, {dim=1, outer={-1, 1}, inner=normal, grad_f=function(y) return 2*y end,
    g=function(x, xi, eta) return x[1] + xi + eta end}), "a gradient of the user's is not looked into")
for name, make in pairs {invariant_logistic=problem.invariant_logistic, maml_sine=problem.maml_sine} do
    t.ok(core.lua_problem.smooth(make()), name .. " is smooth")
end

t.done()
