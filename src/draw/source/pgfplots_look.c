/* Looks as options of pgfplots and TikZ. */
#include "draw/source/pgfplots.h"

#include <stdio.h>
#include <string.h>

void pgf_color(source *o, canvas_color color, bytes *out)
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

void pgf_line_style(source *o, const canvas_pen *pen, bytes *out)
{
    bytes_text(out, "draw=");
    pgf_color(o, pen->color, out);
    bytes_print(out, ", line width=%.4gbp", pen->width);
    add_dash(pen, out);
    add_opacity("draw opacity", pen->color, out);
}

void pgf_marker_style(source *o, canvas_color edge, canvas_color fill, canvas_shape shape,
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
    pgf_color(o, edge, out);
    bytes_text(out, ", fill=");
    pgf_color(o, fill, out);
    bytes_print(out, ", line width=%.4gbp%s}", width, shape == SHAPE_DOWN ? ", rotate=180" : "");
}

void pgf_fill_style(source *o, canvas_color color, bytes *out)
{
    bytes_text(out, "draw=none, fill=");
    pgf_color(o, color, out);
    add_opacity("fill opacity", color, out);
}
