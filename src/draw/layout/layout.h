/* From a figure to its display list: where everything stands. */
#pragma once

#include "draw/layout/text.h"

/* Lays the figure out on a page of that size in points, measured by the font; `grow` makes the page
 * higher for notes and a legend below. *out must be {0} and is to be freed in any case.
 * DRAW_NO_ROOM: the page is too small for labels and axes. */
draw_error layout_figure(const figure *f, const theme *t, text_font font, double width,
                         double height, bool grow, canvas *out);

/* The margins around axes in points, without what makes a page higher. */
typedef struct layout_margins {
    double left, right, top, bottom;
} layout_margins;

/* What panels have in common. listed: whether fitted slopes are to stand in the legend, and below:
 * whether the legend is to stand below the axes, become whether they do; margins: the least ones,
 * become those that the panel has; x, y: where the panel is on the page. */
typedef struct layout_shared {
    bool listed, below;
    layout_margins margins;
    double x, y;
} layout_shared;

/* The same of one panel. */
draw_error layout_panel(const figure *f, const theme *t, text_font font, double width,
                        double height, bool grow, layout_shared *shared, canvas *out);

/* What panels share: their title, to stand above them, legend and notes, to stand below;
 * out->height is 0 where there is none. *out must be {0} and is to be freed in any case. */
draw_error layout_head(const figure *f, const theme *t, text_font font, double width, canvas *out);
draw_error layout_key(const figure *f, const theme *t, text_font font, double width, canvas *out);
draw_error layout_notes(const figure *f, const theme *t, text_font font, double width, canvas *out);

/* A whole page, of one figure or of panels, which have equal shares of it. */
draw_error layout_page(const figure *f, const theme *t, text_font font, double width, double height,
                       bool grow, canvas *out);

/* The sentence of an error. */
const char *draw_error_text(draw_error e);
