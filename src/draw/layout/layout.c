/* From the outside in: title, notes, legend and axis titles take their heights and widths from the
 * page, the axes get what is left. The legend is tried inside the axes first; if it finds no empty
 * corner, everything is laid out again with the legend below. */
#include "draw/layout/describe.h"
#include "draw/layout/layout.h"

#include "draw/layout/axes.h"
#include "draw/layout/crowd.h"
#include "draw/layout/fit.h"
#include "draw/layout/legend.h"
#include "draw/layout/markers.h"
#include "draw/layout/marks.h"
#include "draw/layout/noise.h"
#include "draw/layout/omitted.h"
#include "draw/layout/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Heights and widths around the axes, in points, and the texts that stand there. */
typedef struct margins {
    double left, right, top, bottom;
    double inner; /* width of the page without padding */
    char *x_title, *y_title;
    legend below; /* n = 0 unless the legend stands below */
} margins;

static text_style title_style(const sheet *s)
{
    text_style style = sheet_text(s, s->theme->cell_width > 0 ? 1 : 1.1);
    style.face.bold = true;
    return style;
}

static text_style upward(const sheet *s)
{
    text_style style = sheet_text(s, 1);
    style.face.up = true;
    return style;
}

static const char *title_of(const sheet *s)
{
    return s->bare > 1 ? "" : s->figure->title;
}

static const char *notes_of(const sheet *s)
{
    return s->bare > 1 || !s->notes.data ? "" : s->notes.data;
}

/* Without its label, the title still has the factor of the numbers. */
static char *axis_title(const sheet *s, const figure_axis *axis, const ticks *t)
{
    figure_axis bare = *axis;
    ticks plain = *t;
    bare.label = "";
    plain.even = false;
    char *title = s->bare > 2 ? axes_title(&bare, &plain) : axes_title(axis, t);
    s->canvas->failed = s->canvas->failed || !title;
    return title;
}

static double block_height(text_style style, const char *text, double width)
{
    return (double)text_lines(style, text, width) * sheet_line(style);
}

/* With a drop before it when it is there at all. */
static double part(const sheet *s, double height)
{
    return height > 0 ? height + s->theme->drop * s->em : 0;
}

static bool is_cells(const sheet *s)
{
    return s->theme->cell_width > 0;
}

static void set_top(const sheet *s, margins *m)
{
    double pad = s->theme->pad * s->em;
    m->top = pad + part(s, block_height(title_style(s), title_of(s), m->inner));
    if (is_cells(s)) /* the y title lies flat above the axes, which begin in the middle of a cell */
        m->top += block_height(sheet_text(s, 1), m->y_title, m->inner) + s->em / 2;
    else /* half of a label at the upper end of the axis */
        m->top += 0.3 * s->em;
    m->top = fmax(m->top, s->shared.margins.top);
}

static double ticks_height(const sheet *s)
{
    return axes_tick(s, true) + s->theme->drop * s->em / 2 + sheet_line(sheet_small(s));
}

static void set_bottom(const sheet *s, margins *m)
{
    double foot =
        part(s, m->below.height) + part(s, block_height(sheet_small(s), notes_of(s), m->inner));
    double grown = s->grow ? foot : 0;
    double bottom = ticks_height(s) + s->theme->pad * s->em + foot - grown +
                    block_height(sheet_text(s, 1), m->x_title, m->inner);
    m->bottom = fmax(bottom, s->shared.margins.bottom) + grown;
    s->canvas->height = s->height + grown;
    s->canvas->clip.y1 = s->canvas->height;
}

static void set_left(const sheet *s, margins *m, double plot_height)
{
    double y_title = is_cells(s) ? 0 : block_height(upward(s), m->y_title, plot_height);
    double gap = is_cells(s) ? s->theme->cell_width : 0.6 * s->theme->gap * s->em;
    m->left = s->theme->pad * s->em + y_title + (y_title > 0 ? s->theme->gap * s->em : 0) +
              axes_labels_width(s) + gap + axes_tick(s, false);
    m->left = fmax(m->left, s->shared.margins.left);
}

/* Chooses the marks of the x axis for the width that is left, twice: the last label may need more
 * margin, which changes the width. */
static void set_right(sheet *s, margins *m)
{
    double pad = s->theme->pad * s->em, least = s->shared.margins.right;
    double beside = s->direct ? legend_direct_width(s) : 0;
    double left = m->left;
    m->right = fmax(pad + beside, least);
    for (int i = 0; i < 2; i++) {
        double length = s->canvas->width - m->left - m->right;
        axes_choose_x(s, length);
        m->right = fmax(pad + fmax(beside, axes_overhang(s, length, true)), least);
        m->left = fmax(left, pad + axes_overhang(s, length, false));
        if (is_cells(s)) {
            double cell = s->theme->cell_width;
            m->right = cell * (ceil(m->right / cell) + 0.5);
            m->left = cell * (ceil(m->left / cell - 0.5) + 0.5);
        }
    }
}

static bool set_plot(sheet *s, margins *m)
{
    canvas *c = s->canvas;
    double least = 3 * s->em;
    for (int i = 0; i < 2; i++) { /* the height of the x title follows from its factor */
        set_bottom(s, m);
        set_top(s, m);
        double height = c->height - m->top - m->bottom;
        if (!(height > least))
            return false;
        axes_choose_y(s, height);
        free(m->y_title);
        m->y_title = axis_title(s, &s->figure->y, &s->ty);
        if (!m->y_title)
            return false;
        set_left(s, m, height);
        set_right(s, m);
        free(m->x_title);
        m->x_title = axis_title(s, &s->figure->x, &s->tx);
        if (!m->x_title || !(c->width - m->left - m->right > least))
            return false;
    }
    s->plot = (canvas_rect){m->left, m->top, c->width - m->right, c->height - m->bottom};
    axes_thin_out(s);
    return true;
}

static void draw_titles(const sheet *s, const margins *m)
{
    canvas *c = s->canvas;
    text_style title = title_style(s), label = sheet_text(s, 1), up = upward(s);
    double pad = s->theme->pad * s->em, center = (s->plot.x0 + s->plot.x1) / 2;
    text_block(c, title, TEXT_LEFT, is_cells(s) ? 0 : pad, pad + sheet_line(title) / 2, title_of(s),
               m->inner);
    if (is_cells(s))
        text_block(c, label, TEXT_LEFT, 0, s->plot.y0 - block_height(label, m->y_title, m->inner),
                   m->y_title, m->inner);
    else
        text_block(c, up, TEXT_CENTER, pad + sheet_line(up) / 2, (s->plot.y0 + s->plot.y1) / 2,
                   m->y_title, s->plot.y1 - s->plot.y0);
    double half = text_block_width(label, m->x_title, m->inner) / 2;
    center = fmin(fmax(center, pad + half), c->width - pad - half);
    text_block(c, label, TEXT_CENTER, center, s->plot.y1 + ticks_height(s) + sheet_line(label) / 2,
               m->x_title, m->inner);
}

/* Notes at the bottom, the legend above them when it stands below. */
static void draw_foot(sheet *s, const margins *m)
{
    text_style small = sheet_small(s);
    double pad = s->theme->pad * s->em;
    const char *notes = notes_of(s);
    double y = s->canvas->height - pad - block_height(small, notes, m->inner);
    small.color = s->theme->muted;
    text_block(s->canvas, small, TEXT_LEFT, pad, y + sheet_line(small) / 2, notes, m->inner);
    if (!m->below.n)
        return;
    y -= m->below.height + (*notes ? s->theme->drop * s->em : 0);
    double x = fmax(pad, (s->canvas->width - m->below.width) / 2), cell = s->theme->cell_width;
    x = is_cells(s) ? cell * floor(x / cell) : x;
    s->legend_box = (canvas_rect){x, y, x + m->below.width, y + m->below.height};
    legend_draw(s, &m->below, x, y);
}

/* Arranged in a single column, for a place inside the axes. */
static legend inner_legend(const sheet *s)
{
    legend l = legend_of(s);
    s->canvas->failed = s->canvas->failed || l.failed;
    legend_arrange(s, &l, 0.7 * (s->plot.x1 - s->plot.x0), 1);
    return l;
}

/* The corner that a place names, or LEGEND_AUTO. */
static legend_place corner_of(legend_place place)
{
    return place < LEGEND_TOP_LEFT || place == LEGEND_SHARED ? LEGEND_AUTO : place;
}

/* Labels may cover windows and the grid, but no lines. */
static void draw_below_curves(sheet *s)
{
    marks_windows(s);
    if (!s->bare)
        axes_grid(s);
    marks_edges(s);
    size_t first = s->canvas->n;
    marks_lines(s);
    room_add(&s->room, s->canvas, first);
}

/* Curves and annotations; the legend too unless it stands below. False when it finds no place. */
static bool draw_inside(sheet *s, bool below)
{
    canvas *c = s->canvas;
    canvas_rect page = c->clip;
    legend_place place = corner_of(s->figure->legend);
    s->room = room_make(c, s->figure);
    c->failed = c->failed || !s->room.taken;
    if (c->failed)
        return true;
    c->clip = s->plot;
    s->legend_box = (canvas_rect){0};
    draw_below_curves(s);
    s->first = c->n;
    if (!noise_merged(s))
        curves_noise(s);
    size_t first = c->n;
    curves_draw(s);
    markers_draw(s);
    s->end = c->n;
    c->clip = page;
    room_add(&s->room, c, first);
    marks_labels(s);
    legend before = inner_legend(s);
    bool found = below || place == LEGEND_AUTO || legend_reserve(s, &before, place);
    legend_free(&before);
    fit_draw(s);
    first = c->n;
    bool direct = !s->direct || legend_direct(s);
    room_add(&s->room, c, first);
    legend after = inner_legend(s);
    s->direct = s->direct && direct;
    found = found && direct && (below || legend_inside(s, &after));
    legend_free(&after);
    room_free(&s->room);
    return found;
}

static void clear(canvas *c)
{
    c->n = c->n_xy = c->text.n = 0;
}

static draw_error attempt(sheet *s, bool below, bool *found)
{
    margins m = {.inner = s->canvas->width - 2 * s->theme->pad * s->em};
    clear(s->canvas);
    m.x_title = axis_title(s, &s->figure->x, &(ticks){.n = 0});
    m.y_title = axis_title(s, &s->figure->y, &(ticks){.n = 0});
    if (below) {
        m.below = legend_of(s);
        legend_arrange(s, &m.below, m.inner, m.below.n + 1);
    }
    draw_error error = DRAW_OK;
    if (!m.x_title || !m.y_title || m.below.failed)
        error = DRAW_NO_MEMORY;
    else if (!set_plot(s, &m))
        error = DRAW_NO_ROOM;
    else {
        *found = draw_inside(s, below);
        axes_frame(s);
        draw_titles(s, &m);
        draw_foot(s, &m);
    }
    free(m.x_title);
    free(m.y_title);
    legend_free(&m.below);
    return error;
}

/* Whether the axes are so small that a grid and a legend would crowd the curves. Characters have no
 * grid, and a legend that stands between them. */
static bool is_small(const sheet *s)
{
    return !is_cells(s) &&
           (s->plot.x1 - s->plot.x0 < 8 * s->em || s->plot.y1 - s->plot.y0 < 5 * s->em);
}

/* Whether the layout is to be done again without some parts, because there is no room for them. */
static bool leave_out(sheet *s, draw_error error)
{
    if (error == DRAW_NO_ROOM ? s->bare > 2 : error || s->bare || !is_small(s))
        return false;
    s->bare++;
    s->direct = false;
    return true;
}

/* The slopes are to be tried beside their curves, but where all are to stand in the legend. */
static void forget_slopes(sheet *s)
{
    memset(s->unplaced, 0, s->figure->n * sizeof *s->unplaced);
    s->n_unplaced = 0;
    if (s->shared.listed)
        fit_list(s);
}

/* Lays out again until the legend has a place and lists the slopes that found no place beside their
 * curves. */
static draw_error settle(sheet *s)
{
    bool below = s->figure->legend == LEGEND_BELOW || s->shared.below, done = false;
    draw_error error = DRAW_OK;
    forget_slopes(s);
    while (!done && !error && !s->canvas->failed && !figure_interrupted(s->figure)) {
        size_t unplaced = s->n_unplaced;
        bool found = true;
        error = attempt(s, below, &found);
        if (leave_out(s, error)) {
            error = DRAW_OK;
            continue;
        }
        done = found && s->n_unplaced == unplaced;
        if (!found) {
            s->shared.below = below = true;
            forget_slopes(s);
        }
    }
    return error;
}

static void write_notes(sheet *s)
{
    describe_notes(s->figure, &s->notes);
    omitted_series(s->figure, &s->notes);
    if (!s->figure->watch) /* other programs have other fonts */
        omitted_characters(s->figure, s->font, &s->notes);
}

/* Fills the parts that hang on the figure alone; false without memory. */
static bool open_sheet(sheet *s)
{
    const figure *f = s->figure;
    scale_range x = RANGE_EMPTY, y = RANGE_EMPTY;
    s->em = f->font_pt > 0 && !is_cells(s) ? f->font_pt : s->theme->font_pt;
    curves_range(f, &x, &y);
    marks_range(f, &x, &y);
    s->x = scale_make(&f->x, x);
    s->y = scale_make(&f->y, y);
    s->unplaced = calloc(f->n + 1, sizeof *s->unplaced);
    s->group = malloc((f->n + 1) * sizeof *s->group);
    s->rank = malloc((f->n + 1) * sizeof *s->rank);
    s->tag = calloc(f->n + 1, sizeof *s->tag);
    s->label = calloc(f->n_marks + 1, sizeof *s->label);
    write_notes(s);
    return s->unplaced && s->group && s->rank && s->tag && s->label && !s->notes.failed &&
           curves_prepare(s);
}

static void close_sheet(sheet *s)
{
    free(s->covered);
    free(s->unplaced);
    free(s->group);
    free(s->rank);
    free(s->tag);
    free(s->label);
    bytes_free(&s->notes);
}

/* Notes what a small page leaves out of what the figure has. */
static void note_left_out(const sheet *s)
{
    const figure *f = s->figure;
    unsigned left = 0;
    if (!f->left_out || !s->bare)
        return;
    sheet full = *s;
    full.bare = 0;
    legend l = legend_of(&full);
    left += l.n ? LEFT_LEGEND : 0;
    legend_free(&l);
    left += s->bare > 1 && *title_of(&full) ? LEFT_TITLE : 0;
    left += s->bare > 1 && *notes_of(&full) ? LEFT_NOTES : 0;
    left += s->bare > 2 && (*f->x.label || *f->y.label) ? LEFT_LABELS : 0;
    *f->left_out |= left;
}

static layout_margins margins_of(const sheet *s)
{
    const canvas *c = s->canvas;
    return (layout_margins){s->plot.x0, c->width - s->plot.x1, s->plot.y0, s->height - s->plot.y1};
}

draw_error layout_figure(const figure *f, const theme *t, text_font font, double width,
                         double height, bool grow, canvas *out)
{
    layout_shared alone = {.listed = f->watch};
    if (f->watch)
        f->watch->begin(f->watch->self);
    return layout_panel(f, t, font, width, height, grow, &alone, out);
}

draw_error layout_panel(const figure *f, const theme *t, text_font font, double width,
                        double height, bool grow, layout_shared *shared, canvas *out)
{
    sheet s = {.figure = f,
               .theme = t,
               .font = font,
               .canvas = out,
               .height = height,
               .grow = grow,
               .shared = *shared,
               .direct = f->legend == LEGEND_DIRECT};
    out->width = width;
    out->paper = t->paper;
    out->clip = (canvas_rect){0, 0, width, 0};
    draw_error error = open_sheet(&s) ? settle(&s) : DRAW_NO_MEMORY;
    if (!error && crowd_in(f) && !is_cells(&s))
        crowd_thin(f, out, s.plot, 72 / t->dpi, s.first, s.end);
    note_left_out(&s);
    if (f->watch && !error)
        f->watch->axes(f->watch->self, &s, shared->x, shared->y);
    shared->listed = shared->listed || s.n_unplaced;
    shared->below = s.shared.below;
    shared->margins = margins_of(&s);
    close_sheet(&s);
    if (figure_interrupted(f))
        return DRAW_INTERRUPTED;
    return out->failed ? DRAW_NO_MEMORY : error;
}

/* The page of the parts that all panels share: no axes, as high as its parts turn out. */
static sheet shared_sheet(const figure *f, const theme *t, text_font font, double width,
                          canvas *out)
{
    sheet s = {.figure = f, .theme = t, .font = font, .canvas = out};
    s.em = f->panels->font_pt > 0 && !is_cells(&s) ? f->panels->font_pt : t->font_pt;
    out->width = width;
    out->paper = t->paper;
    out->clip = (canvas_rect){0, 0, width, INFINITY};
    return s;
}

draw_error layout_head(const figure *f, const theme *t, text_font font, double width, canvas *out)
{
    sheet s = shared_sheet(f, t, font, width, out);
    text_style style = title_style(&s);
    double pad = t->pad * s.em;
    out->height = part(&s, block_height(style, f->title, width - 2 * pad));
    if (out->height > 0)
        out->height += pad;
    text_block(out, style, TEXT_LEFT, is_cells(&s) ? 0 : pad, pad + sheet_line(style) / 2, f->title,
               width - 2 * pad);
    return out->failed ? DRAW_NO_MEMORY : DRAW_OK;
}

/* Adds the entries of all panels, each once; false without memory. */
static bool collect(const sheet *s, legend *l, int which)
{
    bool ready = true;
    for (size_t i = 0; i < s->figure->n_panels && ready; i++) {
        figure panel = figure_panel(s->figure, i);
        sheet own = {.figure = &panel, .theme = s->theme, .font = s->font, .canvas = s->canvas};
        ready = open_sheet(&own);
        if (ready)
            legend_add(l, &own, which);
        close_sheet(&own);
    }
    return ready && !l->failed;
}

draw_error layout_key(const figure *f, const theme *t, text_font font, double width, canvas *out)
{
    sheet s = shared_sheet(f, t, font, width, out);
    legend l = {.n = 0};
    double pad = t->pad * s.em, cell = t->cell_width;
    bool ready = f->legend != LEGEND_SHARED ||
                 (collect(&s, &l, LEGEND_SERIES) && collect(&s, &l, LEGEND_KEYS));
    if (ready && l.n) {
        legend_arrange(&s, &l, width - 2 * pad, l.n);
        double x = fmax(pad, (width - l.width) / 2);
        legend_draw(&s, &l, cell > 0 ? cell * floor(x / cell) : x, 0);
        out->height = l.height + pad;
    }
    legend_free(&l);
    if (figure_interrupted(f))
        return DRAW_INTERRUPTED;
    return !ready || out->failed ? DRAW_NO_MEMORY : DRAW_OK;
}

draw_error layout_notes(const figure *f, const theme *t, text_font font, double width, canvas *out)
{
    sheet s = shared_sheet(f, t, font, width, out);
    text_style small = sheet_small(&s);
    double pad = t->pad * s.em, height = block_height(small, f->notes, width - 2 * pad);
    if (height > 0)
        out->height = height + pad;
    small.color = t->muted;
    text_block(out, small, TEXT_LEFT, is_cells(&s) ? 0 : pad, sheet_line(small) / 2, f->notes,
               width - 2 * pad);
    return out->failed ? DRAW_NO_MEMORY : DRAW_OK;
}

const char *draw_error_text(draw_error e)
{
    static const char *const texts[] = {
        [DRAW_OK] = "fine",
        [DRAW_NO_MEMORY] = "not enough memory",
        [DRAW_NO_ROOM] = "the page is too small for the labels: make it larger or the font smaller",
        [DRAW_TOO_LARGE] = "more than 32767 pixels on a side: make the page or dpi smaller",
        [DRAW_INTERRUPTED] = "interrupted",
        [DRAW_NO_LIBRARY] = "the drawing library cannot be loaded (install libcairo2)",
        [DRAW_NO_FONT] = "a file of the font DejaVu is there but cannot be read",
        [DRAW_FAILED] = "the drawing library failed",
    };
    return texts[e];
}
