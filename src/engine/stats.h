/* Statistics of results: means with intervals, moments, slope fits. */
#ifndef DEBIAS_STATS_H
#define DEBIAS_STATS_H

#include <stddef.h>

/* The t with P(|T| <= t) = probability for Student's law with df > 0 degrees of freedom. */
double stats_t_quantile(double probability, double df);

/* The mean of n values, `stride` apart; *half_width, unless NULL, gets that of its 95% Student-t
 * interval, NAN for n = 1. */
double stats_mean(const double *x, size_t n, size_t stride, double *half_width);

/* The same for a given quantile t: many means of as many values. */
double stats_mean_t(const double *x, size_t n, size_t stride, double t, double *half_width);

/* Running central moments (Pebay, 2008); zero-initialised = no values. m2, m3, m4 are sums of
 * powers. */
typedef struct moments {
    double n, mean, m2, m3, m4;
} moments;

void moments_add(moments *a, double x);
void moments_merge(moments *a, const moments *b);
double moments_var(const moments *a); /* unbiased; NAN for n < 2 */
double
moments_kurtosis(const moments *a); /* m4 / m2^2 scaled to 3 for a normal law; NAN without spread */

/* A weighted straight-line fit y = intercept + slope x. */
typedef struct line_fit {
    double slope, intercept;
    double half_width; /* of the slope's 95% interval: from the given standard errors, or from the
                        * scatter about the line (Student's t) where that is wider */
} line_fit;

/* n >= 2 points with standard errors se > 0 of y. */
line_fit stats_fit_line(const double *x, const double *y, const double *se, size_t n);

/* The slope of log |bias| on log m. Points with |bias| < 3 se are left out; a change of sign among
 * the others refuses the fit. exact may be NULL. */
typedef struct slope_fit {
    double slope, low, high; /* fitted on the sampled values, NAN when refused */
    double exact;            /* unweighted, of all the exact values; NAN when unknown */
    double from, to;         /* range of m used */
    size_t left_out;
    const char *why; /* why there is no slope, or NULL */
} slope_fit;

/* work: 3 n doubles. */
slope_fit stats_bias_slope(const double *m, const double *bias, const double *se,
                           const double *exact, size_t n, double *work);

#endif
