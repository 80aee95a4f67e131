/* A grid of pixels keeps what still shows through the marks above. */
#include "draw/layout/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool raster_make(raster *r, canvas_rect box, double pixel)
{
    double width = box.x1 - box.x0, height = box.y1 - box.y0;
    *r = (raster){.box = box, .shape = SHAPE_NONE};
    r->pixel = fmax(pixel, (width + height) / 4000); /* of a poster they are larger */
    r->columns = (size_t)(width / r->pixel) + 1;
    r->rows = (size_t)(height / r->pixel) + 1;
    r->light = malloc(r->columns * r->rows * sizeof *r->light);
    r->kept = malloc(r->columns * r->rows * sizeof *r->kept);
    r->winding = calloc(r->columns * (r->rows + 1), sizeof *r->winding);
    r->level = malloc(r->columns * r->rows * sizeof *r->level);
    r->failed = !r->light || !r->kept || !r->winding || !r->level;
    if (r->failed)
        return false;
    for (size_t i = 0; i < r->columns * r->rows; i++)
        r->light[i] = 1;
    return true;
}

void raster_free(raster *r)
{
    free(r->light);
    free(r->kept);
    free(r->winding);
    free(r->level);
    free(r->stamp);
}

void raster_keep(raster *r)
{
    memcpy(r->kept, r->light, r->columns * r->rows * sizeof *r->light);
}

void raster_back(raster *r)
{
    memcpy(r->light, r->kept, r->columns * r->rows * sizeof *r->light);
}

/* Markers ------------------------------------------------------------------------------------- */

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

/* Adds the pixels that a marker of that size covers around its centre's, except those of `other`.
 */
static void add_stamp(raster *r, canvas_shape shape, int reach, double size, double other)
{
    for (int y = -reach; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            double at = 2 * r->pixel * x, up = 2 * r->pixel * y;
            bool middle = x == 0 && y == 0;
            if ((!middle && !covers(shape, at / size, up / size)) ||
                (other > 0 && (middle || covers(shape, at / other, up / other))))
                continue;
            r->stamp[2 * r->n_stamp] = x;
            r->stamp[2 * r->n_stamp++ + 1] = y;
        }
}

/* The stamp of such markers; their centres lie anywhere in their pixels. False without memory. */
static bool has_stamp(raster *r, canvas_shape shape, double size)
{
    if (r->shape == shape && r->size == size)
        return true;
    int reach = (int)ceil(1.2 * size / 2 / r->pixel);
    size_t side = (size_t)(2 * reach + 1);
    int *stamp = realloc(r->stamp, 4 * side * side * sizeof *stamp);
    r->failed = r->failed || !stamp;
    if (!stamp)
        return false;
    double core = fmax(size - 1.5 * r->pixel, r->pixel);
    r->stamp = stamp;
    r->shape = shape;
    r->size = size;
    r->n_stamp = 0;
    add_stamp(r, shape, reach, core, 0);
    r->n_core = r->n_stamp;
    add_stamp(r, shape, reach, size, core);
    return true;
}

typedef struct pixel {
    ptrdiff_t x, y; /* of points far outside: somewhere there */
} pixel;

static pixel pixel_of(const raster *r, const double at[2])
{
    const double far = 1e9;
    double x = floor((at[0] - r->box.x0) / r->pixel), y = floor((at[1] - r->box.y0) / r->pixel);
    return (pixel){(ptrdiff_t)fmin(fmax(x, -far), far), (ptrdiff_t)fmin(fmax(y, -far), far)};
}

/* The k-th pixel of the stamp of a marker there; -1 outside. */
static ptrdiff_t stamped(const raster *r, pixel centre, size_t k)
{
    ptrdiff_t x = centre.x + r->stamp[2 * k], y = centre.y + r->stamp[2 * k + 1];
    if ((size_t)x >= r->columns || (size_t)y >= r->rows)
        return -1;
    return y * (ptrdiff_t)r->columns + x;
}

bool raster_marker(raster *r, canvas_shape shape, double size, const double at[2])
{
    bool shows = false;
    if (!has_stamp(r, shape, size))
        return true;
    pixel centre = pixel_of(r, at);
    for (size_t k = 0; k < r->n_core; k++) {
        ptrdiff_t i = stamped(r, centre, k);
        if (i < 0)
            continue;
        shows = shows || r->light[i] > RASTER_DARK;
        r->light[i] = 0;
    }
    return shows;
}

void raster_flatten(raster *r)
{
    memset(r->level, 0, r->columns * r->rows * sizeof *r->level);
}

unsigned raster_raise(raster *r, canvas_shape shape, double size, const double at[2], bool hollow)
{
    unsigned level = 0;
    if (!has_stamp(r, shape, size))
        return 0;
    pixel centre = pixel_of(r, at);
    for (size_t k = 0; k < r->n_stamp; k++) {
        ptrdiff_t i = stamped(r, centre, k);
        level = i >= 0 && r->level[i] > level ? r->level[i] : level;
    }
    if (hollow)
        level += 1 + level % 2;
    else
        level += level % 2;
    for (size_t k = 0; k < r->n_stamp; k++) {
        ptrdiff_t i = stamped(r, centre, k);
        if (i >= 0)
            r->level[i] = (uint16_t)level;
    }
    return level;
}

/* Segments ------------------------------------------------------------------------------------ */

/* As fmin and fmax of numbers, without a call. */
static inline double smaller(double a, double b)
{
    return a < b ? a : b;
}

static inline double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Covers the pixels first .. last of a row or a column; whether one of them shows. */
static bool cover(raster *r, double along, double first, double last, bool upright)
{
    bool shows = false;
    double most = (double)(upright ? r->rows : r->columns) - 1;
    if (!(along >= 0 && along < (double)(upright ? r->columns : r->rows)))
        return false;
    first = larger(first, 0);
    last = smaller(last, most);
    if (!(first <= last))
        return false;
    size_t step = upright ? r->columns : 1, n = (size_t)(last - first) + 1;
    float *light = r->light + (size_t)along * (upright ? 1 : r->columns) + (size_t)first * step;
    for (size_t k = 0; k < n; k++, light += step) {
        shows = shows || *light > RASTER_DARK;
        *light = 0;
    }
    return shows;
}

/* Goes along the longer direction and covers what is across. */
bool raster_segment(raster *r, const double ab[4], double width)
{
    double a[2] = {(ab[0] - r->box.x0) / r->pixel, (ab[1] - r->box.y0) / r->pixel};
    double b[2] = {(ab[2] - r->box.x0) / r->pixel, (ab[3] - r->box.y0) / r->pixel};
    bool flat = fabs(b[0] - a[0]) >= fabs(b[1] - a[1]), shows = false;
    int u = flat ? 0 : 1, v = 1 - u; /* along and across */
    const double *low = a[u] <= b[u] ? a : b, *high = low == a ? b : a;
    double run = high[u] - low[u], slope = run > 0 ? (high[v] - low[v]) / run : 0;
    double half =
        width / r->pixel / 2 * sqrt(1 + slope * slope) - 0.25; /* rounded to what is full */
    double first = smaller(ceil(low[u] - 0.5), floor(low[u])),
           last = larger(floor(high[u] - 0.5), first);
    for (double k = first; k <= last; k++) {
        double at = low[v] + slope * smaller(larger(k + 0.5 - low[u], 0), run);
        double from = ceil(at - half - 0.5), to = floor(at + half - 0.5);
        if (from > to)
            from = to = floor(at);
        shows = cover(r, k, from, to, flat) || shows;
    }
    return shows;
}
