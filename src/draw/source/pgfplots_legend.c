/* Legends: samples and labels of their entries. */
#include "draw/source/pgfplots.h"

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
    pgf_fill_style(o, fill, out);
    bytes_text(out, "] (0.1cm,-0.09cm) rectangle (0.5cm,0.09cm);");
    if (band)
        return;
    bytes_text(out, "\\path[");
    pgf_line_style(o, noise ? &edge : &bar, out);
    bytes_text(out, noise ? "] (0.1cm,0.09cm) -- (0.5cm,0.09cm);"
                          : "] (0.1cm,-0.09cm) |- (0.5cm,0.09cm) -- (0.5cm,-0.09cm);");
}

/* A bar of limits with its ends. */
static void add_limits(source *o, const sheet *s, bytes *out)
{
    canvas_pen pen = {s->theme->muted, 0.6 * s->theme->line * s->em, DASH_SOLID, false, false};
    bytes_text(out, "\\path[");
    pgf_line_style(o, &pen, out);
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
        pgf_line_style(o, &pen, out);
        bytes_text(out, e->line ? ", " : ", only marks, ");
        pgf_marker_style(o, e->look.color, fill, e->look.marker, 0.6 * line, size, out);
    } else {
        bytes_text(out, "only marks, ");
        pgf_marker_style(o, muted, e->kind == ENTRY_OPEN ? paper : muted, SHAPE_DOWN, 0.6 * line,
                         size, out);
    }
    bytes_text(out, "}\n");
}

void pgf_entries(source *o, const sheet *s, const legend *l, bytes *out)
{
    for (const entry *e = l->entries; e < l->entries + l->n; e++) {
        add_sample(o, s, e, out);
        bytes_text(out, "\\addlegendentry");
        if (e->lines > 1)
            bytes_print(out, "[text width=%.4gbp, align=flush left, text depth=]", l->most);
        pgf_text(e->label.data, out);
        bytes_char(out, '\n');
    }
}

void pgf_legend_place(const sheet *s, const legend *l, bytes *out)
{
    canvas_rect p = s->plot, b = s->legend_box;
    bool below = b.y0 > p.y1;
    double right = source_side(b.x0, b.x1, p.x0, p.x1), down = source_side(b.y0, b.y1, p.y0, p.y1);
    right = below ? 0.5 : right;
    down = below ? 0 : down;
    double x = b.x0 + right * (b.x1 - b.x0), y = b.y0 + down * (b.y1 - b.y0);
    bytes_print(out, ",\n legend columns=%zu, legend style={at={(%.5g,%.5g)}, anchor=%s}",
                l->columns, (x - p.x0) / (p.x1 - p.x0), (p.y1 - y) / (p.y1 - p.y0),
                pgf_anchor(right, down));
}
