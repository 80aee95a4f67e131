#include "stats.h"

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

double stats_mean_t(const double *x, size_t n, size_t stride, double t, double *half_width)
{
    moments a = {0};
    for (size_t i = 0; i < n; i++)
        moments_add(&a, x[i * stride]);
    if (half_width)
        *half_width = t * sqrt(moments_var(&a) / (double)n);
    return a.mean;
}

double stats_mean(const double *x, size_t n, size_t stride, double *half_width)
{
    double t = half_width && n > 1 ? stats_t_quantile(0.95, (double)n - 1) : NAN;
    return stats_mean_t(x, n, stride, t, half_width);
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
        x[used] = num_log(m[i]);
        y[used] = num_log(fabs(exact[i]));
        one[used++] = 1;
    }
    return used < 2 ? NAN : stats_fit_line(x, y, one, used).slope;
}

slope_fit stats_bias_slope(const double *m, const double *bias, const double *se,
                           const double *exact, size_t n, double *work)
{
    double *x = work, *y = work + n, *error = work + 2 * n,
           of_exact = exact_slope(m, exact, n, work);
    double from = INFINITY, to = 0;
    bool above = false, below = false;
    size_t used = 0;
    for (size_t i = 0; i < n; i++) {
        if (!(fabs(bias[i]) >= 3 * se[i]) || bias[i] == 0)
            continue;
        *(bias[i] > 0 ? &above : &below) = true;
        from = fmin(from, m[i]);
        to = fmax(to, m[i]);
        x[used] = num_log(m[i]);
        y[used] = num_log(fabs(bias[i]));
        error[used++] = fmax(se[i] / fabs(bias[i]), DBL_EPSILON);
    }
    if (used < 2)
        return refuse(n - used,
                      "fewer than two points stand out of the noise by 3 standard errors");
    if (from == to)
        return refuse(n - used, "the points that stand out of the noise have one m");
    if (above && below)
        return refuse(n - used, "the bias changes its sign");
    line_fit fit = stats_fit_line(x, y, error, used);
    double half = fit.half_width;
    return (slope_fit){fit.slope, fit.slope - half, fit.slope + half, of_exact, from, to, n - used,
                       NULL};
}
