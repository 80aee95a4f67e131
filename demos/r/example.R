# Biases, a corrected sample, runs, moments and values by the C library of debias, on a built-in problem and on one of R
# functions. --hex prints every number exactly.
#
#     Rscript example.R
source("debias.R")

hex <- "--hex" %in% commandArgs(TRUE)
shown <- function(...) {
    x <- c(...)
    paste(if (hex) ifelse(is.nan(x), "nan", sprintf("%.13a", x)) else sprintf("%.6g", x), collapse = " ")
}
show <- function(...) cat(..., "\n", sep = " ")

show_biases <- function() {
    q <- polynomial(c(0, 0, 0, 0, 1))
    law <- dist("ramp", a = 0, b = 2)
    operators <- lapply(1:3, operator_paper)
    table <- lab(operators, q, law, c(1, 2, 4), reps = 20000, seed = 1)
    for (i in seq_along(table$operator)) {
        show("bias", table$operator[i], table$m[i], shown(table$bias[i], table$se[i], table$exact[i]))
    }
    slopes <- attr(table, "slopes")
    for (i in seq_along(slopes$operator)) {
        show("slope", slopes$operator[i], shown(slopes$slope[i], slopes$slope_lo[i], slopes$slope_hi[i]))
    }
    show("expect", shown(exact(operators[[1]], q, law)[["expectation"]], exact(operators[[2]], q, law, 8)[["bias"]]))
}

show_correction <- function() {
    data <- ((1:40)^2 / 97) %% 1 + 0.5
    table <- correct(q_calls(function(s) 1 / s), data, seed = 1)
    for (i in seq_along(table$operator)) {
        verdict <- if (is.na(table$verdict[i])) "unknown" else table$verdict[i]
        show("correct", table$operator[i], shown(table$value[i], table$se[i]), verdict)
    }
    table <- correct(q_calls(function(s) 1 / s), data, by = (0:39) %/% 8, seed = 1)
    show("by", shown(attr(table, "facts")$plugin, table$value), shown(attr(table, "groups")$plugin))
}

show_problem <- function(name, p, step, x, eps) {
    e <- moments(p, "e-bsgd", m = 4, reps = 2000, seed = 3)
    show("moments", name, shown(e$mean[1:2], e$se[1:2]))
    v <- attr(value(p, terms = c(4000, 1000, 500), seed = 4), "facts")
    show("value", name, shown(v$value, v$samples))
    v <- attr(value(p, eps = eps, x = x, seed = 4), "facts")
    show("to eps", name, shown(v$value, v$se, v$bias, v$samples), v$bias_status)
    r <- run(p, "e-bsgd", step = step, samples = 6000, m = 4, reps = 3, seed = 2)
    show("run", name, shown(attr(r, "final")[1:2, 1], utils::tail(r$samples, 1)), attr(r, "stop"))
}

# f = sqrt(1 + (b - y)^2) of y = E (a + 2 eta).x: least absolute deviations, smoothed, with noisy rows.
own <- function() {
    i <- 0:199
    a <- cbind((i * 37) %% 101 / 50 - 1, (i * 53) %% 97 / 48 - 1)
    b <- a[, 1] - a[, 2] / 2
    noisy <- function(xi, eta) xi[1:2, , drop = FALSE] + 2 * eta
    problem_own(
        g = function(x, xi, eta) {
            row <- noisy(xi, eta)
            row[1, ] * x[1, ] + row[2, ] * x[2, ]
        },
        f = function(y, xi) sqrt(1 + (xi[3, ] - y[1, ]) * (xi[3, ] - y[1, ])),
        g_jacobian = function(x, xi, eta) noisy(xi, eta),
        f_gradient = function(y, xi) -(xi[3, ] - y[1, ]) / sqrt(1 + (xi[3, ] - y[1, ]) * (xi[3, ] - y[1, ])),
        g_mean = function(x, xi) xi[1, ] * x[1, ] + xi[2, ] * x[2, ],
        g_mean_jacobian = function(x, xi) xi[1:2, , drop = FALSE],
        dim = 2, data = cbind(a, b), normals = 2, l2 = 0.125
    )
}

show_biases()
show_correction()
show_problem("built-in", problem("invariant_logistic", n = 500, noise_var = 100, l2 = 0.1), 1e-3, rep(1, 10), 0.5)
show_problem("own", own(), 0.125, c(1, 0.5), 0.05)
