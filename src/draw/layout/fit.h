/* Fitted slopes beside their curves: a triangle along the curve, the slope and its interval. */
#pragma once

#include "draw/layout/sheet.h"

enum { FIT_TEXT = 96 };

/* "−2.01 ± 0.02", or "−2.01 (−2.06 to −1.99)" when the limits are not symmetric. */
void fit_text(const figure_fit *fit, char text[FIT_TEXT]);

/* How steep a slope is on the page: points up for one point to the right. */
double fit_steepness(const sheet *s, double slope);

/* Draws the triangles, and takes their places in s->room. When one finds no empty place, all become
 * s->unplaced, and so are not tried again when the figure is laid out again. */
void fit_draw(sheet *s);

/* Makes all slopes s->unplaced. */
void fit_list(sheet *s);
