/* A figure in words, for readers and listeners who do not see it. */
#pragma once

#include "draw/figure.h"

/* Appends what is drawn against what, and a sentence per shown series: range, trend, fitted slope.
 * Plain ASCII apart from the figure's own words. */
void describe_figure(const figure *f, bytes *out);

/* Appends the notes of a figure without panels, and what it does not show. */
void describe_notes(const figure *f, bytes *out);
