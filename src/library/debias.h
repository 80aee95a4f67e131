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
 * - Objects are the caller's: each is given back to its .._free, which takes NULL, too. An object
 *   serves one thread at a time; arrays and texts that a call takes are read during it only.
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

/* Why a call failed: one line, lower case, without a full stop. */
typedef struct debias_error {
    char text[256];
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
 * caller's own, called on the thread that asks. */
typedef struct debias_function {
    int kind;
    double (*call)(double s, void *context);
    void *context;
    const double *coefficients;
    size_t n;
} debias_function;
DEBIAS_API debias_function debias_polynomial(const double *coefficients, size_t n);
DEBIAS_API debias_function debias_exponential(void);
DEBIAS_API debias_function debias_call(double (*call)(double s, void *context), void *context);

/* *bias <- the exact E op - q(s + mean) for blocks of m draws of d (length 1). 0, or negative where
 * none is known. */
DEBIAS_API int debias_bias(const debias_operator *op, const debias_function *q,
                           const debias_dist *d, double m, double s, double *bias,
                           debias_error *error);

/* The mean of independent estimates of q(s + E delta), its standard error, the standard deviation
 * of one, and the mean minus q(s + E delta) (NAN where the law's mean is not known). Where some are
 * not finite, the mean is what their sum is (an infinity, or NAN), and se and sd are NAN; so are
 * they where all are equal, which says nothing of how they scatter. */
typedef struct debias_estimates {
    double mean, se, sd, bias;
} debias_estimates;

/* The same sampled: reps >= 2 estimates from blocks of m >= 1 draws of d (length 1). 0 or negative.
 */
DEBIAS_API int debias_estimate(const debias_operator *op, const debias_function *q,
                               const debias_dist *d, size_t m, double s, uint64_t reps,
                               uint64_t seed, debias_estimates *out, debias_error *error);

/* Problems, min over x of F(x) = E f_xi(E g_eta(x; xi)) + l2/2 |x|^2, by name:
 * "invariant_logistic" {"n", "d", "noise_var", "l2", ..}, .. */
typedef struct debias_problem debias_problem;
DEBIAS_API debias_problem *debias_problem_new(const char *name, const debias_option *options,
                                              debias_error *error);
DEBIAS_API void debias_problem_free(debias_problem *p);

/* The length of x; x <- where runs start. */
DEBIAS_API size_t debias_problem_dim(const debias_problem *p);
DEBIAS_API void debias_problem_start(const debias_problem *p, double *x);

/* *value <- F(x), gradient <- that of F at x (dim numbers, may be NULL); x and *value <- the
 * minimizer and least value. All exact: 0, or negative where they are not known. */
DEBIAS_API int debias_problem_objective(const debias_problem *p, const double *x, double *value,
                                        double *gradient, debias_error *error);
DEBIAS_API int debias_problem_minimizer(const debias_problem *p, double *x, double *value,
                                        debias_error *error);

/* The settings of a run besides its method's options; zero, as after = {0}, means the default. */
typedef struct debias_settings {
    uint64_t samples; /* budget of one replicate in evaluations of g and its Jacobian, or */
    uint64_t steps;   /* its budget in steps; one of the two */
    double step;      /* step size, > 0; must be given */
    double clip;      /* the most that the norm of a step's direction may be; any */
    size_t reps;      /* independent runs on the same data; 10 */
    uint64_t seed;    /* names the streams of draws; 0 */
    size_t record;    /* records besides the start; 200 */
    size_t threads;   /* one per processor; changes no result */
    const double *x0; /* dim numbers; the problem's start */
    const debias_operator *op;              /* instead of an option "order" */
    const volatile sig_atomic_t *interrupt; /* the run ends once it is not zero; NULL */
} debias_settings;

/* Runs the method ("bsgd", "e-bsgd", ..; options {"m", "order", ..}) to the end of its budget. The
 * problem and the operator given must outlive the run. */
typedef struct debias_run debias_run;
DEBIAS_API debias_run *debias_run_new(const debias_problem *p, const char *method,
                                      const debias_option *options, const debias_settings *settings,
                                      debias_error *error);
DEBIAS_API void debias_run_free(debias_run *r);

/* What it recorded: so many rows of so many columns; a column's name ("step", "samples", "gap", ..)
 * or NULL past the last; a mean over the replicates with the half-width of its 95% Student-t
 * interval (NAN for one replicate; may be NULL). What is not known is NAN. */
DEBIAS_API size_t debias_run_rows(const debias_run *r);
DEBIAS_API const char *debias_run_column(const debias_run *r, size_t column);
DEBIAS_API double debias_run_mean(const debias_run *r, size_t row, size_t column,
                                  double *half_width);

/* x <- the last point of replicate 0 .. reps-1 (dim numbers); why the run stopped ("budget",
 * "interrupted", "diverged"); how many replicates met a number that is not finite. */
DEBIAS_API void debias_run_final(const debias_run *r, size_t replicate, double *x);
DEBIAS_API const char *debias_run_stop(const debias_run *r);
DEBIAS_API size_t debias_run_diverged(const debias_run *r);

#ifdef __cplusplus
}
#endif
#endif
