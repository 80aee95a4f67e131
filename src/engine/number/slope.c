/* Points that stand out of the noise, the line through them, and what it says. */
#include "slope.h"

#include "num.h"
#include "stats.h"

#include <math.h>
#include <stdbool.h>

const char *slope_doubt(double slope, double half_width)
{
    bool known = half_width <= fmax(0.5 * fabs(slope), 0.25);
    return known ? NULL : "the interval of the slope is too wide";
}

#define STRAIGHT 0.25 /* a bend beyond which there is no single slope */

/* Points of a curve, by rising m: m, log m, log |bias|, the error of that, the part of it that is
 * rounding, bias, and which of the points given it is. */
enum { CURVE_M, CURVE_X, CURVE_Y, CURVE_SE, CURVE_ROUNDING, CURVE_BIAS, CURVE_POINT, CURVE };
typedef struct curve {
    double *column[CURVE];
    size_t n;
    const bias_points *of;
    const double *moved; /* those of the points given, or NULL */
} curve;

static curve curve_in(double *work, const bias_points *p, const double *moved)
{
    curve c = {.n = 0, .of = p, .moved = moved};
    for (size_t k = 0; k < CURVE; k++)
        c.column[k] = work + k * p->n;
    return c;
}

/* Point i; the errors are those of log |bias|. */
static void curve_add(curve *c, size_t i, double bias, double error, double rounding)
{
    const double m = c->of->m[i];
    const double point[CURVE] = {m,    num_log(m), num_log(fabs(bias)), error, rounding,
                                 bias, (double)i};
    size_t at = c->n++;
    for (; at > 0 && c->column[CURVE_M][at - 1] > m; at--)
        for (size_t k = 0; k < CURVE; k++)
            c->column[k][at] = c->column[k][at - 1];
    for (size_t k = 0; k < CURVE; k++)
        c->column[k][at] = point[k];
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

/* How far a part of the draws moves sum_i factor[i] log |bias_i|. */
static double moved_by(const curve *c, const double *factor, size_t part)
{
    const bias_points *p = c->of;
    double sum = 0;
    for (size_t i = 0; i < c->n; i++) {
        size_t point = (size_t)c->column[CURVE_POINT][i];
        sum += factor[i] * c->moved[point * p->parts + part] / c->column[CURVE_BIAS][i];
    }
    return sum;
}

/* The standard error of sum_i factor[i] log |bias_i|. */
static double error_of(const curve *c, const double *factor)
{
    const bias_points *p = c->of;
    const double *each = c->column[c->moved ? CURVE_ROUNDING : CURVE_SE];
    double moved = 0, square = 0;
    for (size_t k = 0; c->moved && k < p->parts; k++) {
        double part = moved_by(c, factor, k);
        moved += part * part;
    }
    for (size_t i = 0; i < c->n; i++)
        square += factor[i] * factor[i] * each[i] * each[i];
    double parts = (double)p->parts;
    return sqrt(square + (c->moved ? moved * parts / (parts - 1) : 0));
}

/* factor <- what the slope of the line multiplies each log |bias| by. */
static void line_factors(const curve *c, double *factor)
{
    const double *x = c->column[CURVE_X], *se = c->column[CURVE_SE];
    double weight = 0, mean = 0, square = 0;
    for (size_t i = 0; i < c->n; i++) {
        weight += 1 / (se[i] * se[i]);
        mean += x[i] / (se[i] * se[i]);
    }
    mean /= weight;
    for (size_t i = 0; i < c->n; i++) {
        factor[i] = (x[i] - mean) / (se[i] * se[i]);
        square += factor[i] * (x[i] - mean);
    }
    for (size_t i = 0; i < c->n; i++)
        factor[i] /= square;
}

/* Half of the slope's 95% interval. work: n doubles. */
static double half_width(const curve *c, double *work)
{
    if (!c->moved)
        return curve_line(c, c->column[CURVE_SE]).half_width;
    line_factors(c, work);
    return stats_t_quantile(0.95, (double)c->of->parts - 1) * error_of(c, work);
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
        square[i] = rest / se[i];
    }
    *error = error_of(c, square) / bottom;
    return top / bottom;
}

/* How much the slope differs between the first and the last point; 0 where that may be noise.
 * work: n doubles. */
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
    curve c = curve_in(work, p, NULL);
    for (size_t i = 0; p->exact && i < p->n; i++)
        if (isfinite(p->exact[i]) && fabs(p->exact[i]) > at(p->exact_floor, i))
            curve_add(&c, i, p->exact[i], 1e-10, 1e-10);
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
    curve c = curve_in(work, p, p->moved);
    for (size_t i = 0; i < p->n; i++) {
        double size = fabs(p->bias[i]), se = at(p->se, i), floor = at(p->floor, i);
        if (p->m[i] >= from && isfinite(size) && se > 0 && size > floor && size >= 3 * se)
            curve_add(&c, i, p->bias[i], fmax(fmax(se, floor) / size, SLOPE_LOG_ERROR),
                      fmax(floor / size, SLOPE_LOG_ERROR));
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
    double middle = plain_slope(c, work), half = half_width(c, work);
    if (bend > 0)
        half = fmax(half, fabs(middle - fit.slope) + bend / 2);
    const char *doubt = slope_doubt(fit.slope, half);
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

slope_fit slope_find(const bias_points *p, double *work)
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
