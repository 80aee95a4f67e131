/* The data of a figure and its lines as a display list whose places are values on the axes. */
#pragma once

#include "draw/layout/sheet.h"

/* Appends what is drawn inside the axes of a sheet that is laid out, but texts and the grid: the
 * numbers of the figure as they are, and for what hangs on the page those at its places there. Of
 * points within 0.2 points of the page, those that a line shows; lines end far outside the axes. */
void values_draw(const sheet *page, canvas *out);

/* The values at the ends of the axes. */
canvas_rect values_box(const sheet *page);
