/* The C library of debias for R, by .Call; debias.R has the functions that call these.
 *
 *     PKG_CFLAGS="$(pkg-config --cflags debias)" PKG_LIBS="$(pkg-config --libs debias)" R CMD SHLIB debias.c
 *
 * R functions are called on R's own thread alone. One that fails returns its condition, which ends the call and is its
 * value, to be raised by debias.R; an interrupt ends the call, too. */
#define R_NO_REMAP
#include <R.h>
#include <Rinternals.h>
#include <debias.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* An R function with what it is called for. */
typedef struct callback {
    SEXP function;
    size_t in, out;
} callback;

/* A call under way. Calls may be nested: an R function may call the library. */
typedef struct under_way {
    int interrupted;
    SEXP raised; /* the condition that a function of this call returned, or R_NilValue */
    PROTECT_INDEX at;
    debias_watch watch;
} under_way;

static under_way *now; /* the innermost */

static const char OPERATOR[] = "operator", DIST[] = "dist", PROBLEM[] = "problem";

/* The object of that kind, by which it is tagged. */
static void *pointer(SEXP s, const char *kind)
{
    int is_ours = TYPEOF(s) == EXTPTRSXP && R_ExternalPtrTag(s) == Rf_install(kind);
    if (!is_ours || !R_ExternalPtrAddr(s))
        Rf_error("expected an object of the library: %s", kind);
    return R_ExternalPtrAddr(s);
}

/* An object of the library as an R object, which keeps `kept`; an error where there is none. */
static SEXP made(const char *kind, void *object, const debias_error *error, SEXP kept, void (*end)(SEXP))
{
    if (!object)
        Rf_error("%s", error->text);
    SEXP s = PROTECT(R_MakeExternalPtr(object, Rf_install(kind), kept));
    R_RegisterCFinalizerEx(s, end, TRUE);
    UNPROTECT(1);
    return s;
}

static void end_operator(SEXP s)
{
    debias_operator_free(R_ExternalPtrAddr(s));
}

static void end_dist(SEXP s)
{
    debias_dist_free(R_ExternalPtrAddr(s));
}

static void end_problem(SEXP s)
{
    debias_problem_free(R_ExternalPtrAddr(s));
}

/* The element of a list by its name; R_NilValue where there is none. */
static SEXP element(SEXP list, const char *name)
{
    SEXP names = Rf_getAttrib(list, R_NamesSymbol);
    for (R_xlen_t i = 0; i < Rf_xlength(names); i++)
        if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0)
            return VECTOR_ELT(list, i);
    return R_NilValue;
}

static double number(SEXP list, const char *name)
{
    SEXP s = element(list, name);
    if (Rf_isNull(s))
        return 0;
    if (!(Rf_isNumeric(s) || Rf_isLogical(s)) || Rf_xlength(s) != 1)
        Rf_error("%s: expected one number", name);
    return Rf_asReal(s);
}

static int is_whole(double n)
{
    return n >= 0 && n <= 9007199254740992 && n == floor(n);
}

static size_t whole(const char *name, double n)
{
    if (!is_whole(n))
        Rf_error("%s: expected a whole number from 0 to 2^53, got %g", name, n);
    return (size_t)n;
}

/* A whole number from 0 on; 0 where there is none. */
static size_t count(SEXP list, const char *name)
{
    return whole(name, number(list, name));
}

/* So many of them; NULL where the list has none. */
static const double *numbers(SEXP list, const char *name, size_t n)
{
    SEXP s = element(list, name);
    if (Rf_isNull(s))
        return NULL;
    if (TYPEOF(s) != REALSXP || (size_t)Rf_xlength(s) != n)
        Rf_error("%s: expected %d numbers, got %d", name, (int)n, (int)Rf_xlength(s));
    return REAL(s);
}

/* Options of a named list; matrices are transposed, for R's columns are the library's rows. */
static const debias_option *options(SEXP list)
{
    R_xlen_t n = Rf_xlength(list);
    debias_option *o = (debias_option *)R_alloc((size_t)n + 1, sizeof *o);
    memset(o, 0, ((size_t)n + 1) * sizeof *o);
    for (R_xlen_t i = 0; i < n; i++) {
        SEXP value = VECTOR_ELT(list, i);
        o[i].name = CHAR(STRING_ELT(Rf_getAttrib(list, R_NamesSymbol), i));
        if (TYPEOF(value) == STRSXP) {
            o[i].text = CHAR(STRING_ELT(value, 0));
        } else if (Rf_xlength(value) == 1) {
            o[i].number = Rf_asReal(value);
        } else {
            o[i].values = REAL(value);
            o[i].rows = (size_t)(Rf_isMatrix(value) ? Rf_ncols(value) : Rf_xlength(value));
            o[i].cols = Rf_isMatrix(value) ? (size_t)Rf_nrows(value) : 0;
        }
    }
    return o;
}

SEXP d_operator(SEXP kind, SEXP k)
{
    debias_error error;
    int is_order = strcmp(CHAR(STRING_ELT(kind, 0)), "order") == 0;
    debias_operator *op = is_order ? debias_operator_order(Rf_asInteger(k), &error)
                                   : debias_operator_paper(Rf_asInteger(k), &error);
    return made(OPERATOR, op, &error, R_NilValue, end_operator);
}

SEXP d_dist(SEXP name, SEXP list)
{
    debias_error error;
    debias_dist *d = debias_dist_new(CHAR(STRING_ELT(name, 0)), options(list), &error);
    return made(DIST, d, &error, R_NilValue, end_dist);
}

SEXP d_problem(SEXP name, SEXP list)
{
    debias_error error;
    debias_problem *p = debias_problem_new(CHAR(STRING_ELT(name, 0)), options(list), &error);
    return made(PROBLEM, p, &error, R_NilValue, end_problem);
}

/* R functions ---------------------------------------------------------------------------------------------------- */

static SEXP matrix(const double *from, size_t rows, size_t cols)
{
    SEXP s = Rf_allocMatrix(REALSXP, (int)rows, (int)cols);
    memcpy(REAL(s), from, rows * cols * sizeof *from);
    return s;
}

static void check_interrupt(void *unused)
{
    (void)unused;
    R_CheckUserInterrupt();
}

static int look(void *context, double share)
{
    (void)share;
    under_way *u = context;
    u->interrupted = !R_ToplevelExec(check_interrupt, NULL);
    return u->interrupted;
}

/* Begins a call; what it protects is one object. */
static void begin(under_way *u)
{
    *u = (under_way){.raised = R_NilValue, .watch = {u, look}};
    PROTECT_WITH_INDEX(u->raised, &u->at);
    now = u;
}

/* What a call that failed gives: the condition of its function; else an error. */
static SEXP failed(const under_way *u, const debias_error *error)
{
    if (Rf_isNull(u->raised))
        Rf_error("%s", u->interrupted ? "interrupted" : error->text);
    UNPROTECT(1);
    return u->raised;
}

/* A condition that says so. */
static SEXP wrong_length(size_t wanted, SEXP got)
{
    char text[120];
    if (TYPEOF(got) == REALSXP)
        snprintf(text, sizeof text, "expected %.0f numbers of a function, got %.0f", (double)wanted,
                 (double)Rf_xlength(got));
    else
        snprintf(text, sizeof text, "expected %.0f numbers of a function, got type %s", (double)wanted,
                 Rf_type2char(TYPEOF(got)));
    SEXP words = PROTECT(Rf_mkString(text)), call = PROTECT(Rf_lang2(Rf_install("simpleError"), words));
    SEXP condition = Rf_eval(call, R_BaseEnv);
    UNPROTECT(2);
    return condition;
}

/* out <- the n numbers that an expression with so many protected arguments gives. 0, or 1 where it failed. */
static int call(SEXP expression, double *out, size_t n, int arguments)
{
    int ended = 0;
    under_way *mine = now;
    PROTECT_INDEX at;
    SEXP value;
    PROTECT_WITH_INDEX(value = R_tryEval(expression, R_GlobalEnv, &ended), &at);
    now = mine;
    if (!ended && (Rf_isInteger(value) || Rf_isLogical(value)))
        REPROTECT(value = Rf_coerceVector(value, REALSXP), at);
    if (!ended && TYPEOF(value) == REALSXP && (size_t)Rf_xlength(value) == n)
        memcpy(out, REAL(value), n * sizeof *out);
    else if (!ended)
        REPROTECT(mine->raised = Rf_inherits(value, "condition") ? value : wrong_length(n, value), mine->at);
    int failed = ended || !Rf_isNull(mine->raised);
    if (ended)
        mine->interrupted = 1;
    UNPROTECT(arguments + 2);
    return failed;
}

/* function(s): a matrix of a column for each point, whose value is one, too. */
static int call_q(void *context, size_t n, size_t gap, const double *s, double *y)
{
    const callback *c = context;
    const void *top = vmaxget();
    double *value = (double *)R_alloc(n * c->out, sizeof *value);
    SEXP at = PROTECT(Rf_allocMatrix(REALSXP, (int)c->in, (int)n));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < c->in; j++)
            REAL(at)[i * c->in + j] = s[j * gap + i];
    int failed = call(PROTECT(Rf_lang2(c->function, at)), value, n * c->out, 1);
    for (size_t i = 0; i < n && !failed; i++)
        for (size_t j = 0; j < c->out; j++)
            y[j * gap + i] = value[i * c->out + j];
    vmaxset(top);
    return failed;
}

/* q of a list {kind =, coefficients = or f =, points =, values =}; *c is its callback. */
static debias_function function(SEXP list, callback *c)
{
    SEXP word = TYPEOF(list) == VECSXP ? element(list, "kind") : R_NilValue;
    if (!Rf_isString(word) || Rf_xlength(word) != 1)
        Rf_error("expected q: polynomial(..), exponential() or q_calls(..)");
    const char *kind = CHAR(STRING_ELT(word, 0));
    if (strcmp(kind, "exp") == 0)
        return debias_exponential();
    SEXP coefficients = element(list, "coefficients");
    if (strcmp(kind, "polynomial") == 0)
        return debias_polynomial(REAL(coefficients), (size_t)Rf_xlength(coefficients));
    *c = (callback){element(list, "f"), count(list, "points"), count(list, "values")};
    return debias_calls(call_q, c, c->in, c->out, 0);
}

/* Tables --------------------------------------------------------------------------------------------------------- */

static int has_text(const debias_table *t, size_t column)
{
    for (size_t row = 0; row < debias_table_rows(t); row++)
        if (debias_table_text(t, row, column))
            return 1;
    return 0;
}

static SEXP column_of(const debias_table *t, size_t column)
{
    size_t rows = debias_table_rows(t);
    int text = has_text(t, column);
    SEXP s = PROTECT(Rf_allocVector(text ? STRSXP : REALSXP, (R_xlen_t)rows));
    for (size_t row = 0; row < rows && text; row++) {
        const char *words = debias_table_text(t, row, column);
        SET_STRING_ELT(s, (R_xlen_t)row, words ? Rf_mkChar(words) : NA_STRING);
    }
    if (!text)
        debias_table_numbers(t, column, REAL(s));
    UNPROTECT(1);
    return s;
}

static SEXP fact_of(const debias_table *t, const char *name)
{
    const char *text = debias_table_fact_text(t, name);
    return text ? Rf_mkString(text) : Rf_ScalarReal(debias_table_fact_number(t, name));
}

/* A list of columns, with the facts as an attribute; the table is given back. */
static SEXP list_of(debias_table *t)
{
    size_t n = 0, facts = 0;
    while (debias_table_column(t, n))
        n++;
    while (debias_table_fact(t, facts))
        facts++;
    SEXP list = PROTECT(Rf_allocVector(VECSXP, (R_xlen_t)n)), names = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)n));
    SEXP known = PROTECT(Rf_allocVector(VECSXP, (R_xlen_t)facts));
    SEXP of = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)facts));
    for (size_t i = 0; i < n; i++) {
        SET_VECTOR_ELT(list, (R_xlen_t)i, column_of(t, i));
        SET_STRING_ELT(names, (R_xlen_t)i, Rf_mkChar(debias_table_column(t, i)));
    }
    for (size_t i = 0; i < facts; i++) {
        SET_VECTOR_ELT(known, (R_xlen_t)i, fact_of(t, debias_table_fact(t, i)));
        SET_STRING_ELT(of, (R_xlen_t)i, Rf_mkChar(debias_table_fact(t, i)));
    }
    Rf_setAttrib(list, R_NamesSymbol, names);
    Rf_setAttrib(known, R_NamesSymbol, of);
    Rf_setAttrib(list, Rf_install("facts"), known);
    debias_table_free(t);
    UNPROTECT(4);
    return list;
}

/* The end of a call that made a table, or none. */
static SEXP ended(const under_way *u, debias_table *t, const debias_error *error)
{
    if (!t)
        return failed(u, error);
    UNPROTECT(1);
    return list_of(t);
}

/* Experiments ---------------------------------------------------------------------------------------------------- */

static const debias_operator *const *operators(SEXP list)
{
    if (TYPEOF(list) != VECSXP)
        Rf_error("expected a list of operators");
    size_t n = (size_t)Rf_xlength(list);
    const debias_operator **op = (const debias_operator **)R_alloc(n + 1, sizeof *op);
    for (size_t i = 0; i < n; i++)
        op[i] = pointer(VECTOR_ELT(list, (R_xlen_t)i), OPERATOR);
    return op;
}

static debias_sampling sampling(SEXP list, size_t dim, const debias_watch *watch)
{
    SEXP op = element(list, "operator");
    return (debias_sampling){.reps = count(list, "reps"),
                             .se = number(list, "se"),
                             .seed = count(list, "seed"),
                             .threads = count(list, "threads"),
                             .s = number(list, "s"),
                             .no_control = number(list, "no_control") != 0,
                             .own_cost = number(list, "own_cost") != 0,
                             .value = number(list, "value") != 0,
                             .x = numbers(list, "x", dim),
                             .op = Rf_isNull(op) ? NULL : pointer(op, OPERATOR),
                             .watch = watch};
}

/* {expectation, bias}, exact */
SEXP d_exact(SEXP op, SEXP q, SEXP d, SEXP m, SEXP s)
{
    debias_error error;
    callback c;
    under_way u;
    debias_function f = function(q, &c);
    SEXP out = PROTECT(Rf_allocVector(REALSXP, 2));
    double *x = REAL(out), at = Rf_asReal(s), size = Rf_asReal(m);
    begin(&u);
    if (debias_expect(pointer(op, OPERATOR), &f, pointer(d, DIST), size, at, &x[0], NULL, &error) < 0 ||
        debias_bias(pointer(op, OPERATOR), &f, pointer(d, DIST), size, at, &x[1], &error) < 0)
        out = failed(&u, &error);
    else
        UNPROTECT(1);
    UNPROTECT(1);
    return out;
}

SEXP d_lab(SEXP ops, SEXP q, SEXP d, SEXP m, SEXP settings)
{
    debias_error error;
    callback c;
    debias_function f = function(q, &c);
    under_way u;
    begin(&u);
    debias_sampling s = sampling(settings, 0, &u.watch);
    size_t n = (size_t)Rf_xlength(m), *sizes = (size_t *)R_alloc(n, sizeof *sizes);
    for (size_t i = 0; i < n; i++)
        sizes[i] = whole("m", REAL(m)[i]);
    debias_table *t = debias_lab(operators(ops), (size_t)Rf_xlength(ops), &f, pointer(d, DIST), sizes, n, &s, &error);
    debias_table *slopes = t ? debias_slopes(t, 0, 0, &error) : NULL;
    if (t && !slopes)
        debias_table_free(t);
    if (!slopes)
        return failed(&u, &error);
    SEXP list = PROTECT(list_of(t));
    Rf_setAttrib(list, Rf_install("slopes"), list_of(slopes));
    UNPROTECT(2);
    return list;
}

SEXP d_correct(SEXP q, SEXP data, SEXP settings)
{
    debias_error error;
    callback c;
    debias_function f = function(q, &c);
    SEXP ops = element(settings, "operators"), names = element(settings, "by_names");
    size_t rows = (size_t)Rf_ncols(data);
    if (!Rf_isNull(names) && (size_t)Rf_xlength(names) != rows)
        Rf_error("by: expected an id for each of %d rows, got %d", (int)rows, (int)Rf_xlength(names));
    const char **texts = (const char **)R_alloc((size_t)Rf_xlength(names) + 1, sizeof *texts);
    for (R_xlen_t i = 0; i < Rf_xlength(names); i++)
        texts[i] = CHAR(STRING_ELT(names, i));
    under_way u;
    begin(&u);
    debias_correction s = {.ops = Rf_isNull(ops) ? NULL : operators(ops),
                           .n_ops = (size_t)Rf_xlength(ops),
                           .splits = count(settings, "splits"),
                           .seed = count(settings, "seed"),
                           .log = number(settings, "log") != 0,
                           .by = numbers(settings, "by", rows),
                           .by_names = Rf_isNull(names) ? NULL : texts,
                           .watch = &u.watch};
    debias_table *groups;
    debias_table *t = debias_correct(&f, REAL(data), rows, (size_t)Rf_nrows(data), &s, &groups,
                                     &error);
    if (!t)
        return failed(&u, &error);
    SEXP list = PROTECT(list_of(t));
    if (groups)
        Rf_setAttrib(list, Rf_install("groups"), list_of(groups));
    UNPROTECT(2);
    return list;
}

SEXP d_moments(SEXP p, SEXP method, SEXP list, SEXP settings)
{
    debias_error error;
    under_way u;
    begin(&u);
    debias_sampling s = sampling(settings, debias_problem_dim(pointer(p, PROBLEM)), &u.watch);
    return ended(&u, debias_moments(pointer(p, PROBLEM), CHAR(STRING_ELT(method, 0)), options(list), &s, &error),
                 &error);
}

SEXP d_value(SEXP p, SEXP eps, SEXP terms, SEXP settings)
{
    debias_error error;
    under_way u;
    begin(&u);
    size_t n = (size_t)Rf_xlength(terms);
    uint64_t *counts = (uint64_t *)R_alloc(n + 1, sizeof *counts);
    for (size_t i = 0; i < n; i++)
        counts[i] = whole("terms", REAL(terms)[i]);
    debias_levels s = {.se = number(settings, "se"),
                       .samples = count(settings, "samples"),
                       .L = count(settings, "L"),
                       .L_most = count(settings, "L_most"),
                       .n0 = count(settings, "n0"),
                       .alpha = number(settings, "alpha"),
                       .beta = number(settings, "beta"),
                       .seed = count(settings, "seed"),
                       .threads = count(settings, "threads"),
                       .x = numbers(settings, "x", debias_problem_dim(pointer(p, PROBLEM))),
                       .watch = &u.watch};
    return ended(&u, debias_value(pointer(p, PROBLEM), Rf_asReal(eps), n ? counts : NULL, n, &s, &error), &error);
}

/* A run's columns, in the order of its rows. */
static SEXP columns_of(const debias_run *r)
{
    size_t n = 0, rows = debias_run_rows(r);
    while (debias_run_column(r, n))
        n++;
    SEXP list = PROTECT(Rf_allocVector(VECSXP, (R_xlen_t)n)), names = PROTECT(Rf_allocVector(STRSXP, (R_xlen_t)n));
    for (size_t i = 0; i < n; i++) {
        SEXP column = Rf_allocVector(REALSXP, (R_xlen_t)rows);
        SET_VECTOR_ELT(list, (R_xlen_t)i, column);
        SET_STRING_ELT(names, (R_xlen_t)i, Rf_mkChar(debias_run_column(r, i)));
        for (size_t row = 0; row < rows; row++)
            REAL(column)[row] = debias_run_mean(r, row, i, NULL);
    }
    Rf_setAttrib(list, R_NamesSymbol, names);
    UNPROTECT(2);
    return list;
}

/* The functions of a run's. */
typedef struct hooks {
    SEXP step, m, update, metrics;
    size_t dim;
} hooks;

static int hook_step(void *context, uint64_t t, double *size)
{
    const hooks *h = context;
    SEXP at = PROTECT(Rf_ScalarReal((double)t));
    return call(PROTECT(Rf_lang2(h->step, at)), size, 1, 1);
}

static int hook_m(void *context, uint64_t t, size_t *m)
{
    const hooks *h = context;
    double answer = 0;
    SEXP at = PROTECT(Rf_ScalarReal((double)t));
    int failed = call(PROTECT(Rf_lang2(h->m, at)), &answer, 1, 1);
    *m = is_whole(answer) && answer <= 1e9 ? (size_t)answer : 0;
    return failed;
}

static SEXP vector(const double *from, size_t n)
{
    SEXP s = Rf_allocVector(REALSXP, (R_xlen_t)n);
    memcpy(REAL(s), from, n * sizeof *from);
    return s;
}

static int hook_update(void *context, size_t replicate, uint64_t t, const double *x, const double *v, double *next)
{
    const hooks *h = context;
    SEXP at = PROTECT(vector(x, h->dim)), direction = PROTECT(vector(v, h->dim));
    SEXP step = PROTECT(Rf_ScalarReal((double)t)), r = PROTECT(Rf_ScalarReal((double)replicate));
    return call(PROTECT(Rf_lang5(h->update, at, direction, step, r)), next, h->dim, 4);
}

static int hook_metrics(void *context, size_t replicate, uint64_t t, const double *x, double *value)
{
    const hooks *h = context;
    int failed = 0;
    (void)replicate, (void)t;
    for (R_xlen_t i = 0; i < Rf_xlength(h->metrics) && !failed; i++) {
        SEXP at = PROTECT(vector(x, h->dim));
        failed = call(PROTECT(Rf_lang2(VECTOR_ELT(h->metrics, i), at)), value + i, 1, 1);
    }
    return failed;
}

static void read_hooks(SEXP list, hooks *h, debias_hooks *as)
{
    SEXP names = Rf_getAttrib(element(list, "metrics"), R_NamesSymbol);
    size_t n = (size_t)Rf_xlength(names);
    const char **name = (const char **)R_alloc(n + 1, sizeof *name);
    h->step = element(list, "step");
    h->m = element(list, "m");
    h->update = element(list, "update");
    h->metrics = element(list, "metrics");
    for (size_t i = 0; i < n; i++)
        name[i] = CHAR(STRING_ELT(names, (R_xlen_t)i));
    *as = (debias_hooks){.context = h,
                         .step = Rf_isNull(h->step) ? NULL : hook_step,
                         .m = Rf_isNull(h->m) ? NULL : hook_m,
                         .update = Rf_isNull(h->update) ? NULL : hook_update,
                         .metrics = n ? hook_metrics : NULL,
                         .n_metrics = n,
                         .metric_names = name};
}

/* Its columns; as attributes the last points, a column for each replicate, and why it ended. */
SEXP d_run(SEXP p, SEXP method, SEXP list, SEXP op, SEXP replicates, SEXP functions)
{
    debias_error error;
    debias_hooks asked;
    size_t reps = (size_t)Rf_asReal(replicates), d = debias_problem_dim(pointer(p, PROBLEM));
    debias_settings s = {.op = Rf_isNull(op) ? NULL : pointer(op, OPERATOR), .hooks = &asked};
    hooks h = {.dim = d};
    read_hooks(functions, &h, &asked);
    under_way u;
    begin(&u);
    debias_run *r = debias_run_watched(pointer(p, PROBLEM), CHAR(STRING_ELT(method, 0)), options(list), &s, &u.watch,
                                       NULL, &error);
    if (!r)
        return failed(&u, &error);
    SEXP out = PROTECT(columns_of(r)), final = PROTECT(Rf_allocMatrix(REALSXP, (int)d, (int)reps));
    for (size_t k = 0; k < reps; k++)
        debias_run_final(r, k, REAL(final) + k * d);
    Rf_setAttrib(out, Rf_install("final"), final);
    Rf_setAttrib(out, Rf_install("stop"), Rf_mkString(debias_run_stop(r)));
    debias_run_free(r);
    UNPROTECT(3);
    return out;
}

/* A problem of R functions, which get matrices of a column for each draw ------------------------------------------ */

typedef struct own {
    SEXP g, f, g_jacobian, f_gradient, g_mean, g_mean_jacobian, outer;
    size_t dim, p, cols, eta, numbers;
} own;

static int call_g_like(SEXP f, const own *o, size_t rows, const double *x, const double *xi, const double *eta,
                       double *out, size_t n)
{
    SEXP at = PROTECT(x ? matrix(x, o->dim, rows) : R_NilValue), sample = PROTECT(matrix(xi, o->cols, rows));
    SEXP draw = PROTECT(eta ? matrix(eta, o->eta, rows) : R_NilValue);
    SEXP expression = PROTECT(eta ? Rf_lang4(f, at, sample, draw) : Rf_lang3(f, at, sample));
    return call(expression, out, rows * n, 3);
}

static int call_f_like(SEXP f, const own *o, size_t rows, const double *y, const double *xi, double *out, size_t n)
{
    SEXP at = PROTECT(matrix(y, o->p, rows)), sample = PROTECT(matrix(xi, o->cols, rows));
    return call(PROTECT(Rf_lang3(f, at, sample)), out, rows * n, 2);
}

static int own_g(void *context, size_t rows, const double *x, const double *xi, const double *eta, double *y)
{
    const own *o = context;
    return call_g_like(o->g, o, rows, x, xi, eta, y, o->p);
}

static int own_g_jacobian(void *context, size_t rows, const double *x, const double *xi, const double *eta, double *J)
{
    const own *o = context;
    return call_g_like(o->g_jacobian, o, rows, x, xi, eta, J, o->p * o->dim);
}

static int own_f(void *context, size_t rows, const double *y, const double *xi, double *value)
{
    const own *o = context;
    return call_f_like(o->f, o, rows, y, xi, value, 1);
}

static int own_f_gradient(void *context, size_t rows, const double *y, const double *xi, double *gradient)
{
    const own *o = context;
    return call_f_like(o->f_gradient, o, rows, y, xi, gradient, o->p);
}

static int own_g_mean(void *context, size_t rows, const double *x, const double *xi, double *y)
{
    const own *o = context;
    return call_g_like(o->g_mean, o, rows, x, xi, NULL, y, o->p);
}

static int own_g_mean_jacobian(void *context, size_t rows, const double *x, const double *xi, double *J)
{
    const own *o = context;
    return call_g_like(o->g_mean_jacobian, o, rows, x, xi, NULL, J, o->p * o->dim);
}

static int own_outer(void *context, size_t rows, const double *numbers, double *xi)
{
    const own *o = context;
    SEXP at = PROTECT(matrix(numbers, o->numbers, rows));
    return call(PROTECT(Rf_lang2(o->outer, at)), xi, rows * o->cols, 1);
}

static void read_own(SEXP list, own *o, debias_own *as)
{
    SEXP data = element(list, "data"), law = element(list, "law");
    *as = (debias_own){.dim = count(list, "dim"),
                       .p = count(list, "p"),
                       .n = Rf_isNull(data) ? count(list, "n") : (size_t)Rf_ncols(data),
                       .cols = Rf_isNull(data) ? count(list, "cols") : (size_t)Rf_nrows(data),
                       .data = Rf_isNull(data) ? NULL : REAL(data),
                       .normals = count(list, "normals"),
                       .uniforms = count(list, "uniforms"),
                       .law = Rf_isNull(law) ? NULL : pointer(law, DIST),
                       .outer_normals = count(list, "outer_normals"),
                       .outer_uniforms = count(list, "outer_uniforms"),
                       .l2 = number(list, "l2"),
                       .x0 = numbers(list, "x0", count(list, "dim")),
                       .context = o};
    *o = (own){element(list, "g"), element(list, "f"), element(list, "g_jacobian"), element(list, "f_gradient"),
               element(list, "g_mean"), element(list, "g_mean_jacobian"), element(list, "outer"),
               as->dim, as->p, as->cols ? as->cols : 1,
               as->law ? debias_dist_dim(as->law) : as->normals + as->uniforms,
               as->outer_normals + as->outer_uniforms};
    as->g = Rf_isNull(o->g) ? NULL : own_g;
    as->f = Rf_isNull(o->f) ? NULL : own_f;
    as->g_jacobian = Rf_isNull(o->g_jacobian) ? NULL : own_g_jacobian;
    as->f_gradient = Rf_isNull(o->f_gradient) ? NULL : own_f_gradient;
    as->g_mean = Rf_isNull(o->g_mean) ? NULL : own_g_mean;
    as->g_mean_jacobian = Rf_isNull(o->g_mean_jacobian) ? NULL : own_g_mean_jacobian;
    as->outer = Rf_isNull(o->outer) ? NULL : own_outer;
}

SEXP d_own(SEXP list)
{
    debias_error error;
    debias_own as;
    SEXP room = PROTECT(Rf_allocVector(RAWSXP, sizeof(own))), kept = PROTECT(Rf_list2(list, room));
    under_way u;
    begin(&u);
    read_own(list, (own *)(void *)RAW(room), &as);
    debias_problem *p = debias_problem_own(&as, &error);
    SEXP s = p ? made(PROBLEM, p, &error, kept, end_problem) : failed(&u, &error);
    UNPROTECT(p ? 3 : 2);
    return s;
}
