/* Texts as labels on the page. */
#include "draw/source/gnuplot.h"

#include <string.h>

void gnuplot_text(const char *text, bytes *out)
{
    source_gnuplot_text(text, strlen(text), out);
}

/* A text on the page; the middle of its lines stands at y. */
static void add_label(const char *place, const char *font, canvas_color color, double x, double y,
                      const char *text, bytes *out)
{
    if (!*text)
        return;
    bytes_text(out, "set label ");
    gnuplot_text(text, out);
    bytes_print(out, " at screen (%.6g)/W, screen 1-(%.6g)/H %s font %s tc ", x, y, place, font);
    gnuplot_color(color, out);
    bytes_char(out, '\n');
}

void gnuplot_labels(const sheet *s, double x, double y, bytes *out)
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
        gnuplot_color(color, out);
        bytes_char(out, '\n');
    }
}

void gnuplot_tags(const sheet *s, double x, double y, bytes *out)
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

void gnuplot_words(const sheet *s, double x, double y, bytes *out)
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
