-- Public functions and methods refuse arguments that they would drop, and say how they are called; what is called by
-- others with more arguments than it needs goes on working.
local t = dofile "tests/lua/harness/tap.lua"
local core = debug.getregistry()["debias.core"]
local pages = core.use "guide/pages"

-- One value of every type, for the methods: they refuse before they look at what they are given.
local values = dofile "tests/lua/harness/objects.lua"(t.path "answers.csv")
local p, d, b = values.problem, values.dist, values.bias

-- The most arguments that a page's usage shows, by another way of counting than the product's: commas outside of all
-- brackets but [ ]; nil where there may be any number.
local function most_of(name, page)
    local most
    for _, form in ipairs(type(page.usage) == "table" and page.usage or {page.usage}) do
        local last = name:match "[%w_]+$"
        local rest = form:match("^[%w_.:]*%f[%w_]" .. last .. "%f[^%w_]%s*(.*)$")
        local open = rest and rest:sub(1, 1)
        if open == "(" then
            local depth, n, some, any = 0, 1, false, false
            for at = 1, #rest do
                local c = rest:sub(at, at)
                depth = depth + ((c == "(" or c == "{") and 1 or (c == ")" or c == "}") and -1 or 0)
                if depth == 0 then
                    any = rest:sub(1, at):find "%.%.%s*%]?%)$" ~= nil and not rest:sub(1, at):find "{%.%.}%]?%)$"
                    break
                end
                n = n + (c == "," and depth == 1 and 1 or 0)
                some = some or (at > 1 and c ~= " ")
            end
            most = math.max(most or 0, any and math.huge or some and n or 0)
        elseif open == "{" or open == '"' then
            most = math.max(most or 0, 1)
        end
    end
    return most ~= math.huge and most or nil
end

local function arguments(n)
    local list = {}
    for i = 1, n do
        list[i] = i
    end
    return table.unpack(list)
end

local tried, untried = 0, {}
for name, page in pairs(pages.all()) do
    local class, method = name:match "^([%w_]+):([%w_]+)$"
    local most, value = most_of(name, page), values[class]
    local known = class and value ~= nil or not class and not page.topic
    if most and not known then
        untried[#untried + 1] = name
    elseif most then
        local function call()
            if class then
                return value[method](value, arguments(most + 1))
            end
            return pages.value(name)(arguments(most + 1))
        end
        local ok, err = pcall(call)
        local pattern = "^[^\n]-:%d+: (" .. name:gsub("%p", "%%%0") .. ": expected .*)$"
        local words = tostring(err):match(pattern) or tostring(err)
        t.ok(not ok and words:find(", got " .. (most + 1) .. " argument", 1, true), name .. ": " .. words)
        tried = tried + 1
    end
end
table.sort(untried)
t.equal(untried, {}, "every page with a usage is of a function or a type that is tried here")
t.ok(tried > 100, "functions and methods: " .. tried)

-- Every law and problem with values by place: the error shows the form.
for _, module in ipairs {"dist", "problem"} do
    for name in pairs(core[module].registry) do
        local made, why = pcall(pages.value(module)[name], arguments(9))
        local words = ("%s.%s: expected %s.%s[({]"):format(module, name, module, name)
        t.ok(not made and why:find(words), ("%s by place: %s"):format(name, tostring(why)))
    end
end

-- Every law and problem of an object in place of its options: whose fields they are not.
for _, module in ipairs {"dist", "problem"} do
    for name in pairs(core[module].registry) do
        for kind, value in pairs(values) do
            local made, why = pcall(pages.value(module)[name], value)
            t.ok(made or not why:find "%[debias%]", ("%s.%s of a %s: %s"):format(module, name, kind, why))
        end
    end
end

-- A nil among the methods of an experiment.
for _, name in ipairs {"compare", "tune", "complexity"} do
    local options = {problem = p, step = 0.1, methods = {nil, {"bsgd"}}, grid = name == "tune" and {m = {1}} or nil}
    options[name == "complexity" and "eps" or "samples"] = name == "complexity" and {0.1} or 100
    local words = [[: option 'methods': expected "name" or a table {"name", ..}, got nil at element 1]]
    t.raises(function() require "debias"[name](options) end, name .. words, name .. " with a nil as method")
end

-- A text of any length as first argument: the error shows its beginning, and what is wrong after it.
local long = ("αβγ "):rep(1e4)
for name, page in pairs(pages.all()) do
    local class, method = name:match "^([%w_]+):([%w_]+)$"
    local value = not class and not page.topic and pages.value(name) or class and values[class]
    if value and name ~= "edit" then -- which opens the user's editor
        local done, why = pcall(function()
            return class and value[method](value, long) or not class and value(long)
        end)
        why = tostring(why)
        t.ok(done or #why <= 1300 and utf8.len(why), ("%s of a long text: %d bytes"):format(name, #why))
    end
end

-- The form that is meant, with the numbers that were given.
for _, row in ipairs {
    {function() vec(1, 2, 3) end, "vec: expected vec{1, 2, 3}, got 3 arguments"},
    {function() poly(0, 0, 1) end, "poly: expected poly{0, 0, 1}, got 3 arguments"},
    {function() dist.normal(0, 1) end, "dist.normal: expected dist.normal{mean=0, sd=1}, got 2 arguments"},
    {function() pow2(1, 2, 3) end, "pow2: expected pow2(a, b), got 3 arguments"},
    {function() b:slopes({from = 4}, 1) end, "bias:slopes: expected c:slopes([{from=, to=}]), got 2 arguments"},
    {function() problem.maml_sine(1, 2) end, "problem.maml_sine: expected problem.maml_sine{..}, got 2 arguments"},
    {function() p:check(1, 2, 3) end, "problem:check: expected p:check(vec{1, 2, 3}), got 3 arguments"},
    {function() p:objective(1, 2) end, "problem:objective: expected p:objective(vec{1, 2}), got 2 arguments"},
    {function() p:gradient(vec{1, 2}, 3) end, "problem:gradient: expected p:gradient(x), got 2 arguments"},
    {function() estimator(p, {}):expected(1, 2) end,
        "estimator:expected: expected e:expected(vec{1, 2}), got 2 arguments"},
    {function() dist.empirical(1, 2, 3) end, "dist.empirical: expected dist.empirical(vec{1, 2, 3}), got 3 arguments"},
    {function() d:pdf(1, 2) end, "dist:pdf: expected d:pdf(vec{1, 2}), got 2 arguments"},
    {function() vec{1, 2}:dot(vec{1, 2}, 3) end, "vec:dot: expected v:dot(w) or v:dot(M), got 2 arguments"},
    {function() p:minimizer(3) end, "problem:minimizer: expected p:minimizer(), got 1 argument"},
    {function() b:spec(1, 2) end, "result:spec: expected r:spec(), got 2 arguments"},
} do
    t.raises(row[1], row[2], row[2])
end

-- nil after the arguments does not count.
t.equal(pow2(1, 4, nil, nil), vec{1, 2, 4}, "nil is no argument")
t.near(vec{3, 4}:norm(nil), 5, 1e-15, "nor for a method")

-- What a call returns after a point may follow it.
t.near(p:objective(p:minimizer()), select(2, p:minimizer()), 1e-15, "the objective at the minimizer")
t.equal(#p:gradient(p:minimizer()), 2, "the gradient")
t.equal(#estimator(p, {m = 1}):expected(p:minimizer()), 2, "the expected estimate")
t.equal(p:check(p:minimizer()), p:check((p:minimizer())), "the derivatives")
t.raises(function() p:objective((p:minimizer()), 3) end, "problem:objective: expected p:objective(x), got 2 arguments")

-- The functions of math, known by their upvalue (others are Lua's own), other values that can be called, and gradients
-- of such. Lua drops what a function of its own does not take, and so does its gradient.
local two = {log = true, atan = true, fmod = true}
local any = {max = true, min = true}
local one = {poly = poly{0, 1}, inv_sqrt = schedule.inv_sqrt(1), constant = schedule.constant(1)}
for name, f in pairs(require "debias".math) do
    if type(f) == "function" and debug.getupvalue(f, 1) and not name:find "random" then
        one[name] = f
    end
end
for name, f in pairs(one) do
    for _, x in ipairs {0.5, vec{0.5}} do
        local value = core.system.kind(f) == "schedule" and 1 or x
        for n = 2, 4 do
            local list = {value, value, value, value}
            local done, why = pcall(f, table.unpack(list, 1, n))
            t.equal(done, any[name] or two[name] and n == 2 or false, ("%s of %d"):format(name, n))
            t.ok(done or why:find(("%%f[%%w]%s: expected [%%w.]+%%(.*%%), got %d arguments$"):format(
                core.system.kind(f) or "math." .. name, n)), why)
        end
        t.ok(any[name] or name == "fmod" or pcall(f, value, nil, nil), name .. ": nil is no argument")
    end
end
t.raises(function() grad(math.exp)(3, 4) end, "math.exp: expected math.exp(x), got 2 arguments", "a gradient of one")
t.equal(grad(function(x) return x * x end)(3, 4), 6.0, "a gradient of a function of Lua's")
t.equal(vec{1, 4}:map(math.sqrt), vec{1, 2}, "map")

-- As f and others of a problem, which are given xi, too, such a function gets the first argument.
for name, more in pairs {
    exp = {f = math.exp}, log = {f = math.log, x0 = {40}}, poly = {f = poly{1, 2, 3}, grad_f = poly{2, 6}},
    ["grad of math"] = {f = grad(math.exp)},
    grad_f = {f = function(y) return math.exp(y) end, grad_f = math.exp},
    ["grad of Lua"] = {f = grad(function(y, xi) return xi * y ^ 2 end)},
    g_mean = {f = math.exp, g = function(x, xi, eta) return math.exp(x) + eta + 0 * xi end, g_mean = math.exp},
} do
    local o = {dim = 1, outer = {1, 2}, inner = dist.normal{mean = 0, sd = 0.1},
        g = function(x, xi, eta) return xi * x[1] + eta end, x0 = {0.25}}
    for key, value in pairs(more) do
        o[key] = value
    end
    t.ok(problem.new(o):check().ok, name .. " in a problem")
end
t.done()
