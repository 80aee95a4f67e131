-- compare{..}: labels, pairs, advantages; and the race of the two methods at equal cost.
local t = dofile "tests/lua/harness/tap.lua"
local quick = os.getenv "QUICK"
local p = problem.invariant_logistic{n=50, d=3, noise_var=4}

local function go(methods, options)
    local all = {problem=p, step=0.01, samples=400, reps=4, record=20, methods=methods}
    for key, value in pairs(options or {}) do
        all[key] = value
    end
    return compare(all)
end

local function labels(methods, options)
    local list, seen = {}, {}
    for _, name in ipairs(go(methods, options):columns().method) do
        list[#list + 1] = not seen[name] and name or nil
        seen[name] = true
    end
    return list
end

-- Labels.
t.equal(labels{{"bsgd"}, {"e-bsgd"}}, {"bsgd", "e-bsgd"}, "names")
t.equal(labels{{"bsgd", m=2}, {"bsgd", m=4}, {"e-bsgd", m=2}}, {"bsgd m=2", "bsgd m=4", "e-bsgd"},
    "what differs, where a name comes twice")
t.equal(labels{{"bsgd"}, {"bsgd", m=4, step=0.1}}, {"bsgd step=0.01", "bsgd m=4 step=0.1"}, "options in order")
t.equal(labels{{"bsgd", label="one"}, {"bsgd", label="two"}}, {"one", "two"}, "labels of one's own")
t.equal(labels({{m=2}, {m=4}}, {method="e-bsgd"}), {"e-bsgd m=2", "e-bsgd m=4"}, "one method for all")
t.equal(labels{{method="bsgd"}, {method="e-bsgd"}}, {"bsgd", "e-bsgd"}, "the method as an option")

-- Runs: as run{..} makes them.
local set = go{{"bsgd", m=2}, {"e-bsgd", step=0.02}}
local alone = run{problem=p, method="e-bsgd", step=0.02, samples=400, reps=4, record=20}
t.equal(set:run "e-bsgd":final().x, alone:final().x, "a method's run is the run alone")
t.equal(set:run "e-bsgd":columns().gap, alone:columns().gap, "with its records")
t.equal(set:run "bsgd".label, "bsgd", "by its label")
t.equal(#set, #set:run "bsgd" + #set:run "e-bsgd", "all rows one after the other")
t.equal(set:rows()[1].method, "bsgd", "with the method in front")
t.equal(#set:rows{by_rep=true}, 4 * #set, "or a row per replicate")
t.equal({set:rows{by_rep=true}[1].method, set:rows{by_rep=true}[1].rep}, {"bsgd", nil}, "with the method")
local path = t.path "set.csv"
set:csv(path)
t.equal(io.lines(path)(), "method,step,outer,g,jac,samples,objective,objective_lo,objective_hi,gap,gap_lo,gap_hi,"
    .. "grad2,grad2_lo,grad2_hi,distance,distance_lo,distance_hi", "columns of the file")

-- Advantage by hand: trapezoids over the second half in samples, replicate by replicate.
local function means(r, by)
    local list, reps = {}, r:final().x.rows
    local rows = r:rows{by_rep=true}
    for rep = 1, reps do
        local area, width, previous = 0, 0, nil
        for i = rep, #rows, reps do
            local row = rows[i]
            if previous and previous.samples >= rows[#rows].samples / 2 then
                area = area + (row.samples - previous.samples) * (row.gap + previous.gap) / 2
                width = width + row.samples - previous.samples
            end
            previous = row
        end
        list[rep] = by == "final" and previous.gap or area / width
    end
    return vec(list)
end
for _, by in ipairs {"half", "final"} do
    local first, second = means(set:run "bsgd", by), means(set:run "e-bsgd", by)
    local rows = set:advantage{by=by}:rows()
    local off = first - second
    -- 3.18244630528370844 = Student's t with 3 degrees of freedom
    local half = 3.18244630528370844 * off:sd() / 2
    t.near({rows[1].mean, rows[2].mean}, {first:mean(), second:mean()}, 1e-15, "means, " .. by)
    t.near({rows[2].advantage, rows[2].advantage_lo, rows[2].advantage_hi},
        {off:mean(), off:mean() - half, off:mean() + half}, 1e-12, "paired limits, " .. by)
    t.equal({rows[1].advantage, rows[1].method, rows[2].method}, {nil, "bsgd", "e-bsgd"}, "rows, " .. by)
end
t.equal(set:advantage():rows(), set:advantage{by="half"}:rows(), "the second half by default")
t.ok(tostring(set:advantage()):find("mean: gap over the second half of the budget; "
    .. "advantage: bsgd's minus each other's, paired by replicate, 95% limits", 1, true), "prints what it compares")

-- In pairs: the nearest plain method before, else the nearest after; one without a partner is compared with none.
local trio = go{{"e-nestedvr", S1=2, S2=1, B1=2}, {"bsgd"}, {"nestedvr", S1=2, S2=1, B1=2},
    {"e-bsgd", m=1}, {"e-bsgd", label="again"}}
local in_pairs, against = trio:advantage{pairs=true}:rows(), {}
for i, row in ipairs(in_pairs) do
    against[i] = row.against or "none"
end
t.equal(against, {"nestedvr", "none", "none", "bsgd", "bsgd"}, "who is compared with whom in pairs")
local duo = go{{"bsgd"}, {"e-bsgd", m=1}}:advantage()
local direct = duo:rows()[2]
t.equal({in_pairs[4].mean, in_pairs[4].advantage, in_pairs[4].verdict},
    {direct.mean, direct.advantage, direct.verdict}, "a pair as if alone")
t.equal(set:advantage{pairs=true}:rows()[2].advantage, set:advantage():rows()[2].advantage, "the first is one")
t.ok(tostring(trio:advantage{pairs=true}):find("the plain method's minus its own, paired", 1, true), "the note")
t.equal(duo:words(), ("bsgd %.2g; e-bsgd %.2g, %s"):format(
    in_pairs[2].mean, direct.mean, direct.verdict), "a sentence")

-- The same method twice is no advantage; pairs take common noise off.
local twins = go{{"bsgd", label="a"}, {"bsgd", label="b"}}:advantage():rows()[2]
t.equal({twins.advantage, twins.advantage_lo, twins.advantage_hi, twins.verdict}, {0.0, 0.0, 0.0, "no difference"},
    "a method against itself")
-- Gaps that differ in the last places of F are no difference.
local far = problem.new{dim=1, outer={a=vec{1, 2}}, inner=dist.normal{mean=0, sd=1}, x0={1}, l2=1,
    g=function(x, xi) return xi.a * x[1] end, g_mean=function(x, xi) return xi.a * x[1] end,
    f=function(y) return 1e9 + 1e-9 * y end}
local tie = compare{problem=far, samples=200, reps=3, step=1e-9, methods={{"bsgd"}, {"bsgd", step=1.1e-9, label="b"}}}
t.equal(tie:advantage():rows()[2].verdict, "no difference", "a difference of rounding")
local slow = go({{"bsgd", step=0.001}, {"bsgd", step=0.00101}}, {reps=10}):advantage():rows()[2]
t.ok(slow.advantage_hi - slow.advantage_lo < 0.01, "replicates form pairs")
local lame = go({{"bsgd", m=10}, {"bsgd", m=10, step=1e-5}}, {samples=20000}):advantage():rows()[2]
t.equal({lame.verdict, lame.advantage_hi < 0}, {"hurts", true}, "a step that is too small hurts")
local single = go({{"bsgd"}, {"e-bsgd"}}, {reps=1}):advantage():rows()[2]
t.equal({single.advantage_lo, single.verdict}, {nil, nil}, "one replicate has no limits and no verdict")
t.ok(single.advantage, "but a difference")
t.ok(go{{"bsgd"}, {"e-bsgd", step=1e300}}:advantage(), "a method that diverges does not stop the comparison")

-- Specification, printing, figures.
local spec = set:spec()
t.equal({spec.experiment, spec.seed, spec.problem.name, #spec.methods}, {"compare", 1, "invariant_logistic", 2}, "spec")
t.equal({spec.methods[1].label, spec.methods[1].m, spec.methods[2].step, spec.methods[2].problem},
    {"bsgd", 2, 0.02, nil}, "spec of the methods")
t.ok(tostring(set):find "^method  samples +gap", "prints as a table")
local text = set:plot():describe()
t.ok(text:find("\nBSGD", 1, true) and text:find("\nE-BSGD", 1, true), "a figure with a curve for each")
t.ok(set:plot{y="distance", x={scale="log"}}:describe():find("|x − x^*|", 1, true), "of other columns, on other scales")

-- Wrong use.
local function raises(fn, message)
    t.raises(fn, message)
end
raises(function() compare(3) end, "compare: expected a table of options, got 3")
raises(function() compare{problem=p} end,
    'compare: option \'methods\' must be given: list of "name" or {"name", label =, and options of run for this '
    .. "method}")
raises(function() go{} end, "compare: option 'methods': expected at least one method")
t.equal(tostring(go{"bsgd", {"e-bsgd"}}), tostring(go{{"bsgd"}, {"e-bsgd"}}), "a method's name alone")
raises(function() go{"bsgd", 3} end,
    'compare: option \'methods\': expected "name" or a table {"name", ..}, got 3 at element 2')
raises(function() go{"sgd"} end, "compare: option 'method': unknown method 'sgd', did you mean 'bsgd'?")
raises(function() go{{"bsgd"}, {m=3}} end, "compare: option 'methods': expected a method's name, got nil at element 2")
raises(function() go{{"bsgd"}, {3}} end, "compare: option 'methods': expected a method's name, got 3 at element 2")
raises(function() go{{"bsgd", label=3}} end,
    "compare: option 'methods': expected a string as label, got 3 at element 1")
raises(function() go{{"bsgd"}, {"bsgd"}} end,
    "compare: option 'methods': two methods are called 'bsgd', give them labels")
raises(function() go{{"bsgd"}, {"bsdg"}} end, "compare: option 'method': unknown method 'bsdg', did you mean 'bsgd'?")
raises(function() go{{"bsgd", mm=3}} end, "compare: unknown option 'mm', did you mean 'm'?")
raises(function() go({{"bsgd"}}, {sampels=3}) end, "compare: unknown option 'sampels', did you mean 'samples'?")
raises(function() go{{"bsgd", 2}} end, "compare: unexpected value without a name: 2")
for _, key in ipairs {"problem", "reps", "seed"} do
    raises(function() go{{"bsgd"}, {"e-bsgd", [key]=p}} end, ("compare: option 'methods': '%s' is the same for all "
        .. "methods, give it beside 'methods', got one at element 2"):format(key))
end
raises(function() set:run "bsdg" end, "compare:run: no method 'bsdg', did you mean 'bsgd'?")
raises(function() set:run() end, "compare:run: no method 'nil'")
raises(function() set:advantage{by="end"} end, "compare:advantage: option 'by': expected one of half|final, got 'end'")
raises(function() set:rows{by_reps=true} end, "compare:rows: unknown option 'by_reps', did you mean 'by_rep'?")
raises(function() set.advantage() end, "compare:advantage: call it with a colon")
raises(function() set:advantage{pairs=3} end, "compare:advantage: option 'pairs': expected a boolean, got 3")
raises(function() set:plot{only={"bsdg"}} end, "compare:plot: option 'only': no method 'bsdg', did you mean 'bsgd'?")
raises(function() set:plot{only=3} end, "compare:plot: option 'only': expected a list of labels, got 3")
t.equal(#set:plot{only={"e-bsgd"}}:data(), 1, "a figure of some methods")
raises(function() set:plot{y="gpa"} end, "compare:plot: no column 'gpa', did you mean 'gap'?")

-- The race: every inner draw made, the same oracle calls.
local race = problem.invariant_logistic{n=quick and 500 or 50000, d=10, noise_var=100, l2=0.1}
local function compete(problem_, options)
    local all = {problem=problem_, samples=quick and 4e3 or 2e6, step=0.001, reps=10, record=25,
        methods={{"bsgd", m=20}, {"e-bsgd", m=10}}}
    for key, value in pairs(options or {}) do
        all[key] = value
    end
    return compare(all)
end
local result = compete(race)
if not quick then
    local rows = result:advantage():rows()
    for i, case in ipairs {{"bsgd", 0.10}, {"e-bsgd", 0.055}} do
        local half = means(result:run(case[1]), "half")
        t.near(half:mean(), case[2], 5 * half:sd() / math.sqrt(10), case[1] .. ": mean gap over the second half")
        t.near(rows[i].mean, half:mean(), 1e-15, "as the advantage says")
    end
    t.ok(rows[2].advantage_lo > 0, "e-bsgd is ahead, by limits above zero")
    t.equal(rows[2].verdict, "helps", "and says so")
    local average = compete(race, {output="average"})
    for _, case in ipairs {{"bsgd", 0.095}, {"e-bsgd", 0.045}} do
        local last = means(average:run(case[1]), "final")
        t.near(last:mean(), case[2], 5 * last:sd() / math.sqrt(10), case[1] .. ": gap of the average iterate")
    end
end

-- Rows written to a file and read back give the same run bit for bit.
local function column(data, j)
    return data.a:col(j)
end
local data, columns, names = race:data(), {}, {}
for j = 1, race.dim do
    names[j] = ("a%d"):format(j)
    columns[names[j]] = column(data, j)
end
columns.b = data.b
names[#names + 1] = "b"
local read = csv.read(csv.write(t.path "rows.csv", columns, names))
local list = {}
for j = 1, race.dim do
    list[j] = read[names[j]]
end
local own = problem.invariant_logistic{data={a=mat.columns(list), b=read.b}, noise_var=100, l2=0.1}
t.equal(own:objective(race:start()), race:objective(), "the same objective")
local again, samples = compete(own, {x0=race:start(), samples=4e4}), compete(race, {samples=4e4})
t.equal(again:run "e-bsgd":final().x, samples:run "e-bsgd":final().x, "rows from a file: the same run")
t.equal(again:run "bsgd":final().x, samples:run "bsgd":final().x, "of both methods")
t.equal(again:run "bsgd":columns().objective, samples:run "bsgd":columns().objective, "with the same objectives")
local start = own:start()
t.near(start:norm(), 3, 1e-14, "its own start lies at 3")
t.near(start:dot(own:minimizer()) / own:minimizer():norm(), 3, 1e-14, "towards its minimizer")


-- Many rows print as the last one of each method; columns that do not fit go below, with what identifies the rows.
local long = compare{problem=problem.invariant_logistic{n=20, d=3}, steps=100, record=30, step=0.01, reps=2,
    methods={{"bsgd"}, {"e-bsgd"}}}
local printed = tostring(long)
t.equal({select(2, printed:gsub("\n", "")), printed:match "\nbsgd +(%d+)", printed:match "\ne%-bsgd +(%d+)"},
    {3, "200", "300"}, "a row for each method and a note")
t.ok(printed:find("the last record of each method; :rows() has all", 1, true), "the note")
local wide = tostring(bias{q=math.exp, dist=dist.normal{mean=0, sd=1}, m={2}, reps=1000, operators={1}})
t.ok(wide:find "\n\noperator  m  +%l", "a second part begins with operator and m: " .. wide)
-- Words and numbers for captions.
local many = compare{problem=problem.invariant_logistic{n=20}, samples=2000, step=1e-3, reps=4, methods={
    {"bsgd", m=20}, {"e-bsgd", m=10}, {"nestedvr", S1=8, S2=2, B1=2},
    {"e-nestedvr", S1=4, S2=1, B1=2, label="nested 4/1"},
    {"v-mlmc", L=3}, {"ru-mlmc"}, {"sox", m=3, label="SOX 13"},
}}
local function gap(method, m, order)
    return select(2, estimator(problem.invariant_logistic{n=20}, {method=method, m=m, order=order}):fixed_point())
end
local function cells(of, name)
    local found = {}
    for i, row in ipairs(of:rows()) do
        found[i] = row[name] or false
    end
    return found
end
local summary = many:summary()
t.equal(cells(summary, "method"), {"BSGD", "E-BSGD", "NestedVR", "nested 4/1", "V-MLMC", "RU-MLMC", "SOX 13"},
    "a summary in the order of figures, by the names there")
t.equal(cells(summary, "inner_batch"), {"20", "10", "8/2", "4/1", "L = 3", "any", "3"}, "inner batches as run")
t.equal(cells(summary, "bias_gap"), {gap("bsgd", 20), gap("e-bsgd", 10), gap("bsgd", 8), gap("e-bsgd", 4), false,
    false, false}, "the gaps that the bias alone makes")
t.equal(cells(summary, "against"), {false, "BSGD", false, "NestedVR", false, false, false}, "who is compared")
t.equal(cells(summary, "verdict")[2], many:advantage{pairs=true}:rows()[2].verdict, "and the verdict")
t.equal(cells(compare{problem=problem.invariant_logistic{n=20}, samples=200, step=1e-3, methods={
    {"e-bsgd", m=1, order=3}, {"bspiderboost", m=function() return 2 end}}}:summary(), "bias_gap"),
    {gap("e-bsgd", 1, 3), false}, "of another order")
local all, gaps = many:advantage{pairs=true}, {}
for i, each in ipairs(all:rows()) do
    gaps[i] = each.method .. " " .. tonumber(("%.2g"):format(each.mean))
end
t.equal(all:words{verdicts=false}, table.concat(gaps, "; "), "means without verdicts")
t.equal(all:words(), all:words{verdicts=true}, "verdicts are said unless they are not asked for")
t.raises(function() all:words{verdict=false} end,
    "advantage:words: unknown option 'verdict', did you mean 'verdicts'?")
t.done()
