-- Multilevel Monte Carlo, correction of a fixed sample, tails.
return {
    value = {
        words = {"MLMC to a tolerance", "mlmc_test", "root mean square error wanted"},
        summary = "the value of nested expectations to a tolerance, by the method that is the cheapest for it",
        usage = {"value{problem=, eps=, ..}", "value{levels=, eps=, ..}", "value{problem=, order=, ..}"},
        params = "options.value",
        text = [[
F(x) = E f(E[g | xi]) with both errors controlled: eps is the root mean square error wanted, half of eps^2 for bias^2,
and what the bias leaves for variance.

method="auto", the default for one eps of a problem and no other end, lets the methods race: orders 1 to 3, v-mlmc, and
where the graph of f shows that it is smooth ru-mlmc. Each goes to eps with a few thousand samples and says what the
whole would take; those that need much more than the least are left, the others get four times as many, up to a
twentieth of the least need. The field chosen says what came of it, method what was taken; cost has all that was drawn.
The value has the bits of that method asked for by name. With several eps, seconds, samples, se, n, L, L_most, n0,
alpha, beta or levels= the default is v-mlmc; method="auto" takes several eps too, and chooses for the least one.

method="v-mlmc": level l adds H^l, whose mean is what 2^l inner draws say more than 2^(l-1) do (help"multilevel").
It begins with n0 terms of each of the levels 0 to L. Then, as Giles' mlmc.m does, it draws as many terms of level l as
the measured variances and the costs 2^l ask for, n_l ~ sqrt(var_l / cost_l), and adds a level as long as the last ones
leave a weak error above eps/sqrt(2): the largest of |mean| 2^(-alpha ..) / (2^alpha - 1) over the last three. It goes
to eps by halves, so that the last step is planned from a sample a quarter of its size. Where a level has few terms its
variance is mixed with what the level before lets expect: a term that is rarely other than zero (f with a jump) is not
taken for none. alpha and beta as measured are taken to be at least 1/2, alpha to be at most 1; where they are given,
they are taken as they are. n lists terms of each level in place
of an end; they are rounded up to whole chunks of 1024/2^l. One level alone says nothing of the bias (NaN). The print
warns of levels that do not add up (consistency above 1), of a standard error that a few terms decide, and of terms
without any variance: an event that is too rare for the sample looks like this.

order (or operator, method="bsgd" or "e-bsgd") averages estimates by that operator with inner batch m, which is doubled
from m= on until its bias is at most eps/sqrt(2). bias_status says how the bias is known. "proved": the exact
expectation of the estimate and F are both known, and it is their difference. "measured": change, what doubling m does
to the estimate, is sampled with the same draws for both, as an estimate of its own by the operator that takes one from
the other; a bias like m^-alpha is then at most |change| 2^alpha/(2^alpha - 1), and at most 2^-alpha times that of m/2.
alpha is measured from two changes that stand out of their noise, at least 1/2 and at most the order, else 1; |change|
has its standard error added, which is a quarter of eps/sqrt(2), or an eighth of a change that is too large anyway. The
rows show it for each m, with estimates made and samples of one.

method="rt-mlmc" averages single terms of a random level up to L; a pilot of n0 terms on each level says what the bias
is, and adds levels unless L is given. method="ru-mlmc" has no bias ("proved"), so that all of eps is for sampling;
its variance may be infinite where f has a kink, and the print says so (help"ru-mlmc").

eps, se, samples, seconds: whichever comes first ends it; why says which, reached whether it was eps or se, and the
print what eps would take. With se alone m or L stay what they are, and bias is only stated. samples or seconds alone
make the error smaller until they are spent; half of them go to the search for m or L, and what is then left of the
others. Operators and random levels go to eps by larger ones, each four times the next, and Ctrl-C keeps what was drawn:
the value is then that of the m or L with the least error so far. v:resume{eps=} goes on, checkpoint= from
call to call (help"value:resume"); the bits depend on no number of threads, and on nothing that ended earlier calls.
Values that are not finite end it. levels= are levels of your own (help"value:levels").

Of several eps the largest is gone to first, and v.report has a row for each: eps, value, se, bias, rmse, m or L, reps,
cost, plain_cost, ratio (plain_cost over cost), reached. v:plot() draws the four panels of mlmc_test for v-mlmc
(variances and means by level, n_l for each eps, and eps^2 cost beside that of plain nested Monte Carlo); of an operator
what doubling m changes and the bias by m, with what each eps allows, the value by its cost, and eps^2 cost; by random
levels the latter two.

Fields: value; se; bias, about what is left, and bias_status: "proved", "measured", or "assumed" where the means show no
alpha; rmse, both errors together; method; chosen; cost in samples; plain_cost, that of plain nested Monte Carlo with
such an error, and ratio, NaN where they are not known; reached; why; report; and where the problem knows F exactly
exact and error. Of v-mlmc L; n, the terms of each level; alpha, beta, gamma as fitted (gamma of a problem is 1). Of an
operator m, operator, reps, the estimates averaged; by random levels reps, and L of rt-mlmc. Those of other methods are
nil. A value prints as sentences; v:rows() has its table: a row for each level, as in e:levels, for each m, or for each
L.]],
        returns = "a result: the fields, and rows for the levels, for each m or for each L",
        errors = "no end; eps with se; n with eps, se, L, L_most or n0; levels that return no vecs of n numbers; "
            .. "too few samples for a first estimate",
        source = "Giles, Multilevel Monte Carlo methods (2015), section 3; mlmc.m",
        example = [[
            N = dist.normal{mean=0, sd=1}
            g = function(_, theta, eta) return vec{0, theta + eta} end
            f = function(y) return y:max() end
            p = problem.new{dim=0, outer=N, inner=N, g=g, f=f}
            v = value{problem=p, eps=0.01} -- two options: 0.39894
            v.method, v.value, v.se, v.bias
            --> v-mlmc	0.41256458195878	0.0066584988045617	0.0057397133239901
            v = value{problem=p, eps=0.01, order=2}
            v.value, v.se, v.bias, v.m
            --> 0.38601825970987	0.0085837415313417	0.0037993072680479	4]],
        see = {"multilevel", "estimator:levels", "problem.new", "EVPPI", "VaR"},
    },
    ["value:resume"] = {
        topic = true,
        summary = "goes on with what was drawn, to a smaller error",
        usage = "v:resume{eps=, ..}",
        text = [[
Options: eps, se, samples (all of them, those that were drawn too), seconds (of their own), L_most and threads. The
method stays what it is. value{eps=a}:resume{eps=b} has the bits of value{eps={a, b}} by that method. By an operator or
random levels it is also the value of value{eps=b}; v-mlmc with b alone plans from other samples and draws other numbers
of terms. What samples, seconds or Ctrl-C ended on the way to eps goes on there with the same eps, and has the bits of
a call that was not ended; cost has what was drawn besides. v stays as it is.

value{checkpoint=path, ..} does the same from call to call: what was drawn is written to the file now and then, and at
the end; the same call goes on from the file, and one that asks for something else is refused, with what the file holds
where that is a run or a sweep.]],
        returns = "a result, as value",
        errors = "no end; another option",
        example = [[
            N = dist.normal{mean=0, sd=1}
            g = function(_, xi, eta) return xi + eta end
            p = problem.new{dim=0, outer=N, inner=N, g=g, f=math.abs}
            v = value{problem=p, order=2, eps=0.1}
            v:resume{eps=0.03}.value == value{problem=p, order=2, eps=0.03}.value
            --> true]],
        see = {"value"},
    },
    ["value:levels"] = {
        topic = true,
        words = {"coupled levels", "SDE", "time steps", "Milstein", "Euler", "grids", "MultilevelEstimators"},
        summary = "value{levels=}: fine and coarse from the same draws, for grids and time steps",
        text = [[
levels(l, rng, n) returns a vec of n numbers P_l, beyond level 0 a second one of P_(l-1) made of the same draws, and if
you like the cost of one of them, in any unit; value is the limit of E P_l. Without costs a number of level l costs
2^(gamma l), gamma 1. n is 1024/2^l, at least 16: work on whole vecs. Draws must come from rng, which is another one at
each call. alpha, beta and gamma may be given where theory knows them; alpha is not taken to be more than 2.]],
        source = "Giles, Multilevel Monte Carlo path simulation (2008)",
        example = [[
            function pair(l, rng, n) -- dS = S dW from S_0 = 1, by Euler's scheme
              local s, c, h, dw, before = vec.zeros(n) + 1, vec.zeros(n) + 1, 2.0^-l
              for i = 1, 2^l do
                dw, before = math.sqrt(h) * rng:normal(n), dw
                s = s + s * dw
                c = i % 2 == 0 and c + c * (before + dw) or c
              end
              return math.relu(s - 1), l > 0 and math.relu(c - 1) or nil, 2.0^l
            end
            v = value{levels=pair, eps=0.01} -- E max(S_1 - 1, 0) = 0.38292
            v.value, v.se, v.alpha
            --> 0.399254053175	0.0060105801746088	0.43983042126196]],
        see = {"value", "multilevel"},
    },
    VaR = {
        topic = true,
        words = {"value at risk", "nested risk", "exceedance", "probability of a conditional mean", "large loss"},
        summary = "P(E[loss | scenario] > c): f is a jump",
        text = [[
xi is the scenario, g a loss in it, f is 1 above c and 0 below; c where it is 1% is the value at risk. Few inner draws
spread the conditional means, so that too many are above. The bias falls like 2^-l as for a smooth f (alpha 1), but the
variance of the terms only like 2^(-l/2) (beta 1/2), because most of them are 0 and few are 1 or 1/2: their kurtosis
grows, and cost grows like eps^-2.5 where a kink (beta 1.5) and a smooth f (beta 2) have eps^-2.]],
        source = "Giles and Haji-Ali, Multilevel nested simulation for efficient risk estimation (2019)",
        example = [[
            N = dist.normal{mean=0, sd=1}
            g = function(_, xi, eta) return xi + eta end
            f = function(y) return where(y - 1, 1, 0) end -- 1 where y > 1
            p = problem.new{dim=0, outer=N, inner=N, g=g, f=f}
            v = value{problem=p, eps=0.01, method="v-mlmc"} -- P(xi > 1) = 0.15866
            v.value, v.se, v.bias, v.beta
            --> 0.16476261923292	0.0058264014523446	0.0057670375482605	0.51133754480161]],
        see = {"value", "multilevel", "problem.new"},
    },
    ["estimator:levels"] = {
        summary = "Giles' table of a multilevel estimate: what every level adds and costs",
        usage = "e:levels(x [, {reps=, L=, eps={..}, seed=}])",
        params = "estimator.levels",
        text = [[
For an estimate by v-mlmc, rt-mlmc or ru-mlmc. Row l is about H^l, the term of level l alone: mean and its standard
error se, var, kurtosis (3 for a normal law), cost in samples; plain and plain_var are mean and variance of h^l, the
plain estimate from 2^l draws on the same draws. A gradient is a vector: mean is the norm of the mean, var the sum over
coordinates, kurtosis the largest one; a value keeps its sign. sd and plain_sd (r:columns().sd) are the roots of the
variances, shown in their place where a variance is beyond the range of numbers.

consistency is |a - b + c| / (3 (se a + se b + se c)) with a the mean of H^l, b that of h^l and c that of h^(l-1), made
of other draws (0 where the difference is rounding): above 1 the levels do not add up, and the result warns. It warns
too of a kurtosis above 100: the variance of that level is then hardly known. Where values are not finite a column
not_finite counts them.

With beta and its limits the print says whether the estimate's choice of levels will do: ru-mlmc has a finite variance
and a finite expected cost for 2^-beta < r < 2^-gamma only, and the print warns where f may have a kink and beta is too
small (help"ru-mlmc" says when); v-mlmc and rt-mlmc leave most of the variance to the last levels where beta < 1.5.

r.alpha, r.beta and r.gamma are fitted over the upper half of the levels: the mean falls like 2^(-alpha l), the variance
like 2^(-beta l), the cost grows like 2^(gamma l); r.rates has their 95% limits, the levels from and to, and how many
means below 3 standard errors were left out, as are means that rounding alone can make. As with the slopes of bias,
alpha or beta is nan where half its interval is more than half of it and more than 1/4. Smooth f give 1, 2 and 1, once
2^l is well beyond the inner noise (noise_var |x|^2 in invariant_logistic); before that the means are flat, r.flat is
true and the print says so. Rates are not exact laws. The limits allow for that, and hold alpha and beta in 99% of 1000
samples.

Where the law knows that h^l has no mean or no variance (g = a + b eta with eta from a dist; help"tail"), neither have
H^l and the next level: their numbers are left out, no rate is fitted over them, no plan is made, and the
print says at which levels and why. Values that are not finite are counted by level.

r.plan has for each eps, the root mean square error wanted, the last level L, the numbers of terms n (n[1] is level 0),
their cost, and plain, the cost of plain Monte Carlo with 2^L draws. Half of eps^2 is for bias^2, half for variance;
n_l is proportional to sqrt(var_l / cost_l). extrapolated means that L lies beyond the table. A plan that the table
cannot support has why instead. r.plan[i]:run{seed=, threads=, samples=, seconds=} runs the plan of a value, as
value{n=} does.]],
        returns = [[
a result; r:plot() draws means and variances by level; r.stop where it ended early: the levels are those that were
complete]],
        errors = "an estimate without levels; an error in f, g or a sampler (help\"unfinished\")",
        source = "Giles, Multilevel Monte Carlo methods (2015), section 3; Hu, Chen and He (2021)",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            e = estimator(p, {method="v-mlmc", L=8})
            r = e:levels(nil, {reps=2000, eps={0.1, 0.01}})
            r.alpha, r.beta, r.plan[2].cost, r.plan[2].plain
            --> 0.91551173395047	1.9741953638217	999574.0	676096.0]],
        see = {"v-mlmc", "multilevel", "value", "estimator:moments"},
    },
    correct = {
        words = {"debiasing", "bias correction", "bootstrap"},
        summary = "takes the plug-in bias off a fixed sample, and says whether that pays",
        usage = {"correct(q, data [, {operator=, order=, splits=, log=, seed=}])",
            "correct(q, data, {by=ids, ..})"},
        params = "options.correct",
        text = [[
q of the mean of n rows is biased by about c1/n where q bends: a ratio of means, the log of a mean, an entropy. Here
data is all there is: a vec of numbers, or a mat of rows (q then gets a vec). The operator's blocks are made of the rows
themselves: they are put in a canonical order and dealt to op.draws blocks as evenly as can be, and the results of all
splits are averaged; the largest term is q of the mean of all rows. No row is dropped or used more than another: where n
is not a multiple of the blocks, these differ by one row, means are weighted by rows, and the print says so. The order
of data changes no bit.

Splits: up to 16 rows, or any number of rows with few distinct ones (successes and failures, counts), have all their
splits averaged: the mean over splits is one over subsets of rows, and equal rows need not be told apart. The result
then depends on no seed. Otherwise `splits` random ones are made. From q a quadratic through its values beside the mean
is taken, whose mean over all splits is known and put back: what is left to chance is nothing for s^2, and little where
q is smooth (for up to 8 columns). split_se, printed beside what they remove, is the error of the splits, with a margin
for long tails; it is part of se and of the verdict.

Fields: plugin; value, the corrected estimate; removed, the plug-in minus it; se, the standard error of value;
split_se; splits, a number or "all"; jackknife, the delete-one jackknife's value; tail, Pareto k of its pseudo-values;
verdict; stop, "interrupted" where Ctrl-C or an error in q left it with fewer splits. se is nil where it is not known,
and the print says why: too few rows to leave some out, values of q that are not finite or the same whichever row is
left out, a jump of q within the error of the mean, an estimate of a variance below zero. The verdict is nil then, in
its row too: the print says "cannot tell". It is also nil where it would change within two errors of the random splits:
more of them may settle it. What is only rounding is 0, in the table too; where
that is all that is taken off, the verdict is "no difference", with or without se. se to either side, times Student's t
for one degree of freedom less than rows, holds the truth for 92% of samples of 10 normal rows and 94% of 30, where q
is exp: the few rows of a skewed q show too little of its spread. The limits printed with the variance added,
±, hold it for 73% of samples of 10 such rows; a verdict does not rest on it alone.

Verdict: a jackknife over the rows, or over 25 random groups of them, says what the correction does to the variance.
"helps": the bias^2 saved exceeds the variance added, by more than its 95% uncertainty and by more than 1% of the mean
square error; "hurts": the other way round. Either is given only where a trial confirms it: 16 laws that the rows may
have come from, each with other weights of them, across the error of the mean; samples from each, whose truth is known,
are corrected, and the mean square error must fall (or rise) in all of them. "no difference": anything else, and the
print says why: too small, a kink or a jump of q within the error of the mean, where one sample cannot decide, a heavy
tail, a tiny sample, what is only rounding. Measured for 29 smooth, kinked and stepped q, twelve laws and 10 to 1000
rows, "helps" and "hurts" are each false for at most 5% of samples where the mean square error is finite. Both are
cautious: where the correction truly helps, "helps" is said of about 3% of samples of 10 rows and 25% of 100 for smooth
q at order 2, and almost never for q with a kink. The rows cannot show a rare value that they lack: where q is sqrt and
rows are 0, 1 and 6 with chances 0.6, 0.35 and 0.05, 23% of the samples of 20 rows are falsely said to be helped. A
warning is printed for a tail above 0.7, where nothing is said to help.

Rows: orders 1 to 4 and the operator asked for, as far as n goes: operator, blocks, value, removed, se, saved (bias^2),
added (variance), verdict; for a q with several numbers norms and sums.

log=true: data are log weights; q gets the log of a block's mean weight, summed without overflow. The identity then
estimates a log evidence; weights of zero are -inf.

by=ids: rows of one id are a group, and what is estimated is the mean over groups of q of the group's mean
(help"groups"). ids is a vec, a list of numbers or a list of strings, one for each row; rows of a group need not be
together. Data may be groups(ids, values) themselves.

Columns of numbers make rows by mat.columns{t.a, t.b}. q that can be traced (help"traced functions") is compiled and
not called again: what it does besides returning its value is done a few times only. One that gives another value for
the same argument is refused.]],
        returns = "a result",
        errors = "NaN or infinite numbers (the row is named, and its group); an error in q; order together with "
            .. "operator; ids of another number than rows, of two kinds, or NaN",
        source = "section 2, on a finite sample",
        example = [[
            x = rng.new(1):normal(50)
            correct(math.exp, x).value
            --> 0.9530475382637
            correct(function(l) return l end, 2*x, {log=true}).verdict
            --> no difference]],
        see = {"correct:plot", "groups", "extrapolation", "extrap:apply", "tail", "jackknife", "traced functions"},
    },
    ["correct:plot"] = {
        topic = true,
        summary = "the estimates of the operators beside the plug-in, with 95% limits",
        usage = {"r:plot()", "r:plot{title=, ..}"},
        like = "plot",
        text = [[
A point for each row of the table: its value against its blocks. The plug-in is order 1. Limits are t standard errors
to either side, t that of Student's law for 95% and one degree of freedom less than rows (or groups); a row without se
has none. Each estimate has its own limits, but all are made of the same rows: two whose limits overlap may still differ
by more than chance. The verdict says whether what is removed pays. A file of the figure holds no data, and cannot be
reproduced.]],
        returns = "a figure",
        errors = "unknown options; a q with several numbers",
        example = [[
            r = correct(math.exp, rng.new(1):normal(50))
            r:plot():describe()
            --> ...]],
        see = {"correct", "plot"},
    },
    ["correct:groups"] = {
        topic = true,
        summary = "what became of each group of rows",
        usage = "r:groups()",
        text = [[
For a result of correct(q, data, {by=ids}): a row for each group, in the order of ids: id, n (its rows), plugin, value
(corrected by the operator asked for), removed. For a q with several numbers plugin_1, plugin_2, .., value_1, ..]],
        returns = "a result: :rows(), :columns(), :csv(path), :json(path)",
        errors = "none of its own",
        example = [[
            r = correct(poly{0, 0, 1}, {3, 5, 1, 2, 4}, {by={"a", "b", "a", "b", "c"}})
            r:groups()
            --> id  n  plugin  value  removed
            --> a   2       4      3        1
            --> b   2   12.25     10     2.25
            --> c   1      16     16        0]],
        see = {"correct", "groups"},
    },
    jackknife = {
        topic = true,
        words = {"leave-one-out", "resampling"},
        summary = "leaving out one row at a time",
        text = [[
n q(mean of all rows) - (n-1) times the mean of q without each row: the classical correction of a bias c1/n, and the
operator with the sizes n-1 and n. It costs n evaluations of q and its weights sum to 2n-1 in size, where order 2 with
halves has 3; for smooth q both remove the same. correct(..) gives it beside the corrected value; its pseudo-values make
the standard error. Two rows: it is order 2.]],
        example = [[
            correct(math.exp, rng.new(1):normal(50)).jackknife
            --> 0.9530731787553]],
        see = {"correct", "extrapolation"},
    },
    tail = {
        topic = true,
        words = {"heavy tail", "Pareto smoothed", "PSIS", "infinite variance"},
        summary = "Pareto k: how heavy the tail of sampled estimates is",
        text = [[
op:estimate, bias, e:moments and correct fit a generalized Pareto law to the largest of their estimates (both tails of
numbers, the norms of vectors), as Pareto smoothed importance sampling (PSIS) does: min(n/5, 3 sqrt(n)) of them, at most
1024. Its shape is the field or column tail. Moments of order r exist for k below 1/r: no variance from 1/2 on, no mean
from 1 on. Above 0.7 neither a mean nor its se can be trusted at any practical number of estimates, and a warning is
set and printed. Of k <= 0, a tail no heavier than that of an exponential law, only "their tail is light" is printed.
Fewer than 25 estimates have no tail.

The fit looks at a sample, not at the law: k just below 0.7 is no proof that a variance exists, and a law with all its
moments can look heavy at this n. op:estimate and bias therefore ask the law first: a polynomial has the moments of
the law; math.exp those that its generating function gives; under a discrete law q is asked for at the values of a
block mean; of a traced q under another built-in law the operations are followed along the line for sets where it is
no finite number, poles (at zeros of what is divided by, or of what log, sqrt and powers get) and growth as fast as
the density falls. What only overflows on its way to a number, as log(1 + exp(s)) does, is that number. What is found
are the fields mean_exists and variance_exists (nil: not known). The warning then is theirs, not the sample's: where
the variance is infinite there is no se and no sd, and where the mean does not exist, mean and bias are inf, -inf or
nan, and finite_mean is the mean of what was made. For the mean of m draws these answers depend on m: exp of an
exponential law has a mean for m above that of the law, a variance for m above twice that. e:moments asks the same for
f, or for its slope where x is one number, of a problem of one's own whose g is a + b eta with eta from a dist. Nothing
is said of a q that
runs as plain Lua, of more than 4096 operations, or of borderline cases such as 1/(s log(s)). A pole that only floor,
% or a table makes may be missed, and so may one whose weight is below 1e-12 of the rest of q; a peak narrower than
1e-16 of its place is taken for a pole. Where an end of all block means in double precision (38 standard deviations)
is passed before q goes wrong, nothing is said either.

Moments that exist may still be out of a sample's reach: exp(6 s) of a standard normal law has the mean 6.6e7, and few
samples of 1e4 come near it. Above k = 0.7 op:estimate has the field exact where op:expect knows the mean; where that is
more than 6 standard errors away, op:estimate and bias warn. They also warn above k = 1 where the mean exists and is not
known: a law with such a tail would have none.]],
        source = "Zhang and Stephens (2009); Vehtari, Simpson, Gelman, Yao and Gabry (2024)",
        example = [[
            d = dist.normal{mean=0, sd=2}
            q = function(s) return math.exp(s * s / 8) end
            extrap.order(1):estimate(q, d, {reps=1e4}).tail
            --> 0.88248286088088]],
        see = {"extrap:estimate", "bias", "estimator:moments", "extrap:expect", "not finite"},
    },
    ["not finite"] = {
        topic = true,
        words = {"NaN", "infinite", "no standard error", "rule of three"},
        summary = "what is said of estimates that are not finite, or all equal",
        text = [[
Where estimates are nan, inf or -inf, op:estimate and e:moments have the fields not_finite (how many), first_not_finite
and first_not_finite_at (the first one's value and number) and finite_mean (the mean of the others, which estimates
nothing that was asked for); mean is then what the sum of all is, and there is no se. bias and e:levels have a column
not_finite. Where a function of problem.new gives them, moments, levels, runs, p:check() and p:objective(x) name it, the
draw and the point.

se is nil (NaN in a vec), and se_unknown says why, where some estimates are not finite, and where all are equal,
which says nothing about how they scatter. Of n equal estimates the rule of three
says that another value has a probability of at most 3/n, with 95% confidence; the exact mean is given where op:expect
knows it. se is 0 only where estimates cannot differ: a law of one point, a constant q. bias_unknown says why there is
no bias. bias shows no exact value that its sample contradicts by more than 6 standard errors where the tail is light
(k up to 0.7), and says so; that of a law with a list of values is right, and the sample has missed rare ones.]],
        example = [[
            L1, d = extrap.order(1), dist.normal{mean=0, sd=1}
            e = L1:estimate(function(s) return math.relu(s - 5) end, d)
            e.mean, e.se, e.se_unknown
            --> 0.0	nil	all estimates are equal
            e = L1:estimate(math.log, dist.bernoulli(0.5), {m=4, reps=1000})
            e.not_finite, e.mean, e.mean_exists
            --> 56	-inf	false]],
        see = {"tail", "extrap:estimate", "estimator:moments"},
    },
    multilevel = {
        topic = true,
        words = {"MLMC", "telescoping sum", "randomized MLMC"},
        summary = "multilevel Monte Carlo (MLMC): a telescoping sum in place of extrapolation",
        text = [[
h^l is the plain estimate from 2^l inner draws. H^0 = h^0, and H^l is h of all 2^l draws minus the mean of h of their
two halves, on one outer sample: the same combination as the second-order operator's, used as a difference. E H^0 + .. +
E H^L = E h^L, so a sum of terms has the bias of 2^L draws, while most terms are cheap: the variance of H^l falls like
4^-l where f is smooth, and its cost grows like 2^l only.

    v-mlmc    n_l terms of every level up to L, n_l falling like 2^(-1.5 l)
    rt-mlmc   one random level up to L, its term over the level's probability
    ru-mlmc   one random level of all of them: no bias at all

order and operator do not go with them. e:levels(..) shows whether the rates hold.]],
        source = "section 1; Hu, Chen and He (2021)",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            estimator(p, {method="v-mlmc", L=6}):levels(nil, {reps=10000})
            --> level        mean           se          var  kurtosis  cost  consistency
            -->     0    0.163439    0.0193531      3.74542   11.4145     2
            -->     1   0.0343662   0.00654319     0.428134   11.9326     4     0.186716
            -->     2   0.0220854   0.00367836     0.135303   14.8223     8     0.160344
            -->     3   0.0139723   0.00209263    0.0437912   21.2998    16     0.185672
            -->     4  0.00764333   0.00112358    0.0126242   26.3397    32     0.197345
            -->     5  0.00409838  0.000596884    0.0035627   38.8168    64     0.287061
            -->     6  0.00195274  0.000296166  0.000877141   45.1415   128     0.211857
            --> level     plain  plain_var
            -->     0  0.163439    3.74542
            -->     1  0.196712    1.93959
            -->     2  0.218891    1.18823
            -->     3  0.232939   0.802236
            -->     4  0.239137   0.611859
            -->     5  0.241379   0.529777
            -->     6  0.244771    0.45388
            --> alpha: 0.940877
            --> beta: 1.86472
            --> flat: false
            --> gamma: 1
            --> ...]],
        see = {"v-mlmc", "rt-mlmc", "ru-mlmc", "estimator:levels", "extrapolation"},
    },
}
