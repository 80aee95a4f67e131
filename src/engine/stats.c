#include "stats.h"

#include <float.h>
#include <math.h>

#define NORMAL_95 1.959963984540054 /* P(|Z| <= this) = 0.95 */

/* The regularised incomplete beta function I_x(a, b) by its continued fraction (Lentz). */
static double beta_fraction(double a, double b, double x)
{
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / d;
    double h = d;
    for (int k = 1; k <= 300; k++) {
        double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
        double odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1));
        d = 1 / (1 + even * d);
        c = 1 + even / c;
        h *= d * c;
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        h *= d * c;
        if (fabs(d * c - 1) < 1e-16)
            break;
    }
    return h;
}

static double incomplete_beta(double a, double b, double x)
{
    double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

/* P(|T| > t) */
static double two_tails(double t, double df)
{
    return t == 0 ? 1 : incomplete_beta(df / 2, 0.5, df / (df + t * t));
}

double stats_t_quantile(double probability, double df)
{
    double low = 0, high = 1;
    while (two_tails(high, df) > 1 - probability)
        high *= 2;
    for (int i = 0; i < 200 && low < high; i++) {
        double middle = 0.5 * (low + high);
        if (middle == low || middle == high)
            break;
        *(two_tails(middle, df) > 1 - probability ? &low : &high) = middle;
    }
    return high;
}

double stats_mean(const double *x, size_t n, size_t stride, double *half_width)
{
    moments a = {0};
    for (size_t i = 0; i < n; i++)
        moments_add(&a, x[i * stride]);
    if (half_width)
        *half_width =
            n < 2 ? NAN : stats_t_quantile(0.95, (double)n - 1) * sqrt(moments_var(&a) / (double)n);
    return a.mean;
}

void moments_add(moments *a, double x)
{
    moments one = {1, x, 0, 0, 0};
    moments_merge(a, &one);
}

void moments_merge(moments *a, const moments *b)
{
    double na = a->n, nb = b->n, n = na + nb, d = b->mean - a->mean, r = d / n;
    if (nb == 0)
        return;
    a->m4 += b->m4 + d * r * r * r * na * nb * (na * na - na * nb + nb * nb) +
             6 * r * r * (na * na * b->m2 + nb * nb * a->m2) + 4 * r * (na * b->m3 - nb * a->m3);
    a->m3 += b->m3 + d * r * r * na * nb * (na - nb) + 3 * r * (na * b->m2 - nb * a->m2);
    a->m2 += b->m2 + d * r * na * nb;
    a->mean += r * nb;
    a->n = n;
}

double moments_var(const moments *a)
{
    return a->n < 2 ? NAN : a->m2 / (a->n - 1);
}

double moments_kurtosis(const moments *a)
{
    return a->m2 > 0 ? a->n * a->m4 / (a->m2 * a->m2) : NAN;
}

line_fit stats_fit_line(const double *x, const double *y, const double *se, size_t n)
{
    double weight = 0, mx = 0, my = 0, sxx = 0, sxy = 0;
    for (size_t i = 0; i < n; i++) {
        double w = 1 / (se[i] * se[i]);
        weight += w;
        mx += w * x[i];
        my += w * y[i];
    }
    mx /= weight;
    my /= weight;
    for (size_t i = 0; i < n; i++) {
        double w = 1 / (se[i] * se[i]);
        sxx += w * (x[i] - mx) * (x[i] - mx);
        sxy += w * (x[i] - mx) * (y[i] - my);
    }
    double slope = sxy / sxx, scatter = 0;
    for (size_t i = 0; i < n; i++) {
        double off = (y[i] - my - slope * (x[i] - mx)) / se[i];
        scatter += off * off;
    }
    double known = NORMAL_95 / sqrt(sxx), df = (double)n - 2;
    double seen = n > 2 ? stats_t_quantile(0.95, df) * sqrt(scatter / df / sxx) : 0;
    return (line_fit){slope, my - slope * mx, fmax(known, seen)};
}

static slope_fit refuse(size_t left_out, const char *why)
{
    return (slope_fit){NAN, NAN, NAN, NAN, NAN, NAN, left_out, why};
}

/* The unweighted slope of log |exact| on log m over the exact values that are not zero. */
static double exact_slope(const double *m, const double *exact, size_t n, double *work)
{
    double *x = work, *y = work + n, *one = work + 2 * n;
    size_t used = 0;
    for (size_t i = 0; exact && i < n; i++) {
        if (exact[i] == 0)
            continue;
        x[used] = log(m[i]);
        y[used] = log(fabs(exact[i]));
        one[used++] = 1;
    }
    return used < 2 ? NAN : stats_fit_line(x, y, one, used).slope;
}

slope_fit stats_bias_slope(const double *m, const double *bias, const double *se,
                           const double *exact, size_t n, double *work)
{
    double *x = work, *y = work + n, *error = work + 2 * n,
           of_exact = exact_slope(m, exact, n, work);
    size_t used = 0, first = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(fabs(bias[i]) >= 3 * se[i]) || bias[i] == 0)
            continue;
        first = used ? first : i;
        if (used && (bias[i] > 0) != (bias[first] > 0))
            return refuse(n - used, "the bias changes its sign");
        x[used] = log(m[i]);
        y[used] = log(fabs(bias[i]));
        error[used++] = fmax(se[i] / fabs(bias[i]), DBL_EPSILON);
    }
    if (used < 2)
        return refuse(n - used,
                      "fewer than two points stand out of the noise by 3 standard errors");
    line_fit fit = stats_fit_line(x, y, error, used);
    return (slope_fit){fit.slope,
                       fit.slope - fit.half_width,
                       fit.slope + fit.half_width,
                       of_exact,
                       exp(x[0]),
                       exp(x[used - 1]),
                       n - used,
                       NULL};
}
