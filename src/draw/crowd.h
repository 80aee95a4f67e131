/* Many markers in one place: only those that show are drawn. */
#ifndef DEBIAS_DRAW_CROWD_H
#define DEBIAS_DRAW_CROWD_H

#include "draw/canvas.h"

enum { CROWD = 2000 }; /* markers of one series that are fewer are all drawn */

/* Keeps of the n centres those of markers without which a pixel would change, in their order;
 * returns how many. All markers have one look. Without memory it keeps all. */
size_t crowd_thin(canvas_rect box, canvas_shape shape, double size, double *xy, size_t n);

#endif
