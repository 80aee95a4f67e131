/* The data of a figure: noise regions, intervals, lines and markers. */
#pragma once

#include "draw/layout/sheet.h"

/* How a series is drawn; series of one label share it. */
typedef struct look {
    canvas_color color;
    canvas_dash dash;
    canvas_shape marker;
    bool hollow; /* of its markers */
} look;

/* The colour that a series or a mark names; `fallback` for COLOR_AUTO. */
canvas_color curves_color(const sheet *s, int color, canvas_color fallback);

look curves_look(const sheet *s, size_t series);

/* Fills group, rank, signs and n_shaded of the sheet; group and rank have room for all series.
 * False without memory. */
bool curves_prepare(sheet *s);

/* Ranges of what is shown, for the two axes. */
void curves_range(const figure *f, scale_range *x, scale_range *y);

/* Whether an interval reaches down to <= 0 on a logarithmic y axis: drawn to the floor, marked
 * open. */
bool curves_open(const figure *f);

/* Whether its interval is a band along a line; that of a single point is a bar. */
bool curves_shaded(const figure_series *a);

/* Whether the series' interval is drawn. Several shaded ones would hide the curves of a character
 * display. */
bool curves_interval(const sheet *s, const figure_series *a);

/* Whether point i has a place: on a logarithmic axis, both coordinates are positive. */
bool curves_placed(const figure *f, const figure_series *a, size_t i);

/* Whether point i shows the size of a negative value. */
bool curves_is_negative(const figure_series *a, size_t i);

/* Points of the series that are drawn and show the size of a negative value. */
size_t curves_negative(const figure *f, const figure_series *a);

void curves_noise(const sheet *s); /* under the curves */
void curves_draw(const sheet *s);  /* intervals, then lines */

/* One sample of a line and a marker around x, y, for legends. */
void curves_sample(const sheet *s, look l, bool line, double x0, double x1, double y);
void curves_negative_mark(const sheet *s, canvas_color color, double x, double y);
void curves_open_mark(const sheet *s, canvas_color color, double x, double y);
