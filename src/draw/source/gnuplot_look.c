/* Looks as words of gnuplot. */
#include "draw/source/gnuplot.h"

void gnuplot_color(canvas_color color, bytes *out)
{
    bytes_print(out, "rgb '#%02X%06X'", 0xff - (color & 0xff), color >> 8);
}

void gnuplot_dash(const canvas_pen *pen, bytes *out)
{
    double lengths[4];
    size_t n = canvas_dash_lengths(pen->dash, 1, lengths);
    bytes_text(out, n ? " dt (" : " dt solid");
    for (size_t i = 0; i < n; i++)
        bytes_print(out, "%s%.3g*D", i ? "," : "", lengths[i]);
    bytes_text(out, n ? ")" : "");
}

void gnuplot_line_style(const canvas_pen *pen, bytes *out)
{
    bytes_text(out, "with lines lc ");
    gnuplot_color(pen->color, out);
    bytes_print(out, " lw %.4g*LW", pen->width);
    gnuplot_dash(pen, out);
}

int gnuplot_point_type(canvas_shape shape, bool hollow)
{
    static const int types[] = {
        [SHAPE_CIRCLE] = 7, [SHAPE_SQUARE] = 5, [SHAPE_TRIANGLE] = 9, [SHAPE_DIAMOND] = 13,
        [SHAPE_DOWN] = 11,  [SHAPE_CROSS] = 2,  [SHAPE_PLUS] = 1,     [SHAPE_NONE] = 0};
    return types[shape] - (hollow && shape < SHAPE_CROSS);
}

void gnuplot_marker_style(canvas_color color, canvas_shape shape, bool hollow, double width,
                          double size, bytes *out)
{
    bytes_print(out, "with points pt %d ps %.4g*PS lw %.4g*LW lc ",
                gnuplot_point_type(shape, hollow), size, width);
    gnuplot_color(color, out);
}
