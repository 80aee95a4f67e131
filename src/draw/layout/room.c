/* A grid of coarse places; every item on the canvas takes those that it covers. */
#include "draw/layout/room.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double step = 1.5; /* points from one place to the next */
static const double gap = 4.5;  /* every third place is enough to find a shaded area */

room room_make(const canvas *c, const figure *f)
{
    room r = {.rows = (size_t)(c->height / step) + 1,
              .columns = (size_t)(c->width / step) + 1,
              .figure = f};
    r.turns = calloc(r.columns + 1, sizeof *r.turns);
    r.taken = r.turns ? calloc(r.rows, r.columns) : NULL;
    return r;
}

void room_free(room *r)
{
    free(r->taken);
    free(r->turns);
    *r = (room){0};
}

/* The index of the place that holds x, kept inside 0..n-1. */
static size_t place(double x, size_t n)
{
    return (size_t)fmin(fmax(floor(x / step), 0), (double)(n - 1));
}

static void mark(room *r, double x, double y)
{
    r->taken[place(y, r->rows) * r->columns + place(x, r->columns)] = 1;
}

/* Whether point i of many is not marked any more. */
static bool stops(const room *r, size_t i)
{
    enum { BETWEEN_LOOKS = 1024 };
    return i % BETWEEN_LOOKS == 0 && figure_interrupted(r->figure);
}

static void mark_box(room *r, canvas_rect box)
{
    for (double y = box.y0; y < box.y1 + step; y += step)
        for (double x = box.x0; x < box.x1 + step; x += step)
            mark(r, fmin(x, box.x1), fmin(y, box.y1));
}

static void mark_line(room *r, const double *xy, size_t n)
{
    for (size_t i = 0; i + 1 < n && !stops(r, i); i++) {
        double dx = xy[2 * i + 2] - xy[2 * i], dy = xy[2 * i + 3] - xy[2 * i + 1];
        double steps = ceil(fmax(fabs(dx), fabs(dy)) / step) + 1;
        for (double k = 0; k <= steps; k++)
            mark(r, xy[2 * i] + dx * k / steps, xy[2 * i + 1] + dy * k / steps);
    }
}

/* Adds up how the edges wind around `count` points x0 + j gap of the row at y: around the j-th, by
 * the turns after the j-th. */
static void add_turns(room *r, const double *xy, size_t n, double y, double x0, size_t count)
{
    memset(r->turns, 0, (count + 1) * sizeof *r->turns);
    for (size_t i = 0, j = n - 1; i < n; j = i++) {
        const double *a = &xy[2 * i], *b = &xy[2 * j];
        if ((a[1] > y) == (b[1] > y))
            continue;
        double at = a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
        if (at > x0)
            r->turns[(size_t)fmin(ceil((at - x0) / gap), (double)count)] += a[1] > y ? 1 : -1;
    }
}

/* Marks those of the points that are inside. */
static void mark_row(room *r, const double *xy, size_t n, double y, double x0, double x1)
{
    size_t count = (size_t)fmin(fmax(ceil((x1 - x0) / gap), 0), (double)r->columns);
    int winding = 0;
    add_turns(r, xy, n, y, x0, count);
    for (size_t j = count; j-- > 0;) {
        winding += r->turns[j + 1];
        if (winding)
            mark(r, x0 + gap * (double)j, y);
    }
}

static void mark_polygon(room *r, const double *xy, size_t n)
{
    canvas_rect box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < n; i++) {
        box = (canvas_rect){fmin(box.x0, xy[2 * i]), fmin(box.y0, xy[2 * i + 1]),
                            fmax(box.x1, xy[2 * i]), fmax(box.y1, xy[2 * i + 1])};
    }
    for (double y = box.y0; y < box.y1 && !figure_interrupted(r->figure); y += gap)
        mark_row(r, xy, n, y, box.x0, box.x1);
    mark_line(r, xy, n);
}

static void mark_text(room *r, const canvas_item *item, const double *at)
{
    double up = 0.8 * item->face.size, down = 0.2 * item->face.size;
    if (item->face.up)
        mark_box(r, (canvas_rect){at[0] - up, at[1] - item->size, at[0] + down, at[1]});
    else
        mark_box(r, (canvas_rect){at[0], at[1] - up, at[0] + item->size, at[1] + down});
}

static void mark_markers(room *r, const double *xy, size_t n, double half)
{
    for (size_t i = 0; i < n && !stops(r, i); i++) {
        double x = xy[2 * i], y = xy[2 * i + 1];
        mark_box(r, (canvas_rect){x - half, y - half, x + half, y + half});
    }
}

void room_add(room *r, const canvas *c, size_t first)
{
    if (!r->taken || c->failed)
        return;
    for (const canvas_item *item = c->items + first; item < c->items + c->n; item++) {
        if (stops(r, (size_t)(item - c->items)))
            return;
        const double *xy = &c->xy[2 * item->first];
        switch (item->kind) {
        case CANVAS_LINE:
            mark_line(r, xy, item->n);
            break;
        case CANVAS_POLYGON:
            mark_polygon(r, xy, item->n);
            break;
        case CANVAS_MARKER:
            mark_markers(r, xy, item->n, item->size / 2);
            break;
        case CANVAS_TEXT:
            mark_text(r, item, xy);
            break;
        }
    }
}

void room_take(room *r, canvas_rect box)
{
    if (r->taken)
        mark_box(r, box);
}

size_t room_taken(const room *r, canvas_rect box)
{
    size_t n = 0;
    if (!r->taken)
        return 0;
    size_t left = place(box.x0, r->columns), right = place(box.x1, r->columns);
    for (size_t i = place(box.y0, r->rows); i <= place(box.y1, r->rows); i++)
        for (size_t j = left; j <= right; j++)
            n += r->taken[i * r->columns + j];
    return n;
}
