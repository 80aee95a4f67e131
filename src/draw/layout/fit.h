/* Fitted slopes beside their curves: a triangle along the curve, the slope and its interval. */
#pragma once

#include "draw/layout/sheet.h"

enum { FIT_TEXT = 96 };

/* "−2.01 ± 0.02", or "−2.01 (−2.06 to −1.99)" when the limits are not symmetric. */
void fit_text(const figure_fit *fit, char text[FIT_TEXT]);

/* How steep a slope is on the page: points up for one point to the right. */
double fit_steepness(const sheet *s, double slope);

/* Draws the triangles that find an empty place, and takes the place in s->room. The others become
 * s->unplaced, and so do not try again when the figure is laid out again. */
void fit_draw(sheet *s);
