-- Estimators and experiments.
return {
    bias = {
        words = {"mean squared error"},
        summary = "the bias of operators against the inner batch m, sampled and exact",
        usage = {"bias{q=, dist=, ..}", "bias{problem=, x=, of=, ..}"},
        params = "options.bias",
        text = [[
Estimates q(s + E delta) with every operator and every m and compares with the truth. At equal cost every operator takes
m times the least common multiple of all their draws: for the paper's three L1(12m), L2(6m), L3(m). Each draw is made
once and used by every operator and m: with a law of your own in Lua, more of these cost no more calls.

Columns: operator, m (as asked), block (draws per block mean), draws (per estimate), with se= reps (how many estimates
this row took; help"se"), bias (for vector q the norm), se (its standard error), sd (of one estimate), mse (bias^2 +
sd^2), exact (where an exact bias is known), zero (why there is no bias: "exactly unbiased", or "rounding" where
rounding alone can make it, c:columns().rounding), tail (Pareto k of the estimates before control variates, help"tail"),
not_finite (how many estimates are not, help"not finite"). Control variates leave the expectation as it is and make se
smaller; the field control says what was used. At a point where they explain nearly all that was drawn, and a rare draw
may be missing that they do not explain (a kink that few block means reach), they are not used: se would be far too
small. Of a law with at most 128 values it is known what its rare ones do: where some that fewer than 5 estimates are
expected to hold would scatter them half as much as all that was drawn, or more, control variates are not used, and a
warning says where se is too small even so. Operators that share a name are numbered: custom, custom #2. With
problem= it is the bias of that problem's estimate at x, and bias is a norm; there is none where F is only estimated.
c:plot() draws |bias|: markers of negative ones point down, and what is exactly zero or rounding has no height there;
c:plot{bound=true} adds what the paper's propositions promise (help"bias:plot").

q is read once, for all operators and m. If it can be traced (help"traced functions"), it is compiled and not called
again: what it does besides returning its value is done a few times only. One that gives another value for the same
argument is refused.]],
        returns = "a result; c:slopes() fits the slopes, c:plot() draws |bias| against m",
        errors = "problem with q, dist or s; x or of without problem; invalid m or operators; se <= 0; an error in q",
        source = "section 2, figure 1b",
        example = [[
            c = bias{q=poly{0,0,0,0,1}, dist=dist.ramp(0,2), reps=1e5}
            c:slopes()
            --> ...]],
        see = {"bias:slopes", "bias:plot", "extrap", "dist", "running", "se", "plug-in bias", "traced functions"},
    },
    ["bias:plot"] = {
        topic = true,
        words = {"error bound", "guarantee", "worst case", "upper bound"},
        summary = "|bias| against m, and the bounds of the propositions beside it",
        usage = {"c:plot()", "c:plot{bound=true, ..}", "c:plot{slopes={from=, to=}, ..}"},
        like = "plot",
        params = {
            {name = "bound", kind = "boolean", default = false, meaning = "draw the bounds of the propositions"},
            {name = "slopes", kind = "table", meaning = "{from=, to=}: the m that slopes are fitted to, shaded"},
        },
        text = [[
slopes={from=4, to=16} fits the slopes to these m alone (help"bias:slopes") and shades the window.

bound=true adds a dotted line for each operator: by how much it is off at most, with a_l = sup |q^(l)| over s + the
range of the law and the law's central moments. L1: a_2 sigma_2/(2 m) (prop:1st_error). L2: prop:2nd_error. Any other
operator of order k: the sum that the proof of prop:2nd_error has, up to a_2k, in which what the operator cancels drops
out. Where q has a kink or one of its a_l is not bounded, but |q'| is: a_1 times the sum of |weight| sqrt(sigma_2/draws)
(for L1 the footnote to it). The suprema come from interval arithmetic on q's graph, in which exp is a factor of its
own, so that it may overflow: never too small but for rounding, over laws without an end too, also where a logistic
function, tanh or softplus is written with exp. A bound of 0 has no height.

Where |q^(l)| is seen to grow without bound towards an end of the range, as that of exp does under a normal law, the
proposition does not apply, and the sentence says so; where it may have a bound that is not found, that none is known.

With problem= it is that of the gradient estimate of L1 and L2 (lemma:bsgd:bias_variance, lemma:ebsgd:bias_variance),
from theory.constants for the radius |x|. The sentence under the figure says which bound each operator has, or why it
has none.]],
        returns = "a figure",
        errors = "unknown options; a window without any m; bound=true where no operator has a bound, with the reason",
        source = "prop:1st_error, prop:2nd_error, the footnote to L1",
        example = [[
            c = bias{q=math.tanh, dist=dist.normal{mean=1, sd=1}, m={1, 4}, reps=100}
            c:plot{bound=true}:describe():match "Dotted[^;]*; ([^;]*)"
            --> L1 prop:1st_error]],
        see = {"bias", "theory.bound", "plot"},
    },
    ["bias:slopes"] = {
        topic = true,
        summary = "the fitted slopes of log |bias| on log m",
        usage = "c:slopes([{from=, to=}])",
        params = {
            {name = "from", kind = "number", unit = "draws", meaning = "the least m of the fit; default all"},
            {name = "to", kind = "number", unit = "draws", meaning = "the largest m of the fit; default all"},
        },
        text = [[
One row per operator: slope, slope_lo, slope_hi (95%), exact (the unweighted slope of the exact values), from, to (the m
used), left_out (points that are not), sign (of the bias), why (where there is no slope). Weights come from se.

A slope describes a line. One whose 95% interval is wider than its size and than 1/2 says nothing and is not given.
Points under 3 standard errors, without an error, or no larger than rounding are left out.
Where the slope of the points differs between the least and the largest m by more than a quarter, the least m is left
out, and so on while three points remain; else there is no slope. Where exact values are known, they decide how much the
slope differs. Where it differs, the interval covers the slopes at both ends. No slope is fitted across a change of
sign; why says between which m it is.

All points use the same draws, so their errors go together: the 95% interval is Student's, from how far each of 32 parts
of the draws moves the slope. Of a problem, and of fewer than 64 estimates, it comes from the standard errors, or from
the scatter about the line where that is wider. It holds the slope in 95% of 1000 samples of small problems. Where only
a few points stand out of the noise it is less, 87% in a trial: those near it are taken that chance has made large, and
the slope comes out too flat. More reps= make them stand out.

from= and to= fit within a window of m; c:plot{slopes={from=4, to=16}} fits and shades it in the figure.]],
        returns = "a result",
        errors = "a call with a dot in place of the colon; from that is not below to, a window without any m",
        example = [[
            q = poly{0,0,0,0,1}
            bias{q=q, dist=dist.ramp(0,2), operators={1, 2}, reps=4e4}:slopes()
            --> operator   slope  slope_lo  slope_hi      exact  from  to  left_out  sign
            --> order 1   -0.994    -1.013    -0.974  -0.989906     1  32         0  +
            --> order 2    -2.12     -2.29     -1.94   -2.06134     1  16         1  +]],
        see = {"bias"},
    },
    running = {
        summary = "the error of the running mean of estimates: a biased one stops falling",
        usage = "running{q=, dist=, ..}",
        params = "options.running",
        text = [[
Columns: operator, block, draws, estimates (16, 32, .. reps), error (root mean square over runs of the mean of so many
estimates minus q(s + E delta)), zero ("rounding" where rounding alone can make it; it has no height in
r:plot()). r:curves() gives the curves as plot's series. With se= the numbers go on to the first one, from 1024 on, at
which no mean, of any run and operator, has a larger standard error; r.reps is that number (help"se").]],
        returns = "a result",
        errors = "a law whose mean is not known; se <= 0",
        source = "figures 1a, 5a, 5b",
        example = [[
            r = running{q=poly{0,0,1/2}, dist=dist.normal{mean=10, var=100}, reps=1024}
            r:plot()
            --> ...]],
        see = {"bias"},
    },
    estimator = {
        summary = "an estimate of the gradient (or value) of F from oracle calls",
        usage = "estimator(p, {method=, ..})",
        params = {"estimator.estimator", "estimator.method"},
        text = [[
The estimate that one step of the method uses, with the method's own options (help"e-bsgd" lists them). The default is
bsgd: J^T grad f(mean of m draws of g), J from m other draws. order or operator extrapolate grad f. share=true uses
one set of draws for g and J: the operator then acts on their product at joint block means, and the bias has one more
term.]],
        returns = "an estimator with the methods sample, moments, expected",
        errors = "unknown options and methods",
        source = "equations BSGD and ebsgd",
        example = [[
            p = problem.invariant_logistic{n=1000}
            e = estimator(p, {method="e-bsgd", m=10})
            e:moments(p:start(), {reps=1e4}).bias_norm
            --> 0.15831580763577]],
        see = {"estimator:moments", "estimator:expected", "estimator:sample", "bias"},
    },
    ["estimator:sample"] = {
        summary = "one estimate",
        usage = "e:sample(x [, {seed=}])",
        params = "estimator.sample",
        returns = "a vec of p.dim numbers; a number for of=\"value\"",
        errors = "x of another length",
        example = [[
            p = problem.instrumental{n=1000}
            estimator(p, {m=4}):sample(1, {seed=3})
            --> vec{25.1533}]],
        see = {"estimator:moments"},
    },
    ["estimator:moments"] = {
        summary = "mean, bias and variance of many independent estimates",
        usage = "e:moments(x [, {reps=, se=, seed=}])",
        params = "estimator.moments",
        returns = [[
a table: mean, bias (mean minus the exact value, where known), bias_norm, rounding (how large a bias rounding alone
may make), var and its root sd (of one estimate; without var where that is beyond the range of numbers, var_unknown then
says so), se (of the mean), kurtosis (3 for a normal law), cost (calls of one estimate: outer, g,
jac, samples), reps; vecs by coordinate, numbers for of="value"; tail, and a warning where the tail is heavy
(help"tail"); the fields of help"not finite"; with se= those of help"se"; stop where it ended early: "interrupted", or
"stream ended" where the outer samples did. The print of ru-mlmc's also says where its variance is infinite
(help"ru-mlmc")]],
        errors = "x of another length; se that is no number > 0; an error in f, g or a sampler (help\"unfinished\")",
        example = [[
            estimator(problem.invariant_logistic{n=100}):moments()
            --> ...]],
        see = {"estimator:expected", "estimator:levels", "se", "tail", "not finite"},
    },
    se = {
        topic = true,
        words = {"stopping rule", "sequential sampling", "sample size"},
        summary = "estimates until their standard error is small enough",
        text = [[
op:estimate, e:moments, bias and running take se=, a number > 0 (compare too: help"compare"): estimates are made until
the standard error of their mean is at most that, for a vector that of each of its elements, in bias that of each row.
reps= then is the most that are made, by default 1e9. The result says with reps how many were made, with reached whether
that was enough, and in se_goal what was asked.

They are looked at after the first 1024 of e:moments, 4096 of op:estimate and bias, in running at 1024, 2048, ..; then
as many more are made as the standard error seen says, at most 16 times as many. A rule that stops by what it sees stops
a little early on samples that scatter little by chance; with that many at the first look this hardly shows, unless the
tail is heavy (help"tail"). The numbers are whole chunks, so that the result is, to the last bit, that of reps= that
number without se, on any number of threads.

Where reps or Ctrl-C ends it, a note says what was reached and about how many estimates it takes, by 1/sqrt(n). What has
no standard error, as it has no variance, is not finite or all the same, ends at the first look and says so.]],
        example = [[
            op, d = extrap.order(2), dist.normal{mean=0, sd=1}
            e = op:estimate(math.exp, d, {m=4, se=0.002})
            e.reps, e.se <= 0.002, e.reached
            --> ...
            op:estimate(math.exp, d, {m=4, reps=e.reps}).mean == e.mean
            --> true]],
        see = {"extrap:estimate", "estimator:moments", "bias", "running", "compare"},
    },
    ["estimator:expected"] = {
        summary = "the exact expectation of an estimate",
        usage = "e:expected(x)",
        returns = "a vec of p.dim numbers (a number for of=\"value\"); nil, why where none is known",
        errors = "x of another length",
        example = [[
            p = problem.instrumental{n=1000}
            estimator(p, {method="bsgd", m=2}):expected(1), p:gradient(1)
            --> vec{1.3234}	vec{2.89579}]],
        see = {"estimator:moments", "estimator:fixed_point"},
    },
    ["estimator:fixed_point"] = {
        summary = "where the expected estimate is zero: the point that runs with small steps end at",
        usage = "e:fixed_point([x])",
        text = "The search begins at x, or at p:start(). Its gap is what the bias alone costs, without any noise.",
        returns = "a vec of p.dim numbers, its gap F - F* (nil without a known minimum); nil, why where none is found",
        errors = "x of another length; an estimate of a value",
        example = [[
            p = problem.instrumental{n=1000}
            for m = 1, 3 do print(estimator(p, {m=m}):fixed_point()) end
            --> vec{0.949544}	0.3950281429079
            --> vec{0.797608}	0.092225886365798
            --> vec{0.7518}	0.040592312207433]],
        see = {"estimator:expected", "problem:minimizer"},
    },
    run = {
        words = {"optimize", "train"},
        summary = "runs a method on a problem, in independent replicates",
        usage = "run{problem=, method=, samples=, step=, ..}",
        params = {"run.run", "estimator.method"},
        text = [[
And the options of the method (help"e-bsgd"). The budget is per replicate, counts evaluations of g and of its Jacobian
and is never exceeded. Replicates use the same data and start; records are log-spaced.

Columns: step, outer, g, jac, samples, objective, gap (F - F*), grad2 (|grad F|^2), distance (|x - x_opt|); with several
replicates means and their 95% Student-t limits, _lo and _hi; then the problem's own measures (help"problem:measure")
and your metrics. r:rows{by_rep=true} has a row for each replicate. seconds are in rows, and in files only with
{seconds=true}: the same run gives the same bytes.

In 1000 runs of a small problem the limits hold the true mean 93 to 95% of the time. Few replicates of a measure that is
skewed hold it less often: with ten replicates the limits hold the gap of a problem with one coordinate 87% of the time.

The print of a run by ru-mlmc says where its estimates have an infinite variance (help"ru-mlmc").

A replicate whose next point is not finite has diverged: it keeps its last finite point, and its records repeat it; the
others go on. Means, limits and curves are of the replicates that have not diverged by then, and nan where none is left.
A note under the table counts them and names the first one, its step, and what may help: a smaller step, clip, or
share=true where f is a log, a root or a quotient, which a Jacobian from other draws than g's can carry anywhere.
Measures that are not finite are counted too; they print as nan or inf, and are empty in CSV, null in JSON, missing in
r:rows().

r.stop says why it ended ("budget", "tol", "on_record", "schedule", "interrupted", "diverged"), r.diverged counts
replicates that diverged. Step sizes, step rules, measures and ends of your own: help"control of runs".]],
        returns = "a result; r:final() is its last row with x, r:plot{x=, y=} draws columns",
        errors = "a budget smaller than a step, both of samples and steps or no budget, unknown options",
        source = "algorithm EBSGD",
        example = [[
            p = problem.invariant_logistic{n=1000}
            r = run{problem=p, method="e-bsgd", m=10, step=1e-3, samples=3e5}
            r:final().gap
            --> 0.098299832809384]],
        see = {"compare", "bsgd", "e-bsgd", "run:final", "update rules", "control of runs", "run:resume", "checkpoints",
            "seed"},
    },
    ["run:final"] = {
        topic = true,
        summary = "the last row of a run",
        usage = "r:final()",
        returns = "a table of the last row's columns, and x: a mat with a row for each replicate",
        errors = "a call with a dot in place of the colon",
        example = [[
            p = problem.instrumental{n=100}
            r = run{problem=p, method="bsgd", step=1e-5, samples=1e4, reps=3}
            r:final().samples, r:final().x
            --> 10000
            --> mat 3x1
            -->    1.8189
            -->   1.82153
            -->   1.81777]],
        see = {"run"},
    },
    compare = {
        words = {"race"},
        summary = "runs several methods at equal cost, in pairs of replicates",
        usage = "compare{problem=, samples=, methods={{\"bsgd\", m=2}, ..}, ..}",
        like = "run",
        params = "options.compare",
        text = [[
All other options are run's and hold for every method; an entry of methods may have its own, and a label
(problem, reps and seed are the same for all). Replicate i of every method starts with the same streams. The result has
run's columns and in front of them method, the label.

With se= replicates are added until the standard error of every advantage (over the first method, by the half of the
budget: help"compare:advantage") is at most that; reps= is then the most, 1024 unless it is given. They are looked at
after 32; each further round makes all of them again, from the first on, so that the result is, to the last bit, that of
reps= their number. s.reps is that number, s.reached whether it was enough; a note says what it takes. Ctrl-C leaves the
last whole round, and a checkpoint's folder holds files of each round. It goes with samples or steps, and one start.

After Ctrl-C the result, s:advantage() and s:summary() say which methods finished, which stopped early, and which had
not begun. One that stopped early is compared with no other.

Where threads are left over, as with fewer replicates than threads, methods are run at the same time, each in a copy of
this process with its part of the threads; no number depends on it. An interrupt stops all of them and keeps what they
have, up to the first method that had not begun. One whose process is killed ends the call with an error, and those
before it are kept (help"unfinished"). Methods are run one after the other where they take less than some 50 ms, with
watch=true, seconds=, a limit on time or memory, in the module for stock Lua, and where functions of yours are called,
so that your variables end as they would.

s:plot{only={"bsgd", ..}} draws the curves of some methods, with the looks that they have among all (help"looks").]],
        returns = "a result: s:run(label), s:advantage(), s:summary(), s:plot{y=\"gap\"}",
        errors = "as run; two methods of one label; se <= 0, or with one method, seconds or a mat as x0",
        source = "section 5, figure 2",
        example = [[
            p = problem.invariant_logistic{n=1000}
            race = {{"bsgd", m=20}, {"e-bsgd", m=10}}
            s = compare{problem=p, samples=3e5, step=1e-3, methods=race}
            s:advantage()
            --> ...
            s = compare{problem=p, samples=1e4, step=1e-3, methods=race, se=1e-3}
            s.reps, s.reached
            --> 96	true]],
        see = {"run", "compare:advantage", "compare:run", "se"},
    },
    methods = {
        topic = true,
        summary = "the entries of the option methods of compare, tune and complexity",
        usage = 'compare{methods={{"bsgd", m=2, label="plain"}, {"e-bsgd", operator=op}}, ..}',
        params = {{name = "label", meaning = "its name in tables and figures; the method's name and what differs"}},
        like = "run",
        text = [[
Each entry is a table: the method's name first, then its own options, which go before those given for all. Methods:
bsgd, e-bsgd, bspiderboost, e-bspiderboost, sarah, e-sarah, storm, e-storm, nestedvr, e-nestedvr, sox, msvr, v-mlmc,
rt-mlmc, ru-mlmc.]],
        errors = "problem, reps or seed in an entry: they are the same for all",
        example = [[
            p = problem.instrumental{n=100}
            two = {{"bsgd", m=8}, {"bsgd", m=2, label="small batch"}}
            s = compare{problem=p, samples=1e4, step=1e-5, reps=2, methods=two}
            s:rows()[1].method, s:run("small batch"):final().samples
            --> bsgd m=8	10000]],
        see = {"compare", "tune", "complexity", "run"},
    },
    ["compare:run"] = {
        topic = true,
        summary = "one method's run",
        usage = "s:run(label)",
        takes = "label",
        returns = "a run, as run{..} gives it",
        errors = "no such label",
        example = [[
            p = problem.instrumental{n=100}
            s = compare{problem=p, samples=1e4, step=1e-4, methods={{"bsgd"}, {"e-bsgd"}}}
            s:run("e-bsgd"):final().samples
            --> 9999]],
        see = {"compare"},
    },
    ["compare:advantage"] = {
        topic = true,
        words = {"confidence interval", "paired test", "significance"},
        summary = "what the other methods gain over the first",
        usage = "s:advantage{by=\"half\"|\"final\", pairs=false|true}",
        params = "options.advantage",
        text = [[
Per replicate the mean gap over the second half of the budget (or the final gap) of the first method minus that of each
other; the mean of these differences with its 95% Student-t limits. Rows: method, mean (gap), advantage, advantage_lo,
advantage_hi, verdict ("helps": the lower limit is above zero; "hurts": the upper one is below; "no difference"). A
final gap rewards a lucky stop; prefer the half. Without a gap the objective takes its place, and a note says so.

There is no verdict where replicates of one of the two diverged, where their means are not finite, or with one
replicate: the column why says which.

With pairs=true each extrapolated method is compared with the plain one of its name (the nearest before it, else after
it; the column against): bsgd for e-bsgd. a:words() says the rows in one line.]],
        returns = "a result",
        errors = "unknown options",
        example = [[
            p = problem.invariant_logistic{n=1000}
            race = {{"bsgd", m=20}, {"e-bsgd", m=10}}
            s = compare{problem=p, samples=3e5, step=1e-3, methods=race}
            s:advantage{by="final"}
            --> method       mean  advantage  advantage_lo  advantage_hi  verdict
            --> bsgd     0.147826
            --> e-bsgd  0.0982998      0.050         0.022         0.077  helps
            --> ...]],
        see = {"compare"},
    },
    ["advantage:words"] = {
        topic = true,
        summary = "the advantages in one line",
        usage = "a:words{verdicts=true|false}",
        params = "options.words",
        returns = "a string: each method's mean and verdict",
        errors = "unknown options",
        example = [[
            p = problem.instrumental{n=100}
            s = compare{problem=p, samples=1e5, step=1e-5, methods={{"bsgd"}, {"e-bsgd"}}}
            s:advantage():words()
            --> bsgd 1.2; e-bsgd 0.4, helps]],
        see = {"compare:advantage"},
    },
    ["compare:summary"] = {
        topic = true,
        words = {"caption", "table under a figure"},
        summary = "a row for each method: what it was run with, where it ends, whether extrapolation helps",
        usage = "s:summary()",
        text = [[
Columns: method, as figures call it; inner_batch, which is m, S1/S2, L or "any" where a level is drawn of all; gap, the
mean over the second half of the budget, or objective where there is no gap; lowest, the least mean of all records, far
below gap where a curve dips on its way to a biased point; against, the plain method that an extrapolated one is
compared with, and verdict, as compare:advantage with pairs=true has them; bias_gap, the gap that
the bias alone makes on the problem: at the fixed point of BSGD, BSpiderBoost and NestedVR with m or S1 draws and of
those that extrapolate them, nothing for other methods, whose inner batch does not say how biased they are. A note says
which methods have no verdict, and why.]],
        returns = "a result",
        errors = "a call with a dot in place of the colon; what estimator:fixed_point refuses",
        example = [[
            p = problem.instrumental{n=100}
            race = {{"bsgd", m=2}, {"e-bsgd", m=1}, {"v-mlmc", L=3}}
            compare{problem=p, samples=1e4, step=1e-5, methods=race}:summary()
            --> ...]],
        see = {"compare", "compare:advantage", "estimator:fixed_point", "looks"},
    },
    sweep = {
        words = {"parameter sweep", "parameter grid", "parameter study", "parameter scan", "sensitivity analysis",
            "scenario analysis", "hyperparameter", "design of experiments"},
        summary = "a function at every point of a grid of parameters, one row for each",
        usage = {"sweep{over={m={1, 2}, ..}, run=function(v) return .. end}", "sweep{points={{m=1}, ..}, run=, ..}"},
        params = "options.sweep",
        text = [[
over is {name={values, ..}, ..}, swept in the order of the names, or {{"name", {values, ..}}, ..} in that order; the
last name goes fastest. Values are numbers, texts, booleans, vecs, laws, operators, schedules; what else there is
(functions, problems, tables of options) gets names: over={method={plain={"bsgd", m=20}, new={"e-bsgd", m=10}}} shows
"plain" and "new", v.method is the value. points lists points one by one, which need be no grid.

run(v) gets the values as v.m, .., the point's number v.point, and v.seed. What it returns is the row:

    a number          column value; also a text or a boolean
    {gap=.., se=..}   these columns
    a result          its number fields and verdict; unless one is
                      called value, also the numbers of its last row
    moments           mean, se, bias, bias_norm, exact, sd, var,
                      kurtosis, tail

Of a run the last row is that of its means, gap with gap_lo and gap_hi. Where the first column of a result has names
(compare, bias of several operators), it is the last row of each name, as columns "e-bsgd gap". What is swept is left
out of results and moments. Column why says of runs, races, tune, bias, levels and moments why their numbers are not to
be relied on: replicates that diverged, values that are not finite, a mean that does not exist.

Every point begins with the same seed: that of the sweep is the default of all draws within run, also of math.random.
Points then differ by their values, not by luck (common random numbers). For other draws at every point pass seed=v.seed
+ v.point to what run calls; a swept name seed is the point's seed.

Points are made at the same time, as many as --threads or threads= says, each in a copy of this process; no number
depends on it, and what run prints comes in the order of the points. What run does to variables, generators made
outside of it among them, nobody sees: where the first point to be ready has done that, all points are made in this
process, one after the other, unless threads= is given. So they are with threads=1, under a limit on time or memory
(--sandbox), and in the module for stock Lua.

A point that fails is a row with the error as column failed, and the sweep goes on. Ctrl-C keeps the points made;
r.missing counts the others, r:resume() goes on. With checkpoint="file" points made are in the file, and the same sweep
goes on from it after a crash. A file of other values, another seed or another function is refused; of the function its
own code is compared, not the variables that it uses and the functions that it calls: change these, and remove the
file.]],
        returns = "a result, a row for each point; r:plot{x=, y=, by=}, r:resume(); r.missing",
        errors = "over without names or values, values that need names, a value twice; a first point that returns "
            .. "nothing or a column that is swept; a checkpoint of another sweep, or a damaged one",
        example = [[
            q, d = poly{0, 0, 0, 1}, dist.ramp(0, 2)
            r = sweep{over={order={1, 2}, m={1, 2, 4}}, run=function(v)
              return {bias=math.abs(extrap.order(v.order):bias(q, d, {m=v.m}))}
            end}
            r
            --> m  order        bias
            --> 1      1     0.82963
            --> 1      2   0.0296296
            --> 2      1     0.42963
            --> 2      2  0.00740741
            --> 4      1    0.218519
            --> 4      2  0.00185185
            --> missing: 0
            r:plot{x="m", y="bias", by="order"}:describe()
            --> bias (logarithmic) against m (powers of 2).
            --> order = 1: 3 points, m from 1 to 4, falls from 0.83 to 0.219.
            --> order = 2: 3 points, m from 1 to 4, falls from 0.0296 to 0.00185.]],
        see = {"sweep:plot", "sweep:resume", "tune", "compare", "CEAC", "pass@k"},
    },
    ["sweep:plot"] = {
        topic = true,
        summary = "curves of a sweep: a column against a swept name, one curve for each value of others",
        usage = {"r:plot()", 'r:plot{x="m", y="gap", by="noise_var", ..}'},
        params = {{name = "by", meaning = "a swept name or a list of them: a curve for each of their values"}},
        like = "plot",
        text = [[
x is the first swept name with numbers and y the first column that run returned, where they are not given; by is a name
or a list of them, where it is not given every other swept name that differs. Limits are y_lo and y_hi where the columns
are there, else 1.96 times y_se; a column se is the error of value, else of mean and bias, or of the only number beside
it. An axis is logarithmic where all its numbers are positive and span a decade (x of powers of two: log2);
x={scale="linear"} says otherwise. Points that failed are left out.]],
        returns = "a figure",
        errors = "a column that there is not or that has no numbers; a swept name that is neither x nor in by",
        example = [[
            r = sweep{over={k={1, 2, 3}, p={0.1, 0.2}}, run=function(v)
              return 1 - (1 - v.p)^v.k
            end}
            r:plot{x="k", by="p"}:describe()
            --> value against k.
            --> p = 0.1: 3 points, k from 1 to 3, rises from 0.1 to 0.271.
            --> p = 0.2: 3 points, k from 1 to 3, rises from 0.2 to 0.488.]],
        see = {"sweep", "plot", "axis"},
    },
    ["sweep:resume"] = {
        topic = true,
        summary = "makes the points of a sweep that are missing",
        usage = "r:resume([{failed=true}])",
        params = "options.resume",
        returns = "a new result; the same one, with a note, where nothing is missing",
        errors = "unknown options",
        example = [[
            bad = true
            r = sweep{over={m={1, 2}}, run=function(v)
              return v.m == 2 and bad and error "not yet" or v.m
            end}
            r:rows()[2].failed
            --> not yet
            bad = false
            r:resume{failed=true}:rows()[2].value
            --> 2]],
        see = {"sweep"},
    },
    ["running:curves"] = {
        topic = true,
        summary = "the curves of running, as plot's option series takes them",
        usage = "r:curves()",
        returns = "a list of {label=, x=, y=}, one per operator",
        errors = "a call with a dot in place of the colon",
        example = [[
            r = running{q=poly{0,0,1/2}, dist=dist.normal{mean=10, var=100}, reps=256}
            #r:curves(), r:curves()[1].label
            --> 3	L1]],
        see = {"running", "series"},
    },
    figure = {
        summary = "the figures of the paper, and others, each from a fresh run",
        usage = "figure(name [, {quick=true}])",
        takes = "figure",
        params = {{name = "quick", kind = "boolean", default = false, meaning = "a smaller run, of seconds"}},
        text = "An unknown name raises with the list of all.",
        returns = "a figure; the sentence under it is made from the run's own numbers",
        errors = "an unknown name, with the nearest or the list of all",
        example = [[
            f = figure("1b", {quick=true})
            f:describe()
            --> |bias| (logarithmic) against inner batch m (powers of 2).
            --> ...]],
        see = {"plot", "bias", "compare", "figure.part"},
    },
    ["figure.part"] = {
        summary = "what several figures of plots/ share",
        usage = "figure.part(name)",
        text = "For the scripts of plots/: runs the script of that name in plots/part/, and returns what it returns.",
        returns = "a function, or a table of functions",
        errors = "an unknown name, with the nearest or the list of all",
        example = [[
            pcall(figure.part, "kinks")
            --> ...]],
        see = {"figure"},
    },
}
