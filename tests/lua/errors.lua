-- Wrong use, each with the exact words, from a script of its own: printed after the caller's line, exit code 1.
local t = dofile "tests/lua/harness/tap.lua"
local program = os.getenv "DEBIAS" or "build/debias"

local function write(name, text)
    local file = assert(io.open(t.path(name), "wb"))
    file:write(text)
    file:close()
    return name
end

-- What the script prints on stderr, and its exit code; its path is short, for Lua shortens long ones.
local function outcome(path)
    local _, _, code = os.execute(("cd '%s' && '%s' '%s' 2>stderr"):format(t.path "", program, path))
    local file = assert(io.open(t.path "stderr", "rb"))
    local text = file:read "a"
    file:close()
    return text, code
end

local head = "local p, q, ramp = problem.invariant_logistic{n=50, d=3}, poly{0, 0, 1}, dist.ramp(0, 2)\n"
    .. "local r, c = run{problem=p, method='bsgd', step=0.01, steps=9}, bias{q=q, dist=ramp, m=1, reps=10}\n\n"

-- The code on line 4 fails with `debias: SCRIPT:4: message`.
local function fails(code, message)
    local path = write("case.lua", head .. code .. "\nprint 'not reached'\n")
    local text, exit = outcome(path)
    t.equal({text, exit}, {("debias: %s:4: %s\n"):format(path, message), 1}, message)
end

local rows = write("rows.csv", "a1,a2,b\n1,2,1\n3,abc,-1\n")

-- An unknown option, with the nearest name.
fails("run{problem=p, method='bsgd', stpe=0.1, samples=100}", "run: unknown option 'stpe', did you mean 'step'?")
fails("bias{q=q, dits=ramp}", "bias: unknown option 'dits', did you mean 'dist'?")
fails("estimator(p, {oder=2})", "estimator: unknown option 'oder', did you mean 'order'?")
fails("problem.invariant_logistic{noise=3}",
    "problem.invariant_logistic: unknown option 'noise', did you mean 'noise_var'?")
fails("problem.invariant_logistic{noise_varr=3}",
    "problem.invariant_logistic: unknown option 'noise_varr', did you mean 'noise_var'?")
fails("compare{problem=p, step=1, samples=9, methods={{'bsgd', bacth=2}}}",
    "compare: unknown option 'bacth', did you mean 'watch'?")
fails("estimator(p):moments(nil, {rep=9})", "estimator:moments: unknown option 'rep', did you mean 'reps'?")
fails("c:plot{tilte='a'}", "plot: unknown option 'tilte', did you mean 'title'?")

-- A wrong type or value.
fails("run{problem=p, method='bsgd', step='a', samples=100}",
    "run: option 'step': expected a number > 0, a schedule or a function, got 'a'")
fails("run{problem=p, method='bsgd', step={}, samples=100}",
    "run: option 'step': expected a number > 0, a schedule or a function, got a table")
fails("run{problem=p, method='bsgd', step=-1, samples=100}",
    "run: option 'step': expected a number > 0, a schedule or a function, got -1")
fails("run{problem=p, method='bsgd', step=0, samples=100}",
    "run: option 'step': expected a number > 0, a schedule or a function, got 0")
fails("run{problem=p, method='bsgd', step=0/0, samples=100}",
    "run: option 'step': expected a number > 0, a schedule or a function, got nan")
fails("run{problem=p, method='bsgd', step=1/0, samples=100}",
    "run: option 'step': expected a number > 0, a schedule or a function, got inf")
fails("run{problem=p, method='bsgd', step=1, samples=100, m=0}",
    "run: option 'm': expected a whole number from 1 to 1000000000, got 0")
fails("run{problem=p, method='bsgd', step=1, samples=100, m=1.5}",
    "run: option 'm': expected a whole number from 1 to 1000000000, got 1.5")
fails("run{problem=p, method='bsgd', step=1, samples=0}",
    "run: option 'samples': expected a whole number from 1 to 2^53, got 0")
fails("run{problem=p, method='bsgd', step=1, samples=1, share=1}", "run: option 'share': expected a boolean, got 1")
fails("run{problem=ramp, method='bsgd', step=1, samples=1}", "run: option 'problem': expected a problem, got a dist")
fails("run{problem=p, method='bsgd', step=1, samples=100, operator=2}",
    "run: option 'operator': expected an extrap, got 2")
fails("run{problem=p, method='bsgd', step=1, samples=100, order=12}",
    "run: option 'order': expected a whole number from 1 to 11, got 12")
fails("run{problem=p, method='bsgd', step=1, samples=100, output='mean'}",
    "run: option 'output': expected one of last|average|random, got 'mean'")
fails("run(p)", "run: expected a table of options, got a problem")
fails("run{method='bsgd', step=1, samples=100}", "run: option 'problem' must be given: what to minimize")
fails("run{problm=p, method='bsgd', step=1}", "run: unknown option 'problm', did you mean 'problem'?")
fails("run{problem=p, metod='bsgd', step=1}", "run: unknown option 'metod', did you mean 'method'?")
fails("run{problem=p, m=2, step=1, samples=9}", "run: option 'method' must be given: the method's name")
fails("run{problem=p, method='bsgd', samples=100}", "run: option 'step' must be given: step size")
fails("run{problem=p, method='bsgd', step=1}",
    "run: give a budget: one of the options 'samples', 'steps' and 'seconds'")
fails("run{problem=p, method='bsgd', step=1, samples=9, steps=9}",
    "run: samples and steps exclude each other")
fails("run{problem=p, method='bsgd', step=1, samples=9, order=2, operator=extrap.order(2)}",
    "run: order and operator exclude each other")
fails("run{problem=p, method='bsgd', step=1, samples=9, share=true, m_jac=2}",
    "run: m_jac does not go with share = true")
fails("estimator(p, {of='value', share=true})",
    "estimator: share does not go with of = 'value': a value needs no Jacobian")

-- Unknown names.
fails("run{problem=p, method='bsdg', step=1, samples=100}",
    "run: option 'method': unknown method 'bsdg', did you mean 'bsgd'?")
local methods = table.concat(debug.getregistry()["debias.core"].method.names, ", ")
fails("run{problem=p, method='adam', step=1, samples=100}",
    "run: option 'method': unknown method 'adam', there are " .. methods)
fails("run{problem=p, method=3, step=1, samples=100}", "run: option 'method': expected a method's name, got 3")
fails("problem.invariant_logistik{}", "problem: no field 'invariant_logistik', did you mean 'invariant_logistic'?")
fails("print(p.dims)", "problem: no field 'dims', did you mean 'dim'?")
fails("print(r.stopp)", "run: no field 'stopp', did you mean 'stop'?")
fails("print(r.gap)", "run: no field 'gap', it is a column: read :columns().gap")
fails("r:plot{y='gpa'}", "run:plot: no column 'gpa', did you mean 'gap'?")
fails("figure '1z'", "figure: no figure '1z', did you mean '1a'?")

-- x of another length, or not of numbers.
fails("run{problem=p, method='bsgd', step=1, samples=9, x0={1, 2}}",
    "run: option 'x0': expected a vec of length 3, got length 2")
fails("run{problem=p, method='bsgd', step=1, samples=9, x0='a'}",
    "run: option 'x0': expected a vec of length 3, got 'a'")
fails("run{problem=p, method='bsgd', step=1, samples=9, x0={1, 2, 0/0}}",
    "run: option 'x0': expected a vec of finite numbers, got nan at element 3")
fails("run{problem=p, method='bsgd', step=1, samples=9, x0=mat{{1, 2, 3}}}",
    "run: option 'x0': expected a 10x3 mat (a row per replicate), got a 1x3 mat")
fails("run{problem=p, method='bsgd', step=1, samples=9, reps=2, x0=mat{{1, 2, 3}, {1, 1/0, 3}}}",
    "run: option 'x0': expected row 2 of finite numbers, got inf at element 2")
fails("p:objective{1, 2}", "problem:objective: expected x of length 3, got length 2")
fails("p:gradient('x')", "problem:gradient: expected x of length 3, got 'x'")
fails("estimator(p):sample{1, 2, 1/0}", "estimator:sample: expected x of finite numbers, got inf at element 3")
fails("estimator(p):moments(vec{1})", "estimator:moments: expected x of length 3, got length 1")
fails("estimator(p):expected(vec{1})", "estimator:expected: expected x of length 3, got length 1")
fails("bias{problem=p, x={1, 2}}", "bias: option 'x': expected a vec of length 3, got length 2")

-- Data.
fails("problem.invariant_logistic{data={a=mat{{1, 2}, {3, 0/0}}, b={1, -1}}}",
    "problem.invariant_logistic: option 'data.a': expected numbers, got nan at row 2, column 2")
fails("problem.invariant_logistic{data={a=mat{{1, 2}, {3, 4}}, b={1, 0/0}}}",
    "problem.invariant_logistic: option 'data.b': expected numbers, got nan at element 2")
fails("problem.invariant_logistic{data={a=mat{{1, 2}, {3, 4}}, b={1, 0}}}",
    "problem.invariant_logistic: data.b must hold 1 and -1 only (labels 0 and 1: give 2 b - 1)")
fails("problem.invariant_logistic{data={a=mat{{1, 2}, {3, 4}}, b={1}}}",
    "problem.invariant_logistic: data.a and data.b must have the same number of rows")
fails("problem.invariant_logistic{data={a=mat{{1, 2}}}}",
    "problem.invariant_logistic: data needs both a (mat) and b (vec)")
fails("problem.invariant_logistic{n=3, data={a=mat{{1}}, b={1}}}",
    "problem.invariant_logistic: n, d and data_seed do not go with data")
fails("problem.invariant_logistic{data={a={{1}}, b={1}}}",
    "problem.invariant_logistic: option 'data.a': expected a mat, got a table")
fails("problem.invariant_logistic{data=3}", "problem.invariant_logistic: option 'data': expected a table, got 3")
fails("problem.invariant_logistic{n=0}",
    "problem.invariant_logistic: option 'n': expected a whole number from 1 to 4294967295, got 0")

-- Files.
fails("csv.read 'no such file.csv'", "csv.read: cannot read 'no such file.csv': No such file or directory")
fails(("mat.csv '%s'"):format(rows), ("mat.csv: %s:3:2: expected a number, got 'abc'"):format(rows))
fails(("vec(csv.read('%s').a2)"):format(rows), ("column 'a2', %s:3:2: expected a number, got 'abc'"):format(rows))
fails("r:csv '/no such folder/r.csv'", "run:csv: cannot write '/no such folder/r.csv': No such file or directory")
fails("c:json '/no such folder/c.json'", "bias:json: cannot write '/no such folder/c.json': No such file or directory")
fails("c:plot():save '/no such folder/c.pdf'",
    "figure:save: cannot write '/no such folder/c.pdf': No such file or directory")
fails("c:plot():save 'c.xyz'", "figure:save: unknown file extension '.xyz', expected .pdf, .svg, .png, .tex or .gp")
fails("r:csv{}", "run:csv: expected a file name, got a table")

-- A dot for a colon.
fails("r.csv('r.csv')", "run:csv: call it with a colon")
fails("r.final()", "run:final: call it with a colon")
fails("p.objective()", "problem:objective: call it with a colon")
fails("estimator(p).moments()", "estimator:moments: call it with a colon")
fails("c.slopes()", "bias:slopes: call it with a colon")
fails("extrap.paper(2).bias(q, ramp)", "extrap:bias: call it with a colon")

-- Memory that no machine has.
local text, code = outcome(write("case.lua", "problem.invariant_logistic{n=4e9, d=1e5}\n"))
t.ok(code == 1 and text:find(":1: problem.invariant_logistic: needs 3.2 PB of memory %(n = 4000000000, d = 100000%), "
    .. "this machine has [%d.]+ [MGT]B\n$"),
    "a problem too large for the machine")

-- The position is that of the caller's line within functions, too; and a script that ends well exits 0.
local deep = write("case.lua", "local function f(step)\n    local r = run{problem=problem.invariant_logistic{n=9}, "
    .. "method='bsgd',\n        step=step, samples=9}\n    return r\nend\nf(0.1)\nf(-1)\n")
text, code = outcome(deep)
t.equal({text:match "[^\n]*", code},
    {("debias: %s:2: run: option 'step': expected a number > 0, a schedule or a function, got -1"):format(deep), 1},
    "a call within a function")
t.equal({outcome(write("case.lua", "pcall(run, {})\n"))}, {"", 0}, "an error that is caught")

t.done()
