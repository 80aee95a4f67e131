/* An axis environment for each axes, at its place on the page, with a plot for each item of the
 * list of values; texts are nodes, legends those of pgfplots. */
#include "draw/layout/values.h"
#include "draw/source/pgfplots.h"

#include <math.h>

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
        pgf_line_style(o, &item->pen, out);
    else if (item->kind == CANVAS_POLYGON)
        pgf_fill_style(o, item->pen.color, out);
    else
        pgf_marker_style(o, item->pen.color, item->fill, item->shape, item->pen.width, item->size,
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

static void axes(source *o, const sheet *s, double x, double y)
{
    bytes *out = &o->axes;
    canvas values = {0};
    legend l = source_legend(s);
    values_draw(s, &values);
    pgf_set_origin(o, s, out);
    pgf_axis_options(o, s, x, y, out);
    if (l.n)
        pgf_legend_place(s, &l, out);
    bytes_text(out, "]\n");
    add_items(o, &values, out);
    pgf_entries(o, s, &l, out);
    bytes_text(out, "\\end{axis}\n");
    pgf_labels(o, s, x, y, out);
    pgf_tags(o, s, x, y, out);
    pgf_words(s, x, y, out);
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
    pgf_entries(o, &s, &o->shared, out);
    bytes_text(out, "\\end{axis}\n");
}

/* Title and notes of panels. */
static void add_around(const source *o, bytes *out)
{
    double pad = o->theme->pad * o->em, inner = o->width - 2 * pad;
    if (!o->figure->n_panels)
        return;
    pgf_node("title, anchor=north west, align=flush left", pad, pad, inner, o->figure->title, out);
    pgf_node("small, anchor=south west, align=flush left", pad, o->height - pad, inner,
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
