/* What the parts of one figure share while it is laid out. */
#pragma once

#include "draw/layout/layout.h"
#include "draw/layout/room.h"
#include "draw/layout/text.h"
#include "draw/scale/ticks.h"

#include <math.h>

typedef struct sheet_point {
    size_t series, point;
} sheet_point;

/* Where the label of a mark stands; an empty box: nowhere. */
typedef struct sheet_label {
    canvas_rect box;
    canvas_color color;
} sheet_label;

/* Where a label beside the axes stands, and where its curve ends. */
typedef struct sheet_tag {
    bool shown;
    double x, end, y;
} sheet_tag;

typedef struct sheet {
    const figure *figure;
    const theme *theme;
    text_font font;
    canvas *canvas;
    double em;        /* the font size in points */
    double height;    /* of the page, without what makes it grow */
    bool grow;        /* whether notes and a legend below make the page higher */
    canvas_rect plot; /* the rectangle of the axes */
    scale x, y;
    ticks tx, ty;
    size_t *group;     /* per series: the first one with the same label; its own without a label */
    size_t *rank;      /* per series: how many different labels come before its own */
    size_t first, end; /* the canvas' items that show the data */
    bool signs;        /* negative values are shown by their size: their markers point down */
    size_t n_shaded;   /* series that are shown with a shaded interval */
    bool direct;       /* labels stand at the ends of the curves */
    int bare;          /* what a small page leaves out: 1 grid and legend, 2 title and notes,
 3 labels of axes, too */
    canvas_rect legend_box; /* reserved for the legend; empty: none is */
    sheet_point *covered;   /* whose markers are left out, in order */
    size_t n_covered;
    room room;                /* where something stands already */
    bool *unplaced;           /* per series: its fitted slope found no place beside the curve */
    size_t n_unplaced;        /* how many */
    layout_shared shared;     /* with other panels */
    bytes notes;              /* the figure's notes and what the layout has to add */
    sheet_label *label;       /* per mark */
    sheet_tag *tag;           /* per series: its label beside the axes */
    const struct sheet *page; /* NULL, or places on this sheet are values, those that page shows */
} sheet;

/* The value itself, where it has a place. */
static inline double sheet_value(const scale *s, double value)
{
    return isnan(scale_coordinate(s->kind, value)) ? NAN : value;
}

static inline double sheet_x(const sheet *s, double value)
{
    if (s->page)
        return sheet_value(&s->x, value);
    return s->plot.x0 + scale_at(&s->x, value) * (s->plot.x1 - s->plot.x0);
}

static inline double sheet_y(const sheet *s, double value)
{
    if (s->page)
        return sheet_value(&s->y, value);
    return s->plot.y1 - scale_at(&s->y, value) * (s->plot.y1 - s->plot.y0);
}

/* The values at a place on the page. */
static inline double sheet_x_at(const sheet *s, double x)
{
    return scale_value(&s->x, (x - s->plot.x0) / (s->plot.x1 - s->plot.x0));
}

static inline double sheet_y_at(const sheet *s, double y)
{
    return scale_value(&s->y, (s->plot.y1 - y) / (s->plot.y1 - s->plot.y0));
}

/* Text of that size in em. */
static inline text_style sheet_text(const sheet *s, double size)
{
    return (text_style){s->theme, s->font, {.size = size * s->em}, s->theme->ink};
}

/* Smaller text: tick labels, legend, notes. */
static inline text_style sheet_small(const sheet *s)
{
    return sheet_text(s, s->theme->small);
}

/* Height of a line of text in that style. */
static inline double sheet_line(text_style t)
{
    return t.theme->leading * t.face.size;
}
