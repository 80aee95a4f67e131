/* Moments and cumulants of a law on the line, in extended precision so that what is rounded to
 * double is rounded once. */
#pragma once

#include <stdatomic.h>
#include <stddef.h>

/* x^k, k >= 0; the binomial coefficient (n over k), n <= 60. */
long double moment_power(long double x, int k);
long double moment_binomial(int n, int k);

/* The mean of n values with probs (NULL = equal), value i at values[i*stride]; of no use once
 * *interrupt is set (NULL: never). */
long double moment_mean(size_t n, const double *values, size_t stride, const double *probs,
                        const atomic_int *interrupt);

/* central[k] = E (value - mean)^k for k = 0..most of n values with probs (NULL = equal); of fewer
 * values once *interrupt is set (NULL: never). */
void moment_of_atoms(size_t n, const double *values, const double *probs, long double mean,
                     int most, const atomic_int *interrupt, long double *central);

/* log E exp(t (value - mean)) of n values with probs (NULL = equal). */
long double moment_log_mgf(size_t n, const double *values, const double *probs, long double mean,
                           long double t);

/* Cumulants kappa[0..k] (kappa[0] = kappa[1] = 0) from central moments mu[0..k]. */
void moment_cumulants(int k, const long double *mu, long double *kappa);

/* Central moments mu[0..k] from cumulants kappa[2..k]. */
void moment_of_cumulants(int k, const long double *kappa, long double *mu);

/* log Gamma(a) - ((a - 1/2) log a - a + log(2 pi)/2), a > 0 */
long double moment_stirling(long double a);

/* log(x/y) - (x - y)/y for x, y > 0, to full precision near x = y, too. */
long double moment_ratio_rest(long double x, long double y);

/* log(1 + x) - x for x > -1 and exp(x) - 1 - x, to full precision near 0, too. */
long double moment_log_rest(long double x);
long double moment_exp_rest(long double x);

/* The partial Bell polynomials B(k, b), b, k <= most, of (0, kappa_2, kappa_3, ..) to bell[k*row +
 * b], row > most, which is zero before: E (mean of N draws - mean)^k = sum_b B(k, b) / N^(k-b). */
void moment_bell(size_t most, const long double *kappa, size_t row, long double *bell);
