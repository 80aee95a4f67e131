-- value{..} by every method: closed forms, what ends it and how it goes on, the same bits however it was divided, and
-- the choice of the cheapest.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"
local N = dist.normal{mean = 0, sd = 1}

-- Closed forms. Two options, of which the second is worth theta + eta given theta; the log evidence of a normal model,
-- log E exp(s eta) = s^2/2; the largest of three independent normals; a jump; log E exp(a + b) = E a + 1/2.
local s = 0.8
local function problem_of(outer, g, f)
    return problem.new{dim = 0, outer = outer, inner = N, g = g, f = f}
end
local function sum(_, theta, eta)
    return theta + eta
end
local function greatest(y)
    return y:max()
end
local forms = {
    evppi = {1 / math.sqrt(2 * math.pi), problem_of(N, function(_, a, b) return vec{0, a + b} end, greatest)},
    evidence = {0.9 + s ^ 2 / 2, smooth = true,
        problem_of({-1, 0, 0.5, 2, 3}, function(_, a, b) return math.exp(a + s * b) end, math.log)},
    three = {3 / (2 * math.sqrt(math.pi)), problem_of(dist.normal{mean = {0, 0, 0}, sd = {1, 1, 1}},
        function(_, a, b) return a + vec{0, b, -b} end, greatest)},
    jump = {0.30853753872598690, problem_of(N, sum, function(y) return where(y - 0.5, 1, 0) end)},
    log = {0.5, problem_of(N, function(_, a, b) return math.exp(a + b) end, math.log), smooth = true},
}
local evppi, evidence = forms.evppi[2], forms.evidence[2]
local eps = quick and 0.1 or 0.03

local methods = {
    {method = "bsgd"}, {order = 2}, {order = 3}, {operator = extrap.paper(2), m = 2}, {method = "rt-mlmc"},
    {method = "v-mlmc"}, {method = "ru-mlmc"}, {method = "auto"},
}

local function words(options)
    return ("%s %s"):format(options.method or "order", options.order or options.operator and "paper" or "")
end

local function bits(v)
    return ("%a %a %a"):format(v.value, v.se, v.bias)
end

local function each_form(options)
    for name, form in pairs(forms) do
        if form.smooth or options.method ~= "ru-mlmc" then
            local v = value(t.over(options, {problem = form[2], eps = eps, seed = 1}))
            local off = math.abs(v.value - form[1])
            t.ok(off <= 5 * v.se + v.bias, ("%s, %s: off by %.2g, se %.2g, bias %.2g"):format(words(options), name, off,
                v.se, v.bias))
            t.ok(v.reached and v.rmse <= eps and v.bias <= eps / math.sqrt(2), "within eps: " .. name)
        end
    end
end
for _, options in ipairs(methods) do
    each_form(options)
end

-- What may end it, and what goes on from there: all of it has the bits of what was left alone.
local path = t.path "kept"
local function goes_on(options)
    local own = t.over(options, {problem = options.method == "ru-mlmc" and evidence or evppi, seed = 2})
    local fine = t.over(own, {eps = eps})
    local whole, name = value(fine), words(options)
    t.equal(bits(value(t.over(fine, {threads = 3}))), bits(whole), name .. ": three threads")
    local cut = value(t.over(fine, {samples = whole.cost // 2}))
    t.ok(not cut.reached and cut.cost <= whole.cost // 2 + 4096 and cut.why == "the samples were spent"
        and cut.value == cut.value, name .. ": ended by samples, with a value")
    if options.method ~= "auto" then
        t.equal(bits(cut:resume{eps = eps}), bits(whole), name .. ": resume goes on where it was")
        local both = value(t.over(own, {eps = {2 * eps, eps}}))
        t.equal(bits(value(t.over(own, {eps = 2 * eps})):resume{eps = eps}), bits(both), name .. ": from eps to eps")
        t.equal(#both.report, 2, name .. ": a row for each eps")
        t.ok(options.method == "v-mlmc" or both.value == whole.value, name .. ": the same value at once")
    end
    os.remove(path)
    for part = 1, 40 do
        local seconds = 1e-9 + 0.001 * (part - 1)
        local kept = value(t.over(fine, {checkpoint = path, seconds = seconds, threads = part % 3 + 1}))
        if kept.reached then
            t.equal(bits(kept), bits(whole), name .. ": a checkpoint gone on with until it was over")
            break
        end
    end
    t.equal(bits(value(t.over(fine, {checkpoint = path}))), bits(whole), name .. ": of what is over nothing is drawn")
end
for _, options in ipairs(methods) do
    goes_on(options)
end

-- samples alone: both errors fall until they are spent. Half of them at most go to the search.
local function one(options)
    return value(t.over({problem = evppi, eps = quick and 5e-2 or 1e-2, seed = 3}, options))
end
for _, options in ipairs {{order = 2}, {method = "rt-mlmc"}, {method = "ru-mlmc"}} do
    local few = value(t.over(options, {problem = evidence, samples = 2e4, seed = 1}))
    local many = value(t.over(options, {problem = evidence, samples = 4e5, seed = 1}))
    t.ok(not few.reached and few.cost > 1.5e4 and few.cost <= 2.05e4, words(options) .. ": samples alone are spent")
    t.ok(many.rmse < few.rmse / 2, words(options) .. ": more of them leave less error")
    local off = math.abs(few.value - forms.evidence[1])
    t.ok(off <= 5 * few.se + few.bias, words(options) .. ": within what it states")
end
local timed = value{problem = evppi, order = 2, seconds = 0.02, seed = 1}
t.equal(timed.why, "the time was over", "seconds alone")
local beyond = one{order = 1, eps = 1e-9, samples = 1e5}
t.equal({beyond.reached, beyond.why}, {false, "the samples were spent"}, "an operator out of samples")
t.ok(beyond.cost > 9e4 and beyond.cost <= 1e5 and beyond.m > 1 and beyond.se < 0.03,
    "keeps half of them for the value")
t.ok(tostring(beyond):find "ended before that: the samples were spent", "and says so")
local spent = value{problem = evppi, method = "rt-mlmc", L = 4, se = 1e-3, samples = 1e5, seed = 3}
t.ok(spent.cost > 8e4 and spent.why == "the samples were spent", "random levels spend the samples they are given")
local fixed = one{method = "rt-mlmc", L = 1}
t.ok(not fixed.reached and fixed.L == 1 and fixed.why == "the bias is larger than that", "L is not raised where given")

-- What is known of the bias.
local law = problem.invariant_logistic{n = 100, d = 3, noise_var = 1, l2 = 0.1}
local sure = value{problem = law, x = {1, 2, 3}, eps = 0.05, order = 2, seed = 1}
t.equal(sure.bias_status, "proved", "a bias that is known")
t.near(sure.bias, math.abs(estimator(law, {of = "value", order = 2, m = sure.m}):expected{1, 2, 3} - sure.exact), 1e-12,
    "is that of its expectation")
t.ok(math.abs(sure.error) <= 5 * sure.se + sure.bias, "order 2, with a penalty")
local unbiased = value{problem = evidence, method = "ru-mlmc", eps = eps, seed = 1}
t.ok(tostring(unbiased):find ", no bias %(proved%)\n", "no bias, in words")
t.ok(unbiased.bias == 0 and unbiased.bias_status == "proved" and unbiased.se <= eps, "all of eps is for sampling")
local doubling = one{order = 1}
local rows = doubling:rows()
for i = 2, #rows do
    t.equal(rows[i].m, 2 * rows[i - 1].m, "m is doubled")
end
t.equal(rows[#rows].m, doubling.m, "up to the one that is taken")
t.equal({doubling.method, doubling.operator, doubling.bias_status, doubling.L}, {"bsgd", "order 1", "measured", nil},
    "fields of an operator, and none of levels")

-- Figures, which are reproduced: what doubling m changes and the bias, value, cost.
local report = value{problem = evppi, order = 2, eps = {4 * eps, 2 * eps}, seed = 1}
local drawn = report:plot()
t.equal(tostring(drawn), "figure: 3 panels", "a figure of an operator")
local seen = {}
for _, series in ipairs(drawn:data()) do
    seen[series.panel] = (seen[series.panel] or 0) + 1
end
t.equal(seen, {2, 1, 1}, "change and bias; the value; its cost")
for _, options in ipairs {{order = 2}, {method = "auto"}, {method = "rt-mlmc"}} do
    local figure = value(t.over(options, {problem = evppi, eps = 3 * eps, seed = 1})):plot()
    local _, same = reproduce(figure:save(t.path "value.svg"), {problem = evppi})
    t.ok(same, words(options) .. ": a figure is reproduced")
end
for _, p in ipairs {evppi, problem.invariant_logistic{n = 200, noise_var = 10}} do
    local on = value{problem = p, eps = 4 * eps, seed = 1}:resume{eps = 2 * eps}
    local _, same = reproduce(on:plot():save(t.path "value.svg"), {problem = p})
    t.ok(same, "so is one of what went on by the method that was chosen: " .. on.chosen:match "^[^,]*")
end

-- The cheapest is the default where there is one eps of a problem.
local function chosen(name, options)
    return value(t.over({problem = forms[name][2], eps = eps, seed = 1}, options))
end
local auto = chosen("evidence", {eps = 0.03})
t.ok(auto.chosen:find "ru%-mlmc about" and auto.chosen:find "order 2 about", "it says what others would take")
t.equal(auto.value, chosen("evidence", {eps = 0.03, method = auto.method}).value,
    "it is the value of the method that it takes")
t.ok(not chosen("evppi").chosen:find "ru%-mlmc", "no levels without end for a kink")
if not quick then
    t.equal(chosen("evppi", {eps = 5e-3}).method, "v-mlmc", "a kink and a small eps: multilevel Monte Carlo")
end
local easy = value{problem = problem.invariant_logistic{}, eps = 0.1, seed = 1}
t.ok(math.abs(easy.error) <= 5 * easy.se + easy.bias, "within what it states: " .. easy.method)
t.ok(easy.cost < easy.plain_cost and easy.m > 1, easy.method .. ": less than plain nested Monte Carlo")
for _, options in ipairs {
    {eps = {1, 2}}, {samples = 1e4}, {seconds = 0.01}, {se = 0.1}, {eps = 0.1, L = 3}, {n = {64}},
} do
    local v = value(t.over(options, {problem = evppi, seed = 1}))
    t.equal({v.method, v.chosen}, {"v-mlmc"}, "else v-mlmc")
end
t.equal(value{problem = evppi, method = "auto", eps = {3 * eps, 2 * eps}, seed = 1}.report:rows()[2].eps, 2 * eps,
    "several eps by the cheapest for the least one")

-- Wrong uses.
t.raises(function() value{problem = evppi, method = "auto", se = 1} end, "value: option 'method': auto goes with eps")
t.raises(function() one{order = 2, method = "v-mlmc"} end, "value: order does not go with v-mlmc")
t.raises(function() one{m = 2} end, "value: m does not go with auto")
t.raises(function() one{order = 2, operator = extrap.paper(2)} end, "value: order and operator exclude each other")
t.raises(function() value{problem = evppi, order = 2, n = {4}} end, "value: option 'n' goes with method v-mlmc")
t.raises(function() one{order = 2, samples = 3} end,
    "value: option 'samples': expected more, 3 is too few for a first estimate")

-- A checkpoint of something else says what it holds.
local files = {run = t.path "run.kept", sweep = t.path "sweep.kept", value = t.path "v.kept"}
local calls = {
    run = function(file)
        return function()
            run{problem = law, method = "bsgd", m = 2, step = 0.1, steps = 3, seed = 1, checkpoint = file}
        end
    end,
    sweep = function(file)
        return function()
            sweep{over = {m = {1, 2}}, run = function(v) return {y = v.m} end, checkpoint = file}
        end
    end,
    value = function(file)
        return function()
            value{problem = evppi, eps = 1, checkpoint = file}
        end
    end,
}
for name, file in pairs(files) do
    calls[name](file)()
end
for name in pairs(files) do
    for other, file in pairs(files) do
        if other ~= name then
            t.raises(calls[name](file), ("%s: cannot read %s'%s': it holds a %s, not a %s"):format(name,
                name == "run" and "" or "checkpoint ", file, other, name))
        end
    end
end
t.raises(function() run.load(files.value) end, ("run.load: cannot read '%s': it holds a value, not a run"):format(
    files.value))
compare{problem = law, steps = 3, step = 0.1, checkpoint = t.path "both", methods = {{"bsgd", m = 1}, {"bsgd", m = 2}}}
local part = t.path "both" .. "/01-bsgd_m=1"
t.raises(calls.value(part), ("value: cannot read checkpoint '%s': it holds a run, not a value"):format(part))

-- The penalty has no bias: m and cost are what they are without.
local function penalized(l2)
    local p = problem.new{dim = 2, outer = N, inner = N, l2 = l2, x0 = {1, 2}, f = function(y) return y * y end,
        g = function(x, a, b) return x[1] * a + x[2] + b end}
    local v = value{problem = p, eps = 0.5, order = 1}
    return {v.m, v.cost, v.value - 2.5 * l2}
end
local with, without = penalized(1), penalized(0)
for i = 1, 3 do
    t.near(with[i], without[i], 1e-9, "the penalty is no change")
end
for order = 1, 10 do
    local v = value{problem = evppi, order = order, eps = 0.5}
    t.ok(math.abs(v.value - forms.evppi[1]) < 5 * v.se + v.bias, "order " .. order)
end

-- A search that was ended before it knew any bias is drawn, too.
for _, method in ipairs {"bsgd", "e-bsgd", "auto"} do
    local v = value{problem = evppi, eps = 0.01, method = method, samples = 1100}
    t.ok(tostring(v:plot()):find "^figure", method .. ": a figure of the first draws")
end

-- A choice that a budget cut short is made again; what plain estimates cost is known from what was drawn last.
local cut = value{problem = evppi, eps = 0.05, method = "auto", samples = 7500}
t.equal(bits(cut:resume{eps = 0.05}), bits(value{problem = evppi, eps = 0.05}), "a choice cut short")
local later = value{problem = evppi, eps = 0.2, method = "bsgd"}:resume{eps = 0.05}
t.equal(later.plain_cost, value{problem = evppi, eps = 0.05, method = "bsgd"}.plain_cost, "the cost of plain estimates")

for _, method in ipairs {"bsgd", "e-bsgd", "ru-mlmc"} do
    for _, name in ipairs {"L", "L_most", "n0", "alpha", "beta"} do
        t.raises(function() value{problem = evppi, eps = 0.1, method = method, [name] = 10} end,
            ("value: option '%s' does not go with %s"):format(name, method))
    end
end

-- Levels of the user's: a checkpoint of other ones is refused.
local file = t.path "levels"
local function first(l, generator, n)
    local z = generator:normal(n)
    return z, l > 0 and z or nil
end
local function second(l, generator, n)
    local z = generator:normal(n) + 7
    return z, l > 0 and z or nil
end
local kept = value{levels = first, eps = 0.1, checkpoint = file}
t.equal(value{levels = first, eps = 0.1, checkpoint = file}.value, kept.value, "levels go on")
t.raises(function() value{levels = second, eps = 0.1, checkpoint = file} end,
    ("value: checkpoint '%s' is of another call: option 'levels' is another function there"):format(file))
-- What was chosen is printed once; what is not known is said in words.
local function text_of(f, options)
    local p = problem.new{dim=0, outer={a=vec{1, 2, 3}}, inner=function(rng) return rng:normal() end,
        g=function(_, xi, eta) return xi.a + eta end, f=f}
    local v = value(t.over({problem=p, eps=0.5, seed=1}, options or {}))
    return tostring(v), v
end
local constant, v = text_of(function(y) return 0*y + 3 end)
t.equal(select(2, constant:gsub("by a race of", "")), 1, "why it was chosen, once")
t.ok(not constant:find "nan", "a constant f")
local odd = text_of(function(y) return math.log(y) end, {method="ru-mlmc"})
local is_told = odd:find "bias not known\n" and odd:find "value not known"
t.ok(is_told and not odd:gsub("f gives nan", ""):find "nan", "values not finite")

-- Sentences alone are printed, whole in a window of 24 rows and 80 columns; the last one says where the rest is.
local fill = debug.getregistry()["debias.core"].use "text".fill
local function smooth(y) return y * y end
for name, options in pairs {
    chosen={}, levels={method="v-mlmc"}, ["random levels"]={method="rt-mlmc"}, ["no bias"]={method="ru-mlmc"},
    operator={order=2}, ["several eps"]={eps={1, 0.7, 0.5, 0.3}, method="v-mlmc"}, ended={eps=1e-9, samples=1e5},
} do
    local text, of = text_of(smooth, options)
    local lines = {}
    for line in text:gmatch "[^\n]+" do
        lines[#lines + 1] = fill(line, 80, "")
    end
    local high = 1 + select(2, table.concat(lines, "\n"):gsub("\n", ""))
    t.ok(high <= 20, ("%s: %d rows of a window"):format(name, high))
    t.ok(lines[1]:find("^value [%d.]+ by " .. of.method:gsub("%-", "%%-") .. ": standard error"),
        name .. ": the value first")
    t.ok(lines[#lines]:find(":rows() has what was drawn, .report a row for each eps", 1, true), name .. ": the rest")
    t.ok(#of:rows() > 0 and #of.report:rows() >= 1, name .. ": which is there")
end
local swept = sweep{over={eps={0.5}}, run=function() return v end}
t.equal({swept:rows()[1].method, swept:rows()[1].why}, {v.method, v.why}, "a sweep has its method and why it ended")
t.ok(t.read(v:json(t.path "value.json")):find('"report":%[{[^]]*"eps":0.5,'), "json has the rows of eps")
-- A whole number counts whether it is written 4 or 4.0.
local core = debug.getregistry()["debias.core"]
local read = core.options.table("whole", {{"n", "integer", default = 1, low = 1, high = 1e6, meaning = "any"}})
for _, n in ipairs {4, 4.0, 1e6} do
    local got = read("whole", {n = n}).n
    t.equal({math.type(got), got}, {"integer", math.tointeger(n)}, "n = " .. n)
end
local known = problem.instrumental{}
for _, each in ipairs {{method = "e-bsgd", m = 1024}, {method = "rt-mlmc", L = 4}, {method = "bsgd", m = 2048}} do
    local whole = t.over({problem = known, eps = 0.5, samples = 1e6}, each)
    local float = t.over(whole, {m = each.m and each.m + 0.0, L = each.L and each.L + 0.0})
    local got, other = value(float), value(whole)
    t.equal({got.value, got.cost}, {other.value, other.cost}, each.method .. ": the same")
end
t.done()
