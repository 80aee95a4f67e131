/* Texts as nodes on the page. */
#include "draw/source/pgfplots.h"

#include <string.h>

void pgf_text(const char *text, bytes *out)
{
    bytes_char(out, '{');
    source_tex(text, strlen(text), out);
    bytes_char(out, '}');
}

const char *pgf_anchor(double right, double down)
{
    static const char *const names[3][3] = {{"north west", "north", "north east"},
                                            {"west", "center", "east"},
                                            {"south west", "south", "south east"}};
    return names[(int)(2 * down)][(int)(2 * right)];
}

void pgf_node(const char *options, double x, double y, double width, const char *text, bytes *out)
{
    if (!*text)
        return;
    bytes_print(out, "\\node[debias %s", options);
    if (width > 0)
        bytes_print(out, ", text width=%.6gbp", width);
    bytes_print(out, "] at (%.6gbp,%.6gbp) ", x, -y);
    pgf_text(text, out);
    bytes_text(out, ";\n");
}

void pgf_labels(source *o, const sheet *s, double x, double y, bytes *out)
{
    for (size_t i = 0; i < s->figure->n_marks; i++) {
        canvas_rect b = s->label[i].box;
        double right = source_side(b.x0, b.x1, s->plot.x0, s->plot.x1);
        const figure_mark *m = &s->figure->marks[i];
        if (m->kind == MARK_TEXT)
            right = 0.5 * m->anchor;
        bytes options = {0};
        bytes_print(
            &options, "small, anchor=%s, align=%s, text=", pgf_anchor(right, 0.5),
            (const char *[]){"flush left", "flush center", "flush right"}[(int)(2 * right)]);
        pgf_color(o, s->label[i].color, &options);
        if (b.x1 > b.x0)
            pgf_node(options.data ? options.data : "", x + b.x0 + right * (b.x1 - b.x0),
                     y + (b.y0 + b.y1) / 2, 0, m->label, out);
        out->failed = out->failed || options.failed;
        bytes_free(&options);
    }
}

void pgf_tags(source *o, const sheet *s, double x, double y, bytes *out)
{
    for (size_t i = 0; i < s->figure->n && s->direct; i++) {
        const sheet_tag *t = &s->tag[i];
        double text = s->plot.x1 + 1.6 * s->em;
        canvas_pen pen = {curves_look(s, i).color, 0.5 * s->theme->line * s->em, DASH_SOLID, false,
                          false};
        if (!t->shown)
            continue;
        bytes_text(out, "\\draw[");
        pgf_line_style(o, &pen, out);
        bytes_print(out, "] (%.6gbp,%.6gbp) -- (%.6gbp,%.6gbp) -- (%.6gbp,%.6gbp);\n",
                    x + t->x + 0.5 * s->em, -y - t->end, x + s->plot.x1 + 0.4 * s->em, -y - t->end,
                    x + text - 0.45 * s->em, -y - t->y);
        pgf_node("small, anchor=west, align=flush left", x + text, y + t->y, 0.3 * s->canvas->width,
                 s->figure->series[i].label, out);
    }
}

void pgf_words(const sheet *s, double x, double y, bytes *out)
{
    double pad = s->theme->pad * s->em, inner = s->canvas->width - 2 * pad;
    if (s->bare > 1)
        return;
    pgf_node("title, anchor=north west, align=flush left", x + pad, y + pad, inner,
             s->figure->title, out);
    pgf_node("small, anchor=south west, align=flush left", x + pad, y + s->canvas->height - pad,
             inner, s->notes.data ? s->notes.data : "", out);
}
