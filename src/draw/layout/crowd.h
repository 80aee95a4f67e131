/* Many markers in one place: only those that show are drawn. */
#ifndef DEBIAS_DRAW_CROWD_H
#define DEBIAS_DRAW_CROWD_H

#include "draw/canvas.h"
#include "draw/figure.h"

enum { CROWD = 2000 }; /* points of one series that are fewer are all drawn */

/* Whether the shown series have more points together than are all drawn. */
bool crowd_in(const figure *f);

/* Keeps of the n centres those of markers without which a pixel would change, in their order;
 * returns how many. All markers have one look. Without memory it keeps all. */
size_t crowd_thin(canvas_rect box, canvas_shape shape, double size, double *xy, size_t n);

/* Keeps of the lines added since `first`, all of one pen, the segments without which a pixel would
 * change, as one item. Without memory it keeps all. */
void crowd_thin_lines(canvas *c, size_t first);

#endif
