/* Steps of 1, 2 or 5 times a power of ten, or powers; labels have enough digits to differ. */
#include "draw/scale/ticks.h"

#include "draw/number.h"
#include "draw/utf8.h"

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

size_t ticks_labels(const ticks *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        n += t->tick[i].major;
    return n;
}

/* The number digits * 10^exponent, for a result of any size. */
static double decimal(double digits, int exponent)
{
    const int low = -290; /* below it, powers of ten lose digits */
    return exponent < low ? digits * pow(10, exponent - low) * pow(10, low)
                          : digits * pow(10, exponent);
}

/* A distance between marks: 1, 2 or 5 times a power of ten. */
typedef struct decimal_step {
    int mantissa, exponent;
} decimal_step;

/* The step that makes at most `most` intervals of span (> 0). */
static decimal_step nice_step(double span, double most)
{
    static const int choices[] = {1, 2, 5};
    double least = fmin(fmax(span / most, DBL_TRUE_MIN), DBL_MAX);
    for (int exponent = (int)floor(log10(least));; exponent++)
        for (int i = 0; i < 3; i++)
            if (decimal(choices[i], exponent) >= least * (1 - 1e-9))
                return (decimal_step){choices[i], exponent};
}

/* The part of a step that minor marks divide it into. */
static decimal_step minor_step(decimal_step major)
{
    static const decimal_step parts[] = {[1] = {2, -1}, [2] = {5, -1}, [5] = {1, 0}};
    decimal_step part = parts[major.mantissa];
    return (decimal_step){part.mantissa, major.exponent + part.exponent};
}

/* The distance from x > 0 to the next smaller number. */
static double spacing(double x)
{
    return x - nextafter(x, 0);
}

/* The least distance of values up to `largest` that get different places and labels. */
static double finest(const scale *s, double largest)
{
    const double few = 4;
    double least = spacing(largest);
    if (s->kind != SCALE_LINEAR)
        least = fmax(least, largest * spacing(fmax(fabs(s->from), fabs(s->to))) * log(10));
    return few * least;
}

/* digits * 10^exponent over 10^shift with that many decimals, to the last digit. */
static void label_decimal(tick *t, long long digits, int exponent, int shift, int decimals)
{
    char printed[32];
    if (!digits) {
        snprintf(t->label, sizeof t->label, "0");
        return;
    }
    int zeros = exponent - shift + decimals; /* after the digits */
    int least = decimals > zeros ? decimals - zeros + 1 : 1;
    int n =
        snprintf(printed, sizeof printed, "%0*lld%.*s", least, llabs(digits), zeros, "0000000000");
    snprintf(t->label, sizeof t->label, "%s%.*s%s%.24s", digits < 0 ? MINUS : "", n - decimals,
             printed, decimals ? "." : "", printed + n - decimals);
}

/* Marks at the multiples of step between the values lo and hi, labelled over 10^shift when they are
 * major. */
static void multiples(const scale *s, double lo, double hi, decimal_step step, bool major,
                      int shift, ticks *out)
{
    int decimals = shift > step.exponent ? shift - step.exponent : 0;
    double size = decimal(step.mantissa, step.exponent), first = ceil(lo / size - 1e-9);
    for (int i = 0; i < TICKS_MOST; i++) {
        double digits = (first + i) * step.mantissa, value = decimal(digits, step.exponent);
        if (!(value <= hi + 1e-9 * size))
            break;
        tick *t = add(out, scale_at(s, value), value, major);
        if (t && major)
            label_decimal(t, (long long)digits, step.exponent, shift, decimals);
    }
}

/* What is between 10^-3 and 10^5 is written out, larger and smaller values over a common factor;
 * returns its exponent. */
static int factor_out(double largest, ticks *out)
{
    int exponent = (int)floor(log10(largest));
    if (exponent >= -3 && exponent < 5)
        return 0;
    snprintf(out->factor, sizeof out->factor, "\u00d710^{%s%d}", exponent < 0 ? MINUS : "",
             abs(exponent));
    return exponent;
}

/* For an axis so short that no number with few digits lies on it: its ends, with all their digits.
 */
static void mark_ends(double lo, double hi, ticks *out)
{
    const double ends[] = {lo, hi};
    *out = (ticks){.n = 0};
    for (int i = 0; i < (lo < hi ? 2 : 1); i++)
        number_label(add(out, i, ends[i], true)->label, sizeof out->tick->label, ends[i],
                     DBL_DECIMAL_DIG);
}

/* A whole axis has no marks between whole numbers. */
static decimal_step at_least_one(const scale *s, decimal_step step)
{
    return s->whole && step.exponent < 0 ? (decimal_step){1, 0} : step;
}

static bool linear(const scale *s, double lo, double hi, unsigned level, ticks *out)
{
    static const int most[] = {10, 8, 6, 5, 4, 3, 2, 1};
    if (level >= sizeof most / sizeof *most)
        return false;
    double largest = fmax(fabs(lo), fabs(hi)), least = finest(s, largest);
    /* half of everything: the length of an axis from -1e308 to 1e308 is not a double */
    decimal_step step = at_least_one(
        s, nice_step(fmax(hi / 2 - lo / 2, least * most[level] / 2), most[level] / 2.0));
    multiples(s, lo, hi, step, true, factor_out(largest, out), out);
    if (level == 0 && out->n < (s->whole ? 1 : 2)) {
        mark_ends(lo, hi, out);
        return true;
    }
    step = at_least_one(s, minor_step(step));
    if (s->kind == SCALE_LINEAR && decimal(step.mantissa, step.exponent) >= least)
        multiples(s, lo, hi, step, false, 0, out);
    return true;
}

static void label_power(tick *t, int base, int exponent, int factor, bool written_out)
{
    if (written_out) {
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
    bool counts = s->whole && s->to >= 0; /* it reaches 1 */
    if (counts && k < 0)
        return;
    double at = k + (factor > 1 ? log(factor) / log(base) : 0);
    tick *t = add(out, (at - s->from) / (s->to - s->from), factor * pow(base, k), major);
    if (t && major) {
        /* short numbers are written out when the whole axis can be */
        double largest = s->to * log10(base), least = s->from * log10(base);
        bool written_out =
            base == 2 ? (counts || s->from > -0.5) && s->to < 13.5 : least > -3.3 && largest < 3.8;
        label_power(t, base, k, factor, written_out);
    }
}

/* Minor marks at every fifth from 1 to 2 times a power of ten, the widest gap of a short axis. */
static void fifths(const scale *s, int first, int last, ticks *out)
{
    for (int k = first - 1; k <= last; k++)
        for (int tenth = 12; tenth < 20; tenth += 2) {
            double value = tenth * pow(10, k - 1);
            add(out, scale_at(s, value), value, false);
        }
}

/* Multiples 1, 2 and 5 of every power of ten labelled, the others as minor marks. */
static void one_two_five(const scale *s, int first, int last, ticks *out)
{
    if (s->to - s->from < 2)
        fifths(s, first, last, out);
    for (int k = first - 1; k <= last; k++)
        for (int factor = 1; factor < 10; factor++)
            power(s, 10, k, factor, factor == 1 || factor == 2 || factor == 5, out);
}

/* Labels of less than one power of ten at 1, 1.5, 2, 3, 5 and 7, since linear steps leave the lower
 * part bare; whether there are some. */
static bool one_to_seven(const scale *s, int first, ticks *out)
{
    static const struct {
        int tenths;
        bool major;
    } marks[] = {{10, true}, {15, true},  {20, true}, {30, true},  {40, false},
                 {50, true}, {60, false}, {70, true}, {80, false}, {90, false}};
    const double widest = 5, narrowest = -3; /* powers that are written out */
    if (s->to > widest || s->from < narrowest)
        return false;
    for (int k = first - 1; k <= first; k++)
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
            double value = decimal(marks[i].tenths, k - 1);
            bool is_left_out = s->whole && value != floor(value);
            tick *t = is_left_out ? NULL : add(out, scale_at(s, value), value, marks[i].major);
            if (t && t->major)
                number_label(t->label, sizeof t->label, value, 6);
        }
    return ticks_labels(out) > 2;
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

/* base^coordinate, kept among the positive doubles. */
static double positive(int base, double coordinate)
{
    return fmin(fmax(pow(base, coordinate), DBL_TRUE_MIN), DBL_MAX);
}

static bool logarithmic(const scale *s, unsigned level, ticks *out)
{
    static const int strides[] = {1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 50, 100, 200, 500, 1000};
    int base = s->kind == SCALE_LOG ? 10 : 2;
    int first = (int)ceil(s->from - 1e-9), last = (int)floor(s->to + 1e-9);
    bool dense = base == 10 && s->to - s->from < 3, narrow = base == 10 && s->to - s->from < 1;
    if (dense && !narrow && level == 0) {
        one_two_five(s, first, last, out);
        return true;
    }
    bool short_of_power = narrow && s->to - s->from > log10(2);
    if (short_of_power && level == 0 && one_to_seven(s, first, out))
        return true;
    if (narrow || last - first < 1) {
        *out = (ticks){.n = 0};
        level -= short_of_power && level > 0;
        bool more = linear(s, positive(base, s->from), positive(base, s->to), level, out);
        out->even = true;
        return more;
    }
    level -= dense;
    if (level >= sizeof strides / sizeof *strides || (level && strides[level] > last - first))
        return false;
    powers(s, base, first, last, strides[level], out);
    return true;
}

void ticks_names(const scale *s, const figure_axis *axis, ticks *out)
{
    *out = (ticks){.n = 0};
    for (size_t i = 0; i < axis->n; i++) {
        tick *t = add(out, scale_at(s, (double)i + 1), (double)i + 1, true);
        if (t)
            utf8_copy(t->label, sizeof t->label, axis->names[i]);
    }
}

bool ticks_make(const scale *s, unsigned level, ticks *out)
{
    ticks made = {.n = 0};
    bool more = s->kind == SCALE_LINEAR ? linear(s, s->from, s->to, level, &made)
                                        : logarithmic(s, level, &made);
    if (!more || ticks_labels(&made) == 0)
        return false;
    *out = made;
    return true;
}
