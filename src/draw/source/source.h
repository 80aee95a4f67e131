/* Figures as source of other programs, with their numbers in it: pgfplots and gnuplot. */
#pragma once

#include "draw/layout/legend.h"
#include "draw/layout/watch.h"
#include "draw/out/metadata.h"

/* What is written of a figure while it is laid out. */
typedef struct source {
    const struct source_language *language;
    const figure *figure;
    const theme *theme;
    const out_metadata *data;
    layout_watch watch;
    bytes definitions, axes; /* colours or numbers that the axes name; all axes */
    size_t n;                /* numbered things so far */
    legend shared;           /* of all panels */
    double key_x, key_y;     /* the middle of its top; NaN = there is none */
    double em;
    double origin[2]; /* what x and y are counted from */
    text_font font;
    double width, height; /* of the page, in points of 1/72 inch */
} source;

/* One program's words. Places on the page are points from its upper left corner, downwards. */
typedef struct source_language {
    void (*axes)(source *o, const sheet *s, double x, double y);
    void (*whole)(source *o, bytes *out); /* all of it, when everything is known */
} source_language;

extern const source_language source_pgfplots, source_gnuplot;

/* A figure whose layout is written down in *o, which must outlive it, and is to be freed. */
figure source_open(source *o, const source_language *language, const figure *f, const theme *t,
                   const out_metadata *data);

/* Appends the source of the figure, which has been laid out on that page. */
draw_error source_write(source *o, double width, double height, bytes *out);
void source_free(source *o);

/* What stands for all panels: a sheet without axes. */
sheet source_sheet(const source *o);

/* What the file says about itself, in lines that begin with the sign of a comment: the recipe in
 * pieces, for TeX reads no line of any length. */
void source_begin(const out_metadata *data, const char *sign, bytes *out);

/* The legend of axes, arranged where it stands in them or below them; empty without one. */
legend source_legend(const sheet *s);

/* Which side of the box its page's place is nearest to: 0 the beginning, 0.5 the middle, 1 the end.
 */
double source_side(double box0, double box1, double plot0, double plot1);

/* Whether two items can be one: of one kind and look. */
bool source_alike(const canvas_item *a, const canvas_item *b);

/* A label as text of the program, its runs raised and lowered; safe whatever it holds. */
void source_tex(const char *label, size_t n, bytes *out);
void source_gnuplot_text(const char *label, size_t n, bytes *out);

/* A string of gnuplot that holds this text as it is. */
void source_gnuplot_string(const char *text, bytes *out);
