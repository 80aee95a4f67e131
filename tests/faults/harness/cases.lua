-- What is tried while something fails: small calls that between them use every part of the library. Each returns what
-- it computed, and the files that it wrote, as text; a failure may leave neither another text nor a part of a file.
--   {name, function(path) -> text, varies = whether it tells what the system gives}; path(name): a file of the
--   case's own, which is not there before. What a failure leaves as "checkpoint" is there in the next call, which must
--   go on from it; "given" is a file that only the test writes.
local memory = ...
local law = dist.ramp(0, 2)
local normal = dist.normal{mean = 0, sd = 0.5}
local small = problem.invariant_logistic{n = 20, d = 2, noise_var = 1}
local common = {problem = small, method = "e-bsgd", m = 2, step = 0.01, steps = 6, reps = 2, record = 4, threads = 1}

local tap = dofile "tests/lua/harness/tap.lua"
local with = tap.over

local function read(path)
    local file <close> = assert(io.open(path, "rb"))
    return assert(file:read "a")
end

local function write(path, text)
    local file <close> = assert(io.open(path, "wb"))
    assert(file:write(text))
    assert(file:close())
    return path
end

-- Runs without the column that differs from run to run.
local function rows(r)
    local text = {}
    for _, row in ipairs(r:rows()) do
        row.seconds = nil
        for _, key in ipairs{"rep", "step", "samples", "gap", "objective", "norm"} do
            text[#text + 1] = ("%s=%s"):format(key, row[key])
        end
    end
    return table.concat(text, "\n")
end

-- What f prints on standard output; that it reports a failure is as good as an error.
local function printed(path, f)
    local done, why = memory.printing(path "printed", f)
    local text = read(path "printed")
    assert(done and not text:find("not enough memory", 1, true), why or text)
    return text
end

local curve = plot(vec{1, 2, 4, 8}, vec{0.2, 0.1, 0.05, 0.02}, {label = "\\xi_0", title = "One",
    x = {label = "m", scale = "log2"}, y = {label = "F(x_t) - F^*", scale = "log"}, fit = {slope = -1}})
curve:hline(0.1, {label = "goal"}):window(2, 4)
local pair = panels{curve, plot(vec.linspace(0, 1, 20), vec.linspace(0, 1, 20) ^ 2, {label = "square"}); title = "Two"}
local histogram = plot{series = {{label = "a", edges = vec.linspace(0, 4, 5), y = {1, 4, 6, 2}}}}

local function saved(f, ending, options)
    return function(path)
        return read(f:save(path("a" .. ending), options))
    end
end

return {
    {"bias", function()
        return tostring(bias{q = poly{0, 0, 0, 0, 1}, dist = law, m = {1, 2}, reps = 200, threads = 1})
    end},
    {"bias of a function", function()
        local b = bias{q = function(s) return math.exp(s) + s ^ 2 end, dist = normal, m = {1, 2}, operators = {1, 2, 3},
            reps = 200, threads = 1}
        return tostring(b) .. tostring(b:slopes())
    end},
    {"operators", function()
        local both = 0.5 * (extrap.order(2) + extrap.order(4))
        return tostring(both) .. tostring(extrap.paper(2):bias(math.exp, normal, {m = 8}))
            .. tostring(extrap.order(3):estimate(math.exp, normal, {m = 2, reps = 100}).mean)
    end},
    {"laws", function()
        local list = {}
        for _, d in ipairs{dist.gamma{shape = 1.5, rate = 3}, dist.lognormal{meanlog = 0, sdlog = 0.5}:mean_of(2),
            dist.empirical{1, 2, 4}, dist.student_t{df = 3, location = 0}, dist.poisson{rate = 2}} do
            list[#list + 1] = tostring(d) .. tostring(d:mean()) .. tostring(d:draw(3))
        end
        return table.concat(list, "\n")
    end},
    {"run", function()
        return rows(run(common))
    end},
    {"run on two threads", function()
        return rows(run(with(common, {threads = 2, reps = 40, method = "e-bspiderboost", B1 = 4, B2 = 2})))
    end},
    {"run with functions", function()
        local r = run(with(common, {metrics = {norm = function(x) return x:norm() end}, step = schedule.inv_sqrt(0.01),
            update = "adam", prox = "l1", l1 = 0.1, on_record = function(row) return row.step > 4 end}))
        return rows(r) .. r.stop .. tostring(r:final().x)
    end},
    {"function that fails in a run", function()
        local calls = 0
        local function norm(x)
            calls = calls + 1
            return calls < 8 and x:norm() or error("gone wrong", 0)
        end
        local _, why = pcall(run, with(common, {metrics = {norm = norm}}))
        assert(type(why) == "string" and why:find "gone wrong", why)
        return why .. rows(unfinished())
    end},
    {"compare", function()
        local s = compare{problem = small, samples = 200, step = 0.01, reps = 4, threads = 1,
            methods = {{"bsgd", m = 2}, {"e-bsgd"}}}
        return tostring(s:advantage())
    end},
    {"tune", function()
        local t = tune{problem = small, samples = 200, reps = 2, threads = 1, methods = {{"bsgd"}},
            grid = {step = {0.01, 0.1}}}
        return tostring(t.best[1].step)
    end},
    {"saved run", function(path)
        local r = run(common)
        local file = r:save(path "run")
        local again = run.load(file)
        return read(file) .. rows(again) .. rows(again:resume{steps = 8})
    end},
    {"checkpoint", function(path)
        return rows(run(with(common, {checkpoint = path "checkpoint", checkpoint_every = 0})))
    end},
    {"problem of one's own", function()
        local p = problem.new{dim = 1, outer = dist.uniform(0, 1), inner = dist.uniform(0, 1),
            f = function(y) return y ^ 2 end, g = function(x, _, eta) return x - eta end}
        local parts = {}
        for i, row in ipairs(p:explain():rows()) do
            parts[i] = row.part .. row.runs
        end
        return table.concat(parts) .. tostring(p:objective(vec{0.2})) .. rows(run(with(common, {problem = p})))
    end},
    {"problem in plain Lua", function()
        local p = problem.new{dim = 1, outer = dist.uniform(0, 1), inner = dist.uniform(0, 1),
            f = function(y) if y > 0.1 then return y ^ 2 end return y end,
            grad_f = function(y) if y > 0.1 then return 2 * y end return 1 end,
            g = function(x, _, eta) return x - eta end}
        return rows(run(with(common, {problem = p, x0 = vec{0.4}})))
    end},
    {"problems", function()
        local list = {}
        for name, options in pairs{instrumental = {n = 20}, maml_sine = {n = 4, hidden = {3}}} do
            local p = problem[name](options)
            list[#list + 1] = name .. tostring(p:objective(p:start())) .. tostring(p:gradient(p:start()))
        end
        table.sort(list)
        return table.concat(list, "\n")
    end},
    {"estimator", function()
        local e = estimator(small, {method = "e-bsgd", m = 2})
        return tostring(e:moments(nil, {reps = 100}).mean) .. tostring(e:sample(vec{0.1, 0.2}))
            .. tostring(e:expected(vec{0.1, 0.2}))
    end},
    {"levels", function()
        return tostring(estimator(small, {method = "v-mlmc", of = "value", L = 3}):levels(nil, {reps = 100}))
    end},
    {"value", function()
        local p = problem.new{dim = 0, outer = normal, inner = normal, g = function(_, a, b) return a + b end,
            f = function(y) return math.relu(y) end}
        local v = value{problem = p, eps = 0.1, seed = 1}
        return v.method .. v.value
    end},
    {"complexity", function()
        local c = complexity{problem = small, methods = {{"bsgd", B = 20, m = 1, step = 0.05}}, eps = {0.2, 0.1},
            reps = 2, threads = 1}
        return tostring(c) .. tostring(c:slopes()) .. tostring(theory.plan("bsgd", {eps = 0.1, problem = small}).m)
    end},
    {"sweep", function(path)
        local function estimate(v)
            return extrap.order(v.order):estimate(math.exp, normal, {m = v.m, reps = 50})
        end
        local over = {m = {1, 2}, order = {1, 2}}
        local r = sweep{over = over, checkpoint = path "checkpoint", threads = 1, run = estimate}
        for _, row in ipairs(r:rows()) do
            assert(not row.failed, row.failed) -- a point that has no memory fails alone
        end
        return read(r:csv(path "csv"))
    end},
    {"sweep by workers", function()
        return tostring(sweep{over = {m = {1, 2, 3, 4}}, threads = 2, run = function(v) return {twice = 2 * v.m} end})
    end},
    {"correct", function()
        local x, id = {}, {}
        for i = 1, 40 do
            x[i], id[i] = (i * 37 % 40) / 20, i // 4
        end
        return tostring(correct(math.exp, x)) .. tostring(correct(math.exp, x, {by = id}):groups())
    end},
    {"csv", function(path)
        local t = csv.read(write(path "given", "a,b,c\n1,2.5,x\n3,4,y z\n-1e3,7,\"q\"\"r\"\n"))
        return read(csv.write(path "out.csv", t)) .. tostring(t.a)
    end},
    {"json", function(path)
        local file = bias{q = math.exp, dist = normal, m = {1, 2}, reps = 50, threads = 1}:json(path "a.json")
        return read(file) .. tostring(json.read(file).m)
    end},
    {"npz", function(path)
        local r = bias{q = math.exp, dist = normal, m = {1, 2}, reps = 50, threads = 1}
        r:npz(path "a.npz")
        npy.write(path "a.npy", vec{1, 2, 3})
        return tostring(npz.read(path "a.npz").m) .. tostring(npy.read(path "a.npy"))
    end},
    {"vec and mat", function()
        local m = mat{{4, 1}, {1, 3}}
        return tostring(m) .. tostring(m:dot(vec{1, 2})) .. tostring(vec.linspace(0, 1, 7):map(math.exp))
    end},
    {"traced", function()
        local g = grad(function(x) return math.exp(x[1]) * x[2] ^ 2 end)
        return tostring(g(vec{0.5, 2}))
    end},
    {"figure:save to PDF", saved(curve, ".pdf")},
    {"figure:save to pgfplots", saved(curve, ".tex")},
    {"figure:save to gnuplot", saved(curve, ".gp")},
    {"figure:save to PNG", saved(curve, ".png", {dpi = 60})},
    {"figure:save to SVG", saved(curve, ".svg", {theme = "slides"})},
    {"figure:text", function()
        return curve:text() .. histogram:text{charset = "braille"} .. curve:describe()
    end},
    {"panels", saved(pair, ".pdf")},
    {"panels as text", function() return pair:text{cols = 100, rows = 40} end},
    {"histogram", saved(histogram, ".png", {dpi = 50})},
    {"layout", function() return pair:layout() end},
    {"plot of a run", function(path)
        local f = run(common):plot{y = "gap"}
        return read(f:save(path "a.svg"))
    end},
    {"reproduce", function(path)
        local b = bias{q = poly{0, 0, 1}, dist = law, m = {1, 2}, reps = 50, threads = 1}
        local _, same, why = reproduce(b:plot():save(path "a.pdf"))
        assert(same ~= nil, why)
        return tostring(same) .. tostring(why)
    end},
    {"reproduce a saved run", function(path)
        local _, same = reproduce(run(common):save(path "a.run"))
        return tostring(same)
    end},
    {"figure of the gallery", function()
        return figure("5c", {quick = true}):layout()
    end},
    {"help", function(path)
        return printed(path, function()
            help "bias"
            help "figure:save"
            help "??bias"
            help()
        end)
    end},
    {"lesson", function(path)
        local l = lesson.new{title = "One", steps = {{text = "What is 1 + 1?", ask = "guess", hint = "count",
            run = function() return 2, curve end, explain = "It is 2."}}}
        return read(lesson(l):save(path "handout.pdf"))
    end},
    {"doctor", function(path)
        return printed(path, doctor)
    end, varies = true},
    {"demo and example", function(path)
        return printed(path, function()
            demo()
            example "bias"
        end)
    end},
    {"save_session", function(path)
        save_session(path "session.lua")
        return "saved"
    end},
}
