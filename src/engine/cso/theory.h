/* What the convergence theorems prescribe and promise (paper, sections 3 and 4 and the appendices
 * with the proofs): sizes for a target accuracy, bounds, and the exponents of the costs.
 *
 * Where the paper prints constants they are the proofs'; where it prints O(.) the constant is 1. */
#pragma once

#include "engine/text/param.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct problem problem;
typedef struct theory_constants theory_constants;

/* X(name, kind, flags, what it is derived from or NULL, meaning) */
#define THEORY_CONSTANTS(X)                                                                        \
    X(D, PARAM_NUMBER, PARAM_OPEN_LOW, NULL, "F(x0) - F*")                                         \
    X(C_f, PARAM_NUMBER, PARAM_OPEN_LOW, NULL, "f is C_f-Lipschitz")                               \
    X(L_f, PARAM_NUMBER, 0, NULL, "grad f is L_f-Lipschitz")                                       \
    X(C_g, PARAM_NUMBER, PARAM_OPEN_LOW, NULL, "g is C_g-Lipschitz")                               \
    X(L_g, PARAM_NUMBER, 0, NULL, "the Jacobian of g is L_g-Lipschitz")                            \
    X(sigma_g, PARAM_NUMBER, 0, NULL, "standard deviation of g (norm), given xi")                  \
    X(zeta_g, PARAM_NUMBER, 0, NULL, "standard deviation of the Jacobian of g (norm), given xi")   \
    X(C_e, PARAM_NUMBER, 0, NULL, "bias of L2: |E L2 grad f - grad f(E g)| <= C_e/m^2")            \
    X(l2, PARAM_NUMBER, 0, NULL, "penalty factor; default 0")                                      \
    X(n, PARAM_INTEGER, 0, NULL, "outer samples of a finite sum; left out: endless")               \
    X(L_F, PARAM_NUMBER, PARAM_OPEN_LOW, "L_g, C_f, C_g, L_f",                                     \
      "smoothness of F; default L_g C_f + C_g^2 L_f + l2")                                         \
    X(C_F, PARAM_NUMBER, PARAM_OPEN_LOW, "C_f, C_g", "Lipschitz constant of F; default C_f C_g")   \
    X(Lt, PARAM_NUMBER, 0, "zeta_g, C_f, sigma_g, C_g, L_f",                                       \
      "L_F with tilde; default zeta_g C_f + sigma_g C_g L_f")                                      \
    X(si2, PARAM_NUMBER, 0, "zeta_g, C_f, sigma_g, C_g, L_f",                                      \
      "sigma_in^2; default zeta_g^2 C_f^2 + sigma_g^2 C_g^2 L_f^2")                                \
    X(sb2, PARAM_NUMBER, 0, "sigma_g, C_g, L_f", "sigma_bias^2; default sigma_g^2 C_g^2 L_f^2")    \
    X(c, PARAM_NUMBER, 0, "C_g, C_e", "sigma_bias with tilde; default C_g C_e")

/* Each a number >= 0, or NAN = not given. */
struct theory_constants {
#define THEORY_FIELD(name, kind, flags, from, meaning) double name;
    THEORY_CONSTANTS(THEORY_FIELD)
#undef THEORY_FIELD
};

enum {
#define THEORY_INDEX(name, kind, flags, from, meaning) THEORY_##name,
    THEORY_CONSTANTS(THEORY_INDEX)
#undef THEORY_INDEX
        THEORY_COUNT
};

/* The constants as options, in order of the struct; and constant i of k. */
extern const param theory_params[THEORY_COUNT];
double *theory_constant(theory_constants *k, size_t i);

/* What constant i is derived from, in words; NULL for an input. */
const char *theory_derived_from(size_t i);

/* Fills the derived constants that are NAN, where their inputs are there; l2 NAN counts as 0. */
void theory_derive(theory_constants *k);

/* What a problem has of them on the ball |x| <= *radius, with theory_derive still to do; a NAN
 * radius becomes the larger of |x0| and |x_opt|. C_g is the root mean square of |Jacobian| where
 * inner draws are unbounded. False when the problem's type states none: only D, n and l2 are set.
 */
bool theory_of_problem(const problem *p, double *radius, theory_constants *k);

/* Sizes for one accuracy. NAN: no option of this method. */
typedef struct theory_plan {
    const char *method;  /* to run: not the one asked for where a nested one is planned as_cso */
    const char *label;   /* the theorem, as labelled in the paper */
    const char *reading; /* where the paper leaves a choice or contradicts itself: what was taken */
    double eps;          /* the accuracy planned for: smaller than asked when strict */
    bool as_cso;         /* n > eps^-2: planned as if the outer samples had no end */
    double steps, step, m, B1, B2, p_out, S1, S2, p_in;
    double samples;  /* expected evaluations of g and its Jacobian, */
    double exponent; /* which grow as eps^-exponent where n grows as eps^-growth */
    /* The proof's bound of the mean of |grad F(x_t)|^2. Needs the part of it that is multiplied by
     * the mean of |E G|^2 to have a factor <= 1/2; else NAN. */
    double bound, factor;
} theory_plan;

typedef enum theory_form { THEORY_PROOFS, THEORY_STRICT, THEORY_AS_PRINTED } theory_form;

typedef enum theory_outcome {
    THEORY_OK,
    THEORY_NO_METHOD, /* no plan is known for this name */
    THEORY_NO_N,      /* the method needs a finite number of outer samples */
    THEORY_NO_STRICT, /* the theorem's constants are not all printed */
    THEORY_MISSING    /* *missing is the index of a constant that is not there, or L_F is 0 */
} theory_outcome;

/* The plan of a method for mean |grad F|^2 <= eps^2 (up to the multiple that bound shows; strict:
 * so small that bound <= eps^2), eps > 0; growth 0: n is fixed. k with theory_derive done. Sizes
 * are rounded up, inner, outer, then steps. */
theory_outcome theory_make_plan(const char *method, double eps, double growth, theory_form form,
                                const theory_constants *k, theory_plan *out, size_t *missing);

/* The i-th method that has a plan (each name once), NULL past the end. */
const char *theory_method_at(size_t i);

/* Costs eps^-exponent, n = eps^-growth. */
typedef struct theory_rate {
    const char *method, *setting, *cost, *label;
    double floor[2][2]; /* the exponent is the larger of a + b growth, growth at most `most` */
    double most;
    double roof[2]; /* .. and at most a + b growth; 0, 0 = no such limit */
} theory_rate;

const theory_rate *theory_rate_at(size_t i); /* NULL past the end */
double theory_exponent(const theory_rate *r, double growth);

/* Bounds of |bias| and of the variance of one estimate with inner batch m, order 1 (BSGD) or 2
 * (E-BSGD); NAN when a constant is not there. */
double theory_estimate_bias(const theory_constants *k, int order, double m);
double theory_estimate_variance(const theory_constants *k, int order, double m);

/* Bounds of the bias of L1 and L2 (section 2): a_l = sup |q^(l)|, sigma_l = |l-th central moment|
 * of one draw. */
double theory_first_order(double m, double a2, double sigma2);
double theory_lipschitz(double m, double L_q, double sigma2);
double theory_second_order(double m, double a3, double a4, double sigma2, double sigma3,
                           double sigma4);
double theory_C_e(double a3, double a4, double sigma2, double sigma3, double sigma4);

/* Variance of L2 q where that of q at a block mean is at most V2/m + C. */
double theory_variance(double m, double V2, double C);
