-- The methods: rules, readings of the paper's open points, what the options mean together.
return {
    bsgd = {
        topic = true,
        words = {"SGD", "stochastic gradient descent", "minibatch", "batch size"},
        text = [[
Per step B outer samples xi; each gives the estimate J^T grad f(mean of m draws of g), J the mean of m_jac separate
draws; then

    x <- x - step (mean of the B estimates + l2 x)

B = n takes every outer sample once, any other B draws with replacement. A step costs B (m + m_jac) samples. Its bias
falls like 1/m and stays however long it runs. order, or operator, makes it e-bsgd; share=true takes one set of draws
for g and J, and adds one more term to the bias.]],
        errors = "order together with operator",
        example = [[
            p = problem.invariant_logistic{n=1000}
            run{problem=p, method="bsgd", m=20, step=1e-3, samples=1e5}:final().gap
            --> 0.18016796361279]],
        see = {"e-bsgd", "run", "estimator", "plug-in bias"},
    },
    ["e-bsgd"] = {
        topic = true,
        text = [[
bsgd with an operator applied to grad f at block means of g: order 2 takes K = 2 blocks of m draws,

    2 grad f(mean of both) - (grad f(first mean) + grad f(second mean)) / 2

and the bias falls like 1/m^2. A step costs B (K m + m_jac) samples.]],
        errors = "order together with operator",
        example = [[
            p = problem.invariant_logistic{n=1000}
            run{problem=p, method="e-bsgd", m=10, step=1e-3, samples=1e5}:final().gap
            --> 0.14971269310052]],
        see = {"bsgd", "extrapolation", "extrap.order", "run"},
    },
    bspiderboost = {
        topic = true,
        text = [[
At the first step, and then with probability p_out, G is the mean of B1 fresh estimates of bsgd at x. At every other
step B2 estimates move it, each taken at x and at the previous point on the same xi and the same draws:

    G <- G + mean over B2 of [estimate(x) - estimate(previous x)]
    x <- x - step (G + l2 x)

The difference is exactly nothing where x has not moved. period=k takes a large batch at every k-th step and tosses no
coin. A large step costs what B1 estimates cost, a small one 2 B2 of them: a draw used at two points counts twice. The
penalty stays outside of G. Every replicate tosses its own coins.]],
        errors = "p_out together with period",
        example = [[
            p = problem.invariant_logistic{n=1000}
            r = run{problem=p, method="bspiderboost", samples=2e5, m=20, step=0.01}
            r:final().gap
            --> 0.18383027426337]],
        see = {"e-bspiderboost", "bsgd", "run"},
    },
    ["e-bspiderboost"] = {
        topic = true,
        text = [[
bspiderboost on the extrapolated estimates of e-bsgd, at both points of a small step. Its bias is that of e-bsgd with
the same m, its noise that of large batches at the price of small ones.]],
        errors = "p_out together with period",
        example = [[
            p = problem.invariant_logistic{n=1000}
            r = run{problem=p, method="e-bspiderboost", samples=2e5, m=10, step=0.01}
            r:final().gap
            --> 0.18091326804322]],
        see = {"bspiderboost", "e-bsgd", "run"},
    },
    storm = {
        topic = true,
        words = {"STORM", "variance reduction", "recursive momentum"},
        text = [[
A mean of directions that forgets, moved along with the point: per step B estimates of bsgd, each taken at x and at the
previous point on the same xi and the same draws,

    d <- mean of estimate(x) + (1 - a) (d - mean of estimate(previous x))
    x <- x - step (d + l2 x)

and d is the mean of the estimates at x at the first step, and at every one with a=1, which is bsgd. The noise of d
falls with a without a large batch, its bias stays that of one estimate. A step costs twice what bsgd's does, the first
one the same. a stays what it is; the paper lets it and the step fall with the gradients that were seen.]],
        errors = "an a that is not in (0, 1]; order together with operator",
        source = "not in the paper; Cutkosky and Orabona (2019)",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            run{problem=p, method="storm", m=10, step=0.01, samples=1e5}:final().gap
            --> 0.0025605502920708
            run{problem=p, method="bsgd", m=10, step=0.01, samples=1e5}:final().gap
            --> 0.0031218875245188]],
        see = {"e-storm", "sarah", "bspiderboost", "update rules", "run"},
    },
    ["e-storm"] = {
        topic = true,
        text = "storm on the extrapolated estimates of e-bsgd, at both points of a step.",
        errors = "an a that is not in (0, 1]; order together with operator",
        source = "not in the paper; Cutkosky and Orabona (2019)",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            run{problem=p, method="e-storm", m=5, step=0.01, samples=1e5}:final().gap
            --> 0.0022684058743268]],
        see = {"storm", "e-bsgd", "run"},
    },
    sarah = {
        topic = true,
        words = {"SARAH", "SARAH+", "SPIDER", "SVRG"},
        text = [[
The recursion of bspiderboost with a large batch at the first step and every period-th one, and no coins:

    large step:  G <- mean of B1 estimates at x
    else:        G <- G + mean over B2 of [estimate(x) - estimate(previous x)]
    x <- x - step (G + l2 x)

B1 = n takes every outer sample once, the full gradient of a finite set. gamma > 0 is SARAH+: a large batch also follows
a step with |G + l2 x|^2 at most gamma times that of the last large step, and the period counts from there. A period
goes on from its last point; the paper's proofs draw one of its points.

Costs are those of bspiderboost: a large step B1 estimates, a small one 2 B2.]],
        errors = "a gamma that is not in [0, 1); order together with operator",
        source = "not in the paper; Nguyen, Liu, Scheinberg and Takac (2017)",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            o = {problem=p, method="sarah", m=10, B1=100, B2=5}
            o.step, o.samples = 0.02, 1e5
            run(o):final().gap
            --> 0.029223093629931]],
        see = {"e-sarah", "bspiderboost", "storm", "run"},
    },
    ["e-sarah"] = {
        topic = true,
        text = "sarah on the extrapolated estimates of e-bsgd, at both points of a small step.",
        errors = "a gamma that is not in [0, 1); order together with operator",
        source = "not in the paper; Nguyen, Liu, Scheinberg and Takac (2017)",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            o = {problem=p, method="e-sarah", m=5, B1=100, B2=5}
            o.step, o.samples = 0.02, 1e5
            run(o):final().gap
            --> 0.011397735755349]],
        see = {"sarah", "e-bsgd", "run"},
    },
    nestedvr = {
        topic = true,
        text = [[
For a finite set of outer samples. Each has a state: y_i near E g, z_i near E J, and phi_i, the point of its last
visit. A visit is fresh if it is the first, by a coin of probability p_in, or every inner_period-th one; one coin
serves y and z, which have their own sets of draws:

    fresh:  y = mean of S1 draws of g(x)
    moved:  y = y_i + mean over S2 draws of [g(x) - g(phi_i)]

and z likewise with J; then y_i = y, z_i = z, phi_i = x. The outer part is that of bspiderboost with z^T grad f(y) in
place of an estimate; at the previous point it takes the same y_i, z_i, phi_i, coin and draws. A batch holds distinct
outer samples. A small step visits at x and the previous point, and moved visits at phi_i too: every point of a draw
counts.

Where i was in the last batch phi_i is the previous point, and the term there is at y_i itself, the draw that the last
step took. The paper's proofs have a copy of it there, another draw of the law that y_i had before the last step
(eq:nestedvr:1, lemma:y_diff). state="previous" takes that: for such an i, unless the last visit was its first, the
term at the previous point starts from what y_i, z_i and phi_i were before the last step, with this step's draws and
coin. It costs as many samples and twice the memory.

m, m_jac and share are not options: S1 and S2 say how many draws there are. estimator(p, {method="nestedvr"}) is the
estimate of a first step: B1 distinct outer samples, S1 draws.

Memory per replicate and outer sample: y, p x d numbers for z, d for phi (d rounded up to a multiple of 8). A run that
does not fit is refused.]],
        errors = "a problem that draws outer samples without end; B1 or B2 above n; a coin together with its period",
        example = [[
            p = problem.invariant_logistic{n=50}
            r = run{problem=p, method="nestedvr", samples=2e5, B1=50, step=0.1}
            r:final().gap
            --> 0.086401367731694]],
        see = {"e-nestedvr", "bspiderboost", "sox", "msvr", "run"},
    },
    ["e-nestedvr"] = {
        topic = true,
        text = [[
nestedvr with an operator on grad f. The operator needs K draws of y (2 for order 2): K independent sets of S1 or S2
draws under one coin, and one set for z. Two points are open in the paper.

chains=true keeps K states y_i, each moved by its own set, so that the operator meets K independent means.
chains=false stores their mean and moves it by K sets, the letter of the paper: noise that is frozen in the stored
mean is then the same in all K draws, no operator removes its bias, and the method is hardly better than nestedvr.
With p_in=1 both are the same.

listing=false multiplies the new term of a small step by the new z and the old term by the old z, as the appendix
does; listing=true multiplies both by the new z, as the listing of the algorithm does, and saves the Jacobian at the
previous point. Both have the same mean where the Jacobian does not depend on x.]],
        errors = "as nestedvr",
        example = [[
            p = problem.invariant_logistic{n=50}
            r = run{problem=p, method="e-nestedvr", samples=2e5, B1=50, step=0.1}
            r:final().gap
            --> 0.082277891855093]],
        see = {"the paper", "nestedvr", "extrapolation", "run"},
    },
    sox = {
        topic = true,
        text = [[
For a finite set of outer samples, with a running mean u_i of g for each. Per step B distinct ones, gbar_i and J_i
from m and m_jac draws at x:

    u_i <- (1-a) u_i + a gbar_i
    v   <- (1-b) v + b mean of J_i^T grad f(u_i)
    x   <- x - step (v + l2 x)

At a first visit u_i = gbar_i, at the first step v is the mean. u="previous" takes u_i in v as it was before this
step. a=1, b=1 is bsgd. Nothing is extrapolated: averages over time take the place of large m, and the bias falls with
a. A step costs B (m + m_jac) samples. share=true takes one set of draws for gbar_i and J_i.]],
        errors = "a problem that draws outer samples without end; B above n; order or operator",
        example = [[
            p = problem.invariant_logistic{n=50, noise_var=1}
            run{problem=p, method="sox", step=0.01, samples=1e5}:final().gap
            --> 0.00048292279443444]],
        see = {"msvr", "nestedvr", "bsgd", "run"},
    },
    msvr = {
        topic = true,
        text = [[
MSVR-V2, for a finite set of outer samples. Per step B distinct ones, g_i and J_i from m and m_jac draws, the same at
x and at the previous point x':

    z   <- (1-alpha) z + mean of
           [J_i(x)^T grad f(u_i) - (1-alpha) J_i(x')^T grad f(u'_i)]
    u_i <- (1-beta) u_i + beta g_i(x) + gamma (g_i(x) - g_i(x'))
    x   <- x - step (z + l2 x)
    gamma = (n - B)/(B (1 - beta)) + 1 - beta

In z, u_i is taken before this step and u'_i before the previous one: equal unless i was in the last batch. At a first
visit u_i = g_i(x) and u'_i = g_i(x'); z begins as the first mean, at one point. gamma is about n/B and magnifies the
noise of differences: it needs small steps (n = 50, B = 5: best near 1e-3, useless at 0.1). normalised=true divides
the step by the norm of z + l2 x. The first step costs B (m + m_jac) samples, every other twice that.]],
        errors = "a problem that draws outer samples without end; B above n; order or operator",
        example = [[
            p = problem.invariant_logistic{n=50, noise_var=1}
            run{problem=p, method="msvr", B=5, step=1e-3, samples=1e5}:final().gap
            --> 0.053656857336744]],
        see = {"sox", "nestedvr", "run"},
    },
    ["v-mlmc"] = {
        topic = true,
        text = [[
Every estimate sums terms of all levels up to L: n_l of them at level l, n_l falling like 2^(-1.5 l), each the plain
estimate from 2^l draws minus the mean of those from its two halves. Its bias is that of 2^L draws.]],
        errors = "order or operator",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            run{problem=p, method="v-mlmc", L=3, step=1e-2, samples=1e5}:final().gap
            --> 0.015860157972357]],
        see = {"multilevel", "rt-mlmc", "ru-mlmc", "estimator:levels", "run"},
    },
    ["rt-mlmc"] = {
        topic = true,
        text = [[
Every estimate draws one level up to L at random and takes its term over the level's probability: cheap, with the
bias of 2^L draws.]],
        errors = "order or operator",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            run{problem=p, method="rt-mlmc", L=5, step=1e-3, samples=1e5}:final().gap
            --> 0.0024890362439425]],
        see = {"multilevel", "v-mlmc", "ru-mlmc", "estimator:levels", "run"},
    },
    ["ru-mlmc"] = {
        topic = true,
        text = [[
Every estimate draws one level at random, level l with a probability that falls like r^l, and takes its term over that
probability: no bias at all. With E |H^l|^2 ~ 2^(-beta l) the variance is finite for 2^-beta < r, and the expected cost
for r < 1/2. Smooth f have beta = 2, once 2^l is well beyond the inner noise, and any r that is taken does. A kink of f
where E g can be makes beta 1.5 for a value and 0.5 for a gradient, a jump makes it 0.5 for a value: then a larger r
may do, or none, and v-mlmc and rt-mlmc, which end at level L, have a finite variance all the same.

e:moments, run, compare and tune therefore print a warning where the variance is infinite, and name what does. Built-in
problems are smooth, and the graph of a compiled f shows where no kink, jump, pole or edge of it can be met: nothing is
measured there. For any other f they measure beta when they print: levels 0 to 10 at the point of moments, or at x0 (a
run that is nothing but rounding there: at its end), for 0.1 to 0.2 s, or as long as what they are said of took. They
say so where that is not enough. A warning is printed where beta, its 95% limit, the rise of beta from the levels before
and 0.1 together stay below -log2 r. So a bend narrower than the noise at level 10 passes for a kink, a kink that only
deeper levels meet is missed, and so is what inner draws without a fourth moment do to a smooth f.]],
        errors = "order or operator",
        example = [[
            p = problem.invariant_logistic{n=1000, noise_var=1}
            run{problem=p, method="ru-mlmc", step=1e-3, samples=1e5}:final().gap
            --> 0.0019839130145341
            p = problem.new{dim=0, outer=1, inner=dist.normal{mean=0, sd=1},
                g=function(x, xi, eta) return eta end, f=math.abs}
            estimator(p, {method="ru-mlmc"}):moments()
            --> ...]],
        see = {"multilevel", "v-mlmc", "rt-mlmc", "estimator:levels", "run"},
    },
}
