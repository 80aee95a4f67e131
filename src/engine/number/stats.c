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

const char *stats_slope_doubt(double slope, double half_width)
{
    bool known = half_width <= fmax(0.5 * fabs(slope), 0.25);
    return known ? NULL : "the interval of the slope is too wide";
}

#define LITTLE 0.025  /* a bend that a slope does not show */
#define STRAIGHT 0.25 /* a bend beyond which there is no single slope */

/* Points of a curve, by rising m: m, log m, log |bias|, the error of that, bias. */
enum { CURVE_M, CURVE_X, CURVE_Y, CURVE_SE, CURVE_BIAS, CURVE };
typedef struct curve {
    double *column[CURVE];
    size_t n;
} curve;

static curve curve_in(double *work, size_t n)
{
    curve c = {.n = 0};
    for (size_t k = 0; k < CURVE; k++)
        c.column[k] = work + k * n;
    return c;
}

static void curve_add(curve *c, double m, double bias, double error)
{
    const double point[CURVE] = {m, num_log(m), num_log(fabs(bias)), error, bias};
    size_t i = c->n++;
    for (; i > 0 && c->column[CURVE_M][i - 1] > m; i--)
        for (size_t k = 0; k < CURVE; k++)
            c->column[k][i] = c->column[k][i - 1];
    for (size_t k = 0; k < CURVE; k++)
        c->column[k][i] = point[k];
}

static void drop_first(curve *c)
{
    for (size_t k = 0; k < CURVE; k++)
        c->column[k]++;
    c->n--;
}

static double first_m(const curve *c)
{
    return c->column[CURVE_M][0];
}

static double last_m(const curve *c)
{
    return c->column[CURVE_M][c->n - 1];
}

static line_fit curve_line(const curve *c, const double *se)
{
    return stats_fit_line(c->column[CURVE_X], c->column[CURVE_Y], se, c->n);
}

/* The slope with equal weights. one: n doubles. */
static double plain_slope(const curve *c, double *one)
{
    for (size_t i = 0; i < c->n; i++)
        one[i] = 1;
    return curve_line(c, one).slope;
}

/* The second coefficient of a parabola, and its standard error: from what x^2 and y have beside
 * their lines. square: n doubles. */
static double fit_parabola(const curve *c, const double *se, double *square, double *error)
{
    const double *x = c->column[CURVE_X], *y = c->column[CURVE_Y];
    double top = 0, bottom = 0, middle = (x[0] + x[c->n - 1]) / 2;
    for (size_t i = 0; i < c->n; i++)
        square[i] = (x[i] - middle) * (x[i] - middle);
    line_fit of_y = curve_line(c, se), of_square = stats_fit_line(x, square, se, c->n);
    for (size_t i = 0; i < c->n; i++) {
        double rest = (square[i] - of_square.intercept - of_square.slope * x[i]) / se[i];
        top += rest * ((y[i] - of_y.intercept - of_y.slope * x[i]) / se[i]);
        bottom += rest * rest;
    }
    *error = 1 / sqrt(bottom);
    return top / bottom;
}

/* How much the slope differs between the first and the last point; 0 where that may be noise.
 * work: 2 n doubles. */
static double bend_of(const curve *c, double *work)
{
    double error;
    if (c->n < 3 || first_m(c) == last_m(c))
        return 0;
    double b = fit_parabola(c, c->column[CURVE_SE], work, &error);
    double reach = c->column[CURVE_X][c->n - 1] - c->column[CURVE_X][0];
    return fabs(b) > 3 * error ? 2 * fabs(b) * reach : 0;
}

/* Leaves out the least m until the others lie on a line; false when no three do. */
static bool straighten(curve *c, double *bend, double *work)
{
    for (;; drop_first(c)) {
        *bend = bend_of(c, work);
        if (!(*bend > STRAIGHT * fabs(plain_slope(c, work))))
            return true;
        if (c->n == 3)
            return false;
    }
}

/* The sign of the points; 0 where it changes, and then between which m it does so first. */
static void find_sign(const curve *c, slope_fit *out)
{
    const double *bias = c->column[CURVE_BIAS], *m = c->column[CURVE_M];
    out->sign = bias[0] > 0 ? 1 : -1;
    for (size_t i = 1; out->sign && i < c->n; i++)
        if ((bias[i] > 0) != (bias[0] > 0)) {
            out->sign_from = m[i - 1];
            out->sign_to = m[i];
            out->sign = 0;
        }
}

static double at(const double *values, size_t i)
{
    return values ? values[i] : 0;
}

/* The exact values that are not zero, as if their logarithms were known to 1e-10. */
static curve exact_curve(const bias_points *p, double *work)
{
    curve c = curve_in(work, p->n);
    for (size_t i = 0; p->exact && i < p->n; i++)
        if (isfinite(p->exact[i]) && fabs(p->exact[i]) > at(p->exact_floor, i))
            curve_add(&c, p->m[i], p->exact[i], 1e-10);
    return c;
}

/* Whether the exact values are known and zero. */
static bool all_within_rounding(const bias_points *p)
{
    for (size_t i = 0; p->exact && i < p->n; i++)
        if (!(fabs(p->exact[i]) <= at(p->exact_floor, i)))
            return false;
    return p->exact && p->n > 0;
}

/* Why there is nothing to fit a line to: every exact bias is zero, or no more than rounding. */
static const char *no_bias(const bias_points *p)
{
    if (!all_within_rounding(p))
        return NULL;
    for (size_t i = 0; i < p->n; i++)
        if (at(p->exact_floor, i) > 0)
            return "no bias beyond rounding";
    return "exactly unbiased";
}

/* The sampled values from m = from on that stand out of noise and rounding. */
static curve sampled_curve(const bias_points *p, double from, double *work)
{
    curve c = curve_in(work, p->n);
    for (size_t i = 0; i < p->n; i++) {
        double size = fabs(p->bias[i]), se = at(p->se, i), floor = at(p->floor, i);
        if (p->m[i] >= from && isfinite(size) && se > 0 && size > floor && size >= 3 * se)
            curve_add(&c, p->m[i], p->bias[i], fmax(fmax(se, floor) / size, STATS_LOG_ERROR));
    }
    return c;
}

/* Why there are not two points: what is true of all that were left out. known: the exact bias is
 * there, and is more. */
static const char *why_few(const bias_points *p, bool known)
{
    size_t rounding = 0, errorless = 0;
    for (size_t i = 0; i < p->n; i++) {
        bool none = fabs(p->bias[i]) <= at(p->floor, i) && !isnan(at(p->se, i));
        rounding += none;
        errorless += !none && !(at(p->se, i) > 0);
    }
    if (rounding == p->n)
        return known ? "the sampled points are no more than rounding" : "no bias beyond rounding";
    if (errorless > 0 && rounding + errorless == p->n)
        return "the estimates have no standard error";
    return "fewer than two points stand out of the noise by 3 standard errors";
}

/* The slope of the sampled points, its interval as wide as the slopes at both ends; why it says
 * nothing, or NULL. */
static const char *fit_sampled(const curve *c, double bend, double *work, slope_fit *out)
{
    line_fit fit = curve_line(c, c->column[CURVE_SE]);
    double middle = plain_slope(c, work), half = fit.half_width;
    if (bend > LITTLE * fabs(middle))
        half = fmax(half, fabs(middle - fit.slope) + bend / 2);
    const char *doubt = stats_slope_doubt(fit.slope, half);
    if (doubt)
        return doubt;
    out->slope = fit.slope;
    out->low = fit.slope - half;
    out->high = fit.slope + half;
    out->from = first_m(c);
    out->to = last_m(c);
    return NULL;
}

static const char crossing[] = "the bias changes its sign", bent[] = "the points lie on no line",
                  one_m[] = "the points that stand out of the noise have one m";

/* The reason that the exact values give why there is no slope at all, or NULL. */
static const char *judge_exact(curve *c, double *bend, double *work, slope_fit *out)
{
    if (c->n == 0)
        return NULL;
    find_sign(c, out);
    if (!out->sign)
        return crossing;
    if (!straighten(c, bend, work))
        return bent;
    if (first_m(c) < last_m(c))
        out->exact = plain_slope(c, work);
    out->from = first_m(c);
    out->to = last_m(c);
    return NULL;
}

/* The same of the sampled ones; bend: that of the exact values, NAN where they are not known. */
static const char *judge_sampled(const bias_points *p, curve *c, double bend, double *work,
                                 slope_fit *out)
{
    if (c->n < 2)
        return why_few(p, !isnan(bend));
    if (first_m(c) == last_m(c))
        return one_m;
    find_sign(c, out);
    if (!out->sign)
        return crossing;
    if (isnan(bend) && !straighten(c, &bend, work))
        return bent;
    return fit_sampled(c, bend, work, out);
}

slope_fit stats_bias_slope(const bias_points *p, double *work)
{
    slope_fit out = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0, p->n, NULL};
    double *scratch = work + CURVE * p->n, bend = NAN;
    curve c = exact_curve(p, work);
    bool known = c.n > 0;
    out.why = no_bias(p);
    if (!out.why)
        out.why = judge_exact(&c, &bend, scratch, &out);
    if (out.why)
        return out;
    c = sampled_curve(p, known ? out.from : 0, work);
    out.why = judge_sampled(p, &c, bend, scratch, &out);
    out.left_out = p->n - c.n;
    return out;
}
