-- Subjects that several functions share.
return {
    ["plug-in bias"] = {
        topic = true,
        words = {"Jensen", "delta method", "Taylor", "finite-sample bias", "nonlinear function of a mean"},
        summary = "why q of a mean is wrong on average, and by how much",
        text = [[
delta has the law D, and the number wanted is q(s + E delta). The plug-in estimate puts the mean of m draws of D in
place of E delta. Where q bends, E q(s + mean) differs from q(s + E delta) although the mean itself is right on
average:

    E q(s + mean of m draws) = q(s + E delta) + c1/m + c2/m^2 + ..
    c1 = q''(s + E delta) Var(delta) / 2

More replicates do not help, they only make the wrong number more precise; a larger m helps slowly; cancelling the
first terms helps fast ("extrapolation"). In a conditional stochastic problem the estimate of a gradient,
J(x)^T grad f(mean of g), has this bias at every step.]],
        source = "sections 1 (the problem) and 2 (the expansion)",
        example = [[
            d = dist.exponential{mean=1}
            q = poly{0, 0, 1}  -- the square of the mean, 1
            for m = 1, 4 do print(m, extrap.order(1):expect(q, d, {m=m})) end
            --> 1	2.0
            --> 2	1.5
            --> 3	1.3333333333333
            --> 4	1.25]],
        see = {"extrapolation", "samples"},
    },
    extrapolation = {
        topic = true,
        words = {"Richardson", "Romberg", "bandwidth", "twicing", "higher-order kernel"},
        summary = "block means of several sizes, combined so that the first terms of the bias cancel",
        text = [[
With A_n the mean of q over windows of n of the blocks at hand, E A_1 has the bias c1/m + c2/m^2 + .. and E A_2 the
bias c1/(2m) + c2/(2m)^2 + ..; so 2 A_2 - A_1 has no term in 1/m. An operator of order k takes k sizes and weights
that sum to 1 and removes the terms up to m^-(k-1): what is left falls like m^-k. The weights grow with the order,
and with them the variance (the "amplification", the sum of their absolute values): at equal cost a higher order
helps only where bias outweighs noise. In other fields the small parameter is a step, or the bandwidth of a smoother;
here it is 1/m.]],
        source = "section 2, definitions of L1, L2 and L3",
        example = [[
            d = dist.normal{mean=0, sd=1}
            for k = 1, 3 do print(k, extrap.order(k):bias(math.exp, d, {m=4})) end
            --> 1	0.13314845306683
            --> 2	-0.0041595352311075
            --> 3	4.2986517497036e-05]],
        see = {"plug-in bias", "samples"},
    },
    samples = {
        topic = true,
        words = {"budget", "oracle calls", "cost", "evaluations"},
        summary = "the budget: evaluations of g and of its Jacobian, of one replicate",
        text = [[
Every method pays in one currency. One sample is one evaluation of g(x; xi) or of its Jacobian at one inner draw; a
block of m draws costs m, an operator of order 2 takes two blocks. Reports (objective, gradient norm, gap) are not
counted. A budget is per replicate and is never exceeded: a run stops before the step that would. The columns
outer, g and jac count outer samples and the two kinds of evaluation; samples is g + jac.]],
        example = [[
            p = problem.instrumental{n=100}
            estimator(p, {method="bsgd", m=8}):moments(1, {reps=10}).cost
            --> {g = 8, jac = 8, outer = 1, samples = 16}
            estimator(p, {method="e-bsgd", m=8}):moments(1, {reps=10}).cost.samples
            --> 24]],
        see = {"extrapolation", "seed"},
    },
    ["stock Lua"] = {
        topic = true,
        words = {
            "require", "module", "lua5.4", "LUA_CPATH", "debias.so", "embedding", "C library", "pkg-config", "Python",
            "ctypes",
        },
        summary = "debias as a module of lua5.4 or of a program with Lua in it; the C library, also for Python and R",
        text = [[
make install and the package lua-debias put debias.so where lua5.4 looks; elsewhere LUA_CPATH names its folder, as
"folder/?.so;;". The module holds every name of these pages and sets no global:

    local D = require "debias"
    local math = D.math      -- for functions that are to be traced or take vecs
    D.run{..}

In a script of debias itself the same lines work, too, and the names are also globals. There are no options of a
command line: seed is 1, threads one per processor, unless a call says otherwise. A process may hold several states,
each on its own thread. Ctrl-C ends a long call with what it has, as in debias: r = D.run{..} is assigned, and the
host's error comes when the line has ended, or calls anything more. The calls of a state end when the host's handler of
Ctrl-C puts a hook on its main thread, as lua5.4 does. While a function of the script that is not compiled runs, the
error comes at once.

Programs in C, Python and R take the engine alone from libdebias: debias.h says how, pkg-config debias what to link.
It has bias and its slopes, expectations, correct, runs, moments, values to a tolerance by v-mlmc, and problems with
callbacks for f and g. The installed demos have examples in c/, python/ (ctypes and NumPy) and r/ (.Call), with the
numbers of this program.]],
        example = [[
            D = require "debias"
            D.run == run, D.math.exp == math.exp
            --> true	true]],
        see = {"math", "seed", "prompt"},
    },
    seed = {
        topic = true,
        words = {"random", "reproducible", "common random numbers"},
        summary = "the number that names every random draw",
        text = [[
Every draw comes from a stream named by seed, replicate and purpose. The same seed gives the same numbers, bit for
bit, on any number of threads and on any machine; another seed gives others. The seed of a call is its option seed,
else the program's --seed, else 1. Replicate i of two methods uses the same streams, so differences between methods
are paired. A problem's data depend on its own option data_seed alone.]],
        example = [[
            rng.new(1):normal() == rng.new(1):normal()
            --> true
            dist.uniform(0, 1):draw(3, {seed=7})
            --> vec{0.291568, 0.993515, 0.520148}]],
        see = {"samples"},
    },
    EVPPI = {
        topic = true,
        words = {"EVSI", "value of information", "Bayesian decision",
            "nested simulation", "nested expectation", "nested Monte Carlo"},
        summary = "expected value of partial perfect information (and of sample information, EVSI)",
        text = [[
E_theta max_t E(net benefit of t | theta) - max_t E net benefit: what knowing theta is worth. The inner mean of few
draws makes the maximum too large; extrapolation removes most of that, as far as the kink of max lets it. xi is theta,
eta what is left unknown, g the net benefits as a vec, f their maximum; dim = 0: nothing is optimized. With a
willingness to pay w the benefits are w effect - cost, one problem for each w (help"CEAC"); the same seed gives all of
them the same draws. value{problem=p, eps=} goes to a tolerance.]],
        example = [[
            N = dist.normal{mean=0, sd=1}
            g = function(_, theta, eta) return vec{0, theta + eta} end
            f = function(y) return y:max() end
            p = problem.new{dim=0, outer=N, inner=N, g=g, f=f}
            estimator(p, {of="value", order=2, m=4}):moments()
            --> ...]],
        see = {"value", "CEAC", "problem.new", "estimator", "plug-in bias"},
    },
    ["log evidence"] = {
        topic = true,
        words = {"marginal likelihood", "free energy", "exponential average", "Jarzynski", "log-sum-exp",
            "partition function"},
        summary = "log marginal likelihood, free energy: the log of a mean of exponentials",
        text = [[
log E exp(l), l the log weights of a sample: the log of the sample's mean weight is too small, by about the variance of
the weight over 2 m (in units of its mean squared). correct takes log weights as they are: with log=true q gets the log
of a block's mean weight, computed without overflow. Free energies by exponential averages are the same with another
sign. Look at the warning about the tail: with heavy tails no order helps.]],
        example = [[
            correct(function(l) return l end, rng.new(1):normal(500), {log=true})
            --> ...]],
        see = {"IWAE", "correct", "tail"},
    },
    IWAE = {
        topic = true,
        words = {"ELBO", "variational bound", "importance weighted autoencoder"},
        summary = "the importance weighted bound on the log evidence, and the ELBO (m = 1)",
        text = [[
E log (mean of m weights) <= log E w: the bound is the plug-in estimate of the log evidence, its gap is the bias, c1/m +
.. An estimate of order k from blocks of m weights closes the gap to m^-k.]],
        example = [[
            w = dist.custom{draw=function(rng) return math.exp(rng:normal()) end}
            extrap.order(2):estimate(math.log, w, {m=8}).mean
            --> 0.49097914451618]],
        see = {"log evidence", "extrapolation"},
    },
    CEAC = {
        topic = true,
        words = {"willingness to pay", "cost-effectiveness acceptability curve", "net monetary benefit", "ICER",
            "health economics", "probabilistic sensitivity analysis", "lambda"},
        summary = "willingness to pay: the value of information against the price of a unit of health",
        text = [[
A decision depends on what society pays for a unit of effect: the net benefit is price x effect - cost, and EVPPI, the
probability that a treatment is the best one (the CEAC) and the best choice itself are functions of the price. Sweep it:
every price sees the same draws, so that the curve is smooth. Here the second treatment costs 1000 more and gains
e = 0.05 + 0.02 theta + 0.03 eta, of which theta could be known.]],
        example = [[
            N = dist.normal{mean=0, sd=1}
            function net(price, theta, eta)
              return price*(0.05 + 0.02*theta + 0.03*eta) - 1000
            end
            r = sweep{over={price={10000, 20000, 40000}}, run=function(v)
              local p = problem.new{dim=0, outer=N, inner=N,
                f=function(y) return math.max(y, 0) end,
                g=function(_, theta, eta) return net(v.price, theta, eta) end}
              local e = estimator(p, {of="value", order=2, m=8})
              local known = e:moments(nil, {reps=2e4})
              return {evppi=known.mean - math.max(0, net(v.price, 0, 0)), se=known.se}
            end}
            r
            --> price         se  evppi
            --> 10000  0.0811043  0.413
            --> 20000     1.8252  163.2
            --> 40000    5.54963   47.9
            --> missing: 0
            r:plot{x="price", y="evppi"}:describe()
            --> evppi (logarithmic) against price.
            --> ...]],
        see = {"sweep", "EVPPI"},
    },
    ["pass@k"] = {
        topic = true,
        words = {"code generation", "any of k", "power of a probability"},
        summary = "the chance that one of k attempts succeeds, from n attempts",
        text = [[
1 - (1 - p)^k is a polynomial of degree k in p: with the share of successes in place of p it is biased, an operator of
order k is exactly unbiased (and so is 1 - C(n-c, k)/C(n, k)).

From a table of attempts, a row each with the problem's id and 1 or 0, correct(q, success, {by=problem, order=k}) is
the mean over problems with its standard error. It is exactly 1 - C(n-c, k)/C(n, k) of each problem for k = 2, and for
higher k where the operator's blocks divide n: 2^(k-1) by default, k with extrap.order(k, {sizes=vec.linspace(1, k,
k)}); else what is left of the bias is of order k all the same.]],
        example = [[
            q = poly{0, 3, -3, 1}  -- 1 - (1 - s)^3
            extrap.order(1):bias(q, dist.bernoulli(0.2), {m=8})
            --> -0.0465
            extrap.order(3):bias(q, dist.bernoulli(0.2), {m=2})
            --> 0.0
            passed = {1, 0, 0, 1, 0, 0, 0, 1, 0, 0}  -- of ten attempts
            sweep{over={k={1, 2, 3}}, run=function(v)
              return correct(function(s) return 1 - (1 - s)^v.k end, passed, {order=v.k})
            end}
            --> k  value        se  jackknife  plugin     removed  split_se  verdict
            --> 1   0.30  0.152753        0.3     0.3           0         0  no difference
            --> 2   0.53  0.229129   0.533333    0.51  -0.0233333         0  no difference
            --> 3   0.71  0.245459   0.707037   0.657  -0.0515926         0  no difference
            --> missing: 0
            task = {"a", "a", "a", "a", "b", "b", "b", "b", "c", "c", "c", "c"}
            success = {1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0}
            pass2 = function(p) return 1 - (1 - p)^2 end
            r = correct(pass2, success, {by=task})
            r.value, r.se
            --> 0.44444444444444	0.24216105241893
            r:groups()
            --> id  n  plugin     value     removed
            --> a   4    0.75  0.833333  -0.0833333
            --> b   4  0.4375       0.5     -0.0625
            --> c   4       0         0           0]],
        see = {"groups", "poly", "extrap.order", "correct", "sweep"},
    },
    ratio = {
        topic = true,
        words = {"ratio metric", "ratio estimator", "self-normalised importance sampling", "A/B test"},
        summary = "a ratio of means, of a sample of pairs",
        text = [[
The ratio of two sample means is biased by about (ratio var(y) - cov(x, y)) / (n mean(y)^2). Give the pairs as the rows
of a mat; near a denominator of zero the ratio has no mean at all, and the tail warning says so.]],
        example = [[
            g = rng.new(1)
            y = g:exponential(1, 40) + 0.2
            x = 2*y + g:normal(40)
            correct(function(v) return v[1] / v[2] end, mat.columns{x, y})
            --> operator  blocks  value      removed    se         saved         added
            --> order 1        1   2.06            0  0.14             0             0
            --> order 2        2   2.06   -0.0023212  0.14  -6.55601e-06   -0.00067428
            --> order 3        4   2.06  -0.00270048  0.14  -4.40429e-06  -0.000739568
            --> order 4        8   2.06  -0.00310118  0.14  -4.13238e-06  -0.000808776
            --> operator  blocks  verdict
            --> order 1        1  no difference
            --> order 2        2  no difference
            --> order 3        4  no difference
            --> order 4        8  no difference
            --> jackknife: 2.06313
            --> plugin: 2.06129
            --> removed: -0.0023212
            --> se: 0.142211
            --> split_se: 0.000362801
            --> splits: 100
            --> tail: 0.633135
            --> value: 2.06361
            --> verdict: no difference
            --> ...]],
        see = {"correct", "jackknife"},
    },
    entropy = {
        topic = true,
        words = {"plug-in entropy", "mutual information", "Miller-Madow", "diversity"},
        summary = "the plug-in entropy of counts, mutual information",
        text = [[
-sum p log p of observed shares is too small by about (symbols - 1)/(2 n) (the term that Miller and Madow add). As rows
of zeros and a one per observation the shares are a mean, and any order applies; a symbol seen rarely bends p log p too
much for high orders.]],
        example = [[
            q = function(p) return -where(p, p * math.log(where(p, p, 1)), 0):sum() end
            d = dist.empirical(mat{{1, 0}, {1, 0}, {1, 0}, {0, 1}})
            extrap.order(2):estimate(q, d, {m=10}).mean
            --> 0.56665434184733]],
        see = {"correct", "plug-in bias"},
    },
}
