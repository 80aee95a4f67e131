-- Control of runs: step sizes, callbacks, saving and going on.
return {
    schedule = {
        words = {"step size", "learning rate"},
        summary = "step sizes that change from step to step",
        usage = {"schedule.inv_sqrt(a)", "run{.., step=schedule.cosine(0.1, {steps=1e4})}"},
        text = [[
constant, inv_sqrt, step, cosine and normalised make values for run's option step; a Lua function of the step's number
t = 1, 2, .. does as well, and is called once per step. s(t) is the step size of step t.]],
        returns = "a schedule",
        errors = "those of the functions below",
        example = [[
            s = schedule.step(0.1, {every=10, factor=0.5})
            print(s, s(10), s(11))
            --> schedule.step(0.1, {every=10, factor=0.5})	0.1	0.05]],
        see = {"run", "schedule.step", "schedule.cosine", "schedule.inv_sqrt", "schedule.normalised"},
    },
    ["schedule.constant"] = {
        summary = "the same step size for every step",
        usage = "schedule.constant(a)",
        text = "a > 0; a plain number as step means the same.",
        returns = "a schedule",
        errors = "a that is not a number above 0",
        example = [[
            schedule.constant(0.1)(1), schedule.constant(0.1)(1000)
            --> 0.1	0.1]],
        see = {"schedule"},
    },
    ["schedule.inv_sqrt"] = {
        summary = "the step size a / sqrt(t)",
        usage = "schedule.inv_sqrt(a)",
        returns = "a schedule",
        errors = "a that is not a number above 0",
        example = [[
            s = schedule.inv_sqrt(0.1)
            s(1), s(4), s(100)
            --> 0.1	0.05	0.01]],
        see = {"schedule"},
    },
    ["schedule.step"] = {
        summary = "a step size multiplied by a factor every so many steps",
        usage = "schedule.step(a, {every=, factor=})",
        params = "schedule.step",
        text = "a factor^floor((t - 1) / every): the first `every` steps have the size a.",
        returns = "a schedule",
        errors = "a, every or factor that are not numbers above 0",
        example = [[
            s = schedule.step(0.1, {every=10, factor=0.5})
            s(1), s(11), s(21)
            --> 0.1	0.05	0.025]],
        see = {"schedule"},
    },
    ["schedule.cosine"] = {
        summary = "a step size that falls to zero along half a cosine",
        usage = "schedule.cosine(a, {steps=})",
        params = "schedule.cosine",
        text = "a (1 + cos(pi (t - 1) / steps)) / 2 for t up to steps, then 0: later steps leave x where it is.",
        returns = "a schedule",
        errors = "a or steps that are not numbers above 0",
        example = [[
            s = schedule.cosine(0.1, {steps=100})
            s(1), s(51), s(101)
            --> 0.1	0.05	0.0]],
        see = {"schedule"},
    },
    ["schedule.normalised"] = {
        summary = "steps of one length: the size a over the norm of the direction",
        usage = "schedule.normalised(a)",
        text = "Every step moves x by the length a along v + l2 x. A direction that is exactly zero moves nothing.",
        returns = "a schedule",
        errors = "a that is not a number above 0",
        example = [[
            p = problem.instrumental{n=100}
            s = schedule.normalised(1e-3)
            r = run{problem=p, method="bsgd", m=8, step=s, steps=5000}
            r:final().gap
            --> 0.002368512614176]],
        see = {"schedule"},
    },
    unfinished = {
        words = {"failure", "exception", "pcall", "error in a function", "lost"},
        summary = "what an experiment had computed when an error ended it",
        usage = "unfinished()",
        text = [[
An error in a function of yours (update, metrics, on_record, step, m, q, f, g, levels) ends an experiment as Ctrl-C
does: what has been computed is kept. Then the error is raised; in a run it says at which option, step and replicate it
came. At the prompt _ is then what has been computed, and a note says so; unfinished() returns it everywhere, until
another experiment fails.

    run, run:resume              the records until then
    compare                      the methods that have finished, and that run
    tune, complexity             what has finished
    bias, running                the estimates made before
    value, value:resume          the same; r:resume{} goes on
    estimator:moments            the estimates made before, and how many
    extrap:estimate              the same
    estimator:levels             the levels that are complete
    correct, extrap.auto         the splits averaged before, or the groups

stop is then "interrupted". What comes to one number, as e:expected(x), op:bias(q, d) and
p:minimizer() do, leaves nothing, nor does correct before q was evaluated without each row. Where the error depends on
what was drawn, the draws before it are not typical ones.

With checkpoint= the file holds the run as it was at the error, or, where that came within a step (update, f, g), as it
was at most checkpoint_every seconds before. The same call with the function put right goes on from there, to the bytes
of a run that never failed; f and g belong to the problem, and a run on another problem begins anew. In a sweep a point
that fails is a row that says so, and leaves nothing.]],
        returns = "the result of the last experiment that failed after it had computed something",
        errors = "no experiment has left a result when an error ended it",
        example = [[
            p = problem.instrumental{n=100}
            function careful(x) return x:norm() >= 1 and 1 or error "too near" end
            o = {method="bsgd", step=1e-4, steps=1e5, metrics={care=careful}}
            o.problem = p
            _, why = pcall(run, o)
            why:match "%b()$"
            --> (option 'metrics.care' at step 4398 of replicate 7)
            unfinished():final().step
            --> 4150]],
        see = {"control of runs", "checkpoints", "run:resume"},
    },
    ["control of runs"] = {
        topic = true,
        words = {"early stopping", "tolerance"},
        summary = "step sizes, step rules, measures and ends of your own",
        text = [[
step: a number, a schedule ("schedule") or function(t) -> number >= 0. m: a number or function(t) -> whole number; the
budget counts what each step takes. Both are asked once per step, not per replicate or sample. Another value than these
is an error at the first step. Later it ends the run there for all replicates, as a schedule that overflows does: r.stop
is "schedule", a note gives the option, the step and the value, and r:resume{step=} goes on.

update="momentum" and others make the step from the direction by rules of the library (help"update rules").
update=function(x, v, t, s) -> new x takes the place of the step x - step v, per step and replicate: for rules of your
own. v is the estimate with the penalty's gradient, clipped if clip is given. s is the replicate's own table, empty at
first; numbers and vecs in it are part of a saved run.

metrics={name=function(x) -> number} adds columns, measured at the output point of every record, with limits as the
other measures have; a name that is a column already is refused. on_record=function(row) gets each row of means as it is
made; returning true stops.

tol=0.01 stops at the first record whose mean gap is at most this part of the first one. seconds stops by the clock,
alone or before another budget is spent; what it leaves is not reproducible. With seconds alone, records are log-spaced
for a run of any length, and an average begins at half of the time.

output="random" reports one iterate, drawn uniformly among those that steps have started from, from a separate stream;
"average" the mean of the iterates of the second half of the budget.

With step, m, update or metrics as functions the run stays on one thread; no result depends on the number of threads. A
function that fails ends the run with its error, which says at which step and in which replicate it came; the records
until then are kept (help"unfinished").]],
        example = [[
            p = problem.instrumental{n=100}
            function averaged(x, v, t, s)
              s.u = 0.9*(s.u or 0*v) + 0.1*v
              return x - 1e-4*s.u
            end
            r = run{problem=p, method="e-bsgd", update=averaged, samples=2e4}
            r:final().gap
            --> 0.006825041655533]],
        see = {"run", "schedule", "update rules", "unfinished", "run:resume", "run:save"},
    },
    ["update rules"] = {
        topic = true,
        words = {"optimizer", "optax", "momentum", "heavy ball", "Nesterov", "Adam", "AdaGrad", "adaptive steps",
            "proximal", "soft threshold", "lasso", "sparse", "projection", "constraint", "box", "ball"},
        summary = "momentum, Adam, AdaGrad; proximal steps: l1, box, ball",
        usage = {"run{.., step=, update=\"adam\", b1=0.9, b2=0.999, eps=1e-8}", "run{.., step=, prox=\"box\", low=0}"},
        params = {"update.momentum", "update.adam", "update.adagrad", "prox.l1", "prox.box", "prox.ball"},
        text = [[
Every method moves its point by x <- x - step u. The direction of a step is v = estimate + l2 x, clipped if clip is
given, or over its norm with schedule.normalised; the rule makes u from v, number by number:

    "sgd"        u = v, as without a rule
    "momentum"   t <- v + decay t from 0;  u = t, with nesterov=true v + decay t
    "adam"       mu <- b1 mu + (1 - b1) v,  nu <- b2 nu + (1 - b2) v^2 from 0;
                 u = (mu / (1 - b1^t)) / (sqrt(nu / (1 - b2^t)) + eps)
    "adagrad"    s <- s + v^2 from initial_accumulator_value;
                 u = v / sqrt(s + eps), 0 where s is 0

Formulas, options and defaults are those of optax; t in b1^t counts steps. Momentum moves x in the long run by
1/(1 - decay) times what the step would: divide step by that much. Adam's first step moves every number by step. Where
a v^2 overflows the replicate has diverged.

prox says what is done to the point after that, for every method and rule:

    "l1"         x_j moves towards 0 by step l1, and stays at 0
    "box"        x_j <- the nearest number in [low_j, high_j]
    "ball"       x <- x radius / |x| where |x| > radius

step is the step's size, that of the schedule at its number, also where the direction is clipped or over its norm. The
objective stays F: l1 |x|_1 is no part of it, and gap and distance are to the minimizer of F without a constraint. A
start outside of the set is projected by the first step.

Options stand beside their name, also in compare's methods and in tune's grid; those of another rule are refused. Each
replicate has a state of its own, as long as x or twice as long. It is part of a saved run, starts again where a
resumed run has another rule, and no result depends on the number of threads. A function as update is a rule of your
own (help"control of runs"), which keeps the run on one thread; it takes no prox.]],
        errors = "unknown names; options of another rule, or outside of their ranges; bounds of another length than x",
        source = "not in the paper: Polyak 1964, Nesterov 1983, Kingma and Ba 2015, Duchi et al. 2011",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            o = {problem=p, step=2e-3, samples=1e5, methods={}}
            for i, rule in ipairs{"sgd", "momentum", "adam", "adagrad"} do
              o.methods[i] = {"e-bsgd", m=10, update=rule, label=rule}
            end
            for _, row in ipairs(compare(o):advantage():rows()) do
              print(row.method, row.mean)
            end
            --> sgd	0.046565267894778
            --> momentum	0.0048634293796936
            --> adam	0.0021276379456492
            --> adagrad	0.16826681934598
            o = {problem=p, method="e-bsgd", m=10, step=2e-3, samples=1e5}
            o.prox, o.low, o.high = "box", 0, 0.1
            x = run(o):final().x[1]
            x:min(), x:max()
            --> 0.0	0.1]],
        see = {"control of runs", "run", "schedule", "tune"},
    },
    tune = {
        summary = "a grid of options for several methods under one budget",
        usage = "tune{problem=, methods={{\"bsgd\"}, ..}, samples=, grid={step={..}, m={..}}, ..}",
        like = "run",
        params = "options.tune",
        text = [[
All other options are run's. Every method runs with every combination of the grid's options that it has and that its
entry does not fix, from streams of tune's own, so that what it chose is then compared on new draws.

Combinations are ranked by the mean gap over the second half of the budget (a final gap rewards a lucky stop), by the
objective where there is no gap. One with replicates that diverged, or with a mean that is not finite, is never best; a
note counts these and says what may help. t.best is a list for compare's methods: the entries, in their order, with the
best values put in, without the methods that have no best.

Columns: method, the grid's options, gap (its mean, with 95% limits gap_lo and gap_hi), diverged (replicates), best.
t.notes says where a best value lies at the edge of the grid. An interrupted tune gives what it has. Where threads are
left over, combinations are run at the same time, as methods are in compare.]],
        returns = "a result; t.best, t.notes, t:plot{x=\"step\"}",
        errors = "an option in the grid that no method has, an empty grid, what run refuses",
        example = [[
            p = problem.invariant_logistic{n=1000}
            grid = {step=vec.geomspace(1e-4, 1e-2, 3), m={5, 20}}
            t = tune{problem=p, samples=1e5, grid=grid, methods={{"bsgd"}, {"e-bsgd"}}}
            print(t)
            --> ...
            compare{problem=p, samples=1e5, methods=t.best}:advantage()
            --> ...]],
        see = {"compare", "run", "checkpoints"},
    },
    ["run:save"] = {
        topic = true,
        summary = "writes a run to a file, whole or not at all",
        usage = "r:save(path)",
        takes = "file",
        text = [[
The file holds the rows, the spec, and the state that the run goes on from: points, streams, the method's state. Equal
runs give equal bytes: seconds are left out. Functions are not in it.]],
        returns = "the path",
        errors = "a file that cannot be written; a run that was interrupted inside update",
        example = [[
            p = problem.instrumental{n=100}
            r = run{problem=p, method="e-bsgd", step=1e-4, samples=3000}
            path = r:save(os.tmpname())
            run.load(path):resume{samples=6000}:final().samples
            --> 6000
            os.remove(path);]],
        see = {"run.load", "run:resume"},
    },
    ["run.load"] = {
        summary = "the run in a file of r:save or of checkpoint=",
        usage = "run.load(path [, {problem=}])",
        takes = "file",
        params = {
            {name = "problem", meaning = "the problem, where its own functions or data made it"},
            {name = "seconds", kind = "number", default = "3600", meaning = "the most that reading the file may take"},
            {name = "memory", kind = "number", default = "4096", unit = "MB", meaning = "the most that it may need"},
        },
        text = [[
To go on, the run needs its problem. A built-in one is made again from its options; one with data or functions of your
own must be given, and is recognised by its fingerprint (sizes, penalty, start and data). A file may be a stranger's:
options that do not compute (a checkpoint, threads, ..) and states that no run could have left are refused.]],
        returns = "a run, as run{..} gives it",
        errors = [[
a file that is not a saved run, is damaged, or was written by another version or on a machine of other byte order; one
that goes beyond seconds or memory]],
        example = [[
            p = problem.instrumental{n=100}
            r = run{problem=p, method="bsgd", step=1e-5, samples=1e4}
            path = r:save(os.tmpname())
            run.load(path):final().gap == r:final().gap
            --> true
            os.remove(path);]],
        see = {"run:save", "run:resume"},
    },
    ["run:resume"] = {
        topic = true,
        summary = "goes on from the end of a run",
        usage = "r:resume{samples=total, ..}",
        like = "run",
        text = [[
The run goes on to the total budget; without one it goes on to its own, after an interrupt for example. The points are
those of a run that was not stopped, to the last bit; r itself stays as it is.

Other options make a new stage: another m, order, step, output. problem, method, reps, seed and x0 cannot change. false
takes an option away, as in on_record=false, except where the option itself is true or false, as chains is. A method's
state starts again where the new options change its size. The rows of r stay; the new ones are log-spaced over the new
budget. An average over the second half of the new budget is exact where r stopped before that half, or has the same
budget; else it begins where r stopped. The spec lists earlier stages; reproduce runs them one after the other. Where
nothing is left to do, as with a budget that is spent, the run stays as it is, and a note says so.

A run from a file (run.load) needs its functions again: step, m, update, metrics.]],
        returns = "a run, as run{..} gives it",
        errors = "options that cannot change; a budget of another kind",
        example = [[
            p = problem.instrumental{n=100}
            r = run{problem=p, method="bsgd", step=1e-3, samples=2000}
            r:final().gap
            --> 0.74476959024634
            r:resume{samples=1e4, m=4, step=1e-4}:final().gap
            --> 0.17857353331891]],
        see = {"run", "run:save", "checkpoints"},
    },
    checkpoints = {
        topic = true,
        summary = "runs that survive being killed",
        text = [[
checkpoint="file" saves a run to the file every checkpoint_every seconds and at its end, whole or not at all. Where the
file is there already the run goes on from it, to the same rows and bytes as if it had never stopped; a file of a run
with other options, or with other stages before it, is an error. For compare and tune the option names a folder with a
file for each run.

It has to be a regular file, or a new one: standard output ("-"), folders, pipes and devices are refused, as by r:save;
r:csv and r:json, which write once, take those too. When a later write fails a note says so; after three failures in a
row nothing more is written. The run goes on. Two programs with one checkpoint do the same work twice, and the one that
writes last leaves what it has; a note says so.

A batch job is then started again by the same command. debias --resume file goes on with a run in its file and prints
it; it is then the value of _.]],
        example = [[
            path = os.tmpname()
            os.remove(path);
            p = problem.instrumental{n=100}
            o = {problem=p, method="bsgd", step=1e-5, samples=1e4, checkpoint=path}
            run(o):final().samples
            --> 10000
            run(o):final().samples  -- read from the file
            --> 10000
            os.remove(path);]],
        see = {"run", "run:save", "run:resume"},
    },
}
