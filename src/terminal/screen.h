/* Figures on the display, one below the other or in place. */
#pragma once

#include "draw/figure.h"
#include "terminal/display.h"

/* What was drawn last, to be drawn over; starts as {0}. */
typedef struct screen {
    size_t columns, rows; /* of the window at that time; 0 = nothing is there */
    size_t lines;         /* that the figure took, the cursor is below them */
    unsigned id;          /* of kitty's image */
} screen;

/* Appends the figure as the display shows it, as large as its window but no larger than is easy to
 * read; in the place of the last one where `last` is not NULL. DRAW_NO_ROOM: the window is too
 * small. Not for DISPLAY_NONE. */
draw_error screen_draw(const figure *f, const display *d, screen *last, bytes *out);

/* Writes to standard output, whatever signal comes: whole, or as far as it can be written;
 * after an interrupt it ends what may be cut off. */
void screen_write(const bytes *out, bool interrupted);
