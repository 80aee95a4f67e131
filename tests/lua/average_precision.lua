-- average_precision as Lua sees it: sizes, errors, exact values against samples; and a problem's own measures as
-- columns of runs.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"

-- sizes and defaults ---------------------------------------------------------------------------------------------

local p = problem.average_precision{}
t.equal({p.dim, p.inner_dim, p.n, p.name}, {10, 2, 100, "average_precision"}, "sizes")
t.equal(p:start(), vec.zeros(10), "a linear scorer starts at 0")
t.near({p:objective()}, {-0.05, 0}, 1e-15, "all scores equal: the positives' part, exact")
t.near(p:measure().ap, 0.05, 1e-15, "and so is the average precision")
t.equal({p:minimizer()}, {nil, "the objective of average_precision is not convex"}, "no minimizer")
local data = p:data()
t.equal({data.a.rows, data.a.cols, #data.b, data.b:sum()}, {2000, 10, 2000, -1800}, "data: all rows, 100 positives")
t.equal(problem.average_precision{data=data}:gradient(), p:gradient(), "its own data give the same problem")
t.ok(problem.average_precision{data_seed=2}:data().a ~= data.a, "data_seed changes the data")
local network = problem.average_precision{n=60, d=3, positive=0.2, hidden={4, 2}}
t.equal({network.dim, network.n}, {3 * 4 + 4 + 4 * 2 + 2 + 2 + 1, 12}, "a network's weights")
t.equal(problem.average_precision{hidden={}}.dim, 10, "hidden={} is linear")
t.ok(network:start() ~= problem.average_precision{n=60, d=3, positive=0.2, hidden={4, 2}, data_seed=2}:start(),
    "data_seed draws a network's start")
local logistic = problem.average_precision{n=50, loss="logistic", l2=0.1}
for name, each in pairs {linear=p, network=network, logistic=logistic} do
    t.ok(each:check().ok, name .. ": derivatives agree with differences")
end

-- the draws as printed: without r, here 1/4, so that every estimate is 4 times as large, to the last bit ------------

local function quarter(as_printed, hidden)
    return problem.average_precision{n=40, d=3, positive=0.25, hidden=hidden, as_printed=as_printed}
end
local ours, printed, at = quarter(false), quarter(true), vec{0.3, -0.2, 0.5}
t.ok(quarter(true, {3}):check().ok and printed:check().ok, "as printed: derivatives agree with differences")
t.equal({printed:objective(at), printed:gradient(at)}, {4 * ours:objective(at), 4 * ours:gradient(at)}, "F / r")
t.equal(printed:measure(at).ap, ours:measure(at).ap, "the average precision is that of the rows")
local both = problem.average_precision{n=40, d=3, positive=0.25, as_printed=true, l2=0.5}
t.near(both:objective(at), printed:objective(at) + 0.25 * at:dot(at), 1e-15, "the penalty is not multiplied")
for _, hidden in ipairs {{}, {3}} do
    for _, o in ipairs {{method="bsgd", m=3}, {method="e-bspiderboost", m=70}, {method="e-bsgd", m=2, share=true},
        {method="e-nestedvr", S1=4, S2=2}, {method="msvr", m=2}} do
        local ends = {}
        for i, as_printed in ipairs {false, true} do
            local options = {problem=quarter(as_printed, hidden), steps=20, step=as_printed and 0.0025 or 0.01}
            for key, value in pairs(o) do
                options[key] = value
            end
            ends[i] = run(options):final().x
        end
        t.equal(ends[2], ends[1], ("%s, %d layers: as printed with a quarter of the step"):format(o.method, #hidden))
    end
end

-- errors ---------------------------------------------------------------------------------------------------------

local a, b = mat{{1, 2}, {3, 4}, {5, 6}}, vec{1, -1, -1}
for message, o in pairs {
    ["data needs both a (mat) and b (vec)"] = {data={a=a}},
    ["data.a and data.b must have the same number of rows"] = {data={a=a, b=vec{1, -1}}},
    ["data.b must hold 1 and -1 only (labels 0 and 1: give 2 b - 1)"] = {data={a=a, b=vec{1, 0, 0}}},
    ["data.b must hold both labels, 1 and -1"] = {data={a=a, b=vec{1, 1, 1}}},
    ["n, d and positive do not go with data"] = {data={a=a, b=b}, positive=0.1},
    ["data_seed does not go with data and a linear scorer, nothing is random"] = {data={a=a, b=b}, data_seed=3},
    ["n times positive must leave rows of both classes"] = {n=20, positive=0.01},
    ["option 'positive': expected a number with 0 < value < 1, got 1"] = {positive=1},
    ["option 'n': expected a whole number from 2 to 4294967295, got 1"] = {n=1},
    ["option 'loss': expected one of sigmoid|logistic, got 'hinge'"] = {loss="hinge"},
    ["option 'hidden': expected a network of at most 512 units and 16384 weights"] = {hidden={400, 400}},
    ["option 'hidden': expected at most 7 layers"] = {hidden={1, 1, 1, 1, 1, 1, 1, 1}},
    ["expected rows of at most 16384 numbers"] = {data={a=mat.new(2, 16385), b=vec{1, -1}}},
    ["unknown option 'postive', did you mean 'positive'?"] = {postive=0.1},
} do
    t.raises(function() problem.average_precision(o) end, "problem.average_precision: " .. message, message)
end
t.equal(problem.average_precision{data={a=a, b=b}, hidden={2}, data_seed=3}.n, 1, "data_seed with data and a network")
t.raises(function() p:measure{1} end, "problem:measure: expected x of length 10, got length 1", "measure: lengths")
t.equal({problem.instrumental{n=5}:measure()}, {nil, "this problem defines no measures"}, "no measures")

-- estimates ------------------------------------------------------------------------------------------------------

local small = problem.average_precision{n=40, d=3, positive=0.3}
local x = vec{0.3, -0.2, 0.5}
t.equal({estimator(small, {m=2}):expected(x)}, {nil, "the law of this problem's block means is not known"},
    "no exact expectation")

-- The exact mean of f at one draw (m = 1), by all of its draws, which are as many as positives x positives x rows.
local function exact_value()
    local rows, sum = small:data().a, 0
    local n, all = small.n, rows.rows
    local function l(j, i)
        return 1 / (1 + math.exp(rows[i]:dot(x) - rows[j]:dot(x)))
    end
    for i = 1, n do
        local first, second = 0, 0
        for j = 1, n do
            first = first + l(j, i) / n
        end
        for k = 1, all do
            second = second + 1 / l(k, i) / all
        end
        sum = sum - n / all * first * second / n
    end
    return sum
end
local m = estimator(small, {of="value", m=1}):moments(x, {reps=quick and 4000 or 1e5})
t.near(m.mean, exact_value(), 5 * m.se, "values of one draw have the mean of all draws")
local many = estimator(small, {m=4000}):moments(x, {reps=quick and 20 or 400})
for j = 1, 3 do
    t.near(many.mean[j], small:gradient(x)[j], 5 * many.se[j] + 2e-4, "estimates from many draws: part " .. j)
end
for _, o in ipairs {{method="e-bsgd", m=3, B=5}, {method="bsgd", m=70, share=true}, {method="e-bspiderboost", m=2}} do
    local ends = {}
    for i, run_options in ipairs {{threads=1, reps=3}, {threads=2, reps=3}, {threads=1, reps=1}} do
        for key, value in pairs(o) do
            run_options[key] = value
        end
        run_options.problem, run_options.record, run_options.step, run_options.steps = network, 3, 0.003, 40
        ends[i] = run(run_options):final().x
    end
    t.ok(ends[1] == ends[2] and ends[1]:row(1) == ends[3]:row(1), o.method .. ": same bits")
end

-- measures as columns --------------------------------------------------------------------------------------------

local function again(w)
    return small:measure(w).ap
end
local o = {problem=small, method="bsgd", m=5, step=0.02, samples=2000, record=5, reps=3, seed=4,
    metrics={again=again}}
local r = run(o)
local final = r:final()
t.near(final.ap, (again(final.x[1]) + again(final.x[2]) + again(final.x[3])) / 3, 1e-15, "column ap: the mean at x")
t.equal({final.ap_lo, final.ap_hi}, {final.again_lo, final.again_hi}, "its limits")
t.equal({final.gap, final.distance}, {nil, nil}, "no gap, no distance")
t.equal(tostring(r):match "^[^\n]*", "step  samples  objective  objective_lo  objective_hi     ap", "ap is printed")
local names = {}
for name in io.lines(r:csv(t.path "r.csv"))():gmatch "[^,]+" do
    names[#names + 1] = name
end
t.equal(table.concat(names, " ", 6), "objective objective_lo objective_hi grad2 grad2_lo grad2_hi ap ap_lo ap_hi "
    .. "again again_lo again_hi", "columns in files")
local handle = assert(io.open(r:json(t.path "r.json")))
t.equal(tonumber(handle:read "a":match '.*"ap":([%d.e-]+)'), final.ap, "ap in JSON")
handle:close()
t.equal(r:rows{by_rep=true}[3].ap, again(small:start()), "by replicate")
local seen = {}
o.on_record = function(row)
    seen[#seen + 1] = row.ap
end
run(o)
t.equal(seen, r:columns().ap:table(), "on_record's rows")
o.on_record = nil
for _, name in ipairs {"ap", "ap_lo", "ap_hi"} do
    t.raises(function()
        run{problem=small, method="bsgd", step=1, steps=1, metrics={[name]=again}}
    end, ("run: option 'metrics': '%s' is a column already"):format(name), "a metric called " .. name)
end
local other = run{problem=problem.instrumental{n=5}, method="bsgd", step=1e-4, steps=3, metrics={
    ap = function() return 1 end,
}}
t.equal(other:final().ap, 1, "another problem has no such column")
local metrics = {}
for i = 1, 16 do
    metrics["m" .. i] = again
end
t.raises(function() run{problem=small, method="bsgd", step=1, steps=1, metrics=metrics} end,
    "run: option 'metrics': expected at most 15", "too many columns")

-- saved, loaded, resumed
local path = r:save(t.path "r.run")
local loaded = run.load(path)
t.equal(tostring(loaded), tostring(r), "a loaded run prints the same")
o.samples = 4000
local whole = run(o)
local more = r:resume{samples=4000}
t.equal(more:final().x, whole:final().x, "resumes to the same points")
t.equal(more:columns().ap[3], r:columns().ap[3], "old rows are kept")
t.equal(loaded:resume{samples=4000, metrics={again=again}}:final().ap, more:final().ap, "from the file, too")
t.raises(function() loaded:resume{samples=4000, metrics={other=again}} end,
    "run:resume: option 'metrics': expected functions of the names again", "the metrics that were there")

-- no gap: the objective is what experiments rank by, and they say so
local s = compare{problem=small, samples=2000, step=0.02, reps=4, record=20, methods={{"bsgd", m=10}, {"e-bsgd", m=5}}}
local rows = s:advantage():rows()
t.near(rows[1].mean - rows[2].mean, rows[2].advantage, 1e-15, "advantage: of the objective")
t.equal(tostring(s:advantage()):match "[^\n]*$", "the least F is not known, there is no gap: objectives are compared",
    "advantage: says so")
t.ok(s:plot():describe():find "^F%(x%) against oracle calls", "plot: the objective")
t.raises(function() s:plot{y="gap"} end, "compare:plot: no column 'gap': the least F is not known, take 'objective'",
    "plot: why there is no gap")
t.ok(s:plot{y="ap"}:describe():find "^average precision against oracle calls", "plot: the measure by its meaning")
t.ok(not s:plot{y="ap"}:describe():find("(logarithmic)", 1, true), "plot: on a linear axis")
t.equal(s:columns().ap_hi[4] ~= nil, true, "compare has the column")
local tuned = tune{problem=small, samples=2000, methods={{"bsgd", m=10}}, grid={step={0.002, 0.02}}}
t.equal(tuned.best, {{"bsgd", m=10, step=0.02}}, "tune: the least objective")
t.ok(tostring(tuned):find("\nthe least F is not known, there is no gap: best is the least mean objective\n", 1, true),
    "tune: says so")
t.ok(tuned:plot():describe():find "^mean objective over the second half against step", "tune: plots it")
t.raises(function() run{problem=small, method="bsgd", step=1, steps=1, tol=0.1} end,
    "run: option 'tol': this problem has no gap, its least value is not known", "no tol")

-- the table that comes with the program ---------------------------------------------------------------------------

local cells, columns = csv.example "breast_cancer"
t.equal({#columns, columns[1], columns[2], #cells.malignant, cells.malignant:sum()},
    {31, "malignant", "radius_mean", 569, 212}, "csv.example")
t.equal({cells.radius_mean:min(), cells.area_worst:max()}, {6.981, 4254}, "as its source describes it")
t.raises(function() csv.example "iris" end, "csv.example: no table 'iris', there are breast_cancer", "no such table")
t.raises(function() csv.example "breast_cancr" end,
    "csv.example: no table 'breast_cancr', did you mean 'breast_cancer'?", "the nearest table")

t.done()
