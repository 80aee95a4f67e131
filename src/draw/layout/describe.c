/* A series is described by its ends, its extremes and where it turns. */
#include "draw/layout/describe.h"

#include "draw/layout/curves.h"
#include "draw/layout/omitted.h"
#include "draw/scale/scale.h"
#include "engine/text/number.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const char *name(const figure_axis *axis, const char *fallback)
{
    return *axis->label ? axis->label : fallback;
}

static void add_axes(const figure *f, bytes *out)
{
    static const char *const words[] = {"", " (logarithmic)", " (powers of 2)"};
    bytes_print(out, "%s%s%s%s against %s%s.\n", f->title, *f->title ? ": " : "", name(&f->y, "y"),
                words[f->y.scale], name(&f->x, "x"), words[f->x.scale]);
}

/* So many digits, 17 at most, that two numbers which differ do so in print. */
static int digits_of(double a, double b, int least)
{
    char one[32], other[32];
    for (; a != b && least < DBL_DECIMAL_DIG; least++) {
        number_print(one, sizeof one, "%.*g", least, a);
        number_print(other, sizeof other, "%.*g", least, b);
        if (strcmp(one, other) != 0)
            break;
    }
    return least;
}

/* "rises from a to b" and the like. */
static void add_range(bytes *out, const char *before, double a, const char *word, double b,
                      int least)
{
    int digits = digits_of(a, b, least);
    bytes_print(out, "%s %.*g %s %.*g", before, digits, a, word, digits, b);
}

/* The points with values: first and last from left to right, lowest and highest. */
typedef struct course {
    size_t n, first, last, low, high;
    double left, right;         /* range of x */
    bool rightwards, leftwards; /* whether the points go one way, in the order of the arrays */
} course;

static course follow(const figure *f, const figure_series *a)
{
    course c = {.left = INFINITY, .right = -INFINITY, .rightwards = true, .leftwards = true};
    for (size_t i = 0; i < a->n; i++) {
        if (!curves_placed(f, a, i))
            continue;
        c.first = c.n ? c.first : i;
        c.low = c.n && a->y[c.low] <= a->y[i] ? c.low : i;
        c.high = c.n && a->y[c.high] >= a->y[i] ? c.high : i;
        c.rightwards = c.rightwards && (c.n == 0 || a->x[i] >= a->x[c.last]);
        c.leftwards = c.leftwards && (c.n == 0 || a->x[i] <= a->x[c.last]);
        c.last = i;
        c.left = fmin(c.left, a->x[i]);
        c.right = fmax(c.right, a->x[i]);
        c.n++;
    }
    if (!c.rightwards && c.leftwards) {
        size_t end = c.first;
        c.first = c.last;
        c.last = end;
    }
    return c;
}

static double height(const figure *f, const figure_series *a, size_t i)
{
    return scale_coordinate(f->y.scale, a->y[i]);
}

/* A tenth of the whole range: smaller changes against a trend, or beyond an end, are left out. */
static double tenth(const figure *f, const figure_series *a, const course *c)
{
    return 0.2 * (height(f, a, c->high) / 2 - height(f, a, c->low) / 2); /* it may overflow */
}

/* Whether the turn at point i goes beyond both ends. */
static bool turns(const figure *f, const figure_series *a, const course *c, size_t i)
{
    double at = height(f, a, i);
    double beyond = fmin(fabs(at - height(f, a, c->first)), fabs(at - height(f, a, c->last)));
    return beyond > tenth(f, a, c);
}

/* Whether the series goes from point i to point k all the way up (sign 1) or down (-1). */
static bool keeps_on(const figure *f, const figure_series *a, const course *c, size_t i, size_t k,
                     double sign)
{
    double furthest = -INFINITY, back = 0;
    for (size_t at = i;; at += i < k ? 1 : (size_t)-1) {
        if (curves_placed(f, a, at)) {
            furthest = fmax(furthest, sign * height(f, a, at));
            back = fmax(back, furthest - sign * height(f, a, at));
        }
        if (at == k)
            return back <= tenth(f, a, c);
    }
}

/* Describes a series with one turn; false for any other. */
static bool add_turn(const figure *f, const figure_series *a, const course *c, size_t at,
                     bytes *out)
{
    bool down = at == c->low;
    double sign = down ? -1 : 1;
    if (!turns(f, a, c, at) || !keeps_on(f, a, c, c->first, at, sign) ||
        !keeps_on(f, a, c, at, c->last, -sign))
        return false;
    add_range(out, down ? "falls from" : "rises from", a->y[c->first], "to", a->y[at], 3);
    bytes_print(out, " at %s = %.4g, then %s to %.*g", name(&f->x, "x"), a->x[at],
                down ? "rises" : "falls", digits_of(a->y[at], a->y[c->last], 3), a->y[c->last]);
    return true;
}

static void add_trend(const figure *f, const figure_series *a, const course *c, bytes *out)
{
    double first = a->y[c->first], last = a->y[c->last];
    if (a->y[c->low] == a->y[c->high])
        bytes_print(out, "is %.4g", first);
    else if (!c->rightwards && !c->leftwards)
        add_range(out, "lies between", a->y[c->low], "and", a->y[c->high], 3);
    else if (keeps_on(f, a, c, c->first, c->last, last < first ? -1 : 1))
        add_range(out, last < first ? "falls from" : "rises from", first, "to", last, 3);
    else if (!add_turn(f, a, c, c->low, out) && !add_turn(f, a, c, c->high, out))
        add_range(out, "goes up and down between", a->y[c->low], "and", a->y[c->high], 3);
}

static void add_fit(const figure *f, const figure_fit *fit, const course *c, bytes *out)
{
    bytes_print(out, "; slope %.4g", fit->slope);
    if (!isnan(fit->lo) && !isnan(fit->hi))
        bytes_print(out, " (%.4g to %.4g)", fit->lo, fit->hi);
    bytes_print(out, " for %s from %.4g to %.4g", name(&f->x, "x"), fmax(fit->from, c->left),
                fmin(fit->to, c->right));
}

static void add_series(const figure *f, size_t i, bytes *out)
{
    const figure_series *a = &f->series[i];
    course c = follow(f, a);
    omitted_name(f, i, out);
    if (c.n == 0) {
        bytes_text(out, ": nothing to show.\n");
        return;
    }
    bytes_print(out, ": %zu point%s, %s", c.n, c.n == 1 ? "" : "s", name(&f->x, "x"));
    if (c.left < c.right)
        add_range(out, " from", c.left, "to", c.right, 4);
    else
        bytes_print(out, " = %.4g", c.left);
    bytes_text(out, ", ");
    add_trend(f, a, &c, out);
    if (curves_negative(f, a))
        bytes_print(out, "; %zu of the values %s negative", curves_negative(f, a),
                    curves_negative(f, a) == 1 ? "is" : "are");
    if (a->fit.given)
        add_fit(f, &a->fit, &c, out);
    bytes_text(out, ".\n");
}

/* " for x from 1 to 8", of the ends that are given. */
static void add_reach(const figure *f, const figure_mark *m, bytes *out)
{
    if (isnan(m->from) && isnan(m->to))
        return;
    bytes_print(out, " for %s", name(&f->x, "x"));
    if (!isnan(m->from))
        bytes_print(out, " from %.4g", m->from);
    if (!isnan(m->to))
        bytes_print(out, " to %.4g", m->to);
}

static void add_mark(const figure *f, const figure_mark *m, bytes *out)
{
    static const char *const words[] = {"Line", "Line", "Text", "Line", "Window"};
    const char *before = " at";
    bytes_text(out, words[m->kind]);
    if (m->kind == MARK_SLOPE) {
        bytes_print(out, " of slope %.4g", m->slope);
        before = " through";
    }
    if (!isnan(m->x))
        bytes_print(out, "%s %s = %.4g", before, name(&f->x, "x"), m->x);
    if (!isnan(m->y))
        bytes_print(out, "%s %s = %.4g", isnan(m->x) ? before : ",", name(&f->y, "y"), m->y);
    add_reach(f, m, out);
    bytes_print(out, "%s%s.\n", *m->label ? ": " : "", m->label);
}

static void describe_panels(const figure *f, bytes *out)
{
    if (*f->title)
        bytes_print(out, "%s.\n", f->title);
    for (size_t i = 0; i < f->n_panels; i++) {
        bytes_print(out, "Panel %zu. ", i + 1);
        describe_figure(&f->panels[i], out);
    }
    if (*f->notes)
        bytes_print(out, "%s\n", f->notes);
}

void describe_notes(const figure *f, bytes *out)
{
    bytes_text(out, f->notes);
    omitted_points(f, out);
    omitted_intervals(f, out);
    omitted_marks(f, out);
}

void describe_figure(const figure *f, bytes *out)
{
    if (f->n_panels) {
        describe_panels(f, out);
        return;
    }
    add_axes(f, out);
    for (size_t i = 0; i < f->n; i++)
        if (!f->series[i].hide)
            add_series(f, i, out);
    for (size_t i = 0; i < f->n_marks; i++)
        add_mark(f, &f->marks[i], out);
    bytes notes = {0};
    describe_notes(f, &notes);
    if (notes.n)
        bytes_print(out, "%s\n", notes.data);
    out->failed = out->failed || notes.failed;
    bytes_free(&notes);
}
