/* The markers of the series: which points have one, and how they look. */
#pragma once

#include "draw/layout/curves.h"

/* Draws those of all series. Where markers of several lines would lie on each other the lines take
 * turns, so that each is seen; without memory, and where there are very many, none is left out. */
void markers_draw(sheet *s);

/* The look that the legend shows: that of the markers as they are drawn, hollow where all of the
 * series are. */
look markers_sample(const sheet *s, size_t series);
