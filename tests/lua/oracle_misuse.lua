-- problem.new given wrong and odd things: clear errors, no crash, and nothing of the user's is changed.
local t = dofile "tests/lua/harness/tap.lua"

local N = dist.normal{mean=0, sd=1}
local own = {
    dim=2, outer=3, inner=N, f=function(y) return y:dot(y) end,
    g=function(x, xi, eta) return x * xi + eta end,
}

local function new(options)
    local all = {}
    for key, value in pairs(own) do
        all[key] = value
    end
    for key, value in pairs(options) do
        all[key] = value
    end
    return problem.new(all)
end

local function wrong(options, message, name)
    t.raises(function() new(options) end, message, name)
end

-- Raises somewhere in this file, in the functions of an option say.
local function fails(fn, message, name)
    local ok, err = pcall(fn)
    local text = tostring(err):match "oracle_misuse.lua:%d+: ([^\n]*)"
    t.ok(not ok and text == message, ("%s: %s"):format(name or message, err))
end

-- Branches on its argument: runs as plain Lua.
local function branch(x)
    return x[1] > 1e9 and 1 or 0
end

-- Outer samples.
local ring = {}
ring.ring = ring
local in_itself = "expected xi.ring as a number, a vec or a table of them, got a table that it is in"
wrong({outer={ring}}, "problem.new: option 'outer': " .. in_itself, "a table in itself in a list")
wrong({outer=function() return ring end}, "problem.new: option 'outer': " .. in_itself, "a table in itself as a sample")
for _, outer in ipairs {{a={}}, {a=vec{}, b={}}} do
    wrong({outer=outer}, "problem.new: option 'outer': expected at least one outer sample, got columns of length 0")
end
wrong({outer={{[true]=1}}}, "problem.new: option 'outer': expected xi with names or numbers as keys, got true",
    "keys of another kind")
wrong({outer={1, nil, 3}}, "problem.new: option 'outer': expected outer samples of one shape, got another at element 2",
    "a list with a hole")
wrong({outer={1, x=2}}, "problem.new: option 'outer': expected a list or columns, got a list with a field 'x'")
wrong({outer={[1]=1, [3]=3}}, "problem.new: option 'outer': expected a list or columns, got a list with a field 3")
t.ok(new{outer={vec{}, vec{}}, g=function(x) return x end}:check().ok, "outer samples of no numbers")

-- Samplers.
local function draws(draw, message)
    fails(function() new{inner=draw} end, message .. "; in inner with xi = 1")
end
draws(function(rng) return rng:index() end, "rng:index: expected a whole number >= 1 as n, got nil")
draws(function(rng) return rng:index(0) end, "rng:index: expected a whole number >= 1 as n, got 0")
draws(function(rng) return rng:index(0 / 0) end, "rng:index: expected a whole number >= 1 as n, got nan")
draws(function(rng) return rng:exponential() end, "rng:exponential: expected a number as mean, got nil")
draws(function(rng) return rng:exponential(-1) end, "rng:exponential: expected a mean > 0, got -1")
draws(function(rng) return rng:exponential "a" end, "rng:exponential: expected a number as mean, got 'a'")
draws(function(rng) return rng:normal(-1) end, "rng:normal: expected a whole number >= 0 as n, got -1")
draws(function(rng) return rng:uniform(2.5) end, "rng:uniform: expected a whole number >= 0 as n, got 2.5")
draws(function(rng) return rng.normal(3) end, "rng:normal: call it with a colon")
local has = " a sampler's has :normal([n]) :uniform([n]) :exponential(mean [, n]) :index(n)"
draws(function(rng) return rng:nomral(3) end, "rng: no method 'nomral', did you mean 'normal'?" .. has)
draws(function(rng) return rng:gamma(2) end, "rng: no method 'gamma'," .. has)
draws(function(rng) return rng:normal(0, 1) end,
    "rng:normal: expected no more than n, the number of draws, got 1 after it")
draws(function(rng) return rng:index(1, 6) end,
    "rng:index: expected no more than n, the largest index, got 6 after it")
for _, n in ipairs {-1, 2^62, 1e19} do
    local calls = 0
    local ok, err = pcall(new, {inner=function(rng)
        calls = calls + 1
        return rng:normal(calls > 1 and n or 2)
    end})
    t.ok(not ok and err:find("rng:normal: expected a whole number >= 0 as n", 1, true), "a later draw of " .. n)
end
t.ok(new{inner=function(rng) return rng:normal(0) end, g=function(x) return x end}:check().ok, "a draw of no numbers")

local ours = rng.new(3)
wrong({inner=function() return ours:normal() end}, "problem.new: option 'inner': "
    .. "expected the same draw from the same rng, got another: draw from the rng that is given")
fails(function() new{inner=function() return rng:normal() end} end,
    "rng: no field 'normal', it is a method: r:normal(..); in inner with xi = 1")
fails(function() new{g=function(v, _, eta) return vec.dot(v, v) * eta end} end,
    "vec: no field 'dot', it is a method: v:dot(..); "
    .. "in g with x = a vec of length 2, xi = 1, eta = -0.71732898805775")

-- The rng of a plain sampler, outside of it.
local kept
new{g=function(x, _, eta) return x * eta + branch(x) end, inner=function(rng)
    kept = rng
    return rng:normal()
end}
t.raises(function() kept:normal() end, "rng:normal: is of use only inside the sampler that is given it")

-- What functions return.
local function returns(option, value, message)
    wrong({[option]=function() return value end}, ("problem.new: option '%s': %s"):format(option, message))
end
returns("g", vec{}, "expected a number or a vec, got a vec of length 0")
returns("g", mat{{1, 2}}, "expected a number or a vec, got a 1x2 mat")
returns("f", mat{{1}}, "expected a number, got a 1x1 mat with y = a vec of length 2")
returns("g_mean", nil, "expected a vec of length 2, got nil (is a return missing?)")
returns("g_mean", vec{1, 2, 3}, "expected a vec of length 2, got a vec of length 3")
returns("objective", nil, "expected a number, got nil (is a return missing?)")
returns("grad_f", 1, "expected a vec of length 2, got 1")
returns("jac_g", "x", "expected a 2x2 mat, got 'x'")

-- Errors that are no text.
for _, name in ipairs {"g", "f", "inner"} do
    for value, text in pairs {[{}]="table", [true]="true", [12.5]="12.5"} do
        local ok, err = pcall(new, {[name]=function() error(value) end})
        t.ok(not ok and tostring(err):find(text), ("%s raises %s"):format(name, text))
    end
    t.equal({pcall(new, {[name]=function() error(nil) end})}, {false, nil}, name .. " raises nil")
end
local seen = 0
local noted = new{f=function(y)
    seen = seen + 1
    if seen == 2 then -- while it is traced
        error{}
    end
    return y:dot(y)
end}
t.ok(tostring(noted:explain()):find "an error that is not a string %(a table%)", "a table as the reason")

-- Functions that change what they are given: the user's data stay, and every call gets them as they were.
local start, list, matrix = vec{1, 2}, {vec{1, 2}, vec{3, 4}}, mat{{1, 2}, {3, 4}}
local function add_one(v)
    v[1] = v[1] + 1
    return v
end
for name, options in pairs {
    ["x, traced"]={g=function(x, xi, eta) return add_one(x) * xi + eta end},
    ["x"]={g=function(x, xi, eta) return add_one(x) * xi + eta + branch(x) end},
    ["xi, traced"]={outer=list, g=function(x, xi, eta) return x * add_one(xi) + eta end},
    ["xi"]={outer=list, g=function(x, xi, eta) return x * add_one(xi) + eta + branch(x) end},
    ["columns"]={outer={a=matrix}, g=function(x, xi, eta) return x * add_one(xi.a) + eta + branch(x) end},
    ["eta"]={inner={matrix, matrix, matrix}, g=function(x, xi, eta) return x * xi + add_one(eta) + branch(x) end},
    ["eta, traced"]={inner={matrix, matrix, matrix}, g=function(x, xi, eta) return x * xi + add_one(eta) end},
    ["eta in a table"]={inner=function(rng) return {a=rng:normal(2)} end,
        g=function(x, xi, eta) return x * xi + add_one(eta.a) + branch(x) end},
    ["y"]={f=function(y) return add_one(y):dot(y) + branch(y) end},
} do
    options.x0 = start
    local p = new(options)
    t.ok(p:check().ok, "changed in place: right derivatives by " .. name)
    for _, method in ipairs {"e-bspiderboost", "e-nestedvr"} do
        t.ok(run{problem=p, method=method, step=1e-6, steps=3, reps=2}.stop == "budget",
            "changed in place: runs by " .. name)
    end
    t.equal({start, p:start(), list, matrix}, {vec{1, 2}, vec{1, 2}, {vec{1, 2}, vec{3, 4}}, mat{{1, 2}, {3, 4}}},
        "changed in place: data are kept by " .. name)
end
t.equal(grad(function(x) return add_one(x):dot(x) end)(vec{1, 2}), vec{4, 4}, "grad of what changes its x")

-- Functions that call problems, the same one too, from coroutines that end.
local other = new{g=function(x, xi, eta) return x * xi + eta + branch(x) end}
local of_other, calls, same = estimator(other, {m=1}), 3
same = new{
    inner=function(rng)
        local a = rng:normal()
        return 0 * of_other:sample()[1] + a + rng:normal()
    end,
    g=function(x, xi, eta)
        if calls < 3 then
            calls = calls + 1
            coroutine.wrap(function() estimator(same):sample() end)()
            collectgarbage()
        end
        return x * xi + eta + branch(x)
    end,
}
calls = 0
t.equal(run{problem=same, method="bsgd", step=1e-3, steps=3, reps=2}.stop, "budget", "in its own g")
local inside
local caught
caught = new{g=function(x, xi, eta)
    if inside then
        error "inside"
    elseif inside == false then
        inside = true
        pcall(caught.check, caught)
        inside = nil
    end
    return x * xi + eta + branch(x)
end}
inside = false
t.equal(run{problem=caught, method="bsgd", step=1e-3, steps=3}.stop, "budget", "an error of an inner call, caught")
local co = coroutine.create(function()
    new{g=function(x)
        coroutine.yield(x)
        return x
    end}
end)
local resumed, why = coroutine.resume(co)
t.ok(not resumed and why:find "^attempt to yield across a C%-call boundary", "no yield in g")
t.ok(math.random() < 1, "math.random is there again")
local line = coroutine.wrap(function(x, xi, eta)
    while true do
        x, xi, eta = coroutine.yield(x * xi + eta)
    end
end)
t.ok(new{g=line}:check().ok, "a coroutine as g")

-- Errors deep inside.
local function deep(x)
    return 1 + deep(x)
end
local good, said = pcall(new, {g=deep})
t.ok(not good and said:find "oracle_misuse.lua:%d+: stack overflow", "endless recursion")
t.ok(#said < 5000, "endless recursion has a short traceback")
local count = 0
good, said = pcall(run, {method="bsgd", step=1e-3, steps=1e6, problem=new{g=function(x, xi, eta)
    count = count + 1
    return count > 2e4 and deep(x) or x * xi + eta + branch(x)
end}})
t.ok(not good and said:find "oracle_misuse.lua:%d+: stack overflow", "endless recursion after many steps")
good, said = pcall(new, {g=function(x)
    local function nested()
        error "no"
    end
    nested()
    return x
end})
t.ok(not good and said:find "oracle_misuse.lua:(%d+): no; in g with [^\n]*\nstack traceback:\n.-:%1: in .*nested",
    "the traceback of an error in g")

-- expr.show and grad.
for _, n in ipairs {-1, 1.5, 0, 2^62, "a"} do
    t.raises(function() expr.show(deep, n) end, "expr.show: expected a whole number >= 1 as n, got " ..
        (type(n) == "string" and "'a'" or tostring(n)))
end
t.raises(function() expr.show(function() end) end, "expr.show: expected a function that returns numbers, got nil")
t.raises(function() grad(function(v) return v end)(vec{1, 2}) end,
    "grad: expected the function to return a number, got a traced vec of length 2")
t.raises(function() grad(math.exp)(mat{{1}}) end, "grad: expected a number or a vec to differentiate by, got a 1x1 mat")
t.equal({grad(function() return 3 end)(vec{1, 2}), grad(function() return 3 end)(vec{})}, {vec{0, 0}, vec{}},
    "the gradient of a constant")
t.raises(function() new{outer=run{problem=other, method="bsgd", step=1, steps=1}} end,
    "problem.new: option 'outer': expected a number n, a list, columns, a dist or a function, got a run")

-- Plain functions of several numbers.
local plain = new{g=function(x, xi, eta) return x * xi + eta + branch(x) end}
local x = vec{0.5, -1}
local a = estimator(new{}, {method="e-bsgd", m=3}):sample(x, {seed=5})
t.ok((a - estimator(plain, {method="e-bsgd", m=3}):sample(x, {seed=5})):norm() < 1e-14, "a plain g of two numbers")
local length = 2
local ragged = new{g=function(v, xi, eta)
    return branch(v) > 0 and v or length == 2 and v * xi + eta or vec{1}
end}
length = 1
for name, use in pairs {
    check=function() ragged:check() end,
    objective=function() ragged:objective() end,
    sample=function() estimator(ragged):sample() end,
    run=function() run{problem=ragged, method="bsgd", step=1, steps=1} end,
} do
    local ok, err = pcall(use)
    t.ok(not ok and tostring(err):find "of length 2.* got a vec of length 1", "another shape later: " .. name)
end

-- A traced value when its trace is over.
local traced
new{g=function(v, xi, eta)
    traced = tostring(v):find "traced" and v or traced
    return v * xi + eta
end}
local over = "a traced value is of use only inside the function that is traced"
for name, use in pairs {
    ["vec +"]=function() return traced + 1 end, ["vec .."]=function() return traced .. 1 end,
    ["vec []"]=function() return vec{1, 2}[traced[1]] end, ["math.exp"]=function() return math.exp(traced) end,
    ["math.max"]=function() return math.max(1, traced) end, ["where"]=function() return where(1, traced, 2) end,
    ["stop_gradient"]=function() return stop_gradient(traced) end,
    ["vec"]=function()
        local v = vec{1, traced[1]}
        return v
    end,
} do
    t.raises(use, name .. ": " .. over)
end
for name, use in pairs {
    length=function() return #traced end, set=function() traced[1] = 2 end,
    dot=function() return traced:dot(traced) end,
    map=function() return traced:map(math.exp) end, sum=function() return traced:sum() end,
    grad=function() return grad(function(v) return v:dot(v) end)(traced) end,
    within=function() return grad(function(v) return v:dot(traced) end)(vec{1, 2}) end,
} do
    fails(use, over, "a traced value kept, " .. name)
end
t.raises(function() new{x0=traced} end,
    "problem.new: option 'x0': expected a vec or a list of numbers, got a traced vec of length 2")


-- Errors of the user's functions say what was given to which.
local function meets(options, message)
    fails(function() new(options) end, message)
end
local two = function(rng) return rng:normal(2) end
local word = "attempt to index a number value (local 'y')"
meets({g=function(v) return v[1] end, f=function(y) return y[1]^2 end}, word .. "; in f with y = 0.0, xi = 1")
meets({inner=function(rng) return {rng:normal(), 2} end, g=function(v, _, eta) return eta:dot(v) end},
    "attempt to call a nil value (method 'dot'); in g with x = a vec of length 2, xi = 1, eta = a list of 2")
meets({inner=function(rng) return {s=rng:normal(), v=2} end, g=function(v, _, eta) return eta.w * v end},
    "vec *: expected a number or a vec, got nil; in g with x = a vec of length 2, xi = 1, eta = a table of s, v")
meets({dim=0, g=function(xi, eta) return eta.a * xi end},
    "attempt to index a number value (local 'eta'); in g with x = nil, xi = 1, eta = -0.71732898805775")
meets({inner=two, g=function(v, _, eta) return mat{{1, 2}, {3, 4}} * eta + v end},
    "mat *: expected equal shapes, got a 2x2 mat and a vec of length 2 (M:dot(v) is the product of a mat and a vec); "
    .. "in g with x = a vec of length 2, xi = 1, eta = a vec of length 2")
meets({g=function(v, _, eta) return v - grad(function(w) return w:dot(w) * eta end, v) end},
    "grad: expected grad(fn) or grad(fn)(x), got 2 arguments; "
    .. "in g with x = a vec of length 2, xi = 1, eta = -0.71732898805775")
meets({f=function(y) return where(y[1] < 1e9, 1, 2) end},
    "where: expected a number, a vec or a mat, got true (where(a - b, u, v) is u where a > b); "
    .. "in f with y = a vec of length 2, xi = 1")
meets({g=function(v, _, eta) return norm(v) * eta end}, -- luacheck: ignore
    "unknown global 'norm', v:norm(..) is a method of vecs; "
    .. "in g with x = a vec of length 2, xi = 1, eta = -0.71732898805775")

-- Names that outer samples do not have: nil would shorten a vec unseen.
local rows = {a1=vec{1, 2}, a2=vec{3, 4}, b=vec{1, -1}}
for _, outer in ipairs {rows, {{a1=1, a2=3, b=1, i=1}}, function() return {a1=1, a2=3, b=1, i=1} end} do
    meets({outer=outer, g=function(v, xi, eta) return v * vec{xi.a1, xi.a3} + eta end},
        "xi: no field 'a3', did you mean 'a1'? it has a1, a2, b, i; "
        .. "in g with x = a vec of length 2, xi = a table of a1, a2, b, i, eta = -0.71732898805775")
end

-- Functions that lose their values have no gradient; the line is named when the problem is made.
local function through_text(y)
    return tonumber(("%g"):format(y[1]))
end
local lost = new{dim=0, g=function(_, _, eta) return vec{eta, eta} end, f=through_text}
t.equal(lost:explain():rows()[2].runs, "plain Lua", "without an x no gradient is needed")
local function no_gradient(options, message)
    local ok, err = pcall(new, options)
    local text = tostring(err):gsub("%S*oracle_misuse.lua:%d+: ", "@ ")
    t.ok(not ok and text == "@ problem.new: " .. message, ("%s: %s"):format(message, text))
end
no_gradient({f=through_text},
    "f has no gradient: @ bad argument #1 to 'format' (number expected, got traced value) (grad_f= gives it)")
no_gradient({g=function(v, _, eta)
    local y = vec.zeros(2)
    y[1] = v[1] * eta
    return y
end}, "g has no gradient: @ vec: expected a number, got a traced number "
    .. "(vec{..} of a list makes one of traced numbers) (jac_g= gives it)")
no_gradient({f=function(y) return type(y[1]) == "number" and y[1]^2 or y[2] end},
    "f has no gradient: @ grad: no derivative at this point: the function gives a traced value to type "
        .. "(grad_f= gives it)")
no_gradient({f=function(y) return tostring(y[1]):find "traced" and y[2] or y[1]^2 end},
    "f gives other values when it is differentiated (the text of traced values is another)")
t.ok(new{f=through_text, grad_f=function() return vec{1, 0} end}:objective(),
    "a gradient that is given")

-- What can be traced, and gives what plain calls give.
for name, options in pairs {
    ["tonumber"]={f=function(y) return tonumber(y[1]) + y[2] end},
    ["pairs"]={f=function(y) local s = 0 for _, v in pairs(y) do s = s + v^2 end return s end},
    ["asin"]={f=function(y) return math.asin(math.tanh(y)):sum() end},
    ["acos"]={f=function(y) return math.acos(math.tanh(y)):sum() end},
    ["atan"]={f=function(y) return math.atan(y):sum() end},
    ["atan of two"]={f=function(y) return math.atan(y[1], y[2]) + math.atan(y, 2):sum() end},
    ["map of plain numbers"]={g=function(v, xi)
        return vec{1, 2}:map(function(c) return c > 1 and v[1] * xi or c end) * v
    end},
    ["map in grad"]={f=function(y)
        return grad(function(z) return vec{1, 2}:map(function(c) return c * z^2 end):sum() end)(y[1]) + y[2]
    end},
    ["map of a mat"]={inner=two, g=function(v, xi, eta)
        return mat{v, eta}:map(function(z) return z^2 end):dot(v) + mat{{1, 2}, {3, xi}}:map(math.sin):dot(v)
    end},
    ["fmod"]={f=function(y) return math.fmod(y[1], 7) + math.fmod(-y[2]^2, y[1] + 70) end},
    ["//"]={f=function(y) return y[1] // 2 + y[2] end},
    ["vec(v)"]={g=function(v, xi, eta) local w = vec(v) w[1] = 2 * eta return w * v * xi end},
    ["mat"]={inner=two, g=function(v, xi, eta) return mat{{v[1], eta[1]}, {xi, v[2]}}:dot(eta) end},
    ["mat of vecs"]={inner=two, g=function(v, xi, eta) return mat{v * xi, eta}:dot(v) end},
    ["mat.columns"]={inner=two, g=function(v, xi, eta) return mat.columns{v * xi, eta, {1, v[1]}}:dot(eta .. 2) end},
} do
    local p = new(options)
    t.ok(p:check().ok, "traced: derivatives of " .. name)
    for _, row in ipairs(p:explain():rows()) do
        t.equal(row.runs, "compiled", ("traced: %s of %s"):format(row.part, name))
    end
end
local function angle(v)
    return math.atan(v[1], v[2])
end
t.equal({grad(angle)(vec{3, 0}), grad(angle)(vec{-4, 0}), grad(angle)(vec{0, -2}), grad(angle)(vec{0, 0})},
    {vec{0, -1/3}, vec{0, 1/4}, vec{-1/2, 0}, vec{1, 0}}, "gradients of angles on the axes")
for _, at in ipairs {{3, 0}, {-3, 0}, {0, 2}, {0, -2}, {1, -1}, {-1, -2}, {2, -1}, {-2, 1}, {1, 3}, {0, 0}} do
    local p = new{outer={1}, g_mean=angle, g=angle, f=function(y) return y end}
    t.near((p:objective(at)), angle(at), 1e-15, ("the angle of %d, %d"):format(at[2], at[1]))
end
for name, array in pairs {["vec:map"]=vec{1, 2}, ["mat:map"]=mat{{1, 2}}} do
    fails(function() grad(function(z) return (array * z):map(function(e) return {e} end) end)(1) end,
        name .. ": expected the function to return a number, got a table at element 1")
    fails(function() grad(function(z) return (array * z):map(3) end)(1) end, name .. ": expected a function, got 3")
end
fails(function() new{g=function(v, _, eta) return mat{{v[1], eta}, {1}}:dot(v) end} end,
    "mat: expected rows of equal length, got 2 in the first and 1 in row 2; "
    .. "in g with x = a vec of length 2, xi = 1, eta = -0.71732898805775")

-- Samples as a mat; one data set for all.
local of_mat = new{outer=mat{{1, 2}, {3, 4}}, inner={{5}, {6}}, g=function(v, xi, eta) return v * xi + eta end}
t.equal((of_mat:objective{1, 2}), (6^2 + 9^2 + 9^2 + 14^2) / 2, "outer samples of a mat are its rows")
wrong({inner=vec{1, 2}}, "problem.new: option 'inner': expected a dist, groups, a list of data sets or a function, "
    .. "got a vec of length 2 (dist.empirical(v) draws from one set for all)")

-- p:check() holds g_mean against means of g.
local function with_mean(mean, draw)
    return problem.new{dim=1, outer=30, inner=N, g=function(v, xi, eta) return v[1] * xi + draw(eta) end, f=math.abs,
        g_mean=mean}:check{1}
end
local fair = with_mean(function(v, xi) return v[1] * xi + math.exp(0.5) end, math.exp)
local last = fair:rows()[#fair:rows()]
t.equal({fair.ok, last.derivative, last.of, last.ok}, {true, "g_mean", "means of g", "yes"}, "the right g_mean")
t.equal(with_mean(function(v, xi) return v[1] * xi end, math.exp).ok, false, "a wrong g_mean")
t.ok(with_mean(function(v, xi) return v[1] * xi + math.exp(12.5) end, function(eta) return math.exp(5 * eta) end).ok,
    "means that hang on one draw say nothing")

-- q that draws.
for name, use in pairs {
    bias=function(q) bias{q=q, dist=N, m={1}, reps=100} end,
    correct=function(q) correct(q, vec{1, 2, 3, 4}) end,
} do
    local ok, err = pcall(use, function(s) return s * math.random() end)
    t.ok(not ok and err:find(name .. ": q gives %S+ and then %S+ for the same argument: it must not draw or count"),
        name .. " refuses a q that draws")
end

fails(function() bias{q=function(s) return s[1]^2 end, dist=N, m={1}, s=1, reps=100} end,
    "attempt to index a number value (local 's'); in q of 1.0", "an error of q names its argument")
fails(function() correct(function(y) return y.a / y.b end, mat{{1, 2}, {3, 4}}) end,
    "vec: no field 'a'; in q of a vec of length 2", "an error of q of rows")
t.raises(function() bias{q=math.sin, dist=function(rng) return rng:normal() end, reps=100} end,
    "bias: option 'dist': expected a dist (dist.custom{draw=function(rng) .. end} makes one), got a function")

-- A function of math gets y alone: xi is no base of a logarithm.
local evidence = problem.new{dim=0, outer=1, inner=N, g=function(_, _, eta) return math.exp(eta) end, f=math.log,
    g_mean=function() return math.exp(0.5) end}
t.near((evidence:objective()), 0.5, 1e-15, "f = math.log")

-- One table, with reasons below it.
local text = tostring(new{f=function(y) return y[1] > 0 and y[1]^2 or -y[1] end}:explain())
t.equal(text:gsub("(%d) +[%d.]+\n", "%1 <ns>\n"):gsub(" +", " "):gsub("%S*misuse.lua:%d+", "@"), [[
part runs operations ns
g compiled 4 <ns>
Jacobian of g compiled 2 <ns>
f plain Lua
operations, and ns, of one evaluation among many
inner: draws of dist.normal, mean 0, variance 1
f: @: traced values cannot be compared: where(a - b, u, v) is u where a > b, else v]], "explain: one table")
t.done()
