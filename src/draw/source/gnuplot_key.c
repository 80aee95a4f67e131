/* Legends as keys: samples and labels of their entries. */
#include "draw/source/gnuplot.h"

#include <string.h>

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
        gnuplot_color(theme_alpha(e->look.color, e->bars ? 0xff : 0xa0), out);
    }
    bytes_text(out, " fc ");
    gnuplot_color(theme_alpha(band ? s->theme->muted : e->look.color, alpha), out);
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
        gnuplot_color(s->theme->muted, out);
    } else if (e->kind == ENTRY_SERIES && e->line) {
        bytes_print(out, "with linespoints pt %d ps %.4g*PS lc ", gnuplot_point_type(shape, hollow),
                    size);
        gnuplot_color(color, out);
        bytes_print(out, " lw %.4g*LW", line);
        gnuplot_dash(&pen, out);
    } else {
        gnuplot_marker_style(color, shape, hollow, 0.6 * line, size, out);
    }
}

void gnuplot_entries(const sheet *s, const legend *l, bytes *plot)
{
    for (const entry *e = l->entries; e < l->entries + l->n; e++) {
        bytes_text(plot, ", \\\n keyentry ");
        add_sample(s, e, plot);
        bytes_text(plot, " title ");
        gnuplot_text(e->label.data, plot);
    }
}

void gnuplot_key(double x, double y, const char *place, const legend *l, bytes *out)
{
    bytes_print(
        out,
        "set key at screen (%.6g)/W, screen 1-(%.6g)/H %s vertical maxrows %zu Left reverse "
        "font SMALL tc rgb INK samplen 2\n",
        x, y, place, (l->n + l->columns - 1) / l->columns);
}

void gnuplot_key_place(const sheet *s, const legend *l, double x, double y, bytes *out)
{
    static const char *const names[3][3] = {{"top left", "top center", "top right"},
                                            {"center left", "center center", "center right"},
                                            {"bottom left", "bottom center", "bottom right"}};
    canvas_rect p = s->plot, b = s->legend_box;
    bool below = b.y0 > p.y1;
    double right = below ? 0.5 : source_side(b.x0, b.x1, p.x0, p.x1);
    double down = below ? 0 : source_side(b.y0, b.y1, p.y0, p.y1);
    gnuplot_key(x + b.x0 + right * (b.x1 - b.x0), y + b.y0 + down * (b.y1 - b.y0),
                names[(int)(2 * down)][(int)(2 * right)], l, out);
}
