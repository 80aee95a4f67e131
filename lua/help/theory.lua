-- What the convergence theorems prescribe and promise.
return {
    theory = {
        summary = "hyperparameters, bounds and costs from the convergence theorems",
        usage = {"theory.plan(method, {eps=, ..})", "theory.constants(p)", "theory.exponents()", "theory.bound{..}"},
        text = [[
Constants, by the paper's names: D = F(x0) - F*; C_f, L_f, C_g, L_g (Lipschitz constants and smoothness of f and g);
sigma_g, zeta_g (standard deviations of g and its Jacobian); C_e (second-order bias). From them follow L_F, C_F, Lt (the
paper's L_F with tilde), si2 = sigma_in^2, sb2 = sigma_bias^2 and c = C_g C_e, which may be given instead.

The theorems are worst cases: their plans reach the accuracy with steps and batches to spare, often by orders of
magnitude. complexity{..} measures what is needed.]],
        errors = "those of the functions above",
        source = "theorems of sections 3 and 4, their proofs",
        example = [[
            p = problem.invariant_logistic{d=2, noise_var=1}
            theory.bound{method="e-bsgd", m=4, problem=p}
            --> 0.44377499303421	lemma:ebsgd:bias_variance]],
        see = {"the paper", "theory.plan", "theory.constants", "theory.exponents", "theory.bound"},
    },
    ["theory.plan"] = {
        summary = "the options of run that a convergence theorem prescribes",
        usage = "theory.plan(method, {eps=, problem=, ..})",
        takes = "method",
        params = "theory.plan",
        text = [[
method: bsgd, e-bsgd, bspiderboost, e-bspiderboost, nestedvr, e-nestedvr. Sizes are rounded up: inner batch, outer
batch, steps; then step and probabilities from the rounded sizes. With n (a finite sum) e-bspiderboost and the nested
methods are planned for FCCO; n beyond eps^-2 is planned as CSO, which for the nested methods means (e-)bspiderboost.

Where the paper prints constants they are the proofs'; an O(.) has constant 1. The statements and the proofs differ in
places: .reading says what was taken.

    p = problem.invariant_logistic{d=2, noise_var=1}
    o = theory.plan("e-bsgd", {eps=0.2, problem=p})
    o.problem, o.reps = p, 2
    run(o)]],
        returns = [[
a table of run's options (method, steps, step, m or S1, S2, p_in, B1, B2, p_out), which run{..} takes once problem is
set; also .samples (expected g + Jacobian evaluations), .exponent (they grow as eps^-exponent where n grows as
eps^-growth, growth 0 being a fixed n), .bound (the proof's bound of mean |grad F|^2 for these sizes; nil where its
conditions fail), .multiple (bound / eps^2), .reading, .label (the theorem), .eps]],
        errors = "a method without a theorem that prints sizes; constants that are missing",
        source = "thm:bsgd, thm:ebsgd, thm:bspiderboost, thm:ebspiderboost, thm:ebsb:fcco, thm:nestedvr, thm:enestedvr",
        example = [[
            p = problem.invariant_logistic{d=2, noise_var=1}
            theory.plan("e-bsgd", {eps=0.1, problem=p})
            --> ...]],
        see = {"theory.constants", "theory.bound", "run"},
    },
    ["theory.constants"] = {
        summary = "the theorems' constants for a problem",
        usage = "theory.constants(p [, {radius=}])",
        params = "theory.constants",
        text = [[
For x in a ball of that radius. With draws that are normal or exponential no Lipschitz constant of g exists: C_g is the
root mean square of |Jacobian|, and the note says that the assumptions do not hold strictly. Where g has several
components its moments are those of |g - E g|. The penalty adds l2 to L_F.]],
        returns = "a table: the constants by name, radius, note; D, n and l2 alone where f and g have none",
        errors = "something that is not a problem",
        source = "assumptions of section 3; cor:extrapolation:cso",
        example = [[
            theory.constants(problem.invariant_logistic{d=2, noise_var=1})
            --> ...]],
        see = {"theory.plan"},
    },
    ["theory.exponents"] = {
        summary = "the exponents of all methods' costs, eps^-exponent",
        usage = "theory.exponents([{growth=}])",
        params = "theory.exponents",
        text = [[
Columns: method, setting (CSO, FCCO), exponent, cost (as the paper writes it), label (where). FCCO costs depend on n =
eps^-growth; growth 0 is a fixed n.]],
        returns = "a result",
        errors = "unknown options",
        source = "tab:sample_complexity and the theorems",
        example = [[
            theory.exponents{growth=1.5}
            --> method          setting     exponent
            --> bsgd            CSO                6
            --> e-bsgd          CSO              4.5
            --> bspiderboost    CSO                5
            --> e-bspiderboost  CSO              3.5
            --> v-mlmc          CSO                4
            --> rt-mlmc         CSO                4
            --> e-bspiderboost  FCCO            3.25
            --> nestedvr        FCCO             4.5
            --> e-nestedvr      FCCO            3.25
            --> sox             FCCO             5.5
            --> msvr            FCCO             4.5
            --> unbiased sgd    stochastic         4
            --> lower bound     stochastic         3
            --> method          setting     cost
            --> bsgd            CSO         eps^-6
            --> e-bsgd          CSO         eps^-4.5
            --> bspiderboost    CSO         eps^-5
            --> e-bspiderboost  CSO         eps^-3.5
            --> v-mlmc          CSO         eps^-4
            --> rt-mlmc         CSO         eps^-4
            --> e-bspiderboost  FCCO        max(sqrt(n) eps^-2.5, eps^-4/sqrt(n))
            --> nestedvr        FCCO        n eps^-3
            --> ...]],
        see = {"theory.plan"},
    },
    ["theory.bound"] = {
        summary = "bounds of the bias and the variance of estimates",
        usage = {"theory.bound{m=, a2=, sigma2=}", "theory.bound{order=2, m=, a3=, a4=, dist=}",
            "theory.bound{of=\"variance\", order=, m=, V2=, C=}", "theory.bound{method=\"e-bsgd\", m=, problem=}"},
        params = "theory.bound",
        text = [[
Of q(s + mean of m draws), a_l = sup |q^(l)|, sigma_l = |l-th central moment| of a draw: order 1 a2 sigma2/(2 m), or
L_q sqrt(sigma2/m) for q that is only Lipschitz, the smaller where both are given; order 2 (4 a3 sigma3 + 9 a4
sigma2^2)/(48 m^2) + 5 a4 (sigma4 - 3 sigma2^2)/(96 m^3), or relaxed C_e/m^2. The variance of L2 is at most 14 (V2/m +
C) where that of q at one block mean is V2/m + C.

With method= it is |bias| or variance of one gradient estimate: sqrt(sb2/m) or c/m^2, V or 14 V, V = si2/m + C_F^2.]],
        returns = "the bound, and where the paper has it",
        errors = "what the bound needs and is not given",
        source = "prop:1st_error, the footnote to L1, prop:2nd_error, lemma:extrapolation:variance, "
            .. "cor:extrapolation:cso; lemma:bsgd:bias_variance, lemma:ebsgd:bias_variance",
        example = [[
            theory.bound{order=2, m=4, a3=2, a4=4.09, dist=dist.normal{mean=0, sd=1}}
            --> 0.0479296875	prop:2nd_error]],
        see = {"bias", "estimator:expected"},
    },
    complexity = {
        summary = "oracle calls until an accuracy is reached, for a ladder of accuracies",
        usage = {"complexity{problem=, methods={{\"bsgd\"}, ..}, eps={..}, ..}",
            "complexity{problem=function(eps) return p end, methods={..}, eps={..}, ..}"},
        like = "run",
        params = "options.complexity",
        text = [[
An eps is reached at the first step at which the running mean of |grad F|^2 over the iterates, the theorems' measure,
is at most eps^2. The exact gradient is taken at log-spaced steps and integrated by trapezoids in steps; reports do not
count as oracle calls. Each method needs its sizes for each eps: what is left out comes from theory.plan, and any
option may be a function of eps. A method without a plan (storm, sarah, the MLMC ones, sox, msvr) needs step at least.
All other options are run's.

problem may be a function of eps that returns a problem, such as one with n = eps^-1.5 outer samples; it is called once
for each eps, the largest first, and n must not fall as eps falls. The exponents of the theory are then those for an n
that grows so. A file does not hold the function: reproduce(path, {problem=f}).

Columns: method, eps, n (where it grows), samples (mean over replicates, g + Jacobian evaluations), samples_lo,
samples_hi (95% Student-t limits), planned (what theory.plan expects), reached (of the replicates; only where some were
not, and then there are no samples). Runs grow in doublings up to budget. An interrupt keeps the rows that are done, up
to the first that is not. Where threads are left over, rows are made at the same time, as methods are in compare.
Replicates that diverged and gradients that are not finite are counted under the table, as run counts them.

The spec holds every run's options and the readings of the plans.]],
        returns = "a result; c:slopes() fits the exponents, c:plot() draws samples against eps, "
            .. "c:plot{bound=true} with those that theory.plan expects",
        errors = "a problem without exact gradient, an eps that the start has reached, methods without plan or step; a "
            .. "function that returns no problem, or a smaller n at a smaller eps",
        source = "tab:sample_complexity",
        words = {"scaling law", "convergence rate", "log-log slope"},
        example = [[
            p = problem.invariant_logistic{n=50, d=2, noise_var=1}
            c = complexity{problem=p, eps={0.2, 0.15}, reps=3, methods={{"bsgd"}}}
            c:slopes()
            --> method  exponent  exponent_lo  exponent_hi  theory  planned  from    to
            --> bsgd        7.26         6.86         7.67       6  5.96777   0.2  0.15]],
        see = {"complexity:slopes", "complexity:plot", "theory.plan", "theory.exponents", "run"},
    },
    ["complexity:plot"] = {
        topic = true,
        words = {"sample complexity", "theorem"},
        summary = "oracle calls against eps, and what the theorems take beside them",
        usage = {"c:plot()", "c:plot{bound=true, ..}", "c:plot{slopes={from=, to=}, ..}"},
        like = "plot",
        params = {
            {name = "bound", kind = "boolean", default = false, meaning = "draw what the theorems take"},
            {name = "slopes", kind = "table", meaning = "{from=, to=}: the eps that exponents are fitted to, shaded"},
        },
        text = [[
bound=true adds a dotted line for each method that has a plan: column planned, what theory.plan expects with the
theorem's constants and sizes, whatever options were given in their place. At these sizes the theorem promises mean
|grad F|^2 up to a multiple of eps^2 (theory.plan{..}.multiple). The sentence under the figure names the theorems, and
the methods that have no plan.]],
        returns = "a figure",
        errors = "unknown options; a window without any eps; bound=true where no method has a plan",
        source = "thm:bsgd, thm:ebsgd, thm:bspiderboost, thm:ebspiderboost, thm:ebsb:fcco, thm:nestedvr, thm:enestedvr",
        example = [[
            p = problem.invariant_logistic{n=50, d=2, noise_var=1}
            c = complexity{problem=p, eps={0.2, 0.15}, reps=3, methods={{"bsgd"}}}
            c:plot{bound=true}:describe():match "Dotted.*%."
            --> Dotted: what theory.plan expects; BSGD thm:bsgd.]],
        see = {"complexity", "theory.plan", "plot"},
    },
    ["complexity:crossing"] = {
        topic = true,
        summary = "from which eps on one method of complexity needs fewer samples than another",
        usage = "c:crossing(a, b)",
        text = [[
a, b: names of methods, as in the column method. Between two eps of the ladder by a straight line in logarithms; the
largest eps that both reached where b needs fewer at all of them; nil where it needs no fewer at the smallest.]],
        returns = "a number, or nil",
        errors = "names of other methods, a call with a dot in place of the colon",
        example = [[
            p = problem.invariant_logistic{n=50, d=2, noise_var=1}
            c = complexity{problem=p, eps={0.2, 0.15}, reps=2,
              methods={{"bsgd"}, {"rt-mlmc", step=1e-2}}}
            c:crossing("bsgd", "rt-mlmc")
            --> 0.2]],
        see = {"complexity", "complexity:slopes"},
    },
    ["complexity:slopes"] = {
        topic = true,
        summary = "the fitted exponents of complexity beside the theory's",
        usage = "c:slopes([{from=, to=}])",
        params = {
            {name = "from", kind = "number", meaning = "the least eps of the fit; default all"},
            {name = "to", kind = "number", meaning = "the largest eps of the fit; default all"},
        },
        text = [[
samples ~ eps^-exponent: method, exponent, exponent_lo, exponent_hi (95%, from the replicates' limits, or from the
scatter about the line where that is wider; from the scatter alone where a point has no limits, and then none with two
points), theory (the exponent of the plans that were run, for this n or for one that grows with its slope on this
ladder, which a note states; none where they have several, as a note says), planned (the exponent of the plans' own
samples on this ladder: sizes are rounded up), from, to (the eps used), why (where there is no exponent: fewer than two
eps, or as with the slopes of bias an interval of which half is more than half the exponent and more than 1/4). From
five replicates the limits hold the exponent in 98% of 1000 samples.

from= and to= fit within a window of eps, which c:plot{slopes={from=, to=}} shades in the figure.]],
        returns = "a result",
        errors = "a call with a dot in place of the colon; from that is not below to, a window without any eps",
        example = [[
            p = problem.invariant_logistic{n=50, d=2, noise_var=1}
            c = complexity{problem=p, eps={0.2, 0.15}, reps=3, methods={{"bsgd"}}}
            c:slopes()
            --> method  exponent  exponent_lo  exponent_hi  theory  planned  from    to
            --> bsgd        7.26         6.86         7.67       6  5.96777   0.2  0.15]],
        see = {"complexity", "theory.exponents"},
    },
}
