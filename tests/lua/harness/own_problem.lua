-- A problem written in Lua, compiled or (`branch`) as plain Lua: local p = own_problem(branch)
local function plain(x)
    return x > 1e9 and 0 or x
end

return function(branch)
    local pass = branch and plain or function(x) return x end
    local rows = {}
    for i = 1, 12 do
        rows[i] = {a=vec{math.sin(i), math.cos(3 * i), 1}, b=i % 3 == 0 and -1 or 1}
    end
    return problem.new{
        dim=3, l2=0.1, outer=rows,
        inner=function(rng, xi) return pass(rng:uniform()) / 2 + xi.a + rng:normal(3) end,
        g=function(x, _, eta) return pass(eta:dot(x)) end,
        g_mean=function(x, xi) return pass((xi.a + 0.25):dot(x)) end,
        f=function(y, xi) return math.softplus(-xi.b * pass(y)) + math.exp(-pass(y)^2) / 9 + math.sin(y)^2 / 9 end,
    }
end
