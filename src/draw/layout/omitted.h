/* What a figure does not show, in sentences for its notes and its description. */
#pragma once

#include "draw/layout/text.h"

/* Appends the label of a series, or its number. */
void omitted_name(const figure *f, size_t series, bytes *out);

/* Appends how many points are not shown, why and of which series. */
void omitted_points(const figure *f, bytes *out);

/* Appends how many intervals have only one limit, and of which series. */
void omitted_intervals(const figure *f, bytes *out);

/* Appends how many marks are not shown. */
void omitted_marks(const figure *f, bytes *out);

/* Appends which series have no points at all. */
void omitted_series(const figure *f, bytes *out);

/* Appends which characters of the figure's texts the font lacks. */
void omitted_characters(const figure *f, text_font font, bytes *out);
