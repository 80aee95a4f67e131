-- The built-in problems; their options come from their records.
return {
    ["problem.instrumental"] = {
        usage = {"problem.instrumental{..}", "problem.instrumental{data={z1=vec, Y=vec}, ..}"},
        text = [[
Instrumental variable regression, one number w. Z = (z1, z2) is uniform on [-3, 3]^2, e ~ N(0, 1), gamma is exponential,
delta ~ N(0, delta_sd^2): X = z1/2 + e/2 + gamma, Y = X + e + delta. xi = (Y, Z), eta = X given Z (fresh e and gamma);
g = w X; f(y) = log cosh(Y - y). E(X | Z) = z1/2 + gamma_mean is known, so F, its gradient and its minimizer are exact
for the n rows. Runs start at w = 2.

gamma_mean = 10 reads the paper's Exp(10) as a scale: read as a rate (gamma_mean = 0.1) the bias is too small to see.

In the population w_opt = 0.711 and F* = 6.396; a data set of n = 10000 is off by several percent. bsgd with m = 1 ends
at w = 1, the regression without an instrument, whatever its step: gap 0.38, with m = 2 0.085, with m = 4 0.020;
e-bsgd with m = 1 (2 draws) 0.0058.]],
        returns = "a problem with exact objective, gradient and minimizer",
        errors = "data of other lengths than each other, data together with n, delta_sd or data_seed",
        example = [[
            p = problem.instrumental{n=1000}
            p:minimizer()
            estimator(p, {method="e-bsgd", m=1}):expected(1)]],
        see = {"problem", "problem.invariant_logistic", "run"},
    },
}
