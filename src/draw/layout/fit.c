/* The triangle goes to the first place along the curve where it and its label cover nothing. When
 * one finds none, all slopes stand in the legend: those of one figure are read in one manner. */
#include "draw/layout/fit.h"

#include "draw/layout/curves.h"
#include "draw/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A triangle: the hypotenuse a-b runs along the curve, the corner carries the label. */
typedef struct triangle {
    double a[2], b[2], corner[2];
    canvas_rect label;
    bool left; /* the label is to the left of the upright side */
} triangle;

void fit_text(const figure_fit *fit, char text[FIT_TEXT])
{
    char slope[24], lo[24], hi[24];
    double half = (fit->hi - fit->lo) / 2;
    int decimals = half < 0.005 && half > 0 ? 3 : 2;
    number_fixed(slope, sizeof slope, fit->slope, decimals);
    number_fixed(lo, sizeof lo, fit->lo, decimals);
    number_fixed(hi, sizeof hi, fit->hi, decimals);
    if (isnan(half)) {
        snprintf(text, FIT_TEXT, "%s", slope);
    } else if (fabs(fit->lo + half - fit->slope) <= 0.05 * half) {
        number_fixed(hi, sizeof hi, half, decimals);
        snprintf(text, FIT_TEXT, "%s \u00b1 %s", slope, hi);
    } else {
        snprintf(text, FIT_TEXT, "%s (%s to %s)", slope, lo, hi);
    }
}

double fit_steepness(const sheet *s, double slope)
{
    if (s->x.kind == SCALE_LOG2 && s->y.kind == SCALE_LOG)
        slope *= log10(2);
    if (s->x.kind == SCALE_LOG && s->y.kind == SCALE_LOG2)
        slope /= log10(2);
    double up = (s->plot.y1 - s->plot.y0) / (s->y.to - s->y.from);
    return slope * up / ((s->plot.x1 - s->plot.x0) / (s->x.to - s->x.from));
}

/* The fitted stretch on the page, as its ends and the middle of its points; false without points.
 */
static bool stretch(const sheet *s, const figure_series *a, double ends[2], double middle[2])
{
    double n = 0, x = 0, y = 0;
    ends[0] = INFINITY;
    ends[1] = -INFINITY;
    for (size_t i = 0; i < a->n; i++) {
        double px = sheet_x(s, a->x[i]), py = sheet_y(s, a->y[i]);
        if (a->x[i] < a->fit.from || a->x[i] > a->fit.to || isnan(px) || isnan(py))
            continue;
        ends[0] = fmin(ends[0], px);
        ends[1] = fmax(ends[1], px);
        x += px;
        y += py;
        n++;
    }
    middle[0] = x / n;
    middle[1] = y / n;
    return n > 0;
}

static triangle make(const sheet *s, const double middle[2], double steep, double x, bool above,
                     double label_width, double label_height)
{
    double em = s->em, width = fmin(3.2 * em, 3.2 * em / fabs(steep)), side = above ? 1 : -1;
    double norm = sqrt(1 + steep * steep), away = (0.5 * s->theme->marker + 0.5) * em * side;
    double y = middle[1] - steep * (x - middle[0]) - away / norm;
    x -= away * steep / norm;
    triangle t = {.a = {x - width / 2, y + steep * width / 2},
                  .b = {x + width / 2, y - steep * width / 2}};
    t.left = (steep > 0) == above;
    t.corner[0] = t.left ? t.a[0] : t.b[0];
    t.corner[1] = t.left ? t.b[1] : t.a[1];
    double from = t.left ? t.corner[0] - 0.35 * em - label_width : t.corner[0] + 0.35 * em;
    t.label = (canvas_rect){from, y - label_height / 2, from + label_width, y + label_height / 2};
    return t;
}

/* Whether a box of that half size around the point is inside the axes and empty. */
static bool is_free(const sheet *s, double x, double y, double half_x, double half_y)
{
    canvas_rect box = {x - half_x, y - half_y, x + half_x, y + half_y}, p = s->plot;
    double away = 0.3 * s->em; /* from the axes */
    return box.x0 > p.x0 + away && box.x1 < p.x1 && box.y0 > p.y0 && box.y1 < p.y1 - away &&
           room_taken(&s->room, box) == 0;
}

/* Whether nothing stands under the label and the sides of the triangle. */
static bool has_room(const sheet *s, const triangle *t)
{
    const double *ends[] = {t->a, t->corner, t->b, t->a};
    const canvas_rect *l = &t->label;
    double margin = 0.15 * s->em;
    if (!is_free(s, (l->x0 + l->x1) / 2, (l->y0 + l->y1) / 2, (l->x1 - l->x0) / 2 + margin,
                 (l->y1 - l->y0) / 2 + margin / 2))
        return false;
    for (int side = 0; side < 3; side++)
        for (int k = 0; k < 8; k++) {
            const double *p = ends[side], *q = ends[side + 1];
            if (!is_free(s, p[0] + (q[0] - p[0]) * k / 8, p[1] + (q[1] - p[1]) * k / 8, margin,
                         margin))
                return false;
        }
    return true;
}

/* Looks along the stretch, on both sides of the curve, for an empty place. */
static bool find(const sheet *s, const figure_series *a, double label_width, double label_height,
                 triangle *out)
{
    static const double along[] = {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9};
    double ends[2], middle[2], steep = fit_steepness(s, a->fit.slope);
    if (!stretch(s, a, ends, middle))
        return false;
    for (size_t i = 0; i < 2 * sizeof along / sizeof *along; i++) {
        double x = ends[0] + along[i / 2] * (ends[1] - ends[0]);
        *out = make(s, middle, steep, x, i % 2 == 0, label_width, label_height);
        if (has_room(s, out))
            return true;
    }
    return false;
}

/* Looks for a place for the label in one line, then in two; *wrap is the width it wraps to. */
static bool find_wrapped(const sheet *s, const figure_series *a, text_style style, const char *text,
                         double *wrap, triangle *out)
{
    *wrap = text_width(style, text, strlen(text));
    for (int lines = 1; lines <= 2; lines++, *wrap *= 0.7) {
        double width = text_block_width(style, text, *wrap);
        double height = (double)text_lines(style, text, *wrap) * sheet_line(style);
        if (find(s, a, width, height - 0.3 * s->em, out))
            return true;
    }
    return false;
}

static bool draw(sheet *s, size_t series)
{
    const figure_series *a = &s->figure->series[series];
    text_style style = sheet_small(s);
    char text[FIT_TEXT];
    double wrap;
    triangle t;
    fit_text(&a->fit, text);
    if (!find_wrapped(s, a, style, text, &wrap, &t))
        return false;
    size_t first = s->canvas->n;
    canvas_pen pen = {curves_look(s, series).color, 0.5 * s->theme->line * s->em, DASH_SOLID, false,
                      false};
    const double xy[] = {t.a[0], t.a[1], t.corner[0], t.corner[1], t.b[0], t.b[1], t.a[0], t.a[1]};
    canvas_line(s->canvas, pen, xy, 4);
    text_block(s->canvas, style, TEXT_LEFT, t.label.x0,
               t.label.y0 - 0.15 * s->em + sheet_line(style) / 2, text, wrap);
    room_add(&s->room, s->canvas, first);
    return true;
}

/* Whether the series shows a slope. */
static bool has_slope(const figure_series *a)
{
    return a->fit.given && !a->hide;
}

void fit_list(sheet *s)
{
    s->n_unplaced = 0;
    for (size_t i = 0; i < s->figure->n; i++) {
        s->unplaced[i] = has_slope(&s->figure->series[i]);
        s->n_unplaced += s->unplaced[i];
    }
}

void fit_draw(sheet *s)
{
    for (size_t i = 0; i < s->figure->n && !s->n_unplaced && !figure_interrupted(s->figure); i++)
        if (has_slope(&s->figure->series[i]) && !draw(s, i))
            fit_list(s);
}
