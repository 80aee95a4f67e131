-- Distributions of an inner draw.
return {
    dist = {
        summary = "distributions of an inner draw, with exact moments",
        usage = {"dist.normal{mean=, sd=}", "dist.uniform(a, b)", ".."},
        text = [[
A distribution knows its moments and cumulants exactly, where they exist, up to order 24, and is drawn from by a seeded
stream. d.dim is the number of components of a draw, d.name the kind. Options may be given by name in a table; those
whose order is clear also by position.]],
        errors = "parameters out of their range, draws that the law does not have",
        example = [[
            d = dist.ramp(0, 2)
            d:mean(), d:var(), d:central(3)
            --> 1.3333333333333	0.22222222222222	-0.059259259259259
            d:draw(5)
            --> vec{0.656437, 1.32291, 0.200611, 1.31297, 1.89036}]],
        see = {"dist.normal", "dist.empirical", "dist.custom", "dist:draw", "extrap"},
    },
    ["dist.normal"] = {
        words = {"Gaussian", "bell curve", "rnorm", "scipy.stats.norm"},
        usage = {"dist.normal{mean=, sd=}", "dist.normal{mean=, var=}"},
        text = "A vec as mean makes a law in R^p; sd or var is then one number for all components or one for each.",
        returns = "a dist",
        errors = "both of sd and var, or none",
        example = [[
            dist.normal{mean=10, var=100}
            --> dist.normal, mean 10, variance 100]],
        see = {"dist"},
    },
    ["dist.uniform"] = {
        usage = "dist.uniform(a, b)",
        returns = "a dist",
        errors = "a not below b",
        example = [[
            d = dist.uniform(-1, 1)
            d:mean(), d:var()
            --> 0.0	0.33333333333333]],
        see = {"dist.ramp"},
    },
    ["dist.exponential"] = {
        usage = {"dist.exponential{mean=}", "dist.exponential{rate=}"},
        text = [[
E exp(t d) exists for t mean < 1 only: the exact expectation of exp of a block mean is refused where it does not
exist.]],
        returns = "a dist",
        errors = "both of mean and rate, or none",
        example = [[
            d = dist.exponential{mean=2}
            d:mean(), d:var(), dist.exponential{rate=0.5}:mean()
            --> 2.0	4.0	2.0]],
        see = {"dist"},
    },
    ["dist.gamma"] = {
        words = {"chi-squared", "chi2", "chisq", "Erlang", "waiting time", "rgamma", "scipy.stats.gamma"},
        usage = {"dist.gamma{shape=, scale=}", "dist.gamma{shape=, rate=}", "dist.gamma{shape=, mean=}"},
        text = [[
The density is ~ x^(shape - 1) exp(-x/scale) for x > 0; scale is 1/rate and mean/shape. shape 1 is the exponential law;
chi-squared with df degrees of freedom has the shape df/2 and the scale 2. The mean of m draws is a gamma law, too:
shape m shape, scale scale/m. A shape far below 1 gives draws of 0, since most are below the smallest number. Drawn by
rejection (Marsaglia and Tsang 2000).]],
        returns = "a dist",
        errors = "none of scale, rate and mean, or two of them; shape above 1e15",
        example = [[
            d = dist.gamma{shape=3, scale=2}
            d:mean(), d:var(), d:cumulant(3)
            --> 6.0	12.0	48.0]],
        see = {"dist.exponential"},
    },
    ["dist.lognormal"] = {
        words = {"log-normal", "geometric Brownian motion", "rlnorm", "scipy.stats.lognorm"},
        usage = "dist.lognormal{meanlog=, sdlog=}",
        text = [[
exp of a normal number of mean meanlog and standard deviation sdlog, as R names them. All moments exist, E exp(t d) for
no t > 0: the expectation of exp of a block mean does not exist.]],
        returns = "a dist",
        errors = "sdlog that is not above 0",
        example = [[
            d = dist.lognormal{meanlog=0, sdlog=0.5}
            d:mean(), d:moment(2)
            --> 1.1331484530668	1.6487212707001]],
        see = {"dist.normal"},
    },
    ["dist.student_t"] = {
        words = {"t distribution", "Student's t", "Cauchy", "heavy tails", "rt", "scipy.stats.t"},
        usage = {"dist.student_t{df=}", "dist.student_t{df=, location=, scale=}"},
        text = [[
location + scale T, T with the density ~ (1 + t^2/df)^-((df + 1)/2). Moments of order k exist for k < df only: no mean
up to df 1 (Cauchy), no variance up to 2. Estimates say so: extrap:estimate, bias. The mean of m draws has the same
moments as one draw.]],
        returns = "a dist",
        errors = "df below 0.1",
        example = [[
            dist.student_t{df=5, scale=3}:var()
            --> 15.0
            dist.student_t{df=2}:var()
            --> nil	this distribution has no variance]],
        see = {"dist.normal", "dist:moment"},
    },
    ["dist.beta"] = {
        words = {"arcsine law", "Dirichlet", "probabilities", "rbeta", "scipy.stats.beta"},
        usage = "dist.beta(a, b)",
        text = "On [0, 1] with the density ~ x^(a - 1) (1 - x)^(b - 1); R calls a and b shape1 and shape2.",
        returns = "a dist",
        errors = "a or b that is not above 0",
        example = [[
            d = dist.beta(2, 3)
            d:mean(), d:pdf(0.5)
            --> 0.4	1.5]],
        see = {"dist.uniform", "dist.gamma"},
    },
    ["dist.poisson"] = {
        words = {"counts", "rpois", "scipy.stats.poisson"},
        usage = {"dist.poisson{mean=}", "dist.poisson{rate=}"},
        text = [[
Whole numbers; mean and rate are the same number. d:pdf(x) is the probability of x. The sum of m draws is a Poisson
number of mean m mean.]],
        returns = "a dist",
        errors = "both of mean and rate, or none; a mean above 1e15",
        example = [[
            d = dist.poisson{mean=2}
            d:var(), d:pdf(0), d:draw(6)
            --> 2.0	0.13533528323661	vec{0, 2, 0, 2, 4, 3}]],
        see = {"dist.bernoulli"},
    },
    ["dist.ramp"] = {
        usage = "dist.ramp(a, b)",
        text = "The density is 2 (x - a)/(b - a)^2: dist.ramp(0, 2) has the density t/2 of the paper's bias figure.",
        returns = "a dist",
        errors = "a not below b",
        source = "figure 1b",
        example = [[
            d = dist.ramp(0, 2)
            d:mean(), d:pdf(1)
            --> 1.3333333333333	0.5]],
        see = {"dist.uniform"},
    },
    ["dist.bernoulli"] = {
        usage = "dist.bernoulli(p)",
        returns = "a dist",
        errors = "p outside of 0 .. 1",
        example = [[
            d = dist.bernoulli(0.25)
            d:mean(), d:var()
            --> 0.25	0.1875]],
        see = {"dist.discrete"},
    },
    ["dist.discrete"] = {
        usage = "dist.discrete(values, probs)",
        returns = "a dist",
        errors = "lists of different lengths, probabilities that do not sum to 1",
        example = [[
            dist.discrete({-1, 0, 5}, {0.5, 0.25, 0.25}):var()
            --> 6.1875]],
        see = {"dist.empirical"},
    },
    ["dist.empirical"] = {
        usage = {"dist.empirical(v)", "dist.empirical(M)"},
        text = [[
A table of data as a law: each value of a vec, or each row of a mat, is equally likely, and drawn with replacement. Its
variance has the divisor n.]],
        returns = "a dist; of a mat, one in R^p",
        errors = "no value at all, values that are not finite",
        example = [[
            d = dist.empirical{1, 2, 2, 5}
            d:mean(), d:var()
            --> 2.5	2.25]],
        see = {"dist.discrete", "csv.read"},
    },
    ["dist.custom"] = {
        usage = "dist.custom{draw=function(rng) .. end, moments={E d, E d^2, ..}}",
        text = [[
draw is called once per draw with its own generator (see rng.new) and returns a number, or a vec for a law in
R^p. The same seed gives the same draws, however many are asked for. Moments that you do not give are not known:
exact biases then have no value.]],
        returns = "a dist",
        errors = "once it is drawn from, a first draw that is NaN; an error of draw is passed on as it is",
        example = [[
            d = dist.custom{draw=function(rng) return rng:normal()^2 end, moments={1, 3}}
            d:mean(), d:var(), d:draw(2)
            --> 1.0	2.0	vec{0.283159, 2.476}]],
        see = {"dist", "rng.new"},
    },
    ["dist:mean"] = {
        summary = "the mean",
        usage = "d:mean()",
        returns = "a number, or a vec in R^p; nil and why when it is not known",
        errors = "a call with a dot in place of the colon",
        example = [[
            dist.normal{mean=10, var=100}:mean()
            --> 10.0
            dist.custom{draw=function(rng) return rng:normal() end}:mean()
            --> nil	the mean of this distribution is not known]],
        see = {"dist:var"},
    },
    ["dist:var"] = {
        summary = "the variance",
        usage = "d:var()",
        returns = [[
a number, or in R^p the vec of the components' variances; nil and why when it is not known, or beyond the range of
numbers]],
        errors = "a call with a dot in place of the colon",
        example = [[
            dist.normal{mean=10, var=100}:var()
            --> 100.0]],
        see = {"dist:mean", "dist:central"},
    },
    ["dist:moment"] = {
        summary = "the raw moment E d^k",
        usage = "d:moment(k)",
        text = "k is 0 .. 24. Known for distributions of one number.",
        returns = "a number; nil and why when it is not known",
        errors = "k that is not a whole number from 0 to 24",
        example = [[
            dist.uniform(0, 1):moment(2)
            --> 0.33333333333333]],
        see = {"dist:central", "dist:cumulant"},
    },
    ["dist:central"] = {
        summary = "the central moment E (d - mean)^k",
        usage = "d:central(k)",
        text = "k is 0 .. 24. Known for distributions of one number; from closed forms, without cancellation.",
        returns = "a number; nil and why when it is not known",
        errors = "k that is not a whole number from 0 to 24",
        example = [[
            dist.exponential{mean=1}:central(3)
            --> 2.0]],
        see = {"dist:moment", "dist:cumulant"},
    },
    ["dist:cumulant"] = {
        summary = "the cumulant of order k",
        usage = "d:cumulant(k)",
        text = [[
k is 0 .. 24; the first is the mean, the second the variance. The mean of m draws has the cumulant of order k divided by
m^(k-1): this is what exact biases are made of.]],
        returns = "a number; nil and why when it is not known",
        errors = "k that is not a whole number from 0 to 24",
        example = [[
            d = dist.exponential{mean=1}
            d:cumulant(2), d:cumulant(3)
            --> 1.0	2.0]],
        see = {"dist:central", "extrap:bias"},
    },
    ["dist:mean_of"] = {
        words = {"sampling distribution", "sample mean", "block mean", "Irwin-Hall", "Bates", "D_m", "convolution"},
        summary = "the law of the mean of m draws",
        usage = "d:mean_of(m)",
        text = [[
D_m of the paper as a law: it draws, has moments and cumulants (those of d of order k divided by m^(k-1)), and
stands wherever a law does. Blocks of n of its draws are blocks of n m draws of d, for exact biases, too. It is a
law of another name where it is one: normal for a normal law, gamma for exponential and gamma ones, discrete for
bernoulli, discrete and empirical ones with up to 1000 values of the mean, custom for custom ones. Of other laws a
draw takes m of d, of a Poisson law one. The mean of up to 256 uniform draws has a density (Bates).]],
        returns = "a dist; d itself for m = 1",
        errors = "m that is not a whole number from 1 to 1e6; a law in R^p that is not normal or custom",
        source = "section 2, D_m",
        example = [[
            d = dist.exponential{mean=1}
            d:mean_of(8), d:mean_of(8):cumulant(3), d:cumulant(3) / 8^2
            --> dist.gamma, mean 1, variance 0.125	0.03125	0.03125
            extrap.paper(1):bias(math.exp, d, {m=8})
            --> 0.19200353958748
            extrap.paper(1):bias(math.exp, d:mean_of(8))
            --> 0.19200353958748
            dist.uniform(0, 1):mean_of(4):pdf(0.5)
            --> 2.6666666666667]],
        see = {"dist", "extrap:bias", "dist:cumulant"},
    },
    ["dist:draw"] = {
        summary = "n draws",
        usage = "d:draw(n [, {seed=}])",
        params = "dist.draw",
        returns = "a vec of n numbers, or in R^p a mat of n rows",
        errors = "n that is not a whole number >= 0",
        example = [[
            dist.ramp(0, 2):draw(1e4, {seed=3}):mean()
            --> 1.3378373972105]],
        see = {"rng.new"},
    },
    ["dist:pdf"] = {
        summary = "the density",
        usage = {"d:pdf(x)", "d:pdf(v)"},
        returns = "a number, or a vec for the elements of v; nil and why for a law without a density",
        errors = "x that is not a number or vec",
        example = [[
            dist.ramp(0, 2):pdf(vec{0, 1, 2, 3})
            --> vec{0, 0.5, 1, 0}]],
        see = {"dist"},
    },
}
