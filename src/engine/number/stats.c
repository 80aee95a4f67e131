/* Student's t without tables; slopes by weighted least squares, or the reason for none. */
#include "stats.h"

#include "norm.h"
#include "num.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define NORMAL_95 1.959963984540054 /* P(|Z| <= this) = 0.95 */
#define SQRT_PI 1.7724538509055160273

/* log(1 + u), u >= 0 */
static double log_1_plus(double u)
{
    double w = 1 + u;
    return isinf(w) ? w : num_log(w) - ((w - 1) - u) / w; /* what the rounding of w took off */
}

/* Gamma(a + 1/2) / Gamma(a): the recurrence, then the asymptotic series to 1e-15. */
static double half_step(double a)
{
    double product = 1, r;
    for (; a < 24; a++)
        product *= a / (a + 0.5);
    r = 1 / a;
    return product * sqrt(a) *
           num_exp(-r * (1.0 / 8 - r * r * (1.0 / 192 - r * r * (1.0 / 640 - r * r * 17 / 14336))));
}

/* 1 + sum_k prod_{i=1..k} (a + i - 1/2) / (i + 1/2) y: for t^2 <= df, where y <= 1/2. */
static double beta_series(double a, double y)
{
    double term = 1, sum = 1;
    for (int k = 1; term > 1e-17 * sum; k++)
        sum += term *= (a + k - 0.5) / (k + 0.5) * y;
    return sum;
}

/* The continued fraction of the incomplete beta function I_x(a, 1/2), x < 1/2 (Lentz). */
static double beta_fraction(double a, double x)
{
    double c = 1, d = 1 / (1 - (a + 0.5) * x / (a + 1)), h = d;
    for (int k = 1; k <= 300 && fabs(d * c - 1) >= 1e-16; k++) {
        double even = k * (0.5 - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
        double odd = -(a + k) * (a + k + 0.5) * x / ((a + 2 * k) * (a + 2 * k + 1));
        d = 1 / (1 + even * d);
        c = 1 + even / c;
        h *= d * c;
        d = 1 / (1 + odd * d);
        c = 1 + odd / c;
        h *= d * c;
    }
    return h;
}

/* P(|T| > t) = I_x(a, 1/2), a = df/2, x = df / (df + t^2) */
static double two_tails(double t, double df)
{
    double a = df / 2, y = t * t / (df + t * t);
    double front =
        half_step(a) * sqrt(y) * num_exp(-a * log_1_plus(t * t / df)) / SQRT_PI; /* / B(a, 1/2) */
    return t * t <= df ? 1 - 2 * front * beta_series(a, y)
                       : front * beta_fraction(a, df / (df + t * t)) / a;
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

/* The mean of numbers that are not all finite: inf, -inf or NAN. */
static double improper_mean(const double *x, size_t n, size_t stride)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i * stride] / (double)n;
    return sum;
}

double stats_mean_t(const double *x, size_t n, size_t stride, double t, double *half_width)
{
    moments a = {0};
    for (size_t i = 0; i < n; i++)
        moments_add(&a, x[i * stride]);
    if (half_width)
        *half_width = t * moments_se(&a);
    return isfinite(a.mean) ? a.mean : improper_mean(x, n, stride);
}

double stats_mean(const double *x, size_t n, size_t stride, double *half_width)
{
    double t = half_width && n > 1 ? stats_t_quantile(0.95, (double)n - 1) : NAN;
    return stats_mean_t(x, n, stride, t, half_width);
}

/* Brings the sums of powers to a scale, at most their own. */
static void moments_rescale(moments *a, double scale)
{
    double r = a->scale > 0 ? scale / a->scale : 1;
    if (r != 1) {
        a->m2 = a->m2 * r * r;
        a->m3 = a->m3 * r * r * r;
        a->m4 = a->m4 * r * r * r * r;
    }
    a->scale = scale;
}

/* moments_merge for values of one scale; tally/v8_tally.h does the same with single values. */
static void merge(moments *a, const moments *b)
{
    double scale = a->scale > 0 ? a->scale : 1, unit = 1 / scale; /* powers of 2: exact */
    double na = a->n, nb = b->n, n = na + nb, d = b->mean * scale - a->mean * scale, r = d / n;
    a->m4 += b->m4 + d * r * r * r * na * nb * (na * na - na * nb + nb * nb) +
             6 * r * r * (na * na * b->m2 + nb * nb * a->m2) + 4 * r * (na * b->m3 - nb * a->m3);
    a->m3 += b->m3 + d * r * r * na * nb * (na - nb) + 3 * r * (na * b->m2 - nb * a->m2);
    a->m2 += b->m2 + d * r * na * nb;
    a->mean = (a->mean * scale + r * nb) * unit;
    a->n = n;
}

void moments_add(moments *a, double x)
{
    moments one = {1, x, a->scale, 0, 0, 0};
    if (!scale_holds(a->scale, fabs(x))) {
        one.scale = scale_common(a->scale, scale_for(fabs(x)));
        moments_rescale(a, one.scale);
    }
    merge(a, &one);
}

void moments_merge(moments *a, const moments *b)
{
    moments other = *b;
    double scale = scale_common(a->scale, b->scale);
    if (b->n == 0)
        return;
    moments_rescale(a, scale);
    moments_rescale(&other, scale);
    merge(a, &other);
}

/* The sum of squares over n - 1, and its scale. */
static double scaled_var(const moments *a, double *scale)
{
    *scale = a->scale > 0 ? a->scale : 1;
    return a->n < 2 ? NAN : a->m2 / (a->n - 1);
}

double moments_var_in(const moments *a, double scale)
{
    double own, var = scaled_var(a, &own), r = scale / own;
    return var * r * r;
}

double moments_var(const moments *a)
{
    return moments_var_in(a, 1);
}

double moments_sd(const moments *a)
{
    double scale, var = scaled_var(a, &scale);
    return sqrt(var) / scale;
}

double moments_se(const moments *a)
{
    double scale, var = scaled_var(a, &scale);
    return sqrt(var / a->n) / scale;
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
