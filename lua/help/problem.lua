-- Problems: the built-in ones, whose options come from their records, and those of the user.
return {
    problem = {
        summary = "conditional stochastic problems: min over x of E f(E g(x))",
        usage = {"problem.instrumental{..}", "problem.new{dim=, outer=, inner=, g=, f=, ..}"},
        text = [[
F(x) = E_xi f_xi(E_{eta|xi} g_eta(x; xi)) + l2/2 |x|^2. The penalty is part of F, of every gradient and of every
estimate, and never counted as a call.

Fields: p.dim (length of x), p.inner_dim (numbers that g returns), p.n (outer samples, or math.huge), p.name.]],
        errors = "unknown options; what the problem refuses",
        source = "section 1",
        example = [[
            p = problem.invariant_logistic{n=1000}
            p.dim, p.inner_dim, p.n
            --> 10	1	1000
            p:objective(), p:gradient():norm()
            --> 0.64943494459507	0.24600155142302]],
        see = {"problem.invariant_logistic", "problem.instrumental", "problem.maml_sine", "problem.average_precision",
            "problem:objective", "problem:minimizer", "problem:measure", "estimator", "run"},
    },
    ["problem.invariant_logistic"] = {
        words = {"invariance", "logistic regression"},
        usage = {"problem.invariant_logistic{..}", "problem.invariant_logistic{data={a=mat, b=vec}, ..}"},
        text = [[
xi = (a, b), b = 1 or -1; eta ~ N(a, noise_var I); g = eta.x; f(y) = log(1 + exp(-b y)). Synthetic data: x* and the
rows a are standard normal, b = sign(a.x*). Runs start at 3 x*/|x*|; with data at 3 x_opt/|x_opt|.

Always print l2: with 0.001 and noise variance 100 bsgd runs away. In the population the bias changes only the length
of x, never its direction, so accuracy cannot show it: look at the gap F - F* or at |x - x_opt|.]],
        returns = "a problem with exact objective, gradient and minimizer",
        errors = "data of other lengths than each other, labels that are not 1 or -1, numbers that are not finite",
        example = [[
            p = problem.invariant_logistic{n=1000, d=3, noise_var=100, l2=0.1}
            p:minimizer()
            --> vec{-0.879538, 0.192971, 1.08311}	0.45089633831501]],
        see = {"problem", "run"},
    },
    ["problem:objective"] = {
        summary = "the objective F at x",
        usage = "p:objective(x)",
        text = [[
x: a vec or list of p.dim numbers, by default p:start(). Where F is not finite, a third value names what made it so, if
that is found.]],
        returns = "F, and its standard error: 0 where it is exact",
        errors = "x of another length",
        example = [[
            problem.instrumental{n=1000}:objective(1)
            --> 6.6963805334469	0.0]],
        see = {"problem:gradient", "problem:minimizer"},
    },
    ["problem:gradient"] = {
        summary = "the gradient of F at x",
        usage = "p:gradient(x)",
        returns = "a vec of p.dim numbers; nil, why where none is known",
        errors = "x of another length",
        example = [[
            p = problem.instrumental{n=1000}
            p:gradient(), p:gradient(p:minimizer()):norm() < 1e-9
            --> vec{7.43828}	true]],
        see = {"problem:objective"},
    },
    ["problem:minimizer"] = {
        summary = "the exact minimizer",
        usage = "p:minimizer()",
        text = [[
The F of invariant_logistic and instrumental is convex: L-BFGS finds its least value. So it is with an F of your own
that is proved to be convex: by the rules of disciplined convex programming from the traced functions (sums, maxima,
norms, logarithms of sums of exponentials, convex functions of affine ones, ..) and second derivatives at the point.
That value is then called the least F; of a data set, if its second derivatives or the penalty leave F less than 1e-12
of itself to fall (of more than 256 columns, if the gradient is as small as rounding allows).

Of any other F the search also starts at p:start(), at the lowest points of lines through 0 and through the best point,
|x| from 1e-5 to 1e8, and around it; what it finds is called the least F found, since a narrow minimum may be missed.
A gap is F minus that value, and a run that goes below it says so.

An F has no minimizer where it falls without bound, far away or at a pole, where it is seen to fall towards a value that
it does not reach (as exp does), or where it keeps falling as far as it is followed. The reason is given.]],
        returns = "x and F there, and where that is not proved to be the least F a sentence that says so; "
            .. "nil, why where none is known",
        errors = "a call with a dot in place of the colon",
        example = [[
            p = problem.instrumental{n=1000}
            p:minimizer()
            --> vec{0.662501}	6.1633019064611
            problem.maml_sine{hidden={5}}:minimizer()
            --> nil	the objective of maml_sine is not convex
            N = dist.normal{mean=0, sd=1}
            p = problem.new{dim=1, outer=1, inner=N, g_mean=function(x) return x[1] end,
              g=function(x, xi, eta) return x[1] + eta end,
              f=function(y) return y^4 - y^2 end}
            select(2, p:minimizer())
            --> -0.25	F is not convex: this is the least F that was found]],
        see = {"problem:objective"},
    },
    ["problem:start"] = {
        summary = "where runs start",
        usage = "p:start()",
        returns = "a vec of p.dim numbers",
        errors = "a call with a dot in place of the colon",
        example = [[
            problem.instrumental{n=1000}:start()
            --> vec{2}]],
        see = {"problem", "problem:objective"},
    },
    ["problem:data"] = {
        summary = "the data, as the option data takes them",
        usage = "p:data()",
        text = "Of maml_sine with n: its tasks, which no option takes. Without data nil and why.",
        returns = "a table of mats and vecs, copies",
        errors = "a call with a dot in place of the colon",
        example = [[
            problem.instrumental{n=3}:data().z1
            --> vec{0.314908, -0.300245, 1.31245}]],
        see = {"problem.invariant_logistic", "csv.write"},
    },
    ["problem:check"] = {
        summary = "the derivatives of a problem against differences",
        usage = "p:check([x])",
        text = [[
At x (default p:start()), along random directions: grad f against f at block means of g; the Jacobian of g against g on
the same inner draws; the gradient of F against F where it is exact. Columns: derivative, of, error (the largest
difference, as a part of the largest slope), ok. It is "yes" where error is at most 1e-6 beyond what the differences
themselves may be off by: rounding, from the size of the values and the step, and what halving the step changes. Where
that hides an error of 1e-4 it is "cannot be checked", with a note: for f = 1e12 + y^2 differences show little.

Where a problem takes the Jacobian of g to be the identity (maml_sine) the true one is checked, and a note says so. For
dim = 0 only grad f is checked. At a kink, max(0, y) at 0 say, one of its slopes is as good as the other, and a
difference is a derivative there: give another x.

g_mean of problem.new: against means of 22500 draws of g for some outer samples. error is what is left of the largest
difference beyond 6 standard errors, as a part of the largest mean: a g_mean that is off by 0.06 standard deviations of
g is found, one that is off by less than 0.02 is not.]],
        returns = [[
a result; its field ok is true when every row is, false when a row says no, else "cannot be checked"]],
        errors = "x of another length",
        example = [[
            problem.instrumental{n=100}:check()
            --> derivative     of                         error  ok
            --> grad f         f                    5.10902e-12  yes
            --> Jacobian of g  g, same inner draws  2.46335e-13  yes
            --> gradient of F  F                    3.40069e-12  yes
            --> ok: true]],
        see = {"problem:gradient"},
    },
    ["problem:explain"] = {
        summary = "which functions of a problem are compiled, and what they cost",
        usage = "p:explain()",
        text = [[
For problems of problem.new a row for each function: compiled, with the number of its operations and the ns of one
evaluation among many; or plain Lua, with the reason. F is "estimated" where the exact one of data sets could not be
compiled. Columns: part, runs, operations, ns, why; the reasons are printed below the others.]],
        returns = "a result",
        errors = "a call with a dot in place of the colon",
        example = [[
            f = function(y) return y > 0 and y^2 or -y end
            g = function(x, xi, eta) return x[1] + eta * xi end
            N = dist.normal{mean=0, sd=1}
            problem.new{dim=1, outer=3, inner=N, g=g, f=f}:explain():rows()[3].part
            --> f]],
        see = {"problem.new", "traced functions", "expr.show"},
    },
    ["expr.show"] = {
        summary = "prints the graph that a function records",
        usage = "expr.show(fn [, n, ..])",
        text = [[
Calls fn with a symbolic number, or with vecs of n numbers, and prints its operations line by line; x1, x2, .. are the
numbers of the arguments.]],
        returns = "nothing",
        errors = "a function that cannot be traced, with the reason",
        example = [[
            expr.show(function(v) return v:dot(v) / 2 end, 3)
            --> t3 = mul(x1, x1)
            --> t4 = mul(x2, x2)
            --> t5 = add(t3, t4)
            --> t6 = mul(x3, x3)
            --> t7 = add(t5, t6)
            --> t10 = mul(t7, 0.5)
            --> return t10]],
        see = {"problem.new", "grad"},
    },
    expr = {
        topic = true,
        summary = "graphs of functions",
        usage = "expr.show(fn)",
        errors = "those of expr.show",
        example = [[
            expr.show(function(x) return x^2 + 1 end)
            --> t2 = mul(x1, x1)
            --> t4 = add(t2, 1)
            --> return t4]],
        see = {"expr.show"},
    },
    ["problem.new"] = {
        words = {"own problem", "CVaR", "risk", "utility", "custom"},
        summary = "a problem of your own f and g, in plain Lua",
        usage = "problem.new{dim=, outer=, inner=, g=, f=, ..}",
        params = "options.problem.new",
        text = [[
min over x in R^dim of F(x) = E_xi f(E_eta g(x, xi, eta), xi) + l2/2 |x|^2.

g(x, xi, eta) returns y, a number or a vec{..}; f(y, xi) a number. x is a vec of length dim, x[1] for dim = 1 too (nil
for dim = 0, a nested expectation); y, xi and eta are what g and the samplers return: where g returns a number, f gets
a number, not y[1]. A returned vec of length 1 counts as a number. f = math.log and others of math get y alone. A g
with fewer than three parameters drops its inner draw, and a note says so.

outer: n (xi = 1 .. n), a list of outer samples, columns {a=mat, b=vec} as csv.read gives them (xi.a a row, xi.b a
number, xi.i the index; columns of text are left out), each uniform; or a dist or function(rng) -> xi, without end (nil
ends the stream). A mat counts as the list of its rows. xi is a number, a vec, or a table of them by name.

inner: a dist (dist.empirical(v): one data set for all), groups(ids, values) of a long table (help"groups"; outer then
is the ids unless it is given), a list of n data sets (vecs or mats, drawn with replacement), or function(rng, xi) ->
eta or a dist. rng has :normal([n]) :uniform([n]) :exponential(mean [, n]) :index(n), of mean 0 and sd 1, on [0, 1]:
mean + sd*rng:normal(), a + (b - a)*rng:uniform(). eta may be a table: {a=rng:normal(), b=..}.

The functions are called once with symbolic values when the problem is made: what they compute is compiled and runs on
blocks of samples on every thread, and gradients are derived. One that cannot be traced, because it branches on a value
say, runs as plain Lua: the same values, slower; a note says which and why. help"traced functions" lists what can be
traced, and what becomes of side effects: they happen when the problem is made, not at every sample. math.random is
refused.

g_mean(x, xi) = E g makes objective, gradient and minimizer exact for finite n, and so do data sets; p:check() holds
it against means of g. objective(x) (without the term of l2) gives F alone, and is taken as it is. Otherwise F is
estimated by nested Monte Carlo from fixed draws, for p:objective(x) and for reports of runs; p:objective returns its
standard error.]],
        returns = "a problem",
        errors = "samples of several shapes; NaN in outer samples, in data sets or in a sampler's first draw, with its "
            .. "place; functions that return no numbers; a function's own error, with its line "
            .. "and what it was given; a plain function whose values are lost when it is differentiated",
        source = "section 1, equations CSO and FCCO",
        example = [[
            p = problem.new{dim=1, outer=4, inner=dist.normal{mean=0, sd=1},
              g=function(x, xi, eta) return x[1] - xi + eta end,
              f=function(y, xi) return math.logcosh(y) end,
              g_mean=function(x, xi) return x[1] - xi end}
            p:minimizer()
            --> vec{2.5}	0.48777733898604]],
        see = {"problem", "groups", "traced functions", "problem:check", "problem:explain", "grad", "estimator", "run"},
    },
    ["traced functions"] = {
        topic = true,
        summary = "what functions of problem.new, and q, may do, and how to write what cannot be traced",
        text = [[
A function is traced: called with symbolic values, which record what is computed. It may use + - * / // % ^, math.*
(except modf, tointeger, ult), where, vec{..}, mat{..}, mat.columns{..}, .., #v, v[i], v[i] = y, M[i][j] = y, M[i] = v,
ipairs, pairs, table.unpack, tonumber, all methods of vecs and mats, grad, stop_gradient, and v[k], M[k], M:row(k) of
any vec or mat for a traced whole number k. Loops and branches on anything but traced values are as usual:
for i = 1, #x do .. end.

What cannot be traced runs as plain Lua, with a note:

  if y > 2 then u else v    where(y - 2, u, v)
  if xi == 3 then ..        a column of outer that holds what differs
  if y == 0 then ..         plain Lua is right, without a gradient at 0
  list[xi] of a Lua table   vec(list)[xi], or a column of outer
  v = vec.zeros(n)          list = {}
  v[1] = y                  list[1] = y .. vec(list)
  ("%g"):format(y)          print(y), which says "a traced number"

Lua does not ask traced values about == and ~=, nor a table about its keys. What was recorded is not used where a traced
number is compared by == or ~= with a number, is a key of a table, or is given to type, math.type, math.tointeger,
rawequal, rawget, rawset, next, getmetatable, tostring or string.format, where text is joined to it, or where pcall,
xpcall, load or a coroutine is called. The function then runs as plain Lua, and a note says where. Comparisons with
strings, nil and true, and of numbers that are not traced, change nothing.

All that is compiled is also compared with plain calls: f and g of problem.new on about 1000 draws, and at 0, 1, -1,
numbers of the inner law (its ends), its first atoms and means of two, f also at the values of g there; q at its first
point and around it, at the same numbers of its law, shifted by s too, at draws, block means and rows of data.

A function that runs as plain Lua may branch by < and > and still has its gradient; one that loses its values in text,
or asks for their type, has none, and an error says so (grad_f= and jac_g= give one). A point that == or a key
treats differently has no gradient either: grad and runs that meet it raise an error.

Side effects. Compiled functions are not called again. What one does besides returning its value, count calls, fill a
table, print, is done when it is traced and compared, never at a sample; what it reads from outside is read then, and
later changes are not seen. A counter or a clock that changes values is noticed, and the function runs as plain
Lua.]],
        example = [[
            f = function(y) return where(y, y^2, -y) end
            g = function(x, xi, eta) return vec{1, 4, 9}[xi] * x[1] + eta end
            N = dist.normal{mean=0, sd=1}
            problem.new{dim=1, outer=3, inner=N, g=g, f=f}:explain():rows()[3].runs
            --> compiled]],
        see = {"problem.new", "problem:explain", "expr.show", "where", "grad"},
    },
    grad = {
        words = {"automatic differentiation", "autodiff", "backpropagation", "derivative"},
        summary = "the gradient of a function",
        usage = {"grad(fn)", "grad(fn)(x)"},
        text = [[
grad(fn)(x) is the gradient by x of fn, a function of a number or vec (and more arguments, passed on) that returns a
number. It may branch on its values. Inside a function of problem.new it is recorded with it: gradients of gradients
work, as MAML needs them; stop_gradient(v) is v without a derivative.]],
        returns = "a function",
        errors = "a function that returns no number; a point that fn treats differently by ==, ~= or a table's key; "
            .. "a point after the function: write grad(fn)(x), not grad(fn, x)",
        example = [[
            grad(function(x) return x[1]^2 * x[2] end)(vec{3, 5})
            --> vec{30, 9}]],
        see = {"problem.new", "stop_gradient"},
    },
    stop_gradient = {
        summary = "a value without a derivative",
        usage = "stop_gradient(v)",
        returns = "v",
        errors = "a value that is not a number, vec or mat",
        example = [[
            grad(function(x) return x * stop_gradient(x) end)(3)
            --> 3.0]],
        see = {"grad"},
    },
    ["problem.average_precision"] = {
        words = {"AUC", "ranking", "classification", "precision", "recall"},
        usage = {"problem.average_precision{..}", "problem.average_precision{data={a=mat, b=vec}, ..}"},
        text = [[
Average precision as a compositional objective. Rows a with labels b, S all of them, S+ the positives (b = 1), r = |S+|
/ |S|; a scorer h(a; w): linear, h = w.a, or a network with tanh layers (`hidden`), packed as in maml_sine. l(u) is a
smooth "at least": the sigmoid 1/(1 + exp(-u)), or log(1 + exp(u)). xi = i is uniform on S+: p.n is the number of
positives. An inner draw is a positive j and a row k of S, independent: g = (r l(h(a_j) - h(a_i)), l(h(a_k) - h(a_i))),
p.inner_dim = 2, f(y) = -y_1/y_2. Minus F is a smoothed average precision. The paper's draws have no r, though its F has
sums: as_printed=true takes them so. Then F, its gradient and every estimate are 1/r times as large, which only the step
notices; ap is what it is.

Synthetic data: a ~ N(0, I), positives shifted by 1/2 in each coordinate. p:data() has the positives first. A linear
scorer starts at 0, a network's weights at N(0, 1/fan-in), biases 0.

F and its gradient are exact: sums over all pairs of a positive and a row, at every record; with many rows give a
smaller `record`. F is not convex: no minimizer and no gap; tune, advantage and plots take F.

Column `ap` of every run, and p:measure(x).ap: the average precision itself of these rows, the mean over the positives
of the part of positives among the rows that score at least as high. Rows of equal scores are counted together, which is
the area under the steps of precision over recall; all scores equal give r.

y_2 divides: where a positive ranks high it is small, a block mean of too few rows smaller still, and a gradient
estimate without bounds (e:moments warns). Give `clip`, an inner batch in proportion to the rows, or a method with
running means (sox). Extrapolation helps only where block means are near their limit.]],
        returns = "a problem with exact objective and gradient",
        errors = [[
data of other lengths than each other, labels that are not 1 or -1 or all the same, n, d or positive together with data,
rows or networks of more than 16384 weights]],
        example = [[
            p = problem.average_precision{n=400}
            o = {problem=p, method="sox", m=20, step=0.03, clip=1, samples=1e5}
            r = run(o)
            r:final().ap, p:measure(r:final().x[1]).ap
            --> 0.55633218993455	0.55316659915356]],
        see = {"problem", "problem:measure", "csv.example", "run"},
    },
    ["problem:measure"] = {
        summary = "measures of the problem's own",
        usage = "p:measure(x)",
        text = [[
x: a vec or list of p.dim numbers, by default p:start(). Runs have a column of the same name for each, with its limits:
r:plot{y="ap"}. A problem made from other rows measures there: problem.average_precision{data=held_out}:measure(x).

Of average_precision: ap, the average precision.]],
        returns = "a table {name = number}; nil, why where the problem has none",
        errors = "x of another length",
        example = [[
            p = problem.average_precision{n=100}
            p:measure().ap, p:measure(p:start() + 1).ap
            --> 0.05	0.44127611518916]],
        see = {"problem.average_precision", "problem:objective", "run"},
    },
    ["problem.maml_sine"] = {
        words = {"meta-learning", "few-shot"},
        text = [[
Few-shot regression of sine waves. A task draws an amplitude A from U(0.1, 5) and a phase from U(0, pi); a set is
points t from U(-5, 5). net(t; x) is a network with tanh layers (`hidden`; {} is a straight line) and one output, x
packs its weights W1 b1 W2 b2 .., W row by row (out, in): 1761 of them for {40, 40}. The loss l(x; set) is half the
mean of (net - A sin(t - phase))^2. xi = a task and its query set, an inner draw = a support set; g = x - alpha grad
l(x; support), one step of learning; f(y) = l(y; query).

first_order = true takes the Jacobian of g to be the identity: the mean of an estimate is then not the gradient of F,
but off by O(alpha) at every m. false uses I - alpha (Hessian of l) through Hessian-vector products. A Jacobian counts
as an evaluation either way.

F and its gradient are exact expectations over tasks, support and query points, by quadrature; to about 1e-10 while
the weights are of a size that training gives, 1e-3 at three times that. F is not convex: no minimizer, no gap; plots
show F.

Without n tasks are drawn without end, and methods with a state for each outer sample (nestedvr, sox, msvr) refuse. With
n there is a finite set of them, each with its own query set (p:data() has A, phase, query); F is exact for these sets.
nestedvr keeps, for each task and replicate, p numbers for each draw of its operator and p for the point x. Where
first_order is true its state z is the identity. Otherwise z would have p x p numbers. nestedvr keeps the draws that z
is made of instead, those since the last large inner batch: at most S1 + (inner_period - 1) S2 sets of `batch` points,
and inner_period points x. Each visit of a task applies them to a new vector, which takes up to
S1 + 2 (inner_period - 1) S2 Hessian products. These are no oracle calls.

The bias of an estimate is O(alpha^2 / m): at alpha = 0.001 bsgd and e-bsgd cannot be told apart. At 0.01 they can on
long runs (figure 4): training comes to curvatures where alpha times the Hessian is of order 1, the identity is then a
poor Jacobian, and first-order MAML leads up again, e-bsgd sooner than bsgd, whose bias damps it; with first_order =
false both go on down.]],
        returns = "a problem with exact objective and gradient",
        errors = "networks of more than 7 hidden layers, 512 units or 16384 weights; nestedvr without inner_period "
            .. "where first_order is false",
        example = [[
            p = problem.maml_sine{hidden={10}}
            r = run{problem=p, method="e-bsgd", step=0.01, steps=2000, record=20}
            r:final().objective
            --> 1.6242620943545]],
        see = {"problem", "problem:check", "run"},
    },
    ["problem.instrumental"] = {
        words = {"causal", "two-stage least squares", "first stage", "nonlinear instruments", "vector treatments"},
        usage = {"problem.instrumental{..}", "problem.instrumental{data={z1=vec, Y=vec}, ..}",
            'problem.instrumental{data={Z=mat, Y=vec}, first_stage="quadratic", ..}',
            "problem.instrumental{treatments=2, ..}"},
        text = [[
Instrumental variable regression, as in the paper of one number w. Z is uniform on [-3, 3]^instruments, e ~ N(0, 1),
gamma is exponential, delta ~ N(0, delta_sd^2): X = S(Z) + e/2 + gamma, Y = X + e + delta. The first stage S is the sum
of h over the numbers of Z: h(z) = z/2, as in the paper, where one of two enters, or with first_stage "quadratic" z^2/4
and "exponential" exp(z/2)/2. xi = (Y, Z), eta = X given Z (fresh e and gamma); g = w X; f(y) = log cosh(Y - y).
E(X | Z) = S(Z) + gamma_mean is known, so F, its gradient, its minimizer and every expected estimate are exact for the
n rows. Runs start at w = 2.

With treatments = k, X and w have k numbers, g = w.X and Y = X_1 + .. + X_k + e + delta. The numbers of Z are dealt to
the treatments in turn: z_1, z_(k+1), .. enter X_1, and so on. All X_j share e, the confounder; each has a gamma of its
own. An inner draw takes one normal and k uniform numbers. All stays exact, and runs start at (2, .., 2).

data.Z is n x instruments, or data.z1 n numbers of a single instrument; data.Y is n numbers.

gamma_mean = 10 reads the paper's Exp(10) as a scale: read as a rate (gamma_mean = 0.1) the bias is too small to see.

In the population w_opt = 0.711 and F* = 6.396; a data set of n = 10000 is off by several percent. bsgd with m = 1 ends
at w = 1, the regression without an instrument, whatever its step: gap 0.38, with m = 2 0.085, with m = 4 0.020;
e-bsgd with m = 1 (2 draws) 0.0058.]],
        returns = "a problem with exact objective, gradient and minimizer",
        errors = "data of other lengths than each other, data together with n, instruments, delta_sd or data_seed, "
            .. "fewer instruments than treatments",
        example = [[
            p = problem.instrumental{n=1000}
            p:minimizer()
            --> vec{0.662501}	6.1633019064611
            estimator(p, {method="e-bsgd", m=1}):expected(1)
            --> vec{2.39175}
            p = problem.instrumental{n=1000, instruments=3, first_stage="exponential"}
            p:data().Z.cols, p:check().ok
            --> 3	true
            p = problem.instrumental{n=1000, treatments=2}
            p:minimizer()
            --> vec{1.36573, 0.348331}	9.8867504679461
            estimator(p, {method="e-bsgd", m=1}):expected{1, 1}
            --> vec{1.62683, 1.66443}]],
        see = {"problem", "problem.invariant_logistic", "run"},
    },
}
