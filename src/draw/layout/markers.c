/* A line of few points has a marker at each, one of many has markers at a distance. */
#include "draw/layout/markers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Goes along the points of a series from marker to marker. */
typedef struct walk {
    double next, distance; /* where the next one is due; 0 = one at every point */
} walk;

/* Markers of a line keep their distance and start apart, so that those of several lines differ. */
static walk walk_start(const sheet *s, const figure_series *a)
{
    double width = s->plot.x1 - s->plot.x0, most = a->line ? 0.11 * width : 0;
    size_t few = (size_t)(8 * (1 + width / (s->em * 24)));
    double part = 0.25 * (double)(1 + s->rank[a - s->figure->series] % 4);
    return (walk){s->plot.x0 + most * part, a->n <= few ? 0 : most};
}

/* Whether a point at x gets a marker. */
static bool walk_on(walk *w, double x)
{
    if (w->distance == 0)
        return true;
    if (!(x >= w->next))
        return false;
    w->next += w->distance * (floor((x - w->next) / w->distance) + 1);
    return true;
}

static bool is_noise(const figure_series *a, size_t i)
{
    return a->noise && a->y[i] < a->noise[i];
}

/* A marker that may lie on others. */
typedef struct candidate {
    size_t series, point;
    double x, y;
    bool settled, covered;
} candidate;

static int by_x(const void *a, const void *b)
{
    const candidate *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x)
                        : (p->series > q->series) - (p->series < q->series);
}

static int by_point(const void *a, const void *b)
{
    const sheet_point *p = a, *q = b;
    return p->series != q->series ? (p->series > q->series) - (p->series < q->series)
                                  : (p->point > q->point) - (p->point < q->point);
}

enum { MOST = 2000 }; /* candidates; with more of them nobody tells the curves apart */

/* Adds the markers of a line; a single point has nothing else to show it. */
static size_t add_line(const sheet *s, size_t series, candidate *list, size_t n)
{
    const figure_series *a = &s->figure->series[series];
    walk w = walk_start(s, a);
    if (a->hide || a->edges || !a->line || a->n < 2 || curves_look(s, series).marker == SHAPE_NONE)
        return n;
    for (size_t i = 0; i < a->n && n < MOST; i++) {
        double x = sheet_x(s, a->x[i]), y = sheet_y(s, a->y[i]);
        if (!isnan(x) && !isnan(y) && walk_on(&w, x))
            list[n++] = (candidate){series, i, x, y, false, false};
    }
    return n;
}

/* How near markers cover each other: in a character display each takes a cell. */
typedef struct reach {
    double x, y;
} reach;

static reach reach_of(const sheet *s)
{
    double size = 0.75 * s->theme->marker * s->em, cell = s->theme->cell_width;
    return cell > 0 ? (reach){0.9 * cell, 0.9 * s->em} : (reach){size, size};
}

/* Whether a marker that is not settled lies on the spot of another. */
static bool lies_on(const candidate *c, const candidate *spot, reach near)
{
    return !c->settled && fabs(c->y - spot->y) <= near.y;
}

/* Of the markers on one spot, the first of which is list[0], the one whose line has shown the
 * fewest stays. */
static void settle(candidate *list, size_t n, reach near, size_t *shown)
{
    candidate *best = list, *end = list;
    for (; end < list + n && end->x <= list->x + near.x; end++)
        if (lies_on(end, list, near) && shown[end->series] < shown[best->series])
            best = end;
    for (candidate *c = list; c < end; c++)
        if (lies_on(c, list, near)) {
            c->covered = c->series != best->series;
            c->settled = true;
        }
    shown[best->series]++;
}

static void keep_covered(sheet *s, const candidate *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].covered)
            s->covered[s->n_covered++] = (sheet_point){list[i].series, list[i].point};
    qsort(s->covered, s->n_covered, sizeof *s->covered, by_point);
}

/* Fills s->covered. */
static void take_turns(sheet *s)
{
    candidate *list = malloc(MOST * sizeof *list);
    size_t *shown = calloc(s->figure->n + 1, sizeof *shown), n = 0;
    free(s->covered);
    s->covered = malloc(MOST * sizeof *s->covered);
    s->n_covered = 0;
    for (size_t i = 0; i < s->figure->n && list && n < MOST; i++)
        n = add_line(s, i, list, n);
    if (list && shown && s->covered && n < MOST) {
        qsort(list, n, sizeof *list, by_x);
        for (size_t i = 0; i < n; i++)
            if (!list[i].settled)
                settle(list + i, n - i, reach_of(s), shown);
        keep_covered(s, list, n);
    }
    s->canvas->failed = s->canvas->failed || !list || !shown || !s->covered;
    free(list);
    free(shown);
}

static bool is_covered(const sheet *s, size_t series, size_t point)
{
    const sheet_point key = {series, point};
    return s->n_covered && bsearch(&key, s->covered, s->n_covered, sizeof key, by_point);
}

static void draw(const sheet *s, const figure_series *a, look l)
{
    size_t series = (size_t)(a - s->figure->series);
    walk w = walk_start(s->page ? s->page : s, a);
    canvas_pen pen = {l.color, 0.6 * s->theme->line * s->em, DASH_SOLID, false, false};
    for (size_t i = 0; i < a->n; i++) {
        double x = sheet_x(s, a->x[i]);
        if (!walk_on(&w, s->page ? sheet_x(s->page, a->x[i]) : x) || is_covered(s, series, i))
            continue;
        canvas_shape shape = curves_is_negative(a, i) ? SHAPE_DOWN : l.marker;
        bool hollow = l.hollow || is_noise(a, i);
        canvas_marker(s->canvas, pen, shape, hollow ? s->theme->paper : l.color,
                      s->theme->marker * s->em, x, sheet_y(s, a->y[i]));
    }
}

void markers_draw(sheet *s)
{
    if (!s->page)
        take_turns(s);
    for (size_t i = 0; i < s->figure->n && !figure_interrupted(s->figure); i++) {
        look l = curves_look(s, i);
        if (!s->figure->series[i].hide && !s->figure->series[i].edges && l.marker != SHAPE_NONE)
            draw(s, &s->figure->series[i], l);
    }
}

look markers_sample(const sheet *s, size_t series)
{
    const figure_series *a = &s->figure->series[series];
    look l = curves_look(s, series);
    bool noise = a->noise && a->n, negative = a->sign && a->n;
    for (size_t i = 0; i < a->n; i++) {
        bool shown = curves_placed(s->figure, a, i);
        noise = noise && (is_noise(a, i) || !shown);
        negative = negative && (curves_is_negative(a, i) || !shown);
    }
    l.hollow = l.hollow || noise;
    if (negative && l.marker != SHAPE_NONE)
        l.marker = SHAPE_DOWN;
    return l;
}
