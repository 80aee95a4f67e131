/* The frame of a figure: grid, ticks with their labels, axis titles. */
#pragma once

#include "draw/layout/sheet.h"

/* Chooses the densest marks whose labels stay apart on axes of that length in points. */
void axes_choose_x(sheet *s, double length);
void axes_choose_y(sheet *s, double length);

/* Takes away labels that are too near where there is no sparser choice, or the axis in the end got
 * shorter. */
void axes_thin_out(sheet *s);

/* Width of the widest label of the y axis, in points. */
double axes_labels_width(const sheet *s);

/* How far the labels of the x axis reach beyond its left and right end, when it is `length` long.
 */
double axes_overhang(const sheet *s, double length, bool right);

/* Length of a tick of the x axis (downwards) or y axis (to the left), in points. */
double axes_tick(const sheet *s, bool x);

/* The title of an axis with the factor of its labels, and "log scale" where the ticks do not show
 * it, to be freed; NULL without memory. */
char *axes_title(const figure_axis *axis, const ticks *t);

/* Draws what lies under the curves (a grid, but at names), and the frame with ticks and labels. */
void axes_grid(const sheet *s);
void axes_frame(const sheet *s);
