#include "draw/layout/describe.h"

#include "draw/layout/curves.h"
#include "draw/layout/omitted.h"
#include "draw/layout/scale.h"

#include <math.h>
#include <string.h>

static const char *name(const figure_axis *axis, const char *fallback)
{
    return *axis->label ? axis->label : fallback;
}

static void add_axes(const figure *f, bytes *out)
{
    static const char *const words[] = {"", " (logarithmic)", " (powers of 2)"};
    if (*f->title) {
        bytes_text(out, f->title);
        bytes_text(out, ": ");
    }
    bytes_text(out, name(&f->y, "y"));
    bytes_text(out, words[f->y.scale]);
    bytes_text(out, " against ");
    bytes_text(out, name(&f->x, "x"));
    bytes_text(out, words[f->x.scale]);
    bytes_text(out, ".\n");
}

/* The points with values: first, last, lowest and highest, in the order of the arrays. */
typedef struct course {
    size_t n, first, last, low, high;
    double left, right; /* range of x */
} course;

static course follow(const figure *f, const figure_series *a)
{
    course c = {.left = INFINITY, .right = -INFINITY};
    for (size_t i = 0; i < a->n; i++) {
        if (isnan(scale_coordinate(f->x.scale, a->x[i])) ||
            isnan(scale_coordinate(f->y.scale, a->y[i])))
            continue;
        c.first = c.n ? c.first : i;
        c.low = c.n && a->y[c.low] <= a->y[i] ? c.low : i;
        c.high = c.n && a->y[c.high] >= a->y[i] ? c.high : i;
        c.last = i;
        c.left = fmin(c.left, a->x[i]);
        c.right = fmax(c.right, a->x[i]);
        c.n++;
    }
    return c;
}

/* Whether the turn at point i goes beyond both ends by a tenth of the whole range. */
static bool turns(const figure *f, const figure_series *a, const course *c, size_t i)
{
    scale_kind kind = f->y.scale;
    double at = scale_coordinate(kind, a->y[i]), first = scale_coordinate(kind, a->y[c->first]);
    double last = scale_coordinate(kind, a->y[c->last]);
    double tenth =
        0.1 * (scale_coordinate(kind, a->y[c->high]) - scale_coordinate(kind, a->y[c->low]));
    return fmin(fabs(at - first), fabs(at - last)) > tenth;
}

static void add_turn(const figure *f, const figure_series *a, const course *c, size_t at,
                     bytes *out)
{
    bool down = at == c->low;
    bytes_print(out, "%s from %.3g to %.3g at ", down ? "falls" : "rises", a->y[c->first],
                a->y[at]);
    bytes_text(out, name(&f->x, "x"));
    bytes_print(out, " = %.4g, then %s to %.3g", a->x[at], down ? "rises" : "falls", a->y[c->last]);
}

static void add_trend(const figure *f, const figure_series *a, const course *c, bytes *out)
{
    double first = a->y[c->first], last = a->y[c->last];
    if (a->y[c->low] == a->y[c->high])
        bytes_print(out, "is %.4g", first);
    else if (turns(f, a, c, c->low))
        add_turn(f, a, c, c->low, out);
    else if (turns(f, a, c, c->high))
        add_turn(f, a, c, c->high, out);
    else
        bytes_print(out, "%s from %.3g to %.3g", last < first ? "falls" : "rises", first, last);
}

static void add_fit(const figure *f, const figure_fit *fit, const course *c, bytes *out)
{
    bytes_print(out, "; slope %.4g", fit->slope);
    if (!isnan(fit->lo) && !isnan(fit->hi))
        bytes_print(out, " (%.4g to %.4g)", fit->lo, fit->hi);
    bytes_text(out, " for ");
    bytes_text(out, name(&f->x, "x"));
    bytes_print(out, " from %.4g to %.4g", fmax(fit->from, c->left), fmin(fit->to, c->right));
}

static void add_series(const figure *f, size_t i, bytes *out)
{
    const figure_series *a = &f->series[i];
    course c = follow(f, a);
    if (*a->label)
        bytes_text(out, a->label);
    else
        bytes_print(out, "series %zu", i + 1);
    bytes_text(out, ": ");
    if (c.n == 0) {
        bytes_text(out, "nothing to show.\n");
        return;
    }
    bytes_print(out, "%zu point%s, ", c.n, c.n == 1 ? "" : "s");
    bytes_text(out, name(&f->x, "x"));
    if (c.left < c.right)
        bytes_print(out, " from %.4g to %.4g, ", c.left, c.right);
    else
        bytes_print(out, " = %.4g, ", c.left);
    add_trend(f, a, &c, out);
    if (curves_negative(f, a))
        bytes_print(out, "; %zu of the values %s negative", curves_negative(f, a),
                    curves_negative(f, a) == 1 ? "is" : "are");
    if (a->fit.given)
        add_fit(f, &a->fit, &c, out);
    bytes_text(out, ".\n");
}

void describe_figure(const figure *f, bytes *out)
{
    add_axes(f, out);
    for (size_t i = 0; i < f->n; i++)
        if (!f->series[i].hide)
            add_series(f, i, out);
    bytes omitted = {0};
    omitted_points(f, &omitted);
    if (omitted.n) {
        bytes_text(out, omitted.data);
        bytes_char(out, '\n');
    }
    bytes_free(&omitted);
}
