#include "draw/layout/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pixel = 0.24; /* points: one at 300 to the inch */

/* Pixels of an area, and those that one marker covers, as steps from its centre. */
typedef struct raster {
    canvas_rect box;
    size_t columns, rows;
    unsigned char *covered;
    int *steps; /* n_steps pairs */
    size_t n_steps;
} raster;

/* Whether a marker of diameter 2 around 0, 0 covers the point; strokes are a quarter wide. */
static bool covers(canvas_shape shape, double x, double y)
{
    const double half = 0.125, diagonal = sqrt(0.5);
    if (shape == SHAPE_CROSS)
        return fmin(fabs(x + y), fabs(x - y)) * diagonal <= half && fmax(fabs(x), fabs(y)) <= 0.8;
    if (shape == SHAPE_PLUS)
        return fmin(fabs(x), fabs(y)) <= half && fmax(fabs(x), fabs(y)) <= 1;
    double corners[8];
    if (canvas_marker_corners(shape, corners))
        return canvas_inside(corners, 4, x, y);
    return x * x + y * y <= 1;
}

bool crowd_in(const figure *f)
{
    size_t n = 0;
    for (const figure_series *a = f->series; a < f->series + f->n; a++)
        n += a->hide ? 0 : a->n;
    return n > CROWD;
}

static bool make(raster *r, canvas_shape shape, double size)
{
    int reach = (int)ceil(1.2 * size / 2 / pixel);
    size = fmax(size - 1.5 * pixel, pixel); /* centres lie anywhere in their pixels */
    size_t side = (size_t)(2 * reach + 1);
    r->columns = (size_t)((r->box.x1 - r->box.x0) / pixel) + 1;
    r->rows = (size_t)((r->box.y1 - r->box.y0) / pixel) + 1;
    r->covered = calloc(r->rows, r->columns);
    r->steps = malloc(2 * side * side * sizeof *r->steps);
    if (!r->covered || !r->steps)
        return false;
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++)
            if ((x == 0 && y == 0) || covers(shape, x * pixel * 2 / size, y * pixel * 2 / size)) {
                r->steps[2 * r->n_steps] = x;
                r->steps[2 * r->n_steps++ + 1] = y;
            }
    return true;
}

/* Covers what the marker at the centre covers; whether that was open somewhere. */
static bool cover(const raster *r, const double *centre)
{
    bool open = false;
    double x = floor((centre[0] - r->box.x0) / pixel), y = floor((centre[1] - r->box.y0) / pixel);
    for (const int *step = r->steps; step < r->steps + 2 * r->n_steps; step += 2) {
        double column = x + step[0], row = y + step[1];
        if (!(column >= 0 && column < (double)r->columns && row >= 0 && row < (double)r->rows))
            continue;
        unsigned char *at = &r->covered[(size_t)row * r->columns + (size_t)column];
        open = open || !*at;
        *at = 1;
    }
    return open;
}

/* As cover, for the segment that a disc draws on its way. */
static bool cover_segment(const raster *r, const double ab[4], double width)
{
    double dx = ab[2] - ab[0], dy = ab[3] - ab[1], length = hypot(dx, dy);
    double inset = fmin(width, length) / 2, steps = ceil((length - 2 * inset) / pixel);
    bool open = false;
    for (double k = 0; k <= steps; k++) {
        double at = inset + (length - 2 * inset) * k / fmax(steps, 1), t = at / fmax(length, pixel);
        open = cover(r, (double[]){ab[0] + t * dx, ab[1] + t * dy}) || open;
    }
    return open;
}

static bool coprime(size_t a, size_t b)
{
    while (a) {
        size_t rest = b % a;
        b = a;
        a = rest;
    }
    return b == 1;
}

/* The step of a scattered order of n: of markers in a row every next one would open a pixel. */
static size_t scattered(size_t n)
{
    size_t stride = (size_t)(0.618 * (double)n);
    while (!coprime(stride, n))
        stride++;
    return stride;
}

static void choose(const raster *r, const double *xy, size_t n, bool *kept)
{
    size_t stride = scattered(n);
    for (size_t i = 0, at = 0; i < n; i++, at = (at + stride) % n)
        kept[at] = cover(r, &xy[2 * at]);
}

size_t crowd_thin(canvas_rect box, canvas_shape shape, double size, double *xy, size_t n)
{
    raster r = {.box = box};
    bool *kept = malloc((n + 1) * sizeof *kept);
    size_t left = n;
    if (kept && n && make(&r, shape, size)) {
        left = 0;
        choose(&r, xy, n, kept);
        for (size_t i = 0; i < n; i++)
            if (kept[i])
                memmove(&xy[2 * left++], &xy[2 * i], 2 * sizeof *xy);
    }
    free(kept);
    free(r.covered);
    free(r.steps);
    return left;
}

/* A segment of a line, and how much of the line is before it. */
typedef struct segment {
    double ab[4], before;
} segment;

/* The segments of the lines from `first` on. */
static segment *segments(const canvas *c, size_t first, size_t *n)
{
    size_t points = c->n_xy - c->items[first].first;
    segment *all = malloc((points + 1) * sizeof *all);
    *n = 0;
    for (const canvas_item *item = c->items + first; all && item < c->items + c->n; item++) {
        const double *xy = &c->xy[2 * item->first];
        double before = 0;
        for (size_t i = 0; i + 1 < item->n; i++, xy += 2) {
            all[*n] = (segment){{xy[0], xy[1], xy[2], xy[3]}, before};
            before += hypot(xy[2] - xy[0], xy[3] - xy[1]);
            *n += 1;
        }
    }
    return all;
}

/* Adds the part from `start` to `end` of a segment if it shows. */
static void add_part(canvas *c, const raster *r, canvas_pen pen, const double ab[4], double start,
                     double end)
{
    double dx = ab[2] - ab[0], dy = ab[3] - ab[1], length = fmax(hypot(dx, dy), 1e-9);
    double s = fmax(start / length, 0), t = fmin(end / length, 1);
    const double part[] = {ab[0] + s * dx, ab[1] + s * dy, ab[0] + t * dx, ab[1] + t * dy};
    if (s < t && cover_segment(r, part, pen.width))
        canvas_pair(c, pen, part);
}

/* Adds the dashes of a segment that show. */
static void add_dashes(canvas *c, const raster *r, canvas_pen pen, const segment *a)
{
    double lengths[4], period = 0, length = hypot(a->ab[2] - a->ab[0], a->ab[3] - a->ab[1]);
    size_t n = canvas_dash_lengths(pen.dash, pen.width, lengths);
    for (size_t i = 0; i < n; i++)
        period += lengths[i];
    pen.dash = DASH_SOLID;
    if (n == 0)
        add_part(c, r, pen, a->ab, 0, length);
    for (double at = n ? -fmod(a->before, period) : length; at < length;)
        for (size_t i = 0; i < n; at += lengths[i] + lengths[i + 1], i += 2)
            add_part(c, r, pen, a->ab, at, at + lengths[i]);
}

void crowd_thin_lines(canvas *c, size_t first)
{
    raster r = {.box = c->clip};
    size_t n = 0;
    segment *all = c->n > first ? segments(c, first, &n) : NULL;
    if (n && make(&r, SHAPE_CIRCLE, c->items[first].pen.width)) {
        canvas_pen pen = c->items[first].pen;
        pen.round = pen.dash == DASH_SOLID && c->items[first].n > 2; /* as where lines turn */
        c->n_xy = c->items[first].first;
        c->n = first;
        size_t stride = scattered(n);
        for (size_t i = 0, at = 0; i < n; i++, at = (at + stride) % n)
            add_dashes(c, &r, pen, &all[at]);
    }
    free(all);
    free(r.covered);
    free(r.steps);
}
