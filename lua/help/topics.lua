-- Subjects that several functions share.
return {
    ["plug-in bias"] = {
        topic = true,
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
        see = {"extrapolation", "samples"},
    },
    extrapolation = {
        topic = true,
        summary = "block means of several sizes, combined so that the first terms of the bias cancel",
        text = [[
With A_n the mean of q over windows of n of the blocks at hand, E A_1 has the bias c1/m + c2/m^2 + .. and E A_2 the
bias c1/(2m) + c2/(2m)^2 + ..; so 2 A_2 - A_1 has no term in 1/m. An operator of order k takes k sizes and weights
that sum to 1 and removes the terms up to m^-(k-1): what is left falls like m^-k. The weights grow with the order,
and with them the variance (the "amplification", the sum of their absolute values): at equal cost a higher order
helps only where bias outweighs noise.]],
        source = "section 2, definitions of L1, L2 and L3",
        see = {"plug-in bias", "samples"},
    },
    samples = {
        topic = true,
        summary = "the budget: evaluations of g and of its Jacobian, of one replicate",
        text = [[
Every method pays in one currency. One sample is one evaluation of g(x; xi) or of its Jacobian at one inner draw; a
block of m draws costs m, an operator of order 2 takes two blocks. Reports (objective, gradient norm, gap) are not
counted. A budget is per replicate and is never exceeded: a run stops before the step that would. The columns
outer, g and jac count outer samples and the two kinds of evaluation; samples is g + jac.]],
        see = {"extrapolation", "seed"},
    },
    seed = {
        topic = true,
        summary = "the number that names every random draw",
        text = [[
Every draw comes from a stream named by seed, replicate and purpose. The same seed gives the same numbers, bit for
bit, on any number of threads and on any machine; another seed gives others. The seed of a call is its option seed,
else the program's --seed, else 1. Replicate i of two methods uses the same streams, so differences between methods
are paired. A problem's data depend on its own option data_seed alone.]],
        see = {"samples"},
    },
    EVPPI = {
        topic = true,
        summary = "expected value of partial perfect information (and of sample information, EVSI)",
        text = [[
E_theta max_t E(net benefit of t | theta) - max_t E net benefit: what knowing theta is worth. The inner mean of few
draws makes the maximum too large; extrapolation removes most of that, as far as the kink of max lets it. xi is theta,
eta what is left unknown, g the net benefits as a vec, f their maximum; dim = 0: nothing is optimized.]],
        example = [[
            N = dist.normal{mean=0, sd=1}
            g = function(_, theta, eta) return vec{0, theta + eta} end
            f = function(y) return y:max() end
            p = problem.new{dim=0, outer=N, inner=N, g=g, f=f}
            estimator(p, {of="value", order=2, m=4}):moments()]],
        see = {"problem.new", "estimator", "plug-in bias"},
    },
    ["log evidence"] = {
        topic = true,
        summary = "log marginal likelihood, free energy: the log of a mean of exponentials",
        text = [[
log E exp(l), l the log weights of a sample: the log of the sample's mean weight is too small, by about the variance of
the weight over 2 m (in units of its mean squared). correct takes log weights as they are: with log=true q gets the log
of a block's mean weight, computed without overflow. Free energies by exponential averages are the same with another
sign. Look at the warning about the tail: with heavy tails no order helps.]],
        example = "correct(function(l) return l end, rng.new(1):normal(500), {log=true})",
        see = {"IWAE", "correct", "tail"},
    },
    IWAE = {
        topic = true,
        summary = "the importance weighted bound on the log evidence, and the ELBO (m = 1)",
        text = [[
E log (mean of m weights) <= log E w: the bound is the plug-in estimate of the log evidence, its gap is the bias, c1/m +
.. An estimate of order k from blocks of m weights closes the gap to m^-k.]],
        example = [[
            w = dist.custom{draw=function(rng) return math.exp(rng:normal()) end}
            extrap.order(2):estimate(math.log, w, {m=8}).mean]],
        see = {"log evidence", "extrapolation"},
    },
    ["pass@k"] = {
        topic = true,
        summary = "the chance that one of k attempts succeeds, from n attempts",
        text = [[
1 - (1 - p)^k is a polynomial of degree k in p: with the share of successes in place of p it is biased, an operator of
order k is exactly unbiased (and so is 1 - C(n-c, k)/C(n, k)).]],
        example = [[
            q = poly{0, 3, -3, 1}  -- 1 - (1 - s)^3
            extrap.order(1):bias(q, dist.bernoulli(0.2), {m=8})
            extrap.order(3):bias(q, dist.bernoulli(0.2), {m=2})]],
        see = {"poly", "extrap.order"},
    },
    ratio = {
        topic = true,
        summary = "a ratio of means, of a sample of pairs",
        text = [[
The ratio of two sample means is biased by about (ratio var(y) - cov(x, y)) / (n mean(y)^2). Give the pairs as the rows
of a mat; near a denominator of zero the ratio has no mean at all, and the tail warning says so.]],
        example = [[
            y = rng.new(1):exponential(1, 40) + 0.2
            correct(function(v) return v[1] / v[2] end, mat.columns{2 * y, y})]],
        see = {"correct", "jackknife"},
    },
    entropy = {
        topic = true,
        summary = "the plug-in entropy of counts, mutual information",
        text = [[
-sum p log p of observed shares is too small by about (symbols - 1)/(2 n) (the term that Miller and Madow add). As rows
of zeros and a one per observation the shares are a mean, and any order applies; a symbol seen rarely bends p log p too
much for high orders.]],
        example = [[
            q = function(p) return -where(p, p * math.log(where(p, p, 1)), 0):sum() end
            d = dist.empirical(mat{{1, 0}, {1, 0}, {1, 0}, {0, 1}})
            extrap.order(2):estimate(q, d, {m=10}).mean]],
        see = {"correct", "plug-in bias"},
    },
}
