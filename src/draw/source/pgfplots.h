/* The parts of the pgfplots source. Places are points of the page from its upper left corner. */
#pragma once

#include "draw/source/source.h"

/* Appends the name of the colour, which is defined when it is first used. */
void pgf_color(source *o, canvas_color color, bytes *out);

/* The style of a line, without a comma around it; so are the next two. */
void pgf_line_style(source *o, const canvas_pen *pen, bytes *out);

void pgf_marker_style(source *o, canvas_color edge, canvas_color fill, canvas_shape shape,
                      double width, double size, bytes *out);

void pgf_fill_style(source *o, canvas_color color, bytes *out);

/* A label in braces, as text of TeX. */
void pgf_text(const char *text, bytes *out);

/* The anchor of a box so far to the right and down of its place: 0, 0.5 or 1. */
const char *pgf_anchor(double right, double down);

/* A text on the page; width 0: of one line. */
void pgf_node(const char *options, double x, double y, double width, const char *text, bytes *out);

/* The words of marks. */
void pgf_labels(source *o, const sheet *s, double x, double y, bytes *out);

/* Labels beside the axes, with a line to the ends of their curves. */
void pgf_tags(source *o, const sheet *s, double x, double y, bytes *out);

/* Title and notes of one sheet. */
void pgf_words(const sheet *s, double x, double y, bytes *out);

/* Sets what x and y are counted from, and says so where that is not 0. */
void pgf_set_origin(source *o, const sheet *s, bytes *out);
/* The environment of the axes, whose options stay open. */
void pgf_axis_options(source *o, const sheet *s, double x, double y, bytes *out);

/* The entries of a legend of axes that are open. */
void pgf_entries(source *o, const sheet *s, const legend *l, bytes *out);

/* Where the legend of these axes stands, as options of them. */
void pgf_legend_place(const sheet *s, const legend *l, bytes *out);
