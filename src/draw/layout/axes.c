/* An axis takes the most marks whose labels keep their distance. */
#include "draw/layout/axes.h"

#include <math.h>
#include <string.h>

static double label_width(const sheet *s, const tick *t)
{
    return text_width(sheet_small(s), t->label, strlen(t->label));
}

/* Whether all labels keep their distance, in em; `wide`: side by side, else one above the other. */
static bool apart(const sheet *s, const ticks *t, double length, bool wide, double distance)
{
    for (const tick *a = t->tick; a < t->tick + t->n; a++)
        for (const tick *b = t->tick; b < a; b++) {
            double need =
                (wide ? (label_width(s, a) + label_width(s, b)) / 2 : 0) + distance * s->em;
            if (a->major && b->major && fabs(a->at - b->at) * length < need)
                return false;
        }
    return true;
}

/* The densest marks with that distance; with the smaller one when fewer than two labels are left.
 */
static void choose(const sheet *s, const scale *along, double length, bool wide, double distance,
                   double least, ticks *out)
{
    for (unsigned level = 0; ticks_make(along, level, out); level++)
        if (apart(s, out, length, wide, distance))
            break;
    if (ticks_labels(out) < 2 && distance > least)
        choose(s, along, length, wide, least, least, out);
}

static const double least_x = 0.4, least_y = 1;

/* The length of the axis between two names. */
static double name_room(const scale *along, double length)
{
    return length / (along->to - along->from);
}

/* Cuts the label to that width, with an ellipsis for what is left out. */
static void shorten(const sheet *s, tick *t, double width)
{
    static const char ellipsis[] = "\u2026";
    size_t n = strlen(t->label);
    while (n && label_width(s, t) > width) {
        do
            n--;
        while (n && (t->label[n] & 0xc0) == 0x80);
        if (n + sizeof ellipsis <= sizeof t->label)
            strcpy(t->label + n, ellipsis);
    }
}

static void place_names(const sheet *s, const scale *along, const figure_axis *axis, double width,
                        ticks *out)
{
    ticks_names(along, axis, out);
    for (tick *t = out->tick; t < out->tick + out->n; t++)
        shorten(s, t, width);
}

void axes_choose_x(sheet *s, double length)
{
    if (s->figure->x.n)
        place_names(s, &s->x, &s->figure->x, name_room(&s->x, length) - least_x * s->em, &s->tx);
    else
        choose(s, &s->x, length, true, 0.9, least_x, &s->tx);
}

void axes_choose_y(sheet *s, double length)
{
    if (s->figure->y.n)
        place_names(s, &s->y, &s->figure->y, 0.4 * s->canvas->width, &s->ty);
    else
        choose(s, &s->y, length, false, s->theme->spread, least_y, &s->ty);
}

/* Leaves the labels that keep their distance to the one before. */
static void thin_out(const sheet *s, double length, bool wide, double distance, ticks *t)
{
    ticks pair = {.n = 2}; /* the last one that stays, none at first, and the next */
    for (tick *a = t->tick; a < t->tick + t->n; a++) {
        pair.tick[1] = *a;
        a->major = a->major && apart(s, &pair, length, wide, distance);
        if (a->major)
            pair.tick[0] = *a;
    }
}

void axes_thin_out(sheet *s)
{
    thin_out(s, s->plot.x1 - s->plot.x0, true, least_x, &s->tx);
    thin_out(s, s->plot.y1 - s->plot.y0, false, least_y, &s->ty);
}

double axes_labels_width(const sheet *s)
{
    double widest = 0;
    for (const tick *t = s->ty.tick; t < s->ty.tick + s->ty.n; t++)
        widest = fmax(widest, label_width(s, t));
    return widest;
}

double axes_overhang(const sheet *s, double length, bool right)
{
    double most = 0;
    for (const tick *t = s->tx.tick; t < s->tx.tick + s->tx.n; t++)
        most = fmax(most, label_width(s, t) / 2 - length * (right ? 1 - t->at : t->at));
    return most;
}

double axes_tick(const sheet *s, bool x)
{
    return s->theme->cell_width > 0 && !x ? s->theme->cell_width / 2 : s->theme->tick * s->em;
}

char *axes_title(const figure_axis *axis, const ticks *t)
{
    bytes title = {0};
    bool labelled = *axis->label, marked = *t->factor || t->even;
    bytes_text(&title, axis->label);
    if (marked)
        bytes_print(&title, "%s%s%s%s%s", labelled ? " (" : "", t->factor,
                    *t->factor && t->even ? ", " : "", t->even ? "log scale" : "",
                    labelled ? ")" : "");
    if (title.failed)
        bytes_free(&title);
    return title.data;
}

void axes_grid(const sheet *s)
{
    canvas_pen pen = {s->theme->grid, s->theme->rule * s->em, DASH_SOLID, false, false};
    canvas_rect p = s->plot;
    if (!s->theme->grid)
        return;
    for (const tick *t = s->tx.tick; t < s->tx.tick + s->tx.n; t++) {
        double x = p.x0 + t->at * (p.x1 - p.x0);
        if (t->major && !s->figure->x.n)
            canvas_segment(s->canvas, pen, x, p.y0, x, p.y1);
    }
    for (const tick *t = s->ty.tick; t < s->ty.tick + s->ty.n; t++) {
        double y = p.y1 - t->at * (p.y1 - p.y0);
        if (t->major && !s->figure->y.n)
            canvas_segment(s->canvas, pen, p.x0, y, p.x1, y);
    }
}

/* Minor ticks are shorter, and left out where the theme has none. */
static double tick_length(const sheet *s, const tick *t, bool x)
{
    return t->major ? axes_tick(s, x) : s->theme->minor * s->em;
}

static void frame_x(const sheet *s, canvas_pen pen)
{
    text_style small = sheet_small(s);
    canvas_rect p = s->plot;
    double below = p.y1 + axes_tick(s, true) + s->theme->drop * s->em / 2 + sheet_line(small) / 2;
    for (const tick *t = s->tx.tick; t < s->tx.tick + s->tx.n; t++) {
        double x = p.x0 + t->at * (p.x1 - p.x0), length = tick_length(s, t, true);
        if (length > 0)
            canvas_segment(s->canvas, pen, x, p.y1, x, p.y1 + length);
        if (t->major)
            text_put(s->canvas, small, TEXT_CENTER, x, below, t->label, strlen(t->label));
    }
}

static void frame_y(const sheet *s, canvas_pen pen)
{
    canvas_rect p = s->plot;
    double left = p.x0 - axes_tick(s, false) - s->theme->gap * s->em * 0.6;
    if (s->theme->cell_width > 0)
        left = p.x0 - 1.5 * s->theme->cell_width;
    for (const tick *t = s->ty.tick; t < s->ty.tick + s->ty.n; t++) {
        double y = p.y1 - t->at * (p.y1 - p.y0), length = tick_length(s, t, false);
        if (length > 0)
            canvas_segment(s->canvas, pen, p.x0, y, p.x0 - length, y);
        if (t->major)
            text_put(s->canvas, sheet_small(s), TEXT_RIGHT, left, y, t->label, strlen(t->label));
    }
}

void axes_frame(const sheet *s)
{
    canvas_pen pen = {s->theme->muted, s->theme->rule * s->em, DASH_SOLID, true, false};
    canvas_rect p = s->plot;
    canvas_line(s->canvas, pen, (double[]){p.x0, p.y0, p.x0, p.y1, p.x1, p.y1}, 3);
    frame_x(s, pen);
    frame_y(s, pen);
}
