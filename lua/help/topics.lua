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
}
