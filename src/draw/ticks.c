#include "draw/ticks.h"

#include "draw/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MINUS "\u2212"

static tick *add(ticks *t, double at, double value, bool major)
{
    const double slack = 1e-9;
    if (t->n == TICKS_MOST || !(at >= -slack && at <= 1 + slack))
        return NULL;
    t->tick[t->n] = (tick){fmin(fmax(at, 0), 1), value, major, ""};
    return &t->tick[t->n++];
}

/* The step 1, 2 or 5 times a power of ten that makes at most `most` intervals of span. */
static double nice_step(double span, double most, int *mantissa, int *exponent)
{
    static const int choices[] = {1, 2, 5};
    *exponent = (int)floor(log10(span / most));
    for (;; ++*exponent)
        for (int i = 0; i < 3; i++) {
            *mantissa = choices[i];
            double step = choices[i] * pow(10, *exponent);
            if (step * most >= span * (1 - 1e-9))
                return step;
        }
}

/* Marks at the multiples of step between the values lo and hi. */
static void multiples(const scale *s, double lo, double hi, double step, bool major, ticks *out)
{
    double first = ceil(lo / step - 1e-9);
    for (int i = 0; i < TICKS_MOST; i++) {
        double value = (first + i) * step;
        if (value > hi + 1e-9 * step)
            break;
        add(out, scale_at(s, value), value, major);
    }
}

/* Equal decimals for all, large or small values over a common factor. */
static void label_linear(ticks *out, double largest, int step_exponent)
{
    int exponent = largest > 0 ? (int)floor(log10(largest)) : 0;
    bool factored = exponent >= 5 || exponent < -3;
    int shift = factored ? exponent : 0;
    int decimals = shift - step_exponent > 0 ? shift - step_exponent : 0;
    for (tick *t = out->tick; t < out->tick + out->n; t++) {
        /* two divisions: 10^shift alone can overflow */
        double value = t->value / pow(10, shift / 2) / pow(10, shift - shift / 2);
        number_fixed(t->label, sizeof t->label, value, decimals > 15 ? 15 : decimals);
    }
    if (factored)
        snprintf(out->factor, sizeof out->factor, "\u00d710^{%s%d}", exponent < 0 ? MINUS : "",
                 abs(exponent));
}

static bool linear(const scale *s, double lo, double hi, unsigned level, ticks *out)
{
    static const int most[] = {10, 8, 6, 5, 4, 3, 2, 1};
    static const int parts[] = {0, 5, 4, 0, 0, 5};
    if (level >= sizeof most / sizeof *most)
        return false;
    int mantissa, exponent;
    double step =
        nice_step(fmax(hi / 2 - lo / 2, DBL_TRUE_MIN), most[level] / 2.0, &mantissa, &exponent);
    multiples(s, lo, hi, step, true, out);
    label_linear(out, fmax(fabs(lo), fabs(hi)), exponent);
    if (s->kind == SCALE_LINEAR)
        multiples(s, lo, hi, step / parts[mantissa], false, out);
    return true;
}

static void label_power(tick *t, int base, int exponent, int factor, bool plain)
{
    if (plain) {
        number_label(t->label, sizeof t->label, factor * pow(base, exponent), 6);
        return;
    }
    int used = factor > 1 ? snprintf(t->label, sizeof t->label, "%d\u00d7", factor) : 0;
    snprintf(t->label + used, sizeof t->label - (size_t)used, "%d^{%s%d}", base,
             exponent < 0 ? MINUS : "", abs(exponent));
}

/* Marks at factor * base^k inside the axis. */
static void power(const scale *s, int base, int k, int factor, bool major, ticks *out)
{
    double at = k + (factor > 1 ? log(factor) / log(base) : 0);
    tick *t = add(out, (at - s->from) / (s->to - s->from), factor * pow(base, k), major);
    if (t && major) {
        /* short numbers are written out when the whole axis can be */
        double largest = s->to * log10(base), least = s->from * log10(base);
        bool plain = base == 2 ? s->from > -0.5 && s->to < 13.5 : least > -3.3 && largest < 3.8;
        label_power(t, base, k, factor, plain);
    }
}

/* Multiples 1, 2 and 5 of every power of ten labelled, the others as minor marks. */
static void one_two_five(const scale *s, int first, int last, ticks *out)
{
    for (int k = first - 1; k <= last; k++)
        for (int factor = 1; factor < 10; factor++)
            power(s, 10, k, factor, factor == 1 || factor == 2 || factor == 5, out);
}

/* Every stride-th power labelled; minor marks at the other powers or, between powers of ten next to
 * each other, at the multiples. */
static void powers(const scale *s, int base, int first, int last, int stride, ticks *out)
{
    bool all = (last - first) / (stride > 1 ? 1 : 10) < TICKS_MOST / 2;
    for (int k = first - 1; k <= last; k++) {
        bool major = k % stride == 0;
        if (major || all)
            power(s, base, k, 1, major, out);
        for (int factor = 2; stride == 1 && base == 10 && last - first < 12 && factor < 10;
             factor++)
            power(s, base, k, factor, false, out);
    }
}

static bool logarithmic(const scale *s, unsigned level, ticks *out)
{
    static const int strides[] = {1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 50, 100, 200, 500, 1000};
    int base = s->kind == SCALE_LOG ? 10 : 2;
    int first = (int)ceil(s->from - 1e-9), last = (int)floor(s->to + 1e-9);
    bool dense = base == 10 && s->to - s->from < 3, narrow = s->to - s->from < (base == 2 ? 2 : 1);
    if (dense && !narrow && level == 0) {
        one_two_five(s, first, last, out);
        return true;
    }
    if (narrow || last - first < 1)
        return linear(s, pow(base, s->from), pow(base, s->to), level, out);
    level -= dense;
    if (level >= sizeof strides / sizeof *strides || (level && strides[level] > last - first))
        return false;
    powers(s, base, first, last, strides[level], out);
    return true;
}

static bool has_label(const ticks *t)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->tick[i].major)
            return true;
    return false;
}

bool ticks_make(const scale *s, unsigned level, ticks *out)
{
    ticks made = {.n = 0};
    bool more = s->kind == SCALE_LINEAR ? linear(s, s->from, s->to, level, &made)
                                        : logarithmic(s, level, &made);
    if (!more || !has_label(&made))
        return false;
    *out = made;
    return true;
}
