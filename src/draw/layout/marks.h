/* Lines, texts, slopes and windows that stand beside the data. */
#pragma once

#include "draw/layout/sheet.h"

/* Widens the ranges of the axes to what the marks name. */
void marks_range(const figure *f, scale_range *x, scale_range *y);

/* Draw windows, their edges, which lie on the grid, and lines; all under the curves. */
void marks_windows(const sheet *s);
void marks_edges(const sheet *s);
void marks_lines(const sheet *s);

/* Draws the texts and the labels of lines, where they cover least, and takes their place. */
void marks_labels(sheet *s);

/* How many marks name a place beyond the limits of the axes. */
size_t marks_beyond(const figure *f);
