/* Let c = s + mean, N = n m the draws in a window of n blocks and x = 1/N. The mean of N draws has
 * the cumulants kappa_r x^(r-1), so for q a polynomial or exp
 *
 *     E q(window) - q(c) = e_1 x + e_2 x^2 + ..,   bias = sum_i e_i S_i / m^i,
 *
 * with the operator's exact sums S_i = sum_j w_j / n_j^i: what the operator cancels drops out.
 *
 * Polynomial, a_k = q^(k)(c)/k!: e_i = sum_k a_k B(k, k - i), B the partial Bell polynomials of
 * (0, kappa_2, kappa_3, ..); the sum is finite.
 * exp: e_i / exp(c) = the coefficients of exp(sum_{r>=1} kappa_{r+1} x^r / (r+1)!). Where that
 * series is too short (small m), the operator's sum is formed from the generating function itself,
 * E exp(window - c) = exp(N log_mgf(1/N)): of the two, the one with the smaller error. */
#include "expect_part.h"

#include "engine/number/moment.h"
#include "engine/number/rounding.h"

#include <assert.h>
#include <float.h>
#include <math.h>

enum { MOST = DIST_MOMENTS };
static_assert((int)MOST <= (int)EXTRAP_POWERS, "a polynomial needs S_1 .. S_(degree - 1)");

/* a[k] = q^(k)(c)/k!, k = 0..degree: repeated division by (s - c) */
static void taylor(const func *q, double c, long double *a)
{
    for (size_t k = 0; k <= q->degree; k++)
        a[k] = q->coefficient[k];
    for (size_t k = 0; k < q->degree; k++)
        for (size_t i = q->degree; i-- > k;)
            a[i] += c * a[i + 1];
}

/* kappa[2..k]; false when one is unknown */
static bool cumulants(const dist *d, size_t k, long double *kappa)
{
    for (size_t r = 2; r <= k; r++) {
        kappa[r] = dist_cumulant(d, (int)r);
        if (isnan(kappa[r]))
            return false;
    }
    return true;
}

static status expect_poly(const expect_case *e, expectation *out)
{
    long double a[MOST + 1], kappa[MOST + 1], bell[MOST + 1][MOST + 1] = {{0}};
    size_t degree = e->q->degree;
    while (degree > 0 && e->q->coefficient[degree] == 0)
        degree--;
    if (degree > MOST)
        return expect_refuse(out, "polynomials are known up to degree 24");
    if (!cumulants(e->d, degree, kappa))
        return expect_refuse(out, "the moments of the distribution are not known up to the degree "
                                  "of the polynomial");
    func trimmed = func_poly(e->q->coefficient, degree);
    taylor(&trimmed, e->center, a);
    moment_bell(degree, kappa, MOST + 1, &bell[0][0]);
    long double bias = 0, size = 0;
    for (size_t i = 1; i < degree; i++) {
        long double sum = 0;
        for (size_t k = i + 1; k <= degree && k <= 2 * i; k++)
            sum += a[k] * bell[k][k - i];
        long double term = sum * e->op->power_sum[i] / moment_power(e->m, (int)i);
        bias += term;
        size += fabsl(term);
    }
    out->bias = (double)bias;
    out->size = (double)size;
    out->error = (double)(size * DBL_EPSILON);
    return STATUS_OK;
}

static long double exact_weight(const extrap_term *t)
{
    return (long double)t->exact.num / t->exact.den;
}

/* sum_j |w_j| / (n_j m)^i: the most the i-th power can contribute */
static long double power_size(const expect_case *e, int i)
{
    long double sum = 0;
    for (size_t j = 0; j < e->op->terms; j++)
        sum += fabsl(exact_weight(&e->op->term[j])) /
               moment_power(e->op->term[j].size * (long double)e->m, i);
    return sum;
}

/* The bias over exp(c) from the power series, with a bound on what rounding and the terms left out
 * can do; *error = INFINITY where the series is of no use. */
static long double exp_series(const expect_case *e, long double *error)
{
    long double kappa[MOST + 1], l[MOST], c[MOST] = {1}, factorial = 1, sum = 0, size = 0;
    *error = INFINITY;
    if (!cumulants(e->d, MOST, kappa))
        return 0;
    for (int r = 1; r < MOST; r++) {
        factorial *= r + 1;
        l[r] = kappa[r + 1] / factorial;
    }
    for (int i = 1; i < MOST; i++) {
        for (int r = 1; r <= i; r++)
            c[i] += r * l[r] * c[i - r] / i;
        long double term = c[i] * e->op->power_sum[i] / moment_power(e->m, i);
        sum += term;
        size += fabsl(term);
    }
    long double last = fabsl(c[MOST - 1]) * power_size(e, MOST - 1);
    long double before = fabsl(c[MOST - 3]) * power_size(e, MOST - 3);
    if (last <= before / 4) /* they fall at least by half each */
        *error = size * DBL_EPSILON + 2 * last;
    return sum;
}

/* The bias over exp(c) from the generating function. Its cumulants cancel to the order of a
 * standard deviation. */
static long double exp_direct(const expect_case *e, long double *error)
{
    long double sum = 0, size = 0;
    for (size_t j = 0; j < e->op->terms; j++) {
        long double w = exact_weight(&e->op->term[j]), draws = e->op->term[j].size * e->m;
        long double value = expm1l(draws * e->d->type->log_mgf(e->d, 1 / draws));
        sum += w * value;
        size += fabsl(w) * (fabsl(value) + (1 + fabsl(value)) * sqrtl(e->d->var[0]));
    }
    *error = 4 * size * LDBL_EPSILON;
    return sum;
}

static status expect_exp(const expect_case *e, expectation *out)
{
    long double direct_error, series_error;
    if (!e->d->type->log_mgf)
        return expect_refuse(out,
                             "the moment generating function of the distribution is not known");
    if (isinf((double)e->d->type->log_mgf(e->d, 1 / (e->op->term[0].size * (long double)e->m))))
        return expect_refuse(out, "the expectation does not exist: exp grows as fast as the "
                                  "density of a block mean falls");
    long double direct = exp_direct(e, &direct_error), series = exp_series(e, &series_error);
    bool use_series = series_error < direct_error;
    long double scale = expl(e->center);
    out->bias = (double)(scale * (use_series ? series : direct));
    out->error = (double)(scale * (use_series ? series_error : direct_error));
    out->size = fabs(out->bias);
    return STATUS_OK;
}

static status expect_any(const expect_case *e, expectation *out)
{
    if (e->q->kind == FUNC_POLY)
        return expect_poly(e, out);
    if (e->q->kind == FUNC_EXP)
        return expect_exp(e, out);
    if (e->d->type->normal)
        return expect_normal(e, out);
    if (e->d->type->atoms)
        return expect_atoms(e, out);
    if (e->d->type->whole)
        return expect_counts(e, out);
    return expect_density(e, out);
}

/* Fills out, whatever its error. */
static status expect_all(const extrap *op, const func *q, const dist *d, double m, double s,
                         expectation *out)
{
    *out = (expectation){NAN, NAN, INFINITY, 0, 0, NULL};
    if (d->dim != 1 || q->in != 1 || q->out != 1)
        return expect_refuse(out, "exact values are known for functions of one number only");
    if (!d->mean)
        return expect_refuse(out, dist_orders(d) > 1 ? "the mean of the distribution is not known"
                                                     : "the distribution has no mean");
    if (dist_is_beyond(d))
        return expect_refuse(out,
                             "the variance of the distribution is beyond the range of numbers");
    double off = 0;
    d = dist_of_draws(d, &m);
    expect_case e = {op, q, d, m, s, s + d->mean[0], NAN};
    status outcome = line_values(q, 1, &e.center, &e.at_center, &off);
    if (outcome < 0)
        return outcome;
    if (!isfinite(e.at_center))
        return expect_refuse(out, isinf(off) ? "q overflows at s + mean"
                                             : "q is not finite at s + mean");
    outcome = expect_any(&e, out);
    out->error += op->amplification * off;
    out->value = e.at_center + out->bias;
    out->size += op->amplification * fabs(e.at_center);
    if (q->kind != FUNC_POLY && q->kind != FUNC_EXP)
        out->rounding = fmax(rounding_floor(out->size, 1), DBL_MIN);
    if (outcome == STATUS_OK && !isfinite(out->value))
        return expect_refuse(out, "the expectation overflows");
    return outcome;
}

static const double tolerance = 1e-10; /* relative */

/* Whether x, a sum of terms whose sizes sum to `size`, is known well enough. What the rounding of
 * the terms hides is 0. */
static bool is_known(double *x, double error, double size)
{
    if (error <= tolerance * fabs(*x))
        return true;
    bool none = fabs(*x) + error <= rounding_floor(size, 1);
    *x = none ? 0 : *x;
    return none;
}

status expect_operator(const extrap *op, const func *q, const dist *d, double m, double s,
                       expectation *out)
{
    status outcome = expect_all(op, q, d, m, s, out);
    if (outcome == STATUS_OK && !is_known(&out->bias, out->error, out->size))
        return expect_refuse(out, "rounding and quadrature errors exceed 1e-10 of the bias");
    return outcome;
}

status expect_mean(const extrap *op, const func *q, const dist *d, double m, double s,
                   expectation *out)
{
    status outcome = expect_all(op, q, d, m, s, out);
    if (outcome == STATUS_OK && !is_known(&out->value, out->error, out->size))
        return expect_refuse(out, "rounding and quadrature errors exceed 1e-10 of the value");
    return outcome;
}
