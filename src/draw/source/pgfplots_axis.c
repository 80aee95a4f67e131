/* The options of an axis environment: where it stands, its ranges, marks and titles. */
#include "draw/layout/axes.h"
#include "draw/layout/values.h"
#include "draw/source/pgfplots.h"

#include <math.h>
#include <stdlib.h>

/* The marks of an axis; minor ones as extra ones, which every scale takes. */
static void add_ticks(const sheet *s, const ticks *t, char axis, double origin, bytes *out)
{
    for (int major = 1; major >= 0; major--) {
        bytes_print(out, major ? ",\n %ctick={" : ",\n extra %c ticks={", axis);
        for (size_t i = 0, n = 0; i < t->n; i++)
            if (t->tick[i].major == major)
                bytes_print(out, "%s%.17g", n++ ? "," : "", t->tick[i].value - origin);
        bytes_char(out, '}');
    }
    bytes_print(out,
                ", extra %c tick labels={}, extra %c tick style={grid=none, major tick "
                "length=%.4gbp},\n %cticklabels={",
                axis, axis, s->theme->minor * s->em, axis);
    for (size_t i = 0, n = 0; i < t->n; i++)
        if (t->tick[i].major) {
            bytes_text(out, n++ ? "," : "");
            pgf_text(t->tick[i].label, out);
        }
    bytes_char(out, '}');
}

static void add_axis(const source *o, const sheet *s, char name, double length, bytes *out)
{
    bool x = name == 'x';
    canvas_rect box = values_box(s);
    const ticks *t = x ? &s->tx : &s->ty;
    double min = x ? box.x0 : box.y1, max = x ? box.x1 : box.y0, origin = o->origin[x ? 0 : 1];
    figure_axis axis = x ? s->figure->x : s->figure->y;
    axis.label = s->bare < 3 ? axis.label : "";
    char *title = axes_title(&axis, t);
    out->failed = out->failed || !title;
    if (axis.scale != SCALE_LINEAR)
        bytes_print(out, ",\n %cmode=log, log basis %c=%d", name, name,
                    axis.scale == SCALE_LOG ? 10 : 2);
    bytes_print(out, ",\n %cmin=%.17g, %cmax=%.17g", name, min - origin, name, max - origin);
    add_ticks(s, t, name, origin, out);
    bytes_print(out, ",\n %cmajorgrids=%s", name, !s->bare && !axis.n ? "true" : "false");
    if (title && *title) {
        bytes_print(out, ",\n %clabel style={text width=%.4gbp, align=flush center", name, length);
        if (!x) /* at the edge of the page */
            bytes_print(out, ", inner sep=0pt, anchor=north, at={(%.5g,0.5)}",
                        (s->theme->pad * s->em - s->plot.x0) / (s->plot.x1 - s->plot.x0));
        bytes_print(out, "}, %clabel=", name);
        pgf_text(title, out);
    }
    free(title);
}

/* TeX computes with some six digits: a short axis far from zero is counted from where it begins. */
static double origin_of(const scale *s, double min, double max)
{
    bool is_short = s->kind == SCALE_LINEAR && max - min < 1e-2 * fmax(fabs(min), fabs(max));
    return is_short ? min : 0;
}

void pgf_set_origin(source *o, const sheet *s, bytes *out)
{
    canvas_rect box = values_box(s);
    o->origin[0] = origin_of(&s->x, box.x0, box.x1);
    o->origin[1] = origin_of(&s->y, box.y1, box.y0);
    for (int k = 0; k < 2; k++)
        if (o->origin[k] != 0)
            bytes_print(out, "%% What stands here for %c is to be added to %.17g.\n", 'x' + k,
                        o->origin[k]);
}

void pgf_axis_options(source *o, const sheet *s, double x, double y, bytes *out)
{
    canvas_rect p = s->plot;
    const theme *t = s->theme;
    bytes_print(out, "\\begin{axis}[debias, at={(%.6gbp,%.6gbp)}, width=%.6gbp, height=%.6gbp",
                x + p.x0, -y - p.y1, p.x1 - p.x0, p.y1 - p.y0);
    bytes_print(out, ",\n major tick length=%.4gbp", t->tick * s->em);
    bytes_print(out, ", major grid style={line width=%.4gbp, draw=", t->rule * s->em);
    pgf_color(o, t->grid, out);
    bytes_print(out, "}, axis line style={line width=%.4gbp, draw=", t->rule * s->em);
    pgf_color(o, t->muted, out);
    bytes_print(out, "}, every tick/.style={line width=%.4gbp, draw=", t->rule * s->em);
    pgf_color(o, t->muted, out);
    bytes_char(out, '}');
    add_axis(o, s, 'x', s->canvas->width, out);
    add_axis(o, s, 'y', p.y1 - p.y0, out);
}
