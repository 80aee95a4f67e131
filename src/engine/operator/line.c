/* The line of a q of which nothing is known: its values in double, watched for peaks. */
#include "line.h"

/* An infinity may be an overflow on the way to a number: it says nothing. */
static status value(const func_line *l, double s, scaled *out)
{
    double v = NAN;
    status outcome = l->q->eval(l->q, 1, &s, &v, 1);
    *out = scaled_noisy(v, isnan(v) ? 0 : 0x1p-52 * fabs(v));
    return outcome;
}

static status watch(const func_line *l, double s, double *out)
{
    status outcome = l->q->eval(l->q, 1, &s, out, 1);
    *out = log(fabs(*out));
    return outcome;
}

func_line line_plain(const func *q)
{
    static const line_watch peak = LINE_PEAK;
    return (func_line){1, &peak, false, q, value, watch};
}

status line_values(const func *q, size_t n, const double *s, double *v, double *off)
{
    status outcome = q->eval(q, n, s, v, n);
    for (size_t i = 0; i < n && outcome == STATUS_OK; i++) {
        scaled exact;
        off[i] = 0;
        if (isfinite(v[i]) || !q->line)
            continue;
        outcome = q->line->value(q->line, s[i], &exact);
        v[i] = scaled_double(exact);
        bool too_large = scaled_finite(exact) && isinf(v[i]);
        off[i] = too_large ? (double)INFINITY : scaled_off(exact);
    }
    return outcome;
}
