/* Polygons on a raster: the winding number of each pixel's centre, as sums down each column of what
 * the edges that cross it add. */
#include "draw/layout/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double limited(double value, double most)
{
    return fmin(fmax(value, 0), most);
}

/* What the edge a, b adds to the columns whose middle it crosses. */
static void add_edge(raster *r, const double *a, const double *b)
{
    int32_t sign = a[0] < b[0] ? 1 : -1;
    const double *left = sign > 0 ? a : b, *right = sign > 0 ? b : a;
    double x0 = (left[0] - r->box.x0) / r->pixel, x1 = (right[0] - r->box.x0) / r->pixel;
    double y0 = (left[1] - r->box.y0) / r->pixel,
           slope = (right[1] - left[1]) / r->pixel / (x1 - x0);
    size_t from = (size_t)limited(ceil(x0 - 0.5), (double)r->columns);
    size_t to = (size_t)limited(ceil(x1 - 0.5), (double)r->columns);
    for (size_t k = from; k < to; k++) {
        double y = ceil(y0 + slope * ((double)k + 0.5 - x0) - 0.5);
        r->winding[(size_t)limited(y, (double)r->rows) * r->columns + k] += sign;
    }
}

/* Less light than this is none: numbers of 1e-38 and below take some processors a hundred times as
 * long. */
#define NO_LIGHT 1e-30f

/* Covers the row's pixels inside and keeps of them those that show; whether there are some. `sums`
 * of the columns go on from row to row. */
static bool shade_row(raster *r, size_t row, int32_t *sums, float through)
{
    int32_t *winding = r->winding + row * r->columns, shows = 0;
    float *light = r->light + row * r->columns;
    for (size_t x = 0; x < r->columns; x++) {
        bool lit = (1 - through) * light[x] > RASTER_DARK;
        sums[x] += winding[x];
        winding[x] = sums[x] != 0 && lit;
        light[x] *= light[x] < NO_LIGHT ? 0 : sums[x] != 0 ? through : 1;
        shows |= winding[x];
    }
    return shows;
}

/* What a ring adds. */
static void add_ring(raster *r, const double *xy, size_t n)
{
    for (size_t i = 0; i < n; i++)
        add_edge(r, &xy[2 * i], &xy[2 * ((i + 1) % n)]);
}

/* The rows that the polygon can reach, top .. bottom - 1. */
static void rows_of(const raster *r, const double *xy, size_t n, size_t *top, size_t *bottom)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) { /* past the NaN of gaps */
        low = fmin(low, xy[2 * i + 1]);
        high = fmax(high, xy[2 * i + 1]);
    }
    *top = (size_t)limited(floor((low - r->box.y0) / r->pixel) - 1, (double)r->rows);
    *bottom = (size_t)limited(ceil((high - r->box.y0) / r->pixel) + 1, (double)r->rows);
}

bool raster_polygon(raster *r, const double *xy, size_t n, double alpha)
{
    bool shows = false;
    size_t top, bottom;
    int32_t *beyond = r->winding + r->rows * r->columns; /* what is crossed below the last row */
    memset(r->winding, 0, r->columns * (r->rows + 1) * sizeof *r->winding);
    for (size_t i = 0, end; i < n; i = end + 1) {
        for (end = i; end < n && !isnan(xy[2 * end]);)
            end++;
        add_ring(r, &xy[2 * i], end - i);
    }
    memset(beyond, 0, r->columns * sizeof *beyond);
    rows_of(r, xy, n, &top, &bottom);
    for (size_t y = top; y < bottom; y++)
        shows = shade_row(r, y, beyond, (float)(1 - alpha)) || shows;
    return shows;
}

/* Outlines ------------------------------------------------------------------------------------ */

/* Pixels top .. bottom - 1 of a column inside the polygon. Spans that have only each other beside
 * them are one piece of the outline. */
typedef struct span {
    double top, bottom;
    size_t column, before, after; /* of the piece; NONE at its ends */
} span;

#define NONE SIZE_MAX

/* The spans of a column, at most `most`; returns how many. */
static size_t spans_of(const raster *r, size_t column, span *out, size_t most)
{
    const int32_t *winding = r->winding + column;
    size_t n = 0;
    for (size_t y = 0; y < r->rows && n < most; y++) {
        if (winding[y * r->columns] == 0)
            continue;
        size_t top = y;
        while (y < r->rows && winding[y * r->columns] != 0)
            y++;
        out[n++] = (span){(double)top, (double)y, column, NONE, NONE};
    }
    return n;
}

static bool meet(const span *a, const span *b)
{
    return a->top < b->bottom && b->top < a->bottom;
}

/* Joins those of the spans first .. middle - 1 and middle .. end - 1, of columns side by side, that
 * meet only each other. */
static void join(span *all, size_t first, size_t middle, size_t end)
{
    for (size_t p = first, q = middle; p < middle && q < end;) {
        bool alone = !(p > first && meet(&all[p - 1], &all[q])) &&
                     !(p + 1 < middle && meet(&all[p + 1], &all[q])) &&
                     !(q > middle && meet(&all[q - 1], &all[p])) &&
                     !(q + 1 < end && meet(&all[q + 1], &all[p]));
        if (meet(&all[p], &all[q]) && alone) {
            all[p].after = q;
            all[q].before = p;
        }
        if (all[p].bottom < all[q].bottom)
            p++;
        else
            q++;
    }
}

/* All spans of the polygon; NONE when they are `most` or more. */
static size_t find_spans(const raster *r, span *all, size_t most)
{
    size_t first = 0, middle = 0;
    for (size_t x = 0; x < r->columns; x++) {
        size_t end = middle + spans_of(r, x, all + middle, most - middle);
        if (end == most)
            return NONE;
        join(all, first, middle, end);
        first = middle;
        middle = end;
    }
    return middle;
}

/* Points of an outline that is being made. */
typedef struct outline {
    const raster *raster;
    double *xy;
    size_t n, most;
} outline;

/* Whether the last point lies on the line from the one before it to x, y, a few columns away. */
static bool is_between(const outline *o, double x, double y)
{
    const double *a = &o->xy[2 * o->n - 4], *b = a + 2, pixel = o->raster->pixel;
    double dx = x - a[0];
    if (b[1] == a[1] && b[1] == y)
        return true;
    return fabs(dx) <= 6 * pixel && (b[0] - a[0]) * dx > 0 &&
           fabs(a[1] + (y - a[1]) * (b[0] - a[0]) / dx - b[1]) <= 0.3 * pixel;
}

/* Adds a point; what lies on a line between two others is left out. */
static void add(outline *o, double column, double row)
{
    double x = o->raster->box.x0 + o->raster->pixel * column;
    double y = o->raster->box.y0 + o->raster->pixel * row;
    if (o->n >= 2 && is_between(o, x, y))
        o->n--;
    if (o->n == o->most)
        return;
    o->xy[2 * o->n] = x;
    o->xy[2 * o->n++ + 1] = y;
}

/* Adds the piece that begins with span i: its upper side to the right, its lower one back. */
static void add_piece(outline *o, const span *all, size_t i)
{
    if (o->n)
        add(o, NAN, NAN);
    add(o, (double)all[i].column, all[i].top);
    for (;; i = all[i].after) {
        add(o, (double)all[i].column + 0.5, all[i].top);
        if (all[i].after == NONE)
            break;
    }
    add(o, (double)all[i].column + 1, all[i].top);
    add(o, (double)all[i].column + 1, all[i].bottom);
    for (;; i = all[i].before) {
        add(o, (double)all[i].column + 0.5, all[i].bottom);
        if (all[i].before == NONE)
            break;
    }
    add(o, (double)all[i].column, all[i].bottom);
}

size_t raster_outline(raster *r, double *xy, size_t most)
{
    span *all = malloc((most / 4 + 1) * sizeof *all);
    r->failed = r->failed || !all;
    size_t n = all ? find_spans(r, all, most / 4 + 1) : NONE;
    outline o = {r, xy, 0, most};
    for (size_t i = 0; n != NONE && i < n; i++)
        if (all[i].before == NONE)
            add_piece(&o, all, i);
    free(all);
    return o.n < most ? o.n : 0;
}
