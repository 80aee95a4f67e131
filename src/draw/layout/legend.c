/* Entries are made, measured, and placed: in a corner, below the plot, or at the lines' ends. */
#include "draw/layout/legend.h"

#include "draw/layout/fit.h"
#include "draw/layout/markers.h"
#include "draw/layout/noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Widths in em. */
static const double sample = 2.5, sample_gap = 0.5, column_gap = 1.5;

/* The entry of that kind and name among the first n, or NULL. */
static entry *find(const legend *l, size_t n, entry_kind kind, const char *name)
{
    for (entry *e = l->entries; e < l->entries + n; e++)
        if (e->kind == kind && *name && strcmp(e->name, name) == 0)
            return e;
    return NULL;
}

static entry *add(legend *l, entry_kind kind, const char *name)
{
    entry *e = &l->entries[l->n++];
    *e = (entry){.kind = kind, .name = name, .look.marker = SHAPE_NONE};
    bytes_text(&e->label, name);
    l->failed = l->failed || e->label.failed;
    return e;
}

/* Whether a series is shown and gets an entry. */
static bool listed(const figure *f, size_t i)
{
    return !f->series[i].hide && *f->series[i].label;
}

/* Merges series i into the entry of its label, made on first sight. `before`: entries of other
 * figures; place: per series, 1 + the entry of its group, or 0. */
static void add_series(const sheet *s, legend *l, size_t before, size_t *place, size_t i)
{
    const figure_series *a = &s->figure->series[i];
    size_t *at = &place[s->group[i]];
    entry *e = *at ? &l->entries[*at - 1] : find(l, before, ENTRY_SERIES, a->label);
    bool is_new = !e;
    e = e ? e : add(l, ENTRY_SERIES, a->label);
    *at = (size_t)(e - l->entries) + 1;
    if (e->look.marker == SHAPE_NONE)
        e->look = markers_sample(s, i);
    e->line = e->line || a->line;
    e->bars = a->edges && (e->bars || is_new);
    if (s->unplaced[i]) {
        char slope[FIT_TEXT];
        fit_text(&a->fit, slope);
        bytes_print(&e->label, "%sslope %s", e->label.n ? ", " : "", slope);
    }
}

static entry *add_key(legend *l, entry_kind kind, const char *name, bool line)
{
    entry *e = find(l, l->n, kind, name);
    e = e ? e : add(l, kind, name);
    e->line = e->line || line;
    return e;
}

static void add_keys(const sheet *s, legend *l)
{
    const figure *f = s->figure;
    const figure_series *band = NULL, *noise = NULL;
    for (const figure_series *a = f->series + f->n; a-- > f->series;) {
        if (curves_interval(s, a) && a->n && !a->hide)
            band = a;
        if (a->noise && a->n && !a->hide)
            noise = a;
    }
    if (band)
        add_key(l, ENTRY_BAND, f->band, curves_shaded(band));
    if (curves_open(f))
        add_key(l, ENTRY_OPEN, "lower limit \u2264 0", false);
    if (s->signs)
        add_key(l, ENTRY_NEGATIVE, "negative", false);
    if (noise)
        add_key(l, ENTRY_NOISE, f->noise, false)->look.color = noise_color(s);
}

void legend_free(legend *l)
{
    for (size_t i = 0; i < l->n; i++)
        bytes_free(&l->entries[i].label);
    free(l->entries);
    *l = (legend){0};
}

/* What has failed is empty. */
static void drop(legend *l)
{
    legend_free(l);
    l->failed = true;
}

void legend_add(legend *l, const sheet *s, int which)
{
    size_t n = s->figure->n, before = l->n, *place = calloc(n + 1, sizeof *place);
    entry *entries = realloc(l->entries, (before + n + 4) * sizeof *entries);
    l->entries = entries ? entries : l->entries;
    l->failed = l->failed || !entries || !place;
    for (size_t i = 0; i < n && !l->failed; i++)
        if (s->unplaced[i] || (listed(s->figure, i) && which & LEGEND_SERIES))
            add_series(s, l, before, place, i);
    if ((which & LEGEND_KEYS) && !l->failed)
        add_keys(s, l);
    free(place);
    if (l->failed)
        drop(l);
}

legend legend_make(const sheet *s, int which)
{
    legend l = {.n = 0};
    legend_add(&l, s, which);
    return l;
}

legend legend_of(const sheet *s)
{
    bool series = !s->direct && s->figure->legend != LEGEND_NONE;
    if (s->bare)
        return (legend){0};
    if (s->figure->legend == LEGEND_SHARED)
        return legend_make(s, 0);
    return legend_make(s, LEGEND_KEYS + (series ? LEGEND_SERIES : 0));
}

/* The height of row r: that of its tallest entry. */
static double row_height(const sheet *s, const legend *l, size_t row)
{
    size_t lines = 1;
    for (size_t i = row * l->columns; i < l->n && i < (row + 1) * l->columns; i++)
        lines = l->entries[i].lines > lines ? l->entries[i].lines : lines;
    return (double)lines * sheet_line(sheet_small(s));
}

/* Whether the last entry has a row of its own, and so may be wider than its column. */
static bool last_is_alone(const legend *l)
{
    return l->columns > 1 && l->n % l->columns == 1;
}

/* The width of a column: that of its widest entry, sample included. */
static double column_width(const sheet *s, const legend *l, size_t column)
{
    double widest = 0;
    size_t n = l->n - last_is_alone(l);
    for (size_t i = column; i < n; i += l->columns)
        widest = fmax(widest, l->entries[i].width);
    return widest + (sample + sample_gap) * s->em;
}

/* The columns that there could be if all labels were empty. */
static size_t most_that_fit(const sheet *s, double width)
{
    double least = (sample + sample_gap + column_gap) * s->em;
    double most = floor((width + column_gap * s->em) / least);
    return most < 1 ? 1 : (size_t)most;
}

static void measure(const sheet *s, legend *l)
{
    for (entry *e = l->entries; e < l->entries + l->n && !figure_interrupted(s->figure); e++) {
        e->width = text_block_width(sheet_small(s), e->label.data, l->most);
        e->lines = text_lines(sheet_small(s), e->label.data, l->most);
    }
}

static double total_width(const sheet *s, const legend *l)
{
    double width = 0;
    for (size_t column = 0; column < l->columns; column++)
        width += column_width(s, l, column) + (column ? column_gap * s->em : 0);
    if (last_is_alone(l))
        width = fmax(width, l->entries[l->n - 1].width + (sample + sample_gap) * s->em);
    return width;
}

void legend_arrange(const sheet *s, legend *l, double width, size_t most_columns)
{
    l->most = width - (sample + sample_gap) * s->em;
    size_t most = most_that_fit(s, width);
    measure(s, l);
    most = most_columns < most ? most_columns : most;
    l->columns = l->n < most ? l->n : most;
    while (l->columns > 1 && total_width(s, l) > width)
        l->columns--;
    l->width = total_width(s, l);
    l->height = 0;
    for (size_t row = 0; l->columns && row * l->columns < l->n; row++)
        l->height += row_height(s, l, row);
}

static canvas_pen thin_pen(const sheet *s)
{
    return (canvas_pen){s->theme->muted, 0.6 * s->theme->line * s->em, DASH_SOLID, false, false};
}

/* A bar of limits with its ends. */
static void draw_limits(const sheet *s, canvas_rect box)
{
    canvas_pen pen = thin_pen(s);
    double middle = (box.x0 + box.x1) / 2, cap = 0.35 * s->theme->marker * s->em;
    canvas_segment(s->canvas, pen, middle, box.y0, middle, box.y1);
    canvas_segment(s->canvas, pen, middle - cap, box.y0, middle + cap, box.y0);
    canvas_segment(s->canvas, pen, middle - cap, box.y1, middle + cap, box.y1);
}

/* A bar of a histogram. */
static void draw_bar(const sheet *s, look l, canvas_rect box)
{
    canvas_pen pen = {l.color, s->theme->line * s->em, l.dash, false, false};
    const double xy[] = {box.x0, box.y1, box.x0, box.y0, box.x1, box.y0, box.x1, box.y1};
    canvas_box(s->canvas, theme_alpha(l.color, s->theme->band_alpha), box);
    canvas_line(s->canvas, pen, xy, 4);
}

static void draw_swatch(const sheet *s, const entry *e, double x, double y)
{
    double half = 0.32 * s->em, left = x + 0.3 * s->em, right = x + (sample - 0.3) * s->em;
    canvas_rect box = {left, y - half, right, y + half};
    if (e->bars) {
        draw_bar(s, e->look, box);
    } else if (e->kind == ENTRY_NOISE) {
        canvas_color color = e->look.color;
        canvas_pen edge = {theme_alpha(color, 0xa0), s->theme->line * s->em, DASH_DOT, false,
                           false};
        canvas_box(s->canvas, theme_alpha(color, s->theme->noise_alpha), box);
        canvas_segment(s->canvas, edge, left, y - half, right, y - half);
    } else if (e->line) {
        canvas_box(s->canvas, theme_alpha(s->theme->muted, s->theme->band_alpha), box);
    } else {
        draw_limits(s, box);
    }
}

static void draw_entry(const sheet *s, const legend *l, const entry *e, double x, double y)
{
    double half = s->theme->marker * s->em / 2;
    if (e->kind == ENTRY_SERIES && !e->bars)
        curves_sample(s, e->look, e->line, x, x + (sample - 0.1) * s->em, y);
    else if (e->kind == ENTRY_NEGATIVE)
        curves_negative_mark(s, s->theme->muted, x + sample * s->em / 2, y);
    else if (e->kind == ENTRY_OPEN)
        curves_open_mark(s, s->theme->muted, x + sample * s->em / 2, y + 0.8 * half);
    else
        draw_swatch(s, e, x, y);
    text_block(s->canvas, sheet_small(s), TEXT_LEFT, x + (sample + sample_gap) * s->em, y,
               e->label.data, l->most);
}

void legend_draw(const sheet *s, const legend *l, double x, double y)
{
    double half = sheet_line(sheet_small(s)) / 2, *left = malloc((l->columns + 1) * sizeof *left);
    s->canvas->failed = s->canvas->failed || !left;
    if (!left)
        return;
    left[0] = x;
    for (size_t column = 0; column < l->columns; column++)
        left[column + 1] = left[column] + column_width(s, l, column) + column_gap * s->em;
    for (size_t row = 0; l->columns && row * l->columns < l->n; row++) {
        for (size_t i = row * l->columns; i < l->n && i < (row + 1) * l->columns; i++)
            draw_entry(s, l, &l->entries[i], left[i % l->columns], y + half);
        y += row_height(s, l, row);
    }
    free(left);
}

/* Places inside the axes, as parts of the way from left to right and from top to bottom: the
 * corners, then the middles of the sides. */
static const struct {
    legend_place name; /* LEGEND_AUTO: none */
    double right, down;
} places[] = {
    {LEGEND_TOP_RIGHT, 1, 0},    {LEGEND_TOP_LEFT, 0, 0}, {LEGEND_BOTTOM_LEFT, 0, 1},
    {LEGEND_BOTTOM_RIGHT, 1, 1}, {LEGEND_AUTO, 1, 0.5},   {LEGEND_AUTO, 0, 0.5},
    {LEGEND_AUTO, 0.5, 0},       {LEGEND_AUTO, 0.5, 1},
};
enum { PLACES = sizeof places / sizeof *places };

/* The legend's box in that place, moved to whole cells on a character display. */
static canvas_rect box_at(const sheet *s, const legend *l, size_t place)
{
    double gap = 0.6 * s->em, cell = s->theme->cell_width;
    double right = places[place].right, down = places[place].down;
    double x = s->plot.x0 + gap + right * (s->plot.x1 - s->plot.x0 - 2 * gap - l->width);
    double y = s->plot.y0 + gap + down * (s->plot.y1 - s->plot.y0 - 2 * gap - l->height);
    if (cell > 0) {
        x = cell * (right < 1 ? ceil(x / cell) : floor(x / cell));
        y = s->em * (down < 1 ? ceil(y / s->em - 0.5) : floor(y / s->em));
    }
    return (canvas_rect){x, y, x + l->width, y + l->height};
}

/* What the legend covers there: its box and, on paper, a margin. */
static canvas_rect panel_of(const sheet *s, canvas_rect box)
{
    double x = s->theme->cell_width > 0 ? 0 : 0.3 * s->em, y = 2 * x / 3;
    return (canvas_rect){box.x0 - x, box.y0 - y, box.x1 + x, box.y1 + y};
}

static bool is_free(const sheet *s, canvas_rect box)
{
    return box.x0 > s->plot.x0 && box.x1 < s->plot.x1 && box.y0 >= s->plot.y0 &&
           box.y1 <= s->plot.y1 && room_taken(&s->room, panel_of(s, box)) == 0;
}

/* The first free place, the one of that name before all others; PLACES when none is. */
static size_t find_place(const sheet *s, const legend *l, legend_place first)
{
    size_t found = PLACES;
    for (size_t i = PLACES; i-- > 0;)
        if (is_free(s, box_at(s, l, i)) &&
            (found == PLACES || first == LEGEND_AUTO || places[found].name != first))
            found = i;
    return found;
}

bool legend_inside(sheet *s, const legend *l)
{
    canvas_rect box = s->legend_box;
    if (l->n == 0)
        return true;
    if (!(box.x1 > box.x0)) {
        size_t place = find_place(s, l, LEGEND_AUTO);
        if (place == PLACES)
            return false;
        box = s->legend_box = box_at(s, l, place);
    }
    if (s->theme->cell_width == 0)
        canvas_box(s->canvas, theme_alpha(s->theme->paper, 0xd8), panel_of(s, box));
    legend_draw(s, l, box.x0, box.y0);
    return true;
}

bool legend_reserve(sheet *s, const legend *l, legend_place place)
{
    size_t found = find_place(s, l, place);
    if (l->n == 0)
        return true;
    if (found == PLACES)
        return false;
    s->legend_box = box_at(s, l, found);
    room_take(&s->room, panel_of(s, s->legend_box));
    return true;
}

static const double direct_gap = 1.6, direct_most = 0.3; /* em; of the figure's width */

double legend_direct_width(const sheet *s)
{
    double widest = 0, most = direct_most * s->canvas->width;
    for (size_t i = 0; i < s->figure->n; i++)
        if (listed(s->figure, i))
            widest =
                fmax(widest, text_block_width(sheet_small(s), s->figure->series[i].label, most));
    return widest > 0 ? widest + direct_gap * s->em : 0;
}

/* A label beside the axes: where its curve ends and where the label stands. */
typedef struct tag {
    size_t series;
    double x, end, y, height;
} tag;

static int by_height(const void *a, const void *b)
{
    const tag *p = a, *q = b;
    return p->end != q->end ? (p->end > q->end) - (p->end < q->end)
                            : (p->series > q->series) - (p->series < q->series);
}

/* The last point of the series inside the axes. */
static bool last_point(const sheet *s, const figure_series *a, double *x, double *y)
{
    for (size_t i = a->n; i-- > 0;) {
        *x = sheet_x(s, a->x[i]);
        *y = sheet_y(s, figure_y(a, i));
        if (*x <= s->plot.x1 + 0.01 && *y >= s->plot.y0 && *y <= s->plot.y1)
            return true;
    }
    return false;
}

/* Whether a line of the same name comes after these points: the label stands at its end. */
static bool line_follows(const sheet *s, size_t i)
{
    const figure *f = s->figure;
    size_t k = i + 1;
    while (k < f->n && !(s->group[k] == s->group[i] && f->series[k].line && !f->series[k].hide))
        k++;
    return !f->series[i].line && k < f->n;
}

static size_t collect(const sheet *s, tag *tags, bool *seen)
{
    size_t n = 0;
    text_style small = sheet_small(s);
    for (size_t i = 0; i < s->figure->n; i++) {
        const figure_series *a = &s->figure->series[i];
        tag t = {.series = i};
        if (seen[s->group[i]] || !listed(s->figure, i) || line_follows(s, i) ||
            !last_point(s, a, &t.x, &t.end))
            continue;
        seen[s->group[i]] = true;
        t.height =
            sheet_line(small) * (double)text_lines(small, a->label, direct_most * s->canvas->width);
        tags[n++] = t;
    }
    qsort(tags, n, sizeof *tags, by_height);
    return n;
}

/* Pushes overlapping neighbours apart, each by half, until they hardly overlap. */
static void relax(tag *tags, size_t n)
{
    for (size_t i = 0; i < n; i++)
        tags[i].y = tags[i].end;
    for (int round = 0; round < 200; round++)
        for (size_t i = 1; i < n; i++) {
            double need = (tags[i - 1].height + tags[i].height) / 2;
            double push = fmax(0, need - (tags[i].y - tags[i - 1].y)) / 2;
            tags[i - 1].y -= push;
            tags[i].y += push;
        }
}

/* Moves labels apart and back beside the axes: down from the top, then up from the bottom; false
 * when there are too many. */
static bool spread(const sheet *s, tag *tags, size_t n)
{
    double beyond = 0.3 * s->em, edge = s->plot.y0 - beyond;
    relax(tags, n);
    for (size_t i = 0; i < n; i++) {
        tags[i].y = fmax(tags[i].y, edge + tags[i].height / 2);
        edge = tags[i].y + tags[i].height / 2;
    }
    edge = s->plot.y1 + beyond;
    for (size_t i = n; i-- > 0;) {
        tags[i].y = fmin(tags[i].y, edge - tags[i].height / 2);
        edge = tags[i].y - tags[i].height / 2;
    }
    return edge >= s->plot.y0 - beyond - 0.01;
}

static void draw_tag(const sheet *s, const tag *t)
{
    s->tag[t->series] = (sheet_tag){true, t->x, t->end, t->y};
    text_style small = sheet_small(s);
    canvas_pen pen = {curves_look(s, t->series).color, 0.5 * s->theme->line * s->em, DASH_SOLID,
                      false, false};
    double text = s->plot.x1 + direct_gap * s->em, up = (t->height - sheet_line(small)) / 2;
    const double lead[] = {t->x + 0.5 * s->em,  t->end, s->plot.x1 + 0.4 * s->em, t->end,
                           text - 0.45 * s->em, t->y};
    canvas_line(s->canvas, pen, lead, 3);
    text_block(s->canvas, small, TEXT_LEFT, text, t->y - up, s->figure->series[t->series].label,
               direct_most * s->canvas->width);
}

bool legend_direct(const sheet *s)
{
    tag *tags = malloc((s->figure->n + 1) * sizeof *tags);
    bool *seen = calloc(s->figure->n + 1, sizeof *seen);
    s->canvas->failed = s->canvas->failed || !tags || !seen;
    size_t n = tags && seen ? collect(s, tags, seen) : 0;
    bool fit = spread(s, tags, n);
    for (size_t i = 0; fit && i < n; i++)
        draw_tag(s, &tags[i]);
    free(tags);
    free(seen);
    return fit;
}
