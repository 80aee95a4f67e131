-- The built-in problems; their options come from their records.
return {
    ["problem.maml_sine"] = {
        text = [[
Few-shot regression of sine waves. A task draws an amplitude A from U(0.1, 5) and a phase from U(0, pi); a set is
points t from U(-5, 5). net(t; x) is a network with tanh layers (`hidden`; {} is a straight line) and one output, x
packs its weights W1 b1 W2 b2 .., W row by row (out, in): 1761 of them for {40, 40}. The loss l(x; set) is half the
mean of (net - A sin(t - phase))^2. xi = a task and its query set, an inner draw = a support set; g = x - alpha grad
l(x; support), one step of learning; f(y) = l(y; query).

first_order = true takes the Jacobian of g to be the identity: the mean of an estimate is then not the gradient of F,
but off by O(alpha) at every m. false uses I - alpha (Hessian of l) through Hessian-vector products. A Jacobian counts
as an evaluation either way.

F and its gradient are exact expectations over tasks, support and query points, by quadrature; to about 1e-10 while
the weights are of a size that training gives, 1e-3 at three times that. Tasks are drawn without end: methods with a
state for each outer sample (nestedvr, sox, msvr) refuse. F is not convex: no minimizer, no gap; plots show F.

The bias of an estimate is O(alpha^2 / m): at alpha = 0.001 bsgd and e-bsgd cannot be told apart. At 0.01 they can on
long runs (figure 4): training comes to curvatures where alpha times the Hessian is of order 1, the identity is then a
poor Jacobian, and first-order MAML leads up again, e-bsgd sooner than bsgd, whose bias damps it; with first_order =
false both go on down.]],
        returns = "a problem with exact objective and gradient",
        errors = "networks of more than 7 hidden layers, 512 units or 16384 weights",
        example = [[
            p = problem.maml_sine{hidden={10}}
            r = run{problem=p, method="e-bsgd", step=0.01, steps=2000, record=20}
            r:final().objective]],
        see = {"problem", "problem:check", "run"},
    },
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
