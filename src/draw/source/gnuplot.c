/* A plot command for each axes, with a block of data for each item of the list of values; texts are
 * labels, legends gnuplot's keys. Y measures the page from its top. */
#include "draw/layout/values.h"
#include "draw/source/gnuplot.h"

#include <math.h>

static void add_points(const canvas *c, const canvas_item *item, bool gap, bytes *out)
{
    const double *xy = &c->xy[2 * item->first];
    bytes_text(out, gap ? "\n" : "");
    for (size_t i = 0; i < item->n; i++)
        if (isnan(xy[2 * i]) || isnan(xy[2 * i + 1]))
            bytes_char(out, '\n');
        else
            bytes_print(out, "%.17g %.17g\n", xy[2 * i], xy[2 * i + 1]);
}

static bool is_hollow(const canvas_item *item)
{
    return item->fill != item->pen.color && item->shape < SHAPE_CROSS;
}

/* How a block is drawn; a hollow marker over what it hides. */
static void add_style(const canvas_item *item, size_t block, bytes *plot)
{
    bytes_print(plot, "%s\\\n $d%zu notitle ", block > 1 ? ", " : "", block);
    if (item->kind == CANVAS_LINE) {
        gnuplot_line_style(&item->pen, plot);
    } else if (item->kind == CANVAS_POLYGON) {
        bytes_text(plot, "with filledcurves closed fs solid noborder fc ");
        gnuplot_color(item->pen.color, plot);
    } else {
        bool hollow = is_hollow(item);
        canvas_color inner = hollow ? item->fill : item->pen.color;
        gnuplot_marker_style(inner, item->shape, false, item->pen.width, item->size, plot);
        if (!hollow)
            return;
        bytes_print(plot, ", $d%zu notitle ", block);
        gnuplot_marker_style(item->pen.color, item->shape, true, item->pen.width, item->size, plot);
    }
}

/* The items as blocks and what plots them; those that follow each other with one look are one. */
static void add_items(const canvas *c, bytes *blocks, bytes *plot)
{
    for (size_t i = 0, end, n = 0; i < c->n; i = end) {
        const canvas_item *item = &c->items[i];
        bytes_print(blocks, "$d%zu <<EOD\n", ++n);
        for (end = i; end < c->n && (end == i || source_alike(item, &c->items[end])); end++)
            add_points(c, &c->items[end], end > i && item->kind != CANVAS_MARKER, blocks);
        bytes_text(blocks, "EOD\n");
        add_style(item, n, plot);
    }
}

static void axes(source *o, const sheet *s, double x, double y)
{
    bytes *out = &o->axes, plot = {0};
    canvas values = {0};
    legend l = source_legend(s);
    values_draw(s, &values);
    gnuplot_frame(s, x, y, out);
    bytes_print(out, "MAJOR = %.4g*TL\nMINOR = %.4g*TL\n", s->theme->tick * s->em,
                s->theme->minor * s->em);
    gnuplot_axis(s, 'x', x, y, out);
    gnuplot_axis(s, 'y', x, y, out);
    gnuplot_labels(s, x, y, out);
    gnuplot_tags(s, x, y, out);
    gnuplot_words(s, x, y, out);
    if (l.n)
        gnuplot_key_place(s, &l, x, y, out);
    add_items(&values, out, &plot);
    gnuplot_entries(s, &l, &plot);
    bytes_print(out, "plot %s%s\n", values.n ? "" : "NaN notitle", plot.data ? plot.data : "");
    out->failed = out->failed || plot.failed || values.failed || l.failed;
    bytes_free(&plot);
    canvas_free(&values);
    legend_free(&l);
}

/* What the parts name: sizes of the page, fonts, and how large the terminal's units are. */
static void add_head(const source *o, bytes *out)
{
    double em = o->em;
    source_begin(o->data, "#", out);
    bytes_text(out,
               "# gnuplot 5.4 or later. FACE may be set before: gnuplot -e \"FACE='Times'\" FILE\n"
               "reset\nset encoding utf8\nif (!exists(\"FACE\")) FACE = 'Serif'\n");
    bytes_print(out, "W = %.6g; H = %.6g\n", o->width, o->height);
    bytes_print(out, "FONT = FACE.',%.4g'; SMALL = FACE.',%.4g'; BOLD = FACE.':Bold,%.4g'\n", em,
                em * o->theme->small, 1.1 * em);
    bytes_text(out,
               "LW = 2; PS = 1/7.0; D = 3; TL = 1/4.0 # of pdfcairo, for a point\n"
               "set terminal pdfcairo enhanced color size W/72.0, H/72.0 font FONT fontscale 0.75 "
               "background rgb ");
    bytes_print(out, "'#%06X'\nINK = '#%06X'\n", o->theme->paper >> 8, o->theme->ink >> 8);
    bytes_text(out, "set output ");
    source_gnuplot_string(o->data->name, out);
    bytes_text(out, ".'.pdf'\nset multiplot\n");
}

/* Title and notes of panels. */
static void add_around(source *o, bytes *out)
{
    sheet s = source_sheet(o);
    canvas page = {.width = o->width, .height = o->height};
    s.canvas = &page;
    bytes_text(&s.notes, o->figure->notes);
    gnuplot_words(&s, 0, 0, out);
    out->failed = out->failed || s.notes.failed;
    bytes_free(&s.notes);
}

/* What all panels share, as a plot whose axes do not show. */
static void add_shared(source *o, bytes *out)
{
    sheet s = source_sheet(o);
    bytes plot = {0};
    bytes_text(out, "unset logscale\nunset tics\nunset border\nunset grid\nunset xlabel\n"
                    "unset ylabel\nunset label\nunset arrow\nunset key\n");
    add_around(o, out);
    if (!isnan(o->key_x)) {
        gnuplot_entries(&s, &o->shared, &plot);
        gnuplot_key(o->key_x, o->key_y, "top center", &o->shared, out);
    }
    bytes_print(out, "plot [0:1] [0:1] NaN notitle%s\n", plot.data ? plot.data : "");
    out->failed = out->failed || plot.failed;
    bytes_free(&plot);
}

static void whole(source *o, bytes *out)
{
    add_head(o, out);
    bytes_text(out, o->axes.data ? o->axes.data : "");
    if (o->figure->n_panels)
        add_shared(o, out);
    bytes_text(out, "unset multiplot\nunset output\n");
}

const source_language source_gnuplot = {axes, whole};
