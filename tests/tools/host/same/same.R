# Cases of cases.lua by the R example; what follows the functions is written from that table. First arguments begin with
# a dot, so that R takes no option for them.
source("debias.R")

shown <- function(...) {
    x <- c(...)
    finite <- ifelse(is.infinite(x), tolower(as.character(x)), sprintf("%.13a", x))
    paste(ifelse(is.nan(x), "nan", finite), collapse = " ")
}
show <- function(...) cat(paste(..., sep = " "), "\n", sep = "")
unknown <- function(x) if (is.null(x) || all(is.nan(x))) "none" else shown(x)

show_lab <- function(.name, .operators, .q, .law, .m, ...) {
    table <- lab(.operators, .q, .law, .m, ...)
    for (i in seq_along(table$operator)) {
        show(.name, table$operator[i], shown(sapply(table[c("m", "bias", "se", "sd", "mse", "exact", "tail")], `[`, i)))
    }
    found <- attr(table, "slopes")
    for (i in seq_along(found$operator)) {
        show(.name, found$operator[i], shown(found$slope[i], found$slope_lo[i], found$slope_hi[i]))
    }
}

show_expect <- function(.name, .op, .q, .law, .m, .s) {
    show(.name, tryCatch(shown(exact(.op, .q, .law, .m, .s)), error = function(e) "none"))
}

show_correct <- function(.name, .q, .data, ...) {
    table <- correct(.q, .data, ...)
    for (i in seq_along(table$operator)) {
        verdict <- if (is.na(table$verdict[i])) "none" else table$verdict[i]
        show(.name, table$operator[i], shown(table$value[i], table$removed[i], table$se[i]), verdict)
    }
    groups <- attr(table, "groups")
    show(.name, shown(attr(table, "facts")$plugin), if (is.null(groups)) "none" else shown(groups$plugin))
}

show_moments <- function(.name, .problem, .method, ...) {
    table <- moments(.problem, .method, ...)
    lists <- sapply(table[c("mean", "se", "var", "kurtosis")], shown)
    show(.name, paste(lists, collapse = " "), shown(attr(table, "facts")$tail))
    show(.name, "bias", unknown(table$bias))
}

show_value <- function(.name, .problem, ...) {
    facts <- attr(value(.problem, ...), "facts")
    show(.name, shown(facts$value, facts$se, facts$samples))
}

show_run <- function(.name, .problem, .method, ...) {
    made <- tryCatch(run(.problem, .method, ...), error = conditionMessage)
    if (is.character(made)) return(show(.name, made))
    for (key in c("step", "samples", "gap", "objective", "grad2", "distance", "first", "product")) {
        show(.name, key, unknown(made[[key]]))
    }
    show(.name, attr(made, "stop"), shown(attr(made, "final")))
}
