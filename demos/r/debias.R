# The C library of debias for R: names, units and defaults are those of debias.h and of the help pages
# (debias -e 'help "run"'). First build debias.c, as it says at its top, and source this file beside it. First arguments
# begin with a dot, so that R takes no option, as n or m, for them.
dyn.load(Sys.getenv("DEBIAS_R", paste0("debias", .Platform$dynlib.ext)))

numeric_or_null <- function(x) if (is.null(x)) NULL else as.double(x)
without_null <- function(list) Filter(Negate(is.null), list)
as_doubles <- function(list) lapply(list, function(x) if (is.integer(x)) as.double(x) else x)
as_option <- function(name, x) {
    if (is.character(x) && length(x) == 1) return(x)
    if (!is.numeric(x) && !is.logical(x)) stop(name, ": expected numbers or a word, got ", class(x)[1], call. = FALSE)
    storage.mode(x) <- "double"
    x
}
named <- function(list) {
    if (length(list) > 0 && !all(nzchar(names(list)), length(names(list)) > 0)) {
        stop("expected options by their names", call. = FALSE)
    }
    list
}
as_options <- function(list) Map(as_option, names(named(list)), list)

# A call of the library: the condition of a function of its that failed is raised here, as it was.
called <- function(...) {
    value <- .Call(...)
    if (inherits(value, "condition")) stop(value)
    value
}
guarded <- function(f) {
    if (!is.function(f)) stop("expected a function, got ", class(f)[1], call. = FALSE)
    function(...) tryCatch(f(...), error = identity)
}

operator_order <- function(k) .Call("d_operator", "order", k)
operator_paper <- function(k) .Call("d_operator", "paper", k)
dist <- function(.name, ...) .Call("d_dist", .name, as_options(list(...)))

# q: a polynomial, exp, or f, which takes a matrix of a column for each point and returns one of the values.
polynomial <- function(coefficients) list(kind = "polynomial", coefficients = as.double(coefficients))
exponential <- function() list(kind = "exp")
q_calls <- function(f, points = 1, values = 1) list(kind = "calls", f = guarded(f), points = points, values = values)

# The exact expectation and bias of the operator for blocks of m draws.
exact <- function(operator, q, d, m = 1, s = 0) {
    stats::setNames(called("d_exact", operator, q, d, m, s), c("expectation", "bias"))
}

# The settings of a call, whose names must be among these.
known <- function(.call, .names, ...) {
    odd <- setdiff(names(named(list(...))), .names)
    if (length(odd) > 0) stop(.call, ": expected settings ", paste(.names, collapse = ", "), ", got ", odd[1], call. = FALSE)
    as_doubles(list(...))
}
estimates <- c("reps", "se", "seed", "threads")

# The bias lab: a list of columns; attribute "slopes".
lab <- function(.operators, .q, .d, .m, ...) {
    called("d_lab", .operators, .q, .d, as.double(.m), known("lab", c(estimates, "s", "no_control", "own_cost"), ...))
}

# The bias of q of the mean of the data's rows, taken off; by: an id for each row. Attributes "facts" and "groups".
correct <- function(.q, .data, ..., by = NULL) {
    settings <- list(by = if (is.character(by)) NULL else numeric_or_null(by), by_names = if (is.character(by)) by)
    settings <- c(settings, known("correct", c("operators", "splits", "seed", "log"), ...))
    called("d_correct", .q, t(as.matrix(.data)) + 0, without_null(settings))
}

problem <- function(.name, ...) .Call("d_problem", .name, as_options(list(...)))

# A problem of R functions. Each gets matrices of a column for each draw: g(x, xi, eta) returns p x n numbers, f(y, xi)
# n, f_gradient p x n, g_jacobian dim x p x n, g_mean(x, xi) p x n; xi are the rows of data.
problem_own <- function(..., g, f, p = 1, data = NULL, x0 = NULL) {
    rows <- if (!is.null(data)) t(as.matrix(data)) + 0
    functions <- c("outer", "g_jacobian", "f_gradient", "g_mean", "g_mean_jacobian")
    counts <- c("dim", "n", "cols", "normals", "uniforms", "law", "outer_normals", "outer_uniforms", "l2")
    more <- without_null(known("problem_own", c(counts, functions), ...))
    is_function <- names(more) %in% functions
    given <- list(p = p, data = rows, x0 = numeric_or_null(x0))
    called("d_own", c(without_null(given), more[!is_function], lapply(c(g = g, f = f, more[is_function]), guarded)))
}

settings_of <- function(names, list) as_doubles(list[names(list) %in% names])
options_of <- function(names, list) as_options(list[!names(list) %in% names])

# A step size that changes, for run: schedule("cosine", 0.1, steps = 1000), schedule("inv_sqrt", 0.1), ..
schedule <- function(.name, .a, ...) {
    options <- named(list(...))
    names(options) <- sprintf("schedule.%s", names(options))
    c(list(step = .a, schedule = .name), options)
}

# step: a number, or a schedule. Further options: the method's and those of run{..} at the prompt; step and m may be
# functions of t = 1, 2, .., update one of (x, v, t, replicate) that returns the new x, and metrics a list of functions
# of x by the names of their columns. Columns of means over
# the replicates; attributes "final", a column for each replicate, and "stop".
is_hook <- function(name, x) if (name == "metrics") is.list(x) else name %in% c("step", "m", "update") && is.function(x)
run <- function(.problem, .method, ..., step = NULL, reps = 10, operator = NULL) {
    options <- c(named(list(...)), if (is.list(step)) step else without_null(list(step = step)), list(reps = reps))
    hook <- mapply(is_hook, names(options), options)
    hooks <- lapply(options[hook], function(each) if (is.list(each)) lapply(named(each), guarded) else guarded(each))
    called("d_run", .problem, .method, as_options(options[!hook]), operator, reps, hooks)
}

# Moments of the method's estimates of the gradient (value = TRUE: of the value) at x; attribute "facts".
moments <- function(.problem, .method = "bsgd", ...) {
    own <- c(estimates, "x", "value", "operator")
    named(list(...))
    called("d_moments", .problem, .method, options_of(own, list(...)), settings_of(own, list(...)))
}

# The value at x by multilevel Monte Carlo: to a root mean square error of eps, a standard error of se, or so many
# samples; or from so many terms of each level. Attribute "facts".
value <- function(.problem, ..., eps = 0, terms = NULL) {
    own <- c("se", "samples", "L", "L_most", "n0", "alpha", "beta", "seed", "threads", "x")
    called("d_value", .problem, as.double(eps), as.double(terms), known("value", own, ...))
}
