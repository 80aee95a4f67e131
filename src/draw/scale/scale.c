/* Limits come from the data with a margin, unless the user gives them. */
#include "draw/scale/scale.h"

#include <float.h>
#include <math.h>

double scale_coordinate(scale_kind kind, double value)
{
    if (!isfinite(value) || (kind != SCALE_LINEAR && value <= 0))
        return NAN;
    if (kind == SCALE_LINEAR)
        return value;
    return kind == SCALE_LOG ? log10(value) : log2(value);
}

double scale_at(const scale *s, double value)
{
    /* halves: the length of an axis from -1e308 to 1e308 is not a double; nor is half a denormal */
    double at = scale_coordinate(s->kind, value);
    double part = fmax(fabs(s->from), fabs(s->to)) > 1 ? 0.5 : 1;
    return (at * part - s->from * part) / (s->to * part - s->from * part);
}

double scale_value(const scale *s, double at)
{
    double coordinate = s->from * (1 - at) + s->to * at;
    if (s->kind == SCALE_LINEAR)
        return coordinate;
    double value = s->kind == SCALE_LOG ? pow(10, coordinate) : exp2(coordinate);
    return fmin(fmax(value, DBL_MIN), DBL_MAX);
}

void scale_widen(scale_range *r, scale_kind kind, double value)
{
    if (isnan(scale_coordinate(kind, value)))
        return;
    r->lo = fmin(r->lo, value);
    r->hi = fmax(r->hi, value);
}

static double bounded(double x)
{
    return fmin(fmax(x, -DBL_MAX), DBL_MAX);
}

/* The ends for data of a single value, give or take rounding, or none (lo > hi), as coordinates. */
static scale around(scale_kind kind, scale_range r)
{
    static const double empty[][2] = {{0, 1}, {0, 1}, {0, 3}};
    if (r.lo > r.hi)
        return (scale){.kind = kind, .from = empty[kind][0], .to = empty[kind][1]};
    double at = scale_coordinate(kind, r.lo);
    double half = kind != SCALE_LINEAR || at == 0 ? 1 : fmax(fabs(at) / 2, DBL_TRUE_MIN);
    return (scale){.kind = kind,
                   .from = bounded(at - half),
                   .to = bounded(fmax(scale_coordinate(kind, r.hi), at + half))};
}

/* A margin of 4% at both ends; data on one side of zero stay there. */
static scale with_margin(scale_kind kind, scale_range r)
{
    scale s = {
        .kind = kind, .from = scale_coordinate(kind, r.lo), .to = scale_coordinate(kind, r.hi)};
    double margin = 0.04 * s.to - 0.04 * s.from;
    bool positive = kind == SCALE_LINEAR && r.lo >= 0, negative = kind == SCALE_LINEAR && r.hi <= 0;
    s.from = positive && s.from < margin ? 0 : bounded(s.from - margin);
    s.to = negative && s.to > -margin ? 0 : bounded(s.to + margin);
    return s;
}

/* Moves the end that was not given, when the given one is beyond the data. */
static void restore_order(scale *s, bool keep_from)
{
    if (s->from < s->to)
        return;
    double kept = keep_from ? s->from : s->to;
    double step = s->kind == SCALE_LINEAR ? fmax(fabs(kept), 1) : 1;
    if (keep_from)
        s->to = bounded(s->from + step);
    else
        s->from = bounded(s->to - step);
}

scale scale_make(const figure_axis *axis, scale_range r)
{
    double from = scale_coordinate(axis->scale, axis->min);
    double to = scale_coordinate(axis->scale, axis->max);
    if (axis->n) { /* the names keep their distance from the ends */
        scale_widen(&r, axis->scale, 0.5);
        scale_widen(&r, axis->scale, (double)axis->n + 0.5);
    }
    scale s = r.lo < r.hi ? with_margin(axis->scale, r) : around(axis->scale, r);
    double half = s.to / 2 - s.from / 2, noise = 1e-13 * fmax(fabs(s.from), fabs(s.to));
    if (!(half > noise)) /* equal to rounding */
        s = around(axis->scale, r);
    s.from = isnan(from) ? s.from : from;
    s.to = isnan(to) ? s.to : to;
    restore_order(&s, !isnan(from));
    s.whole = axis->whole;
    return s;
}
