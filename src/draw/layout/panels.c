/* Panels are figures of their own, laid out on pages of their own that lie side by side, under
 * their title and above their legend and notes, with their axes in line. The legend takes the place
 * that a last row leaves which is not full; without one that row stands in the middle. */
#include "draw/layout/layout.h"
#include "draw/layout/watch.h"

#include <math.h>
#include <stdlib.h>

/* What a page of panels is laid out with. */
typedef struct page {
    const figure *figure;
    const theme *theme;
    text_font font;
    bool grow, listed, below;
    layout_margins *least, *own; /* of each panel */
    canvas *out;
    canvas head, key, notes; /* title, legend and notes of all panels */
    double hole; /* width of the end of the last row where the legend stands; 0 = none */
} page;

/* How far a row is moved to the right: the last one stands in the middle when it is not full. */
static double indent(const page *p, double width, size_t first)
{
    size_t left = p->figure->n_panels - first, across = p->figure->across;
    return left < across && p->hole == 0 ? width * (double)(across - left) / 2 : 0;
}

/* The panels first .. of one row, from y on; *bottom <- where the next row begins. */
static draw_error add_row(page *p, canvas_rect row, size_t first, double *bottom)
{
    const figure *f = p->figure;
    double width = (row.x1 - row.x0) / (double)f->across, left = row.x0 + indent(p, width, first);
    draw_error error = DRAW_OK;
    for (size_t i = first; i < f->n_panels && i < first + f->across && !error; i++) {
        figure panel = figure_panel(f, i);
        canvas c = {0};
        double x = left + width * (double)(i - first);
        layout_shared shared = {p->listed, p->below, p->least[i], x, row.y0};
        error =
            layout_panel(&panel, p->theme, p->font, width, row.y1 - row.y0, p->grow, &shared, &c);
        if (!error)
            canvas_append(p->out, &c, x, row.y0);
        *bottom = fmax(*bottom, row.y0 + c.height);
        p->listed = shared.listed;
        p->below = shared.below;
        p->own[i] = shared.margins;
        canvas_free(&c);
    }
    return error;
}

static void add_key_at(page *p, double x, double y, double width)
{
    const layout_watch *watch = p->figure->watch;
    canvas_append(p->out, &p->key, x, y);
    if (watch && p->key.height > 0)
        watch->key(watch->self, x + width / 2, y, width);
}

/* The rows of panels from *y on, which becomes where they end; the legend in what the last one
 * leaves, if it fits there. */
static draw_error add_rows(page *p, double share, double *y)
{
    const figure *f = p->figure;
    double top = *y;
    draw_error error = DRAW_OK;
    for (size_t i = 0; i < f->n_panels && !error; i += f->across) {
        top = *y;
        error = add_row(p, (canvas_rect){0, top, p->out->width, top + share}, i, y);
    }
    if (p->hole > 0)
        add_key_at(p, p->out->width - p->hole, (top + *y - p->key.height) / 2, p->hole);
    return error;
}

/* Lays out the legend of all panels for what the last row leaves, or else for the whole width. */
static draw_error add_key(page *p, double share)
{
    const figure *f = p->figure;
    size_t last = f->n_panels % f->across;
    double width = p->out->width;
    draw_error error = DRAW_OK;
    p->hole = last ? width * (double)(f->across - last) / (double)f->across : 0;
    if (p->hole > 0)
        error = layout_key(f, p->theme, p->font, p->hole, &p->key);
    if (p->key.height > 0 && p->key.height <= share)
        return error;
    p->hole = 0;
    canvas_free(&p->key);
    p->key = (canvas){0};
    return error ? error : layout_key(f, p->theme, p->font, width, &p->key);
}

/* Title, legend and notes make a page higher that may grow; else the panels have what they leave.
 */
static draw_error lay_out_parts(page *p, double height)
{
    const figure *f = p->figure;
    canvas *out = p->out;
    double rows = (double)figure_rows(f);
    draw_error error = layout_head(f, p->theme, p->font, out->width, &p->head);
    error = error ? error : layout_notes(f, p->theme, p->font, out->width, &p->notes);
    double left = height - (p->grow ? 0 : p->head.height + p->notes.height), y = p->head.height;
    error = error ? error : add_key(p, left / rows);
    double below = p->hole > 0 ? 0 : p->key.height;
    if (!error) {
        canvas_append(out, &p->head, 0, 0);
        error = add_rows(p, (left - (p->grow ? 0 : below)) / rows, &y);
    }
    if (p->hole == 0)
        add_key_at(p, 0, y, out->width);
    canvas_append(out, &p->notes, 0, y + below);
    out->height = y + below + p->notes.height;
    return error;
}

static draw_error add_panels(page *p, double height)
{
    p->head = p->key = p->notes = (canvas){0};
    if (p->figure->watch)
        p->figure->watch->begin(p->figure->watch->self);
    draw_error error = lay_out_parts(p, height);
    p->out->failed = p->out->failed || p->head.failed || p->key.failed || p->notes.failed;
    canvas_free(&p->head);
    canvas_free(&p->key);
    canvas_free(&p->notes);
    return p->out->failed ? DRAW_NO_MEMORY : error;
}

/* Widens the least margins of a panel to those of another one in its row or column; whether that
 * changes them by more than rounding. */
static bool widen(layout_margins *least, const layout_margins *other, bool same_row)
{
    const double rounding = 1e-6; /* points */
    layout_margins before = *least;
    if (same_row) {
        least->top = fmax(least->top, other->top);
        least->bottom = fmax(least->bottom, other->bottom);
    } else {
        least->left = fmax(least->left, other->left);
        least->right = fmax(least->right, other->right);
    }
    return least->top > before.top + rounding || least->bottom > before.bottom + rounding ||
           least->left > before.left + rounding || least->right > before.right + rounding;
}

/* Sets the least margins so that the axes of a row are level, and those of a column below one
 * another; whether a panel's own are smaller. */
static bool align(page *p)
{
    size_t n = p->figure->n_panels, across = p->figure->across;
    bool changed = false;
    for (size_t i = 0; i < n; i++) {
        p->least[i] = p->own[i];
        for (size_t k = 0; k < n; k++) {
            if (i / across == k / across)
                changed = widen(&p->least[i], &p->own[k], true) || changed;
            if (i % across == k % across)
                changed = widen(&p->least[i], &p->own[k], false) || changed;
        }
    }
    return changed;
}

/* Lays out again when a later panel lists its slopes or has its legend below, since all do or none,
 * and for level axes. */
static draw_error settle(page *p, double height)
{
    const int most = 3; /* a margin may change the ticks, and these the margins */
    const canvas empty = *p->out;
    bool again = true;
    draw_error error = DRAW_OK;
    for (int times = 0; again && !error; times++) {
        bool listed = p->listed, below = p->below;
        canvas_free(p->out);
        *p->out = empty;
        error = add_panels(p, height);
        bool changed = times < most && align(p);
        again = p->listed != listed || p->below != below || changed;
    }
    return error;
}

draw_error layout_page(const figure *f, const theme *t, text_font font, double width, double height,
                       bool grow, canvas *out)
{
    if (!f->n_panels)
        return layout_figure(f, t, font, width, height, grow, out);
    layout_margins *margins = calloc(2 * f->n_panels, sizeof *margins);
    page p = {.figure = f, .theme = t, .font = font, .grow = grow, .listed = f->watch, .out = out};
    p.least = margins;
    p.own = margins + f->n_panels;
    *out = (canvas){.width = width, .paper = t->paper};
    draw_error error = margins ? settle(&p, height) : DRAW_NO_MEMORY;
    free(margins);
    return error;
}
