-- Extrapolation operators and their exact expectations.
return {
    extrap = {
        summary = "operators that cancel the bias of q at a mean of few draws",
        usage = {"extrap.paper(k)", "extrap.order(k)", "extrap.fit{..}", "extrap.new{..}",
            "extrap.auto(q, data)"},
        text = [[
q at the mean of m draws of D is off by about c1/m, even on average. With A_n the mean of q(s + window mean) over
windows of n of K block means, each the mean of m draws, E A_n = q(s + E d) + c1/(n m) + c2/(n m)^2 + .. for smooth
q: a combination of several A_n whose weights sum to 1 can cancel the first terms. The paper's L2 is 2 A2 - A1.

Fields: op.name, op.order (measured: the bias is O(m^-order) for smooth q), op.draws (K, the block means it takes),
op.amplification (the sum of the weights' sizes: what it can do to the noise) and op.blocks.

Windows are cyclic and start at multiples of gcd(n, K), so that every draw is used equally often; with
blocks="disjoint" there are floor(K/n) disjoint ones. In L3 that is a single block of 8 in 12 draws, and 7.3 times
the variance at large m.

Operators are things to compute with: 0.5*(a + b), a - b, a:scaled(2), a:of(b) (help"combination"); a == b where both
have the same terms and blocks.

A higher order is no gain where q has kinks or the draws heavy tails: bias{..} and correct(..) measure it.]],
        errors = "those of the functions above",
        source = "section 2",
        example = [[
            op = extrap.order(3)
            op.order, op.draws, op.amplification
            --> 3	4	5.0
            op:bias(math.exp, dist.normal{mean=0, sd=1}, {m=4})
            --> 4.2986517497036e-05]],
        see = {"extrap.paper", "extrap.order", "extrap.new", "combination", "extrap:bias"},
    },
    combination = {
        topic = true,
        words = {"linear combination", "operator algebra", "arithmetic of operators", "weights", "repeated Richardson"},
        summary = "sums and multiples of operators, which are operators where the weights sum to 1",
        text = [[
a + b, a - b, -a, k*a and a/k combine the weights of equal sizes, exactly, as fractions. What sums to 1 is an operator
and can be used wherever one is taken; anything else is a combination, which can be computed with, and as an operator
is an error that says what its weights sum to. Fields: c.sum (text, "-1/3") and c.blocks; c:terms().

k is a number, or a fraction as text: "8/3"*a. A number stands for the fraction with the smallest denominator, up to
1000000, whose nearest double it is: 0.1 is 1/10, 2/3 is 2/3. A number without one is taken at its exact binary
value: 0.1 + 0.2 is not 3/10.

A result is called as what it is ("order 3", "paper 3"), else after its terms, or "custom" where these are many. Its
order, draws (the largest size) and amplification are measured as any operator's. A2 is of all windows of the draws
that the result takes. Windows and disjoint blocks do not mix.]],
        errors = [[
operators of different blocks; a factor that is no number or fraction; a result of more than 16 terms, of more than
1024 draws or with a weight that does not fit in a fraction of 64-bit numbers]],
        source = "Richardson's step from L2 to order 3: -1/3 L2(m) + 4/3 L2(2m)",
        example = [[
            L2 = extrap.order(2)
            -1/3*L2 + 4/3*L2:scaled(2)
            --> order 3: 1/3 A1 - 2 A2 + 8/3 A4 (order 3, 4 draws, amplification 5)
            0.5*(L2 + extrap.order(3))
            --> order 2 (1, 4): -1/3 A1 + 4/3 A4 (order 2, 4 draws, amplification 1.66667)
            (L2 - extrap.order(3)).sum
            --> 0]],
        see = {"extrap", "extrap:scaled", "extrap:of", "extrap.new"},
    },
    ["combination:terms"] = {
        summary = "sizes and weights",
        usage = "c:terms()",
        returns = "a list of {size=, weight=, exact=}, sizes rising, as of extrap:terms",
        errors = "a call with a dot in place of the colon",
        example = [[
            (extrap.order(2)/3):terms()[2].exact
            --> 2/3]],
        see = {"combination", "extrap:terms"},
    },
    ["combination:scaled"] = {
        summary = "the combination with blocks of k times the draws",
        usage = "c:scaled(k)",
        text = "As op:scaled(k) of an operator.",
        returns = "a combination",
        errors = "k that is no whole number from 1; more than 1024 draws",
        example = [[
            (extrap.order(2)/3):scaled(2):terms()[1].size
            --> 2]],
        see = {"combination", "extrap:scaled"},
    },
    ["combination:of"] = {
        summary = "a combination of the estimates of an operator",
        usage = "c:of(other)",
        text = "As op:of(other) of an operator: c:of(op) == op:of(c).",
        returns = "a combination; an operator where the weights sum to 1",
        errors = "operators of different blocks; more than 16 terms or 1024 draws",
        example = [[
            L2 = extrap.order(2)
            (2*L2):of(L2) == 2*L2:of(L2)
            --> true]],
        see = {"combination", "extrap:of"},
    },
    ["extrap:scaled"] = {
        summary = "the operator with blocks of k times the draws",
        usage = "op:scaled(k)",
        text = "A_n becomes A_kn: op:scaled(2) at m is op at 2m. Of order 1 it is one block of k draws.",
        returns = "an operator",
        errors = "k that is no whole number from 1; more than 1024 draws",
        example = [[
            extrap.order(2):scaled(3)
            --> order 2 (3, 6): -A3 + 2 A6 (order 2, 6 draws, amplification 3)]],
        see = {"combination", "extrap:of"},
    },
    ["extrap:of"] = {
        summary = "an operator of the estimates of another one",
        usage = "op:of(other)",
        words = {"composition", "repeated extrapolation"},
        text = [[
The estimates of `other` at m, 2m, .. take the place of q at means of m, 2m, .. draws: weights and sizes multiply.
Of c/m^k is left the product of what both leave: what either cancels stays cancelled, and nothing else is. So L2 of L2
has order 2, as L2 has, and a larger amplification; what raises the order is -1/3*L2 + 4/3*L2:scaled(2).
a:of(b) == b:of(a).]],
        returns = "an operator; a combination where other is one",
        errors = "operators of different blocks; more than 16 terms or 1024 draws",
        example = [[
            L2 = extrap.order(2)
            L2:of(L2)
            --> A1 - 4 A2 + 4 A4 (order 2, 4 draws, amplification 9)
            L2:of(extrap.order(2, {sizes={1, 3}})).order
            --> 2]],
        see = {"combination", "extrap:scaled"},
    },
    ["extrap.paper"] = {
        summary = "the operators L1, L2, L3 as the paper prints them",
        usage = "extrap.paper(k [, {blocks=}])",
        params = "options.extrap.paper",
        text = [[
k is 1, 2 or 3. L1 is q of one block mean, L2 = 2 A2 - A1. The printed L3 takes 12 block means and cancels 1/m,
1/m^2 and 1/m^3: its order is 4, and it is exactly unbiased for every polynomial of degree up to 4. extrap.order(3)
has order 3 with 4 draws, extrap.order(4) order 4 with 8.]],
        returns = "an operator",
        errors = "k that is not 1, 2 or 3",
        source = "definition of the second-order operator (section 2); proposition on higher orders (appendix)",
        example = [[
            extrap.paper(2)
            --> paper 2: -A1 + 2 A2 (order 2, 2 draws, amplification 3)
            extrap.paper(3).draws, extrap.paper(3).amplification
            --> 12	18.333333333333]],
        see = {"the paper", "extrap.order"},
    },
    ["extrap.order"] = {
        summary = "Richardson's operator of order k",
        usage = "extrap.order(k [, {sizes=, blocks=}])",
        params = "options.extrap.order",
        text = [[
The weights are the products of n_j/(n_j - n_i) over the other sizes n_i. k is up to 11 with the default sizes and
up to 16 with sizes of your own. Sizes near each other need fewer draws and have larger weights.]],
        returns = "an operator, exactly unbiased for polynomials of degree up to k",
        errors = "sizes that do not rise; weights that do not fit in 64-bit fractions",
        example = [[
            extrap.order(3, {sizes={1, 3, 5}}):terms()[2].exact
            --> -9/4
            extrap.order(2)
            --> order 2: -A1 + 2 A2 (order 2, 2 draws, amplification 3)]],
        see = {"extrap.paper", "extrap.new"},
    },
    ["extrap.fit"] = {
        summary = "weights by least squares, of more sizes than powers of 1/m that vanish",
        usage = "extrap.fit{sizes=, powers= [, blocks=]}",
        words = {"least squares", "kink", "half powers", "fractional powers", "polynomial extrapolation"},
        params = "options.extrap.fit",
        text = [[
Of all weights that sum to 1 and cancel c/m^p for every p of powers, those with the least sum of w^2/n: the variance
that the operator would have if the estimates of its terms were independent, with variances as 1/n. With one size more
than powers there is only one such choice; with more, weights get smaller ("amplification"). Estimators here share their
draws between terms, and with windows the noise of first order is the same for all weights: there a fit changes what q's
bend adds to it. Estimates that are independent, such as runs at several m, gain all of it.

Whole powers vanish exactly, and op.order, which is for smooth q as of every operator, counts them. Powers such as 1/2
and 3/2, which a kink of q at the mean leaves, make weights irrational: they are fractions near these, and of c/m^p is
left less than 1e-8. Under a normal law a kink at the mean has the power 1/2 alone, and smooth parts have 1, 2, ..

powers are numbers up to 24; each stands for its fraction as weights do (help"combination").]],
        returns = "an operator called after its powers and sizes",
        errors = [[
no more sizes than powers; sizes that are not whole or do not rise; powers <= 0 or twice; sizes so near each other that
no fractions of 64 bits have these sums]],
        source = "Richardson's extrapolation by least squares; Gauss-Markov for independent blocks",
        example = [[
            op = extrap.fit{sizes={1, 2, 4, 8}, powers={1}}
            op.name, op.order, op.amplification, op:terms()[4].exact
            --> fit 1 (1, 2, 4, 8)	2	1.3917525773196	88/97
            extrap.fit{sizes={1, 2, 4}, powers={1, 2}} == extrap.order(3)
            --> true
            kink = extrap.fit{sizes={1, 2}, powers={1/2}}
            d = dist.normal{mean=0, sd=1}
            for _, op in ipairs{extrap.order(2), kink} do
                print(("%.6f"):format(op:bias(math.relu, d, {m=4})))
            end
            --> 0.082624
            --> 0.000000]],
        see = {"extrap.order", "combination", "bias:slopes"},
    },
    ["extrap.auto"] = {
        summary = "the order whose estimated squared bias and variance on a fixed sample is least",
        usage = "extrap.auto(q, data [, {operators=, splits=, log=, seed=}])",
        words = {"adaptive order", "order selection", "model selection", "one-standard-error rule"},
        params = "options.extrap.auto",
        text = [[
data is a vec of numbers or a mat of rows, as of correct(..), whose splits and jackknife estimate what each operator
does: saved (bias^2), added (variance), change = added - saved, and error, the standard error of change. From the
plug-in on the operators are tried one after the other. The first is kept where its change is below 0, or costs little:
with a quarter of its error added less than a tenth of the plug-in's variance. Each next one is kept where it gains more
than twice its error; the first that does not pay ends it ("noise has won"), and the rest is not tried.

Fields: value and its se; order and operator, which are kept (1 is the plug-in); plugin; removed; change; verdict:
"helps", "no difference" (kept, but change is not below 0), "noise has won", "nothing to correct" (what would be removed
is within rounding) or "cannot tell"; splits; tail. The print has a row for each operator, and why it stops. One of more
blocks than rows is left out.

It decides on an estimate, without the trial that a verdict of correct(..) has to pass: it gains more often, and errs
more often.

Mean square error, as so many times that of the best of orders 1 to 4, with 2000 samples of each of 10, 20 and 50 rows:

    exp, log                                 1.01, 1.00, 1.00
    1/(1 + s^2), mean 0.5                    1.10, 1.06, 1.03
    s^2 at its minimum                       1.08, 1.02, 1.00
    relu and abs, the kink beside the mean   at most 1.02
    relu, the kink at the mean               1.06, 1.05, 1.05
    abs, the kink at the mean                1.11, 1.12, 1.12, as the plug-in's
    a constant, a line                       1: the plug-in is kept

With 60 q and laws drawn at random (smooth functions, kinks, polynomials up to s^4; laws with and without skewness), on
which the rule was not chosen, it is 1.06 on average for 10 rows and 1.03 for 20, the plug-in's 1.20 and 1.16, order 2's
1.35 and 1.13. For one in five it is more than 1.1; it can be 2, where a few draws decide or q is flat at the mean and
bends beside it.

At the kink of abs nothing that goes by estimates is within 1.1. In the limit of many rows the plug-in has 1.124 times
order 2's mean square error there, but order 2 has 1.51 times the plug-in's where the mean is one error away. To be
within 1.1 at the kink, order 2 has to be kept where it is estimated to add up to 0.4 times the variance; who does that
has 1.18 times the best's for 1/(1 + s^2) and 10 rows, where such an estimate is right.]],
        returns = "a result",
        errors = "NaN or infinite numbers (the row is named); an error in q; operators that are none",
        source = "section 2, on a fixed sample; the ladder stops as Richardson's does where it no longer gains",
        example = [[
            x = rng.new(1):normal(50)
            r = extrap.auto(math.exp, x)
            r.value, r.order, r.verdict
            --> 0.9530475382637	2	helps
            extrap.auto(math.abs, x - x:mean()).verdict
            --> noise has won]],
        see = {"correct", "extrap.order", "extrap.fit", "jackknife", "tail"},
    },
    ["extrap.new"] = {
        summary = "an operator with weights of your own",
        usage = 'extrap.new{ {size=1, weight=-1}, {size=2, weight="2"}, .. [, blocks=] }',
        params = {"options.extrap.term", "options.extrap.paper"},
        text = [[
Weights are fractions written as text ("8/3"), or numbers, which stand for the fraction with the smallest denominator,
up to 1000000, whose nearest double they are (0.1 is 1/10), else for their exact binary value; they must sum to exactly
1. The order is measured from them.]],
        returns = "an operator",
        errors = "a size that comes twice, weights that do not sum to 1",
        example = [[
            extrap.new{ {size=1, weight=-1}, {size=2, weight=2} }.order
            --> 2]],
        see = {"extrap.order", "combination"},
    },
    poly = {
        summary = "a polynomial, for exact expectations",
        usage = "poly{c0, c1, c2, ..}",
        text = [[
c0 + c1 s + c2 s^2 + .. as a value that can be called with a number, or with a vec elementwise. p.degree is its
degree.]],
        returns = "a polynomial",
        errors = "coefficients that are not numbers",
        example = [[
            p = poly{0, 0, 0.5}
            p(3), p.degree, p(vec{1, 2})
            --> 4.5	2	vec{0.5, 2}]],
        see = {"poly:coefficients", "extrap:bias"},
    },
    ["poly:coefficients"] = {
        summary = "the coefficients, from the constant on",
        usage = "p:coefficients()",
        returns = "a vec of length p.degree + 1",
        errors = "a call with a dot in place of the colon",
        example = [[
            poly{1, 0, 0.5}:coefficients()
            --> vec{1, 0, 0.5}]],
        see = {"poly"},
    },
    ["extrap:terms"] = {
        summary = "sizes and weights",
        usage = "op:terms()",
        returns = "a list of {size=, weight=, exact=}, sizes rising; exact is the weight as text, \"8/3\"",
        errors = "a call with a dot in place of the colon",
        example = [[
            extrap.paper(3):terms()[6].exact
            --> -32/9]],
        see = {"extrap"},
    },
    ["extrap:bias"] = {
        summary = "the exact bias of an operator, without sampling",
        usage = "op:bias(q, d [, {m=1, s=0}])",
        params = "extrap.expect",
        text = [[
E of the operator minus q(s + mean), for q = poly{..}, math.exp or a function of a number, and blocks of m draws of
d.

Polynomials: from the cumulants of d, any law with moments. math.exp: from its generating function, where the
expectation exists. Any other function: by integration under a normal law, by enumeration under a discrete one
while a block mean has at most two million values. The bias is built from what the operator leaves over, never as a
difference of two expectations, so it keeps its digits at large m.

Under a normal law the integral of a traced function is split where its operations say that it has a kink, a step or
a narrow bump (where abs, relu, where, max or a square turn, where an exponent peaks); of one that runs as plain Lua,
where its size peaks. What may still be missed: a narrow part that floor, % or a table makes, one narrower than 1e-12
standard deviations, a peak of a plain function between two of 1024 points, a pole with a weight below 1e-12 of the
rest.

A function of your own is known to 16 digits only: a bias that is no more than the rounding of its terms is 0, and one
whose error would exceed 1e-10 of it is not given. Nor is one where the expectation does not exist, however small the
density at the pole.]],
        returns = "a number; or nil and why there is no exact value",
        errors = "q that is not a function, d that is not a dist; unknown options",
        example = [[
            extrap.paper(2):bias(poly{0, 0, 0, 0, 1}, dist.ramp(0, 2), {m=8})
            --> 0.0013551311728395
            extrap.paper(1):bias(function(s) return 1/s end, dist.normal{mean=3, sd=1})
            --> nil	the expectation does not exist: q has a pole under the density]],
        see = {"extrap:expect", "extrap:bound"},
    },
    ["extrap:bound"] = {
        summary = "by how much an operator may be off, for q with bounded derivatives",
        usage = "op:bound(q, d [, {m=1, s=0}])",
        params = "options.extrap.bound",
        text = [[
A number that |op:bias(q, d, {m=m, s=s})| does not exceed, from a_l = sup |q^(l)| over s + the range of d and the
central moments of d: for L1 and L2 the paper's propositions, for others what their proofs give (help"bias:plot"). It
needs no exact bias: any law with moments, any q that can be traced.]],
        returns = "a number, and where the paper has it; or nil and why there is none",
        errors = "q that is not a function, d that is not a dist; unknown options",
        source = "prop:1st_error, prop:2nd_error, the footnote to L1",
        example = [[
            op, d = extrap.paper(2), dist.uniform(-1, 1)
            op:bound(math.exp, d, {m=4})
            --> 0.0032444770087944	prop:2nd_error
            op:bias(math.exp, d, {m=4})
            --> -0.00037517954774782
            select(2, op:bound(math.exp, dist.normal{mean=0, sd=1}))
            --> the proposition does not apply: |q^(4)| grows without bound as s -> inf]],
        see = {"bias:plot", "extrap:bias", "theory.bound"},
    },
    ["extrap:expect"] = {
        summary = "the exact expectation of an operator, without sampling",
        usage = "op:expect(q, d [, {m=1, s=0}])",
        params = "extrap.expect",
        text = "As op:bias, with an error of at most 1e-10 of the expectation, which is 0 where rounding hides it.",
        returns = "a number; or nil and why there is no exact value",
        errors = "q that is not a function, d that is not a dist; unknown options",
        example = [[
            op = extrap.paper(2)
            op:expect(math.exp, dist.normal{mean=0, sd=1}, {m=4})
            --> 0.99584046476889]],
        see = {"extrap:bias"},
    },
    ["extrap:estimate"] = {
        summary = "many independent estimates of q(s + mean) by an operator",
        usage = "op:estimate(q, d [, {m=1, s=0, reps=, se=, seed=}])",
        params = "lab.sample",
        text = [[
Every estimate makes its op.draws * m draws one by one. The result does not depend on the number of threads; q and laws
written in Lua are called on one. With se= as many are made as that takes (help"se").]],
        returns = [[
a table: mean, se (its standard error), sd (of one estimate), bias (mean minus q(s + d:mean()), when that is known),
rounding (how large a bias rounding alone may make), draws (of d per estimate), reps, controlled; numbers, or vecs for a
q with several; tail, mean_exists, variance_exists and a warning (help"tail"); the fields of help"not finite"; with se=
those of help"se"; stop where it was interrupted; rare, {value=, times=, expected=}, where a block of draws has a value
of d so many times in only so many estimates and they do more than se shows (help"bias")]],
        errors = "q that is not a function, d that is not a dist; an error in q; se that is no number > 0",
        example = [[
            extrap.paper(2):estimate(math.exp, dist.normal{mean=0, sd=1}, {reps=1e5}).bias
            --> -0.079453217180385]],
        see = {"extrap:bias", "se", "tail", "not finite"},
    },
    ["extrap:apply"] = {
        summary = "an operator applied to given draws",
        usage = {"op:apply(q, v [, {s=0}])", "op:apply(q, M [, {s=0}])"},
        params = "extrap.apply",
        text = [[
The sample is a vec or list of draws, or a mat of rows; its length is a multiple of op.draws, and the blocks are
consecutive: the order of the draws matters. correct(..) averages over splits.]],
        returns = "what q returns: a number or a vec",
        errors = "a number of draws that is not a multiple of op.draws",
        example = [[
            extrap.paper(2):apply(math.exp, {0.1, -0.3, 0.2, 0.4})
            --> 1.0829937233453]],
        see = {"extrap"},
    },
}
