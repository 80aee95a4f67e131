/* Expectations over the law of a block mean of several treatments X in R^d (instrumental.c), from
 * its characteristic function, which is known while its density is not.
 *
 *   N = X - S(Z) = e/2 + gamma, of which a mean over M draws is taken; s = sum_j w_j, c = E gamma/M
 *   V = w.N, a = w.S(Z) - Y, so that w.X - Y = V + a
 *   phi(t) = E exp(i t V) = exp(-t^2 s^2/(8 M)) prod_j (1 - i w_j c t)^-M
 *   E tanh(V + a)     = int_0^inf Im(phi(t) e^{ita}) / sinh(pi t/2) dt
 *   E log cosh(V + a) = int_0^inf (1 - Re(phi(t) e^{ita})) / (t sinh(pi t/2)) dt
 *   E N_j tanh(V + a): as tanh, with phi(t) (E gamma/(1 - i w_j c t) + i t s/(4 M)) for phi(t)
 *
 * The trapezoid rule with step h is exact but for exp(-2 u), u the distance from |V + a| to
 * 2 pi/h. */
#pragma once

#include "engine/cso/problem/rows.h"
#include "engine/number/num.h"
#include "engine/number/v8_function.h"

#include <stdatomic.h>

enum { TREATMENTS_MOST = 64, TREATMENT_ROWS = 512 /* rows whose a is at hand */ };

/* So many nodes at most: a w that needs more has no expectation here. At the last t 1/sinh(pi t/2)
 * is 4e-18. */
#define NODES_MOST 1e6
#define TREATMENT_LAST 26.0

typedef struct treatment_rows {
    size_t n, ld;
    const double *stage, *Y; /* n rows of ld; n numbers */
    const atomic_int *interrupt;
} treatment_rows;

typedef struct treatment_law {
    size_t d;
    const double *w; /* a row */
    double gamma_mean, M;
    bool shared;         /* gradients on the draws of X themselves, not on independent ones */
    double s, mean, var; /* of w; of V */
} treatment_law;

static inline treatment_law treatment_law_of(size_t d, const double *w, double gamma_mean, double M,
                                             bool shared)
{
    treatment_law k = {.d = d, .w = w, .gamma_mean = gamma_mean, .M = M, .shared = shared};
    double squares = 0;
    for (size_t j = 0; j < d; j++) {
        k.s += w[j];
        squares += w[j] * w[j];
    }
    k.mean = gamma_mean * k.s;
    k.var = (0.25 * k.s * k.s + gamma_mean * gamma_mean * squares) / M;
    return k;
}

/* |V| is no larger but for 1e-16: Bernstein's bounds for gamma. */
static inline double treatment_reach(const treatment_law *k)
{
    const double depth = 38;
    double sizes = 0;
    for (size_t j = 0; j < k->d; j++)
        sizes += fabs(k->w[j]);
    double noise = 4.5 * fabs(k->s) / sqrt(k->M);
    return noise + sizes * k->gamma_mean / k->M * (k->M + sqrt(2 * depth * k->M) + depth);
}

typedef struct complex_number {
    double re, im;
} complex_number;

static inline complex_number complex_product(complex_number a, complex_number b)
{
    return (complex_number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline complex_number treatment_phi(const treatment_law *k, double t)
{
    double size = -t * t * k->s * k->s / (8 * k->M), angle = 0;
    for (size_t j = 0; j < k->d; j += ROW) { /* beyond d, w is 0 */
        v8 x = v8_mul(v8_set1(k->gamma_mean / k->M * t), v8_load(k->w + j));
        size -= 0.5 * k->M * v8_sum(v8_log1p(v8_mul(x, x)));
        angle += k->M * v8_sum(v8_atan(x));
    }
    double r = num_exp(size);
    return (complex_number){r * v8_first(v8_cos(v8_set1(angle))),
                            r * v8_first(v8_sin(v8_set1(angle)))};
}

/* What phi(t) is multiplied with for E N_j tanh, or for E N_j E tanh. */
static inline complex_number treatment_factor(const treatment_law *k, size_t j, double t)
{
    if (!k->shared)
        return (complex_number){k->gamma_mean, 0};
    double x = k->gamma_mean / k->M * t * k->w[j], each = k->gamma_mean / (1 + x * x);
    return (complex_number){each, x * each + t * k->s / (4 * k->M)};
}

/* Sums over rows of cos(ta) and sin(ta), alone and times S(Z). */
typedef struct treatment_sums {
    double cos, sin, stage_cos[TREATMENTS_MOST], stage_sin[TREATMENTS_MOST];
} treatment_sums;

static inline void treatment_sum(const treatment_rows *rows, size_t first, size_t n,
                                 const double *a, double t, bool gradient, treatment_sums *out)
{
    v8 all_cos = v8_set1(0), all_sin = all_cos;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < n; i += ROW) {
        double c[ROW], s[ROW];
        u8 some = first_numbers(n - i);
        v8 angle = v8_mul(v8_set1(t), v8_load(a + i)), none = v8_set1(0);
        v8 cosine = v8_select(some, v8_cos(angle), none), sine = v8_sin(angle);
        all_cos = v8_add(all_cos, cosine);
        all_sin = v8_add(all_sin, sine);
        v8_store(c, cosine);
        v8_store(s, sine);
        for (size_t k = 0; gradient && k < at_most(n - i, ROW); k++) {
            const double *stage = rows->stage + (first + i + k) * rows->ld;
            rows_add(out->stage_cos, c[k], stage, rows->ld);
            rows_add(out->stage_sin, s[k], stage, rows->ld);
        }
    }
    out->cos = v8_sum(all_cos);
    out->sin = v8_sum(all_sin);
}

/* The part of the node t > 0 of rows whose sums are given: Im((phi factor) sum) for the slopes. */
static inline void treatment_node(const treatment_law *k, double t, double h, size_t n,
                                  const treatment_sums *sums, bool value, double *out)
{
    complex_number phi = treatment_phi(k, t);
    double weight = h / v8_first(v8_sinh(v8_set1(1.57079632679489661923 * t)));
    if (value) {
        out[0] += weight / t * ((double)n - (phi.re * sums->cos - phi.im * sums->sin));
        return;
    }
    for (size_t j = 0; j < k->d; j++) {
        complex_number own = complex_product(phi, treatment_factor(k, j, t));
        out[j] += weight * (phi.re * sums->stage_sin[j] + phi.im * sums->stage_cos[j] +
                            own.re * sums->sin + own.im * sums->cos);
    }
}

/* The part of the node 0, which has half a weight: h/pi times what t = 0 leaves of the slopes. */
static inline void treatment_first(const treatment_law *k, const treatment_rows *rows, size_t i,
                                   double a, double h, bool value, double *out)
{
    double weight = h * 0.31830988618379067154, away = k->mean + a;
    if (value) {
        out[0] += 0.5 * weight * (k->var + away * away);
        return;
    }
    for (size_t j = 0; j < k->d; j++) {
        double c = k->gamma_mean * k->gamma_mean * k->w[j], together = (0.25 * k->s + c) / k->M;
        out[j] += weight * ((rows->stage[i * rows->ld + j] + k->gamma_mean) * away +
                            (k->shared ? together : 0));
    }
}

static inline double treatment_misfit(const treatment_law *k, const treatment_rows *rows, size_t i)
{
    return rows_dot(rows->stage + i * rows->ld, k->w, rows->ld) - rows->Y[i];
}

static inline double treatment_step(const treatment_law *k, const treatment_rows *rows)
{
    double reach = 0;
    for (size_t i = 0; i < rows->n; i++)
        reach = fmax(reach, fabs(treatment_misfit(k, rows, i)));
    return 6.28318530717958647693 / (reach + treatment_reach(k) + 20);
}

/* out, d numbers or the one value, += the sums over rows first .. first + n - 1, by all nodes. */
static inline void treatment_block(const treatment_law *k, const treatment_rows *rows, size_t first,
                                   size_t n, double h, bool value, double *out)
{
    double a[TREATMENT_ROWS] = {0};
    treatment_sums sums;
    for (size_t i = 0; i < n; i++) {
        a[i] = treatment_misfit(k, rows, first + i);
        treatment_first(k, rows, first + i, a[i], h, value, out);
    }
    for (double node = 1; node * h < TREATMENT_LAST; node++) {
        treatment_sum(rows, first, n, a, node * h, !value, &sums);
        treatment_node(k, node * h, h, n, &sums, value, out);
    }
}

/* out, a row <- the mean over all rows of E X tanh(V + a), or out[0] of E log cosh(V + a). NANs
 * where the nodes are too many; of no use once interrupted. */
static inline void treatment_expectation(const treatment_law *k, const treatment_rows *rows,
                                         bool value, double *out)
{
    size_t numbers = value ? 1 : k->d;
    double h = treatment_step(k, rows);
    bool known = TREATMENT_LAST / h < NODES_MOST;
    memset(out, 0, rows->ld * sizeof *out);
    for (size_t i = 0; i < rows->n && known && !(rows->interrupt && *rows->interrupt);
         i += TREATMENT_ROWS)
        treatment_block(k, rows, i, at_most(rows->n - i, TREATMENT_ROWS), h, value, out);
    for (size_t j = 0; j < numbers; j++)
        out[j] = known ? out[j] / (double)rows->n : NAN;
}
