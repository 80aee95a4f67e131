/* Statistics of results: means with intervals, moments, slope fits. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The t with P(|T| <= t) = probability for Student's law with df > 0 degrees of freedom. */
double stats_t_quantile(double probability, double df);

/* The mean of n values, `stride` apart; *half_width, unless NULL, gets that of its 95% Student-t
 * interval, NAN for n = 1. */
double stats_mean(const double *x, size_t n, size_t stride, double *half_width);

/* The same for a given quantile t: many means of as many values. */
double stats_mean_t(const double *x, size_t n, size_t stride, double t, double *half_width);

/* Running central moments (Pebay, 2008); zero-initialised = no values. m2, m3, m4 are sums of
 * powers of the deviations times `scale`: a power of two, 1 for values of usual size, 0 before
 * there is one other than 0. That rounds nothing: the moments of 2^k x are those of x times powers
 * of 2.
 */
typedef struct moments {
    double n, mean, scale, m2, m3, m4;
} moments;

void moments_add(moments *a, double x);
void moments_merge(moments *a, const moments *b);

/* NAN for n < 2. The unbiased variance, which may leave double's range where the values do not;
 * that of the values times a power of two, at most a->scale; the standard deviation; that of the
 * mean. */
double moments_var(const moments *a);
double moments_var_in(const moments *a, double scale);
double moments_sd(const moments *a);
double moments_se(const moments *a);

/* m4 / m2^2 scaled to 3 for a normal law; NAN without spread. */
double moments_kurtosis(const moments *a);

/* A weighted straight-line fit y = intercept + slope x. */
typedef struct line_fit {
    double slope, intercept;
    double half_width; /* of the slope's 95% interval: from the given standard errors, or from the
                        * scatter about the line (Student's t) where that is wider */
} line_fit;

/* n >= 2 points with standard errors se > 0 of y. */
line_fit stats_fit_line(const double *x, const double *y, const double *se, size_t n);
