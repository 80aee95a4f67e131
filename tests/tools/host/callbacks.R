# Errors of R's functions and of the library; what is printed stands in the lines #>.
source("debias.R")
told <- function(expression) {
    tryCatch({ expression; cat("no error\n") }, error = function(e) cat(conditionMessage(e), "\n", sep = ""))
}
broken <- function(...) stop("mine")

law <- dist("normal", mean = 0, sd = 1)
op <- operator_order(2)
told(dist("normle", mean = 0))
#> unknown distribution 'normle', did you mean 'normal'?
told(lab(list(op), q_calls(broken), law, c(1, 2)))
#> mine
told(correct(q_calls(function(s) 1), 1:9))
#> expected 9 numbers of a function, got 1
told(problem_own(g = broken, f = broken, dim = 1, n = 3, g_mean = broken))
#> mine
told(lab(list(1), exponential(), law, 1))
#> expected an object of the library: operator
own <- problem_own(g = function(x, xi, eta) x * eta, f = broken, dim = 1, n = 3, normals = 1)
told(moments(own, reps = 10))
#> mine
text <- correct(exponential(), (0:7) / 8, by = rep(c("b", "a"), 4), splits = 5)
cat(attr(text, "groups")$id, attr(text, "groups")$n, sep = " "); cat("\n")
#> a b 4 4
pair <- correct(q_calls(function(s) s[1, ] / s[2, ], points = 2), matrix(1:20, ncol = 2, byrow = TRUE))
cat(round(attr(pair, "facts")$plugin, 6)); cat("\n")
#> 0.909091
p <- problem("invariant_logistic", n = 100)
told(run(law, "bsgd", step = 1e-3, steps = 10))
#> expected an object of the library: problem
told(moments(p, reps = 10, x = 1))
#> x: expected 10 numbers, got 1
told(run(p, "bsgd", step = 1e-3, steps = 10, x0 = 1:3))
#> run: option 'x0': expected a vec of length 10, got length 3
told(run(p, "bsgd", step = broken, steps = 10))
#> mine
told(run(p, "bsgd", step = 1, m = broken, steps = 10))
#> mine
told(run(p, "bsgd", update = broken, steps = 10))
#> mine
told(run(p, "bsgd", step = 1, metrics = list(mine = broken), steps = 10))
#> mine
told(run(p, "bsgd", update = function(x, v, t, replicate) x[1], steps = 10))
#> expected 10 numbers of a function, got 1
told(run(p, "bsgd", step = schedule("cosine", 0.1, every = 3), steps = 10))
#> run: option 'schedule.every' goes with schedule="step"
cat(identical(moments(p, reps = 10, x = 1:10)$mean, moments(p, reps = 10, x = as.double(1:10))$mean)); cat("\n")
#> TRUE
told(correct(exponential(), (0:7) / 8, by = 1:2))
#> by: expected 8 numbers, got 2
told(correct(exponential(), (0:7) / 8, by = "a"))
#> by: expected an id for each of 8 rows, got 1
told(lab(list(op), exponential(), law, 1, reps = -1))
#> reps: expected a whole number from 0 to 2^53, got -1
told(lab(list(op), exponential(), law, 1, repz = 10))
#> lab: expected settings reps, se, seed, threads, s, no_control, own_cost, got repz
told(correct(exponential(), (0:7) / 8, split = 5))
#> correct: expected settings operators, splits, seed, log, got split
told(value(problem("invariant_logistic", n = 9), eps = 1, reps = 5))
#> value: expected settings se, samples, L, L_most, n0, alpha, beta, seed, threads, x, got reps
# Options without names, of wrong types, and functions where none is taken.
for (call in list(quote(dist("normal", 0, 1)), quote(lab(list(op), exponential(), law, 1, 10)),
                  quote(correct(exponential(), 1:8, 3)), quote(moments(p, "bsgd", 10)), quote(run(p, "bsgd", 1e-3)),
                  quote(schedule("cosine", 0.1, 3)), quote(run(p, "bsgd", step = 1, metrics = list(sum))))) {
    told(eval(call))
    #> expected options by their names
    #> expected options by their names
    #> expected options by their names
    #> expected options by their names
    #> expected options by their names
    #> expected options by their names
    #> expected options by their names
}
for (clip in list(NULL, sin, list(1), character(0))) {
    told(do.call(run, list(p, "bsgd", step = 1, steps = 3, clip = clip)))
    #> clip: expected numbers or a word, got NULL
    #> clip: expected numbers or a word, got function
    #> clip: expected numbers or a word, got list
    #> clip: expected numbers or a word, got character
}
told(problem_own(g = sin, f = 3, dim = 1, n = 3))
#> expected a function, got numeric
told(problem_own(g = sin, f = sin, dim = 1, n = 3, normalz = 2))
#> problem_own: expected settings dim, n, cols, normals, uniforms, law, outer_normals, outer_uniforms, l2, outer, g_jacobian, f_gradient, g_mean, g_mean_jacobian, got normalz
for (count in c(-1, 1.5, 1e300, NaN)) {
    told(lab(list(op), exponential(), law, count))
    told(value(p, terms = c(10, count)))
    told(problem_own(g = sin, f = sin, dim = 1, n = count))
    #> m: expected a whole number from 0 to 2^53, got -1
    #> terms: expected a whole number from 0 to 2^53, got -1
    #> n: expected a whole number from 0 to 2^53, got -1
    #> m: expected a whole number from 0 to 2^53, got 1.5
    #> terms: expected a whole number from 0 to 2^53, got 1.5
    #> n: expected a whole number from 0 to 2^53, got 1.5
    #> m: expected a whole number from 0 to 2^53, got 1e+300
    #> terms: expected a whole number from 0 to 2^53, got 1e+300
    #> n: expected a whole number from 0 to 2^53, got 1e+300
    #> m: expected a whole number from 0 to 2^53, got nan
    #> terms: expected a whole number from 0 to 2^53, got nan
    #> n: expected a whole number from 0 to 2^53, got nan
}
told(lab(list(op), exponential(), law, 1, reps = c(10, 20)))
#> reps: expected one number
told(lab(list(op), sin, law, 1))
#> expected q: polynomial(..), exponential() or q_calls(..)
told(lab(op, exponential(), law, 1))
#> expected a list of operators
told(lab(list(op), q_calls(function(s) rep(1L, length(s))), law, 1, reps = 10))
#> no error
told(lab(list(op), q_calls(function(s) "a"), law, 1, reps = 10))
#> expected 1 numbers of a function, got type character
told(run(p, "bsgd", step = 1, steps = 3, m = function(t) 2L))
#> no error
told(run(p, "bsgd", step = 1, steps = 3, m = function(t) 1.5))
#> run: option 'm': expected a whole number from 1 to 1000000000 at step 1, got 0
inner <- function(s) {
    told(lab(list(op), q_calls(broken), law, 1))
    stop("outer")
}
told(lab(list(op), q_calls(inner), law, 1))
#> mine
#> outer
odd <- structure(class = c("odd", "error", "condition"), list(message = "of its own class", call = NULL))
tryCatch(exact(op, q_calls(function(s) stop(odd)), law), odd = function(e) cat(conditionMessage(e), "\n", sep = ""))
#> of its own class
