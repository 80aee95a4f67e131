/* libdebias: exact and sampled bias of plug-in estimates and of extrapolation operators, and runs
 * of stochastic optimizers on conditional stochastic optimization problems.
 *
 *     cc example.c $(pkg-config --cflags --libs debias)
 *
 * Conventions
 * - Names of distributions, problems, methods and their options, with ranges, units and defaults,
 *   are those of the program's help pages (debias -e 'help "dist.ramp"').
 * - A call that can fail takes a place for a message as its last argument, which may be NULL; it
 *   then returns NULL or a negative number. The library prints nothing, never ends the process, and
 *   keeps no state of its own.
 * - Objects are the caller's: each is given back to its .._free, which takes NULL, too. Arrays and
 *   texts that a call takes are read during it only.
 * - A callback returns 0, or a code of its own, with which it ends the call. It gets the `context`
 *   that was given with it. Callbacks come one at a time, on the thread that made the call, unless
 *   `parallel` says that they may run side by side on several. Arrays are theirs while they run.
 * - Calls may be made from several threads at once, also from callbacks, and take the same
 *   operators, laws, functions, problems and tables, which no call changes; an object is freed once
 *   no call takes it. Calls at once on one problem or function of the caller's run its callbacks at
 *   once, each on its own call's thread, also without `parallel`. An error, with its code, is that
 *   of its own call, whose place for it no other call under way may be given.
 * - The same seed gives the same bits on any number of threads and any processor. */
#ifndef DEBIAS_H
#define DEBIAS_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __GNUC__
#define DEBIAS_API __attribute__((visibility("default")))
#else
#define DEBIAS_API
#endif

/* The library's version, "1.2.3". */
DEBIAS_API const char *debias_version(void);

/* Why a call failed: one line, lower case, without a full stop. code: what a callback of the
 * caller's returned, where that ended it; else 0. */
typedef struct debias_error {
    char text[252];
    int code;
} debias_error;

/* An option by its name; a list of them ends with a NULL name. A number, a whole number and a
 * truth value (0, 1) stand in number, a word in text; a vector has `rows` values, a matrix
 * rows x cols of them, row by row. A vector of one element may stand in number. */
typedef struct debias_option {
    const char *name;
    double number;
    const char *text;
    const double *values;
    size_t rows, cols;
} debias_option;

/* The names there are, i = 0, 1, ..; NULL past the last. */
DEBIAS_API const char *debias_dist_name(size_t i);
DEBIAS_API const char *debias_problem_name(size_t i);
DEBIAS_API const char *debias_method_name(size_t i);

/* Extrapolation operators: sum_j w_j A_{n_j}, A_n the mean of q(s + mean of n block means) over
 * cyclic windows of n of the operator's draws. Richardson's of order k = 1 .. 11 with the sizes
 * 1, 2, 4, ..; the paper's, k = 1 .. 3; one of 1 .. 16 terms with rising sizes in 1 .. 1024 and
 * weights such as "8/3" that sum to 1. */
typedef struct debias_operator debias_operator;
DEBIAS_API debias_operator *debias_operator_order(int k, debias_error *error);
DEBIAS_API debias_operator *debias_operator_paper(int k, debias_error *error);
DEBIAS_API debias_operator *debias_operator_new(size_t terms, const uint32_t *sizes,
                                                const char *const *weights, debias_error *error);
DEBIAS_API void debias_operator_free(debias_operator *op);

/* The number of terms; draws that an estimate takes, in blocks; the first power of 1/m that is left
 * in the bias; sum |w_j|; and term j = 0 .. terms-1 with its weight as a fraction (each may be
 * NULL). */
DEBIAS_API size_t debias_operator_terms(const debias_operator *op);
DEBIAS_API size_t debias_operator_draws(const debias_operator *op);
DEBIAS_API size_t debias_operator_bias_order(const debias_operator *op);
DEBIAS_API double debias_operator_amplification(const debias_operator *op);
DEBIAS_API void debias_operator_term(const debias_operator *op, size_t j, uint32_t *size,
                                     int64_t *numerator, int64_t *denominator);

/* Laws of a draw, by name: "normal" {"mean", "sd"}, "ramp" {"a", "b"}, .. */
typedef struct debias_dist debias_dist;
DEBIAS_API debias_dist *debias_dist_new(const char *name, const debias_option *options,
                                        debias_error *error);
DEBIAS_API void debias_dist_free(debias_dist *d);

/* The length of a draw; E delta^k for k = 0 .. 24 and length 1, NAN where it is not known. */
DEBIAS_API size_t debias_dist_dim(const debias_dist *d);
DEBIAS_API double debias_dist_moment(const debias_dist *d, int k);

/* The function q of a number: a polynomial coefficients[0] + coefficients[1] s + ..; exp; or the
 * caller's own, called on the thread that asks. Its members are the library's. */
typedef struct debias_function {
    int kind;
    uint16_t out, parallel;
    void (*call)(void);
    void *context;
    const double *coefficients;
    size_t n;
} debias_function;
DEBIAS_API debias_function debias_polynomial(const double *coefficients, size_t n);
DEBIAS_API debias_function debias_exponential(void);
DEBIAS_API debias_function debias_call(double (*call)(double s, void *context), void *context);

/* The caller's own q from R^in to R^out (in, out >= 1, out <= 65535), of n points at once:
 * component j of point i is s[j*gap + i], and y[j*gap + i] <- that of its value. With in = out = 1
 * these are n numbers in a row. */
typedef int debias_q(void *context, size_t n, size_t gap, const double *s, double *y);
DEBIAS_API debias_function debias_calls(debias_q *call, void *context, size_t in, size_t out,
                                        int parallel);

/* *bias <- the exact E op - q(s + mean) for blocks of m draws of d (length 1). 0, or negative where
 * none is known. */
DEBIAS_API int debias_bias(const debias_operator *op, const debias_function *q,
                           const debias_dist *d, double m, double s, double *bias,
                           debias_error *error);

/* *value <- the exact E op of q at s + the means of blocks of m draws of d (length 1): with order 1
 * and m = 1 that is E q(s + delta). *rounding (may be NULL) <- how far it may be off by rounding.
 * 0, or negative where none is known. */
DEBIAS_API int debias_expect(const debias_operator *op, const debias_function *q,
                             const debias_dist *d, double m, double s, double *value,
                             double *rounding, debias_error *error);

/* The mean of independent estimates of q(s + E delta), its standard error, the standard deviation
 * of one, and the mean minus q(s + E delta) (NAN where the law's mean is not known). Where some are
 * not finite, the mean is what their sum is (an infinity, or NAN), and se and sd are NAN; so are
 * they where all are equal, which says nothing of how they scatter. */
typedef struct debias_estimates {
    double mean, se, sd, bias;
} debias_estimates;

/* The same sampled: 2 to 1e15 estimates from blocks of m >= 1 draws of d (length 1). 0 or negative.
 */
DEBIAS_API int debias_estimate(const debias_operator *op, const debias_function *q,
                               const debias_dist *d, size_t m, double s, uint64_t reps,
                               uint64_t seed, debias_estimates *out, debias_error *error);

/* What experiments result in: rows of columns, and facts about them all. A column's name, i = 0, 1,
 * ..; NULL past the last. */
typedef struct debias_table debias_table;
DEBIAS_API void debias_table_free(debias_table *t);
DEBIAS_API size_t debias_table_rows(const debias_table *t);
DEBIAS_API const char *debias_table_column(const debias_table *t, size_t i);

/* A cell: its number, NAN where that is not known or it holds a text; its text, NULL where it holds
 * none. out <- a column's numbers, one for each row. */
DEBIAS_API double debias_table_number(const debias_table *t, size_t row, size_t column);
DEBIAS_API const char *debias_table_text(const debias_table *t, size_t row, size_t column);
DEBIAS_API void debias_table_numbers(const debias_table *t, size_t column, double *out);

/* A fact's name, i = 0, 1, ..; NULL past the last. Its number or text, by its name: NAN and NULL
 * where there is none. */
DEBIAS_API const char *debias_table_fact(const debias_table *t, size_t i);
DEBIAS_API double debias_table_fact_number(const debias_table *t, const char *name);
DEBIAS_API const char *debias_table_fact_text(const debias_table *t, const char *name);

/* What is called on the way, on the thread that made the call. Each may be NULL. */
typedef struct debias_watch {
    void *context;
    /* Several times a second at most: 0 goes on; else the computation ends soon, as by an
     * interrupt, with what it has. share: done of it, about, from 0 to 1. */
    int (*look)(void *context, double share);
} debias_watch;

/* How estimates are drawn; zero, as after = {0}, means the default. */
typedef struct debias_sampling {
    uint64_t reps;   /* independent estimates, 2 to 1e15; 10000, with se at most 1e9 */
    double se;       /* > 0: until the standard error of the mean is at most this */
    uint64_t seed;   /* names the streams of draws; 0 */
    size_t threads;  /* one per processor; changes no result */
    double s;        /* bias: shift of q's point; 0 */
    int no_control;  /* bias: without control variates from the law's first two moments */
    int own_cost;    /* bias: blocks of m draws; else of so many times m that all operators take as
                      * many draws: m times the least common multiple of theirs */
    int value;       /* moments: of the value F(x), not of its gradient */
    const double *x; /* moments: where, dim numbers; the problem's start */
    const debias_operator *op;              /* moments: instead of an option "order" */
    const volatile sig_atomic_t *interrupt; /* ends it, with what it has, once it is not zero; NULL
                                             */
    const debias_watch *watch;              /* NULL */
} debias_sampling;

/* The bias lab (the paper's section 3): every operator at every m, sampled on the same draws of d
 * (length 1), and exact. A row for each operator and m, in this order. Columns: operator (its
 * name), m, block (draws per block), draws (of an estimate), reps, bias (of the mean, by q(s + E
 * delta)), se, sd, mse (bias^2 + sd^2), exact (the exact bias), zero ("exactly unbiased",
 * "rounding"; none where there is a bias), tail (Pareto k; above 0.7 variances may not exist),
 * not_finite (how many estimates are not), rounding and exact_rounding (how large a bias rounding
 * alone may make). Facts: stop ("interrupted"), where it did. settings may be NULL. */
DEBIAS_API debias_table *debias_lab(const debias_operator *const *ops, size_t n_ops,
                                    const debias_function *q, const debias_dist *d, const size_t *m,
                                    size_t n_m, const debias_sampling *settings,
                                    debias_error *error);

/* The slopes of log |bias| on log m in such a table, for from <= m <= to (0, 0: all). A row for
 * each operator. Columns: operator, slope with its 95% interval slope_lo, slope_hi, exact (of the
 * exact biases), from, to (the range of m used), left_out (biases that are noise), sign (1, -1, or
 * 0 where it changes), why (there is no slope). */
DEBIAS_API debias_table *debias_slopes(const debias_table *lab, double from, double to,
                                       debias_error *error);

/* How a fixed sample is corrected; zero means the default. */
typedef struct debias_correction {
    const debias_operator *const *ops; /* operators, at most 32; orders 1 to 4, as far as rows go */
    size_t n_ops;
    size_t splits; /* random splits where not all are averaged; 100, of each of many groups fewer */
    uint64_t seed; /* names the splits; 0 */
    int log;       /* data are log weights: q gets the log of a block's mean weight */
    const double *by;            /* an id for each row: rows of one id are a group, or */
    const char *const *by_names; /* texts as ids */
    size_t threads;              /* one per processor; changes no result */
    const volatile sig_atomic_t *interrupt;
    const debias_watch *watch;
} debias_correction;

/* The bias of q of the mean of `rows` rows of `cols` numbers (row by row, finite), taken off by
 * each operator, and whether that pays; with ids, the mean over groups of what is corrected within
 * each. A row for each operator. Columns: operator, blocks, value (q corrected; value_1, .. where q
 * has several), removed (plug-in minus value), se, all_se (the root of the sum of their squares),
 * saved (bias^2 taken off), added (variance that it costs), uncertainty (half-width of the 95%
 * interval of saved - added), verdict ("helps", "hurts", "no difference"; none: cannot tell) and
 * why; with groups kept (groups of too few rows, which keep their plug-in). Facts: plugin,
 * plugin_var, tail, splits, all_splits (1: all are averaged) or groups and random (groups with
 * random splits), stop. *groups (may be NULL) <- a table of its own: of each group, in the order of
 * ids, id, n, plugin, and removed by each operator (removed_1, ..; q of one output), NULL without
 * ids. */
DEBIAS_API debias_table *debias_correct(const debias_function *q, const double *data, size_t rows,
                                        size_t cols, const debias_correction *settings,
                                        debias_table **groups, debias_error *error);

/* Problems, min over x of F(x) = E f_xi(E g_eta(x; xi)) + l2/2 |x|^2, by name:
 * "invariant_logistic" {"n", "d", "noise_var", "l2", ..}, .. */
typedef struct debias_problem debias_problem;
DEBIAS_API debias_problem *debias_problem_new(const char *name, const debias_option *options,
                                              debias_error *error);
DEBIAS_API void debias_problem_free(debias_problem *p);

/* A problem of the caller's own. Callbacks get `rows` outer samples or draws at once: row i of each
 * array belongs to the i-th of them, and arrays are row by row. The numbers of an inner draw eta
 * are `normals` standard normal ones, then `uniforms` in (0, 1), or one draw of `law`. The same
 * draws are made as for problem.new{..} of the prompt, unless its functions run as plain Lua and
 * inner draws take uniforms alone. */
typedef struct debias_own {
    size_t dim;         /* length of x, at most 1e7; 0: no x, a nested expectation (x is NULL) */
    size_t p;           /* length of g, 1 to 8192 */
    size_t n;           /* outer samples xi: the rows of `data`; 0: `outer` makes them */
    size_t cols;        /* numbers of xi; 0 with n > 0: xi is the number of the sample, 0 to n-1;
                         * this and the four numbers below at most 1e7 each */
    const double *data; /* n x cols, which are copied */
    size_t normals, uniforms;
    const debias_dist *law;               /* must outlive the problem; NULL */
    size_t outer_normals, outer_uniforms; /* numbers that `outer` gets */
    double l2;                            /* penalty factor, >= 0 */
    const double *x0;                     /* where runs start; zeros */
    int parallel;                         /* callbacks may run on several threads */
    void *context;
    /* xi, rows x cols <- outer samples made from numbers, rows x (normals, uniforms). */
    int (*outer)(void *context, size_t rows, const double *numbers, double *xi);
    /* y, rows x p <- g(x; xi, eta). x: rows x dim; xi: rows x cols; eta: rows x its length. */
    int (*g)(void *context, size_t rows, const double *x, const double *xi, const double *eta,
             double *y);
    /* value, rows <- f_xi(y). y: rows x p. */
    int (*f)(void *context, size_t rows, const double *y, const double *xi, double *value);
    /* Optional; central differences otherwise. J, rows x p x dim <- the Jacobian of g; gradient,
     * rows x p <- that of f. */
    int (*g_jacobian)(void *context, size_t rows, const double *x, const double *xi,
                      const double *eta, double *J);
    int (*f_gradient)(void *context, size_t rows, const double *y, const double *xi,
                      double *gradient);
    /* Optional, with n > 0: F is exact then. y, rows x p <- E g(x; xi); J, rows x p x dim <- its
     * Jacobian (optional). */
    int (*g_mean)(void *context, size_t rows, const double *x, const double *xi, double *y);
    int (*g_mean_jacobian)(void *context, size_t rows, const double *x, const double *xi,
                           double *J);
} debias_own;
DEBIAS_API debias_problem *debias_problem_own(const debias_own *own, debias_error *error);

/* The length of x; x <- where runs start. */
DEBIAS_API size_t debias_problem_dim(const debias_problem *p);
DEBIAS_API void debias_problem_start(const debias_problem *p, double *x);

/* *value <- F(x), gradient <- that of F at x (dim numbers, may be NULL); x and *value <- the
 * minimizer and least value. All exact: 0, or negative where they are not known. */
DEBIAS_API int debias_problem_objective(const debias_problem *p, const double *x, double *value,
                                        double *gradient, debias_error *error);
DEBIAS_API int debias_problem_minimizer(const debias_problem *p, double *x, double *value,
                                        debias_error *error);

/* The caller's functions in place of options of a run, as functions among the options of run{..} at
 * the prompt. Each may be NULL. They are called in the order of steps t = 1, 2, .. and of
 * replicates 0, 1, .., and the run then has one thread. A step size or batch of no use ends the run
 * before its step, with what it has; at the first step it is an error. */
typedef struct debias_hooks {
    void *context;
    /* *size <- the step size, finite and >= 0; in place of "step". */
    int (*step)(void *context, uint64_t t, double *size);
    /* *m <- the inner batch, 1 to 1e9; in place of "m". */
    int (*m)(void *context, uint64_t t, size_t *m);
    /* next, dim numbers <- the point after a step from x in the direction v; in place of "step",
     * "update" and "prox". */
    int (*update)(void *context, size_t replicate, uint64_t t, const double *x, const double *v,
                  double *next);
    /* value, n_metrics numbers <- columns of the caller's, by metric_names, of the point that is
     * reported after step t; no column of a run has such a name. */
    int (*metrics)(void *context, size_t replicate, uint64_t t, const double *x, double *value);
    size_t n_metrics;
    const char *const *metric_names;
} debias_hooks;

/* The settings of a run; zero, as after = {0}, means the default. Each but op, interrupt
 * and hooks may as well be given by its name among the options. */
typedef struct debias_settings {
    uint64_t samples; /* budget of one replicate in evaluations of g and its Jacobian, or */
    uint64_t steps;   /* its budget in steps; one of the two */
    double step;      /* step size, > 0; must be given, here or as an option */
    double clip;      /* the most that the norm of a step's direction may be; any */
    size_t reps;      /* independent runs on the same data; 10 */
    uint64_t seed;    /* names the streams of draws; 0 */
    size_t record;    /* records besides the start; 200 */
    size_t threads;   /* one per processor; changes no result */
    const double *x0; /* dim numbers; the problem's start */
    const debias_operator *op;              /* instead of an option "order" */
    const volatile sig_atomic_t *interrupt; /* the run ends once it is not zero; NULL */
    const debias_hooks *hooks;              /* NULL */
} debias_settings;

/* Runs the method ("bsgd", "e-bsgd", ..) to the end of its budget. Options are the method's ("m",
 * "order", ..) and those of run{..} at the prompt, with its names, ranges and defaults, and in its
 * words where they are wrong:
 * - the settings above, also "x0" with a row for each replicate; "seconds", a budget of wall time;
 *   "tol", ends the run at this part of the first gap; "output", the point that is reported:
 *   "last", "average", "random";
 * - "schedule", how the step size changes from "step": "constant", "inv_sqrt", "step" with
 *   "schedule.every" and "schedule.factor", "cosine" with "schedule.steps", "normalised";
 * - "update", what a step makes of its direction: "sgd", "momentum", "adagrad", "adam"; "prox",
 *   what is done to the point after it: "ball", "box", "l1"; their options stand beside them.
 * settings may be NULL. The problem and the operator given must outlive the run. */
typedef struct debias_run debias_run;
DEBIAS_API debias_run *debias_run_new(const debias_problem *p, const char *method,
                                      const debias_option *options, const debias_settings *settings,
                                      debias_error *error);
DEBIAS_API void debias_run_free(debias_run *r);

/* The same, watched (watch may be NULL). record: after each record, with the run so far, whose row
 * `row` is new: 0 goes on, > 0 ends the run with what it has, < 0 fails. */
typedef int debias_on_record(void *context, const debias_run *r, size_t row);
DEBIAS_API debias_run *debias_run_watched(const debias_problem *p, const char *method,
                                          const debias_option *options,
                                          const debias_settings *settings,
                                          const debias_watch *watch, debias_on_record *record,
                                          debias_error *error);

/* What it recorded: so many rows of so many columns; a column's name ("step", "samples", "gap", ..)
 * or NULL past the last; a mean over the replicates with the half-width of its 95% Student-t
 * interval (NAN for one replicate; may be NULL). What is not known is NAN. */
DEBIAS_API size_t debias_run_rows(const debias_run *r);
DEBIAS_API const char *debias_run_column(const debias_run *r, size_t column);
DEBIAS_API double debias_run_mean(const debias_run *r, size_t row, size_t column,
                                  double *half_width);

/* What one replicate, 0 .. reps-1, recorded. */
DEBIAS_API double debias_run_value(const debias_run *r, size_t replicate, size_t row,
                                   size_t column);

/* x <- the last point of replicate 0 .. reps-1 (dim numbers); why the run stopped ("budget",
 * "tol", "on_record", "schedule" where a step had no size or batch, "interrupted", "diverged"); how
 * many replicates met a number that is not finite. */
DEBIAS_API void debias_run_final(const debias_run *r, size_t replicate, double *x);
DEBIAS_API const char *debias_run_stop(const debias_run *r);
DEBIAS_API size_t debias_run_diverged(const debias_run *r);

/* Many independent estimates by the method's estimator (NULL: "bsgd"; options: the method's) of the
 * gradient of F at x, or of F(x): their moments. A row for each number of an estimate. Columns:
 * mean, se, var, sd, kurtosis, bias (by the exact gradient or value, where that is known), rounding
 * (how large a bias rounding alone may make). Facts: reps, samples (evaluations of g and its
 * Jacobian for one estimate), bias_norm, tail, not_finite, stop. settings may be NULL. */
DEBIAS_API debias_table *debias_moments(const debias_problem *p, const char *method,
                                        const debias_option *options,
                                        const debias_sampling *settings, debias_error *error);

/* How a value is computed by multilevel Monte Carlo; zero, as after = {0}, means the default. */
typedef struct debias_levels {
    double se;          /* > 0, in place of eps: until the standard error is at most this, whatever
                         * the bias */
    uint64_t samples;   /* the most evaluations of g; any number */
    size_t L;           /* it begins with levels 0 .. L, 1 to 20; 2. With se there are no others */
    size_t L_most;      /* the last level that may be added, L to 20; 20 */
    uint64_t n0;        /* terms of each level to begin with, 10 to 1e9; 1000 */
    double alpha, beta; /* > 0: means fall like 2^(-alpha l), variances like 2^(-beta l); as
                         * measured */
    uint64_t seed;      /* names the streams of draws; 0 */
    size_t threads;     /* one per processor; changes no result */
    const double *x;    /* where, dim numbers; the problem's start */
    const volatile sig_atomic_t *interrupt; /* ends it, with what it has, once it is not zero; NULL
                                             */
    const debias_watch *watch;              /* NULL */
} debias_levels;

/* The value F(x) by multilevel Monte Carlo (Giles, Acta Numerica 2015, section 3): levels 0, 1, ..,
 * level l with inner means of 2^l draws. It goes on until the root mean square error is eps > 0,
 * half of eps^2 for bias^2 and half for the variance, or to another end: settings->se, or, with
 * eps = 0, settings->samples. Or terms, in place of eps, se, L, L_most and n0: n_terms numbers, 1
 * to 21 of them, those of each level 0, 1, .. (1 to 1e12), else NULL and 0. The same draws and bits
 * as value{method="v-mlmc"} of the prompt. settings may be NULL. A row for each level. Columns:
 * level, n (terms, in whole sets of streams), mean, se, var, kurtosis, cost (evaluations of g of a
 * term), consistency (above 1: it does not add up with the level before; NAN for level 0), plain
 * and plain_var (of the estimate itself), not_finite. Facts: value (the sum of the means), se, bias
 * (how large it is, about, at most; NAN where one level alone, or what is not finite, says nothing
 * of it), bias_status ("measured", or "assumed" where the means show no rate), samples
 * (evaluations of g), alpha, beta (as measured; NAN where they are not seen), eps, stop (where the
 * end asked for was not reached: "samples", "levels" where no more may be added, "interrupted",
 * "not finite", or "too large" where a variance is beyond the largest number). */
DEBIAS_API debias_table *debias_value(const debias_problem *p, double eps, const uint64_t *terms,
                                      size_t n_terms, const debias_levels *settings,
                                      debias_error *error);

#ifdef __cplusplus
}
#endif
#endif
