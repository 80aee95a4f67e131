/* Between two x of any series the floors are straight on the page, and so is the upper edge. */
#include "draw/layout/noise.h"

#include "draw/layout/curves.h"

#include <math.h>
#include <stdlib.h>

static bool has_floor(const figure_series *a)
{
    return a->noise && a->n && !a->hide;
}

/* How many series have floors, and the first of them. */
static size_t count(const figure *f, size_t *first)
{
    size_t n = 0;
    for (size_t i = f->n; i-- > 0;)
        if (has_floor(&f->series[i])) {
            *first = i;
            n++;
        }
    return n;
}

canvas_color noise_color(const sheet *s)
{
    size_t first = 0;
    return count(s->figure, &first) == 1 ? curves_look(s, first).color : s->theme->muted;
}

static bool rises(const figure_series *a)
{
    for (size_t i = 0; i + 1 < a->n; i++)
        if (!(a->x[i] < a->x[i + 1]))
            return false;
    return true;
}

/* The height of the series' floor at x on the page; below the axes where it has none. */
static double floor_at(const sheet *s, const figure_series *a, double x)
{
    double lowest = s->plot.y1;
    for (size_t i = 0; i < a->n; i++) {
        double x1 = sheet_x(s, a->x[i]), y1 = fmin(sheet_y(s, a->noise[i]), lowest);
        if (x1 == x)
            return y1;
        if (x1 > x && i > 0) {
            double x0 = sheet_x(s, a->x[i - 1]), y0 = fmin(sheet_y(s, a->noise[i - 1]), lowest);
            return x0 < x ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : lowest;
        }
    }
    return lowest;
}

static int by_value(const void *a, const void *b)
{
    const double *p = a, *q = b;
    return (*p > *q) - (*p < *q);
}

/* Every x of a series with a floor, on the page, rising. */
static size_t all_x(const sheet *s, double *x)
{
    size_t n = 0;
    for (const figure_series *a = s->figure->series; a < s->figure->series + s->figure->n; a++)
        for (size_t i = 0; has_floor(a) && i < a->n; i++) {
            x[n] = sheet_x(s, a->x[i]);
            n += isnan(x[n]) ? 0 : 1;
        }
    qsort(x, n, sizeof *x, by_value);
    return n;
}

/* Draws the region: its edge from left to right, then back along the axis. xy: room for n + 2. */
static void draw(const sheet *s, const sheet *page, const double *x, size_t n, double *xy)
{
    const figure *f = s->figure;
    for (size_t i = 0; i < n; i++) {
        double y = page->plot.y1;
        for (const figure_series *a = f->series; a < f->series + f->n; a++)
            y = has_floor(a) ? fmin(y, floor_at(page, a, x[i])) : y;
        xy[2 * i] = s->page ? sheet_x_at(page, x[i]) : x[i];
        xy[2 * i + 1] = s->page ? sheet_y_at(page, y) : y;
    }
    canvas_color color = s->theme->muted;
    canvas_pen edge = {theme_alpha(color, 0xa0), s->theme->line * s->em, DASH_DOT, false, false};
    canvas_line(s->canvas, edge, xy, n);
    const double corners[] = {xy[2 * n - 2], s->plot.y1, xy[0], s->plot.y1};
    for (int i = 0; i < 4; i++)
        xy[2 * n + (size_t)i] = corners[i];
    canvas_polygon(s->canvas, theme_alpha(color, s->theme->noise_alpha), xy, n + 2);
}

enum { MOST = 2000 }; /* points; more are not merged */

bool noise_merged(const sheet *s)
{
    const figure *f = s->figure;
    size_t first, n = 0;
    if (count(f, &first) < 2)
        return false;
    for (const figure_series *a = f->series; a < f->series + f->n; a++) {
        n += has_floor(a) ? a->n : 0;
        if (n > MOST || (has_floor(a) && !rises(a)))
            return false;
    }
    double *x = malloc((3 * n + 4) * sizeof *x);
    s->canvas->failed = s->canvas->failed || !x;
    const sheet *page = s->page ? s->page : s;
    n = x ? all_x(page, x) : 0;
    if (n)
        draw(s, page, x, n, x + n);
    free(x);
    return true;
}
