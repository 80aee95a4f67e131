#include "draw/crowd.h"

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

static bool coprime(size_t a, size_t b)
{
    while (a) {
        size_t rest = b % a;
        b = a;
        a = rest;
    }
    return b == 1;
}

/* In a scattered order: of markers in a row every next one would open a pixel. */
static void choose(const raster *r, const double *xy, size_t n, bool *kept)
{
    size_t stride = (size_t)(0.618 * (double)n);
    while (!coprime(stride, n))
        stride++;
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
