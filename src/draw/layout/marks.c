/* A line runs across the axes and has its label at one of its ends; a slope is a line on the page
 * whatever the scales. */
#include "draw/layout/marks.h"

#include "draw/layout/curves.h"
#include "draw/layout/fit.h"

#include <math.h>
#include <string.h>

void marks_range(const figure *f, scale_range *x, scale_range *y)
{
    for (const figure_mark *m = f->marks; m < f->marks + f->n_marks; m++) {
        scale_widen(x, f->x.scale, m->x);
        scale_widen(y, f->y.scale, m->y);
        scale_widen(x, f->x.scale, m->from);
        scale_widen(x, f->x.scale, m->to);
    }
}

static bool is_beyond(const figure_axis *axis, double value)
{
    return value < axis->min || value > axis->max;
}

size_t marks_beyond(const figure *f)
{
    size_t n = 0;
    for (const figure_mark *m = f->marks; m < f->marks + f->n_marks; m++)
        n += m->kind != MARK_SLOPE && (is_beyond(&f->x, m->x) || is_beyond(&f->y, m->y));
    return n;
}

static canvas_color color_of(const sheet *s, const figure_mark *m)
{
    return curves_color(s, m->color, s->theme->muted);
}

/* A line of a mark on the page: from a to b. */
typedef struct stroke {
    double a[2], b[2];
} stroke;

/* The first point that is shown; false without one. */
static bool first_point(const figure *f, double *x, double *y)
{
    for (const figure_series *a = f->series; a < f->series + f->n; a++)
        for (size_t i = 0; i < a->n && !a->hide; i++)
            if (curves_placed(f, a, i)) {
                *x = a->x[i];
                *y = figure_y(a, i);
                return true;
            }
    return false;
}

/* The place of x on the page, or `end` for one that is not given. */
static double place_x(const sheet *s, double x, double end)
{
    return isnan(x) ? end : fmin(fmax(sheet_x(s, x), s->plot.x0), s->plot.x1);
}

static bool slope_stroke(const sheet *s, const figure_mark *m, stroke *out)
{
    double x = m->x, y = m->y, steep = fit_steepness(s, m->slope);
    if (isnan(x) && !first_point(s->figure, &x, &y))
        return false;
    double px = sheet_x(s, x), py = sheet_y(s, y);
    double left = place_x(s, m->from, s->plot.x0), right = place_x(s, m->to, s->plot.x1);
    *out = (stroke){{left, py - steep * (left - px)}, {right, py - steep * (right - px)}};
    return !isnan(px) && !isnan(py);
}

/* The part of the line between the heights of the axes; false when it is outside. */
static bool cut_stroke(const sheet *s, stroke *line)
{
    double dx = line->b[0] - line->a[0], dy = line->b[1] - line->a[1], t[2] = {0, 1};
    if (dy != 0) {
        double top = (s->plot.y0 - line->a[1]) / dy, bottom = (s->plot.y1 - line->a[1]) / dy;
        t[0] = fmax(0, fmin(top, bottom));
        t[1] = fmin(1, fmax(top, bottom));
    } else if (line->a[1] < s->plot.y0 || line->a[1] > s->plot.y1) {
        return false;
    }
    stroke whole = *line;
    for (int k = 0; k < 2; k++) {
        double *end = k ? line->b : line->a;
        end[0] = whole.a[0] + t[k] * dx;
        end[1] = whole.a[1] + t[k] * dy;
    }
    return t[0] < t[1];
}

/* The line of a mark; false where there is none to draw. */
static bool stroke_of(const sheet *s, const figure_mark *m, stroke *out)
{
    canvas_rect p = s->plot;
    double x = sheet_x(s, m->x), y = sheet_y(s, m->y);
    switch (m->kind) {
    case MARK_HLINE:
        *out = (stroke){{p.x0, y}, {p.x1, y}};
        return y >= p.y0 && y <= p.y1;
    case MARK_VLINE:
        *out = (stroke){{x, p.y1}, {x, p.y0}};
        return x >= p.x0 && x <= p.x1;
    case MARK_SLOPE:
        return slope_stroke(s, m, out) && cut_stroke(s, out);
    default:
        return false;
    }
}

/* The same on a sheet of values. */
static bool value_stroke(const sheet *s, const figure_mark *m, stroke *out)
{
    if (!stroke_of(s->page, m, out))
        return false;
    for (int k = 0; k < 2; k++) {
        double *end = k ? out->b : out->a;
        end[0] = m->kind == MARK_VLINE ? m->x : sheet_x_at(s->page, end[0]);
        end[1] = m->kind == MARK_HLINE ? m->y : sheet_y_at(s->page, end[1]);
    }
    return true;
}

static canvas_rect window_box(const sheet *s, const figure_mark *m)
{
    return (canvas_rect){place_x(s, m->from, s->plot.x0), s->plot.y0, place_x(s, m->to, s->plot.x1),
                         s->plot.y1};
}

void marks_windows(const sheet *s)
{
    for (const figure_mark *m = s->figure->marks; m < s->figure->marks + s->figure->n_marks; m++)
        if (m->kind == MARK_WINDOW)
            canvas_box(s->canvas, theme_alpha(color_of(s, m), s->theme->noise_alpha),
                       window_box(s, m));
}

static void draw_edges(const sheet *s, const figure_mark *m)
{
    canvas_rect box = window_box(s, m);
    canvas_pen edge = {theme_alpha(color_of(s, m), 0xa0), s->theme->rule * s->em,
                       m->dash == AUTO ? DASH_DOT : (canvas_dash)m->dash, false, false};
    if (!isnan(m->from))
        canvas_segment(s->canvas, edge, box.x0, box.y0, box.x0, box.y1);
    if (!isnan(m->to))
        canvas_segment(s->canvas, edge, box.x1, box.y0, box.x1, box.y1);
}

void marks_edges(const sheet *s)
{
    for (const figure_mark *m = s->figure->marks; m < s->figure->marks + s->figure->n_marks; m++)
        if (m->kind == MARK_WINDOW)
            draw_edges(s, m);
}

void marks_lines(const sheet *s)
{
    for (const figure_mark *m = s->figure->marks; m < s->figure->marks + s->figure->n_marks; m++) {
        stroke line;
        canvas_pen pen = {color_of(s, m), 0.6 * s->theme->line * s->em,
                          m->dash == AUTO ? DASH_DASH : (canvas_dash)m->dash, false, false};
        if (s->page ? value_stroke(s, m, &line) : stroke_of(s, m, &line))
            canvas_segment(s->canvas, pen, line.a[0], line.a[1], line.b[0], line.b[1]);
    }
}

/* A label that looks for its place: its size, and the best place so far. */
typedef struct label {
    text_style style;
    const char *text;
    double wrap, width, height;
    canvas_rect box;
    size_t taken; /* places that the box covers; SIZE_MAX before the first */
} label;

static label make_label(const sheet *s, const figure_mark *m)
{
    label l = {.style = sheet_small(s), .text = m->label, .taken = SIZE_MAX};
    if (m->color != COLOR_AUTO)
        l.style.color = color_of(s, m);
    l.wrap = 0.9 * (s->plot.x1 - s->plot.x0);
    l.width = text_block_width(l.style, l.text, l.wrap);
    l.height = (double)text_lines(l.style, l.text, l.wrap) * sheet_line(l.style);
    return l;
}

/* The height of a label that ends above or begins below y; whole lines where there are cells. */
static double beside(const sheet *s, const label *l, double y, bool above)
{
    double gap = 0.1 * s->em, line = s->theme->cell_width > 0 ? s->em * floor(y / s->em) : y;
    if (s->theme->cell_width > 0)
        return above ? line - l->height : line + s->em;
    return above ? y - l->height - gap : y + gap;
}

/* Tries the place whose left upper corner is x, y, moved into the axes; keeps the emptiest. */
static void try_place(const sheet *s, label *l, double x, double y)
{
    double gap = 0.3 * s->em;
    x = fmax(s->plot.x0 + gap, fmin(x, s->plot.x1 - gap - l->width));
    y = fmax(s->plot.y0, fmin(y, s->plot.y1 - l->height));
    canvas_rect box = {x, y, x + l->width, y + l->height},
                inner = {x, y + 0.2 * s->em, box.x1, box.y1 - 0.2 * s->em};
    size_t taken = room_taken(&s->room, inner);
    if (taken < l->taken) {
        l->taken = taken;
        l->box = box;
    }
}

/* Beside a line: along it, above and below, from its right end on. */
static void try_along(const sheet *s, label *l, const stroke *line)
{
    static const double along[] = {1, 0, 0.75, 0.25, 0.5};
    double away = 0.35 * s->em, dx = line->b[0] - line->a[0], dy = line->b[1] - line->a[1];
    bool falls = dy > 0;
    for (size_t i = 0; i < 2 * sizeof along / sizeof *along; i++) {
        double t = along[i / 2], x = line->a[0] + t * dx, y = line->a[1] + t * dy;
        bool above = i % 2 == 0, level = fabs(dy) < 1;
        if (level)
            x -= t * l->width;
        else if (above != falls) /* the free side of a line that is not level */
            x -= l->width + away;
        else
            x += away;
        if (fabs(dx) < 1)
            try_place(s, l, above ? line->a[0] + away : line->a[0] - away - l->width,
                      y - t * l->height);
        else
            try_place(s, l, x, beside(s, l, y, above));
    }
}

static void try_point(const sheet *s, label *l, const figure_mark *m)
{
    l->taken = SIZE_MAX;
    try_place(s, l, sheet_x(s, m->x) - 0.5 * m->anchor * l->width,
              sheet_y(s, m->y) - l->height / 2);
}

/* Inside the window, at its top or bottom: in the middle, or else at its left or right edge. */
static void try_window(const sheet *s, label *l, const figure_mark *m)
{
    double gap = 0.3 * s->em, left = place_x(s, m->from, s->plot.x0);
    double right = place_x(s, m->to, s->plot.x1) - l->width;
    const double x[] = {(left + right) / 2, left + gap, right - gap};
    for (size_t i = 0; i < (left + gap <= right - gap ? 3 : 1); i++) {
        try_place(s, l, x[i], s->plot.y0 + 0.2 * s->em);
        try_place(s, l, x[i], s->plot.y1 - l->height - 0.2 * s->em);
    }
}

static bool find_place(const sheet *s, label *l, const figure_mark *m)
{
    stroke line;
    if (m->kind == MARK_TEXT && !is_beyond(&s->figure->x, m->x) && !is_beyond(&s->figure->y, m->y))
        try_point(s, l, m);
    else if (m->kind == MARK_WINDOW)
        try_window(s, l, m);
    else if (stroke_of(s, m, &line))
        try_along(s, l, &line);
    return l->taken != SIZE_MAX;
}

void marks_labels(sheet *s)
{
    for (const figure_mark *m = s->figure->marks; m < s->figure->marks + s->figure->n_marks; m++) {
        label l = make_label(s, m);
        size_t first = s->canvas->n;
        s->label[m - s->figure->marks] = (sheet_label){0};
        if (!*m->label || !find_place(s, &l, m))
            continue;
        text_block(s->canvas, l.style, TEXT_LEFT, l.box.x0, l.box.y0 + sheet_line(l.style) / 2,
                   l.text, l.wrap);
        room_add(&s->room, s->canvas, first);
        s->label[m - s->figure->marks] = (sheet_label){l.box, l.style.color};
    }
}
