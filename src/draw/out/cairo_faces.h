/* The faces that all text is drawn with. */
#pragma once

#include "draw/canvas.h"
#include "draw/figure.h"
#include "draw/out/cairo_calls.h"

/* Opens them, once for all figures. DRAW_NO_MEMORY: the next call tries again. */
draw_error cairo_faces_open(const cairo_calls *cairo);

/* Sets the context's face, of those that have been opened. */
void cairo_faces_set(const cairo_calls *cairo, cairo_t *cr, canvas_face face);
