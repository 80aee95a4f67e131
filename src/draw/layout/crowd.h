/* Figures of many points: of their marks those are drawn that show. */
#pragma once

#include "draw/canvas.h"
#include "draw/figure.h"

enum { CROWD = 2000 }; /* figures of no more points are drawn in full */

/* Whether the shown series have more points together than are all drawn, and may be thinned. */
bool crowd_in(const figure *f);

/* Leaves out of the items first .. end - 1 what no pixel shows, and draws the rest with fewer of
 * them. They lie in the box, whose pixels are so many points wide; the ones behind them cover
 * nothing. Without memory all stay. */
void crowd_thin(const figure *f, canvas *c, canvas_rect box, double pixel, size_t first,
                size_t end);
