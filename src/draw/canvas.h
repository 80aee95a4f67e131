/* The display list: what a figure is made of, in points (1/72 inch), y downwards from the top.
 *
 * Parts of a figure add to it, back ends draw it from first to last. Lines and polygons are cut at
 * the clip rectangle when they are added, so that no back end needs to clip. */
#pragma once

#include "draw/bytes.h"

#include <stdint.h>

typedef uint32_t canvas_color; /* 0xRRGGBBAA */

typedef enum canvas_kind { CANVAS_LINE, CANVAS_POLYGON, CANVAS_MARKER, CANVAS_TEXT } canvas_kind;

/* In the order in which series take them. */
typedef enum canvas_dash { DASH_SOLID, DASH_DASH, DASH_DASHDOT, DASH_DOT, DASH_LONG } canvas_dash;
typedef enum canvas_shape {
    SHAPE_CIRCLE,
    SHAPE_SQUARE,
    SHAPE_TRIANGLE,
    SHAPE_DIAMOND,
    SHAPE_DOWN,
    SHAPE_CROSS,
    SHAPE_PLUS,
    SHAPE_NONE
} canvas_shape;

enum { DASHES = DASH_LONG + 1, SHAPES = SHAPE_NONE };

typedef struct canvas_pen {
    canvas_color color;
    double width;
    canvas_dash dash;
    bool rule;  /* part of the frame: character displays draw it with box characters */
    bool round; /* has round ends */
} canvas_pen;

typedef struct canvas_face {
    double size;
    bool bold;
    bool mono; /* all characters equally wide */
    bool up;   /* runs upwards, turned left by a quarter */
    int raise; /* 1: a raised exponent, -1: a lowered index (size and place already say so) */
} canvas_face;

typedef struct canvas_rect {
    double x0, y0, x1, y1; /* left, top, right, bottom */
} canvas_rect;

typedef struct canvas_item {
    canvas_kind kind;
    canvas_pen pen;    /* of a line or a marker's edge; a polygon and a text have its color alone */
    canvas_color fill; /* of a marker */
    canvas_shape shape; /* of a marker */
    canvas_face face;   /* of a text */
    double size;        /* diameter of a marker, advance width of a text */
    size_t first, n;    /* its points: canvas.xy[2*first .. 2*(first+n)-1]; a text has one: the left
                           end of its base line; a marker as many as there are of it; in a
                           polygon and a line without dashes one with a NaN begins a new piece */
    size_t text;        /* a text's UTF-8 bytes start at canvas.text.data[text] and end with 0 */
} canvas_item;

/* Starts as {0} with width, height and clip set. `failed`: out of memory, the list is incomplete.
 */
typedef struct canvas {
    double width, height;
    canvas_color paper; /* the background */
    canvas_rect clip;   /* of lines and polygons added from now on */
    canvas_item *items;
    size_t n, capacity;
    double *xy;
    size_t n_xy, capacity_xy; /* in points, two numbers each */
    bytes text;
    bool failed;
} canvas;

/* A line through n points; a point with a NaN breaks it. */
void canvas_line(canvas *c, canvas_pen pen, const double *xy, size_t n);
void canvas_segment(canvas *c, canvas_pen pen, double x0, double y0, double x1, double y1);

/* A filled polygon of n points: what its line goes around, whichever way and however often. A point
 * with a NaN begins a new piece. */
void canvas_polygon(canvas *c, canvas_color color, const double *xy, size_t n);
void canvas_box(canvas *c, canvas_color color, canvas_rect box);

/* Dropped when its centre is outside the clip rectangle; never cut. */
void canvas_marker(canvas *c, canvas_pen pen, canvas_shape shape, canvas_color fill, double size,
                   double x, double y);

/* Adds an item that looks like another one, with these points; none is cut. */
void canvas_copy(canvas *c, const canvas_item *like, const double *xy, size_t n);

/* Adds all items of another list, moved right and down. */
void canvas_append(canvas *c, const canvas *from, double dx, double dy);

/* One more point of the last item. */
void canvas_extend(canvas *c, double x, double y);

/* The four corners of a marker of diameter 2 around 0, 0, y downwards; a cross and a plus are two
 * strokes. False for a circle. */
bool canvas_marker_corners(canvas_shape shape, double corners[8]);

/* One run of text of known advance width, its base line starting at x, y. */
void canvas_text(canvas *c, canvas_color color, canvas_face face, double x, double y, double width,
                 const char *utf8, size_t n);

/* Whether x, y is inside the polygon of n points. */
bool canvas_inside(const double *xy, size_t n, double x, double y);

/* Lengths on, off, on, off of a dash for a line of that width; returns how many (0 = solid). */
size_t canvas_dash_lengths(canvas_dash dash, double width, double lengths[4]);

/* The list as text, a line per item: what golden tests compare. */
void canvas_write(const canvas *c, bytes *out);

void canvas_free(canvas *c);
