/* The pixels of a plot, seen from above: which marks show. Marks come from the topmost to the
 * lowest. */
#pragma once

#include "draw/canvas.h"

#include <stdint.h>

/* Less light than this changes no pixel by more than a tone. */
#define RASTER_DARK (1 / 255.f)

typedef struct raster {
    canvas_rect box;
    double pixel; /* in points */
    size_t columns, rows;
    float *light;     /* of each pixel: the part of what lies below that comes through */
    float *kept;      /* light as raster_keep found it */
    int32_t *winding; /* of one polygon, then whether it shows; by rows, with one row more */
    uint16_t *level;  /* of each pixel, for the markers of one series */
    int *stamp;       /* pixels of one marker: n_stamp steps from its centre, two numbers each */
    size_t n_stamp, n_core; /* the first n_core of them are covered wherever in its pixel it lies */
    canvas_shape shape;     /* whose stamp it is */
    double size;
    bool failed; /* memory ran out */
} raster;

/* False without memory. */
bool raster_make(raster *r, canvas_rect box, double pixel);
void raster_free(raster *r);

/* Keeps the light, and brings it back. */
void raster_keep(raster *r);
void raster_back(raster *r);

/* Covers what an opaque mark covers; whether any of it shows. */
bool raster_marker(raster *r, canvas_shape shape, double size, const double at[2]);
bool raster_segment(raster *r, const double ab[4], double width);

/* The level of the marker that is drawn next: not below those it meets, above the hollow ones of
 * these, and above all of them when it is hollow itself. Hollow ones have odd levels. Levels are 0
 * after raster_flatten. */
void raster_flatten(raster *r);
unsigned raster_raise(raster *r, canvas_shape shape, double size, const double at[2], bool hollow);

/* Covers what the polygon covers, so that the part alpha of the light is held back; whether it
 * shows. */
bool raster_polygon(raster *r, const double *xy, size_t n, double alpha);

/* The outline of what shows of the last polygon, column by column, as pieces with a NaN between
 * them; returns how many points, or 0 when these are `most` or more. xy: room for `most`. */
size_t raster_outline(raster *r, double *xy, size_t most);
