/* The parts of the gnuplot source. Places are points of the page from its upper left corner. */
#pragma once

#include "draw/source/source.h"

/* gnuplot's colours say how transparent they are. */
void gnuplot_color(canvas_color color, bytes *out);

/* The dashes of a line, after a blank. */
void gnuplot_dash(const canvas_pen *pen, bytes *out);

/* LW and PS turn points of the page into the widths and sizes of the terminal. */
void gnuplot_line_style(const canvas_pen *pen, bytes *out);

/* The number of a marker. */
int gnuplot_point_type(canvas_shape shape, bool hollow);

void gnuplot_marker_style(canvas_color color, canvas_shape shape, bool hollow, double width,
                          double size, bytes *out);

/* Scale, range, marks and title of the axis called x or y. */
void gnuplot_axis(const sheet *s, char name, double x, double y, bytes *out);

/* Looks of the frame, and where it stands. */
void gnuplot_frame(const sheet *s, double x, double y, bytes *out);

/* A label as a string of gnuplot. */
void gnuplot_text(const char *text, bytes *out);

/* The words of marks. */
void gnuplot_labels(const sheet *s, double x, double y, bytes *out);

/* Labels beside the axes, with a line to the ends of their curves. */
void gnuplot_tags(const sheet *s, double x, double y, bytes *out);

/* Title and notes of one sheet. */
void gnuplot_words(const sheet *s, double x, double y, bytes *out);

/* The entries of a legend, as clauses of a plot command that has others before. */
void gnuplot_entries(const sheet *s, const legend *l, bytes *plot);

/* A key whose place on the page is x, y. */
void gnuplot_key(double x, double y, const char *place, const legend *l, bytes *out);

/* Where the legend of these axes stands. */
void gnuplot_key_place(const sheet *s, const legend *l, double x, double y, bytes *out);
