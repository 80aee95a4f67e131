/* A plot command for each axes, with a block of data for each item of the list of values; texts are
 * labels, legends gnuplot's keys. Y measures the page from its top. */
#include "draw/layout/axes.h"
#include "draw/layout/values.h"
#include "draw/source/source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* gnuplot's colours say how transparent they are. */
static void add_color(canvas_color color, bytes *out)
{
    bytes_print(out, "rgb '#%02X%06X'", 0xff - (color & 0xff), color >> 8);
}

static void add_dash(const canvas_pen *pen, bytes *out)
{
    double lengths[4];
    size_t n = canvas_dash_lengths(pen->dash, 1, lengths);
    bytes_text(out, n ? " dt (" : " dt solid");
    for (size_t i = 0; i < n; i++)
        bytes_print(out, "%s%.3g*D", i ? "," : "", lengths[i]);
    bytes_text(out, n ? ")" : "");
}

/* LW and PS turn points of the page into the widths and sizes of the terminal. */
static void add_line_style(const canvas_pen *pen, bytes *out)
{
    bytes_text(out, "with lines lc ");
    add_color(pen->color, out);
    bytes_print(out, " lw %.4g*LW", pen->width);
    add_dash(pen, out);
}

static int point_type(canvas_shape shape, bool hollow)
{
    static const int types[] = {
        [SHAPE_CIRCLE] = 7, [SHAPE_SQUARE] = 5, [SHAPE_TRIANGLE] = 9, [SHAPE_DIAMOND] = 13,
        [SHAPE_DOWN] = 11,  [SHAPE_CROSS] = 2,  [SHAPE_PLUS] = 1,     [SHAPE_NONE] = 0};
    return types[shape] - (hollow && shape < SHAPE_CROSS);
}

static void add_marker_style(canvas_color color, canvas_shape shape, bool hollow, double width,
                             double size, bytes *out)
{
    bytes_print(out, "with points pt %d ps %.4g*PS lw %.4g*LW lc ", point_type(shape, hollow), size,
                width);
    add_color(color, out);
}

static void add_text(const char *text, bytes *out)
{
    source_gnuplot_text(text, strlen(text), out);
}

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
        add_line_style(&item->pen, plot);
    } else if (item->kind == CANVAS_POLYGON) {
        bytes_text(plot, "with filledcurves closed fs solid noborder fc ");
        add_color(item->pen.color, plot);
    } else {
        bool hollow = is_hollow(item);
        canvas_color inner = hollow ? item->fill : item->pen.color;
        add_marker_style(inner, item->shape, false, item->pen.width, item->size, plot);
        if (!hollow)
            return;
        bytes_print(plot, ", $d%zu notitle ", block);
        add_marker_style(item->pen.color, item->shape, true, item->pen.width, item->size, plot);
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

static void add_ticks(const ticks *t, char axis, bytes *out)
{
    bytes_print(out, "set %ctics (", axis);
    for (size_t i = 0; i < t->n; i++) {
        bytes_text(out, i ? ", " : "");
        add_text(t->tick[i].major ? t->tick[i].label : "", out);
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
    add_text(whole.data ? whole.data : "", out);
    bytes_free(&whole);
}

static void add_axis(const sheet *s, char name, double x, double y, bytes *out)
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

/* Looks of the frame, and where it stands. */
static void add_frame(const sheet *s, double x, double y, bytes *out)
{
    canvas_rect p = s->plot;
    bytes_print(out, "set lmargin at screen (%.6g)/W\nset rmargin at screen (%.6g)/W\n", x + p.x0,
                x + p.x1);
    bytes_print(out, "set tmargin at screen 1-(%.6g)/H\nset bmargin at screen 1-(%.6g)/H\n",
                y + p.y0, y + p.y1);
    bytes_text(out, "unset label\nunset arrow\nunset key\nset border 3 lc ");
    add_color(s->theme->muted, out);
    bytes_print(out, " lw %.4g*LW\nset grid back lt 1 lc ", s->theme->rule * s->em);
    add_color(s->theme->grid, out);
    bytes_print(out, " lw %.4g*LW\n", s->theme->rule * s->em);
}

/* A text on the page; the middle of its lines stands at y. */
static void add_label(const char *place, const char *font, canvas_color color, double x, double y,
                      const char *text, bytes *out)
{
    if (!*text)
        return;
    bytes_text(out, "set label ");
    add_text(text, out);
    bytes_print(out, " at screen (%.6g)/W, screen 1-(%.6g)/H %s font %s tc ", x, y, place, font);
    add_color(color, out);
    bytes_char(out, '\n');
}

static void add_labels(const sheet *s, double x, double y, bytes *out)
{
    static const char *const sides[] = {"left", "center", "right"};
    for (size_t i = 0; i < s->figure->n_marks; i++) {
        canvas_rect b = s->label[i].box;
        const figure_mark *m = &s->figure->marks[i];
        double right = source_side(b.x0, b.x1, s->plot.x0, s->plot.x1);
        if (m->kind == MARK_TEXT)
            right = 0.5 * m->anchor;
        if (b.x1 > b.x0)
            add_label(sides[(int)(2 * right)], "SMALL", s->label[i].color,
                      x + b.x0 + right * (b.x1 - b.x0), y + (b.y0 + b.y1) / 2, m->label, out);
    }
}

static void add_lead(const sheet *s, const sheet_tag *t, canvas_color color, double x, double y,
                     bytes *out)
{
    const double px[] = {t->x + 0.5 * s->em, s->plot.x1 + 0.4 * s->em, s->plot.x1 + 1.15 * s->em};
    const double py[] = {t->end, t->end, t->y};
    for (int k = 0; k < 2; k++) {
        bytes_print(out,
                    "set arrow from screen (%.6g)/W, screen 1-(%.6g)/H to screen (%.6g)/W, screen "
                    "1-(%.6g)/H nohead lw %.4g*LW lc ",
                    x + px[k], y + py[k], x + px[k + 1], y + py[k + 1],
                    0.5 * s->theme->line * s->em);
        add_color(color, out);
        bytes_char(out, '\n');
    }
}

/* Labels beside the axes, with a line to the ends of their curves. */
static void add_tags(const sheet *s, double x, double y, bytes *out)
{
    for (size_t i = 0; i < s->figure->n && s->direct; i++) {
        const sheet_tag *t = &s->tag[i];
        if (!t->shown)
            continue;
        add_lead(s, t, curves_look(s, i).color, x, y, out);
        add_label("left", "SMALL", s->theme->ink, x + s->plot.x1 + 1.6 * s->em, y + t->y,
                  s->figure->series[i].label, out);
    }
}

/* A text that begins in a corner of the page, at its lower end where `up`. */
static void add_block(const sheet *s, text_style style, const char *font, double x, double y,
                      bool up, const char *text, bytes *out)
{
    double width = s->canvas->width - 2 * s->theme->pad * s->em, line = sheet_line(style);
    double height = line * (double)text_lines(style, text, width);
    y = up ? y - height + line / 2 : y + line / 2;
    for (const char *at = *text ? text : NULL; at; y += line) {
        bytes part = {0};
        const char *start = at;
        bytes_add(&part, start, text_line(style, at, width, &at));
        add_label("left", font, style.color, x, y, part.data ? part.data : "", out);
        out->failed = out->failed || part.failed;
        bytes_free(&part);
    }
}

/* Title and notes of one sheet. */
static void add_words(const sheet *s, double x, double y, bytes *out)
{
    double pad = s->theme->pad * s->em;
    text_style title = sheet_text(s, 1.1), small = sheet_small(s);
    title.face.bold = true;
    small.color = s->theme->muted;
    if (s->bare > 1)
        return;
    add_block(s, title, "BOLD", x + pad, y + pad, false, s->figure->title, out);
    add_block(s, small, "SMALL", x + pad, y + s->canvas->height - pad, true,
              s->notes.data ? s->notes.data : "", out);
}

/* A key of a swatch: filled, with a line around it where it has one. */
static void add_swatch(const sheet *s, const entry *e, bytes *out)
{
    bool band = e->kind == ENTRY_BAND;
    unsigned alpha = e->kind == ENTRY_NOISE ? s->theme->noise_alpha : s->theme->band_alpha;
    bytes_text(out, "with boxes fs solid ");
    if (band)
        bytes_text(out, "noborder");
    else {
        bytes_text(out, "border lc ");
        add_color(theme_alpha(e->look.color, e->bars ? 0xff : 0xa0), out);
    }
    bytes_text(out, " fc ");
    add_color(theme_alpha(band ? s->theme->muted : e->look.color, alpha), out);
}

/* One clause of the plot command: the sample of an entry. */
static void add_sample(const sheet *s, const entry *e, bytes *out)
{
    double line = s->theme->line * s->em, size = s->theme->marker * s->em;
    canvas_pen pen = {e->look.color, line, e->look.dash, false, false};
    bool hollow = e->kind == ENTRY_OPEN || (e->look.hollow && e->look.marker < SHAPE_CROSS);
    bool mark = e->kind == ENTRY_OPEN || e->kind == ENTRY_NEGATIVE;
    canvas_color color = mark ? s->theme->muted : e->look.color;
    canvas_shape shape = mark ? SHAPE_DOWN : e->look.marker;
    if (e->bars || e->kind == ENTRY_NOISE || (e->kind == ENTRY_BAND && e->line)) {
        add_swatch(s, e, out);
    } else if (e->kind == ENTRY_BAND) {
        bytes_print(out, "with points pt '|' font ',%.4g' tc ", s->em);
        add_color(s->theme->muted, out);
    } else if (e->kind == ENTRY_SERIES && e->line) {
        bytes_print(out, "with linespoints pt %d ps %.4g*PS lc ", point_type(shape, hollow), size);
        add_color(color, out);
        bytes_print(out, " lw %.4g*LW", line);
        add_dash(&pen, out);
    } else {
        add_marker_style(color, shape, hollow, 0.6 * line, size, out);
    }
}

/* The entries of a legend, as clauses of a plot command that has others before. */
static void add_entries(const sheet *s, const legend *l, bytes *plot)
{
    for (const entry *e = l->entries; e < l->entries + l->n; e++) {
        bytes_text(plot, ", \\\n keyentry ");
        add_sample(s, e, plot);
        bytes_text(plot, " title ");
        add_text(e->label.data, plot);
    }
}

static void add_key(double x, double y, const char *place, const legend *l, bytes *out)
{
    bytes_print(
        out,
        "set key at screen (%.6g)/W, screen 1-(%.6g)/H %s vertical maxrows %zu Left reverse "
        "font SMALL tc rgb INK samplen 2\n",
        x, y, place, (l->n + l->columns - 1) / l->columns);
}

/* Where the legend of these axes stands. */
static void add_key_place(const sheet *s, const legend *l, double x, double y, bytes *out)
{
    static const char *const names[3][3] = {{"top left", "top center", "top right"},
                                            {"center left", "center center", "center right"},
                                            {"bottom left", "bottom center", "bottom right"}};
    canvas_rect p = s->plot, b = s->legend_box;
    bool below = b.y0 > p.y1;
    double right = below ? 0.5 : source_side(b.x0, b.x1, p.x0, p.x1);
    double down = below ? 0 : source_side(b.y0, b.y1, p.y0, p.y1);
    add_key(x + b.x0 + right * (b.x1 - b.x0), y + b.y0 + down * (b.y1 - b.y0),
            names[(int)(2 * down)][(int)(2 * right)], l, out);
}

static void axes(source *o, const sheet *s, double x, double y)
{
    bytes *out = &o->axes, plot = {0};
    canvas values = {0};
    legend l = source_legend(s);
    values_draw(s, &values);
    add_frame(s, x, y, out);
    bytes_print(out, "MAJOR = %.4g*TL\nMINOR = %.4g*TL\n", s->theme->tick * s->em,
                s->theme->minor * s->em);
    add_axis(s, 'x', x, y, out);
    add_axis(s, 'y', x, y, out);
    add_labels(s, x, y, out);
    add_tags(s, x, y, out);
    add_words(s, x, y, out);
    if (l.n)
        add_key_place(s, &l, x, y, out);
    add_items(&values, out, &plot);
    add_entries(s, &l, &plot);
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
    add_words(&s, 0, 0, out);
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
        add_entries(&s, &o->shared, &plot);
        add_key(o->key_x, o->key_y, "top center", &o->shared, out);
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
