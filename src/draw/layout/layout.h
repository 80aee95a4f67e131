/* From a figure to its display list: where everything stands. */
#pragma once

#include "draw/layout/text.h"

/* Lays the figure out on a page of that size in points, measured by the font; `grow` makes the page
 * higher for notes and a legend below. *out must be {0} and is to be freed in any case.
 * DRAW_NO_ROOM: the page is too small for labels and axes. */
draw_error layout_figure(const figure *f, const theme *t, text_font font, double width,
                         double height, bool grow, canvas *out);

/* The same for a figure that may have panels: each has an equal share of the page. */
draw_error layout_page(const figure *f, const theme *t, text_font font, double width, double height,
                       bool grow, canvas *out);

/* The sentence of an error. */
const char *draw_error_text(draw_error e);
