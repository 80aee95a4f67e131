/* Series with one label are one group: one colour, one legend entry. A stretch breaks where a value
 * is missing. */
#include "draw/layout/curves.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A series by its label, for sorting. */
typedef struct labelled {
    const char *label;
    size_t series;
} labelled;

static int by_label(const void *a, const void *b)
{
    const labelled *p = a, *q = b;
    int order = strcmp(p->label, q->label);
    return order ? order : (p->series > q->series) - (p->series < q->series);
}

static void set_groups(const labelled *sorted, size_t n, size_t *group, size_t *rank)
{
    for (size_t i = 0; i < n; i++) {
        bool same = i && *sorted[i].label && strcmp(sorted[i - 1].label, sorted[i].label) == 0;
        group[sorted[i].series] = same ? group[sorted[i - 1].series] : sorted[i].series;
    }
    for (size_t i = 0, ranks = 0; i < n; i++)
        rank[i] = group[i] == i ? ranks++ : rank[group[i]];
}

/* Groups and ranks of n series in their order; sorts them. */
static void set_ranks(labelled *list, size_t n, size_t *group, size_t *rank)
{
    qsort(list, n, sizeof *list, by_label);
    set_groups(list, n, group, rank);
}

/* The labels of all panels beside this one, in order, this one's from *own on; returns how many.
 * list = NULL: only counts. */
static size_t all_labels(const figure *f, labelled *list, size_t *own)
{
    size_t n = 0;
    for (size_t k = 0; k < f->parent->n_panels; k++) {
        const figure *panel = &f->parent->panels[k];
        if (panel->series == f->series)
            *own = n;
        for (size_t i = 0; i < panel->n; i++, n++)
            if (list)
                list[n] = (labelled){panel->series[i].label, n};
    }
    return n;
}

/* The ranks that the series have among those of all panels; false without memory. */
static bool set_shared_ranks(sheet *s)
{
    size_t own = 0, n = all_labels(s->figure, NULL, &own);
    labelled *list = malloc((n + 1) * sizeof *list);
    size_t *group = malloc(2 * (n + 1) * sizeof *group);
    bool ready = list && group;
    if (ready) {
        all_labels(s->figure, list, &own);
        set_ranks(list, n, group, group + n + 1);
        memcpy(s->rank, group + n + 1 + own, s->figure->n * sizeof *s->rank);
    }
    free(list);
    free(group);
    return ready;
}

bool curves_shaded(const figure_series *a)
{
    return a->lo && a->hi && a->line && a->n > 1;
}

bool curves_placed(const figure *f, const figure_series *a, size_t i)
{
    return !isnan(scale_coordinate(f->x.scale, a->x[i])) &&
           !isnan(scale_coordinate(f->y.scale, figure_y(a, i)));
}

bool curves_is_negative(const figure_series *a, size_t i)
{
    return a->sign && a->sign[i] < 0;
}

size_t curves_negative(const figure *f, const figure_series *a)
{
    size_t n = 0;
    for (size_t i = 0; i < a->n && !a->hide; i++)
        n += curves_is_negative(a, i) && curves_placed(f, a, i);
    return n;
}

static bool has_signs(const figure *f)
{
    const figure *all = f->parent ? f->parent : f;
    for (size_t i = 0; i < all->n_panels; i++)
        if (has_signs(&all->panels[i]))
            return true;
    for (const figure_series *a = f->series; a < f->series + f->n; a++)
        if (curves_negative(f, a))
            return true;
    return false;
}

bool curves_prepare(sheet *s)
{
    size_t n = s->figure->n;
    labelled *list = malloc((n + 1) * sizeof *list);
    if (!list)
        return false;
    for (size_t i = 0; i < n; i++) {
        list[i] = (labelled){s->figure->series[i].label, i};
        s->n_shaded += curves_shaded(&s->figure->series[i]) && !s->figure->series[i].hide;
    }
    s->signs = has_signs(s->figure);
    set_ranks(list, n, s->group, s->rank);
    free(list);
    return !s->figure->parent || set_shared_ranks(s);
}

/* The marker of the n-th label: one that points down is for negative values where there are any. */
static canvas_shape free_shape(const sheet *s, size_t n)
{
    size_t i = (n + n / (COLOR_PALETTE - 1)) % SHAPES;
    return (canvas_shape)(s->signs && i >= SHAPE_DOWN ? (i + 1) % SHAPES : i);
}

canvas_color curves_color(const sheet *s, int color, canvas_color fallback)
{
    if (color >= COLOR_RGB)
        return (canvas_color)(color - COLOR_RGB) << 8 | 0xff;
    return color == COLOR_AUTO ? fallback : s->theme->palette[color];
}

look curves_look(const sheet *s, size_t series)
{
    const figure_series *a = &s->figure->series[series];
    size_t n = s->rank[series], cycle = COLOR_PALETTE - 1;
    look l = {curves_color(s, a->color, s->theme->palette[n % cycle]), (canvas_dash)(n % DASHES),
              free_shape(s, n), a->hollow};
    if (a->dash != AUTO)
        l.dash = (canvas_dash)a->dash;
    if (a->marker != AUTO)
        l.marker = (canvas_shape)a->marker;
    return l;
}

/* A lower limit far below its value does not stretch a logarithmic axis: at most a decade. */
static double shown_limit(const figure *f, double y, double limit)
{
    return f->y.scale != SCALE_LINEAR && limit < y / 10 ? y / 10 : limit;
}

/* A bar reaches from its base, where the axis has it, between its edges. */
static void widen_bar(const figure *f, const figure_series *a, size_t i, scale_range *x,
                      scale_range *y)
{
    scale_widen(x, f->x.scale, a->edges[i]);
    scale_widen(x, f->x.scale, a->edges[i + 1]);
    scale_widen(y, f->y.scale, a->base);
}

void curves_range(const figure *f, scale_range *x, scale_range *y)
{
    for (const figure_series *a = f->series; a < f->series + f->n; a++)
        for (size_t i = 0; i < a->n && !a->hide; i++) {
            double at = scale_coordinate(f->x.scale, a->x[i]);
            if (!curves_placed(f, a, i) || at < scale_coordinate(f->x.scale, f->x.min) ||
                at > scale_coordinate(f->x.scale, f->x.max))
                continue;
            scale_widen(x, f->x.scale, a->x[i]);
            scale_widen(y, f->y.scale, figure_y(a, i));
            if (a->edges)
                widen_bar(f, a, i, x, y);
            if (a->lo)
                scale_widen(y, f->y.scale, shown_limit(f, a->y[i], a->lo[i]));
            if (a->hi)
                scale_widen(y, f->y.scale, a->hi[i]);
        }
}

/* Whether the interval at point i is drawn down to the floor. */
static bool open_at(const figure *f, const figure_series *a, size_t i)
{
    return f->y.scale != SCALE_LINEAR && a->lo && a->lo[i] <= 0 && curves_placed(f, a, i);
}

bool curves_open(const figure *f)
{
    for (const figure_series *a = f->series; a < f->series + f->n; a++)
        for (size_t i = 0; i < a->n && !a->hide; i++)
            if (open_at(f, a, i))
                return true;
    return false;
}

/* The height of a limit: what is below the axis' reach ends at the floor. */
static double limit_y(const sheet *s, double value)
{
    if (value == INFINITY)
        return s->plot.y0;
    if (value == -INFINITY || (s->y.kind != SCALE_LINEAR && value <= 0))
        return s->plot.y1;
    return sheet_y(s, value);
}

/* The narrow column of the page that a place of the sheet is in. */
static double column_of(const sheet *s, double x)
{
    return s->page ? floor(sheet_x(s->page, x) / 0.2) : floor(x / 0.05);
}

/* Thins a long path: of points in one narrow column keeps the first, the lowest, the highest and
 * the last, in their order; returns the new length. */
static size_t thin(const sheet *s, double *xy, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0, end; i < n; i = end) {
        size_t low = i, high = i, last = i;
        double column = column_of(s, xy[2 * i]);
        for (end = i + 1; end < n && column_of(s, xy[2 * end]) == column; end++) {
            low = xy[2 * end + 1] > xy[2 * low + 1] ? end : low;
            high = xy[2 * end + 1] < xy[2 * high + 1] ? end : high;
            last = end;
        }
        const size_t keep[] = {i, low < high ? low : high, low < high ? high : low, last};
        size_t before = n;
        for (int k = 0; k < 4; before = keep[k++])
            if (keep[k] != before)
                memmove(&xy[2 * kept++], &xy[2 * keep[k]], 2 * sizeof *xy);
    }
    return kept;
}

/* Draws the series' line. xy: room for its points. */
static void draw_line(const sheet *s, const figure_series *a, look l, double *xy)
{
    for (size_t i = 0; i < a->n; i++) {
        xy[2 * i] = sheet_x(s, a->x[i]);
        xy[2 * i + 1] = sheet_y(s, a->y[i]);
    }
    size_t n = thin(s, xy, a->n);
    canvas_line(s->canvas, (canvas_pen){l.color, s->theme->line * s->em, l.dash, false, false}, xy,
                n);
}

/* Whether points i .. end - 1 go from left to right or back. */
static bool in_order(const figure_series *a, size_t i, size_t end)
{
    bool right = false, left = false;
    for (; i + 1 < end; i++) {
        right = right || a->x[i + 1] > a->x[i];
        left = left || a->x[i + 1] < a->x[i];
    }
    return !right || !left;
}

/* Whether point i has limits; its place and theirs. */
static bool limits_at(const sheet *s, const figure_series *a, const double *lo, const double *hi,
                      size_t i, double place[3])
{
    place[0] = sheet_x(s, a->x[i]);
    place[1] = limit_y(s, hi ? hi[i] : INFINITY);
    place[2] = limit_y(s, lo ? lo[i] : -INFINITY);
    return !isnan(place[0]) && !isnan(place[1]) && !isnan(place[2]);
}

/* Fills between the limits of n points: along the upper ones and back along the lower. */
static void fill_stretch(const sheet *s, const double (*place)[3], size_t n, canvas_color color,
                         double *xy)
{
    for (size_t i = 0; i < n; i++) {
        xy[2 * i] = place[i][0];
        xy[2 * i + 1] = place[i][1];
    }
    size_t upper = thin(s, xy, n);
    double *below = xy + 2 * upper;
    for (size_t i = 0; i < n; i++) {
        below[2 * i] = place[n - 1 - i][0];
        below[2 * i + 1] = place[n - 1 - i][2];
    }
    canvas_polygon(s->canvas, color, xy, upper + thin(s, below, n));
}

/* The same where the points go to and fro: between every two of them, all the same way round. */
static void fill_pieces(const sheet *s, const double (*place)[3], size_t n, canvas_color color,
                        double *xy)
{
    double *at = xy;
    for (size_t i = 0; i + 1 < n; i++, at += 10) {
        bool right = place[i][0] <= place[i + 1][0];
        const double *a = place[right ? i : i + 1], *b = place[right ? i + 1 : i];
        const double piece[] = {a[0], a[1], b[0], b[1], b[0], b[2], a[0], a[2], NAN, NAN};
        memcpy(at, piece, sizeof piece);
    }
    canvas_polygon(s->canvas, color, xy, (size_t)(at - xy) / 2);
}

/* An end of a bar. */
static void draw_cap(const sheet *s, canvas_pen pen, double x, double y)
{
    double cap = 0.35 * s->theme->marker * s->em, x0 = x - cap, x1 = x + cap;
    if (s->page) {
        double middle = sheet_x(s->page, x);
        x0 = sheet_x_at(s->page, middle - cap);
        x1 = sheet_x_at(s->page, middle + cap);
    }
    canvas_segment(s->canvas, pen, x0, y, x1, y);
}

/* The interval at point i as a bar with ends. */
static void draw_bar(const sheet *s, const figure_series *a, size_t i, canvas_color color)
{
    canvas_pen pen = {color, 0.6 * s->theme->line * s->em, DASH_SOLID, false, false};
    double x = sheet_x(s, a->x[i]), y[2] = {limit_y(s, a->lo[i]), limit_y(s, a->hi[i])};
    if (isnan(sheet_y(s, a->y[i])))
        return;
    canvas_segment(s->canvas, pen, x, y[0], x, y[1]);
    for (int k = open_at(s->figure, a, i); k < 2; k++)
        draw_cap(s, pen, x, y[k]);
}

/* Fills between two limits, each stretch without gaps for itself; a lone interval is a bar. xy:
 * room for 13 numbers per point. */
static void fill_between(const sheet *s, const figure_series *a, const double *lo, const double *hi,
                         canvas_color color, double *xy)
{
    double(*place)[3] = (double(*)[3])(xy + 10 * a->n);
    for (size_t i = 0, end; i < a->n; i = end + 1) {
        for (end = i; end < a->n && limits_at(s, a, lo, hi, end, place[end - i]);)
            end++;
        if (end - i == 1 && lo)
            draw_bar(s, a, i, theme_alpha(color, 0xff));
        const double(*from)[3] = (const double(*)[3])place;
        if (in_order(a, i, end))
            fill_stretch(s, from, end - i, color, xy);
        else
            fill_pieces(s, from, end - i, color, xy);
    }
}

void curves_open_mark(const sheet *s, canvas_color color, double x, double y)
{
    double size = 0.8 * s->theme->marker * s->em;
    canvas_pen pen = {color, 0.6 * s->theme->line * s->em, DASH_SOLID, false, false};
    y = s->page ? sheet_y_at(s->page, s->page->plot.y1 - size / 2) : y - size / 2;
    canvas_marker(s->canvas, pen, SHAPE_DOWN, s->theme->paper, size, x, y);
}

/* Marks on the floor where intervals are open, not closer than a marker and a half. */
static void draw_open(const sheet *s, const figure_series *a, canvas_color color)
{
    double last = -INFINITY;
    for (size_t i = 0; i < a->n; i++) {
        double x = sheet_x(s->page ? s->page : s, a->x[i]);
        if (!open_at(s->figure, a, i) ||
            (a->line && fabs(x - last) < 1.5 * s->theme->marker * s->em))
            continue;
        curves_open_mark(s, color, sheet_x(s, a->x[i]), s->plot.y1);
        last = x;
    }
}

/* Intervals as bars with ends, for series without a line. */
static void draw_bars(const sheet *s, const figure_series *a, canvas_color color)
{
    for (size_t i = 0; i < a->n; i++)
        draw_bar(s, a, i, color);
}

bool curves_interval(const sheet *s, const figure_series *a)
{
    return a->lo && a->hi && (s->theme->cell_width == 0 || !curves_shaded(a) || s->n_shaded == 1);
}

static void draw_limits(const sheet *s, const figure_series *a, look l, double *xy)
{
    if (curves_shaded(a))
        fill_between(s, a, a->lo, a->hi, theme_alpha(l.color, s->theme->band_alpha), xy);
    else
        draw_bars(s, a, l.color);
    draw_open(s, a, l.color);
}

/* Calls part for every series that is shown, with room for 13 numbers per point. */
static void each(const sheet *s, void (*part)(const sheet *, const figure_series *, look, double *))
{
    for (size_t i = 0; i < s->figure->n && !figure_interrupted(s->figure); i++) {
        const figure_series *a = &s->figure->series[i];
        if (a->hide || a->n == 0)
            continue;
        double *xy = malloc(13 * a->n * sizeof *xy);
        s->canvas->failed = s->canvas->failed || !xy;
        if (xy)
            part(s, a, curves_look(s, i), xy);
        free(xy);
    }
}

static void draw_noise(const sheet *s, const figure_series *a, look l, double *xy)
{
    if (!a->noise)
        return;
    fill_between(s, a, NULL, a->noise, theme_alpha(l.color, s->theme->noise_alpha), xy);
    figure_series edge = *a;
    edge.y = a->noise;
    draw_line(s, &edge, (look){theme_alpha(l.color, 0xa0), DASH_DOT, l.marker, false}, xy);
}

/* The place of an edge: one that the axis does not reach is at its beginning. */
static double edge_x(const sheet *s, double value)
{
    double x = sheet_x(s, value);
    return isnan(x) ? s->plot.x0 : x;
}

/* The corners of bar i. */
static void bar_corners(const sheet *s, const figure_series *a, size_t i, double xy[8])
{
    double x0 = edge_x(s, a->edges[i]), x1 = edge_x(s, a->edges[i + 1]);
    double floor_y = limit_y(s, a->base), y = limit_y(s, figure_y(a, i));
    const double corners[] = {x0, floor_y, x0, y, x1, y, x1, floor_y};
    memcpy(xy, corners, sizeof corners);
}

static bool has_height(const double corners[8])
{
    return corners[1] != corners[3] && !isnan(corners[3]);
}

static void fill_bars(const sheet *s, const figure_series *a, look l, double *xy)
{
    for (size_t i = 0; i < a->n; i++) {
        bar_corners(s, a, i, xy);
        if (has_height(xy))
            canvas_polygon(s->canvas, theme_alpha(l.color, s->theme->band_alpha), xy, 4);
    }
}

/* The line over bars that stand side by side, from the floor up and back to it where there is one
 * without a height. */
static void outline_bars(const sheet *s, const figure_series *a, look l, double *xy)
{
    double bar[8], *at = xy;
    bool up = false;
    for (size_t i = 0; i < a->n; i++) {
        bar_corners(s, a, i, bar);
        if (has_height(bar)) {
            memcpy(at, bar + (up ? 2 : 0), (up ? 4 : 6) * sizeof *at);
            at += up ? 4 : 6;
            up = true;
            memcpy(at, bar + 6, 2 * sizeof *at); /* overwritten where the next one goes on */
        } else if (up) {
            memcpy(at + 2, (double[]){NAN, NAN}, 2 * sizeof *at);
            at += 4;
            up = false;
        }
    }
    canvas_line(s->canvas, (canvas_pen){l.color, s->theme->line * s->em, l.dash, false, false}, xy,
                (size_t)(at - xy) / 2 + up);
}

static void draw_intervals(const sheet *s, const figure_series *a, look l, double *xy)
{
    if (a->edges)
        fill_bars(s, a, l, xy);
    if (curves_interval(s, a))
        draw_limits(s, a, l, xy);
}

static void draw_lines(const sheet *s, const figure_series *a, look l, double *xy)
{
    if (a->edges) {
        outline_bars(s, a, l, xy);
        return;
    }
    if (a->line)
        draw_line(s, a, l, xy);
}

void curves_noise(const sheet *s)
{
    each(s, draw_noise);
}

void curves_draw(const sheet *s)
{
    each(s, draw_intervals);
    each(s, draw_lines);
}

void curves_negative_mark(const sheet *s, canvas_color color, double x, double y)
{
    canvas_pen pen = {color, 0.6 * s->theme->line * s->em, DASH_SOLID, false, false};
    canvas_marker(s->canvas, pen, SHAPE_DOWN, color, s->theme->marker * s->em, x, y);
}

/* A dash so long that the first gap would lie under the marker is drawn with its middle there. */
static void draw_sample(const sheet *s, canvas_pen pen, double x0, double x1, double y)
{
    double lengths[4], half = (x1 - x0) / 2;
    size_t n = canvas_dash_lengths(pen.dash, pen.width, lengths);
    double first = n == 2 ? half - lengths[0] / 2 - lengths[1] : 0;
    if (first > 0 && first < lengths[0] / 2 && s->theme->cell_width == 0) {
        canvas_pen solid = pen;
        solid.dash = DASH_SOLID;
        canvas_segment(s->canvas, solid, x0, y, x0 + first, y);
        x0 += first + lengths[1];
    }
    canvas_segment(s->canvas, pen, x0, y, x1, y);
}

void curves_sample(const sheet *s, look l, bool line, double x0, double x1, double y)
{
    canvas_pen pen = {l.color, s->theme->line * s->em, l.dash, false, false};
    if (line)
        draw_sample(s, pen, x0, x1, y);
    pen = (canvas_pen){l.color, 0.6 * s->theme->line * s->em, DASH_SOLID, false, false};
    if (l.marker != SHAPE_NONE)
        canvas_marker(s->canvas, pen, l.marker, l.hollow ? s->theme->paper : l.color,
                      s->theme->marker * s->em, (x0 + x1) / 2, y);
}
