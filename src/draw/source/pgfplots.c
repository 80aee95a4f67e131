/* An axis environment for each axes, at its place on the page, with a plot for each item of the
 * list of values; texts are nodes, legends those of pgfplots. */
#include "draw/layout/axes.h"
#include "draw/layout/values.h"
#include "draw/source/source.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Appends the name of the colour, which is defined when it is first used. */
static void add_color(source *o, canvas_color color, bytes *out)
{
    char definition[64];
    unsigned rgb = color >> 8;
    snprintf(definition, sizeof definition, "\\definecolor{debias%06X}{HTML}{%06X}\n", rgb, rgb);
    if (!o->definitions.data || !strstr(o->definitions.data, definition))
        bytes_text(&o->definitions, definition);
    bytes_print(out, "debias%06X", rgb);
}

static void add_opacity(const char *what, canvas_color color, bytes *out)
{
    if ((color & 0xff) != 0xff)
        bytes_print(out, ", %s=%.3g", what, (color & 0xff) / 255.0);
}

static void add_dash(const canvas_pen *pen, bytes *out)
{
    double lengths[4];
    size_t n = canvas_dash_lengths(pen->dash, pen->width, lengths);
    for (size_t i = 0; i < n; i++)
        bytes_print(out, "%s%s %.4gbp", i ? " " : ", dash pattern=", i % 2 ? "off" : "on",
                    lengths[i]);
}

static void add_line_style(source *o, const canvas_pen *pen, bytes *out)
{
    bytes_text(out, "draw=");
    add_color(o, pen->color, out);
    bytes_print(out, ", line width=%.4gbp", pen->width);
    add_dash(pen, out);
    add_opacity("draw opacity", pen->color, out);
}

static void add_marker_style(source *o, canvas_color edge, canvas_color fill, canvas_shape shape,
                             double width, double size, bytes *out)
{
    static const char *const marks[] = {
        [SHAPE_CIRCLE] = "*",         [SHAPE_SQUARE] = "square*", [SHAPE_TRIANGLE] = "triangle*",
        [SHAPE_DIAMOND] = "diamond*", [SHAPE_DOWN] = "triangle*", [SHAPE_CROSS] = "x",
        [SHAPE_PLUS] = "+",           [SHAPE_NONE] = "none"};
    static const double sizes[] = {
        [SHAPE_CIRCLE] = 1, [SHAPE_SQUARE] = 0.86, [SHAPE_TRIANGLE] = 1.1, [SHAPE_DIAMOND] = 1.15,
        [SHAPE_DOWN] = 1.1, [SHAPE_CROSS] = 1.1,   [SHAPE_PLUS] = 1,       [SHAPE_NONE] = 0};
    bytes_print(out, "mark=%s, mark size=%.4gbp, mark options={solid, draw=", marks[shape],
                sizes[shape] * (size - width) / 2);
    add_color(o, edge, out);
    bytes_text(out, ", fill=");
    add_color(o, fill, out);
    bytes_print(out, ", line width=%.4gbp%s}", width, shape == SHAPE_DOWN ? ", rotate=180" : "");
}

static void add_fill_style(source *o, canvas_color color, bytes *out)
{
    bytes_text(out, "draw=none, fill=");
    add_color(o, color, out);
    add_opacity("fill opacity", color, out);
}

/* n points, and a gap before them unless they are the first. */
static void add_points(const source *o, const double *xy, size_t n, bool first, bytes *out)
{
    bytes_text(out, first ? "" : "\n (nan,nan)");
    for (size_t i = 0; i < n; i++) {
        bytes_text(out, i % 4 ? " " : "\n ");
        if (isnan(xy[2 * i]) || isnan(xy[2 * i + 1]))
            bytes_text(out, "(nan,nan)");
        else
            bytes_print(out, "(%.17g,%.17g)", xy[2 * i] - o->origin[0],
                        xy[2 * i + 1] - o->origin[1]);
    }
}

static void add_style(source *o, const canvas_item *item, bytes *out)
{
    if (item->kind == CANVAS_LINE)
        add_line_style(o, &item->pen, out);
    else if (item->kind == CANVAS_POLYGON)
        add_fill_style(o, item->pen.color, out);
    else
        add_marker_style(o, item->pen.color, item->fill, item->shape, item->pen.width, item->size,
                         out);
}

/* The items as plots; those that follow each other with one look are one. */
static void add_items(source *o, const canvas *c, bytes *out)
{
    for (size_t i = 0, end; i < c->n; i = end) {
        const canvas_item *item = &c->items[i];
        bool marks = item->kind == CANVAS_MARKER;
        bytes_print(out, "\\addplot[forget plot, %s, ", marks ? "only marks" : "mark=none");
        add_style(o, item, out);
        bytes_text(out, "] coordinates {");
        for (end = i; end < c->n && (end == i || source_alike(item, &c->items[end])); end++)
            add_points(o, &c->xy[2 * c->items[end].first], c->items[end].n, end == i || marks, out);
        bytes_print(out, "}%s;\n", item->kind == CANVAS_POLYGON ? " -- cycle" : "");
    }
}

static void add_text(const char *text, bytes *out)
{
    bytes_char(out, '{');
    source_tex(text, strlen(text), out);
    bytes_char(out, '}');
}

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
            add_text(t->tick[i].label, out);
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
        add_text(title, out);
    }
    free(title);
}

/* TeX computes with some six digits: a short axis far from zero is counted from where it begins. */
static double origin_of(const scale *s, double min, double max)
{
    bool is_short = s->kind == SCALE_LINEAR && max - min < 1e-2 * fmax(fabs(min), fabs(max));
    return is_short ? min : 0;
}

static void set_origin(source *o, const sheet *s, bytes *out)
{
    canvas_rect box = values_box(s);
    o->origin[0] = origin_of(&s->x, box.x0, box.x1);
    o->origin[1] = origin_of(&s->y, box.y1, box.y0);
    for (int k = 0; k < 2; k++)
        if (o->origin[k] != 0)
            bytes_print(out, "%% What stands here for %c is to be added to %.17g.\n", 'x' + k,
                        o->origin[k]);
}

static void add_axis_options(source *o, const sheet *s, double x, double y, bytes *out)
{
    canvas_rect p = s->plot;
    const theme *t = s->theme;
    bytes_print(out, "\\begin{axis}[debias, at={(%.6gbp,%.6gbp)}, width=%.6gbp, height=%.6gbp",
                x + p.x0, -y - p.y1, p.x1 - p.x0, p.y1 - p.y0);
    bytes_print(out, ",\n major tick length=%.4gbp", t->tick * s->em);
    bytes_print(out, ", major grid style={line width=%.4gbp, draw=", t->rule * s->em);
    add_color(o, t->grid, out);
    bytes_print(out, "}, axis line style={line width=%.4gbp, draw=", t->rule * s->em);
    add_color(o, t->muted, out);
    bytes_print(out, "}, every tick/.style={line width=%.4gbp, draw=", t->rule * s->em);
    add_color(o, t->muted, out);
    bytes_char(out, '}');
    add_axis(o, s, 'x', s->canvas->width, out);
    add_axis(o, s, 'y', p.y1 - p.y0, out);
}

/* The sample of what is shaded: a box, with a line over it where there is one. */
static void add_swatch(source *o, const sheet *s, const entry *e, bytes *out)
{
    bool band = e->kind == ENTRY_BAND, noise = e->kind == ENTRY_NOISE;
    double line = s->theme->line * s->em;
    canvas_pen bar = {e->look.color, line, e->look.dash, false, false};
    canvas_pen edge = {theme_alpha(e->look.color, 0xa0), line, DASH_DOT, false, false};
    canvas_color fill = theme_alpha(band ? s->theme->muted : e->look.color,
                                    noise ? s->theme->noise_alpha : s->theme->band_alpha);
    bytes_text(out, "\\path[");
    add_fill_style(o, fill, out);
    bytes_text(out, "] (0.1cm,-0.09cm) rectangle (0.5cm,0.09cm);");
    if (band)
        return;
    bytes_text(out, "\\path[");
    add_line_style(o, noise ? &edge : &bar, out);
    bytes_text(out, noise ? "] (0.1cm,0.09cm) -- (0.5cm,0.09cm);"
                          : "] (0.1cm,-0.09cm) |- (0.5cm,0.09cm) -- (0.5cm,-0.09cm);");
}

/* A bar of limits with its ends. */
static void add_limits(source *o, const sheet *s, bytes *out)
{
    canvas_pen pen = {s->theme->muted, 0.6 * s->theme->line * s->em, DASH_SOLID, false, false};
    bytes_text(out, "\\path[");
    add_line_style(o, &pen, out);
    bytes_text(out, "] (0.3cm,-0.09cm) -- (0.3cm,0.09cm) (0.26cm,0.09cm) -- (0.34cm,0.09cm)"
                    " (0.26cm,-0.09cm) -- (0.34cm,-0.09cm);");
}

/* The sample of an entry, as options of a plot. */
static void add_sample(source *o, const sheet *s, const entry *e, bytes *out)
{
    double line = s->theme->line * s->em, size = s->theme->marker * s->em;
    canvas_color muted = s->theme->muted, paper = s->theme->paper;
    canvas_pen pen = {e->look.color, line, e->look.dash, false, false};
    bool shaded = e->bars || e->kind == ENTRY_NOISE || (e->kind == ENTRY_BAND && e->line);
    bytes_text(out, "\\addlegendimage{");
    if (shaded || e->kind == ENTRY_BAND) {
        bytes_text(out, "legend image code/.code={");
        if (shaded)
            add_swatch(o, s, e, out);
        else
            add_limits(o, s, out);
        bytes_char(out, '}');
    } else if (e->kind == ENTRY_SERIES) {
        canvas_color fill = e->look.hollow ? paper : e->look.color;
        add_line_style(o, &pen, out);
        bytes_text(out, e->line ? ", " : ", only marks, ");
        add_marker_style(o, e->look.color, fill, e->look.marker, 0.6 * line, size, out);
    } else {
        bytes_text(out, "only marks, ");
        add_marker_style(o, muted, e->kind == ENTRY_OPEN ? paper : muted, SHAPE_DOWN, 0.6 * line,
                         size, out);
    }
    bytes_text(out, "}\n");
}

/* The entries of a legend of axes that are open. */
static void add_entries(source *o, const sheet *s, const legend *l, bytes *out)
{
    for (const entry *e = l->entries; e < l->entries + l->n; e++) {
        add_sample(o, s, e, out);
        bytes_text(out, "\\addlegendentry");
        if (e->lines > 1)
            bytes_print(out, "[text width=%.4gbp, align=flush left, text depth=]", l->most);
        add_text(e->label.data, out);
        bytes_char(out, '\n');
    }
}

static const char *anchor_of(double right, double down)
{
    static const char *const names[3][3] = {{"north west", "north", "north east"},
                                            {"west", "center", "east"},
                                            {"south west", "south", "south east"}};
    return names[(int)(2 * down)][(int)(2 * right)];
}

/* Where the legend of these axes stands, as options of them. */
static void add_legend_place(const sheet *s, const legend *l, bytes *out)
{
    canvas_rect p = s->plot, b = s->legend_box;
    bool below = b.y0 > p.y1;
    double right = source_side(b.x0, b.x1, p.x0, p.x1), down = source_side(b.y0, b.y1, p.y0, p.y1);
    right = below ? 0.5 : right;
    down = below ? 0 : down;
    double x = b.x0 + right * (b.x1 - b.x0), y = b.y0 + down * (b.y1 - b.y0);
    bytes_print(out, ",\n legend columns=%zu, legend style={at={(%.5g,%.5g)}, anchor=%s}",
                l->columns, (x - p.x0) / (p.x1 - p.x0), (p.y1 - y) / (p.y1 - p.y0),
                anchor_of(right, down));
}

/* A text on the page; width 0: of one line. */
static void add_node(const char *options, double x, double y, double width, const char *text,
                     bytes *out)
{
    if (!*text)
        return;
    bytes_print(out, "\\node[debias %s", options);
    if (width > 0)
        bytes_print(out, ", text width=%.6gbp", width);
    bytes_print(out, "] at (%.6gbp,%.6gbp) ", x, -y);
    add_text(text, out);
    bytes_text(out, ";\n");
}

static void add_labels(source *o, const sheet *s, double x, double y, bytes *out)
{
    for (size_t i = 0; i < s->figure->n_marks; i++) {
        canvas_rect b = s->label[i].box;
        double right = source_side(b.x0, b.x1, s->plot.x0, s->plot.x1);
        const figure_mark *m = &s->figure->marks[i];
        if (m->kind == MARK_TEXT)
            right = 0.5 * m->anchor;
        bytes options = {0};
        bytes_print(
            &options, "small, anchor=%s, align=%s, text=", anchor_of(right, 0.5),
            (const char *[]){"flush left", "flush center", "flush right"}[(int)(2 * right)]);
        add_color(o, s->label[i].color, &options);
        if (b.x1 > b.x0)
            add_node(options.data ? options.data : "", x + b.x0 + right * (b.x1 - b.x0),
                     y + (b.y0 + b.y1) / 2, 0, m->label, out);
        out->failed = out->failed || options.failed;
        bytes_free(&options);
    }
}

/* Labels beside the axes, with a line to the ends of their curves. */
static void add_tags(source *o, const sheet *s, double x, double y, bytes *out)
{
    for (size_t i = 0; i < s->figure->n && s->direct; i++) {
        const sheet_tag *t = &s->tag[i];
        double text = s->plot.x1 + 1.6 * s->em;
        canvas_pen pen = {curves_look(s, i).color, 0.5 * s->theme->line * s->em, DASH_SOLID, false,
                          false};
        if (!t->shown)
            continue;
        bytes_text(out, "\\draw[");
        add_line_style(o, &pen, out);
        bytes_print(out, "] (%.6gbp,%.6gbp) -- (%.6gbp,%.6gbp) -- (%.6gbp,%.6gbp);\n",
                    x + t->x + 0.5 * s->em, -y - t->end, x + s->plot.x1 + 0.4 * s->em, -y - t->end,
                    x + text - 0.45 * s->em, -y - t->y);
        add_node("small, anchor=west, align=flush left", x + text, y + t->y, 0.3 * s->canvas->width,
                 s->figure->series[i].label, out);
    }
}

/* Title and notes of one sheet. */
static void add_words(const sheet *s, double x, double y, bytes *out)
{
    double pad = s->theme->pad * s->em, inner = s->canvas->width - 2 * pad;
    if (s->bare > 1)
        return;
    add_node("title, anchor=north west, align=flush left", x + pad, y + pad, inner,
             s->figure->title, out);
    add_node("small, anchor=south west, align=flush left", x + pad, y + s->canvas->height - pad,
             inner, s->notes.data ? s->notes.data : "", out);
}

static void axes(source *o, const sheet *s, double x, double y)
{
    bytes *out = &o->axes;
    canvas values = {0};
    legend l = source_legend(s);
    values_draw(s, &values);
    set_origin(o, s, out);
    add_axis_options(o, s, x, y, out);
    if (l.n)
        add_legend_place(s, &l, out);
    bytes_text(out, "]\n");
    add_items(o, &values, out);
    add_entries(o, s, &l, out);
    bytes_text(out, "\\end{axis}\n");
    add_labels(o, s, x, y, out);
    add_tags(o, s, x, y, out);
    add_words(s, x, y, out);
    out->failed = out->failed || values.failed || l.failed;
    canvas_free(&values);
    legend_free(&l);
}

/* What stands before the picture: how to use it, its recipe, and what it needs. */
static void add_head(const source *o, bytes *out)
{
    source_begin(o->data, "%", out);
    bytes_text(out, "% In a document that has loaded pgfplots this is \\input; alone it is one.\n");
    bytes_text(out, "\\ifdefined\\pgfplotsset\\let\\debiasend\\relax\\else\n"
                    "\\documentclass{article}\n");
    bytes_print(out, "\\usepackage[paperwidth=%.6gbp, paperheight=%.6gbp, margin=0pt]{geometry}\n",
                o->width, o->height + 0.01);
    bytes_text(out, "\\IfFileExists{lmodern.sty}{\\usepackage[T1]{fontenc}\\usepackage{lmodern}}"
                    "{\\usepackage{fix-cm}}\n"
                    "\\usepackage{pgfplots}\\pgfplotsset{compat=1.16}\n"
                    "\\pagestyle{empty}\\parindent0pt\\topskip0pt\n"
                    "\\def\\debiasend{\\end{document}}\n"
                    "\\begin{document}\n\\fi\n");
}

/* The looks that all parts share; a document may change the fonts before. */
static void add_styles(const source *o, bytes *out)
{
    double em = o->em, small = round(10 * em * o->theme->small) / 10;
    bytes_print(out, "\\providecommand\\debiasfont{\\fontsize{%.3g}{%.4g}\\selectfont}\n", em,
                1.2 * em);
    bytes_print(out, "\\providecommand\\debiassmall{\\fontsize{%.3g}{%.4g}\\selectfont}\n", small,
                1.2 * small);
    bytes_print(out, "\\providecommand\\debiasscript{\\fontsize{%.3g}{%.4g}\\selectfont}\n",
                0.7 * em, 0.8 * em);
    bytes_text(out, "% A character that pdfTeX lacks is its number; LuaTeX and XeTeX take it.\n"
                    "\\providecommand\\debiaschar[2]{\\ifdefined\\Umathchar#2\\else"
                    "\\ifcsname u8:\\detokenize{#2}\\endcsname#2\\else[U+#1]\\fi\\fi}\n"
                    "\\providecommand\\debiasletter[2]{\\ifdefined\\Umathchar#2\\else"
                    "\\ifcsname T1\\string\\dh\\endcsname"
                    "{\\fontencoding{T1}\\selectfont#2}\\else[U+#1]\\fi\\fi}\n");
    bytes_text(out,
               "\\pgfplotsset{debias/.style={anchor=south west, scale only axis, "
               "axis x line*=bottom, axis y line*=left,\n"
               " tick align=outside, scaled ticks=false, clip marker paths=false, "
               "unbounded coords=jump,\n"
               " xlabel near ticks, label style={font=\\debiasfont}, "
               "tick label style={font=\\debiassmall},\n"
               " legend cell align=left, /tikz/every odd column/.append style={column sep=2bp}, "
               "/tikz/every even column/.append style={column sep=6bp},\n"
               " legend style={font=\\debiassmall, draw=none, "
               "fill opacity=0.85, text opacity=1, fill=debiaspaper, text=debiasink}}}\n");
    bytes_print(out,
                "\\definecolor{debiaspaper}{HTML}{%06X}\n\\definecolor{debiasink}{HTML}{%06X}\n",
                o->theme->paper >> 8, o->theme->ink >> 8);
    bytes_text(out, "\\tikzset{debias small/.style={inner sep=0pt, font=\\debiassmall},\n"
                    " debias title/.style={inner sep=0pt, font=\\debiasfont\\bfseries}}\n");
}

static void add_page(const source *o, bytes *out)
{
    const char *page = o->theme->paper >> 8 == 0xffffff ? "useasboundingbox" : "fill[debiaspaper]";
    bytes_print(out,
                "\\begin{tikzpicture}[text=debiasink]\n"
                "\\%s (0bp,0bp) rectangle (%.6gbp,%.6gbp);\n",
                page, o->width, -o->height);
}

/* The legend of all panels, of axes that do not show. */
static void add_shared(source *o, bytes *out)
{
    sheet s = source_sheet(o);
    if (isnan(o->key_x) || !o->shared.n)
        return;
    bytes_print(out,
                "\\begin{axis}[debias, hide axis, at={(%.6gbp,%.6gbp)}, anchor=north, width=1bp, "
                "height=1bp, xmin=0, xmax=1, ymin=0, ymax=1,\n"
                " legend columns=%zu, legend style={at={(0,1)}, anchor=north}]\n",
                o->key_x, -o->key_y, o->shared.columns);
    add_entries(o, &s, &o->shared, out);
    bytes_text(out, "\\end{axis}\n");
}

/* Title and notes of panels. */
static void add_around(const source *o, bytes *out)
{
    double pad = o->theme->pad * o->em, inner = o->width - 2 * pad;
    if (!o->figure->n_panels)
        return;
    add_node("title, anchor=north west, align=flush left", pad, pad, inner, o->figure->title, out);
    add_node("small, anchor=south west, align=flush left", pad, o->height - pad, inner,
             o->figure->notes, out);
}

static void whole(source *o, bytes *out)
{
    bytes rest = {0};
    add_shared(o, &rest);
    add_around(o, &rest);
    add_head(o, out);
    add_styles(o, out);
    bytes_text(out, o->definitions.data ? o->definitions.data : "");
    add_page(o, out);
    bytes_text(out, o->axes.data ? o->axes.data : "");
    bytes_text(out, rest.data ? rest.data : "");
    bytes_text(out, "\\end{tikzpicture}%\n\\debiasend\n");
    out->failed = out->failed || rest.failed;
    bytes_free(&rest);
}

const source_language source_pgfplots = {axes, whole};
