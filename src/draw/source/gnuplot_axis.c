/* Frame, ranges, marks and titles of axes. */
#include "draw/layout/axes.h"
#include "draw/layout/values.h"
#include "draw/source/gnuplot.h"

#include <stdlib.h>
#include <string.h>

static void add_ticks(const ticks *t, char axis, bytes *out)
{
    bytes_print(out, "set %ctics (", axis);
    for (size_t i = 0; i < t->n; i++) {
        bytes_text(out, i ? ", " : "");
        gnuplot_text(t->tick[i].major ? t->tick[i].label : "", out);
        bytes_print(out, " %.17g %d", t->tick[i].value, !t->tick[i].major);
    }
    bytes_text(out, ") out nomirror scale MAJOR,MINOR tc rgb INK font SMALL");
    bytes_text(out, axis == 'x' ? " offset 0,0.3\n" : "\n");
}

/* The label wrapped to that width, as one text. */
static void add_wrapped(text_style style, const char *text, double width, bytes *out)
{
    bytes whole = {0};
    for (const char *at = *text ? text : NULL; at;) {
        const char *line = at;
        size_t n = text_line(style, at, width, &at);
        bytes_text(&whole, line == text ? "" : "\n");
        bytes_add(&whole, line, n);
    }
    out->failed = out->failed || whole.failed;
    gnuplot_text(whole.data ? whole.data : "", out);
    bytes_free(&whole);
}

void gnuplot_axis(const sheet *s, char name, double x, double y, bytes *out)
{
    canvas_rect p = s->plot, box = values_box(s);
    bool across = name == 'x';
    const ticks *t = across ? &s->tx : &s->ty;
    double min = across ? box.x0 : box.y1, max = across ? box.x1 : box.y0;
    double length = across ? s->canvas->width : p.y1 - p.y0;
    figure_axis axis = across ? s->figure->x : s->figure->y;
    axis.label = s->bare < 3 ? axis.label : "";
    char *title = axes_title(&axis, t);
    out->failed = out->failed || !title;
    if (axis.scale == SCALE_LINEAR)
        bytes_print(out, "unset logscale %c\n", name);
    else
        bytes_print(out, "set logscale %c %d\n", name, axis.scale == SCALE_LOG ? 10 : 2);
    bytes_print(out, "set %crange [%.17g:%.17g]\n", name, min, max);
    add_ticks(t, name, out);
    bytes_text(out, across ? "set xlabel " : "set label ");
    add_wrapped(sheet_text(s, 1), title ? title : "", length, out);
    if (across)
        bytes_text(out, " tc rgb INK font FONT offset 0,0.6\n");
    else /* at the edge of the page */
        bytes_print(
            out,
            " at screen (%.6g)/W, screen 1-(%.6g)/H center rotate by 90 tc rgb INK font FONT\n",
            x + s->theme->pad * s->em + 0.3 * s->em, y + (s->plot.y0 + s->plot.y1) / 2);
    bytes_print(out, s->bare || axis.n ? "set grid no%ctics\n" : "set grid %ctics\n", name);
    free(title);
}

void gnuplot_frame(const sheet *s, double x, double y, bytes *out)
{
    canvas_rect p = s->plot;
    bytes_print(out, "set lmargin at screen (%.6g)/W\nset rmargin at screen (%.6g)/W\n", x + p.x0,
                x + p.x1);
    bytes_print(out, "set tmargin at screen 1-(%.6g)/H\nset bmargin at screen 1-(%.6g)/H\n",
                y + p.y0, y + p.y1);
    bytes_text(out, "unset label\nunset arrow\nunset key\nset border 3 lc ");
    gnuplot_color(s->theme->muted, out);
    bytes_print(out, " lw %.4g*LW\nset grid back lt 1 lc ", s->theme->rule * s->em);
    gnuplot_color(s->theme->grid, out);
    bytes_print(out, " lw %.4g*LW\n", s->theme->rule * s->em);
}
